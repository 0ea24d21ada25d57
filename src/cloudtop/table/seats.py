"""The seats of a table: who holds them, who plays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cloudtop.table.events import Place

KINDS = ("me", "friend", "here", "bot", "open")


@dataclass
class Seat:
    """One place at a table."""

    number: int
    kind: str
    name: str
    level: str
    """The bot that plays it; empty for a person."""
    key: str
    holders: set[str] = field(default_factory=set)
    human: bool = False
    """Whether a person has ever had it: among people undo has its limits, and a bot that stands in changes nothing."""

    @classmethod
    def laid_out(cls, number: int, place: Place) -> Seat:
        """A seat as the table was opened."""
        bot = place.kind == "bot"
        holders = {place.holder} if place.holder else set()
        return cls(number, place.kind, place.name, place.level if bot else "", place.key, holders, not bot)

    @property
    def free(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.kind in ("friend", "open") and not self.holders
