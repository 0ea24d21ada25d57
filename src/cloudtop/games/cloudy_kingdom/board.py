"""Cells, sides, faces of cards, and the numbering of moves. This module is compiled.

Cells are numbered row by row from the north-west, four to a row, also where a field has three by three of them:
a1 b1 c1 d1 a2 ... are 0, 1, 2, 3, 4 ... A set of cells is a number with one bit per cell. Sides are numbered
clockwise from the north; a set of sides has one bit for each.

A card lies west-east or north-south, either way round. A "face" is a design lying in one of its ways: two where
half a turn changes nothing (west-east, north-south), else four (end a west, east, north, south).
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

from cloudtop.games.cloudy_kingdom.pieces import BOX, Route
from cloudtop.games.cloudy_kingdom.steps import PLACES, Magic, Step

CELLS: Final = 16
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

BIT: Final[list[int]] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
ACROSS: Final[list[int]] = [0, 4, 8, 12]
"""By side, where its four bits begin in a road: see `road_of`."""
SIDES_IN: Final[list[list[int]]] = [[side for side in range(4) if sides & BIT[side]] for sides in range(16)]
"""The sides of a set."""
ONLY_SIDE: Final[list[int]] = [SIDES_IN[sides][0] if len(SIDES_IN[sides]) == 1 else -1 for sides in range(16)]
"""The one side of a set of one, -1 for other sets."""
OPPOSITE: Final[list[int]] = [SOUTH, WEST, NORTH, EAST]
FLAT: Final = 0
UPRIGHT: Final = 1
"""How a card lies: west-east or north-south."""
ARMS: Final[list[int]] = [10, 5, 15]
"""The sides where a cell has arms: with cards lying flat, upright, both."""

FIELD: Final[list[int]] = [0, 0, 0, 0x0777, 0xFFFF]
"""By size, the cells of the field."""
RIM_FLAT: Final[list[int]] = [0, 0, 0, 0x0555, 0x9999]
"""By size, the cells beside a castle in the west or east, which a card lying flat touches with a short edge."""
RIM_UPRIGHT: Final[list[int]] = [0, 0, 0, 0x0707, 0xF00F]


def next_place(size: int, cell: int, side: int) -> int:
    """What lies beyond a side of a cell: another cell, or, as -1 - number, a castle.

    Castles are numbered side by side, four to a side, from the left or the top.
    """
    row, column = cell // 4, cell % 4
    row += [-1, 0, 1, 0][side]
    column += [0, 1, 0, -1][side]
    if 0 <= row < size and 0 <= column < size:
        return 4 * row + column
    along = column if side in (NORTH, SOUTH) else row
    return -1 - (4 * side + along)


BEYOND: Final[list[list[int]]] = [
    [next_place(size, cell, side) for cell in range(CELLS) for side in range(4)] if size >= 3 else []
    for size in range(5)
]
"""By size, what lies beyond each side of each cell."""
GATE: Final[list[list[int]]] = [
    [BEYOND[size].index(-1 - castle) // 4 if castle % 4 < size else -1 for castle in range(16)] if size >= 3 else []
    for size in range(5)
]
"""By size, the cell in front of each castle."""

# ---------------------------------------------------------------------- faces

WAYS_ROUND: Final[list[list[int]]] = [[WEST, EAST], [NORTH, SOUTH]]
"""Where end a may point, lying flat and upright; of a card that half a turn does not change, only the first."""


def unchanged_by_half_turn(joins: tuple[str, ...]) -> bool:
    """Whether a design looks the same after half a turn."""
    swap = {"a": "b", "b": "a", "l": "r", "r": "l"}
    turned = sorted("".join(sorted(swap[end] for end in group)) for group in joins)
    return turned == sorted("".join(sorted(group)) for group in joins)


def side_of(end: str, a: int) -> int:
    """The side an end or long side of a card points to, when its end a points to the side `a`."""
    return (a + "albr".index(end)) % 4


def groups_of(joins: tuple[str, ...], a: int, arms: int) -> list[int]:
    """The sets of sides that a top card joins in a cell with these arms."""
    found = []
    for group in joins:
        sides = sum([BIT[side_of(end, a)] for end in group]) & arms
        if len(SIDES_IN[sides]) > 1:
            found.append(sides)
    return found


def road_of(groups: list[int]) -> int:
    """For each side of a cell, four bits: the sides that the road entering there leads to."""
    road = 0
    for sides in groups:
        for side in SIDES_IN[sides]:
            road |= (sides & ~BIT[side]) << ACROSS[side]
    return road


# ---------------------------------------------------------------------- moves

LAY: Final = 0
CUT: Final = 1
TURN: Final = 2
DISCARD: Final = 3
MAGIC: Final = 4
SWAP: Final = 5
KEEP: Final = 6
PICK: Final = 7
"""Kinds of moves."""

STEP_DRAW: Final = 0
STEP_TAKE: Final = 1
STEP_DISCARD: Final = 2
STEP_SWAP: Final = 3
STEP_PLAY: Final = 4
STEP_LAY: Final = 5
STEP_CUT: Final = 6
STEP_TURN: Final = 7
VERBS: Final = ("draw", "take", "discard", "swap", "play", "lay", "cut", "turn")
"""The steps of magic, in the order of their numbers."""

ANYWHERE: Final = 0
ON_EMPTY: Final = 1
CROSSWISE: Final = 2
ON_LAST: Final = 3
"""Where a step lays a card: as in `steps.PLACES`."""


class Book:
    """Every card that a game is played with, and the number of every move.

    Moves are numbered: each design on each cell in each way (`lay`), cutting and turning each cell, discarding
    each design, playing each magic card, swapping and keeping, picking each three magic cards. The cards of a
    table's own come after all of these, so that the others keep their numbers.
    """

    def __init__(self, routes: list[Route], magic: list[Magic], custom: list[Magic]) -> None:
        self.codes: list[str] = []
        """By design, what it is called in notation: route cards, then magic cards that lie in the field."""
        self.names: list[str] = []
        self.joins: list[tuple[str, ...]] = []
        self.fireproof: list[bool] = []
        self.routes = len(routes)
        self.ways: list[int] = []
        """By design, how many ways round it has, lying flat or upright: one or two."""
        self.first_face: list[int] = []
        self.first_lay: list[int] = []
        self.design: list[int] = []
        """By face; so are the next lists."""
        self.lying: list[int] = []
        self.end_a: list[int] = []
        """The side where end a points."""
        self.turned: list[int] = []
        """The face after a quarter turn clockwise."""
        self.roads: list[int] = []
        """By face and whether a crosswise card lies beneath: what the cell joins, see `road_of`."""
        self.groups: list[int] = []
        """Likewise the sets of sides that are joined, two at most: one set, and 16 times the other."""
        self.lays: list[list[int]] = []
        """By design, lying, half of the field and set of cells in it: the moves that lay it there."""
        self.kind: list[int] = []
        """By move; so are the next lists."""
        self.what: list[int] = []
        """The face laid, the design discarded, the magic played, the three picked."""
        self.cell: list[int] = []
        self.magic = [*magic, *custom]
        self.printed = len(magic)
        self.laid_design: list[int] = []
        """By magic, the design of the card itself, -1 for one that never lies in the field."""
        self.first_cut = 0
        self.first_turn = 0
        self.first_discard = 0
        self.magic_move: list[int] = []
        self.swap = 0
        self.keep = 0
        self.picks: list[list[int]] = []
        """Three magic sides each, in ascending order."""
        self.pick_moves: list[int] = []
        for route in routes:
            self.add_design(route.code, route.name, route.joins, False)
        for side in magic:
            self.add_laid(side)
        self.first_cut = len(self.kind)
        for cell in range(CELLS):
            self.add_move(CUT, 0, cell)
        self.first_turn = len(self.kind)
        for cell in range(CELLS):
            self.add_move(TURN, 0, cell)
        self.first_discard = len(self.kind)
        for design in range(self.routes):
            self.add_move(DISCARD, design, -1)
        self.add_magic_moves(0, self.printed)
        self.swap = self.add_move(SWAP, 0, -1)
        self.keep = self.add_move(KEEP, 0, -1)
        self.add_picks(0)
        for side in custom:
            self.add_laid(side)
        self.add_magic_moves(self.printed, len(self.magic))
        if custom:
            self.add_picks(len(custom))
        self.verbs = [[VERBS.index(step.verb) for step in side.steps] for side in self.magic]
        self.places = [[PLACES.index(step.place) if step.place else 0 for step in side.steps] for side in self.magic]
        self.rules = [side.rule for side in self.magic]
        self.need_stack = [stack_needed(side, seats) for side in self.magic for seats in range(5)]
        """By magic and number of players: so many cards must be in the stack."""
        self.need_discards = [sum([step.verb == "take" for step in side.steps]) for side in self.magic]
        self.need_cards = [cards_needed(side) for side in self.magic]
        """So many cards must lie in stacks without fire."""
        self.need_place = [place_needed(side) for side in self.magic]
        """-1, or where there must be room for a card: `ON_EMPTY` or `ANYWHERE`."""

    def add_move(self, kind: int, what: int, cell: int) -> int:
        """Number one more move."""
        self.kind.append(kind)
        self.what.append(what)
        self.cell.append(cell)
        return len(self.kind) - 1

    def add_laid(self, side: Magic) -> None:
        """Add the design of a magic card that lies in the field itself."""
        if side.laid is None:
            self.laid_design.append(-1)
            return
        self.laid_design.append(len(self.codes))
        self.add_design(side.laid.code, side.name, side.laid.joins, side.laid.fireproof)

    def add_design(self, code: str, name: str, joins: tuple[str, ...], fireproof: bool) -> None:
        """Add a design: its faces, and the moves that lay it."""
        ways = 1 if unchanged_by_half_turn(joins) else 2
        design = len(self.codes)
        face = len(self.design)
        self.codes.append(code)
        self.names.append(name)
        self.joins.append(joins)
        self.fireproof.append(fireproof)
        self.ways.append(ways)
        self.first_face.append(face)
        self.first_lay.append(len(self.kind))
        for lying, way in product((FLAT, UPRIGHT), range(ways)):
            a = WAYS_ROUND[lying][way]
            self.design.append(design)
            self.lying.append(lying)
            self.end_a.append(a)
            # Clockwise, west-east becomes north-south the same way round; north-south is turned half round more.
            self.turned.append(face + ways + way if lying == FLAT else face + ways - 1 - way)
            for arms in (ARMS[lying], 15):
                groups = groups_of(joins, a, arms)
                self.roads.append(road_of(groups))
                self.groups.append(sum([sides * [1, 16][i] for i, sides in enumerate(groups)]))
        for lying in (FLAT, UPRIGHT):
            for half in (0, 8):
                lists: list[list[int]] = [[]]
                for cell in range(half, half + 8):
                    moves = [self.add_move(LAY, face + lying * ways + way, cell) for way in range(ways)]
                    lists += [shorter + moves for shorter in lists]
                self.lays += lists

    def add_magic_moves(self, first: int, end: int) -> None:
        """Number the playing of magic cards."""
        for side in range(first, end):
            self.magic_move.append(self.add_move(MAGIC, side, -1))

    def add_picks(self, custom: int) -> None:
        """Number all picks of three cards and a side of each: the printed ones, or those with a card of the table's."""
        cards: list[tuple[int, ...]] = list(BOX.cards)
        cards += [(self.printed + i,) for i in range(custom)]
        for three in combinations(cards, 3):
            if custom == 0 or three[2][0] >= self.printed:
                for sides in product(*three):
                    self.pick_moves.append(self.add_move(PICK, len(self.picks), -1))
                    self.picks.append(sorted(sides))


def stack_needed(side: Magic, seats: int) -> int:
    """`magic-possible`: how many cards must be in the stack, so that every draw of the steps finds one."""
    drawn, swapped, needed = 0, 0, 0
    for step in side.steps:
        if step.verb == "draw":
            drawn += 1
            needed = drawn + swapped
        elif step.verb == "swap":
            swapped += seats - 1
    return needed


def cards_needed(side: Magic) -> int:
    """`magic-possible`: how many cards must lie in stacks without fire, so that cuts and turns find one."""
    more, needed = 0, 0
    for step in side.steps:
        if step.verb in ("cut", "turn") or step.place == "crosswise":
            needed = max(needed, 1 - more)
        if step.verb == "cut":
            more -= 1
        elif step.verb == "play" or (step.verb == "lay" and side.laid is not None and not side.laid.fireproof):
            more += 1
        elif step.verb == "lay" and step.place.startswith("crosswise"):
            more -= 1
    return needed


def place_needed(side: Magic) -> int:
    """`magic-possible`: the room that the first step in the field needs, unless it is a card that may be `stuck`."""
    for step in side.steps:
        if step.place == "on empty":
            return ON_EMPTY
        if step == Step("lay", "anywhere"):
            return ANYWHERE
        if step.verb in ("play", "lay", "cut", "turn"):
            return -1
    return -1


PRINTED: Final = Book(list(BOX.routes), list(BOX.magic), [])
"""The cards in the box."""
