"""What the search should know of Skybridge: a roof is worth most when the tower has grown. This module is compiled."""

from __future__ import annotations

from random import Random

from cloudtop.bots.search import Guide
from cloudtop.core.state import State
from cloudtop.games.skybridge.board import BRIDGE, CELL, COLOUR, FAR_CELL, KIND, ROOF
from cloudtop.games.skybridge.rules import Skybridge

SECOND_THOUGHTS = 3
"""How often a rollout draws again before it roofs a tower."""


class SkybridgeGuide(Guide):
    """Rollouts that do not throw roofs away: they come late, and where they bring most."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play to the end at random, thinking twice before a roof, then taking the best one."""
        assert isinstance(state, Skybridge)
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
            if KIND[action] == ROOF:
                action = best_roof(state, actions)
            state.apply(seat, action)


def best_roof(state: Skybridge, actions: list[int]) -> int:
    """The roof that brings most now."""
    best = -1
    most = -1
    for action in actions:
        if KIND[action] == ROOF:
            points = roof_points(state, COLOUR[action], CELL[action])
            if points > most:
                most = points
                best = action
    return best


def roof_points(state: Skybridge, colour: int, cell: int) -> int:
    """What a roof brings: the tower, and the other end of a bridge of its colour."""
    heights = state.heights
    points = heights[cell]
    for move in state.placed:
        if KIND[move] == BRIDGE and COLOUR[move] == colour:
            if CELL[move] == cell:
                points += heights[FAR_CELL[move]]
            elif FAR_CELL[move] == cell:
                points += heights[CELL[move]]
    return points


GUIDE = SkybridgeGuide()
EXPLORATION = 0.6
