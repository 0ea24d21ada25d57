"""Cloud City's look: stone tiles in a bank of cloud, buildings of three heights, walkways between their roofs."""

from __future__ import annotations

from functools import cache

from cloudtop.games.cloud_city.art.cards import card_parts, hand_panel, market_panel, turns_panel
from cloudtop.games.cloud_city.art.city import city_panel
from cloudtop.games.cloud_city.art.ground import ground_parts
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.art.position import Position
from cloudtop.games.cloud_city.art.requests import drawings, requests_panel
from cloudtop.games.cloud_city.art.supply import supply_panel, supply_parts
from cloudtop.games.cloud_city.art.table import picture_content
from cloudtop.games.cloud_city.art.towers import buildings
from cloudtop.games.cloud_city.art.walkways import walkways
from cloudtop.stage.paints import Theme
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel, Words
from cloudtop.stage.sheet import together
from cloudtop.stage.sky import CANVAS

__all__ = ["PALETTE", "Position", "panels", "picture", "sprites"]


@cache
def sprites() -> dict[str, str]:
    """Every sprite by its full name."""
    parts = (ground_parts(), buildings(), walkways(), card_parts(), supply_parts(), drawings())
    return {f"{ROOM}-{name}": drawing for name, drawing in together(parts).items()}


def panels(position: Position, words: Words, turn: int = 0) -> tuple[Panel, ...]:
    """All that lies on the table: the shown city first, then its owner's hand, and what everybody shares."""
    first, *others = position.order()
    drawn = [city_panel(position, first, words, turn)]
    if position.players[first].hand:
        drawn.append(hand_panel(position, first, words, turn))
    if position.turning:
        drawn.append(turns_panel(position, words, turn))
    drawn += [market_panel(position, words, turn), supply_panel(position, words)]
    if position.requests:
        drawn.append(requests_panel(position, words))
    drawn += (city_panel(position, seat, words, turn) for seat in others)
    return tuple(drawn)


def picture(position: Position, words: Words, theme: Theme = "day", turn: int = 0) -> str:
    """The table as one SVG picture that stands alone."""
    content = picture_content(position, panels(position, words, turn), words)
    return document(words("title"), CANVAS, content, sprites(), [PALETTE], theme)
