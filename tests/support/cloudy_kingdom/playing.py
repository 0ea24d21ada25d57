"""What tests of Cloudy Kingdom say over and over: moves in notation, who is refused by which rule, how a game ended."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

from cloudtop.core.box import read_box
from cloudtop.core.errors import IllegalMove
from cloudtop.games.cloudy_kingdom.game import GAME, CloudyKingdomGame
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

PRINTED = (files(GAME.package) / "pieces.toml").read_text(encoding="utf-8")
"""The printed box as its file tells it."""
Position = Callable[..., CloudyKingdom]
"""The fixture `position`."""

RED_NEARLY = "a1 s:h l:n / b1 s:h / c1 s:v r:w / c2 s:v"
"""Red's castles are north 1 and south 3: only a card on c3 is missing."""
RED_WAITS = RED_NEARLY + " / c3 s:v"
RED_AND_BLUE_NEARLY = "a1 s:h l:n / b1 s:h t:s / a3 s:h r:s / b3 s:v t:w / c3 s:v r:w"
"""An upright card on b2 joins north 1 and 2 with south 1 and 3: red and blue at once."""


def boxed(text: str) -> CloudyKingdomGame:
    """The game with the box of a file."""
    return GAME.boxed(read_box(text))


def moves(state: CloudyKingdom, seat: int | None = None) -> set[str]:
    """The legal moves in notation."""
    return {state.game.text(action) for action in state.legal(state.seat if seat is None else seat)}


def refusal(state: CloudyKingdom, text: str, seat: int | None = None) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMove) as caught:
        state.game.parse(state, state.seat if seat is None else seat, text)
    return caught.value.rule.removeprefix("cloudy-kingdom/")


def play(state: CloudyKingdom, *texts: str) -> CloudyKingdom:
    """Play moves in notation, each by the seat that has to decide."""
    for text in texts:
        state.play(state.seat, state.game.parse(state, state.seat, text))
    return state


def play_as(state: CloudyKingdom, seat: int, text: str) -> None:
    """A move by that seat."""
    state.play(seat, state.game.parse(state, seat, text))


def result(state: CloudyKingdom) -> tuple[tuple[int, ...], str]:
    """The winners and the rule by which the game ended."""
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners, outcome.reason.removeprefix("cloudy-kingdom/")
