"""What the search should know of Skybridge: a roof is worth most when the tower has grown. This module is compiled."""

from __future__ import annotations

from random import Random

from cloudtop.bots.search import Guide
from cloudtop.core.state import State
from cloudtop.games.skybridge.board import KIND, ROOF

SECOND_THOUGHTS = 3
"""How often a rollout draws again before it roofs a tower."""


class SkybridgeGuide(Guide):
    """Rollouts that do not throw roofs away while there are blocks to place."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play to the end at random, thinking twice before each roof."""
        draw = rng.random
        while True:
            seat = state.mover()
            if seat < 0:
                return
            actions = state.legal(seat)
            count = len(actions)
            action = actions[int(draw() * count)]
            thoughts = 0
            while KIND[action] == ROOF and thoughts < SECOND_THOUGHTS:
                action = actions[int(draw() * count)]
                thoughts += 1
            state.apply(seat, action)


GUIDE = SkybridgeGuide()
EXPLORATION = 0.4
