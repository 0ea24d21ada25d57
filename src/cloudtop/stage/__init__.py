"""The drawing kit that every room shares: sprites, paints and scenes in, SVG out. It knows no game."""

from __future__ import annotations

from cloudtop.stage.paints import THEMES, Paint, Palette, Theme
from cloudtop.stage.scene import Item, Panel, Scene, Words

__all__ = ["THEMES", "Item", "Paint", "Palette", "Panel", "Scene", "Theme", "Words"]
