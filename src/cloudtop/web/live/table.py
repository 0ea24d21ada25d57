"""A table that is being played: what happens is written first, then shown to its guests; and bots play at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from cloudtop.core.chance import new_seed
from cloudtop.store import Conflict, Store
from cloudtop.table import Stale, Table
from cloudtop.table.events import Event, Played, SeatChange, TakenBack, write_event
from cloudtop.web.live.bots import Thinkers
from cloudtop.web.live.guests import Guest
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.difference import continues, moved
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.screen import Screen, seen, whole
from cloudtop.web.socket.messages import Presence, write_message

LOG = logging.getLogger("cloudtop.web")
WINDOWS = 16
"""So many connections one browser may have at a table; the oldest makes room for another."""


class LiveTable:
    """A table in memory. Whatever happens is written to the store first and told afterwards, one after the other."""

    def __init__(self, table: Table, store: Store, thinkers: Thinkers, pace: float) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.guests: dict[Guest, None] = {}
        """In the order in which they came."""
        self.turnstile = asyncio.Lock()
        self.bots: asyncio.Task[None] | None = None
        self.chronicle = Chronicle(table)
        self.last_moment = Moment(table, table.state)
        self.screens: dict[tuple[Sight, frozenset[int]], Screen] = {}

    # ------------------------------------------------------------------ what happens

    async def play(self, seat: int, seq: int, actions: Sequence[int], nonce: str = "") -> None:
        """Make moves, all or none: `Stale` if the decision is another one by now, `IllegalMove` with the rule broken.

        A nonce that has been seen is a repetition: the moves are made, and nothing happens.
        """
        async with self.turnstile:
            if nonce and (seat, nonce) in self.table.nonces:
                return
            self.check_fresh(seat, seq)
            self.table.check(seat, actions)
            last = len(actions) - 1
            texts = (self.table.game.text(action) for action in actions)
            moves = [Played(seat, text, nonce if number == last else "") for number, text in enumerate(texts)]
            await self.write(*zip(moves, actions, strict=True))
            self.broadcast()
        self.wake_bots()

    async def undo(self, seat: int, seq: int, nonce: str) -> bool:
        """Take back the seat's last decision; False if it may not."""
        async with self.turnstile:
            if (seat, nonce) in self.table.nonces:
                return True
            self.check_fresh(seat, seq)
            keep = self.table.undo_keeps(seat)
            if keep is None:
                return False
            await self.write((TakenBack(seat, keep, nonce), None))
            self.broadcast()
        self.wake_bots()
        return True

    async def change(self, event: SeatChange) -> None:
        """Let a seat change hands, or its name."""
        async with self.turnstile:
            await self.write((event, None))
            self.broadcast()
        self.wake_bots()

    def check_fresh(self, seat: int, seq: int) -> None:
        """Raise `Stale` if the seat's decision is no longer the one it was at that event."""
        if not self.table.fresh(seat, seq):
            raise Stale("the table has moved on")

    async def write(self, *happening: tuple[Event, int | None]) -> None:
        """Let events happen, all or none: written first, then true; moves come checked, with their numbers.

        The turnstile must be held. If another server was faster the log is read anew and the events are stale.
        """
        table = self.table
        rows = [write_event(event) for event, _ in happening]
        try:
            await asyncio.wrap_future(self.store.append(table.name, table.seq + 1, *rows))
        except Conflict:
            found = await asyncio.wrap_future(self.store.rows(table.name))
            self.table = Table.rebuilt(table.name, found)
            self.chronicle = Chronicle(self.table)
            raise Stale("somebody else was faster") from None
        for event, action in happening:
            table.apply(event, action)

    # ------------------------------------------------------------------ guests

    def come(self, guest: Guest) -> None:
        """A guest opens a connection."""
        same = [other for other in self.guests if other.holder == guest.holder]
        if len(same) >= WINDOWS:
            same[0].lose()
        self.guests[guest] = None
        self.tell_presence()
        self.wake_bots()

    def go(self, guest: Guest) -> None:
        """A guest's connection is closed."""
        self.guests.pop(guest, None)
        self.tell_presence()

    @property
    def here(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return frozenset(seat for guest in self.guests for seat in self.table.held_by(guest.holder))

    @property
    def moment(self) -> Moment:
        """The table as it is now; what one guest is shown of it need not be found again for the next."""
        last, table = self.last_moment, self.table
        if last.table is not table or last.seq != table.seq:
            self.last_moment = Moment(table, table.state)
            self.screens.clear()
        return self.last_moment

    def screen(self, sight: Sight, here: frozenset[int]) -> Screen:
        """What is seen from somewhere; the same screen for all who look from there."""
        moment = self.moment
        if (sight, here) not in self.screens:
            self.screens[sight, here] = seen(moment, self.chronicle, sight, here)
        return self.screens[sight, here]

    def show(self, guest: Guest, since: int | None = None) -> None:
        """Show a guest the whole table."""
        guest.screen = self.screen(guest.sight, self.here)
        host = guest.holder == self.table.opened.host
        guest.tell(whole(guest.screen, self.table.held_by(guest.holder), host, since))

    def broadcast(self) -> None:
        """Show everybody what has changed; guests who look from the same place get the same bytes."""
        here = self.here
        written: dict[int, str] = {}
        for guest in list(self.guests):
            if guest.screen is None:
                continue
            try:
                old, new = guest.screen, self.screen(guest.sight, here)
                if not continues(old, new):
                    self.show(guest)
                    continue
                if id(old) not in written:
                    written[id(old)] = write_message(moved(old, new))
            except Exception:
                LOG.exception("table %s cannot be shown from %s", self.table.name, guest.sight)
                continue
            guest.screen = new
            guest.send(written[id(old)])

    def tell_presence(self) -> None:
        """Tell who is here, where that is news."""
        here = self.here
        for guest in self.guests:
            if guest.screen is None or guest.screen.state.seq != self.table.seq:
                continue
            old, guest.screen = guest.screen, self.screen(guest.sight, here)
            if guest.screen.state.seats != old.state.seats:
                guest.tell(Presence(guest.screen.state.seats))

    # ------------------------------------------------------------------ bots

    def wake_bots(self) -> None:
        """Let bots think if one has to decide."""
        if (self.bots is None or self.bots.done()) and self.table.bot_to_play() is not None:
            self.bots = asyncio.create_task(self._play_bots(), name=f"bots of {self.table.name}")

    def stop(self) -> None:
        """Let the bots stop."""
        if self.bots is not None:
            self.bots.cancel()

    async def _play_bots(self) -> None:
        while (seat := self.table.bot_to_play()) is not None:
            table, seq = self.table, self.table.seq
            try:
                _, action = await asyncio.gather(
                    asyncio.sleep(self.pace),
                    self.thinkers.choose(table.seats[seat].level, table.imagined(seat, new_seed()), seat),
                )
                async with self.turnstile:
                    if self.table.bot_plays(seat) and self.table.fresh(seat, seq):
                        self.table.check(seat, [action])
                        await self.write((Played(seat, self.table.game.text(action)), action))
                        self.broadcast()
            except Stale:
                continue
            except Exception:
                LOG.exception("the bots of table %s stopped", self.table.name)
                return
