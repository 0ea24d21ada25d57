"""The pieces in the box, read from `pieces.toml` and checked, and who gets which of them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import product, starmap
from typing import Any, Final, NamedTuple

from cloudtop.core.errors import BadPieces

KINDS = ("block3", "block2", "roof", "bridge")
"""The kinds of pieces, in the order in which they are numbered."""
BLOCK3: Final = 0
BLOCK2: Final = 1
ROOF: Final = 2
BRIDGE: Final = 3

NEUTRAL: Final = 3
"""`three-players`: the last colour belongs to nobody."""


class Kind(NamedTuple):
    """One kind of piece."""

    name: str
    letter: str
    storeys: int
    each: int
    """How many of them there are of every colour."""
    neutral: int
    """How many of the neutral colour each of three players is given."""


class Box(NamedTuple):
    """All that is in the box."""

    colours: tuple[str, ...]
    """What the colours are called, in the order in which they are numbered."""
    kinds: tuple[Kind, ...]

    @property
    def storeys(self) -> int:
        """How many storeys all pieces have together: no tower is taller."""
        return len(self.colours) * sum(kind.each * kind.storeys for kind in self.kinds)


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        table: dict[str, Any] = tomllib.loads(text)
        colours = tuple(str(colour) for colour in table["colours"])
        kinds = tuple(
            Kind(name, entry["letter"], entry["storeys"], entry["each"], entry["neutral"])
            for name, entry in table["pieces"].items()
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BadPieces(f"skybridge pieces: {error} is missing or cannot be read") from None
    check_box(colours, kinds)
    return Box(colours, kinds)


def check_box(colours: tuple[str, ...], kinds: tuple[Kind, ...]) -> None:
    """Refuse a box that does not hold four sets of eleven pieces."""
    if len(colours) != 4 or len({colour[:1] for colour in colours}) != 4:
        raise BadPieces("skybridge pieces: expected four colours with different first letters")
    if tuple(kind.name for kind in kinds) != KINDS:
        raise BadPieces(f"skybridge pieces: expected the kinds {', '.join(KINDS)} in this order")
    if len({kind.letter for kind in kinds}) != 4 or any(len(kind.letter) != 1 for kind in kinds):
        raise BadPieces("skybridge pieces: every kind needs a letter of its own")
    if sum(kind.each for kind in kinds) != 11:
        raise BadPieces("skybridge pieces: a colour has eleven pieces")
    if kinds[BRIDGE].each != 1:
        raise BadPieces("skybridge pieces: a colour has one bridge")
    if [kind.storeys for kind in kinds] != [3, 2, 0, 1]:
        raise BadPieces("skybridge pieces: blocks have 3 and 2 storeys, a roof none, a bridge one")
    if any(not 0 <= 3 * kind.neutral <= kind.each for kind in kinds):
        raise BadPieces("skybridge pieces: three players cannot be given more neutral pieces than there are")


BOX = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))


class Piece(NamedTuple):
    """A piece: its colour and its kind, both as numbers.

    >>> str(Piece(colour=0, kind=BLOCK3)), Piece(colour=0, kind=BLOCK3).storeys
    ('c3', 3)
    """

    colour: int
    kind: int

    def __str__(self) -> str:
        return BOX.colours[self.colour][0] + BOX.kinds[self.kind].letter

    @property
    def colour_name(self) -> str:
        """What its colour is called."""
        return BOX.colours[self.colour]

    @property
    def kind_name(self) -> str:
        """What its kind is called."""
        return KINDS[self.kind]

    @property
    def storeys(self) -> int:
        """What it adds to a tower."""
        return BOX.kinds[self.kind].storeys


PIECES = {str(piece): piece for piece in starmap(Piece, product(range(len(BOX.colours)), range(len(KINDS))))}
"""Every piece by its notation: a colour's letter and a kind's."""
LETTERS = {colour[0]: number for number, colour in enumerate(BOX.colours)}
"""Every colour's number by its letter."""


# ---------------------------------------------------------------------- who gets which


def own_colours(players: int, seat: int) -> tuple[int, ...]:
    """The colours that score for a seat: one, or with `two-players` two."""
    return (seat, seat + 2) if players == 2 else (seat,)


def first_hand(players: int, seat: int) -> dict[Piece, int]:
    """How many of each piece a seat begins with, its own and with `three-players` some neutral ones."""
    own = {
        Piece(colour, kind): BOX.kinds[kind].each for colour in own_colours(players, seat) for kind in range(len(KINDS))
    }
    if players == 3:
        own |= {Piece(NEUTRAL, kind): BOX.kinds[kind].neutral for kind in range(len(KINDS))}
    return {piece: count for piece, count in own.items() if count}
