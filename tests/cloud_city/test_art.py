"""Cloud City's drawings: whole, in order from back to front, named, and the same from move to move."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from tests.cloud_city.displays import BG, DISPLAYS, GROWING, RECTANGLE, SQUARE, START, laying, table, watching

from cloudtop.games.cloud_city.art import PALETTE, panels, picture, sprites
from cloudtop.games.cloud_city.art.display import (
    Display,
    hand_target,
)
from cloudtop.games.cloud_city.art.measures import (
    CAMERA,
    CORNICE,
    DECK_HALF,
    DECK_THICKNESS,
    LEVELS,
    RAILING,
)
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS, LARGE, SPAN, Part
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.pieces import BOX, TILE_NAMED
from cloudtop.stage.paints import THEMES, Theme
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES
from cloudtop.stage.scene import Item, Panel

WORDS = {language: GAME.words(language) for language in ("en", "fr", "ja")}
SIDES = (0, 1, 2, 3)


def named(drawn: tuple[Panel, ...], name: str) -> Panel:
    """The panel of that name."""
    return next(panel for panel in drawn if panel.name == name)


def city_of(city: City, side: int = 0) -> Panel:
    """A city as the shown one, in English."""
    return panels(table(city), WORDS["en"], side)[0]


# ---------------------------------------------------------------------------------------------- whole pictures


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
@pytest.mark.parametrize("theme", THEMES)
def test_picture_holds_all_it_refers_to_and_nothing_else(display: Display, theme: Theme) -> None:
    svg = picture(display, WORDS["ja"], theme, side=1)
    ids = [element.get("id") for element in ElementTree.fromstring(svg).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(ids)
    symbols = set(re.findall(r'<symbol id="([^"]+)"', svg))
    assert symbols <= used
    assert "var(" not in svg


def test_picture_changes_with_the_light_and_not_by_itself() -> None:
    day, dusk = (picture(DISPLAYS["laying"], WORDS["en"], theme) for theme in THEMES)
    assert day != dusk
    assert day == picture(DISPLAYS["laying"], WORDS["en"])


def test_every_paint_a_sprite_names_is_in_the_palettes() -> None:
    palettes = (PALETTE, *SHARED_PALETTES)
    written = "".join(sprites(BOX).values())
    known = {f"{palette.room}-{name}" for palette in palettes for name in palette.paints}
    assert set(re.findall(r"url\(#([\w-]+)\)", written)) <= known
    variables = {name for palette in palettes for name in palette.variables("day")}
    assert set(re.findall(r"var\((--[\w-]+)", written)) <= variables


def test_every_sprite_is_made_of_known_sprites() -> None:
    known = sprites(BOX).keys() | SHARED_SPRITES.keys()
    assert all(name.startswith("cloud-city-") for name in sprites(BOX))
    assert set(re.findall(r'href="#([\w-]+)"', "".join(sprites(BOX).values()))) <= known


@pytest.mark.parametrize("language", WORDS)
def test_every_text_is_in_every_language(language: str) -> None:
    for display in DISPLAYS.values():
        for crossing in ("walkways", "places", "points"):
            drawn = panels(replace(display, crossing=crossing), WORDS[language])
            assert all(panel.title for panel in drawn)


# ---------------------------------------------------------------------------------------------- depth

Solid = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""What an item fills along x, y and z."""


def solid(item: Item) -> Solid | None:
    """The block that a building or a part of a walkway fills, if the item is one."""
    found = re.fullmatch(r"cloud-city-(river|forest|sand)-(?:[ab]|walk-([xy])-(start|middle|end))", item.sprite)
    if not found:
        return None
    level = next(level for level in LEVELS if level.key == found[1])
    right, down = item.x / CAMERA.across, item.y / CAMERA.down
    x, y = round((down + right) / 2), round((down - right) / 2)
    if not found[2]:
        return (x - CORNICE, x + CORNICE), (y - CORNICE, y + CORNICE), (0, level.height)
    parts: dict[str, Part] = {"start": "start", "middle": "middle", "end": "end"}
    first, last = SPAN[parts[found[3]]]
    across = (-DECK_HALF, DECK_HALF)
    (x0, x1), (y0, y1) = ((first, last), across) if found[2] == "x" else (across, (first, last))
    bottom = level.height + 0.015
    return (x + x0, x + x1), (y + y0, y + y1), (bottom, bottom + DECK_THICKNESS + RAILING)


def in_front(one: Solid, other: Solid) -> bool:
    """Whether the first hides the second wherever they meet on the screen."""
    gap = 1e-6
    nearer = any(a[0] >= b[1] - gap for a, b in zip(one, other, strict=True))
    farther = any(b[0] >= a[1] - gap for a, b in zip(one, other, strict=True))
    return nearer and not farther


def meet_on_screen(one: Solid, other: Solid) -> bool:
    """Whether the outlines of two blocks overlap on the screen: along the three directions of their edges."""

    def shadows(block: Solid) -> list[tuple[float, float]]:
        (x0, x1), (y0, y1), (z0, z1) = block
        lift = CAMERA.rise / (2 * CAMERA.down)
        return [(x0 - y1, x1 - y0), (x0 - z1 * lift, x1 - z0 * lift), (y0 - z1 * lift, y1 - z0 * lift)]

    return all(a[0] < b[1] - 1e-6 and b[0] < a[1] - 1e-6 for a, b in zip(shadows(one), shadows(other), strict=True))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("city", [SQUARE, RECTANGLE], ids=["square", "rectangle"])
def test_nothing_is_painted_before_what_it_hides(city: City, side: int) -> None:
    blocks = [block for block in map(solid, city_of(city, side).items) if block]
    assert len(blocks) > 2 * len(city.lays) + 2 * len(city.walkways)
    meeting = [(one, other) for one, other in combinations(blocks, 2) if meet_on_screen(one, other)]
    assert len(meeting) > 40
    assert not [pair for pair in meeting if in_front(*pair)]


def test_a_swapped_pair_would_be_noticed() -> None:
    blocks = [block for block in map(solid, city_of(SQUARE).items) if block]
    assert [pair for pair in combinations(reversed(blocks), 2) if meet_on_screen(*pair) and in_front(*pair)]


def test_ghost_joins_the_same_order() -> None:
    items = named(panels(laying(), WORDS["en"]), "city:0").items
    assert all(before.depth <= after.depth for before, after in pairwise(items))
    heights = [number for number, item in enumerate(items) if item.id.startswith("ghost-building")]
    others = [number for number, item in enumerate(items) if item.id.startswith("building")]
    assert min(heights) < max(others)


# ---------------------------------------------------------------------------------------------- what can be read


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("city", [SQUARE, RECTANGLE], ids=["square", "rectangle"])
def test_badges_never_overlap_and_lie_over_everything(city: City, side: int) -> None:
    for drawn, scale in ((city_of(city, side), 1.0), (panels(table(START, city), WORDS["en"], side)[-1], LARGE)):
        badges = [item for item in drawn.items if item.id.startswith("value-")]
        assert len(badges) == len(city.walkways)
        assert drawn.items[-len(badges) :] == tuple(badges)
        for one, other in combinations(badges, 2):
            assert dist((one.x, one.y), (other.x, other.y)) > 2 * BADGE_RADIUS * scale


def test_three_heights_differ_without_colour() -> None:
    for value in BOX.values.values():
        drawn = [sprites(BOX)[f"cloud-city-{level.key}-value-{value}"] for level in LEVELS]
        outlines = [set(re.findall(r"<(circle|rect|path)", badge)) for badge in drawn]
        assert outlines == [{"circle"}, {"rect"}, {"path"}]
    assert len({level.height for level in LEVELS}) == len({level.floors for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("language", WORDS)
def test_rows_and_columns_count_from_one(language: str) -> None:
    for display in DISPLAYS.values():
        for panel in panels(display, WORDS[language], side=2):
            for item in panel.items:
                assert not re.search(r"-\d|\b0(列|行)|(column|row|colonne|ligne) 0", item.label), item.label


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
def test_buildings_walkways_and_choices_have_names(display: Display) -> None:
    for panel in panels(display, WORDS["fr"]):
        focusable = [item for item in panel.items if item.state == "target"]
        assert all(item.label and item.target for item in focusable)
        if panel.name.startswith("city"):
            pieces = [item for item in panel.items if item.id.startswith(("building-", "value-"))]
            assert len({item.label for item in pieces}) == len(pieces)
            assert all(item.label for item in pieces)


# ---------------------------------------------------------------------------------------------- picking


@pytest.mark.parametrize("name", ["laying", "building", "watching"])
def test_everything_that_may_be_picked_answers_and_nothing_else(name: str) -> None:
    display = DISPLAYS[name]
    carried = {item.target for panel in panels(display, WORDS["en"]) for item in panel.items} - {""}
    assert carried == {*display.targets, *display.chosen}


def test_each_choice_takes_the_focus_once() -> None:
    for panel in panels(laying(), WORDS["en"]):
        focused = [item.target for item in panel.items if item.state == "target"]
        repeated = {target for target in focused if focused.count(target) > 1}
        assert repeated <= {hand_target(BG)}


def test_equal_hand_tiles_are_one_choice_and_one_is_lifted() -> None:
    display = replace(laying(), chosen=(hand_target(BG),))
    hand = named(panels(display, WORDS["en"]), "hand:0")
    frames = [item for item in hand.items if item.target == hand_target(BG)]
    assert [item.sprite.rpartition("-")[2] for item in frames] == ["chosen", "target"]


def test_a_building_behind_another_is_told_by_a_plan_on_its_card() -> None:
    def signs(tile: str, side: int) -> list[str]:
        display = laying()
        players = (display.players[0]._replace(hand=(TILE_NAMED[tile],)), *display.players[1:])
        hand = named(panels(replace(display, players=players), WORDS["en"], side), "hand:0")
        return re.findall(r"#cloud-city-plan-([\w-]+)", hand.backdrop)

    assert signs("b/s", 0) == ["river-sand"]
    assert signs("b/s", 2) == ["sand-river"]
    assert signs("bs", 0) == signs("b/s", 1) == []


def test_hidden_hands_show_backs_only() -> None:
    hand = named(panels(watching(), WORDS["en"]), "hand:3")
    assert {item.label for item in hand.items} == {WORDS["en"]("hand.back")}
    assert "river" not in hand.backdrop


# ---------------------------------------------------------------------------------------------- from move to move


@pytest.mark.parametrize("side", SIDES)
def test_what_stands_keeps_its_id_and_place_when_the_city_grows(side: int) -> None:
    less = City(
        SQUARE.frame,
        [lay for lay in SQUARE.lays if lay.cell.column > 1],
        [walkway for walkway in SQUARE.walkways if walkway.near.column > 3],
    )
    before = {item.id: item for item in city_of(less, side).items if item.id.startswith(("build", "walk"))}
    after = {item.id: item for item in city_of(SQUARE, side).items}
    assert before.keys() < after.keys()
    for key, item in before.items():
        assert (item.sprite, item.x, item.y) == (after[key].sprite, after[key].x, after[key].y)


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
def test_ids_are_unique_within_a_panel(display: Display) -> None:
    for panel in panels(display, WORDS["en"]):
        ids = [item.id for item in panel.items]
        assert len(ids) == len(set(ids))


def test_camera_rests_while_a_choice_is_open() -> None:
    quiet = table(GROWING, SQUARE, RECTANGLE)
    assert panels(quiet, WORDS["en"])[0].box == panels(laying(), WORDS["en"])[0].box


def test_ids_do_not_depend_on_the_camera() -> None:
    first, *others = ({item.id for item in city_of(RECTANGLE, side).items} for side in SIDES)
    assert all(other == first for other in others)
