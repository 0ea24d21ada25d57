"""What several ask about the same thing, one after the other, is found once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

K = TypeVar("K")
V = TypeVar("V")
Beside = TypeVarTuple("Beside")
KEPT = 16
"""So many things that were looked at last are kept with what was found about them."""


def latest(find: Callable[[K, *Beside], V]) -> Callable[[K, *Beside], V]:
    """The same answer for the very same thing, as long as it is one of those asked about last.

    A table that several look at is one thing to them all: it is known by what it is, and nothing in it is compared.
    What is asked beside it is.
    """
    known: dict[int, tuple[K, tuple[*Beside], V]] = {}

    @wraps(find)
    def found(thing: K, *beside: *Beside) -> V:
        last = known.get(id(thing))
        # A number may be that of another thing by now, unless the thing it stands for is kept.
        if last is None or last[0] is not thing or last[1] != beside:
            if len(known) >= KEPT:
                known.clear()
            last = known[id(thing)] = (thing, beside, find(thing, *beside))
        return last[2]

    return found
