"""All tables of the house: opened, found by name, read from the store when asked for, forgotten when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from cloudtop.bots import BOTS
from cloudtop.core.errors import BadBot, BadPieces, BadPlayers, CloudtopError
from cloudtop.core.fair import new_shuffle
from cloudtop.core.game import Game
from cloudtop.core.printed import present
from cloudtop.core.view import plain
from cloudtop.games import game as game_named
from cloudtop.store import Store
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place, write_event
from cloudtop.table.kept import Kept
from cloudtop.table.seats import tidy
from cloudtop.web.acts import Note
from cloudtop.web.addresses import USUAL, Addresses
from cloudtop.web.backups import Backups
from cloudtop.web.gauges import Gauges
from cloudtop.web.limits import TABLES, TABLES_PER_GUEST, Limits
from cloudtop.web.live.aside import Aside
from cloudtop.web.live.bots import Thinkers, Workers
from cloudtop.web.live.boxes import Boxes
from cloudtop.web.live.hostwork import HostWork
from cloudtop.web.live.neighbours import Neighbours
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.turns import Asker
from cloudtop.web.routes.bodies import SeatLink, SeatWanted, TableLinks, TableWanted
from cloudtop.web.tokens import hashed, link_key, new_name

LOG = logging.getLogger("cloudtop.web")
IDLE = 600.0
"""Seconds after which a table that nobody looks at leaves memory."""


class NoSuchTable(CloudtopError):
    """No table has that name."""


class TooManyTables(CloudtopError):
    """One browser has opened more tables than fit on its desk."""


class Draining(CloudtopError):
    """This server is about to be closed and opens no more tables."""


class Tables:
    """The tables that are in memory, and the way to all others."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        pace: float = 0.0,
        boxes: Boxes | None = None,
        addresses: Addresses = USUAL,
    ) -> None:
        self.boxes = boxes or {}
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.live: dict[str, asyncio.Future[LiveTable]] = {}
        self.seen: dict[str, float] = {}
        self.backups: Backups | None = None
        """The copies that the house makes by itself."""
        self.limits = Limits(addresses=addresses)
        self.asides = Aside()
        self.gauges = Gauges(self.counted)
        store.health.on_failure = self.gauges.store_failures.inc
        if isinstance(thinkers, Workers):
            thinkers.on_fault = self.gauges.bot_faults.inc
        self.hostwork = HostWork(self)
        self.neighbours = Neighbours(
            store, self.at_hand, self.in_memory, self.vitals, lambda table, note: self.hostwork.hear(Note(table, note))
        )

    async def open(self, wanted: TableWanted, token: str, address: str = "") -> LiveTable:
        """Open a table for the browser with that token; what cannot be opened is refused with the reason."""
        if self.hostwork.draining:
            raise Draining("this server is drained: it opens no more tables")
        host = hashed(token)
        if sum(live.table.opened.host == host for live in self.in_memory()) >= TABLES_PER_GUEST:
            raise TooManyTables(f"no more than {TABLES_PER_GUEST} tables at once")
        game = self.game_wanted(wanted)
        terms = game.terms(len(wanted.seats), wanted.options)
        name = new_name()
        opened = Opened(
            game=game.name,
            rules=game.rules_version,
            options=terms.options,
            places=places(wanted.seats, name, token),
            seed=None,
            host=host,
            watch=hashed(link_key(token, name, "watch")),
            box=None if game.box_data is None else plain(game.box_data),
            printed=present(game) if game.box_data is None else "",
            forget=wanted.forget and game.forgets,
            shuffle=new_shuffle(),
            cuts="sealed",
            grace=wanted.grace,
            at=int(time.time()),
        )
        table = Table(name, opened, game)
        await asyncio.wrap_future(self.store.append(name, 0, write_event(opened)))
        await self.remember(token, name)
        live = self.alive(table)
        live.opened_from = address
        self.live[name] = asyncio.get_running_loop().create_future()
        self.live[name].set_result(live)
        self.seen[name] = time.monotonic()
        if not table.awaited:
            await live.deal()
        return live

    def game_wanted(self, wanted: TableWanted) -> Game:
        """The game asked for, with the box asked for."""
        game = game_named(wanted.game)
        if not wanted.box:
            return game
        for box in self.boxes.get(game.name, ()):
            if box.id == wanted.box:
                return box.game
        raise BadPieces(f"the house has no box {wanted.box!r} of {game.name}")

    async def find(self, name: str) -> LiveTable:
        """The table of that name, read from the store if it is not in memory."""
        known = self.at_hand(name)
        if name not in self.live or (known is not None and known.lost):
            self.live[name] = asyncio.create_task(self._read(name))
        self.seen[name] = time.monotonic()
        try:
            return await asyncio.shield(self.live[name])
        except CloudtopError:
            # It is read again when it is asked for again.
            self.live.pop(name, None)
            self.seen.pop(name, None)
            raise

    async def _read(self, name: str) -> LiveTable:
        rows = await asyncio.wrap_future(self.store.rows(name))
        if not rows:
            raise NoSuchTable(f"there is no table {name!r}")
        # A long game is played through here: others need not wait for that.
        live = self.alive(await self.asides.ask(Asker(name, name), lambda: Table.rebuilt(name, rows)))
        self.neighbours.welcome(live)
        return live

    def alive(self, table: Table) -> LiveTable:
        """A table to play at."""
        elsewhere = self.neighbours.elsewhere
        live = LiveTable(
            table, self.store, self.thinkers, self.pace, asides=self.asides, elsewhere=elsewhere, gauges=self.gauges
        )
        live.notices = self.hostwork.notices
        return live

    def counted(self) -> dict[str, float]:
        """How much of everything there is now."""
        live = list(self.in_memory())
        copied = {} if self.backups is None or not self.backups.mine else {"backup_age_seconds": self.backups.age()}
        return {
            "tables": len(live),
            "sockets": sum(len(each.guests) for each in live),
            "bots_waiting": self.thinkers.queued,
            "servers": 1 + len(self.neighbours.servers),
            "loop_late_seconds": self.limits.lag,
            "draining": float(self.hostwork.draining),
            **self.store.vitals(),
            **copied,
        }

    def vitals(self) -> tuple[float, ...]:
        """What a host wants to know of every server: tables, sockets, bots that wait, moves a second, p50 and p99."""
        numbers, gauges = self.counted(), self.gauges
        counted = (numbers["tables"], numbers["sockets"], numbers["bots_waiting"])
        return (*counted, gauges.rate(), gauges.share(0.5), gauges.share(0.99))

    def at_hand(self, name: str) -> LiveTable | None:
        """The table of that name, if it need not be read."""
        task = self.live.get(name)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    def holds_seat(self, name: str, holder: str) -> bool:
        """Whether a browser, by the hash of its token, holds a seat at a table that is in memory."""
        known = self.at_hand(name)
        return known is not None and bool(known.table.held_by(holder))

    def in_memory(self) -> Iterator[LiveTable]:
        """The tables that need not be read."""
        for name in self.live:
            if (live := self.at_hand(name)) is not None:
                yield live

    async def remember(self, token: str, name: str) -> None:
        """Note that a browser may come to a table."""
        await asyncio.wrap_future(self.store.remember(hashed(token), name))

    async def names_of(self, token: str, most: int) -> list[tuple[str, str]]:
        """The tables a browser may come to and when each changed last, no more than so many; the latest first."""
        found = await asyncio.wrap_future(self.store.tables_of(hashed(token), most))
        return [(name, datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")) for name, at in found]

    async def may_come(self, token: str | None, table: Table) -> bool:
        """Whether a browser holds a seat here, opened the table or came by the spectators' link."""
        if token is None:
            return False
        if table.held_by(hashed(token)):
            return True
        return await asyncio.wrap_future(self.store.has_come(hashed(token), table.name))

    async def may_take(self, token: str | None, name: str, kept: Kept) -> bool:
        """Whether a browser may have the record of a table whose rules are not here."""
        if token is None:
            return False
        holder = hashed(token)
        if kept.held_by(holder) or holder == kept.host:
            return True
        return await asyncio.wrap_future(self.store.has_come(holder, name))

    def forget_idle(self, now: float) -> list[str]:
        """Let tables go that nobody looks at and no bot plays at; they are read again when somebody comes.

        Where there are too many, those that nobody has looked at for longest go sooner.
        """
        ago = sorted(self.seen.values())[-TABLES] if len(self.seen) > TABLES else now - IDLE
        idle = [name for name, seen in self.seen.items() if seen < max(ago, now - IDLE) and self._may_go(name)]
        for name in idle:
            del self.live[name], self.seen[name]
            self.neighbours.forget_table(name)
        return idle

    async def close(self) -> None:
        """Let the bots stop thinking; everything that happened is kept already."""
        for live in self.in_memory():
            live.playing.stop()
        self.neighbours.end()
        self.asides.close()
        self.thinkers.close()
        self.store.close()

    def _may_go(self, name: str) -> bool:
        live = self.at_hand(name)
        if live is None:
            return self.live[name].done()
        return not live.guests and not live.playing.busy and not live.turnstile.locked()


def places(seats: list[SeatWanted], table: str, token: str) -> list[Place]:
    """The seats laid out: the opener's own are taken at once, a key is made for those that a link leads to."""
    found: list[Place] = []
    for number, seat in enumerate(seats):
        name = tidy(seat.name)
        if seat.kind == "bot":
            if seat.level not in BOTS:
                raise BadBot(f"there is no bot {seat.level!r}; expected one of {', '.join(BOTS)}")
            found.append(Place("bot", name, seat.level))
        elif seat.kind in ("me", "here"):
            found.append(Place(seat.kind, name, holder=hashed(token)))
        else:
            found.append(Place(seat.kind, name, key=hashed(link_key(token, table, str(number)))))
    if sum(place.kind == "me" for place in found) > 1:
        raise BadPlayers("only one seat can be yours; further seats on this device are of the kind 'here'")
    return found


def links_of(table: Table, token: str) -> TableLinks:
    """The links of a table, told to the browser that opened it: to every seat that is still free, and to watch."""

    def address(way: str, place: str) -> str:
        return f"/t/{table.name}/{way}/{link_key(token, table.name, place)}"

    free = [seat for seat in table.seats if seat.free]
    found = tuple(SeatLink(seat.number, seat.kind, address("sit", str(seat.number))) for seat in free)
    return TableLinks(found, address("watch", "watch"))
