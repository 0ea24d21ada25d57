"""Drawings look as they did: every sprite, and boards of every game by day and at dusk, compared pixel by pixel.

Where a drawing was changed on purpose, `make drawings` writes the images again, and the change is seen in the commit.
"""

from __future__ import annotations

import pytest
from tests.support import pictures
from tests.support.pictures import BOARDS, Board, Pixels
from tests.support.rooms import ROOMS

import cloudtop

FOUND = pictures.HOME.parent / "build" / "drawings"
ADVICE = "look at {path}; if it is meant, `make drawings` writes the images again"


def compare(name: str, image: Pixels, now: Pixels, boxes: dict[str, pictures.Box] | None = None) -> None:
    """Fail where a picture differs from its image, and leave both beside each other."""
    apart = pictures.differences(image, now)
    if apart.any():
        path = FOUND / f"{name}.png"
        pictures.show(image, now, apart, path)
        where = ", ".join(pictures.cells_of(apart, boxes)) if boxes else f"{int(apart.sum())} squares"
        pytest.fail(f"{name} looks different ({where}): {ADVICE.format(path=path)}", pytrace=False)


@pytest.mark.slow("draws a few hundred sprites")
@pytest.mark.parametrize("name", ROOMS)
def test_every_sprite_looks_as_it_did(name: str) -> None:
    game, boxes = cloudtop.game(name), pictures.read_boxes(name)
    _, sprites = pictures.definitions_of(game)
    there = set(pictures.told_apart(sprites))
    assert there - boxes.keys() == set(), "new sprites: `make drawings` adds them to the image"
    assert boxes.keys() - there == set(), "sprites that are gone: `make drawings` takes them from the image"
    compare(f"{name}-sprites", pictures.read(f"{name}-sprites"), pictures.sheet_of(game, boxes), boxes)


@pytest.mark.slow("draws a whole table")
@pytest.mark.parametrize("board", BOARDS, ids=pictures.title_of)
def test_a_board_looks_as_it_did(board: Board) -> None:
    compare(pictures.title_of(board), pictures.read(pictures.title_of(board)), pictures.board_of(board))


def test_a_roof_that_is_a_tenth_larger_is_noticed_and_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    game, boxes = cloudtop.game("skybridge"), pictures.read_boxes("skybridge")
    roof = next(name for name in boxes if name.endswith("roof"))
    x, y, width, height = boxes[roof]
    drawn = pictures.sheet_of(game, {roof: (x, y, width, height)})
    larger = pictures.sheet_of(game, {roof: (x / 1.1, y / 1.1, width / 1.1, height / 1.1)})
    monkeypatch.setattr("tests.fast.rooms.test_drawings.FOUND", tmp_path)
    compare("same", drawn, drawn)
    with pytest.raises(pytest.fail.Exception, match=roof):
        compare("larger", drawn, larger, {roof: boxes[roof]})
