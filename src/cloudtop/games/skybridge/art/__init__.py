"""Skybridge's look: lacquered wooden towers on a walnut board that floats above the clouds."""

from __future__ import annotations

from cloudtop.core.board import cached
from cloudtop.games.skybridge.art.board import board_parts
from cloudtop.games.skybridge.art.palette import PALETTE
from cloudtop.games.skybridge.art.pieces import pieces
from cloudtop.games.skybridge.art.plan import plan_sprites
from cloudtop.games.skybridge.art.signs import signs
from cloudtop.games.skybridge.art.trays import trays
from cloudtop.games.skybridge.pieces import Box
from cloudtop.stage.sprites import together

__all__ = ["PALETTE", "drawings", "page_drawings"]


@cached
def page_drawings(box: Box) -> dict[str, str]:
    """Every sprite of a page by its full name: blocks are as high as those of the box."""
    everything = together((pieces(box), board_parts(), plan_sprites(), signs(box)))
    return {f"skybridge-{name}": drawing for name, drawing in everything.items()}


@cached
def drawings(box: Box) -> dict[str, str]:
    """The same and the trays, which only a picture shows."""
    return page_drawings(box) | {f"skybridge-{name}": drawing for name, drawing in trays().items()}
