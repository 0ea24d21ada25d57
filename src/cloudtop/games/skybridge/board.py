"""The nine foundations, their pairs, and the numbering of moves. This module is compiled.

Cells are numbered row by row: a1 b1 c1 a2 b2 c2 a3 b3 c3 are 0 to 8. A set of cells is a number with one bit
per cell; a set of neighbouring pairs ("spans") has one bit for each of the twelve.

A move is a number: for each colour first its block of 3 on each cell, then its block of 2, then its roof, then
its bridge on each of the 36 pairs of cells. The pairs that are no neighbours are there to be refused by name.
"""

from __future__ import annotations

from typing import Final

CELLS: Final = 9
COLOURS: Final = 4
BARE: Final = 4
"""The "colour" on top of an empty foundation."""

BLOCK3: Final = 0
BLOCK2: Final = 1
ROOF: Final = 2
BRIDGE: Final = 3

PER_COLOUR: Final = 3 * CELLS + 36
MOVES: Final = COLOURS * PER_COLOUR
ALL_CELLS: Final = 511
HEIGHTS: Final = 96
"""No tower reaches this height: all blocks and bridges together are lower."""

BIT: Final[list[int]] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]

PAIRS: Final[list[tuple[int, int]]] = [(a, b) for a in range(CELLS) for b in range(a + 1, CELLS)]


def neighbours(a: int, b: int) -> bool:
    """Whether two cells share a side of the grid: never diagonal."""
    return abs(a % 3 - b % 3) + abs(a // 3 - b // 3) == 1


SPANS: Final[list[int]] = [pair for pair in range(36) if neighbours(PAIRS[pair][0], PAIRS[pair][1])]
"""The twelve pairs of neighbours, as numbers of `PAIRS`."""
SPAN_OF_PAIR: Final[list[int]] = [SPANS.index(pair) if pair in SPANS else -1 for pair in range(36)]

COLOUR: Final[list[int]] = [move // PER_COLOUR for move in range(MOVES)]
KIND: Final[list[int]] = [min(move % PER_COLOUR // CELLS, BRIDGE) for move in range(MOVES)]
CELL: Final[list[int]] = [
    move % PER_COLOUR % CELLS if KIND[move] != BRIDGE else PAIRS[move % PER_COLOUR - 27][0] for move in range(MOVES)
]
"""The cell a piece goes to; of a bridge, its first."""
FAR_CELL: Final[list[int]] = [PAIRS[move % PER_COLOUR - 27][1] if KIND[move] == BRIDGE else -1 for move in range(MOVES)]
"""A bridge's second cell."""
SPAN: Final[list[int]] = [SPAN_OF_PAIR[move % PER_COLOUR - 27] if KIND[move] == BRIDGE else -1 for move in range(MOVES)]
STOREYS: Final[list[int]] = [3, 2, 0, 1]
"""By kind; `pieces.py` refuses a box that says otherwise."""


def spans_between(cell: int, others: int) -> int:
    """The spans that join a cell to those of a set."""
    found = 0
    for span in range(12):
        a, b = PAIRS[SPANS[span]]
        if (a == cell and others & BIT[b]) or (b == cell and others & BIT[a]):
            found |= BIT[span]
    return found


def spans_touching(cells: int) -> int:
    """The spans with at least one end in the set."""
    found = 0
    for span in range(12):
        a, b = PAIRS[SPANS[span]]
        if cells & (BIT[a] | BIT[b]):
            found |= BIT[span]
    return found


SPANS_BETWEEN: Final[list[int]] = [spans_between(cell, others) for cell in range(CELLS) for others in range(512)]
SPANS_TOUCHING: Final[list[int]] = [spans_touching(cells) for cells in range(512)]
SPANS_ELSEWHERE: Final[list[int]] = [4095 ^ SPANS_TOUCHING[BIT[cell]] for cell in range(CELLS)]
"""By cell, the spans that do not touch it."""


def moves_on(colour: int, kind: int, cells: int) -> list[int]:
    """The moves that put such a piece on each cell of a set."""
    first = colour * PER_COLOUR + kind * CELLS
    return [first + cell for cell in range(CELLS) if cells & BIT[cell]]


def bridges_on(colour: int, spans: int, offset: int) -> list[int]:
    """The moves that lay the colour's bridge on each of six spans from `offset` on."""
    first = colour * PER_COLOUR + 27
    return [first + SPANS[offset + i] for i in range(6) if spans & BIT[i]]


MOVES_ON: Final[list[list[int]]] = [
    moves_on(colour, kind, cells) for colour in range(COLOURS) for kind in range(3) for cells in range(512)
]
BRIDGES_LOW: Final[list[list[int]]] = [bridges_on(colour, half, 0) for colour in range(COLOURS) for half in range(64)]
BRIDGES_HIGH: Final[list[list[int]]] = [bridges_on(colour, half, 6) for colour in range(COLOURS) for half in range(64)]
