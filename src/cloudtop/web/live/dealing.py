"""The way to a deal: players seal their cuts, the seals are closed, the cuts are opened, and it is dealt."""

from __future__ import annotations

from collections.abc import Callable

from cloudtop.bots.levels import LEVELS
from cloudtop.core.errors import CloudtopError
from cloudtop.core.fair import seal_of_cut
from cloudtop.table import Table
from cloudtop.table.cutting import Cutting
from cloudtop.table.events import AllSealed, Cut, Dealt, Event, Lent, Sealed

STAND_IN = LEVELS[len(LEVELS) // 2].name
"""The bot that plays a seat to the end whose player sealed a cut and did not open it."""


class TooEarly(CloudtopError):
    """A player who has sealed a cut still has time to open it."""


class Dealing:
    """The next events on the way to a deal, as a server knows who is there. Nothing is changed here."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.declined: set[int] = set()
        """Seats whose players have come and add nothing."""

    def said(
        self, table: Table, holder: str, sealed: str | None, cut: str | None, here: frozenset[int]
    ) -> tuple[list[Event], list[int]]:
        """The events that follow from what a browser said, and the seats for which it has just declined to cut."""
        if table.dealt:
            return [], []
        held, after = table.held_by(holder), table.cutting.copy()
        part = sealed if after.sealed else cut
        asked = [seat for seat in held if after.closed is None and seat in after.awaited(table.seats)]
        events: list[Event] = []
        declined: list[int] = []
        if part is None:
            declined = [seat for seat in asked if seat not in self.declined]
            self.declined.update(declined)
        else:
            again = [seat for seat in held if after.sealers.get(seat) == holder and after.seals.get(seat) != part]
            for seat in [*asked, *again] if after.closed is None else ():
                added = Sealed(seat, part, holder) if after.sealed else Cut(seat, part)
                after.apply(added)
                events.append(added)
            self.declined.difference_update(asked)
        events += self._closed(table, after, here)
        if after.sealed and cut is not None:
            events += self._opened(after, held, cut)
        return [*events, *self._dealt(table, after)], declined

    def next(self, table: Table, here: frozenset[int]) -> list[Event]:
        """The events that nobody has to be waited for any longer."""
        if table.dealt or table.closed:
            return []
        after = table.cutting.copy()
        return [*self._closed(table, after, here), *self._dealt(table, after)]

    def hurried(self, table: Table, here: frozenset[int]) -> list[Event]:
        """The events that deal without those who are missing; `TooEarly` while somebody may still open a cut.

        Before the seals are closed nobody knows a cut, so leaving somebody out chooses nothing. Afterwards it would:
        a seat that does not open is a bot's to the end of the game.
        """
        if table.dealt:
            return []
        after = table.cutting.copy()
        if after.closed is None:
            ready = tuple(seat for seat in self._ready(table, after) if seat in here)
            return [AllSealed(ready, int(self.clock()))] if ready else [Dealt()]
        if after.closed_at + table.opened.grace > self.clock():
            raise TooEarly(f"the players of table {table.name} still have time to open their cuts")
        return [*(Lent(seat, STAND_IN) for seat in after.unopened), Dealt()]

    @staticmethod
    def _ready(table: Table, after: Cutting) -> list[int]:
        """The seats that have sealed a cut and that no bot plays."""
        return sorted(seat for seat in after.seals if not table.seats[seat].level)

    def _closed(self, table: Table, after: Cutting, here: frozenset[int]) -> list[Event]:
        """Close the seals when everybody has sealed and is there to open."""
        ready = self._ready(table, after)
        waits = not self.declined.issuperset(after.awaited(table.seats)) or not here.issuperset(ready)
        if not after.sealed or after.closed is not None or waits or not ready:
            return []
        closed = AllSealed(tuple(ready), int(self.clock()))
        after.apply(closed)
        return [closed]

    @staticmethod
    def _opened(after: Cutting, held: list[int], cut: str) -> list[Event]:
        """Open the cuts of seats that this cut was sealed for."""
        events: list[Event] = []
        for seat in held:
            if seat in after.unopened and after.seals[seat] == seal_of_cut(cut):
                opened = Cut(seat, cut)
                after.apply(opened)
                events.append(opened)
        return events

    def _dealt(self, table: Table, after: Cutting) -> list[Event]:
        """Deal when nothing is missing any more."""
        if after.closed is not None:
            return [] if after.unopened else [Dealt()]
        if after.sealed and self._ready(table, after):
            return []
        return [Dealt()] if self.declined.issuperset(after.awaited(table.seats)) else []
