"""Drawing, the end, the votes and ties: every rule seen to allow and seen to refuse."""

from __future__ import annotations

import pytest
from tests.support.cloud_city.playing import FULL, ONE, TWO, Table, dealt, moves, play, play_out, refusal

from cloudtop.core.errors import BadSeat
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.score import request_counts
from cloudtop.games.cloud_city.state import CloudCity

TWO_FOR_SECOND = """
   g h i j
 7 B . B .
 8 . G . G
"""


# ---------------------------------------------------------------------- drawing


@pytest.mark.rule("cloud-city/draw", "allows")
def test_the_top_of_the_stack_or_any_face_up_tile_may_be_drawn(table: Table) -> None:
    for source, tile in (("stack", "ss"), ("1", "bg"), ("2", "gs"), ("3", "b/s")):
        state = table(TWO, hands=[["bb", "bb"]], market=["bg", "gs", "b/s"], stack=["ss", "sg", "sg", "sb"])
        play(state, f"draw:{source}")
        assert sorted(state.dump()["hands"][0]) == sorted(["bb", "bb", tile])


@pytest.mark.rule("cloud-city/draw", "allows")
def test_a_tile_is_drawn_in_the_last_turn_too() -> None:
    state = play_out(dealt(3))
    assert [len(hand) for hand in state.dump()["hands"]] == [3, 3, 3]


@pytest.mark.rule("cloud-city/draw", "refuses")
def test_a_draw_cannot_be_left_out_while_there_is_a_tile(table: Table) -> None:
    state = table(TWO)
    assert refusal(state, "draw:none") == "draw"
    assert "draw:none" not in moves(state)


@pytest.mark.rule("cloud-city/draw-refill", "allows")
def test_a_face_up_tile_is_replaced_in_the_same_slot(table: Table) -> None:
    stack = ["ss", "sg", "sg", "sb"]
    state = play(table(TWO, hands=[["bb", "bb"]], market=["bg", "gs", "b/s"], stack=stack), "draw:2")
    assert state.dump()["market"] == ["bg", "ss", "b/s"]
    assert state.dump()["stack"] == stack[1:]


@pytest.mark.rule("cloud-city/draw-refill", "refuses")
def test_a_slot_stays_empty_when_the_stack_is_empty(table: Table) -> None:
    state = play(table(FULL, market=["bb", "ss", "gg"], stack=[]), "draw:2")
    assert state.dump()["market"] == ["bb", None, "gg"]


@pytest.mark.rule("cloud-city/draw-empty", "allows")
def test_with_nothing_left_at_all_the_turn_ends_without_a_tile(table: Table) -> None:
    state = table(FULL, market=[None, None, None], stack=[])
    assert {text for text in moves(state) if text.startswith("draw")} == {"draw:none"}
    hand = state.dump()["hands"][0]
    assert play(state, "draw:none").dump()["hands"][0] == hand
    assert state.turn() == []


@pytest.mark.rule("cloud-city/draw-empty", "refuses")
def test_nothing_is_drawn_from_an_empty_stack_or_slot(table: Table) -> None:
    state = table(FULL, market=["bb", None, "gg"], stack=[])
    assert {text for text in moves(state) if text.startswith("draw")} == {"draw:1", "draw:3"}
    assert refusal(state, "draw:2") == "draw-empty"
    assert refusal(state, "draw:stack") == "draw-empty"
    assert refusal(state, "draw:none") == "draw"


# ---------------------------------------------------------------------- the end


@pytest.mark.rule("cloud-city/end", "allows")
@pytest.mark.parametrize(("city", "rounds"), [("square", 8), ("rectangle", 11)])
def test_the_game_ends_after_the_last_draw_of_the_last_round(city: str, rounds: int) -> None:
    state = dealt(2, starter=1, city=city)
    draws = 0
    while state.turn():
        assert state.outcome() is None
        action = state.legal(state.seat)[-1]
        draws += GAME.text(action).startswith("draw")
        state.play(state.seat, action)
    assert draws == 2 * rounds
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "cloud-city/end"


@pytest.mark.rule("cloud-city/end", "refuses")
@pytest.mark.parametrize("text", ["bb0@i7", "bb9@i7", "g7-g8", "g7-h9", "draw:stack"])
def test_nothing_is_laid_built_or_drawn_after_the_end(text: str) -> None:
    state = play_out(dealt(2))
    for seat in (0, 1):
        assert refusal(state, text, seat) == "end"
    assert state.legal(0) == state.legal(1) == []


@pytest.mark.rule("cloud-city/score", "allows")
def test_every_walkway_counts_its_value_level_by_level(table: Table) -> None:
    # River 2 + 2, Forest 2 + 1, Sand 2 + 3: 12 votes.
    state = table(FULL, walkways="g7-g9 k7-k9 h10-j10 j10-j11 j8-l8 h11-k11")
    sheet = state.score_sheet(0)
    assert [(line.key, line.points) for line in sheet.lines] == [
        ("score.river", 4),
        ("score.forest", 3),
        ("score.sand", 5),
    ]
    assert sheet.total == state.scores()[0] == 12


@pytest.mark.rule("cloud-city/score", "refuses")
def test_other_peoples_walkways_and_tiles_in_hand_count_nothing(table: Table) -> None:
    state = table(TWO, TWO_FOR_SECOND, walkways=["", "g7-i7"])
    assert state.scores() == [0, 2]


@pytest.mark.rule("cloud-city/score", "allows")
def test_totals_may_be_negative(table: Table) -> None:
    # Two buildings without a walkway at -2 each.
    state = table(ONE, requests=["req-solo"])
    assert state.scores() == [-4]


def finished(*votes: tuple[int, int, int]) -> CloudCity:
    """A finished game in which each seat has so many River, Forest and Sand votes."""
    state = dealt(len(votes))
    while state.turn():
        state.play(state.seat, state.legal(state.seat)[-1])
    for city, (river, forest, sand) in zip(state.cities, votes, strict=True):
        city.river, city.forest, city.sand = river, forest, sand
    return state


def ranking(state: CloudCity) -> tuple[tuple[int, ...], ...]:
    """Who came where."""
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == outcome.ranking[0]
    return outcome.ranking


@pytest.mark.rule("cloud-city/tie", "allows")
@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ([(1, 9, 0), (2, 0, 8)], ((1,), (0,))),
        ([(2, 3, 5), (2, 4, 4)], ((1,), (0,))),
        ([(2, 4, 4), (2, 4, 4)], ((0, 1),)),
        ([(3, 0, 7), (2, 8, 0), (3, 4, 3), (0, 10, 0)], ((2,), (0,), (1,), (3,))),
    ],
)
def test_a_tie_is_broken_on_river_then_forest_then_sand_then_shared(
    votes: list[tuple[int, int, int]], expected: tuple[tuple[int, ...], ...]
) -> None:
    state = finished(*votes)
    assert len(set(state.scores())) == 1
    assert ranking(state) == expected


@pytest.mark.rule("cloud-city/tie", "allows")
def test_votes_of_requests_do_not_break_a_tie() -> None:
    # Alone in front on blue buildings, seat 0 gets 6 votes more; both then have 10, and seat 1 has more River votes.
    state = finished((1, 3, 0), (2, 5, 3))
    state.requests = ["req-blue"]
    blue = request_counts("req-blue", state)
    assert blue[0] > blue[1]
    assert state.scores() == [10, 10]
    assert ranking(state) == ((1,), (0,))


@pytest.mark.rule("cloud-city/tie", "refuses")
def test_more_votes_win_whatever_their_level() -> None:
    assert ranking(finished((9, 0, 0), (0, 0, 10))) == ((1,), (0,))


@pytest.mark.rule("cloud-city/tie", "refuses")
def test_who_drops_out_on_river_does_not_come_back_on_forest() -> None:
    # All have 12. Seat 2 has the most Forest votes, but fewer River votes than the other two.
    assert ranking(finished((4, 1, 7), (4, 2, 6), (3, 9, 0))) == ((1,), (0,), (2,))


def test_nobody_sits_at_seat_minus_one_after_the_end() -> None:
    state = play_out(dealt(2))
    with pytest.raises(BadSeat):
        state.legal(-1)
    with pytest.raises(BadSeat):
        state.why_not(-1, 0)


def test_one_player_alone_wins_a_practice_game() -> None:
    assert ranking(play_out(dealt(1))) == ((0,),)
