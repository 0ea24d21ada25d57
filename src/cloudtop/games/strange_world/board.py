"""The cells a world may grow into, the cards, and the numbering of moves. This module is compiled.

A world floats, but its start card never moves: it lies on d4, in the middle of seven columns a to g and seven
rows 1 to 7, and every world of four by four around it fits in there. Cells are numbered row by row from the top;
a set of cells is a number with one bit per cell.

Moves are numbered in the order of a round: the Sun's direction, a pile, the card kept, the card passed on, a card
on a cell, the partner of a portal, a traveller and its place, the target of an eruption, the partner of a city.
"""

from __future__ import annotations

from typing import Final

from cloudtop.games.strange_world.pieces import ANIMALS, BOX, TERRAINS, TRAVELLERS

# ---------------------------------------------------------------------- cells

WIDTH: Final = 7
CELLS: Final = 49
HOME: Final = 24
"""The cell of the start card, d4."""
SIDE: Final = 4
"""A full world has so many rows and columns."""
FULL: Final = 16

NOBODY: Final = -1
LEFT: Final = 0
RIGHT: Final = 1
ABOVE: Final = 0
BELOW: Final = 1

BIT: Final[list[int]] = [2**cell for cell in range(CELLS)]
ROW: Final[list[int]] = [cell // WIDTH for cell in range(CELLS)]
COLUMN: Final[list[int]] = [cell % WIDTH for cell in range(CELLS)]
CELL_NAMES: Final[list[str]] = ["abcdefg"[cell % WIDTH] + str(cell // WIDTH + 1) for cell in range(CELLS)]


def beside(cell: int) -> list[int]:
    """The cells to the left and right."""
    return [other for other in (cell - 1, cell + 1) if 0 <= other < CELLS and other // WIDTH == cell // WIDTH]


def around(cell: int) -> list[int]:
    """The cells that share a side, in ascending order."""
    return sorted(beside(cell) + [other for other in (cell - WIDTH, cell + WIDTH) if 0 <= other < CELLS])


AROUND: Final[list[list[int]]] = [around(cell) for cell in range(CELLS)]
NEIGHBOURS: Final[list[int]] = [sum([BIT[other] for other in around(cell)]) for cell in range(CELLS)]
SIDEWAYS: Final[list[int]] = [sum([BIT[other] for other in beside(cell)]) for cell in range(CELLS)]
ROW_CELLS: Final[list[int]] = [127 * 2 ** (WIDTH * row) for row in range(WIDTH)]
COLUMN_CELLS: Final[list[int]] = [sum([BIT[WIDTH * row + column] for row in range(WIDTH)]) for column in range(WIDTH)]
NOT_FIRST_COLUMN: Final[int] = sum(COLUMN_CELLS[1:])
NOT_LAST_COLUMN: Final[int] = sum(COLUMN_CELLS[:6])


def rows_that_fit(top: int, bottom: int) -> int:
    """The cells of the rows that a world from row `top` to row `bottom` may still have: four in all."""
    return sum([ROW_CELLS[row] for row in range(WIDTH) if bottom - SIDE < row < top + SIDE])


def columns_that_fit(left: int, right: int, side: int) -> int:
    """The same for columns; on the side where travellers stand there is none to add."""
    first = left if side == LEFT else right - SIDE + 1
    last = right if side == RIGHT else left + SIDE - 1
    return sum([COLUMN_CELLS[column] for column in range(WIDTH) if first <= column <= last])


ROWS_THAT_FIT: Final[list[int]] = [rows_that_fit(top, bottom) for top in range(WIDTH) for bottom in range(WIDTH)]
COLUMNS_THAT_FIT: Final[list[int]] = [
    columns_that_fit(left, right, side)
    for side in (NOBODY, LEFT, RIGHT)
    for left in range(WIDTH)
    for right in range(WIDTH)
]

# ---------------------------------------------------------------------- cards

MOUNTAIN: Final = 0
VOLCANO: Final = 1
WATER: Final = 2
WIND: Final = 3
PORTAL: Final = 4


def read_order(card: str) -> tuple[int, int, str]:
    """Where a card stands among all: by terrain, mountains, animal."""
    return (TERRAINS + "M").index(card[0]), card.count("M"), card[-1]


LAND: Final[list[str]] = sorted(set(BOX.deck(4)), key=read_order)
"""The different land cards; equal ones are one card to the rules."""
FACES: Final[int] = len(LAND)
CARDS: Final[list[str]] = LAND + list(BOX.start)
"""All cards, the start cards last."""
TERRAIN: Final[list[int]] = [(TERRAINS.find(card[0]) + 1) for card in CARDS]
MOUNTAINS: Final[list[int]] = [card.count("M") for card in CARDS]
ANIMAL_SETS: Final[list[int]] = [2 ** ANIMALS.index(card[-1]) if card[-1] in ANIMALS else 0 for card in CARDS]
ALL_KINDS: Final = 8192
"""There are so many sets of kinds of icon: five terrains and eight animals."""
KINDS: Final[list[int]] = [
    (MOUNTAINS[face] > 0) + (2 ** TERRAIN[face] if TERRAIN[face] else 0) + 32 * ANIMAL_SETS[face]
    for face in range(len(CARDS))
]
"""By card, the kinds of icon it shows: two mountains are one kind."""
COUNT: Final[list[int]] = [kinds.bit_count() for kinds in range(ALL_KINDS)]
"""How many are in a set of kinds, or of animals."""
COPIES: Final[list[list[int]]] = [[BOX.deck(players).count(card) for card in LAND] for players in range(5)]
"""By number of players, how many of each land card are in the deck."""

GUESTS: Final[int] = len(TRAVELLERS)
CITIES: Final[list[int]] = list(BOX.cities)

# ---------------------------------------------------------------------- moves

PILES: Final = 7
ROUNDS: Final = 5
HAND: Final = 3

SUN_MOVES: Final = 0
PILE_MOVES: Final = 2
KEEP_MOVES: Final = 9
PASS_MOVES: Final[int] = KEEP_MOVES + FACES
LAY_MOVES: Final[int] = PASS_MOVES + FACES
JOIN_MOVES: Final[int] = LAY_MOVES + FACES * CELLS
WELCOME_MOVES: Final[int] = JOIN_MOVES + CELLS
DECLINE: Final[int] = WELCOME_MOVES + 4 * GUESTS
ERUPT_MOVES: Final[int] = DECLINE + 1
FOUND_MOVES: Final[int] = ERUPT_MOVES + CELLS
MOVES: Final[int] = FOUND_MOVES + CELLS


def lays_in_rows() -> list[list[int]]:
    """The moves that lay a card on each cell of a part of a row: by card, row, and set of columns."""
    found: list[list[int]] = []
    for face in range(FACES):
        for row in range(WIDTH):
            first = LAY_MOVES + CELLS * face + WIDTH * row
            start = len(found)
            found.append([])
            for column in range(WIDTH):
                for columns in range(2**column):
                    found.append(found[start + columns] + [first + column])
    return found


LAYS_IN_ROW: Final[list[list[int]]] = lays_in_rows()
LAYS_OF_FACE: Final = 896
"""Entries of `LAYS_IN_ROW` for each card: seven rows of 128 sets."""
