"""Moves as values: what they are called, how they are written and read, how they are numbered. Compiled.

A move is a piece, `@`, where it goes: `c3@b2` is the cinnabar block of 3 on b2, `ir@a1` the indigo roof on a1,
`jb@a1-b1` the jade bridge from a1 to b1. Reading is generous: case, spaces, `@` and `-` do not matter, a bridge's
ends come in any order, and the colour may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from cloudtop.core.moves import Moves
from cloudtop.games.skybridge.pieces import (
    BLOCK2,
    BLOCK3,
    BRIDGE,
    COLOUR_NAMES,
    KIND_LETTERS,
    LETTERS,
    PIECES,
    ROOF,
    Piece,
)

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge

# ---------------------------------------------------------------------- what a move is


class Cell(NamedTuple):
    """A foundation, by its column and row counted from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return "abc"[self.column] + "123"[self.row]

    def beside(self, other: Cell) -> bool:
        """Whether two foundations share a side of the grid: never diagonal."""
        return abs(self.column - other.column) + abs(self.row - other.row) == 1


class Block(NamedTuple):
    """Put a block on a tower or a bare foundation."""

    colour: int
    kind: int
    """`BLOCK3` or `BLOCK2`."""
    cell: Cell

    @property
    def piece(self) -> Piece:
        """The piece that is placed."""
        return Piece(self.colour, self.kind)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where it goes."""
        return (self.cell,)

    def __str__(self) -> str:
        return f"{self.piece}@{self.cell}"


class Roof(NamedTuple):
    """Close a tower."""

    colour: int
    cell: Cell

    @property
    def piece(self) -> Piece:
        """The piece that is placed."""
        return Piece(self.colour, ROOF)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where it goes."""
        return (self.cell,)

    def __str__(self) -> str:
        return f"{self.piece}@{self.cell}"


class Bridge(NamedTuple):
    """Lay a bridge on two towers; `near` is the one that is numbered lower."""

    colour: int
    near: Cell
    far: Cell

    @property
    def piece(self) -> Piece:
        """The piece that is placed."""
        return Piece(self.colour, BRIDGE)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where its ends go."""
        return (self.near, self.far)

    def __str__(self) -> str:
        return f"{self.piece}@{self.near}-{self.far}"


class Pass(NamedTuple):
    """Place nothing: `pass` is never a move, so it has no number."""

    def __str__(self) -> str:
        return "pass"


Placement = Block | Roof | Bridge
Move = Placement | Pass

# ---------------------------------------------------------------------- how moves are numbered

FOUNDATIONS: Final[tuple[Cell, ...]] = tuple([Cell(column, row) for row in range(3) for column in range(3)])
"""Cells are numbered row by row: a1 b1 c1 a2 b2 c2 a3 b3 c3 are 0 to 8."""
CELLS: Final = {str(cell): cell for cell in FOUNDATIONS}
"""Every foundation by its name."""


def moves_of(colour: int) -> list[Move]:
    """A colour's moves: each kind of piece on each foundation, and its bridge on each pair of them.

    The pairs that are no neighbours are there to be refused by name.
    """
    found: list[Move] = []
    found.extend([Block(colour, BLOCK3, cell) for cell in FOUNDATIONS])
    found.extend([Block(colour, BLOCK2, cell) for cell in FOUNDATIONS])
    found.extend([Roof(colour, cell) for cell in FOUNDATIONS])
    found.extend([Bridge(colour, near, far) for near, far in combinations(FOUNDATIONS, 2)])
    return found


MOVES: Final[Moves[Move]] = Moves([move for colour in range(len(COLOUR_NAMES)) for move in moves_of(colour)])
PLACEMENTS: Final[list[Placement]] = [move for move in MOVES if not isinstance(move, Pass)]
"""The same by number, as what they all are."""

COLOUR_OF: Final[list[int]] = [move.colour for move in PLACEMENTS]
KIND_OF: Final[list[int]] = [move.piece.kind for move in PLACEMENTS]
CELL_OF: Final[list[int]] = [FOUNDATIONS.index(move.cells[0]) for move in PLACEMENTS]
"""The number of the cell a piece goes to; of a bridge, its near one."""
FAR_CELL_OF: Final[list[int]] = [FOUNDATIONS.index(move.cells[-1]) for move in PLACEMENTS]
"""The number of a bridge's far cell; of any other piece, the same cell again."""

SPANS: Final[list[tuple[int, int]]] = [
    (near, far) for near, far in combinations(range(len(FOUNDATIONS)), 2) if FOUNDATIONS[near].beside(FOUNDATIONS[far])
]
"""The twelve pairs of neighbouring cells that a bridge can span."""
SPAN_OF: Final[list[int]] = [
    SPANS.index(ends) if ends in SPANS else -1 for ends in zip(CELL_OF, FAR_CELL_OF, strict=True)
]
"""The number of the span that a bridge lies on; -1 for all that can lie on none."""

# ---------------------------------------------------------------------- how a move is read

WRITTEN: Final = re.compile(rf"([{''.join(LETTERS)}]?)([{KIND_LETTERS}])([abc][123])([abc][123])?")


def readings(text: str) -> list[Move]:
    """The moves that a text can mean, in the order of their numbers; none if it is no move."""
    plain = re.sub(r"[\s@-]", "", text.lower())
    if plain == str(Pass()):
        return [Pass()]
    match = WRITTEN.fullmatch(plain)
    if match is None:
        return []
    letter, kind, *names = match.groups()
    cells = sorted([CELLS[name] for name in names if name], key=FOUNDATIONS.index)
    pieces = [PIECES[colour + kind] for colour in LETTERS if letter in ("", colour)]
    return [move for piece in pieces for move in PLACEMENTS if move.piece == piece and move.cells == tuple(cells)]


def read(state: Skybridge, seat: int, text: str) -> Sequence[Move]:
    """The moves that a text can mean; without a colour, those of the seat's colours first."""
    held = {piece.colour for piece in state.setup.box.first_hand(state.players, seat)}
    return sorted(readings(text), key=lambda move: not isinstance(move, Pass) and move.colour not in held)
