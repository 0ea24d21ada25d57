"""Name plates: whose tray, hand or kingdom a picture shows, and whose turn it is."""

from __future__ import annotations

from cloudtop.stage.lettering import fitted, width_of
from cloudtop.stage.paints import Palette, flat
from cloudtop.stage.svg import circle, group, rect, text, translate

PLATES = Palette(
    "plate",
    {
        "face": flat("#fffaf0eb", "#2a2750eb"),
        "ink": flat("#3a2017", "#ffe9cf"),
        "lamp": flat("#ffb41f", "#ffd257"),
        "lamp-edge": flat("#7a4a00", "#3a1420"),
    },
)
HEIGHT = 34.0


def name_plate(
    name: str, colour: str, emblem: str, count: str = "", to_play: bool = False, width: float = 168.0
) -> str:
    """A plate around the origin: an emblem, a name, what is left, and a lamp for whoever is to play.

    The emblem, no wider than 20, lies on its colour; a long name is written smaller, then cut short.
    """
    half, right = width / 2, width / 2 - 14
    room = width - 58 - (width_of(count, 17) + 8 if count else 0)
    written, size = fitted(name, room, 17, 12)
    return group(
        rect(
            -half,
            -HEIGHT / 2,
            width,
            HEIGHT,
            rx=HEIGHT / 2,
            fill=PLATES["face"],
            stroke=colour,
            stroke_width=2.5,
        ),
        circle(-half + 19, 0, 13, fill=colour),
        group(emblem, transform=translate(-half + 19, 0)),
        text(written, -half + 40, size * 0.35, size, PLATES["ink"], text_anchor="start"),
        text(count, right, 6, 17, PLATES["ink"], text_anchor="end") if count else "",
        lamp(half) if to_play else "",
    )


def lamp(half: float) -> str:
    """The line of light around the plate of whoever is to play, with a lamp at its right end."""
    reach = half + 5
    return rect(
        -reach,
        -HEIGHT / 2 - 5,
        2 * reach,
        HEIGHT + 10,
        rx=HEIGHT / 2 + 5,
        fill="none",
        stroke=PLATES["lamp"],
        stroke_width=3.5,
    ) + circle(reach, 0, 7, fill=PLATES["lamp"], stroke=PLATES["lamp-edge"], stroke_width=1.5)
