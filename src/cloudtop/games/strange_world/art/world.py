"""One world as a panel: cards, fumaroles, portals, cities, travellers, and the signs upon them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import Part
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.field import Field
from cloudtop.games.strange_world.art.lands import LOOKS
from cloudtop.games.strange_world.art.measures import (
    BRIEF_DROP,
    CARD_HEIGHT,
    CARD_WIDTH,
    PITCH_X,
    PITCH_Y,
    SEAM_Y,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.naming import card_name, listed, traveller_name
from cloudtop.games.strange_world.art.palette import PALETTE
from cloudtop.games.strange_world.art.position import (
    FORMS,
    City,
    Face,
    Laid,
    Place,
    Portal,
    Position,
    Side,
    Standing,
    World,
    cell_target,
    slot_target,
    traveller_target,
)
from cloudtop.games.strange_world.pieces import Box as Pieces
from cloudtop.games.strange_world.pieces import Card
from cloudtop.stage.scene import Box, Item, Panel, back_to_front
from cloudtop.stage.sky import SKY, cloud_bank
from cloudtop.stage.svg import Point, group, rect, translate

GROUND, CARD, MARK, COVER, SEAM, CITY, TRAVELLER, SIGN, GHOST = range(9)
"""Painter's order: each lies upon the one before."""
LIFT = 6
"""How far above the world hovers what is not yet certain."""
SIDES: tuple[Side, ...] = ("left", "right")


def land_sprite(face: Face, brief: bool = False) -> str:
    """The sprite of a card's face."""
    return f"{ROOM}-brief-land-{face.card}" if brief else f"{ROOM}-land-{face.card}-{face.copy % LOOKS}"


def key(place: Place) -> str:
    """A place as part of an id."""
    return f"{place[0]}_{place[1]}"


def place_named(name: str) -> Place:
    """The place that a target of a cell names.

    >>> place_named("2,-1")
    (2, -1)
    """
    column, _, row = name.partition(",")
    return int(column), int(row)


class Choices(NamedTuple):
    """What may be chosen in a world, what is chosen, what is drafted, and what changed last."""

    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    drafted: frozenset[str] = frozenset()
    last: frozenset[Place] = frozenset()


class Shown(NamedTuple):
    """All that the picture of one world depends on."""

    world: World
    choices: Choices
    ghost: World
    owner: str
    own: bool
    brief: bool


class WorldArt:
    """Draws one world, large or as seen from afar."""

    def __init__(self, field: Field, choices: Choices, ghost: World, box: Pieces, words: Words, brief: bool) -> None:
        """Take the plan of a world, what may be done in it, the box, and whether it is drawn in its brief form."""
        self.box = box
        self.ghost = ghost
        self.field = field
        self.world = field.world
        self.choices = choices
        self.offers = choices.targets | choices.chosen
        self.words = words
        self.brief = brief

    def sprite(self, name: str) -> str:
        """The sprite of a thing that has a brief form."""
        return f"{ROOM}-brief-{name}" if self.brief else f"{ROOM}-{name}"

    def where(self, place: Place) -> dict[str, int]:
        """A place as players count it."""
        return {"row": self.field.rows.number(place[1]), "column": self.field.columns.number(place[0])}

    def items(self, world: World, state: str = "") -> Iterator[Item]:
        """What lies in a world, or what a ghost would add to it."""
        for laid in world.cards:
            yield from self.card(laid, state)
        for place in world.fumaroles:
            yield self.fumarole(place, state)
        for portal in world.portals:
            yield from self.portal(portal, state)
        for city in world.cities:
            yield self.city(city, state)
        for i, who in enumerate(world.travellers):
            order = sum(other.row == who.row for other in world.travellers[:i])
            if state:
                order += self.field.sharing(who.row)
            yield from self.traveller(who, world.side, order, state)

    def depth(self, layer: int, state: str) -> int:
        """Ghosts hover above the world, in the same order."""
        return GHOST if state else layer

    def offered(self, place: Place) -> str:
        """The target of a place, if it may be chosen."""
        target = cell_target(place) if self.offers else ""
        return target if target in self.offers else ""

    def card(self, laid: Laid, state: str) -> Iterator[Item]:
        """A card, or the Tzimime that devoured it, with the frame of a start card."""
        x, y = self.field.point(*laid.place)
        y -= LIFT if state else 0
        depth = self.depth(CARD, state)
        label = "" if laid.place in self.world.fumaroles else self.card_label(laid)
        item = card_item(laid, (x, y), depth, self.brief, label, state)
        if self.offers or self.choices.last:
            offered, last = self.offered(laid.place), self.last(laid.place)
            item = item._replace(target=offered, state=state or last) if offered or last else item
        yield item
        if laid.start:
            yield Item(f"start-{key(laid.place)}", f"{ROOM}-start", x, y, MARK)
        if state:
            yield Item(f"veil-{key(laid.place)}", f"{ROOM}-ghost", x, y, depth)

    def card_label(self, laid: Laid) -> str:
        """A card in words, with its place."""
        column, row = laid.place
        at = self.field.rows.number(row), self.field.columns.number(column)
        return card_label(laid.face.card, laid.devoured, laid.start, at, self.words)

    def last(self, place: Place) -> str:
        """The state of what changed last."""
        return "last" if place in self.choices.last else ""

    def fumarole(self, place: Place, state: str) -> Item:
        """A fumarole upon a card."""
        x, y = self.field.point(*place)
        return Item(
            f"{state}fumarole-{key(place)}",
            f"{ROOM}-fumarole",
            x,
            y - (LIFT if state else 0),
            self.depth(COVER, state),
            self.offered(place),
            self.words("scene.cell", **self.where(place), what=self.words("card.fumarole")),
            state=state or self.last(place),
        )

    def portal(self, portal: Portal, state: str) -> Iterator[Item]:
        """A portal joined over its seam; of one that is half covered, the boards on the half still seen."""
        seen = [place for place in portal if place not in self.world.fumaroles]
        x, y = self.field.point(*portal.left)
        drop = BRIEF_DROP if self.brief else 0
        where = self.where(portal.left)
        name = f"{state}portal-{key(portal.left)}"
        if len(seen) == 2:
            label = self.words("scene.portal", **where, next=where["column"] + 1)
            depth = self.depth(SEAM, state)
            yield Item(name, self.sprite("portal"), x + PITCH_X / 2, y + SEAM_Y + drop, depth, "", label, state=state)
        for place in seen if len(seen) == 1 else ():
            half = "right" if place == portal.left else "left"
            label = self.words("scene.cell", **self.where(place), what=self.words("card.used-portal"))
            x = self.field.point(*place)[0]
            yield Item(name, f"{ROOM}-spent-{half}", x, y + drop, MARK, label=label)

    def city(self, city: City, state: str) -> Item:
        """A Dark City over the seam of its two fumaroles."""
        (column, row), (other_column, other_row) = city.first, city.second
        x, y = self.field.point((column + other_column) / 2, (row + other_row) / 2)
        label = self.words("card.city", worth=city.worth)
        sprite = self.sprite(f"city-{city.worth}")
        return Item(f"{state}city-{city.worth}", sprite, x, y, self.depth(CITY, state), "", label, state=state)

    def traveller(self, who: Standing, side: Side, order: int, state: str) -> Iterator[Item]:
        """A traveller beside its two rows, the arrows by which it aims at them, and its tick."""
        x, y = self.field.beside(side, who.row, order)
        depth, upper = self.depth(TRAVELLER, state), self.field.rows.number(who.row)
        name = traveller_name(who.name, self.box, self.words)
        label = self.words("scene.traveller", name=name, row=upper, next=upper + 1)
        sprite = self.sprite(f"traveller-{who.name}")
        target = traveller_target(who.name)
        offered = target if target in self.offers and not state else ""
        yield Item(f"{state}traveller-{who.name}", sprite, x, y, depth, offered, label, state=state)
        if order == 0:
            yield self.aim(f"{state}aim-{who.row}", side, x, y, depth, state)
        if who.fulfilled:
            label = self.words("scene.fulfilled")
            yield Item(f"fulfilled-{who.name}", f"{ROOM}-fulfilled", x - 18, y + 80, SIGN, label=label)

    def aim(self, name: str, side: Side, x: float, y: float, depth: int, state: str) -> Item:
        """The arrows from a traveller, or from the place for one, to its two rows."""
        edge = TRAVELLER_WIDTH / 2 - 6
        return Item(name, f"{ROOM}-aim-{side}", x + edge if side == "left" else x - edge, y, depth, state=state)

    def empty(self) -> Iterator[Item]:
        """The empty cells: those sure to be filled are to be seen, the others only answer."""
        for place, certain in self.field.empty():
            if certain or not self.field.idle:
                yield empty_item(place, self.field.point(*place), certain, self.offered(place))

    def marked(self, items: Sequence[Item]) -> list[Item]:
        """The items of a plain world, some of which may be chosen, changed last, or are decided but not made."""
        found = list(items)
        place = {item.id: number for number, item in enumerate(items)}
        for name, target in self.named_targets():
            if name in place:
                found[place[name]] = found[place[name]]._replace(target=target)
        for at in self.choices.last:
            for name in (f"card-{key(at)}", f"fumarole-{key(at)}"):
                if name in place:
                    found[place[name]] = found[place[name]]._replace(state="last")
        return [*self.drafted(found)] if self.choices.drafted else found

    def named_targets(self) -> Iterator[tuple[str, str]]:
        """What may be chosen, by the ids of the items that can answer to it."""
        for target in self.offers:
            facet, _, name = target.partition(":")
            if facet == "cell":
                name = name.replace(",", "_")
                yield from ((f"{kind}-{name}", target) for kind in ("card", "fumarole", "empty"))
            elif facet == "traveller":
                yield f"traveller-{name}", target

    def drafted(self, items: Sequence[Item]) -> Iterator[Item]:
        """The same items; those that are decided but not made look like ghosts."""
        for item in items:
            if item.id not in self.choices.drafted:
                yield item
                continue
            yield item._replace(state="ghost")
            if item.id.startswith("card-"):
                yield Item(item.id.replace("card", "veil"), f"{ROOM}-ghost", item.x, item.y, COVER)

    def signs(self) -> Iterator[Item]:
        """Where something may be laid or chosen, what is chosen, what changed last."""
        offered = [target.partition(":")[::2] for target in self.offers]
        marked = {place_named(name) for facet, name in offered if facet == "cell"} | self.choices.last
        filled = {laid.place for laid in (*self.world.cards, *self.ghost.cards)}
        rows, columns = self.field.rows, self.field.columns
        for row, column in sorted([(row, column) for column, row in marked]):
            if rows.start <= row <= rows.end and columns.start <= column <= columns.end:
                yield from self.cell_signs((column, row), (column, row) in filled)
        if any(facet == "slot" for facet, _ in offered):
            for side in SIDES:
                for row in range(rows.start - 1, rows.end + 1):
                    if slot_target(side, row) in self.offers:
                        yield from self.slot_signs(side, row)

    def cell_signs(self, place: Place, filled: bool) -> Iterator[Item]:
        """The signs on one cell."""
        target, (x, y), where = cell_target(place), self.field.point(*place), self.where(place)
        if place in self.choices.last:
            yield Item(f"last-{key(place)}", self.sprite("last-card"), x, y, SIGN)
        if target in self.choices.chosen:
            label = self.words("scene.chosen-cell", **where)
            yield Item(f"chosen-{key(place)}", f"{ROOM}-chosen-card", x, y, SIGN, target, label, state="target")
        elif target in self.choices.targets:
            laid = any(place == card.place for card in self.world.cards)
            label = self.words("scene.choose-card" if laid else "scene.lay-here", **where)
            sprite = f"{ROOM}-ring-card" if filled else f"{ROOM}-place-card"
            yield Item(f"target-{key(place)}", sprite, x, y, SIGN, target, label, state="target")

    def slot_signs(self, side: Side, row: int) -> Iterator[Item]:
        """The place for a traveller at a side, between a row and the next."""
        target, upper = slot_target(side, row), self.field.rows.number(row)
        x, y = self.field.beside(side, row, self.field.sharing(row))
        where = {"side": self.words(f"side.{side}"), "row": upper, "next": upper + 1}
        taken = side == self.ghost.side and any(who.row == row for who in self.ghost.travellers)
        if target in self.choices.chosen:
            label = self.words("scene.chosen-slot", **where)
            yield Item(f"chosen-{side}-{row}", f"{ROOM}-chosen-traveller", x, y, SIGN, target, label, state="target")
        elif target in self.choices.targets:
            label = self.words("scene.slot", **where)
            sprite = f"{ROOM}-ring-traveller" if taken else f"{ROOM}-place-traveller"
            yield Item(f"slot-{side}-{row}", sprite, x, y, SIGN, target, label, state="target")
            if not self.field.sharing(row):
                yield self.aim(f"slot-aim-{side}-{row}", side, x, y, SIGN, "ghost")

    def frame(self) -> Box:
        """What is to be seen: the cells, and beside them room for the travellers that stand there or may come."""
        slots = [target.removeprefix("slot:").split(",") for target in self.offers if target.startswith("slot:")]
        sides = frozenset(side for side in SIDES if any(side == slot[0] for slot in slots))
        coming = {who.row for who in self.ghost.travellers} | {int(slot[1]) for slot in slots}
        rows = coming | {who.row for who in self.world.travellers}
        crowd = max((self.field.sharing(row) + (row in coming) for row in rows), default=1)
        return self.field.box(crowd, sides)

    def backdrop(self) -> str:
        """The cloud that the world rests on."""
        columns, rows = self.field.columns.certain, self.field.rows.certain
        left, top = self.field.point(columns[0], rows[0])
        return cloud_under(left, top, len(columns), len(rows))

    def description(self) -> str:
        """The world in words, row by row."""
        rows, columns = self.field.rows, self.field.columns
        return world_told(self.world, rows.certain, rows.start, columns.certain, self.box, self.words)


@lru_cache(maxsize=512)
def world_told(world: World, rows: range, top: int, columns: range, box: Pieces, words: Words) -> str:
    """A world in words, as far as it is sure to reach; rows are counted from the top one."""
    cards = {laid.place: laid for laid in world.cards}
    lines = []
    for row in rows:
        named = []
        for column in columns:
            laid = cards.get((column, row))
            if laid is None:
                named.append(words("card.none"))
            elif laid.place in world.fumaroles:
                named.append(words("card.fumarole"))
            else:
                named.append(words("card.tzimime") if laid.devoured else card_name(laid.face.card, words))
        lines.append(words("scene.row", row=row - top + 1, cards=words("scene.semicolon").join(named)))
    if world.travellers:
        names = (traveller_name(who.name, box, words) for who in world.travellers)
        lines.append(words("scene.travellers-here", names=listed(names, words)))
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def empty_item(place: Place, point: Point, certain: bool, target: str) -> Item:
    """A cell without a card."""
    return Item(f"empty-{key(place)}", f"{ROOM}-empty" if certain else f"{ROOM}-space", *point, GROUND, target)


@lru_cache(maxsize=4096)
def card_item(laid: Laid, point: Point, depth: int, brief: bool, label: str, state: str) -> Item:
    """A card that lies somewhere, or would."""
    sprite = f"{ROOM}-tzimime" if laid.devoured else land_sprite(laid.face, brief)
    return Item(f"{state or 'card'}-{key(laid.place)}", sprite, *point, depth, "", label, state=state)


@lru_cache(maxsize=4096)
def card_label(card: Card, devoured: bool, start: bool, at: Place, words: Words) -> str:
    """A card in words, with its place: the number of its row, and that of its column."""
    name = words("card.tzimime") if devoured else card_name(card, words)
    if start:
        name = words("card.start", card=name)
    return words("scene.cell", row=at[0], column=at[1], what=name)


@lru_cache(maxsize=256)
def cloud_under(left: float, top: float, columns: int, rows: int) -> str:
    """The glow behind so many cards and the cloud below them; the middle of the first one is given."""
    right, bottom = left + (columns - 1) * PITCH_X, top + (rows - 1) * PITCH_Y
    half = (right - left + CARD_WIDTH) / 2
    count = 2 * columns + 3
    edge = [(half * (2 * i / (count - 1) - 1), 0.0) for i in range(count)]
    glow = rect(
        left - CARD_WIDTH / 2 - 20,
        top - CARD_HEIGHT / 2 - 10,
        2 * half + 40,
        bottom - top + CARD_HEIGHT + 40,
        rx=40,
        fill=PALETTE["ground"],
        filter=SKY["wide"],
    )
    return glow + group(cloud_bank(edge, 76), transform=translate((left + right) / 2, bottom + CARD_HEIGHT / 2 - 14))


def world_part(position: Position, seat: int, words: Words) -> Part:
    """The world of a seat: large if it is the one looked at, else in its brief form."""
    owner = position.seats[seat]
    own = seat == position.seat
    last = frozenset([place for whose, place in position.last if whose == seat])
    choices = Choices(last=last)
    if own:
        choices = Choices(in_world(position.targets), in_world(position.chosen), position.drafted, last)
    brief = position.form == "icons" if position.form else seat != position.large
    shown = Shown(owner.world, choices, position.ghost if own else World(), owner.name, own, brief)
    return Part(f"world:{seat}", shown, lambda: world_panel(shown, seat, position.box, words))


def in_world(targets: frozenset[str]) -> frozenset[str]:
    """Those of some targets that stand in a world, or beside it."""
    return frozenset([target for target in targets if target.startswith(("cell:", "slot:", "traveller:"))])


class PlainWorld(NamedTuple):
    """A world in which nothing may be chosen and nothing has changed."""

    field: Field
    items: tuple[Item, ...]
    backdrop: str
    description: str


@lru_cache(maxsize=512)
def plain_world(world: World, idle: bool, box: Pieces, words: Words, brief: bool) -> PlainWorld:
    """What is the same about a world for all who look at it in one form; made once for each way it is built."""
    art = WorldArt(Field(world, idle), Choices(), World(), box, words, brief)
    return PlainWorld(art.field, (*art.empty(), *art.items(world)), art.backdrop(), art.description())


def world_panel(shown: Shown, seat: int, box: Pieces, words: Words) -> Panel:
    """A world as a panel."""
    plain = plain_world(shown.world, not shown.own, box, words, shown.brief)
    art = WorldArt(plain.field, shown.choices, shown.ghost, box, words, shown.brief)
    items = [*art.marked(plain.items), *art.signs(), *art.items(shown.ghost, "ghost")]
    return Panel(
        f"world:{seat}",
        seat,
        words("scene.own-world") if shown.own else words("scene.world", name=shown.owner),
        art.frame(),
        back_to_front(items),
        plain.backdrop,
        plain.description,
        forms=FORMS if shown.own else FORMS[::-1],
    )
