"""The look of Strange World Above the Clouds: cards of floating isles, odd animals and odder travellers.

`parts` and `picture` draw a `Position`; `sprites` and `PALETTE` are what a page needs to show panels.
"""

from __future__ import annotations

from functools import lru_cache

from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.animals import animal_drawings
from cloudtop.games.strange_world.art.brush import ROOM, inked
from cloudtop.games.strange_world.art.cities import city_drawings
from cloudtop.games.strange_world.art.dressing import dressing_drawings
from cloudtop.games.strange_world.art.icons import icon_drawings
from cloudtop.games.strange_world.art.isles import isle_drawings
from cloudtop.games.strange_world.art.lands import land_drawings
from cloudtop.games.strange_world.art.layout import content, panels, parts
from cloudtop.games.strange_world.art.palette import PALETTE
from cloudtop.games.strange_world.art.portraits import portrait_drawings
from cloudtop.games.strange_world.art.position import Position
from cloudtop.games.strange_world.art.powers import power_drawings
from cloudtop.games.strange_world.art.signs import sign_drawings
from cloudtop.games.strange_world.art.terrain import terrain_drawings
from cloudtop.games.strange_world.art.travellers import traveller_drawings
from cloudtop.games.strange_world.pieces import PRINTED, Box
from cloudtop.stage.paints import Theme
from cloudtop.stage.picture import document
from cloudtop.stage.sky import CANVAS
from cloudtop.stage.sprites import together

__all__ = ["PALETTE", "Position", "panels", "parts", "picture", "sprites"]


@lru_cache(maxsize=4)
def _drawings(box: Box) -> dict[str, str]:
    everything = together(
        (
            isle_drawings(),
            terrain_drawings(),
            dressing_drawings(),
            animal_drawings(),
            icon_drawings(),
            land_drawings(box),
            portrait_drawings(),
            traveller_drawings(box),
            power_drawings(),
            city_drawings(box),
            sign_drawings(),
        )
    )
    return {f"{ROOM}-{name}": inked(drawing) for name, drawing in everything.items()}


def sprites(box: Box = PRINTED) -> dict[str, str]:
    """Every sprite of a box by its full name."""
    return dict(_drawings(box))


def picture(position: Position, words: Words, theme: Theme = "day") -> str:
    """A position as a complete SVG file."""
    return document(words("scene.title"), CANVAS, content(position, words), _drawings(position.box), (PALETTE,), theme)
