"""Secrecy on the bytes: what a seat or a spectator receives is the same whatever it cannot know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots.hints import Hint
from cloudtop.core.chance import pick
from cloudtop.core.scene import Staging
from cloudtop.core.state import State
from cloudtop.core.view import View
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Entry, Table
from cloudtop.table.events import Opened, Place
from cloudtop.testing.conformance import tried_values
from cloudtop.web.live.bots import NOBODY, OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.turns import Asker
from cloudtop.web.render import chronicle
from cloudtop.web.render.moment import Sight
from cloudtop.web.socket.conversation import Conversation

POSITIONS = 4
"""So many positions of each game are looked at, from its beginning on; half as many where an option is changed."""


@dataclass
class Looking:
    """Somebody who looks at a table: through whose eyes, and from which redrawn position."""

    seat: int | None
    redrawn_by: int


class Redrawn(Table):
    """A table at which everything that one seat cannot know is another way: hands, stacks, what others chose."""

    def redraw(self, seat: int, chance: int) -> None:
        """Draw everything anew that the seat cannot know."""
        self.redrawn_by, self.chance = seat, chance
        self._state = self.state.imagine(seat, Random(chance))
        self.log = [
            entry._replace(action=(entry.action + 1) % self.game.actions)
            if entry.secret and entry.seat != seat
            else entry
            for entry in self.log
        ]

    def position(self, moves: int) -> State:
        """An earlier position, redrawn too."""
        told = Table("told", self.opened)
        told.log = self.told
        return told.position(moves).imagine(self.redrawn_by, Random(self.chance))

    told: list[Entry]


class QuickAdviser(OnTheSpot):
    """Advises at once, from the imagined position alone."""

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """The first moves, valued by what they score in the imagined position."""
        found = []
        for action in imagined.legal(seat)[:3]:
            after = imagined.copy()
            after.apply(seat, action)
            found.append(Hint(action, float(after.scores()[seat]), None))
        return found


def opening(name: str, players: int, options: dict[str, Any], seed: int) -> Opened:
    """A table of people who all have browsers of their own."""
    game = cloudtop.game(name)
    places = [Place("friend", holder=f"browser {seat}") for seat in range(players)]
    chosen = game.terms(players, options).options
    return Opened(name, game.rules_version, chosen, places, seed, "salt", "browser 0", "watch")


def played(kind: type[Table], start: Opened, moves: int) -> Table:
    """A table after so many moves made by chance; the same every time."""
    table, rng = kind("t", start), Random(start.seed)
    while len(table.log) < moves and not table.over:
        seat = pick(rng, table.state.turn())
        table.play(seat, pick(rng, table.state.legal(seat)))
    return table


def questions(table: Table, seat: int | None, rng: Random) -> Iterator[dict[str, Any]]:
    """Everything that somebody at a table can ask."""
    for lang, side in (("fr", 1), ("ja", 3)):
        yield {"do": "hello", "lang": lang, "side": side, "near": seat, "told": lang == "fr"}
    then, seq = len(table.log) * 2 // 3, table.seq
    yield {"do": "replay", "at": then}
    yield {"do": "ping"}
    yield {"do": "learn", "step": "turn"}
    yield {"do": "undo", "seq": seq + 5, "nonce": "ahead"}
    for at in (None, then):
        yield from close_looks(table, seat, at, rng)
    if seat is None:
        yield {"do": "hint", "seq": seq}
        return
    view, legal = table.state.view(seat), table.state.legal(seat)
    plan, target = a_plan(table, seat, rng), some_target(table, view, rng)
    for action in legal[:2]:
        targets = table.game.targets(view, action)
        yield {"do": "draft", "seq": seq, "action": action, "chosen": targets}
        yield {"do": "draft", "seq": seq, "action": None, "chosen": targets[:1]}
    for length in range(1, len(plan) + 1):
        yield {"do": "draft", "seq": seq, "plan": plan[:length]}
    for _ in range(4):
        action = int(rng.random() * table.game.actions)
        yield {"do": "draft", "seq": seq, "plan": [*plan, action], "action": action, "number": 1}
        if action not in legal:
            yield {"do": "play", "seq": seq, "nonce": "no", "actions": [action]}
            yield {"do": "play", "seq": seq, "nonce": "nor", "actions": [*plan[:-1], action, action]}
            yield {"do": "draft", "seq": seq, "action": action, "chosen": []}
    for made in ([], plan):
        yield {"do": "hint", "seq": seq, "plan": made}
        yield {"do": "review", "seq": seq, "plan": made or [0]}
        yield {"do": "whynot", "seq": seq, "plan": made, "target": target}
        yield {"do": "whynot", "seq": seq, "plan": made, "chosen": [target], **touched(table, seat, rng)}


def a_plan(table: Table, seat: int, rng: Random) -> list[int]:
    """Moves of one turn as a seat would decide them: up to five, the last perhaps one that ends it."""
    state, plan = table.imagined(seat), list[int]()
    while len(plan) < 5 and (legal := state.legal(seat)):
        # What can be decided without ending the turn goes first, so that a plan has several moves where it can.
        open_moves = [action for action in legal if not state.commits(seat, action)]
        plan.append(pick(rng, open_moves or legal))
        if not open_moves:
            break
        state.apply(seat, plan[-1])
    return plan


def some_target(table: Table, view: View, rng: Random) -> str:
    """Something that is touched for some move of the game."""
    for _ in range(20):
        targets = table.game.targets(view, int(rng.random() * table.game.actions))
        if targets:
            return targets[-1]
    return "cell:a1"


def things_shown(state: State, seat: int | None) -> dict[str, list[str]]:
    """The ids of all that is shown, panel by panel."""
    panels = state.game.scene(state.view(seat), state.game.words("en"), Staging()).panels
    return {panel.name: [*(item.id for item in panel.items), *(slot.id for slot in panel.slots)] for panel in panels}


def touched(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Some items of a panel, as a finger touches them."""
    panel, items = pick(rng, list(things_shown(table.state, seat).items()))
    return {"panel": panel, "items": [pick(rng, items) for _ in range(3)] if items else []}


def close_looks(table: Table, seat: int | None, at: int | None, rng: Random) -> Iterator[dict[str, Any]]:
    """Where a line of every sheet comes from, and something of every panel seen close, now or earlier."""
    state = table.state if at is None else table.position(at)
    for owner in range(state.players):
        lines = len(state.score_sheet(owner).lines)
        yield {"do": "locate", "seat": owner, "line": int(rng.random() * lines), "at": at}
    for panel, items in things_shown(state, seat).items():
        if items:
            yield {"do": "inspect", "panel": panel, "items": [pick(rng, items) for _ in range(2)], "at": at}


async def heard(table: Table, store: SqliteStore, seat: int | None, asked: list[dict[str, Any]]) -> list[str]:
    """The very texts that somebody at the table is sent in answer to all of it, and by a broadcast after it."""
    live = LiveTable(table, store, QuickAdviser(), 0.0, clock=lambda: 0.0)
    guest = Guest(f"browser {seat}")
    live.come(guest)
    conversation = Conversation(live, guest)
    for question in asked:
        await conversation.answer(json.dumps(question))
    guest.sight = Sight(seat, "en", 2)
    await live.broadcast()
    texts = []
    while not guest.waiting.empty():
        text = guest.waiting.get_nowait()
        assert text is not None
        texts.append(text)
    # Two faults would be alike as well.
    assert [text for text in texts if '"code":"fault"' in text or '"code":"bad-message"' in text] == []
    mine = [] if seat is None else [seat]
    return [*texts, table.record_for(mine).write(), table.game.picture(table.state.view(seat))]


def tables_of(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every value of every option once; of very many values a few."""
    game = cloudtop.game(name)
    for players in game.player_counts:
        yield players, {}
    players = 2 if 2 in game.player_counts else game.player_counts[0]
    for option in game.options:
        for value in tried_values(game, players, option):
            if value != option.default:
                yield players, {option.name: value}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store that nobody writes to."""
    store = SqliteStore(tmp_path / "tables.sqlite")
    yield store
    store.close()


@pytest.mark.slow("compares all that is sent in a whole game with what its reader can know")
@pytest.mark.parametrize(
    ("name", "players", "options"),
    [(name, players, options) for name in ROOMS for players, options in tables_of(name)],
    ids=str,
)
def test_nobody_is_sent_what_they_cannot_know(
    store: SqliteStore, name: str, players: int, options: dict[str, Any]
) -> None:
    start = opening(name, players, options, seed=17)
    length = len(played(Table, start, 10_000).log)
    count = POSITIONS // 2 if options else POSITIONS
    for part in range(count):
        check_position(store, start, (2 * part + 1) * length // (2 * count))


def check_position(store: SqliteStore, start: Opened, moves: int) -> None:
    """Compare what each seat and a spectator hear at the true table and at redrawn ones."""
    true = played(Table, start, moves)
    for looking in lookers(len(start.places)):
        asked = list(questions(true, looking.seat, Random(moves)))
        expected = asyncio.run(heard(played(Table, start, moves), store, looking.seat, asked))
        other = played(Redrawn, start, moves)
        assert isinstance(other, Redrawn)
        other.told = list(other.log)
        other.redraw(looking.redrawn_by, moves + 1)
        found = asyncio.run(heard(other, store, looking.seat, asked))
        assert found == expected, (start.game, moves, looking)


def lookers(players: int) -> Iterator[Looking]:
    """Every seat, and a spectator, who knows no more than any seat."""
    for seat in range(players):
        yield Looking(seat, seat)
        yield Looking(None, seat)


def test_the_comparison_would_notice_a_log_that_tells_secrets(
    store: SqliteStore, guest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def talkative(table: Table, entry: Entry, you: int | None) -> bool:
        return False

    check_position(store, opening(guest, 2, {}, seed=3), 1)
    monkeypatch.setattr(chronicle, "is_hidden", talkative)
    with pytest.raises(AssertionError):
        check_position(store, opening(guest, 2, {}, seed=3), 1)


def test_a_strangers_game_keeps_its_secrets_too(store: SqliteStore, guest: str) -> None:
    for moves in range(6):
        check_position(store, opening(guest, 2, {}, seed=4), moves)
