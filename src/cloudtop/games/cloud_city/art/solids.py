"""Upright blocks and drawn lines: what buildings and walkways are made of."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import CAMERA
from cloudtop.stage.svg import Point, path, polygon


class Block(NamedTuple):
    """An upright block: two corners of its plan, its bottom and its top."""

    x0: float
    y0: float
    x1: float
    y1: float
    z0: float
    z1: float

    def left(self) -> list[Point]:
        """The face towards the lower left."""
        edge = ((self.x0, self.z0), (self.x1, self.z0), (self.x1, self.z1), (self.x0, self.z1))
        return [CAMERA.point(x, self.y1, z) for x, z in edge]

    def right(self) -> list[Point]:
        """The face towards the lower right."""
        edge = ((self.y0, self.z0), (self.y1, self.z0), (self.y1, self.z1), (self.y0, self.z1))
        return [CAMERA.point(self.x1, y, z) for y, z in edge]

    def top(self) -> list[Point]:
        """The upper face."""
        plan = ((self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1))
        return [CAMERA.point(x, y, self.z1) for x, y in plan]

    def draw(self, left: str, right: str, top: str) -> str:
        """The three faces that the camera sees, in these paints."""
        return path(polygon(self.left()), left) + path(polygon(self.right()), right) + path(polygon(self.top()), top)


def square_block(half: float, z0: float, z1: float) -> Block:
    """A block around the origin."""
    return Block(-half, -half, half, half, z0, z1)


def stroke(shape: str, paint: str, width: float, opacity: float | None = None, dashes: str | None = None) -> str:
    """A line with round ends along the path data."""
    return path(
        shape,
        stroke=paint,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        stroke_dasharray=dashes,
        opacity=opacity,
    )
