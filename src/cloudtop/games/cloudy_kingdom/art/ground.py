"""The ground that a field lies on: where its cells and castles are seen, and what is painted before what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from cloudtop.games.cloudy_kingdom.art.measures import (
    CASTLE_DEPTH,
    CASTLE_GAP,
    PITCH,
    ROOM,
    SIDES,
    lies_west_east,
)
from cloudtop.games.cloudy_kingdom.moves import STEP, Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.projection import turned
from cloudtop.stage.svg import Point

PLOT, KEEP, TARGET, GHOST, BADGE = -0.5, 40.0, 60.0, 64.0, 90.0
"""Depths; a card's is its level in the stack."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A field of some size, seen by a camera that went some quarter turns round it: ask `ground_of` for one.

    Ids, names and targets of cells and castles are those of the unturned field.
    """

    size: int
    camera: int

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell on the screen, with the middle of the field at the origin."""
        return centre_of(self.size, self.camera, cell)

    def seen(self, turn: int) -> int:
        """How far a card is turned on the screen."""
        return (turn - self.camera) % 4

    def seen_side(self, side: Side) -> Side:
        """The side of the screen on which a side of the field is seen."""
        return SIDES[(SIDES.index(side) - self.camera) % 4]

    def castle_place(self, side: Side, index: int) -> Point:
        """The centre of a castle card; its long side touches the field."""
        last = self.size - 1
        edge = {"N": Cell(index, 0), "S": Cell(index, last), "W": Cell(0, index), "E": Cell(last, index)}
        x, y = self.centre(edge[side])
        away = (PITCH + CASTLE_DEPTH) / 2 + CASTLE_GAP
        step_x, step_y = STEP[self.seen_side(side)]
        return x + step_x * away, y + step_y * away

    def depth(self, level: int, cell: Cell) -> float:
        """The depth of a card: its level; of two cards equally high, the lower on the screen is nearer."""
        return level + self.centre(cell)[1] / 10000

    def body(self, turn: int) -> str:
        """The body of a card that is turned so."""
        return f"{ROOM}-{'card-h' if lies_west_east(self.seen(turn)) else 'card-v'}"


@cache
def ground_of(size: int, camera: int) -> Ground:
    """The ground of a field; there is one of each, so that to look it up costs nothing."""
    return Ground(size, camera)


@lru_cache(maxsize=256)
def centre_of(size: int, camera: int, cell: Cell) -> Point:
    """The middle of a cell on the screen, on a field of some size seen by a camera."""
    column, row = turned(cell, (size, size), camera)
    middle = (size - 1) / 2
    return (column - middle) * PITCH, (row - middle) * PITCH
