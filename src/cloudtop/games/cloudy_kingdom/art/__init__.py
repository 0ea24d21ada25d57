"""Cloudy Kingdom drawn: values of `table` in, panels or a complete SVG picture out. It knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cloudtop.games.cloudy_kingdom.art.castles import castle_sprites
from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.faces import face_sprites
from cloudtop.games.cloudy_kingdom.art.field import board_panel
from cloudtop.games.cloudy_kingdom.art.glow import glow_sprites
from cloudtop.games.cloudy_kingdom.art.island import big_leaf, surroundings
from cloudtop.games.cloudy_kingdom.art.layout import composed
from cloudtop.games.cloudy_kingdom.art.magic import magic_sprites
from cloudtop.games.cloudy_kingdom.art.marks import mark_sprites
from cloudtop.games.cloudy_kingdom.art.measures import ROOM
from cloudtop.games.cloudy_kingdom.art.palette import PALETTE
from cloudtop.games.cloudy_kingdom.art.slots import draft_panel, hand_panel, magic_panel, piles_panel, player_panel
from cloudtop.games.cloudy_kingdom.art.table import (
    Board,
    Card,
    Draft,
    Ghost,
    Hand,
    Held,
    Magic,
    MagicPlace,
    MagicRow,
    Piles,
    Place,
    Player,
    Road,
    Stack,
)
from cloudtop.games.cloudy_kingdom.pieces import Design
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import together

__all__ = [
    "PALETTE",
    "ROOM",
    "Board",
    "Card",
    "Draft",
    "Ghost",
    "Hand",
    "Held",
    "Magic",
    "MagicPlace",
    "MagicRow",
    "Piles",
    "Place",
    "Player",
    "Road",
    "Stack",
    "board_panel",
    "draft_panel",
    "hand_panel",
    "magic_panel",
    "picture",
    "piles_panel",
    "player_panel",
    "sprites",
]


@lru_cache(maxsize=16)
def _sheet(designs: tuple[tuple[str, Design], ...]) -> dict[str, str]:
    parts = (
        {"big-leaf": big_leaf()},
        face_sprites(dict(designs)),
        castle_sprites(),
        magic_sprites(),
        glow_sprites(),
        mark_sprites(),
    )
    return {f"{ROOM}-{name}": drawing for name, drawing in together(parts).items()}


def sprites(designs: Designs) -> dict[str, str]:
    """Every sprite of the room by name, with the faces of these cards."""
    return dict(_sheet(tuple(designs.items())))


def picture(
    panels: Sequence[Panel], players: Sequence[Player], size: int, designs: Designs, title: str, theme: str = "day"
) -> str:
    """The whole table as one SVG that stands alone; the players' names stand with their cards."""
    content = sky() + surroundings() + composed(panels, players, size)
    return document(title, CANVAS, content, sprites(designs), [PALETTE], theme)
