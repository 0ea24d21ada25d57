"""OpenSpiel's own conformance run over our games: `make outsider-check`.

Besides, a position as its bots think on it is walked side by side with the state that the run has checked.
"""

from __future__ import annotations

from random import Random

import pyspiel

import cloudtop
from cloudtop.bots import Perspective
from cloudtop.lab.facts import hides
from cloudtop.lab.spiel import short_name
from openspiel.bots import Outsider
from openspiel.position import Position
from openspiel.settings import settings_of

SEEDS = range(1, 6)
SIMULATIONS = 10
"""Random games for each deal."""


def spiel(name: str, seed: int) -> pyspiel.Game:
    """A deal for two, as OpenSpiel has it."""
    return pyspiel.load_game(short_name(cloudtop.game(name)), {"seed": seed, "reward": "margin"})


def walk_together(name: str, seed: int) -> int:
    """Play the same random moves on both; they must agree before every one. Returns how many were made."""
    rng = Random(seed)
    state = spiel(name, seed).new_initial_state()
    deal = cloudtop.game(name).deal(players=2, seed=seed)
    position = Position(deal, None, rng, margin=True)
    moves = 0
    while not position.is_terminal():
        seat = position.current_player()
        assert not state.is_terminal()
        assert (seat, position.legal_actions()) == (state.current_player(), state.legal_actions())
        assert position.information_state_string() == state.information_state_string(seat)
        action = rng.choice(position.legal_actions())
        position.apply_action(action)
        state.apply_action(action)
        moves += 1
    assert state.is_terminal()
    assert position.returns() == state.returns()
    return moves


def bots_answer(name: str) -> int:
    """Let the outsider decide once; returns how many simulations it made in a tenth of a second."""
    deal = cloudtop.game(name).deal(players=2, seed=1)
    seat = deal.mover()
    outsider = Outsider(name, settings_of(name), seconds=0.1)
    assert outsider.choose(Perspective(deal, seat), Random(1)) in deal.legal(seat)
    return outsider.iterations


def main() -> None:
    """Check all games and say so."""
    for name in cloudtop.games():
        for seed in SEEDS:
            pyspiel.random_sim_test(spiel(name, seed), num_sims=SIMULATIONS, serialize=True, verbose=False)
        moves = sum(walk_together(name, seed) for seed in SEEDS)
        kind = "hidden information" if hides(cloudtop.game(name)) else "perfect information"
        print(
            f"{name}: {len(SEEDS) * SIMULATIONS} games of OpenSpiel's conformance run, {kind}; {moves} moves side by "
            f"side; {bots_answer(name)} simulations in 0.1 s"
        )


if __name__ == "__main__":
    main()
