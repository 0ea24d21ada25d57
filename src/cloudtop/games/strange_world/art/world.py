"""One world as a panel: cards, fumaroles, portals, cities, travellers, and the signs upon them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter, not_

from msgspec import Struct

from cloudtop.core.scene import Part
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.field import Ground, Spot, ground_of
from cloudtop.games.strange_world.art.laid import (
    CITY,
    COVER,
    GHOST,
    MARK,
    SIGN,
    TRAVELLER,
    Look,
    answerable,
    answering,
    card_items,
    changed_last,
    chosen_sign,
    cloud_under,
    empty_cells,
    fumarole_item,
    key,
    last_sign,
    look_of,
    portal_item,
    row_items,
    target_sign,
    world_told,
)
from cloudtop.games.strange_world.art.measures import BRIEF_DROP, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.naming import traveller_name
from cloudtop.games.strange_world.art.position import (
    FORMS,
    NOTHING,
    City,
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
from cloudtop.stage.scene import Box, Item, Panel, back_to_front

ID = itemgetter(Item._fields.index("id"))
LIFT = 6
"""How far above the world hovers what is not yet certain."""
SIDES: tuple[Side, ...] = ("left", "right")


class Choices(Struct, frozen=True):
    """What may be chosen in a world, what is chosen, what is drafted, and what a move that is considered adds."""

    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    drafted: frozenset[str] = frozenset()
    ghost: World = NOTHING


NONE = Choices()
"""Where nothing may be chosen."""


Shown = tuple[World, Place | None, Choices, str, bool, bool]
"""What the picture of a world depends on: where it changed last, whose it is, whether it is the viewer's, and brief."""


class WorldArt:
    """Draws one world, large or as seen from afar."""

    def __init__(
        self, world: World, ground: Ground, choices: Choices, last: Place | None, box: Pieces, words: Words, brief: bool
    ) -> None:
        """Take a world and its ground, what may be done in it, what changed last, the box, and whether to be brief."""
        self.box = box
        self.ground = ground
        self.world = world
        self.choices = choices
        self.ghost = choices.ghost
        self.last = last
        self.offers = choices.targets | choices.chosen if choices.chosen else choices.targets
        self.cells: list[Spot] = ground.answering(self.offers, last) if self.offers else []
        """The cells that may be chosen, are chosen, or changed last, where anything may be chosen."""
        self.slots = [target for target in self.offers if target.startswith("slot:")] if self.offers else []
        self.words = words
        self.brief = brief

    def sprite(self, name: str) -> str:
        """The sprite of a thing that has a brief form."""
        return f"{ROOM}-brief-{name}" if self.brief else f"{ROOM}-{name}"

    def at(self, place: Place) -> tuple[int, int]:
        """A place as players count it: the numbers of its row and its column."""
        return self.ground.rows.number(place[1]), self.ground.columns.number(place[0])

    def sharing(self, row: int) -> int:
        """How many travellers stand at a row and the next one."""
        return sum([who.row == row for who in self.world.travellers])

    def items(self, world: World, state: str = "") -> Iterator[Item]:
        """What lies upon the cards of a world and beside it, or what a ghost would add to it."""
        for place in world.fumaroles:
            yield self.fumarole(place, state)
        for portal in world.portals:
            yield from self.portal(portal, state)
        for city in world.cities:
            yield self.city(city, state)
        for i, who in enumerate(world.travellers):
            order = sum(other.row == who.row for other in world.travellers[:i])
            if state:
                order += self.sharing(who.row)
            yield from self.traveller(who, world.side, order, state)

    @property
    def look(self) -> Look:
        """How the cards of the world are shown."""
        ground = self.ground
        return look_of(ground.home, (ground.columns.start, ground.rows.start), self.brief, self.words)

    def laid(self) -> list[Item]:
        """The empty cells and the cards of the world."""
        world, look, filled = self.world, self.look, self.world.filled
        places, empty = empty_cells(self.ground)
        found = [*compress(empty, map(not_, map(filled.__contains__, places)))]
        for row, cards in world.rows.items():
            found += row_items(cards, world.covered.get(row, ()), look)
        return found

    def ghosts(self) -> Iterator[Item]:
        """What a move that is considered would add to the world."""
        for laid in self.ghost.cards:
            covered, place = laid.place in self.world.fumaroles, key(laid.place)
            card = card_items(laid, covered, self.look)[0]
            y = card.y - LIFT
            yield card._replace(id=f"ghost-{place}", y=y, depth=GHOST, target=self.offered(laid.place), state="ghost")
            yield Item(f"veil-{place}", f"{ROOM}-ghost", card.x, y, GHOST)
        yield from self.items(self.ghost, "ghost")

    def depth(self, layer: int, state: str) -> int:
        """Ghosts hover above the world, in the same order."""
        return GHOST if state else layer

    def offered(self, place: Place) -> str:
        """The target of a place, if it may be chosen."""
        target = cell_target(place) if self.offers else ""
        return target if target in self.offers else ""

    def fumarole(self, place: Place, state: str) -> Item:
        """A fumarole upon a card."""
        item = fumarole_item(place, self.ground.home, self.at(place), self.words)
        return self.hovering(item, self.offered(place)) if state else item

    def hovering(self, item: Item, target: str = "", lift: int = LIFT) -> Item:
        """What would be there, above the world."""
        return item._replace(id=f"ghost{item.id}", y=item.y - lift, depth=GHOST, target=target, state="ghost")

    def portal(self, portal: Portal, state: str) -> Iterator[Item]:
        """A portal joined over its seam; of one that is half covered, the boards on the half still seen."""
        seen = [place for place in portal if place not in self.world.fumaroles]
        if len(seen) == 2:
            item = portal_item(portal.left, self.ground.home, self.at(portal.left), self.brief, self.words)
            yield self.hovering(item, lift=0) if state else item
        elif seen:
            half = "right" if seen[0] == portal.left else "left"
            row, column = self.at(seen[0])
            label = self.words("scene.cell", row=row, column=column, what=self.words("card.used-portal"))
            x, y = self.ground.point(*seen[0])
            drop = BRIEF_DROP if self.brief else 0
            name = f"{state}portal-{key(portal.left)}"
            yield Item(name, f"{ROOM}-spent-{half}", x, y + drop, MARK, label=label)

    def city(self, city: City, state: str) -> Item:
        """A Dark City over the seam of its two fumaroles."""
        (column, row), (other_column, other_row) = city.first, city.second
        x, y = self.ground.point((column + other_column) / 2, (row + other_row) / 2)
        label = self.words("card.city", worth=city.worth)
        sprite = self.sprite(f"city-{city.worth}")
        return Item(f"{state}city-{city.worth}", sprite, x, y, self.depth(CITY, state), "", label, state=state)

    def traveller(self, who: Standing, side: Side, order: int, state: str) -> Iterator[Item]:
        """A traveller beside its two rows, the arrows by which it aims at them, and its tick."""
        x, y = self.ground.beside(side, who.row, order)
        depth, upper = self.depth(TRAVELLER, state), self.ground.rows.number(who.row)
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

    def marked(self, items: Sequence[Item]) -> Sequence[Item]:
        """The items of a plain world, some of which may be chosen, changed last, or are decided but not made."""
        offers, filled = self.offers, self.world.filled
        # An empty cell, or one for a traveller, has a sign of its own to answer: it stays as it is from turn to turn.
        signs = len(self.slots)
        for place, _, target in self.cells:
            if target in offers and place not in filled:
                signs += 1
        if signs < len(offers):
            items = [answering(item, target) if (target := answerable(item.id)) in offers else item for item in items]
        if self.last is not None:
            where, found, ids = key(self.last), [*items], [*map(ID, items)]
            for name in (f"card-{where}", f"fumarole-{where}"):
                if name in ids:
                    number = ids.index(name)
                    found[number] = changed_last(found[number])
            items = found
        return [*self.drafted(items)] if self.choices.drafted else items

    def drafted(self, items: Sequence[Item]) -> Iterator[Item]:
        """The same items; those that are decided but not made look like ghosts."""
        for item in items:
            if item.id not in self.choices.drafted:
                yield item
                continue
            yield item._replace(state="ghost")
            if item.id.startswith("card-"):
                yield Item(item.id.replace("card", "veil"), f"{ROOM}-ghost", item.x, item.y, COVER)

    def signs(self) -> list[Item]:
        """Where something may be laid or chosen, what is chosen, what changed last."""
        last, chosen, ground, words = self.last, self.choices.chosen, self.ground, self.words
        if not self.offers:
            shown = last is not None and last[0] in ground.columns.shown and last[1] in ground.rows.shown
            return [last_sign(last, ground.home, self.brief)] if last is not None and shown else []
        lands = self.world.filled
        considered = {laid.place for laid in self.ghost.cards} if self.ghost.cards else ()
        found: list[Item] = []
        for place, at, target in self.cells:
            if place == last:
                found.append(last_sign(place, ground.home, self.brief))
            if target in chosen:
                found.append(chosen_sign(place, ground.home, at, words))
            elif target in self.offers:
                laid = place in lands
                found.append(target_sign(place, ground.home, at, laid, laid or place in considered, words))
        for side in SIDES if self.slots else ():
            for row in range(ground.rows.start - 1, ground.rows.end + 1):
                if slot_target(side, row) in self.offers:
                    found += self.slot_signs(side, row)
        return found

    def slot_signs(self, side: Side, row: int) -> Iterator[Item]:
        """The place for a traveller at a side, between a row and the next."""
        target, upper = slot_target(side, row), self.ground.rows.number(row)
        x, y = self.ground.beside(side, row, self.sharing(row))
        where = {"side": self.words(f"side.{side}"), "row": upper, "next": upper + 1}
        taken = side == self.ghost.side and any(who.row == row for who in self.ghost.travellers)
        if target in self.choices.chosen:
            label = self.words("scene.chosen-slot", **where)
            yield Item(f"chosen-{side}-{row}", f"{ROOM}-chosen-traveller", x, y, SIGN, target, label, state="target")
        elif target in self.choices.targets:
            label = self.words("scene.slot", **where)
            sprite = f"{ROOM}-ring-traveller" if taken else f"{ROOM}-place-traveller"
            yield Item(f"slot-{side}-{row}", sprite, x, y, SIGN, target, label, state="target")
            if not self.sharing(row):
                yield self.aim(f"slot-aim-{side}-{row}", side, x, y, SIGN, "ghost")

    def frame(self) -> Box:
        """What is to be seen: the cells, and beside them room for the travellers that stand there or may come."""
        slots = [target.removeprefix("slot:").split(",") for target in self.slots]
        sides = frozenset([side for side in SIDES if any(side == slot[0] for slot in slots)])
        coming = {who.row for who in self.ghost.travellers} | {int(slot[1]) for slot in slots}
        rows = coming | {who.row for who in self.world.travellers}
        return self.ground.box(max([self.sharing(row) + (row in coming) for row in rows], default=1), sides)


# ---------------------------------------------------------------------- the panel


def world_part(position: Position, seat: int, words: Words) -> Part:
    """The world of a seat: large if it is the one looked at, else in its brief form."""
    owner, own = position.seats[seat], seat == position.seat
    choices = choices_in_world(position) if own else NONE
    last = position.last[seat] if seat < len(position.last) else None
    brief = position.form == "icons" if position.form else seat != (position.seat or 0)
    shown: Shown = (owner.world, last, choices, owner.name, own, brief)
    return Part(f"world:{seat}", shown, world_panel, (shown, seat, position.box, words))


def choices_in_world(position: Position) -> Choices:
    """What the viewer may choose in the own world, or beside it."""
    targets, chosen = in_world(position.targets), in_world(position.chosen)
    if targets or chosen or position.drafted or position.ghost is not NOTHING:
        return Choices(targets, chosen, position.drafted, position.ghost)
    return NONE


def in_world(targets: frozenset[str]) -> frozenset[str]:
    """Those of some targets that stand in a world, or beside it."""
    if not targets:
        return targets
    return frozenset([target for target in targets if target.startswith(("cell:", "slot:", "traveller:"))])


class PlainWorld(Struct, frozen=True):
    """A world in which nothing may be chosen and nothing has changed."""

    ground: Ground
    items: tuple[Item, ...]
    box: Box
    backdrop: str
    description: str


@lru_cache(maxsize=2048)
def plain_world(world: World, idle: bool, box: Pieces, words: Words, brief: bool) -> PlainWorld:
    """What is the same about a world for all who look at it in one form; made once for each way it is built."""
    ground = ground_of(world, idle)
    art = WorldArt(world, ground, NONE, None, box, words, brief)
    items = back_to_front([*art.laid(), *art.items(world)])
    frame = art.frame() if world.travellers else ground.frame
    return PlainWorld(ground, items, frame, cloud_under(ground), world_told(world, ground, box, words))


def world_panel(shown: Shown, seat: int, box: Pieces, words: Words) -> Panel:
    """A world as a panel."""
    world, last, choices, owner, own, brief = shown
    plain = plain_world(world, not own, box, words, brief)
    items, frame = plain.items, plain.box
    if last is not None or choices is not NONE:
        art = WorldArt(world, plain.ground, choices, last, box, words, brief)
        # Signs lie upon all that is certain, so that only what is not has to be sorted in.
        items = (*art.marked(items), *art.signs())
        if choices.drafted or choices.ghost is not NOTHING:
            items = back_to_front([*items, *art.ghosts()])
        frame = art.frame() if art.slots or choices.ghost.travellers else frame
    title = words("scene.own-world") if own else words("scene.world", name=owner)
    forms = FORMS if own else FORMS[::-1]
    return Panel(f"world:{seat}", seat, title, frame, items, plain.backdrop, plain.description, "board", (), forms)
