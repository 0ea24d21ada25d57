"""A scene: what a room shows of one view, as sprites placed in panels.

Nothing here is drawn yet. The browser builds its page from these values, and `picture` makes SVG of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

Box = tuple[float, float, float, float]
STATES = ("", "ghost", "target", "refused", "last")


class SeenBy(Protocol):
    """The view a scene is made from: all that one seat, or a spectator, may know."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """The position as plain values."""

    @property
    def seat(self) -> int | None:
        """Whose view it is; None is a spectator's."""

    @property
    def players(self) -> int:
        """How many play."""


class Words(Protocol):
    """A room's words in the player's language."""

    def __call__(self, key: str, **fields: object) -> str:
        """The text of that key with its fields filled in."""


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


def back_to_front(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items in the order in which a panel paints them; those of equal depth keep theirs."""
    return tuple(sorted(items, key=lambda item: item.depth))
