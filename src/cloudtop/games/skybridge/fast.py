"""Legal moves, quickly: sets of cells and of spans as bits, looked up in tables. Compiled.

A set of cells is a number with a bit for each of the nine, a set of spans one with a bit for each of the twelve pairs
of neighbours. `effects.py` keeps such sets true from move to move, so a list of moves is a few operations on them and a
look into a table. What the rules are is told in `rules.py`; the conformance suite compares the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.games.skybridge.moves import CELL_OF, COLOUR_OF, FAR_CELL_OF, FOUNDATIONS, KIND_OF, SPAN_OF, SPANS
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3, BRIDGE, KINDS, ROOF, Box

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge

COLOURS: Final = 4
BARE: Final = 4
"""The "colour" on top of an empty foundation."""
ALL_CELLS: Final = 0b111_111_111
ALL_SPANS: Final = 0b111111_111111
BIT: Final[list[int]] = [2**number for number in range(len(SPANS))]
"""The set of one cell, or of one span."""

# ---------------------------------------------------------------------- tables of moves


def to_any_of(moves: list[int]) -> list[list[int]]:
    """By set of places, as bits, the moves to those places; `moves` has one for each place."""
    found: list[list[int]] = [[]]
    for move in moves:
        found += [fewer + [move] for fewer in found]
    return found


def by_cell(colour: int, kind: int) -> list[int]:
    """The moves of one piece, a move for each cell."""
    return [move for move in range(len(KIND_OF)) if COLOUR_OF[move] == colour and KIND_OF[move] == kind]


def by_span(colour: int) -> list[int]:
    """The moves of one bridge, a move for each span."""
    return [move for move in by_cell(colour, BRIDGE) if SPAN_OF[move] >= 0]


BLOCK3_ON: Final[list[list[list[int]]]] = [to_any_of(by_cell(colour, BLOCK3)) for colour in range(COLOURS)]
"""By colour and set of cells, the moves that put a block of 3 there."""
BLOCK2_ON: Final[list[list[list[int]]]] = [to_any_of(by_cell(colour, BLOCK2)) for colour in range(COLOURS)]
BLOCKS_ON: Final[list[list[list[int]]]] = [
    [BLOCK3_ON[colour][cells] + BLOCK2_ON[colour][cells] for cells in range(ALL_CELLS + 1)] for colour in range(COLOURS)
]
"""The moves with either: both go to the same places."""
ROOF_ON: Final[list[list[list[int]]]] = [to_any_of(by_cell(colour, ROOF)) for colour in range(COLOURS)]
BRIDGE_ON: Final[list[list[list[int]]]] = [to_any_of(by_span(colour)) for colour in range(COLOURS)]
"""By colour and set of spans, the moves that lay its bridge there."""

# ---------------------------------------------------------------------- tables of spans


def spans_between(cell: int, others: int) -> int:
    """The spans that join a cell to those of a set."""
    found = 0
    for span, (near, far) in enumerate(SPANS):
        if (near == cell and others & BIT[far]) or (far == cell and others & BIT[near]):
            found |= BIT[span]
    return found


def spans_touching(cells: int) -> int:
    """The spans with at least one end in a set."""
    found = 0
    for cell in range(len(FOUNDATIONS)):
        if cells & BIT[cell]:
            found |= spans_between(cell, ALL_CELLS)
    return found


SPANS_BETWEEN: Final[list[list[int]]] = [
    [spans_between(cell, others) for others in range(ALL_CELLS + 1)] for cell in range(len(FOUNDATIONS))
]
SPANS_TOUCHING: Final[list[int]] = [spans_touching(cells) for cells in range(ALL_CELLS + 1)]
SPANS_ELSEWHERE: Final[list[int]] = [ALL_SPANS ^ SPANS_TOUCHING[BIT[cell]] for cell in range(len(FOUNDATIONS))]
"""By cell, the spans that do not touch it."""

# ---------------------------------------------------------------------- hands


def holdings(box: Box, players: int, seat: int) -> list[int]:
    """The holdings of a seat, which are its pieces of one colour each, in the order of those colours.

    Holdings 0 to 3 are of the colours 0 to 3; with `three-players` each has a neutral one of its own, 4 to 6.
    """
    held = [(colour, colour) for colour in box.own_colours(players, seat)]
    if players == 3:
        held.append((box.neutral, COLOURS + seat))
    return [holding for _, holding in sorted(held)]


def holding_of(box: Box, players: int, seat: int, colour: int) -> int:
    """Which holding a seat's pieces of a colour are."""
    return COLOURS + seat if players == 3 and colour == box.neutral else colour


FIRST_SLOT: Final[list[int]] = [len(KINDS) * holding for holding in range(COLOURS + 3)]
"""By holding, where its counts begin in a list of hands; a count for each kind follows."""


def first_hands(box: Box, players: int) -> list[int]:
    """How many pieces there are before the first move: for each holding, of each kind."""
    hands = [0] * (len(KINDS) * (COLOURS + 3 if players == 3 else COLOURS))
    for seat in range(players):
        for piece, count in box.first_hand(players, seat).items():
            hands[FIRST_SLOT[holding_of(box, players, seat, piece.colour)] + piece.kind] = count
    return hands


# ---------------------------------------------------------------------- what was placed


def stacks(state: Skybridge) -> list[list[int]]:
    """The moves that put a piece on each cell, from the ground up."""
    found: list[list[int]] = [[] for _ in range(len(FOUNDATIONS))]
    for action in state.placed:
        near = CELL_OF[action]
        far = FAR_CELL_OF[action]
        found[near].append(action)
        if far != near:
            found[far].append(action)
    return found


# ---------------------------------------------------------------------- where a piece may go


def block_places(state: Skybridge, colour: int) -> int:
    """The cells for a block: `block-lowest` among those that `roof-closes` and `contact` leave open."""
    candidates = state.open_towers & ~state.topped[colour]
    if candidates == 0:
        return 0
    at_height = state.at_height
    height = state.floor
    while not at_height[height]:
        height += 1
    # No open tower is lower, nor will be: towers only grow. So the next search begins here.
    state.floor = height
    while not at_height[height] & candidates:
        height += 1
    return at_height[height] & candidates


def roof_places(state: Skybridge, colour: int) -> int:
    """The cells for a roof: `roof-closes`, `contact`, and `roof-any-level` without its bare foundations."""
    return state.open_towers & ~state.topped[colour] & ~(state.topped[BARE] & state.roof_needs_piece)


def bridge_places(state: Skybridge, colour: int) -> int:
    """The spans for a bridge: those where any may lie (see `effects.raise_tower`), less what `contact` forbids."""
    return state.level_spans & ~SPANS_TOUCHING[state.topped[colour]]


# ---------------------------------------------------------------------- legal moves


def legal_moves(state: Skybridge, seat: int) -> list[int]:
    """What the seat to play may place, in ascending order; equal pieces give one move."""
    moves: list[int] = []
    if state.colour >= 0:
        add_moves(state, state.colour, moves)
    else:
        for holding in state.holdings[seat]:
            add_moves(state, holding, moves)
    return moves


def add_moves(state: Skybridge, holding: int, moves: list[int]) -> None:
    """Append the placements of one holding: of what is in `supply`, all that goes anywhere."""
    hand = state.hand
    first = FIRST_SLOT[holding]
    colour = holding if holding < COLOURS else state.setup.neutral
    blocks3 = hand[first + BLOCK3]
    blocks2 = hand[first + BLOCK2]
    if blocks3 and blocks2:
        moves += BLOCKS_ON[colour][block_places(state, colour)]
    elif blocks3:
        moves += BLOCK3_ON[colour][block_places(state, colour)]
    elif blocks2:
        moves += BLOCK2_ON[colour][block_places(state, colour)]
    if hand[first + ROOF]:
        moves += ROOF_ON[colour][roof_places(state, colour)]
    if hand[first + BRIDGE]:
        spans = bridge_places(state, colour)
        if spans:
            moves += BRIDGE_ON[colour][spans]


def can_place(state: Skybridge, seat: int) -> bool:
    """`must-play`: whether the seat has a piece that can be placed, and so has to place one."""
    return any(holding_can_place(state, holding) for holding in state.holdings[seat])


def holding_can_place(state: Skybridge, holding: int) -> bool:
    """Whether some piece of a holding can be placed."""
    hand = state.hand
    first = FIRST_SLOT[holding]
    colour = holding if holding < COLOURS else state.setup.neutral
    if state.open_towers & ~state.topped[colour] == 0:
        return False
    # Some open tower or foundation has another colour on top, and one of those is the lowest: a block fits there.
    if hand[first + BLOCK3] or hand[first + BLOCK2]:
        return True
    if hand[first + ROOF] and roof_places(state, colour):
        return True
    return hand[first + BRIDGE] > 0 and bridge_places(state, colour) != 0
