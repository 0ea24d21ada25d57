"""Printed pieces: what every card and tile of the kit has on its face, in the colours of day and dusk.

A game of its own art needs none of this; one that has no art yet gets its first picture from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cloudtop.stage.lettering import fitted
from cloudtop.stage.paints import DOWN, Palette, even, flat, gradient, stylesheet
from cloudtop.stage.scene import Item
from cloudtop.stage.sprites import sprites_svg
from cloudtop.stage.svg import centred_rect, group, path, text, translate

INK_OF = {
    "blue": ("#1f5fb4", "#1f5fb4"),
    "red": ("#c2303a", "#b3303a"),
    "green": ("#23804a", "#1f7343"),
    "purple": ("#7a3fa8", "#6c3a96"),
    "yellow": ("#a86a00", "#8f5b00"),
    "black": ("#37364a", "#2a293b"),
}
"""The strong colour of each hue by day and at dusk: it is read on paper, and paper is read on it."""
HUES = tuple(INK_OF)

MARKS = {
    "drop": "M0-10C5-3.4 7.6-.4 7.6 3.2A7.6 7.2 0 0 1-7.6 3.2C-7.6-.4-5-3.4 0-10Z",
    "sun": "M0-10 2.3-5.4 7-7 5.4-2.3 10 0 5.4 2.3 7 7 2.3 5.4 0 10-2.3 5.4-7 7-5.4 2.3-10 0-5.4-2.3-7-7-2.3-5.4Z",
    "leaf": "M-8 9C-9-4-1-9 9-9 9 2 4 9-4.6 7.4L-6.4 9.6ZM-5 6 3-3-3.4 4.4Z",
    "moon": "M2.6-9.6A9.8 9.8 0 1 0 9.6 3.6 8.2 8.2 0 0 1 2.6-9.6Z",
    "star": "M0-10 2.9-3.6 9.8-2.9 4.7 1.8 6.1 8.6 0 5.1-6.1 8.6-4.7 1.8-9.8-2.9-2.9-3.6Z",
    "stone": "M-4-8.6 4.6-8.2 9.6-1.2 6.4 7.2-3.4 8.8-9.4 3-8.6-4.4Z",
}
"""Signs within ten of their origin, so that no two pieces are told apart by colour alone."""
MARK_OF = dict(zip(HUES, MARKS, strict=True))
"""The sign of each hue, where a face names no other."""

PAINTS = {
    "paper": gradient(DOWN, even("#fffefa", "#f4ecdc"), even("#f1e6d8", "#d8c8c4")),
    "paper-edge": flat("#cdbfa6", "#8f7f92"),
    "light": flat("#fffdf6", "#f6ead9"),
    "back": gradient(DOWN, even("#4f7fc0", "#2f5795"), even("#4b4a90", "#2d2a63")),
    "back-line": flat("#e8f2ff", "#c3b6ea"),
    "shade": flat("#2b1d4a33", "#0a062255"),
    "cloth": gradient(DOWN, even("#ffffffb8", "#e6f1fad0"), even("#363a78c8", "#272a5fd8")),
    "cloth-edge": flat("#ffffff", "#6a6cb0"),
    "place": flat("#5b7fa866", "#a9a6e066"),
    "ink": flat("#2c3b57", "#f3e7ff"),
    "slab": gradient(DOWN, even("#f0dfc0", "#dcc29a"), even("#6a5d86", "#51477a")),
    "slab-side": gradient(DOWN, even("#b8925f", "#8d6a41"), even("#3b335f", "#28224a")),
    "slab-ink": flat("#7a5a2e", "#d9cdf2"),
    "rim": flat("#2c2148", "#140d33"),
    "cell": flat("#fff7e4", "#7f739e"),
    "cell-edge": flat("#c9ac7c", "#463d6c"),
    **{hue: flat(*INK_OF[hue]) for hue in HUES},
}
GOLD, GOLD_EDGE = "#ffc93c", "#8a5a00"
ABOVE = 100.0
"""The depth of lights: above every piece."""


class Face(NamedTuple):
    """What is printed on a piece."""

    hue: str = "blue"
    """One of `HUES`."""
    text: str = ""
    """A number or a few letters, written large."""
    mark: str = ""
    """One of `MARKS`; without one, that of the hue."""


class Piece(NamedTuple):
    """A card or a tile where it lies."""

    face: str = ""
    """The name of its face; without one it lies face down."""
    label: str = ""
    """What it is called, shown in a hand and spoken everywhere."""
    target: str = ""
    """The target it answers to."""
    id: str = ""
    """Stable from move to move; without one it is called after its place."""


class Printed(ABC):
    """All faces of one kind of pieces: their sprites, their paints, and how they lie on a table.

    A game names its faces once and hands `sprites` and `paints` on to the page.
    """

    half: tuple[float, float]
    """Half the width and height of a piece."""

    def __init__(self, room: str, faces: Mapping[str, Face]) -> None:
        """Take the game's name, and its faces by theirs; ValueError for a hue or mark that there is not."""
        self.room = room
        self.faces = dict(faces)
        self.numbers = {name: number for number, name in enumerate(self.faces)}
        self.palette = Palette(room, PAINTS)
        for name, face in self.faces.items():
            if face.hue not in HUES:
                raise ValueError(f"the face {name!r} has no hue {face.hue!r}; the hues are {', '.join(HUES)}")
            if face.mark and face.mark not in MARKS:
                raise ValueError(f"the face {name!r} has no mark {face.mark!r}; the marks are {', '.join(MARKS)}")

    def sprite(self, face: str) -> str:
        """The sprite of a face, or without one of a piece that lies face down; KeyError if there is no such face."""
        return f"{self.room}-face-{self.numbers[face]}" if face else f"{self.room}-face-down"

    @abstractmethod
    def drawings(self) -> dict[str, str]:
        """Every sprite by its name."""

    def sprites(self) -> str:
        """What `Game.sprites` answers: every sprite with its paints, to be put into a page once."""
        return sprites_svg(self.drawings(), [self.palette])

    def paints(self) -> str:
        """What `Game.paints` answers: the colours by day and at dusk."""
        return stylesheet([self.palette])

    # ------------------------------------------------------------------ for those who draw pieces

    def mark(self, face: Face, x: float, y: float, size: float, paint: str) -> str:
        """The sign of a face around a point, in one paint."""
        sign = path(MARKS[face.mark or MARK_OF[face.hue]], self.palette[paint])
        return group(sign, transform=f"{translate(x, y)} scale({size / 10:g})")

    def lettering(self, face: Face, x: float, y: float, room: float, size: float, paint: str) -> str:
        """The text of a face around a point, as large as it may be."""
        if not face.text:
            return ""
        written, fitting = fitted(face.text, room, size, 14)
        return text(written, x, y + 0.36 * fitting, fitting, self.palette[paint])

    def shadow(self, corner: float) -> str:
        """The shadow below a piece."""
        return group(centred_rect(*self.half, corner, fill=self.palette["shade"]), transform=translate(1.5, 5))

    def lights(self, corner: float) -> dict[str, str]:
        """The light around a piece or place that may be picked, and around one that has been."""
        wide, high, round_ = self.half[0] + 3, self.half[1] + 3, corner + 3

        def outline(colour: str, width: float, fill: str = "none", dashes: str | None = None) -> str:
            return centred_rect(
                wide, high, round_, fill=fill, stroke=colour, stroke_width=width, stroke_dasharray=dashes
            )

        lit = outline(GOLD_EDGE, 6, f"{GOLD}22") + outline(GOLD, 4, dashes="13 9")
        picked = outline(GOLD_EDGE, 8, f"{GOLD}33") + outline(GOLD, 5)
        return {f"{self.room}-lit": lit, f"{self.room}-picked": picked}

    def light(self, item: Item, lit: frozenset[str], picked: frozenset[str]) -> Iterator[Item]:
        """The light around an item that may be picked or has been; none around others."""
        if item.target and item.target in lit | picked:
            sprite = f"{self.room}-picked" if item.target in picked else f"{self.room}-lit"
            yield Item(f"light-{item.id}", sprite, item.x, item.y, ABOVE, item.target, item.label, 0, "target")
