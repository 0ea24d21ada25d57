"""The plan a city grows on, the turned tiles, and the numbering of moves. This module is compiled.

A city floats: its frame is not fixed until it is full. So the plan has room for every way it can grow from the
start tile in the middle: 7 x 7 cells for tiles, numbered row by row, and 14 x 14 spaces, numbered row by row
too. A set of cells is a number with one bit per cell.

A move is a number: first every lay (kind of tile, then cell, then rotation), then every walkway (upper or left
end, then across before down, then length), then the five draws. Walkways of length 6 and 7 are there to be
refused by name.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = 3
BLUE: Final = 0
GREEN: Final = 1
SAND: Final = 2

# ---------------------------------------------------------------------- the plan

ACROSS: Final = 7
"""Cells in a row or column of the plan."""
CELLS: Final = 49
START_CELL: Final = 24
WIDTH: Final = 14
"""Spaces in a row or column of the plan."""
SPACES: Final = 196
LINES: Final = 28
"""Rows 0 to 13 of the plan, then its columns."""

ALL_CELLS: Final = 0x1FFFFFFFFFFFF
NOT_FIRST_COLUMN: Final = 0x1FBF7EFDFBF7E
NOT_LAST_COLUMN: Final = 0x0FDFBF7EFDFBF


def powers_of_two(count: int) -> list[int]:
    """1, 2, 4 and so on."""
    powers = [1]
    while len(powers) < count:
        powers.append(2 * powers[-1])
    return powers


BIT: Final[list[int]] = powers_of_two(4 * WIDTH)
ONE_AT: Final[list[int]] = [BIT[4 * place] for place in range(WIDTH)]
"""By place on a line, a one in the four bits of that space."""

COLUMN: Final[list[int]] = [cell % ACROSS for cell in range(CELLS)]
ROW: Final[list[int]] = [cell // ACROSS for cell in range(CELLS)]


def within(size: int, low: int, high: int, index: int) -> bool:
    """Whether a city from line `low` to line `high` still fits in `size` lines with line `index` added."""
    return max(high, index) - min(low, index) < size


def columns_within(size: int, low: int, high: int) -> int:
    """The cells whose column a city may grow to."""
    return sum([BIT[cell] for cell in range(CELLS) if within(size, low, high, cell % ACROSS)])


def rows_within(size: int, low: int, high: int) -> int:
    """The cells whose row a city may grow to."""
    return sum([BIT[cell] for cell in range(CELLS) if within(size, low, high, cell // ACROSS)])


COLUMNS_3: Final[list[int]] = [columns_within(3, line // ACROSS, line % ACROSS) for line in range(CELLS)]
COLUMNS_4: Final[list[int]] = [columns_within(4, line // ACROSS, line % ACROSS) for line in range(CELLS)]
ROWS_3: Final[list[int]] = [rows_within(3, line // ACROSS, line % ACROSS) for line in range(CELLS)]
ROWS_4: Final[list[int]] = [rows_within(4, line // ACROSS, line % ACROSS) for line in range(CELLS)]
"""By a city's first line x 7 + its last line, the cells that keep it within three or four lines."""

# ---------------------------------------------------------------------- tiles

PAIRS: Final[list[tuple[int, int]]] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]


def kinds_of(first: int, second: int) -> list[tuple[int, int, int]]:
    """The tiles with sites of two colours, each as (first colour, second colour, steps clockwise between them)."""
    if first == second:
        return [(first, first, 1), (first, first, 2)]
    return [(first, second, 1), (second, first, 1), (first, second, 2)]


KIND_SITES: Final[list[tuple[int, int, int]]] = [kind for first, second in PAIRS for kind in kinds_of(first, second)]
"""All tiles there can be: the first site lies at the top left, the second one or two corners on, clockwise."""
KINDS: Final = 15
BARE: Final = 1
FULL: Final = 2
"""`walkway-two`: so many walkways at most."""


def corners(kind: int, turn: int) -> list[int]:
    """What lies on the four spaces of a turned tile, clockwise from the top left.

    A space is written in four bits: 0 without a tile, `BARE` with a tile but no building, else
    4 x (colour + 1) + the number of walkways at the building.
    """
    first, second, steps = KIND_SITES[kind]
    spaces = [BARE] * 4
    spaces[turn] = 4 * first + 4
    spaces[(turn + steps) % 4] = 4 * second + 4
    return spaces


FORMS: Final[list[list[int]]] = [corners(kind, turn) for kind in range(KINDS) for turn in range(4)]
UPPER: Final[list[int]] = [form[0] + 16 * form[1] for form in FORMS]
LOWER: Final[list[int]] = [form[3] + 16 * form[2] for form in FORMS]
LEFT: Final[list[int]] = [form[0] + 16 * form[3] for form in FORMS]
RIGHT: Final[list[int]] = [form[1] + 16 * form[2] for form in FORMS]
"""By kind x 4 + rotation, the two spaces of a tile's upper and lower row, left and right column."""

# ---------------------------------------------------------------------- moves

PER_KIND: Final = CELLS * 4
LAYS: Final = KINDS * PER_KIND
"""The moves 0 to `LAYS` - 1 lay a tile."""

LONGEST: Final = 5
"""No walkway is longer; `TOO_LONG` is the greatest distance in a city."""
TOO_LONG: Final = 7


def walkways_from(space: int) -> list[tuple[int, int, int]]:
    """The walkways with their upper or left end here, each as (space, step to the next space, length)."""
    row, column = space // WIDTH, space % WIDTH
    across = [(space, 1, length) for length in range(1, TOO_LONG + 1) if column + length < WIDTH]
    down = [(space, WIDTH, length) for length in range(1, TOO_LONG + 1) if row + length < WIDTH]
    return across + down


WALKWAYS: Final[list[tuple[int, int, int]]] = [way for space in range(SPACES) for way in walkways_from(space)]
DRAWS: Final = LAYS + len(WALKWAYS)
"""The moves `LAYS` to `DRAWS` - 1 build a walkway; those from `DRAWS` on draw."""
NEAR: Final[list[int]] = [0] * LAYS + [way[0] for way in WALKWAYS]
FAR: Final[list[int]] = [0] * LAYS + [way[0] + way[1] * way[2] for way in WALKWAYS]
STEP: Final[list[int]] = [0] * LAYS + [way[1] for way in WALKWAYS]
LENGTH: Final[list[int]] = [0] * LAYS + [way[2] for way in WALKWAYS]
"""By move, a walkway's ends, the step from space to space along it, and its length."""


def walkways_on(line: int) -> list[int]:
    """By position of the near end on a line x 8 + length, the move that builds the walkway; -1 off the plan."""
    numbers = [-1] * (WIDTH * 8)
    for move in range(LAYS, DRAWS):
        row, column = NEAR[move] // WIDTH, NEAR[move] % WIDTH
        if STEP[move] == 1 and row == line:
            numbers[column * 8 + LENGTH[move]] = move
        elif STEP[move] == WIDTH and WIDTH + column == line:
            numbers[row * 8 + LENGTH[move]] = move
    return numbers


WALKWAY_ON: Final[list[int]] = [move for line in range(LINES) for move in walkways_on(line)]
"""By (line x 14 + position of the near end) x 8 + length, the move that builds the walkway."""
VALUE: Final[list[int]] = [0, 1, 2, 3, 5, 8]
"""By length, a walkway's votes; `pieces.py` refuses a box that says otherwise."""
PIECES: Final = COLOURS * LONGEST
"""Kinds of walkway pieces: level x 5 + length - 1."""

DRAW_STACK: Final = DRAWS
DRAW_SLOT: Final = DRAWS + 1
"""The move that takes the tile of the first face-up slot; the other two follow."""
SLOTS: Final = 3
DRAW_NONE: Final = DRAWS + 4
MOVES: Final = DRAWS + 5


def lays_in_row(kind: int, row: int) -> list[list[int]]:
    """By set of columns (seven bits), the moves that lay such a tile in that row."""
    first = kind * PER_KIND + row * ACROSS * 4
    found: list[list[int]] = [[]]
    for column in range(ACROSS):
        here = [first + 4 * column + turn for turn in range(4)]
        found += [lays + here for lays in found]
    return found


LAYS_IN_ROW: Final[list[list[int]]] = [
    lays for kind in range(KINDS) for row in range(ACROSS) for lays in lays_in_row(kind, row)
]
"""By (kind x 7 + row) x 128 + a set of columns."""


def draws_from(sources: int) -> list[int]:
    """The draws when bit 0 says that the stack has tiles and bits 1 to 3 that the slots have one."""
    found = [DRAW_STACK + source for source in range(1 + SLOTS) if sources & BIT[source]]
    return found if found else [DRAW_NONE]


DRAWS_FROM: Final[list[list[int]]] = [draws_from(sources) for sources in range(16)]
