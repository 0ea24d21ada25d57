"""Skybridge's look: lacquered wooden towers on a walnut board that floats above the clouds."""

from __future__ import annotations

from functools import cache

from cloudtop.games.skybridge.art.board import board_parts
from cloudtop.games.skybridge.art.palette import PALETTE
from cloudtop.games.skybridge.art.pieces import pieces
from cloudtop.games.skybridge.art.plan import plan_signs
from cloudtop.games.skybridge.art.signs import signs
from cloudtop.games.skybridge.art.trays import trays
from cloudtop.stage.sprites import together

__all__ = ["PALETTE", "drawings"]


@cache
def drawings() -> dict[str, str]:
    """Every sprite by its full name."""
    everything = together((pieces(), board_parts(), trays(), plan_signs(), signs()))
    return {f"skybridge-{name}": drawing for name, drawing in everything.items()}
