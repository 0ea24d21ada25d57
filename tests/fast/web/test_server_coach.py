"""The coach's honest word: about one's own choices alone, on what the seat knows, and only where much was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest
from tests.support.web.visitors import BOT, ME, House, Visitor

import cloudtop
from cloudtop.bots.hints import Hint
from cloudtop.core.state import State
from cloudtop.core.words import LANGUAGES
from cloudtop.table import Table
from cloudtop.web.live.bots import NOBODY, OnTheSpot
from cloudtop.web.live.turns import Asker
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.review import Choice, chosen, second_thought

GAME = cloudtop.game("skybridge")


class Adviser(OnTheSpot):
    """Says what it was told to say, and remembers what it was asked about."""

    def __init__(self, *values: float) -> None:
        self.values = values
        self.asked: list[State] = []

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        self.asked.append(imagined)
        legal = imagined.legal(seat)
        return [Hint(action, value, None) for action, value in zip(reversed(legal), self.values, strict=False)]


def choice(action: int = 0) -> Choice:
    """The first move of a game, made without much thought."""
    state = GAME.deal(players=2, deal={"starter": 0})
    return Choice(state, 0, state.legal(0)[action])


def hints(*values: float) -> Sequence[Hint]:
    """What a strong player thinks of the last moves of the list, the best first."""
    legal = choice().before.legal(0)
    return [Hint(legal[-1 - number], value, None) for number, value in enumerate(values)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_said_where_much_was_lost(language: str) -> None:
    said = second_thought(choice(), hints(0.8, 0.7, 0.6), language)
    better = GAME.say(choice().before.legal(0)[-1], GAME.words(language))
    assert better in said
    assert "20" in said, "no more is lost than the last of the best tells"


def test_nothing_is_said_where_little_was_lost_or_nothing_is_known() -> None:
    assert second_thought(choice(), hints(0.62, 0.61, 0.60), "en") == ""
    assert second_thought(choice(), [], "en") == ""
    assert second_thought(choice(-1), hints(0.9, 0.1), "en") == "", "it was the best"


def test_alone_points_count() -> None:
    state = cloudtop.game("cloud-city").deal(players=1, seed=3)
    legal = state.legal(0)
    mine = Choice(state, 0, legal[0])
    said = second_thought(mine, [Hint(legal[-1], 40.0, None), Hint(legal[0], 31.0, None)], "en")
    assert "9 points" in said
    assert second_thought(mine, [Hint(legal[-1], 40.0, None), Hint(legal[0], 37.0, None)], "en") == ""


def test_a_choice_is_the_first_move_that_was_none_too_many() -> None:
    table = Table.open(GAME, 2, seed=1)
    seat = table.state.turn()[0]
    moment = Moment(table, table.state)
    legal = table.state.legal(seat)
    found = chosen(moment, seat, legal[:1])
    assert found is not None
    assert found.action == legal[0]
    assert found.before.view(seat) == table.state.view(seat)
    assert chosen(moment, seat, [next(action for action in range(GAME.actions) if action not in legal)]) is None


def test_the_word_comes_after_the_move_and_from_what_the_seat_imagines(tmp_path: Path) -> None:
    adviser = Adviser(0.9, 0.5, 0.4)
    with House(tmp_path / "tables.sqlite", adviser) as house, house.visitor() as mira:
        table = mira.open("cloudy-kingdom", ME, BOT)["table"]
        line = mira.connect(table, {"lang": "en"})
        while not line.decision or not line.decision["actions"]:
            line.hear()
        live = house.tables.live[table].result()
        action = live.table.state.legal(0)[0]
        line.say("review", seq=line.seq, plan=[action])
        line.say("play", seq=line.seq, nonce="mine", actions=[action])
        said = line.until("review")
        assert "Looking back" in said["text"]
    (asked,) = adviser.asked
    assert asked is not live.table.state


class Slow(OnTheSpot):
    """Never comes to an end, and notices when nobody waits any more."""

    def __init__(self) -> None:
        self.begun, self.left = Event(), Event()

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        self.begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.left.set()
        return []


def test_thinking_over_holds_nothing_up_and_ends_with_its_asker(tmp_path: Path) -> None:
    slow = Slow()
    with House(tmp_path / "tables.sqlite", slow) as house:
        with house.visitor() as mira:
            line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
            line.my_turn()
            action = line.actions[0]
            line.say("review", seq=line.seq, plan=[action])
            assert slow.begun.wait(20)
            line.say("play", seq=line.seq, nonce="mine", actions=[action])
            assert line.until("played")["nonce"] == "mine"
            assert not slow.left.is_set(), "it still thinks, and the game has gone on"
        assert slow.left.wait(20), "whoever has gone is not thought for"


def test_nobody_has_somebody_elses_choice_thought_over(mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, {"kind": "friend"})
    noor.follow(opened["watch"])
    line = noor.connect(opened["table"], {})
    line.say("review", seq=line.seq, plan=[0])
    assert line.until("error")["code"] == "no-seat"


def test_a_lesson_is_not_learned_at_a_table(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
    line.say("learn", step="roof")
    assert line.until("error")["code"] == "no-lesson"
