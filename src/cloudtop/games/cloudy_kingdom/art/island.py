"""The cloud that carries the field, and the beanstalk world around it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin

from cloudtop.games.cloudy_kingdom.art.measures import CASTLE_DEPTH, PITCH, ROOM
from cloudtop.games.cloudy_kingdom.art.palette import LEAF, LEAF_DARK, LEAF_PALE, PALETTE, WOOD, WOOD_DARK
from cloudtop.games.cloudy_kingdom.art.strokes import line, stamp, walk
from cloudtop.games.cloudy_kingdom.art.tricks import small_stalk
from cloudtop.stage.sky import CANVAS
from cloudtop.stage.svg import (
    Point,
    circle,
    element,
    ellipse,
    group,
    number,
    path,
    polygon,
    polyline,
    rect,
    use,
)

WINDINGS = 9
"""How often a vine winds around a great stalk."""


def outline(size: int) -> list[Point]:
    """The outline of field and castles, a broad cross, as a closed line."""
    near = size * PITCH / 2 - 6
    far = near + CASTLE_DEPTH
    quarter = [(-near, -far), (near, -far), (near, -near)]
    corners = []
    for _ in range(4):
        corners += quarter
        quarter = [(-y, x) for x, y in quarter]
    return [*corners, corners[0]]


def island(size: int) -> str:
    """The cloud that carries the field and its castles: one heap of balls, thrice, the lower in shade."""
    balls = []
    for index, (x, y, _) in enumerate(walk(outline(size), 33)):
        radius = 33 + 7 * sin(index * 2.4) + 3 * sin(index * 5.3)
        balls.append((x + 5 * sin(index * 1.7), y + 3 + 6 * sin(index * 3.1), radius * 1.1, radius))
    near, far = size * PITCH / 2, size * PITCH / 2 + CASTLE_DEPTH
    core = rect(-near, -far, 2 * near, 2 * far) + rect(-far, -near, 2 * far, 2 * near)
    heap = f"{ROOM}-island"
    rounds = "".join(ellipse(*ball) for ball in sorted(balls, key=lambda ball: ball[1]))
    return element("defs", group(core, rounds, id=heap)) + group(
        use(heap, 0, 36, fill=PALETTE["cloud-shade"], opacity=0.45),
        use(heap, 0, 18, fill=PALETTE["cloud"]),
        use(heap, fill=PALETTE["cloud"]),
        filter=PALETTE["soft"],
    )


def big_leaf() -> str:
    """A heart-shaped leaf of the great stalks, its stem at the origin, pointing east."""
    edge = "M4 0C2 -14 20 -22 32 -13C40 -8 45 -3 50 1C42 6 38 14 28 15C14 17 3 10 4 0Z"
    veins = "M5 0Q26 -4 47 1M14 -2Q19 -8 24 -13M24 -2Q30 -6 34 -9M16 -1Q22 6 27 11M27 -1Q33 4 36 8"
    return (
        line("M0 0H8", LEAF_DARK, 3)
        + path(edge, LEAF, stroke=LEAF_DARK, stroke_width=1.6)
        + path("M4 0C3 10 14 17 28 15C38 14 42 6 50 1Q26 -3 4 0Z", "#3d9436")
        + line(veins, LEAF_PALE, 1.2)
    )


def tapered(points: Sequence[Point], foot: float, tip: float) -> str:
    """Path data of a closed band along a line, `foot` wide at its start and `tip` wide at its end."""
    left, right = [], []
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(index - 1, 0)], points[min(index + 1, last)]
        heading = atan2(y1 - y0, x1 - x0)
        half = (foot + (tip - foot) * index / last) / 2
        left.append((x + half * sin(heading), y - half * cos(heading)))
        right.append((x - half * sin(heading), y + half * cos(heading)))
    return polygon(left + right[::-1])


def along(points: Sequence[Point], share: float) -> Point:
    """The point at a share (0 to 1) of the way through a line's points."""
    place = min(share, 1) * (len(points) - 1)
    index = min(int(place), len(points) - 2)
    (x0, y0), (x1, y1) = points[index], points[index + 1]
    return x0 + (x1 - x0) * (place - index), y0 + (y1 - y0) * (place - index)


def climber(points: Sequence[Point], front: bool) -> str:
    """Path data of a vine winding around a great stalk: the turns before it, or those behind."""
    steps = 6
    pieces = []
    for winding in range(WINDINGS):
        start = winding / WINDINGS + (0 if front else 0.5 / WINDINGS)
        run = []
        for step in range(steps + 1):
            share = start + step / steps * 0.5 / WINDINGS
            x, y = along(points, share)
            swing = (30 - 22 * share) * 0.62
            run.append((x - swing * cos(2 * pi * WINDINGS * share), y))
        pieces.append(polyline(run))
    return "".join(pieces)


def great_stalk(x: float, lean: float, top: int) -> str:
    """A giant beanstalk growing out of the sea of clouds, with leaves and a curl at its tip."""
    height = CANVAS[1]
    points = [(x + lean * (height - y) / height + 20 * sin(y / 90), float(y)) for y in range(height, top, -14)]
    foliage = "".join(
        stamp(
            "big-leaf",
            leaf_x,
            leaf_y,
            (-24 if index % 2 else 204) + 14 * sin(index * 2.4),
            1.75 - index * 0.08,
        )
        for index, (leaf_x, leaf_y, _) in enumerate(walk(points, 62, 40))
    )
    curl_x, curl_y = points[-1]
    curl = f"M{number(curl_x)} {number(curl_y + 4)}c-2 -30 32 -36 34 -10c1 17 -21 17 -19 2"
    behind, before = climber(points, front=False), climber(points, front=True)
    return (
        small_stalk(curl, 8)
        + line(behind, LEAF_DARK, 8, stroke_linecap="round")
        + foliage
        + path(tapered(points, 34, 10), LEAF_DARK)
        + path(tapered(points, 29, 7), "#3d9a37")
        + path(tapered([(at - 4, y) for at, y in points], 10, 2), "#8fd44e", fill_opacity=0.75)
        + line(before, LEAF_DARK, 9, stroke_linecap="round")
        + line(before, "#6cbf43", 5.6, stroke_linecap="round")
        + line(before, LEAF_PALE, 1.6, stroke_linecap="round", stroke_opacity=0.8)
    )


def balloon(x: float, y: float, scale: float) -> str:
    """A striped hot-air balloon."""
    bag = "M0 -44C26 -44 38 -24 34 -4C30 14 16 24 9 36H-9C-16 24 -30 14 -34 -4C-38 -24 -26 -44 0 -44Z"
    stripes = "M0 -44C12 -44 17 -24 15 -4C13 14 8 24 4 36H-4C-8 24 -13 14 -15 -4C-17 -24 -12 -44 0 -44Z"
    shade = "M12 -42C30 -36 38 -20 34 -4C30 14 16 24 9 36H4C12 24 26 6 24 -10C23 -24 20 -34 12 -42Z"
    return group(
        path(bag, "#e8654f"),
        path(stripes, "#ffe7b0"),
        path(shade, "#a92f38", fill_opacity=0.45),
        line("M-8 36L-6 50M8 36L6 50", WOOD_DARK, 1.4),
        rect(-8, 50, 16, 12, rx=3, fill=WOOD, stroke=WOOD_DARK),
        transform=f"translate({number(x)} {number(y)})scale({scale:g})",
    )


def far_kingdom(x: float, y: float, scale: float) -> str:
    """The silhouette of another kingdom on the horizon."""
    towers = "M-30 0V-22L-24 -36L-18 -22V-10H-8V-38L0 -58L8 -38V-12H16V-26L23 -42L30 -26V0Z"
    place = f"translate({number(x)} {number(y)})scale({scale:g})"
    foot = use("sky-heap-sea", transform="translate(0 4) scale(.34 .24)")
    return group(path(towers, PALETTE["far"], opacity=0.85), foot, transform=place)


def fireflies() -> str:
    """Little lights around the great stalks, seen only at dusk."""
    lights = []
    for index in range(26):
        x = (1090 if index % 2 else 10) + index * 83 % 180
        y = 320 + index * 197 % 480
        lights.append(circle(x, y, 5, fill_opacity=0.22) + circle(x, y, 1.7))
    return group(*lights, fill=PALETTE["firefly"])


def surroundings() -> str:
    """What stands in the sky around the island."""
    return group(
        far_kingdom(232, 668, 1.0),
        far_kingdom(1052, 690, 0.95),
        balloon(1082, 430, 0.8),
        great_stalk(88, 24, 190),
        great_stalk(1205, -22, 300),
        fireflies(),
        aria_hidden="true",
        pointer_events="none",
    )
