"""Walkways, cut into one part for each space they pass, and the badges that tell their votes."""

from __future__ import annotations

from itertools import product
from typing import Literal

from cloudtop.games.cloud_city.art.measures import (
    CAMERA,
    DECK_HALF,
    DECK_THICKNESS,
    FOREST,
    LEVELS,
    RAILING,
    RIVER,
    WALKWAY_FROM,
    Level,
)
from cloudtop.games.cloud_city.art.palette import CREAM, GOLD, GOLD_DARK, NIGHT, PALETTE, ROOM
from cloudtop.games.cloud_city.art.solids import Block, stroke
from cloudtop.games.cloud_city.pieces import Box
from cloudtop.stage.svg import (
    Point,
    centred_rect,
    circle,
    group,
    path,
    polygon,
    polyline,
    text,
    translate,
    use,
)

Axis = Literal["x", "y"]
Part = Literal["start", "middle", "end"]
AXES: tuple[Axis, ...] = ("x", "y")
SPAN: dict[Part, tuple[float, float]] = {
    "start": (WALKWAY_FROM, 0.5),
    "middle": (-0.5, 0.5),
    "end": (-0.5, -WALKWAY_FROM),
}
"""From where to where a part reaches along its axis, from the centre of its space."""

BADGE_RADIUS = 14.0
SIZES = {"square": 1.3, "rectangle": 1.55, "small": 1.85}
"""How large the badges of a city are drawn, so that they can be read on a phone and beside the stage."""
DIGIT, DIGITS = 21.0, 16.0
"""The lettering of a badge: of one figure, of two."""
SHADOW = 0.14


def along(axis: Axis, distance: float, side: float, z: float) -> Point:
    """A point of a walkway: so far along its axis, so far to its side."""
    return CAMERA.point(distance, side, z) if axis == "x" else CAMERA.point(side, distance, z)


def spread(first: float, last: float, per_space: int) -> list[float]:
    """Evenly spaced places from first to last, about so many in each space."""
    count = max(1, round((last - first) * per_space))
    return [first + (last - first) * i / count for i in range(count + 1)]


def walkway_part(level: Level, axis: Axis, part: Part) -> str:
    """What one space shows of a walkway."""
    first, last = SPAN[part]
    bottom = level.height + 0.015
    deck = bottom + DECK_THICKNESS
    plan = (first, -DECK_HALF, last, DECK_HALF) if axis == "x" else (-DECK_HALF, first, DECK_HALF, last)
    left, right, top = (PALETTE[f"{level.key}-{face}"] for face in ("deck-left", "deck-right", "deck"))
    return (
        Block(*plan, bottom, deck).draw(left, right, top)
        + planks(level, axis, part, deck)
        + railing(level, axis, part, deck)
        + lamps(axis, part, deck)
    )


def planks(level: Level, axis: Axis, part: Part, deck: float) -> str:
    """The joints between a deck's planks."""
    half = DECK_HALF - 0.02
    joints = spread(*SPAN[part], 7)[1:-1]
    shape = "".join(polyline([along(axis, t, -half, deck), along(axis, t, half, deck)]) for t in joints)
    return stroke(shape, PALETTE[f"{level.key}-rail"], 1, opacity=0.3) if shape else ""


def railing(level: Level, axis: Axis, part: Part, deck: float) -> str:
    """Posts and handrails on both sides of a deck."""
    side, rail = DECK_HALF - 0.03, deck + RAILING
    posts = "".join(
        polyline([along(axis, t, s, deck), along(axis, t, s, rail)])
        for s in (-side, side)
        for t in spread(*SPAN[part], 3)
    )
    rails = [[along(axis, t, s, rail) for t in SPAN[part]] for s in (-side, side)]
    shine = "".join(polyline((x, y - 1.1) for x, y in ends) for ends in rails)
    ink = PALETTE[f"{level.key}-rail"]
    return (
        stroke(posts, ink, 2)
        + stroke("".join(map(polyline, rails)), ink, 2.4)
        + stroke(shine, PALETTE[f"{level.key}-inlay"], 1.1, opacity=0.9)
    )


def lamps(axis: Axis, part: Part, deck: float) -> str:
    """A lamp on each side where a walkway begins or ends, lit at dusk."""
    if part == "middle":
        return ""
    place = SPAN[part][0 if part == "start" else 1]
    points = [along(axis, place, side, deck + RAILING) for side in (-0.135, 0.135)]
    return "".join(circle(x, y - 2, 9, fill=PALETTE["lamp"]) for x, y in points)


def walkway_line(level: Level, axis: Axis, part: Part) -> str:
    """The gilded edge of a part of the walkway built last, or of one that is being considered."""
    deck = level.height + 0.015 + DECK_THICKNESS
    half = DECK_HALF + 0.015
    edges = "".join(polyline(along(axis, t, side, deck) for t in SPAN[part]) for side in (-half, half))
    return stroke(edges, NIGHT, 5, opacity=0.35) + stroke(edges, GOLD, 3)


def walkway_shadow(axis: Axis, length: int) -> str:
    """What a walkway's shadow covers, drawn where the walkway would lie on the ground."""
    first, last = WALKWAY_FROM, length - WALKWAY_FROM
    half = DECK_HALF - 0.01
    corners = ((first, -half), (last, -half), (last, half), (first, half))
    return path(polygon(along(axis, t, side, 0) for t, side in corners), PALETTE["shadow"], opacity=SHADOW)


LANES = {"river": -0.14, "forest": 0.0, "sand": 0.14}
"""How far to the side a walkway is drawn on a plan, so that one does not lie upon another."""


def lane(level: Level, axis: Axis) -> Point:
    """Where the middle line of a walkway runs on a plan, from that of its spaces."""
    aside = LANES[level.key]
    return (0.0, aside) if axis == "x" else (aside, 0.0)


def badge_body(level: Level, fill: str, stroke: str, width: float) -> str:
    """A badge's outline, which tells the height without its colour: round, square, six-sided."""
    if level is RIVER:
        return circle(0, 0, BADGE_RADIUS, fill=fill, stroke=stroke, stroke_width=width)
    if level is FOREST:
        return centred_rect(13, 13, 6, fill=fill, stroke=stroke, stroke_width=width)
    hexagon = "M0-16.5 14.5-8V8L0 16.5-14.5 8V-8Z"
    return path(hexagon, fill, stroke=stroke, stroke_width=width, stroke_linejoin="round")


def badge(level: Level, value: int) -> str:
    """A walkway's votes."""
    size = DIGIT if value < 10 else DIGITS
    return (
        group(badge_body(level, NIGHT, NIGHT, 1), transform=translate(0, 2.5), opacity=0.28)
        + badge_body(level, CREAM, PALETTE[f"{level.key}-rail"], 2.6)
        + text(str(value), 0, 0.35 * size, size, PALETTE[f"{level.key}-ink"])
    )


def badge_halo(level: Level) -> str:
    """The golden rim of the badge of the walkway built last, or of one that is being considered."""
    return badge_body(level, GOLD_DARK, GOLD_DARK, 11) + badge_body(level, GOLD, GOLD, 8)


def walkways(box: Box) -> dict[str, str]:
    """Everything that belongs to a walkway, by name."""
    drawn = {}
    for axis, length in product(AXES, box.values):
        drawn[f"walk-shadow-{axis}-{length}"] = walkway_shadow(axis, length)
    for level in LEVELS:
        for axis, part in product(AXES, SPAN):
            name = f"{level.key}-walk-{axis}-{part}"
            drawn[name] = walkway_part(level, axis, part)
            drawn[f"{name}-gold"] = use(f"{ROOM}-{name}") + walkway_line(level, axis, part)
        drawn[f"{level.key}-halo"] = badge_halo(level)
        for size, scale in SIZES.items():
            drawn[f"{level.key}-halo-{size}"] = use(f"{ROOM}-{level.key}-halo", transform=f"scale({scale})")
        for value in box.values.values():
            name = f"{level.key}-value-{value}"
            drawn[name] = badge(level, value)
            for size, scale in SIZES.items():
                drawn[f"{name}-{size}"] = use(f"{ROOM}-{name}", transform=f"scale({scale})")
    return drawn
