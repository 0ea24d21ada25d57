"""A table that is being played: what happens is written first, then shown to its guests; and bots play at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

from cloudtop.store import Conflict, Store, StoreFault
from cloudtop.store.arrival import arrived
from cloudtop.table import BrokenTable, Stale, Table, TableClosed
from cloudtop.table.blame import blamed
from cloudtop.table.events import (
    Closed,
    Event,
    Lent,
    Played,
    Reclaimed,
    SatDown,
    SeatChange,
    SentAway,
    TakenBack,
    read_event,
    write_event,
)
from cloudtop.web.gauges import Gauges
from cloudtop.web.limits import SLICE
from cloudtop.web.live.absent import Absent, steady_time
from cloudtop.web.live.aside import Aside
from cloudtop.web.live.bots import Thinkers
from cloudtop.web.live.dealing import Dealing
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.outrun import Outrun, persistent
from cloudtop.web.live.playing import Playing
from cloudtop.web.live.turns import Asker
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.difference import Found, continues, moved
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.phrases import failure, house_notice, names_of, notice
from cloudtop.web.render.screen import Screen, awaiting, seen, whole
from cloudtop.web.socket.messages import Notice, Presence, write_message

LOG = logging.getLogger("cloudtop.web")
T = TypeVar("T")
UNWATCHED = Gauges(dict)
"""What is counted where no host looks, as in lessons."""
WINDOWS = 16
"""So many connections one browser may have at a table; the oldest makes room for another."""


def no_notices(live: LiveTable, language: str) -> Iterable[Notice]:
    """What newcomers are told where no host says anything."""
    return ()


def nobody(table: str) -> frozenset[int]:
    """Who is connected to other servers, where there are none."""
    return frozenset()


class LiveTable:
    """A table in memory. Whatever happens is written to the store first and told afterwards, one after the other."""

    def __init__(
        self,
        table: Table,
        store: Store,
        thinkers: Thinkers,
        pace: float,
        clock: Callable[[], float] = steady_time,
        asides: Aside | None = None,
        elsewhere: Callable[[str], frozenset[int]] = nobody,
        gauges: Gauges | None = None,
    ) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.asides = asides or Aside()
        self.pace = pace
        self.elsewhere = elsewhere
        self.gauges = gauges or UNWATCHED
        self.notices: Callable[[LiveTable, str], Iterable[Notice]] = no_notices
        """What somebody is told who comes, in a language."""
        self.guests: dict[Guest, None] = {}
        """In the order in which they came."""
        self.turnstile = asyncio.Lock()
        self.playing = Playing(self)
        self.chronicle = Chronicle(table)
        self.screens: dict[tuple[Sight, frozenset[int]], Screen] = {}
        self.shown_at: tuple[Table, int] | None = None
        """The table and the event that the screens show."""
        self.absent = Absent(clock)
        self.dealing = Dealing(clock)
        self.behind = False
        """Whether the table will look what another server wrote."""
        self.doubtful = False
        """Whether something may have been written that is not known here."""
        self.lost = False
        """Whether something was written that cannot be understood here."""
        self.told_here: frozenset[int] = frozenset()
        """Who is connected here, as other servers were told."""
        self.opened_from = ""
        """The address that the table was opened from; not known of one that was read from the store."""
        self.last_still: Moment | None = None
        self.pictures: dict[tuple[int, str, str], asyncio.Task[str]] = {}

    # ------------------------------------------------------------------ what happens

    @persistent
    async def play(self, seat: int, seq: int, actions: Sequence[int], nonce: str = "") -> None:
        """Make moves, all or none: `Stale` if the decision is another one by now, `IllegalMove` with the rule broken.

        A nonce that has been seen is a repetition: the moves are made, and nothing happens.
        """
        async with self.turnstile:
            if nonce and (seat, nonce) in self.table.nonces:
                return
            self.check_fresh(seat, seq)
            self.table.check(seat, actions)
            self.table.rehearse(seat, actions)
            last = len(actions) - 1
            texts = (self.table.game.text(action) for action in actions)
            moves = [Played(seat, text, nonce if number == last else "") for number, text in enumerate(texts)]
            since = time.perf_counter()
            await self.write(*moves, actions=actions)
            await self.broadcast()
            self.gauges.moved(self.table.game.name, "person", len(moves), since)
        self.wake_bots()

    @persistent
    async def undo(self, seat: int, seq: int, nonce: str) -> bool:
        """Take back the seat's last decision; False if it may not."""
        async with self.turnstile:
            if (seat, nonce) in self.table.nonces:
                return True
            self.check_fresh(seat, seq)
            keep = self.table.undo_keeps(seat)
            if keep is None:
                return False
            await self.write(TakenBack(seat, keep, nonce))
            await self.broadcast()
        self.wake_bots()
        return True

    @persistent
    async def change(self, event: SeatChange, check: Callable[[], None] | None = None) -> None:
        """Let a seat change hands, or its name; what may forbid it is asked when nothing else happens any more."""
        async with self.turnstile:
            if check is not None:
                check()
            await self.write(event)
            await self._write_all(self.dealing.next(self.table, self.here))
            await self.broadcast()
        self.wake_bots()

    @persistent
    async def greet(self, holder: str, sealed: str | None, cut: str | None) -> None:
        """Let a browser that came have its seats back from bots that stood in, and seal or open its cut."""
        if self.table.closed:
            return
        async with self.turnstile:
            before = self.table.seq
            for seat in self.table.held_by(holder):
                if self.table.seats[seat].lent_away:
                    await self.write(Reclaimed(seat))
                    self.tell_all("back", seat)
            events, declined = self.dealing.said(self.table, holder, sealed, cut, self.here)
            for seat in declined:
                self.store.tell(self.table.name, f"declines {seat}")
            await self._write_all(events)
            if self.table.seq != before:
                await self.broadcast()
        self.wake_bots()

    @persistent
    async def deal(self) -> None:
        """Deal without those who are missing; `TooEarly` while one of them may still open a cut."""
        async with self.turnstile:
            events = self.dealing.hurried(self.table, self.here)
            await self._write_all(events)
            if events:
                await self.broadcast()
        self.wake_bots()

    async def deal_if_ready(self) -> None:
        """Go on towards the deal after something happened at another server."""
        try:
            await self._deal_if_ready()
        except (StoreFault, Stale, TableClosed):
            LOG.exception("table %s cannot be dealt now", self.table.name)

    @persistent
    async def _deal_if_ready(self) -> None:
        async with self.turnstile:
            events = self.dealing.next(self.table, self.here)
            await self._write_all(events)
            if events:
                await self.broadcast()
        self.wake_bots()

    async def _write_all(self, events: Sequence[Event]) -> None:
        if events:
            await self.write(*events)

    @persistent
    async def sit_down(self, key: str, holder: str) -> int | None:
        """Let a browser take the seat that a link, known by the hash of its key, leads to; None if it is taken."""
        async with self.turnstile:
            seat = self.table.seat_of_key(key)
            if seat is not None:
                await self.write(SatDown(seat, holder, int(self.absent.clock())))
                await self.broadcast()
        return seat

    @persistent
    async def send_away(self, seat: int, holder: str) -> None:
        """Let a browser no longer hold a seat; its windows close, and it has to be let in again."""
        async with self.turnstile:
            await self.write(SentAway(seat, holder))
            table = self.table
            self._close_windows(holder)
            await self.broadcast()
        if not table.held_by(holder) and holder != table.opened.host:
            await asyncio.wrap_future(self.store.dismiss(holder, table.name))

    def _close_windows(self, holder: str) -> None:
        """Let every window of a browser that no longer holds its seat be closed."""
        for guest in [guest for guest in self.guests if guest.holder == holder]:
            guest.sight = guest.sight._replace(you=None)
            guest.screen = None
            guest.lose()

    def check_fresh(self, seat: int, seq: int) -> None:
        """Raise `Stale` if the seat's decision is no longer the one it was at that event."""
        if not self.table.fresh(seat, seq):
            raise Stale("the table has moved on")

    async def write(self, *events: Event, actions: Sequence[int] = ()) -> None:
        """Let events happen, all or none: written first, then true; moves come checked, with their numbers.

        The turnstile must be held. If another server was faster the log is read anew and the events are stale.
        """
        table = self.table
        if table.closed:
            raise TableClosed(f"table {table.name} was closed by whoever runs the server")
        rows = [write_event(event) for event in events]
        try:
            since = time.perf_counter()
            await arrived(self.store.append(table.name, table.seq + 1, *rows))
            self.gauges.kept(since)
        except Conflict:
            if not await self._read_on():
                raise StoreFault(f"table {table.name} is no longer kept") from None
            await self.broadcast()
            raise Outrun("somebody else was faster") from None
        except StoreFault:
            # It may have been written all the same.
            self.doubtful = self.store.shared
            raise
        try:
            for event, action in zip_longest(events, actions):
                table.apply(event, action)
        except (Exception, SystemExit):
            # A game that fails where it did not fail before has left a position that nobody can trust.
            await self.read_again()
            raise

    async def read_again(self) -> None:
        """Let the table be what its log says."""
        name = self.table.name
        found = await asyncio.wrap_future(self.store.rows(name))
        if not found:
            raise StoreFault(f"table {name} is no longer kept") from None
        self.table = Table.rebuilt(name, found)
        self.chronicle = Chronicle(self.table)

    # ------------------------------------------------------------------ other servers

    async def catch_up(self) -> None:
        """Let happen here what another server has written."""
        async with self.turnstile:
            self.behind = False
            try:
                if await self._read_on():
                    await self.broadcast()
                self.doubtful = False
            except StoreFault:
                self.doubtful = True
            except BrokenTable:
                LOG.exception("table %s leaves memory", self.table.name)
            except (Exception, SystemExit):
                LOG.exception("table %s cannot be read on", self.table.name)
        if not self.table.dealt:
            await self.deal_if_ready()
        self.wake_bots()

    async def _read_on(self) -> bool:
        """Whether there was something new in the log; it is true here now. The turnstile must be held."""
        table = self.table
        found = await asyncio.wrap_future(self.store.rows(table.name, table.seq + 1))
        for row in found:
            try:
                event = read_event(row)
                table.apply(event)
            except Exception as error:
                # A newer server may have written what this one cannot read.
                self.lost = True
                for guest in list(self.guests):
                    guest.lose()
                raise BrokenTable(f"table {table.name} cannot be read on: {error}") from error
            if isinstance(event, SentAway):
                self._close_windows(event.holder)
            elif isinstance(event, Closed):
                self.tell_closed()
            elif isinstance(event, Reclaimed):
                self.tell_all("back", event.seat)
            elif isinstance(event, Lent):
                self.tell_all("lent" if event.away else "bot", event.seat, event.level)
        return bool(found)

    def tell_neighbours(self, if_somebody: bool = False) -> None:
        """Tell other servers who is connected here."""
        self.told_here = self.connected
        if self.store.shared and (self.told_here or not if_somebody):
            self.store.tell(self.table.name, " ".join(["here", *map(str, sorted(self.told_here))]))

    def note_presence(self) -> None:
        """Somebody came or left, here or at another server; others hear of it where that is news to them."""
        self.absent.note(self.here)
        self.tell_presence()
        if self.connected != self.told_here:
            self.tell_neighbours()

    # ------------------------------------------------------------------ guests

    def come(self, guest: Guest) -> None:
        """A guest opens a connection."""
        same = [other for other in self.guests if other.holder == guest.holder]
        if len(same) >= WINDOWS:
            same[0].lose()
        self.guests[guest] = None
        self.note_presence()
        self.wake_bots()

    def go(self, guest: Guest) -> None:
        """A guest's connection is closed."""
        self.guests.pop(guest, None)
        self.note_presence()

    def patience(self, seat: int) -> float:
        """How many seconds are left until the host may let a bot play for a seat; none where nobody ever sat."""
        if not self.table.seats[seat].holders:
            return 0.0
        return self.absent.patience(seat, self.here, self.table.opened.grace)

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose players are connected to this server."""
        holders = {guest.holder for guest in self.guests}
        return frozenset([seat.number for seat in self.table.seats if not holders.isdisjoint(seat.holders)])

    @property
    def ways(self) -> int:
        """In how many ways the table is looked at: each is found by itself whenever something changes."""
        return len({guest.sight for guest in self.guests})

    @property
    def here(self) -> frozenset[int]:
        """The seats whose players are connected, to whichever server."""
        return self.connected | self.elsewhere(self.table.name)

    @property
    def moment(self) -> Moment:
        """The table as it is now; what one guest is shown of it need not be found again for the next."""
        return self.chronicle.now()

    def screen(self, sight: Sight, here: frozenset[int]) -> Screen:
        """What is seen from somewhere; the same screen for all who look from there."""
        table = self.table
        if self.shown_at != (table, table.seq):
            self.screens.clear()
            self.shown_at = table, table.seq
        if (sight, here) not in self.screens:
            shown = seen(self.moment, self.chronicle, sight, here) if table.dealt else awaiting(table, sight, here)
            self.screens[sight, here] = shown
        return self.screens[sight, here]

    def show(self, guest: Guest, since: int | None = None) -> None:
        """Show a guest the whole table."""
        guest.screen = self.screen(guest.sight, self.here)
        host = guest.holder == self.table.opened.host
        away = self.absent.told(self.here, self.table)
        guest.tell(whole(guest.screen, self.table.held_by(guest.holder), host, since, away))

    async def broadcast(self) -> None:
        """Show everybody what has changed; guests who look from the same place get the same bytes.

        Others have their turn in between. Nothing happens at the table meanwhile: the turnstile must be held.
        """
        here = self.here
        written: dict[int, str] = {}
        changes, began = Found(), time.perf_counter()
        for guest in list(self.guests):
            if time.perf_counter() - began > SLICE:
                await asyncio.sleep(0)
                began = time.perf_counter()
            # Whoever has come meanwhile has seen it already, and whoever has gone looks no more.
            if guest.screen is None or guest not in self.guests:
                continue
            try:
                old, new = guest.screen, self.screen(guest.sight, here)
                if old is new:
                    continue
                if not continues(old, new):
                    self.show(guest)
                    continue
                if id(old) not in written:
                    written[id(old)] = write_message(moved(old, new, changes))
            except (Exception, SystemExit) as error:
                LOG.exception("table %s cannot be shown from %s", self.table.name, guest.sight)
                guest.tell(failure("game-fault" if blamed(error) else "fault", guest.sight.lang))
                continue
            guest.screen = new
            guest.send(written[id(old)])
        self.chronicle.shown()

    def tell_presence(self) -> None:
        """Tell who is here, where that is news."""
        here = self.here
        for guest in self.guests:
            if guest.screen is None or guest.screen.common.seq != self.table.seq:
                continue
            old = guest.screen
            try:
                guest.screen = self.screen(guest.sight, here)
            except (Exception, SystemExit):
                # Who comes or goes must not be held up by a game that cannot show itself; a move tells of it.
                LOG.exception("table %s cannot be shown from %s", self.table.name, guest.sight)
                continue
            if guest.screen.common.seats != old.common.seats:
                guest.tell(Presence(guest.screen.common.seats, self.absent.told(here, self.table)))

    def tell_fault(self) -> None:
        """Tell everybody that the game itself has failed."""
        for guest in self.guests:
            guest.tell(failure("game-fault", guest.sight.lang))

    def tell_closed(self) -> None:
        """Tell everybody that the table was closed, or opened again."""
        for guest in self.guests:
            guest.tell(house_notice("closed" if self.table.closed else "reopened", guest.sight.lang))

    def tell_all(self, word: str, seat: int, level: str = "") -> None:
        """Tell everybody what happened to a seat, each in their own language."""
        for guest in self.guests:
            if guest.screen is not None:
                guest.tell(notice(self.table, word, seat, level, guest.sight.lang))

    # ------------------------------------------------------------------ questions

    async def aside(self, asker: Asker, work: Callable[[Moment], T]) -> T:
        """What is found about the table as it is now, while the house goes on; `Busy` if too much is asked."""
        moment = self.still_moment()
        return await self.asides.ask(asker, lambda: work(moment))

    def still_moment(self) -> Moment:
        """The table as it is now and stays, whatever happens: to be looked at beside the loop."""
        last = self.last_still
        if last is None or last.seq != self.table.seq or last.table.opened is not self.table.opened:
            frozen = self.table.still()
            last = self.last_still = Moment(frozen, frozen.state)
        return last

    async def picture(self, language: str, theme: str, asker: Asker) -> str:
        """The table as a spectator sees it; drawn once for all who ask, in the turn of who asks first."""
        key = (self.table.seq, language, theme)
        self.pictures = {old: task for old, task in self.pictures.items() if old[0] == key[0]}
        if key not in self.pictures:
            self.pictures[key] = asyncio.create_task(self.aside(asker, lambda moment: drawn(moment, language, theme)))
        try:
            return await asyncio.shield(self.pictures[key])
        except Exception:
            self.pictures.pop(key, None)
            raise

    # ------------------------------------------------------------------ bots

    @property
    def owner(self) -> Asker:
        """For whom bots think here: who opened the table, from where its players are, or else who looks on."""
        host, guests = self.table.opened.host, list(self.guests)
        players = [guest for guest in guests if self.table.held_by(guest.holder)]
        address = next((guest.address for guest in (*players, *guests)), self.opened_from)
        return Asker(host, self.table.name, address or host)

    @property
    def awake(self) -> bool:
        """Whether bots play on: at a table of bots alone, only while somebody looks."""
        return bool(self.guests or self.table.people)

    def wake_bots(self) -> None:
        """Let bots think if one has to decide and the table is awake."""
        if not self.awake or self.playing.busy:
            return
        try:
            asked = self.table.bot_to_play() is not None
        except (Exception, SystemExit):
            LOG.exception("table %s does not say whose turn it is", self.table.name)
            self.tell_fault()
            return
        if asked:
            self.playing.begin()


def drawn(moment: Moment, language: str, theme: str) -> str:
    """A table as a picture, as a spectator sees it."""
    return moment.game.picture(moment.view(None), language, theme, names=names_of(moment.table, language))
