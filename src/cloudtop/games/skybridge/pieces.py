"""The pieces in the box, read from `pieces.toml` or written by an owner, checked, and who gets which of them."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from cloudtop.core.board import Component
from cloudtop.core.errors import BadPieces

COLOUR_NAMES = ("cinnabar", "honey", "indigo", "jade")
"""The colours, in the order in which they are numbered; who plays which is a matter of the box."""
KINDS = ("block3", "block2", "roof", "bridge")
"""The kinds of pieces, in the order in which they are numbered."""
KIND_LETTERS = "32rb"
"""How they are written."""
BLOCK3: Final = 0
BLOCK2: Final = 1
ROOF: Final = 2
BRIDGE: Final = 3


NOTATION: Final = [[colour[0] + kind for kind in KIND_LETTERS] for colour in COLOUR_NAMES]
"""By colour and kind, a piece in writing."""


class Piece(NamedTuple):
    """A piece: its colour and its kind, both as numbers.

    >>> str(Piece(colour=0, kind=BLOCK3))
    'c3'
    """

    colour: int
    kind: int

    def __str__(self) -> str:
        return NOTATION[self.colour][self.kind]

    @property
    def colour_name(self) -> str:
        """What its colour is called."""
        return COLOUR_NAMES[self.colour]

    @property
    def kind_name(self) -> str:
        """What its kind is called."""
        return KINDS[self.kind]


PIECES = {
    str(piece): piece
    for colour in range(len(COLOUR_NAMES))
    for kind in range(len(KINDS))
    for piece in [Piece(colour, kind)]
}
"""Every piece by its notation: a colour's letter and a kind's."""
LETTERS = {colour[0]: number for number, colour in enumerate(COLOUR_NAMES)}
"""Every colour's number by its letter."""

# ---------------------------------------------------------------------- what is in the box, and who gets it


class Kind(NamedTuple):
    """One kind of piece."""

    name: str
    storeys: int
    each: int
    """How many of them there are of every colour."""
    neutral: int
    """How many of the neutral colour each of three players is given."""


class Box(Component):
    """All that is in the box."""

    __slots__ = ("colours", "kinds", "neutral", "order", "storeys")

    def __init__(self, colours: tuple[str, ...], kinds: tuple[Kind, ...]) -> None:
        self.colours = colours
        """The four colours in the order in which seats take them."""
        self.kinds = kinds
        """The kinds of pieces, in the order in which they are numbered."""
        self.order = tuple([COLOUR_NAMES.index(colour) for colour in colours])
        """The numbers of the colours, in the order in which seats take them."""
        self.neutral = self.order[3]
        """`three-players`: the last colour belongs to nobody."""
        self.storeys = len(colours) * sum(kind.each * kind.storeys for kind in kinds)
        """How many storeys all pieces have together: no tower is taller."""

    def storeys_of(self, piece: Piece) -> int:
        """What a piece adds to a tower."""
        return self.kinds[piece.kind].storeys

    def own_colours(self, players: int, seat: int) -> tuple[int, ...]:
        """The colours that score for a seat: one, or with `two-players` two."""
        return self.order[seat::2] if players == 2 else (self.order[seat],)

    def first_hand(self, players: int, seat: int) -> dict[Piece, int]:
        """How many of each piece a seat begins with, its own and with `three-players` some neutral ones."""
        hand = {
            Piece(colour, number): kind.each
            for colour in self.own_colours(players, seat)
            for number, kind in enumerate(self.kinds)
        }
        if players == 3:
            hand |= {Piece(self.neutral, number): kind.neutral for number, kind in enumerate(self.kinds)}
        return {piece: count for piece, count in hand.items() if count}

    def plain(self) -> dict[str, Any]:
        """The box as plain data, as in `pieces.toml`."""
        pieces = {
            kind.name: {"storeys": kind.storeys, "each": kind.each, "neutral": kind.neutral} for kind in self.kinds
        }
        return {"colours": list(self.colours), "pieces": pieces}


# ---------------------------------------------------------------------- what can be in a box

MOST_STOREYS, MOST_PIECES = 5, 9


class Allowed(NamedTuple):
    """The numbers that a kind of piece can have, and why no others."""

    storeys: tuple[range, str]
    each: tuple[range, str]
    neutral: tuple[range, str]


A_BLOCK = Allowed(
    (range(1, MOST_STOREYS + 1), "a block adds at least a storey, and taller ones cannot be drawn"),
    (range(MOST_PIECES + 1), "more do not fit into a tray"),
    (range(MOST_PIECES // 3 + 1), "three players share what there is of the neutral colour"),
)
NONE_NEUTRAL = (range(1), "the rulebook gives three players neutral blocks alone")
ALLOWED: Mapping[str, Allowed] = {
    "block3": A_BLOCK,
    "block2": A_BLOCK,
    "roof": Allowed((range(1), "the rulebook counts a roof as no storey"), A_BLOCK.each, NONE_NEUTRAL),
    "bridge": Allowed(
        (range(1, 2), "the rulebook counts a bridge as one storey"),
        (range(2), "a bridge is told from others by its colour, so a colour has no second one"),
        NONE_NEUTRAL,
    ),
}


def box_of(data: Mapping[str, Any]) -> Box:
    """The box that plain data describes; `BadPieces` if it is not one that the rules can be played with."""
    box = table(data, ("colours", "pieces"))
    pieces = table(box["pieces"], KINDS, "pieces")
    colours = read_colours(box["colours"])
    kinds = tuple(read_kind(name, table(pieces[name], Allowed._fields, "pieces", name)) for name in KINDS)
    check_together(kinds)
    return Box.of(colours, kinds)


def table(given: object, keys: Collection[str], *at: str) -> Mapping[str, Any]:
    """A table that has exactly these keys."""
    where = ".".join(at) or "the box"
    if not isinstance(given, Mapping):
        raise BadPieces(f"{where} must be a table with {', '.join(keys)}, not {given!r}", *at)
    for key in given:
        if key not in keys:
            raise BadPieces(f"{where} has no {key!r}; expected {', '.join(keys)}", *at, str(key))
    for key in keys:
        if key not in given:
            raise BadPieces(f"{where} lacks {key!r}", *at)
    return given


def read_colours(given: object) -> tuple[str, ...]:
    """The four colours, in any order."""
    if not isinstance(given, list | tuple) or sorted(map(str, given)) != sorted(COLOUR_NAMES):
        raise BadPieces(
            f"colours: expected {', '.join(COLOUR_NAMES)}, each once and in any order, not {given!r}: "
            "the rulebook has four, and the game has words, letters and lacquers for these",
            "colours",
        )
    return tuple(map(str, given))


def read_kind(name: str, given: Mapping[str, Any]) -> Kind:
    """One kind of piece, each of its numbers within what is allowed."""
    numbers = []
    for key, (allowed, why) in ALLOWED[name]._asdict().items():
        number = given[key]
        if type(number) is not int or number not in allowed:
            expected = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise BadPieces(f"pieces.{name}.{key}: expected {expected}, not {number!r}: {why}", "pieces", name, key)
        numbers.append(number)
    return Kind(name, *numbers)


def check_together(kinds: tuple[Kind, ...]) -> None:
    """Refuse numbers that are well by themselves, but not together."""
    for kind in kinds:
        if 3 * kind.neutral > kind.each:
            raise BadPieces(
                f"pieces.{kind.name}.neutral: three players cannot be given {kind.neutral} each of {kind.each}",
                *("pieces", kind.name, "neutral"),
            )
    if kinds[BLOCK3].storeys == kinds[BLOCK2].storeys:
        raise BadPieces(
            "pieces.block2.storeys: the two kinds of blocks are told apart by their storeys",
            *("pieces", "block2", "storeys"),
        )
    if not kinds[BLOCK3].each + kinds[BLOCK2].each:
        raise BadPieces(
            "pieces.block3.each: without a block of either kind nobody could begin", *("pieces", "block3", "each")
        )


BOX = box_of(tomllib.loads((files(__package__) / "pieces.toml").read_text(encoding="utf-8")))
"""The printed box."""
