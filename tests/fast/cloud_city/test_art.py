"""Cloud City's drawings: whole, in order from back to front, named, and the same from move to move."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from tests.support.cloud_city.displays import (
    BG,
    BS,
    DISPLAYS,
    GROWING,
    HAND,
    RECTANGLE,
    SQUARE,
    SS,
    START,
    building,
    laying,
    table,
    watching,
)
from tests.support.cloud_city.displays import city as written

from cloudtop.games.cloud_city.art import PALETTE, panels, picture, sprites
from cloudtop.games.cloud_city.art.display import FORMS, Display, hand_target, turn_target
from cloudtop.games.cloud_city.art.measures import (
    CAMERA,
    CORNICE,
    DECK_HALF,
    DECK_THICKNESS,
    LETTER,
    LEVELS,
    RAILING,
)
from cloudtop.games.cloud_city.art.tiles import tile_picture
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS, DIGIT, SIZES, SPAN, Part
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.pieces import BOX, CORNERS, TILE_NAMED
from cloudtop.games.cloud_city.view import WrittenCity
from cloudtop.stage.paints import THEMES, Theme
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES
from cloudtop.stage.scene import Item, Panel

WORDS = {language: GAME.words(language) for language in ("en", "fr", "ja")}
SIDES = (0, 1, 2, 3)


def named(drawn: tuple[Panel, ...], name: str) -> Panel:
    """The panel of that name."""
    return next(panel for panel in drawn if panel.name == name)


def city_of(city: WrittenCity, side: int = 0, form: str = "city") -> Panel:
    """A city as the shown one, in English."""
    return panels(replace(table(city), side=side, form=form), WORDS["en"])[0]


# ---------------------------------------------------------------------------------------------- whole pictures


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
@pytest.mark.parametrize("theme", THEMES)
def test_picture_holds_all_it_refers_to_and_nothing_else(display: Display, theme: Theme) -> None:
    svg = picture(replace(display, side=1), WORDS["ja"], theme)
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
    found = re.fullmatch(
        r"cloud-city-(river|forest|sand)-(?:[ab]-(?:inner|outer)|walk-([xy])-(start|middle|end)(?:-gold)?)", item.sprite
    )
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
def test_nothing_is_painted_before_what_it_hides(city: WrittenCity, side: int) -> None:
    blocks = [block for block in map(solid, city_of(city, side).items) if block]
    assert len(blocks) > 2 * len(city.tiles) + 2 * len(city.walkways)
    meeting = [(one, other) for one, other in combinations(blocks, 2) if meet_on_screen(one, other)]
    assert len(meeting) > 40
    assert not [pair for pair in meeting if in_front(*pair)]


def test_a_swapped_pair_would_be_noticed() -> None:
    blocks = [block for block in map(solid, city_of(SQUARE).items) if block]
    assert [pair for pair in combinations(reversed(blocks), 2) if meet_on_screen(*pair) and in_front(*pair)]


def test_ghost_joins_the_same_order() -> None:
    items = named(panels(laying(), WORDS["en"]), "city:0").items
    assert all(before.depth <= after.depth for before, after in pairwise(items))
    buildings = [(number, item) for number, item in enumerate(items) if item.id.startswith("building")]
    ghosts = [number for number, item in buildings if item.state == "ghost"]
    assert len(ghosts) == 2
    assert min(ghosts) < max(number for number, item in buildings if not item.state)


# ---------------------------------------------------------------------------------------------- what can be read


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("city", [SQUARE, RECTANGLE], ids=["square", "rectangle"])
def test_badges_never_overlap_and_lie_over_everything(city: WrittenCity, side: int, form: str) -> None:
    small = panels(replace(table(START, city), side=side, form=form), WORDS["en"])[-1]
    shown = "rectangle" if city is RECTANGLE else "square"
    for drawn, size in ((city_of(city, side, form), shown), (small, "small")):
        badges = [item for item in drawn.items if item.id.startswith("value-")]
        assert len(badges) == len(city.walkways)
        assert drawn.items[-len(badges) :] == tuple(badges)
        assert all(item.sprite.endswith(size) for item in badges)
        for one, other in combinations(badges, 2):
            assert dist((one.x, one.y), (other.x, other.y)) > 2 * BADGE_RADIUS * SIZES[size]


@pytest.mark.parametrize(("city", "room"), [(SQUARE, 390), (RECTANGLE, 390)], ids=["square", "rectangle"])
def test_badges_can_be_read_on_a_phone(city: WrittenCity, room: float) -> None:
    size = "rectangle" if city is RECTANGLE else "square"
    scale = room / city_of(city).box[2]
    assert DIGIT * SIZES[size] * scale >= 11


def test_three_heights_differ_without_colour() -> None:
    for value in BOX.values.values():
        drawn = [sprites(BOX)[f"cloud-city-{level.key}-value-{value}"] for level in LEVELS]
        outlines = [set(re.findall(r"<(circle|rect|path)", badge)) for badge in drawn]
        assert outlines == [{"circle"}, {"rect"}, {"path"}]
    assert len({level.height for level in LEVELS}) == len({level.floors for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("side", SIDES)
def test_a_plan_names_the_columns_and_rows_that_are_spoken_of(side: int) -> None:
    plan = city_of(RECTANGLE, side, "plan")
    named = {item.id.removeprefix("edge-") for item in plan.items if item.id.startswith("edge-")}
    assert named == {*"efghijkl", "5", "6", "7", "8", "9", "10"}
    by_name = {item.id: item for item in plan.items}
    left, top, width, height = plan.box
    for name in named:
        item = by_name[f"edge-{name}"]
        assert left < item.x < left + width
        assert top < item.y < top + height - LETTER / 2
    spoken = {name for item in plan.items for name in re.findall(r"\b([a-n])(\d+)\b", item.label)}
    assert spoken
    assert {part for name in spoken for part in name} <= named
    assert not [item for item in city_of(RECTANGLE, side).items if item.id.startswith("edge-")]


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
def test_buildings_walkways_and_choices_have_names(display: Display) -> None:
    for panel in panels(display, WORDS["fr"]):
        lit = [item for item in panel.items if item.state == "target"]
        assert {item.target for item in lit} == {item.target for item in lit if item.label}
        assert all(item.target for item in lit)
        if panel.name.startswith("city"):
            pieces = [item for item in panel.items if item.id.startswith(("building-", "value-"))]
            assert len({item.label for item in pieces}) == len(pieces)
            assert all(item.label for item in pieces)


# ---------------------------------------------------------------------------------------------- picking


@pytest.mark.parametrize("name", ["laying", "building", "watching", "drafting", "place chosen", "building on the plan"])
def test_everything_that_may_be_picked_answers_and_nothing_else(name: str) -> None:
    display = DISPLAYS[name]
    drawn = panels(display, WORDS["en"])
    carried = {item.target for panel in drawn for item in panel.items}
    carried |= {slot.target for panel in drawn for slot in panel.slots}
    turns = {turn_target(quarters) for quarters in range(CORNERS)}
    assert carried - {""} == {*display.targets, *display.chosen} - turns


def test_each_choice_takes_the_focus_once() -> None:
    for panel in panels(laying(), WORDS["en"]):
        focused = [item.target for item in panel.items if item.state == "target" and item.label]
        repeated = {target for target in focused if focused.count(target) > 1}
        assert repeated <= {hand_target(BG)}


def test_equal_hand_tiles_are_one_choice_in_places_of_their_own() -> None:
    hand = named(panels(laying(), WORDS["en"]), "hand:0")
    assert [slot.id for slot in hand.slots] == ["hand-1", "hand-2", "hand-3"]
    assert [slot.target for slot in hand.slots] == list(map(hand_target, HAND))
    assert len({slot.label for slot in hand.slots}) == 3


def test_a_tile_that_is_considered_or_drafted_is_held() -> None:
    held = [slot.state for slot in named(panels(laying(), WORDS["en"]), "hand:0").slots]
    assert held == ["", "held", ""]
    drafted = named(panels(DISPLAYS["drafting"], WORDS["en"]), "hand:0")
    assert sorted(slot.state for slot in drafted.slots) == ["", "", "held"]
    assert all(slot.target for slot in drafted.slots)


def test_the_tile_in_the_hand_lies_as_it_is_turned() -> None:
    display = replace(laying(), ghost=None, chosen=(hand_target(BS), turn_target(1)))
    turned = [slot.picture for slot in named(panels(display, WORDS["en"]), "hand:0").slots]
    assert turned == [tile_picture(BG), tile_picture(BS, 1), tile_picture(BG)]
    aside = [slot.picture for slot in named(panels(replace(display, side=1), WORDS["en"]), "hand:0").slots]
    assert aside[1] == tile_picture(BS, 0)
    held = [slot.picture for slot in named(panels(laying(), WORDS["en"]), "hand:0").slots]
    assert held[1] == tile_picture(BS, 1)


def test_the_place_of_a_laid_tile_stays_empty_until_the_draw() -> None:
    display = replace(building(), players=(building().players[0]._replace(hand=(BG, SS)), *building().players[1:]))
    states = [slot.state for slot in named(panels(display, WORDS["en"]), "hand:0").slots]
    assert sorted(states) == ["", "", "none"]


def test_a_building_behind_another_is_told_by_a_plan_beside_its_tile() -> None:
    def signs(tile: str, turns: int) -> list[str]:
        (item,) = tile_picture(TILE_NAMED[tile], turns).items
        return re.findall(r"#cloud-city-plan-([\w-]+)", sprites(BOX)[item.sprite])

    assert signs("b/s", 0) == ["river-sand"]
    assert signs("b/s", 2) == ["sand-river"]
    assert signs("bs", 0) == signs("b/s", 1) == []


def test_hidden_hands_show_backs_only() -> None:
    hand = named(panels(watching(), WORDS["en"]), "hand:3")
    assert {item.sprite for slot in hand.slots for item in slot.picture.items} == {"cloud-city-back"}


def test_the_supply_has_a_place_for_every_piece_whatever_is_left() -> None:
    supply = named(panels(watching(), WORDS["en"]), "supply")
    assert [slot.number for slot in supply.slots] == [0, 3, 8, 6, 1] * 3
    assert [bool(slot.group) for slot in supply.slots] == [True, False, False, False, False] * 3
    assert [slot.state for slot in supply.slots] == ["none", "", "", "", ""] * 3


@pytest.mark.parametrize("language", WORDS)
def test_every_place_has_a_name_of_its_own(language: str) -> None:
    for display in DISPLAYS.values():
        for panel in panels(display, WORDS[language]):
            labels = [slot.label for slot in panel.slots]
            assert len(set(labels)) == len(labels)
            assert all(labels)


# ---------------------------------------------------------------------------------------------- from move to move


@pytest.mark.parametrize("side", SIDES)
def test_what_stands_keeps_its_id_and_place_when_the_city_grows(side: int) -> None:
    less = WrittenCity(
        tuple(str(lay) for lay in SQUARE.lays if lay.cell.column > 1),
        tuple(str(walkway) for walkway in SQUARE.built if walkway.near.column > 3),
    )
    before = {item.id: item for item in city_of(less, side).items if item.id.startswith(("build", "walk", "tile"))}
    after = {item.id: item for item in city_of(SQUARE, side).items}
    assert before.keys() < after.keys()
    for key, item in before.items():
        shape = re.sub("-(inner|outer)$", "", item.sprite)
        assert after[key].sprite.startswith(shape)
        assert (item.x, item.y) == (after[key].x, after[key].y)


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=DISPLAYS.keys())
def test_ids_are_unique_within_a_panel(display: Display) -> None:
    for panel in panels(display, WORDS["en"]):
        ids = [item.id for item in panel.items]
        assert len(ids) == len(set(ids))


def test_camera_rests_while_a_choice_is_open() -> None:
    quiet = table(GROWING, SQUARE, RECTANGLE)
    assert panels(quiet, WORDS["en"])[0].box == panels(laying(), WORDS["en"])[0].box


def test_ids_do_not_depend_on_the_camera() -> None:
    for form in FORMS:
        first, *others = (ids_of(city_of(RECTANGLE, side, form), "shadow") for side in SIDES)
        assert all(other == first for other in others)


def test_what_can_be_marked_is_in_every_form() -> None:
    city, plan = (ids_of(city_of(RECTANGLE, 0, form), "walkway", "shadow", "edge") for form in FORMS)
    assert city == plan


def ids_of(panel: Panel, *without: str) -> set[str]:
    """The items of a panel, but for some kinds."""
    return {item.id for item in panel.items if not item.id.startswith(without)}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("city", [SQUARE, RECTANGLE, GROWING], ids=["square", "rectangle", "growing"])
def test_a_city_fills_its_box(city: WrittenCity, form: str) -> None:
    panel = city_of(city, 0, form)
    left, top, width, height = panel.box
    tiles = [(item.x, item.y) for item in panel.items if item.id.startswith(("tile", "cell"))]
    half = CAMERA.point(1, -1)[0]
    assert min(x for x, _ in tiles) - half >= left + 23.9
    assert max(x for x, _ in tiles) + half <= left + width - 23.9
    if city is not GROWING:
        assert width == pytest.approx(max(x for x, _ in tiles) - min(x for x, _ in tiles) + 2 * half + 48)
        assert all(top < y < top + height for _, y in tiles)


def test_walkways_of_different_levels_never_lie_upon_each_other_on_a_plan() -> None:
    city = written(
        """
        g h i j k l
      7 S . B B . S
      8 . B . . G .
    """,
        "g7-l7 i7-j7",
    )
    lines = [item for item in city_of(city, 0, "plan").items if item.id.startswith("walkway")]
    assert len({(round(item.y - item.x * CAMERA.down / CAMERA.across), item.id) for item in lines}) == 2
    offsets = {round(item.y - item.x * CAMERA.down / CAMERA.across) for item in lines}
    assert len(offsets) == 2
