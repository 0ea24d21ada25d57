"""Winning while magic is about, and handing it out: each rule seen to allow and seen to refuse."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import (
    RED_AND_BLUE_NEARLY,
    RED_NEARLY,
    RED_WAITS,
    Position,
    play,
    play_as,
    refusal,
    result,
)

import cloudtop
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

GAME = cloudtop.game("cloudy-kingdom")
WAITING = [["inspiration"], [], []]
"""What red must have used for its road to wait."""


# ---------------------------------------------------------------------- winning with magic about


@pytest.mark.rule("cloudy-kingdom/win-magic-other", "allows")
@pytest.mark.parametrize(("active", "winners"), [(0, (1,)), (1, (0,)), (2, (0, 1))])
def test_in_a_magic_turn_the_active_player_is_never_a_winner(
    position: Position, active: int, winners: tuple[int, ...]
) -> None:
    state = position(RED_AND_BLUE_NEARLY, "t t t", stack="s f", active=active)
    play(state, "magic:inspiration", "s@b2v")
    assert result(state) == (winners, "win-magic-other")
    # What was left to do does not happen: the other card is neither discarded nor replaced.
    assert state.dump()["hands"][active] == ["f"]
    assert state.dump()["discard"] == ["t"]


@pytest.mark.rule("cloudy-kingdom/win-magic-other", "refuses")
def test_a_magic_turn_that_links_only_yourself_ends_nothing(position: Position) -> None:
    state = play(position(RED_NEARLY, "t t t", stack="s f"), "magic:inspiration", "s@c3v")
    assert state.outcome() is None


@pytest.mark.rule("cloudy-kingdom/win-delayed", "allows")
def test_a_road_that_still_stands_wins_at_the_start_of_the_next_turn(position: Position) -> None:
    state = play(position(RED_NEARLY, "t t t", stack="s f"), "magic:inspiration", "s@c3v")
    play(state, "t@a3e", "t@a2e")
    assert result(state) == ((0,), "win-delayed")


@pytest.mark.rule("cloudy-kingdom/win-delayed", "refuses")
def test_a_road_that_was_broken_does_not_win(position: Position) -> None:
    state = play(position(RED_NEARLY, "t s t", stack="s f"), "magic:inspiration", "s@c3v")
    play(state, "s@c2h", "t@a2e")
    assert state.outcome() is None
    assert state.turn() == [0]


def test_a_waiting_road_does_not_share_and_does_not_end_the_game(position: Position) -> None:
    # Red waits. Green (west 3, east 2) is linked by a card on a3, under red's rope bridge on c2.
    waiting = "a1 s:h l:n / b1 s:h / c1 s:v r:w / c2 s:h b:v / c3 s:v / b3 s:v l:w / b2 s:v l:e"
    state = position(waiting, "t s t", active=1, used=WAITING)
    assert state.dump()["joined"] == ["R:NS"]
    play(state, "s@a3h")
    assert result(state) == ((2,), "win")


def test_the_other_pair_of_a_waiting_family_wins_at_once(position: Position) -> None:
    waiting = "a1 s:h l:n / b1 s:v t:e / c1 s:v t:e / c2 s:v / c3 s:v / b2 s:v / a2 s:h"
    state = position(waiting, "t l t", active=1, used=WAITING)
    assert state.dump()["joined"] == ["R:NS"]
    play(state, "l@b2w")
    assert result(state) == ((0,), "win")


def test_a_waiting_road_that_is_rerouted_still_holds(position: Position) -> None:
    # A crossing instead of the straight on c2: joined before and after, so nothing new, and red still waits.
    state = play(position(RED_WAITS, "t x t", active=1, used=WAITING), "x@c2h")
    assert state.outcome() is None
    assert state.dump()["joined"] == ["R:NS"]


def test_a_waiting_road_broken_and_joined_again_by_others_wins_at_once(position: Position) -> None:
    state = play(position(RED_WAITS, "t s x", active=1, used=WAITING), "s@c2h", "x@c2v")
    assert result(state) == ((0,), "win")


def test_a_player_without_a_card_is_skipped_but_a_waiting_road_is_checked(position: Position) -> None:
    state = position(RED_NEARLY, "t t", stack="s f", short=True)
    play(state, "magic:inspiration", "s@c3v")
    assert state.dump()["hands"] == [[], ["t"]]
    play(state, "t@a3e")
    assert result(state) == ((0,), "win-delayed")
    unlinked = position("", "t t", stack="s f", short=True)
    assert result(play(unlinked, "magic:inspiration", "s@c3v", "t@a3e")) == ((), "deck-out")


# ---------------------------------------------------------------------- handing out magic


@pytest.mark.rule("cloudy-kingdom/options", "allows")
def test_everybody_chooses_in_secret_and_at_once() -> None:
    state = GAME.deal(players=3, seed=4, options={"magic": "choose"})
    assert isinstance(state, CloudyKingdom)
    assert state.turn() == [0, 1, 2]
    assert len(state.legal(0)) == len(state.legal(2)) == 32
    assert state.dump()["hands"] == [[], [], []]
    play_as(state, 2, "pick:dead-end+replant+green-hand")
    assert state.turn() == [0, 1]
    assert state.view(2).facts.magic == (None, None, ("dead-end", "replant", "green-hand"))
    assert state.view(0).facts.magic == (None, None, None)
    assert state.secret(0, state.legal(0)[0])
    play_as(state, 0, "pick:dead-end+replant+green-hand")  # equal picks are allowed
    assert not state.secret(1, state.legal(1)[0])
    play_as(state, 1, "pick:green-hand+inspiration+winding-road")
    assert state.view(0).facts.magic[1] == ("inspiration", "winding-road", "green-hand")
    assert [len(hand) for hand in state.dump()["hands"]] == [1, 1, 1]


@pytest.mark.rule("cloudy-kingdom/options", "refuses")
def test_magic_is_chosen_once_and_only_where_that_was_agreed(position: Position) -> None:
    assert refusal(position("", "t s"), "pick:dead-end+replant+green-hand") == "options"
    state = GAME.deal(players=2, seed=4, options={"magic": "choose"})
    assert isinstance(state, CloudyKingdom)
    assert refusal(state, "s@a1v", seat=0) == "hand"  # no route card is dealt yet
    play_as(state, 0, "pick:dead-end+replant+green-hand")
    assert refusal(state, "pick:dead-end+replant+green-hand", seat=0) == "turn"


def test_random_magic_is_the_same_for_all_and_one_side_of_three_cards() -> None:
    seen = set()
    for seed in range(400):
        dump = GAME.deal(players=2, seed=seed, options={"magic": "random"}).dump()
        assert dump["magic"][0] == dump["magic"][1]
        seen.add(tuple(dump["magic"][0]))
    assert len(seen) == 32


def test_hidden_choices_are_imagined_anew_and_own_ones_kept() -> None:
    state = GAME.deal(players=2, seed=4, options={"magic": "choose"})
    assert isinstance(state, CloudyKingdom)
    play_as(state, 1, "pick:dead-end+replant+green-hand")
    mine = {tuple(state.imagine(1, Random(i)).dump()["magic"][1]) for i in range(20)}
    theirs = {tuple(state.imagine(0, Random(i)).dump()["magic"][1]) for i in range(60)}
    assert mine == {("dead-end", "replant", "green-hand")}
    assert len(theirs) > 20
