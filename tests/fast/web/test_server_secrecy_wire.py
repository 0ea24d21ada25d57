"""Secrecy on real sockets: every text that anybody is sent in whole games is found again without what they cannot know.

Beside every guest a twin sits at a table where all that the guest cannot know is another way; what came over the
socket has to be what the twin's table says, byte by byte.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.fast.web.test_server_secrecy import QuickAdviser, Redrawn, questions
from tests.support.rooms import ROOMS
from tests.support.web.visitors import DEADLINE, FRIEND, House, Visitor

import cloudtop
from cloudtop.core.chance import pick
from cloudtop.core.state import State
from cloudtop.store import Store
from cloudtop.table import Table
from cloudtop.table.events import Opened, read_event
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render import chronicle
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.phrases import names_of
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.socket.messages import LogEntry
from cloudtop.web.tokens import COOKIE, hashed
from fuzz_wire import without_limits

EVERY = 17
"""So many moves lie between two positions at which everything is asked."""


class Twin(Redrawn):
    """A table as its log tells it, with everything another way that one seat cannot know."""

    positions: list[State]
    """All that the true table went through."""
    true = True
    """Whether nothing was redrawn yet."""

    def redraw(self, seat: int, chance: int) -> None:
        """Draw everything anew that the seat cannot know; after the end what was secret is known."""
        log, over, self.true = list(self.log), self.over, False
        super().redraw(seat, chance)
        if over:
            self.log = log

    def position(self, moves: int) -> State:
        """An earlier position, redrawn too; after the end it is told how all of it was dealt."""
        found = self.positions[moves]
        return found.copy() if self.true or self.over else found.imagine(self.redrawn_by, Random(self.chance))


class Written:
    """A table as it is in the store, read on from where it was read last, with every position it went through."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, name
        self.count = 0
        self.table: Twin

    def now(self) -> Table:
        """The true table."""
        rows = self.store.rows(self.name).result()
        for event in map(read_event, rows[self.count :]):
            if isinstance(event, Opened):
                self.table = Twin(self.name, event)
                self.table.positions = []
            else:
                self.table.apply(event)
            if self.table.dealt and len(self.table.positions) == len(self.table.log):
                self.table.positions.append(self.table.state.copy())
        self.count = len(rows)
        return self.table

    def twin(self, seat: int, chance: int) -> Twin:
        """Its twin for a seat."""
        found = self.now().still()
        assert isinstance(found, Twin)
        found.redraw(seat, chance)
        return found


class Watched:
    """A guest on a socket, and what a twin of the guest has on its screen."""

    def __init__(self, visitor: Visitor, written: Written, seat: int | None) -> None:
        self.line = visitor.connect(written.name, {})
        self.visitor, self.written, self.seat = visitor, written, seat
        self.holder = hashed(visitor.http.cookies[COOKIE])
        self.sight = Sight(seat, "en", 0)
        self.screen: Screen | None = None
        self.read: dict[tuple[int | None, str, bool], list[LogEntry]] = {}
        """The log as the twin has read it, by reader."""
        self.compared: Counter[str] = Counter()

    def twin(self, chance: int) -> tuple[LiveTable, Guest]:
        """The twin at its table, where everybody is who is at the true one."""
        players = len(self.written.now().seats)
        # Who only looks on knows no more than any seat.
        table = self.written.twin(chance % players if self.seat is None else self.seat, chance)
        everybody = frozenset(range(players))
        live = LiveTable(table, self.written.store, QuickAdviser(), 0.0, elsewhere=lambda name: everybody)
        guest = Guest(self.holder)
        live.come(guest)
        guest.sight, guest.screen = self.sight, self.screen
        return live, guest

    def compare(self, guest: Guest, *heard: str | bytes) -> None:
        """What the twin was told is what comes over the socket, after what was heard already."""
        early = list(heard)
        while not guest.waiting.empty():
            expected, found = guest.waiting.get_nowait(), early.pop(0) if early else self.line.socket.recv(DEADLINE)
            assert expected is not None
            kind = json.loads(expected)["did"]
            assert found == expected, (self.seat, kind)
            self.compared[kind] += 1
        assert early == []
        self.sight, self.screen = guest.sight, guest.screen

    async def see(self, chance: int) -> None:
        """Something has happened; it is in the log by the time it is told.

        What was read before is not read again, as at the true table; that is done where everything is asked.
        """
        heard = self.line.socket.recv(DEADLINE)
        live, guest = self.twin(chance)
        live.chronicle.read = self.read
        await live.broadcast()
        self.compare(guest, heard)

    async def ask(self, chance: int, *asked: dict[str, Any]) -> None:
        """Ask something, one after the other; the twin has read nothing before."""
        live, guest = self.twin(chance)
        for question in asked:
            text = json.dumps(question)
            self.line.socket.send(text)
            await Conversation(live, guest).answer(text)
            self.compare(guest)
        self.read = live.chronicle.read

    def fetch(self, chance: int) -> None:
        """Fetch the record, and the picture."""
        table = self.twin(chance)[0].table
        names = names_of(table, "en")
        record = replace(table.record_for(table.held_by(self.holder)), names=dict(enumerate(names))).write()
        assert self.visitor.http.get(f"/t/{table.name}/record?lang=en").text == record
        picture = table.game.picture(table.state.view(None), "en", "day", names=names)
        assert self.visitor.http.get(f"/t/{table.name}/picture.svg?lang=en").text == picture
        self.compared.update(("record", "picture"))


def game_over_sockets(house: House, name: str, players: int, seed: int = 0) -> Counter[str]:
    """A random game of friends, with the host and a spectator looking on; how much was compared, of each kind."""
    house.tables.limits = without_limits()
    rng = Random(f"{players} {seed}")
    host, watcher, *friends = visitors = [house.visitor() for _ in range(players + 2)]
    try:
        opened = host.open(name, *[FRIEND] * players)
        written = Written(house.store, opened["table"])
        for friend, link in zip(friends, opened["links"], strict=True):
            friend.follow(link["url"])
        watcher.follow(opened["watch"])
        seats = [Watched(friend, written, seat) for seat, friend in enumerate(friends)]
        guests = [*seats, Watched(host, written, None), Watched(watcher, written, None)]
        for guest in guests:
            guest.line.ask("ping", "pong")
            asyncio.run(guest.ask(0, {"do": "hello", "near": guest.seat}))
        asyncio.run(played_through(written, guests, rng))
        return sum((guest.compared for guest in guests), Counter[str]())
    finally:
        for visitor in visitors:
            visitor.leave()


async def played_through(written: Written, guests: list[Watched], rng: Random) -> None:
    """Play to the end, whatever is possible, and compare all that is told on the way."""
    while True:
        table = written.now()
        if len(table.log) % EVERY == 0 or table.over:
            for guest in guests:
                asked = questions(table, guest.seat, Random(rng.getrandbits(64)))
                await guest.ask(len(table.log) + 1, *asked)
                guest.fetch(len(table.log) + 1)
        if table.over:
            return
        seat = pick(rng, table.state.turn())
        mover, moves, nonce = guests[seat], len(table.log), f"{len(table.log)}"
        action = pick(rng, table.state.legal(seat))
        mover.line.say("play", seq=table.seq, nonce=nonce, actions=[action])
        for guest in guests:
            await guest.see(moves + 2)
        assert json.loads(mover.line.socket.recv(DEADLINE)) == {"did": "played", "nonce": nonce}


@pytest.mark.slow("compares all that is sent in a whole game with what its reader can know")
@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("players", [2, 4])
def test_no_text_on_a_socket_tells_what_its_reader_cannot_know(tmp_path: Path, name: str, players: int) -> None:
    if players not in cloudtop.game(name).player_counts:
        players = cloudtop.game(name).player_counts[-1]
    asked = {"state", "moved", "draft", "hint", "replay", "locate", "inspect", "record", "picture"}
    compared = Counter[str]()
    with House(tmp_path / "tables.sqlite", QuickAdviser()) as house:
        # A game can be over before everything was asked: another one follows.
        for seed in range(4):
            if not set(compared) >= asked:
                compared += game_over_sockets(house, name, players, seed)
    assert set(compared) >= asked


def test_the_comparison_would_notice_a_server_that_tells_secrets(
    tmp_path: Path, guest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "is_hidden", lambda table, entry, you: False)
    with House(tmp_path / "tables.sqlite", QuickAdviser()) as house, pytest.raises(AssertionError):
        game_over_sockets(house, guest, 2)
