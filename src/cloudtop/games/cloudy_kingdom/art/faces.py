"""The cards that lie on the field: bodies, faces, backs, and what stands on laid magic."""

from __future__ import annotations

from math import cos, degrees, pi, sin

from cloudtop.games.cloudy_kingdom.art.designs import Designs, is_bridge, is_route, joins_end
from cloudtop.games.cloudy_kingdom.art.measures import CARD_EDGE, CASTLE_DEPTH, CORNER, HALF, HALF_LONG
from cloudtop.games.cloudy_kingdom.art.palette import (
    EDGE,
    EMBER_ROAD,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    GREEN_ROAD,
    INK,
    LEAF,
    LEAF_DARK,
    PALETTE,
    RIM,
    ROPE,
    SHADE,
    WHITE,
    WOOD_DARK,
    WOOD_PALE,
)
from cloudtop.games.cloudy_kingdom.art.roads import OUTER, joined_road, road_parts, stalk
from cloudtop.games.cloudy_kingdom.art.strokes import line, puffs, sparkle, stamp
from cloudtop.games.cloudy_kingdom.pieces import Design
from cloudtop.stage.svg import centred_rect, circle, ellipse, group, path, rect

STUMP_INSET = 5.5
HEDGE = ((-21, 27, 5), (-12, 27.5, 6.5), (0, 27, 7.5), (12, 27.5, 6.5), (21, 27, 5))
"""Cloud along a closed long side `r`: the road of a card beneath visibly ends here."""
BLOCK = ((22, -11, 4.6), (19.8, -4, 3.9), (19.8, 4, 3.9), (22, 11, 4.6))
"""Cloud before the stump at end `b`."""
DIVIDE = ((-15, -15, 5), (-6, -5, 6), (4, 6, 6), (14, 15, 5))
"""Cloud between the two roads of a double bend `ar`, `bl`."""
MEADOW = ((-47, -22, 5), (-40, -24, 3.6), (47, 22, 5), (40, 24, 3.6))
"""Puffs on the arms, beside the road."""
FLAME = "M0 -20C5 -12 12 -8 10 3C9 10 5 13 0 13C-5 13 -9 10 -10 3C-11 -4 -5 -6 -4 -11C-2 -8 -1 -8 0 -20Z"

# ---------------------------------------------------------------------------------------------- bodies


def soft_shadow(half_width: float, half_height: float) -> str:
    """A shadow of a few translucent plates: far cheaper to paint than a filter."""
    plates = (
        rect(
            -half_width - grow,
            -half_height - grow + 5,
            2 * (half_width + grow),
            2 * (half_height + grow) + 3,
            rx=CORNER + grow,
        )
        for grow in (0.5, 2.5, 5.0)
    )
    return group(*plates, fill=SHADE, fill_opacity=0.13)


def card_body(half_width: float, half_height: float) -> str:
    """Shadow, thickness and blank top of a card."""
    side = rect(-half_width, -half_height + 2, 2 * half_width, 2 * half_height + CARD_EDGE - 2, rx=CORNER, fill=EDGE)
    return soft_shadow(half_width, half_height) + side + centred_rect(half_width, half_height, CORNER, fill=RIM)


def back() -> str:
    """The back of a route card: a sprout over a cloud in a wreath of leaves."""
    angles = [2 * pi * index / 9 for index in range(9)]
    wreath = (stamp("leaf", 21 * cos(turn), 21 * sin(turn), degrees(turn) + 70, 0.9) for turn in angles)
    scrolls = "".join(
        f"M{31 * side} 0C{31 * side} {22 * way} {52 * side} {22 * way} {52 * side} {8 * way}"
        f"S{40 * side} {-2 * way} {40 * side} {6 * way}"
        for side in (-1, 1)
        for way in (-1, 1)
    )
    stem = "M0 9C-2 2 2 -1 0 -7"
    return (
        centred_rect(HALF_LONG, HALF, CORNER, fill=RIM)
        + centred_rect(HALF_LONG - 3, HALF - 3, 5.5, fill=PALETTE["back-cloth"])
        + centred_rect(HALF_LONG - 6.5, HALF - 6.5, 4, fill="none", stroke=GOLD, stroke_width=1.1)
        + line(scrolls, GOLD, 1.6)
        + circle(0, 0, 22, fill="#0f3d45", stroke=GOLD, stroke_width=1.2)
        + "".join(wreath)
        + circle(0, 0, 16, fill="#8fcdf6", stroke=GOLD, stroke_width=1.4)
        + line(stem, LEAF_DARK, 3)
        + line(stem, LEAF, 1.6)
        + stamp("leaf", 0, -5, -38)
        + stamp("leaf", 0, -3, 218)
        + puffs(((-7, 9, 4), (0, 8, 5), (7, 9, 4)))
    )


# ----------------------------------------------------------------------------------------------- faces


def stump() -> str:
    """The arm at end `b` whose road stops just inside the centre: a cut stalk behind a bank of cloud.

    The cut lies wholly within the centre, so a card laid across hides it and the arm looks like any other.
    """
    cut = HALF - STUMP_INSET
    return (
        puffs(BLOCK)
        + stalk([[OUTER["b"], (cut, 0.0)]])
        + ellipse(cut, 0, 4.5, 11, fill="#f6ecb4", stroke=GREEN_ROAD.edge, stroke_width=2)
        + ellipse(cut, 0, 2, 6, fill="none", stroke="#b99b4d", stroke_width=1.4)
    )


def rope_bridge() -> str:
    """Planks between ropes across the centre, casting a shadow on the road below."""
    planks = (rect(x, -9.5, 5, 19, rx=1.2) for x in range(-26, 24, 6))
    posts = (circle(x, y, 2.6) for x in (-27, 27) for y in (-12.5, 12.5))
    ropes = "M-27 -12.5Q0 -10 27 -12.5M-27 12.5Q0 10 27 12.5"
    return (
        rect(-25, -13, 50, 29, rx=3, fill=SHADE, fill_opacity=0.4)
        + rect(-27, -10.5, 54, 21, rx=2, fill=WOOD_DARK)
        + group(*planks, fill=WOOD_PALE, stroke=WOOD_DARK, stroke_width=0.9)
        + line(ropes, WOOD_DARK, 4.2)
        + line(ropes, ROPE, 2.2)
        + group(*posts, fill=ROPE, stroke=WOOD_DARK, stroke_width=1.2)
    )


def face_clouds(design: Design) -> str:
    """Clouds along every closed long side and between two bends."""
    clouds = "" if joins_end(design, "l") else stamp("part-hedge", mirror="1 -1")
    clouds += "" if joins_end(design, "r") else stamp("part-hedge")
    if design.joins == ("ar", "bl"):
        clouds += stamp("part-divide")
    if design.joins == ("al", "br"):
        clouds += stamp("part-divide", mirror="-1 1")
    return clouds


def face(key: str, design: Design) -> str:
    """The whole face of a card, made from what its centre joins; magic cards have a rim of their own."""
    paint = EMBER_ROAD if key == "burning-crossing" else GREEN_ROAD
    bridged = is_bridge(design)
    lowest_first = tuple(reversed(design.joins)) if bridged else design.joins
    stumps = (("a", "-1 1"), ("b", ""))
    return "".join(
        (
            centred_rect(HALF_LONG, HALF, CORNER, fill=RIM if is_route(design) else PALETTE["magic-rim"]),
            stamp("part-sky"),
            face_clouds(design),
            *(joined_road(joined, paint) for joined in lowest_first),
            *(stamp("part-stump", mirror=mirror) for end, mirror in stumps if not joins_end(design, end)),
            rope_bridge() if bridged else "",
            stamp("part-charm") if key.startswith("charm-") else "",
        )
    )


def charm_stars() -> str:
    """Stars on the arms of a magic card that the table has written."""
    return "".join(
        sparkle(x, y, size, colour)
        for x, y in ((-45, 20), (45, -20))
        for size, colour in ((8.5, PALETTE["magic-rim"]), (6.0, GOLD_PALE))
    )


# ---------------------------------------------------------------------------- what stands on laid magic


def flame() -> str:
    """One flame in three heats, around its heart."""
    heats = ((1.0, "#d62f12", 0), (0.72, "#ff8a1f", 3), (0.42, "#ffe27a", 6))
    return "".join(path(FLAME, colour, transform=f"translate(0 {drop})scale({size:g})") for size, colour, drop in heats)


def fire() -> str:
    """The fire on a burning crossing."""
    sparks = (circle(x, y, 1.3) for x, y in ((-16, -14), (15, -17), (3, -26), (20, -4), (-20, -2)))
    return (
        circle(0, 2, 21, fill="#ff9a2e", fill_opacity=0.3)
        + stamp("part-flame", -11, 2, 0, 0.72)
        + stamp("part-flame", 11, 2, 0, 0.78)
        + stamp("part-flame", 0, 3, 0, 1.15)
        + group(*sparks, fill="#ffd15c")
    )


def barrier() -> str:
    """The wall and the no-entry sign on a dead end."""
    joints = "M-23 -2.5H23M-23 6H23M-12 -10V-2.5M12 -10V-2.5M-18 -2.5V6M18 -2.5V6M-12 6V15M12 6V15"
    return (
        rect(-24.5, -8, 50, 25, rx=3, fill=SHADE, fill_opacity=0.35)
        + rect(-23.5, -10, 47, 25, rx=3, fill="#9a93a8", stroke="#4d4560", stroke_width=2)
        + line(joints, "#4d4560", 1.4)
        + line("M-21 -8.4H21", "#c9c4d3", 1.6)
        + circle(0, 0, 14, fill=WHITE, stroke="#6d0f1a", stroke_width=1.4)
        + circle(0, 0, 11.6, fill="#d8232f")
        + rect(-7.5, -2.5, 15, 5, rx=1, fill=WHITE)
    )


def seal() -> str:
    """The padlock on a laid card that nothing may cover or touch."""
    return (
        circle(0, 3, 17, fill=PALETTE["glitter"])
        + line("M-6 -1V-7A6 6 0 0 1 6 -7V-1", INK, 6)
        + line("M-6 -1V-7A6 6 0 0 1 6 -7V-1", "#d5dbe8", 3)
        + rect(-10, -2, 20, 16, rx=3.5, fill=GOLD, stroke=INK, stroke_width=1.6)
        + line("M-7 1H7", GOLD_PALE, 1.6, stroke_linecap="round")
        + circle(0, 5, 2.4, fill=GOLD_DEEP)
        + line("M0 6V10", GOLD_DEEP, 2.4, stroke_linecap="round")
    )


UPRIGHT = {"burning-crossing": "fire", "dead-end": "barrier"}
"""What stands on a laid magic card and is never turned with it."""


def face_sprites(designs: Designs) -> dict[str, str]:
    """Bodies, faces and backs; parts are pieces of other sprites and never items."""
    sheet = {
        "card-h": card_body(HALF_LONG, HALF),
        "card-v": card_body(HALF, HALF_LONG),
        "plot-h": card_body(HALF_LONG, CASTLE_DEPTH / 2),
        "plot-v": card_body(CASTLE_DEPTH / 2, HALF_LONG),
        "back": back(),
        "fire": fire(),
        "barrier": barrier(),
        "seal": seal(),
        "part-sky": centred_rect(HALF_LONG - 3, HALF - 3, 5.5, fill=PALETTE["face-sky"]) + puffs(MEADOW),
        "part-hedge": puffs(HEDGE),
        "part-divide": puffs(DIVIDE),
        "part-stump": stump(),
        "part-charm": charm_stars(),
        "part-flame": flame(),
    }
    return sheet | road_parts() | {key: face(key, design) for key, design in designs.items()}
