"""How the drawings of this room are written.

They are SVG text in which `"@name"` stands for a paint of the palette; `inked` puts the paints in.
"""

from __future__ import annotations

import re
from math import cos, pi, sin

from cloudtop.games.strange_world.art.measures import CARD_HEIGHT, CARD_WIDTH, CORNER
from cloudtop.games.strange_world.art.palette import INK, PALETTE
from cloudtop.stage.svg import Attribute, group, number, polygon, rect, use

ROOM = "strange-world"


def inked(drawing: str) -> str:
    """A drawing as it is sent: without indentation, its paints resolved."""
    line = re.sub(r"\s*\n\s*", " ", drawing).replace("> <", "><").strip()
    return re.sub(r'"@([\w-]+)"', lambda found: f'"{PALETTE[found[1]]}"', line)


def part(name: str, x: float = 0, y: float = 0, scale: float = 1, mirrored: bool = False, turn: float = 0) -> str:
    """A sprite of this room as a part of a drawing: moved, turned, mirrored, scaled."""
    if scale == 1 and not mirrored and not turn:
        return use(f"{ROOM}-{name}", x, y)
    steps = f"translate({number(x)} {number(y)})" if x or y else ""
    if turn:
        steps += f"rotate({number(turn)})"
    if mirrored:
        steps += f"scale({number(-scale, 2)} {number(scale, 2)})"
    elif scale != 1:
        steps += f"scale({number(scale, 2)})"
    return use(f"{ROOM}-{name}", transform=steps)


def eye(x: float, y: float, radius: float, turn: float = 0) -> str:
    """An open eye; `turn` rolls it, so that it looks elsewhere."""
    return part("eye", x, y, radius / 10, turn=turn)


def alive(drawing: str, outline: str) -> str:
    """A drawing with the soft coloured outline that everything alive has."""
    return group(drawing, stroke=outline, stroke_width=2.2, stroke_linejoin="round", stroke_linecap="round")


def spiral(x: float, y: float, radius: float, step: float) -> str:
    """Path data of a spiral of half circles that starts right of a point and winds inwards."""
    data, side = f"M{number(x + radius)} {number(y)}", 1
    while radius > step:
        radius -= step / 2
        data += f"a{number(radius)} {number(radius)} 0 0 1 {number(-2 * radius * side)} 0"
        side = -side
    return data


def star(outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """Path data of a star of five rays, one of them upwards."""
    corners = []
    for i in range(10):
        radius, angle = (inner if i % 2 else outer), pi * i / 5 - pi / 2
        corners.append((x + radius * cos(angle), y + radius * sin(angle)))
    return polygon(corners)


def card_rect(
    inset: float,
    width: float = CARD_WIDTH,
    height: float = CARD_HEIGHT,
    drop: float = 0,
    **attributes: Attribute,
) -> str:
    """A rounded rectangle of a card's size, that much smaller on every side and moved down by `drop`."""
    return rect(
        inset - width / 2,
        inset - height / 2 + drop,
        width - 2 * inset,
        height - 2 * inset,
        rx=max(CORNER - inset, 2),
        **attributes,
    )


def shadow(width: float = CARD_WIDTH, height: float = CARD_HEIGHT) -> str:
    """The soft shadow of a card of that size."""
    return card_rect(-4, width, height, 8, fill=INK, opacity=0.1) + card_rect(
        -1, width, height, 5, fill=INK, opacity=0.22
    )
