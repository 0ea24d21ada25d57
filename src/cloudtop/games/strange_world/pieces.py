"""The pieces in a box, read from `pieces.toml` or from an owner's data, and checked.

The printed box is one of many: whatever a box determines is asked of the box that a game is played with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from cloudtop.core.box import read_box
from cloudtop.core.errors import BadPieces
from cloudtop.core.view import plain

SIDE: Final = 4
"""A finished world has so many rows and columns."""
HAND: Final = 3
"""So many cards are dealt to each player in a round, and lie in a pile of the solo game."""
WIDTH: Final = 2 * SIDE - 1
"""Rows and columns that a world may grow into, its start card in the middle."""
CELLS: Final = WIDTH * WIDTH
FULL: Final = SIDE * SIDE
"""The cards of a finished world, its start card among them."""
ROUNDS: Final = (FULL - 1) // HAND
MOST_PLAYERS: Final = 4

TERRAINS: Final = "VWTP"
"""Volcano, water, wind, portal."""
ANIMALS: Final = "abcdefgh"
ICONS: Final = "M" + TERRAINS + ANIMALS
"""Every kind of icon, mountains first."""
MOST_ICONS: Final = 4
"""What finds room on a card."""
TRAVELLERS: Final = ("Splash", "Burk", "Kark", "Floulou", "Pshit", "Boung", "Roro", "Rumph")
THINGS: Final = (
    *("mountains", "volcanoes", "water", "winds", "half_portals"),
    *ANIMALS,
    *("animals", "fumaroles", "portals", "made_portals"),
)
"""What a traveller can wish for: each kind of icon, different animals, fumaroles, portals in full view, all made."""
VERDICTS: Final = ("wobbly", "promising", "handsome", "marvel", "legend")
MOST_CITIES: Final = 6
"""What finds room in the common row."""
CARD = re.compile(rf"(?=.{{1,{MOST_ICONS}}}$){''.join(f'{icon}?' for icon in TERRAINS)}M{{0,2}}{'?'.join(ANIMALS)}?")

Stars = Annotated[int, msgspec.Meta(ge=0, le=99)]
Count = Annotated[int, msgspec.Meta(ge=1, le=99)]


# ---------------------------------------------------------------------- a card


class Card(NamedTuple):
    """A card by its icons; equal ones are one card to the rules."""

    terrains: str
    """Some of `TERRAINS`, in their order."""
    mountains: int
    animals: str
    """Some of `ANIMALS`, in their order."""

    def __str__(self) -> str:
        return self.terrains + "M" * self.mountains + self.animals

    @property
    def icons(self) -> tuple[str, ...]:
        """The icons one by one, as they stand on the card."""
        return tuple(str(self))

    @property
    def terrain(self) -> str:
        """The terrain that it looks like: its first, or M where it has none."""
        return self.terrains[:1] or "M"

    @property
    def volcano(self) -> bool:
        """Whether it shows a volcano."""
        return "V" in self.terrains

    @property
    def water(self) -> bool:
        """Whether it shows water."""
        return "W" in self.terrains

    @property
    def wind(self) -> bool:
        """Whether it shows a wind."""
        return "T" in self.terrains

    @property
    def portal(self) -> bool:
        """Whether it shows half portals."""
        return "P" in self.terrains


@lru_cache(maxsize=1024)
def card_of(text: str) -> Card:
    """The card with these icons; ValueError if no card can have them.

    >>> card_of("Va"), str(card_of("MMg"))
    (Card(terrains='V', mountains=0, animals='a'), 'MMg')
    """
    if CARD.fullmatch(text) is None:
        raise ValueError(f"no card has the icons {text!r}")
    terrains = "".join(icon for icon in text if icon in TERRAINS)
    return Card(terrains, text.count("M"), "".join(icon for icon in text if icon in ANIMALS))


def rank(card: Card) -> tuple[int, str, int, str]:
    """What cards are ordered by: terrain, mountains, animals."""
    return (TERRAINS + "M").index(card.terrain), card.terrains, card.mountains, card.animals


def in_order(cards: list[Card]) -> list[Card]:
    """The different ones among the cards, in their order."""
    return sorted(set(cards), key=rank)


# ---------------------------------------------------------------------- a box


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is there for everybody."""

    cities: tuple[Stars, ...]
    fumaroles: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS * FULL)]


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each of them is worth at the end."""

    mountain: Stars
    volcano: Stars
    water: Stars
    animal: Stars
    wind: Stars
    traveller: Stars


class Traveller(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a traveller wishes for, and what it adds if it finds it."""

    stars: Stars
    wish: dict[str, Count] = {}
    """Of each of these `THINGS` so many, in both rows together."""
    each_row: dict[str, Count] = {}
    """Of each of these so many in each of the two rows."""


class Solo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is there for somebody who plays alone."""

    travellers: Annotated[int, msgspec.Meta(ge=0, le=len(TRAVELLERS))]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is in a box, as its file has it."""

    start: tuple[str, ...]
    land: dict[str, tuple[str, ...]]
    """The cards of number 1, of number 2, and so on."""
    common: Common
    stars: Worth
    travellers: dict[str, Traveller]
    solo: Solo
    verdicts: dict[str, int]
    """The stars from which on each holds, the humblest first."""
    totals: dict[str, int] = {}
    """What the cards are said to add up to; it changes nothing."""

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self))

    @property
    def starts(self) -> list[Card]:
        """The start cards."""
        return [card_of(card) for card in self.start]

    def deck(self, players: int) -> list[Card]:
        """The land cards that so many players use."""
        numbers = [cards for number, cards in self.land.items() if int(number) <= players]
        return [card_of(card) for cards in numbers for card in cards]

    @property
    def different(self) -> list[Card]:
        """The different land cards in their order."""
        return in_order(self.deck(MOST_PLAYERS))

    @property
    def piles(self) -> int:
        """How many piles there are in the solo game."""
        return len(self.land["1"]) // HAND

    def on_offer(self, players: int) -> int:
        """How many travellers so many players choose from."""
        return self.solo.travellers if players == 1 else len(self.travellers)


# ---------------------------------------------------------------------- reading and checking


def box_of(data: Mapping[str, Any]) -> Box:
    """The box that plain data describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        box = msgspec.convert(plain(data), Box)
    except (msgspec.ValidationError, TypeError) as error:
        message, _, place = str(error).partition(" - at `$")
        raise wrong(message, *re.findall(r"\w+", place.replace("[...]", ""))) from None
    check_cards(box)
    check_sizes(box)
    check_totals(box)
    check_common(box)
    check_travellers(box)
    return box


def wrong(message: str, *at: str | int) -> BadPieces:
    """What is wrong with a box, and where."""
    where = f" {'.'.join(map(str, at))}:" if at else ""
    return BadPieces(f"strange-world pieces:{where} {message}", *at)


def cards_of(box: Box) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every card of a box in writing, and where it is written."""
    yield from ((card, ("start", i)) for i, card in enumerate(box.start))
    yield from ((card, ("land", number, i)) for number, cards in box.land.items() for i, card in enumerate(cards))


def check_cards(box: Box) -> None:
    """Refuse cards that cannot be read; the rules want four start cards, and numbers from 1 to 4."""
    if list(box.land) != [str(number + 1) for number in range(MOST_PLAYERS)]:
        raise wrong("expected land cards of the numbers 1, 2, 3 and 4 in this order", "land")
    for card, at in cards_of(box):
        if CARD.fullmatch(card) is None:
            raise wrong(
                f"{card!r} is no card; expected one to four icons in the order V W T P M a-h, such as 'Va' or 'MMg'",
                *at,
            )
    if len(box.start) != MOST_PLAYERS:
        raise wrong(f"expected {MOST_PLAYERS} start cards, one for each player, found {len(box.start)}", "start")


def check_sizes(box: Box) -> None:
    """Refuse a deck that cannot be dealt out to the last card; alone, one that does not lie in whole piles."""
    dealt = len(box.land["1"])
    if dealt % HAND or dealt < FULL - 1:
        raise wrong(f"these cards must lie in {ROUNDS} or more piles of {HAND}, but there are {dealt}", "land", "1")
    for number in list(box.land)[1:]:
        expected = int(number) * (FULL - 1) - dealt
        found = len(box.land[number])
        if found != expected:
            raise wrong(f"expected {expected} land cards of this number, found {found}", "land", number)
        dealt += found


def totals(box: Box) -> dict[str, int]:
    """How often each icon is in the box: terrains on land cards, mountains and animals on start cards too."""
    land, every = box.deck(MOST_PLAYERS), [*box.starts, *box.deck(MOST_PLAYERS)]
    found = {terrain: sum(terrain in card.terrains for card in land) for terrain in TERRAINS}
    found["plain"] = sum(not card.terrains for card in land)
    found["M"] = sum(card.mountains for card in every)
    return found | {animal: sum(animal in card.animals for card in every) for animal in ANIMALS}


def check_totals(box: Box) -> None:
    """Refuse cards that do not add up to the totals written beside them: a slip of the pen shows here."""
    found = totals(box)
    for icon, count in box.totals.items():
        if icon not in found:
            raise wrong(f"there is nothing to count; expected one of {', '.join(found)}", "totals", icon)
        if found[icon] != count:
            raise wrong(f"the total says {count}, the cards {found[icon]}", "totals", icon)


def check_common(box: Box) -> None:
    """Refuse cities that could not be told apart, or that are not founded from the highest down, and odd verdicts."""
    cities, verdicts = list(box.common.cities), list(box.verdicts.values())
    if cities != sorted(set(cities), reverse=True):
        raise wrong("expected Dark Cities of different stars, the highest first", "common", "cities")
    if len(cities) > MOST_CITIES:
        raise wrong(f"there is room for {MOST_CITIES} Dark Cities", "common", "cities")
    if tuple(box.verdicts) != VERDICTS:
        raise wrong(f"expected the verdicts {', '.join(VERDICTS)} in this order", "verdicts")
    if verdicts != sorted(set(verdicts)) or verdicts[0] != 0:
        raise wrong("expected verdicts from 0 stars upwards, the humblest first", "verdicts")


def check_travellers(box: Box) -> None:
    """Refuse other travellers than the eight that are drawn and named, and wishes for what is not counted."""
    if tuple(box.travellers) != TRAVELLERS:
        raise wrong(f"expected the travellers {', '.join(TRAVELLERS)} in this order", "travellers")
    for name, traveller in box.travellers.items():
        if not traveller.wish and not traveller.each_row:
            raise wrong("it needs a wish: 'wish', 'each_row' or both", "travellers", name)
        for key, wish in (("wish", traveller.wish), ("each_row", traveller.each_row)):
            for thing in wish.keys() - set(THINGS):
                raise wrong(
                    f"nobody can wish for that; expected some of {', '.join(THINGS)}", "travellers", name, key, thing
                )


PRINTED: Final = box_of(read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8")))
"""The box that `pieces.toml` describes."""
