"""A piece seen close: what it is, what it does, and which rule tells more."""

from __future__ import annotations

import re
from functools import lru_cache

from cloudtop.core.scene import Item, Picture
from cloudtop.core.teller import About
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.art.display import Display
from cloudtop.games.cloud_city.art.measures import CAMERA, CORNICE, LEVELS, Level
from cloudtop.games.cloud_city.art.palette import ROOM
from cloudtop.games.cloud_city.art.sight import SeenWalkway, Sight, sight_of
from cloudtop.games.cloud_city.art.slots import DRAWING_BOX, tile_name
from cloudtop.games.cloud_city.art.tiles import BACK_PICTURE, STACK_PICTURE, as_seen, sprite_picture, tile_picture
from cloudtop.games.cloud_city.moves import Cell, Space, Walkway
from cloudtop.games.cloud_city.pieces import Box
from cloudtop.games.cloud_city.prose import request_texts, say_votes

MARGIN = 14.0
ID = re.compile(r"([a-z]+)(?:-(\d+)_(\d+))?(?:-(\d+)_(\d+))?")
"""An item of a city: its kind, and one space or cell, or two."""


def closeup(display: Display, words: Words, panel: str, item: str) -> About | None:
    """An item or a slot of a panel; None for what there is nothing to say about."""
    for seat in range(len(display.players)):
        if panel == f"city:{seat}":
            return city_piece(display, seat, words, item)
        if panel == f"hand:{seat}":
            return hand_tile(display, seat, item, words)
    if panel == "market":
        return stack(display, words) if item == "stack" else face_up(display, item, words)
    if panel == "supply":
        return supply_piece(display, item, words)
    if panel != "requests" or item not in display.requests:
        return None
    name, asked = request_texts(display.box, item, display.crossing, words)
    return About(name, asked, item, sprite_picture(item, DRAWING_BOX))


# ---------------------------------------------------------------------- in a city


def city_piece(display: Display, seat: int, words: Words, item: str) -> About | None:
    """What stands or lies in a city."""
    player = display.players[seat]
    sight = sight_of(display.frame, player.tiles, player.walkways, display.side)
    found = ID.match(item)
    if found is None:
        return None
    kind, *numbers = found.groups()
    places = [int(number) for number in numbers if number is not None]
    if kind in ("value", "walkway", "halo", "shadow") and len(places) == 4:
        return walkway(display.box, sight, Walkway(Space(*places[:2]), Space(*places[2:])), words)
    if kind in ("building", "end") and len(places) == 2:
        return building(sight, Space(*places), words)
    if kind == "birds":
        return start_tile(sight, player.birds, words)
    if kind == "last":
        return tile(sight, sight.city.lays[-1].cell, player.birds, words)
    if kind in ("tile", "bank", "cell", "frame") and len(places) == 2:
        return tile(sight, Cell(*places), player.birds, words)
    return None


def building(sight: Sight, space: Space, words: Words) -> About | None:
    """A building: its height, and how many walkways it carries."""
    level = sight.levels.get(space)
    if level is None:
        return None
    carried = words("about.carries", count=sight.carried[space])
    text = words("about.join", first=words(f"about.{level.key}"), second=carried)
    return About(words(f"building.{level.key}"), text, "walkway-two", building_picture(level))


def walkway(box: Box, sight: Sight, way: Walkway, words: Words) -> About | None:
    """A walkway: what it joins, its votes, and those of its route."""
    if way not in sight.city.walkways:
        return None
    level, value = sight.levels[way.near], box.values[way.length]
    name = words(f"level.{level.key}")
    text = words("about.walkway", level=name, length=way.length, votes=say_votes(value, words))
    route = route_of(sight, way)
    if len(route) > 1:
        votes = say_votes(sum(box.values[other.length] for other in route), words)
        text = words("about.join", first=text, second=words("about.route", count=len(route), votes=votes))
    title = words("supply.piece", level=name, value=value)
    return About(title, text, "walkway-length", walkway_picture(level, way.length, value))


def route_of(sight: Sight, way: Walkway) -> list[Walkway]:
    """The walkways of the route that one belongs to."""
    route, waiting = [way], [other for other in sight.city.walkways if other != way]
    for member in route:
        joined = [other for other in waiting if not set(member.ends).isdisjoint(other.ends)]
        route += joined
        waiting = [other for other in waiting if other not in joined]
    return route


def tile(sight: Sight, cell: Cell, birds: int, words: Words) -> About | None:
    """A tile that lies in a city, or a free place for one."""
    lay = next((lay for lay in sight.city.lays if lay.cell == cell), None)
    if lay is None:
        if cell not in sight.reach:
            return None
        return About(words("about.place"), words("about.grow"), "place-frame")
    if lay == sight.city.lays[0]:
        return start_tile(sight, birds, words)
    picture = tile_picture(lay.tile, as_seen(lay.rotation, sight.side))
    return About(tile_name(lay.tile, words), words("about.tile"), "buildings", picture)


def start_tile(sight: Sight, birds: int, words: Words) -> About:
    """The tile that a city began with."""
    lay = sight.city.lays[0]
    picture = tile_picture(lay.tile, as_seen(lay.rotation, sight.side))
    return About(words("about.start"), words("about.birds", count=birds), "start-tiles", picture)


# ---------------------------------------------------------------------- beside it


def hand_tile(display: Display, seat: int, item: str, words: Words) -> About | None:
    """A place of a hand."""
    places = {f"hand-{number}": place for number, place in enumerate(display.places(seat), start=1)}
    place = places.get(item)
    if place is None:
        return None
    if place.tile is not None:
        picture = tile_picture(place.tile, as_seen(place.rotation, display.side))
        return About(tile_name(place.tile, words), words("about.hand"), "place-from-hand", picture)
    if place.state:
        return About(words("about.gone"), words("about.draw"), "draw")
    return About(words("about.hidden"), words("about.unseen"), "hand", BACK_PICTURE)


def face_up(display: Display, item: str, words: Words) -> About | None:
    """A face-up tile, or the place of one."""
    slots = {f"slot-{number}": tile for number, tile in enumerate(display.market, start=1)}
    if item not in slots:
        return None
    shown = slots[item]
    if shown is None:
        return About(words("about.gone"), words("about.bare"), "draw-refill")
    picture = tile_picture(shown, as_seen(0, display.side))
    return About(tile_name(shown, words), words("about.market"), "draw-refill", picture)


def stack(display: Display, words: Words) -> About:
    """The stack."""
    picture = STACK_PICTURE if display.stack else Picture()
    return About(words("market.stack"), words("about.stack", count=display.stack), "draw", picture)


def supply_piece(display: Display, item: str, words: Words) -> About | None:
    """A kind of walkway in the supply."""
    for level in LEVELS:
        for (length, value), left in zip(display.box.values.items(), display.supply[level.key], strict=True):
            if item == f"{level.key}-{value}":
                name = words(f"level.{level.key}")
                title = words("supply.piece", level=name, value=value)
                text = words("about.piece", level=name, length=length, count=left)
                return About(title, text, "walkway-supply", walkway_picture(level, length, value))
    return None


# ---------------------------------------------------------------------- large pictures


@lru_cache
def building_picture(level: Level) -> Picture:
    """A building alone."""
    left, right = CAMERA.point(-CORNICE, CORNICE)[0], CAMERA.point(CORNICE, -CORNICE)[0]
    top, bottom = CAMERA.point(-CORNICE, -CORNICE, level.height)[1], CAMERA.point(CORNICE, CORNICE)[1]
    box = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    return sprite_picture(f"{level.key}-a", box)


@lru_cache
def walkway_picture(level: Level, length: int, value: int) -> Picture:
    """A walkway between two buildings, with its votes."""
    seen = SeenWalkway(level, (0, 0), (length, 0), Walkway(Space(0, 0), Space(length, 0)))
    items = []
    for number, (space, part) in enumerate(seen.parts()):
        x, y = CAMERA.point(*space)
        if part != "middle":
            items.append(Item(f"building-{number}", f"{ROOM}-{level.key}-a", x, y, number))
        items.append(Item(f"part-{number}", f"{ROOM}-{level.key}-walk-x-{part}", x, y, number + 0.5))
    x, y = CAMERA.point(length / 2, 0, level.height + 0.1)
    items.append(Item("value", f"{ROOM}-{level.key}-value-{value}-square", x, y, length + 1))
    left, right = CAMERA.point(-CORNICE, CORNICE)[0], CAMERA.point(length + CORNICE, -CORNICE)[0]
    top, bottom = CAMERA.point(-CORNICE, -CORNICE, level.height)[1], CAMERA.point(length + CORNICE, CORNICE)[1]
    box = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    return Picture(box, tuple(items))
