"""What stands on the board, named in the player's language."""

from __future__ import annotations

from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.standing import Standing, Towers
from cloudtop.games.skybridge.moves import Cell
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.prose import piece_name


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def standing_name(box: Box, standing: Standing, words: Words) -> str:
    """A piece with the place where it stands."""
    piece, cells = piece_name(box, standing.piece, words), standing.cells
    if len(cells) == 1:
        return words("board.piece", piece=piece, cell=cells[0], storeys=standing.base)
    return words("board.bridge", piece=piece, first=cells[0], second=cells[1], storeys=standing.base)


def tower_name(towers: Towers, cell: Cell, words: Words) -> str:
    """A tower: its height and the piece on top."""
    tower = towers[cell]
    if tower.top is None:
        return words("board.bare", cell=cell)
    return words("board.tower", cell=cell, storeys=tower.height, piece=piece_name(tower.box, tower.top, words))


def description(towers: Towers, words: Words) -> str:
    """The whole board, a line for each tower."""
    return "\n".join(tower_name(towers, cell, words) for cell in towers)
