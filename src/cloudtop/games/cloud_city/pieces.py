"""The pieces of the game: colours, tiles and frames; and boxes, which say how many there are and what they are worth.

The printed box is in `pieces.toml`; an owner of the game may write another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple

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
LONGEST_SIDE = max([frame.long for frame in FRAMES.values()])
"""Tiles along the long side of the largest city."""
FARTHEST = 2 * LONGEST_SIDE - 1
"""The greatest distance of two spaces in a row or column of a city: no walkway is longer."""
MOST_VOTES = 99
"""More do not fit on a badge or a card."""
CARDS: dict[str, tuple[str, ...]] = {
    "req-longest": ("most", "tied"),
    "req-most-routes": ("most", "tied"),
    "req-varied": ("four", "five"),
    "req-circuits": ("each",),
    "req-blue": ("most", "tied"),
    "req-green": ("most", "tied"),
    "req-light": ("each",),
    "req-crossings": ("each",),
    "req-solo": ("each",),
    "req-balance": ("lacking",),
}
"""The request cards, and what the votes of each are for."""
COSTLY = ("req-crossings", "req-solo", "req-balance")
"""The cards that take votes."""

Votes = Mapping[str, int]


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
    balance: Mapping[int, int]
    """`req-balance`: by length, how many walkways a balanced city has at least; only those it asks for."""

    def stack(self) -> list[Tile]:
        """The tiles that are shuffled: all but the start tiles, in the order of their numbers."""
        return [tile for tile in TILES for _ in range(self.tiles[tile] - self.start.count(tile))]

    def plain(self) -> dict[str, Any]:
        """The box as plain data, as in `pieces.toml`."""
        levels = {colour.level: [self.walkways[colour, length] for length in self.values] for colour in COLOURS}
        return {
            "tiles": {str(tile): count for tile, count in self.tiles.items()},
            "start": {"tiles": [str(tile) for tile in self.start]},
            "walkways": {"values": list(self.values.values()), **levels},
            "requests": {card: dict(votes) for card, votes in self.requests.items()},
            "balance": {"least": [self.balance.get(length, 0) for length in self.values]},
        }


# ---------------------------------------------------------------------- what can be in a box


def box_of(data: object) -> Box:
    """The box that plain data describes; `BadPieces` if it is not one that the rules can be played with."""
    given = table(data, ("tiles", "start", "walkways", "requests", "balance"))
    tiles = read_tiles(given["tiles"])
    walkways = table(given["walkways"], ("values", *LEVELS), "walkways")
    values = read_values(walkways["values"])
    return Box(
        tiles,
        read_start(table(given["start"], ("tiles",), "start")["tiles"], tiles),
        dict(enumerate(values, start=1)),
        {
            (colour, length): count
            for colour in COLOURS
            for length, count in enumerate(read_level(walkways[colour.level], len(values), colour.level), start=1)
        },
        read_requests(given["requests"]),
        read_balance(table(given["balance"], ("least",), "balance")["least"], len(values)),
    )


def refusal(reason: str, *at: str | int) -> BadPieces:
    """The error for a box that is refused, with the place to blame."""
    where = ".".join(str(key) for key in at)
    return BadPieces(f"cloud-city pieces: {where}: {reason}" if at else f"cloud-city pieces: {reason}", *at)


def table(given: object, keys: Collection[str], *at: str) -> Mapping[str, Any]:
    """A table that has exactly these keys."""
    if not isinstance(given, Mapping):
        raise refusal(f"expected a table with {', '.join(keys)}, not {given!r}", *at)
    for key in given:
        if key not in keys:
            raise refusal(f"there is no {key!r} here; expected {', '.join(keys)}", *at, str(key))
    for key in keys:
        if key not in given:
            raise refusal(f"{key!r} is missing", *at)
    return given


def number(given: object, least: int, most: int, *at: str | int) -> int:
    """A whole number within its bounds."""
    if type(given) is not int or not least <= given <= most:
        raise refusal(f"expected a number from {least} to {most}, not {given!r}", *at)
    return given


def numbers(given: object, lengths: int, most: int, *at: str) -> list[int]:
    """A list of counts, one for each length."""
    if not isinstance(given, list | tuple) or len(given) != lengths:
        raise refusal(f"expected {lengths} numbers, one for each length that has a value, not {given!r}", *at)
    return [number(count, 0, most, *at) for count in given]


def read_tiles(given: object) -> dict[Tile, int]:
    """The tiles, 48 with 32 sites of each colour; those that are not named are not there."""
    if not isinstance(given, Mapping):
        raise refusal(f"expected a table of tiles and how many there are of each, not {given!r}", "tiles")
    for name, count in given.items():
        if name not in TILE_NAMED:
            raise refusal(f"there is no such tile; the tiles are {', '.join(TILE_NAMES)}", "tiles", str(name))
        number(count, 0, TILE_COUNT, "tiles", name)
    tiles = {tile: int(given.get(str(tile), 0)) for tile in TILES}
    total = sum(tiles.values())
    if total != TILE_COUNT:
        raise refusal(f"expected {TILE_COUNT} tiles, as the rulebook says, found {total}", "tiles")
    for colour in COLOURS:
        sites = sum(count * (tile.first, tile.second).count(colour) for tile, count in tiles.items())
        if sites != SITE_COUNT:
            raise refusal(
                f"expected {SITE_COUNT} building sites of each colour, as the rulebook says, "
                f"found {sites} {colour.name} ones",
                "tiles",
            )
    return tiles


def read_start(given: object, tiles: Mapping[Tile, int]) -> tuple[Tile, ...]:
    """The start tiles: four of the tiles."""
    if not isinstance(given, list | tuple) or len(given) != SEATS:
        raise refusal(f"expected {SEATS} start tiles, as the rulebook says, not {given!r}", "start", "tiles")
    for name in given:
        if name not in TILE_NAMES or given.count(name) > tiles[TILE_NAMED[name]]:
            raise refusal(f"the start tile {name!r} is not among the tiles", "start", "tiles")
    return tuple(TILE_NAMED[name] for name in given)


def read_values(given: object) -> list[int]:
    """What walkways are worth: the longer, the more, from length 1 to the last one that a city has room for."""
    at = ("walkways", "values")
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= FARTHEST:
        raise refusal(f"expected 1 to {FARTHEST} numbers, one for each length there can be, not {given!r}", *at)
    values = [number(value, 1, MOST_VOTES, *at) for value in given]
    if values != sorted(set(values)):
        raise refusal(f"the longer a walkway, the more it is worth; {values} does not rise", *at)
    return values


def read_level(given: object, lengths: int, level: str) -> list[int]:
    """How many walkways of each length a level has: 31 together."""
    counts = numbers(given, lengths, WALKWAY_COUNT, "walkways", level)
    if sum(counts) != WALKWAY_COUNT:
        raise refusal(
            f"expected {WALKWAY_COUNT} walkways of each level, as the rulebook says, found {sum(counts)} {level} ones",
            *("walkways", level),
        )
    return counts


def read_requests(given: object) -> dict[str, Votes]:
    """The ten cards, each with its votes; some bring votes and some take them, as the rulebook says."""
    cards = table(given, CARDS, "requests")
    found: dict[str, Votes] = {}
    for card, reasons in CARDS.items():
        votes = table(cards[card], reasons, "requests", card)
        least, most = (-MOST_VOTES, 0) if card in COSTLY else (0, MOST_VOTES)
        found[card] = {reason: number(votes[reason], least, most, "requests", card, reason) for reason in reasons}
    return found


def read_balance(given: object, lengths: int) -> dict[int, int]:
    """What a balanced city has at least, by length."""
    counts = numbers(given, lengths, WALKWAY_COUNT * len(COLOURS), "balance", "least")
    if not any(counts):
        raise refusal("a balanced city has at least one walkway", "balance", "least")
    return {length: count for length, count in enumerate(counts, start=1) if count}


BOX = box_of(tomllib.loads((files(__package__) / "pieces.toml").read_text(encoding="utf-8")))
"""The printed box."""
