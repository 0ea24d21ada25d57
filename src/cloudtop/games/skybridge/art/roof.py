"""The roof: a pyramid of shingles with a brass finial."""

from __future__ import annotations

from math import cos, sqrt

from cloudtop.games.skybridge.art.measures import CAMERA, CORNER, HALF
from cloudtop.games.skybridge.art.palette import INK, IVORY, PALETTE
from cloudtop.games.skybridge.art.wood import engraved
from cloudtop.stage.projection import SLANT, skirt
from cloudtop.stage.svg import Point, circle, matrix, pair, path, polygon, polyline, use

EAVE = 53.0
"""Half the edge of the roof, which overhangs the wall."""
EAVE_DEPTH = 6.0
RISE = 64.0
"""From the roof's edge to its tip, on the screen."""
TIP: Point = (0.0, -EAVE_DEPTH - RISE)
ROOF_SUMMIT = -TIP[1] + 8.5
"""How far the top of the finial lies above the middle of the tower's top on the screen."""


def slope(side: int) -> tuple[Point, Point]:
    """The lower corners of the left (-1) or right (+1) slope: the outer and the near one."""
    outer = CAMERA.point(-EAVE, EAVE, EAVE_DEPTH) if side < 0 else CAMERA.point(EAVE, -EAVE, EAVE_DEPTH)
    return outer, CAMERA.point(EAVE, EAVE, EAVE_DEPTH)


def between(start: Point, end: Point, share: float) -> Point:
    """The point that share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def shingles() -> str:
    """The carved courses of the left slope, each shorter than the one below; the right slope mirrors them."""
    outer, near = slope(-1)
    rows = []
    for share, scallops in ((0.16, 7), (0.33, 6), (0.5, 4), (0.66, 3), (0.81, 2)):
        start, end = between(outer, TIP, share), between(near, TIP, share)
        step = ((end[0] - start[0]) / scallops, (end[1] - start[1]) / scallops)
        rows.append(f"M{pair(*start)}" + f"q{pair(step[0] / 2, step[1] / 2 + 6)} {pair(*step)}" * scallops)
    return engraved("shingles", "".join(rows), 0.36, 0.26)


def face(side: int) -> str:
    """One slope with its shingles."""
    outline = polygon([*slope(side), TIP])
    shade = PALETTE["left"] if side < 0 else PALETTE["right"]
    return (
        path(outline, "currentColor", stroke="currentColor", stroke_width=2, stroke_linejoin="round")
        + path(outline, shade)
        + use("skybridge-part-shingles", transform=None if side < 0 else "scale(-1 1)")
    )


def roof() -> str:
    """A roof in the current colour and without its glyphs; its thick eave shades the wall below."""
    base = CAMERA.rounded_square(EAVE, 4, EAVE_DEPTH)
    under = CAMERA.rounded_square(HALF, CORNER, 5)
    (left, near), (right, _) = slope(-1), slope(1)
    return (
        path(skirt(under, 17), PALETTE["eave"])
        + path(skirt(base, EAVE_DEPTH), "currentColor")
        + path(skirt(base, EAVE_DEPTH, -1), PALETTE["left"])
        + path(skirt(base, EAVE_DEPTH), INK, fill_opacity=0.22)
        + face(-1)
        + face(1)
        + path(
            polyline([left, near, right]),
            stroke=IVORY,
            stroke_opacity=0.6,
            stroke_width=1.6,
            stroke_linejoin="round",
        )
        + path(polyline([near, TIP]), stroke=IVORY, stroke_opacity=0.5, stroke_width=2)
        + circle(0, TIP[1] - 3, 5.5, fill=PALETTE["brass"], stroke=INK, stroke_opacity=0.5, stroke_width=0.8)
    )


def on_slope(side: int) -> str:
    """Transform of a flat drawing on to a slope, centred where the slope carries its glyph."""
    middle = between(*slope(side), 0.5)
    length = sqrt(EAVE**2 + (RISE / cos(CAMERA.elevation)) ** 2)
    down = ((middle[0] - TIP[0]) / length, (middle[1] - TIP[1]) / length)
    return matrix((SLANT, -CAMERA.down * side), down, between(middle, TIP, 0.3))


def roof_marks() -> list[str]:
    """Where a roof carries its glyph: both slopes that show."""
    return [f"{on_slope(side)} scale(1.35)" for side in (-1, 1)]


def roof_outline() -> str:
    """Path data of the line around a roof."""
    (left, near), (right, _) = slope(-1), slope(1)
    eave = [(x, y + EAVE_DEPTH) for x, y in (right, near, left)]
    return polygon([left, TIP, right, *eave])
