"""Signs of a game in progress: places to choose, things chosen, what is uncertain, and backs of cards."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import card_rect, part, shadow, spiral, star
from cloudtop.games.strange_world.art.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TRAVELLER_HEIGHT,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.palette import CREAM, GOLD, INK
from cloudtop.stage.svg import Attribute, circle, group, path

FORMATS = {
    "card": (CARD_WIDTH, CARD_HEIGHT),
    "traveller": (TRAVELLER_WIDTH, TRAVELLER_HEIGHT),
}


def dashed(inset: float, width: float = CARD_WIDTH, height: float = CARD_HEIGHT, **attributes: Attribute) -> str:
    """A broken line around a card."""
    return card_rect(
        inset,
        width,
        height,
        0,
        stroke_width=4,
        stroke_dasharray="11 8",
        stroke_linecap="round",
        **attributes,
    )


def plus(reach: float, width: float) -> str:
    """A plus sign: something may be put here."""
    cross = f"M0-{reach}V{reach}M-{reach} 0H{reach}"
    return path(cross, stroke=INK, stroke_width=width + 4, stroke_linecap="round", opacity=0.35) + path(
        cross, stroke="#fff", stroke_width=width, stroke_linecap="round"
    )


def place(width: float, height: float) -> str:
    """An empty place where something may be put."""
    return (
        card_rect(-2, width, height, fill="none", stroke="@place-ring", stroke_width=8)
        + dashed(4, width, height, fill="@place", stroke="@place-dash")
        + plus(16, 7)
    )


def ring(width: float, height: float) -> str:
    """A broken ring around a card that may be chosen."""
    return (
        card_rect(-3, width, height, fill="none", stroke=INK, stroke_width=11, opacity=0.3)
        + card_rect(-3, width, height, fill="none", stroke=GOLD, stroke_width=8)
        + dashed(-3, width, height, fill="none", stroke="#fff")
    )


def chosen(width: float, height: float) -> str:
    """A whole ring and a tick on a card that is chosen."""
    return (
        card_rect(-4, width, height, fill="none", stroke=INK, stroke_width=13, opacity=0.35)
        + card_rect(-4, width, height, fill="none", stroke=GOLD, stroke_width=10)
        + part("tick", width / 2 - 10, 12 - height / 2)
    )


def last(weight: float) -> str:
    """The corners that point out what changed last."""
    x, y, arm = CARD_WIDTH / 2 + 3, CARD_HEIGHT / 2 + 3, 24
    corners = "".join(
        f"M{side * x:g} {end * (y - arm):g}V{end * (y - 11):g}Q{side * x:g} {end * y:g} {side * (x - 11):g} "
        f"{end * y:g}H{side * (x - arm):g}"
        for side in (-1, 1)
        for end in (-1, 1)
    )
    return path(corners, stroke=INK, stroke_width=weight + 4, stroke_linecap="round", opacity=0.45) + path(
        corners, stroke="#7ff0e0", stroke_width=weight, stroke_linecap="round"
    )


def back() -> str:
    """The back of a land card: a sleeping vortex under stars."""
    return (
        shadow()
        + card_rect(0, fill="@back")
        + group(
            path(spiral(0, 0, 46, 15), stroke_width=5, opacity=0.75),
            path(spiral(0, 0, 46, 15), stroke_width=3, opacity=0.4, transform="rotate(180)"),
            stroke="#c9b8ff",
            stroke_linecap="round",
        )
        + path(star(9, 4, -50, -74) + star(9, 4, 50, 74) + star(6, 2.6, 48, -70) + star(6, 2.6, -48, 70), GOLD)
        + card_rect(8, fill="none", stroke="#c9b8ff", stroke_width=1.6, opacity=0.7)
        + card_rect(1.5, fill="none", stroke="@frame", stroke_width=5)
    )


PASS_ARROW = "M-24-9H2V-21L26 0 2 21V9H-24Z"


def passing(turn: float) -> str:
    """The badge of a card that will be passed on: an arrow, turned that many degrees from rightwards."""
    return (
        circle(0, 0, 34, fill=INK, opacity=0.35)
        + circle(0, -2, 33, fill="@gold", stroke="#8a4a14", stroke_width=3)
        + path(PASS_ARROW, "#8a3a14", transform=f"translate(0 -2)rotate({turn:g})")
    )


def tick() -> str:
    """A tick on a green disc."""
    return circle(0, 0, 20, fill="#1c7a4d", stroke=CREAM, stroke_width=4) + path(
        "M-9 0-2.5 7.5 10-7.5",
        stroke="#fff",
        stroke_width=5.6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def sign_drawings() -> dict[str, str]:
    """All signs; the rings exist for each format of card, as `ring-card` or `chosen-traveller`."""
    drawings = {
        "space": card_rect(0, fill="none"),
        "empty": dashed(3, fill="@field", stroke="@field-edge"),
        "ghost": dashed(-1, fill="#fff", fill_opacity=0.2, stroke=GOLD),
        "back": back(),
        "pass-left": passing(180),
        "pass-right": passing(0),
        "pass-across": passing(-90),
        "tick": tick(),
        "place-card": place(CARD_WIDTH, CARD_HEIGHT),
        "place-traveller": place(TRAVELLER_WIDTH, TRAVELLER_HEIGHT),
        "last-card": last(5),
        "brief-last-card": last(14),
    }
    for name, size in FORMATS.items():
        drawings[f"ring-{name}"] = ring(*size)
        drawings[f"chosen-{name}"] = chosen(*size)
    return drawings
