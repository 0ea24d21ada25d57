"""A game that plays well until its first stone is taken; then it fails in the way that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from tests.support.nim import TAKE, CoinNim, CoinNimGame, Facts, Move

from cloudtop.core.scene import Part, Staging
from cloudtop.core.state import Outcome
from cloudtop.core.view import View
from cloudtop.core.words import Words

NAME = "faulty-nim"
FULL = 7
"""Stones in the heap while nothing fails."""


def stumble() -> NoReturn:
    """A mistake in the rules."""
    raise ZeroDivisionError("a mistake in the rules")


def hang() -> None:
    """Never come back."""
    while True:
        pass


def leave() -> NoReturn:
    """End the program."""
    raise SystemExit(3)


def sink() -> None:
    """Go deeper and deeper."""
    sink()


def grow() -> None:
    """Take more and more memory, until it is stopped."""
    kept: list[bytes] = []
    while True:
        kept.append(bytes(8))


WAYS: Mapping[str, Callable[[], None]] = {"stumble": stumble, "hang": hang, "leave": leave, "sink": sink, "grow": grow}


class Fault:
    """Where it fails, and how."""

    where = ""
    way: Callable[[], None] = stumble


def fails(where: str, heap: int) -> None:
    """Fail here, if that was chosen, as soon as a stone is gone."""
    if Fault.where == where and heap < FULL:
        Fault.way()


class FaultyNim(CoinNim):
    """Fails in its rules."""

    def turn(self) -> list[int]:
        fails("turn", self.heap)
        return super().turn()

    def legal(self, seat: int) -> list[int]:
        fails("legal", self.heap)
        return super().legal(seat)

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == TAKE:
            fails("apply", self.heap)

    def outcome(self) -> Outcome | None:
        fails("outcome", self.heap)
        return super().outcome()


class FaultyNimGame(CoinNimGame):
    """Fails in what it shows."""

    name = NAME
    state_type = FaultyNim

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        fails("facts", state.heap)
        return super().facts(state, seat)

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
        fails("parts", view.facts.heap)
        return super().parts(view, words, staging)

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Any:
        fails("tell", after.heap)
        return super().tell(before, seat, move, after, words)


GAME = FaultyNimGame()
