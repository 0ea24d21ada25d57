"""The moves: lay a tile, build a walkway, draw; each a value with a number and a notation. This module is compiled.

A city floats: its frame is not fixed until it is full. So the plan has room for every way it can grow from the start
tile in the middle. `bg1@g9` lays the tile bg, turned once clockwise, on the cell whose top left space is g9; `g7-l7`
builds a walkway; `draw:2` takes the tile of the second face-up slot, `draw:stack` the top of the stack.

Numbers go first to every lay (tile, then cell, then rotation), then to every walkway (upper or left end, then across
before down, then length), then to the draws. Walkways of every length a city has room for are among them, to be
refused by name. Reckoning with the numbers is done here and nowhere else: the tables at the end tell what they mean.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mypy_extensions import i64

from cloudtop.core.moves import Moves
from cloudtop.games.cloud_city.pieces import (
    CORNERS,
    FARTHEST,
    LONGEST_SIDE,
    SLOTS,
    TILE_NAMED,
    TILES,
    Colour,
    Tile,
)

# ---------------------------------------------------------------------- the plan

ACROSS: Final = 2 * LONGEST_SIDE - 1
"""Cells in a row or column of the plan: a city grows either way from the middle one."""
WIDTH: Final = 2 * ACROSS
"""Spaces in a row or column of the plan."""
COLUMN_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"[:WIDTH]
CLOCKWISE: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""From the top left space of a cell to its four spaces."""


class Space(NamedTuple):
    """A quarter of a tile, by its column and row on the plan; `g7` in writing."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMN_LETTERS[self.column]}{self.row + 1}"

    @property
    def cell(self) -> Cell:
        """The place of the tile it belongs to."""
        return Cell(self.column // 2, self.row // 2)


class Cell(NamedTuple):
    """The place of a tile, by its column and row on the plan; in writing its top left space."""

    column: int
    row: int

    def __str__(self) -> str:
        return str(self.spaces[0])

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Its four spaces, clockwise from the top left."""
        return tuple([Space(2 * self.column + right, 2 * self.row + down) for right, down in CLOCKWISE])

    @property
    def neighbours(self) -> tuple[Cell, ...]:
        """The four cells that share a side with it."""
        column, row = self.column, self.row
        return Cell(column, row - 1), Cell(column + 1, row), Cell(column, row + 1), Cell(column - 1, row)


CELLS: Final = tuple([Cell(column, row) for row in range(ACROSS) for column in range(ACROSS)])
"""All cells of the plan, row by row."""
SPACES: Final = tuple([Space(column, row) for row in range(WIDTH) for column in range(WIDTH)])
"""All spaces of the plan, row by row."""
START: Final = Cell(ACROSS // 2, ACROSS // 2)
"""Where the start tile lies."""

# ---------------------------------------------------------------------- the values

STACK: Final = "stack"
SLOT_NAMES: Final = tuple([str(slot + 1) for slot in range(SLOTS)])
NOTHING: Final = "none"
SOURCES: Final = (STACK, *SLOT_NAMES, NOTHING)
"""What can be drawn from, and nothing, for when all that is empty."""


class Lay(NamedTuple):
    """Laying a tile on a cell, turned by some quarters clockwise."""

    tile: Tile
    cell: Cell
    rotation: int = 0

    def __str__(self) -> str:
        return f"{self.tile}{self.rotation}@{self.cell}"

    @property
    def sites(self) -> tuple[tuple[Space, Colour], ...]:
        """The two buildings it puts up, in the order of the tile's name."""
        spaces = self.cell.spaces
        return tuple([(spaces[corner], colour) for corner, colour in self.tile.sites(self.rotation)])

    @property
    def corners(self) -> tuple[tuple[Space, Colour | None], ...]:
        """Its four spaces clockwise from the top left, each with the building there."""
        buildings = dict(self.tile.sites(self.rotation))
        return tuple([(space, buildings.get(corner)) for corner, space in enumerate(self.cell.spaces)])


class Walkway(NamedTuple):
    """Building a walkway between two spaces; any two can be named, written with the upper or left one first."""

    near: Space
    far: Space

    def __str__(self) -> str:
        return f"{self.near}-{self.far}"

    @property
    def ends(self) -> tuple[Space, Space]:
        """Where its two buildings stand."""
        return self.near, self.far

    @property
    def down(self) -> bool:
        """Whether it runs down a column."""
        return self.near.column == self.far.column

    @property
    def straight(self) -> bool:
        """Whether it runs along a row or a column."""
        return self.down or self.near.row == self.far.row

    @property
    def length(self) -> int:
        """The distance of its ends, if it is straight; neighbours have distance 1."""
        return abs(self.far.column - self.near.column) + abs(self.far.row - self.near.row)

    @property
    def between(self) -> tuple[Space, ...]:
        """The spaces it passes over, if it is straight."""
        right, down = towards(self.near.column, self.far.column), towards(self.near.row, self.far.row)
        column, row = self.near.column, self.near.row
        return tuple([Space(column + right * step, row + down * step) for step in range(1, self.length)])

    def crosses(self, other: Walkway) -> bool:
        """Whether both pass over one space: each lies strictly between the other's ends."""
        return not set(self.between).isdisjoint(other.between)


def towards(start: int, end: int) -> int:
    """The step from one number towards another: -1, 0 or 1."""
    return (end > start) - (end < start)


class Draw(NamedTuple):
    """Drawing from one of `SOURCES`, which ends the turn."""

    source: str

    def __str__(self) -> str:
        return f"draw:{self.source}"


Move = Lay | Walkway | Draw


def joining(one: Space, other: Space) -> Walkway:
    """The walkway between two spaces, given in any order."""
    first = (one.row, one.column) <= (other.row, other.column)
    return Walkway(one, other) if first else Walkway(other, one)


# ---------------------------------------------------------------------- reading

SPACE: Final = rf"([{COLUMN_LETTERS}])([0-9]+)"
LAY: Final = re.compile(rf"([bgs]/?[bgs])([0-9]?){SPACE}")
WALKWAY: Final = re.compile(rf"{SPACE}{SPACE}")
DRAW: Final = re.compile(rf"draw({'|'.join(SOURCES)})?|(stack)")
SPACE_NAMED: Final = {str(space): space for space in SPACES}


def read(state: object, seat: int, text: str) -> list[Move]:
    """The moves that a text can mean, whatever the position; none if it is no move.

    Reading is generous: case, spaces, `@`, `-` and `:` do not matter, any space of a cell names it, a walkway's ends
    come in any order, and where only one rotation or draw is legal it may be left out.
    """
    plain = re.sub(r"[\s@:-]", "", text.lower())
    if match := LAY.fullmatch(plain):
        return read_lay(match[1], match[2], SPACE_NAMED.get(match[3] + match[4]))
    if match := WALKWAY.fullmatch(plain):
        one, other = SPACE_NAMED.get(match[1] + match[2]), SPACE_NAMED.get(match[3] + match[4])
        return [] if one is None or other is None else [joining(one, other)]
    if match := DRAW.fullmatch(plain):
        source = match[1] or match[2]
        return [Draw(source)] if source else [Draw(source) for source in SOURCES]
    return []


def read_lay(name: str, turns: str, space: Space | None) -> list[Move]:
    """The lays of a tile, in all rotations if none is given; `g/b` is the tile `b/g` turned twice more."""
    if space is None:
        return []
    half = 0 if name in TILE_NAMED else 2
    tile = TILE_NAMED[name if name in TILE_NAMED else name[::-1]]
    if not turns:
        return [Lay(tile, space.cell, rotation) for rotation in range(CORNERS)]
    rotation = int(turns)
    return [Lay(tile, space.cell, (rotation + half) % CORNERS if rotation < CORNERS else rotation)]


# ---------------------------------------------------------------------- the numbers


def walkways_from(space: Space) -> list[Walkway]:
    """The walkways with their upper or left end on a space: first across, then down, each from short to long."""
    column, row = space.column, space.row
    across = [Space(column + length, row) for length in range(1, FARTHEST + 1) if column + length < WIDTH]
    down = [Space(column, row + length) for length in range(1, FARTHEST + 1) if row + length < WIDTH]
    return [Walkway(space, far) for far in across + down]


ALL_LAYS: Final = [Lay(tile, cell, rotation) for tile in TILES for cell in CELLS for rotation in range(CORNERS)]
ALL_WALKWAYS: Final = [walkway for space in SPACES for walkway in walkways_from(space)]
ALL_DRAWS: Final = [Draw(source) for source in SOURCES]
MOVES: Final = Moves[Move]([*ALL_LAYS, *ALL_WALKWAYS, *ALL_DRAWS])
"""Every move with its number."""

FIRST_WALKWAY: Final[i64] = len(ALL_LAYS)
FIRST_DRAW: Final[i64] = len(ALL_LAYS) + len(ALL_WALKWAYS)


def lays(action: i64) -> bool:
    """Whether a move lays a tile."""
    return action < FIRST_WALKWAY


def builds(action: i64) -> bool:
    """Whether a move builds a walkway."""
    return FIRST_WALKWAY <= action < FIRST_DRAW


def draws(action: i64) -> bool:
    """Whether a move draws."""
    return action >= FIRST_DRAW


TILE_NUMBER: Final = {tile: number for number, tile in enumerate(TILES)}
CELL_NUMBER: Final = {cell: number for number, cell in enumerate(CELLS)}
SPACE_NUMBER: Final = {space: number for number, space in enumerate(SPACES)}
SOURCE_NUMBER: Final = {source: number for number, source in enumerate(SOURCES)}

TILE_OF: Final[list[int]] = [TILE_NUMBER[lay.tile] for lay in ALL_LAYS]
CELL_OF: Final[list[int]] = [CELL_NUMBER[lay.cell] for lay in ALL_LAYS]
FORM_OF: Final[list[int]] = [TILE_NUMBER[lay.tile] * CORNERS + lay.rotation for lay in ALL_LAYS]
"""By lay, the numbers of its tile, of its cell, and of its tile and rotation together."""
NO_LAY: Final[list[int]] = [0] * len(ALL_LAYS)
NEAR: Final[list[int]] = NO_LAY + [SPACE_NUMBER[walkway.near] for walkway in ALL_WALKWAYS]
FAR: Final[list[int]] = NO_LAY + [SPACE_NUMBER[walkway.far] for walkway in ALL_WALKWAYS]
"""By walkway, the numbers of its ends."""
LENGTH: Final[list[int]] = NO_LAY + [walkway.length for walkway in ALL_WALKWAYS]
"""By walkway, the distance of its ends."""
SOURCE_OF: Final[list[int]] = NO_LAY + [0] * len(ALL_WALKWAYS) + [SOURCE_NUMBER[draw.source] for draw in ALL_DRAWS]
"""By draw, where in `SOURCES` it draws from."""

DOWN: Final[list[int]] = NO_LAY + [int(walkway.down) for walkway in ALL_WALKWAYS]
"""By walkway, 1 if it runs down a column, 0 if along a row."""
TRACK: Final[list[int]] = NO_LAY + [way.near.column if way.down else way.near.row for way in ALL_WALKWAYS]
BEGIN: Final[list[int]] = NO_LAY + [way.near.row if way.down else way.near.column for way in ALL_WALKWAYS]
END: Final[list[int]] = [begin + length for begin, length in zip(BEGIN, LENGTH, strict=True)]
"""By walkway, which column or row it runs along, and where on it it begins and ends."""


def spaces_along(walkway: int) -> set[int]:
    """The numbers of the spaces under a walkway, those of its ends among them."""
    return set(range(NEAR[walkway], FAR[walkway] + 1, WIDTH if DOWN[walkway] else 1))


# ---------------------------------------------------------------------- and back

LENGTHS: Final[i64] = FARTHEST + 1
COLUMN_SETS: Final[i64] = 2**ACROSS
"""Sets of the columns of a row of cells, written as numbers."""


def walkways_on_lines() -> list[int]:
    """The walkways by line (rows of the plan, then columns), place of the near end on it, and length."""
    numbers = [-1] * (2 * WIDTH * WIDTH * (FARTHEST + 1))
    for walkway in ALL_WALKWAYS:
        move = MOVES.number(walkway)
        line = TRACK[move] + WIDTH * DOWN[move]
        numbers[(line * WIDTH + BEGIN[move]) * (FARTHEST + 1) + LENGTH[move]] = move
    return numbers


def lays_in_row(tile: Tile, row: int) -> list[list[int]]:
    """By set of columns, the lays of a tile in that row of cells."""
    found: list[list[int]] = [[]]
    for column in range(ACROSS):
        here = [MOVES.number(Lay(tile, Cell(column, row), rotation)) for rotation in range(CORNERS)]
        found += [lays + here for lays in found]
    return found


def draws_from(sources: int) -> list[int]:
    """The draws when bit 0 says that the stack has tiles and the following ones that the slots have one."""
    *offering, nothing = [MOVES.number(draw) for draw in ALL_DRAWS]
    return [draw for bit, draw in enumerate(offering) if sources >> bit & 1] or [nothing]


WALKWAY_ON: Final[list[int]] = walkways_on_lines()
LAYS_IN_ROW: Final[list[list[int]]] = [
    lays for tile in TILES for row in range(ACROSS) for lays in lays_in_row(tile, row)
]
"""By tile, row and set of columns."""
DRAWS_FROM: Final[list[list[int]]] = [draws_from(sources) for sources in range(2 ** (1 + SLOTS))]
