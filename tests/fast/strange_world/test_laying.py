"""Where a card may go, and what devours it."""

from __future__ import annotations

import pytest
from tests.support.strange_world.maps import cells, moves, open_facts, phase, play, refusal, shown, solo, world

from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.state import StrangeWorld


def laid(map_: str, move: str, **more: str) -> str:
    """What a card shows after it was laid: itself, or `!` behind it if it was devoured."""
    card, _, cell = move.partition("@")
    return shown(play(solo(map_, card, **more), move), cell)


# ---------------------------------------------------------------------- side by side, in four by four


@pytest.mark.rule("strange-world/lay-adjacent", "allows")
def test_a_card_goes_next_to_any_card_of_the_world() -> None:
    assert cells(solo("*Ma", "Wc"), "Wc") == {"c4", "e4", "d3", "d5"}


@pytest.mark.rule("strange-world/lay-adjacent", "allows")
def test_devoured_and_covered_cards_are_built_next_to() -> None:
    assert {"f3", "f5", "g3", "g5"} <= cells(solo("*Ma TM Tf! WM#", "Wd"), "Wd")


@pytest.mark.rule("strange-world/lay-adjacent", "refuses")
@pytest.mark.parametrize("cell", ["c3", "e5", "d6", "b4", "g7", "d4"])
def test_a_corner_a_gap_or_a_filled_cell_is_no_place(cell: str) -> None:
    assert refusal(solo("*Ma", "Wc"), f"Wc@{cell}") == "lay-adjacent"


@pytest.mark.rule("strange-world/lay-square", "allows")
def test_the_frame_floats_until_four_rows_and_columns_are_used() -> None:
    assert cells(solo("*Ma TM MMg", "Wc"), "Wc") == {"c4", "g4", "d3", "e3", "f3", "d5", "e5", "f5"}
    assert "a4" in cells(solo("TM MMg *Ma", "Wc"), "Wc")


@pytest.mark.rule("strange-world/lay-square", "refuses")
def test_a_fifth_column_or_row_is_refused() -> None:
    assert refusal(solo("*Ma TM MMg WM", "Wd"), "Wd@c4") == "lay-square"
    state = solo("*Ma\nTM\nMMg\nWM", "Wd")
    assert refusal(state, "Wd@d3") == "lay-square"
    assert cells(state, "Wd") == {"c4", "e4", "c5", "e5", "c6", "e6", "c7", "e7"}


# ---------------------------------------------------------------------- devoured


@pytest.mark.rule("strange-world/desolation", "allows")
def test_a_card_may_be_laid_to_be_devoured_and_then_shows_nothing() -> None:
    state = solo("Wc *Ma", "WM")
    before = state.score_sheet(0)
    play(state, "WM@c5")
    assert shown(state, "c5") == "WM!"
    assert state.score_sheet(0) == before


@pytest.mark.rule("strange-world/desolation", "refuses")
def test_only_the_card_being_laid_is_tested() -> None:
    # Ph was there first: the portal completed beside it does it no harm.
    state = play(solo("Ph .\nPe .\nMMg *Ma", "PM"), "PM@d3", "decline")
    assert (shown(state, "c2"), shown(state, "c3")) == ("Ph", "Pe=")


def test_the_whole_card_is_lost_with_its_animal() -> None:
    state = play(solo("Wc *Ma", "We"), "We@c5")
    assert state.score_sheet(0).lines[3].fields == {"animals": (0, 2)}


def test_a_start_card_is_covered_but_never_turned() -> None:
    state = play(solo("*Ma", "Vb"), "Vb@d5")
    assert shown(state, "d4") == "Ma#"
    assert not any("!" in card for card in open_facts(state).worlds[0].land.values())


# ---------------------------------------------------------------------- water and wind


@pytest.mark.rule("strange-world/water-apart", "allows")
def test_water_may_touch_water_at_a_corner_under_a_fumarole_or_devoured() -> None:
    assert laid("Wc *Ma", "Wd@d3") == "Wd"
    assert laid("Wc# *Ma", "Wd@c5") == "Wd"
    assert laid("WM! *Ma", "Wd@b4") == "Wd"


@pytest.mark.rule("strange-world/water-apart", "refuses")
@pytest.mark.parametrize("cell", ["b4", "c3", "c5"])
def test_water_next_to_visible_water_is_devoured(cell: str) -> None:
    assert laid("Wc *Ma", f"Wd@{cell}") == "Wd!"


@pytest.mark.rule("strange-world/wind-row", "allows")
def test_wind_may_join_wind_in_a_column_or_in_a_row_that_shows_none() -> None:
    assert laid("Tf *Ma", "Tg@c5") == "Tg"
    assert laid("Tf# *Ma", "Tg@b4") == "Tg"
    assert laid("TM! *Ma", "Tg@b4") == "Tg"


@pytest.mark.rule("strange-world/wind-row", "refuses")
def test_wind_in_a_row_that_shows_one_is_devoured_even_across_a_gap() -> None:
    assert laid("Tf *Ma", "Tg@e4") == "Tg!"
    assert laid("Tf  .   .\nMMg *Ma MMh", "Tg@e3") == "Tg!"


# ---------------------------------------------------------------------- close to a portal

PORTAL = """
    .   MMg .   .
    .   Pe= PM  *Ma
    .   .   .   MMh
"""
"""A completed portal on b4 and c4."""


@pytest.mark.rule("strange-world/portal-once", "allows")
def test_apart_from_a_completed_portal_a_portal_card_is_safe() -> None:
    assert laid(PORTAL, "Pf@d3") == "Pf"
    assert laid(PORTAL.replace("MMg", "MMg#"), "Pf@b2") == "Pf"


@pytest.mark.rule("strange-world/portal-once", "refuses")
@pytest.mark.parametrize("cell", ["a4", "b5", "c3", "c5"])
def test_next_to_a_completed_portal_a_portal_card_is_devoured_on_all_four_sides(cell: str) -> None:
    assert laid(PORTAL, f"Pf@{cell}", portal_waste="free") == "Pf!"


def test_a_free_portal_card_on_the_other_side_does_not_help() -> None:
    state = play(solo("Pe= PM  .   Pf\n.   MMg *Ma MMh", "PM", portal_waste="free"), "PM@d3")
    assert (shown(state, "d3"), shown(state, "e3")) == ("PM!", "Pf")
    assert phase(state) == "pile"


def test_a_covered_half_harms_nobody_but_the_visible_one_stays_used() -> None:
    half = "Pe#= PM\n.    *Ma"
    assert laid(half, "Pf@c4") == "Pf"
    assert laid(half, "Pf@e3", portal_waste="free") == "Pf!"


@pytest.mark.rule("strange-world/options", "allows")
@pytest.mark.parametrize("cell", ["b5", "c3", "c5"])
def test_with_the_option_sideways_a_portal_card_is_safe_above_and_below(cell: str) -> None:
    assert laid(PORTAL, f"Pf@{cell}", portal_adjacency="sideways") == "Pf"


@pytest.mark.rule("strange-world/options", "refuses")
def test_with_the_option_sideways_left_and_right_still_devour() -> None:
    assert laid(PORTAL, "Pf@a4", portal_adjacency="sideways", portal_waste="free") == "Pf!"


# ---------------------------------------------------------------------- away from completed portals

BESIDE_PORTAL = {"a4", "b5", "c3", "c5"}
"""The open cells next to the portal; on the fourth side of b4 a card lies already."""
LAST_CELL = """
    TM  MMh V   MMg
    Pe= PM  .   *Ma
    Wc  TM! Wd  Tf
    VM  Tg  We! Va
"""
"""All is full but c4, right beside a completed portal."""


@pytest.mark.rule("strange-world/portal-avoid", "allows")
def test_a_portal_card_goes_anywhere_but_next_to_a_completed_portal() -> None:
    state = solo(PORTAL, "Pf Wc")
    assert cells(state, "Pf") == cells(state, "Wc") - BESIDE_PORTAL != set()


@pytest.mark.rule("strange-world/portal-avoid", "allows")
def test_where_every_open_cell_is_next_to_a_portal_a_portal_card_goes_there_and_is_devoured() -> None:
    state = solo(LAST_CELL, "Pf")
    assert cells(state, "Pf") == {"c4"}
    assert shown(play(state, "Pf@c4"), "c4") == "Pf!"


@pytest.mark.rule("strange-world/portal-avoid", "refuses")
@pytest.mark.parametrize("cell", sorted(BESIDE_PORTAL))
def test_a_portal_card_is_not_wasted_while_another_cell_is_open(cell: str) -> None:
    state = solo(PORTAL, "Pf")
    assert refusal(state, f"Pf@{cell}") == "portal-avoid"
    assert refusal(state, "Pf@a1") == "lay-adjacent"


def test_only_visible_cards_of_completed_portals_are_avoided() -> None:
    half = "Pe#= PM\n.    *Ma"
    assert "e3" not in cells(solo(half, "Pf"), "Pf")
    assert {"b3", "c2", "c4"} <= cells(solo(half, "Pf"), "Pf")
    assert {"b3", "c2", "d3"} <= cells(solo("Pe .\nMMg *Ma", "Pf"), "Pf")


def test_the_portal_rule_never_says_which_card_comes_first() -> None:
    state = solo(LAST_CELL.replace("Va", "."), "Pf Vb")
    assert moves(state) == {"Pf@d6", "Vb@d6", "Vb@c4"}


@pytest.mark.rule("strange-world/options", "allows")
def test_with_the_option_free_a_portal_card_may_be_wasted() -> None:
    state = solo(PORTAL, "Pf Wc", portal_waste="free")
    assert cells(state, "Pf") == cells(state, "Wc") > BESIDE_PORTAL


@pytest.mark.rule("strange-world/options", "refuses")
def test_with_the_option_sideways_only_left_and_right_are_avoided() -> None:
    state = solo(PORTAL, "Pf Wc", portal_adjacency="sideways")
    assert cells(state, "Wc") - cells(state, "Pf") == {"a4"}
    assert refusal(state, "Pf@a4") == "portal-avoid"


# ---------------------------------------------------------------------- volcanoes need a target

ONE_COVERED = """
    Tf# *Ma
    .   MMg
"""
ALL_COVERED = """
    Tf# *Ma#
    MMg# Wc#
"""


@pytest.mark.rule("strange-world/volcano-target", "allows")
def test_a_volcano_goes_where_it_touches_a_card_without_a_fumarole() -> None:
    assert cells(solo(ONE_COVERED, "Vb"), "Vb") == {"c5", "d3", "d6", "e4", "e5"}


@pytest.mark.rule("strange-world/volcano-target", "allows")
def test_where_no_open_cell_has_a_target_a_volcano_goes_anywhere_and_is_devoured() -> None:
    state = solo(ALL_COVERED, "Vb", cities="9 c4 d4 7 c5 d5")
    assert cells(state, "Vb") == {"b4", "b5", "c3", "c6", "d3", "d6", "e4", "e5"}
    assert shown(play(state, "Vb@b4"), "b4") == "Vb!"
    assert open_facts(state).fumaroles == 7


@pytest.mark.rule("strange-world/volcano-target", "refuses")
def test_a_volcano_is_refused_among_fumaroles_while_another_cell_has_a_target() -> None:
    state = solo(ONE_COVERED, "Vb")
    for cell in ("b4", "c3"):
        assert refusal(state, f"Vb@{cell}") == "volcano-target"
    assert refusal(state, "Vb@a4") == "lay-adjacent"


def test_the_volcano_rule_is_asked_of_volcanoes_alone_and_never_says_which_card_comes_first() -> None:
    state = solo(ONE_COVERED.replace(".   MMg", ""), "Vb Wd")
    assert "b4" in cells(state, "Wd") - cells(state, "Vb")
    assert {move.partition("@")[0] for move in moves(state)} == {"Vb", "Wd"}


def test_a_target_that_no_open_cell_touches_does_not_count() -> None:
    # The start card alone is bare, and every cell around it is filled.
    cities = "9 c3 d3 7 e3 e4 5 e5 d5 4 c5 c4"
    state = solo("MMg# Tf# MMh#\nWc#  *Ma  Wd#\nTM#  V#  TM#", "Vb", cities=cities)
    assert len(cells(state, "Vb")) == 12
    assert shown(play(state, "Vb@b4"), "b4") == "Vb!"


def with_no_fumarole_left() -> StrangeWorld:
    """Four players, eleven cards covered, seat 0 to lay a volcano next to bare cards and a covered one."""
    maps = ["*Ma TM MMg MMh#", "*Mb# Tf# Wc# Wd#", "*Mc# Tg# We# WM#", "*Md# WM# WM Pe"]
    cities = ["", "9 d4 e4 7 f4 g4", "5 d4 e4 4 f4 g4", "3 d4 e4"]
    worlds = [world(map_, cities=founded) for map_, founded in zip(maps, cities, strict=True)]
    hands = [["Va", "Pf", "Ph"], ["Vb", "PM", "PM"], ["VM", "PM", "PM"], ["V", "Pc", "PM"]]
    given = {"phase": "lay", "worlds": worlds, "hands": hands, "sun": 0, "direction": "left"}
    return GAME.load({"players": 4, **given})


def test_without_a_fumarole_in_the_supply_there_is_no_target_anywhere() -> None:
    state = with_no_fumarole_left()
    assert open_facts(state).fumaroles == 0
    assert cells(state, "Va") == cells(state, "Pf")
    assert shown(play(state, "Va@d3"), "d3") == "Va!"
