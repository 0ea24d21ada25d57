"""Marks on the field and on cards: what may be chosen or is chosen, what came last, how high a stack is."""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.art.measures import CORNER, HALF, HALF_LONG, PITCH, lift
from cloudtop.games.cloudy_kingdom.art.palette import (
    FAMILIES,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    INK,
    PALETTE,
    RIM,
    SHADE,
    WHITE,
)
from cloudtop.games.cloudy_kingdom.art.strokes import line, stamp
from cloudtop.games.cloudy_kingdom.moves import CELL
from cloudtop.stage.svg import centred_rect, circle, group, number, path, rect, text

LETTERS = 20.0
"""The size of all that is written on the field: it can still be read where a large field is as wide as a phone."""
RAISED = 12
"""Frames are raised with the stacks that they lie on up to this level; higher ones hardly rise any more."""
BADGE_MAX = 30
"""The highest stack that has a badge of its own; higher ones share one."""


def cell() -> str:
    """An empty cell: a tile of sky with both ways a card may lie etched into it."""
    half = (PITCH - 5) / 2
    dots = (circle(x, y, 3.2) for x, y in ((-44, -44), (44, 44)))
    return (
        rect(-half, -half + 4, 2 * half, 2 * half + 4, rx=15, fill=PALETTE["tile-edge"])
        + centred_rect(half, half, 15, fill=PALETTE["tile-sky"], stroke=RIM, stroke_opacity=0.8, stroke_width=1.5)
        + group(
            centred_rect(HALF_LONG - 6, HALF, 7),
            centred_rect(HALF, HALF_LONG - 6, 7),
            fill="none",
            stroke=PALETTE["etch"],
            stroke_width=1.3,
            stroke_dasharray="4 4",
            stroke_opacity=0.7,
        )
        + group(*dots, fill=PALETTE["etch"], fill_opacity=0.5)
    )


def whole_cell() -> str:
    """All of a cell, to be touched and not to be seen: without any paint it would let taps through."""
    half = (PITCH - 5) / 2
    return rect(-half, -half, 2 * half, 2 * half + 8, rx=15, fill=WHITE, fill_opacity=0)


def sign(look: str, ways: str, level: int) -> str:
    """What answers for a cell: all of it, and frames for these ways to lie, as high as a card at that level."""
    return stamp("whole-cell") + "".join([stamp(f"{look}-{way}", 0, -lift(level)) for way in ways])


def sign_name(look: str, ways: str, level: int) -> str:
    """The sprite of the sign that answers for a cell."""
    return f"upon-{look}-{ways}-{min(level, RAISED)}"


def corners(half_width: float, half_height: float) -> str:
    """Path data of brackets in the four corners of a card."""
    x, y = half_width - 5, half_height - 5
    return "".join(
        f"M{number(a * x)} {number(b * y)}h{-12 * a}M{number(a * x)} {number(b * y)}v{-12 * b}"
        for a in (-1, 1)
        for b in (-1, 1)
    )


def target(half_width: float, half_height: float) -> str:
    """A dashed frame with brackets: this may be chosen."""
    marks = corners(half_width, half_height)
    return (
        centred_rect(
            half_width,
            half_height,
            CORNER,
            fill=GOLD,
            fill_opacity=0.1,
            stroke=WHITE,
            stroke_opacity=0.85,
            stroke_width=5,
        )
        + centred_rect(
            half_width,
            half_height,
            CORNER,
            fill="none",
            stroke=PALETTE["target"],
            stroke_width=2.6,
            stroke_dasharray="7 4.2",
        )
        + line(marks, WHITE, 5.5, stroke_linecap="round")
        + line(marks, PALETTE["target"], 3, stroke_linecap="round")
    )


def chosen(half_width: float, half_height: float) -> str:
    """An unbroken golden frame with a tick: this is chosen."""
    frame: dict[str, str | float | None] = {"fill": "none", "stroke_linejoin": "round"}
    return (
        centred_rect(half_width + 3, half_height + 3, CORNER + 3, stroke=INK, stroke_width=6.5, **frame)
        + centred_rect(half_width + 3, half_height + 3, CORNER + 3, stroke=GOLD, stroke_width=3.6, **frame)
        + group(
            circle(0, 0, 11, fill=GOLD, stroke=INK, stroke_width=2),
            line("M-5 0L-1.5 4L5.5 -4.5", INK, 3, stroke_linecap="round", stroke_linejoin="round"),
            transform=f"translate({number(4 - half_width)} {number(4 - half_height)})",
        )
    )


def ghost() -> str:
    """The frame around a card that is not confirmed yet."""
    return centred_rect(HALF_LONG + 3, HALF + 3, 10, fill="none", stroke=INK, stroke_width=3.6) + centred_rect(
        HALF_LONG + 3, HALF + 3, 10, fill="none", stroke=WHITE, stroke_width=2.2, stroke_dasharray="8 5"
    )


def last(half_width: float, half_height: float) -> str:
    """Brackets around what the last move changed, bent around its corners."""
    x, y, rest = half_width + 4, half_height + 4, 11
    marks = "".join(
        f"M{number(a * (x - rest))} {number(b * y)}H{number(a * (x - 8))}"
        f"Q{number(a * x)} {number(b * y)} {number(a * x)} {number(b * (y - 8))}V{number(b * (y - rest))}"
        for a in (-1, 1)
        for b in (-1, 1)
    )
    return line(marks, WHITE, 6.5, stroke_linecap="round") + line(marks, PALETTE["last"], 3.6, stroke_linecap="round")


def act_disc(sign: str) -> str:
    """A round sign that says what a choice would do."""
    return (
        circle(0, 2, 15, fill=SHADE, fill_opacity=0.3)
        + circle(0, 0, 14, fill=GOLD_PALE, stroke=INK, stroke_width=2)
        + sign
    )


def shears() -> str:
    """Open shears: cut this card away."""
    blades = "M-8 -7L5 5M8 -7L-5 5"
    rings = circle(-6.5, 6.5, 3) + circle(6.5, 6.5, 3)
    return line(blades, INK, 2.6, stroke_linecap="round") + group(rings, fill="none", stroke=INK, stroke_width=2.2)


def quarter_turn() -> str:
    """A round arrow clockwise: turn this stack."""
    return line("M-7.5 3A8 8 0 1 1 6 5.5", INK, 2.8, stroke_linecap="round") + path("M9.5 2.5L2 4L7.6 10Z", INK)


def badge(height: int) -> str:
    """The height of a stack."""
    if height > BADGE_MAX:
        return stamp("part-badge", scale=1.25) + text(f"{BADGE_MAX}+", 0, 7, LETTERS, INK)
    return stamp("part-badge") + text(str(height), 0, 7, LETTERS, INK)


def badge_name(height: int) -> str:
    """The sprite for a stack of this height."""
    return f"badge-{min(height, BADGE_MAX + 1)}"


def laurel() -> str:
    """The crown over the name of a winner."""
    return (
        path(
            "M-17 8L-20 -9L-9 -1L0 -15L9 -1L20 -9L17 8Z",
            GOLD,
            stroke=GOLD_DEEP,
            stroke_width=1.8,
            stroke_linejoin="round",
        )
        + rect(-17, 7, 34, 6, rx=2, fill=GOLD_PALE, stroke=GOLD_DEEP, stroke_width=1.6)
        + group(circle(-20, -10, 2.6), circle(0, -16, 2.8), circle(20, -10, 2.6), fill="#fff8da", stroke=GOLD_DEEP)
        + "".join(
            circle(x, 10, 1.8, fill=family.banner)
            for x, family in zip((-11, -4, 4, 11), FAMILIES.values(), strict=True)
        )
    )


def mark_sprites() -> dict[str, str]:
    """All marks; `-h` and `-v` fit cards that lie or stand."""
    sheet = {
        "cell": cell(),
        "whole-cell": whole_cell(),
        "target-h": target(HALF_LONG, HALF),
        "target-v": target(HALF, HALF_LONG),
        "chosen-h": chosen(HALF_LONG, HALF),
        "chosen-v": chosen(HALF, HALF_LONG),
        "last-h": last(HALF_LONG, HALF),
        "last-v": last(HALF, HALF_LONG),
        "last-cell": last(PITCH / 2 - 9, PITCH / 2 - 9),
        "ghost": ghost(),
        "act-cut": act_disc(shears()),
        "act-turn": act_disc(quarter_turn()),
        "crown": laurel(),
        "part-badge": circle(0, 2, 15.5, fill=SHADE, fill_opacity=0.3)
        + circle(0, 0, 14.5, fill=WHITE, stroke=INK, stroke_width=2),
    }
    sheet |= {badge_name(height): badge(height) for height in range(2, BADGE_MAX + 2)}
    for look in ("target", "chosen"):
        # Over an empty cell both ways may be open, upon a card one alone.
        sheet |= {sign_name(look, ways, 0): sign(look, ways, 0) for ways in ("h", "v", "hv")}
        sheet |= {sign_name(look, way, level): sign(look, way, level) for way in "hv" for level in range(1, RAISED + 1)}
    names = [str(cell) for cell in CELL]
    return sheet | {f"name-{name}": text(name, -44, 53, LETTERS, PALETTE["name"], font_weight="700") for name in names}
