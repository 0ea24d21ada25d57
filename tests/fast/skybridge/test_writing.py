"""Skybridge in writing: notation, deals, positions, and an answer to everything that is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cloudtop.core.errors import AmbiguousMove, BadDeal, BadPosition, IllegalMove, NotAMove
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.moves import MOVES
from cloudtop.games.skybridge.state import Skybridge

Position = Callable[..., Skybridge]


@pytest.mark.parametrize("text", ["c3@b2", "C3B2", " c3 b2 ", "c3-b2", "3@b2", "3b2"])
def test_reading_is_generous(position: Position, text: str) -> None:
    assert GAME.text(GAME.parse(position(turn=0), 0, text)) == "c3@b2"


@pytest.mark.parametrize("text", ["cb@a1-b1", "cb@b1-a1", "CBb1a1", "b a1 b1"])
def test_the_ends_of_a_bridge_come_in_any_order(position: Position, text: str) -> None:
    assert GAME.text(GAME.parse(position("a1 h3 / b1 i3", turn=0), 0, text)) == "cb@a1-b1"


@pytest.mark.parametrize("text", ["", "c", "c3@d1", "c4@a1", "x3@a1", "cb@a1", "cb@a1-a1", "c3@a1-b1", "hello"])
def test_what_is_no_move_is_said_to_be_none(position: Position, text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of skybridge; expected something like c3@a1"):
        GAME.parse(position(turn=0), 0, text)


def test_a_text_that_fits_two_colours_is_ambiguous(position: Position) -> None:
    with pytest.raises(AmbiguousMove, match="say which: c3@b2, i3@b2") as caught:
        GAME.parse(position(turn=0, players=2), 0, "3@b2")
    assert len(caught.value.moves) == 2


def test_an_illegal_move_names_its_rule_and_changes_nothing(position: Position) -> None:
    state = position("a1 c3", turn=0)
    before = state.dump()
    with pytest.raises(IllegalMove, match="c2@a1 is not legal here: it breaks the rule skybridge/contact"):
        state.play(0, MOVES.texts.index("c2@a1"))
    assert state.dump() == before


@pytest.mark.parametrize("action", [-1, 252, 10**9])
def test_a_number_that_is_no_move_is_refused(position: Position, action: int) -> None:
    with pytest.raises(NotAMove, match="moves are numbered 0 to 251"):
        position(turn=0).play(0, action)


def test_a_deal_is_who_starts() -> None:
    assert GAME.deal_of(players=3, seed=7).keys() == {"starter"}
    assert {GAME.deal_of(players=4, seed=seed)["starter"] for seed in range(40)} == {0, 1, 2, 3}
    assert GAME.deal(players=4, deal={"starter": 3}).turn() == [3]


@pytest.mark.parametrize("deal", [{}, {"starter": 4}, {"starter": "0"}, {"starter": True}, {"starter": 0, "x": 1}, []])
def test_a_deal_that_cannot_be_is_refused(deal: Any) -> None:
    with pytest.raises(BadDeal, match="starter"):
        GAME.deal(players=4, deal=deal)


HANDS = [{"c3": 4, "c2": 4, "cr": 2, "cb": 1}, {}, {}, {}]
BAD_POSITIONS: list[tuple[str, dict[str, Any]]] = [
    ("missing required field `turn`", {"towers": {}}),
    ("missing required field `towers`", {"turn": [0]}),
    ("unknown field `tower`", {"tower": {}, "towers": {}, "turn": [0]}),
    ("there is no foundation 'd1'", {"towers": {"d1": ["c3"]}, "turn": [0]}),
    ("Expected `object`, got `array` - at `$.towers`", {"towers": [], "turn": [0]}),
    ("Expected `array`, got `str` - at `$.towers[...]`", {"towers": {"a1": "c3"}, "turn": [0]}),
    ("'c9' on a1 is no piece", {"towers": {"a1": ["c9"]}, "turn": [0]}),
    ("breaks the rule skybridge/contact", {"towers": {"a1": ["c3", "c2"]}, "turn": [0]}),
    ("breaks the rule skybridge/roof-closes", {"towers": {"a1": ["c3", "hr", "i2"]}, "turn": [0]}),
    ("breaks the rule skybridge/roof-any-level", {"towers": {"a1": ["cr"]}, "turn": [0]}),
    ("breaks the rule skybridge/bridge-level", {"towers": {"a1": ["c3", "hb"], "b1": ["c2", "hb"]}, "turn": [0]}),
    ("breaks the rule skybridge/bridge-neighbours", {"towers": {"a1": ["c3", "hb"], "c1": ["c3", "hb"]}, "turn": [0]}),
    ("does not lie on two towers", {"towers": {"a1": ["c3", "hb"]}, "turn": [0]}),
    ("not that many pieces", {"towers": {"a1": ["c2", "h2"] * 5}, "turn": [0]}),
    ("Expected `array`, got `int` - at `$.turn`", {"towers": {}, "turn": 0}),
    ("Expected `int`, got `float` - at `$.turn[0]`", {"towers": {}, "turn": [1.0]}),
    ("Expected `int`, got `bool` - at `$.turn[0]`", {"towers": {}, "turn": [True]}),
    ("'turn' is a list with the seat to play", {"towers": {}, "turn": [4]}),
    ("'turn' is a list with the seat to play", {"towers": {}, "turn": [-1]}),
    ("'turn' is a list with the seat to play", {"towers": {}, "turn": [0, 1]}),
    ("'turn' is empty, but seat 0 can place", {"towers": {}, "turn": []}),
    ("'hands' does not fit the towers", {"towers": {}, "turn": [0], "hands": HANDS}),
    ("'hands' has one entry for each of 4 seats, not 1", {"towers": {}, "turn": [0], "hands": HANDS[:1]}),
    ("Expected `array | null`, got `object` - at `$.hands`", {"towers": {}, "turn": [0], "hands": {}}),
    ("Expected `object`, got `str` - at `$.hands[0]`", {"towers": {}, "turn": [0], "hands": ["", {}, {}, {}]}),
    ("'last' says c3@a1, but no such piece is on top", {"towers": {"a1": ["c3", "h2"]}, "turn": [0], "last": "c3@a1"}),
    ("'last' says c3@a1, but no such piece is on top", {"towers": {}, "turn": [0], "last": "c3@a1"}),
    ("Expected `str | null`, got `int` - at `$.last`", {"towers": {}, "turn": [0], "last": 3}),
    ("'last' is a move such as 'c3@b2' or null, not 'pass'", {"towers": {}, "turn": [0], "last": "pass"}),
    ("'last' is a move such as 'c3@b2' or null, not '3@b2'", {"towers": {}, "turn": [0], "last": "3@b2"}),
    (
        "cb@a1-b1 cannot have been placed there: it breaks the rule skybridge/bridge-not-on-bridge",
        {
            "options": {"bridge_over_bridge": "never"},
            "towers": {"a1": ["h3", "ib", "j2", "cb"], "b1": ["j3", "ib", "h2", "cb"]},
            "turn": [0],
        },
    ),
    ("'colour' is given only while", {"towers": {}, "turn": [0], "colour": "c"}),
]


@pytest.mark.parametrize(("reason", "given"), BAD_POSITIONS, ids=[reason for reason, _ in BAD_POSITIONS])
def test_an_impossible_position_is_refused_with_the_reason(reason: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.load({"players": 4, **given})
    assert reason in str(caught.value)


def test_a_position_of_another_game_or_of_other_rules_is_refused() -> None:
    dump = GAME.deal(players=2, seed=1).dump()
    with pytest.raises(BadPosition, match="a position of 'chess', not of skybridge"):
        GAME.load({**dump, "game": "chess"})
    with pytest.raises(BadPosition, match="has the rules versions 1 to 1, not 99"):
        GAME.load({**dump, "rules": 99})
    with pytest.raises(BadPosition, match="'players' is missing"):
        GAME.load({"towers": {}, "turn": [0]})


@pytest.mark.parametrize("hands", [[], [{}], [{}, {}, {}, {}], [None, {}, {}], ["j3", {}, {}], {"j3": 1}, [[], [], []]])
def test_with_three_players_hands_that_cannot_be_are_refused(hands: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.load({"players": 3, "towers": {"a1": ["j3"]}, "turn": [0], "hands": hands})


def test_with_three_players_hands_tell_who_placed_a_neutral_block() -> None:
    dump = GAME.deal(players=3, deal={"starter": 0}).dump()
    held = [dict(hand) for hand in dump["hands"]]
    del held[1]["j3"]
    state = GAME.load({**dump, "towers": {"a1": ["j3"]}, "hands": held})
    assert state.dump()["hands"] == held
    with pytest.raises(BadPosition, match="j3: more neutral pieces lie on the board than were given out"):
        GAME.load({**dump, "towers": {name: ["j3"] for name in ("a1", "b1", "c1", "a2")}, "hands": None})


def test_an_alternating_position_says_which_colour_plays() -> None:
    given = {"players": 2, "options": {"two_player_colours": "alternating"}, "towers": {}, "turn": [0]}
    assert GAME.load({**given, "colour": "i"}).dump()["colour"] == "i"
    with pytest.raises(BadPosition, match="'colour' must be a colour of seat 0"):
        GAME.load({**given, "colour": "h"})
