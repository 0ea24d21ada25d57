"""The seats of a table: who holds them, who plays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cloudtop.table.events import Lent, Linked, Place, Reclaimed, Renamed, SatDown, SeatChange, SeatKind

NAME = 24
"""No nickname is longer."""


def tidy(name: str) -> str:
    """A nickname without control characters and needless space."""
    return " ".join("".join(letter for letter in name if letter.isprintable()).split())[:NAME]


@dataclass
class Seat:
    """One place at a table."""

    number: int
    kind: SeatKind
    name: str
    level: str
    """The bot that plays it; empty for a person."""
    key: str
    holders: set[str] = field(default_factory=set)

    @classmethod
    def laid_out(cls, number: int, place: Place) -> Seat:
        """A seat as the table was opened."""
        holders = {place.holder} if place.holder else set()
        return cls(number, place.kind, place.name, place.level if place.kind == "bot" else "", place.key, holders)

    @property
    def human(self) -> bool:
        """Whether it is a person's: among people undo has its limits, and a bot that stands in changes nothing."""
        return self.kind != "bot"

    @property
    def free(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.kind in ("friend", "open") and not self.holders

    def change(self, event: SeatChange) -> None:
        """Let it change hands, or its player's name."""
        match event:
            case SatDown(holder=holder):
                self.holders.add(holder)
                self.key = self.level = ""
            case Linked(key=key):
                self.key = key
            case Lent(level=level):
                self.level = level
            case Reclaimed():
                self.level = ""
            case Renamed(name=name):
                self.name = name
