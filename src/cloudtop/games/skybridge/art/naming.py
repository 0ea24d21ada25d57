"""What stands on the board, named in the player's language."""

from __future__ import annotations

from functools import lru_cache

from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.standing import Column, Standing
from cloudtop.games.skybridge.moves import CELLS, Cell
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.prose import piece_name

MIDDLE = CELLS["b2"]


@lru_cache(4096)
def capital(text: str) -> str:
    """The text with a capital at its start, unless it begins with the name of a foundation."""
    return text if text[:2] in CELLS else text[:1].upper() + text[1:]


@lru_cache(4096)
def standing_name(box: Box, standing: Standing, words: Words) -> str:
    """A piece with the foundation where it stands."""
    piece, cells = piece_name(box, standing.piece, words), standing.cells
    if len(cells) == 1:
        return words("board.piece", piece=piece, cell=cells[0], storeys=standing.base)
    return words("board.bridge", piece=piece, first=cells[0], second=cells[1], storeys=standing.base)


@lru_cache(1 << 13)
def tower_name(column: Column, words: Words) -> str:
    """A tower by its foundation: its height and the piece on top."""
    cell, top = column.cell, column.tower.top
    if top is None:
        return words("board.bare", cell=cell)
    return words("board.tower", cell=cell, storeys=column.height, piece=piece_name(column.box, top, words))


@lru_cache(16)
def part_of_board(cell: Cell) -> str:
    """Where a foundation lies, whichever side one looks from."""
    if cell == MIDDLE:
        return "middle"
    return "side" if cell.beside(MIDDLE) else "corner"


def place_name(column: Column, words: Words, this: bool = False) -> str:
    """A tower or bare foundation without coordinates; `this` is one that is marked."""
    key = f"{'place' if column.pieces else 'bare'}.{part_of_board(column.cell)}"
    return words(f"this.{key}" if this else key)
