"""The pieces in the box, read from `pieces.toml` and checked."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces

KINDS = ("block3", "block2", "roof", "bridge")


class Piece(NamedTuple):
    """One kind of piece."""

    name: str
    letter: str
    storeys: int
    each: int
    neutral: int


class Box(NamedTuple):
    """All that is in the box."""

    colours: tuple[str, ...]
    pieces: tuple[Piece, ...]


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        table: dict[str, Any] = tomllib.loads(text)
        colours = tuple(str(colour) for colour in table["colours"])
        pieces = tuple(
            Piece(name, entry["letter"], entry["storeys"], entry["each"], entry["neutral"])
            for name, entry in table["pieces"].items()
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BadPieces(f"skybridge pieces: {error} is missing or cannot be read") from None
    check_box(colours, pieces)
    return Box(colours, pieces)


def check_box(colours: tuple[str, ...], pieces: tuple[Piece, ...]) -> None:
    """Refuse a box that does not hold four sets of eleven pieces."""
    if len(colours) != 4 or len({colour[:1] for colour in colours}) != 4:
        raise BadPieces("skybridge pieces: expected four colours with different first letters")
    if tuple(piece.name for piece in pieces) != KINDS:
        raise BadPieces(f"skybridge pieces: expected the kinds {', '.join(KINDS)} in this order")
    if len({piece.letter for piece in pieces}) != 4 or any(len(piece.letter) != 1 for piece in pieces):
        raise BadPieces("skybridge pieces: every kind needs a letter of its own")
    if sum(piece.each for piece in pieces) != 11:
        raise BadPieces("skybridge pieces: a colour has eleven pieces")
    if pieces[3].each != 1:
        raise BadPieces("skybridge pieces: a colour has one bridge")
    if [piece.storeys for piece in pieces] != [3, 2, 0, 1]:
        raise BadPieces("skybridge pieces: blocks have 3 and 2 storeys, a roof none, a bridge one")
    if any(not 0 <= 3 * piece.neutral <= piece.each for piece in pieces):
        raise BadPieces("skybridge pieces: three players cannot be given more neutral pieces than there are")


BOX = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
