"""What is drawn of Cloud City: who has built what, what lies on the table, what may be picked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import Cell, Draw, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import BOX, SLOTS, Box, Tile


class Player(NamedTuple):
    """One player: a name, a city, and what else is known."""

    name: str
    city: City
    birds: int = 0
    """How many birds the start tile has."""
    votes: int = 0
    """The score so far."""
    hand: tuple[Tile | None, ...] = ()
    """The hand tiles; None for one whose face is not known."""


class Last(NamedTuple):
    """What was laid or built last, and in whose city."""

    seat: int
    move: Lay | Walkway


@dataclass(frozen=True)
class Display:
    """A whole table, as one player or a spectator sees it."""

    players: tuple[Player, ...]
    market: tuple[Tile | None, ...] = (None,) * SLOTS
    """The face-up tiles slot by slot; None is an empty slot."""
    stack: int = 0
    """How many tiles are left to draw."""
    supply: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By level, the walkways left of each length."""
    requests: tuple[str, ...] = ()
    """The ids of the request cards in play, such as `req-longest`."""
    crossing: str = "walkways"
    """What the request about crossings counts: `walkways`, `places`, or as it once was `points`."""
    round: int = 1
    rounds: int = 8
    seat: int | None = None
    """Whose view it is; None is a spectator's."""
    shown: int = 0
    """Whose city is drawn large: usually the viewer's own."""
    to_play: int | None = None
    """Whose turn it is; None when the game is over."""
    targets: Collection[str] = ()
    """What may be picked now. Cells and spaces are those of the shown city."""
    chosen: Collection[str] = ()
    """What has been picked."""
    ghost: Lay | Walkway | None = None
    """The tile or walkway of the shown city that is being considered."""
    turning: Tile | None = None
    """The hand tile whose four turns are offered; None when none are."""
    last: Last | None = None
    box: Box = BOX
    """What tells which walkways there are, and the votes of the requests."""

    def order(self) -> list[int]:
        """The seats clockwise from the shown one."""
        count = len(self.players)
        return [(self.shown + step) % count for step in range(count)]

    def look(self, target: str) -> str:
        """How a target is marked: "chosen", "target" where it may be picked, or not at all."""
        return "chosen" if target in self.chosen else "target" if target in self.targets else ""


def letters(tile: Tile) -> str:
    """A tile as targets name it, its four spaces clockwise from the top left: `B.G.` for the tile b/g."""
    corners = Lay(tile, Cell(0, 0)).corners
    return "".join("." if colour is None else colour.letter.upper() for _, colour in corners)


def hand_target(tile: Tile) -> str:
    """The target of a hand tile: equal tiles are one choice."""
    return f"hand:{letters(tile)}"


def turn_target(quarters: int) -> str:
    """The target of a rotation, in quarter turns clockwise."""
    return f"turn:{quarters}"


def cell_target(cell: Cell) -> str:
    """The target of a place for a tile."""
    return f"cell:{cell.column},{cell.row}"


def space_target(space: Space) -> str:
    """The target of a building as the end of a walkway."""
    return f"space:{space.column},{space.row}"


def draw_target(source: str) -> str:
    """The target of a draw."""
    return str(Draw(source))
