"""What the bots are told of Skybridge: a roof is worth most when the tower has grown. Compiled."""

from __future__ import annotations

from random import Random

from cloudtop.core.judge import Judge
from cloudtop.core.state import State
from cloudtop.games.skybridge.moves import CELL_OF, COLOUR_OF, KIND_OF
from cloudtop.games.skybridge.pieces import ROOF
from cloudtop.games.skybridge.score import bridges_laid, roof_points
from cloudtop.games.skybridge.state import Skybridge

SECOND_THOUGHTS = 3
"""How often a rollout draws again before it roofs a tower."""


class SkybridgeJudge(Judge):
    """Rollouts that do not throw roofs away: they come late, and where they bring most."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play to the end at random, thinking twice before a roof, then taking the best one."""
        assert isinstance(state, Skybridge)
        draw = rng.random
        while True:
            seat = state.mover()
            if seat < 0:
                return
            actions = state.choices(seat)
            count = len(actions)
            action = actions[int(draw() * count)]
            thoughts = 0
            while KIND_OF[action] == ROOF and thoughts < SECOND_THOUGHTS:
                action = actions[int(draw() * count)]
                thoughts += 1
            if KIND_OF[action] == ROOF:
                action = best_roof(state, actions)
            state.apply(seat, action)


def best_roof(state: Skybridge, actions: list[int]) -> int:
    """The roof that brings most now."""
    bridges = bridges_laid(state)
    best = -1
    most = -1
    for action in actions:
        if KIND_OF[action] == ROOF:
            points = roof_points(state, bridges[COLOUR_OF[action]], CELL_OF[action])
            if points > most:
                most = points
                best = action
    return best


JUDGE = SkybridgeJudge(0.6)
