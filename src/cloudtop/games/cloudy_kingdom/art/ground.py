"""The ground that a field lies on: where its cells and castles are seen, and what is painted before what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache

from cloudtop.games.cloudy_kingdom.art.measures import (
    CASTLE_DEPTH,
    CASTLE_GAP,
    PITCH,
    ROOM,
    SIDES,
    lies_west_east,
)
from cloudtop.games.cloudy_kingdom.moves import NUMBER_OF, STEP, Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.projection import turned
from cloudtop.stage.svg import Point

CELL, NAME, PLOT, KEEP, TARGET, GHOST, BADGE = -200.0, -190.0, -50.0, 4000.0, 6000.0, 6400.0, 9000.0
"""Depths; that of a card begins with its level in the stack."""
LEVEL, PART, PLACE, ORDER = 20, 2.0, 0.12, 0.01
"""Steps of depth: from level to level of the stacks, from part to part of a card, from cell to cell on the screen, and
from light to light of a cell. None are equally deep, so that whatever comes and goes has its place among the others."""


class Layer(IntEnum):
    """The parts of a card and what lies over it, from the lowest to the highest."""

    BODY = 0
    FACE = 1
    ARM = 2
    CENTRE = 3
    TRAIL = 4
    SIGN = 5
    GOLDEN_ARM = 6
    GOLDEN_CENTRE = 7
    GOLDEN_SIGN = 8
    UPRIGHT = 9


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
        return self.sides_seen[side]

    @cached_property
    def sides_seen(self) -> dict[str, Side]:
        """The side of the screen on which each side of the field is seen."""
        return {side: SIDES[(number - self.camera) % 4] for number, side in enumerate(SIDES)}

    def castle_place(self, side: Side, index: int) -> Point:
        """The centre of a castle card; its long side touches the field."""
        last = self.size - 1
        edge = {"N": Cell(index, 0), "S": Cell(index, last), "W": Cell(0, index), "E": Cell(last, index)}
        x, y = self.centre(edge[side])
        away = (PITCH + CASTLE_DEPTH) / 2 + CASTLE_GAP
        step_x, step_y = STEP[self.seen_side(side)]
        return x + step_x * away, y + step_y * away

    def depth(self, level: int, layer: Layer, cell: Cell, order: int = 0) -> float:
        """The depth of a part of a card; of two that are equally high, the lower on the screen is nearer."""
        return LEVEL * level + PART * layer + self.nearness[cell] + ORDER * order

    @cached_property
    def nearness(self) -> dict[Cell, float]:
        """By cell, how much nearer it is than the furthest: row by row on the screen."""
        cells = [Cell(column, row) for row in range(self.size) for column in range(self.size)]
        order = sorted(cells, key=lambda cell: self.centre(cell)[1])
        return {cell: PLACE * place for place, cell in enumerate(order)}

    def mark(self, depth: float, cell: Cell, order: int = 0) -> float:
        """The depth of a mark on a cell, above all cards."""
        return depth + ORDER * (2 * NUMBER_OF[cell] + order)

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
