"""What games tell the search: legal, to the end, and better than chance."""

from __future__ import annotations

from random import Random

import pytest
from tests.strange_world.maps import GAME as STRANGE_WORLD
from tests.strange_world.maps import solo

import cloudtop
from cloudtop.bots.guides import EXPLORATION, guide_of, register
from cloudtop.bots.search import Guide
from cloudtop.bots.search_skybridge import best_roof
from cloudtop.bots.search_strange_world import LOOKED_AT, Glance, guess
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State
from cloudtop.games.skybridge.board import KIND, ROOF
from cloudtop.games.skybridge.rules import Skybridge

NAMES = cloudtop.games()


def played_out(name: str, players: int, seed: int, guide: Guide) -> State:
    """A game played to its end by a guide alone."""
    state = cloudtop.game(name).deal(players=players, seed=seed)
    guide.rollout(state, Random(seed), 10_000)
    return state


def worth(map_: str, move: str, **more: str) -> float:
    """What the guide of Strange World thinks of a lay."""
    state = solo(map_, move.partition("@")[0], **more)
    return guess(state, Glance(state, state.worlds[0]), STRANGE_WORLD.parse(state, 0, move))


@pytest.mark.parametrize("name", NAMES)
def test_a_rollout_ends_the_game_for_every_number_of_players(name: str) -> None:
    for players in cloudtop.game(name).player_counts:
        assert played_out(name, players, players, guide_of(name)[0]).outcome() is not None


@pytest.mark.parametrize("name", NAMES)
def test_what_is_looked_at_is_legal_and_never_nothing(name: str) -> None:
    guide = guide_of(name)[0]
    for seed in range(40):
        state = cloudtop.game(name).deal(players=2, seed=seed)
        random_playout(state, Random(seed), seed)
        for seat in state.turn():
            legal = state.legal(seat)
            found = guide.candidates(state, seat, legal)
            assert found
            assert set(found) <= set(legal)


@pytest.mark.parametrize(
    ("name", "players", "gain"), [("cloud-city", 2, 3), ("skybridge", 2, 2), ("strange-world", 1, 12)]
)
def test_guided_rollouts_score_more_than_random_ones(name: str, players: int, gain: float) -> None:
    def mean(guide: Guide) -> float:
        return sum(sum(played_out(name, players, seed, guide).scores()) / players for seed in range(60)) / 60

    assert mean(guide_of(name)[0]) > mean(Guide()) + gain


def test_a_game_that_tells_nothing_is_searched_all_the_same() -> None:
    assert guide_of("unheard-of")[1] == EXPLORATION
    told = Guide()
    register("unheard-of", told, 0.7)
    assert guide_of("unheard-of") == (told, 0.7)


def test_skybridge_takes_the_roof_that_brings_most() -> None:
    compared = 0
    for seed in range(60):
        state = cloudtop.game("skybridge").deal(players=2, seed=seed)
        assert isinstance(state, Skybridge)
        random_playout(state, Random(seed), 12 + seed % 20)
        for seat in state.turn():
            gains = {}
            for action in state.legal(seat):
                if KIND[action] == ROOF:
                    after = state.copy()
                    after.apply(seat, action)
                    gains[action] = after.scores()[seat] - state.scores()[seat]
            if gains:
                assert gains[best_roof(state, state.legal(seat))] == max(gains.values())
                compared += len(set(gains.values())) > 1
    assert compared > 20


def test_strange_world_shuns_what_would_be_devoured() -> None:
    assert worth("*Ma Wc", "Wd@f4") < 0 < worth("*Ma Wc", "Wd@c4")
    assert worth("*Ma Tf", "Tg@c4") < 0 < worth("*Ma Tf", "Tg@d5")
    assert worth("*Ma Ph= Pe", "Pf@g4") < 0 < worth("*Ma Ph= Pe", "Pf@c4")


def test_strange_world_likes_whole_portals_new_animals_and_cities() -> None:
    assert worth("*Ma Ph", "Pe@f4") > worth("*Ma Ph", "Pe@c4")
    assert worth("*Ma", "Wd@e4") > worth("*Md", "Wd@e4")
    assert worth("*Ma TM!#", "V@d3") > worth("*Ma TM!", "V@d3")


def test_strange_world_looks_at_the_lays_worth_most() -> None:
    state = STRANGE_WORLD.deal(players=2, seed=4)
    random_playout(state, Random(1), 12)
    while len(state.legal(state.mover())) <= LOOKED_AT + 2:
        random_playout(state, Random(1), 1)
    seat = state.mover()
    legal = state.legal(seat)
    assert LOOKED_AT <= len(guide_of("strange-world")[0].candidates(state, seat, legal)) < len(legal)
