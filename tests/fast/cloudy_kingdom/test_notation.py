"""Cloudy Kingdom in writing: moves in notation, deals, and an answer to everything that is none."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cloudy_kingdom.playing import Position

from cloudtop.core.errors import AmbiguousMove, BadDeal, BadSeat, IllegalMove, NotAMove
from cloudtop.games.cloudy_kingdom.game import GAME
from cloudtop.games.cloudy_kingdom.moves import CELL_NAMED, Cut, Keep, Lay, Pass, Swap, Turn
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom


def parsed(state: CloudyKingdom, text: str) -> str:
    """A text read and written again."""
    return GAME.text(GAME.parse(state, state.seat, text))


def test_every_move_has_a_text_of_its_own() -> None:
    texts = {GAME.text(action) for action in range(GAME.actions)}
    assert len(texts) == GAME.actions == 563


@pytest.mark.parametrize("text", ["t@b2w", "T B2 W", "tee@b2w", "tee b2 w", "tb2w", " t @ b2 w ", "b2w"])
def test_reading_is_generous(position: Position, text: str) -> None:
    assert parsed(position("b2 s:v", "t s"), text) == "t@b2w"


@pytest.mark.parametrize("text", ["s@b2h", "s b2", "straight@b2w", "s@b2e", "b2"])
def test_a_card_without_a_way_round_may_be_written_with_any(position: Position, text: str) -> None:
    assert parsed(position("b2 s:v", "s s"), text) == "s@b2h"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("magic:cut-it-all", "magic:cut-it-all"),
        ("cut it all", "magic:cut-it-all"),
        ("Magic Burning-Crossing", "magic:burning-crossing"),
        ("inspiration", "magic:inspiration"),
    ],
)
def test_magic_is_read_by_its_name(position: Position, text: str, meant: str) -> None:
    assert parsed(position("b2 s:v", "t s"), text) == meant


def test_steps_and_answers_are_read(position: Position) -> None:
    state = position("b2 s:v", "t s")
    state.play(0, GAME.parse(state, 0, "magic:cut-it-all"))
    assert parsed(state, "CUT b2") == parsed(state, "cut:b2") == "cut@b2"
    choosing = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    pick = "pick:cut-it-all+replant+green-hand"
    for text in (pick, "pick green-hand, cut-it-all, replant", "PICK replant green-hand cut-it-all"):
        assert GAME.text(GAME.parse(choosing, 1, text)) == pick


@pytest.mark.parametrize(
    "text",
    ["", "t", "t@e1n", "t@b5n", "t@b2q", "t@b2h2", "q@b2n", "cut", "cut@e1", "discard:fire", "magic:", "magic:hello"]
    + ["pick:", "pick:replant", "pick:cut-it-all+dead-end+replant", "pick:replant+replant+green-hand", "s@b2vv"],
)
def test_what_is_no_move_is_said_to_be_none(position: Position, text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of cloudy-kingdom; expected something like t@a1w"):
        GAME.parse(position("", "t s"), 0, text)


def test_a_text_that_fits_several_moves_is_ambiguous(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    with pytest.raises(AmbiguousMove, match="say which: t@b2w, t@b2e"):
        GAME.parse(state, 0, "t@b2")
    state.play(0, GAME.parse(state, 0, "inspiration"))
    with pytest.raises(AmbiguousMove, match="say which: l@b2w, f@b2w"):
        GAME.parse(state, 0, "b2w")


def test_an_illegal_move_names_its_rule_and_changes_nothing(position: Position) -> None:
    state = position("b2 s:v", "t s")
    before = state.dump()
    with pytest.raises(IllegalMove, match="t@b2n is not legal here: it breaks the rule cloudy-kingdom/route-cross"):
        state.play(0, GAME.parse(state, 0, "t@b2w") + 16 * 2)
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "b2n")
    assert state.dump() == before


def test_numbers_and_seats_that_do_not_exist_are_refused(position: Position) -> None:
    state = position("", "t s")
    for action in (-1, 563, 10**9):
        with pytest.raises(NotAMove, match="moves are numbered 0 to 562"):
            state.play(0, action)
    for seat in (-1, 2):
        with pytest.raises(BadSeat):
            state.legal(seat)
        with pytest.raises(BadSeat):
            state.why_not(seat, 0)
    with pytest.raises(BadSeat):
        GAME.deal(players=2, seed=1, options={"magic": "choose"}).legal(5)


def test_moves_are_numbered_as_documented() -> None:
    texts = [GAME.text(action) for action in range(GAME.actions)]
    assert texts[:3] == ["s@a1h", "s@b1h", "s@c1h"]
    assert texts[32:36] == ["t@a1w", "t@a1e", "t@b1w", "t@b1e"]
    assert texts[480] == "cut@a1"
    assert texts[496] == "turn@a1"
    assert texts[512] == "discard:s"
    assert texts[521] == "magic:cut-it-all"
    assert texts[529:532] == ["swap", "keep", "pick:cut-it-all+inspiration+burning-crossing"]


def test_moves_are_values_and_no_two_are_equal() -> None:
    b2 = CELL_NAMED["b2"]
    assert GAME.moves.written("t@b2n") == Lay("t", b2, "n")
    assert len({*GAME.moves, Pass()}) == GAME.actions + 1
    assert len({Cut(b2), Turn(b2), Swap(), Keep()}) == 4
    assert Pass() not in GAME.moves


def test_of_several_readings_the_card_in_hand_comes_first(position: Position) -> None:
    state = position("b2 s:v", "f t")
    with pytest.raises(IllegalMove, match="f@a2n is not legal here: it breaks the rule cloudy-kingdom/route-empty"):
        GAME.parse(state, 0, "a2n")


# ---------------------------------------------------------------------- deals


def test_a_deal_is_the_order_of_everything() -> None:
    deal = GAME.deal_of(4, 3, {"magic": "random", "layout": "random"})
    assert sorted(deal) == ["castles", "magic", "stack", "starter"]
    assert sorted(GAME.deal_of(4, 3)) == ["stack", "starter"]
    assert len(deal["stack"]) == 56
    state = GAME.deal(players=4, options={"magic": "random", "layout": "random"}, deal=deal)
    assert state.dump()["castles"] == deal["castles"]
    assert state.dump()["magic"] == [deal["magic"]] * 4


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"starter": 4}, "'starter' is a seat from 0 to 1, not 4"),
        ({"starter": True}, "'starter' is a seat from 0 to 1, not True"),
        ({"stack": ["s"] * 56}, "the stack of a deal has every route card of the box, 56 in all"),
        ({"stack": "s"}, "the stack of a deal has every route card of the box, 56 in all"),
        ({"magic": ["replant", "dead-end", "cut-it-all"]}, "three different magic cards, one side of each"),
        ({"magic": ["hello"]}, "three different magic cards, one side of each"),
        ({"magic": None}, "three different magic cards, one side of each"),
        ({"castles": {"N": "RBG"}}, "castles are given for the sides N, E, S and W"),
        ({"castles": dict.fromkeys("NESW", "RBG")}, "never face each other"),
        ({"castles": dict.fromkeys("NESW", "RRG")}, "one castle of each of the families RBG"),
        ({"more": 1}, "has the keys castles, magic, stack, starter"),
    ],
)
def test_a_deal_that_no_shuffle_gives_is_refused(change: dict[str, Any], reason: str) -> None:
    options = {"magic": "random", "layout": "random"}
    deal = {**GAME.deal_of(2, 1, options), **change}
    with pytest.raises(BadDeal, match=reason):
        GAME.deal(players=2, options=options, deal=deal)


def test_the_start_player_and_the_stack_are_drawn_evenly() -> None:
    deals = [GAME.deal_of(4, seed) for seed in range(400)]
    starts = [sum(deal["starter"] == seat for deal in deals) for seat in range(4)]
    assert min(starts) > 70
    tops = [deal["stack"][0] for deal in deals]
    assert 50 < tops.count("s") < 125
