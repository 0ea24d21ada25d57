"""A city as the camera sees it: where its cells and spaces lie on the screen, and what they are called."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import CAMERA, LETTER, LEVEL_OF, SAND, Level
from cloudtop.games.cloud_city.art.walkways import Axis, Part
from cloudtop.games.cloud_city.board import City, reach
from cloudtop.games.cloud_city.moves import Cell, Space, Walkway
from cloudtop.games.cloud_city.pieces import FRAMES, Frame
from cloudtop.games.cloud_city.view import lays_of, walkways_of
from cloudtop.stage.projection import turned
from cloudtop.stage.scene import Box
from cloudtop.stage.svg import Point

BANK, GROUND, PIECES, SIGNS = -1, 0, 1, 2
"""The layers of a city: the cloud below it, tiles and marks on them, what stands there, what is shown over all."""
Seen = tuple[int, int]
"""Where a cell or a space is seen: its column and row after the camera went round the city."""
MARGIN = 24.0
"""Room around what stands; the clouds may run out of it."""
EDGE = 0.88
"""How far from the last spaces of a plan the names of its columns and rows stand."""


def depth(layer: int, place: Point, z: float = 0.0) -> float:
    """The painter's order: by layer, then from back to front, then upwards within one space."""
    return 10_000.0 * layer + 10 * (place[0] + place[1]) + z


class SeenWalkway(NamedTuple):
    """A walkway as the camera sees it: `start` is the end nearer to the back."""

    level: Level
    start: Seen
    end: Seen
    walkway: Walkway
    """What it is, whatever the camera does."""

    @property
    def axis(self) -> Axis:
        """The axis it runs along on the screen."""
        return "x" if self.start[1] == self.end[1] else "y"

    @property
    def length(self) -> int:
        """How many spaces it spans."""
        return self.end[0] - self.start[0] + self.end[1] - self.start[1]

    def at(self, share: float) -> Point:
        """The ground under its deck at a share of its length."""
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def parts(self) -> list[tuple[Seen, Part]]:
        """The spaces it passes from back to front, with the part that each shows."""
        dx, dy = (1, 0) if self.axis == "x" else (0, 1)
        spaces = [(self.start[0] + i * dx, self.start[1] + i * dy) for i in range(self.length + 1)]
        return [
            (spaces[0], "start"),
            *((space, "middle") for space in spaces[1:-1]),
            (spaces[-1], "end"),
        ]


class Sight:
    """A city seen from one of the four sides of its start tile.

    Nothing moves on the screen when the city grows: only the box around it does.
    """

    def __init__(self, city: City, side: int = 0) -> None:
        """Take the city and the camera's side."""
        self.city, self.side = city, side % 4
        self.reach = may_grow(city.frame, frozenset(city.cells))
        """The free cells where it may still grow: they stay in view, so that the camera rests during a choice."""
        self.cells = sorted({*city.cells, *self.reach})
        self.levels = {space: LEVEL_OF[colour] for space, colour in city.buildings.items()}
        self.seen = {space: self.space(space) for space in city.buildings}
        self.ground = {self.space(space) for space in city.ground}
        self.carried = dict.fromkeys(city.buildings, 0)
        """By building, how many walkways it carries."""
        for walkway in city.walkways:
            for end in walkway.ends:
                self.carried[end] += 1

    def cell(self, cell: Cell) -> Seen:
        """Where a cell is seen."""
        return turned(cell, (1, 1), self.side)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell, in spaces as seen."""
        column, row = self.cell(cell)
        return 2 * column + 0.5, 2 * row + 0.5

    def space(self, space: Space) -> Seen:
        """Where a space is seen."""
        return turned(space, (2, 2), self.side)

    def walkway(self, walkway: Walkway) -> SeenWalkway:
        """A walkway as seen; both its buildings stand."""
        start, end = sorted(self.space(end) for end in walkway.ends)
        return SeenWalkway(self.levels[walkway.near], start, end, walkway)

    @cached_property
    def walkways(self) -> tuple[SeenWalkway, ...]:
        """All walkways as seen."""
        return tuple(self.walkway(walkway) for walkway in self.city.walkways)

    @cached_property
    def box(self) -> Box:
        """What the city covers on the screen, with room for the tallest building wherever one may yet stand."""
        left, top, right, bottom = self.floor
        tops = [roof_top(seen, self.levels[space].height) for space, seen in self.seen.items()]
        tops += [roof_top(self.centre(cell), SAND.height + 0.5) for cell in self.reach]
        return framed(left, min([top, *tops]), right, bottom)

    @cached_property
    def plan_box(self) -> Box:
        """What the city covers on the screen if all of it lies flat, with the names of its columns and rows."""
        left, top, right, bottom = self.floor
        return framed(left, top, right, max(bottom, *(y + LETTER / 2 for _, y in self.edges.values())))

    @cached_property
    def edges(self) -> dict[str, Point]:
        """By the name of a column or row, where it stands along one of the two near edges of a plan."""
        seen = {space: self.space(space) for cell in self.cells for space in cell.spaces}
        right, near = max(x for x, _ in seen.values()), max(y for _, y in seen.values())
        found: dict[str, Point] = {}
        for space, (x, y) in seen.items():
            column, row = str(space)[0], str(space)[1:]
            left, across = (row, column) if self.side % 2 else (column, row)
            found[left], found[across] = CAMERA.point(x, near + EDGE), CAMERA.point(right + EDGE, y)
        return found

    @cached_property
    def floor(self) -> Box:
        """The left, top, right and bottom of its cells on the screen."""
        edges = [cell_edges(self.cell(cell)) for cell in self.cells]
        left, top, right, bottom = zip(*edges, strict=True)
        return min(left), min(top), max(right), max(bottom)


def framed(left: float, top: float, right: float, bottom: float) -> Box:
    """A box with its margin."""
    return left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN


@lru_cache(1024)
def may_grow(frame: Frame, cells: frozenset[Cell]) -> list[Cell]:
    """The cells where a city of these may grow: found anew when a tile is laid, but not for a walkway."""
    return sorted(reach(frame, cells))


@lru_cache(1024)
def cell_edges(cell: Seen) -> Box:
    """The left, top, right and bottom of a cell on the screen."""
    x, y = 2 * cell[0] - 0.5, 2 * cell[1] - 0.5
    back, right, near, left = [CAMERA.point(*at) for at in ((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2))]
    return left[0], back[1], right[0], near[1]


@lru_cache(4096)
def roof_top(place: Point, height: float) -> float:
    """How far up on the screen a building reaches that stands on a place."""
    return CAMERA.point(place[0] - 0.35, place[1] - 0.35, height)[1]


@lru_cache(1024)
def sight_of(frame: str, tiles: tuple[str, ...], walkways: tuple[str, ...], side: int) -> Sight:
    """A city that is written down, as it is seen; found once for all who see it so."""
    return Sight(City(FRAMES[frame], lays_of(tiles), walkways_of(walkways)), side)
