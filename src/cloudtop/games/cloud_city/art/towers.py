"""Buildings of three heights: each has its own number of floors and its own sign on the roof."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from math import cos, radians, sin

from cloudtop.games.cloud_city.art.measures import (
    CAMERA,
    CORNICE,
    CORNICE_DEPTH,
    FOREST,
    LEVELS,
    PLINTH_HEIGHT,
    RIVER,
    SAND,
    SHAFT,
    SUN_LEAN,
    Level,
)
from cloudtop.games.cloud_city.art.palette import CREAM, GOLD, GOLD_DARK, NIGHT, PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.solids import square_block, stroke
from cloudtop.stage.svg import Point, group, path, polygon, polyline, use

WINDOW_HALF, WINDOW_HEIGHT, WINDOW_OFFSET = 0.062, 0.235, 0.14
LOWEST_SILL = 0.33
VARIANTS = "ab"
"""Two buildings of one height differ in their lit windows."""
SHADOWS = {"inner": True, "outer": False}
"""Whether a building's shadow reaches into the next space: where that has no tile, it ends."""
SHADOW = 0.22


def tower(level: Level, variant: int) -> str:
    """A building."""
    left, right, top = (PALETTE[f"{level.key}-{face}"] for face in ("left", "right", "top"))
    eaves = level.height - CORNICE_DEPTH
    return (
        square_block(CORNICE, 0, PLINTH_HEIGHT).draw(left, right, top)
        + square_block(SHAFT, PLINTH_HEIGHT, eaves).draw(left, right, top)
        + foot_shade(level)
        + string_courses(level)
        + windows(level, variant)
        + eaves_shade(eaves)
        + stroke(
            polyline([CAMERA.point(SHAFT, SHAFT, PLINTH_HEIGHT), CAMERA.point(SHAFT, SHAFT, eaves)]),
            WHITE,
            1.3,
            opacity=0.5,
        )
        + square_block(CORNICE, eaves, level.height).draw(left, right, top)
        + stroke(polyline(front(CORNICE, level.height)), WHITE, 1.3, opacity=0.6)
        + roof(level, level.height)
    )


def front(half: float, z: float) -> list[Point]:
    """The two near edges of a square around the origin at a height, from left to right."""
    return [CAMERA.point(x, y, z) for x, y in ((-half, half), (half, half), (half, -half))]


def foot_shade(level: Level) -> str:
    """The soft shade where the walls meet the ground."""
    lower = square_block(SHAFT, PLINTH_HEIGHT, min(0.8, level.height * 0.55))
    return path(polygon(lower.left()), PALETTE["foot"]) + path(polygon(lower.right()), PALETTE["foot"])


def eaves_shade(eaves: float) -> str:
    """The shade that the cornice throws on the walls."""
    upper = front(SHAFT, eaves)
    lower = [(x, y + 0.085 * CAMERA.rise) for x, y in reversed(upper)]
    return path(polygon(upper + lower), NIGHT, opacity=0.18)


def sills(level: Level) -> list[float]:
    """The height of each floor's windowsills."""
    if level.floors == 1:
        return [LOWEST_SILL]
    step = (level.height - 0.59 - LOWEST_SILL) / (level.floors - 1)
    return [LOWEST_SILL + step * floor for floor in range(level.floors)]


def string_courses(level: Level) -> str:
    """Thin ledges between the floors."""
    ledges = [(low + high) / 2 + 0.115 for low, high in pairwise(sills(level))]
    shape = "".join(polyline(front(SHAFT, z)) for z in ledges)
    return stroke(shape, NIGHT, 1.2, opacity=0.16) if shape else ""


def windows(level: Level, variant: int) -> str:
    """Two arched windows on each visible wall of each floor, some of them lit."""
    panes = {"left": "", "right": "", "dark": ""}
    for floor, sill in enumerate(sills(level)):
        for window, (wall, offset) in enumerate(product(("left", "right"), (-WINDOW_OFFSET, WINDOW_OFFSET))):
            lit = (floor * 3 + window * 5 + variant * 2) % 7 < 4
            panes[wall if lit else "dark"] += arch(wall, offset, sill)
    return (
        (path(panes["left"], PALETTE["lit"], opacity=0.82) if panes["left"] else "")
        + (path(panes["right"], PALETTE["lit"]) if panes["right"] else "")
        + (path(panes["dark"], PALETTE["unlit"]) if panes["dark"] else "")
    )


def arch(wall: str, centre: float, sill: float) -> str:
    """Path data of an arched opening in the left or right wall."""

    def at(along: float, z: float) -> Point:
        return CAMERA.point(along, SHAFT, z) if wall == "left" else CAMERA.point(SHAFT, along, z)

    spring = sill + WINDOW_HEIGHT - WINDOW_HALF
    vault = [
        at(centre + WINDOW_HALF * cos(radians(angle)), spring + WINDOW_HALF * sin(radians(angle)))
        for angle in range(0, 181, 30)
    ]
    return polygon([at(centre - WINDOW_HALF, sill), at(centre + WINDOW_HALF, sill), *vault])


def roof(level: Level, z: float) -> str:
    """The inlaid roof with the sign of its height."""
    inlay = polygon(CAMERA.rounded_square(0.27, 0.07, z))
    return (
        path(inlay, PALETTE[f"{level.key}-inlay"], opacity=0.8)
        + stroke(inlay, PALETTE[f"{level.key}-rail"], 1, opacity=0.45)
        + SIGNS[level](z, PALETTE[f"{level.key}-ink"])
    )


def waves(z: float, ink: str) -> str:
    """Two waves: River."""
    steps = [-0.16 + 0.32 * i / 12 for i in range(13)]
    swell = [(step * 0.7, 0.032 * sin(step * 40)) for step in steps]
    shape = "".join(
        polyline(CAMERA.point(row + t + wave, row - t + wave, z) for t, wave in swell) for row in (-0.056, 0.056)
    )
    return stroke(shape, ink, 2.8)


def fir(z: float, ink: str) -> str:
    """A fir: Forest."""
    tips = ((-0.15, -0.15), (0.115, -0.015), (-0.015, 0.115))
    trunk = polyline([CAMERA.point(0.05, 0.05, z), CAMERA.point(0.125, 0.125, z)])
    crown = polygon(CAMERA.point(x, y, z) for x, y in tips)
    return stroke(trunk, ink, 3.4) + path(crown, ink, stroke=ink, stroke_width=1.6, stroke_linejoin="round")


def lozenge(z: float, ink: str) -> str:
    """A lozenge: Sand."""
    corners = ((-0.11, -0.11), (0.11, -0.11), (0.11, 0.11), (-0.11, 0.11))
    return stroke(polygon(CAMERA.point(x, y, z) for x, y in corners), ink, 3)


SIGNS: dict[Level, Callable[[float, str], str]] = {RIVER: waves, FOREST: fir, SAND: lozenge}


def site(level: Level) -> str:
    """The coloured plot that a building stands on."""
    plot = polygon(CAMERA.rounded_square(0.41, 0.1))
    return path(plot, PALETTE[f"{level.key}-deck"], opacity=0.75) + stroke(
        plot, PALETTE[f"{level.key}-rail"], 1.5, opacity=0.65
    )


def sign_plate(level: Level) -> str:
    """The sign of a height on its own small roof, as a heading."""
    plate = polygon(CAMERA.rounded_square(CORNICE, 0.07))
    return group(path(plate, PALETTE[f"{level.key}-top"]), roof(level, 0), transform="scale(.6)")


def shadow(level: Level, whole: bool) -> str:
    """What a building's shadow covers on the ground: in its own space, and, if it is whole, in the next one too."""
    dx, dy = (lean * level.height for lean in SUN_LEAN)
    h = CORNICE
    corners = [(-h, -h), (h, -h), (h + dx, -h + dy), (h + dx, h + dy), (-h + dx, h + dy), (-h, h)]
    shape = corners if whole else short_of(corners, 0.5)
    return path(polygon(CAMERA.point(x, y) for x, y in shape), PALETTE["shadow"], opacity=SHADOW)


def short_of(corners: list[Point], edge: float) -> list[Point]:
    """A polygon cut off where y passes an edge."""
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        if y0 <= edge:
            kept.append((x0, y0))
        if (y0 <= edge) != (y1 <= edge):
            kept.append((x0 + (x1 - x0) * (edge - y0) / (y1 - y0), edge))
    return kept


def ring(level: Level, colour: str, inner: str, dashes: str | None = None) -> str:
    """The ring around the roof of a building that may end a walkway; all of the roof answers the pointer."""
    edge = polygon(CAMERA.rounded_square(0.43, 0.12, level.height))
    return (
        path(edge, WHITE, fill_opacity=0.18)
        + stroke(edge, GOLD_DARK, 8, opacity=0.6)
        + stroke(edge, colour, 5)
        + stroke(edge, inner, 2, dashes=dashes)
    )


def echo(level: Level) -> str:
    """The same ring with its roof, seen through whatever stands in front of it: which height it is, too."""
    edge = polygon(CAMERA.rounded_square(0.43, 0.12, level.height))
    return (
        path(edge, PALETTE[f"{level.key}-top"], opacity=0.5)
        + group(roof(level, level.height), opacity=0.85)
        + stroke(edge, CREAM, 2.2, dashes="5 7", opacity=0.9)
    )


def buildings() -> dict[str, str]:
    """Everything that belongs to a building, by name."""
    drawn = {}
    for level in LEVELS:
        for variant, letter in enumerate(VARIANTS):
            drawn[f"{level.key}-{letter}"] = tower(level, variant)
            body = use(f"{ROOM}-{level.key}-{letter}")
            for reach, whole in SHADOWS.items():
                drawn[f"{level.key}-{letter}-{reach}"] = shadow(level, whole) + body
        drawn[f"{level.key}-site"] = site(level)
        drawn[f"{level.key}-sign"] = sign_plate(level)
        drawn[f"{level.key}-ring-target"] = ring(level, WHITE, GOLD_DARK, "9 7")
        drawn[f"{level.key}-ring-chosen"] = ring(level, GOLD, WHITE)
        drawn[f"{level.key}-echo"] = echo(level)
    return drawn
