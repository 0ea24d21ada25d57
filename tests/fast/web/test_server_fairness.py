"""Questions and bots have their turn: nobody's wishes hold up what others do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.rooms import ROOMS
from tests.support.web.visitors import BOT, DEADLINE, HERE, ME, House, Line, Visitor, until

import cloudtop
from cloudtop.bots.hints import Hint
from cloudtop.core.state import State
from cloudtop.table import Table
from cloudtop.web.limits import COSTS, WAYS, Gate, Limits
from cloudtop.web.live.aside import Aside
from cloudtop.web.live.bots import NOBODY, OnTheSpot
from cloudtop.web.live.turns import Asker, Busy, Turns
from cloudtop.web.render import questions
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket import conversation
from cloudtop.web.socket.messages import Reason, WhyNot


class Slow:
    """A question that is answered when the test wants it."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.allowed = threading.Semaphore(0)
        self.asked: list[str] = []

    def reason(self, moment: Moment, screen: Screen, seat: int, asked: WhyNot) -> Reason:
        """What stands in for finding why something is refused."""
        self.asked.append(asked.target)
        self.begun.release()
        assert self.allowed.acquire(timeout=DEADLINE)
        return Reason(moment.seq, asked.chosen, asked.target, None)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Every reason takes as long as the test wants."""
    found = Slow()
    monkeypatch.setattr(conversation, "reason", found.reason)
    yield found
    found.allowed.release(100)


def seated(visitor: Visitor) -> Line:
    """Somebody who has something to decide at a table of their own."""
    line = visitor.connect(visitor.open("skybridge", ME, HERE)["table"], {"near": 0})
    if not line.actions:
        line.ask("hello", "state", near=1)
    return line


def test_while_a_question_is_answered_everybody_plays_on(slow: Slow, mira: Visitor, noor: Visitor) -> None:
    asking, playing = seated(mira), seated(noor)
    asking.say("whynot", seq=asking.seq, target="cell:a1")
    assert slow.begun.acquire(timeout=DEADLINE)
    assert noor.http.get("/guide").status_code == 200
    assert playing.play()["did"] == "played"
    assert asking.play()["did"] == "played"
    slow.allowed.release()
    # The decision it was about has been made.
    assert asking.until("stale", "whynot")["did"] == "stale"


def test_a_newer_question_takes_the_place_of_an_older_one(house: House, slow: Slow, mira: Visitor) -> None:
    house.tables.asides.turns.room = 1
    line = seated(mira)
    for target in ("cell:a1", "cell:a2", "cell:a3"):
        line.say("whynot", seq=line.seq, target=target)
    line.ask("ping", "pong")
    assert slow.begun.acquire(timeout=DEADLINE)
    slow.allowed.release(2)
    assert line.until("whynot")["target"] == "cell:a3"
    assert slow.asked in (["cell:a1", "cell:a3"], ["cell:a3"])


def test_questions_end_with_who_asked(house: House, slow: Slow, mira: Visitor, noor: Visitor) -> None:
    turns = house.tables.asides.turns
    turns.room = 1
    first, second = seated(mira), seated(noor)
    first.say("whynot", seq=first.seq, target="cell:a1")
    assert slow.begun.acquire(timeout=DEADLINE)
    second.ask("ping", "pong")
    second.say("whynot", seq=second.seq, target="cell:a2")
    second.ask("ping", "pong")
    until(lambda: len(turns.waiting) == 1)
    second.socket.close()
    until(lambda: not turns.waiting)
    slow.allowed.release(2)
    assert first.until("whynot")["target"] == "cell:a1"
    assert slow.asked == ["cell:a1"]


class Adviser(OnTheSpot):
    """Never finds a hint, and notes who no longer wants one."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.left = threading.Event()

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """Think for ever."""
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.set()
        return []


def test_a_hint_ends_with_who_asked(tmp_path: Path) -> None:
    adviser = Adviser()
    with House(tmp_path / "tables.sqlite", adviser) as house, house.visitor() as mira:
        line = seated(mira)
        line.say("hint", seq=line.seq)
        assert adviser.asked.wait(DEADLINE)
        line.socket.close()
        assert adviser.left.wait(DEADLINE)


# ---------------------------------------------------------------------------------------------- turns


def served(askers: list[Asker], room: int = 1) -> list[Asker]:
    """The order in which askers are served who all come at once, while the room is taken."""

    async def scenario() -> list[Asker]:
        turns, order = Turns(room), list[Asker]()
        open_now = asyncio.Event()

        async def work(asker: Asker) -> None:
            order.append(asker)

        taken = [asyncio.create_task(turns.do(NOBODY, open_now.wait)) for _ in range(room)]
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(turns.do(asker, partial(work, asker))) for asker in askers]
        await asyncio.sleep(0)
        open_now.set()
        await asyncio.gather(*taken, *waiting)
        assert (turns.room, turns.waiting, turns.doing) == (room, {}, set())
        return order

    return asyncio.run(scenario())


def test_one_owner_of_many_tables_holds_up_nobody() -> None:
    many = [Asker("greedy", f"t{number}") for number in range(50)]
    order = served([*many, Asker("mira", "m"), Asker("noor", "n")])
    assert order.index(Asker("mira", "m")) <= 2
    assert order.index(Asker("noor", "n")) <= 3
    assert [asker for asker in order if asker.owner == "greedy"] == many


def test_an_owners_tables_have_their_turn_one_after_the_other() -> None:
    order = served([Asker("mira", "a")] * 3 + [Asker("mira", "b"), Asker("mira", "c")])
    assert [asker.table for asker in order] == ["a", "b", "c", "a", "a"]


def test_a_new_token_for_every_table_brings_no_further_turn() -> None:
    many = [Asker(f"token {number}", f"t{number}", "192.0.2.1") for number in range(50)]
    mira = Asker("mira", "m", "192.0.2.2")
    assert served([*many, mira]).index(mira) <= 1


def test_bots_think_for_the_address_that_players_come_from(house: House, mira: Visitor, noor: Visitor) -> None:
    names = [visitor.open("skybridge", ME, BOT)["table"] for visitor in (mira, noor)]
    owners = [house.tables.live[name].result().owner for name in names]
    assert len({owner.owner for owner in owners}) == 2
    assert {owner.address for owner in owners} == {"127.0.0.1"}


def test_of_every_address_one_thing_begins_in_a_round_of_the_loop() -> None:
    async def scenario() -> list[str]:
        gate, begun = Gate(), list[str]()

        async def ask(address: str) -> None:
            await gate.turn(address)
            begun.append(address)

        flood = [asyncio.create_task(ask("192.0.2.1")) for _ in range(50)]
        for _ in range(3):
            await asyncio.sleep(0)
        await ask("192.0.2.2")
        flood[20].cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await asyncio.sleep(0)
        assert gate.waiting == {}
        return begun

    begun = asyncio.run(scenario())
    assert len(begun) == 50
    assert begun.index("192.0.2.2") < 5


def test_who_no_longer_waits_leaves_no_trace() -> None:
    async def scenario() -> None:
        turns, open_now = Turns(1, each=2), asyncio.Event()
        taken = asyncio.create_task(turns.do(NOBODY, open_now.wait))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(turns.do(Asker("mira"), open_now.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await turns.do(Asker("mira"), open_now.wait)
        for task in waiting:
            task.cancel()
        # One is called in the very moment in which it leaves.
        open_now.set()
        await asyncio.gather(taken, *waiting, return_exceptions=True)
        assert (turns.room, turns.waiting, turns.doing) == (1, {}, set())

    asyncio.run(scenario())


def test_a_question_that_waits_too_long_is_refused() -> None:
    async def scenario() -> None:
        asides, open_now = Aside(room=1, patience=0.05), threading.Event()
        begun = asyncio.create_task(asides.ask(NOBODY, lambda: open_now.wait(DEADLINE)))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too long"):
            await asides.ask(Asker("mira"), lambda: True)
        open_now.set()
        await asyncio.gather(begun, return_exceptions=True)
        asides.close()

    asyncio.run(scenario())


# ---------------------------------------------------------------------------------------------- bots, pictures, reasons


def test_a_table_of_bots_rests_until_somebody_looks(house: House, mira: Visitor) -> None:
    opened = mira.open("skybridge", BOT, BOT)
    live = house.tables.live[opened["table"]].result()
    mira.http.get("/guide")
    assert (live.playing.task, live.table.dealt, live.table.log) == (None, True, [])
    line = mira.connect(opened["table"], {})
    while line.outcome is None:
        line.until("moved", "state")
    assert live.table.over


def test_bots_rest_again_when_nobody_looks_any_more(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.tables.live[mira.open("skybridge", BOT, BOT)["table"]].result()
    moves: list[int] = []

    async def noted() -> None:
        moves.append(live.table.seq)

    monkeypatch.setattr(type(live), "awake", property(lambda self: len(moves) < 3))
    monkeypatch.setattr(live, "broadcast", noted)
    dealt = live.table.seq
    mira.connect(live.table.name, {})
    until(lambda: live.playing.task is not None and not live.playing.busy)
    assert moves == [dealt + 1, dealt + 2, dealt + 3]


def test_a_picture_is_drawn_once_for_all_who_ask(mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    line = mira.connect(table, {"near": 0})
    game, drawn = cloudtop.game("skybridge"), list[str]()
    draw = game.picture

    def picture(*args: Any, **named: Any) -> str:
        drawn.append(threading.current_thread().name)
        return draw(*args, **named)

    monkeypatch.setattr(game, "picture", picture)
    texts = {mira.http.get(f"/t/{table}/picture.svg").text for _ in range(3)}
    assert (len(texts), len(drawn)) == (1, 1)
    assert drawn[0].startswith("aside")
    if not line.actions:
        line.ask("hello", "state", near=1)
    line.play()
    assert mira.http.get(f"/t/{table}/picture.svg").text not in texts


def test_all_moves_are_walked_once_for_all_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cloudtop.game("skybridge")
    table = Table.open(game, 2, 1)
    moment, seat, asked = Moment(table, table.state), table.state.turn()[0], list[int]()
    targets = game.targets

    def counted(view: Any, action: int) -> tuple[str, ...]:
        asked.append(action)
        return targets(view, action)

    monkeypatch.setattr(game, "targets", counted)
    for target in ("cell:a1", "cell:b2", "hand:h3"):
        questions.common_refusal(moment, seat, [], target)
    assert asked == list(range(game.actions))


@pytest.mark.parametrize("name", ROOMS)
def test_everything_that_could_ever_be_touched_can_be_shown(name: str) -> None:
    rng, game = Random(3), cloudtop.game(name)
    table = Table.open(game, 2, 1)
    while not table.over and len(table.log) < 30:
        seat = table.state.turn()[0]
        moment, sight = Moment(table, table.state), Sight(seat, "en", 0)
        assert moment.panels(sight, questions.touches(moment, seat).by_target)
        table.play(seat, rng.choice(table.state.legal(seat)))


@pytest.mark.parametrize("odd", ["cell:z9", "hand:", "cell", "", "turn:9", "magic:none"])
@pytest.mark.parametrize("name", ROOMS)
def test_what_is_no_target_is_left_out_of_a_draft(mira: Visitor, name: str, odd: str) -> None:
    line = mira.connect(mira.open(name, ME, BOT)["table"], {})
    line.my_turn()
    target = next(target for row in line.rows for target in row[1])
    answer = line.ask("draft", "draft", "error", seq=line.seq, chosen=[odd, target])
    assert (answer["did"], answer.get("chosen")) == ("draft", [target])


def test_a_move_that_is_shown_in_many_ways_costs_more(house: House, mira: Visitor) -> None:
    house.tables.limits = Limits(clock=lambda: 0.0)
    table = mira.open("skybridge", ME, HERE)["table"]
    looks = [(lang, side) for lang in ("en", "fr", "ja") for side in range(4)]
    lines = [mira.connect(table, {"lang": lang, "side": side, "near": 0}) for lang, side in looks]
    (purse,) = house.tables.limits.common["guest"].of.values()
    other = mira.connect(table, {"near": 1, "lang": "en"})
    before = purse.level
    mover = next(line for line in (lines[0], other) if line.actions)
    assert mover.play()["did"] == "played"
    ways = len(looks) + 1
    assert ways > WAYS
    assert before - purse.level == pytest.approx(COSTS["play"] * ways / WAYS)
    before = purse.level
    mira.connect(table)
    lines[0].ask("ping", "pong")
    # Who plays is seen coming: that is shown in as many ways.
    assert before - purse.level == pytest.approx(COSTS["connect"] * (1 + ways / WAYS) + COSTS["ping"])
