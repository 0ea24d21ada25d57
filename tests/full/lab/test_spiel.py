"""OpenSpiel's own random simulations over all games, and what they do not ask."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest
from tests.support.lab.rooms import GAMES, each_count, each_game

from cloudtop.core.game import Game
from cloudtop.lab.spiel import CHANCE, offered, short_name
from cloudtop.testing.conformance import all_terms


@pytest.fixture(autouse=True, scope="module")
def stranger() -> None:
    """Enter the toy game too."""
    offered(GAMES[-1])


@each_count
def test_openspiel_simulates_a_game(game: Game, players: int) -> None:
    spiel = pyspiel.load_game(short_name(game), {"players": players, "deals": 20})
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@each_game
def test_openspiel_simulates_a_game_on_other_terms(game: Game) -> None:
    players, options = list(all_terms(game))[-1]
    spiel = pyspiel.load_game(short_name(game), {"players": players, "seed": 3, "reward": "points", **options})
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@each_game
def test_the_only_chance_is_the_deal_and_nobody_sees_it(game: Game) -> None:
    spiel = pyspiel.load_game(short_name(game), {"deals": 5})
    state = spiel.new_initial_state()
    assert state.current_player() == CHANCE
    assert len(state.chance_outcomes()) == 5
    state.apply_action(3)
    rng = Random(1)
    while not state.is_terminal():
        assert state.current_player() >= 0
        state.apply_action(rng.choice(state.legal_actions()))
    same = pyspiel.load_game(short_name(game), {"seed": 3}).new_initial_state()
    again = spiel.new_initial_state()
    again.apply_action(3)
    assert str(same) == str(again)


@each_game
def test_tensors_are_the_observations_of_the_lab(game: Game) -> None:
    spiel = pyspiel.load_game(short_name(game), {"seed": 1})
    state = spiel.new_initial_state()
    onlooker = spiel.make_py_observer()
    onlooker.set_from(state, 0)
    parts = [part.size for part in onlooker.dict.values()]
    assert sum(parts) == onlooker.tensor.size
    before = onlooker.tensor.copy()
    state.apply_action(state.legal_actions()[0])
    onlooker.set_from(state, 0)
    assert (onlooker.tensor != before).any()
