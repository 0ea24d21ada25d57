"""Chance: everything random happens here, at the deal, from a seed. This module is compiled.

Only `random.Random.random()` is used, whose numbers Python promises to keep for a seed; so a seed deals the
same game on every machine and in every release.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def new_seed() -> int:
    """A seed nobody can guess: 128 bits from the operating system's generator."""
    return secrets.randbits(128)


def below(rng: Random, count: int) -> int:
    """A number from 0 to `count` - 1, all equally likely."""
    return int(rng.random() * count)


def pick(rng: Random, things: Sequence[T]) -> T:
    """One of the things."""
    return things[int(rng.random() * len(things))]


def shuffled(rng: Random, things: Iterable[T]) -> list[T]:
    """The things in a new order, every order equally likely.

    >>> shuffled(Random(7), "abcde")
    ['c', 'd', 'e', 'a', 'b']
    """
    order = list(things)
    draw = rng.random
    for last in range(len(order) - 1, 0, -1):
        other = int(draw() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
