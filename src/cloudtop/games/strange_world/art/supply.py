"""What belongs to everybody: the Sun, the fumaroles, the Dark Cities and the travellers."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter

from cloudtop.core.scene import Part, Picture, Slot
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.hands import NO_BOX, card_picture
from cloudtop.games.strange_world.art.measures import SUN_HEIGHT, SUN_WIDTH, TRAVELLER_HEIGHT, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.naming import traveller_called, wish_name
from cloudtop.games.strange_world.art.position import Offer, Position, Side, direction_target, traveller_target
from cloudtop.games.strange_world.art.world import SIDES
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.pieces import Box as Pieces
from cloudtop.stage.scene import Box, Item, Panel

SUN_FRAME: Box = (-SUN_WIDTH / 2 - 7, -SUN_HEIGHT / 2 - 7, SUN_WIDTH + 14, SUN_HEIGHT + 21)
PORTAL_FRAME: Box = (-58, -58, 116, 116)
CITY_FRAME: Box = (-66, -88, 132, 152)
TRAVELLER_FRAME: Box = (
    -TRAVELLER_WIDTH / 2 - 7,
    -TRAVELLER_HEIGHT / 2 - 7,
    TRAVELLER_WIDTH + 14,
    TRAVELLER_HEIGHT + 21,
)

SUN_TARGETS = frozenset(map(direction_target, SIDES))
TRAVELLER_TARGETS = frozenset([traveller_target(name.lower()) for name in TRAVELLERS])
NAME = attrgetter("name")


@lru_cache(maxsize=256)
def alone(name: str, box: Box) -> Picture:
    """One thing by itself."""
    return Picture(box, (Item(name, f"{ROOM}-{name}", 0, 0, 1),))


# ---------------------------------------------------------------------- Sun, cities, fumaroles


def supply_part(position: Position, offers: frozenset[str], words: Words) -> Part:
    """The Sun, if the game has one, the Dark Cities and the fumaroles."""
    holder = None if position.sun is None else position.seats[position.sun].name
    sides = () if offers.isdisjoint(SUN_TARGETS) else tuple([s for s in SIDES if direction_target(s) in offers])
    players, box = len(position.seats), position.box
    shown = holder, position.direction, players, sides, position.cities, position.fumaroles
    return Part("supply", shown, supply_panel, (*shown, box, words))


def supply_panel(
    holder: str | None,
    way: Side,
    players: int,
    offers: tuple[Side, ...],
    cities: tuple[int, ...],
    fumaroles: int,
    box: Pieces,
    words: Words,
) -> Panel:
    """The common things, each always in its own place."""
    slots = (
        *(() if holder is None else sun_slots(holder, way, players, offers, words)),
        *(city_slot(worth, i == 0, worth in cities, words) for i, worth in enumerate(box.common.cities)),
        fumaroles_slot(fumaroles, words),
    )
    return Panel("supply", None, words("scene.supply"), NO_BOX, (), kind="slots", slots=slots)


@lru_cache(maxsize=256)
def fumaroles_slot(left: int, words: Words) -> Slot:
    """The fumaroles that are left."""
    title, picture = words("scene.fumaroles"), card_picture(f"{ROOM}-fumarole")
    return Slot("fumaroles", title, picture, state="" if left else "none", number=left, group=title)


@lru_cache(maxsize=512)
def sun_slots(holder: str, way: Side, players: int, offers: tuple[Side, ...], words: Words) -> tuple[Slot, ...]:
    """The Sun; with three or four players, one for each direction: the one that is not chosen is spent."""
    held, group = words("scene.sun-held", name=holder), words("scene.sun")
    if players == 2:
        return (Slot("sun", group, alone("sun", SUN_FRAME), text=held, group=group),)
    found: list[Slot] = []
    for i, side in enumerate(SIDES):
        spent = way not in ("", side)
        target = direction_target(side) if side in offers else ""
        found.append(
            Slot(
                f"sun-{side}",
                words(f"scene.sun-{side}"),
                alone(f"sun-{side}", SUN_FRAME),
                target,
                "used" if spent else "",
                text="" if spent else held,
                group="" if i else group,
            )
        )
    return tuple(found)


@lru_cache(maxsize=256)
def city_slot(worth: int, first: bool, left: bool, words: Words) -> Slot:
    """A Dark City that can still be founded, or its place."""
    label = words("card.city", worth=worth)
    group = words("scene.cities") if first else ""
    text = "" if left else words("scene.founded")
    return Slot(
        f"city-{worth}", label, alone(f"city-{worth}", CITY_FRAME), state="" if left else "used", text=text, group=group
    )


# ---------------------------------------------------------------------- travellers


def travellers_part(position: Position, offers: frozenset[str], words: Words) -> Part:
    """The travellers of this game with their wishes."""
    if offers:
        offers = offers & TRAVELLER_TARGETS
    names = tuple(map(NAME, position.seats))
    shown, box = (position.travellers, offers, names, position.seat), position.box
    return Part("travellers", shown, travellers_panel, (*shown, box, words))


def travellers_panel(
    travellers: tuple[Offer, ...],
    offers: frozenset[str],
    names: tuple[str, ...],
    seat: int | None,
    box: Pieces,
    words: Words,
) -> Panel:
    """A note on each traveller: what it wishes for, who welcomed it, how far its wish is."""
    slots = tuple([traveller_slot(offer, offers, names, seat, box, words) for offer in travellers])
    return Panel("travellers", None, words("scene.travellers"), NO_BOX, (), kind="notes", slots=slots)


@lru_cache(maxsize=2048)
def traveller_slot(
    offer: Offer, offers: frozenset[str], names: tuple[str, ...], seat: int | None, box: Pieces, words: Words
) -> Slot:
    """The note on one traveller."""
    target = traveller_target(offer.name)
    return Slot(
        offer.name,
        traveller_called(offer.name, words),
        alone(f"traveller-{offer.name}", TRAVELLER_FRAME),
        target if target in offers or offer.held else "",
        "held" if offer.held else "" if offer.seat is None else "used",
        text=told(offer, names, seat, box, words),
        points=offer.points,
    )


def told(offer: Offer, names: tuple[str, ...], seat: int | None, box: Pieces, words: Words) -> str:
    """A traveller in a line: its wish and what it adds, where it is, and what is missing."""
    wish = wish_name(box.travellers[offer.name.capitalize()], words)
    worth = words("note.wish", stars=box.stars.traveller, wish=wish)
    if offer.seat is None:
        how = (
            ""
            if offer.missing is None
            else words("note.rows-have" if not offer.missing else "note.rows-lack", count=offer.missing)
        )
        return words("note.two", one=worth, other=how) if how else worth
    who = words("note.yours") if offer.seat == seat else words("note.with", name=names[offer.seat])
    how = words("note.fulfilled") if not offer.missing else words("note.lacks", count=offer.missing)
    return words("note.three", one=worth, other=who, third=how)
