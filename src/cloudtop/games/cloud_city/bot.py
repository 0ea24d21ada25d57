"""What the bots are told of Cloud City: a walkway that can be built is built. This module is compiled."""

from __future__ import annotations

from random import Random
from typing import Final

from cloudtop.core.judge import Judge
from cloudtop.core.state import State
from cloudtop.games.cloud_city.moves import LENGTH, builds

WALKWAYS_LOOKED_AT: Final = 3
"""So many of the longest walkways are looked at before the draw."""


class CloudCityJudge(Judge):
    """Rollouts that build every walkway, the longest first."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Lay and draw at random, and build all that can be built."""
        draw = rng.random
        while True:
            seat = state.mover()
            if seat < 0:
                return
            actions = state.choices(seat)
            if builds(actions[0]):
                state.apply(seat, longest(actions))
            else:
                state.apply(seat, actions[int(draw() * len(actions))])

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """All lays; of the walkways only the longest, and draws only when they are built."""
        if not builds(legal[0]):
            return legal
        walkways = [action for action in legal if builds(action)]
        if len(walkways) <= WALKWAYS_LOOKED_AT:
            return walkways
        walkways.sort(key=lambda action: (-LENGTH[action], action))
        return sorted(walkways[:WALKWAYS_LOOKED_AT])


def longest(actions: list[int]) -> int:
    """The longest of the walkways among some moves."""
    best = actions[0]
    for action in actions:
        if builds(action) and LENGTH[action] > LENGTH[best]:
            best = action
    return best


JUDGE: Final = CloudCityJudge(0.4)
