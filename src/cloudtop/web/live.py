"""A table that is being played: its guests, what they are shown, and the bots at it."""

from __future__ import annotations

import asyncio
import logging

from cloudtop.core.chance import new_seed
from cloudtop.core.errors import IllegalMove
from cloudtop.store import Conflict, Store
from cloudtop.table.events import Event, Played, TakenBack, write_event
from cloudtop.table.hosted import HostedTable, Stale
from cloudtop.web.changes import continues, moved
from cloudtop.web.showing import Message, Shown, Sight, seats_in_words, shown
from cloudtop.web.wire import write_message
from cloudtop.web.workers import Thinkers

LOG = logging.getLogger("cloudtop.web")
WINDOWS = 16
"""So many connections one browser may have at a table; the oldest makes room for another."""
WAITING = 128
"""So many messages may wait for a guest; one who is slower than that has to come again."""


class Guest:
    """One open connection: a browser, what it may be, and what it has on its screen.

    Messages wait in a queue of the guest's own, so that a slow one holds up nobody else.
    """

    def __init__(self, holder: str, lang: str = "en") -> None:
        self.holder = holder
        self.sight = Sight(None, lang, 0)
        self.shown: Shown | None = None
        self.cuts = False
        """Whether the browser can join texts that were cut."""
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(WAITING + 1)
        self.lost = False

    def tell(self, message: Message) -> None:
        """Send a message."""
        self.send(write_message(message))

    def send(self, text: str) -> None:
        """Send what is written already; a guest for whom too much waits is lost."""
        if self.lost:
            return
        if self.waiting.qsize() >= WAITING:
            self.lose()
        else:
            self.waiting.put_nowait(text)

    def lose(self) -> None:
        """Close the connection after what waits."""
        if not self.lost:
            self.lost = True
            self.waiting.put_nowait(None)


class LiveTable:
    """A table in memory. Whatever happens is written to the store first and told afterwards, one after the other."""

    def __init__(self, table: HostedTable, store: Store, thinkers: Thinkers, pace: float) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.guests: dict[Guest, None] = {}
        """In the order in which they came."""
        self.turnstile = asyncio.Lock()
        self.bots: asyncio.Task[None] | None = None
        self.screens: dict[Sight, Shown] = {}
        self.screens_at: tuple[int, set[int]] = (-1, set())

    # ------------------------------------------------------------------ what happens

    async def write(self, event: Event) -> None:
        """Let an event happen: written first, then true for everybody.

        The turnstile must be held. If another server was faster the log is read anew and the event is stale.
        """
        self.table.check(event)
        try:
            await asyncio.wrap_future(self.store.append(self.table.name, self.table.seq + 1, write_event(event)))
        except Conflict:
            await self._read_anew()
            raise Stale("somebody else was faster") from None
        self.table.apply(event)

    async def _read_anew(self) -> None:
        rows = await asyncio.wrap_future(self.store.rows(self.table.name))
        self.table = HostedTable.rebuilt(self.table.name, rows)
        self.screens.clear()

    async def play(self, seat: int, seq: int, action: int, nonce: str = "") -> None:
        """Make a move: `Stale` if the decision is another one by now, `IllegalMove` with the rule it breaks.

        A nonce that has been seen is a repetition: the move is made, and nothing happens.
        """
        async with self.turnstile:
            table = self.table
            if nonce and (seat, nonce) in table.nonces:
                return
            if not table.fresh(seat, seq):
                raise Stale("the table has moved on")
            table.state.check_action(action)
            if action not in table.state.legal(seat):
                raise IllegalMove(self.refusal(seat, action), table.game.text(action))
            await self.write(Played(seat, table.game.text(action), nonce))
            self.broadcast()
        self.wake_bots()

    def refusal(self, seat: int, action: int) -> str:
        """The rule that forbids a move; found on an imagined position, so that it cannot give anything away."""
        rule = self.table.imagined(seat).why_not(seat, action)
        assert rule is not None
        return rule

    async def undo(self, seat: int, seq: int, nonce: str) -> bool:
        """Take back the seat's last decision; False if it may not."""
        async with self.turnstile:
            if (seat, nonce) in self.table.nonces:
                return True
            if not self.table.fresh(seat, seq):
                raise Stale("the table has moved on")
            keep = self.table.undo_keeps(seat)
            if keep is None:
                return False
            await self.write(TakenBack(seat, keep, nonce))
            self.broadcast()
        self.wake_bots()
        return True

    async def change(self, event: Event) -> None:
        """Let a seat change hands, or its name."""
        async with self.turnstile:
            await self.write(event)
            self.broadcast()
        self.wake_bots()

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
    def here(self) -> set[int]:
        """The seats whose players are connected."""
        return {seat for guest in self.guests for seat in self.table.held_by(guest.holder)}

    def tell_presence(self) -> None:
        """Tell who is here."""
        here = self.here
        told: dict[int, Shown] = {}
        for guest in self.guests:
            if guest.shown is None:
                continue
            old = guest.shown
            if id(old) not in told:
                seats = seats_in_words(self.table, guest.sight.lang, here)
                told[id(old)] = old if old.message["seats"] == seats else old.with_seats(seats)
            guest.shown = told[id(old)]
            if guest.shown is not old:
                guest.tell({"did": "here", "seats": guest.shown.message["seats"]})

    def show(self, guest: Guest, since: int | None = None) -> None:
        """Show a guest the whole table."""
        guest.shown = self.screen(guest.sight, self.here)
        message = guest.shown.message | self.standing(guest)
        if since is not None:
            message["missed"] = sum(entry.seq > since for entry in self.table.log)
        guest.tell(message)

    def screen(self, sight: Sight, here: set[int]) -> Shown:
        """What is seen from somewhere; made once for all who look from there, until something changes."""
        if self.screens_at != (self.table.seq, here):
            self.screens.clear()
            self.screens_at = (self.table.seq, here)
        if sight not in self.screens:
            self.screens[sight] = shown(self.table, sight, here)
        return self.screens[sight]

    def standing(self, guest: Guest) -> Message:
        """What a browser is at this table."""
        return {
            "mine": self.table.held_by(guest.holder),
            "host": guest.holder == self.table.opened.host,
        }

    def broadcast(self) -> None:
        """Show everybody what has changed; guests who look from the same place get the same bytes."""
        here = self.here
        told: dict[tuple[int, Sight, bool], str] = {}
        for guest in list(self.guests):
            if guest.shown is None:
                continue
            try:
                old, new = guest.shown, self.screen(guest.sight, here)
                key = (id(old), guest.sight, guest.cuts)
                if key not in told:
                    told[key] = write_message(moved(old, new, guest.cuts) if continues(old, new) else new.message)
            except Exception:
                LOG.exception("table %s cannot be shown from %s", self.table.name, guest.sight)
                continue
            guest.shown = new
            guest.send(told[key])

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
            self.tell_thinking(seat)
            try:
                _, action = await asyncio.gather(
                    asyncio.sleep(self.pace),
                    self.thinkers.choose(table.seats[seat].level, table.imagined(seat, new_seed()), seat),
                )
                async with self.turnstile:
                    if self.table.bot_plays(seat) and self.table.fresh(seat, seq):
                        await self.write(Played(seat, table.game.text(action)))
                        self.broadcast()
            except Stale:
                continue
            except Exception:
                LOG.exception("the bots of table %s stopped", self.table.name)
                return

    def tell_thinking(self, seat: int) -> None:
        """Tell that a bot thinks."""
        text = write_message({"did": "thinking", "seat": seat})
        for guest in list(self.guests):
            if guest.shown is not None:
                guest.send(text)
