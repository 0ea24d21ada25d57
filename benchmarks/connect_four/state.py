"""A position: the discs of either seat as bits, seven to a column from the bottom up, the topmost bare. Compiled."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import i64

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms

from .moves import COLUMNS, ROWS

HEIGHT: Final = ROWS + 1
BOTTOM: Final[list[i64]] = [2 ** (HEIGHT * column) for column in range(COLUMNS)]
"""The lowest cell of each column."""
TOP: Final[list[i64]] = [2 ** (HEIGHT * column + ROWS - 1) for column in range(COLUMNS)]
"""The highest cell of each column."""
WHOLE: Final[list[i64]] = [(2**ROWS - 1) * 2 ** (HEIGHT * column) for column in range(COLUMNS)]
"""All cells of each column."""
CELLS: Final = COLUMNS * ROWS


def four(discs: i64) -> bool:
    """Whether four discs stand in a row: upright, across, or along a diagonal."""
    pairs = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = discs & (discs >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = discs & (discs >> 8)
    return bool(pairs & (pairs >> 16))


class ConnectFour(State):
    """A position of connect four; seat 0 begins."""

    def __init__(self, terms: Terms, first: i64, second: i64, count: i64, winner: i64) -> None:
        super().__init__(terms)
        self.first: i64 = first
        self.second: i64 = second
        self.count: i64 = count
        """Discs in all."""
        self.winner: i64 = winner
        """-1 while nobody has four in a row."""

    def mover(self) -> int:
        """The seats take turns until four stand in a row or all cells are full."""
        return -1 if self.winner >= 0 or self.count == CELLS else self.count & 1

    def choices(self, seat: int) -> list[int]:
        """The columns that are not full."""
        found: list[int] = []
        if seat == self.mover():
            discs = self.first | self.second
            for column in range(COLUMNS):
                if not discs & TOP[column]:
                    found.append(column)
        return found

    def apply(self, seat: int, action: int) -> None:
        """The disc falls onto the lowest bare cell."""
        discs = self.first | self.second
        fallen = (discs + BOTTOM[action]) & WHOLE[action]
        # Adding to the bottom carries to the first bare cell; the cells above it are bare as well.
        if seat == 0:
            own = self.first | (fallen & ~discs)
            self.first = own
        else:
            own = self.second | (fallen & ~discs)
            self.second = own
        self.count += 1
        if four(own):
            self.winner = seat

    def copy(self) -> ConnectFour:
        """An independent state in the same position."""
        return ConnectFour(self.terms, self.first, self.second, self.count, self.winner)

    def imagined(self, seat: int, rng: Random) -> ConnectFour:
        """Nothing is hidden."""
        self.check_seat(seat)
        return self.copy()

    def scores(self) -> list[int]:
        """One for a win."""
        return [int(self.winner == 0), int(self.winner == 1)]

    def sheet(self, seat: int) -> ScoreSheet:
        """A line for a win."""
        self.check_seat(seat)
        if self.winner != seat:
            return ScoreSheet(seat, (), 0)
        return ScoreSheet(seat, (ScoreLine("connect-four/four", "score.four", {}, 1),), 1)

    def outcome(self) -> Outcome | None:
        """Four in a row win; a full board is a draw."""
        if self.winner >= 0:
            won = int(self.winner)
            return Outcome(tuple(self.scores()), ((won,), (1 - won,)), (won,), "connect-four/four")
        if self.count == CELLS:
            return Outcome((0, 0), ((0, 1),), (), "connect-four/full")
        return None
