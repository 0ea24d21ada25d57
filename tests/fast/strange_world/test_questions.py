"""Portals, travellers, eruptions and Dark Cities: what a card sets off, and what the player is asked."""

from __future__ import annotations

import pytest
from tests.support.strange_world.maps import cells, dealt, moves, open_facts, phase, play, refusal, shown, solo

from cloudtop.games.strange_world.state import StrangeWorld


def places(state: StrangeWorld, name: str = "Splash") -> set[str]:
    """Where a traveller may stand."""
    return {move.partition("@")[2] for move in moves(state) if move.startswith(name)}


def guests(state: StrangeWorld) -> list[tuple[str, int]]:
    """The travellers beside the first world, each with its upper row."""
    return [(guest.name, guest.row) for guest in open_facts(state).worlds[0].travellers]


def cities(state: StrangeWorld) -> list[tuple[int, str, str]]:
    """The Dark Cities of the first world."""
    return [(city.stars, city.first, city.second) for city in open_facts(state).worlds[0].cities]


# ---------------------------------------------------------------------- portals


@pytest.mark.rule("strange-world/portal", "allows")
def test_two_free_portal_cards_side_by_side_join_by_themselves() -> None:
    for map_, move, left in (("Pe *Ma", "Pf@b4", "b4"), ("Tf *Ma\nPe .", "Pf@d5", "c5")):
        state = play(solo(map_, "Pf"), move)
        assert shown(state, left).endswith("=")
        assert phase(state) == "traveller"


@pytest.mark.rule("strange-world/portal", "allows")
def test_with_two_free_neighbours_the_player_chooses_and_the_other_stays_free() -> None:
    state = play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3")
    assert (phase(state), moves(state)) == ("portal", {"portal@c3", "portal@e3"})
    play(state, "portal@e3", "decline")
    assert [shown(state, cell) for cell in ("c3", "d3", "e3")] == ["Pe", "PM=", "Pf"]
    # Pe is still free: it joins the next card on its left.
    assert phase(play(solo("Pe PM= Pf\nTf *Ma MMg", "Ph"), "Ph@b3")) == "traveller"


@pytest.mark.rule("strange-world/portal", "refuses")
def test_vertical_neighbours_and_used_or_covered_cards_do_not_join() -> None:
    assert shown(play(solo("Pe *Ma", "Pf"), "Pf@c5"), "c5") == "Pf"
    assert shown(play(solo("Pe# *Ma", "Pf"), "Pf@b4"), "b4") == "Pf"
    state = play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3")
    for cell in ("d4", "d2", "b3"):
        assert refusal(state, f"portal@{cell}") == "portal"
    assert refusal(solo("Pe *Ma", "Pf"), "portal@c4") == "portal"


# ---------------------------------------------------------------------- travellers


@pytest.mark.rule("strange-world/traveller", "allows")
def test_any_traveller_left_may_come_on_either_side_above_or_below() -> None:
    state = play(solo("Pe *Ma", "Pf", offer="Boung Roro Pshit"), "Pf@b4")
    names = {move.partition("@")[0] for move in moves(state)}
    assert names == {"Boung", "Roro", "Pshit", "decline"}
    assert places(state, "Roro") == {"left-above", "left-below", "right-above", "right-below"}
    play(state, "Roro@right-below")
    assert guests(state) == [("Roro", 4)]
    assert open_facts(state).worlds[0].side == "right"
    assert open_facts(state).travellers == ("Pshit", "Boung")


@pytest.mark.rule("strange-world/traveller", "allows")
def test_declining_is_an_answer_and_final() -> None:
    state = play(solo("Pe *Ma", "Pf"), "Pf@b4", "decline")
    assert guests(state) == []
    assert len(open_facts(state).travellers) == 3
    assert refusal(state, "Splash@left-above") == "traveller"


@pytest.mark.rule("strange-world/traveller", "refuses")
def test_only_a_traveller_on_offer_comes_and_only_by_a_portal() -> None:
    assert refusal(play(solo("Pe *Ma", "Pf"), "Pf@b4"), "Rumph@left-above") == "traveller"
    assert refusal(solo("Pe *Ma", "Pf"), "Splash@left-above") == "traveller"
    assert refusal(solo("Pe *Ma", "Pf"), "decline") == "traveller"


def test_all_eight_are_on_offer_to_several_players() -> None:
    assert len(open_facts(dealt(2)).travellers) == 8


def test_with_none_left_a_portal_is_made_and_nothing_is_asked() -> None:
    # No game comes that far: there are never more portals than travellers.
    state = solo("Pe *Ma", "Pf")
    state.travellers = 0
    play(state, "Pf@b4")
    assert (shown(state, "b4"), phase(state)) == ("Pf=", "lay")


@pytest.mark.rule("strange-world/traveller-side", "allows")
def test_a_second_traveller_stands_on_the_side_of_the_first() -> None:
    state = play(solo("Pe= PM\n*Ma MMg\n.   Pf", "Ph", travellers="Burk 3", side="right"), "Ph@d5")
    assert places(state) == {"right-above", "right-below"}


@pytest.mark.rule("strange-world/traveller-side", "refuses")
def test_the_other_side_is_refused() -> None:
    state = play(solo("Pe= PM\n*Ma MMg\n.   Pf", "Ph", travellers="Burk 3", side="right"), "Ph@d5")
    assert refusal(state, "Splash@left-below") == "traveller-side"


@pytest.mark.rule("strange-world/traveller-bounds", "allows")
def test_the_straddled_row_may_be_unbuilt_if_it_can_still_fit() -> None:
    state = play(solo("*Ma MMg\nPe  .", "PM"), "PM@e5")
    assert places(state) == {"left-above", "left-below", "right-above", "right-below"}
    play(state, "Splash@left-below")
    assert guests(state) == [("Splash", 5)]


@pytest.mark.rule("strange-world/traveller-bounds", "refuses")
def test_no_card_goes_beyond_the_column_beside_which_a_traveller_stands_in_any_row() -> None:
    map_ = "Tf MMg .\n.  *Ma .\n.  Pe= PM"
    # The outermost column of the whole world is c, not d as in the row of the portal.
    state = solo(map_, "Wc", travellers="Burk 4", side="left")
    assert {"c4", "c5", "f5"} <= cells(state, "Wc")
    assert refusal(state, "Wc@b3") == "traveller-bounds"
    state = solo(map_, "Wc", travellers="Burk 4", side="right")
    assert {"b3", "e3", "e4"} <= cells(state, "Wc")
    assert refusal(state, "Wc@f5") == "traveller-bounds"


@pytest.mark.rule("strange-world/traveller-bounds", "refuses")
def test_a_lay_that_would_push_an_unbuilt_row_of_a_traveller_out_is_refused() -> None:
    # Rows 3 to 5 are built and the traveller aims at 5 and 6: those are four rows.
    state = solo("Tf  .\n*Ma MMg\nPe= PM", "Wc", travellers="Burk 5")
    assert {"d6", "e6", "e3"} <= cells(state, "Wc")
    assert refusal(state, "Wc@d2") == "traveller-bounds"
    assert "d2" in cells(solo("Tf  .\n*Ma MMg\nPe= PM", "Wc", travellers="Burk 4"), "Wc")


@pytest.mark.rule("strange-world/traveller-bounds", "refuses")
def test_a_row_that_cannot_fit_any_more_is_no_row_for_a_traveller() -> None:
    state = play(solo("Tf\nMMg\n*Ma\nPe", "Ph"), "Ph@e5")
    assert places(state) == {"left-above", "right-above"}
    assert refusal(state, "Splash@left-below") == "traveller-bounds"


@pytest.mark.rule("strange-world/traveller-slot", "allows")
def test_a_taken_slot_is_shared_when_no_valid_one_is_free() -> None:
    # The top row of four has one slot, rows 3 and 4, and it is taken.
    full = "PM= Pf# .   PM\n*Ma MMg Tf  MMh\nTM  .   .   .\nWc  .   .   ."
    assert places(play(solo(full, "Pe", travellers="Burk 3"), "Pe@f3")) == {"left-below"}
    # Row 5 has two slots, and both are taken: either may be shared.
    both = "*Ma Pe= PM\nPh  .   Tf\nPM= Pf  ."
    state = solo(both, "PM", travellers="Burk 4 Kark 5", side="right", portal_adjacency="sideways")
    assert places(play(state, "PM@e5")) == {"right-above", "right-below"}


@pytest.mark.rule("strange-world/traveller-slot", "refuses")
def test_a_taken_slot_is_refused_while_another_valid_one_is_free() -> None:
    state = play(solo("*Ma Pe= PM\nPf  .   .", "Ph", travellers="Burk 4", side="right"), "Ph@c5")
    assert places(state) == {"right-below"}
    assert refusal(state, "Splash@right-above") == "traveller-slot"


# ---------------------------------------------------------------------- eruptions


@pytest.mark.rule("strange-world/eruption", "allows")
def test_a_volcano_covers_a_neighbour_of_the_players_choice() -> None:
    state = play(solo("V! .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3")
    assert (phase(state), moves(state)) == ("fumarole", {"fumarole@c3", "fumarole@d4", "fumarole@e3"})
    play(state, "fumarole@c3")
    assert shown(state, "c3") == "V!#"
    assert open_facts(state).fumaroles == 10


@pytest.mark.rule("strange-world/eruption", "allows")
@pytest.mark.parametrize(("map_", "covered"), [("*Ma", "Ma#"), ("V\n*Ma", "Ma#")])
def test_a_single_target_is_covered_without_a_question(map_: str, covered: str) -> None:
    state = play(solo(map_, "Vb"), "Vb@d5")
    assert shown(state, "d4") == covered
    assert phase(state) == "lay"


@pytest.mark.rule("strange-world/eruption", "refuses")
def test_a_fumarole_never_covers_a_fumarole_a_stranger_or_the_volcano_itself() -> None:
    state = play(solo("V# .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3")
    assert moves(state) == {"fumarole@d4", "fumarole@e3"}
    for cell in ("c3", "c4", "d3", "d2"):
        assert refusal(state, f"fumarole@{cell}") == "eruption"
    assert refusal(solo("*Ma", "Vb"), "fumarole@d4") == "eruption"


def test_a_covered_card_shows_nothing_and_restricts_nothing() -> None:
    state = play(solo("Wc .\nTf *Ma", "Vb"), "Vb@b3")
    assert shown(state, "c3") == "Wc#"
    state = play(solo("Wc# Vb\nTf *Ma", "Wd"), "Wd@c2")
    assert shown(state, "c2") == "Wd"


def test_another_volcano_may_be_covered() -> None:
    assert shown(play(solo("V#\n*Ma#\nVM", "Vb", cities="9 d3 d4"), "Vb@d6"), "d5") == "VM#"


def test_a_traveller_stays_when_its_portal_is_covered() -> None:
    state = solo("Pe= PM .\n.   *Ma MMg", "Vb", travellers="Burk 3")
    play(state, "Vb@c2")
    assert shown(state, "c3") == "Pe=#"
    assert guests(state) == [("Burk", 3)]


# ---------------------------------------------------------------------- Dark Cities


@pytest.mark.rule("strange-world/dark-city", "allows")
def test_a_fumarole_next_to_a_free_one_founds_the_highest_city_left() -> None:
    state = play(solo("Tf#\n*Ma", "Vb"), "Vb@d5")
    assert cities(state) == [(9, "d3", "d4")]
    assert open_facts(state).cities == (7, 5, 4, 3)


@pytest.mark.rule("strange-world/dark-city", "allows")
def test_with_several_free_fumaroles_beside_the_player_chooses_one() -> None:
    state = play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5")
    assert (phase(state), moves(state)) == ("city", {"city@d3", "city@e4"})
    play(state, "city@e4")
    assert cities(state) == [(9, "d4", "e4")]


@pytest.mark.rule("strange-world/dark-city", "refuses")
def test_a_fumarole_serves_once_and_only_side_by_side() -> None:
    # Tf# and MMg# carry a city already.
    state = play(solo("Tf# MMg#\n*Ma .", "Vb", cities="9 d3 e3"), "Vb@d5")
    assert cities(state) == [(9, "d3", "e3")]
    # MMg# touches the new fumarole on d4 at a corner only.
    state = play(solo("Tf  MMg#\n*Ma .", "Vb"), "Vb@d5")
    assert cities(state) == []
    state = play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5")
    for cell in ("d4", "d5", "c4", "f4"):
        assert refusal(state, f"city@{cell}") == "dark-city"
    assert refusal(solo("*Ma", "Vb"), "city@d4") == "dark-city"


def test_one_fumarole_founds_one_city_at_most() -> None:
    state = play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5", "city@d3")
    assert cities(state) == [(9, "d3", "d4")]
    assert phase(state) != "city"


def test_when_the_cities_are_gone_none_is_founded() -> None:
    # No game comes that far: five cities take ten of the eleven fumaroles.
    state = solo("Tf#\n*Ma", "Vb")
    state.city = 5
    play(state, "Vb@d5")
    assert (shown(state, "d4"), phase(state)) == ("Ma#", "lay")
    assert cities(state) == []
