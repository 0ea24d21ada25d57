"""The magic of Cloudy Kingdom, each rule seen to allow and seen to refuse."""

from __future__ import annotations

import pytest
from tests.support.cloudy_kingdom.playing import RED_NEARLY, RED_WAITS, Position, moves, play, refusal, result

SECOND_SIDES = "dead-end replant winding-road"
QUICK = "inspiration quick-growth winding-road"
GREEN = "inspiration green-hand winding-road"


# ---------------------------------------------------------------------- once, and never for yourself


@pytest.mark.rule("cloudy-kingdom/magic-once", "allows")
def test_each_of_three_magic_cards_can_be_played(position: Position) -> None:
    state = position("b2 s:v", "t s")
    assert {"magic:cut-it-all", "magic:inspiration", "magic:burning-crossing"} < moves(state)
    play(state, "magic:cut-it-all", "cut@b2", "s@a1v")
    assert {text for text in moves(state) if "magic" in text} == {"magic:inspiration", "magic:burning-crossing"}


@pytest.mark.rule("cloudy-kingdom/magic-once", "refuses")
def test_a_magic_card_is_spent_after_use_and_never_discarded(position: Position) -> None:
    state = play(position("b2 s:v", "t s", stack="x f"), "magic:cut-it-all", "cut@b2", "s@a1v")
    assert refusal(state, "magic:cut-it-all") == "magic-once"
    assert state.dump()["discard"] == ["t"]
    assert state.dump()["used"] == [["cut-it-all"], []]
    burnt = play(position("b2 s:v", "t s"), "magic:burning-crossing", "fire@b2h", "s@a1v")
    assert refusal(burnt, "fire@a1h") == "magic-once"


def test_playing_magic_discards_the_route_card_and_draws_one_at_the_end(position: Position) -> None:
    state = play(position("b2 s:v", "t s", stack="x f"), "magic:cut-it-all")
    assert state.dump()["hands"] == [[], ["s"]]
    assert state.dump()["discard"] == ["t"]
    play(state, "cut@b2")
    assert state.dump()["hands"] == [["x"], ["s"]]
    assert state.turn() == [1]


@pytest.mark.rule("cloudy-kingdom/magic-no-win", "allows")
def test_a_road_made_by_your_own_magic_does_not_win_in_that_turn(position: Position) -> None:
    state = play(position(RED_NEARLY, "t t", stack="s f"), "magic:inspiration", "s@c3v")
    assert state.outcome() is None
    assert state.dump()["joined"] == ["R:NS"]
    assert state.turn() == [1]


@pytest.mark.rule("cloudy-kingdom/magic-no-win", "refuses")
def test_without_magic_the_same_card_wins(position: Position) -> None:
    assert result(play(position(RED_NEARLY, "s t"), "s@c3v")) == ((0,), "win")


# ---------------------------------------------------------------------- cutting


@pytest.mark.rule("cloudy-kingdom/magic-cut", "allows")
def test_a_cut_card_leaves_the_game_and_the_others_stay(position: Position) -> None:
    state = play(position("b2 s:v t:w / b1 s:v", "x s"), "magic:cut-it-all", "cut@b2")
    assert state.dump()["removed"] == ["t"]
    assert state.dump()["discard"] == ["x"]
    assert state.dump()["field"] == {"b1": ["s:v"], "b2": ["s:v"]}


def test_a_card_may_stay_behind_without_any_neighbour(position: Position) -> None:
    state = play(position("b2 s:v / b1 s:v", "x s"), "magic:cut-it-all", "cut@b1")
    assert state.dump()["field"] == {"b2": ["s:v"]}
    assert "s@b1v" in moves(state)
    assert refusal(state, "s@b2v") == "route-cross"


@pytest.mark.rule("cloudy-kingdom/magic-cut", "refuses")
def test_nothing_is_cut_where_nothing_lies(position: Position) -> None:
    state = play(position("b2 s:v", "x s"), "magic:cut-it-all")
    assert moves(state) == {"cut@b2"}
    assert refusal(state, "cut@a1") == "magic-cut"
    assert refusal(state, "turn@b2") == "magic-cut"
    assert refusal(state, "discard:x") == "hand"


def test_a_cut_can_join_a_road_that_was_covered(position: Position) -> None:
    # A straight covers c2 crosswise; once it is cut, red's road is whole, and red, who cut, has to wait.
    state = position(RED_WAITS.replace("c2 s:v", "c2 s:v s:h"), "t t t", active=0)
    assert state.dump()["joined"] == []
    play(state, "magic:cut-it-all", "cut@c2")
    assert state.dump()["joined"] == ["R:NS"]
    stolen = position(RED_WAITS.replace("c2 s:v", "c2 s:v s:h"), "t t t", active=1)
    assert result(play(stolen, "magic:cut-it-all", "cut@c2")) == ((0,), "win-magic-other")


# ---------------------------------------------------------------------- inspiration


@pytest.mark.rule("cloudy-kingdom/magic-inspiration", "allows")
def test_inspiration_plays_one_of_two_and_discards_the_other(position: Position) -> None:
    state = play(position("b2 s:v", "x s", stack="t f b"), "magic:inspiration")
    assert {text.split("@")[0] for text in moves(state)} == {"t", "f"}
    play(state, "f@b2w")
    assert state.dump()["discard"] == ["x", "t"]
    assert state.dump()["hands"][0] == ["b"]


@pytest.mark.rule("cloudy-kingdom/magic-inspiration", "refuses")
def test_inspiration_does_not_play_the_card_that_was_discarded_for_it(position: Position) -> None:
    state = play(position("b2 s:v", "x s", stack="t f b"), "magic:inspiration")
    assert refusal(state, "x@b2h") == "hand"
    assert refusal(state, "cut@b2") == "magic-inspiration"
    assert refusal(state, "magic:cut-it-all") == "turn"


def test_drawn_cards_are_secret_until_laid_or_discarded(position: Position) -> None:
    state = play(position("b2 s:v", "x s", stack="t f b"), "magic:inspiration")
    assert state.view(0).facts.hands == (("t", "f"), (None,))
    assert state.view(1).facts.hands == ((None, None), ("s",))


# ---------------------------------------------------------------------- fire


@pytest.mark.rule("cloudy-kingdom/magic-fire", "allows")
def test_fire_joins_all_four_and_its_stack_still_supports(position: Position) -> None:
    # Red's west 2 and east 1, by way of b2 and b1.
    state = position("a2 s:h / b1 s:h r:s / c1 s:h / b2 l:n", "x t t", active=1)
    assert result(play(state, "magic:burning-crossing", "fire@b2h")) == ((0,), "win-magic-other")
    beside = play(position("b2 s:v", "x t"), "magic:burning-crossing", "fire@b2h")
    assert {"t@a2w", "t@b1n"} < moves(beside)
    assert beside.dump()["field"]["b2"] == ["s:v", "fire:h"]


@pytest.mark.rule("cloudy-kingdom/magic-fire", "refuses")
def test_nothing_lies_on_fire_and_no_magic_touches_its_stack(position: Position) -> None:
    burning = {"used": [["burning-crossing"], []]}
    state = position("b2 s:v fire:h / b1 s:v", "t s", active=1, **burning)
    assert refusal(state, "s@b2v") == "magic-fire"
    assert refusal(play(state.copy(), "magic:cut-it-all"), "cut@b2") == "magic-fire"
    assert refusal(play(state.copy(), "magic:burning-crossing"), "fire@b2v") == "magic-fire"
    assert refusal(play(state.copy(), "magic:burning-crossing"), "fire@b2h") == "route-cross"
    assert refusal(play(state.copy(), "magic:burning-crossing"), "fire@a1h") == "magic-fire"
    turning = position(
        "b2 s:v fire:h / b1 s:v",
        "t s",
        active=1,
        rule_of_magic="choose",
        **burning,
        magic=[
            ["cut-it-all", "inspiration", "burning-crossing"],
            ["cut-it-all", "inspiration", "winding-road"],
        ],
    )
    assert refusal(play(turning, "magic:winding-road"), "turn@b2") == "magic-fire"


# ---------------------------------------------------------------------- dead end


@pytest.mark.rule("cloudy-kingdom/magic-dead-end", "allows")
def test_a_dead_end_is_laid_like_a_route_card_and_joins_nothing(position: Position) -> None:
    state = play(position("b2 s:v", "x t", magic=SECOND_SIDES), "magic:dead-end")
    assert {"dead@a1h", "dead@a1v", "dead@b1v", "dead@b2h"} < moves(state)
    assert not {text for text in moves(state) if not text.startswith("dead@")}
    closed = position(RED_WAITS, "x x", magic=SECOND_SIDES, used=[["replant"], []], active=1)
    play(closed, "magic:dead-end", "dead@c2h")
    assert closed.outcome() is None
    assert closed.dump()["joined"] == []


@pytest.mark.rule("cloudy-kingdom/magic-dead-end", "refuses")
def test_a_dead_end_obeys_the_laying_rules(position: Position) -> None:
    state = play(position("b1 s:h", "x t", magic=SECOND_SIDES), "magic:dead-end")
    assert refusal(state, "dead@b2v") == "route-empty"
    assert refusal(state, "dead@b1h") == "route-cross"
    assert refusal(state, "x@a1h") == "hand"


def test_a_laid_dead_end_counts_as_a_route_card(position: Position) -> None:
    options = {"rule_of_magic": "choose", "used": [["dead-end"], []], "active": 1}
    sides = ["dead-end", "inspiration", "burning-crossing"]
    burn = position("b2 s:v dead:h", "x t", **options, magic=[sides, sides])
    assert "t@b2n" in moves(burn)
    assert "fire@b2v" in moves(play(burn, "magic:burning-crossing"))
    sides = ["dead-end", "inspiration", "winding-road"]
    turn = position("b2 s:v dead:h", "x t", **options, magic=[sides, sides])
    assert play(turn, "magic:winding-road", "turn@b2").dump()["field"]["b2"] == ["s:h", "dead:v"]
    others = ["cut-it-all", "inspiration", "winding-road"]
    cut = position("b2 s:v dead:h", "x t", **options, magic=[sides, others])
    assert play(cut, "magic:cut-it-all", "cut@b2").dump()["removed"] == ["dead"]


# ---------------------------------------------------------------------- quick growth


@pytest.mark.rule("cloudy-kingdom/magic-quick", "allows")
def test_quick_growth_lays_one_on_an_empty_cell_and_one_across_it(position: Position) -> None:
    state = play(position("b2 s:v", "x s", stack="t f b", magic=QUICK), "magic:quick-growth")
    assert state.dump()["hands"][0] == ["t"]  # the second card is drawn later
    assert {text for text in moves(state) if "b2" in text} == set()
    play(state, "t@b1n")
    assert moves(state) == {"f@b1w", "f@b1e"}
    play(state, "f@b1w")
    assert state.dump()["field"]["b1"] == ["t:n", "f:w"]
    assert state.dump()["hands"][0] == ["b"]
    assert state.turn() == [1]


@pytest.mark.rule("cloudy-kingdom/magic-quick", "refuses")
def test_quick_growth_lays_nowhere_else(position: Position) -> None:
    state = play(position("b2 s:v", "x s", stack="t f b", magic=QUICK), "magic:quick-growth")
    assert refusal(state, "t@b2w") == "magic-quick"
    assert refusal(state, "t@b2n") == "route-cross"
    play(state, "t@b1n")
    assert refusal(state, "f@b2w") == "magic-quick"
    assert refusal(state, "f@a1w") == "magic-quick"


# ---------------------------------------------------------------------- green hand


@pytest.mark.rule("cloudy-kingdom/magic-green", "allows")
def test_green_hand_asks_the_others_clockwise_then_plays_both(position: Position) -> None:
    state = position("b2 s:v", "x s f", stack="t t b dl dr", magic=GREEN, active=1)
    play(state, "magic:green-hand")
    assert state.turn() == [2]
    assert moves(state) == {"swap", "keep"}
    play(state, "swap")
    assert state.dump()["discard"] == ["s", "f"]  # the next one sees it
    assert state.turn() == [0]
    play(state, "keep")
    assert state.turn() == [1]
    assert state.dump()["hands"] == [["x"], ["t", "t"], ["b"]]
    play(state, "t@b2w", "t@b2n")  # the second may cover the first
    assert state.dump()["field"]["b2"] == ["s:v", "t:w", "t:n"]
    assert state.dump()["hands"][1] == ["dl"]


@pytest.mark.rule("cloudy-kingdom/magic-green", "refuses")
def test_only_those_asked_may_swap_and_they_do_nothing_else(position: Position) -> None:
    state = position("b2 s:v", "x s f", stack="t t b", magic=GREEN, active=1)
    assert refusal(state, "swap") == "magic-green"
    play(state, "magic:green-hand")
    assert refusal(state, "f@b2w") == "magic-green"
    assert refusal(state, "swap", seat=0) == "turn"
    assert refusal(state, "t@b2w", seat=1) == "turn"
    assert refusal(play(state, "keep", "keep"), "keep") == "magic-green"


def test_nobody_is_asked_once_the_stack_is_empty(position: Position) -> None:
    state = position("b2 s:v", "x s f", stack="t t b", short=True, magic=GREEN)
    play(state, "magic:green-hand", "swap")  # seat 1 takes the last card
    assert state.turn() == [0]
    play(state, "t@b2w", "t@b2n")
    # The end draw finds nothing, so seat 0 has no card: the last turns are those of 1 and 2.
    assert state.dump()["hands"] == [[], ["b"], ["f"]]
    play(state, "b@a1h", "f@a2w")
    assert result(state) == ((), "deck-out")


def test_a_swap_is_secret_but_for_what_is_discarded(position: Position) -> None:
    state = position("b2 s:v", "x s f", stack="t t b", magic=GREEN, active=1)
    play(state, "magic:green-hand", "swap")
    facts = state.view(0).facts
    assert facts.hands == (("x",), (None, None), (None,))
    assert facts.discard == ("s", "f")


# ---------------------------------------------------------------------- replant


@pytest.mark.rule("cloudy-kingdom/magic-replant", "allows")
def test_replant_plays_the_top_of_the_pile_as_it_was_before(position: Position) -> None:
    state = position("b2 s:v", "x s", discard=["t", "f"], magic=SECOND_SIDES)
    play(state, "magic:replant")
    assert state.dump()["discard"] == ["t", "x"]
    assert {text.split("@")[0] for text in moves(state)} == {"f"}
    assert state.view(1).facts.hands[0] == ("f",)  # everybody saw which card it is
    play(state, "f@b2w")
    assert state.dump()["discard"] == ["t", "x"]


@pytest.mark.rule("cloudy-kingdom/magic-replant", "refuses")
def test_replant_does_not_take_your_own_discard(position: Position) -> None:
    state = play(position("b2 s:v", "x s", discard=["t"], magic=SECOND_SIDES), "magic:replant")
    assert refusal(state, "x@b2h") == "hand"
    assert refusal(state, "discard:t") == "stuck"
    empty = position("b2 s:v", "x s", magic=SECOND_SIDES)
    assert refusal(empty, "magic:replant") == "magic-possible"


# ---------------------------------------------------------------------- turning


@pytest.mark.rule("cloudy-kingdom/magic-turn", "allows")
def test_the_whole_stack_turns_a_quarter_clockwise(position: Position) -> None:
    state = position("b2 l:n s:h t:s f:w", "x s", magic=SECOND_SIDES)
    play(state, "magic:winding-road", "turn@b2")
    assert state.dump()["field"]["b2"] == ["l:e", "s:v", "t:w", "f:n"]


def test_a_turned_card_may_break_the_laying_rules(position: Position) -> None:
    state = play(position("b1 s:v", "x s", magic=SECOND_SIDES), "magic:winding-road", "turn@b1")
    assert state.dump()["field"]["b1"] == ["s:h"]  # touching the castle with its long side
    assert refusal(state, "s@b2v") == "route-empty"


@pytest.mark.rule("cloudy-kingdom/magic-turn", "refuses")
def test_nothing_turns_where_nothing_lies(position: Position) -> None:
    state = play(position("b1 s:v", "x s", magic=SECOND_SIDES), "magic:winding-road")
    assert moves(state) == {"turn@b1"}
    assert refusal(state, "turn@b2") == "magic-turn"
    assert refusal(state, "cut@b1") == "magic-turn"


def test_a_turn_can_link_castles(position: Position) -> None:
    nearly = RED_NEARLY + " / c3 s:h"
    mine = play(position(nearly, "t t", magic=SECOND_SIDES), "magic:winding-road", "turn@c3")
    assert mine.dump()["joined"] == ["R:NS"]
    given = position(nearly, "t t", magic=SECOND_SIDES, active=1)
    assert result(play(given, "magic:winding-road", "turn@c3")) == ((0,), "win-magic-other")


# ---------------------------------------------------------------------- what is possible


@pytest.mark.rule("cloudy-kingdom/magic-possible", "allows")
@pytest.mark.parametrize("hand", ["inspiration dead-end winding-road", QUICK, GREEN])
def test_two_cards_in_the_stack_are_enough(position: Position, hand: str) -> None:
    drawing = {f"magic:{magic}" for magic in hand.split() if magic in ("inspiration", "quick-growth", "green-hand")}
    assert drawing < moves(position("", "x s", stack="t t", short=True, magic=hand))


@pytest.mark.rule("cloudy-kingdom/magic-possible", "refuses")
@pytest.mark.parametrize("hand", ["inspiration dead-end winding-road", QUICK, GREEN])
def test_one_card_in_the_stack_is_too_few(position: Position, hand: str) -> None:
    state = position("", "x s", stack="t", short=True, magic=hand)
    for magic in set(hand.split()) - {"dead-end"}:
        assert refusal(state, f"magic:{magic}") == "magic-possible"


def test_cutting_turning_and_burning_need_a_stack_without_fire(position: Position) -> None:
    for field, used in (("", []), ("b2 s:v fire:h", ["burning-crossing"])):
        state = position(field, "x s", used=[[], used], magic="cut-it-all inspiration burning-crossing")
        assert refusal(state, "magic:cut-it-all") == "magic-possible"
        assert refusal(state, "magic:burning-crossing") == "magic-possible"
    assert refusal(position("", "x s", magic=SECOND_SIDES), "magic:winding-road") == "magic-possible"


def test_quick_growth_needs_a_legal_empty_cell(position: Position) -> None:
    full = " / ".join(f"{column}{row} s:h" for row in "123" for column in "abc")
    assert refusal(position(full, "x t", magic=QUICK), "magic:quick-growth") == "magic-possible"
    gap = full.replace(" / b2 s:h", "").replace("b1 s:h", "b1 x:h").replace("a2 s:h", "a2 f:w")
    assert "magic:quick-growth" in moves(position(gap, "x t", magic=QUICK))
