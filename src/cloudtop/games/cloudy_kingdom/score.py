"""What counts: castles that a road joins, and the win. This module is compiled.

The roads are those of `board.py`, traced quickly: a castle is one bit, four bits for each family, and so is a pair of
castles on opposite sides. Families are numbered by the seats that play them; one that nobody plays comes last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, ranked
from cloudtop.games.cloudy_kingdom.fast import (
    ALL_SIDES,
    ARMS,
    BIT,
    EAST,
    FLAT,
    NIBBLE,
    NORTH,
    SIDES_IN,
    SOUTH,
    UPRIGHT,
    WEST,
    Field,
    Tables,
)
from cloudtop.games.cloudy_kingdom.moves import CELL, CELLS, NUMBER_OF
from cloudtop.games.cloudy_kingdom.pieces import SIDES, Castles, Side

if TYPE_CHECKING:
    from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

NAME: Final = "cloudy-kingdom/"
PAIRS: Final = 0x3333
"""Of four bits for each family, the first two: its castles in the north and south are joined, or east and west."""
PAIR_NAMES: Final = ("NS", "WE")
"""The pairs by their bit."""
SEAT_PAIRS: Final[list[int]] = [0, 0, 0x0033, 0x0333, 0x3333]
"""By number of players, the pairs of castles that count: a family without a player is scenery."""
PAIRS_OF: Final[list[int]] = [0x0003, 0x0030, 0x0300, 0x3000]
"""By seat, the two pairs of its castles."""
ONLY_SIDE: Final[list[int]] = [SIDES_IN[sides][0] if len(SIDES_IN[sides]) == 1 else -1 for sides in range(16)]
"""The one side of a set of one, -1 for other sets."""
OPPOSITE: Final[list[int]] = [SOUTH, WEST, NORTH, EAST]
FAR: Final = 50
"""More cards than any road lacks."""
MOST_TOLL: Final = 3
"""Where so many cards on a stack do not help a road, none do."""
BURNING: Final = 5
"""A kind of stack: see `kind_of`."""

# ---------------------------------------------------------------------- castles


def next_place(size: int, number: int, side: int) -> int:
    """What lies beyond a side of a cell: another cell, or, as -1 - number, a castle.

    Castles are numbered side by side, four to a side, from the left or the top.
    """
    beyond = CELL[number].beyond(SIDES[side])
    if 0 <= beyond.row < size and 0 <= beyond.column < size:
        return NUMBER_OF[beyond]
    along = beyond.column if side in (NORTH, SOUTH) else beyond.row
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


def castle_bits(castles: Castles, families: str) -> list[int]:
    """By number of a castle (see `next_place`), one bit: four for each family, of which one for each side.

    `families` are the letters in the order of the seats, as everywhere here.
    """
    bits = [0] * 16
    for number, side in enumerate(SIDES):
        for place, letter in enumerate(castles[side]):
            bits[4 * number + place] = BIT[4 * families.index(letter) + number]
    return bits


def castle_letters(bits: list[int], size: int, families: str) -> dict[Side, str]:
    """The same castles in letters."""
    return {
        side: "".join([families[(bits[4 * number + place].bit_length() - 1) // 4] for place in range(size)])
        for number, side in enumerate(SIDES)
    }


def pairs_in_words(pairs: int, families: str) -> list[str]:
    """Pairs of castles, each as family and sides: `R:NS`."""
    return [
        f"{letter}:{name}"
        for family, letter in enumerate(families)
        for bit, name in enumerate(PAIR_NAMES)
        if pairs >> (4 * family + bit) & 1
    ]


# ---------------------------------------------------------------------- roads


def joined_through(field: Field, cell: int) -> int:
    """The pairs of castles that a road through this cell joins, as bits of `PAIRS`.

    After a change in one cell, no other pair can be joined that was not joined before.
    """
    if not field.road[cell]:
        return 0
    card = field.top[cell]
    groups = field.tables.groups[2 * field.laid[card] + (1 if field.beneath[card] >= 0 else 0)]
    pairs = joined_by(field, cell, groups & ALL_SIDES)
    if groups > ALL_SIDES:
        pairs |= joined_by(field, cell, groups >> 4)
    return pairs


def joined_by(field: Field, cell: int, sides: int) -> int:
    """The pairs of castles on the road that leaves a cell by all these sides."""
    seen = [0] * CELLS
    seen[cell] = sides
    castles = 0
    for side in SIDES_IN[sides]:
        castles |= castles_along(field, cell, side, seen)
    return win_diagonal(castles)


def castles_along(field: Field, cell: int, side: int, seen: list[int]) -> int:
    """The castles that the road leaving a cell by a side comes to; a castle is never passed through."""
    beyond = BEYOND[field.size]
    road = field.road
    while True:
        following = beyond[4 * cell + side]
        if following < 0:
            return field.castles[-1 - following]
        entry = OPPOSITE[side]
        exits = road[following] >> NIBBLE[entry] & ALL_SIDES
        if exits == 0 or seen[following] & exits:
            return 0
        seen[following] |= exits | BIT[entry]
        side = ONLY_SIDE[exits]
        cell = following
        if side < 0:
            castles = 0
            for branch in SIDES_IN[exits]:
                castles |= castles_along(field, cell, branch, seen)
            return castles


def joined_from_castles(field: Field) -> int:
    """All pairs of castles that are joined now."""
    pairs = 0
    for side in (NORTH, WEST):
        for castle in range(4 * side, 4 * side + field.size):
            cell = GATE[field.size][castle]
            exits = field.road[cell] >> NIBBLE[side] & ALL_SIDES
            seen = [0] * CELLS
            seen[cell] = exits | BIT[side]
            castles = field.castles[castle]
            for branch in SIDES_IN[exits]:
                castles |= castles_along(field, cell, branch, seen)
            pairs |= win_diagonal(castles)
    return pairs


def win_diagonal(castles: int) -> int:
    """`win-diagonal`: of the castles on one road, the pairs of a family on opposite sides, two bits apart."""
    return castles & castles >> 2 & PAIRS


def reach(field: Field, castle: int) -> list[int]:
    """The pieces of the road that grows from a castle, the nearest first, each as 16 * cell + sides.

    A piece with one side is an arm that leads nowhere.
    """
    found: list[int] = []
    seen = [0] * CELLS
    beyond = BEYOND[field.size]
    ahead = [4 * GATE[field.size][castle] + castle // 4]
    place = 0
    while place < len(ahead):
        cell = ahead[place] // 4
        entry = ahead[place] % 4
        place += 1
        armed = field.has_flat if ARMS[FLAT] & BIT[entry] else field.has_upright
        if not armed & BIT[cell] or seen[cell] & BIT[entry]:
            continue
        exits = field.road[cell] >> NIBBLE[entry] & ALL_SIDES
        seen[cell] |= exits | BIT[entry]
        found.append(16 * cell + (exits | BIT[entry]))
        for side in SIDES_IN[exits]:
            following = beyond[4 * cell + side]
            if following >= 0:
                ahead.append(4 * following + OPPOSITE[side])
    return found


# ---------------------------------------------------------------------- how many cards a road lacks


def tolls_of(tables: Tables) -> list[list[int]]:
    """Where a road can lead on from a stack, each as 4 * cards + side, and how many more cards the stack needs for it.

    By kind of stack (see `kind_of`), side of entry and the sides that it leads on to already: 16 * (4 * kind + entry) +
    sides. On a burning stack no card helps.
    """
    # By lying and side, the sides that some route card joins with it.
    joins = [0] * 8
    for face in range(len(tables.design)):
        if tables.design[face] < tables.routes:
            groups = tables.groups[2 * face + 1]
            for sides in (groups & ALL_SIDES, groups >> 4):
                for side in SIDES_IN[sides]:
                    joins[4 * tables.lying[face] + side] |= sides
    tolls: list[list[int]] = []
    for kind in range(BURNING + 1):
        for entry in range(4):
            cards = [FAR if kind == BURNING else toll(joins, kind, entry, leave) for leave in range(4)]
            for exits in range(16):
                costs = [0 if exits & BIT[leave] else cards[leave] for leave in range(4)]
                tolls.append([4 * costs[leave] + leave for leave in range(4) if leave != entry and costs[leave] < FAR])
    return tolls


def toll(joins: list[int], kind: int, entry: int, leave: int) -> int:
    """How many cards such a stack needs, one crosswise on the other, until it joins these two sides."""
    # On an empty cell the first card lies along the road that comes to it, which holds it up.
    lying = FLAT if ARMS[FLAT] & BIT[entry] else UPRIGHT
    arms = 0
    if kind > 0:
        top = FLAT if kind % 2 else UPRIGHT
        arms = ARMS[top] if kind < 3 else ALL_SIDES
        lying = UPRIGHT if top == FLAT else FLAT
    wanted = BIT[entry] | BIT[leave]
    for cards in range(1, MOST_TOLL + 1):
        arms |= ARMS[lying]
        if arms & wanted == wanted and joins[4 * lying + entry] & BIT[leave]:
            return cards
        lying = UPRIGHT if lying == FLAT else FLAT
    return FAR


def kind_of(field: Field, cell: int) -> int:
    """The kind of a stack: 0 is an empty cell, 1 and 2 a single card, 3 and 4 a higher stack, or `BURNING`.

    Of the odd ones the top card lies flat.
    """
    card = field.top[cell]
    if card < 0:
        return 0
    if field.fire & BIT[cell]:
        return BURNING
    tall = 2 if field.beneath[card] >= 0 else 0
    return tall + (1 if field.flat_top & BIT[cell] else 2)


def cards_lacking(field: Field, tolls: list[list[int]], family: int) -> list[int]:
    """The fewest route cards that join a family's castles in north and south, and in west and east; `FAR`: none can.

    They may be any, laid one after the other by the rules. It is exact if there is a crossroads among them: then a road
    never has to come to a cell twice that needs a card, and each card is held up by the one before.
    """
    size = field.size
    road = field.road
    beyond = BEYOND[size]
    kinds = [64 * kind_of(field, cell) for cell in range(CELLS)]
    found: list[int] = []
    for side in (NORTH, WEST):
        goal = -1 - field.castles.index(BIT[4 * family + OPPOSITE[side]])
        waiting: list[list[int]] = [[] for _ in range(FAR + MOST_TOLL)]
        waiting[0].append(4 * GATE[size][field.castles.index(BIT[4 * family + side])] + side)
        seen = [False] * (4 * CELLS)
        lacking = FAR
        laid = 0
        while laid < lacking:
            stops = waiting[laid]
            place = 0
            while place < len(stops):
                stop = stops[place]
                place += 1
                if seen[stop]:
                    continue
                seen[stop] = True
                cell = stop >> 2
                entry = stop & 3
                for way in tolls[kinds[cell] + 16 * entry + (road[cell] >> NIBBLE[entry] & ALL_SIDES)]:
                    leave = way & 3
                    following = beyond[4 * cell + leave]
                    if following >= 0:
                        following = 4 * following + OPPOSITE[leave]
                        if not seen[following]:
                            waiting[laid + (way >> 2)].append(following)
                    elif following == goal:
                        lacking = min(lacking, laid + (way >> 2))
            laid += 1
        found.append(lacking)
    return found


# ---------------------------------------------------------------------- scores


def scores(state: CloudyKingdom) -> list[int]:
    """A point for each winner, also for one who shares."""
    return [1 if state.winners & BIT[seat] else 0 for seat in range(state.seats)]


def score_sheet(state: CloudyKingdom, seat: int) -> ScoreSheet:
    """One line for a winner, by the rule that ended the game; none for the others."""
    if not state.winners & BIT[seat]:
        return ScoreSheet(seat, (), 0)
    key = "score.won" if state.winners == BIT[seat] else "score.shared"
    return ScoreSheet(seat, (ScoreLine(NAME + state.reason, key, {}, 1),), 1)


def outcome(state: CloudyKingdom) -> Outcome | None:
    """The winners in front, the others behind; nobody linked (`deck-out`) is a draw for all."""
    if state.seat >= 0:
        return None
    points = scores(state)
    winners = tuple([seat for seat in range(state.seats) if points[seat]])
    return Outcome(tuple(points), ranked(points), winners, NAME + state.reason)
