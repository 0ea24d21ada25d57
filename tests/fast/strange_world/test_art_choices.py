"""What can be chosen in a picture of Strange World, and what hands and piles show."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.support.strange_world.drawings import (
    ENGLISH,
    POSITIONS,
    SPRITE,
    draft,
    face,
    items,
    open_cells,
    panel,
    portal_world,
    slots,
    solo,
    table,
)

from cloudtop.games.strange_world.art import panels
from cloudtop.games.strange_world.art.measures import CARD_WIDTH, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.position import (
    Laid,
    Offer,
    Pile,
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
    assert targets <= carried | {slot.target for panel in shown for slot in panel.slots}


def test_only_what_may_be_chosen_answers_the_pointer(position: Position) -> None:
    for shown in panels(position, ENGLISH):
        answering = {item.target for item in shown.items} | {slot.target for slot in shown.slots}
        assert answering - {""} <= position.targets | position.chosen


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
    assert order.index(f"upon-empty-{name}") < order.index(f"ghost-{name}") < order.index(f"veil-{name}")


# ------------------------------------------------------------------------------------ hands and piles


def test_unknown_cards_show_their_backs_alone() -> None:
    hand = panel(draft(None), "hand:0").slots
    assert {item.sprite for slot in hand for item in slot.picture.items} == {SPRITE + "back"}
    assert len({slot.label for slot in hand}) == 3


def test_cards_to_pass_are_marked() -> None:
    hand = slots(draft(), "hand:0")
    assert [item.id for item in hand["card-0"].picture.items] == ["card", "pass"]
    assert [item.id for item in hand["card-1"].picture.items] == ["card"]
    assert hand["card-2"].picture.items[1].sprite == SPRITE + "pass-across"
    assert hand["card-2"].text == "to be passed on"


def test_equal_cards_are_called_differently() -> None:
    assert [slot.label for slot in panel(draft(), "hand:0").slots] == [
        "volcano, loop serpent",
        "portal, mountain",
        "portal, mountain (2)",
    ]


def test_a_hand_has_three_places_whatever_is_in_it() -> None:
    full = table(2, 4, 1)
    own = full.seats[0]
    fewer = replace(own, hand=(own.hand[0]._replace(state="none"), *own.hand[1:]))
    before, after = slots(full, "hand:0"), slots(replace(full, seats=(fewer, full.seats[1])), "hand:0")
    assert list(before) == list(after) == ["card-0", "card-1", "card-2"]
    assert (after["card-0"].state, after["card-0"].picture.items) == ("none", ())
    assert [after[name] for name in ("card-1", "card-2")] == [before[name] for name in ("card-1", "card-2")]


def test_a_card_on_the_board_can_be_put_back() -> None:
    full = table(2, 4, 1)
    own = full.seats[0]
    taken = replace(own, hand=(*own.hand[:2], own.hand[2]._replace(state="held")))
    slot = slots(replace(full, seats=(taken, full.seats[1]), targets=frozenset()), "hand:0")["card-2"]
    assert (slot.state, slot.target) == ("held", "hand:2")


def test_piles_show_their_tops_and_how_high_they_are() -> None:
    piles = slots(solo(), "piles")
    assert piles["pile-1"].picture.items[-1].sprite == SPRITE + "land-V-0"
    assert len(piles["pile-1"].picture.items) == piles["pile-1"].number == 3
    assert (piles["pile-0"].state, piles["pile-0"].picture.items) == ("none", ())
    assert piles["pile-3"].target == pile_target(3)
    assert len({slot.label for slot in piles.values()}) == 7


def test_an_open_pile_shows_two_backs() -> None:
    pile = slots(replace(solo(), piles=(Pile(None, 2), *solo().piles[1:])), "piles")["pile-0"]
    assert {item.sprite for item in pile.picture.items} == {SPRITE + "back"}
    assert (pile.number, pile.state) == (2, "used")


# ------------------------------------------------------------------------------------ what is common


def test_solo_has_no_sun() -> None:
    assert not any("sun" in name for name in slots(solo(), "supply"))


def test_the_sun_has_a_place_for_each_direction() -> None:
    undecided = replace(
        table(3, 1, 0), direction="", targets=frozenset({direction_target("left"), direction_target("right")})
    )
    shown = slots(undecided, "supply")
    assert (shown["sun-left"].target, shown["sun-right"].target) == ("sun:left", "sun:right")
    assert {shown[name].state for name in ("sun-left", "sun-right")} == {""}
    decided = slots(table(3, 1, 0), "supply")
    assert (decided["sun-left"].state, decided["sun-right"].state) == ("", "used")
    assert list(decided) == list(shown)


def test_two_players_have_one_sun() -> None:
    assert [name for name in slots(table(2, 1, 0), "supply") if name.startswith("sun")] == ["sun"]


def test_founded_cities_leave_their_places() -> None:
    shown = slots(table(2, 4, 1), "supply")
    assert [name for name in shown if name.startswith("city")] == ["city-9", "city-7", "city-5", "city-4", "city-3"]
    assert [name for name, slot in shown.items() if slot.state == "used"] == ["city-9", "city-4"]
    assert shown["fumaroles"].number == 8


def test_travellers_are_told_in_words() -> None:
    burk = Offer("burk", 1, (0, 9), 0)
    kark = Offer("kark", 0, (5, 0), 2)
    position = replace(table(2, 4, 1), travellers=(Offer("splash", missing=1), burk, kark, Offer("roro", missing=0)))
    shown = slots(position, "travellers")
    assert panel(position, "travellers").kind == "notes"
    assert shown["splash"].text == "5 stars. Wish: 3 water, +5. Lacking in your best two rows: 1."
    assert shown["roro"].text.endswith("Two rows of yours have it.")
    assert (shown["burk"].state, shown["burk"].points) == ("used", (0, 9))
    assert shown["burk"].text.endswith("Guest of Maximilien-Alexandre & <filles>. Wish fulfilled.")
    assert shown["kark"].text.endswith("Your guest. Lacking: 2.")
