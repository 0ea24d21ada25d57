"""Who is away from a table, and since when: nobody's seat is lent before they had time to come back."""

from __future__ import annotations

import time
from collections.abc import Callable

from cloudtop.table import Table
from cloudtop.web.socket.messages import Absence

BEGAN = time.time() - time.monotonic()


def steady_time() -> float:
    """Seconds since 1970, as the system told when the program began; setting its clock shortens nobody's grace."""
    return BEGAN + time.monotonic()


class Absent:
    """Since when each seat's player is away. Who has not come since the table was read is away since then."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.begun = clock()
        self.left: dict[int, float] = {}
        self.before: frozenset[int] = frozenset()

    def note(self, here: frozenset[int]) -> None:
        """Note who has just gone, of those who were here until now."""
        for seat in self.before - here:
            self.left[seat] = self.clock()
        self.before = here

    def since(self, seat: int) -> float:
        """When a player who is away was here last, in seconds since 1970."""
        return self.left.get(seat, self.begun)

    def patience(self, seat: int, here: frozenset[int], grace: int) -> float:
        """How many seconds are left of the grace that a player has; all of it while the player is here."""
        return float(grace) if seat in here else max(0.0, self.since(seat) + grace - self.clock())

    def told(self, here: frozenset[int], table: Table) -> tuple[Absence, ...]:
        """What the players are told about those who are away."""
        gone = [seat for seat in table.seats if seat.human and seat.holders and seat.number not in here]
        return tuple(Absence(seat.number, int(self.since(seat.number)), table.opened.grace) for seat in gone)
