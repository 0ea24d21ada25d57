"""Moves in writing: a piece, `@`, where it goes.

`c3@b2` is the cinnabar block of 3 on b2, `ir@a1` the indigo roof on a1, `jb@a1-b1` the jade bridge from a1 to b1.
Reading is generous: case, spaces, `@` and `-` do not matter, a bridge's ends come in any order, and the colour
may be left out.
"""

from __future__ import annotations

import re
from typing import Final

from cloudtop.core.errors import IllegalMove
from cloudtop.games.skybridge.board import (
    BRIDGE,
    CELL,
    CELLS,
    COLOUR,
    COLOURS,
    FAR_CELL,
    KIND,
    MOVES,
    PAIRS,
    PER_COLOUR,
)
from cloudtop.games.skybridge.pieces import BOX

COLOUR_LETTERS: Final = "".join(colour[0] for colour in BOX.colours)
KIND_LETTERS: Final = "".join(piece.letter for piece in BOX.pieces)
CELL_NAMES: Final = tuple("abc"[cell % 3] + str(cell // 3 + 1) for cell in range(CELLS))
CELL_OF: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}

MOVE = re.compile(rf"([{COLOUR_LETTERS}]?)([{KIND_LETTERS}])([abc][123])([abc][123])?")


def piece_text(colour: int, kind: int) -> str:
    """A piece in notation: colour letter and kind."""
    return COLOUR_LETTERS[colour] + KIND_LETTERS[kind]


def written(move: int) -> str:
    """A move in notation."""
    piece = piece_text(COLOUR[move], KIND[move])
    ends = CELL_NAMES[CELL[move]]
    if KIND[move] == BRIDGE:
        ends += "-" + CELL_NAMES[FAR_CELL[move]]
    return f"{piece}@{ends}"


TEXTS: Final = tuple(written(move) for move in range(MOVES))


def move_of(colour: int, kind: int, cell: int, far: int = -1) -> int:
    """The number of a move."""
    where = PAIRS.index((min(cell, far), max(cell, far))) if kind == BRIDGE else cell
    return colour * PER_COLOUR + kind * CELLS + where


def readings(text: str) -> list[int]:
    """The moves that a text can mean, in ascending order; none if it is no move."""
    plain = re.sub(r"[\s@-]", "", text.lower())
    if plain == "pass":
        raise IllegalMove("skybridge/pass", "pass")
    match = MOVE.fullmatch(plain)
    if match is None:
        return []
    letter, kind, near, far = match.groups()
    if (far is not None) != (KIND_LETTERS[BRIDGE] == kind) or near == far:
        return []
    colours = range(COLOURS) if not letter else [COLOUR_LETTERS.index(letter)]
    ends = (CELL_OF[near], CELL_OF[far] if far else -1)
    return [move_of(colour, KIND_LETTERS.index(kind), *ends) for colour in colours]
