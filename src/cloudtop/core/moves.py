"""The moves of a game: each one a value, with a number and a notation as its two spellings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from cloudtop.core.errors import NotAMove

M = TypeVar("M")


class Moves(Generic[M]):
    """Every move that has a number, in the order of their numbers; `str(move)` is its notation.

    Search, learners and the wire use the number, people and records the notation, the rulebook the value.

    >>> moves = Moves(["heads", "tails"])
    >>> moves[1], moves.number("tails"), moves.texts
    ('tails', 1, ('heads', 'tails'))
    """

    def __init__(self, values: Iterable[M]) -> None:
        self.values = tuple(values)
        self.texts = tuple(str(move) for move in self.values)
        self._numbers = {move: number for number, move in enumerate(self.values)}
        self._by_text = dict(zip(self.texts, self.values, strict=True))
        if not len(self._numbers) == len(self._by_text) == len(self.values):
            # Named tuples of different kinds are equal if their fields are.
            raise ValueError("two moves are equal, or are written alike")

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[M]:
        return iter(self.values)

    def __getitem__(self, number: int) -> M:
        return self.values[number]

    def __contains__(self, move: object) -> bool:
        return move in self._numbers

    def number(self, move: M) -> int:
        """The number of a move; `NotAMove` for one that can be named, and refused, but never made."""
        if move not in self._numbers:
            raise NotAMove(f"{move} has no number: it is never legal")
        return self._numbers[move]

    def written(self, text: str) -> M | None:
        """The move with exactly this notation, None if there is none."""
        return self._by_text.get(text)
