"""Playing Cloud City in the tests: a fixed deal, moves in notation, and the rules that refuse them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cloudtop.core.errors import IllegalMove
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.state import CloudCity

Table = Callable[..., CloudCity]
"""What the fixture `table` is."""

ONE = """
   g h
 7 B .
 8 . B
"""
"""A city of its start tile alone."""
TWO = """
   g h i j
 7 B . G .
 8 . B . S
"""
FULL = """
    g h i j k l
  7 B . G . B .
  8 . B . S . S
  9 B . S . B .
 10 . G . G . G
 11 G S B G S B
 12 . . . . . .
"""
"""A complete square."""


def dealt(players: int = 2, starter: int = 0, first: str = "", **options: Any) -> CloudCity:
    """A game whose tiles come in the order of their names, after those named first."""
    tiles = sorted(GAME.deal_of()["tiles"])
    for tile in first.split():
        tiles.remove(tile)
    deal = {"starter": starter, "tiles": first.split() + tiles, "requests": []}
    return GAME.deal(players=players, options=options, deal=deal)


def moves(state: CloudCity) -> set[str]:
    """The legal moves of the seat to play, in notation."""
    return {GAME.text(action) for action in state.legal(state.seat)}


def refusal(state: CloudCity, text: str, seat: int | None = None) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.seat if seat is None else seat, text)
    return caught.value.rule.removeprefix("cloud-city/")


def play(state: CloudCity, *texts: str) -> CloudCity:
    """Play moves in notation, each by the seat whose turn it is."""
    for text in texts:
        state.play(state.seat, GAME.parse(state, state.seat, text))
    return state


def play_out(state: CloudCity, seed: int = 0) -> CloudCity:
    """Play random moves to the end."""
    rng = Random(seed)
    while state.turn():
        legal = state.legal(state.seat)
        state.play(state.seat, legal[int(rng.random() * len(legal))])
    return state
