"""Moves and deals in writing: generous reading, and an answer to everything that is none."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cloud_city.playing import ONE, Table

from cloudtop.core.errors import (
    AmbiguousMove,
    BadDeal,
    BadSeat,
    IllegalMove,
    NotAMove,
)
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.moves import MOVES

TWO = """
   g h i j
 7 B . B .
 8 . B . S
"""

# ---------------------------------------------------------------------- notation


def test_every_move_has_a_text_of_its_own() -> None:
    assert len(set(MOVES.texts)) == GAME.actions == 4905
    assert MOVES.texts[:5] == ("bb0@a1", "bb1@a1", "bb2@a1", "bb3@a1", "bb0@c1")
    assert MOVES.texts[2940:2943] == ("a1-b1", "a1-c1", "a1-d1")
    assert MOVES.texts[4900:] == ("draw:stack", "draw:1", "draw:2", "draw:3", "draw:none")


@pytest.mark.parametrize("text", ["bg1@i7", "BG1@I7", " bg 1 i7 ", "bg1i7", "bg1@j8", "bg1@i8", "bg1@j7", "bg-1-i7"])
def test_reading_a_lay_is_generous_and_any_space_names_its_cell(table: Table, text: str) -> None:
    state = table(ONE, hands=[["bg", "b/g", "ss"]])
    assert GAME.text(GAME.parse(state, 0, text)) == "bg1@i7"


@pytest.mark.parametrize(("text", "meant"), [("b/g1@i7", "b/g1@i7"), ("g/b1@i7", "b/g3@i7"), ("G/B3I7", "b/g1@i7")])
def test_a_corner_to_corner_tile_may_be_read_from_either_end(table: Table, text: str, meant: str) -> None:
    state = table(ONE, hands=[["bg", "b/g", "ss"]])
    assert GAME.text(GAME.parse(state, 0, text)) == meant


@pytest.mark.parametrize("text", ["g7-i7", "i7-g7", "G7I7", "i7 g7"])
def test_the_ends_of_a_walkway_come_in_any_order(table: Table, text: str) -> None:
    assert GAME.text(GAME.parse(table(TWO), 0, text)) == "g7-i7"


@pytest.mark.parametrize("text", ["draw:stack", "draw stack", "DRAW-STACK", "stack"])
def test_reading_a_draw_is_generous(table: Table, text: str) -> None:
    assert GAME.text(GAME.parse(table(TWO), 0, text)) == "draw:stack"
    assert GAME.text(GAME.parse(table(TWO), 0, "draw 2")) == "draw:2"


@pytest.mark.parametrize(
    "text", ["", "bg", "bg1", "bx1@i7", "bg1@o7", "bg1@i15", "bg1@i0", "g7", "g7-", "draw:4", "pass"]
)
def test_what_is_no_move_is_said_to_be_none(table: Table, text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of cloud-city; expected something like ss0@g5"):
        GAME.parse(table(ONE, hands=[["bg", "bg", "ss"]]), 0, text)


def test_a_text_that_fits_several_moves_is_ambiguous(table: Table) -> None:
    with pytest.raises(AmbiguousMove, match="say which: bg0@i7, bg1@i7, bg2@i7, bg3@i7") as caught:
        GAME.parse(table(ONE, hands=[["bg", "bg", "ss"]]), 0, "bg@i7")
    assert len(caught.value.moves) == 4
    with pytest.raises(AmbiguousMove, match="say which: draw:stack, draw:1, draw:2, draw:3"):
        GAME.parse(table(TWO), 0, "draw")


def test_what_fits_one_legal_move_is_not_ambiguous() -> None:
    state = GAME.deal(players=4, seed=1)
    while state.turn() and state.legal(state.turn()[0])[-1] != MOVES.texts.index("draw:1"):
        state.play(state.turn()[0], state.legal(state.turn()[0])[-1])
    seat = state.turn()[0]
    assert GAME.text(GAME.parse(state, seat, "draw")) == "draw:1"


def test_an_illegal_move_names_its_rule_and_changes_nothing(table: Table) -> None:
    state = table(TWO, hands=[["bg", "ss"]])
    before = state.dump()
    with pytest.raises(IllegalMove, match="g7-h7 is not legal here: it breaks the rule cloud-city/walkway-same-height"):
        state.play(0, MOVES.texts.index("g7-h7"))
    assert state.dump() == before
    with pytest.raises(
        IllegalMove, match="the move g7-h8 is not legal here: it breaks the rule cloud-city/walkway-str"
    ):
        GAME.parse(state, 0, "h8-g7")


@pytest.mark.parametrize("action", [-1, 4905, 10**12])
def test_a_number_that_is_no_move_is_refused(table: Table, action: int) -> None:
    with pytest.raises(NotAMove, match="moves are numbered 0 to 4904"):
        table(ONE).play(0, action)


def test_a_seat_that_does_not_exist_is_refused(table: Table) -> None:
    state = table(ONE)
    for ask in (state.legal, state.score_sheet, state.view):
        with pytest.raises(BadSeat, match="there is no seat 1; this game has seats 0 to 0"):
            ask(1)
    with pytest.raises(BadSeat):
        GAME.parse(state, 1, "g7-h9")


def test_moves_are_said_in_three_languages() -> None:
    said = [GAME.say(MOVES.texts.index(text), GAME.words("en")) for text in ("b/g3@i7", "g7-l7", "draw:3", "draw:none")]
    assert said == [
        "lay a tile: River on i8, Forest on j7",
        "walkway from g7 to l7, worth 8",
        "take the face-up tile 3",
        "end the turn without a tile",
    ]
    assert GAME.say(MOVES.texts.index("g7-n7"), GAME.words("fr")) == "passerelle de g7 à n7"
    assert GAME.say(MOVES.texts.index("draw:stack"), GAME.words("ja")) == "山札のいちばん上を引く"


# ---------------------------------------------------------------------- deals


def test_a_deal_is_who_starts_the_order_of_the_tiles_and_the_requests() -> None:
    deal = GAME.deal_of(players=3, seed=7, options={"requests": 2})
    assert list(deal) == ["starter", "tiles", "requests"]
    assert GAME.deal_of(players=3, seed=7)["tiles"] == deal["tiles"]
    assert {GAME.deal_of(players=4, seed=seed)["starter"] for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reason", "change"),
    [
        ("unknown field `extra`", {"extra": 1}),
        ("a seat from 0 to 1, not 2", {"starter": 2}),
        ("Expected `int`, got `bool`", {"starter": True}),
        ("Expected `array`, got `str`", {"tiles": "bb"}),
        ("'xx' is no tile", {"tiles": ["xx"] * 44}),
        ("a deal has 2 tiles bb", {"tiles": ["gg"] * 44}),
        ("are cards out of", {"requests": ["req-bridge"]}),
        ("are different cards", {"requests": ["req-solo", "req-solo"]}),
        ("are 1, but the option requests says 0", {"requests": ["req-solo"]}),
    ],
)
def test_a_deal_that_cannot_be_is_refused(reason: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadDeal, match=reason):
        GAME.deal(players=2, deal={**GAME.deal_of(2, 1), **change})


def test_a_deal_lacks_nothing() -> None:
    with pytest.raises(BadDeal, match="missing required field `starter`"):
        GAME.deal(players=2, deal={"tiles": [], "requests": []})
