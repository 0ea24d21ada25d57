"""Paints of the lands and of all that lives on them, by day and at dusk, and the players' colours."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.stage.paints import ACROSS, DOWN, GLOW, Palette, even, flat, gradient
from cloudtop.stage.svg import element, path

INK = "#2b1f47"
"""The darkest colour: pupils, shadows, text."""
CREAM = "#fff8ea"
GOLD = "#ffd257"
BRONZE = "#6a3a0f"
"""Lettering on gold."""
VIOLET = "#b58af0"
"""The edge of everything dark."""

WINDOW = "M-52 14V-52C-52-78-30-84 0-84C30-84 52-78 52-52V14Z"
"""The arched window of a traveller's card."""


class Banner(NamedTuple):
    """What marks a player's things: a colour and, as colour alone tells nothing, a white shape on it."""

    colour: str
    shape: str


BANNERS = (
    Banner("#1f5fbf", "M0-6.5A6.5 6.5 0 1 1 0 6.5A6.5 6.5 0 1 1 0-6.5Z"),
    Banner("#c2412d", "M0-8L8 6H-8Z"),
    Banner("#1c7a4d", "M-6-6H6V6H-6Z"),
    Banner("#7a3fb0", "M0-8.5L8.5 0L0 8.5L-8.5 0Z"),
)
"""One for each seat."""

PALETTE = Palette(
    "strange-world-paint",
    {
        # skies of the five terrains
        "sky-M": gradient(DOWN, even("#8fd0f2", "#ffe3b0", "#ffb98a"), even("#1d1c4d", "#5b3d7e", "#c46c7c")),
        "sky-W": gradient(DOWN, even("#5fc1ee", "#b9f0f7", "#fff3cf"), even("#0e1f4f", "#1d5f94", "#5fc0c4")),
        "sky-V": gradient(DOWN, even("#7a4a8c", "#f0795f", "#ffd28a"), even("#1c0f38", "#7d234c", "#f0643c")),
        "sky-T": gradient(DOWN, even("#9d8cf0", "#d8ccff", "#fff0f5"), even("#1b1650", "#4b3ba0", "#a98be0")),
        "sky-P": gradient(DOWN, even("#3fb3b8", "#a5ecc9", "#fdf6c8"), even("#08283f", "#14686f", "#6fcf9f")),
        "orb": gradient(DOWN, even("#fffdf0", "#fff1b8"), even("#fffbe2", "#cfd6ff")),
        "orb-glow": gradient(GLOW, even("#fff6c8", "#fff6c800"), even("#b9c4ff", "#b9c4ff00")),
        "glade": gradient(
            GLOW, even("#fffbe2d8", "#fffbe290", "#fffbe200"), even("#fff3d0b0", "#ffe9d060", "#ffe9d000")
        ),
        "haze": gradient(DOWN, even("#ffffff", "#ffffff00"), even("#cdbcff", "#cdbcff00")),
        # ground
        "turf-M": gradient(DOWN, even("#cfe86a", "#5fae4c"), even("#7fae6a", "#2f6f58")),
        "turf-W": gradient(DOWN, even("#ffe9ae", "#e9bd70"), even("#c9b493", "#8a7686")),
        "turf-V": gradient(DOWN, even("#8f5a63", "#4a2b45"), even("#6b3a58", "#341d3f")),
        "turf-T": gradient(DOWN, even("#d3b4f5", "#8a6fd6"), even("#8f74d0", "#4d3d96")),
        "turf-P": gradient(DOWN, even("#8fe3a4", "#2f9f8a"), even("#4fae92", "#1d6a70")),
        "rock-M": gradient(DOWN, even("#c98a63", "#6a3f5f"), even("#7d557c", "#33244f")),
        "rock-W": gradient(DOWN, even("#d9a877", "#7a5a7a"), even("#7f6a8c", "#33305a")),
        "rock-V": gradient(DOWN, even("#5a3550", "#2a1836"), even("#432546", "#190f2a")),
        "rock-T": gradient(DOWN, even("#a184d8", "#4d3b8c"), even("#6552ae", "#2a2260")),
        "rock-P": gradient(DOWN, even("#6f9aa8", "#3b4a7d"), even("#3f6a88", "#1d2a58")),
        "peak": gradient(DOWN, even("#b684c4", "#7a4f9a", "#54357a"), even("#8468b8", "#543f8f", "#33275f")),
        "horn": gradient(DOWN, even("#e0a0b8", "#a0609f", "#5f3a7a"), even("#a878b8", "#6a4590", "#3a2860")),
        "ridge": gradient(DOWN, even("#8a5fa8a0", "#8a5fa800"), even("#2a2060c0", "#2a206000")),
        "cone": gradient(DOWN, even("#3a1440a0", "#3a144000")),
        "peak-shade": gradient(ACROSS, even("#3f2468", "#3f246800")),
        "snow": gradient(DOWN, even("#ffffff", "#dfe4ff"), even("#f4f1ff", "#b9b8f0")),
        # terrains
        "sea": gradient(DOWN, even("#8ff0f5", "#2f9fe0"), even("#6fe0f0", "#1f6fbf")),
        "fall": gradient(DOWN, even("#d9fdff", "#6fd0f2", "#ffffff00"), even("#c4f6ff", "#4fa8e0", "#9fd8ff00")),
        "wave": gradient(DOWN, even("#5fdcf0", "#2474c8"), even("#5fd0f0", "#1d4fa0")),
        "basalt": gradient(DOWN, even("#8a3f52", "#4f2444", "#33193a"), even("#6f2f4c", "#3a1a3c", "#220f2c")),
        "lava": gradient(DOWN, even("#fff3a0", "#ffb02e", "#f0502c")),
        "glow": gradient(GLOW, even("#ffe27a", "#ff8a3c80", "#ff6a3c00")),
        "smoke": gradient(DOWN, even("#fff2ea", "#c9a9b4"), even("#d9c4da", "#7a5f8c")),
        "gust": gradient(DOWN, even("#ffffff", "#e2d6ff"), even("#f2ecff", "#b6a2f2")),
        "stone": gradient(DOWN, even("#8a74c9", "#4a3a8f"), even("#7f6ac4", "#3a2e7d")),
        "void": gradient(DOWN, even("#3b2a78", "#1d1447")),
        "vortex": gradient(GLOW, even("#ffffff", "#fff0a8", "#ff8fd0", "#8a4fe0")),
        "halo": gradient(GLOW, even("#fff3b8", "#ffb8e870", "#ffb8e800")),
        # dressing
        "leaf": gradient(DOWN, even("#b8e986", "#4fa866"), even("#7fc08a", "#2f7a68")),
        "bloom": gradient(DOWN, even("#ff9fb8", "#e0528f"), even("#f08ab8", "#a83f8c")),
        "crystal": gradient(DOWN, even("#e2fbff", "#7fc9f2"), even("#d2f4ff", "#5f9fe8")),
        # animals
        "rose": gradient(DOWN, even("#ff9aa8", "#e0446f")),
        "milk": gradient(DOWN, even("#fffaf0", "#f5d9c0")),
        "sun": gradient(DOWN, even("#ffe873", "#f7a823")),
        "azure": gradient(DOWN, even("#7fc4ff", "#2a68c9")),
        "moss": gradient(DOWN, even("#a8dc6a", "#3f8f4a")),
        "ember": gradient(DOWN, even("#ffb054", "#e8622a")),
        "violet": gradient(DOWN, even("#cf9bff", "#7a3fc4")),
        "teal": gradient(DOWN, even("#5fe6cf", "#0f8f94")),
        "dusk": gradient(DOWN, even("#4a4488", "#221c4a")),
        # travellers, monsters and cities
        "sick": gradient(DOWN, even("#d8ee8a", "#84b83f")),
        "raven": gradient(DOWN, even("#5a628f", "#22264a")),
        "fluff": gradient(DOWN, even("#fff0fa", "#f2a8d8")),
        "copper": gradient(DOWN, even("#ffcf9a", "#c46a3a")),
        "spring": gradient(DOWN, even("#7ff0e0", "#1f9fb0")),
        "mane": gradient(DOWN, even("#ffd27a", "#d98a3a")),
        "cinder": gradient(DOWN, even("#8a6a78", "#3f2a44")),
        "abyss": gradient(DOWN, even("#4a2470", "#160a2e")),
        "fur": gradient(DOWN, even("#8f4fd0", "#3f1d78")),
        "gum": gradient(DOWN, even("#ff6f8f", "#a81f4f")),
        "ash": gradient(DOWN, even("#b9a3b4", "#6a5470", "#3d2d4c"), even("#7d6a8c", "#44345a", "#241a38")),
        "steam": gradient(DOWN, even("#ffffff", "#e9dfe6"), even("#efe6f8", "#b2a2c4")),
        "city": gradient(DOWN, even("#5f4f9f", "#1d1438")),
        "city-glow": gradient(GLOW, even("#7a3fd0e0", "#6a3fc080", "#6a3fc000")),
        "gold": gradient(DOWN, even("#fff0a8", "#f5b52e")),
        "parchment": gradient(DOWN, even("#fffaf0", "#f7e2bd"), even("#efe4f5", "#cdb9dc")),
        "noon": gradient(DOWN, even("#4f9fe8", "#a8dcf5", "#ffe9b0")),
        # signs and lights
        "frame": flat("#fff8ea", "#d9cdf2"),
        "stars": flat("#ffffff00", "#ffffff"),
        "place": flat("#fffdf08c", "#ffe9a033"),
        "place-ring": flat("#ffe9a0cc", "#ffd257aa"),
        "place-dash": flat("#b5701a", "#ffe9a0"),
        "field": flat("#ffffff2e", "#cdbcff1f"),
        "field-edge": flat("#ffffff99", "#d9cdf280"),
        "ground": gradient(
            GLOW, even("#ffffffe0", "#ffffff90", "#ffffff00"), even("#b9a2f280", "#8f74d050", "#8f74d000")
        ),
        "back": gradient(DOWN, even("#5a4fb0", "#332a78"), even("#4a3f9a", "#241c58")),
    },
    {"window": lambda name: element("clipPath", path(WINDOW), id=name)},
)
