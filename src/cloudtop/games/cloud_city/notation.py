"""Moves in writing: what is laid, built or drawn.

`bg1@g9` lays the tile bg, turned once clockwise, on the cell whose top left space is g9; `g7-l7` builds a walkway;
`draw:2` takes the tile of the second face-up slot, `draw:stack` the top of the stack. Spaces are named by column
a to n and row 1 to 14 of the plan, on which the start tile covers g7 to h8.

Reading is generous: case, spaces, `@`, `-` and `:` do not matter, any space of a cell names it, a walkway's ends
come in any order, and where only one rotation or draw is legal it may be left out.
"""

from __future__ import annotations

import re
from typing import Final

from cloudtop.core.errors import IllegalMove
from cloudtop.games.cloud_city.board import (
    ACROSS,
    DRAWS,
    FAR,
    LAYS,
    MOVES,
    NEAR,
    PER_KIND,
    SLOTS,
    SPACES,
    TOO_LONG,
    WIDTH,
)
from cloudtop.games.cloud_city.pieces import KIND_OF, TILE_NAMES
from cloudtop.games.cloud_city.rules import CloudCity
from cloudtop.games.cloud_city.rules_city import distance, walkway_between, walkway_straight

COLUMN_LETTERS: Final = "abcdefghijklmn"
SPACE_NAMES: Final = tuple(COLUMN_LETTERS[space % WIDTH] + str(space // WIDTH + 1) for space in range(SPACES))
SPACE_OF: Final = {name: space for space, name in enumerate(SPACE_NAMES)}
"""Every space by its name, such as g7."""
DRAW_TEXTS: Final = ("draw:stack", *(f"draw:{slot + 1}" for slot in range(SLOTS)), "draw:none")

SPACE = r"([a-n])(1[0-4]|[1-9])"
LAY = re.compile(rf"([bgs]/?[bgs])([0-9]?){SPACE}")
WALKWAY = re.compile(rf"{SPACE}{SPACE}")
DRAW = re.compile(r"draw(stack|none|[123])?|(stack)")


def cell_of(space: int) -> int:
    """The cell that a space belongs to."""
    return space // WIDTH // 2 * ACROSS + space % WIDTH // 2


def corner_name(cell: int) -> str:
    """A cell's name: that of its top left space."""
    return SPACE_NAMES[cell // ACROSS * 2 * WIDTH + cell % ACROSS * 2]


def lay_of(kind: int, turn: int, cell: int) -> int:
    """The number of a lay."""
    return kind * PER_KIND + cell * 4 + turn


def written(move: int) -> str:
    """A move in notation."""
    if move < LAYS:
        return f"{TILE_NAMES[move // PER_KIND]}{move % 4}@{corner_name(move % PER_KIND // 4)}"
    if move < DRAWS:
        return f"{SPACE_NAMES[NEAR[move]]}-{SPACE_NAMES[FAR[move]]}"
    return DRAW_TEXTS[move - DRAWS]


TEXTS: Final = tuple(written(move) for move in range(MOVES))
MOVE_OF: Final = {text: move for move, text in enumerate(TEXTS)}


def read(state: CloudCity, seat: int, text: str) -> list[int]:
    """The moves that a text can mean, in ascending order; none if it is no move.

    What no number stands for, such as a walkway that is not straight, is refused here, by the first rule it breaks.
    """
    plain = re.sub(r"[\s@:-]", "", text.lower())
    if match := LAY.fullmatch(plain):
        return read_lay(state, seat, match[1], match[2], SPACE_OF[match[3] + match[4]])
    if match := WALKWAY.fullmatch(plain):
        return read_walkway(state, seat, SPACE_OF[match[1] + match[2]], SPACE_OF[match[3] + match[4]])
    if match := DRAW.fullmatch(plain):
        source = match[1] or match[2]
        return [MOVE_OF[f"draw:{source}"]] if source else list(range(DRAWS, MOVES))
    return []


def read_lay(state: CloudCity, seat: int, tile: str, turn: str, space: int) -> list[int]:
    """The lays of a tile, in all rotations if none is given; `g/b` is the tile `b/g` turned twice more."""
    half = 0 if tile in KIND_OF else 2
    kind = KIND_OF[tile if tile in KIND_OF else tile[::-1]]
    cell = cell_of(space)
    if not turn:
        return [lay_of(kind, quarters, cell) for quarters in range(4)]
    if turn > "3":
        before = ("end", "turn-seat", "turn-step", "place-from-hand")
        rule = state.why_not(seat, lay_of(kind, 0, cell))
        if rule is None or rule.partition("/")[2] not in before:
            rule = "cloud-city/place-rotation"
        raise IllegalMove(rule, f"{tile}{turn}@{corner_name(cell)}")
    return [lay_of(kind, (int(turn) + half) % 4, cell)]


def read_walkway(state: CloudCity, seat: int, near: int, far: int) -> list[int]:
    """The walkway between two spaces."""
    near, far = min(near, far), max(near, far)
    if walkway_straight(near, far) and 1 <= distance(near, far) <= TOO_LONG:
        return [walkway_between(near, far)]
    rule = state.why_no_turn(seat, building=True) or state.why_no_walkway(seat, near, far)
    assert rule is not None
    raise IllegalMove(rule, f"{SPACE_NAMES[near]}-{SPACE_NAMES[far]}")
