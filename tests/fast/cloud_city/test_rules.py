"""Set-up, turns and tiles: every rule seen to allow and seen to refuse."""

from __future__ import annotations

import pytest
from tests.support.cloud_city.playing import ONE, TWO, Table, dealt, moves, play, play_out, refusal

from cloudtop.core.errors import BadDeal, BadOption
from cloudtop.games.cloud_city.game import GAME

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
    tiles = GAME.deal_of(players=2)["tiles"]
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
    assert state.view(0).facts.hands[1] == ("?", "?", "?")
    assert state.view(None).facts.hands == (("?", "?", "?"),) * 2
    assert "?" not in state.view(1).facts.hands[1]


@pytest.mark.rule("cloud-city/requests", "allows")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_so_many_different_request_cards_lie_face_up(count: int) -> None:
    cards = [GAME.deal_of(2, seed, {"requests": count})["requests"] for seed in range(300)]
    assert {len(drawn) for drawn in cards} == {count}
    assert all(len(set(drawn)) == count for drawn in cards)
    assert len({card for drawn in cards for card in drawn}) == (10 if count else 0)
    state = GAME.deal(players=2, seed=3, options={"requests": count})
    assert state.view(None).facts.requests == tuple(cards[3])


@pytest.mark.rule("cloud-city/requests", "refuses")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [(["req-solo", "req-solo"], "different"), (["req-solo"], "says 2"), (["req-solo", "req-moon"], "out of")],
)
def test_the_same_card_twice_or_too_few_cards_are_refused(cards: list[str], reason: str) -> None:
    deal = {**GAME.deal_of(2), "requests": cards}
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
