"""Planted mistakes of a room with one board: a board left over from before a move, and secrets within its reach."""

from __future__ import annotations

from random import Random

import pytest

from cloudtop.core.board import Component
from cloudtop.games.skybridge.board import Board, board_of
from cloudtop.games.skybridge.game import SkybridgeGame
from cloudtop.games.skybridge.state import Skybridge
from cloudtop.testing import conformance
from cloudtop.testing.breach import Breach
from cloudtop.testing.secrecy import check_secrecy


class Room(SkybridgeGame):
    """The room with a mistake to be planted, and its own words."""

    package = "cloudtop.games.skybridge"


class Stale(Room):
    """Keeps the first board of a state, whatever is played."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[int, tuple[Skybridge, Board]] = {}

    def view(self, state: Skybridge, seat: int | None, public: Board | None = None) -> Board:
        _, first = self.kept.setdefault(id(state), (state, board_of(state, None)))
        return first.seen_from(seat)


class Trusting(Room):
    """Hands the whole position to everybody who reads the board."""

    def view(self, state: Skybridge, seat: int | None, public: Board | None = None) -> Board:
        board = board_of(state, seat).seen_from(seat)
        board.position = state  # type: ignore[attr-defined]
        return board


class Pile(Component):
    """A pile that remembers where it came from."""

    __slots__ = ("count", "source")

    def __init__(self, count: int, source: Skybridge) -> None:
        self.count, self.source = count, source


class Remembering(Room):
    """Has a component that leads to the position."""

    def view(self, state: Skybridge, seat: int | None, public: Board | None = None) -> Board:
        board = board_of(state, seat).seen_from(seat)
        board.pile = (Pile.of(3, state),)  # type: ignore[attr-defined]
        return board


def test_a_board_from_before_a_move_is_found() -> None:
    with pytest.raises(Breach) as caught:
        conformance(Stale(), games=1, terms=[(2, {})])
    assert str(caught.value).startswith("broken promise: a view follows every move")


@pytest.mark.parametrize("fault", [Trusting, Remembering])
def test_a_way_from_a_board_to_the_position_is_found(fault: type[SkybridgeGame]) -> None:
    state = fault().deal(2, seed=1)
    with pytest.raises(Breach) as caught:
        check_secrecy(state, 0, Random(0))
    assert str(caught.value).startswith("broken promise: a board is made of components")
    assert "it holds a Skybridge" in str(caught.value)
