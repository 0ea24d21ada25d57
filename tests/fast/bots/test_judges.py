"""What games tell the search: legal, to the end, and better than chance."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots import Perspective, bot
from cloudtop.core.judge import EXPLORATION, Judge
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State

NAMES = ROOMS


def played_out(name: str, players: int, seed: int, judge: Judge) -> State:
    """A game played to its end as a judge plays on."""
    state: State = cloudtop.game(name).deal(players=players, seed=seed)
    judge.rollout(state, Random(seed), 10_000)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_rollout_ends_the_game_for_every_number_of_players(name: str) -> None:
    game = cloudtop.game(name)
    for players in game.player_counts:
        assert played_out(name, players, players, game.judge).outcome() is not None


@pytest.mark.parametrize("name", NAMES)
def test_what_is_looked_at_is_legal_and_never_nothing(name: str) -> None:
    game = cloudtop.game(name)
    for seed in range(40):
        state = game.deal(players=2, seed=seed)
        random_playout(state, Random(seed), seed)
        for seat in state.turn():
            legal = state.legal(seat)
            found = game.judge.candidates(state, seat, legal)
            assert found
            assert set(found) <= set(legal)


@pytest.mark.parametrize(
    ("name", "players", "gain"), [("cloud-city", 2, 3), ("skybridge", 2, 2), ("strange-world", 1, 12)]
)
def test_guided_rollouts_score_more_than_random_ones(name: str, players: int, gain: float) -> None:
    def mean(judge: Judge) -> float:
        return sum(sum(played_out(name, players, seed, judge).scores()) / players for seed in range(60)) / 60

    assert mean(cloudtop.game(name).judge) > mean(Judge()) + gain


def test_a_game_that_tells_nothing_is_searched_all_the_same() -> None:
    assert NIM.judge.exploration == EXPLORATION
    state = NIM.deal(players=2, seed=1)
    assert bot("calm").choose(Perspective(state, 0), Random(1)) in state.legal(0)
