"""Paints: one sprite sheet for day and dusk."""

from __future__ import annotations

import pytest

from cloudtop.stage.paints import DOWN, Palette, even, faded, flat, gradient, settled, stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg
from cloudtop.stage.svg import blur

ROOM = Palette(
    "room",
    {
        "plate": flat("#ffffff", "#000000"),
        "brass": flat("#e3b65c", "#e3b65c"),
        "wall": gradient(DOWN, even("#111111", "#222222"), even("#111111", "#333333")),
    },
    {"soft": lambda name: blur(name, 3)},
)


def test_flat_paint_is_a_variable_that_falls_back_to_day() -> None:
    assert ROOM["plate"] == "var(--room-plate,#ffffff)"


def test_paint_that_no_theme_changes_is_written_as_it_is() -> None:
    assert ROOM["brass"] == "#e3b65c"


def test_gradient_and_fixture_are_named_by_id() -> None:
    assert ROOM["wall"] == "url(#room-wall)"
    assert ROOM["soft"] == "url(#room-soft)"


def test_misspelt_paint_is_refused() -> None:
    with pytest.raises(KeyError):
        ROOM["wal"]


def test_only_what_differs_becomes_a_variable() -> None:
    assert ROOM.variables("day") == {"--room-plate": "#ffffff", "--room-wall-1": "#222222"}
    assert ROOM.variables("day").keys() == ROOM.variables("dusk").keys()


def test_page_gets_both_themes_as_pairs() -> None:
    assert stylesheet([ROOM]) == (
        ":root{--room-plate:light-dark(#ffffff,#000000);--room-wall-1:light-dark(#222222,#333333)}"
    )


def test_page_may_be_held_to_one_theme() -> None:
    assert stylesheet([ROOM], ".dusk", "dusk") == ".dusk{--room-plate:#000000;--room-wall-1:#333333}"


def test_picture_has_colours_in_place_of_variables() -> None:
    drawing = ROOM.definitions({"room-wall"}) + f'<path fill="{ROOM["plate"]}"/>'
    dusk = settled(drawing, [ROOM], "dusk")
    assert "var(" not in dusk
    assert "#333333" in dusk
    assert 'fill="#000000"' in dusk


def test_themes_must_agree_on_offsets() -> None:
    with pytest.raises(ValueError, match="wall"):
        Palette("room", {"wall": gradient(DOWN, even("#1", "#2"), even("#1", "#2", "#3"))})


def test_unknown_theme_is_refused_by_name() -> None:
    assert theme_named("dusk") == "dusk"
    with pytest.raises(ValueError, match="noon"):
        theme_named("noon")


def test_faded_colour_carries_its_opacity() -> None:
    assert faded("#102030", 0.5) == "#10203080"
    assert faded("#102030", 1) == "#102030"


def test_a_sprite_may_not_be_named_like_a_paint() -> None:
    assert "room-block" in sprites_svg({"room-block": "<path/>"}, [ROOM])
    with pytest.raises(ValueError, match="share a name"):
        sprites_svg({"room-wall": "<path/>"}, [ROOM])
