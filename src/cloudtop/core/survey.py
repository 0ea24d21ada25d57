"""Observations of any game, from the types of its facts alone; a room that knows better writes its own.

How long the lists of a view get and which words stand in it no type tells. So a few random games are looked at, always
the same ones: a list gets as many places as it ever had, a word one place for each that was seen, and one for any
other. What finds no room is left out, so an observation never fails; a game that wants all of it has its own observer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from librt.strings import BytesWriter

from cloudtop.core.observe import Entry, Layout, Observer, put
from cloudtop.core.state import State, Terms
from cloudtop.core.view import plain

GAMES = 12
"""Random games that are looked at."""
MOST = 32767
"""Numbers beyond it are told as this."""

Leaf = bool | int | float | str | None


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Leaf]]:
    """All single values of plain data, each with its path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        yield f"{path}#", len(value)
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{number}]")
    else:
        yield path, value


class Seen:
    """What was seen at a path."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.numbers = False
        self.gaps = False

    def look(self, leaf: Leaf) -> None:
        """Take note of a value."""
        if isinstance(leaf, str):
            self.words.add(leaf)
        elif leaf is None:
            self.gaps = True
        else:
            self.numbers = True


class Column:
    """How the values at a path are written: a number, then a 1 for what the value is."""

    def __init__(self, path: str, seen: Seen, known: int) -> None:
        self.path = path
        self.words = {word: number for number, word in enumerate(sorted(seen.words))}
        self.numbers = seen.numbers
        # A path that is not always there, or whose value is sometimes nothing, says whether there is one.
        self.there = seen.gaps or known == 0
        self.size = int(self.numbers) + int(self.there) + (len(self.words) + 1 if self.words else 0)

    def entry(self) -> Entry:
        """What it is in a layout."""
        parts = ["the number"] if self.numbers else []
        parts += ["1 if there is one"] if self.there else []
        parts += [f"1 for one of {', '.join(self.words)}, or another word"] if self.words else []
        lowest, highest = (-MOST, MOST) if self.numbers else (0, 1)
        return Entry(self.path, (self.size,), lowest, highest, "; ".join(parts))

    def values(self, leaf: Leaf) -> Iterator[tuple[int, int]]:
        """The numbers that are not 0, each with its place."""
        place = 0
        if self.numbers:
            if isinstance(leaf, bool | int | float):
                yield place, max(-MOST, min(MOST, int(leaf)))
            place += 1
        if self.there:
            if leaf is not None:
                yield place, 1
            place += 1
        if self.words and isinstance(leaf, str):
            yield place + self.words.get(leaf, len(self.words)), 1


class SurveyedObserver(Observer):
    """Writes the facts of a game that has no observer of its own; the seats' numbers stay as they are."""

    def __init__(self, terms: Terms) -> None:
        found: dict[str, Seen] = {}
        always: set[str] = set()
        for facts in sampled(terms):
            here = dict(leaves(facts))
            always = set(here) if not found else always & set(here)
            for path, leaf in here.items():
                found.setdefault(path, Seen()).look(leaf)
        self.columns = [Column(path, found[path], int(path in always)) for path in sorted(found)]
        seats = Entry("own seat", (terms.players,), 0, 1, "which seat looks")
        super().__init__(Layout([seats] + [column.entry() for column in self.columns if column.size]))

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what the seat knows."""
        at = int(self.begun(into))
        put(into, at + seat, 1)
        here = dict(leaves(known(state, seat)))
        for column in self.columns:
            if column.path in here:
                first = at + self.layout.first[column.path] if column.size else 0
                for place, value in column.values(here[column.path]):
                    put(into, first + place, value)


def known(state: State, seat: int) -> dict[str, Any]:
    """The facts of a seat as plain data."""
    facts = state.view(seat).facts
    if not isinstance(facts, msgspec.Struct):
        raise TypeError(f"the facts of {state.terms.game.name} are no msgspec.Struct")
    data: dict[str, Any] = plain(facts)
    return data


def sampled(terms: Terms) -> Iterator[dict[str, Any]]:
    """What the seats know in a few random games."""
    game = terms.game
    for seed in range(GAMES):
        state, rng = game.begin(terms, game.shuffle(terms, Random(seed))), Random(seed)
        while True:
            for seat in range(terms.players):
                yield known(state, seat)
            mover = state.mover()
            if mover < 0:
                break
            legal = state.legal(mover)
            state.apply(mover, legal[int(rng.random() * len(legal))])
