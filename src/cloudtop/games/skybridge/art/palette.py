"""Lacquers, woods and metals, and the light of day and dusk that falls on them."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.stage.paints import (
    ACROSS,
    CORNER,
    DOWN,
    GLOW,
    Paint,
    Palette,
    Run,
    Stops,
    even,
    faded,
    gradient,
)

WALNUT = "#7d4f31"
WALNUT_DARK = "#4d2c1c"
FELT = "#63402d"
MAPLE = "#e7c694"
BRASS = "#e3b65c"
BRASS_LIGHT = "#ffdf9a"
INK = "#33180f"
IVORY = "#fff7e6"
TARGET = "#35d0f5"
CHOSEN = "#ffc93c"


class Colour(NamedTuple):
    """One set of pieces: its lacquer, the inlay of its glyph, that inlay's edge, and the glyph's outline."""

    key: str
    lacquer: str
    inlay: str
    inlay_edge: str
    glyph: str


SUN = (
    "M0-5.4A5.4 5.4 0 1 1 0 5.4A5.4 5.4 0 1 1 0-5.4Z"
    "M-1.3-7.4L0-11.5L1.3-7.4ZM-1.3 7.4L0 11.5L1.3 7.4ZM-7.4-1.3L-11.5 0L-7.4 1.3ZM7.4-1.3L11.5 0L7.4 1.3Z"
    "M-6.2-4.3L-8-8L-4.3-6.2ZM6.2-4.3L8-8L4.3-6.2ZM-6.2 4.3L-8 8L-4.3 6.2ZM6.2 4.3L8 8L4.3 6.2Z"
)
STAR = "M0-11.5Q1.6-1.6 11.5 0Q1.6 1.6 0 11.5Q-1.6 1.6-11.5 0Q-1.6-1.6 0-11.5Z"
MOON = "M4.6-9.6A10.4 10.4 0 1 0 9.8 4A8.4 8.4 0 0 1 4.6-9.6Z"
LEAF = "M0-12C9-5 9.4 4 1.3 8V12.4H-1.3V8C-9.4 4-9-5 0-12ZM-.9 5.6H.9L.5-6H-.5Z"

# The four lacquers differ in lightness as well as in hue, and the two light ones carry dark inlays.
COLOURS = (
    Colour("cinnabar", "#bf3f2b", "#ffeccb", "#4a0f12", SUN),
    Colour("honey", "#eab04a", "#5c2c0a", "#fff0bd", STAR),
    Colour("indigo", "#304a86", "#f3ead6", "#0d1636", MOON),
    Colour("jade", "#6bb592", "#123f35", "#d9f5e0", LEAF),
)
COLOUR_NAMED = {colour.key: colour for colour in COLOURS}


class Light(NamedTuple):
    """The light of one time of day: its colour and its shade's, and how strongly each falls on a face."""

    light: str
    shade: str
    left: tuple[float, float]
    right: tuple[float, float]
    top: tuple[float, float]
    window: tuple[str, str]
    window_halo: str


DAY = Light("#fff3d2", "#2b0b24", (0.24, 0.46), (0.0, 0.18), (0.30, 0.06), ("#2a1018", "#4d2622"), "#fff3d2")
DUSK = Light("#ffc9a0", "#140a34", (0.42, 0.62), (0.1, 0.34), (0.16, 0.02), ("#fff0b0", "#ffab45"), "#3a1420")


def falling(colour: str, *opacities: tuple[float, float]) -> Stops:
    """One colour of light or shade, given as (offset, opacity)."""
    return tuple((offset, faded(colour, opacity)) for offset, opacity in opacities)


def right_side(sun: Light) -> Stops:
    """The wall that faces the sun: lit above, shaded below."""
    return falling(sun.light, (0, 0.16), (0.4, 0.03)) + falling(sun.shade, (0.41, sun.right[0]), (1, sun.right[1]))


def sheen(sun: Light) -> Stops:
    """A lid: a band of light across the lacquer."""
    bright, dim = sun.top
    return falling(
        sun.light,
        (0, dim),
        (0.36, 1.6 * dim),
        (0.42, bright),
        (0.6, 0.8 * bright),
        (0.66, 1.3 * dim),
        (1, dim),
    )


def reveal(sun: Light) -> Stops:
    """The edge of a window's recess."""
    return falling(INK, (0, 0.7)) + falling(sun.window_halo, (1, 0.7))


def plank(sun: Light) -> Stops:
    """The top of the board and of the trays."""
    return falling(sun.light, (0, 0.06), (0.4, 0.3)) + falling(sun.shade, (1, 0.12))


def shaded(run: Run, *opacities: tuple[float, float]) -> Paint:
    """The theme's shade, given as (offset, opacity)."""
    return gradient(run, falling(DAY.shade, *opacities), falling(DUSK.shade, *opacities))


def lit(run: Run, *opacities: tuple[float, float]) -> Paint:
    """The theme's light, given as (offset, opacity)."""
    return gradient(run, falling(DAY.light, *opacities), falling(DUSK.light, *opacities))


STEEP = Run("linearGradient", ' x2=".25" y2="1"')

PALETTE = Palette(
    "skybridge",
    {
        "left": gradient(DOWN, *(falling(sun.shade, *zip((0, 1), sun.left, strict=True)) for sun in (DAY, DUSK))),
        "right": gradient(STEEP, right_side(DAY), right_side(DUSK)),
        "lid": gradient(CORNER, sheen(DAY), sheen(DUSK)),
        "plank": gradient(CORNER, plank(DAY), plank(DUSK)),
        "chamfer": lit(CORNER, (0, 0.22), (0.5, 0.5), (1, 0.3)),
        "edge": lit(ACROSS, (0, 0), (0.5, 0.5), (1, 0)),
        "foot": shaded(DOWN, (0, 0), (1, 0.42)),
        "eave": shaded(DOWN, (0, 0.7), (0.6, 0.5), (1, 0)),
        "window": gradient(DOWN, even(*DAY.window), even(*DUSK.window)),
        "reveal": gradient(DOWN, reveal(DAY), reveal(DUSK)),
        "brass": gradient(CORNER, ((0, "#fff0b8"), (0.45, BRASS), (1, "#9a6a24"))),
        "halo": gradient(
            GLOW, ((0, "#ffffff1a"), (0.5, "#f0fdff4d"), (0.72, faded(TARGET, 0.5)), (1, faded(TARGET, 0)))
        ),
        "halo-chosen": gradient(
            GLOW, ((0, "#ffffff1a"), (0.5, "#fffbe64d"), (0.72, faded(CHOSEN, 0.55)), (1, faded(CHOSEN, 0)))
        ),
    },
)
