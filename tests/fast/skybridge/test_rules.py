"""Every rule of Skybridge, seen to allow and seen to refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cloudtop.core.errors import IllegalMove
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.state import Skybridge

Position = Callable[..., Skybridge]


def moves(state: Skybridge, seat: int | None = None) -> set[str]:
    """The legal moves in notation."""
    return {GAME.text(action) for action in state.legal(state.seat if seat is None else seat)}


def refusal(state: Skybridge, text: str, seat: int | None = None) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.seat if seat is None else seat, text)
    return caught.value.rule.removeprefix("skybridge/")


def play(state: Skybridge, *texts: str) -> Skybridge:
    """Play moves in notation, each by the seat whose turn it is."""
    for text in texts:
        state.play(state.seat, GAME.parse(state, state.seat, text))
    return state


# ---------------------------------------------------------------------- the turn


@pytest.mark.rule("skybridge/turn", "allows")
def test_one_piece_a_turn_then_the_next_seat_plays() -> None:
    state = GAME.deal(players=4, deal={"starter": 2})
    seats = []
    for text in ("i3@a1", "j3@b1", "c3@c1", "h3@a2", "i3@b2"):
        seats += state.turn()
        state.play(seats[-1], GAME.parse(state, seats[-1], text))
    assert seats == [2, 3, 0, 1, 2]


@pytest.mark.rule("skybridge/turn", "refuses")
def test_a_seat_whose_turn_it_is_not_places_nothing(position: Position) -> None:
    state = position(turn=1)
    assert state.legal(0) == []
    assert refusal(state, "c3@a1", seat=0) == "turn"


@pytest.mark.rule("skybridge/must-play", "allows")
def test_a_seat_that_can_place_is_asked_even_if_only_a_roof_is_left(position: Position) -> None:
    # Indigo has placed all its blocks and its bridge; honey closed what it could. A roof is all indigo has.
    towers = "a1 i3 h3 i3 h3 i3 h3 i3 h3 / b1 i2 h2 i2 h2 i2 h2 i2 h2 / a2 c3 ib / b2 c3 ib"
    state = position(towers, turn=2)
    assert {text[:2] for text in moves(state)} == {"ir"}


@pytest.mark.rule("skybridge/must-play", "refuses")
def test_a_seat_that_can_place_cannot_be_passed_over(position: Position) -> None:
    state = position(turn=0)
    state.play(0, GAME.parse(state, 0, "c3@a1"))
    assert state.turn() == [1]
    assert refusal(state, "i3@b1", seat=2) == "turn"


@pytest.mark.rule("skybridge/supply", "allows")
def test_the_last_piece_of_a_kind_may_be_placed(position: Position) -> None:
    state = position("a1 c3 h2 c3 h2 c3", turn=0)
    assert "c3@b1" in moves(state)
    play(state, "c3@b1")
    assert "c3" not in state.dump()["hands"][0]


@pytest.mark.rule("skybridge/supply", "refuses")
def test_a_piece_that_is_used_up_or_not_ones_own_cannot_be_placed(position: Position) -> None:
    state = position("a1 c3 h2 c3 h2 c3 h2 c3", turn=0)
    assert refusal(state, "c3@b1") == "supply"
    assert refusal(state, "h3@b1") == "supply"
    assert "c2@b1" in moves(state)


# ---------------------------------------------------------------------- contact


@pytest.mark.rule("skybridge/contact", "allows")
def test_a_piece_may_rest_on_any_other_colour(position: Position) -> None:
    state = position("a1 h3 / b1 i3 / c1 j3 / a2 c3 / b2 c3 / c2 c2 h2 / a3 c2 h3 / b3 c2 h3 / c3 j2 i2", turn=0)
    assert {"cr@a1", "cr@b1", "cr@c1"} <= moves(state)
    assert {"c2@a1", "c2@b1", "c2@c1"} <= moves(state)


@pytest.mark.rule("skybridge/contact", "refuses")
def test_no_piece_rests_on_its_own_colour(position: Position) -> None:
    state = position("a1 c3 / b1 h3", turn=0)
    assert refusal(state, "c2@a1") == "contact"
    assert refusal(state, "cr@a1") == "contact"
    assert refusal(state, "cb@a1-b1") == "contact"


@pytest.mark.rule("skybridge/contact", "refuses")
def test_a_bridge_end_is_a_top_of_its_colour(position: Position) -> None:
    state = position("a1 h3 cb / b1 i3 cb", turn=0)
    assert refusal(state, "cr@a1") == "contact"
    assert refusal(state, "c3@b1") == "contact"


@pytest.mark.rule("skybridge/contact", "allows")
def test_a_players_second_colour_is_another_colour(position: Position) -> None:
    state = position("a1 c3", turn=0, players=2)
    assert "ir@a1" in moves(state)
    assert refusal(state, "cr@a1") == "contact"


# ---------------------------------------------------------------------- blocks


@pytest.mark.rule("skybridge/block-lowest", "allows")
def test_a_block_goes_on_any_of_the_lowest_places(position: Position) -> None:
    state = position("a1 h3 / b1 i3 / c1 j3 / a2 h2 / b2 i2 / c2 j2 / a3 h3 / b3 c2 / c3 h2", turn=0)
    lowest = {"a2", "b2", "c2", "c3"}
    assert {text for text in moves(state) if text[1] in "23"} == {f"c{kind}@{cell}" for kind in "23" for cell in lowest}


@pytest.mark.rule("skybridge/block-lowest", "refuses")
def test_a_block_does_not_go_on_a_higher_tower(position: Position) -> None:
    state = position("a1 h3 / b1 i3 / c1 j3 / a2 h2 / b2 i2 / c2 j2 / a3 h3 / b3 c2 / c3 h2", turn=0)
    assert refusal(state, "c3@a1") == "block-lowest"
    assert refusal(state, "c2@a1") == "block-lowest"


@pytest.mark.rule("skybridge/block-lowest", "allows")
def test_own_tops_and_closed_towers_do_not_count_as_lowest(position: Position) -> None:
    towers = "a1 c2 / b1 h2 ir / c1 h3 / a2 h3 i2 / b2 h3 i2 / c2 i3 j2 / a3 i3 j2 / b3 j2 c3 / c3 j2 c3"
    state = position(towers, turn=0)
    assert "c3@c1" in moves(state)
    assert refusal(state, "c3@a2") == "block-lowest"
    assert refusal(state, "c3@b1") == "roof-closes"


@pytest.mark.rule("skybridge/block-lowest", "allows")
def test_a_bridge_end_counts_as_a_place_at_its_height(position: Position) -> None:
    towers = "a1 h2 ib / b1 j2 ib / c1 h3 j2 / a2 h3 j2 / b2 h3 j2 / c2 c3 h2 / a3 c3 h2 / b3 c3 h2 / c3 i2 c2"
    state = position(towers, turn=0)
    assert {text for text in moves(state) if text.startswith("c2")} == {"c2@a1", "c2@b1"}


# ---------------------------------------------------------------------- bridges


@pytest.mark.rule("skybridge/bridge-level", "allows")
def test_a_bridge_lies_on_towers_of_one_height(position: Position) -> None:
    assert "cb@a1-b1" in moves(position("a1 h3 / b1 i3", turn=0))


@pytest.mark.rule("skybridge/bridge-level", "refuses")
def test_a_bridge_does_not_lie_on_a_slope(position: Position) -> None:
    assert refusal(position("a1 h3 / b1 i2", turn=0), "cb@a1-b1") == "bridge-level"


@pytest.mark.rule("skybridge/bridge-neighbours", "allows")
def test_a_bridge_joins_neighbours_along_rows_and_columns(position: Position) -> None:
    state = position("b2 h3 / a2 i3 / c2 i3 / b1 j3 / b3 j3", turn=0)
    bridges = {text for text in moves(state) if text[1] == "b"}
    assert bridges == {"cb@a2-b2", "cb@b2-c2", "cb@b1-b2", "cb@b2-b3"}


@pytest.mark.rule("skybridge/bridge-neighbours", "refuses")
def test_a_bridge_is_never_diagonal_nor_two_cells_long(position: Position) -> None:
    state = position("a1 h3 / b2 i3 / c1 j3", turn=0)
    assert refusal(state, "cb@a1-b2") == "bridge-neighbours"
    assert refusal(state, "cb@a1-c1") == "bridge-neighbours"
    assert refusal(state, "cb@c1-a2") == "bridge-neighbours"


@pytest.mark.rule("skybridge/bridge-any-level", "allows")
def test_a_bridge_need_not_lie_low(position: Position) -> None:
    state = position("a1 h3 i3 / b1 i3 h3", turn=0)
    assert "cb@a1-b1" in moves(state)


@pytest.mark.rule("skybridge/bridge-any-level", "refuses")
def test_only_the_bridge_is_free_of_the_lowest_place(position: Position) -> None:
    state = position("a1 h3 i3 / b1 i3 h3", turn=0)
    assert refusal(state, "c3@a1") == "block-lowest"


@pytest.mark.rule("skybridge/bridge-on-pieces", "allows")
def test_a_bridge_rests_on_pieces_at_both_ends(position: Position) -> None:
    assert "cb@b2-b3" in moves(position("b2 h2 / b3 i2", turn=0))


@pytest.mark.rule("skybridge/bridge-on-pieces", "refuses")
def test_a_bridge_does_not_rest_on_a_bare_foundation(position: Position) -> None:
    state = position("b2 h2", turn=0)
    assert refusal(state, "cb@b2-b3") == "bridge-on-pieces"
    assert refusal(state, "cb@a1-b1") == "bridge-on-pieces"


@pytest.mark.rule("skybridge/bridge-not-on-bridge", "allows")
def test_a_bridge_may_lie_half_on_another_or_on_two_different_ones(position: Position) -> None:
    half = position("a1 h3 ib / b1 j3 ib / a2 h2 j2 / b2 h2 j2 / a3 j2 / b3 j2 / c1 h2 i2", turn=0)
    assert {"cb@a1-a2", "cb@b1-b2", "cb@b1-c1"} <= moves(half)
    two = position("a1 h3 ib / b1 j3 ib / a2 h3 jb / b2 h3 jb", turn=0)
    assert {"cb@a1-a2", "cb@b1-b2"} <= moves(two)


@pytest.mark.rule("skybridge/bridge-not-on-bridge", "allows")
def test_a_bridge_may_lie_above_an_older_one_of_the_same_pair(position: Position) -> None:
    assert "cb@a1-b1" in moves(position("a1 h3 ib j2 / b1 j3 ib h2", turn=0))


@pytest.mark.rule("skybridge/bridge-not-on-bridge", "refuses")
def test_a_bridge_does_not_lie_with_both_ends_on_one_bridge(position: Position) -> None:
    assert refusal(position("a1 h3 ib / b1 j3 ib", turn=0), "cb@a1-b1") == "bridge-not-on-bridge"


@pytest.mark.rule("skybridge/bridge-not-on-bridge", "refuses")
def test_by_option_a_pair_of_foundations_has_one_bridge_at_any_height(position: Position) -> None:
    towers = "a1 h3 ib j2 / b1 j3 ib h2"
    assert "cb@a1-b1" in moves(position(towers, turn=0))
    assert refusal(position(towers, turn=0, bridge_over_bridge="never"), "cb@a1-b1") == "bridge-not-on-bridge"
    deep = "a1 h3 ib j2 h2 j3 / b1 j3 ib h2 j2 h3"
    assert refusal(position(deep, turn=0, bridge_over_bridge="never"), "cb@a1-b1") == "bridge-not-on-bridge"
    direct = position("a1 h3 ib / b1 j3 ib", turn=0, bridge_over_bridge="never")
    assert refusal(direct, "cb@a1-b1") == "bridge-not-on-bridge"


@pytest.mark.rule("skybridge/bridge-not-on-bridge", "allows")
def test_by_option_bridges_of_other_pairs_may_still_overlap(position: Position) -> None:
    half = position("a1 h3 ib / b1 j3 ib / a2 h2 j2 / b2 h2 j2 / c1 h2 i2", turn=0, bridge_over_bridge="never")
    assert {"cb@a1-a2", "cb@b1-b2", "cb@b1-c1"} <= moves(half)
    two = position("a1 h3 ib / b1 j3 ib / a2 h3 jb / b2 h3 jb", turn=0, bridge_over_bridge="never")
    assert {"cb@a1-a2", "cb@b1-b2"} <= moves(two)
    higher = position("a1 h3 ib j2 / b1 j3 ib h2 / a2 h3 j3", turn=0, bridge_over_bridge="never")
    assert "cb@a1-a2" in moves(higher)


def test_a_pair_stays_bridged_in_a_copy_and_in_writing(position: Position) -> None:
    closed = "c1 c3 hr / a2 c3 hr / b2 c3 ir / c2 c3 ir / a3 h3 jr / b3 h3 jr / c3 h3 cr"
    for option, bridged in (("never", False), ("not-directly", True)):
        state = position(f"a1 h3 / b1 j3 / {closed}", turn=2, bridge_over_bridge=option)
        play(state, "ib@a1-b1", "j2@a1", "c2@b1")
        for same in (state.copy(), GAME.load(state.dump())):
            assert ("hb@a1-b1" in moves(same)) is bridged


# ---------------------------------------------------------------------- roofs


@pytest.mark.rule("skybridge/roof-any-level", "allows")
def test_a_roof_goes_on_any_open_tower_high_or_low(position: Position) -> None:
    state = position("a1 h3 / b1 i3 h3 j3 / c1 c3 / a2 j2", turn=0)
    assert {text for text in moves(state) if text[1] == "r"} == {"cr@a1", "cr@b1", "cr@a2"}


@pytest.mark.rule("skybridge/roof-any-level", "refuses")
def test_a_roof_needs_at_least_one_piece_under_it(position: Position) -> None:
    assert refusal(position("a1 h3", turn=0), "cr@b1") == "roof-any-level"


@pytest.mark.rule("skybridge/roof-closes", "allows")
def test_a_roof_on_one_end_of_a_bridge_leaves_the_other_open(position: Position) -> None:
    state = position("a1 h3 ib jr / b1 j3 ib", turn=0)
    assert "cr@b1" in moves(state)


@pytest.mark.rule("skybridge/roof-closes", "refuses")
def test_nothing_is_added_to_a_roofed_tower(position: Position) -> None:
    state = position("a1 h3 ir / b1 i3", turn=0)
    assert refusal(state, "c3@a1") == "roof-closes"
    assert refusal(state, "cr@a1") == "roof-closes"
    assert refusal(state, "cb@a1-b1") == "roof-closes"


@pytest.mark.rule("skybridge/roof-owns", "allows")
def test_the_roofs_colour_owns_the_whole_tower(position: Position) -> None:
    state = position("a1 h3 i2 cr", turn=1)
    assert state.scores() == [5, 0, 0, 0]


@pytest.mark.rule("skybridge/roof-owns", "refuses")
def test_blocks_alone_own_nothing(position: Position) -> None:
    assert position("a1 h3 i2 c3", turn=1).scores() == [0, 0, 0, 0]


# ---------------------------------------------------------------------- passing and the end


@pytest.mark.rule("skybridge/pass", "allows")
def test_the_turn_skips_a_seat_that_cannot_place_and_may_come_straight_back(position: Position) -> None:
    # Every tower but a1 is closed. Honey, indigo and jade have only what contact forbids on a1 or nothing.
    closed = "b1 c3 hr / c1 c3 hr / a2 c3 ir / b2 c3 ir / c2 h3 jr / a3 h3 jr / b3 h3 cr / c3 h3 cr"
    state = position(f"a1 i2 / {closed}", turn=0)
    play(state, "c2@a1")
    assert state.turn() == [1]
    play(state, "h2@a1")
    assert state.turn() == [2]


@pytest.mark.rule("skybridge/pass", "refuses")
def test_passing_is_never_a_move(position: Position) -> None:
    assert refusal(position(turn=0), "pass") == "pass"


@pytest.mark.rule("skybridge/pass", "allows")
def test_a_skipped_seat_comes_back_when_it_can_place_again() -> None:
    skipped = returned = False
    for seed in range(60):
        state = GAME.deal(players=4, seed=seed)
        missed: set[int] = set()
        while state.turn():
            seat = state.seat
            returned = returned or seat in missed
            legal = state.legal(seat)
            state.play(seat, legal[-1 - seed % len(legal)])
            if state.seat >= 0:
                step = (state.seat - seat - 1) % 4
                missed |= {(seat + 1 + i) % 4 for i in range(step)}
                skipped = skipped or bool(missed)
    assert skipped
    assert returned


@pytest.mark.rule("skybridge/end", "allows")
def test_the_game_ends_when_nobody_can_place() -> None:
    state = GAME.deal(players=4, deal={"starter": 0})
    while state.turn():
        seat = state.turn()[0]
        state.play(seat, state.legal(seat)[-1])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "skybridge/end"
    with pytest.raises(IllegalMove, match="skybridge/end"):
        state.play(0, 0)


@pytest.mark.rule("skybridge/end", "refuses")
def test_the_game_goes_on_while_anybody_can_place(position: Position) -> None:
    closed = "b1 c3 hr / c1 c3 hr / a2 c3 ir / b2 c3 ir / c2 h3 jr / a3 h3 jr / b3 h3 cr / c3 h3 cr"
    state = position(f"a1 i2 / {closed}", turn=0)
    assert state.outcome() is None
    assert state.turn() == [0]


# ---------------------------------------------------------------------- fewer players


@pytest.mark.rule("skybridge/three-players", "allows")
def test_three_players_hold_two_neutral_blocks_each(position: Position) -> None:
    state = position(turn=0, players=3)
    assert state.dump()["hands"][1] == {"h3": 4, "h2": 4, "hr": 2, "hb": 1, "j3": 1, "j2": 1}
    assert {"j3@a1", "j2@c3", "c3@a1"} <= moves(state)
    play(state, "j3@a1")
    assert state.turn() == [1]
    assert "j3" not in state.dump()["hands"][0]
    assert state.dump()["hands"][1]["j3"] == 1


@pytest.mark.rule("skybridge/three-players", "refuses")
def test_neutral_blocks_obey_the_rules_and_there_are_no_neutral_roofs(position: Position) -> None:
    state = position("a1 j3", turn=1, players=3)
    assert refusal(state, "j2@a1") == "contact"
    assert refusal(state, "jr@a1") == "supply"
    assert refusal(position("a1 c3", turn=1, players=3), "j2@a1") == "block-lowest"


@pytest.mark.rule("skybridge/two-players", "allows")
def test_two_players_use_either_of_their_colours_each_turn(position: Position) -> None:
    state = position(turn=0, players=2)
    assert {"c3@a1", "i3@a1"} <= moves(state)
    play(state, "i3@a1", "j3@a2")
    assert {"c3@b1", "i3@b1"} <= moves(state)


@pytest.mark.rule("skybridge/two-players", "refuses")
def test_alternating_colours_bind_a_seat_to_the_colour_whose_turn_it_is() -> None:
    state = GAME.deal(players=2, deal={"starter": 1}, options={"two_player_colours": "alternating"})
    assert refusal(state, "j3@a1") == "two-players"
    assert refusal(state, "c3@a1") == "supply"
    play(state, "h3@a1", "i3@b1", "j3@c1", "c3@a2", "h3@b2")
    assert state.dump()["colour"] == "i"


@pytest.mark.rule("skybridge/two-players", "refuses")
def test_a_colour_that_cannot_place_is_skipped_never_replaced(position: Position) -> None:
    # Jade closes c3; then only a1 is open, with cinnabar on top: honey is next, not seat 0's indigo.
    closed = "b1 c3 hr / c1 c3 hr / a2 c3 ir / b2 h3 ir / c2 h3 jr / a3 h3 cr / b3 i3 cr"
    state = position(f"a1 h2 c2 / c3 h2 / {closed}", turn=1, players=2, colour="j", two_player_colours="alternating")
    play(state, "jr@c3")
    assert state.turn() == [1]
    assert state.dump()["colour"] == "h"


# ---------------------------------------------------------------------- options


@pytest.mark.rule("skybridge/options", "allows")
def test_by_option_roofs_and_bridges_may_lie_on_bare_foundations(position: Position) -> None:
    roofs = position(turn=0, roof_on_foundation=True)
    assert "cr@b2" in moves(roofs)
    play(roofs, "cr@b2")
    assert roofs.scores() == [0, 0, 0, 0]
    assert refusal(roofs, "h3@b2") == "roof-closes"
    bridges = position(turn=0, bridge_on_foundation=True)
    assert "cb@a1-b1" in moves(bridges)
    play(bridges, "cb@a1-b1")
    assert bridges.heights[:2] == [1, 1]
    assert refusal(bridges, "hb@a1-b1") == "bridge-not-on-bridge"


@pytest.mark.rule("skybridge/options", "refuses")
def test_by_option_a_bridge_over_an_older_one_is_refused(position: Position) -> None:
    towers = "a1 h3 ib j2 / b1 j3 ib h2"
    assert "cb@a1-b1" in moves(position(towers, turn=0, bridge_over_bridge="not-directly"))
    assert refusal(position(towers, turn=0, bridge_over_bridge="never"), "cb@a1-b1") == "bridge-not-on-bridge"


@pytest.mark.rule("skybridge/options", "refuses")
def test_without_the_option_they_may_not(position: Position) -> None:
    state = position("b2 h3", turn=0)
    assert refusal(state, "cr@a1") == "roof-any-level"
    assert refusal(state, "cb@a1-b1") == "bridge-on-pieces"
    half = position("b2 h3", turn=0, bridge_on_foundation=True)
    assert refusal(half, "cb@b2-c2") == "bridge-level"
