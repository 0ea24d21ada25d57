"""Beanstalk roads: where they run on a card, and how they look."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, degrees, pi, sin

from cloudtop.games.cloudy_kingdom.art.measures import HALF, OVERHANG, ROAD_END
from cloudtop.games.cloudy_kingdom.art.palette import (
    GOLD,
    GOLD_DEEP,
    GREEN_ROAD,
    LEAF,
    LEAF_DARK,
    LEAF_PALE,
    SHADE,
    WHITE,
    RoadPaint,
)
from cloudtop.games.cloudy_kingdom.art.strokes import line, points_text, stamp, walk
from cloudtop.stage.svg import Point, circle, group, path, polyline

ENTRY: dict[str, Point] = {"a": (-HALF, 0.0), "b": (HALF, 0.0), "l": (0.0, -HALF), "r": (0.0, HALF)}
"""Where a road crosses the edge of the centre."""
OUTER: dict[str, Point] = {
    "a": (-ROAD_END, 0.0),
    "b": (ROAD_END, 0.0),
    "l": (0.0, -HALF - OVERHANG),
    "r": (0.0, HALF + OVERHANG),
}
"""Where a road leaves the card."""
BEND_HANDLE = 11.0
"""Control handle of a bend: short, so that two bends on one card keep well apart."""
WIDTHS = {"shadow": 27.0, "edge": 22.0, "side": 18.0, "top": 11.5}
STRAND_STEP, STRAND_SWING = 12.0, 11.0


def towards_centre(end: str) -> Point:
    """The control point of a bend, inside the centre's edge at this end."""
    x, y = ENTRY[end]
    return x * (1 - BEND_HANDLE / HALF), y * (1 - BEND_HANDLE / HALF)


def bend_points(first: str, second: str, steps: int = 8) -> list[Point]:
    """Points along the bend between two neighbouring ends, within the centre."""
    corners = (ENTRY[first], towards_centre(first), towards_centre(second), ENTRY[second])
    points = []
    for done in (step / steps for step in range(steps + 1)):
        left = 1 - done
        weights = (left**3, 3 * done * left**2, 3 * done**2 * left, done**3)
        x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
        y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
        points.append((x, y))
    return points


def road_lines(joined: str) -> list[list[Point]]:
    """Centre lines of the road that joins these ends, each from edge to edge of the card.

    Two ends give one line; three or four give a line through and a spoke for every end left over.
    """
    if len(joined) == 2:
        middle = [] if joined in ("ab", "lr") else bend_points(joined[0], joined[1])
        return [[OUTER[joined[0]], *middle, OUTER[joined[1]]]]
    if len(joined) == 4:
        return [[OUTER["a"], OUTER["b"]], [OUTER["l"], OUTER["r"]]]
    through = "ab" if {"a", "b"} <= set(joined) else "lr"
    spoke = next(end for end in joined if end not in through)
    return [[OUTER[through[0]], OUTER[through[1]]], [OUTER[spoke], (0.0, 0.0)]]


def strand(points: Sequence[Point], swing: float) -> str:
    """Path data of a tendril that winds around a line, `swing` to either side."""
    places = walk(points, STRAND_STEP / 2)
    pieces = [f"M{points_text(places[0][:2])}"]
    for index in range(2, len(places), 2):
        x, y, heading = places[index - 1]
        reach = swing if index % 4 else -swing
        control = (x - reach * sin(heading), y + reach * cos(heading))
        pieces.append(f"Q{points_text(control, places[index][:2])}")
    return "".join(pieces)


def stalk(lines: Sequence[Sequence[Point]], paint: RoadPaint = GREEN_ROAD) -> str:
    """A beanstalk along all lines at once: their outlines merge, so that a crossing looks like one plant."""
    data = "".join(polyline(points) for points in lines)
    twine = "".join(strand(points, STRAND_SWING) + strand(points, -STRAND_SWING) for points in lines)
    return group(
        line(data, SHADE, WIDTHS["shadow"], stroke_opacity=0.2),
        line(data, paint.edge, WIDTHS["edge"]),
        line(data, paint.side, WIDTHS["side"]),
        line(data, paint.top, WIDTHS["top"]),
        line(twine, paint.strand, 1.8),
        stroke_linejoin="round",
    )


def leaf() -> str:
    """A leaf with its stem at the origin, pointing east."""
    outline = path("M0 0C2 -6 8 -6 12 0C8 4 3 4 0 0Z", LEAF, stroke=LEAF_DARK, stroke_width=1)
    return outline + line("M2 0Q6 -2 10 0", LEAF_PALE, 1)


def leaves(points: Sequence[Point], every: float = 24, start: float = 12) -> str:
    """Leaves on alternating sides of a road, growing forward along it."""
    foot = WIDTHS["edge"] / 2 - 2
    sprouts = []
    for index, (x, y, heading) in enumerate(walk(points, every, start)):
        side = 1 if index % 2 else -1
        place = (x - side * foot * sin(heading), y + side * foot * cos(heading))
        sprouts.append(stamp("leaf", *place, degrees(heading) + side * 48))
    return "".join(sprouts)


def blossom(radius: float = 7.5) -> str:
    """A flower of five petals around the origin, the sign that roads join here."""
    angles = [2 * pi * index / 5 - pi / 2 for index in range(5)]
    petals = (circle(radius * 0.62 * cos(angle), radius * 0.62 * sin(angle), radius * 0.46) for angle in angles)
    return group(*petals, fill=WHITE, stroke="#d48bb0", stroke_width=0.8) + circle(
        0, 0, radius * 0.4, fill=GOLD, stroke=GOLD_DEEP, stroke_width=0.7
    )


def junction(paint: RoadPaint) -> str:
    """The round, flowering place where three or four roads meet."""
    return (
        circle(0, 0, 14.5, fill=paint.top, stroke=paint.edge, stroke_width=2)
        + circle(0, 0, 11, fill="none", stroke=paint.strand, stroke_width=1.5, stroke_dasharray="3 2.5")
        + stamp("part-blossom")
    )


def leafy_road(joined: str, paint: RoadPaint = GREEN_ROAD) -> str:
    """The road that joins a group of ends, with its leaves."""
    lines = road_lines(joined)
    road = "".join(leaves(points) for points in lines) + stalk(lines, paint)
    return road + junction(paint) if len(joined) > 2 else road


SHARED_ROADS = {
    "ab": ("part-ab", ""),
    "lr": ("part-lr", ""),
    "al": ("part-al", ""),
    "ar": ("part-al", "1 -1"),
    "bl": ("part-al", "-1 1"),
    "br": ("part-al", "-1 -1"),
}
"""Roads between two ends: the part that draws them, and how it is mirrored."""


def joined_road(joined: str, paint: RoadPaint) -> str:
    """A road as part of a face: shared where it joins two ends, drawn where it joins more."""
    if joined in SHARED_ROADS:
        part, mirror = SHARED_ROADS[joined]
        return stamp(part, mirror=mirror)
    return leafy_road(joined, paint)


def road_parts() -> dict[str, str]:
    """What faces share of roads."""
    parts = {f"part-{joined}": leafy_road(joined) for joined in ("ab", "lr", "al")}
    return parts | {"leaf": leaf(), "part-blossom": blossom()}
