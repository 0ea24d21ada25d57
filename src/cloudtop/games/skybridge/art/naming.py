"""Pieces and towers in the player's language."""

from __future__ import annotations

from cloudtop.games.skybridge.art.position import COLOUR_OF, KIND_OF, Position, Standing
from cloudtop.games.skybridge.notation import CELL_NAMES
from cloudtop.stage.scene import Words


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def piece_name(piece: str, words: Words) -> str:
    """A piece in words, with its colour."""
    colour = words(f"colour.{COLOUR_OF[piece[0]].key}")
    return words("piece.coloured", colour=colour, piece=words(f"piece.{KIND_OF[piece[1]]}"))


def standing_name(standing: Standing, words: Words) -> str:
    """A piece in words, with the place where it stands."""
    piece, cells = piece_name(standing.piece, words), standing.cells
    if len(cells) == 1:
        return words("board.piece", piece=piece, cell=cells[0], storeys=standing.base)
    return words("board.bridge", piece=piece, first=cells[0], second=cells[1], storeys=standing.base)


def tower_name(position: Position, name: str, words: Words) -> str:
    """A tower in words: its height and the piece on top."""
    top = position.top(name)
    if top is None:
        return words("board.bare", cell=name)
    piece = piece_name(top.piece, words)
    return words("board.tower", cell=name, storeys=position.heights[name], piece=piece)


def description(position: Position, words: Words) -> str:
    """The whole board in words, a line for each tower."""
    return "\n".join(tower_name(position, name, words) for name in CELL_NAMES)
