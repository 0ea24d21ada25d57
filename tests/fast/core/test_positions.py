"""Positions are compared by what they are."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.lab.rooms import GAMES

import cloudtop
from cloudtop.core.game import Game

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_equal_positions_have_equal_hashes_and_others_differ(game: Game) -> None:
    state, rng, seen = game.deal(players=2, seed=3), Random(1), set()
    while (seat := state.mover()) >= 0:
        copy = state.copy()
        assert copy == state
        assert hash(copy) == hash(state)
        assert game.load(state.dump()) == state
        assert copy not in seen
        seen.add(copy)
        state.apply(seat, rng.choice(state.legal(seat)))
        assert state != copy
    assert all(dump == copy.dump() for copy in seen for dump in [copy.copy().dump()])


def test_other_terms_are_other_positions() -> None:
    skybridge = cloudtop.game("skybridge")
    state = skybridge.deal(players=2, seed=1)
    assert state != skybridge.deal(players=3, seed=1)
    assert state != skybridge.deal(players=2, seed=1, options={"roof_on_foundation": True})
    assert state != cloudtop.game("cloudy-kingdom").deal(players=2, seed=1)
    assert state != "a text"
