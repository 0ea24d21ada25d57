"""A city as the camera sees it: where its cells and spaces lie on the screen, and what they are called."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import CAMERA, LEVEL_OF, SAND, Level
from cloudtop.games.cloud_city.art.walkways import Axis, Part
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import Cell, Space, Walkway
from cloudtop.stage.projection import turned
from cloudtop.stage.scene import Box, Words
from cloudtop.stage.svg import Point

GROUND, PIECES, SIGNS = 0, 1, 2
"""The layers of a city: marks on the ground, what stands there, and what is shown over everything."""
Seen = tuple[int, int]
"""Where a cell or a space is seen: its column and row after the camera went round the city."""
MARGIN = 22.0
CLOUD_SIDE, CLOUD_FOOT = 62.0, 72.0
"""Room for the bank of cloud, beside a city and below it."""


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
    def key(self) -> str:
        """What its items are called."""
        return "-".join(f"{column}_{row}" for column, row in self.walkway.ends)

    @property
    def axis(self) -> Axis:
        """The axis it runs along on the screen."""
        return "x" if self.start[1] == self.end[1] else "y"

    def at(self, share: float) -> Point:
        """The ground under its deck at a share of its length."""
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def point(self, share: float) -> Point:
        """The screen point of its deck at a share of its length."""
        return CAMERA.point(*self.at(share), self.level.height + 0.1)

    def parts(self) -> list[tuple[Seen, Part]]:
        """The spaces it passes from back to front, with the part that each shows."""
        dx, dy = (1, 0) if self.axis == "x" else (0, 1)
        spaces = [(self.start[0] + i * dx, self.start[1] + i * dy) for i in range(self.walkway.length + 1)]
        return [
            (spaces[0], "start"),
            *((space, "middle") for space in spaces[1:-1]),
            (spaces[-1], "end"),
        ]


class Sight:
    """A city seen from one of the four sides of its start tile.

    Nothing moves on the screen when the city grows: only the box around it does.
    """

    def __init__(self, city: City, side: int = 0, also: Collection[Cell] = (), birds: int = 0) -> None:
        """Take the city, the camera's side, cells to keep in view besides its tiles, and its start tile's birds."""
        self.city, self.side, self.birds = city, side % 4, birds
        self.cells = sorted({*city.cells, *also})
        self.left = min(cell.column for cell in self.cells)
        self.back = min(cell.row for cell in self.cells)
        self.levels = {space: LEVEL_OF[colour] for space, colour in city.buildings.items()}

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

    def cell_name(self, cell: Cell, words: Words) -> str:
        """What a cell is called, counted from the city's corner whatever the camera does."""
        return words("place", column=cell.column - self.left + 1, row=cell.row - self.back + 1)

    def space_name(self, space: Space, words: Words) -> str:
        """What a space is called."""
        return words("place", column=space.column - 2 * self.left + 1, row=space.row - 2 * self.back + 1)

    def walkway(self, walkway: Walkway) -> SeenWalkway:
        """A walkway as seen; both its buildings stand."""
        start, end = sorted(self.space(end) for end in walkway.ends)
        return SeenWalkway(self.levels[walkway.near], start, end, walkway)

    def walkways(self) -> list[SeenWalkway]:
        """All walkways as seen."""
        return [self.walkway(walkway) for walkway in self.city.walkways]

    def box(self) -> Box:
        """What the city covers on the screen, with room for the tallest building wherever one may yet stand."""
        seen = [cell_corners(self.cell(cell)) for cell in self.cells]
        points = [CAMERA.point(x, y) for corners in seen for x, y in corners]
        tallest: list[tuple[Point, float]] = [(self.space(space), level.height) for space, level in self.levels.items()]
        tallest += [(self.centre(cell), SAND.height + 0.5) for cell in self.cells if cell not in self.city.cells]
        points += [CAMERA.point(x - 0.35, y - 0.35, height) for (x, y), height in tallest]
        left, right = min(x for x, _ in points) - CLOUD_SIDE, max(x for x, _ in points) + CLOUD_SIDE
        top, bottom = min(y for _, y in points) - MARGIN, max(y for _, y in points) + CLOUD_FOOT
        return left, top, right - left, bottom - top


def cell_corners(cell: Seen) -> list[Point]:
    """The corners of a cell as seen, in spaces: back, right, near, left."""
    x, y = 2 * cell[0] - 0.5, 2 * cell[1] - 0.5
    return [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]
