"""The pieces in the box, read from `pieces.toml` and checked; what follows from their number is worked out here."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Annotated, Final, NamedTuple

import msgspec

from cloudtop.core.errors import BadPieces

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

TERRAINS: Final = "VWTP"
"""Volcano, water, wind, portal."""
ANIMALS: Final = "abcdefgh"
TRAVELLERS: Final = ("Splash", "Burk", "Kark", "Floulou", "Pshit", "Boung", "Roro", "Rumph")
CARD = re.compile(rf"([{TERRAINS}])(?:(M)|([{ANIMALS}]))?|(MM?)([{ANIMALS}])?")
"""One or two kinds of icon."""

Count = Annotated[int, msgspec.Meta(ge=1)]


class Card(NamedTuple):
    """A card by its icons; equal ones are one card to the rules."""

    terrain: str
    """One of `TERRAINS`, or M where there are only mountains."""
    mountains: int
    animal: str
    """One of `ANIMALS`, or nothing."""

    def __str__(self) -> str:
        return "".join(self.icons)

    @property
    def icons(self) -> tuple[str, ...]:
        """The icons one by one, as they stand on the card."""
        terrain = () if self.terrain == "M" else (self.terrain,)
        return terrain + ("M",) * self.mountains + ((self.animal,) if self.animal else ())

    @property
    def volcano(self) -> bool:
        """Whether it shows a volcano."""
        return self.terrain == "V"

    @property
    def water(self) -> bool:
        """Whether it shows water."""
        return self.terrain == "W"

    @property
    def wind(self) -> bool:
        """Whether it shows a wind."""
        return self.terrain == "T"

    @property
    def portal(self) -> bool:
        """Whether it shows half portals."""
        return self.terrain == "P"


def card_of(text: str) -> Card:
    """The card with these icons; ValueError if no card can have them.

    >>> card_of("Va"), str(card_of("MMg"))
    (Card(terrain='V', mountains=0, animal='a'), 'MMg')
    """
    if CARD.fullmatch(text) is None:
        raise ValueError(f"no card has the icons {text!r}")
    return Card(text[0], text.count("M"), text[-1] if text[-1] in ANIMALS else "")


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is there for everybody."""

    cities: tuple[Count, ...]
    fumaroles: Count


class Solo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is there for somebody who plays alone."""

    travellers: Count


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is in the box, as the file has it."""

    start: tuple[str, ...]
    land: dict[str, tuple[str, ...]]
    """The cards of number 1, of number 2, and so on."""
    totals: dict[str, int]
    common: Common
    travellers: dict[str, Count]
    """What each adds if its wish is fulfilled."""
    solo: Solo
    verdicts: dict[str, int]
    """The stars from which on each holds, the humblest first."""

    @property
    def starts(self) -> list[Card]:
        """The start cards."""
        return [card_of(card) for card in self.start]

    def deck(self, players: int) -> list[Card]:
        """The land cards that so many players use."""
        numbers = [cards for number, cards in self.land.items() if int(number) <= players]
        return [card_of(card) for cards in numbers for card in cards]

    def on_offer(self, players: int) -> int:
        """How many travellers so many players choose from."""
        return self.solo.travellers if players == 1 else len(self.travellers)


def read_box(text: str) -> Box:
    """The box that a file of pieces describes; `BadPieces` if it is not one the rules can be played with."""
    try:
        box = msgspec.toml.decode(text, type=Box)
    except msgspec.DecodeError as error:
        raise BadPieces(f"strange-world pieces cannot be read: {error}") from None
    check_cards(box)
    check_sizes(box)
    check_totals(box)
    check_common(box)
    return box


def check_cards(box: Box) -> None:
    """Refuse cards that cannot be read, and start cards that are none."""
    if list(box.land) != ["1", "2", "3", "4"]:
        raise BadPieces("strange-world pieces: expected land cards of the numbers 1, 2, 3 and 4 in this order")
    for card in (*box.start, *(card for cards in box.land.values() for card in cards)):
        if CARD.fullmatch(card) is None:
            raise BadPieces(f"strange-world pieces: {card!r} is no card; expected icons such as 'Va', 'PM' or 'MMg'")
    if len(set(box.start)) != len(box.land):
        raise BadPieces(f"strange-world pieces: expected {len(box.land)} different start cards, found {box.start}")
    if any(card.terrain != "M" for card in box.starts):
        raise BadPieces("strange-world pieces: a start card shows mountains and animals only")


def check_sizes(box: Box) -> None:
    """Refuse a deck that cannot be dealt out to the last card; alone, one that does not lie in whole piles."""
    if len(box.land["1"]) % HAND or len(box.land["1"]) < FULL - 1:
        raise BadPieces(
            f"strange-world pieces: the land cards of number 1 must lie in {ROUNDS} or more piles of {HAND}"
        )
    dealt = len(box.land["1"])
    for number in ("2", "3", "4"):
        expected = int(number) * (FULL - 1) - dealt
        found = len(box.land[number])
        if found != expected:
            raise BadPieces(f"strange-world pieces: expected {expected} land cards of number {number}, found {found}")
        dealt += found


def totals(box: Box) -> dict[str, int]:
    """How often each icon is in the box: terrains on land cards, mountains and animals on start cards too."""
    land, every = box.deck(4), [*box.starts, *box.deck(4)]
    found = {terrain: sum(card.terrain == terrain for card in land) for terrain in TERRAINS}
    found["plain"] = sum(card.terrain == "M" for card in land)
    found["M"] = sum(card.mountains for card in every)
    return found | {animal: sum(card.animal == animal for card in every) for animal in ANIMALS}


def check_totals(box: Box) -> None:
    """Refuse cards that do not add up to the totals written beside them: a slip of the pen shows here."""
    for icon, count in totals(box).items():
        if box.totals.get(icon) != count:
            raise BadPieces(
                f"strange-world pieces: the total of {icon!r} says {box.totals.get(icon)}, the cards {count}"
            )


def check_common(box: Box) -> None:
    """Refuse a supply that the rules do not know."""
    cities, verdicts = list(box.common.cities), list(box.verdicts.values())
    if cities != sorted(set(cities), reverse=True):
        raise BadPieces("strange-world pieces: expected Dark Cities of different stars, the highest first")
    if tuple(box.travellers) != TRAVELLERS:
        raise BadPieces(f"strange-world pieces: expected the travellers {', '.join(TRAVELLERS)} in this order")
    if box.solo.travellers > len(TRAVELLERS):
        raise BadPieces(f"strange-world pieces: there are only {len(TRAVELLERS)} travellers")
    if verdicts != sorted(set(verdicts)) or verdicts[:1] != [0]:
        raise BadPieces("strange-world pieces: expected verdicts from 0 stars upwards, the humblest first")


def in_order(cards: list[Card]) -> list[Card]:
    """The different ones among the cards: by terrain, mountains, animal."""
    return sorted(set(cards), key=lambda card: ((TERRAINS + "M").index(card.terrain), card.mountains, card.animal))


BOX: Final = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
LAND: Final = in_order(BOX.deck(4))
"""The different land cards."""
STARTS: Final = BOX.starts
PILES: Final = len(BOX.deck(1)) // HAND
"""The piles of the solo game."""
