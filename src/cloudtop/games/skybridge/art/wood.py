"""Wood: its fibres, lines carved into it, and planks."""

from __future__ import annotations

from math import sin

from cloudtop.games.skybridge.art.measures import CAMERA
from cloudtop.games.skybridge.art.palette import INK, IVORY, PALETTE
from cloudtop.stage.projection import skirt
from cloudtop.stage.svg import centred_rect, element, group, number, pair, path, use


def grain(left: float, right: float, top: float, bottom: float, lines: int, sway: float) -> str:
    """Path data of gently swaying fibres that fill a rectangle."""
    wave = (right - left) / 2
    swaying = []
    for i in range(lines):
        y = top + (bottom - top) * (i + 0.5 + 0.32 * sin(i * 2.4)) / lines
        bend = sway * sin(i * 1.7 + 0.6)
        swaying.append(f"M{pair(left, y)}q{pair(wave / 2, bend)} {number(wave)} 0t{number(wave)} 0")
    return "".join(swaying)


def heartwood(half: float) -> str:
    """Path data of nested tongues, as a plank sawn near the heart of the trunk shows."""
    tongues = []
    for i in range(4):
        spread, reach = 5.0 + 8.5 * i, min(half * (0.2 + 0.42 * i), half)
        tongues.append(
            f"M{pair(-half, -spread - 3)}C{pair(reach * 0.1, -spread - 6)} {pair(reach, -spread * 0.7)}"
            f" {pair(reach, 0)}S{pair(reach * 0.1, spread)} {pair(-half, spread + 1)}"
        )
    return "".join(tongues)


def engraved(name: str, data: str, dark: float, light: float, width: float = 1.2) -> str:
    """A carved line: the path in shadow and, just below it, the same path in the light; `name` is its own."""
    line = f"skybridge-line-{name}"
    shadow = group(element("path", id=line, d=data), stroke=INK, stroke_opacity=dark)
    shine = use(line, y=1.4, stroke=IVORY, stroke_opacity=light)
    return group(shadow, shine, fill="none", stroke_width=width)


def slab(half: tuple[float, float], corner: float, depth: float, wood: str, fibre: str = "") -> str:
    """A plank lying with its top at height 0: shaded sides, then its top with the fibres given."""
    outline = CAMERA.rounded_plan(half, corner)
    return (
        path(skirt(outline, depth), wood)
        + path(skirt(outline, depth, -1), PALETTE["left"])
        + path(skirt(outline, depth, 1), PALETTE["right"])
        + group(
            centred_rect(*half, corner, fill=wood),
            fibre,
            centred_rect(*half, corner, fill=PALETTE["plank"], stroke=IVORY, stroke_opacity=0.28, stroke_width=2),
            transform=CAMERA.ground(),
        )
    )
