"""The rules of Cloudy Kingdom without its magic, each seen to allow and seen to refuse."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import RED_AND_BLUE_NEARLY, RED_NEARLY, Position, moves, play, refusal, result

import cloudtop
from cloudtop.core.errors import BadSeat
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.games.cloudy_kingdom.rules import arrangements, layout

GAME = cloudtop.game("cloudy-kingdom")


# ---------------------------------------------------------------------- setting up


@pytest.mark.rule("cloudy-kingdom/layout", "allows")
def test_every_arrangement_that_obeys_is_known() -> None:
    assert len(arrangements("RBG")) == 8
    assert len(arrangements("RBGK")) == 710


@pytest.mark.rule("cloudy-kingdom/layout", "refuses")
@pytest.mark.parametrize(
    "castles",
    [
        {"N": "RBG", "E": "RGB", "S": "RGB", "W": "BRG"},  # north 1 faces south 1
        {"N": "RBG", "E": "BRG", "S": "BGR", "W": "BGR"},  # west 1 faces east 1
        {"N": "RBG", "E": "GRB", "S": "BGR", "W": "BRG"},  # north 3 meets east 1
        {"N": "RBG", "E": "BGR", "S": "BGR", "W": "GRB"},  # south 3 meets east 3
    ],
)
def test_castles_of_a_family_never_face_or_meet(castles: dict[Side, str]) -> None:
    assert layout(castles)


def test_random_castles_are_drawn_from_all_that_obey() -> None:
    deals = [GAME.deal_of(2, seed, {"layout": "random"})["castles"] for seed in range(600)]
    assert not any(layout(castles) for castles in deals)
    assert len({tuple(castles.items()) for castles in deals}) == 8 * 6


def test_fixed_castles_stand_where_the_guide_says() -> None:
    three = GAME.deal(players=3, seed=1).dump()["castles"]
    four = GAME.deal(players=4, seed=1).dump()["castles"]
    assert three == {"N": "RBG", "E": "RGB", "S": "BGR", "W": "BRG"}
    assert four == {"N": "RBGK", "E": "GKBR", "S": "GKRB", "W": "BRGK"}


# ---------------------------------------------------------------------- hand and turn


@pytest.mark.rule("cloudy-kingdom/hand", "allows")
def test_one_card_each_from_the_top_in_seat_order() -> None:
    deal = GAME.deal_of(3, 5)
    dump = GAME.deal(players=3, deal={**deal, "starter": 2}).dump()
    assert dump["hands"] == [[card] for card in deal["stack"][:3]]
    assert dump["stack"] == deal["stack"][3:]
    assert dump["turn"] == [2]


@pytest.mark.rule("cloudy-kingdom/hand", "refuses")
def test_a_card_that_is_not_held_cannot_be_laid(position: Position) -> None:
    state = position("", "t s")
    assert refusal(state, "x@a1v") == "hand"
    assert refusal(state, "s@a1v") == "hand"
    assert refusal(state, "discard:x") == "hand"
    assert refusal(state, "magic:replant") == "hand"
    assert refusal(state, "dead@a1v") == "hand"


def test_a_hand_is_secret_and_everything_laid_or_discarded_is_not(position: Position) -> None:
    state = position("b2 s:v t:w", "t s", discard=["x", "f"], removed=["b"])
    facts = state.view(1).facts
    assert facts.hands == ((None,), ("s",))
    assert facts.discard == ("x", "f")
    assert facts.removed == ("b",)
    assert facts.field == {"b2": ("s:v", "t:w")}
    assert isinstance(facts.stack, int)
    assert state.view(None).facts.hands == ((None,), (None,))


@pytest.mark.rule("cloudy-kingdom/turn", "allows")
def test_after_a_route_card_one_is_drawn_and_the_next_seat_plays(position: Position) -> None:
    state = position("", "t s", stack="x f", active=1)
    play(state, "s@a1v")
    assert state.turn() == [0]
    assert state.dump()["hands"] == [["t"], ["x"]]
    assert state.dump()["stack"][0] == "f"


@pytest.mark.rule("cloudy-kingdom/turn", "refuses")
def test_nobody_plays_out_of_turn_or_passes(position: Position) -> None:
    state = position("b2 s:v", "t s")
    assert state.legal(1) == []
    assert refusal(state, "s@a1v", seat=1) == "turn"
    assert refusal(state, "pass") == "turn"
    # Magic comes after discarding the route card for it.
    assert refusal(state, "cut@b2") == "turn"
    assert refusal(state, "fire@b2h") == "turn"


def test_play_goes_clockwise() -> None:
    state = GAME.deal(players=4, deal={**GAME.deal_of(4, 3), "starter": 2})
    seats = []
    for _ in range(6):
        seats += state.turn()
        state.play(seats[-1], state.legal(seats[-1])[0])
    assert seats == [2, 3, 0, 1, 2, 3]


# ---------------------------------------------------------------------- laying route cards


@pytest.mark.rule("cloudy-kingdom/route-empty", "allows")
def test_an_empty_cell_needs_a_castle_or_a_short_edge(position: Position) -> None:
    assert moves(position("", "s t", used=[["cut-it-all", "inspiration", "burning-crossing"], []])) == {
        *("s@a1h", "s@a1v", "s@b1v", "s@c1h", "s@c1v", "s@a2h", "s@c2h"),
        *("s@a3h", "s@a3v", "s@b3v", "s@c3h", "s@c3v"),
    }
    assert "s@b2v" in moves(position("b1 s:v", "s t"))


@pytest.mark.rule("cloudy-kingdom/route-empty", "refuses")
def test_a_long_side_is_no_support(position: Position) -> None:
    state = position("b1 s:h", "s t")
    assert refusal(state, "s@b2v") == "route-empty"  # only the long side of b1 is there
    assert refusal(state, "s@b2h") == "route-empty"  # nothing west or east
    assert refusal(state, "s@a2v") == "route-empty"  # the castle in the west is touched with a long side
    assert refusal(state, "s@d1h") == "route-empty"  # no such cell in a field of three by three


@pytest.mark.parametrize("middle", ["b1 s:v t:w", "b1 s:v dead:h", "b1 s:v fire:h"])
def test_covered_cards_dead_ends_and_burning_stacks_support_too(position: Position, middle: str) -> None:
    used: dict[str, object] = {"used": [["burning-crossing"], []]} if "fire" in middle else {}
    if "dead" in middle:
        used = {"used": [["dead-end"], []], "magic": "dead-end inspiration burning-crossing"}
    state = position(middle, "s t", active=1, **used)
    assert "t@b2n" in moves(state)


def test_drawings_need_not_match(position: Position) -> None:
    # The left bend's end b is a stub, and it is laid against a road.
    assert "l@b2n" in moves(position("b3 s:v", "l t"))


@pytest.mark.rule("cloudy-kingdom/route-cross", "allows")
def test_a_card_may_cross_any_stack_however_high(position: Position) -> None:
    tower = "b2 s:v s:h s:v s:h s:v s:h s:v"
    assert {text for text in moves(position(tower, "t s")) if "b2" in text} == {"t@b2w", "t@b2e"}


@pytest.mark.rule("cloudy-kingdom/route-cross", "refuses")
def test_a_card_never_lies_along_the_one_beneath(position: Position) -> None:
    state = position("b2 s:v t:w", "t s")
    assert refusal(state, "t@b2e") == "route-cross"
    assert refusal(state, "t@b2w") == "route-cross"


def test_cards_that_half_a_turn_does_not_change_have_one_way_round(position: Position) -> None:
    for code in ("s", "x", "dl", "dr", "b"):
        assert {text for text in moves(position("b2 s:v", f"{code} s")) if "b2" in text} == {f"{code}@b2h"}
    for code in ("t", "l", "r", "f"):
        state = position("b2 s:v", f"{code} s")
        assert {text for text in moves(state) if "b2" in text} == {f"{code}@b2w", f"{code}@b2e"}


# ---------------------------------------------------------------------- winning


@pytest.mark.rule("cloudy-kingdom/win", "allows")
def test_an_unbroken_road_between_opposite_castles_wins_at_once(position: Position) -> None:
    state = play(position(RED_NEARLY, "s t"), "s@c3v")
    assert result(state) == ((0,), "win")
    assert state.scores() == [1, 0]
    assert state.dump()["hands"][0] == []  # nothing more is drawn
    assert state.legal(0) == state.legal(1) == []


@pytest.mark.rule("cloudy-kingdom/win", "refuses")
@pytest.mark.parametrize("card", ["s@c3h", "l@c3n", "l@c3s", "dl@c3v", "f@c3s"])
def test_a_road_that_is_broken_wins_nothing(position: Position, card: str) -> None:
    # Not towards the castle, or towards it but without a centre that joins both arms.
    state = play(position(RED_NEARLY, f"{card.split('@')[0]} t"), card)
    assert state.outcome() is None
    assert state.dump()["joined"] == []


def test_after_the_end_every_move_is_answered_with_the_rule_that_ended_it(position: Position) -> None:
    state = play(position(RED_NEARLY, "s t"), "s@c3v")
    assert refusal(state, "t@b2n", seat=1) == "win"
    with pytest.raises(BadSeat):
        state.legal(-1)
    with pytest.raises(BadSeat):
        state.why_not(-1, 0)


def test_whoever_laid_the_card_the_linked_family_wins(position: Position) -> None:
    assert result(play(position(RED_NEARLY, "t s", active=1), "s@c3v")) == ((0,), "win")


def test_a_road_runs_west_to_east_too(position: Position) -> None:
    # Blue: west 1 and east 3.
    nearly = "a1 s:h / b1 s:v r:w / b2 s:v / b3 s:h l:n"
    assert result(play(position(nearly, "s t"), "s@c3h")) == ((1,), "win")


def test_a_rope_bridge_keeps_two_roads_apart_and_a_crossing_joins_them(position: Position) -> None:
    # On b2 a road from red's west 2 meets one that leads to red's east 1.
    nearly = "a2 s:h / b1 s:h r:s / c1 s:h / b2 l:n"
    assert play(position(nearly, "b t"), "b@b2h").outcome() is None
    assert result(play(position(nearly, "x t"), "x@b2h")) == ((0,), "win")


def test_scenery_wins_nothing_but_supports(position: Position) -> None:
    # Green is north 3 and south 2; with two players it belongs to nobody.
    nearly = "c1 s:v / c2 s:h r:n / b2 s:v l:e"
    assert "s@b3v" in moves(position(nearly, "s t"))
    assert play(position(nearly, "s t"), "s@b3v").outcome() is None
    assert result(play(position(nearly, "s t x"), "s@b3v")) == ((2,), "win")


def test_a_castle_is_never_passed_through(position: Position) -> None:
    # Red's west 2 is touched by a2 alone; a road that only reaches other castles beside it goes nowhere.
    state = play(position("a1 s:v / a2 s:h r:n", "s t"), "s@a3h")
    assert state.dump()["joined"] == []


@pytest.mark.rule("cloudy-kingdom/win-diagonal", "allows")
def test_opposite_sides_count(position: Position) -> None:
    assert result(play(position(RED_NEARLY, "s t"), "s@c3v")) == ((0,), "win")


@pytest.mark.rule("cloudy-kingdom/win-diagonal", "refuses")
def test_neighbouring_sides_do_not_count(position: Position) -> None:
    # Red's north 1 and west 2 are joined by a1 and a2.
    state = play(position("a2 s:h r:n", "s t"), "s@a1v")
    assert state.outcome() is None
    assert state.dump()["joined"] == []


@pytest.mark.rule("cloudy-kingdom/win-active-first", "allows")
@pytest.mark.parametrize(("active", "winners"), [(0, (0,)), (1, (1,)), (2, (0, 1))])
def test_of_several_linked_families_the_active_one_wins_alone(
    position: Position, active: int, winners: tuple[int, ...]
) -> None:
    state = play(position(RED_AND_BLUE_NEARLY, "s s s", active=active), "s@b2v")
    assert result(state) == (winners, "win-active-first")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ranking[0] == winners


@pytest.mark.rule("cloudy-kingdom/win-active-first", "refuses")
def test_a_single_linked_family_wins_though_another_is_active(position: Position) -> None:
    state = play(position(RED_NEARLY, "t s t", active=1), "s@c3v")
    assert result(state) == ((0,), "win")


def test_a_shared_win_has_a_line_on_both_sheets(position: Position) -> None:
    state = play(position(RED_AND_BLUE_NEARLY, "s s s", active=2), "s@b2v")
    assert [state.score_sheet(seat).total for seat in range(3)] == [1, 1, 0]
    assert state.score_sheet(0).lines[0].key == "score.shared"


# ---------------------------------------------------------------------- the end of the stack


@pytest.mark.rule("cloudy-kingdom/deck-out", "allows")
def test_when_the_stack_is_empty_everybody_has_one_last_turn(position: Position) -> None:
    state = position("", "t s x", stack="f", short=True, active=1)
    play(state, "s@a1v")
    assert state.dump()["hands"][1] == ["f"]
    assert state.dump()["last_turns"] == 3
    seats = []
    while state.turn():
        seats += state.turn()
        state.play(seats[-1], state.legal(seats[-1])[0])
    assert seats == [2, 0, 1]
    assert result(state) == ((), "deck-out")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ranking == ((0, 1, 2),)


@pytest.mark.rule("cloudy-kingdom/deck-out", "refuses")
def test_there_is_no_magic_in_the_last_turns(position: Position) -> None:
    state = play(position("b2 s:v", "t s", stack="f", short=True), "t@b1n")
    assert not any(text.startswith("magic") for text in moves(state))
    assert refusal(state, "magic:cut-it-all") == "deck-out"
    # Inspiration cannot be carried out anyway, which comes first.
    assert refusal(state, "magic:inspiration") == "magic-possible"


def test_a_last_card_can_still_win(position: Position) -> None:
    state = position(RED_NEARLY, "s -", short=True, last_turns=1)
    assert result(play(state, "s@c3v")) == ((0,), "win")


@pytest.mark.rule("cloudy-kingdom/stuck", "allows")
def test_a_card_without_any_place_is_discarded(position: Position) -> None:
    state = position("", "t s", stack="x f")
    fire = state.tables.book.face_named["fire:h"]
    for cell in (0, 1, 2, 4, 5, 6, 8, 9, 10):
        state.field.lay(cell, fire)
    assert moves(state) == {"discard:t", "magic:inspiration"}
    play(state, "discard:t")
    assert state.dump()["discard"] == ["t"]
    assert state.dump()["hands"] == [["x"], ["s"]]
    assert state.turn() == [1]


@pytest.mark.rule("cloudy-kingdom/stuck", "refuses")
def test_a_card_with_a_place_may_not_be_discarded(position: Position) -> None:
    assert refusal(position("", "t s"), "discard:t") == "stuck"


def test_random_play_is_as_long_as_known() -> None:
    rng = Random(8)
    for players, expected in ((2, 34), (3, 30), (4, 50)):
        lengths = []
        for seed in range(120):
            state = GAME.deal(players=players, seed=seed)
            lengths.append(0)
            while (seat := state.mover()) >= 0:
                state.apply(seat, rng.choice(state.legal(seat)))
                lengths[-1] += 1
        assert abs(sum(lengths) / len(lengths) - expected) < 4
