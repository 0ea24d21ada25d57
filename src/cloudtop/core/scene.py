"""What a room shows of one view, as sprites placed in panels: plain values that a page or a picture is made from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from html import escape
from typing import Any, Generic, NamedTuple

from msgspec import Struct
from typing_extensions import TypeVar

M = TypeVar("M", default=Any)
Box = tuple[float, float, float, float]
STATES = ("", "ghost", "target", "last")
UPON = "upon-"
"""Before the id of an item: the sign that lies upon it, and answers for it, so that the item itself need not change."""


class Staging(NamedTuple, Generic[M]):
    """How a position is to be shown: from where, with which names, and what its viewer is considering."""

    side: int = 0
    """Which side of the board the viewer sits at: quarter turns of the camera."""
    names: Sequence[str] = ()
    """What the players are called, seat by seat."""
    targets: Collection[str] = ()
    """What may be picked now."""
    chosen: Collection[str] = ()
    """What has been picked."""
    ghost: M | None = None
    """A move that is being considered."""
    drafted: Sequence[M] = ()
    """Moves of this turn that are decided but not made: the position is already the one after them."""
    form: str = ""
    """Which of a panel's `forms` is asked for."""


class Item(NamedTuple):
    """One placed sprite."""

    id: str
    """Stable from move to move within its panel: keys the animation."""
    sprite: str
    x: float
    """Where the sprite's origin stands, in the panel's own units, already projected."""
    y: float
    depth: float
    """Painter's order: larger is nearer."""
    target: str = ""
    """The target it answers to, such as "cell:b2"; without one it ignores the pointer."""
    label: str = ""
    """Its spoken name; without one it is decoration."""
    rotation: int = 0
    """Quarter turns of the sprite itself, clockwise."""
    state: str = ""
    """One of `STATES`; of the items that share a target, the one in state "target" that has a name takes the focus."""


class Picture(NamedTuple):
    """A small drawing: placed sprites before a backdrop, seen through a box."""

    box: Box = (0.0, 0.0, 0.0, 0.0)
    items: tuple[Item, ...] = ()
    backdrop: str = ""
    """SVG behind the items."""


KINDS = ("board", "slots", "notes")
"""Kinds of panels: a drawing; a row of places that never move; cards that are told in words beside their picture."""
SLOT_STATES = ("", "held", "used", "none")
"""Of a slot: as usual; on the board at present, to be put back; spent, but still there; nothing there."""


class Slot(NamedTuple):
    """One place of a row, there for the whole game: of a hand, a market, a supply; or a card told in words."""

    id: str
    """Stable within its panel."""
    label: str = ""
    """What it is called, shown and spoken."""
    picture: Picture = Picture()
    target: str = ""
    """The target it answers to; without one it only shows."""
    state: str = ""
    """One of `SLOT_STATES`."""
    number: int | None = None
    """How many of it there are, where that is to be shown."""
    text: str = ""
    """What it does, or a few words about it."""
    points: tuple[int, ...] = ()
    """What it brings each seat now, where it brings points."""
    group: str = ""
    """The heading above it and those after it, where it begins a group."""
    sign: str = ""
    """The sprite beside that heading."""


class Panel(NamedTuple):
    """One area of a table: a board, a hand, a market."""

    name: str
    seat: int | None
    """Whose it is; None is everybody's."""
    title: str
    box: Box
    """Its viewBox: left, top, width, height."""
    items: tuple[Item, ...]
    """Sorted from back to front."""
    backdrop: str = ""
    """SVG behind the items."""
    description: str = ""
    """The panel in words, for a screen reader."""
    kind: str = "board"
    """One of `KINDS`."""
    slots: tuple[Slot, ...] = ()
    """Of a panel of slots or notes: its places, which then has no items."""
    forms: tuple[str, ...] = ()
    """Names of the ways in which it can be drawn, the usual one first; words: `form.NAME`."""


class Part(Struct, frozen=True):
    """A panel that is drawn when somebody needs it."""

    name: str
    """Of the panel."""
    key: Hashable
    """All that the panel depends on, besides language and box: equal keys, equal panels."""
    how: Callable[..., Panel]
    """What draws it."""
    what: tuple[Any, ...] = ()
    """What it is handed; to keep that beside it takes less time than to make a function that knows it."""

    def draw(self) -> Panel:
        """The panel."""
        return self.how(*self.what)


class Scene(NamedTuple):
    """All panels of a table."""

    panels: tuple[Panel, ...]


LINE, LETTER = 22.0, 9.5
"""Height of a line of text, and about the width of a letter."""
NARROWEST, FOOT = 420.0, 90.0
"""A text is never shown larger than this width makes it, and so much stays free below it for a page's buttons."""


def text_panel(title: str, text: str) -> Panel:
    """A board that is only told, for a game that has no pictures yet."""
    lines = text.splitlines()
    spans = "".join(
        f'<text x="24" y="{LINE * (number + 1.6):g}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    width = max(NARROWEST, 48 + LETTER * max(map(len, lines), default=0))
    height = LINE * (len(lines) + 1.4)
    plate = f'<rect width="{width:g}" height="{height:g}" rx="16" fill-opacity=".07"/>'
    drawn = f'<g font-family="monospace" font-size="15" fill="currentColor">{plate}{spans}</g>'
    return Panel("board", None, title, (-8, -LINE, width + 16, height + LINE + FOOT), (), drawn, text)


def text_picture(text: str) -> str:
    """The same as a picture of its own."""
    panel = text_panel("", text)
    box = " ".join(f"{size:g}" for size in panel.box)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{panel.backdrop}</svg>'
