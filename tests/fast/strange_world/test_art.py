"""What a table of Strange World looks like: nothing missing, nothing nameless, nothing upon something else."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from tests.support.strange_world.drawings import ENGLISH, POSITIONS, SPRITE, face, items, panel, portal_world, table

from cloudtop.core.scene import Item
from cloudtop.core.words import LANGUAGES, words_of
from cloudtop.games.strange_world.art import PALETTE, panels, picture, sprites
from cloudtop.games.strange_world.art.measures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TRAVELLER_HEIGHT,
    TRAVELLER_WIDTH,
)
from cloudtop.games.strange_world.art.position import Laid, Position, Seat, World
from cloudtop.stage.paints import THEMES, Theme, stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES


@pytest.fixture(params=list(POSITIONS.values()), ids=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    found = request.param
    assert isinstance(found, Position)
    return found


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
        assert {item.sprite for slot in shown.slots for item in slot.picture.items} <= sheet.keys()


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
        solid = standing + [item for item in shown.items if item.id.startswith(("card-", "target-", "upon-"))]
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
        assert len(set(sizes)) <= 8


def test_devoured_card_shows_its_tzimime_side() -> None:
    world = World((Laid((0, 0), face("Ma"), start=True), Laid((1, 0), face("Wc"), devoured=True)))
    shown = items(Position((Seat("Åsa", world),), seat=0), "world:0")
    assert shown["card-1_0"].sprite == SPRITE + "tzimime"
    assert "Tzimime" in shown["card-1_0"].label


def test_other_worlds_are_drawn_in_brief_unless_looked_at() -> None:
    position = table(2, 4, 1)
    assert "brief-land" in items(position, "world:1")["card-0_0"].sprite


def test_a_spectator_stays_at_the_first_world_whoever_is_to_play() -> None:
    for to_play in ({0}, {1}, {0, 1}, set[int]()):
        watched = replace(table(2, 4, 1), seat=None, to_play=frozenset(to_play))
        assert [shown.name for shown in panels(watched, ENGLISH)][:2] == ["world:0", "world:1"]
        assert "brief-land" not in items(watched, "world:0")["card-0_0"].sprite
        assert "brief-land" in items(watched, "world:1")["card-0_0"].sprite
