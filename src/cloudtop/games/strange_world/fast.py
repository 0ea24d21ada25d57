"""Worlds as sets of cells, and the quick way to legal moves. This module is compiled.

A cell and a card are numbers here, and a set of cells is a number with one bit per cell. Nothing is decided in this
module that the rulebook does not say: the conformance suite compares the two over all moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.core.state import ScoreSheet
from cloudtop.games.strange_world.moves import (
    ABOVE,
    BELOW,
    ERUPT,
    GRID,
    HOME,
    JOIN,
    KEEP,
    LAY,
    LEFT,
    PASS,
    PILE,
    RIGHT,
    SUN,
    WELCOME,
    Numbers,
)
from cloudtop.games.strange_world.pieces import (
    ANIMALS,
    CELLS,
    ICONS,
    MOST_PLAYERS,
    SIDE,
    THINGS,
    TRAVELLERS,
    WIDTH,
    Box,
)

if TYPE_CHECKING:
    from cloudtop.games.strange_world.state import StrangeWorld

# ---------------------------------------------------------------------- cells

NOBODY: Final = 2
"""The side of a world beside which no traveller stands: neither `LEFT` nor `RIGHT`."""
START: Final[int] = HOME.number
BIT: Final[list[int]] = [2**cell for cell in range(CELLS)]
ROW: Final[list[int]] = [cell.row for cell in GRID]
COLUMN: Final[list[int]] = [cell.column for cell in GRID]
AROUND: Final[list[list[int]]] = [[other.number for other in cell.around] for cell in GRID]
NEIGHBOURS: Final[list[int]] = [sum([BIT[other.number] for other in cell.around]) for cell in GRID]
SIDEWAYS: Final[list[int]] = [sum([BIT[other.number] for other in cell.beside]) for cell in GRID]
ROW_CELLS: Final[list[int]] = [sum([BIT[cell.number] for cell in GRID if cell.row == row]) for row in range(WIDTH)]
COLUMN_CELLS: Final[list[int]] = [
    sum([BIT[cell.number] for cell in GRID if cell.column == column]) for column in range(WIDTH)
]
ONE_ROW: Final[int] = 2**WIDTH - 1
"""The bits of the first row."""
NOT_FIRST_COLUMN: Final[int] = sum(COLUMN_CELLS[1:])
NOT_LAST_COLUMN: Final[int] = sum(COLUMN_CELLS[: WIDTH - 1])


def rows_that_fit(top: int, bottom: int) -> int:
    """The cells of the rows that a world from row `top` to row `bottom` may still have: four in all."""
    return sum([ROW_CELLS[row] for row in range(WIDTH) if bottom - SIDE < row < top + SIDE])


def columns_that_fit(side: int, left: int, right: int) -> int:
    """The same for columns; on the side where travellers stand there is none to add."""
    first = left if side == LEFT else right - SIDE + 1
    last = right if side == RIGHT else left + SIDE - 1
    return sum([COLUMN_CELLS[column] for column in range(WIDTH) if first <= column <= last])


ROWS_THAT_FIT: Final[list[list[int]]] = [
    [rows_that_fit(top, bottom) for bottom in range(WIDTH)] for top in range(WIDTH)
]
COLUMNS_THAT_FIT: Final[list[list[list[int]]]] = [
    [[columns_that_fit(side, left, right) for right in range(WIDTH)] for left in range(WIDTH)]
    for side in (LEFT, RIGHT, NOBODY)
]


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


# ---------------------------------------------------------------------- cards

# A kind of icon is a bit: mountains first, then the terrains, then the animals.
MOUNTAIN: Final = 1
VOLCANO: Final = 2
WATER: Final = 4
WIND: Final = 8
PORTAL: Final = 16
EFFECT: Final = VOLCANO | WATER | WIND | PORTAL
"""Kinds that have a rule of laying: all terrains."""
CHOOSY: Final = VOLCANO | PORTAL
"""Kinds that are not laid on every open cell."""
COUNT: Final[list[int]] = [kinds.bit_count() for kinds in range(2 ** len(ICONS))]
"""How many are in a set of kinds, or of animals."""

# What a traveller can wish for, in the order of `THINGS`: kinds of icon first.
MOUNTAINS_WISH: Final = 0
WATER_WISH: Final = 2
WIND_WISH: Final = 3
DIFFERENT_WISH: Final[int] = THINGS.index("animals")
FUMAROLE_WISH: Final[int] = THINGS.index("fumaroles")
PORTAL_WISH: Final[int] = THINGS.index("portals")
MADE_WISH: Final[int] = THINGS.index("made_portals")

GUESTS: Final[int] = len(TRAVELLERS)


class Kit(Numbers):
    """A box as the fast code has it: cards are numbers, called faces, land cards first and then start cards."""

    def __init__(self, box: Box) -> None:
        land = box.different
        super().__init__(land, box.piles)
        self.box = box
        self.cards = land + box.starts
        self.faces: int = len(land)
        """How many different land cards there are."""
        self.kinds: list[int] = [sum([2 ** ICONS.index(icon) for icon in set(card.icons)]) for card in self.cards]
        """By card, the set of kinds of icon that it shows: two mountains are one kind."""
        self.mountains: list[int] = [card.mountains for card in self.cards]
        self.animals: list[int] = [sum([2 ** ANIMALS.index(animal) for animal in card.animals]) for card in self.cards]
        """By card, the set of its animals."""
        self.copies: list[list[int]] = [
            [box.deck(players).count(card) for card in land] for players in range(MOST_PLAYERS + 1)
        ]
        """By number of players, how many of each land card are in the deck."""
        self.piles: int = box.piles
        self.cities: list[int] = list(box.common.cities)
        """The stars on the Dark Cities, the highest first."""
        self.fumaroles: int = box.common.fumaroles
        self.mountain_stars: int = box.stars.mountain
        self.volcano_stars: int = box.stars.volcano
        self.water_stars: int = box.stars.water
        self.animal_stars: int = box.stars.animal
        self.wind_stars: int = box.stars.wind
        self.welcome_stars: int = box.stars.traveller
        self.bonus: list[int] = [traveller.stars for traveller in box.travellers.values()]
        """By traveller, what it adds if its wish is fulfilled."""
        self.wishes: list[list[tuple[int, int]]] = [needs(one.wish) for one in box.travellers.values()]
        """By traveller, of which things it wishes to see how many in its two rows together."""
        self.row_wishes: list[list[tuple[int, int]]] = [needs(one.each_row) for one in box.travellers.values()]
        """The same for each row by itself."""


def needs(wish: dict[str, int]) -> list[tuple[int, int]]:
    """The things of a wish by number, in the order of `THINGS`, each with how many are needed."""
    return [(i, wish[thing]) for i, thing in enumerate(THINGS) if thing in wish]


# ---------------------------------------------------------------------- a world


class World:
    """The cards in front of one player, and all that the rules of laying ask about them as sets of cells."""

    def __init__(
        self,
        kit: Kit,
        *,
        land: list[int],
        laid: list[int],
        guests: list[tuple[int, int]],
        cities: list[tuple[int, int, int]],
        occupied: int,
        rim: int,
        frame: int,
        covered: int = 0,
        devoured: int = 0,
        water: int = 0,
        winds: int = 0,
        gates: int = 0,
        joined: int = 0,
        seams: int = 0,
        vents: int = 0,
        top: int,
        bottom: int,
        left: int,
        right: int,
        side: int = NOBODY,
        written: object = None,
        counted: ScoreSheet | None = None,
    ) -> None:
        self.kit = kit
        self.land = land
        """By cell, the card there; -1 where there is none."""
        self.laid = laid
        """The cells in the order they were filled, the start card's first."""
        self.guests = guests
        """The travellers in the order they came, each with the upper of its two rows."""
        self.cities = cities
        """The Dark Cities: which one, and the cells of its two fumaroles."""
        self.occupied = occupied
        self.rim = rim
        """The empty cells next to a card."""
        self.frame = frame
        """The cells within four rows and columns, of which none lies beyond the travellers."""
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
        """The rows of the world, those of its travellers included, from `top` to `bottom`."""
        self.bottom = bottom
        self.left = left
        """Its columns, from `left` to `right`."""
        self.right = right
        self.side = side
        """Where the travellers stand: `LEFT`, `RIGHT`, or `NOBODY` is there."""
        self.written = written
        """The world in writing, as it was shown last; None if it has changed since then."""
        self.counted = counted
        """Its score sheet, as it was asked for last; None if it has changed since then."""

    def copy(self) -> World:
        """An independent world with the same cards."""
        return World(
            self.kit,
            land=self.land[:],
            laid=self.laid[:],
            guests=self.guests[:],
            cities=self.cities[:],
            occupied=self.occupied,
            rim=self.rim,
            frame=self.frame,
            covered=self.covered,
            devoured=self.devoured,
            water=self.water,
            winds=self.winds,
            gates=self.gates,
            joined=self.joined,
            seams=self.seams,
            vents=self.vents,
            top=self.top,
            bottom=self.bottom,
            left=self.left,
            right=self.right,
            side=self.side,
            written=self.written,
            counted=self.counted,
        )

    # ------------------------------------------------------------------ what lies in it, and beside it

    def changes(self) -> None:
        """Forget what was made of it for people: most moves leave a world as it is, and then that is of use again."""
        self.written = None
        self.counted = None

    def fill(self, face: int, cell: int) -> None:
        """Put a card on a cell; nothing is shown of it yet."""
        self.changes()
        self.land[cell] = face
        self.laid.append(cell)
        occupied = self.occupied | BIT[cell]
        self.occupied = occupied
        self.rim = (self.rim | NEIGHBOURS[cell]) & ~occupied
        row = ROW[cell]
        column = COLUMN[cell]
        if row < self.top or row > self.bottom or column < self.left or column > self.right:
            self.widen(min(self.top, row), max(self.bottom, row), min(self.left, column), max(self.right, column))

    def widen(self, top: int, bottom: int, left: int, right: int) -> None:
        """Let the world reach so far, and work out where it can still grow."""
        self.top = top
        self.bottom = bottom
        self.left = left
        self.right = right
        self.frame = ROWS_THAT_FIT[top][bottom] & COLUMNS_THAT_FIT[self.side][left][right]

    def show(self, face: int, cell: int) -> None:
        """Let a card that was not devoured restrict what is laid later."""
        kinds = self.kit.kinds[face]
        if kinds & WATER:
            self.water |= BIT[cell]
        if kinds & WIND:
            self.winds |= BIT[cell]
        if kinds & PORTAL:
            self.gates |= BIT[cell]

    def join(self, cell: int, partner: int) -> None:
        """Make a portal of two free portal cards side by side."""
        self.changes()
        pair = BIT[cell] | BIT[partner]
        self.gates &= ~pair
        self.joined |= pair
        self.seams |= BIT[min(cell, partner)]

    def welcome(self, traveller: int, upper: int, side: int) -> None:
        """Put a traveller beside two rows, which are rows of the world from now on."""
        self.changes()
        self.guests.append((traveller, upper))
        self.side = side
        self.widen(min(self.top, upper), max(self.bottom, upper + 1), self.left, self.right)

    def cover(self, cell: int) -> None:
        """Put a fumarole on a card, which shows nothing any more."""
        self.changes()
        bit = BIT[cell]
        self.covered |= bit
        self.vents |= bit
        self.water &= ~bit
        self.winds &= ~bit
        self.gates &= ~bit
        self.joined &= ~bit

    def found(self, city: int, cell: int, partner: int) -> None:
        """Put a Dark City on two fumaroles."""
        self.changes()
        self.vents &= ~(BIT[cell] | BIT[partner])
        self.cities.append((city, min(cell, partner), max(cell, partner)))

    # ------------------------------------------------------------------ what the rules ask

    def open_cells(self) -> int:
        """Where a card may go: `lay-adjacent`, and in `frame` `lay-square` and `traveller-bounds` together."""
        return self.rim & self.frame

    def open_to(self, kinds: int, fumaroles: int, shunned: list[int]) -> int:
        """The same for a card with these kinds of icon; `shunned` are by cell its neighbours by `portal-avoid`, if any.

        Of two rules that ask for better cells `portal-avoid` comes first; one that leaves no cell is passed over.
        """
        cells = self.rim & self.frame
        if kinds & PORTAL and self.joined and shunned:
            cells = cells & ~self.next_to_portals(shunned) or cells
        if kinds & VOLCANO and fumaroles and self.covered:
            cells = cells & spread(self.occupied & ~self.covered) or cells
        return cells

    def next_to_portals(self, sides: list[int]) -> int:
        """The cells next to a visible card of a completed portal; `sides` are the neighbours of each cell."""
        found = 0
        for cell in self.laid:
            if self.joined & BIT[cell]:
                found |= sides[cell]
        return found

    def eruption_targets(self, cell: int) -> int:
        """The neighbours of a volcano that are not under a fumarole."""
        return NEIGHBOURS[cell] & self.occupied & ~self.covered

    def city_partners(self, cell: int) -> int:
        """The free fumaroles next to one."""
        return NEIGHBOURS[cell] & self.vents

    def portal_partners(self, cell: int) -> int:
        """The free portal cards beside one."""
        return SIDEWAYS[cell] & self.gates

    def slot_fits(self, upper: int) -> bool:
        """Whether a row and the next are, or can still become, rows of the world."""
        return max(self.bottom, upper + 1) - min(self.top, upper) < SIDE

    def slot_taken(self, upper: int) -> bool:
        """Whether a traveller aims at a row and the next already."""
        return upper in [row for _, row in self.guests]


def first_world(kit: Kit, start: int) -> World:
    """A start card on its cell."""
    row, column = ROW[START], COLUMN[START]
    land = [-1] * CELLS
    land[START] = start
    world = World(
        kit,
        land=land,
        laid=[START],
        guests=[],
        cities=[],
        occupied=BIT[START],
        rim=NEIGHBOURS[START],
        frame=ROWS_THAT_FIT[row][row] & COLUMNS_THAT_FIT[NOBODY][column][column],
        top=row,
        bottom=row,
        left=column,
        right=column,
    )
    world.show(start, START)
    return world


JOINED_CARD: Final = 1
DEVOURED_CARD: Final = 2
COVERED_CARD: Final = 4
"""Signs of a card that lies in a world: it makes a portal with the card to its right, is turned over, lies under a
fumarole."""


def built(
    kit: Kit,
    cells: list[int],
    faces: list[int],
    signs: list[int],
    cities: list[tuple[int, int, int]],
    guests: list[tuple[int, int]],
    side: int,
) -> World:
    """A world of these cards, cities and travellers; whether there can be such a world is not asked."""
    world = first_world(kit, faces[cells.index(START)])
    for i in range(len(cells)):
        cell = cells[i]
        if cell != START:
            world.fill(faces[i], cell)
        if signs[i] & DEVOURED_CARD:
            world.devoured |= BIT[cell]
        else:
            world.show(faces[i], cell)
    for i in range(len(cells)):
        if signs[i] & JOINED_CARD:
            world.join(cells[i], cells[i] + 1)
    for i in range(len(cells)):
        if signs[i] & COVERED_CARD:
            world.cover(cells[i])
    for city, cell, partner in cities:
        world.found(city, cell, partner)
    for traveller, upper in guests:
        world.welcome(traveller, upper, side)
    return world


def upper_row(cell: int, reach: int) -> int:
    """The upper row of the slot that straddles the row of a portal and the one above or below."""
    return ROW[cell] - 1 if reach == ABOVE else ROW[cell]


# ---------------------------------------------------------------------- legal moves


def legal(state: StrangeWorld, seat: int) -> list[int]:
    """The moves of a seat that has to decide, in ascending order."""
    phase = state.phase
    if phase == LAY:
        return lays(state.worlds[seat], state.hands[seat], state.fumaroles, state.shunned)
    kit = state.kit
    if phase == KEEP:
        return each(state.hands[seat], kit.keeps)
    if phase == PASS:
        return each(state.hands[seat], kit.passes)
    if phase == PILE:
        return [kit.openings[pile] for pile in range(kit.piles) if not state.opened & BIT[pile]]
    if phase == SUN:
        return kit.suns[:]
    world = state.worlds[seat]
    focus = state.focus
    if phase == WELCOME:
        return welcomes(world, focus, state.travellers)
    if phase == JOIN:
        return answers(focus, world.portal_partners(focus), kit.joins)
    if phase == ERUPT:
        return answers(focus, world.eruption_targets(focus), kit.eruptions)
    return answers(focus, world.city_partners(focus), kit.foundings)


def lays(world: World, hand: list[int], fumaroles: int, shunned: list[int]) -> list[int]:
    """The cards of a hand on the cells open to them, row by row; equal cards give one move."""
    moves: list[int] = []
    kit = world.kit
    kinds = kit.kinds
    lays_in_row = kit.lays_in_row
    anywhere = world.open_cells()
    previous = -1
    for face in hand:
        if face == previous:
            continue
        previous = face
        cells = anywhere
        if kinds[face] & CHOOSY:
            cells = world.open_to(kinds[face], fumaroles, shunned)
        rows = lays_in_row[face]
        row = 0
        while cells:
            columns = cells & ONE_ROW
            if columns:
                moves.extend(rows[row][columns])
            cells >>= WIDTH
            row += 1
    return moves


def each(hand: list[int], numbers: list[int]) -> list[int]:
    """A move for each different card of a hand, which is in ascending order."""
    moves: list[int] = []
    previous = -1
    for face in hand:
        if face != previous:
            moves.append(numbers[face])
        previous = face
    return moves


def answers(focus: int, cells: int, numbers: list[int]) -> list[int]:
    """The cells around the one in question that answer it."""
    return [numbers[cell] for cell in AROUND[focus] if cells & BIT[cell]]


def welcomes(world: World, focus: int, offer: int) -> list[int]:
    """Every traveller on offer in every place that it may take, and to decline."""
    kit = world.kit
    # `traveller-side`: the side of the first one, if there is one.
    sides = [LEFT, RIGHT] if world.side == NOBODY else [world.side]
    # `traveller-bounds`: the slots that fit; `traveller-slot`: of those the free ones, if there are any.
    fitting = [reach for reach in (ABOVE, BELOW) if world.slot_fits(upper_row(focus, reach))]
    free = [reach for reach in fitting if not world.slot_taken(upper_row(focus, reach))]
    reaches = free or fitting
    moves: list[int] = []
    for traveller in range(GUESTS):
        if offer & BIT[traveller]:
            for side in sides:
                for reach in reaches:
                    moves.append(kit.welcomes[traveller][side][reach])
    moves.append(kit.decline)
    return moves
