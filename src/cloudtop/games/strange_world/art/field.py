"""Where things lie in a world whose frame of four by four may still float, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cloudtop.games.strange_world.art.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    PITCH_X,
    PITCH_Y,
    TRAVELLER_GAP,
    TRAVELLER_PITCH,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.position import Place, Side, World, cell_target
from cloudtop.games.strange_world.pieces import SIDE
from cloudtop.stage.scene import Box
from cloudtop.stage.svg import Point

MARGIN = 24
ROOM_BESIDE = TRAVELLER_GAP + TRAVELLER_WIDTH
"""Room for a traveller beside a world."""


Spot = tuple[Place, Place, str]
"""A cell to show: its place, the numbers of its row and its column, and its target."""


class Extent:
    """The rows, or the columns, of a world: those in use, and those to show."""

    def __init__(self, first: int, last: int, home: int, idle: bool, closed: Side = "") -> None:
        """Take the first and last line in use, the start card's line, and at which end the world is closed.

        While the frame floats, a line is shown at either end where the world can grow; where nothing can be chosen,
        three lines with the start card's among them.
        """
        self.first, self.last = first, last
        self.settled = bool(closed) or self.last - self.first == SIDE - 1
        if self.settled:
            self.start = self.last - SIDE + 1 if closed == "right" else self.first
            self.end = self.start + SIDE - 1
        elif idle:
            self.start = min(max(home - 1, self.last - 2), self.first)
            self.end = self.start + 2
        else:
            self.start, self.end = self.first - 1, self.last + 1

        self.shown = range(self.start, self.end + 1)
        """Those to show."""
        self.certain = self.shown if self.settled else range(self.first, self.last + 1)
        """Those that are sure to belong to the finished world."""

    def number(self, line: int) -> int:
        """The number by which a line is called: the first one shown is 1."""
        return line - self.start + 1


class Ground:
    """The ground of a world without its cards; the start card lies at the origin of the drawing."""

    def __init__(self, columns: Extent, rows: Extent, home: Place, idle: bool, closed: Side) -> None:
        """Take its lines, the place of its start card, whether nothing can be chosen in it, and its closed side."""
        self.columns = columns
        self.rows = rows
        self.home = home
        self.idle = idle
        self.closed = closed
        self.cells: list[Spot] = [
            ((column, row), (rows.number(row), columns.number(column)), cell_target((column, row)))
            for row in rows.shown
            for column in columns.shown
        ]
        """The cells to show, in reading order."""
        self.by_target = {target: number for number, (_, _, target) in enumerate(self.cells)}
        self.frame = self.box()
        """The part of the plane to show where nobody comes."""

    def answering(self, targets: Iterable[str], last: Place | None) -> list[Spot]:
        """The cells to show that answer to some targets, and the one that changed last, in reading order."""
        known = self.by_target
        numbers = {known[target] for target in targets if target in known}
        if last is not None and (number := known.get(cell_target(last))) is not None:
            numbers.add(number)
        return [self.cells[number] for number in sorted(numbers)]

    def point(self, column: float, row: float) -> Point:
        """The middle of a cell."""
        return (column - self.home[0]) * PITCH_X, (row - self.home[1]) * PITCH_Y

    def beside(self, side: Side, row: int, order: int) -> Point:
        """The middle of a traveller at a side of the world, the first there or one that came later."""
        edge = self.columns.first if side == "left" else self.columns.last
        x, y = self.point(edge, row + 0.5)
        reach = CARD_WIDTH / 2 + TRAVELLER_GAP + TRAVELLER_WIDTH / 2 + order * TRAVELLER_PITCH
        return (x - reach if side == "left" else x + reach), y

    def box(self, crowd: int = 1, coming: frozenset[Side] = frozenset()) -> Box:
        """The part of the plane to show, with room for so many travellers in one place where some stand or may come."""
        left, top = self.point(self.columns.start, self.rows.start)
        right, bottom = self.point(self.columns.end, self.rows.end)
        room = ROOM_BESIDE + (crowd - 1) * TRAVELLER_PITCH
        before = room if self.closed == "left" or "left" in coming else 0
        after = room if self.closed == "right" or "right" in coming else 0
        # They stand beside the cards, which may leave a line to grow into before them.
        before -= min(before, int((self.columns.first - self.columns.start) * PITCH_X))
        after -= min(after, int((self.columns.end - self.columns.last) * PITCH_X))
        return (
            left - CARD_WIDTH / 2 - MARGIN - before,
            top - CARD_HEIGHT / 2 - MARGIN,
            right - left + CARD_WIDTH + before + after + 2 * MARGIN,
            bottom - top + CARD_HEIGHT + 2 * MARGIN,
        )


@lru_cache(maxsize=4096)
def ground(left: int, right: int, top: int, bottom: int, home: Place, idle: bool, closed: Side) -> Ground:
    """The ground of all worlds that reach so far: there are some hundred, and what lies on them comes and goes."""
    columns, rows = Extent(left, right, home[0], idle, closed), Extent(top, bottom, home[1], idle)
    return Ground(columns, rows, home, idle, closed)


def ground_of(world: World, idle: bool) -> Ground:
    """The ground of a world, perhaps one in which nothing can be chosen."""
    return ground(*world.reach, idle, world.side)
