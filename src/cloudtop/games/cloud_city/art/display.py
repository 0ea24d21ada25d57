"""What is drawn of Cloud City: who has built what, what lies on the table, what may be picked.

Each panel has a *look*: all that it depends on besides language and box, as a value that can be compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cloudtop.games.cloud_city.moves import MOVES, START, TILE_NUMBER, Cell, Draw, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import BOX, CORNERS, HAND, SLOTS, TILES, Box, Tile

CITY, PLAN = "city", "plan"
FORMS = (CITY, PLAN)
"""How a city can be drawn: as it stands, or from above with everything laid flat."""


def spelled(tile: Tile) -> str:
    """A tile's four spaces clockwise from the top left."""
    corners = Lay(tile, Cell(0, 0)).corners
    return "".join("." if colour is None else colour.letter.upper() for _, colour in corners)


LETTERS = {tile: spelled(tile) for tile in TILES}
"""A tile as targets name it, its four spaces clockwise from the top left: `B.G.` for the tile b/g."""


@lru_cache(64)
def hand_target(tile: Tile) -> str:
    """The target of a hand tile: equal tiles are one choice."""
    return f"hand:{LETTERS[tile]}"


def turn_target(quarters: int) -> str:
    """The target of a rotation, in quarter turns clockwise."""
    return f"turn:{quarters}"


@lru_cache(1024)
def cell_target(cell: Cell) -> str:
    """The target of a place for a tile."""
    return f"cell:{cell.column},{cell.row}"


@lru_cache(1024)
def space_target(space: Space) -> str:
    """The target of a building as the end of a walkway."""
    return f"space:{space.column},{space.row}"


def draw_target(source: str) -> str:
    """The target of a draw."""
    return str(Draw(source))


def tile_id(cell: Cell) -> str:
    """The item of a tile that lies there."""
    return f"tile-{cell.column}_{cell.row}"


def building_id(space: Space) -> str:
    """The item of a building."""
    return f"building-{space.column}_{space.row}"


def walkway_key(walkway: Walkway) -> str:
    """What the items of a walkway are called."""
    (left, back), (right, front) = walkway
    return f"{left}_{back}-{right}_{front}"


def value_id(walkway: Walkway) -> str:
    """The item that tells the votes of a walkway."""
    return f"value-{walkway_key(walkway)}"


class Player(NamedTuple):
    """One player: a name, a city, and what else is known."""

    name: str
    tiles: tuple[str, ...]
    """The tiles of the city as they were laid, in notation."""
    walkways: tuple[str, ...] = ()
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


class CityLook(NamedTuple):
    """All that the panel of a city depends on."""

    seat: int
    owner: str | None
    """What its player is called; None is the viewer."""
    frame: str
    """The option `city`."""
    tiles: tuple[str, ...]
    walkways: tuple[str, ...]
    birds: int
    side: int
    form: str
    shown: bool
    """Whether it has the stage; the others are small."""
    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    ghost: Lay | Walkway | None = None
    drafted: tuple[Lay | Walkway, ...] = ()
    last: Lay | Walkway | None = None

    def look(self, target: str) -> str:
        """How a target is marked: "chosen", "target" where it may be picked, or not at all."""
        return "chosen" if target in self.chosen else "target" if target in self.targets else ""

    @property
    def asking(self) -> bool:
        """Whether everything is a target, so that somebody who touched something learns what it was.

        Nobody ever lays on the start tile: where that is a target, all things are.
        """
        return cell_target(START) in self.targets


class Place(NamedTuple):
    """One place of a hand."""

    tile: Tile | None
    """The tile there; None for one whose face is not known, or where there is none."""
    state: str = ""
    """As of a slot: held while its tile lies in the city and can be put back, none without a tile."""
    rotation: int = 0
    """How its tile lies, if it is picked."""


EMPTY = Place(None, "none")


class HandLook(NamedTuple):
    """All that the panel of a hand depends on."""

    seat: int
    owner: str | None
    """What its player is called; None is the viewer."""
    places: tuple[Place, ...]
    side: int
    targets: frozenset[str]


class MarketLook(NamedTuple):
    """All that the panel of the face-up tiles depends on."""

    tiles: tuple[Tile | None, ...]
    stack: int
    side: int
    targets: frozenset[str]


class RequestsLook(NamedTuple):
    """All that the panel of the requests depends on."""

    requests: tuple[str, ...]
    crossing: str
    """The option `crossing`."""
    votes: tuple[tuple[int, ...], ...]
    """By request, what it brings each seat now."""


NOTHING = frozenset[str]()


def in_city(targets: Collection[str]) -> frozenset[str]:
    """Those of some targets that are cells or spaces."""
    return frozenset([target for target in targets if target.startswith(("cell", "space"))]) if targets else NOTHING


@dataclass(frozen=True)
class Display:
    """A whole table, as one player or a spectator sees it."""

    players: tuple[Player, ...]
    frame: str = "square"
    """The option `city`."""
    market: tuple[Tile | None, ...] = (None,) * SLOTS
    """The face-up tiles slot by slot; None is an empty slot."""
    stack: int = 0
    """How many tiles are left to draw."""
    supply: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By level, the walkways left of each length."""
    requests: tuple[str, ...] = ()
    """The ids of the request cards in play, such as `req-longest`."""
    request_votes: tuple[tuple[int, ...], ...] = ()
    """By request, what it brings each seat now."""
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
    building: bool = False
    """Whether the tile of this turn is laid."""
    targets: Collection[str] = ()
    """What may be picked now. Cells and spaces are those of the shown city."""
    chosen: Collection[str] = ()
    """What has been picked."""
    ghost: Lay | Walkway | None = None
    """The tile or walkway of the shown city that is being considered."""
    drafted: tuple[Lay | Walkway, ...] = ()
    """What is decided but not made: it is in the shown city already."""
    last: Last | None = None
    side: int = 0
    form: str = CITY
    box: Box = BOX
    """What tells which walkways there are, and the votes of the requests."""

    def order(self) -> list[int]:
        """The seats clockwise from the shown one."""
        count = len(self.players)
        return [(self.shown + step) % count for step in range(count)]

    def city(self, seat: int) -> CityLook:
        """The look of one player's city; what may be picked is in the shown one."""
        player, shown = self.players[seat], seat == self.shown
        return CityLook(
            seat,
            self.owner(seat),
            self.frame,
            player.tiles,
            player.walkways,
            player.birds,
            self.side,
            self.form if self.form in FORMS else CITY,
            shown,
            in_city(self.targets) if shown else NOTHING,
            in_city(self.chosen) if shown else NOTHING,
            self.ghost if shown else None,
            self.drafted if shown else (),
            self.last.move if self.last and self.last.seat == seat else None,
        )

    def hand(self, seat: int) -> HandLook:
        """The look of one player's hand."""
        lit = (*self.targets, *self.chosen) if seat == self.shown else ()
        offered = [target for target in lit if target.startswith("hand")]
        return HandLook(seat, self.owner(seat), self.places(seat), self.side, frozenset(offered))

    def owner(self, seat: int) -> str | None:
        """What a player is called; None is the viewer, who needs no name."""
        return None if seat == self.seat else self.players[seat].name

    def places(self, seat: int) -> tuple[Place, ...]:
        """The places of a hand: the tile that was laid in this turn leaves its own one empty until the draw."""
        places = [Place(tile) for tile in self.players[seat].hand]
        drafted = [move for move in self.drafted if isinstance(move, Lay)] if seat == self.shown else []
        if drafted:
            tile, _, rotation = drafted[0]
            places.insert(place_of(tile, places), Place(tile, "held", rotation))
        elif self.building and seat == self.to_play:
            laid = MOVES.written(self.players[seat].tiles[-1])
            own = isinstance(laid, Lay) and None not in self.players[seat].hand
            places.insert(place_of(laid.tile, places) if own and isinstance(laid, Lay) else len(places), EMPTY)
        if seat == self.shown and (self.chosen or self.ghost):
            places = [*self.picked(places)]
        return (*places, *[EMPTY] * (HAND - len(places)))

    def picked(self, places: list[Place]) -> Iterator[Place]:
        """The same places, the first of the picked tile turned as it is to lie, and held while it is considered."""
        turns = [quarters for quarters in range(CORNERS) if turn_target(quarters) in self.chosen]
        ghost = self.ghost if isinstance(self.ghost, Lay) else None
        found = False
        for place in places:
            tile = place.tile
            if tile is None or place.state or found:
                yield place
            elif ghost and ghost.tile == tile:
                found = True
                yield Place(tile, "held", ghost.rotation)
            elif not ghost and hand_target(tile) in self.chosen:
                found = True
                yield Place(tile, "", turns[0] if turns else 0)
            else:
                yield place

    def table(self) -> MarketLook:
        """The look of the face-up tiles and the stack."""
        offered = [target for target in (*self.targets, *self.chosen) if target.startswith("draw")]
        return MarketLook(self.market, self.stack, self.side, frozenset(offered))


def place_of(tile: Tile, places: Sequence[Place]) -> int:
    """Where among the places of a hand, which are in the order of the tiles, a tile belongs."""
    number = TILE_NUMBER[tile]
    return sum(place.tile is not None and TILE_NUMBER[place.tile] < number for place in places)
