"""The ten requests: cities whose votes were counted by hand."""

from __future__ import annotations

import pytest
from tests.support.cloud_city.playing import ONE as ALONE
from tests.support.cloud_city.playing import Table

from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.state import CloudCity

ALONE_2 = ALONE.replace(". B", ". G")
ALONE_3 = ALONE.replace(". B", ". S")
ALONE_4 = ALONE_3.replace("B .", "G .")

LOOP = """
    g h i j
  7 B . B .
  8 . B . G
  9 B . B .
 10 . S . G
"""
ROUND = "g7-i7 i7-i9 g9-i9 g7-g9"
"""The four River walkways of value 2 that make a loop in LOOP; j8-j10 is a Forest walkway of value 2."""

LINES = """
    g h i j
  7 B . B .
  8 . G . G
  9 S . . S
 10 G . G .
"""
APART = "g7-i7 h8-j8 g9-j9 g10-i10"
"""River 2, Forest 2, Sand 3 and Forest 2 in LINES: four walkways, no two of which meet."""

VARIED = """
    g h i j k l
  7 B . _ _ _ _
  8 . B _ _ _ _
  9 S . B G . S
 10 . S . . . S
 11 . . B G . .
 12 B S . . S G
"""
SNAKE = "g9-l9 l9-l10 h10-l10 h10-h12 h12-k12"
"""One Sand route of 8 + 1 + 5 + 2 + 3 in VARIED."""

MIX = """
    g h i j k l
  5 S G . S . S
  6 . . S . . S
  7 B . . G S .
  8 . B G . . S
  9 . . . . . G
 10 B G S G S .
"""
BALANCED = "g7-g10 j7-j10 i6-l6 k7-k10 g5-j5 i6-i10 h5-h10"
"""River 3, Forest 3, Sand 3, 3 and 3, Sand 5 and Forest 8 in MIX."""


def votes(state: CloudCity, request: str) -> list[int]:
    """What the only request in play brings each seat; the sheet and the scores say the same."""
    found = []
    for seat, score in enumerate(state.scores()):
        *levels, line = state.score_sheet(seat).lines
        assert line.rule == f"cloud-city/{request}"
        assert score == sum(level.points for level in levels) + line.points
        found.append(line.points)
    return found


# ---------------------------------------------------------------------- majorities


@pytest.mark.rule("cloud-city/req-longest", "allows")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        # A River loop counts all its walkways, 2 + 2 + 2 + 2 = 8, against a Forest line of 2.
        (ROUND, "h8-j8", [6, 0]),
        # Two River walkways that meet, 2 + 2 = 4, against two Forest ones that do not, 2 each.
        ("g7-i7 i7-i9", "h8-j8 g10-i10", [6, 0]),
        # A River line of 2 each; the Sand line of 3 does not count.
        ("g7-i7", "g7-i7 g9-j9", [3, 3]),
        # A Forest line of 2 against a River line of 2.
        ("j8-j10", "g7-i7", [3, 3]),
    ],
)
def test_the_most_valuable_river_or_forest_route(table: Table, mine: str, theirs: str, expected: list[int]) -> None:
    state = table(LOOP, LINES, walkways=[mine, theirs], requests=["req-longest"])
    assert votes(state, "req-longest") == expected


@pytest.mark.rule("cloud-city/req-longest", "refuses")
def test_sand_routes_do_not_count_and_nobody_wins_with_nothing(table: Table) -> None:
    # The only route is a Sand line of 3: the best River or Forest route is worth 0 for both.
    state = table(LOOP, LINES, walkways=["", "g9-j9"], requests=["req-longest"])
    assert votes(state, "req-longest") == [0, 0]
    # Alone with a Sand route of 19: nothing. Alone with a River line of 3: 6.
    assert votes(table(VARIED, walkways=SNAKE, requests=["req-longest"]), "req-longest") == [0]
    assert votes(table(MIX, walkways="g7-g10", requests=["req-longest"]), "req-longest") == [6]


@pytest.mark.rule("cloud-city/req-most-routes", "allows")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        # A loop and a line are two routes, against four lines that do not meet.
        (f"{ROUND} j8-j10", APART, [0, 6]),
        # Two River walkways that meet at i7 are one route, against one Sand line.
        ("g7-i7 i7-i9", "g9-j9", [3, 3]),
        # Two River walkways apart are two routes, against one.
        ("g7-i7 g9-i9", "g7-i7", [6, 0]),
    ],
)
def test_the_most_routes_over_all_levels(table: Table, mine: str, theirs: str, expected: list[int]) -> None:
    state = table(LOOP, LINES, walkways=[mine, theirs], requests=["req-most-routes"])
    assert votes(state, "req-most-routes") == expected


@pytest.mark.rule("cloud-city/req-most-routes", "refuses")
def test_without_walkways_nobody_has_the_most_routes(table: Table) -> None:
    assert votes(table(LOOP, LINES, requests=["req-most-routes"]), "req-most-routes") == [0, 0]
    assert votes(table(LOOP, requests=["req-most-routes"]), "req-most-routes") == [0]


@pytest.mark.rule("cloud-city/req-blue", "allows")
def test_the_most_blue_buildings(table: Table) -> None:
    # LOOP has 5 (g7, i7, h8, g9, i9), LINES 2 (g7, i7).
    assert votes(table(LOOP, LINES, requests=["req-blue"]), "req-blue") == [6, 0]
    # Start tiles alone: 2, 1, 1 and 0.
    four = table(ALONE, ALONE_2, ALONE_3, ALONE_4, requests=["req-blue"])
    assert votes(four, "req-blue") == [6, 0, 0, 0]
    # Two each: g7 and h8 against g7 and i7.
    second = "   g h i j\n 7 B . B S\n 8 . G . .\n"
    first = "   g h i j\n 7 B . S S\n 8 . B . .\n"
    assert votes(table(first, second, requests=["req-blue"]), "req-blue") == [3, 3]


@pytest.mark.rule("cloud-city/req-blue", "refuses")
def test_green_and_sand_buildings_do_not_count_for_blue(table: Table) -> None:
    # Blue: 2 against 1; the second city has three green and sand buildings.
    first = "   g h i j\n 7 B . S S\n 8 . B . .\n"
    second = "   g h i j\n 7 B . G S\n 8 . G . .\n"
    assert votes(table(first, second, requests=["req-blue"]), "req-blue") == [6, 0]


@pytest.mark.rule("cloud-city/req-green", "allows")
def test_the_most_green_buildings(table: Table) -> None:
    # LOOP has 2 (j8, j10), LINES 4 (h8, j8, g10, i10).
    assert votes(table(LOOP, LINES, requests=["req-green"]), "req-green") == [0, 6]
    # Start tiles alone: 0, 1, 0 and 1. Any number of tied players get 3 each.
    four = table(ALONE, ALONE_2, ALONE_3, ALONE_4, requests=["req-green"])
    assert votes(four, "req-green") == [0, 3, 0, 3]
    # Alone with six (h5, j7, i8, l9, h10, j10).
    assert votes(table(MIX, requests=["req-green"]), "req-green") == [6]


@pytest.mark.rule("cloud-city/req-green", "refuses")
def test_without_green_buildings_nobody_has_the_most(table: Table) -> None:
    assert votes(table(ALONE, requests=["req-green"]), "req-green") == [0]


# ---------------------------------------------------------------------- what each city has by itself


@pytest.mark.rule("cloud-city/req-varied", "allows")
@pytest.mark.parametrize(
    ("built", "expected"),
    [
        # 8, 1, 5, 2 and 3 in one route.
        (SNAKE, 8),
        # 8, 1, 5 and 2 in one route.
        ("g9-l9 l9-l10 h10-l10 h10-h12", 6),
        # 1, 5, 2 and 3 in one route.
        ("l9-l10 h10-l10 h10-h12 h12-k12", 6),
    ],
)
def test_a_route_of_four_or_five_different_values(table: Table, built: str, expected: int) -> None:
    state = table(VARIED, walkways=built, requests=["req-varied"])
    assert votes(state, "req-varied") == [expected]


@pytest.mark.rule("cloud-city/req-varied", "refuses")
@pytest.mark.parametrize(
    ("plan", "built"),
    [
        # 8 by itself, and 5, 2 and 3 in one route: four values, but not in one.
        (VARIED, "g9-l9 h10-l10 h10-h12 h12-k12"),
        # A loop of four walkways, all of value 2.
        (LOOP, ROUND),
        # 3, 5 and 8, but in different routes.
        (MIX, BALANCED),
    ],
)
def test_values_of_different_routes_are_not_put_together(table: Table, plan: str, built: str) -> None:
    assert votes(table(plan, walkways=built, requests=["req-varied"]), "req-varied") == [0]


@pytest.mark.rule("cloud-city/req-circuits", "allows")
def test_every_closed_loop_counts(table: Table) -> None:
    # g7, i7, i9, g9 and back to g7.
    assert votes(table(LOOP, walkways=ROUND, requests=["req-circuits"]), "req-circuits") == [3]
    # The same loop beside a Forest line.
    state = table(LOOP, walkways=f"j8-j10 {ROUND}", requests=["req-circuits"])
    assert votes(state, "req-circuits") == [3]
    # Two loops: blue g7, i7, i9, g9 and sand h10, j10, j12, h12, all walkways of value 2.
    two = """
        g h i j
      7 B . B .
      8 . B . G
      9 B . B .
     10 . S . S
     11 . . G .
     12 B S . S
    """
    state = table(two, walkways=f"{ROUND} h10-j10 j10-j12 h12-j12 h10-h12", requests=["req-circuits"])
    assert votes(state, "req-circuits") == [6]


@pytest.mark.rule("cloud-city/req-circuits", "refuses")
def test_an_open_route_is_no_loop(table: Table) -> None:
    state = table(LOOP, walkways="g7-i7 i7-i9 g9-i9", requests=["req-circuits"])
    assert votes(state, "req-circuits") == [0]
    assert votes(table(VARIED, walkways=SNAKE, requests=["req-circuits"]), "req-circuits") == [0]


@pytest.mark.rule("cloud-city/req-light", "allows")
@pytest.mark.parametrize(
    ("plan", "built", "expected"),
    [
        # Both ends of j8-j10; the buildings of the loop carry two.
        (LOOP, f"{ROUND} j8-j10", 4),
        # The ends of the line, g7 and i9; i7 carries two.
        (LOOP, "g7-i7 i7-i9", 4),
        # The ends of the snake, g9 and k12.
        (VARIED, SNAKE, 4),
        # Every end of seven walkways but i6, which carries two: 12 buildings.
        (MIX, BALANCED, 24),
    ],
)
def test_every_building_with_exactly_one_walkway(table: Table, plan: str, built: str, expected: int) -> None:
    assert votes(table(plan, walkways=built, requests=["req-light"]), "req-light") == [expected]


@pytest.mark.rule("cloud-city/req-light", "refuses")
def test_two_walkways_or_none_are_not_one(table: Table) -> None:
    assert votes(table(LOOP, walkways=ROUND, requests=["req-light"]), "req-light") == [0]
    assert votes(table(LOOP, requests=["req-light"]), "req-light") == [0]


@pytest.mark.rule("cloud-city/req-solo", "allows")
@pytest.mark.parametrize(
    ("plan", "built", "expected"),
    [
        # h8 and h10.
        (LOOP, f"{ROUND} j8-j10", -4),
        # All eight buildings.
        (LOOP, "", -16),
        # All but the six sand ones: g7, h8, i9, j9, i11, j11, g12, l12.
        (VARIED, SNAKE, -16),
    ],
)
def test_every_building_without_a_walkway_costs(table: Table, plan: str, built: str, expected: int) -> None:
    assert votes(table(plan, walkways=built, requests=["req-solo"]), "req-solo") == [expected]


@pytest.mark.rule("cloud-city/req-solo", "refuses")
def test_a_joined_building_costs_nothing(table: Table) -> None:
    # All eight buildings of the second city have a walkway.
    state = table(LOOP, LINES, walkways=["", APART], requests=["req-solo"])
    assert votes(state, "req-solo") == [-16, 0]


@pytest.mark.rule("cloud-city/req-balance", "allows")
@pytest.mark.parametrize("missing", ["j7-j10", "i6-i10", "h5-h10"])
def test_a_mix_that_lacks_something_costs_four(table: Table, missing: str) -> None:
    # Without j7-j10 only four 3s, without i6-i10 no 5, without h5-h10 no 8: -4 in each case.
    built = BALANCED.replace(missing, "")
    assert votes(table(MIX, walkways=built, requests=["req-balance"]), "req-balance") == [-4]
    assert votes(table(LOOP, LINES, requests=["req-balance"]), "req-balance") == [-4, -4]


@pytest.mark.rule("cloud-city/req-balance", "refuses")
def test_five_threes_a_five_and_an_eight_of_any_level_cost_nothing(table: Table) -> None:
    # River 3, Forest 3, Sand 3, 3, 3; Sand 5; Forest 8.
    assert votes(table(MIX, walkways=BALANCED, requests=["req-balance"]), "req-balance") == [0]


# ---------------------------------------------------------------------- crossings

OVER_TWO = """
    g h i j k l
  7 B . G . G .
  8 . B . B . B
  9 S . . . . S
 10 G . G B G .
"""
ALONG = """
    g h i j
  7 B . G .
  8 . B . B
  9 S B B S
 10 . . . .
"""
ABOVE_A_BUILDING = """
    g h i j
  7 B . G .
  8 . B . B
  9 S . B S
 10 G . . .
 11 _ _ G .
 12 _ _ . B
"""
THREE_MEET = """
    g h i j
  7 B . S .
  8 . B B .
  9 G . . G
 10 . S B .
 11 _ _ B .
 12 _ _ S .
"""
IN_A_ROW = """
    g h i j k l
  7 B . S G . B
  8 . B . . B .
  9 S B B . B S
 10 . . . G . .
"""
END_BELOW = """
    g h i j
  7 B . G .
  8 . B . B
  9 S . G S
 10 B . . .
"""


@pytest.mark.rule("cloud-city/req-crossings", "allows")
@pytest.mark.parametrize(
    ("plan", "built", "by_walkway", "by_place", "by_pair"),
    [
        # A Sand walkway along row 9 above one Forest walkway down column i: two walkways, one place.
        (OVER_TWO, "g9-l9 i7-i10", -4, -2, -2),
        # The same above two Forest walkways: three walkways, two places (i9, k9).
        (OVER_TWO, "g9-l9 i7-i10 k7-k10", -6, -4, -4),
        # Sand g9-j9 lies above River h9-i9 along the same line: two walkways, one place.
        (ALONG, "g9-j9 h9-i9", -4, -2, -2),
        # Sand and Forest meet above the blue building on i9: they cross.
        (ABOVE_A_BUILDING, "g9-j9 i7-i11", -4, -2, -2),
        # Sand i7-i12 above River i8-i10 along column i, Forest g9-j9 between them: three walkways and three pairs, but
        # all of them meet over i9.
        (THREE_MEET, "i7-i12 i8-i10 g9-j9", -6, -2, -6),
        # Sand above two River walkways in one line that meet at i9: the stretches share the space of that building.
        (IN_A_ROW, "g9-l9 h9-i9 i9-k9", -6, -2, -4),
        # The same with Forest over j9 at right angles, in the middle of the second stretch: one place by a chain.
        (IN_A_ROW, "g9-l9 h9-i9 i9-k9 j7-j10", -8, -2, -8),
    ],
)
def test_walkways_that_cross_cost(
    table: Table, plan: str, built: str, by_walkway: int, by_place: int, by_pair: int
) -> None:
    for crossing, expected in (("walkways", by_walkway), ("places", by_place), ("points", by_pair)):
        state = table(plan, walkways=built, requests=["req-crossings"], crossing=crossing)
        assert votes(state, "req-crossings") == [expected], crossing


@pytest.mark.rule("cloud-city/req-crossings", "refuses")
@pytest.mark.parametrize(
    ("plan", "built"),
    [
        # The Forest walkway ends at i9, below the Sand walkway that passes over it.
        (END_BELOW, "g9-j9 i7-i9"),
        # Sand passes over two blue buildings without walkways.
        (ALONG, "g9-j9"),
        # Walkways of one level that meet at a building.
        (OVER_TWO, "g10-i10 i10-k10 k7-k10 i7-k7"),
        # Nothing is built at all.
        (OVER_TWO, ""),
    ],
)
@pytest.mark.parametrize("crossing", ["walkways", "places", "points"])
def test_passing_over_a_building_or_an_end_is_no_crossing(table: Table, plan: str, built: str, crossing: str) -> None:
    state = table(plan, walkways=built, requests=["req-crossings"], crossing=crossing)
    assert votes(state, "req-crossings") == [0]


# ---------------------------------------------------------------------- two requests


def test_two_requests_are_added_line_by_line(table: Table) -> None:
    # River 8, Forest 2; one loop +3; h8 and h10 without a walkway -4.
    state = table(LOOP, walkways=f"{ROUND} j8-j10", requests=["req-circuits", "req-solo"])
    sheet = state.score_sheet(0)
    assert [line.points for line in sheet.lines] == [8, 2, 0, 3, -4]
    assert sheet.total == 9
    said = [GAME.say_score(line, GAME.words("en")) for line in sheet.lines]
    assert said[3:] == ["Loops: closed loops 1", "Left alone: buildings without a walkway 2"]
