"""Random play at full speed, through the contract alone. This module is compiled."""

from __future__ import annotations

from random import Random

from cloudtop.core.state import State


def random_playout(state: State, rng: Random, limit: int) -> int:
    """Play random legal moves until the game is over or `limit` moves are made; returns how many were made.

    Each choice is uniform over the legal moves of the first seat that has to decide.
    """
    draw = rng.random
    moves = 0
    while moves < limit:
        seat = state.mover()
        if seat < 0:
            break
        actions = state.choices(seat)
        state.apply(seat, actions[int(draw() * len(actions))])
        moves += 1
    return moves
