"""Positions: seats, refusals, copies and the ways a position travels."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from random import Random

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots import Perspective
from cloudtop.core.chance import pick
from cloudtop.core.errors import BadSeat, IllegalMove, NotAMove
from cloudtop.core.moves import Moves
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State, ranked

GAMES = [*(cloudtop.game(name) for name in ROOMS), NIM]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def after(game: cloudtop.Game, moves: int, seed: int = 3) -> State:
    """A position after so many random moves."""
    state: State = game.deal(players=game.player_counts[-1], seed=seed)
    random_playout(state, Random(seed), moves)
    return state


ASKS: dict[str, Callable[[State, int], object]] = {
    "legal": lambda state, seat: state.legal(seat),
    "why_not": lambda state, seat: state.why_not(seat, 0),
    "play": lambda state, seat: state.play(seat, 0),
    "view": lambda state, seat: state.view(seat),
    "imagine": lambda state, seat: state.imagine(seat, Random(1)),
    "score_sheet": lambda state, seat: state.score_sheet(seat),
    "parse": lambda state, seat: state.game.parse(state, seat, state.game.text(0)),
    "perspective": Perspective,
}


@each_game
@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("moves", [0, 9, 10_000], ids=["first", "middle", "over"])
def test_nobody_sits_at_a_seat_that_is_not_there(game: cloudtop.Game, ask: str, moves: int) -> None:
    state = after(game, moves)
    for seat in (-1, state.players, 99):
        with pytest.raises(BadSeat, match=f"there is no seat {seat}; this game has seats 0 to {state.players - 1}"):
            ASKS[ask](state, seat)


@each_game
@pytest.mark.parametrize("moves", [0, 9, 10_000], ids=["first", "middle", "over"])
def test_a_number_that_names_no_move_is_refused(game: cloudtop.Game, moves: int) -> None:
    state = after(game, moves)
    before = state.dump()
    for action in (-1, game.actions, 10**9):
        with pytest.raises(NotAMove, match=f"moves are numbered 0 to {game.actions - 1}"):
            state.play(0, action)
    assert state.dump() == before


@each_game
@pytest.mark.parametrize("moves", [0, 4, 9, 10_000])
def test_a_refused_move_changes_nothing(game: cloudtop.Game, moves: int) -> None:
    state = after(game, moves)
    before = state.dump()
    refused = 0
    rng = Random(moves)
    for _ in range(200):
        seat, action = pick(rng, range(state.players)), pick(rng, range(game.actions))
        rule = state.why_not(seat, action)
        if rule is not None:
            with pytest.raises(IllegalMove) as caught:
                state.play(seat, action)
            assert caught.value.rule == rule
            refused += 1
    assert refused
    assert state.dump() == before


@each_game
def test_a_refusal_is_explained_in_every_language(game: cloudtop.Game) -> None:
    state = after(game, 10_000)
    with pytest.raises(IllegalMove) as caught:
        state.play(0, 0)
    told = {game.explain(caught.value, language) for language in ("en", "fr", "ja")}
    assert len(told) == 3
    assert all(told)


@each_game
@pytest.mark.parametrize("moves", [0, 9, 10_000])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_state_travels_between_processes(game: cloudtop.Game, moves: int, protocol: int) -> None:
    state = after(game, moves)
    back = pickle.loads(pickle.dumps(state, protocol))
    assert type(back) is type(state)
    assert back.dump() == state.dump()


@each_game
def test_python_s_own_copies_are_independent_too(game: cloudtop.Game) -> None:
    state = after(game, 4)
    before = state.dump()
    for twin in (copy.copy(state), copy.deepcopy(state), state.copy()):
        random_playout(twin, Random(1), 5)
        assert twin.dump() != before
    assert state.dump() == before


@each_game
def test_a_position_goes_through_json_and_on_in_the_same_way(game: cloudtop.Game) -> None:
    state = after(game, 6)
    back = game.load(json.loads(json.dumps(state.dump())))
    assert random_playout(back, Random(2), 10_000) == random_playout(state, Random(2), 10_000)
    assert back.dump() == state.dump()


@each_game
def test_a_state_shows_itself(game: cloudtop.Game) -> None:
    state = after(game, 4)
    assert repr(state) == f"<{game.name}, {state.players} players, seats to decide: {state.turn()}>"
    assert str(state) == game.board_text(state.view(None))
    assert state._repr_svg_().startswith("<svg")
    assert repr(game) == f"<game {game.name}>"


@each_game
def test_a_view_is_plain_data_that_names_its_game(game: cloudtop.Game) -> None:
    state = after(game, 4)
    for seat in (None, *range(state.players)):
        view = state.view(seat).to_dict()
        assert json.loads(json.dumps(view)) == view
        assert (view["game"], view["players"], view["seat"]) == (game.name, state.players, seat)


def test_a_playout_stops_at_its_limit_and_at_the_end() -> None:
    state = NIM.deal(players=2, seed=1)
    assert random_playout(state, Random(1), 3) == 3
    assert random_playout(state, Random(1), 1000) < 1000
    assert state.mover() == -1
    assert random_playout(state, Random(1), 1000) == 0


def test_the_same_generator_plays_the_same_game() -> None:
    ends = []
    for _ in range(2):
        state = NIM.deal(players=3, seed=1)
        random_playout(state, Random(8), 1000)
        ends.append(state.dump())
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("scores", "ranking"),
    [([5], ((0,),)), ([1, 1], ((0, 1),)), ([3, 9, 3, -2], ((1,), (0, 2), (3,))), ([0, 0, 7], ((2,), (0, 1)))],
)
def test_seats_are_ranked_by_score_and_share_places(scores: list[int], ranking: tuple[tuple[int, ...], ...]) -> None:
    assert ranked(scores) == ranking


# ---------------------------------------------------------------------- three answers to a text


def test_a_text_can_be_no_move_an_illegal_one_or_several() -> None:
    state = NIM.deal(players=2, seed=1)
    with pytest.raises(NotAMove, match="'throw' is no move of coin-nim; expected something like heads"):
        NIM.parse(state, 0, "throw")
    with pytest.raises(IllegalMove, match="the move take is not legal here: it breaks the rule coin-nim/call"):
        NIM.parse(state, 0, "take")
    assert NIM.text(NIM.parse(state, 0, "t")) == "tails"


def test_an_example_of_a_move_is_legal_where_there_is_one() -> None:
    state = NIM.deal(players=2, seed=1)
    assert NIM.example(state, 0) == "heads"
    state.play(0, 0)
    assert NIM.example(state, 0) == "heads"
    state.play(1, 0)
    assert NIM.example(state, 0) == "take"


@pytest.mark.parametrize("values", [("take", "take"), (1, "1")])
def test_moves_that_cannot_be_told_apart_are_refused(values: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="two moves are equal, or are written alike"):
        Moves(values)
