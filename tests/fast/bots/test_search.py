"""The search: the same thought from the same knowledge, honest, bounded, and good at what is plain."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.bots.unhurried import UNHURRIED
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots import BOTS, Perspective, SearchBot, bot
from cloudtop.bots.hints import Hint, differing, hints
from cloudtop.bots.levels import LEVELS, Level, chosen
from cloudtop.bots.search import Line, Search, think
from cloudtop.core.judge import Judge
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State

NAMES = ROOMS


def middle(name: str, seed: int, players: int | None = None) -> State:
    """A position in the middle of a random game, with somebody to decide."""
    game = cloudtop.game(name)
    state: State = game.deal(players=players or game.player_counts[-1], seed=seed)
    random_playout(state, Random(seed), 8 + seed)
    assert state.turn()
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["calm", "greedy", "random"])
def test_hidden_cards_make_no_difference_to_a_bot(name: str, level: str) -> None:
    for seed in range(6):
        state = middle(name, seed)
        for seat in state.turn():
            other = state.imagine(seat, Random(seed + 100))
            assert other.view(seat) == state.view(seat)
            moves = {bot(level).choose(Perspective(held, seat), Random(seed)) for held in (state, other)}
            assert len(moves) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_search_thinks_the_same_for_the_same_seed_and_iterations(name: str) -> None:
    state = middle(name, 3)
    seat = state.turn()[0]
    thinker = SearchBot(Level("test", 80, 0.0), UNHURRIED)
    lines = [thinker.lines(Perspective(state, seat), Random(5), 4) for _ in range(2)]
    assert lines[0] == lines[1]
    everything = thinker.lines(Perspective(state, seat), Random(5), 999)
    assert sum(line.visits for line in everything) == int(80 * cloudtop.game(name).judge.pace(state.players))


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_makes_legal_moves_for_every_number_of_players(name: str) -> None:
    game = cloudtop.game(name)
    for players in game.player_counts:
        state = game.deal(players=players, seed=players)
        rng = Random(players)
        for _ in range(12):
            seat = state.mover()
            state.play(seat, bot("calm").choose(Perspective(state, seat), rng))


def test_thinking_leaves_the_state_alone_and_keeps_its_time() -> None:
    state = cloudtop.game("skybridge").deal(players=2, seed=1)
    before = state.dump()
    search = Search(Judge(0.6), 100)
    assert think(state, state.mover(), search, Random(1), 10_000_000, 0.0) == 16
    assert state.dump() == before


def test_a_little_thought_beats_chance() -> None:
    thinker, chance = SearchBot(Level("test", 60, 0.0), UNHURRIED), bot("random")
    won = 0
    for seed in range(8):
        state = cloudtop.game("skybridge").deal(players=2, seed=seed)
        rng = Random(seed)
        while (seat := state.mover()) >= 0:
            sitting = thinker if seat == seed % 2 else chance
            state.play(seat, sitting.choose(Perspective(state, seat), rng))
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.winners == (seed % 2,)
    assert won >= 7


def test_levels_grow_in_thought_and_lose_their_freedom() -> None:
    assert [level.name for level in LEVELS] == ["calm", "breeze", "gale", "storm", "hurricane"]
    assert [level.iterations for level in LEVELS] == sorted(level.iterations for level in LEVELS)
    assert [level.freedom for level in LEVELS] == sorted((level.freedom for level in LEVELS), reverse=True)
    assert set(BOTS) == {"random", "greedy", *(level.name for level in LEVELS)}


def test_a_free_choice_stays_among_the_moves_worth_most() -> None:
    lines = [Line(7, 90, 0.6, ()), Line(8, 9, 0.5, ()), Line(9, 1, 0.1, ())]
    rng = Random(1)
    picked = [chosen(lines, 1.0, 1.0, rng) for _ in range(2000)]
    assert 1300 < picked.count(7) < 1600
    assert picked.count(8) > 400
    assert picked.count(9) < 30
    assert {chosen(lines, 1.0, 0.0, rng) for _ in range(20)} == {7}


def test_the_better_half_of_the_moves_is_thought_about_again() -> None:
    state = cloudtop.game("skybridge").deal(players=2, seed=2)
    search = Search(Judge(), 100)
    assert think(state, state.mover(), search, Random(3), 400, 1e9) == 400
    lines = search.lines(99)
    assert {line.action for line in lines} == set(state.legal(state.mover()))
    visits = [line.visits for line in lines]
    assert visits[:2] == sorted(visits, reverse=True)[:2]
    assert visits[0] > 4 * visits[-1]
    assert lines[0].value >= lines[1].value


def test_with_less_thought_than_moves_only_what_was_looked_at_is_chosen() -> None:
    state = cloudtop.game("skybridge").deal(players=2, seed=2)
    search = Search(Judge(), 100)
    assert think(state, state.mover(), search, Random(3), 5, 1e9) == 5
    assert [line.visits for line in search.lines(99)] == [1] * 5


@pytest.mark.parametrize("name", NAMES)
def test_hints_are_legal_distinct_and_ordered(name: str) -> None:
    state = middle(name, 4)
    seat = state.turn()[0]
    found = hints(Perspective(state, seat), Random(1))
    assert 1 <= len(found) <= 3
    assert len({hint.action for hint in found}) == len(found)
    assert {hint.action for hint in found} <= set(state.legal(seat))


TOUCHED = {
    1: ("hand:a", "cell:1", "turn:0"),
    2: ("hand:a", "cell:1", "turn:1"),
    3: ("hand:a", "cell:2"),
    4: ("hand:b", "cell:3"),
}


def told(*values: float, alone: bool = False) -> list[int]:
    """Which of some moves are told, by what each is worth."""
    found = [Hint(number, value, None) for number, value in enumerate(values, 1)]
    return [hint.action for hint in differing(found, TOUCHED.__getitem__, alone)]


def test_hints_that_are_nearly_as_good_differ_in_kind() -> None:
    assert told(0.60, 0.59, 0.58, 0.57) == [1, 3, 4], "the same piece in the same place is told once"


def test_hints_that_are_much_worse_are_told_only_where_there_are_no_others() -> None:
    assert told(0.60, 0.59, 0.58, 0.20) == [1, 2, 3]
    assert told(0.60, 0.30, 0.20) == [1, 2, 3]
    assert told(60.0, 59.0, 58.0, 40.0, alone=True) == [1, 2, 3], "alone, points count"
    assert told() == []
