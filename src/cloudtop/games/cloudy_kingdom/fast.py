"""What makes moves quickly: sets of cells as bits, faces of cards as tables. This module is compiled.

A set of cells is a number with one bit for each, a set of sides likewise, clockwise from the north. Everything here
follows from `rules.py` and `board.py`, which say the same in words; the conformance suite compares them over all moves.

A stack always alternates: each card lies at right angles to the one beneath (`route-cross`; turning keeps it). So a
cell with two cards or more has arms on all four sides, and what it joins depends on the top card alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.games.cloudy_kingdom.moves import CELL, CELLS, NUMBER_OF, POINTS, Book, side_of
from cloudtop.games.cloudy_kingdom.pieces import EACH, PLACES, SIDES, VERBS, Design, Side

if TYPE_CHECKING:
    from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
FLAT: Final = 0
UPRIGHT: Final = 1
"""How a card lies: west-east or north-south."""
NO_CARD: Final = -1

BIT: Final[list[int]] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
SLOTS: Final[int] = EACH
"""The magic cards of a seat, by its place among them; `ALL_USED` has a bit for each."""
ALL_USED: Final[int] = BIT[EACH] - 1
ALL_CELLS: Final = 0xFFFF
HALF: Final = 8
HALF_CELLS: Final = 0x00FF
"""Sets of cells are looked up in two halves: the first so many cells, and the others."""
HALF_SETS: Final = 256
SETS: Final = 1024
"""Entries in `Tables.lays` for half of the cells, and for a design: two lyings of two halves each."""
NIBBLE: Final[list[int]] = [0, 4, 8, 12]
"""By side, where its four bits begin in a road: see `road_of`."""
ALL_SIDES: Final = 15
SIDES_IN: Final[list[list[int]]] = [[side for side in range(4) if sides & BIT[side]] for sides in range(16)]
"""The sides of a set."""
ARMS: Final[list[int]] = [BIT[EAST] | BIT[WEST], BIT[NORTH] | BIT[SOUTH]]
"""The sides where a single card has arms, lying flat and upright."""

STEP_DRAW: Final = 0
STEP_TAKE: Final = 1
STEP_DISCARD: Final = 2
STEP_SWAP: Final = 3
STEP_PLAY: Final = 4
STEP_LAY: Final = 5
STEP_CUT: Final = 6
STEP_TURN: Final = 7
"""What a step of magic does, in the order of `pieces.VERBS`."""
ANYWHERE: Final = 0
ON_EMPTY: Final = 1
CROSSWISE: Final = 2
ON_LAST: Final = 3
"""Where it lays a card, in the order of `pieces.PLACES`."""
NOWHERE: Final = -1
MOST_SEATS: Final = 5
"""Entries in `Tables.need_stack` for a magic card: one for each number of players."""


# ---------------------------------------------------------------------- the field, by its size


def cells_with(size: int, columns: set[int], rows: set[int]) -> int:
    """The cells of a field of that size in these columns, or in these rows."""
    inside = [cell for cell in CELL if max(cell) < size]
    return sum([BIT[NUMBER_OF[cell]] for cell in inside if cell.column in columns or cell.row in rows])


FIELD: Final[list[int]] = [cells_with(size, set(range(size)), set()) for size in range(5)]
"""By size, the cells of the field."""
RIM_FLAT: Final[list[int]] = [cells_with(size, {0, size - 1}, set()) for size in range(5)]
"""By size, the cells beside a castle in the west or east, which a card lying flat touches with a short edge."""
RIM_UPRIGHT: Final[list[int]] = [cells_with(size, set(), {0, size - 1}) for size in range(5)]


# ---------------------------------------------------------------------- cards


def groups_of(design: Design, a: Side, arms: int) -> list[int]:
    """The sets of sides that a top card, its end a pointing so, joins in a cell with these arms."""
    found = []
    for group in design.joins:
        sides = 0
        for end in group:
            sides |= BIT[SIDES.index(side_of(end, a))] & arms
        if len(SIDES_IN[sides]) > 1:
            found.append(sides)
    return found


def road_of(groups: list[int]) -> int:
    """For each side of a cell, four bits: the sides that the road entering there leads to."""
    road = 0
    for sides in groups:
        for side in SIDES_IN[sides]:
            road |= (sides & ~BIT[side]) << NIBBLE[side]
    return road


class Tables:
    """The cards and the magic of a box, as the quick code looks them up."""

    def __init__(self, book: Book) -> None:
        box = book.box
        self.book = book
        self.routes = len(box.routes)
        self.design: list[int] = []
        """By face; so are the next lists."""
        self.lying: list[int] = []
        self.turned: list[int] = []
        """The face after a quarter turn clockwise."""
        self.roads: list[int] = []
        """By face and whether a crosswise card lies beneath: what the cell joins, see `road_of`."""
        self.groups: list[int] = []
        """Likewise the sets of sides that are joined, two at most: one set, and in the next four bits the other."""
        self.fireproof = [design.fireproof for design in book.designs]
        for design, way in book.faces:
            joins = book.designs[design]
            a = POINTS[way]
            lying = FLAT if a in ("W", "E") else UPRIGHT
            self.design.append(design)
            self.lying.append(lying)
            after = SIDES[(SIDES.index(a) + 1) % 4]
            ways = "vh"[lying] if joins.symmetric else after.lower()
            self.turned.append(book.face_named[f"{joins.code}:{ways}"])
            for arms in (ARMS[lying], ALL_SIDES):
                groups = groups_of(joins, a, arms)
                self.roads.append(road_of(groups))
                self.groups.append(sum([sides << NIBBLE[order] for order, sides in enumerate(groups)]))
        self.lays: list[list[int]] = []
        """By design, lying, half of the field and set of cells in it: the moves that lay it there."""
        for first in range(0, len(book.lays), HALF):
            lists: list[list[int]] = [[]]
            for moves in book.lays[first : first + HALF]:
                lists += [shorter + moves for shorter in lists]
            self.lays += lists
        designs = [design.code for design in book.designs]
        self.laid_design = [designs.index(side.laid.code) if side.laid else NO_CARD for side in box.magic]
        """By magic, as the next lists: the design of the card itself, if it ever lies in the field."""
        self.verbs = [[VERBS.index(step.verb) for step in side.steps] for side in box.magic]
        self.places = [[PLACES.index(step.place) if step.place else 0 for step in side.steps] for side in box.magic]
        self.need_stack = [side.draws(players) for side in box.magic for players in range(MOST_SEATS)]
        """By magic and number of players: so many cards must be in the stack."""
        self.need_discards = [side.takes() for side in box.magic]
        self.need_cards = [side.touches for side in box.magic]
        """So many cards must lie in stacks without fire."""
        self.need_place = [NOWHERE if side.room is None else PLACES.index(side.room) for side in box.magic]
        """Where there must be room for a card, `NOWHERE` if for none."""


# ---------------------------------------------------------------------- the field


class Field:
    """The cards in the field and the castles around it."""

    def __init__(
        self,
        tables: Tables,
        size: int,
        castles: list[int],
        laid: list[int],
        beneath: list[int],
        top: list[int],
        road: list[int],
        taken: int,
        flat_top: int,
        has_flat: int,
        has_upright: int,
        fire: int,
    ) -> None:
        self.tables = tables
        self.size = size
        self.castles = castles
        """See `castle_bits`. Never changes: copies share it."""
        self.laid = laid
        """The face of every card that was ever laid, in order; cut ones are no longer in any stack."""
        self.beneath = beneath
        """For each of them, the number in `laid` of the card beneath, -1 for none."""
        self.top = top
        """By cell, the number in `laid` of its top card, -1 for none."""
        self.road = road
        """By cell, what it joins: see `road_of`."""
        self.taken = taken
        """The cells with cards."""
        self.flat_top = flat_top
        """The cells whose top card lies west-east."""
        self.has_flat = has_flat
        """The cells with any card lying west-east: they have arms in the west and east."""
        self.has_upright = has_upright
        self.fire = fire
        """The cells with a fireproof card."""

    def copy(self) -> Field:
        """An independent field with the same cards."""
        return Field(
            self.tables,
            self.size,
            self.castles,
            self.laid[:],
            self.beneath[:],
            self.top[:],
            self.road[:],
            self.taken,
            self.flat_top,
            self.has_flat,
            self.has_upright,
            self.fire,
        )

    def stack(self, cell: int) -> list[int]:
        """The faces of a cell, bottom first."""
        faces: list[int] = []
        card = self.top[cell]
        while card >= 0:
            faces.append(self.laid[card])
            card = self.beneath[card]
        faces.reverse()
        return faces

    # ------------------------------------------------------------------ where a card may be laid

    def empty_places(self, lying: int) -> int:
        """`route-empty`: empty cells where a card lying so touches a laid card's short edge or a castle's long side."""
        if lying == FLAT:
            # What a shift carries into another row falls on the rim, where a castle is near anyway.
            arms = self.has_flat
            near = RIM_FLAT[self.size] | arms << 1 | arms >> 1
        else:
            arms = self.has_upright
            near = RIM_UPRIGHT[self.size] | arms << 4 | arms >> 4
        return near & FIELD[self.size] & ~self.taken

    def cross_places(self, lying: int) -> int:
        """`route-cross` and `magic-fire`: stacks whose top card lies at right angles and does not burn."""
        tops = self.flat_top if lying == UPRIGHT else self.taken & ~self.flat_top
        return tops & ~self.fire

    def places(self, where: int, lying: int, last: int) -> int:
        """The cells where a step lays a card lying so; `last` is the cell of the last card laid, -1 for none."""
        if where == ANYWHERE:
            return self.empty_places(lying) | self.cross_places(lying)
        if where == ON_EMPTY:
            return self.empty_places(lying)
        if where == CROSSWISE:
            return self.cross_places(lying)
        return self.cross_places(lying) & BIT[last] if last >= 0 else 0

    def has_place(self, where: int, last: int) -> bool:
        """Whether a card can be laid at all: if not, it is `stuck`."""
        return (self.places(where, FLAT, last) | self.places(where, UPRIGHT, last)) != 0

    def unburnt(self) -> int:
        """`magic-fire`: the stacks that magic may touch."""
        return self.taken & ~self.fire

    def has_unburnt(self, count: int) -> bool:
        """Whether so many cards lie in stacks that magic may touch."""
        unburnt = self.unburnt()
        if count <= 1:
            return count < 1 or unburnt != 0
        found = 0
        for cell in range(CELLS):
            if unburnt & BIT[cell]:
                found += len(self.stack(cell))
        return found >= count

    # ------------------------------------------------------------------ changing a stack

    def lay(self, cell: int, face: int) -> None:
        """Put a card on a cell."""
        tables = self.tables
        bit = BIT[cell]
        self.beneath.append(self.top[cell])
        self.top[cell] = len(self.laid)
        self.laid.append(face)
        if self.taken & bit:
            self.road[cell] = tables.roads[2 * face + 1]
        else:
            self.taken |= bit
            self.road[cell] = tables.roads[2 * face]
        if tables.lying[face] == FLAT:
            self.flat_top |= bit
            self.has_flat |= bit
        else:
            self.flat_top &= ~bit
            self.has_upright |= bit
        if tables.fireproof[tables.design[face]]:
            self.fire |= bit

    def cut(self, cell: int) -> int:
        """Take the top card of a cell away; the others stay where they lie. Returns its face."""
        face = self.laid[self.top[cell]]
        self.top[cell] = self.beneath[self.top[cell]]
        self.look_again(cell)
        return face

    def turn(self, cell: int) -> None:
        """Turn the whole stack of a cell a quarter clockwise."""
        turned = self.tables.turned
        card = self.top[cell]
        while card >= 0:
            self.laid[card] = turned[self.laid[card]]
            card = self.beneath[card]
        self.look_again(cell)

    def look_again(self, cell: int) -> None:
        """Find anew what is kept at hand about a stack that magic has changed; one with fire never does."""
        rest = ALL_CELLS ^ BIT[cell]
        self.taken &= rest
        self.flat_top &= rest
        self.has_flat &= rest
        self.has_upright &= rest
        card = self.top[cell]
        if card < 0:
            self.road[cell] = 0
            return
        self.taken |= BIT[cell]
        tall = 1 if self.beneath[card] >= 0 else 0
        face = self.laid[card]
        flat = self.tables.lying[face] == FLAT
        if flat:
            self.flat_top |= BIT[cell]
        if flat or tall:
            self.has_flat |= BIT[cell]
        if not flat or tall:
            self.has_upright |= BIT[cell]
        self.road[cell] = self.tables.roads[2 * face + tall]


def bare_field(tables: Tables, size: int, castles: list[int]) -> Field:
    """A field without cards."""
    return Field(
        tables=tables,
        size=size,
        castles=castles,
        laid=[],
        beneath=[],
        top=[-1] * CELLS,
        road=[0] * CELLS,
        taken=0,
        flat_top=0,
        has_flat=0,
        has_upright=0,
        fire=0,
    )


# ---------------------------------------------------------------------- what a seat may do


def legal_moves(state: CloudyKingdom, seat: int) -> list[int]:
    """`turn`: the route card in every place, or a magic card; within magic, what its step allows."""
    book = state.tables.book
    if state.picks:
        return book.picks[:] if state.picks[seat] < 0 else []
    if seat != state.seat:
        return []
    if state.spell >= 0:
        return step_moves(state)
    moves: list[int] = []
    card = state.hands[seat]
    add_lays(state, moves, card, ANYWHERE)
    if not moves:
        # `stuck`: only a card without a place is discarded.
        moves.append(book.discards[card])
    if state.last_turns == 0:
        add_magic(state, moves, seat)
    return moves


def add_lays(state: CloudyKingdom, moves: list[int], design: int, where: int) -> None:
    """Append the ways to lay a card."""
    field = state.field
    lays = state.tables.lays
    first = SETS * design
    flat = field.places(where, FLAT, state.fresh)
    upright = field.places(where, UPRIGHT, state.fresh)
    moves.extend(lays[first + (flat & HALF_CELLS)])
    moves.extend(lays[first + HALF_SETS + (flat >> HALF)])
    moves.extend(lays[first + 2 * HALF_SETS + (upright & HALF_CELLS)])
    moves.extend(lays[first + 3 * HALF_SETS + (upright >> HALF)])


def add_magic(state: CloudyKingdom, moves: list[int], seat: int) -> None:
    """`magic-once`: append the magic cards that a seat may play now, none that it has used."""
    used = state.used[seat]
    if used == ALL_USED:
        return
    for slot in range(SLOTS):
        if not used & BIT[slot]:
            magic = state.magic[SLOTS * seat + slot]
            if magic_possible(state, magic):
                moves.append(state.tables.book.magic[magic])


def magic_possible(state: CloudyKingdom, magic: int) -> bool:
    """`magic-possible`: whether the steps can be carried out, as far as can be foreseen."""
    tables = state.tables
    field = state.field
    if len(state.deck) - state.next_card < tables.need_stack[MOST_SEATS * magic + state.seats]:
        return False
    if tables.need_cards[magic] and not field.has_unburnt(tables.need_cards[magic]):
        return False
    if len(state.discards) < tables.need_discards[magic]:
        return False
    return tables.need_place[magic] < 0 or field.has_place(tables.need_place[magic], -1)


def step_moves(state: CloudyKingdom) -> list[int]:
    """The moves that the present step of magic allows."""
    tables = state.tables
    book = tables.book
    verb = tables.verbs[state.spell][state.step]
    where = tables.places[state.spell][state.step]
    moves: list[int] = []
    if verb == STEP_PLAY:
        held = state.held(state.active)
        for design in held:
            add_lays(state, moves, design, where)
        if not moves:
            moves = [book.discards[design] for design in held]
    elif verb == STEP_LAY:
        add_lays(state, moves, tables.laid_design[state.spell], where)
    elif verb == STEP_DISCARD:
        moves = [book.discards[design] for design in state.held(state.active)]
    elif verb == STEP_SWAP:
        moves = [book.swap, book.keep]
    else:
        touched = book.cuts if verb == STEP_CUT else book.turns
        stacks = state.field.unburnt()
        moves = [touched[cell] for cell in range(CELLS) if stacks & BIT[cell]]
    return moves


def widest(tables: Tables, size: int) -> int:
    """The most ways to lay one card that a field of that size can offer; every set of taken cells is tried.

    A card has two ways round at most, and a stack of two has arms on all sides.
    """
    most = 0
    field = bare_field(tables, size, [])
    for taken in range(FIELD[size] + 1):
        if taken & FIELD[size] == taken:
            field.taken = field.has_flat = field.has_upright = taken
            empty = field.empty_places(FLAT).bit_count() + field.empty_places(UPRIGHT).bit_count()
            most = max(most, 2 * (taken.bit_count() + empty))
    return most
