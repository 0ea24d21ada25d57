"""Scenes as SVG: an item, a panel, a whole picture that stands alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from cloudtop.stage.lettering import FONT
from cloudtop.stage.paints import Palette, settled, theme_named
from cloudtop.stage.plates import PLATES
from cloudtop.stage.scene import Box, Item, Panel
from cloudtop.stage.sky import SKY
from cloudtop.stage.sky import SPRITES as SKY_SPRITES
from cloudtop.stage.sprites import needed, together
from cloudtop.stage.svg import element, group, number, use

SHARED_PALETTES = (SKY, PLATES)
SHARED_SPRITES = SKY_SPRITES
"""What every room may draw with; a page holds their sheet once, beside the sheets of its rooms."""

OPACITY = {"ghost": 0.72, "refused": 0.45}


def item_svg(item: Item, prefix: str) -> str:
    """One item: what has a label is named, what has a target answers the pointer, and nothing else does."""
    takes_focus = bool(item.target and item.label) and item.state == "target"
    return use(
        item.sprite,
        item.x,
        item.y,
        f"rotate({90 * item.rotation} {number(item.x)} {number(item.y)})" if item.rotation else None,
        id=f"{prefix}-{item.id}",
        class_=item.state or None,
        opacity=OPACITY.get(item.state),
        role="button" if takes_focus else "img" if item.label else None,
        aria_label=escape(item.label) or None,
        aria_hidden=None if item.label else "true",
        tabindex="0" if takes_focus else None,
        data_target=escape(item.target) or None,
        pointer_events=None if item.target else "none",
    )


def panel_content(panel: Panel, room: str) -> str:
    """What a panel shows, in its own units; `room` keeps the ids of different games apart."""
    prefix = f"{room}-{panel.name}".replace(":", "-")
    return (
        (element("desc", escape(panel.description)) if panel.description else "")
        + (group(panel.backdrop, aria_hidden="true", pointer_events="none") if panel.backdrop else "")
        + "".join(item_svg(item, prefix) for item in panel.items)
    )


def panel_svg(panel: Panel, room: str) -> str:
    """A panel as an SVG element of its own, for a page that holds the room's sheet."""
    return element(
        "svg",
        panel_content(panel, room),
        viewBox=" ".join(number(value) for value in panel.box),
        role="group",
        aria_label=escape(panel.title),
        font_family=FONT,
    )


def placed(panel: Panel, room: str, frame: Box) -> str:
    """A panel as a part of a picture: as large as the frame allows, centred on its foot."""
    left, top, width, height = panel.box
    x, y, wide, high = frame
    scale = min(wide / width, high / height)
    moved_x = x + wide / 2 - scale * (left + width / 2)
    moved_y = y + high - scale * (top + height)
    return group(
        panel_content(panel, room),
        transform=f"translate({number(moved_x)} {number(moved_y)}) scale({number(scale, 3)})",
        role="group",
        aria_label=escape(panel.title),
    )


def framed(box: Box, x: float, y: float, scale: float) -> Box:
    """The frame in which a panel of that box appears at this scale, with its origin at the point."""
    left, top, width, height = box
    return x + left * scale, y + top * scale, width * scale, height * scale


def document(
    title: str,
    size: tuple[int, int],
    content: str,
    sprites: Mapping[str, str],
    palettes: Sequence[Palette],
    theme: str,
) -> str:
    """A complete SVG file: the content with the sprites and paints it needs, in the colours of the theme."""
    width, height = size
    everything = (*SHARED_PALETTES, *palettes)
    definitions = needed(content, together((SHARED_SPRITES, sprites)), everything)
    drawing = element(
        "svg",
        element("defs", definitions, aria_hidden="true"),
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="group",
        aria_label=escape(title),
        font_family=FONT,
    )
    return settled(drawing, everything, theme_named(theme))
