"""The pieces of the game: colours, tiles and frames, and how many of everything `pieces.toml` says there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import combinations
from typing import Annotated, NamedTuple

import msgspec

from cloudtop.core.errors import BadPieces


class Colour(NamedTuple):
    """The colour of a building, which says how high it is."""

    name: str
    level: str
    """The level on which its walkways run."""
    height: int

    @property
    def letter(self) -> str:
        """How tiles are written: `b`, `g` or `s`."""
        return self.name[0]


BLUE = Colour("blue", "river", 1)
GREEN = Colour("green", "forest", 2)
SAND = Colour("sand", "sand", 3)
COLOURS = (BLUE, GREEN, SAND)
"""From the lowest to the tallest."""
LEVELS = tuple(colour.level for colour in COLOURS)

# ---------------------------------------------------------------------- tiles

CORNERS = 4
"""Spaces of a tile, counted clockwise from the top left; and ways to turn it."""
SITES = 2
"""Spaces of a tile that get a building."""


class Tile(NamedTuple):
    """A tile before it is turned: its first site lies at the top left."""

    first: Colour
    second: Colour
    diagonal: bool
    """Whether the second site lies at the bottom right; else at the top right."""

    def __str__(self) -> str:
        return self.first.letter + ("/" if self.diagonal else "") + self.second.letter

    def sites(self, rotation: int = 0) -> tuple[tuple[int, Colour], tuple[int, Colour]]:
        """The corners of both sites after quarter turns clockwise, the first site first."""
        steps = 2 if self.diagonal else 1
        return (rotation % CORNERS, self.first), ((rotation + steps) % CORNERS, self.second)


def tiles_with(one: Colour, other: Colour) -> tuple[Tile, ...]:
    """All tiles with sites of two colours; turning a tile changes nothing."""
    if one == other:
        return Tile(one, one, False), Tile(one, one, True)
    return Tile(one, other, False), Tile(other, one, False), Tile(one, other, True)


PAIRS = (*zip(COLOURS, COLOURS, strict=True), *combinations(COLOURS, 2))
TILES = tuple(tile for one, other in PAIRS for tile in tiles_with(one, other))
"""All tiles there can be, in the order of their numbers."""
TILE_NAMED = {str(tile): tile for tile in TILES}
TILE_NAMES = tuple(TILE_NAMED)

# ---------------------------------------------------------------------- what the rules fix

HAND = 3
"""Tiles in a hand at the start of a turn."""
SLOTS = 3
"""Tiles that lie face up."""
FULL = 2
"""Walkways at a building, at most."""


class Frame(NamedTuple):
    """How many tiles lie along the two sides of a full city; it may lie or stand."""

    short: int
    long: int

    @property
    def tiles(self) -> int:
        """Tiles of a full city, the start tile among them."""
        return self.short * self.long

    @property
    def rounds(self) -> int:
        """A city begins with one tile and grows by one in every round."""
        return self.tiles - 1

    def holds(self, width: int, height: int) -> bool:
        """Whether a city that many tiles wide and high fits."""
        return min(width, height) <= self.short and max(width, height) <= self.long


FRAMES = {"square": Frame(3, 3), "rectangle": Frame(3, 4)}
"""By the option `city`."""

# ---------------------------------------------------------------------- the box

TILE_COUNT = 48
SITE_COUNT = 32
"""Building sites, and so buildings, of each colour."""
WALKWAY_COUNT = 31
"""Walkways of each level."""
SEATS = 4
CARDS: dict[str, set[str]] = {
    "req-longest": {"most", "tied"},
    "req-most-routes": {"most", "tied"},
    "req-varied": {"four", "five"},
    "req-circuits": {"each"},
    "req-blue": {"most", "tied"},
    "req-green": {"most", "tied"},
    "req-light": {"each"},
    "req-crossings": {"each"},
    "req-solo": {"each"},
    "req-balance": {"lacking"},
}
"""The request cards, and what the votes of each are for."""

Count = Annotated[int, msgspec.Meta(ge=0)]
Votes = Mapping[str, int]


class StartTiles(msgspec.Struct, forbid_unknown_fields=True):
    """The start tiles as the file gives them."""

    tiles: tuple[str, ...]


class WalkwayPieces(msgspec.Struct, forbid_unknown_fields=True):
    """The walkways as the file gives them, by length."""

    values: tuple[int, ...]
    river: tuple[Count, ...]
    forest: tuple[Count, ...]
    sand: tuple[Count, ...]

    def levels(self) -> dict[Colour, tuple[int, ...]]:
        """How many there are of each length, level by level."""
        return dict(zip(COLOURS, (self.river, self.forest, self.sand), strict=True))


class BoxFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    tiles: dict[str, Count]
    start: StartTiles
    walkways: WalkwayPieces
    requests: dict[str, dict[str, int]]


class Box(NamedTuple):
    """All that is in the box."""

    tiles: Mapping[Tile, int]
    """How many there are of each tile, start tiles among them."""
    start: tuple[Tile, ...]
    """The start tiles with one, two, three and four birds."""
    values: Mapping[int, int]
    """By length, what a walkway is worth."""
    walkways: Mapping[tuple[Colour, int], int]
    """By colour and length, how many walkways there are."""
    requests: Mapping[str, Votes]
    """The request cards, each with its votes."""

    def stack(self) -> list[Tile]:
        """The tiles that are shuffled: all but the start tiles, in the order of their numbers."""
        return [tile for tile in TILES for _ in range(self.tiles[tile] - self.start.count(tile))]


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        box = msgspec.toml.decode(text, type=BoxFile)
    except msgspec.DecodeError as error:
        raise refusal(f"the file cannot be read: {error}") from None
    check_tiles(box.tiles)
    check_start(box.tiles, box.start.tiles)
    check_walkways(box.walkways)
    check_requests(box.requests)
    return Box(
        {tile: box.tiles.get(str(tile), 0) for tile in TILES},
        tuple(TILE_NAMED[name] for name in box.start.tiles),
        dict(enumerate(box.walkways.values, start=1)),
        {
            (colour, length): count
            for colour, counts in box.walkways.levels().items()
            for length, count in enumerate(counts, start=1)
        },
        box.requests,
    )


def refusal(reason: str) -> BadPieces:
    """The error for a file that is refused."""
    return BadPieces(f"cloud-city pieces: {reason}")


def check_tiles(tiles: Mapping[str, int]) -> None:
    """Refuse tiles that are not 48 with 32 sites of each colour."""
    for name in tiles:
        if name not in TILE_NAMED:
            raise refusal(f"there is no tile {name!r}; the tiles are {', '.join(TILE_NAMES)}")
    total = sum(tiles.values())
    if total != TILE_COUNT:
        raise refusal(f"expected {TILE_COUNT} tiles, found {total}")
    for colour in COLOURS:
        sites = sum(count * name.count(colour.letter) for name, count in tiles.items())
        if sites != SITE_COUNT:
            raise refusal(f"expected {SITE_COUNT} building sites of each colour, found {sites} {colour.name} ones")


def check_start(tiles: Mapping[str, int], start: Sequence[str]) -> None:
    """Refuse start tiles that are not four of the tiles."""
    if len(start) != SEATS:
        raise refusal(f"expected {SEATS} start tiles, found {len(start)}")
    for name in start:
        if start.count(name) > tiles.get(name, 0):
            raise refusal(f"the start tile {name!r} is not among the tiles")


def check_walkways(pieces: WalkwayPieces) -> None:
    """Refuse walkways that are not 31 of each level, worth the more the longer they are."""
    values = pieces.values
    if not values or any(more <= less for less, more in zip((0, *values), values, strict=False)):
        raise refusal(f"the longer a walkway, the more it is worth; {list(values)} does not rise")
    for colour, counts in pieces.levels().items():
        if len(counts) != len(values):
            raise refusal(f"the {colour.level} walkways are {len(values)} numbers, one for each length")
        if sum(counts) != WALKWAY_COUNT:
            raise refusal(f"expected {WALKWAY_COUNT} walkways of each level, found {sum(counts)} {colour.level} ones")


def check_requests(requests: Mapping[str, Votes]) -> None:
    """Refuse cards that are not the ten, each with its votes."""
    if requests.keys() != CARDS.keys():
        raise refusal(f"the ten request cards are {', '.join(CARDS)}")
    for card, votes in requests.items():
        if votes.keys() != CARDS[card]:
            raise refusal(f"the votes of {card} are for {' and '.join(sorted(CARDS[card]))}")


BOX = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
