"""OpenSpiel's own random simulations over all games, and what they do not ask."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from tests.support.lab.rooms import GAMES, each_count, each_game

from cloudtop.core.game import Game
from cloudtop.lab import spiel as spiel_module
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


@each_game
def test_openspiels_search_over_information_sets_plays(game: Game) -> None:
    spiel = pyspiel.load_game(short_name(game), {"seed": 1})
    if spiel.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        # This search asks for games that hide something.
        spiel = pyspiel.load_game(short_name(GAMES[-1]), {"seed": 1})
    state = spiel.new_initial_state()
    search = ISMCTSBot(
        game=spiel,
        uct_c=2.0,
        max_simulations=3,
        evaluator=RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
    )
    for _ in range(3):
        if not state.is_terminal():
            action = search.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


@each_game
def test_a_resampled_position_looks_the_same_to_its_seat(game: Game) -> None:
    for recall in (False, True):
        state = pyspiel.load_game(short_name(game), {"seed": 1, "recall": recall}).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        seat = state.current_player()
        other = state.resample_from_infostate(seat, Random(5).random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.legal_actions() == state.legal_actions()
        assert other.kept.state == other.clone().kept.state


def test_with_recall_an_information_state_has_the_past() -> None:
    found = {}
    for recall in (False, True):
        start = pyspiel.load_game(short_name(GAMES[-1]), {"seed": 1, "recall": recall}).new_initial_state()
        level = [start]
        for _ in range(9):
            level = [state.child(action) for state in level for action in state.legal_actions()]
        found[recall] = {state.information_state_string(0) for state in level}
    # Stones may have been taken in another order, which nobody can tell from the heap.
    assert len(found[True]) > len(found[False])


def test_recall_keeps_nothing_of_what_a_seat_did_not_see() -> None:
    spiel = pyspiel.load_game("cloudtop_strange_world", {"seed": 1, "recall": True})
    state = spiel.new_initial_state()
    texts = set()
    for action in state.legal_actions():
        # The first seat chooses in secret; the other one knows no more than before.
        texts.add(state.child(action).information_state_string(1))
    assert len(state.legal_actions()) > 1
    assert len(texts) == 1
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_gains_are_rewards_of_every_move() -> None:
    spiel = pyspiel.load_game("cloudtop_cloud_city", {"seed": 1, "reward": "gain"})
    assert spiel.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    state, rng, sums = spiel.new_initial_state(), Random(1), [0.0, 0.0]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        sums = [total + reward for total, reward in zip(sums, state.rewards(), strict=True)]
    assert sums == state.returns()
    assert any(sums)


def test_the_former_name_of_a_part_still_works() -> None:
    with pytest.warns(DeprecationWarning, match="Held now"):
        assert spiel_module.Kept is spiel_module.Held
