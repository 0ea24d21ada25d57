"""What belongs to everybody: the Sun, the fumaroles, the Dark Cities and the travellers."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.measures import TRAVELLER_HEIGHT, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.naming import traveller_name
from cloudtop.games.strange_world.art.position import Position, Side, direction_target, traveller_target
from cloudtop.games.strange_world.art.travellers import CHARACTERS
from cloudtop.games.strange_world.art.world import SIDES
from cloudtop.stage.scene import Item, Panel, Words, back_to_front

SUN_PITCH = 150
FUMAROLE_WIDTH = 182
"""The stack of fumaroles with its tally."""
CITY_PITCH = (114, 132)
COLUMNS = 2
PITCH_X, PITCH_Y = TRAVELLER_WIDTH + 18, TRAVELLER_HEIGHT + 16


def sun_choices(position: Position) -> list[Side]:
    """The directions that the viewer may choose, or has chosen."""
    return [side for side in SIDES if direction_target(side) in position.targets | position.chosen]


def sun_items(position: Position, words: Words) -> Iterator[Item]:
    """The Sun with its direction; while the viewer chooses, one Sun for each direction."""
    choices = sun_choices(position)
    for i, side in enumerate(choices):
        target, x, label = direction_target(side), SUN_PITCH * (i + 0.5), words(f"scene.sun-{side}")
        yield Item(f"sun-{side}", f"{ROOM}-sun-{side}", x, 0, 1, target, label)
        ring = "chosen" if target in position.chosen else "ring"
        yield Item(f"{ring}-{side}", f"{ROOM}-{ring}-sun", x, 0, 2, target, label, state="target")
    if position.sun is not None and not choices:
        sprite = f"{ROOM}-sun-{position.direction}" if position.direction else f"{ROOM}-sun"
        way = words(f"scene.sun-{position.direction}" if position.direction else "scene.sun")
        label = words("scene.sun-held", name=position.seats[position.sun].name, direction=way)
        yield Item("sun", sprite, SUN_PITCH / 2, 0, 1, "", label)


def supply_panel(position: Position, words: Words) -> Panel:
    """The Sun, if the game has one, and the stack of fumaroles with how many are left."""
    suns = 0 if position.sun is None else max(len(sun_choices(position)), 1)
    width = suns * SUN_PITCH + FUMAROLE_WIDTH
    items, x = list(sun_items(position, words)), suns * SUN_PITCH + 80
    for level in range(min(position.fumaroles, 3)):
        items.append(Item(f"fumarole-{level}", f"{ROOM}-fumarole", x + 5 * level, -5 * level, 1))
    label = words("scene.fumaroles", count=position.fumaroles)
    items.append(Item("fumaroles", f"{ROOM}-tally-{position.fumaroles}", x + 60, 78, 3, label=label))
    return Panel("supply", None, words("scene.supply"), (-14, -122, width + 26, 244), back_to_front(items))


def city_spots(count: int) -> list[tuple[float, float]]:
    """The places of so many Dark Cities, the highest first: fewer in the upper row than in the lower one."""
    rows = (count // 2, count - count // 2)
    pitch, drop = CITY_PITCH
    return [(pitch * (i - (across - 1) / 2), drop * row) for row, across in enumerate(rows) for i in range(across)]


def cities_panel(position: Position, words: Words) -> Panel:
    """The Dark Cities left, each always in its own place."""
    all_cities = position.box.common.cities
    items = [
        Item(
            f"city-{worth}",
            f"{ROOM}-city-{worth}",
            *spot,
            1,
            label=words("card.city", worth=worth),
        )
        for worth, spot in zip(all_cities, city_spots(len(all_cities)), strict=True)
        if worth in position.cities
    ]
    return Panel("cities", None, words("scene.cities"), (-184, -88, 368, 288), back_to_front(items))


def travellers_panel(position: Position, words: Words) -> Panel:
    """The travellers left: each always in its own place, or the few of the solo game in a column."""
    solo = len(position.seats) == 1
    order = position.travellers if solo else tuple(CHARACTERS)
    columns = 1 if solo else COLUMNS
    rows = position.box.on_offer(1) if solo else len(CHARACTERS) // COLUMNS
    items = []
    for i, name in enumerate(order):
        x = (i % columns - (columns - 1) / 2) * PITCH_X
        y = (i // columns - (rows - 1) / 2) * PITCH_Y
        if name not in position.travellers:
            continue
        target, label = traveller_target(name), traveller_name(name, position.box, words)
        offered = target in position.targets | position.chosen
        sprite = f"{ROOM}-traveller-{name}"
        items.append(Item(f"traveller-{name}", sprite, x, y, 1, target if offered else "", label))
        if offered:
            ring = "chosen" if target in position.chosen else "ring"
            sprite = f"{ROOM}-{ring}-traveller"
            items.append(Item(f"{ring}-{name}", sprite, x, y, 2, target, label, state="target"))
    width, height = columns * PITCH_X + 24, rows * PITCH_Y + 26
    box = (-width / 2, -height / 2, width, height)
    return Panel("travellers", None, words("scene.travellers"), box, back_to_front(items))
