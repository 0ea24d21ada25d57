"""Chance for OpenSpiel's bots, with the few methods of a NumPy generator that they call.

It is quicker than NumPy's for drawing one number at a time, which is all that a search does: more simulations for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any


class Dice:
    """A seeded source of chance."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def randint(self, count: int) -> int:
        """A number below `count`."""
        return int(self.rng.random() * count)

    def uniform(self) -> float:
        """A number from 0 to 1."""
        return self.rng.random()

    def shuffle(self, things: list[Any]) -> None:
        """Put things into a new order."""
        self.rng.shuffle(things)

    def choice(self, things: Sequence[Any], p: Sequence[float] | None = None) -> Any:
        """One of the things, each as likely as `p` says; all alike without it."""
        if p is None:
            return things[self.randint(len(things))]
        return self.rng.choices(things, p)[0]
