"""The pieces in the box, read from `pieces.toml` and checked."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces

TERRAINS = "VWTP"
ANIMALS = "abcdefgh"
CARD = re.compile(rf"([{TERRAINS}]M?|MM?)[{ANIMALS}]?")
TRAVELLERS = ("Splash", "Burk", "Kark", "Floulou", "Pshit", "Boung", "Roro", "Rumph")
LAND_SIZES = {"1": 21, "2": 9, "3": 15, "4": 15}
"""How many cards carry each number, so that everybody is dealt exactly fifteen; alone, seven piles of three."""


class Box(NamedTuple):
    """All that is in the box."""

    start: tuple[str, ...]
    land: tuple[tuple[str, ...], ...]
    """The cards of number 1, of number 2, and so on."""
    cities: tuple[int, ...]
    fumaroles: int
    bonuses: tuple[int, ...]
    """What each traveller adds, in the order of `TRAVELLERS`."""

    def deck(self, players: int) -> list[str]:
        """The land cards that so many players use."""
        return [card for cards in self.land[:players] for card in cards]


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        table: dict[str, Any] = tomllib.loads(text)
        land: dict[str, list[str]] = table["land"]
        travellers: dict[str, int] = table["travellers"]
        box = Box(
            tuple(table["start"]),
            tuple(tuple(cards) for cards in land.values()),
            tuple(table["common"]["cities"]),
            table["common"]["fumaroles"],
            tuple(travellers.values()),
        )
        expected: dict[str, int] = dict(table["totals"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BadPieces(f"strange-world pieces: {error} is missing or cannot be read") from None
    check_land(box, tuple(land))
    check_totals(box, expected)
    check_common(box, tuple(travellers))
    return box


def check_land(box: Box, numbers: tuple[str, ...]) -> None:
    """Refuse cards that cannot be read, or that cannot be dealt out to the last one."""
    if numbers != tuple(LAND_SIZES):
        raise BadPieces("strange-world pieces: expected land cards of the numbers 1, 2, 3 and 4 in this order")
    for number, cards in zip(numbers, box.land, strict=True):
        if len(cards) != LAND_SIZES[number]:
            raise BadPieces(
                f"strange-world pieces: expected {LAND_SIZES[number]} land cards of number {number}, found {len(cards)}"
            )
    for card in (*box.start, *box.deck(4)):
        if not isinstance(card, str) or CARD.fullmatch(card) is None:
            raise BadPieces(f"strange-world pieces: {card!r} is no card; expected icons such as 'Va', 'PM' or 'MMg'")
    if len(box.start) != 4:
        raise BadPieces(f"strange-world pieces: expected 4 start cards, found {len(box.start)}")
    if any(card[0] in TERRAINS for card in box.start):
        raise BadPieces("strange-world pieces: a start card shows mountains and animals only")


def totals(box: Box) -> dict[str, int]:
    """How often each icon is in the box: terrains on land cards, mountains and animals on start cards too."""
    land, every = box.deck(4), [*box.start, *box.deck(4)]
    found = {terrain: sum(card[0] == terrain for card in land) for terrain in TERRAINS}
    found["plain"] = sum(card[0] not in TERRAINS for card in land)
    found["M"] = sum(card.count("M") for card in every)
    return found | {animal: sum(card.endswith(animal) for card in every) for animal in ANIMALS}


def check_totals(box: Box, expected: dict[str, int]) -> None:
    """Refuse cards that do not add up to the totals written beside them: a slip of the pen shows here."""
    for icon, count in totals(box).items():
        if expected.get(icon) != count:
            raise BadPieces(f"strange-world pieces: the total of {icon!r} says {expected.get(icon)}, the cards {count}")


def check_common(box: Box, travellers: tuple[str, ...]) -> None:
    """Refuse a supply that the rules do not know."""
    if any(type(value) is not int or value < 1 for value in (*box.cities, *box.bonuses, box.fumaroles)):
        raise BadPieces("strange-world pieces: cities, fumaroles and travellers are given as numbers above 0")
    if list(box.cities) != sorted(set(box.cities), reverse=True):
        raise BadPieces("strange-world pieces: expected Dark Cities of different stars, the highest first")
    if travellers != TRAVELLERS:
        raise BadPieces(f"strange-world pieces: expected the travellers {', '.join(TRAVELLERS)} in this order")


BOX = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
