"""The facts of a view as the camera sees them: which piece stands where, and on what height."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cloudtop.games.skybridge.art.measures import SIZE, STOREYS, Cell
from cloudtop.games.skybridge.art.palette import COLOURS, Colour
from cloudtop.games.skybridge.notation import CELL_NAMES
from cloudtop.games.skybridge.pieces import BOX
from cloudtop.stage.projection import turned

COLOUR_OF = {colour.key[0]: colour for colour in COLOURS}
KIND_OF = {piece.letter: piece.name for piece in BOX.pieces}
OWN_COLOURS = {2: ("ci", "hj"), 3: ("c", "h", "i"), 4: ("c", "h", "i", "j")}
"""By number of players and seat, the letters of the colours that a seat owns."""
NEUTRAL = "j"


class Standing(NamedTuple):
    """A piece on one tower: a bridge is two of these."""

    piece: str
    cell: str
    level: int
    """How many pieces are below it."""
    base: int
    """How many storeys are below it."""
    other_end: str = ""
    """Of a bridge, the cell of its other end."""

    @property
    def colour(self) -> Colour:
        """Its colour."""
        return COLOUR_OF[self.piece[0]]

    @property
    def kind(self) -> str:
        """Its kind."""
        return KIND_OF[self.piece[1]]

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells it covers, in the order in which a move names them."""
        both = (self.cell, self.other_end) if self.other_end else (self.cell,)
        return tuple(sorted(both, key=CELL_NAMES.index))

    def shape(self, turn: int) -> str:
        """The shape that stands on its cell, as the camera sees it."""
        if not self.other_end:
            return self.kind
        here, there = seen(self.cell, turn), seen(self.other_end, turn)
        along = "x" if here[1] == there[1] else "y"
        return f"bridge-{along}-{'rear' if here < there else 'front'}"


class Position:
    """What stands on the board."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        """Take the facts of a view."""
        given: Mapping[str, Sequence[str]] = facts["towers"]
        self.towers = {name: tuple(given.get(name, ())) for name in CELL_NAMES}
        self.heights = {
            name: sum(STOREYS[KIND_OF[piece[1]]] for piece in pieces) for name, pieces in self.towers.items()
        }
        self.last = self.placed(facts["last"], standing=True) if facts.get("last") else ()

    def pieces(self, name: str) -> Iterator[Standing]:
        """The pieces of one tower, bottom to top."""
        base = 0
        for level, piece in enumerate(self.towers[name]):
            yield Standing(piece, name, level, base, self.other_end(piece, name))
            base += STOREYS[KIND_OF[piece[1]]]

    def top(self, name: str) -> Standing | None:
        """The topmost piece of a tower, None on a bare foundation."""
        return max(self.pieces(name), key=lambda standing: standing.level, default=None)

    def other_end(self, piece: str, name: str) -> str:
        """Of a bridge, the other tower it lies on: a colour has only one."""
        if piece[1] != "b":
            return ""
        return next((other for other in CELL_NAMES if other != name and piece in self.towers[other]), "")

    def placed(self, placement: str, standing: bool = False) -> tuple[Standing, ...]:
        """The piece that a move such as `c3@b2` or `cb@a1-b1` places, on what stands or as it stands."""
        piece, _, where = placement.partition("@")
        cells = where.split("-")
        return tuple(
            Standing(
                piece,
                cell,
                len(self.towers[cell]) - standing,
                self.heights[cell] - standing * STOREYS[KIND_OF[piece[1]]],
                next((other for other in cells if other != cell), ""),
            )
            for cell in cells
        )

    def bridges(self) -> Iterator[Standing]:
        """Every bridge once."""
        for name in CELL_NAMES:
            for standing in self.pieces(name):
                if standing.other_end and name == standing.cells[0]:
                    yield standing


def seen(name: str, turn: int) -> Cell:
    """Where the camera sees a cell after that many quarter turns."""
    return turned(("abc".index(name[0]), int(name[1]) - 1), (SIZE, SIZE), turn)
