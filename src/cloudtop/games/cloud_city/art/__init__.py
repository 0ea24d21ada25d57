"""Cloud City's look: stone tiles in a bank of cloud, buildings of three heights, walkways between their roofs."""

from __future__ import annotations

import json
from functools import lru_cache, partial

from cloudtop.core.scene import Part
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.art.city import city_panel
from cloudtop.games.cloud_city.art.display import Display, RequestsLook
from cloudtop.games.cloud_city.art.ground import ground_parts
from cloudtop.games.cloud_city.art.layout import picture_content
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.art.plan import plan_parts
from cloudtop.games.cloud_city.art.requests import drawings
from cloudtop.games.cloud_city.art.slots import hand_panel, market_panel, requests_panel, supply_panel
from cloudtop.games.cloud_city.art.tiles import tile_parts
from cloudtop.games.cloud_city.art.towers import buildings
from cloudtop.games.cloud_city.art.walkways import walkways
from cloudtop.games.cloud_city.pieces import Box, box_of
from cloudtop.stage.paints import Theme
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel
from cloudtop.stage.sky import CANVAS
from cloudtop.stage.sprites import together

__all__ = ["PALETTE", "Display", "panels", "parts", "picture", "sprites"]


def sprites(box: Box) -> dict[str, str]:
    """Every sprite by its full name; the badges are those of a box."""
    return sprites_of(json.dumps(box.plain()))


@lru_cache(4)
def sprites_of(data: str) -> dict[str, str]:
    """The sprites for a box that is written as JSON."""
    box = box_of(json.loads(data))
    parts = (ground_parts(), buildings(), walkways(box), plan_parts(box), tile_parts(), drawings(box))
    return {f"{ROOM}-{name}": drawing for name, drawing in together(parts).items()}


def parts(display: Display, words: Words) -> list[Part]:
    """All that lies on the table: the shown city first, then its owner's hand, and what everybody shares."""
    box = display.box
    first, *others = display.order()
    shown, hand, market = display.city(first), display.hand(first), display.table()
    found = [
        Part(f"city:{first}", shown, partial(city_panel, shown, box, words)),
        Part(f"hand:{first}", hand, partial(hand_panel, hand, words)),
        Part("market", market, partial(market_panel, market, words)),
        Part("supply", tuple(display.supply.values()), partial(supply_panel, display.supply, box, words)),
    ]
    if display.requests:
        asked = RequestsLook(display.requests, display.crossing, display.request_votes)
        found.append(Part("requests", asked, partial(requests_panel, asked, box, words)))
    for seat in others:
        look = display.city(seat)
        found.append(Part(f"city:{seat}", look, partial(city_panel, look, box, words)))
    return found


def panels(display: Display, words: Words) -> tuple[Panel, ...]:
    """The same, drawn."""
    return tuple(part.draw() for part in parts(display, words))


def picture(display: Display, words: Words, theme: Theme = "day") -> str:
    """The table as one SVG picture that stands alone."""
    content = picture_content(display, panels(display, words), words)
    return document(words("title"), CANVAS, content, sprites(display.box), [PALETTE], theme)
