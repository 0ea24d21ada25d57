"""The pieces in the box, read from `pieces.toml` and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces
from cloudtop.games.cloud_city.board import KIND_SITES, LONGEST, VALUE
from cloudtop.games.cloud_city.score import REQUESTS

LETTERS = "bgs"
COLOUR_NAMES = ("blue", "green", "sand")
LEVELS = ("river", "forest", "sand")
TILE_NAMES = tuple(
    LETTERS[first] + ("" if steps == 1 else "/") + LETTERS[second] for first, second, steps in KIND_SITES
)
"""Every kind of tile by its number: `bg` side by side, `b/g` corner to corner."""
KIND_OF = {name: kind for kind, name in enumerate(TILE_NAMES)}

TILES = 48
SITES = 32
"""Building sites, and so buildings, of each colour."""
WALKWAY_PIECES = 31
"""Walkways of each level."""
SEATS = 4


class Box(NamedTuple):
    """All that is in the box."""

    tiles: tuple[int, ...]
    """How many tiles there are of each kind, start tiles among them."""
    start: tuple[int, ...]
    """The kinds of the start tiles 1 to 4."""
    walkways: tuple[int, ...]
    """How many walkways there are: level x 5 + length - 1."""
    requests: tuple[str, ...]

    def stack(self) -> list[int]:
        """The tiles that are shuffled: all but the start tiles, kind by kind."""
        return [kind for kind, count in enumerate(self.tiles) for _ in range(count - self.start.count(kind))]


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        table: dict[str, Any] = tomllib.loads(text)
        tiles = {str(name): count for name, count in table["tiles"].items()}
        start = [str(name) for name in table["start"]["tiles"]]
        values = list(table["walkways"]["values"])
        walkways = [list(table["walkways"][level]) for level in LEVELS]
        requests = [str(card) for card in table["requests"]["cards"]]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise refusal(f"{error} is missing or cannot be read") from None
    check_tiles(tiles)
    check_start(tiles, start)
    check_walkways(values, walkways)
    if sorted(requests) != sorted(REQUESTS):
        raise refusal(f"the ten request cards are {', '.join(REQUESTS)}, each once")
    return Box(
        tuple(tiles.get(name, 0) for name in TILE_NAMES),
        tuple(KIND_OF[name] for name in start),
        tuple(count for level in walkways for count in level),
        tuple(requests),
    )


def refusal(reason: str) -> BadPieces:
    """The error for a file that is refused."""
    return BadPieces(f"cloud-city pieces: {reason}")


def is_count(number: object) -> bool:
    """Whether this is a number of pieces."""
    return type(number) is int and number >= 0


def check_tiles(tiles: dict[str, Any]) -> None:
    """Refuse tiles that are not 48 with 32 sites of each colour."""
    for name, count in tiles.items():
        if name not in KIND_OF:
            raise refusal(f"there is no tile {name!r}; the tiles are {', '.join(TILE_NAMES)}")
        if not is_count(count):
            raise refusal(f"the number of tiles {name} is a whole number, not {count!r}")
    total = sum(tiles.values())
    if total != TILES:
        raise refusal(f"expected {TILES} tiles, found {total}")
    for letter, colour in zip(LETTERS, COLOUR_NAMES, strict=True):
        sites = sum(count * name.count(letter) for name, count in tiles.items())
        if sites != SITES:
            raise refusal(f"expected {SITES} building sites of each colour, found {sites} {colour} ones")


def check_start(tiles: dict[str, Any], start: Sequence[str]) -> None:
    """Refuse start tiles that are not four of the tiles."""
    if len(start) != SEATS:
        raise refusal(f"expected {SEATS} start tiles, found {len(start)}")
    for name in start:
        if start.count(name) > tiles.get(name, 0):
            raise refusal(f"the start tile {name!r} is not among the tiles")


def check_walkways(values: Sequence[object], walkways: Sequence[Sequence[Any]]) -> None:
    """Refuse walkways that are not 31 of each level, worth 1, 2, 3, 5 and 8 by length."""
    if list(values) != VALUE[1:]:
        raise refusal(f"walkways of length 1 to {LONGEST} are worth {VALUE[1:]}, not {list(values)}")
    for level, counts in zip(LEVELS, walkways, strict=True):
        if len(counts) != LONGEST or not all(is_count(count) for count in counts):
            raise refusal(f"the {level} walkways are {LONGEST} numbers, one for each length")
        if sum(counts) != WALKWAY_PIECES:
            raise refusal(f"expected {WALKWAY_PIECES} walkways of each level, found {sum(counts)} {level} ones")


BOX = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
