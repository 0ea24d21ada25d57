"""Icons: round medallions that say what a card or a condition is about."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.strange_world.art.animals import ANIMALS
from cloudtop.games.strange_world.art.brush import part, spiral
from cloudtop.games.strange_world.art.measures import ICON_RADIUS
from cloudtop.games.strange_world.art.palette import CREAM, GOLD, INK
from cloudtop.stage.svg import circle, circles, group, path, rect


class Icon(NamedTuple):
    """An icon: the colour of its medallion and its glyph."""

    colour: str
    glyph: str


MOUNTAIN = """
    <path d="M-11 8C-6 2-5-10 4-11C7-11 8-9 7-7C4-8 3-6 4-3L11 8Z" fill="#fff"/>
    <path d="M-5-2-2 1 0-2 3 1 4-3" fill="none" stroke="#7a4f9a" stroke-width="1.8"/>"""
WATER = """
    <path d="M0-11C5-4 8-1 8 4A8 7.5 0 0 1-8 4C-8-1-5-4 0-11Z" fill="#fff"/>
    <path d="M-5 4q2.5-3 5 0t5 0" fill="none" stroke="#1f7fd0" stroke-width="2.2" stroke-linecap="round"/>"""
VOLCANO = """
    <path d="M-11 9-4-3H4L11 9Z" fill="#fff"/>
    <path d="M0-12C5-9 4-5 2-4H-2C-5-6-2-8 0-12Z" fill="#ffd257"/>
    <path d="M-2-3V3M2-3V1" stroke="#c9362f" stroke-width="2.2" stroke-linecap="round"/>"""
WIND = """
    <path d="M-10-2H2A4.5 4.5 0 1 0-2-7M-10 4H6A4 4 0 1 1 3 9" fill="none" stroke="#fff" stroke-width="3"
        stroke-linecap="round"/>"""
PORTAL = f"""
    <circle r="9" fill="#4a2a8f" stroke="#fff" stroke-width="3"/>
    <path d="{spiral(0, 0, 6.5, 3.2)}" fill="none" stroke="#ffe27a" stroke-width="2.2"/>"""
FUMAROLE = f"""
    <path d="M-9 9Q-5 8-4 4H4Q5 8 9 9Z" fill="#ffb05a"/>
    <g fill="#fff">{circles(((-1, -1, 4), (3, -5, 4.5), (-3, -7, 4.5), (1, -10, 3)))}</g>"""
PAW = f"""
    <g fill="#fff">
        {circles(((-7, -2, 2.8), (-2.6, -7, 2.9), (2.6, -7, 2.9), (7, -2, 2.8)))}
        <path d="M0-2C5-2 7 3 6 6C5 9-5 9-6 6C-7 3-5-2 0-2Z"/>
    </g>"""
UNLIKE = f'<path d="M-7-4H7M-7 4H7M4-9-4 9" fill="none" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>'

ICONS = {
    "M": Icon("#7a4f9a", MOUNTAIN),
    "W": Icon("#1f7fd0", WATER),
    "V": Icon("#c9362f", VOLCANO),
    "T": Icon("#6a5ad0", WIND),
    "P": Icon("#0b7f7c", PORTAL),
    "fumarole": Icon("#5a4a66", FUMAROLE),
    "paw-1": Icon("#e0446f", PAW),
    "paw-2": Icon("#2a68c9", PAW),
    "paw-3": Icon("#3f8f4a", PAW),
    "paw-4": Icon("#d9822a", PAW),
    "unlike": Icon(CREAM, UNLIKE),
}


def medallion(icon: Icon) -> str:
    """A round icon: coloured disc, light rim, glyph."""
    return (
        circle(0, 0, ICON_RADIUS, fill=CREAM)
        + circle(0, 0, ICON_RADIUS - 2, fill=icon.colour)
        + path("M-10-5A11 11 0 0 1 10-5A18 12 0 0 0-10-5Z", "#fff", opacity=0.28)
        + icon.glyph
    )


def animal_medallion(letter: str) -> str:
    """The icon of an animal: its own picture on a pale disc."""
    return (
        circle(0, 0, ICON_RADIUS, fill=INK)
        + circle(0, 0, ICON_RADIUS - 1.8, fill=ANIMALS[letter].backing)
        + part(f"animal-{letter}", 0, 10, 0.28)
    )


def row_sign(upper: bool) -> str:
    """Two rows, one of them filled: "in the upper row" or "in the lower row"."""
    bars = (rect(-13, y, 26, 10, rx=3, fill=GOLD if filled else "none") for y, filled in ((-11, upper), (1, not upper)))
    return group(*bars, stroke="#8a5a2a", stroke_width=2)


def icon_drawings() -> dict[str, str]:
    """Every medallion `icon-<key>`, and the two signs of rows."""
    drawings = {f"icon-{key}": medallion(icon) for key, icon in ICONS.items()}
    drawings |= {f"icon-{letter}": animal_medallion(letter) for letter in ANIMALS}
    return drawings | {"row-upper": row_sign(True), "row-lower": row_sign(False)}
