"""The bridge, cut in two: each half belongs to the tower it stands on, so depth is sorted tower by tower.

A half is called after the ground axis the bridge follows, "x" or "y", and after its end, "rear" or "front".
"""

from __future__ import annotations

from cloudtop.games.skybridge.art.blocks import front_edge
from cloudtop.games.skybridge.art.measures import CAMERA, CELL, HALF, STOREY
from cloudtop.games.skybridge.art.palette import INK, IVORY, PALETTE
from cloudtop.stage.svg import (
    Point,
    group,
    number,
    pair,
    path,
    polygon,
    polyline,
    rect,
    translate,
    use,
)

HALVES = {f"bridge-{along}-{'rear' if rear else 'front'}": (along, rear) for along in "xy" for rear in (True, False)}

DECK = HALF - 1.5
"""Half the width: the bridge's sharp edges lie flush with the rounded ones of a block."""
SPAN = CELL / 2
"""From a tower's centre to the middle of the bridge."""
OVERLAP = 0.7
"""How far the rear half reaches under the front half, to hide the seam."""
ARCH_RISE = 13.5
RAIL_START = DECK + 7
RAIL_RISE = 6.0
RAIL_WIDTH = 6.0


def on_flank(along: str) -> str:
    """Transform of a flat drawing on to the long side; along y it is mirrored."""
    return CAMERA.left_wall(DECK) if along == "x" else CAMERA.right_wall(DECK) + " scale(-1 1)"


def shade_of(along: str) -> str:
    """The paint that shades the long side."""
    return PALETTE["left"] if along == "x" else PALETTE["right"]


def arch(rear: bool) -> str:
    """Path data of half the arch, from the tower's edge to the middle."""
    sign, sweep = (1, 1) if rear else (-1, 0)
    return f"A{number(SPAN - DECK)} {ARCH_RISE} 0 0 {sweep} {number(sign * SPAN)} {-ARCH_RISE}"


def flank(along: str, rear: bool) -> str:
    """The long side of half a bridge, with its half of the arch and the lit rim of that."""
    sign = 1 if rear else -1
    middle = sign * (SPAN + (OVERLAP if rear else 0))
    spring = sign * DECK
    side = f"M{number(-spring)} 0H{number(spring)}{arch(rear)}H{number(middle)}V{-STOREY:g}H{number(-spring)}Z"
    rim = f"M{number(spring)} 0{arch(rear)}"
    return group(
        path(side, "currentColor"),
        path(side, shade_of(along)),
        use("skybridge-part-wall1"),
        path(rim, stroke=IVORY, stroke_opacity=0.55, stroke_width=1.8),
        path(
            rim,
            stroke=INK,
            stroke_opacity=0.55,
            stroke_width=1.2,
            transform=f"translate({number(-1.5 * sign)}-1.6)",
        ),
        transform=on_flank(along),
    )


def reveal(along: str) -> str:
    """The sliver of the arch's inside that shows behind its rear foot."""
    data = f"M{number(DECK)} 0A{number(SPAN - DECK)} {ARCH_RISE} 0 0 1 {number(DECK + 8)}-9.6Z"
    return group(path(data, "currentColor"), path(data, INK, fill_opacity=0.62), transform=on_flank(along))


def end(along: str) -> str:
    """The short side, which only the front half shows."""
    wall, shade = (CAMERA.right_wall, "right") if along == "x" else (CAMERA.left_wall, "left")
    side = f"M{number(-DECK)} 0H{number(DECK)}V{-STOREY:g}H{number(-DECK)}Z"
    return group(
        path(side, "currentColor"),
        path(side, PALETTE[shade]),
        use("skybridge-part-wall1"),
        transform=wall(DECK),
    )


def deck(along: str, rear: bool) -> str:
    """The top of half a bridge: planks over the gap and, where it bears on the tower, the lid of a block."""
    sign = 1 if rear else -1
    low, high = (-DECK, SPAN + OVERLAP) if rear else (-SPAN, DECK)
    joints = "".join(f"M{pair(sign * (DECK + step), -DECK)}V{number(DECK)}" for step in range(1, int(SPAN - DECK), 6))
    swap = " matrix(0 1 1 0 0 0)" if along == "y" else ""
    return group(
        rect(low, -DECK, high - low, 2 * DECK, rx=2, fill="currentColor"),
        rect(low, -DECK, high - low, 2 * DECK, rx=2, fill=PALETTE["lid"]),
        path(joints, stroke=INK, stroke_opacity=0.38, stroke_width=1.1),
        transform=CAMERA.ground(STOREY) + swap,
    ) + use("skybridge-part-lid", transform=f"{translate(0, -STOREY)} scale({number(DECK / HALF, 3)})")


def at(along: str, position: float, side: float, up: float = 0.0) -> Point:
    """The screen point of a place on the bridge: so far along it, so far to its near side, so high."""
    return CAMERA.point(position, side, up) if along == "x" else CAMERA.point(side, position, up)


def rail(along: str) -> str:
    """A low parapet of one half, from its end at the tower (rear half) or at the middle (front half)."""
    length, foot, head = SPAN - RAIL_START + OVERLAP, STOREY, STOREY + RAIL_RISE

    def face(*corners: tuple[float, float, float]) -> str:
        return polygon([at(along, *corner) for corner in corners])

    side = face((0, 0, foot), (length, 0, foot), (length, 0, head), (0, 0, head))
    cap = face((0, 0, head), (length, 0, head), (length, -RAIL_WIDTH, head), (0, -RAIL_WIDTH, head))
    return (
        path(side, "currentColor")
        + path(side, shade_of(along))
        + path(cap, "currentColor")
        + path(cap, IVORY, fill_opacity=0.42)
    )


def rails(along: str, rear: bool) -> str:
    """The parapets on the far and on the near side of half a bridge."""
    start = RAIL_START if rear else -SPAN
    return "".join(
        use(f"skybridge-part-rail-{along}", transform=translate(*at(along, start, side)))
        for side in (-DECK + RAIL_WIDTH, DECK)
    )


def bridge(along: str, rear: bool) -> str:
    """Half a bridge, standing on the tower it is drawn at, in the current colour and without its glyphs."""
    if rear:
        sides = reveal(along) + flank(along, rear)
    else:
        sides = end(along) + flank(along, rear) + front_edge(DECK * 2 * CAMERA.down, STOREY)
    return sides + deck(along, rear) + rails(along, rear)


def bridge_marks(along: str, rear: bool) -> list[str]:
    """Where half a bridge carries its glyph: lid, long side and, at the front half, its end."""
    side, short = (CAMERA.left_wall, CAMERA.right_wall) if along == "x" else (CAMERA.right_wall, CAMERA.left_wall)
    walls = [side] if rear else [side, short]
    return [f"{CAMERA.facing(STOREY)} scale(1.75)"] + [f"{wall(HALF, STOREY / 2)} scale(.72 .62)" for wall in walls]


def bridge_outline(along: str, rear: bool) -> str:
    """Path data of the line around half a bridge, open where the other half goes on."""
    if rear:
        places = ((SPAN, -DECK, STOREY), (-DECK, -DECK, STOREY), (-DECK, DECK, STOREY), (-DECK, DECK, 0))
        foot = ((DECK, DECK, 0), (DECK + 10, DECK, ARCH_RISE * 0.75), (SPAN, DECK, ARCH_RISE))
    else:
        places = ((-SPAN, -DECK, STOREY), (DECK, -DECK, STOREY), (DECK, -DECK, 0), (DECK, DECK, 0))
        foot = ((-DECK, DECK, 0), (-DECK - 10, DECK, ARCH_RISE * 0.75), (-SPAN, DECK, ARCH_RISE))
    return polyline([at(along, *place) for place in places + foot])
