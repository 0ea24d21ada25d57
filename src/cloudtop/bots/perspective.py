"""What a bot gets to see: a seat's view, its legal moves and imagined positions, never the true state."""

from __future__ import annotations

from random import Random
from typing import Any

from cloudtop.core.state import State


class Perspective:
    """A game seen from one seat."""

    __slots__ = ("__state", "seat")

    def __init__(self, state: State, seat: int) -> None:
        state.check_seat(seat)
        self.__state = state
        self.seat = seat

    def view(self) -> Any:
        """All that the seat knows."""
        return self.__state.view(self.seat)

    def legal(self) -> list[int]:
        """The moves the seat may make now."""
        return self.__state.legal(self.seat)

    def imagine(self, rng: Random) -> State:
        """A position that may be the true one for all the seat knows, to think on."""
        return self.__state.imagine(self.seat, rng)
