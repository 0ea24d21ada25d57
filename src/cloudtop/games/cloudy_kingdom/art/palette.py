"""Paints of Cloudy Kingdom: card and cloud by day and at dusk, beanstalk, wood, gold, and four families."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.cloudy_kingdom.art.measures import ROOM
from cloudtop.stage.paints import ACROSS, DOWN, GLOW, Paint, Palette, Run, even, faded, flat, gradient
from cloudtop.stage.svg import blur

GOLD, GOLD_DEEP, GOLD_PALE = "#ffc93c", "#b26a00", "#fff4bd"
WOOD, WOOD_DARK, WOOD_PALE, ROPE = "#b9783f", "#6b3d1c", "#dda869", "#f3deb0"
LEAF, LEAF_DARK, LEAF_PALE = "#5cb53c", "#1c5a2b", "#b7e66f"
INK, WHITE = "#27345c", "#ffffff"


class RoadPaint(NamedTuple):
    """Colours of a beanstalk road from the outside in."""

    edge: str
    side: str
    top: str
    strand: str


GREEN_ROAD = RoadPaint(LEAF_DARK, "#3d9a37", "#8fd44e", "#3f9a35")
EMBER_ROAD = RoadPaint("#4a1710", "#a8330f", "#ff9a2e", "#d9480f")


class Family(NamedTuple):
    """A castle family: its colours, and the path of its emblem in a box of 20 by 20."""

    key: str
    emblem: str
    banner: str
    deep: str
    roof: str
    roof_shade: str
    stone: str
    stone_shade: str


CROWN = "M-9 8V4H9V8ZM-9 2.5V-6L-4.5 -1L0 -9L4.5 -1L9 -6V2.5Z"
LILY = (
    "M0 -10C5 -5 4 -1 2 3H-2C-4 -1 -5 -5 0 -10ZM3.2 3C3 -5 10 -7 10 -1C10 2 7 3 6.4 .6C5 1 5 2 5 3Z"
    "M-3.2 3C-3 -5 -10 -7 -10 -1C-10 2 -7 3 -6.4 .6C-5 1 -5 2 -5 3ZM-6 4H6V6.4H-6ZM-2 7.2H2L4 10H-4Z"
)
CLOVER = (
    "M-4.5 -5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM-9.6 2a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z"
    "M.6 2a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM-1.4 -1L-3 10H3L1.4 -1Z"
)
MOON = (
    "M2 -9.5A9.6 9.6 0 1 0 9.6 3.4A8 8 0 0 1 2 -9.5Z"
    "M6 -6L7 -3.4L9.6 -3L7.6 -1.2L8.2 1.4L6 0L3.8 1.4L4.4 -1.2L2.4 -3L5 -3.4Z"
)
FAMILIES = {
    "R": Family("red", CROWN, "#d8343f", "#8d1524", "#ec5b57", "#b3202f", "#fbe6d3", "#dfb79b"),
    "B": Family("blue", LILY, "#2767c7", "#123a80", "#4e93ea", "#1f57ad", "#f4f8ff", "#bcd0ec"),
    "G": Family("green", CLOVER, "#23894a", "#0d4d2a", "#4fb86a", "#1d7340", "#f4f0d4", "#cfc596"),
    "K": Family("black", MOON, "#2c2a3c", "#0d0c17", "#5a5575", "#1d1a2b", "#8f8ca6", "#56526e"),
}
# Nobody lives in a family's castles that no player has: weathered stone without a banner.
SCENERY = Family("scenery", "", "#98a3ad", "#5d6873", "#a8c0bb", "#7f9a97", "#e2e4e2", "#b9bfc3")

BALL = Run("radialGradient", ' cx=".42" cy=".3" r=".8"')


def bar(day: tuple[str, str], dusk: tuple[str, str]) -> Paint:
    """A gradient that is brighter in its middle, so that it looks the same upside down."""
    (near, far), (late_near, late_far) = day, dusk
    return gradient(DOWN, even(near, far, near), even(late_near, late_far, late_near))


STONES = {
    f"stone-{family.key}": gradient(ACROSS, ((0.25, family.stone), (1, family.stone_shade)))
    for family in (*FAMILIES.values(), SCENERY)
}
# A black plate would vanish on the dark paper of dusk.
PLATES = {
    f"plate-{family.key}": flat(family.banner, "#6f6896" if family.key == "black" else family.banner)
    for family in FAMILIES.values()
}
PALETTE = Palette(
    ROOM,
    {
        "rim": flat("#fffaf0", "#e2e0f2"),
        "edge": flat("#c9b48c", "#7d7699"),
        "puff": flat("#ffffff", "#cdd2f2"),
        "puff-shade": flat("#b3d3ee", "#7780c0"),
        "tile-edge": flat("#8fb8e2", "#2a2b63"),
        "etch": flat("#8db8e2", "#7c86c8"),
        "name": flat("#4a78a8", "#b9c2f0"),
        "window": flat("#5d4a3f", "#ffd76a"),
        "shade": flat("#1c2f5c", "#0a0a2a"),
        "magic-rim": flat("#6a3fb5", "#a884f0"),
        "target": flat("#d98200", "#ffc93c"),
        "last": flat("#0f6fd1", "#8fd0ff"),
        "paper": flat("#fffaf0e8", "#2a2750e8"),
        "sheet": flat("#fffaf0", "#2a2750"),
        "paper-edge": flat("#ffffff", "#5a569a"),
        "ink": flat("#27345c", "#f1ecff"),
        "faint-ink": flat("#4a5681", "#c3bfe6"),
        "vacant": flat("#7fa6cf", "#7f87c4"),
        "far": flat("#9fc3e4", "#6b5a95"),
        "firefly": flat("#ffe58a00", "#ffe58a"),
        "face-sky": bar(("#8fcdf6", "#cdeafd"), ("#3d559f", "#647fc6")),
        "plot-sky": bar(("#bfe3fb", "#eff9ff"), ("#434a90", "#6c72ba")),
        "tile-sky": gradient(DOWN, even("#eef7ff", "#cfe5fa"), even("#535a9f", "#3b4283")),
        "back-cloth": gradient(DOWN, even("#2b8a67", "#12525a")),
        "spell-sky": gradient(DOWN, ((0, "#2b2a72"), (0.55, "#7a58bd"), (1, "#f0b3b8"))),
        "parchment-sheet": gradient(DOWN, even("#fff8e2", "#f4e2b8"), even("#f6ecd2", "#dcc79c")),
        "cloud": gradient(BALL, ((0.5, "#ffffff"), (1, "#a9c8ea")), ((0.5, "#8f8fce"), (1, "#4b4a8c"))),
        "cloud-shade": flat("#a9c8ea", "#3a3a7a"),
        "glitter": gradient(GLOW, ((0, faded(GOLD, 0.85)), (0.6, faded(GOLD, 0.35)), (1, faded(GOLD, 0)))),
        **STONES,
        **PLATES,
    },
    {"soft": lambda name: blur(name, 1.6)},
)
RIM, EDGE, SHADE = PALETTE["rim"], PALETTE["edge"], PALETTE["shade"]
