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
from tests.rooms import ROOMS
from tests.web.test_server_secrecy import QuickAdviser, Redrawn, questions
from tests.web.visitors import DEADLINE, FRIEND, House, Visitor

import cloudtop
from cloudtop.core.chance import pick
from cloudtop.core.state import State
from cloudtop.store import Store
from cloudtop.table import Table
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render import chronicle
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.phrases import names_of
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.tokens import COOKIE, hashed
from fuzz_wire import without_limits

EVERY = 17
"""So many moves lie between two positions at which everything is asked."""


class Twin(Redrawn):
    """A table as its log tells it, with everything another way that one seat cannot know."""

    true: Table

    def position(self, moves: int) -> State:
        """An earlier position, redrawn too; after the end it is told how all of it was dealt."""
        position = self.true.position(moves)
        return position if self.true.over else position.imagine(self.redrawn_by, Random(self.chance))


def twin_of(name: str, rows: list[str], seat: int, chance: int) -> Twin:
    """The twin of a table for a seat; after the end what was secret is known."""
    found = Twin.rebuilt(name, rows)
    assert isinstance(found, Twin)
    found.true, log = Table.rebuilt(name, rows), list(found.log)
    found.redraw(seat, chance)
    if found.true.over:
        found.log = log
    return found


class Watched:
    """A guest on a socket, and what a twin of the guest has on its screen."""

    def __init__(self, visitor: Visitor, table: str, seat: int | None) -> None:
        self.line = visitor.connect(table, {})
        self.visitor, self.table, self.seat = visitor, table, seat
        self.holder = hashed(visitor.http.cookies[COOKIE])
        self.sight = Sight(seat, "en", 0)
        self.screen: Screen | None = None
        self.compared: Counter[str] = Counter()

    def twin(self, store: Store, chance: int) -> tuple[LiveTable, Guest]:
        """The twin at its table, where everybody is who is at the true one."""
        rows = store.rows(self.table).result()
        players = len(json.loads(rows[0])["places"])
        # Who only looks on knows no more than any seat.
        table = twin_of(self.table, rows, chance % players if self.seat is None else self.seat, chance)
        live = LiveTable(table, store, QuickAdviser(), 0.0, elsewhere=lambda name: frozenset(range(players)))
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

    def see(self, store: Store, chance: int) -> None:
        """Something has happened; it is in the log by the time it is told."""
        heard = self.line.socket.recv(DEADLINE)
        live, guest = self.twin(store, chance)
        live.broadcast()
        self.compare(guest, heard)

    async def ask(self, store: Store, chance: int, *asked: dict[str, Any]) -> None:
        """Ask something, one after the other."""
        live, guest = self.twin(store, chance)
        for question in asked:
            text = json.dumps(question)
            self.line.socket.send(text)
            await Conversation(live, guest).answer(text)
            self.compare(guest)

    def fetch(self, store: Store, chance: int) -> None:
        """Fetch the record, and the picture."""
        table = self.twin(store, chance)[0].table
        names = names_of(table, "en")
        record = replace(table.record_for(table.held_by(self.holder)), names=dict(enumerate(names))).write()
        assert self.visitor.http.get(f"/t/{self.table}/record?lang=en").text == record
        picture = table.game.picture(table.state.view(None), "en", "day", names=names)
        assert self.visitor.http.get(f"/t/{self.table}/picture.svg?lang=en").text == picture
        self.compared.update(("record", "picture"))


def game_over_sockets(house: House, name: str, players: int) -> Counter[str]:
    """A random game of friends, with the host and a spectator looking on; how much was compared, of each kind."""
    house.tables.limits = without_limits()
    rng, store = Random(players), house.store
    host, watcher, *friends = visitors = [house.visitor() for _ in range(players + 2)]
    try:
        opened = host.open(name, *[FRIEND] * players)
        table = opened["table"]
        for friend, link in zip(friends, opened["links"], strict=True):
            friend.follow(link["url"])
        watcher.follow(opened["watch"])
        seats = [Watched(friend, table, seat) for seat, friend in enumerate(friends)]
        guests = [*seats, Watched(host, table, None), Watched(watcher, table, None)]
        for guest in guests:
            guest.line.ask("ping", "pong")
            asyncio.run(guest.ask(store, 0, {"do": "hello", "near": guest.seat}))
        asyncio.run(played_through(store, table, guests, rng))
        return sum((guest.compared for guest in guests), Counter[str]())
    finally:
        for visitor in visitors:
            visitor.leave()


async def played_through(store: Store, name: str, guests: list[Watched], rng: Random) -> None:
    """Play to the end, whatever is possible, and compare all that is told on the way."""
    while True:
        table = Table.rebuilt(name, store.rows(name).result())
        if len(table.log) % EVERY == 0 or table.over:
            for guest in guests:
                asked = questions(table, guest.seat, Random(len(table.log)))
                await guest.ask(store, len(table.log) + 1, *asked)
                guest.fetch(store, len(table.log) + 1)
        if table.over:
            return
        seat = pick(rng, table.state.turn())
        mover, nonce = guests[seat], f"{len(table.log)}"
        action = pick(rng, table.state.legal(seat))
        mover.line.say("play", seq=table.seq, nonce=nonce, actions=[action])
        for guest in guests:
            guest.see(store, len(table.log) + 2)
        assert json.loads(mover.line.socket.recv(DEADLINE)) == {"did": "played", "nonce": nonce}


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("players", [2, 4])
def test_no_text_on_a_socket_tells_what_its_reader_cannot_know(tmp_path: Path, name: str, players: int) -> None:
    if players not in cloudtop.game(name).player_counts:
        players = cloudtop.game(name).player_counts[-1]
    with House(tmp_path / "tables.sqlite", QuickAdviser()) as house:
        compared = game_over_sockets(house, name, players)
    assert set(compared) >= {"state", "moved", "draft", "hint", "replay", "locate", "inspect", "record", "picture"}


def test_the_comparison_would_notice_a_server_that_tells_secrets(
    tmp_path: Path, guest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "is_hidden", lambda table, entry, you: False)
    with House(tmp_path / "tables.sqlite", QuickAdviser()) as house, pytest.raises(AssertionError):
        game_over_sockets(house, guest, 2)
