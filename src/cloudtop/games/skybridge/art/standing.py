"""Which piece stands where, and on what height: the towers of a view, taken apart for the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cloudtop.games.skybridge.art.measures import SIZE, Seen
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED, Colour
from cloudtop.games.skybridge.board import Tower
from cloudtop.games.skybridge.moves import FOUNDATIONS, Cell, Placement
from cloudtop.games.skybridge.pieces import BRIDGE, Piece
from cloudtop.stage.projection import turned

Towers = Mapping[Cell, Tower]
"""The tower on every foundation."""


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
    def colour(self) -> Colour:
        """Its lacquer and glyph."""
        return COLOUR_NAMED[self.piece.colour_name]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, in the order in which a move names them."""
        return tuple(cell for cell in FOUNDATIONS if cell in (self.cell, self.other_end))

    def shape(self, side: int) -> str:
        """The shape that stands on its cell, as the camera sees it."""
        if self.other_end is None:
            return self.piece.kind_name
        here, there = seen(self.cell, side), seen(self.other_end, side)
        along = "x" if here[1] == there[1] else "y"
        return f"bridge-{along}-{'rear' if here < there else 'front'}"


def pieces_on(towers: Towers, cell: Cell) -> Iterator[Standing]:
    """The pieces of one tower, from the ground up."""
    base = 0
    for level, piece in enumerate(towers[cell].pieces):
        yield Standing(piece, cell, level, base, other_end(towers, piece, cell))
        base += towers[cell].box.storeys_of(piece)


def other_end(towers: Towers, piece: Piece, cell: Cell) -> Cell | None:
    """Of a bridge, the other tower it lies on: a colour has only one."""
    if piece.kind != BRIDGE:
        return None
    return next((other for other, tower in towers.items() if other != cell and piece in tower.pieces), None)


def bridges(towers: Towers) -> Iterator[tuple[Cell, Cell, Colour]]:
    """Every bridge once: its two ends and its colour."""
    for cell in towers:
        for standing in pieces_on(towers, cell):
            if standing.other_end is not None and cell == standing.cells[0]:
                yield cell, standing.other_end, standing.colour


def considered(towers: Towers, placement: Placement) -> Iterator[Standing]:
    """The piece of a placement as it would stand on what is there."""
    for cell in placement.cells:
        end = next((other for other in placement.cells if other != cell), None)
        yield Standing(placement.piece, cell, len(towers[cell].pieces), towers[cell].height, end)


def seen(cell: Cell, side: int) -> Seen:
    """Where the camera sees a cell from a side of the board."""
    return turned(cell, (SIZE, SIZE), side)
