"""What lies beside the cities, as rows of places: the hand, the face-up tiles, the supply, the requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from cloudtop.core.scene import Picture, Slot
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.art.display import HandLook, MarketLook, Place, RequestsLook, draw_target, hand_target
from cloudtop.games.cloud_city.art.measures import LEVEL_OF, LEVELS, Level
from cloudtop.games.cloud_city.art.palette import ROOM
from cloudtop.games.cloud_city.art.tiles import BACK_PICTURE, STACK_PICTURE, as_seen, sprite_picture, tile_picture
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS
from cloudtop.games.cloud_city.moves import NOTHING, STACK
from cloudtop.games.cloud_city.pieces import Box, Tile
from cloudtop.games.cloud_city.prose import request_texts
from cloudtop.stage.scene import Panel

NO_BOX = (0.0, 0.0, 0.0, 0.0)
"""Places have pictures of their own; their panel has none."""
BADGE = BADGE_RADIUS + 6
BADGE_BOX = (-BADGE, -BADGE, 2 * BADGE, 2 * BADGE)
DRAWING_BOX = (-28.0, -24.0, 56.0, 48.0)


def row(name: str, seat: int | None, title: str, slots: Iterator[Slot], kind: str = "slots") -> Panel:
    """A panel of places."""
    return Panel(name, seat, title, NO_BOX, (), kind=kind, slots=tuple(slots))


# ---------------------------------------------------------------------- tiles


def hand_panel(look: HandLook, words: Words) -> Panel:
    """The hand of one player: three places, each with its own tile. Equal tiles are one choice."""
    title = words("hand.title") if look.owner is None else words("hand.other", name=look.owner)
    targets, side = look.targets, look.side
    slots = (
        hand_slot(number, place, side, place.tile is not None and hand_target(place.tile) in targets, words)
        for number, place in enumerate(look.places, start=1)
    )
    return row(f"hand:{look.seat}", look.seat, title, slots)


@lru_cache(4096)
def hand_slot(number: int, place: Place, side: int, offered: bool, words: Words) -> Slot:
    """One place of a hand."""
    key, tile = f"hand-{number}", place.tile
    if tile is None:
        if place.state:
            return Slot(key, words("hand.empty", number=number), state="none")
        return Slot(key, words("hand.back", number=number), BACK_PICTURE)
    picture = tile_picture(tile, as_seen(place.rotation, side))
    label = words("hand.tile", number=number, tile=tile_name(tile, words))
    target = hand_target(tile) if offered else ""
    return Slot(key, label, picture, target, place.state, text=tile_corners(tile, words))


def market_panel(look: MarketLook, words: Words) -> Panel:
    """The face-up tiles and the stack."""
    return row("market", None, words("market.title"), market_slots(look, words))


def market_slots(look: MarketLook, words: Words) -> Iterator[Slot]:
    """A place for each face-up tile and one for the stack; without any tile it stands for drawing none."""
    for number, tile in enumerate(look.tiles, start=1):
        offered = draw_target(str(number))
        yield market_slot(number, tile, look.side, offered if offered in look.targets else "", words)
    targets = (draw_target(source) for source in (STACK, NOTHING))
    target = next((target for target in targets if target in look.targets), "")
    yield stack_slot(look.stack, target, words)


@lru_cache(2048)
def market_slot(number: int, tile: Tile | None, side: int, target: str, words: Words) -> Slot:
    """The place of a face-up tile."""
    if tile is None:
        return Slot(f"slot-{number}", words("market.empty", number=number), target=target, state="none")
    label = words("market.tile", number=number, tile=tile_name(tile, words))
    picture = tile_picture(tile, as_seen(0, side))
    return Slot(f"slot-{number}", label, picture, target, text=tile_corners(tile, words))


@lru_cache(512)
def stack_slot(left: int, target: str, words: Words) -> Slot:
    """The place of the stack."""
    if left:
        return Slot("stack", words("market.stack"), STACK_PICTURE, target, number=left)
    nothing = words("market.no-tile" if target == draw_target(NOTHING) else "market.no-stack")
    return Slot("stack", nothing, target=target, state="none", number=0)


@lru_cache(256)
def tile_name(tile: Tile, words: Words) -> str:
    """A tile in few words: the levels of its two buildings."""
    first, second = (words(f"level.{LEVEL_OF[colour].key}") for _, colour in tile.sites())
    return words("tile.twin", level=first) if first == second else words("tile.pair", first=first, second=second)


@lru_cache(256)
def tile_corners(tile: Tile, words: Words) -> str:
    """Where the two buildings of a tile stand, as it lies unturned."""
    first, second = (
        words("tile.site", level=words(f"level.{LEVEL_OF[colour].key}"), corner=words(f"tile.corner-{corner}"))
        for corner, colour in tile.sites()
    )
    return words("tile.corners", first=first, second=second)


# ---------------------------------------------------------------------- walkways and requests


def supply_panel(supply: Mapping[str, tuple[int, ...]], box: Box, words: Words) -> Panel:
    """How many of each walkway are left for all: a group for each height, a place for each value."""
    slots = (
        supply_slot(level, value, count, position == 0, words)
        for level in LEVELS
        for position, (value, count) in enumerate(zip(box.values.values(), supply[level.key], strict=True))
    )
    return row("supply", None, words("supply.title"), slots)


@lru_cache(1024)
def supply_slot(level: Level, value: int, count: int, first: bool, words: Words) -> Slot:
    """One kind of walkway."""
    name = words(f"level.{level.key}")
    return Slot(
        f"{level.key}-{value}",
        words("supply.piece", level=name, value=value),
        badge_picture(level, value),
        state="" if count else "none",
        number=count,
        group=name if first else "",
        sign=f"{ROOM}-{level.key}-sign" if first else "",
    )


@lru_cache
def badge_picture(level: Level, value: int) -> Picture:
    """The badge of a walkway."""
    return sprite_picture(f"{level.key}-value-{value}", BADGE_BOX)


def requests_panel(look: RequestsLook, box: Box, words: Words) -> Panel:
    """The request cards in play, told in words, with what they bring everybody now."""
    slots = (
        request_slot(request, votes, look.crossing, box, words)
        for request, votes in zip(look.requests, look.votes, strict=True)
    )
    return row("requests", None, words("request.title"), slots, "notes")


def request_slot(request: str, votes: tuple[int, ...], crossing: str, box: Box, words: Words) -> Slot:
    """One request card."""
    name, asked = request_texts(box, request, crossing, words)
    return Slot(request, name, sprite_picture(request, DRAWING_BOX), text=asked, points=votes)
