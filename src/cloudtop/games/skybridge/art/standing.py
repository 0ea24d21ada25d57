"""Which piece stands where, and on what height: the towers of a view, taken apart for the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from cloudtop.games.skybridge.art.measures import SIZE, Seen
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED, Colour
from cloudtop.games.skybridge.board import Tower
from cloudtop.games.skybridge.moves import CELLS, FOUNDATIONS, Cell, Placement
from cloudtop.games.skybridge.pieces import BRIDGE, PIECES, Box, Piece
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
        return tuple(cell for cell in FOUNDATIONS if cell in (self.cell, self.other_end))

    def shape(self, side: int) -> str:
        """The shape that stands on its cell, as the camera sees it."""
        if self.other_end is None:
            return self.piece.kind_name
        here, there = seen(self.cell, side), seen(self.other_end, side)
        along = "x" if here[1] == there[1] else "y"
        return f"bridge-{along}-{'rear' if here < there else 'front'}"


@lru_cache(4096)
def tower_of(box: Box, pieces: tuple[str, ...]) -> Tower:
    """A tower of these pieces, from the ground up."""
    return Tower(box, tuple([PIECES[piece] for piece in pieces]))


def towers_standing(box: Box, written: Mapping[str, tuple[str, ...]]) -> dict[Cell, Tower]:
    """The tower on every foundation, from the facts of a view."""
    return {cell: tower_of(box, written.get(name, ())) for name, cell in CELLS.items()}


Ends = Mapping[Piece, tuple[Cell, ...]]
"""The cells under every bridge that lies somewhere."""


def bridge_ends(towers: Towers) -> dict[Piece, tuple[Cell, ...]]:
    """Where the ends of all bridges lie, in the order in which a move names them."""
    ends: dict[Piece, tuple[Cell, ...]] = {}
    for cell, tower in towers.items():
        for piece in tower.pieces:
            if piece.kind == BRIDGE:
                ends[piece] = (*ends.get(piece, ()), cell)
    return ends


def far_ends(tower: Tower, cell: Cell, ends: Ends) -> tuple[Cell | None, ...]:
    """For every piece of a tower the other tower it lies on, if it is a bridge."""
    if ends.keys().isdisjoint(tower.pieces):
        return (None,) * len(tower.pieces)
    return tuple(
        [
            next((end for end in ends[piece] if end != cell), None) if piece.kind == BRIDGE else None
            for piece in tower.pieces
        ]
    )


def standing(tower: Tower, cell: Cell, far: tuple[Cell | None, ...]) -> Iterator[Standing]:
    """The pieces of one tower, from the ground up."""
    base = 0
    for level, (piece, end) in enumerate(zip(tower.pieces, far, strict=True)):
        yield Standing(piece, cell, level, base, end)
        base += tower.box.storeys_of(piece)


def considered(towers: Towers, placement: Placement) -> Iterator[Standing]:
    """The piece of a placement as it would stand on what is there."""
    for cell in placement.cells:
        end = next((other for other in placement.cells if other != cell), None)
        yield Standing(placement.piece, cell, len(towers[cell].pieces), towers[cell].height, end)


@lru_cache(64)
def seen(cell: Cell, side: int) -> Seen:
    """Where the camera sees a cell from a side of the board."""
    return turned(cell, (SIZE, SIZE), side)
