"""The table as the rulebook reads it: cities of tiles, buildings and walkways, and what all of them share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from cloudtop.games.cloud_city.fast import EMPTY, PIECES
from cloudtop.games.cloud_city.moves import MOVES, SLOT_NAMES, STACK, Cell, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import BOX, FRAMES, TILES, Box, Colour, Frame, Tile

if TYPE_CHECKING:
    from cloudtop.games.cloud_city.state import CloudCity

Supply = Mapping[tuple[Colour, int], int]
"""How many walkways are left, by colour and length."""
Step = Literal["lay", "build"]
"""The steps of a turn: a tile is laid, then walkways are built until a draw ends it."""


class Table(NamedTuple):
    """What all seats share: the turn, the tiles that can be drawn, the walkways that are left."""

    to_play: int | None = None
    """The seat whose turn it is; None when the game is over."""
    step: Step | None = None
    face_up: Mapping[str, Tile | None] = {}
    """By slot, the tile that lies there."""
    stack: int = 0
    """How many tiles the stack has."""
    supply: Supply = {}

    def offers(self, source: str) -> bool:
        """Whether there is a tile to be drawn from a source."""
        return self.stack > 0 if source == STACK else self.face_up.get(source) is not None

    @property
    def exhausted(self) -> bool:
        """Whether there is no tile to be drawn from anywhere."""
        return not any(self.offers(source) for source in (STACK, *SLOT_NAMES))


class City:
    """One seat's city: it grows tile by tile, walkway by walkway, and knows its builder's hand and the table."""

    def __init__(
        self,
        frame: Frame,
        lays: Iterable[Lay] = (),
        walkways: Iterable[Walkway] = (),
        *,
        seat: int | None = None,
        hand: Collection[Tile] = (),
        table: Table | None = None,
        box: Box = BOX,
    ) -> None:
        self.frame = frame
        self.seat = seat
        self.hand = hand
        self.table = Table() if table is None else table
        self.box = box
        """What tells which walkways there are and what they are worth."""
        self.lays: list[Lay] = []
        self.walkways: list[Walkway] = []
        self.cells: set[Cell] = set()
        """The cells with a tile."""
        self.ground: set[Space] = set()
        """The spaces with a tile."""
        self.buildings: dict[Space, Colour] = {}
        for lay in lays:
            self.lay(lay)
        for walkway in walkways:
            self.build(walkway)

    def lay(self, lay: Lay) -> None:
        """Add a tile, on which its buildings rise at once."""
        spaces, buildings = laid(lay)
        self.lays.append(lay)
        self.cells.add(lay.cell)
        self.ground.update(spaces)
        self.buildings.update(buildings)

    def build(self, walkway: Walkway) -> None:
        """Add a walkway."""
        self.walkways.append(walkway)

    # ------------------------------------------------------------------ what stands there

    def building(self, space: Space) -> Colour | None:
        """The building on a space."""
        return self.buildings.get(space)

    def height(self, space: Space) -> int:
        """How high the building on a space is; 0 where there is none."""
        building = self.buildings.get(space)
        return 0 if building is None else building.height

    def level(self, walkway: Walkway) -> Colour | None:
        """On which level a walkway runs: that of its buildings."""
        return self.buildings.get(walkway.near)

    def walkways_at(self, space: Space) -> list[Walkway]:
        """The walkways that end on a space."""
        return [walkway for walkway in self.walkways if space in walkway.ends]

    def votes(self, walkway: Walkway) -> int:
        """What a walkway is worth; nothing if there is no piece of that length."""
        return self.box.values.get(walkway.length, 0)

    def pieces_left(self, walkway: Walkway) -> int:
        """How many pieces for such a walkway the shared supply still has."""
        level = self.level(walkway)
        return 0 if level is None else self.table.supply.get((level, walkway.length), 0)

    # ------------------------------------------------------------------ how it may grow

    def touches(self, cell: Cell) -> bool:
        """Whether a cell shares a full side with a tile."""
        return not self.cells.isdisjoint(cell.neighbours)

    def fits_with(self, cell: Cell) -> bool:
        """Whether the city would still fit its frame with a tile there; the frame floats until it is full."""
        columns, rows = {tiled.column for tiled in self.cells}, {tiled.row for tiled in self.cells}
        return self.frame.holds(extent(columns, cell.column), extent(rows, cell.row))


@lru_cache(1 << 13)
def laid(lay: Lay) -> tuple[tuple[Space, ...], dict[Space, Colour]]:
    """The spaces of a tile that is laid, and the buildings that rise there."""
    return lay.cell.spaces, {space: colour for space, colour in lay.corners if colour is not None}


def reach(frame: Frame, cells: Set[Cell]) -> set[Cell]:
    """The cells where a city of these may grow within a frame, which floats until the city fills it."""
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    beside = {neighbour for cell in cells for neighbour in cell.neighbours} - cells
    return {cell for cell in beside if frame.holds(extent(columns, cell.column), extent(rows, cell.row))}


def extent(taken: Collection[int], added: int) -> int:
    """How many columns, or rows, there are from the first to the last."""
    return max(*taken, added) - min(*taken, added) + 1


def city_of(state: CloudCity, seat: int) -> City:
    """A seat's city as the rulebook reads it."""
    city = state.cities[seat]
    return City(
        FRAMES[state.options["city"]],
        [lay for tile in city.tiles if isinstance(lay := MOVES[tile], Lay)],
        [walkway for built in city.walkways if isinstance(walkway := MOVES[built], Walkway)],
        seat=seat,
        hand=[TILES[tile] for tile in state.hands[seat]],
        table=table_of(state),
        box=state.setup.box,
    )


def table_of(state: CloudCity) -> Table:
    """What all seats share."""
    tiles = [None if tile == EMPTY else TILES[tile] for tile in state.market]
    return Table(
        None if state.seat < 0 else state.seat,
        step_of(state),
        dict(zip(SLOT_NAMES, tiles, strict=True)),
        len(state.stack) - state.drawn,
        dict(zip(PIECES, state.supply, strict=True)),
    )


def step_of(state: CloudCity) -> Step | None:
    """What the seat on turn does next; None when the game is over."""
    return None if state.seat < 0 else "build" if state.building else "lay"
