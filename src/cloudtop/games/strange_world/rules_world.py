"""One player's world: where a card may go, what devours it, what it sets off. This module is compiled.

Only what the laying rules ask about is kept as sets of visible cards; the score reads the cards themselves.
"""

from __future__ import annotations

from cloudtop.games.strange_world.board import (
    AROUND,
    BELOW,
    BIT,
    CELLS,
    COLUMN,
    COLUMNS_THAT_FIT,
    HOME,
    NEIGHBOURS,
    NOBODY,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    PORTAL,
    ROW,
    ROW_CELLS,
    ROWS_THAT_FIT,
    SIDE,
    TERRAIN,
    VOLCANO,
    WATER,
    WIDTH,
    WIND,
)


class World:
    """The cards in front of one player."""

    def __init__(
        self,
        land: list[int],
        laid: list[int],
        guests: list[int],
        cities: list[int],
        occupied: int,
        rim: int,
        frame: int,
        covered: int,
        devoured: int,
        water: int,
        winds: int,
        gates: int,
        joined: int,
        seams: int,
        vents: int,
        top: int,
        bottom: int,
        left: int,
        right: int,
        side: int,
    ) -> None:
        self.land = land
        """By cell, the card there; -1 where there is none."""
        self.laid = laid
        """The cells in the order they were filled, the start card's first."""
        self.guests = guests
        """The travellers, each as 7 * traveller + the upper of its two rows."""
        self.cities = cities
        """Three numbers for each Dark City: which one, and the cells of its two fumaroles."""
        self.occupied = occupied
        self.rim = rim
        """The empty cells next to a card: `lay_adjacent`."""
        self.frame = frame
        """The cells that `lay-square` and `traveller-bounds` leave."""
        self.covered = covered
        """The cards under a fumarole."""
        self.devoured = devoured
        """The cards turned to their Tzimime side, covered or not."""
        self.water = water
        """The visible water cards."""
        self.winds = winds
        """The visible winds."""
        self.gates = gates
        """The visible portal cards that are free."""
        self.joined = joined
        """The visible cards of completed portals."""
        self.seams = seams
        """The left card of each completed portal, visible or not."""
        self.vents = vents
        """The fumaroles that no Dark City joins."""
        self.top = top
        """The rows and columns of the world, from `top` to `bottom` and from `left` to `right`."""
        self.bottom = bottom
        self.left = left
        self.right = right
        self.side = side
        """Where the travellers stand: `LEFT`, `RIGHT`, or `NOBODY` is there."""

    def copy(self) -> World:
        """An independent world with the same cards."""
        return World(
            self.land[:],
            self.laid[:],
            self.guests[:],
            self.cities[:],
            self.occupied,
            self.rim,
            self.frame,
            self.covered,
            self.devoured,
            self.water,
            self.winds,
            self.gates,
            self.joined,
            self.seams,
            self.vents,
            self.top,
            self.bottom,
            self.left,
            self.right,
            self.side,
        )

    # ------------------------------------------------------------------ where a card may go

    def open_cells(self) -> int:
        """The cells that `lay-adjacent`, `lay-square` and `traveller-bounds` leave open."""
        return self.rim & self.frame

    def volcano_target(self, fumaroles: int) -> int:
        """`volcano-target`: the open cells next to a card without a fumarole; none without a fumarole to put."""
        bare = self.occupied & ~self.covered
        if fumaroles == 0:
            return 0
        if bare == self.occupied:
            return self.rim & self.frame
        return self.rim & self.frame & spread(bare)

    def lay_square(self, cell: int) -> bool:
        """`lay-square`: whether the cards alone would stay within four rows and four columns."""
        rows = [ROW[other] for other in self.laid] + [ROW[cell]]
        columns = [COLUMN[other] for other in self.laid] + [COLUMN[cell]]
        return max(rows) - min(rows) < SIDE and max(columns) - min(columns) < SIDE

    # ------------------------------------------------------------------ laying a card

    def fill(self, face: int, cell: int) -> None:
        """Put a card on a cell; nothing is shown of it yet."""
        self.land[cell] = face
        self.laid.append(cell)
        occupied = self.occupied | BIT[cell]
        self.occupied = occupied
        self.rim = (self.rim | NEIGHBOURS[cell]) & ~occupied
        row = ROW[cell]
        column = COLUMN[cell]
        if row < self.top:
            self.top = row
        elif row > self.bottom:
            self.bottom = row
        if column < self.left:
            self.left = column
        elif column > self.right:
            self.right = column
        self.frame = self.bounds()

    def bounds(self) -> int:
        """The cells within the frame: four rows and columns, and nothing beyond the travellers."""
        columns = COLUMNS_THAT_FIT[49 * (self.side + 1) + WIDTH * self.left + self.right]
        return ROWS_THAT_FIT[WIDTH * self.top + self.bottom] & columns

    def desolation(self, face: int, cell: int, sides: list[int], fumaroles: int) -> bool:
        """`desolation`: whether the card just put there is devoured; `sides` are the sides of `portal-once`."""
        terrain = TERRAIN[face]
        if terrain == WATER:
            return self.water_apart(cell)
        if terrain == WIND:
            return self.wind_row(cell)
        if terrain == PORTAL:
            return self.portal_once(cell, sides)
        return terrain == VOLCANO and (fumaroles == 0 or self.eruption_targets(cell) == 0)

    def water_apart(self, cell: int) -> bool:
        """`water-apart`: next to a visible water card."""
        return NEIGHBOURS[cell] & self.water != 0

    def wind_row(self, cell: int) -> bool:
        """`wind-row`: the row already shows a wind, gaps or not."""
        return ROW_CELLS[ROW[cell]] & self.winds != 0

    def portal_once(self, cell: int, sides: list[int]) -> bool:
        """`portal-once`: next to a visible card of a completed portal."""
        return sides[cell] & self.joined != 0

    def eruption_targets(self, cell: int) -> int:
        """`eruption`: the neighbours that are not under a fumarole."""
        return NEIGHBOURS[cell] & self.occupied & ~self.covered

    def show(self, face: int, cell: int) -> None:
        """Let a card that was not devoured restrict what is laid later."""
        terrain = TERRAIN[face]
        if terrain == WATER:
            self.water |= BIT[cell]
        elif terrain == WIND:
            self.winds |= BIT[cell]
        elif terrain == PORTAL:
            self.gates |= BIT[cell]

    # ------------------------------------------------------------------ portals and travellers

    def join(self, cell: int, partner: int) -> None:
        """`portal`: two free portal cards side by side make a portal and serve no more."""
        pair = BIT[cell] | BIT[partner]
        self.gates &= ~pair
        self.joined |= pair
        self.seams |= BIT[min(cell, partner)]

    def upper_row(self, cell: int, reach: int) -> int:
        """The upper row of the slot that straddles the card's row and the one above or below."""
        return ROW[cell] if reach == BELOW else ROW[cell] - 1

    def slot_fits(self, upper: int) -> bool:
        """`traveller-bounds`: whether two rows are, or can still become, rows of the world."""
        return max(self.bottom, upper + 1) - min(self.top, upper) < SIDE

    def slot_taken(self, upper: int) -> bool:
        """Whether a traveller aims at these two rows already."""
        return upper in [guest % WIDTH for guest in self.guests]

    def traveller_slot(self, cell: int, reach: int) -> bool:
        """`traveller-slot`: a slot is free, or every other one that fits is taken too."""
        if not self.slot_taken(self.upper_row(cell, reach)):
            return True
        other = self.upper_row(cell, 1 - reach)
        return self.slot_taken(other) or not self.slot_fits(other)

    def welcome(self, traveller: int, upper: int, side: int) -> None:
        """`traveller-bounds`: its rows are rows of the world from now on, and its side of the world is closed."""
        self.guests.append(WIDTH * traveller + upper)
        self.side = side
        self.top = min(self.top, upper)
        self.bottom = max(self.bottom, upper + 1)
        self.frame = self.bounds()

    # ------------------------------------------------------------------ fumaroles and Dark Cities

    def cover(self, cell: int) -> None:
        """`eruption`: a card under a fumarole shows nothing any more."""
        bit = BIT[cell]
        self.covered |= bit
        self.vents |= bit
        self.water &= ~bit
        self.winds &= ~bit
        self.gates &= ~bit
        self.joined &= ~bit

    def city_partners(self, cell: int) -> int:
        """`dark-city`: the free fumaroles next to one."""
        return NEIGHBOURS[cell] & self.vents

    def found(self, city: int, cell: int, partner: int) -> None:
        """`dark-city`: two fumaroles carry a city and serve no more."""
        self.vents &= ~(BIT[cell] | BIT[partner])
        self.cities.extend([city, min(cell, partner), max(cell, partner)])


def spread(cells: int) -> int:
    """All cells that share a side with one of the set."""
    sideways = (cells & NOT_LAST_COLUMN) << 1 | (cells & NOT_FIRST_COLUMN) >> 1
    return sideways | cells << WIDTH | cells >> WIDTH


def only(cell: int, cells: int) -> int:
    """The neighbour of a cell that is in a set of one."""
    for other in AROUND[cell]:
        if cells & BIT[other]:
            return other
    return -1


def first_world(start: int) -> World:
    """A start card on its cell."""
    home = BIT[HOME]
    row, column = ROW[HOME], COLUMN[HOME]
    land = [-1] * CELLS
    land[HOME] = start
    world = World(
        land, [HOME], [], [], home, NEIGHBOURS[HOME], 0, 0, 0, 0, 0, 0, 0, 0, 0, row, row, column, column, NOBODY
    )
    world.frame = world.bounds()
    return world
