"""The castles and cards in the box, read from `pieces.toml` and `magic.toml` and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import permutations, product
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces
from cloudtop.games.cloudy_kingdom.steps import Magic, read_joins, read_magic

SIDES = "NESW"
"""The sides of the field and of a cell, clockwise; board.py numbers them in this order."""

Castles = Mapping[str, str]
"""The families on each side: north and south from left to right, east and west from top to bottom."""


class Route(NamedTuple):
    """One design of route cards."""

    name: str
    code: str
    """What it is called in notation."""
    joins: tuple[str, ...]
    copies: int


class Box(NamedTuple):
    """All that is in the box."""

    families: Mapping[str, str]
    """The letter of each family, in the order of the seats."""
    layouts: Mapping[int, Castles]
    """The fixed castles, by the number of cells along a side."""
    routes: tuple[Route, ...]
    magic: tuple[Magic, ...]
    cards: tuple[tuple[int, int], ...]
    """The two-sided magic cards, each as two numbers of `magic`."""
    first_game: tuple[int, ...]
    """The magic of a first game, as numbers of `magic`."""


# ---------------------------------------------------------------------- castles


def obeys(castles: Castles) -> bool:
    """`layout`: no two castles of a family face each other or meet at a corner."""
    north, east, south, west = (castles[side] for side in SIDES)
    return (
        all(a != b for a, b in zip(north, south, strict=True))
        and all(a != b for a, b in zip(west, east, strict=True))
        and north[0] != west[0]
        and north[-1] != east[0]
        and south[0] != west[-1]
        and south[-1] != east[-1]
    )


def arrangements(families: str) -> list[dict[str, str]]:
    """Every arrangement of castles that obeys, up to a renaming of the families: the north side is as given."""
    orders = ["".join(order) for order in permutations(families)]
    found = []
    for east, south, west in product(orders, repeat=3):
        castles = {"N": families, "E": east, "S": south, "W": west}
        if obeys(castles):
            found.append(castles)
    return found


def why_no_layout(castles: object, families: str) -> str | None:
    """What is wrong with written castles; None if nothing is."""
    if not isinstance(castles, Mapping) or set(castles) != set(SIDES):
        return "castles are given for the sides N, E, S and W"
    for side in SIDES:
        if not isinstance(castles[side], str) or sorted(castles[side]) != sorted(families):
            return f"the side {side} has one castle of each of the families {families}, not {castles[side]!r}"
    if not obeys(castles):
        return "castles of a family never face each other and never meet at a corner"
    return None


# ---------------------------------------------------------------------- reading the box


def read_box(pieces: str, magic: str) -> Box:
    """The box that the two files describe; `BadPieces` if the game cannot be played with it."""
    try:
        table: dict[str, Any] = tomllib.loads(pieces)
        tricks: dict[str, Any] = tomllib.loads(magic)
        families = {str(name): str(letter) for name, letter in table["families"].items()}
        layouts = {len(castles["N"]): dict(castles) for castles in table["layouts"].values()}
        routes = tuple(
            Route(name, entry["code"], read_joins(f"route card {name}", entry["joins"]), entry["copies"])
            for name, entry in table["routes"].items()
        )
        sides = read_magic(tricks["magic"])
        names = [side.name for side in sides]
        cards = tuple((names.index(one), names.index(other)) for one, other in tricks["cards"])
        first = tuple(names.index(name) for name in tricks["first-game"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadPieces(f"cloudy-kingdom pieces: {error} is missing or cannot be read") from None
    check_castles(families, layouts)
    check_routes(routes, sides)
    check_cards(cards, len(sides), first)
    return Box(families, layouts, routes, sides, cards, first)


def check_castles(families: Mapping[str, str], layouts: Mapping[int, Castles]) -> None:
    """Refuse anything but four families and two layouts that obey."""
    letters = "".join(families.values())
    if len(letters) != 4 or len(set(letters)) != 4:
        raise BadPieces("cloudy-kingdom pieces: expected four families, each with a letter of its own")
    if set(layouts) != {3, 4}:
        raise BadPieces("cloudy-kingdom pieces: expected a layout of three and one of four castles a side")
    for size, castles in layouts.items():
        wrong = why_no_layout(castles, letters[:size])
        if wrong is not None:
            raise BadPieces(f"cloudy-kingdom pieces: the layout of {size} castles a side: {wrong}")


def check_routes(routes: tuple[Route, ...], magic: tuple[Magic, ...]) -> None:
    """Refuse cards that cannot be told apart, and a stack too small to deal from."""
    codes = [route.code for route in routes] + [side.laid.code for side in magic if side.laid]
    if any(not isinstance(code, str) or not code.isalpha() or not code.islower() for code in codes):
        raise BadPieces("cloudy-kingdom pieces: a card's code is one or more lower-case letters")
    if len(set(codes)) != len(codes):
        raise BadPieces("cloudy-kingdom pieces: every card needs a code of its own")
    if any(type(route.copies) is not int or route.copies < 1 for route in routes):
        raise BadPieces("cloudy-kingdom pieces: there is at least one copy of every route card")
    if sum(route.copies for route in routes) < 8:
        raise BadPieces("cloudy-kingdom pieces: there must be at least eight route cards")


def check_cards(cards: tuple[tuple[int, int], ...], sides: int, first: tuple[int, ...]) -> None:
    """Refuse magic sides that are not on exactly one card, and a first game without three different cards."""
    if sorted(side for card in cards for side in card) != list(range(sides)) or len(cards) != 4:
        raise BadPieces("cloudy-kingdom pieces: expected four magic cards, every side on one of them")
    if len(first) != 3 or len({card for card in cards for side in card if side in first}) != 3:
        raise BadPieces("cloudy-kingdom pieces: the first game needs sides of three different magic cards")


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


BOX = read_box(_file("pieces.toml"), _file("magic.toml"))
FAMILIES = "".join(BOX.families.values())
"""The letters of the families, in the order of the seats."""
