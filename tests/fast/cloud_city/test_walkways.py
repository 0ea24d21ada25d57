"""Walkways: every rule seen to allow and seen to refuse, and the order in which rules are named."""

from __future__ import annotations

import pytest
from tests.support.cloud_city.playing import Table, dealt, play, refusal

from cloudtop.games.cloud_city.fast import PIECES
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.state import CloudCity


def walkways(state: CloudCity) -> set[str]:
    """The walkways that may be built, in notation."""
    return {text for action in state.legal(state.seat) if ":" not in (text := GAME.text(action))}


ROW = """
   g h i j k l
 7 B . G . B .
 8 . B G . . B
"""


@pytest.mark.rule("cloud-city/walkway-optional", "allows")
def test_any_number_of_walkways_or_none_may_be_built_also_in_a_later_turn(table: Table) -> None:
    plan = """
       g h i j
     7 B . B .
     8 . B . B
    """
    assert walkways(table(plan)) == {"g7-i7", "h8-j8"}
    one_by_one = play(table(plan), "h8-j8")
    assert walkways(one_by_one) == {"g7-i7"}
    later = play(table(plan, hands=[["ss", "bg"]]), "draw:stack", "ss0@g9")
    assert {"g7-i7", "h8-j8"} <= walkways(later)
    assert play(later, "g7-i7", "h8-j8").scores() == [4]


@pytest.mark.rule("cloud-city/walkway-optional", "refuses")
def test_walkways_are_built_in_the_own_city_only(table: Table) -> None:
    mine = """
       g h i j
     7 B . S .
     8 . B S .
    """
    theirs = """
       g h
     7 B .
     8 . G
    """
    state = table(mine, theirs)
    assert walkways(state) == {"i7-i8"}
    joined = table(mine, mine.replace(". B S", ". G S").replace("B . S .", "B . B ."), step="lay")
    play(joined, f"{joined.dump()['hands'][0][0]}0@g9")
    assert refusal(joined, "g7-i7") == "walkway-same-height"


@pytest.mark.rule("cloud-city/walkway-same-height", "allows")
def test_a_walkway_joins_two_buildings_of_one_colour(table: Table) -> None:
    assert walkways(table(ROW)) == {"i7-i8"}


@pytest.mark.rule("cloud-city/walkway-same-height", "refuses")
@pytest.mark.parametrize("text", ["h8-i8", "g7-h7", "h7-i7", "g8-g9", "a1-a2", "g7-n7", "h8-i7", "g8-j7", "a1-n14"])
def test_different_heights_or_an_end_without_a_building_cannot_be_joined(table: Table, text: str) -> None:
    assert refusal(table(ROW), text) == "walkway-same-height"


@pytest.mark.rule("cloud-city/walkway-straight", "allows")
def test_a_walkway_runs_along_a_row_or_a_column(table: Table) -> None:
    plan = """
        g h i j
      7 B . B .
      8 . B . G
      9 B . _ _
     10 . S _ _
    """
    assert {"g7-i7", "g7-g9"} <= walkways(table(plan))


@pytest.mark.rule("cloud-city/walkway-straight", "refuses")
@pytest.mark.parametrize("text", ["g7-h8", "h8-k7", "k7-l8"])
def test_a_walkway_is_never_diagonal(table: Table, text: str) -> None:
    assert refusal(table(ROW), text) == "walkway-straight"


LONG = """
   g h i j k l m n
 7 B . . . . . . B
 8 . B S G S G G .
"""


@pytest.mark.rule("cloud-city/walkway-length", "allows")
@pytest.mark.parametrize(
    ("upper", "lower", "walkway", "value"),
    [
        ("B . B B", ". B . .", "i7-j7", 1),
        ("B . B .", ". B . S", "g7-i7", 2),
        ("B . . B", ". B . S", "g7-j7", 3),
        ("B . . . B .", ". B S S . S", "g7-k7", 5),
        ("B . . . . B", ". B S S . S", "g7-l7", 8),
    ],
)
def test_the_distance_sets_the_value(upper: str, lower: str, walkway: str, value: int, table: Table) -> None:
    columns = "g h i j k l"[: len(upper)]
    state = table(f"  {columns}\n7 {upper}\n8 {lower}\n")
    assert play(state, walkway).scores() == [value]


@pytest.mark.rule("cloud-city/walkway-length", "refuses")
def test_no_walkway_is_longer_than_five_and_none_joins_a_building_with_itself(table: Table) -> None:
    state = table(LONG, city="rectangle")
    assert refusal(state, "g7-n7") == "walkway-length"
    assert refusal(state, "g7-g7") == "walkway-length"
    six = LONG.replace("B . . . . . . B", "B . . . . . B .").replace("G G .", "G . G")
    assert refusal(table(six, city="rectangle"), "g7-m7") == "walkway-length"
    assert refusal(state, "h7-h7") == "walkway-same-height"


HOLE = """
    g h i j k l
  7 B . _ _ B .
  8 . B _ _ . S
  9 G . G . G .
 10 . S . B . S
"""


@pytest.mark.rule("cloud-city/walkway-tiled", "allows")
def test_a_filled_hole_may_be_spanned(table: Table) -> None:
    filled = play(table(HOLE, hands=[["ss", "bb"]]), "draw:1", "ss2@i7")
    assert "g7-k7" in walkways(filled)


@pytest.mark.rule("cloud-city/walkway-tiled", "refuses")
def test_a_walkway_does_not_span_a_hole(table: Table) -> None:
    assert refusal(table(HOLE), "g7-k7") == "walkway-tiled"


BETWEEN = """
   g h i j k l
 7 B . {0} . B .
 8 . B . {1} . S
"""


@pytest.mark.rule("cloud-city/walkway-same-between", "allows")
def test_equal_buildings_can_be_joined_one_after_the_other(table: Table) -> None:
    state = play(table(BETWEEN.format("B", "G")), "g7-i7", "i7-k7")
    assert state.scores() == [4]


@pytest.mark.rule("cloud-city/walkway-same-between", "refuses")
def test_a_walkway_does_not_pass_over_an_equal_building(table: Table) -> None:
    assert refusal(table(BETWEEN.format("B", "G")), "g7-k7") == "walkway-same-between"


@pytest.mark.rule("cloud-city/walkway-taller", "allows")
def test_a_walkway_passes_over_lower_buildings(table: Table) -> None:
    plan = """
        g h i j k l
      7 B . G . B .
      8 . B . S . S
      9 G . B . G .
     10 . S B . . S
    """
    # Forest over blue in row 9; Sand over blue in row 10, with an empty space besides.
    state = table(plan)
    assert {"g9-k9", "j8-l8", "h10-l10"} <= walkways(state)
    assert play(state, "g9-k9", "h10-l10").scores() == [10]


@pytest.mark.rule("cloud-city/walkway-taller", "refuses")
@pytest.mark.parametrize(("between", "other"), [("G", "S"), ("S", "G")])
def test_a_walkway_does_not_run_into_a_taller_building(table: Table, between: str, other: str) -> None:
    assert refusal(table(BETWEEN.format(between, other)), "g7-k7") == "walkway-taller"


@pytest.mark.rule("cloud-city/walkway-once", "allows")
def test_a_building_joined_one_way_may_be_joined_another(table: Table) -> None:
    plan = """
        g h i j
      7 B . B .
      8 . B . G
      9 B . _ _
     10 . S _ _
    """
    assert "g7-g9" in walkways(table(plan, walkways="g7-i7"))


@pytest.mark.rule("cloud-city/walkway-once", "refuses")
def test_two_buildings_are_joined_only_once(table: Table) -> None:
    assert refusal(table(BETWEEN.format("B", "G"), walkways="g7-i7"), "g7-i7") == "walkway-once"
    assert refusal(table(BETWEEN.format("B", "G"), walkways="g7-i7"), "i7-g7") == "walkway-once"


CROSS = """
    g h i j
  7 B . {0} .
  8 . B . {1}
  9 S . . S
 10 G . {0} .
"""
# A Sand walkway along row 9 and another walkway down column i meet above i9.


@pytest.mark.rule("cloud-city/walkway-crossing", "allows")
def test_walkways_of_different_levels_may_cross(table: Table) -> None:
    state = play(table(CROSS.format("G", "S")), "g9-j9", "i7-i10")
    assert state.scores() == [6]


@pytest.mark.rule("cloud-city/walkway-crossing", "allows")
def test_either_of_two_that_would_cross_may_be_built_first(table: Table) -> None:
    assert {"g9-j9", "i7-i10"} <= walkways(table(CROSS.format("S", "G")))


@pytest.mark.rule("cloud-city/walkway-crossing", "refuses")
def test_a_walkway_may_not_cross_its_own_level(table: Table) -> None:
    assert refusal(table(CROSS.format("S", "G"), walkways="g9-j9"), "i7-i10") == "walkway-crossing"
    assert refusal(table(CROSS.format("S", "G"), walkways="i7-i10"), "g9-j9") == "walkway-crossing"
    assert refusal(play(table(CROSS.format("S", "G")), "g9-j9"), "i7-i10") == "walkway-crossing"


@pytest.mark.rule("cloud-city/walkway-crossing", "refuses")
def test_a_connection_opened_by_a_new_tile_may_not_cross_either(table: Table) -> None:
    plan = """
        g h i j
      7 B . _ _
      8 . B _ _
      9 S . . S
     10 G . S .
    """
    state = table(plan, walkways="g9-j9", step="lay", hands=[["g/s", "bb", "bb"]])
    assert refusal(play(state, "g/s2@i7"), "i7-i10") == "walkway-crossing"


STAR = """
    e f g h i j
  7 B . B . B .
  8 . S . B . G
  9 _ _ B . _ _
 10 _ _ . S _ _
"""


@pytest.mark.rule("cloud-city/walkway-two", "allows")
def test_a_building_carries_two_walkways_straight_on_or_round_a_corner(table: Table) -> None:
    assert play(table(STAR), "e7-g7", "g7-i7").scores() == [4]
    assert play(table(STAR), "e7-g7", "g7-g9").scores() == [4]


@pytest.mark.rule("cloud-city/walkway-two", "refuses")
def test_a_building_does_not_carry_a_third_walkway(table: Table) -> None:
    assert refusal(table(STAR, walkways="e7-g7 g7-i7"), "g7-g9") == "walkway-two"
    assert refusal(play(table(STAR), "e7-g7", "g7-g9"), "g7-i7") == "walkway-two"


@pytest.mark.rule("cloud-city/walkway-two", "refuses")
def test_a_full_building_does_not_see_a_new_neighbour(table: Table) -> None:
    plan = "\n".join(STAR.splitlines()[:4])
    state = table(plan, walkways="e7-g7 g7-i7", step="lay", hands=[["b/s", "gg", "gg"]])
    assert refusal(play(state, "b/s0@g9"), "g7-g9") == "walkway-two"


CORNER = """
    g h i j k l
  7 B . . . . B
  8 . B S S . S
  9 . S _ _ _ _
 10 . G _ _ _ _
 11 . . _ _ _ _
 12 B S _ _ _ _
"""
SECOND = """
    g h i j k l
  7 B . . . . B
  8 . G G S . S
  9 . S _ _ _ _
 10 . B _ _ _ _
"""
THIRD = """
    g h i j k l
  7 B . . . . B
  8 . S S G . S
  9 . G _ _ _ _
 10 . B _ _ _ _
"""
# Each city can have a River walkway of value 8 along row 7, the first another one down column g.


@pytest.mark.rule("cloud-city/walkway-supply", "allows")
def test_the_last_piece_may_be_built(table: Table) -> None:
    state = table(CORNER, SECOND, THIRD, walkways=["g7-l7", "g7-l7", ""])
    assert state.view(0).facts.supply["river"] == (6, 8, 8, 6, 1)
    assert play(state, "g7-g12").scores() == [16, 8, 0]


@pytest.mark.rule("cloud-city/walkway-supply", "refuses")
def test_the_supply_is_shared_and_when_it_is_out_it_is_out(table: Table) -> None:
    state = table(CORNER, SECOND, THIRD, walkways=["g7-l7", "g7-l7", "g7-l7"])
    assert state.view(0).facts.supply["river"] == (6, 8, 8, 6, 0)
    assert refusal(state, "g7-g12") == "walkway-supply"


@pytest.mark.rule("cloud-city/walkway-supply", "refuses")
def test_one_who_takes_the_last_piece_takes_it_from_everybody(table: Table) -> None:
    state = play(table(CORNER, SECOND, THIRD, walkways=["g7-l7", "", "g7-l7"]), "g7-g12")
    play(state, "draw:stack", f"{state.dump()['hands'][1][0]}0@i9")
    assert refusal(state, "g7-l7") == "walkway-supply"


def test_a_piece_that_is_gone_is_not_offered_to_a_later_tile() -> None:
    state = dealt(1, first="bs bs bs b/b gg ss")
    for piece, (_, length) in enumerate(PIECES):
        if length == 2:
            state.supply[piece] = 0
            state.cities[0].spend(piece)
    play(state, "b/b0@i7")
    assert refusal(state, "g7-i7") == "walkway-supply"
    assert walkways(state) == set()


ORDER = """
    g h i j k l m n
  7 B . _ _ B . B .
  8 . B _ _ . S . B
  9 G . G . G . _ _
 10 . S . B . S _ _
"""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("g7-k9", "walkway-same-height"),
        ("g7-n8", "walkway-straight"),
        ("g7-m7", "walkway-length"),
        ("g7-k7", "walkway-tiled"),
        ("g9-k9", "walkway-same-between"),
    ],
)
def test_the_first_broken_rule_is_named(table: Table, text: str, rule: str) -> None:
    # g7-k9: two heights and not straight; g7-n8: not straight and too long; g7-m7: too long, over a hole, k7 between.
    assert refusal(table(ORDER, city="rectangle"), text) == rule


def test_once_comes_before_crossing_and_crossing_before_two(table: Table) -> None:
    plan = """
        g h i j k l
      7 B . S . S .
      8 . B . G . B
      9 S . . S S .
     10 G . S . S .
    """
    # j9 is full, so g9-j9 breaks two rules; i7-i10 would cross it.
    state = table(plan, walkways="g9-j9 j9-k9 i7-k7")
    assert refusal(state, "g9-j9") == "walkway-once"
    assert refusal(state, "i7-i10") == "walkway-crossing"
