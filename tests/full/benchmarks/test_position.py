"""Our games as OpenSpiel's bots see them: fair, honest, and with nothing hidden showing through."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State
from cloudtop.lab.facts import facts_text, hides
from openspiel.dice import Dice
from openspiel.position import OVER, Moves, Position, RandomPlayout, returns_of

NAMES = ROOMS
SECRETIVE = [name for name in NAMES if name != "skybridge"]


def after(name: str, seed: int, moves: int) -> State:
    """A position of a random game for two."""
    state: State = cloudtop.game(name).deal(players=2, seed=seed)
    random_playout(state, Random(seed), moves)
    return state


def position(state: State, seed: int = 1) -> Position:
    """A state in OpenSpiel's eyes."""
    return Position(state, None, Random(seed), margin=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("margin", [True, False])
def test_returns_lie_between_minus_one_and_one_and_add_up_to_nothing(name: str, margin: bool) -> None:
    for seed in range(10):
        end = after(name, seed, 1000)
        outcome = end.outcome()
        assert outcome is not None
        returns = returns_of(end, margin)
        assert all(-1.0 <= value <= 1.0 for value in returns)
        assert sum(returns) == pytest.approx(0.0)
        if len(outcome.winners) == 1:
            assert returns[outcome.winners[0]] == max(returns) > 0.0


def test_a_win_alone_is_worth_one_and_a_larger_margin_more_only_where_it_counts() -> None:
    ends = [end for end in (after("skybridge", seed, 1000) for seed in range(30)) if end.scores()[0] > end.scores()[1]]
    ends.sort(key=lambda end: end.scores()[0] - end.scores()[1])
    assert {tuple(returns_of(end, margin=False)) for end in ends} == {(1.0, -1.0)}
    with_margin = [returns_of(end, margin=True)[0] for end in ends]
    assert with_margin == sorted(with_margin)
    assert with_margin[0] < with_margin[-1]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_tell_apart_is_one_information_state_with_the_same_moves(name: str) -> None:
    for seed in range(8):
        state = after(name, seed, 3 * seed)
        seen = position(state)
        for _ in range(4):
            other = seen.resample_from_infostate(seen.current_player(), None)
            assert other.information_state_string() == seen.information_state_string()
            assert other.legal_actions() == seen.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_information_state_changes_with_what_is_seen_and_with_the_seat(name: str) -> None:
    state = after(name, 1, 5)
    first = position(state.copy())
    texts = {first.information_state_string()}
    for action in first.legal_actions():
        moved = first.clone()
        moved.apply_action(action)
        texts.add(facts_text(moved.state, first.current_player()))
    assert len(texts) == len(first.legal_actions()) + 1
    assert facts_text(state, 0) != facts_text(state, 1)


def test_information_state_is_read_anew_after_a_move() -> None:
    walked = position(after("cloud-city", 2, 4))
    before = walked.information_state_string()
    walked.apply_action(walked.legal_actions()[0])
    assert walked.information_state_string() != before
    assert walked.information_state_string() == facts_text(walked.state, walked.current_player())


@pytest.mark.parametrize("name", SECRETIVE)
def test_resampling_draws_anew_what_is_hidden_and_leaves_the_position_alone(name: str) -> None:
    state = after(name, 3, 6)
    truth = state.dump()
    seen = position(state)
    drawn = [seen.resample_from_infostate(state.mover(), None).state.dump() for _ in range(6)]
    assert any(dump != truth for dump in drawn)
    assert any(dump != drawn[0] for dump in drawn)
    assert state.dump() == truth


@pytest.mark.parametrize("name", SECRETIVE)
def test_resampling_gives_the_same_draws_whatever_is_hidden(name: str) -> None:
    state = after(name, 4, 6)
    seat = state.mover()
    twin = state.imagine(seat, Random(77))
    draws = [
        [other.resample_from_infostate(seat, None).state.dump() for _ in range(3)]
        for other in (position(state, 5), position(twin, 5))
    ]
    assert draws[0] == draws[1]


def test_who_decides_later_in_a_draft_does_not_see_what_was_chosen() -> None:
    deal = cloudtop.game("strange-world").deal(players=2, seed=1)
    while len(deal.turn()) < 2:
        deal.apply(deal.mover(), deal.legal(deal.mover())[0])
    first, second = deal.turn()
    looks = set()
    for action in deal.legal(first):
        chosen = position(deal.copy())
        assert chosen.current_player() == first
        chosen.apply_action(action)
        assert chosen.current_player() == second
        looks.add(chosen.information_state_string())
    assert len(deal.legal(first)) > 1
    assert len(looks) == 1


def test_only_skybridge_hides_nothing() -> None:
    assert [name for name in NAMES if not hides(cloudtop.game(name))] == ["skybridge"]


def test_a_clone_lives_its_own_life() -> None:
    root = position(after("skybridge", 1, 4))
    before = root.state.dump()
    clone = root.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert root.state.dump() == before != clone.state.dump()


def test_nobody_decides_and_nothing_is_legal_at_the_end() -> None:
    end = position(after("skybridge", 1, 1000))
    assert end.is_terminal()
    assert end.current_player() == OVER
    assert end.legal_actions() == []
    assert end.returns() == returns_of(end.state, margin=True)
    assert position(after("skybridge", 1, 4)).returns() == [0.0, 0.0]


def test_only_the_seat_that_decides_has_moves() -> None:
    root = position(after("cloud-city", 1, 4))
    seat = root.current_player()
    assert root.legal_actions(seat) == root.legal_actions() == root.state.legal(seat)
    assert root.legal_actions(1 - seat) == []


def test_a_deep_copy_of_moves_is_another_list_of_the_same() -> None:
    moves = Moves([3, 1, 2])
    copied = deepcopy(moves)
    copied.sort()
    assert (moves, copied) == ([3, 1, 2], [1, 2, 3])


def test_a_playout_ends_the_game_on_a_copy() -> None:
    root = position(after("cloudy-kingdom", 1, 4))
    before = root.state.dump()
    playout = RandomPlayout(Random(1), 1000)
    results = [tuple(playout.evaluate(root)) for _ in range(8)]
    assert root.state.dump() == before
    assert len(set(results)) > 1
    assert all(sum(result) == pytest.approx(0.0) for result in results)


def test_before_any_thought_all_moves_are_alike() -> None:
    root = position(after("cloud-city", 1, 4))
    prior = RandomPlayout(Random(1), 1000).prior(root)
    assert [action for action, _ in prior] == root.legal_actions()
    assert sum(share for _, share in prior) == pytest.approx(1.0)
    assert len({share for _, share in prior}) == 1


def test_dice_follow_their_seed_and_the_odds() -> None:
    rolls = [[dice.randint(6) for _ in range(60)] for dice in (Dice(1), Dice(1), Dice(2))]
    assert rolls[0] == rolls[1] != rolls[2]
    assert set(rolls[0]) == set(range(6))
    dice = Dice(3)
    assert {dice.choice([1, 2, 3], p=[0.0, 1.0, 0.0]) for _ in range(20)} == {2}
    assert {dice.choice([1, 2, 3]) for _ in range(60)} == {1, 2, 3}
    assert all(0.0 <= dice.uniform() < 1.0 for _ in range(20))
    things = list(range(20))
    dice.shuffle(things)
    assert things != sorted(things) == list(range(20))
