"""Cloudy Kingdom drawn: a `Position` in, panels or a complete SVG picture out. It knows no rules."""

from __future__ import annotations

from functools import cache

from cloudtop.games.cloudy_kingdom.art.castles import castle_sprites
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
from cloudtop.games.cloudy_kingdom.art.position import (
    Card,
    Ghost,
    Magic,
    Offer,
    Place,
    Player,
    Position,
    Road,
    Stack,
    Stretch,
    cell_name,
    cell_target,
)
from cloudtop.stage.picture import document
from cloudtop.stage.scene import Panel, Words
from cloudtop.stage.sheet import together
from cloudtop.stage.sky import CANVAS, sky

__all__ = [
    "PALETTE",
    "ROOM",
    "Card",
    "Ghost",
    "Magic",
    "Offer",
    "Place",
    "Player",
    "Position",
    "Road",
    "Stack",
    "Stretch",
    "cell_name",
    "cell_target",
    "panels",
    "picture",
    "sprites",
]


@cache
def _sheet() -> dict[str, str]:
    parts = (
        {"big-leaf": big_leaf(), "slot": slot()},
        face_sprites(),
        castle_sprites(),
        magic_sprites(),
        glow_sprites(),
        mark_sprites(),
    )
    return {f"{ROOM}-{name}": drawing for name, drawing in together(parts).items()}


def sprites() -> dict[str, str]:
    """Every sprite of the room by name."""
    return dict(_sheet())


def panels(position: Position, words: Words, turn: int = 0) -> tuple[Panel, ...]:
    """The field, the draft if there is one, the players, the table's piles and the written magic."""
    found = [field_panel(position, words, turn)]
    if position.draft:
        found.append(draft_panel(position, words))
    found += player_panels(position, words, turn)
    found.append(table_panel(position, words))
    written = written_panel(position, words)
    return (*found, written) if written is not None else tuple(found)


def picture(position: Position, words: Words, theme: str = "day", turn: int = 0) -> str:
    """The whole table as one SVG that stands alone."""
    shown = panels(position, words, turn)
    content = sky() + surroundings() + composed(shown, position.seat, position.size)
    return document(words("title"), CANVAS, content, _sheet(), [PALETTE], theme)
