"""A scene: what a room shows of one view, as sprites placed in panels.

Nothing here is drawn yet. The browser builds its page from these values, and `picture` makes SVG of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Protocol

from cloudtop.core.scene import STATES, Box, Item, Panel, Scene

__all__ = ["STATES", "Box", "Item", "Panel", "Scene", "Words", "back_to_front"]


DEPTH = itemgetter(Item._fields.index("depth"))


class Words(Protocol):
    """A room's words in the player's language."""

    def __call__(self, key: str, **fields: object) -> str:
        """The text of that key with its fields filled in."""


def back_to_front(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items in the order in which a panel paints them; those of equal depth keep theirs."""
    return tuple(sorted(items, key=DEPTH))
