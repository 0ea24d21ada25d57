"""What the bots are told of Strange World: what would be devoured is shunned, what brings stars is sought."""

from __future__ import annotations

from random import Random

from tests.support.strange_world.maps import solo

from cloudtop.core.judge import Judge
from cloudtop.core.playout import random_playout
from cloudtop.games.strange_world.bot import JUDGE, LOOKED_AT, Glance, guess
from cloudtop.games.strange_world.game import GAME


def worth(map_: str, move: str, **more: str) -> float:
    """What a lay seems to be worth."""
    state = solo(map_, move.partition("@")[0], **more)
    return guess(state, Glance(state, state.worlds[0]), GAME.parse(state, 0, move))


def test_what_would_be_devoured_is_shunned() -> None:
    assert worth("*Ma Wc", "Wd@f4") < 0 < worth("*Ma Wc", "Wd@c4")
    assert worth("*Ma Tf", "Tg@c4") < 0 < worth("*Ma Tf", "Tg@d5")
    assert worth("*Ma Ph= Pe", "Pf@g4", portal_waste="free") < 0 < worth("*Ma Ph= Pe", "Pf@c4")


def test_whole_portals_new_animals_and_cities_are_sought() -> None:
    assert worth("*Ma Ph", "Pe@f4") > worth("*Ma Ph", "Pe@c4")
    assert worth("*Ma", "Wd@e4") > worth("*Md", "Wd@e4")
    assert worth("*Ma TM!#", "V@d3") > worth("*Ma TM!", "V@d3")


def test_only_the_lays_worth_most_are_looked_at() -> None:
    state = GAME.deal(players=2, seed=4)
    random_playout(state, Random(1), 12)
    while len(state.legal(state.mover())) <= LOOKED_AT + 2:
        random_playout(state, Random(1), 1)
    seat = state.mover()
    legal = state.legal(seat)
    assert LOOKED_AT <= len(JUDGE.candidates(state, seat, legal)) < len(legal)


def test_games_played_on_by_guesses_score_more_than_random_ones() -> None:
    def mean(judge: Judge) -> float:
        total = 0
        for seed in range(60):
            state = GAME.deal(players=1, seed=seed)
            judge.rollout(state, Random(seed), 10_000)
            total += state.scores()[0]
        return total / 60

    assert mean(JUDGE) > mean(Judge()) + 12
