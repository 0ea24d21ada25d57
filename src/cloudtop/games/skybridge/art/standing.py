"""Which piece stands where, and on what height: the towers of a view, taken apart for the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from cloudtop.games.skybridge.art.measures import SIZE, Seen
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED, Colour
from cloudtop.games.skybridge.board import Tower
from cloudtop.games.skybridge.moves import FOUNDATIONS, Cell, Placement
from cloudtop.games.skybridge.pieces import BRIDGE, PIECES, Box, Piece
from cloudtop.games.skybridge.view import Facts, WrittenTowers, written
from cloudtop.stage.projection import turned


class Standing(NamedTuple):
    """A piece on one tower: a bridge is two of these."""

    piece: Piece
    cell: Cell
    level: int
    """How many pieces are below it."""
    base: int
    """How many storeys are below it."""
    other_end: Cell | None = None
    """Of a bridge, the cell of its other end."""

    @property
    def id(self) -> str:
        """What its item is called, in every form of the board."""
        return f"piece-{self.cell}-{self.level}"

    @property
    def colour(self) -> Colour:
        """Its lacquer and glyph."""
        return COLOUR_NAMED[self.piece.colour_name]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, in the order in which a move names them."""
        if self.other_end is None:
            return (self.cell,)
        return tuple(sorted([self.cell, self.other_end], key=FOUNDATIONS.index))

    def shape(self, side: int) -> str:
        """The shape that stands on its cell, as the camera sees it."""
        if self.other_end is None:
            return self.piece.kind_name
        here, there = seen(self.cell, side), seen(self.other_end, side)
        along = "x" if here[1] == there[1] else "y"
        return f"bridge-{along}-{'rear' if here < there else 'front'}"


class Column:
    """A foundation and what stands on it, made from the column below its top piece.

    Columns are known by themselves, not by their pieces: `column` gives the very same one wherever it stands, so that
    what was drawn of it is found at once.
    """

    __slots__ = ("below", "box", "cell", "ground", "height", "pieces", "seen_at", "target", "tower")

    def __init__(self, box: Box, cell: Cell, below: Column | None = None, top: Standing | None = None) -> None:
        self.box = box
        self.cell = cell
        self.below = below
        """The same without its top piece; None of a bare foundation."""
        self.ground: Column = self if below is None else below.ground
        """Its bare foundation."""
        self.target: str = f"cell:{cell}" if below is None else below.target
        """The target that it answers to, where it does."""
        self.seen_at: list[Seen] = [seen(cell, side) for side in range(4)] if below is None else below.seen_at
        """Where the camera sees it from each side of the board."""
        self.pieces: tuple[Standing, ...] = () if below is None or top is None else (*below.pieces, top)
        """From the ground up."""
        self.tower = Tower(box, tuple([standing.piece for standing in self.pieces]))
        self.height = self.tower.height


Columns = Mapping[Cell, Column]
"""The column on every foundation."""
Ends = Mapping[Piece, tuple[Cell, ...]]
"""The cells under every bridge that lies somewhere, in the order in which a move names them."""


class Built:
    """The towers of a board, however it is looked at; known by itself like a column."""

    __slots__ = ("columns", "ends")

    def __init__(self, columns: Columns, ends: Ends) -> None:
        self.columns = columns
        self.ends = ends


@lru_cache(1 << 13)
def column(box: Box, number: int, pieces: tuple[str, ...], far: tuple[Cell | None, ...]) -> Column:
    """The column on a foundation; `far` are the other ends of its bridges, from the ground up."""
    if not pieces:
        return Column(box, FOUNDATIONS[number])
    piece, end, below_far = PIECES[pieces[-1]], None, far
    if piece.kind == BRIDGE:
        below_far, end = far[:-1], far[-1]
    below = column(box, number, pieces[:-1], below_far)
    return Column(box, below.cell, below, Standing(piece, below.cell, len(below.pieces), below.height, end))


@lru_cache(1024)
def built(box: Box, towers: WrittenTowers) -> Built:
    """The towers that are written down; found once for all who look at them."""
    laid = [bridges_in(pieces) for pieces in towers]
    ends: dict[Piece, tuple[Cell, ...]] = {}
    for cell, bridges in zip(FOUNDATIONS, laid, strict=True):
        for piece in bridges:
            ends[piece] = (*ends.get(piece, ()), cell)
    columns = [
        column(box, number, pieces, far_ends(ends, bridges, FOUNDATIONS[number]) if bridges else ())
        for number, (pieces, bridges) in enumerate(zip(towers, laid, strict=True))
    ]
    return Built(dict(zip(FOUNDATIONS, columns, strict=True)), ends)


@lru_cache(1 << 13)
def bridges_in(pieces: tuple[str, ...]) -> tuple[Piece, ...]:
    """The bridges of a tower, from the ground up."""
    return tuple([piece for name in pieces if (piece := PIECES[name]).kind == BRIDGE])


def far_ends(ends: Ends, bridges: Sequence[Piece], cell: Cell) -> tuple[Cell | None, ...]:
    """Where bridges that lie on a foundation lie as well."""
    found: list[Cell | None] = []
    for piece in bridges:
        near, *far = ends[piece]
        found.append(near if near != cell else far[0] if far else None)
    return tuple(found)


def standing_now(box: Box, facts: Facts) -> Built:
    """The towers that a view shows."""
    return built(box, written(facts))


def considered(columns: Columns, placement: Placement) -> Iterator[Standing]:
    """The piece of a placement as it would stand on what is there."""
    for cell in placement.cells:
        end = next((other for other in placement.cells if other != cell), None)
        yield Standing(placement.piece, cell, len(columns[cell].pieces), columns[cell].height, end)


@lru_cache(64)
def seen(cell: Cell, side: int) -> Seen:
    """Where the camera sees a cell from a side of the board."""
    return turned(cell, (SIZE, SIZE), side)
