"""What can happen at a table, one row of its log each; a table is rebuilt from its rows alone."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from cloudtop.core.errors import CloudtopError
from cloudtop.core.fair import digest, seal_of
from cloudtop.core.game import Value

SeatKind = Literal["me", "here", "friend", "open", "bot"]
"""The opener's own, another one on the same device, for who gets its link, for whoever comes first, or a bot's."""


GRACE = 120
"""Seconds a player may be away before the host may let a bot play, unless the table was opened with others."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it was laid out when the table was opened."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    key: str = ""
    """The hash of the key in its link; empty where no link leads to it."""
    holder: str = ""
    """The hash of the token of the browser that sits there from the beginning."""


class Opened(msgspec.Struct, frozen=True, tag="opened", omit_defaults=True):
    """The table was opened: everything the game is determined by, besides its moves."""

    game: str
    rules: int
    options: dict[str, Value]
    places: list[Place]
    seed: int | None
    """None where the deal is given instead, or follows from the shuffle and the cuts."""
    salt: str = ""
    """Sealed with the seed, as it was done before players cut."""
    host: str = ""
    """The hash of the opener's token."""
    watch: str = ""
    """The hash of the key in the spectators' link."""
    deal: dict[str, Any] | None = None
    notes: dict[str, str] = {}
    """Further headers of the record the table goes on from."""
    box: dict[str, Any] | None = None
    """What is in the box, where it is not the printed one."""
    printed: str = ""
    """The digest of the printed box, where it is played with that; empty in old logs: the one of their rules."""
    forget: bool = False
    """Whether the pages hide what everybody saw and has to keep in mind."""
    shuffle: str = ""
    """The house's part of the deal, shown when the game is over; the players' parts follow until it is dealt."""
    cuts: Literal["open", "sealed"] = "open"
    """Whether players seal their cuts before any is opened; `open` is the way of older tables."""
    grace: int = GRACE
    """Seconds a player may be away before the host may let a bot play."""
    at: int = 0
    """When, in seconds since 1970; 0 where nobody noted it."""

    @property
    def commitment(self) -> str:
        """What may be shown of the house's part: it binds the house, and tells nothing; empty if nothing was sealed."""
        if self.shuffle:
            return seal_of(self.shuffle)
        return digest(f"{self.salt}{self.seed}") if self.salt else ""


class Sealed(msgspec.Struct, frozen=True, tag="sealed"):
    """A seat sealed its cut: it can no longer be changed, and nobody knows it yet."""

    seat: int
    seal: str
    holder: str
    """The hash of the token of the browser that knows the cut."""


class AllSealed(msgspec.Struct, frozen=True, tag="all-sealed"):
    """All seals are on the table: the cuts of these seats go into the deal, and are opened from now on."""

    seats: tuple[int, ...]
    at: int
    """When, in seconds since 1970."""


class Cut(msgspec.Struct, frozen=True, tag="cut"):
    """A seat opened its cut, the random part that its browser adds to the deal."""

    seat: int
    cut: str


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """It was dealt. A seat without a cut adds nothing; one whose cut stays sealed is a bot's to the end."""


class Played(msgspec.Struct, frozen=True, tag="played", omit_defaults=True):
    """A seat made a move, in notation."""

    seat: int
    move: str
    nonce: str = ""
    comment: str = ""
    before: tuple[str, ...] = ()
    """Comments that stand above the move in its record."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back"):
    """A seat took back moves; so many stand."""

    seat: int
    keep: int
    nonce: str = ""


class SatDown(msgspec.Struct, frozen=True, tag="sat-down"):
    """A browser took a seat by its link; a link is good for one."""

    seat: int
    holder: str
    at: int = 0
    """When, in seconds since 1970; 0 where nobody noted it."""


class SentAway(msgspec.Struct, frozen=True, tag="sent-away"):
    """A browser no longer holds a seat; a link that it may have made is good for nobody."""

    seat: int
    holder: str


class Linked(msgspec.Struct, frozen=True, tag="linked"):
    """A new link was made for a seat, to go on with another device."""

    seat: int
    key: str


class Lent(msgspec.Struct, frozen=True, tag="lent", omit_defaults=True):
    """A bot of a level plays for a seat until it is taken back."""

    seat: int
    level: str
    away: bool = False
    """Whether the host did it while the player was away; the player has it back by coming."""


class Reclaimed(msgspec.Struct, frozen=True, tag="reclaimed"):
    """A seat was taken back from its bot."""

    seat: int


class Renamed(msgspec.Struct, frozen=True, tag="renamed"):
    """A seat's player is called something else."""

    seat: int
    name: str


class Closed(msgspec.Struct, frozen=True, tag="closed", omit_defaults=True):
    """Whoever runs the server closed the table: nothing is played there any more."""

    again: bool = False
    """Whether it was opened again."""


SeatChange = SatDown | SentAway | Linked | Lent | Reclaimed | Renamed
Event = Opened | Sealed | AllSealed | Cut | Dealt | Played | TakenBack | Closed | SeatChange


def write_event(event: Event) -> str:
    """A row of the log as text."""
    return msgspec.json.encode(event).decode()


KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(Event))


class UnknownEvent(CloudtopError):
    """Something happened that this program does not know."""


class _Kind(msgspec.Struct):
    type: str


_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def read_event(text: str) -> Event:
    """A row of the log from its text; `UnknownEvent` for a kind that only another program knows."""
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError:
        kind = msgspec.json.decode(text, type=_Kind).type
        if kind not in KINDS:
            raise UnknownEvent(f"no event is of the kind {kind!r}") from None
        raise
