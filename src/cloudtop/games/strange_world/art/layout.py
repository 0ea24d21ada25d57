"""The whole table as one picture: the world looked at large, the others beside it, hands, supply and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cloudtop.core.scene import Part, Slot
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM, part
from cloudtop.games.strange_world.art.hands import hand_part, piles_part
from cloudtop.games.strange_world.art.palette import BANNERS, BRONZE, GOLD
from cloudtop.games.strange_world.art.position import Position
from cloudtop.games.strange_world.art.supply import supply_part, travellers_part
from cloudtop.games.strange_world.art.world import world_part
from cloudtop.stage.lettering import fitted
from cloudtop.stage.picture import placed
from cloudtop.stage.plates import PLATES, name_plate
from cloudtop.stage.scene import Box, Item, Panel
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.svg import circle, group, path, rect, text, translate

WORLD: Box = (250, 12, 785, 722)
HAND: Box = (480, 742, 550, 152)
SOLO_PILES: Box = (16, 738, 740, 156)
SOLO_HAND: Box = (762, 738, 276, 156)
SUPPLY: Box = (1046, 44, 228, 296)
TRAVELLERS: Box = (1046, 350, 228, 540)
PLATE = (366, 826)
SOLO_PLATE = (134, 40)
PLATE_WIDTH = 220.0

OTHERS_X, OTHERS_WIDTH = 10, 232
OTHER_WORLD = {1: 252, 2: 252, 3: 202}
"""By number of other players: how high their worlds are drawn."""
BELOW = 90
"""Room below a world seen from afar for the name and the hand of its owner."""
GAP = 14
"""Between the pictures of a row of places."""

Layer = tuple[str, float, float, float]
ISLES: dict[str, tuple[float, tuple[Layer, ...]]] = {
    "wind": (
        0.72,
        (("isle-T", 0, 0, 1), ("horn", 8, -2, 0.9), ("pinwheel", -38, 4, 1), ("tree", 44, 2, 0.8)),
    ),
    "peak": (0.34, (("isle-M", 0, 0, 1), ("peak", 0, -2, 1))),
    "water": (
        0.95,
        (("isle-W", 0, 0, 1), ("wave", -20, -5, 0.9), ("lagoon", 0, 0, 1), ("palm", 42, 0, 1)),
    ),
    "village": (
        0.9,
        (
            ("isle-M", 0, 0, 1),
            ("horn", -20, -3, 0.9),
            ("peak", 22, -2, 0.74),
            ("tree", -48, 2, 0.8),
            ("house", 2, 6, 1),
            ("tree", 48, 2, 1),
        ),
    ),
    "mushroom": (0.5, (("isle-P", 0, 0, 1), ("mushroom", -10, 0, 1.3), ("crystals", 24, 2, 1))),
    "volcano": (0.5, (("isle-V", 0, 0, 1), ("volcano", 0, -2, 0.9))),
}
"""Isles of the sky around the worlds: scale, and layers back to front."""
FAR_ISLES = {
    1: (("wind", 120, 190), ("water", 120, 440), ("peak", 206, 310), ("village", 112, 650), ("volcano", 218, 560)),
    2: (("wind", 120, 120), ("peak", 212, 60), ("water", 120, 800), ("volcano", 212, 700)),
    3: (("peak", 186, 64), ("mushroom", 70, 858), ("volcano", 186, 860)),
    4: (),
}
"""By number of players: where there is room for an isle."""


def parts(position: Position, words: Words) -> list[Part]:
    """Everything on the table: worlds, hands, piles in the solo game, the supply, travellers.

    The world looked at comes first.
    """
    order, offers = seats_from(position), position.offers
    found: list[Part] = []
    for seat in order:
        found.append(world_part(position, seat, words))
    for seat in order:
        found.append(hand_part(position, seat, offers, words))
    if position.piles:
        found.append(piles_part(position, words))
    found += supply_part(position, offers, words), travellers_part(position, offers, words)
    return found


def panels(position: Position, words: Words) -> tuple[Panel, ...]:
    """The same, drawn."""
    return tuple(part.draw() for part in parts(position, words))


def seats_from(position: Position) -> list[int]:
    """The seats in order of play, from the one looked at."""
    count = len(position.seats)
    return [*range(position.large, count), *range(position.large)]


def plate(position: Position, seat: int, x: float, y: float, width: float) -> str:
    """The name of a seat with its stars, a lamp if it is to play, and the Sun if it holds it."""
    owner, banner = position.seats[seat], BANNERS[seat % len(BANNERS)]
    stars = "" if owner.stars is None else f"{owner.stars}\u00a0★"
    held = part("sun-token", -width / 2 + 2, -18) if seat == position.sun else ""
    emblem = path(banner.shape, "#fff")
    drawn = name_plate(owner.name, banner.colour, emblem, stars, seat in position.to_play, width)
    return group(drawn, held, transform=translate(x, y))


def far_isles(players: int) -> str:
    """Isles where the table leaves the sky free."""
    drawn = []
    for name, x, y in FAR_ISLES[players]:
        scale, layers = ISLES[name]
        drawn.append(
            group(*(part(*layer) for layer in layers), transform=f"{translate(x, y)}scale({scale})", opacity=0.92)
        )
    return group(*drawn, aria_hidden="true", pointer_events="none")


def round_plate(position: Position, words: Words) -> str:
    """Which round it is."""
    if not position.round:
        return ""
    x, width = SUPPLY[0] + SUPPLY[2] / 2, 172
    written, size = fitted(words("scene.round", round=position.round), width - 20, 16, 11)
    return rect(x - width / 2, 10, width, 30, rx=15, fill=PLATES["face"]) + text(
        written, x, 25 + size * 0.36, size, PLATES["ink"]
    )


def others(position: Position, shown: dict[str, Panel]) -> Iterator[str]:
    """The other players at the left, one below the other: world, name, hand."""
    order = seats_from(position)[1:]
    height = OTHER_WORLD[len(order)] if order else 0
    top = (CANVAS[1] - len(order) * (height + BELOW)) / 2
    for i, seat in enumerate(order):
        y = top + i * (height + BELOW) + 4
        foot = y + height
        yield placed(shown[f"world:{seat}"], ROOM, (OTHERS_X, y, OTHERS_WIDTH, height))
        yield plate(position, seat, OTHERS_X + OTHERS_WIDTH / 2, foot + 24, OTHERS_WIDTH - 14)
        yield laid_out(shown[f"hand:{seat}"], 3, (OTHERS_X, foot + 44, OTHERS_WIDTH, 42))


def laid_out(panel: Panel, across: int, frame: Box) -> str:
    """Places as a part of a picture: so many in a row, as large as the frame allows."""
    width, height = (max(slot.picture.box[i] for slot in panel.slots) for i in (2, 3))
    items: list[Item] = []
    counts: list[str] = []
    for i, slot in enumerate(panel.slots):
        left, top = (width + GAP) * (i % across), (height + GAP) * (i // across)
        x = left + (width - slot.picture.box[2]) / 2 - slot.picture.box[0]
        y = top + height - slot.picture.box[3] - slot.picture.box[1]
        items += moved(slot, x, y)
        if slot.number and len(slot.picture.items) == 1:
            counts.append(tally(slot.number, left + width - 34, top + height - 34))
    rows = -(-len(panel.slots) // across)
    box = (-GAP, -GAP, across * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    drawn = placed(panel._replace(box=box, items=tuple(items)), ROOM, frame)
    signs = placed(Panel(panel.name + "-counts", None, "", box, (), "".join(counts)), ROOM, frame) if counts else ""
    return drawn + signs


def tally(count: int, x: float, y: float) -> str:
    """How many are left of something, on a gold disc."""
    disc = circle(x, y, 32, fill=GOLD, stroke=BRONZE, stroke_width=3)
    return disc + text(f"×{count}", x, y + 10, 28, BRONZE)


def moved(slot: Slot, x: float, y: float) -> Sequence[Item]:
    """What a place shows, moved there; the nearest thing carries its name, and what is spent or gone is not shown."""
    if slot.state in ("used", "none"):
        return ()
    *behind, front = slot.picture.items
    return [
        item._replace(id=f"{slot.id}-{item.id}", x=item.x + x, y=item.y + y, label=slot.label if item is front else "")
        for item in (*behind, front)
    ]


def content(position: Position, words: Words) -> str:
    """What a picture of the table holds."""
    shown = {panel.name: panel for panel in panels(position, words)}
    near, solo = position.large, len(position.seats) == 1
    drawn = [sky(), far_isles(len(position.seats)), placed(shown[f"world:{near}"], ROOM, WORLD)]
    drawn += others(position, shown)
    if solo:
        drawn.append(laid_out(shown["piles"], len(position.piles), SOLO_PILES))
    drawn.append(laid_out(shown[f"hand:{near}"], 3, SOLO_HAND if solo else HAND))
    drawn.append(plate(position, near, *(SOLO_PLATE if solo else PLATE), PLATE_WIDTH))
    drawn.append(laid_out(shown["supply"], 3, SUPPLY))
    drawn.append(laid_out(shown["travellers"], 1 if solo else 2, TRAVELLERS))
    drawn.append(round_plate(position, words))
    return "".join(drawn)
