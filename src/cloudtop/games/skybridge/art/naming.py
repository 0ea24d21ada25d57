"""What stands on the board, named in the player's language."""

from __future__ import annotations

from cloudtop.core.board import cached
from cloudtop.core.words import Words
from cloudtop.games.skybridge.board import PlacedPiece, Tower
from cloudtop.games.skybridge.moves import CELLS
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.prose import piece_name

MIDDLE = CELLS["b2"]


def capital(text: str) -> str:
    """The text with a capital at its start, unless it begins with the name of a foundation."""
    return text if text[:2] in CELLS else text[:1].upper() + text[1:]


def placed_name(box: Box, placed: PlacedPiece, words: Words) -> str:
    """A piece with the foundation where it stands."""
    piece, cells = piece_name(box, placed.piece, words), placed.cells
    if len(cells) == 1:
        return words("board.piece", piece=piece, cell=cells[0], storeys=placed.base)
    return words("board.bridge", piece=piece, first=cells[0], second=cells[1], storeys=placed.base)


@cached
def tower_name(tower: Tower, words: Words) -> str:
    """A tower by its foundation: its height and the piece on top."""
    if tower.top is None:
        return words("board.bare", cell=tower.cell)
    piece = piece_name(tower.box, tower.top, words)
    return words("board.tower", cell=tower.cell, storeys=tower.height, piece=piece)


def place_name(tower: Tower, words: Words, this: bool = False) -> str:
    """A tower or bare foundation without coordinates; `this` is one that is marked."""
    cell = tower.cell
    part = "middle" if cell == MIDDLE else "side" if cell.beside(MIDDLE) else "corner"
    key = f"{'bare' if tower.bare else 'place'}.{part}"
    return words(f"this.{key}" if this else key)
