"""Sheets, items, panels and pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cloudtop.stage import Item, Palette, Panel
from cloudtop.stage.paints import flat
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES, document, framed, item_svg, panel_svg, placed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.scene import back_to_front
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import sprites_svg, together, with_parts

SPRITES = {
    "room-part": '<path d="M0 0h1"/>',
    "room-tower": '<use href="#room-part"/>',
    "room-other": '<path d="M0 0h2"/>',
}
PALETTE = Palette("room", {"wall": flat("#ffffff", "#000000")})


def test_item_without_a_target_ignores_the_pointer() -> None:
    assert 'pointer-events="none"' in item_svg(Item("a", "room-tower", 1, 2, 0), "room-board")


def test_item_that_may_be_picked_is_a_button() -> None:
    drawn = item_svg(Item("a", "room-tower", 1, 2, 0, "cell:b2", "Build on b2", 0, "target"), "room-board")
    button = ElementTree.fromstring(drawn)
    assert button.get("role") == "button"
    assert button.get("data-target") == "cell:b2"
    assert button.get("tabindex") == "0"
    assert button.get("pointer-events") is None


def test_decoration_is_hidden_from_screen_readers() -> None:
    drawn = ElementTree.fromstring(item_svg(Item("a", "room-tower", 0, 0, 0), "room-board"))
    assert drawn.get("aria-hidden") == "true"
    assert drawn.get("aria-label") is None


def test_item_turns_about_its_own_place() -> None:
    assert 'transform="rotate(90 5 7)"' in item_svg(Item("a", "room-tower", 5, 7, 0, rotation=1), "room-board")


def test_label_is_escaped() -> None:
    drawn = item_svg(Item("a", "room-tower", 0, 0, 0, label='"><script>'), "room-board")
    assert ElementTree.fromstring(drawn).get("aria-label") == '"><script>'


def test_items_are_painted_from_back_to_front() -> None:
    near, far, level = Item("near", "s", 0, 0, 9), Item("far", "s", 0, 0, 1), Item("level", "s", 0, 0, 1)
    assert back_to_front([near, far, level]) == (far, level, near)


def test_panel_says_what_it_is() -> None:
    panel = Panel("hand:0", 0, "Ada & Bo", (0, 0, 10, 20), (Item("a", "room-tower", 0, 0, 0),), "", "one tower")
    drawn = ElementTree.fromstring(panel_svg(panel, "room"))
    assert drawn.get("aria-label") == "Ada & Bo"
    assert drawn.findtext("desc") == "one tower"
    assert drawn.find("use[@id='room-hand-0-a']") is not None


def test_panel_fills_its_frame_from_the_foot() -> None:
    panel = Panel("board", None, "Board", (0, 0, 100, 100), ())
    assert 'transform="translate(50 0) scale(2)"' in placed(panel, "room", (0, 0, 300, 200))


def test_framed_panel_has_its_origin_at_the_point() -> None:
    assert framed((-10, -20, 40, 60), 100, 200, 0.5) == (95, 190, 20, 30)


def test_sheet_is_hidden_but_not_switched_off() -> None:
    drawn = ElementTree.fromstring(sprites_svg(SPRITES, [PALETTE]))
    assert drawn.get("aria-hidden") == "true"
    assert "display" not in (drawn.get("style") or "")
    assert [symbol.get("id") for symbol in drawn.iter("symbol")] == list(SPRITES)


def test_sprite_brings_its_parts() -> None:
    assert with_parts(["room-tower"], SPRITES) == ["room-part", "room-tower"]


def test_two_drawings_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="room-part"):
        together((SPRITES, {"room-part": ""}))


def test_picture_holds_only_what_it_needs() -> None:
    drawn = document("Room", (10, 10), '<use href="#room-tower"/>', SPRITES, [PALETTE], "day")
    assert 'id="room-part"' in drawn
    assert "room-other" not in drawn
    assert "sky-" not in drawn


def test_picture_refuses_an_unknown_theme() -> None:
    with pytest.raises(ValueError, match="noon"):
        document("Room", (10, 10), "", SPRITES, [PALETTE], "noon")


@pytest.mark.parametrize("theme", ["day", "dusk"])
def test_sky_is_whole_in_both_themes(theme: str) -> None:
    drawn = document("Sky", CANVAS, sky() + name_plate("Ada", "#bf3f2b", "", "3", True), {}, [], theme)
    names = {found.get("id") for found in ElementTree.fromstring(drawn).iter()}
    assert "var(" not in drawn
    assert {"sky-air", "sky-heap-cloud", "sky-soft"} <= names


def test_page_can_hold_the_shared_sprites() -> None:
    drawn = ElementTree.fromstring(sprites_svg(SHARED_SPRITES, SHARED_PALETTES))
    assert drawn.find(".//symbol[@id='sky-heap-sea']") is not None


def test_player_called_like_a_paint_does_no_harm() -> None:
    assert "var(--nobody,x)" in document("var(--nobody,x)", (10, 10), "<g/>", {}, [], "day")
