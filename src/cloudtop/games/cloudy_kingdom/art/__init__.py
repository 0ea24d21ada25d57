"""Cloudy Kingdom drawn: a `Table` in, panels or a complete SVG picture out. It knows no rules."""

from __future__ import annotations

from functools import lru_cache

from cloudtop.games.cloudy_kingdom.art.castles import castle_sprites
from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.draft import draft_panel, written_panel
from cloudtop.games.cloudy_kingdom.art.faces import face_sprites
from cloudtop.games.cloudy_kingdom.art.field import field_panel
from cloudtop.games.cloudy_kingdom.art.glow import glow_sprites
from cloudtop.games.cloudy_kingdom.art.island import big_leaf, surroundings
from cloudtop.games.cloudy_kingdom.art.layout import composed
from cloudtop.games.cloudy_kingdom.art.magic import magic_sprites
from cloudtop.games.cloudy_kingdom.art.marks import mark_sprites
from cloudtop.games.cloudy_kingdom.art.measures import ROOM
from cloudtop.games.cloudy_kingdom.art.palette import PALETTE
from cloudtop.games.cloudy_kingdom.art.piles import slot, table_panel
from cloudtop.games.cloudy_kingdom.art.players import player_panels
from cloudtop.games.cloudy_kingdom.art.table import (
    Card,
    Ghost,
    Magic,
    Offer,
    Place,
    Player,
    Road,
    Stack,
    Table,
)
from cloudtop.games.cloudy_kingdom.pieces import Design
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel, Words
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import together

__all__ = [
    "PALETTE",
    "ROOM",
    "Card",
    "Ghost",
    "Magic",
    "Offer",
    "Place",
    "Player",
    "Road",
    "Stack",
    "Table",
    "panels",
    "picture",
    "sprites",
]


@lru_cache(maxsize=16)
def _sheet(designs: tuple[tuple[str, Design], ...]) -> dict[str, str]:
    parts = (
        {"big-leaf": big_leaf(), "slot": slot()},
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


def panels(table: Table, words: Words, camera: int = 0) -> tuple[Panel, ...]:
    """The field, the draft if there is one, the players, the table's piles and the written magic."""
    found = [field_panel(table, words, camera)]
    if table.draft:
        found.append(draft_panel(table, words))
    found += player_panels(table, words, camera)
    found.append(table_panel(table, words))
    written = written_panel(table, words)
    return (*found, written) if written is not None else tuple(found)


def picture(table: Table, words: Words, theme: str = "day", camera: int = 0) -> str:
    """The whole table as one SVG that stands alone, after the camera went so many quarter turns round the field."""
    shown = panels(table, words, camera)
    content = sky() + surroundings() + composed(shown, table.seat, table.size)
    return document(words("title"), CANVAS, content, sprites(table.designs), [PALETTE], theme)
