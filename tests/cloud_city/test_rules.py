"""Set-up, turns, tiles, draws and the end: every rule seen to allow and seen to refuse."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import cloudtop
from cloudtop.core.errors import BadDeal, BadOption, IllegalMove
from cloudtop.games.cloud_city.rules import CloudCity

GAME = cloudtop.game("cloud-city")
Table = Callable[..., CloudCity]

ONE = """
   g h
 7 B .
 8 . B
"""
"""A city of its start tile alone."""
TWO = """
   g h i j
 7 B . G .
 8 . B . S
"""
TWO_FOR_SECOND = """
   g h i j
 7 B . B .
 8 . G . G
"""
FULL = """
    g h i j k l
  7 B . G . B .
  8 . B . S . S
  9 B . S . B .
 10 . G . G . G
 11 G S B G S B
 12 . . . . . .
"""
"""A complete square."""


def dealt(players: int = 2, starter: int = 0, first: str = "", **options: Any) -> CloudCity:
    """A game whose tiles come in the order of the box, after those named first."""
    tiles = GAME.deal_of(0)["tiles"]
    tiles.sort()
    for tile in first.split():
        tiles.remove(tile)
    requests = options.pop("cards", [])
    deal = {"starter": starter, "tiles": first.split() + tiles, "requests": requests}
    state = GAME.deal(players=players, options={**options, "requests": len(requests)}, deal=deal)
    assert isinstance(state, CloudCity)
    return state


def moves(state: CloudCity) -> set[str]:
    """The legal moves of the seat to play, in notation."""
    return {GAME.text(action) for action in state.legal(state.seat)}


def refusal(state: CloudCity, text: str, seat: int | None = None) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.seat if seat is None else seat, text)
    return caught.value.rule.removeprefix("cloud-city/")


def play(state: CloudCity, *texts: str) -> CloudCity:
    """Play moves in notation, each by the seat whose turn it is."""
    for text in texts:
        state.play(state.seat, GAME.parse(state, state.seat, text))
    return state


def play_out(state: CloudCity, seed: int = 0) -> CloudCity:
    """Play random moves to the end."""
    rng = Random(seed)
    while state.turn():
        legal = state.legal(state.seat)
        state.play(state.seat, legal[int(rng.random() * len(legal))])
    return state


# ---------------------------------------------------------------------- set-up


@pytest.mark.rule("cloud-city/start-tiles", "allows")
def test_start_tiles_go_clockwise_from_the_starter_and_are_not_turned() -> None:
    cities = dealt(4, starter=2).dump()["cities"]
    assert [city["tiles"] for city in cities] == [["b/s0@g7"], ["g/s0@g7"], ["b/b0@g7"], ["b/g0@g7"]]


@pytest.mark.rule("cloud-city/start-tiles", "allows")
def test_the_two_buildings_of_a_start_tile_stand_from_the_beginning() -> None:
    board = GAME.board_text(dealt(2).view(None)).splitlines()
    assert "  7 B0 ." in board
    assert "  8 .  G0" in board


@pytest.mark.rule("cloud-city/start-tiles", "refuses")
def test_start_tiles_that_are_not_needed_are_not_drawn() -> None:
    tiles = GAME.deal_of(0, players=2)["tiles"]
    assert [tiles.count(name) for name in ("b/b", "b/g", "b/s", "g/s")] == [1, 3, 3, 3]
    assert len(tiles) == 44
    with pytest.raises(BadDeal, match="a deal has 1 tiles b/b besides the start tiles, not 2"):
        GAME.deal(players=2, deal={"starter": 0, "tiles": [*tiles, "b/b"], "requests": []})


@pytest.mark.rule("cloud-city/market", "allows")
def test_the_first_three_tiles_lie_face_up() -> None:
    assert dealt(2, first="bg gs s/s").dump()["market"] == ["bg", "gs", "s/s"]


@pytest.mark.rule("cloud-city/market", "refuses")
def test_the_fourth_tile_does_not_lie_face_up() -> None:
    state = dealt(1, first="bg gs s/s ss")
    assert "ss" not in state.dump()["market"]
    assert "ss" in state.dump()["hands"][0]


@pytest.mark.rule("cloud-city/hand", "allows")
def test_each_player_gets_three_tiles_in_playing_order_after_the_market() -> None:
    state = dealt(3, starter=1, first="bg bg bg bs bs bs gs gs gs ss s/s g/g")
    hands = [sorted(hand) for hand in state.dump()["hands"]]
    assert hands == [["g/g", "s/s", "ss"], ["bs", "bs", "bs"], ["gs", "gs", "gs"]]


@pytest.mark.rule("cloud-city/hand", "refuses")
def test_hands_are_kept_from_the_other_players_and_from_spectators() -> None:
    state = dealt(2)
    assert state.view(0).facts["hands"][1] == ["?", "?", "?"]
    assert state.view(None).facts["hands"] == [["?", "?", "?"]] * 2
    assert "?" not in state.view(1).facts["hands"][1]


@pytest.mark.rule("cloud-city/requests", "allows")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_so_many_different_request_cards_lie_face_up(count: int) -> None:
    cards = [GAME.deal_of(seed, 2, {"requests": count})["requests"] for seed in range(300)]
    assert {len(drawn) for drawn in cards} == {count}
    assert all(len(set(drawn)) == count for drawn in cards)
    assert len({card for drawn in cards for card in drawn}) == (10 if count else 0)
    state = GAME.deal(players=2, seed=3, options={"requests": count})
    assert state.view(None).facts["requests"] == cards[3]


@pytest.mark.rule("cloud-city/requests", "refuses")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [(["req-solo", "req-solo"], "different"), (["req-solo"], "says 2"), (["req-solo", "req-moon"], "out of")],
)
def test_the_same_card_twice_or_too_few_cards_are_refused(cards: list[str], reason: str) -> None:
    deal = {**GAME.deal_of(0, 2), "requests": cards}
    with pytest.raises(BadDeal, match=reason):
        GAME.deal(players=2, options={"requests": 2}, deal=deal)


@pytest.mark.rule("cloud-city/options", "allows")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_up_to_three_players_may_build_rectangles(players: int) -> None:
    state = play_out(dealt(players, city="rectangle"))
    assert [len(city["tiles"]) for city in state.dump()["cities"]] == [12] * players


@pytest.mark.rule("cloud-city/options", "refuses")
def test_four_players_cannot_build_rectangles() -> None:
    with pytest.raises(BadOption, match="cloud-city/options: a rectangle city is for at most three players"):
        GAME.terms(4, {"city": "rectangle"})
    assert GAME.terms(4, {"city": "square"}).players == 4


# ---------------------------------------------------------------------- a turn


@pytest.mark.rule("cloud-city/turn-seat", "allows")
def test_turns_go_clockwise_from_the_starter() -> None:
    state = dealt(3, starter=1)
    seats = []
    for _ in range(4):
        seats += state.turn()
        state.play(state.seat, state.legal(state.seat)[0])
        play(state, "draw:stack")
    assert seats == [1, 2, 0, 1]


@pytest.mark.rule("cloud-city/turn-seat", "refuses")
@pytest.mark.parametrize("text", ["bb0@i7", "g7-g8", "g7-h9", "draw:stack", "draw:none"])
def test_nobody_acts_out_of_turn(text: str) -> None:
    state = dealt(2)
    assert state.legal(1) == []
    assert refusal(state, text, seat=1) == "turn-seat"


@pytest.mark.rule("cloud-city/turn-step", "allows")
def test_a_turn_is_a_tile_then_walkways_then_a_draw() -> None:
    state = dealt(2, first="bs bs bs b/b gg ss")
    assert {text.split("@")[0][:-1] for text in moves(state)} == {"b/b", "gg", "ss"}
    play(state, "b/b0@i7")
    assert moves(state) == {"g7-i7", "h8-j8", "draw:stack", "draw:1", "draw:2", "draw:3"}
    play(state, "g7-i7", "h8-j8", "draw:stack")
    assert state.turn() == [1]


@pytest.mark.rule("cloud-city/turn-step", "refuses")
def test_nothing_is_built_or_drawn_before_a_tile_is_laid_and_no_second_tile_after() -> None:
    state = dealt(1)
    assert refusal(state, "g7-h8") == "turn-step"
    assert refusal(state, "g7-g8") == "turn-step"
    assert refusal(state, "draw:stack") == "turn-step"
    state.play(0, state.legal(0)[0])
    hand = state.dump()["hands"][0]
    assert refusal(state, f"{hand[0]}0@g9") == "turn-step"
    assert refusal(state, f"{hand[0]}9@g9") == "turn-step"


# ---------------------------------------------------------------------- laying a tile


@pytest.mark.rule("cloud-city/place-from-hand", "allows")
def test_any_tile_of_the_hand_may_be_laid_and_equal_tiles_are_one_choice(table: Table) -> None:
    state = table(ONE, hands=[["bg", "bg", "s/s"]])
    assert {text.split("@")[0][:-1] for text in moves(state)} == {"bg", "s/s"}
    assert len(state.legal(0)) == 2 * 4 * 4
    play(state, "bg0@i7")
    assert sorted(state.dump()["hands"][0]) == ["bg", "s/s"]


@pytest.mark.rule("cloud-city/place-from-hand", "refuses")
def test_a_tile_that_is_not_in_hand_cannot_be_laid(table: Table) -> None:
    state = table(ONE, hands=[["bg", "bg", "s/s"]], market=["gs", "gs", "gs"])
    assert refusal(state, "gs0@i7") == "place-from-hand"
    assert refusal(state, "gb0@i7") == "place-from-hand"
    assert refusal(state, "gs0@g7") == "place-from-hand"


@pytest.mark.rule("cloud-city/place-rotation", "allows")
def test_a_tile_may_be_turned_four_ways_clockwise(table: Table) -> None:
    looks = []
    for turn in range(4):
        state = play(table(ONE, hands=[["bg", "bg", "s/s"]]), f"bg{turn}@i7")
        board = GAME.board_text(state.view(0)).splitlines()
        looks.append([line[10:].split() for line in board if line.startswith(("  7", "  8"))])
    assert looks == [
        [["B0", "G0"], [".", "."]],
        [[".", "B0"], [".", "G0"]],
        [[".", "."], ["G0", "B0"]],
        [["G0", "."], ["B0", "."]],
    ]


@pytest.mark.rule("cloud-city/place-rotation", "allows")
def test_all_four_rotations_are_moves_even_where_two_look_alike(table: Table) -> None:
    state = table(ONE, hands=[["s/s", "s/s", "bg"]])
    assert {text for text in moves(state) if text.startswith("s") and text.endswith("@i7")} == {
        f"s/s{turn}@i7" for turn in range(4)
    }


@pytest.mark.rule("cloud-city/place-rotation", "refuses")
def test_there_is_no_fifth_way_to_turn_a_tile(table: Table) -> None:
    state = table(ONE, hands=[["bg", "bg", "s/s"]])
    assert refusal(state, "bg4@i7") == "place-rotation"
    assert refusal(state, "bg4@g7") == "place-rotation"
    assert refusal(state, "gs4@i7") == "place-from-hand"


@pytest.mark.rule("cloud-city/place-free", "allows")
def test_a_tile_goes_on_a_free_cell(table: Table) -> None:
    state = table(ONE, hands=[["bg", "bg", "s/s"]])
    assert {text.split("@")[1] for text in moves(state)} == {"g5", "e7", "i7", "g9"}


@pytest.mark.rule("cloud-city/place-free", "refuses")
def test_a_tile_does_not_go_on_another(table: Table) -> None:
    assert refusal(table(ONE, hands=[["bg", "bg", "s/s"]]), "bg0@g7") == "place-free"


@pytest.mark.rule("cloud-city/place-touch", "allows")
def test_a_tile_shares_a_full_side_with_the_city(table: Table) -> None:
    state = table(TWO, hands=[["bg", "bg", "s/s"]], step="lay")
    assert {text.split("@")[1] for text in moves(state)} == {"e7", "k7", "g5", "i5", "g9", "i9"}


@pytest.mark.rule("cloud-city/place-touch", "refuses")
def test_touching_at_a_corner_is_not_enough(table: Table) -> None:
    state = table(ONE, hands=[["bg", "bg", "s/s"]])
    assert refusal(state, "bg0@i9") == "place-touch"
    assert refusal(state, "bg0@m13") == "place-touch"


@pytest.mark.rule("cloud-city/place-frame", "allows")
def test_the_frame_floats_until_the_city_is_three_wide(table: Table) -> None:
    state = table(TWO, hands=[["bg", "bg", "s/s"]], step="lay")
    assert {"bg0@e7", "bg0@k7"} <= moves(state)


@pytest.mark.rule("cloud-city/place-frame", "refuses")
def test_a_square_city_is_never_four_wide(table: Table) -> None:
    plan = """
       g h i j k l
     7 B . G . B .
     8 . B . S . S
    """
    state = table(plan, hands=[["bg", "bg", "s/s"]], step="lay")
    assert refusal(state, "bg0@m7") == "place-frame"
    assert refusal(state, "bg0@e7") == "place-frame"
    assert {text.split("@")[1] for text in moves(state)} == {"g5", "i5", "k5", "g9", "i9", "k9"}


FOUR_WIDE = """
   g h i j k l m n
 7 B . G . B . B .
 8 . B . S . S . G
"""
THREE_HIGH = """
    g h i j k l
  7 B . G . B .
  8 . B . S . S
  9 B . _ _ _ _
 10 . G _ _ _ _
 11 B . _ _ _ _
 12 . G _ _ _ _
"""


@pytest.mark.rule("cloud-city/place-frame", "allows")
def test_a_rectangle_lies_or_stands_and_is_never_announced(table: Table) -> None:
    wide = table(FOUR_WIDE, hands=[["bg", "bg", "s/s"]], step="lay", city="rectangle")
    assert {"bg0@g9", "bg0@m5"} <= moves(wide)
    open_both_ways = table(THREE_HIGH, hands=[["bg", "bg", "s/s"]], step="lay", city="rectangle")
    assert {"bg0@m7", "bg0@e7", "bg0@g13", "bg0@g5"} <= moves(open_both_ways)


@pytest.mark.rule("cloud-city/place-frame", "refuses")
def test_a_rectangle_is_not_four_both_ways_nor_five_long(table: Table) -> None:
    wide = table(FOUR_WIDE, hands=[["bg", "bg", "s/s"]], step="lay", city="rectangle")
    assert refusal(wide, "bg0@e7") == "place-frame"
    lying = play(table(THREE_HIGH, hands=[["bg", "bg", "s/s"]], step="lay", city="rectangle"), "bg0@m7", "draw:1")
    tile = lying.dump()["hands"][0][0]
    assert refusal(lying, f"{tile}0@g13") == "place-frame"
    assert refusal(lying, f"{tile}0@g5") == "place-frame"
    assert f"{tile}0@i9" in moves(lying)


@pytest.mark.rule("cloud-city/buildings", "allows")
def test_buildings_rise_at_once_and_can_be_joined_in_the_same_turn(table: Table) -> None:
    state = play(table(ONE, hands=[["bb", "bb", "s/s"]]), "bb0@i7")
    assert "  7 B0 .  B0 B0" in GAME.board_text(state.view(0)).splitlines()
    assert {"g7-i7", "i7-j7"} <= moves(state)


@pytest.mark.rule("cloud-city/buildings", "refuses")
def test_no_building_stands_on_a_space_without_a_site(table: Table) -> None:
    state = play(table(ONE, hands=[["bb", "bb", "s/s"]]), "bb0@i7")
    assert "  8 .  B0 .  ." in GAME.board_text(state.view(0)).splitlines()
    assert refusal(state, "h8-i8") == "walkway-same-height"


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
    state.requests = [4]
    blue = state.counts(4)
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


def test_one_player_alone_wins_a_practice_game() -> None:
    assert ranking(play_out(dealt(1))) == ((0,),)
