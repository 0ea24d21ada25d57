"""Bots as strangers write them: the tests name them as `tests.support.lab.strangers:Last`."""

from __future__ import annotations

from random import Random

from cloudtop.bots import Bot, Perspective


class Last(Bot):
    """Takes the last of the legal moves, or one a few places before it."""

    name = "last"

    def __init__(self, before: int = 0) -> None:
        self.before = before

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """A move near the end of the list."""
        legal = perspective.legal()
        return legal[max(len(legal) - 1 - self.before, 0)]


class Duck:
    """Chooses moves, but is no subclass of `Bot`."""

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The first move."""
        return perspective.legal()[0]


class Cheat(Bot):
    """Chooses a number that is no legal move."""

    name = "cheat"
    identity = "v1"

    def __init__(self, action: int = 0) -> None:
        self.action = action

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """Always the same."""
        return self.action


class Forgetful(Bot):
    """Counts its games, and is told when a new one begins."""

    name = "forgetful"

    def __init__(self) -> None:
        self.games = 0

    def new_game(self) -> None:
        """One more."""
        self.games += 1

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The first move."""
        return perspective.legal()[0]


OBJECT = Last(1)
NEEDY = type("Needy", (Last,), {"__init__": lambda self, depth: None})
