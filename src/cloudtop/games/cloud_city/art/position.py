"""What can be drawn of Cloud City: who has built what, what lies on the table, what may be picked.

Tiles are four letters clockwise from the top left, `B`, `G` or `S` for a building site and `.` for a free space,
so "S.G." has a Sand building at the top left and a Forest building at the bottom right. A cell (column, row) is the
place of a tile, a space (column, row) a quarter of it: cell (x, y) holds the spaces (2x, 2y) to (2x+1, 2y+1).
Both may be negative, as a city grows in every direction; what is shown counts from 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import LEVEL_OF, Level

Cell = tuple[int, int]
Space = tuple[int, int]
Ends = tuple[Space, Space]
"""A walkway: the spaces of its two buildings, in either order."""

CELL = "cell:"

CORNERS: tuple[Space, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The spaces of a tile in the order of its letters."""


class City(NamedTuple):
    """One player's city."""

    tiles: Mapping[Cell, str]
    """The tiles as they lie, already turned."""
    walkways: tuple[Ends, ...] = ()
    reach: tuple[Cell, ...] = ()
    """Free cells where the city may still grow. They stay in view, so that the camera rests during a choice."""
    start: Cell | None = None
    """Where the start tile lies, and the number of birds on it."""
    birds: int = 0


class Player(NamedTuple):
    """One player: a name, a city, and what else is known."""

    name: str
    city: City
    votes: int | None = None
    """The score so far, where it is shown."""
    hand: tuple[str | None, ...] = ()
    """The hand tiles at rotation 0; None for a tile whose face is not known."""


class LaidTile(NamedTuple):
    """A tile on its place, already turned."""

    cell: Cell
    tile: str


class Last(NamedTuple):
    """What was laid last, and in whose city: a tile's cell or a walkway's ends."""

    seat: int
    cell: Cell | None = None
    walkway: Ends | None = None


@dataclass(frozen=True)
class Position:
    """A whole table, as one player or a spectator sees it."""

    players: tuple[Player, ...]
    market: tuple[str | None, ...] = (None, None, None)
    """The face-up tiles slot by slot; None is an empty slot."""
    stack: int = 0
    """How many tiles are left to draw."""
    supply: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Walkways left by level letter and value."""
    requests: tuple[str, ...] = ()
    """The ids of the request cards in play, such as `req-longest`."""
    crossing: str = "walkways"
    """What the request about crossings counts: `walkways` or `points`."""
    round: int = 1
    rounds: int = 8
    seat: int | None = None
    """Whose view it is; None is a spectator's."""
    shown: int = 0
    """Whose city is drawn large: usually the viewer's own."""
    to_play: int | None = None
    """Whose turn it is; None when the game is over."""
    legal: Collection[str] = ()
    """The targets that may be picked now. Cells and spaces are those of the shown city."""
    chosen: Collection[str] = ()
    """The targets picked so far."""
    refused: Collection[str] = ()
    """Targets to be marked as not allowed; they answer the pointer, so that a page can say why."""
    ghost: LaidTile | Ends | None = None
    """The tile or walkway of the shown city that is being considered."""
    turning: str = ""
    """The hand tile whose four turns are offered, at rotation 0; nothing when none are."""
    last: Last | None = None

    def order(self) -> list[int]:
        """The seats clockwise from the shown one."""
        count = len(self.players)
        return [(self.shown + step) % count for step in range(count)]

    def look(self, target: str) -> str:
        """How a target is marked: "chosen", "target" where it may be picked, "refused", or not at all."""
        if target in self.chosen:
            return "chosen"
        if target in self.legal:
            return "target"
        return "refused" if target in self.refused else ""

    def marked_cells(self) -> list[Cell]:
        """The cells that may be picked, have been, or are refused."""
        pairs = (
            target.removeprefix(CELL).split(",")
            for targets in (self.legal, self.chosen, self.refused)
            for target in targets
            if target.startswith(CELL)
        )
        return sorted({(int(column), int(row)) for column, row in pairs})


def hand_target(tile: str) -> str:
    """The target of a hand tile: equal tiles are one choice."""
    return f"hand:{tile}"


def turn_target(quarters: int) -> str:
    """The target of a rotation, in quarter turns clockwise."""
    return f"turn:{quarters}"


def cell_target(cell: Cell) -> str:
    """The target of a place for a tile."""
    return f"{CELL}{cell[0]},{cell[1]}"


def space_target(space: Space) -> str:
    """The target of a building as the end of a walkway."""
    return f"space:{space[0]},{space[1]}"


def draw_target(slot: int) -> str:
    """The target of drawing from a face-up slot, counted from 1; 0 is the stack."""
    return f"draw:{slot or 'stack'}"


STATE_OF_LOOK = {"chosen": "target", "target": "target", "refused": "refused"}
"""The state of the item that stands for a target."""

DRAW_NOTHING = "draw:none"
"""The target of drawing when there is nothing left."""


def turned_tile(tile: str, quarters: int) -> str:
    """A tile after quarter turns clockwise."""
    shift = -quarters % 4
    return tile[shift:] + tile[:shift]


def buildings(tiles: Mapping[Cell, str]) -> Iterator[tuple[Space, Level]]:
    """Every building of some tiles with its space."""
    for (column, row), tile in tiles.items():
        for (dx, dy), letter in zip(CORNERS, tile, strict=True):
            if letter != ".":
                yield (2 * column + dx, 2 * row + dy), LEVEL_OF[letter]
