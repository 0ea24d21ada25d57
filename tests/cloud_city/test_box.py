"""The box: what it holds, and what is refused as a file of pieces."""

from __future__ import annotations

from importlib.resources import files

import pytest

from cloudtop.core.errors import BadPieces
from cloudtop.games.cloud_city.pieces import BOX, COLOURS, read_box


def box_text() -> str:
    """The file of pieces as it comes."""
    return (files("cloudtop.games.cloud_city") / "pieces.toml").read_text(encoding="utf-8")


def test_the_box_holds_48_tiles_with_32_sites_and_31_walkways_of_each_colour() -> None:
    assert sum(BOX.tiles.values()) == 48
    for colour in COLOURS:
        assert sum(count * (tile.first, tile.second).count(colour) for tile, count in BOX.tiles.items()) == 32
        assert [BOX.walkways[colour, length] for length in range(1, 6)] == [6, 8, 8, 6, 3]
    assert list(BOX.values.items()) == [(1, 1), (2, 2), (3, 3), (4, 5), (5, 8)]
    assert len(BOX.stack()) == 44 == 4 * (3 + 8)
    assert [str(tile) for tile in BOX.start] == ["b/b", "b/g", "b/s", "g/s"]
    assert len(BOX.requests) == 10


@pytest.mark.parametrize(
    ("reason", "old", "new"),
    [
        ("expected 48 tiles, found 49", '"bb" = 2', '"bb" = 3'),
        ("expected 48 tiles, found 46", '"gg" = 2\n', ""),
        ("expected 32 building sites of each colour, found 33 blue ones", '"bg" = 4\n"gb" = 4', '"bg" = 4\n"gb" = 4'),
        ("there is no tile 'bx'", '"bb" = 2', '"bx" = 2'),
        ("Expected `int` >= 0", '"bb" = 2', '"bb" = -2'),
        ("Expected `int`, got `str`", '"bb" = 2', '"bb" = "two"'),
        ("expected 4 start tiles, found 3", '"b/b", "b/g", "b/s"', '"b/b", "b/g"'),
        ("the start tile 'g/b' is not among the tiles", '"b/b", "b/g"', '"b/b", "g/b"'),
        ("the longer a walkway, the more it is worth", "values = [1, 2, 3, 5, 8]", "values = [1, 2, 3, 3, 5]"),
        ("the longer a walkway, the more it is worth", "values = [1, 2, 3, 5, 8]", "values = []"),
        ("expected 31 walkways of each level, found 32 river ones", "river = [6", "river = [7"),
        ("the sand walkways are 5 numbers", "sand = [6, 8,", "sand = [14,"),
        ("the ten request cards are", "req-solo", "req-alone"),
        ("the ten request cards are", "req-solo = { each = -2 }\n", ""),
        ("the votes of req-solo are for each", "req-solo = { each = -2 }", "req-solo = { all = -2 }"),
        ("the votes of req-blue are for most and tied", "req-blue = { most = 6, tied = 3 }", "req-blue = { most = 6 }"),
        ("unknown field `wishes`", "[requests]", "[wishes]"),
        ("cannot be read", "[tiles]", "[tiles"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(reason: str, old: str, new: str) -> None:
    text = box_text().replace(old, new, 1)
    if "33 blue" in reason:
        text = box_text().replace('"gs" = 4', '"gs" = 3').replace('"bg" = 4', '"bg" = 5')
    with pytest.raises(BadPieces) as caught:
        read_box(text)
    assert str(caught.value).startswith("cloud-city pieces: ")
    assert reason in str(caught.value)


def test_an_owner_may_correct_the_mix() -> None:
    text = box_text().replace('"bg" = 4', '"bg" = 6').replace('"gb" = 4', '"gb" = 2')
    assert read_box(text).tiles != BOX.tiles
    assert len(read_box(text).stack()) == 44
