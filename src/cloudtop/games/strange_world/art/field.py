"""Where things lie in a world whose frame of four by four may still float, and how much of it is shown."""

from __future__ import annotations

from cloudtop.games.strange_world.art.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    PITCH_X,
    PITCH_Y,
    TRAVELLER_GAP,
    TRAVELLER_PITCH,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.position import Side, World
from cloudtop.games.strange_world.pieces import SIDE
from cloudtop.stage.scene import Box
from cloudtop.stage.svg import Point

MARGIN = 24
ROOM_BESIDE = TRAVELLER_GAP + TRAVELLER_WIDTH
"""Room for a traveller beside a world."""


class Extent:
    """The rows, or the columns, of a world: those in use, and those to show."""

    def __init__(self, used: set[int], home: int, idle: bool, closed: Side = "") -> None:
        """Take the lines in use, the start card's line, and at which end the world is closed.

        While the frame floats, a line is shown at either end where the world can grow; where nothing can be chosen,
        three lines with the start card's among them.
        """
        self.first, self.last = min(used), max(used)
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


class Field:
    """The ground plan of one world; the start card lies at the origin of the drawing."""

    def __init__(self, world: World, idle: bool) -> None:
        """Take a world with at least its start card, and whether nothing can be chosen in it."""
        self.world = world
        self.idle = idle
        self.places = {laid.place for laid in world.cards}
        """Where cards lie."""
        places = self.places or {(0, 0)}
        self.home = next((laid.place for laid in world.cards if laid.start), min(places))
        straddled = {row for who in world.travellers for row in (who.row, who.row + 1)}
        self.columns = Extent({column for column, _ in places}, self.home[0], idle, world.side)
        self.rows = Extent({row for _, row in places} | straddled, self.home[1], idle)

    def point(self, column: float, row: float) -> Point:
        """The middle of a cell."""
        return (column - self.home[0]) * PITCH_X, (row - self.home[1]) * PITCH_Y

    def beside(self, side: Side, row: int, order: int) -> Point:
        """The middle of a traveller at a side of the world, the first there or one that came later."""
        edge = self.columns.first if side == "left" else self.columns.last
        x, y = self.point(edge, row + 0.5)
        reach = CARD_WIDTH / 2 + TRAVELLER_GAP + TRAVELLER_WIDTH / 2 + order * TRAVELLER_PITCH
        return (x - reach if side == "left" else x + reach), y

    def sharing(self, row: int) -> int:
        """How many travellers stand at a row and the next one."""
        return sum(who.row == row for who in self.world.travellers)

    def box(self, crowd: int, coming: frozenset[Side]) -> Box:
        """The part of the plane to show, with room for so many travellers in one place where some stand or may come."""
        left, top = self.point(self.columns.start, self.rows.start)
        right, bottom = self.point(self.columns.end, self.rows.end)
        room = ROOM_BESIDE + (crowd - 1) * TRAVELLER_PITCH
        before = room if self.world.side == "left" or "left" in coming else 0
        after = room if self.world.side == "right" or "right" in coming else 0
        # They stand beside the cards, which may leave a line to grow into before them.
        before -= min(before, int((self.columns.first - self.columns.start) * PITCH_X))
        after -= min(after, int((self.columns.end - self.columns.last) * PITCH_X))
        return (
            left - CARD_WIDTH / 2 - MARGIN - before,
            top - CARD_HEIGHT / 2 - MARGIN,
            right - left + CARD_WIDTH + before + after + 2 * MARGIN,
            bottom - top + CARD_HEIGHT + 2 * MARGIN,
        )
