"""What the bots are told of Skybridge."""

from __future__ import annotations

from random import Random

from cloudtop.core.judge import Judge
from cloudtop.core.playout import random_playout
from cloudtop.games.skybridge.bot import JUDGE, best_roof
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.moves import Roof


def test_the_best_roof_is_the_one_that_brings_most() -> None:
    compared = 0
    for seed in range(60):
        state = GAME.deal(players=2, seed=seed)
        random_playout(state, Random(seed), 12 + seed % 20)
        for seat in state.turn():
            gains = {}
            for action in state.legal(seat):
                if isinstance(GAME.moves[action], Roof):
                    after = state.copy()
                    after.apply(seat, action)
                    gains[action] = after.scores()[seat] - state.scores()[seat]
            if gains:
                assert gains[best_roof(state, state.legal(seat))] == max(gains.values())
                compared += len(set(gains.values())) > 1
    assert compared > 20


def test_roofs_come_later_than_by_chance() -> None:
    def storeys_under_roofs(judge: Judge) -> int:
        total = 0
        for seed in range(30):
            state = GAME.deal(players=4, seed=seed)
            judge.rollout(state, Random(seed), 100)
            total += sum(state.scores())
        return total

    assert storeys_under_roofs(JUDGE) > storeys_under_roofs(Judge())
