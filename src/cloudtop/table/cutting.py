"""Seals and cuts of a table before its deal: who sealed, when the seals were closed, who has opened."""

from __future__ import annotations

from collections.abc import Sequence

from cloudtop.core.fair import is_cut, is_seal, seal_of_cut
from cloudtop.table.events import AllSealed, Cut, Sealed
from cloudtop.table.faults import BrokenTable
from cloudtop.table.seats import Seat


class Cutting:
    """The players' parts of a deal. Where they are sealed, no cut is opened before the seals are closed."""

    def __init__(self, sealed: bool, seats: int) -> None:
        self.sealed = sealed
        """Whether players seal their cuts first; at older tables they did not."""
        self.seats = seats
        self.seals: dict[int, str] = {}
        self.sealers: dict[int, str] = {}
        """The browsers that know the sealed cuts, by seat."""
        self.closed: tuple[int, ...] | None = None
        """The seats whose cuts go into the deal; None while seats may still seal."""
        self.closed_at = 0
        """When the seals were closed, in seconds since 1970."""
        self.cuts: dict[int, str] = {}

    def copy(self) -> Cutting:
        """The same seals and cuts, to be changed apart from these."""
        other = Cutting(self.sealed, self.seats)
        other.seals, other.sealers, other.cuts = dict(self.seals), dict(self.sealers), dict(self.cuts)
        other.closed, other.closed_at = self.closed, self.closed_at
        return other

    @property
    def unopened(self) -> list[int]:
        """The seats whose cuts go into the deal and are still sealed."""
        return [seat for seat in self.closed or () if seat not in self.cuts]

    def awaited(self, seats: Sequence[Seat]) -> list[int]:
        """The seats whose players have to seal, or to open, before it is dealt. A bot adds nothing."""
        if self.closed is not None:
            return self.unopened
        done = self.seals if self.sealed else self.cuts
        return [seat.number for seat in seats if not seat.level and seat.number not in done]

    def apply(self, event: Sealed | AllSealed | Cut) -> None:
        """Let a seat seal or cut, or close the seals; `BrokenTable`, and nothing changed, for what cannot be."""
        if not self._may(event):
            raise BrokenTable(f"the seals and cuts of the table do not allow {event}")
        match event:
            case Sealed(seat=seat, seal=seal, holder=holder):
                self.seals[seat], self.sealers[seat] = seal, holder
            case AllSealed(seats=seats, at=at):
                self.closed, self.closed_at = seats, at
                self.seals = {seat: self.seals[seat] for seat in seats}
            case Cut(seat=seat, cut=cut):
                self.cuts[seat] = cut

    def _may(self, event: Sealed | AllSealed | Cut) -> bool:
        match event:
            case Sealed(seat=seat, seal=seal, holder=holder):
                # A browser that has lost its note seals again.
                mine = self._free(seat, self.seals) or self.sealers.get(seat) == holder
                return self.sealed and self.closed is None and mine and is_seal(seal)
            case AllSealed(seats=seats):
                return self.sealed and self.closed is None and list(seats) == sorted(self.seals.keys() & set(seats))
            case Cut(seat=seat, cut=cut):
                return self._free(seat, self.cuts) and is_cut(cut) and self._opens(seat, cut)

    def _free(self, seat: int, done: dict[int, str]) -> bool:
        return seat in range(self.seats) and seat not in done

    def _opens(self, seat: int, cut: str) -> bool:
        return not self.sealed or (seat in (self.closed or ()) and seal_of_cut(cut) == self.seals[seat])

    def forget(self, seat: int, holder: str) -> None:
        """Drop the seal of a browser that no longer holds the seat, while seats may still seal."""
        if self.closed is None and self.sealers.get(seat) == holder:
            del self.seals[seat], self.sealers[seat]
