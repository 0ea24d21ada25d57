"""A parallel projection of a ground of squares, seen over one corner, and the solids drawn in it.

Parallel means that a piece looks the same wherever it stands, so it has to be drawn only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin, sqrt

from cloudtop.stage.svg import Point, matrix, polygon

SLANT = 1 / sqrt(2)


class Projection:
    """A camera above one corner of the ground: x runs to the lower right, y to the lower left, z upwards."""

    def __init__(self, elevation: float, unit: float = 1.0, rise: float = 1.0) -> None:
        """Take the camera's elevation in degrees, and the screen lengths of a ground unit and of z."""
        self.elevation = radians(elevation)
        self.tilt = sin(self.elevation)
        self.unit = unit
        self.across = unit * SLANT
        self.down = self.across * self.tilt
        self.rise = rise

    def point(self, x: float, y: float, z: float = 0.0) -> Point:
        """The screen point of a point in space."""
        return (x - y) * self.across, (x + y) * self.down - z * self.rise

    def left_wall(self, half: float, z: float = 0.0) -> str:
        """Transform of a flat drawing on to the wall that faces the viewer's left, its y = 0 at height z."""
        return matrix((self.across, self.down), (0, self.rise), self.point(0, half, z))

    def right_wall(self, half: float, z: float = 0.0) -> str:
        """Transform of a flat drawing on to the wall that faces the viewer's right."""
        return matrix((self.across, -self.down), (0, self.rise), self.point(half, 0, z))

    def ground(self, z: float = 0.0) -> str:
        """Transform of a plan, its sides along x and y, on to the horizontal plane at height z."""
        return matrix((self.across, self.down), (-self.across, self.down), self.point(0, 0, z))

    def facing(self, z: float = 0.0) -> str:
        """Transform of a drawing that lies on a horizontal plane and reads upright for the viewer."""
        return matrix((self.unit, 0), (0, self.unit * self.tilt), self.point(0, 0, z))

    def rounded_plan(self, half: tuple[float, float], corner: float, z: float = 0.0, steps: int = 3) -> list[Point]:
        """Screen outline of a rounded rectangle that lies flat, clockwise from its rightmost corner."""
        across, down = half[0] - corner, half[1] - corner
        centres = (
            (across, -down, -pi / 2),
            (across, down, 0.0),
            (-across, down, pi / 2),
            (-across, -down, pi),
        )
        return [
            self.point(x + corner * cos(angle), y + corner * sin(angle), z)
            for x, y, start in centres
            for angle in (start + pi / 2 * step / steps for step in range(steps + 1))
        ]

    def rounded_square(self, half: float, corner: float, z: float = 0.0, steps: int = 3) -> list[Point]:
        """Screen outline of a rounded square that lies flat, clockwise from its rightmost corner."""
        return self.rounded_plan((half, half), corner, z, steps)


def skirt(outline: Sequence[Point], depth: float, side: int = 0) -> str:
    """Path data of the visible side of a slab: the front of its top outline, drawn down by `depth`.

    With `side` -1 or +1 only its left or right half, split at the corner nearest the viewer.
    """
    places = range(len(outline))
    right = max(places, key=lambda i: outline[i][0])
    near = max(places, key=lambda i: outline[i][1])
    left = min(places, key=lambda i: outline[i][0])
    first, last = {-1: (near, left), 0: (right, left), 1: (right, near)}[side]
    count = (last - first) % len(outline) + 1
    front = [outline[(first + i) % len(outline)] for i in range(count)]
    return polygon(front + [(x, y + depth) for x, y in reversed(front)])


def turned(place: tuple[int, int], size: tuple[int, int], turn: int) -> tuple[int, int]:
    """Where a place of a board of (columns, rows) is seen after the camera went `turn` quarters round it."""
    (x, y), (columns, rows) = place, size
    for _ in range(turn % 4):
        x, y, columns, rows = y, columns - 1 - x, rows, columns
    return x, y
