"""What lies in worlds, and the signs upon it: each drawn once, the very same thing in every world that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cloudtop.core.scene import UPON
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.field import Ground
from cloudtop.games.strange_world.art.lands import LOOKS
from cloudtop.games.strange_world.art.measures import BRIEF_DROP, CARD_HEIGHT, CARD_WIDTH, PITCH_X, PITCH_Y, SEAM_Y
from cloudtop.games.strange_world.art.naming import card_name, listed, traveller_name
from cloudtop.games.strange_world.art.palette import PALETTE
from cloudtop.games.strange_world.art.position import Face, Laid, Place, World, cell_target, traveller_target
from cloudtop.games.strange_world.pieces import Box as Pieces
from cloudtop.games.strange_world.pieces import Card
from cloudtop.stage.scene import Item
from cloudtop.stage.sky import SKY, cloud_bank
from cloudtop.stage.svg import Point, group, rect, translate

GROUND, CARD, MARK, COVER, SEAM, CITY, TRAVELLER, SIGN, GHOST = range(9)
"""Painter's order: each lies upon the one before."""
MANY = 8192
"""So many cards, or signs on a cell, are remembered: some hundred worlds of them."""


def land_sprite(face: Face, brief: bool = False) -> str:
    """The sprite of a card's face."""
    return f"{ROOM}-brief-land-{face.card}" if brief else f"{ROOM}-land-{face.card}-{face.copy % LOOKS}"


def key(place: Place) -> str:
    """A place as part of an id."""
    return f"{place[0]}_{place[1]}"


def point(place: Place, home: Place) -> Point:
    """The middle of a cell; the start card lies at the origin of the drawing."""
    return (place[0] - home[0]) * PITCH_X, (place[1] - home[1]) * PITCH_Y


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """How the cards of a world are shown: where they lie, how they are counted, how large they are, in which words."""

    home: Place
    """The place of the start card, which is the origin of the drawing."""
    first: Place
    """The column and row that are called 1."""
    brief: bool
    words: Words


@lru_cache(maxsize=4096)
def look_of(home: Place, first: Place, brief: bool, words: Words) -> Look:
    """The very same look for all worlds that are shown so."""
    return Look(home, first, brief, words)


@lru_cache(maxsize=MANY)
def row_items(cards: tuple[Laid, ...], covered: tuple[Place, ...], look: Look) -> tuple[Item, ...]:
    """The cards of a row, some of which are covered; most rows stay when a card is laid."""
    found: list[Item] = []
    for laid in cards:
        found += card_items(laid, laid.place in covered, look)
    return tuple(found)


@lru_cache(maxsize=MANY)
def card_items(laid: Laid, covered: bool, look: Look) -> tuple[Item, ...]:
    """A card, or the Tzimime that devoured it, with the frame of a start card."""
    (column, row), (first_column, first_row), words = laid.place, look.first, look.words
    x, y = point(laid.place, look.home)
    at = row - first_row + 1, column - first_column + 1
    label = "" if covered else card_label(laid.face.card, laid.devoured, laid.start, at, words)
    sprite = f"{ROOM}-tzimime" if laid.devoured else land_sprite(laid.face, look.brief)
    card = Item(f"card-{key(laid.place)}", sprite, x, y, CARD, "", label)
    return (card, start_item(laid.place, look.home)) if laid.start else (card,)


@lru_cache(maxsize=64)
def start_item(place: Place, home: Place) -> Item:
    """The frame of a start card."""
    return Item(f"start-{key(place)}", f"{ROOM}-start", *point(place, home), MARK)


@lru_cache(maxsize=MANY)
def card_label(card: Card, devoured: bool, start: bool, at: Place, words: Words) -> str:
    """A card in words, with its place: the number of its row, and that of its column."""
    name = words("card.tzimime") if devoured else card_name(card, words)
    if start:
        name = words("card.start", card=name)
    return words("scene.cell", row=at[0], column=at[1], what=name)


@lru_cache(maxsize=MANY)
def empty_cells(ground: Ground) -> tuple[tuple[Place, ...], tuple[Item, ...]]:
    """Every cell as it is without a card, by place: those sure to be filled are to be seen, the others only answer.

    Where nothing can be chosen the others are not needed.
    """
    places: list[Place] = []
    found: list[Item] = []
    for (column, row), _, _ in ground.cells:
        sure = row in ground.rows.certain and column in ground.columns.certain
        if sure or not ground.idle:
            sprite = f"{ROOM}-empty" if sure else f"{ROOM}-space"
            item = Item(f"empty-{column}_{row}", sprite, *ground.point(column, row), GROUND)
            places.append((column, row))
            found.append(item)
    return tuple(places), tuple(found)


@lru_cache(maxsize=1024)
def fumarole_item(place: Place, home: Place, at: Place, words: Words) -> Item:
    """A fumarole upon a card."""
    label = words("scene.cell", row=at[0], column=at[1], what=words("card.fumarole"))
    return Item(f"fumarole-{key(place)}", f"{ROOM}-fumarole", *point(place, home), COVER, "", label)


@lru_cache(maxsize=2048)
def portal_item(left: Place, home: Place, at: Place, brief: bool, words: Words) -> Item:
    """A portal joined over its seam."""
    x, y = point(left, home)
    sprite, drop = (f"{ROOM}-brief-portal", BRIEF_DROP) if brief else (f"{ROOM}-portal", 0)
    label = words("scene.portal", row=at[0], column=at[1], next=at[1] + 1)
    return Item(f"portal-{key(left)}", sprite, x + PITCH_X / 2, y + SEAM_Y + drop, SEAM, "", label)


# ---------------------------------------------------------------------- what is marked


@lru_cache(maxsize=MANY)
def answering(item: Item, target: str) -> Item:
    """The same item, which answers to a target."""
    return item._replace(target=target)


@lru_cache(maxsize=MANY)
def changed_last(item: Item) -> Item:
    """The same item, as what changed last."""
    return item._replace(state="last")


@lru_cache(maxsize=1024)
def answerable(name: str) -> str:
    """The target that the item of that id answers to where it may be chosen; "" if it never does.

    >>> answerable("card-2_-1"), answerable("traveller-burk"), answerable("portal-2_3"), answerable("empty-0_0")
    ('cell:2,-1', 'traveller:burk', '', '')
    """
    kind, _, which = name.partition("-")
    if kind == "traveller":
        return traveller_target(which)
    return f"cell:{which.replace('_', ',')}" if kind in ("card", "fumarole") else ""


@lru_cache(maxsize=1024)
def last_sign(place: Place, home: Place, brief: bool) -> Item:
    """The sign on a cell where something changed last."""
    sprite = f"{ROOM}-brief-last-card" if brief else f"{ROOM}-last-card"
    return Item(f"last-{key(place)}", sprite, *point(place, home), SIGN)


@lru_cache(maxsize=MANY)
def chosen_sign(place: Place, home: Place, at: Place, words: Words) -> Item:
    """The sign on a cell that is chosen."""
    label = words("scene.chosen-cell", row=at[0], column=at[1])
    where = point(place, home)
    return Item(f"chosen-{key(place)}", f"{ROOM}-chosen-card", *where, SIGN, cell_target(place), label, state="target")


@lru_cache(maxsize=MANY)
def target_sign(place: Place, home: Place, at: Place, laid: bool, filled: bool, words: Words) -> Item:
    """The sign on a cell that may be chosen: a card lies there, or it is filled by one that is considered."""
    label = words("scene.choose-card" if laid else "scene.lay-here", row=at[0], column=at[1])
    sprite = f"{ROOM}-ring-card" if filled else f"{ROOM}-place-card"
    name = f"target-{key(place)}" if laid else f"{UPON}empty-{key(place)}"
    return Item(name, sprite, *point(place, home), SIGN, cell_target(place), label, state="target")


# ---------------------------------------------------------------------- all of it in words, and what it rests on


@lru_cache(maxsize=1024)
def world_told(world: World, ground: Ground, box: Pieces, words: Words) -> str:
    """A world in words, as far as it is sure to reach; rows are counted from the first one shown."""
    rows, columns = ground.rows, ground.columns.certain
    lines: list[str] = []
    for row in rows.certain:
        cards, covered = world.rows.get(row, ()), world.covered.get(row, ())
        lines.append(row_told(row - rows.start + 1, cards, covered, columns, words))
    if world.travellers:
        names = (traveller_name(who.name, box, words) for who in world.travellers)
        lines.append(words("scene.travellers-here", names=listed(names, words)))
    return "\n".join(lines)


@lru_cache(maxsize=MANY)
def row_told(number: int, cards: tuple[Laid, ...], covered: tuple[Place, ...], columns: range, words: Words) -> str:
    """What is seen in these columns of a row, in words."""
    devoured, fumarole, empty = words("card.tzimime"), words("card.fumarole"), words("card.none")
    told = dict.fromkeys(columns, empty)
    for laid in cards:
        told[laid.place[0]] = devoured if laid.devoured else card_name(laid.face.card, words)
    for column, _ in covered:
        told[column] = fumarole
    return words("scene.row", row=number, cards=words("scene.semicolon").join(told.values()))


@lru_cache(maxsize=4096)
def cloud_under(ground: Ground) -> str:
    """The glow behind all cards that are sure to lie on a ground, and the cloud below them."""
    columns, rows = len(ground.columns.certain), len(ground.rows.certain)
    left, top = ground.point(ground.columns.certain[0], ground.rows.certain[0])
    right, bottom = left + (columns - 1) * PITCH_X, top + (rows - 1) * PITCH_Y
    half = half_of(columns)
    glow = rect(
        left - CARD_WIDTH / 2 - 20,
        top - CARD_HEIGHT / 2 - 10,
        2 * half + 40,
        bottom - top + CARD_HEIGHT + 40,
        rx=40,
        fill=PALETTE["ground"],
        filter=SKY["wide"],
    )
    return glow + group(bank_under(columns), transform=translate((left + right) / 2, bottom + CARD_HEIGHT / 2 - 14))


def half_of(columns: int) -> float:
    """Half the width of so many cards side by side."""
    return ((columns - 1) * PITCH_X + CARD_WIDTH) / 2


@lru_cache(maxsize=8)
def bank_under(columns: int) -> str:
    """The bank of cloud under so many cards."""
    half, count = half_of(columns), 2 * columns + 3
    return cloud_bank([(half * (2 * i / (count - 1) - 1), 0.0) for i in range(count)], 76)
