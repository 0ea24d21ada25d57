"""What Cloud City is painted with, by day and at dusk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import FOREST, RIVER, SAND, Level
from cloudtop.stage.paints import ACROSS, DOWN, GLOW, Paint, Palette, even, faded, flat, gradient

ROOM = "cloud-city"

# Marks look the same in every light: they must stand out against both.
GOLD = "#ffc93c"
GOLD_DARK = "#8a5a00"
WHITE = "#ffffff"
CREAM = "#fffdf7"
NIGHT = "#0b2545"


class Stone(NamedTuple):
    """The colours of one height in one light: three faces as (upper, lower), then single colours."""

    top: tuple[str, str]
    left: tuple[str, str]
    right: tuple[str, str]
    deck: str
    deck_left: str
    deck_right: str
    inlay: str
    rail: str
    ink: str


STONES: dict[Level, tuple[Stone, Stone]] = {
    RIVER: (
        Stone(
            top=("#c9edff", "#8ccdf6"),
            left=("#4189cc", "#2a64a9"),
            right=("#74b9ec", "#4a92d3"),
            deck="#bfe6fd",
            deck_left="#3d82c6",
            deck_right="#62a9e2",
            inlay="#e3f5ff",
            rail="#2d6fb3",
            ink="#235a99",
        ),
        Stone(
            top=("#8cb4e6", "#5c86c6"),
            left=("#2c4f91", "#1c3470"),
            right=("#5a83c8", "#3b5fa6"),
            deck="#93b9ea",
            deck_left="#2a4b8b",
            deck_right="#4c74ba",
            inlay="#a3c4ee",
            rail="#1f3f80",
            ink="#17326b",
        ),
    ),
    FOREST: (
        Stone(
            top=("#d9f4b8", "#a3da88"),
            left=("#449f67", "#28734c"),
            right=("#7dc681", "#4fa365"),
            deck="#d6f1b8",
            deck_left="#3c9560",
            deck_right="#69b873",
            inlay="#eefbe1",
            rail="#2f7d4b",
            ink="#226843",
        ),
        Stone(
            top=("#9ccf9d", "#66a381"),
            left=("#2f6a63", "#1d4550"),
            right=("#609d80", "#3d7569"),
            deck="#a9d5a5",
            deck_left="#2b635e",
            deck_right="#4f8a74",
            inlay="#b3dcaf",
            rail="#1f5750",
            ink="#174a45",
        ),
    ),
    SAND: (
        Stone(
            top=("#ffecc9", "#fac98a"),
            left=("#d68450", "#aa5b35"),
            right=("#f5b97c", "#de9156"),
            deck="#fee5b8",
            deck_left="#cb7a48",
            deck_right="#eeaa6b",
            inlay="#fff4e0",
            rail="#a85f31",
            ink="#96512a",
        ),
        Stone(
            top=("#ffcf9e", "#ea9a76"),
            left=("#9a4f56", "#6b3350"),
            right=("#e39072", "#bd675f"),
            deck="#fbc99c",
            deck_left="#904a54",
            deck_right="#d48068",
            inlay="#ffdcb6",
            rail="#74384a",
            ink="#6d3147",
        ),
    ),
}


LINES = {RIVER: ("#2d6fb3", "#3f7fd6"), FOREST: ("#2f8a4e", "#2f8f5e"), SAND: ("#b5622a", "#c86a4e")}
"""The walkways of a plan, by day and at dusk."""


def stone_paints(level: Level) -> dict[str, Paint]:
    """The paints of one height."""
    day, dusk = STONES[level]
    faces = {
        face: gradient(DOWN, even(*by_day), even(*at_dusk))
        for face, by_day, at_dusk in (
            ("top", day.top, dusk.top),
            ("left", day.left, dusk.left),
            ("right", day.right, dusk.right),
        )
    }
    plain = {
        "deck": flat(day.deck, dusk.deck),
        "deck-left": flat(day.deck_left, dusk.deck_left),
        "deck-right": flat(day.deck_right, dusk.deck_right),
        "inlay": flat(day.inlay, dusk.inlay),
        "rail": flat(day.rail, dusk.rail),
        "ink": flat(day.ink, dusk.ink),
        "line": flat(*LINES[level]),
    }
    return {f"{level.key}-{name}": paint for name, paint in (faces | plain).items()}


def lamp_light(strength: float) -> tuple[str, str, str]:
    """A lamp's glow from its middle outwards."""
    return (
        faded("#fff8dc", strength),
        faded("#ffd77a", 0.65 * strength),
        faded("#ffb84d", 0),
    )


GROUND: Mapping[str, Paint] = {
    "tile-top": gradient(DOWN, even("#f1f9ff", "#cfe6f6"), even("#a9aede", "#8088c2")),
    "tile-side": gradient(
        ACROSS,
        even("#739fc8", "#86b0d6", "#b1d1eb", "#c9e0f2"),
        even("#3f4586", "#4c5396", "#757cba", "#8f93cb"),
    ),
    "tile-rim": flat("#ffffff", "#d9d8ffd9"),
    "tile-line": flat("#8fbade99", "#5c63a8b3"),
    "puff": gradient(DOWN, even("#ffffff", "#e4f0fa"), even("#d5d3f4", "#a6a8dc")),
    "bird": flat("#2c5d8c", "#33387c"),
    "bank": gradient(DOWN, even("#ffffff", "#fdfdff", "#e6effa"), even("#d8cdf1", "#b3a3da", "#8a79bf")),
    "bank-low": gradient(DOWN, even("#f4f8fd", "#dbe7f5", "#dbe7f500"), even("#a897d3", "#8573bb", "#8573bb00")),
    "edge": flat("#35618f", "#f2efff"),
    "shadow": flat("#1d4e80", "#11123f"),
    "shade": gradient(GLOW, even("#3c235057", "#3c23503d", "#3c235000"), even("#140a3466", "#140a3447", "#140a3400")),
}

BUILDING: Mapping[str, Paint] = {
    "lit": gradient(DOWN, even("#fff6d2", "#ffeab0"), even("#fff0b3", "#ffc451")),
    "unlit": flat("#14365a6b", "#0c13388c"),
    "foot": gradient(DOWN, even("#0b254500", "#0b254547"), even("#0b0f3500", "#0b0f356b")),
    "lamp": gradient(GLOW, even(*lamp_light(0)), even(*lamp_light(1))),
}

TABLE: Mapping[str, Paint] = {
    "card": gradient(DOWN, even("#ffffff", "#eaf3fb"), even("#4a4f8f", "#3a3e79")),
    "card-edge": flat("#b9d3ea", "#7a80c4"),
    "card-chosen": gradient(DOWN, even("#fffdf0", "#ffefc0"), even("#6a5f6f", "#57504f")),
    "card-ink": flat("#1f3a5c", "#f2efff"),
    "card-soft": flat("#52708f", "#c3c2ee"),
    "back": gradient(DOWN, even("#7db4e4", "#3f7ec0"), even("#3b4290", "#23275f")),
    "back-line": flat("#ffffff99", "#aab0f099"),
    "back-cloud": gradient(DOWN, even("#ffffff", "#d9ebfa"), even("#c5c4f0", "#8f92d2")),
    "slot": flat("#ffffff59", "#9aa0ee1f"),
    "tray": flat("#f4f9fee6", "#262a5ee6"),
    "gain": flat("#1c6b45", "#9fe3bd"),
    "loss": flat("#b3303a", "#ffb3a8"),
    "seat-0": flat("#1c5fb0", "#5f9ae6"),
    "seat-1": flat("#b8402f", "#e07463"),
    "seat-2": flat("#17734a", "#4fae7e"),
    "seat-3": flat("#7a3fa0", "#b07fd6"),
}

PALETTE = Palette(
    f"{ROOM}-paint",
    {
        **stone_paints(RIVER),
        **stone_paints(FOREST),
        **stone_paints(SAND),
        **GROUND,
        **BUILDING,
        **TABLE,
    },
)
