"""What a table of Strange World looks like: nothing missing, nothing nameless, nothing upon something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest

from cloudtop.core.words import LANGUAGES, Words, words_of
from cloudtop.games.strange_world.art import PALETTE, panels, picture, sprites
from cloudtop.games.strange_world.art.lands import read_icons
from cloudtop.games.strange_world.art.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TRAVELLER_HEIGHT,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.position import (
    Card,
    City,
    Laid,
    Pile,
    Place,
    Portal,
    Position,
    Seat,
    Side,
    Standing,
    World,
    cell_target,
    direction_target,
    hand_target,
    pile_target,
    slot_target,
    traveller_target,
)
from cloudtop.stage import THEMES, Item, Panel, Theme
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES

ENGLISH = words_of("cloudtop.games.strange_world", "en")
ICONS = ["V", "Va", "VM", "Wc", "WM", "Tf", "TM", "Pe", "PM", "PM", "PM", "MMg", "MM"]
TRAVELLERS = ("splash", "burk", "kark", "floulou", "pshit", "boung", "roro", "rumph")
SPRITE = "strange-world-"


# ------------------------------------------------------------------------------------ worlds to draw


def neighbours(place: Place) -> Iterator[Place]:
    column, row = place
    yield from ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))


def open_cells(filled: set[Place]) -> list[Place]:
    """The empty places beside a card that keep the world within four by four."""
    found = {cell for place in filled for cell in neighbours(place)} - filled

    def fits(cell: Place) -> bool:
        return all(
            max(line) - min(line) < 4
            for line in (
                [place[0] for place in (*filled, cell)],
                [place[1] for place in (*filled, cell)],
            )
        )

    return sorted(cell for cell in found if fits(cell))


def grown(size: int, seed: int, travellers: int = 0) -> World:
    """A world of that many cards that grew at random, with fumaroles, portals and travellers."""
    chance = Random(seed)
    cards = [Laid((0, 0), Card("Ma"), start=True)]
    while len(cards) < size:
        place = chance.choice(open_cells({laid.place for laid in cards}))
        cards.append(Laid(place, Card(chance.choice(ICONS), len(cards)), devoured=chance.random() < 0.12))
    places = [laid.place for laid in cards]
    covered = tuple(place for place in places if chance.random() < 0.2)
    pairs = [(place, (place[0] + 1, place[1])) for place in places if (place[0] + 1, place[1]) in places]
    portals = tuple(Portal(*pair) for pair in chance.sample(pairs, min(2, len(pairs))))
    rows = sorted({row for _, row in places})
    standing = tuple(Standing(TRAVELLERS[i], chance.choice(rows[:-1] or rows)) for i in range(travellers))
    cities = (City(9, covered[0], covered[1]),) if len(covered) > 1 else ()
    side: Side = "" if not travellers else "left" if seed % 2 else "right"
    return World(tuple(cards), covered, portals, cities, standing, side)


def table(players: int, size: int, seed: int, travellers: int = 0) -> Position:
    """A table in the middle of a turn of its first player."""
    own = grown(size, seed, travellers)
    targets = {cell_target(cell) for cell in open_cells({laid.place for laid in own.cards})}
    seats = [Seat("Åsa", own, (Card("Vg"), Card("PM", 1), Card("MMe")), stars=12)]
    for i in range(1, players):
        world = grown(size, seed + i, travellers)
        seats.append(Seat("Maximilien-Alexandre & <filles>", world, (None, Card("Wa"), None), stars=60 + i))
    return Position(
        tuple(seats),
        seat=0,
        to_play=frozenset({0}),
        sun=players - 1,
        direction="left",
        round=3,
        cities=(7, 5, 3),
        fumaroles=8,
        travellers=TRAVELLERS[travellers:],
        targets=frozenset(targets | {hand_target(1)}),
        chosen=frozenset({hand_target(0)}),
        last=frozenset({(0, (0, 0))}),
    )


def solo() -> Position:
    """The solo game with one pile used up."""
    piles = (Pile(None, 0), *(Pile(Card(icons), 3) for icons in ("V", "Wc", "PM", "TM", "MMg", "Pe")))
    seat = Seat("Åsa", grown(7, 3), (Card("Wc"), Card("TM")))
    targets = frozenset(pile_target(i) for i in range(1, 7))
    return Position(
        (seat,), seat=0, cities=(9, 7, 5, 4, 3), fumaroles=11, travellers=("roro", "kark"),
        piles=piles, targets=targets,
    )  # fmt: skip


def draft(seat: int | None = 0) -> Position:
    """The first pass of the first round, as a player or a spectator sees it."""
    own = (Card("Vg"), Card("PM"), Card("PM")) if seat == 0 else (None, None, None)
    start = grown(1, 0)
    seats = (
        Seat("Åsa", start, own, passing=frozenset({0, 2}) if seat == 0 else frozenset()),
        Seat("Bo", start, (None, None, None), ready=True),
    )
    return Position(seats, seat=seat, sun=0, round=1, cities=(9, 7, 5, 4, 3), fumaroles=11, travellers=TRAVELLERS)


POSITIONS = {
    f"{players} players, {size} cards, {travellers} travellers": table(players, size, 7 * size, travellers)
    for players, size, travellers in (
        (2, 1, 0), (3, 4, 0), (4, 7, 1), (2, 10, 2), (3, 13, 3), (4, 16, 4), (4, 16, 0),
    )
} | {"solo": solo(), "draft": draft(), "spectator": draft(None)}  # fmt: skip


@pytest.fixture(params=list(POSITIONS.values()), ids=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    found = request.param
    assert isinstance(found, Position)
    return found


def panel(position: Position, name: str, words: Words = ENGLISH) -> Panel:
    return next(shown for shown in panels(position, words) if shown.name == name)


def items(position: Position, name: str) -> dict[str, Item]:
    return {item.id: item for item in panel(position, name).items}


# --------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("theme", THEMES)
def test_picture_stands_alone(position: Position, theme: Theme) -> None:
    drawn = picture(position, ENGLISH, theme)
    ElementTree.fromstring(drawn)
    ids = re.findall(r'\bid="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= set(ids)
    assert "var(" not in drawn
    assert "@" not in drawn


def test_picture_holds_only_the_sprites_it_uses(position: Position) -> None:
    drawn = picture(position, ENGLISH)
    defined = set(re.findall(r'<symbol id="([^"]+)"', drawn))
    assert defined <= set(re.findall(r'href="#([^"]+)"', drawn))


def test_picture_is_small(position: Position) -> None:
    assert len(picture(position, ENGLISH).encode()) < 170_000


def test_day_and_dusk_differ_in_colours_alone() -> None:
    day, dusk = (picture(POSITIONS["solo"], ENGLISH, theme) for theme in THEMES)
    assert day != dusk
    colour = re.compile(r"#[0-9a-f]{3,8}\b")
    assert colour.sub("", day) == colour.sub("", dusk)


def test_every_sprite_is_made_of_known_parts_and_paints() -> None:
    sheet = sprites()
    text = "".join(sheet.values())
    assert set(re.findall(r'href="#([^"]+)"', text)) <= sheet.keys() | SHARED_SPRITES.keys()
    definitions = PALETTE.definitions() + "".join(palette.definitions() for palette in SHARED_PALETTES)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(re.findall(r'id="([^"]+)"', definitions))
    rules = stylesheet((PALETTE, *SHARED_PALETTES))
    assert all(f"{name}:" in rules for name in re.findall(r"var\((--[\w-]+),", text))
    assert not sheet.keys() & set(re.findall(r'id="([^"]+)"', definitions))


def test_items_name_sprites_of_the_room(position: Position) -> None:
    sheet = sprites()
    for shown in panels(position, ENGLISH):
        assert {item.sprite for item in shown.items} <= sheet.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_exist_in_every_language(position: Position, language: str) -> None:
    words = words_of("cloudtop.games.strange_world", language)
    shown = panels(position, words)
    assert all(panel.title for panel in shown)
    assert picture(position, words)


# ------------------------------------------------------------------------------- where things lie


def test_what_lies_in_a_world_has_a_label(position: Position) -> None:
    for shown in panels(position, ENGLISH):
        covered = {item.id.removeprefix("fumarole-") for item in shown.items if item.id.startswith("fumarole-")}
        for item in shown.items:
            kind, _, where = item.id.partition("-")
            if kind in ("card", "fumarole", "portal", "city", "traveller", "target", "slot") and (
                shown.name.startswith("world") and "aim" not in item.id
            ):
                assert item.label or (kind == "card" and where in covered)


def test_ids_are_unique_within_a_panel(position: Position) -> None:
    for shown in panels(position, ENGLISH):
        ids = [item.id for item in shown.items]
        assert len(ids) == len(set(ids))


def half_size(item: Item) -> tuple[float, float]:
    if "traveller" in item.sprite:
        return TRAVELLER_WIDTH / 2, TRAVELLER_HEIGHT / 2
    return CARD_WIDTH / 2, CARD_HEIGHT / 2


@pytest.mark.parametrize("size", range(2, 17))
@pytest.mark.parametrize("travellers", [0, 1, 3, 5])
def test_a_growing_world_stays_within_its_panel(size: int, travellers: int) -> None:
    for seed in range(4):
        position = table(2, size, seed, travellers)
        for seat in (0, 1):
            shown = panel(position, f"world:{seat}")
            left, top, width, height = shown.box
            for item in shown.items:
                if item.id.startswith(("card", "target", "traveller", "slot")) and "aim" not in item.id:
                    across, down = half_size(item)
                    assert left <= item.x - across
                    assert item.x + across <= left + width
                    assert top <= item.y - down
                    assert item.y + down <= top + height


@pytest.mark.parametrize("side", ["left", "right"])
def test_travellers_stand_clear_of_cards_and_of_each_other(side: str) -> None:
    for seed in range(0 if side == "right" else 1, 12, 2):
        shown = panel(table(2, 13, seed, travellers=5), "world:0")
        standing = [item for item in shown.items if item.id.startswith("traveller-")]
        solid = standing + [item for item in shown.items if item.id.startswith(("card-", "target-"))]
        assert len(standing) == 5
        for one, other in combinations(solid, 2):
            if one in standing or other in standing:
                across, down = half_size(one)[0] + half_size(other)[0], half_size(one)[1] + half_size(other)[1]
                assert abs(one.x - other.x) >= across or abs(one.y - other.y) >= down


def test_painters_order_covers_cards_and_leaves_signs_on_top(position: Position) -> None:
    order = ("card", "start", "fumarole", "portal", "city", "traveller", "target", "ghost")
    for shown in panels(position, ENGLISH):
        if shown.name.startswith("world"):
            kinds = [item.id.partition("-")[0] for item in shown.items]
            ranks = [order.index(kind) for kind in kinds if kind in order]
            boarded = [rank for rank in ranks if rank != order.index("portal")]
            assert boarded == sorted(boarded)


# ---------------------------------------------------------------------------------- worlds and portals


def portal_world(*covered: Place) -> Position:
    cards = (Laid((0, 0), Card("Ma"), start=True), Laid((1, 0), Card("PM")), Laid((2, 0), Card("Pe")))
    world = World(cards, covered, (Portal((1, 0), (2, 0)),))
    return Position((Seat("Åsa", world), Seat("Bo", grown(1, 0))), seat=0)


def test_portal_is_drawn_joined_while_both_cards_are_seen() -> None:
    assert items(portal_world(), "world:0")["portal-1_0"].sprite == SPRITE + "portal"


def test_portal_half_covered_is_boarded_up_on_the_half_still_seen() -> None:
    left = items(portal_world((2, 0)), "world:0")["portal-1_0"]
    assert (left.sprite, left.x) == (SPRITE + "spent-right", items(portal_world(), "world:0")["card-1_0"].x)
    assert items(portal_world((1, 0)), "world:0")["portal-1_0"].sprite == SPRITE + "spent-left"


def test_portal_wholly_covered_is_not_drawn() -> None:
    assert "portal-1_0" not in items(portal_world((1, 0), (2, 0)), "world:0")


def test_ids_and_places_stay_when_a_card_is_added() -> None:
    for size in range(1, 16):
        before, after = (items(table(2, count, 5), "world:0") for count in (size, size + 1))
        for name, item in before.items():
            if name.startswith(("card", "start")):
                assert (after[name].x, after[name].y) == (item.x, item.y)


def test_view_of_a_world_changes_in_few_steps() -> None:
    for seed in range(8):
        sizes = [panel(table(2, size, seed), "world:0").box[2:] for size in range(1, 17)]
        assert len(set(sizes)) <= 4


def test_devoured_card_shows_its_tzimime_side() -> None:
    world = World((Laid((0, 0), Card("Ma"), start=True), Laid((1, 0), Card("Wc"), devoured=True)))
    shown = items(Position((Seat("Åsa", world),), seat=0), "world:0")
    assert shown["card-1_0"].sprite == SPRITE + "tzimime"
    assert "Tzimime" in shown["card-1_0"].label


def test_other_worlds_are_drawn_in_brief_unless_looked_at() -> None:
    position = table(2, 4, 1)
    assert "brief-land" in items(position, "world:1")["card-0_0"].sprite
    near = replace(position, near=1)
    assert "brief-land" not in items(near, "world:1")["card-0_0"].sprite
    assert "brief-land" in items(near, "world:0")["card-0_0"].sprite


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
    ghost = World((Laid(place, Card("Vg")),))
    order = [item.id for item in panel(replace(position, ghost=ghost), "world:0").items]
    name = f"{place[0]}_{place[1]}"
    assert order.index(f"target-{name}") < order.index(f"ghost-{name}") < order.index(f"veil-{name}")


def test_refused_place_is_marked() -> None:
    position = replace(table(2, 5, 3), targets=frozenset(), refused=frozenset({cell_target((0, 1))}))
    world = replace(position.seats[0].world, cards=(Laid((0, 0), Card("Ma"), start=True),), portals=(), cities=())
    seats = (replace(position.seats[0], world=world), position.seats[1])
    assert items(replace(position, seats=seats), "world:0")["refused-0_1"].sprite == SPRITE + "refused"


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


# -------------------------------------------------------------------------------------------- icons


@pytest.mark.parametrize(
    ("icons", "shown"),
    [("M", "M"), ("MMg", "MMg"), ("PM", "PM"), ("V", "V"), ("Wc", "Wc"), ("TM", "TM")],
)
def test_icons_are_read_one_by_one(icons: str, shown: str) -> None:
    assert "".join(read_icons(icons).shown) == shown


@pytest.mark.parametrize("icons", ["", "a", "MMM", "PMM", "TMa", "Wi", "WP", "mm"])
def test_icons_that_no_card_has_are_refused(icons: str) -> None:
    with pytest.raises(ValueError, match="no land has the icons"):
        read_icons(icons)
