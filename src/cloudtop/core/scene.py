"""What a room shows of one view, as sprites placed in panels: plain values that a page or a picture is made from."""

from __future__ import annotations

from typing import NamedTuple

Box = tuple[float, float, float, float]
STATES = ("", "ghost", "target", "refused", "last")


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
    turn: int = 0
    """Quarter turns of the sprite itself, clockwise."""
    state: str = ""
    """One of `STATES`; of the items that share a target, the one in state "target" takes the focus."""


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


class Scene(NamedTuple):
    """All panels of a table."""

    panels: tuple[Panel, ...]
