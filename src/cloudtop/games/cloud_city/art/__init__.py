"""Cloud City's look: stone tiles in a bank of cloud, buildings of three heights, walkways between their roofs."""

from __future__ import annotations

import json
from functools import lru_cache

from cloudtop.games.cloud_city.art.cards import card_parts, hand_panel, market_panel, turns_panel
from cloudtop.games.cloud_city.art.city import city_panel
from cloudtop.games.cloud_city.art.display import Display
from cloudtop.games.cloud_city.art.ground import ground_parts
from cloudtop.games.cloud_city.art.layout import picture_content
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.art.requests import drawings, requests_panel
from cloudtop.games.cloud_city.art.supply import supply_panel, supply_parts
from cloudtop.games.cloud_city.art.towers import buildings
from cloudtop.games.cloud_city.art.walkways import walkways
from cloudtop.games.cloud_city.pieces import Box, box_of
from cloudtop.stage.paints import Theme
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel, Words
from cloudtop.stage.sky import CANVAS
from cloudtop.stage.sprites import together

__all__ = ["PALETTE", "Display", "panels", "picture", "sprites"]


def sprites(box: Box) -> dict[str, str]:
    """Every sprite by its full name; the badges are those of a box."""
    return sprites_of(json.dumps(box.plain()))


@lru_cache(4)
def sprites_of(data: str) -> dict[str, str]:
    """The sprites for a box that is written as JSON."""
    box = box_of(json.loads(data))
    parts = (ground_parts(), buildings(), walkways(box), card_parts(), supply_parts(box), drawings(box))
    return {f"{ROOM}-{name}": drawing for name, drawing in together(parts).items()}


def panels(display: Display, words: Words, side: int = 0) -> tuple[Panel, ...]:
    """All that lies on the table: the shown city first, then its owner's hand, and what everybody shares."""
    first, *others = display.order()
    drawn = [city_panel(display, first, words, side)]
    if display.players[first].hand:
        drawn.append(hand_panel(display, first, words, side))
    if display.turning:
        drawn.append(turns_panel(display, display.turning, words, side))
    drawn += [market_panel(display, words, side), supply_panel(display, words)]
    if display.requests:
        drawn.append(requests_panel(display, words))
    drawn += (city_panel(display, seat, words, side) for seat in others)
    return tuple(drawn)


def picture(display: Display, words: Words, theme: Theme = "day", side: int = 0) -> str:
    """The table as one SVG picture that stands alone."""
    content = picture_content(display, panels(display, words, side), words)
    return document(words("title"), CANVAS, content, sprites(display.box), [PALETTE], theme)
