"""Moves: a disc into one of the columns a to g. This module is compiled."""

from __future__ import annotations

from typing import Final, NamedTuple

from cloudtop.core.moves import Moves

COLUMNS: Final = 7
ROWS: Final = 6
LETTERS: Final = "abcdefg"


class Drop(NamedTuple):
    """Let a disc fall into a column."""

    column: int

    def __str__(self) -> str:
        return LETTERS[self.column]


MOVES: Final[Moves[Drop]] = Moves([Drop(column) for column in range(COLUMNS)])
