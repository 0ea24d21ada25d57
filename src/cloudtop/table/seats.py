"""The seats of a table: who holds them, who plays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cloudtop.table.events import Lent, Linked, Place, Reclaimed, Renamed, SatDown, SeatChange, SeatKind, SentAway

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
    holders: dict[str, int] = field(default_factory=dict)
    """The browsers that hold it, in the order in which they came, and since when."""
    lent_away: bool = False
    """Whether the host lets a bot play while the player is away."""
    given_up: bool = False
    """Whether it sealed a cut and did not open it: a bot plays it to the end."""

    @classmethod
    def laid_out(cls, number: int, place: Place, at: int = 0) -> Seat:
        """A seat as the table was opened."""
        holders = {place.holder: at} if place.holder else {}
        return cls(number, place.kind, place.name, place.level if place.kind == "bot" else "", place.key, holders)

    @property
    def human(self) -> bool:
        """Whether it is a person's: among people undo has its limits, and a bot that stands in changes nothing."""
        return self.kind != "bot"

    @property
    def free(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.kind in ("friend", "open") and not self.holders

    @property
    def stand_in(self) -> str:
        """The bot that plays for the seat's person; empty if there is none."""
        return self.level if self.human else ""

    def may_send_away(self, holder: str, other: str) -> bool:
        """Whether a browser may send another one away: itself, or one that came later; but never the last one."""
        came = list(self.holders)
        if holder not in came or other not in came or len(came) == 1:
            return False
        return came.index(holder) <= came.index(other)

    def change(self, event: SeatChange) -> None:
        """Let it change hands, or its player's name."""
        match event:
            case SatDown(holder=holder, at=at):
                self.holders.setdefault(holder, at)
                self.key = ""
                self._play_itself()
            case SentAway(holder=holder):
                self.holders.pop(holder, None)
                self.key = ""
            case Linked(key=key):
                self.key = key
            case Lent(level=level, away=away):
                if not self.given_up:
                    self.level, self.lent_away = level, away
            case Reclaimed():
                self._play_itself()
            case Renamed(name=name):
                self.name = name

    def _play_itself(self) -> None:
        if not self.given_up:
            self.level, self.lent_away = "", False
