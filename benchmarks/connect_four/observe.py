"""What a learner sees of connect four: its own discs and the other's, as other libraries show them. Compiled."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from cloudtop.core.observe import Entry, Layout, Observer, put_bits
from cloudtop.core.state import State

from .moves import COLUMNS, ROWS
from .state import HEIGHT, ConnectFour

ACROSS: Final[i64] = COLUMNS
UP: Final[i64] = ROWS
STRIDE: Final[i64] = HEIGHT
CELLS: Final[i64] = COLUMNS * ROWS
WHOLE: Final[i64] = 2**ROWS - 1
"""All cells of the first column."""


class ConnectFourObserver(Observer):
    """Writes a position of connect four."""

    def __init__(self) -> None:
        shape = (2, COLUMNS, ROWS)
        super().__init__(Layout([Entry("discs", shape, 0, 1, "the own discs, then the other's, by column and row")]))

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add the discs, the looking seat's first."""
        assert isinstance(state, ConnectFour)
        at = self.begun(into)
        own, other = (state.first, state.second) if seat == 0 else (state.second, state.first)
        column: i64 = 0
        while column < ACROSS:
            put_bits(into, at, own & WHOLE)
            put_bits(into, at + CELLS, other & WHOLE)
            own >>= STRIDE
            other >>= STRIDE
            at += UP
            column += 1
