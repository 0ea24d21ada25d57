"""The pictures on the eight printed magic cards."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from cloudtop.games.cloudy_kingdom.art.palette import GOLD, GOLD_PALE, INK, LEAF_DARK, WHITE
from cloudtop.games.cloudy_kingdom.art.strokes import line, moved, puffs, sparkle, stamp
from cloudtop.stage.svg import circle, ellipse, group, path, polyline, rect


def arrow_head(x: float, y: float, turn: float, colour: str) -> str:
    """A triangular arrow head pointing east before it is turned."""
    return path(
        "M-5 -6L6 0L-5 6Z",
        fill=colour,
        stroke=INK,
        stroke_width=1,
        stroke_linejoin="round",
        transform=moved(x, y, turn),
    )


def small_stalk(data: str, width: float = 10) -> str:
    """A simple beanstalk along path data, for illustrations."""
    layers = ((LEAF_DARK, width), ("#3d9a37", width - 2.6), ("#8fd44e", width * 0.38))
    return group(
        *(line(data, colour, thick) for colour, thick in layers),
        stroke_linecap="round",
    )


def golden_line(data: str) -> str:
    """A bold golden line with a dark outline."""
    return group(
        line(data, INK, 7),
        line(data, GOLD, 4.4),
        stroke_linecap="round",
    )


def small_card(x: float, y: float, turn: float, content: str) -> str:
    """A tiny upright card for illustrations."""
    return group(
        rect(-9, -15, 18, 30, rx=3, fill="#fffaf0", stroke=INK, stroke_width=1.2),
        rect(-7, -13, 14, 26, rx=2, fill="#9fd4f7"),
        content,
        transform=moved(x, y, turn),
    )


def cut_picture() -> str:
    """Shears snapping a beanstalk in two."""
    blades = path("M-25 -11L9 3.5L6 8.5Z", fill="#f3f6ff") + path("M-25 17L9 2.5L6 -2.5Z", fill="#c3cce0")
    handles = circle(17, 11, 6.5) + circle(17, -5, 6.5)
    return (
        small_stalk("M0 52C-3 40 3 32 0 22", 12)
        + ellipse(0, 21, 6, 2.6, fill="#efe3a4", stroke=LEAF_DARK)
        + group(
            small_stalk("M0 -52C3 -42 -3 -34 0 -23", 12)
            + ellipse(0, -22, 6, 2.6, fill="#efe3a4", stroke=LEAF_DARK)
            + stamp("leaf", 5, -34, -30, 1.25)
            + stamp("leaf", -5, -40, 205, 1.25),
            transform="rotate(9)",
        )
        + stamp("leaf", 5, 36, -25, 1.25)
        + stamp("leaf", -5, 42, 200, 1.25)
        + group(blades, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
        + group(handles, fill="none", stroke=INK, stroke_width=6)
        + group(handles, fill="none", stroke=GOLD, stroke_width=3.8)
        + circle(7, 3, 2.2, fill=INK)
        + sparkle(-18, -24, 5)
        + sparkle(-19, 30, 4)
    )


def inspiration_picture() -> str:
    """A shining idea over two cards to choose from."""
    rays = "".join(
        polyline([(18 * cos(turn), -18 + 18 * sin(turn)), (25 * cos(turn), -18 + 25 * sin(turn))])
        for turn in (2 * pi * index / 10 for index in range(10))
    )
    return (
        circle(0, -18, 24, fill=GOLD, fill_opacity=".25")
        + line(rays, GOLD_PALE, 2.2, stroke_linecap="round")
        + path(
            "M-5 -4C-5 -10 -13 -13 -13 -20A13 13 0 0 1 13 -20C13 -13 5 -10 5 -4Z",
            fill=GOLD,
            stroke=INK,
            stroke_width=1.3,
        )
        + line("M-9 -22A9 9 0 0 1 -1 -30", WHITE, 2.4, stroke_linecap="round")
        + rect(-5, -4, 10, 6, rx=2, fill="#b9c2d8", stroke=INK, stroke_width=1.2)
        + line("M0 -5V-13M0 -11L-4 -16M0 -11L4 -16", LEAF_DARK, 1.8, stroke_linecap="round")
        + small_card(-10, 33, -14, line("M0 -13V13", "#3d9a37", 5))
        + small_card(10, 33, 14, line("M0 -13V0H7", "#3d9a37", 5, stroke_linejoin="round"))
    )


def burning_picture() -> str:
    """A crossroads in flames."""
    roads = "M-25 14H25M0 -22V48"
    return (
        line(roads, "#4a1710", 15)
        + line(roads, "#a8330f", 11)
        + line(roads, "#ff9a2e", 6)
        + stamp("fire", 0, 9, 0, 0.8)
        + sparkle(-15, -34, 4, "#ffd15c")
        + sparkle(14, -40, 5, "#ffd15c")
    )


def dead_end_picture() -> str:
    """A road that stops at a wall."""
    return (
        small_stalk("M0 52C-10 40 8 34 0 16", 13)
        + stamp("leaf", 7, 40, -20, 1.25)
        + stamp("leaf", -8, 46, 200, 1.25)
        + stamp("barrier", 0, 0, 0, 1.05)
        + puffs(((-17, -26, 6), (-7, -30, 8), (6, -30, 9), (17, -26, 6)))
    )


def quick_growth_picture() -> str:
    """A bean shooting up through a cloud, two cards high."""
    chevrons = "".join(f"M{x} {y}l6 -6l6 6" for x in (-25, 13) for y in (-8, 1, 10))
    return (
        small_stalk("M0 40C-12 26 12 14 0 -2S-7 -30 2 -44", 10)
        + stamp("leaf", 2, 26, -25, 1.38)
        + stamp("leaf", -2, 14, 205, 1.38)
        + stamp("leaf", 4, -12, -40, 1.5)
        + stamp("leaf", -4, -22, 220, 1.5)
        + stamp("leaf", 2, -42, -70, 1.38)
        + golden_line(chevrons)
        + puffs(((-17, 46, 6), (-8, 43, 7), (8, 43, 7), (17, 46, 6)))
        + path(
            "M-10 40C-10 30 2 28 8 34C13 40 6 48 -1 47C-7 46 -10 44 -10 40Z",
            fill="#c9542f",
            stroke=INK,
            stroke_width=1.3,
        )
        + line("M-5 38C-4 34 0 33 2 34", "#ffd9c2", 2, stroke_linecap="round")
    )


def green_hand_picture() -> str:
    """An open green hand with a sprout on its palm."""
    fingers = "M-11 12V-14M-3.6 10V-22M4 10V-20M11 12V-12M12 24C19 18 21 12 23 4"
    return (
        line(fingers, LEAF_DARK, 9.6, stroke_linecap="round")
        + path("M-15.8 6V26C-15.8 36 -9 40 0 40C10 40 16 34 17 24V6Z", fill=LEAF_DARK)
        + line(fingers, "#6ec24a", 6.8, stroke_linecap="round")
        + path("M-14.2 8V26C-14.2 35 -8 38.4 0 38.4C9 38.4 14.6 33 15.4 24V8Z", fill="#6ec24a")
        + rect(-12, 40, 24, 11, rx=3, fill="#e8e0ff", stroke=INK, stroke_width=1.2)
        + circle(0, 21, 9, fill="#fffaf0", stroke=LEAF_DARK, stroke_width=1.2)
        + line("M0 28V20", LEAF_DARK, 2)
        + stamp("leaf", 0, 21, -35, 0.75)
        + stamp("leaf", 0, 21, 215, 0.75)
        + sparkle(-19, -30, 5)
        + sparkle(17, -34, 6)
        + sparkle(-1, -42, 4)
    )


def replant_picture() -> str:
    """A sprout in a pot, brought back by a round arrow."""
    ring = "M19.5 -17A23 23 0 1 0 23 4"
    return (
        golden_line(ring)
        + arrow_head(21, -21, -130, GOLD)
        + small_stalk("M0 14C-3 6 3 0 0 -9", 6)
        + stamp("leaf", 0, -6, -40, 1.31)
        + stamp("leaf", 0, -4, 220, 1.31)
        + path("M-12 14H12L9 33H-9Z", fill="#d2703d", stroke=INK, stroke_width=1.3, stroke_linejoin="round")
        + rect(-14, 9, 28, 7, rx=2, fill="#e8905a", stroke=INK, stroke_width=1.3)
        + sparkle(-16, -38, 4.5)
        + sparkle(4, -44, 5.5)
        + sparkle(-18, 42, 4)
        + sparkle(17, 42, 4)
    )


def winding_picture() -> str:
    """A road winding up, and the quarter turn that bends it."""
    road = "M-4 52C-22 40 24 34 10 22S-20 12 -8 2S14 -4 6 -14"
    turn = "M-18 -24A19 19 0 0 1 15 -33"
    return (
        small_stalk(road, 11)
        + stamp("leaf", 15, 32, -10, 1.25)
        + stamp("leaf", -16, 12, 190, 1.25)
        + stamp("leaf", 8, -6, -20, 1)
        + golden_line(turn)
        + arrow_head(18, -28, 58, GOLD)
    )


TRICKS: dict[str, Callable[[], str]] = {
    "cut-it-all": cut_picture,
    "dead-end": dead_end_picture,
    "inspiration": inspiration_picture,
    "replant": replant_picture,
    "burning-crossing": burning_picture,
    "winding-road": winding_picture,
    "quick-growth": quick_growth_picture,
    "green-hand": green_hand_picture,
}
