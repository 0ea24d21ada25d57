"""What can be chosen in a picture of Strange World, and what hands and piles show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.strange_world.drawings import (
    ENGLISH,
    POSITIONS,
    SPRITE,
    draft,
    face,
    items,
    open_cells,
    panel,
    portal_world,
    solo,
    table,
)

from cloudtop.games.strange_world.art import panels
from cloudtop.games.strange_world.art.measures import CARD_WIDTH, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.position import (
    Laid,
    Position,
    World,
    cell_target,
    direction_target,
    pile_target,
    slot_target,
    traveller_target,
)


@pytest.fixture(params=list(POSITIONS.values()), ids=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    found = request.param
    assert isinstance(found, Position)
    return found


# ----------------------------------------------------------------------------------------- choices


def test_targets_are_carried_by_the_items_that_show_them() -> None:
    position = table(3, 6, 2)
    targets = {
        *position.targets,
        slot_target("left", 0),
        slot_target("right", 0),
        traveller_target("kark"),
        direction_target("left"),
        cell_target((0, 0)),
    }
    shown = panels(replace(position, targets=frozenset(targets)), ENGLISH)
    carried = {item.target for panel in shown for item in panel.items if item.state == "target"}
    assert targets <= carried


def test_only_what_may_be_chosen_answers_the_pointer(position: Position) -> None:
    for shown in panels(position, ENGLISH):
        for item in shown.items:
            assert not item.target or item.target in position.targets | position.chosen


def test_slot_for_a_traveller_stands_beside_the_outermost_column() -> None:
    position = portal_world()
    targets = frozenset({slot_target("left", -1), slot_target("right", 0)})
    shown = items(replace(position, targets=targets), "world:0")
    assert shown["slot-left--1"].x < shown["card-0_0"].x - CARD_WIDTH / 2 - TRAVELLER_WIDTH / 2
    assert shown["slot-right-0"].x > shown["card-2_0"].x + CARD_WIDTH / 2 + TRAVELLER_WIDTH / 2
    assert shown["slot-left--1"].y < shown["card-0_0"].y < shown["slot-right-0"].y


def test_shared_slot_has_room_in_the_panel() -> None:
    position = table(2, 16, 4, travellers=1)
    row = position.seats[0].world.travellers[0].row
    offered = replace(position, targets=frozenset({slot_target("right", row)}))
    shown = panel(offered, "world:0")
    slot = next(item for item in shown.items if item.id.startswith("slot-right"))
    left, _, width, _ = shown.box
    assert slot.x + TRAVELLER_WIDTH / 2 <= left + width
    assert width > panel(position, "world:0").box[2]


def test_ghost_hovers_over_the_sign_of_its_place() -> None:
    position = table(2, 5, 3)
    place = next(place for place in open_cells({laid.place for laid in position.seats[0].world.cards}))
    ghost = World((Laid(place, face("Vg")),))
    order = [item.id for item in panel(replace(position, ghost=ghost), "world:0").items]
    name = f"{place[0]}_{place[1]}"
    assert order.index(f"target-{name}") < order.index(f"ghost-{name}") < order.index(f"veil-{name}")


# ------------------------------------------------------------------------------------ hands and piles


def test_unknown_cards_show_their_backs_alone() -> None:
    hand = panel(draft(None), "hand:0").items
    assert {item.sprite for item in hand} == {SPRITE + "back"}
    assert {item.label for item in hand} == {"card face down"}


def test_cards_to_pass_are_raised_and_marked() -> None:
    hand = items(draft(), "hand:0")
    assert hand["card-Vg-0"].y < hand["card-PM-0"].y
    assert hand["pass-card-Vg-0"].sprite == SPRITE + "pass-across"
    assert hand["card-PM-0-1"].label.startswith("to be passed on")


def test_choice_of_another_player_shows_only_that_it_is_made() -> None:
    hand = items(draft(), "hand:1")
    assert set(hand) == {"back-0", "back-1", "back-2", "ready"}


def test_card_keeps_its_id_when_another_leaves_the_hand() -> None:
    full = table(2, 4, 1)
    fewer = replace(full, seats=(replace(full.seats[0], hand=full.seats[0].hand[1:]), full.seats[1]))
    assert {name for name in items(fewer, "hand:0") if name.startswith("card")} < set(items(full, "hand:0"))


def test_piles_show_their_tops_and_how_high_they_are() -> None:
    piles = items(solo(), "piles")
    assert piles["pile-1-top"].sprite == SPRITE + "land-V-0"
    assert sum(name.startswith("pile-1-") for name in piles) == 3
    assert "pile-0-top" not in piles
    assert piles["target-pile-3"].target == pile_target(3)


def test_solo_has_no_sun() -> None:
    assert not any("sun" in name for name in items(solo(), "supply"))


def test_sun_shows_both_directions_while_one_is_chosen() -> None:
    position = replace(table(3, 1, 0), targets=frozenset({direction_target("left"), direction_target("right")}))
    shown = items(position, "supply")
    assert {"sun-left", "sun-right"} <= set(shown)
    assert "sun" not in shown
