"""Boxes of owners: read from files, blamed by line, compared, and carried along by positions."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from tests.support.nim import GAME as NIM

from cloudtop.core.box import line_of, open_box, totals
from cloudtop.core.errors import BadPieces, BadPosition

FIND = {"coin-nim": NIM}.__getitem__


def file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "many stones.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_box_in_a_file_is_played_with(tmp_path: Path) -> None:
    box = open_box(file(tmp_path, 'game = "coin-nim"\nstones = [4, 9]\n'), FIND)
    assert (box.id, box.name) == ("many stones", "many stones")
    assert box.game.box_data == {"stones": [4, 9]}
    assert box.game.deal(seed=1).heap == 9


def test_a_box_may_have_a_name_and_be_of_a_game_that_is_known(tmp_path: Path) -> None:
    box = open_box(file(tmp_path, 'name = "Mira\'s heaps"\nstones = [4]\n'), FIND, "coin-nim")
    assert (box.id, box.name) == ("many stones", "Mira's heaps")
    assert box.game.box_data == {"stones": [4]}


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("stones = [4, 9]\n", 1, 'the key game = "..." tells which game a box is for; it is missing'),
        ('game = "coin-nim"\n\nstones = [4,\n', 3, "this is no TOML: "),
        ('game = "coin-nim"\nstones = 4 4\n', 2, "this is no TOML: "),
        ('game = "coin-nim"\n# a comment\nstones = [4, 0]\n', 3, "a heap has at least one stone, not 0"),
        ('game = "coin-nim"\nname = 7\nstones = [4]\n', 2, "the name of a box is a text"),
        ('game = "coin-nim"\nstones = 1979-05-27\n', 1, "a box is plain data: "),
        ('# mine\ngame = "coin-nim"\nheaps = [4]\n', 3, "a box of coin-nim is a list of heaps"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(BadPieces) as told:
        open_box(path, FIND)
    assert str(told.value).startswith(f"{path}, line {line}: {why}")


def test_a_box_of_another_game_is_refused(tmp_path: Path) -> None:
    path = file(tmp_path, 'stones = [4]\ngame = "coin-nim"\n')
    with pytest.raises(BadPieces, match="line 2: this is a box of coin-nim, not of skybridge"):
        open_box(path, FIND, "skybridge")


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadPieces, match=r"nowhere\.toml cannot be read: No such file"):
        open_box(tmp_path / "nowhere.toml", FIND)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadPieces, match=r"binary\.toml, line 1: this is no UTF-8 text"):
        open_box(tmp_path / "binary.toml", FIND)


def test_a_box_is_made_once_and_travels_with_its_game_and_its_positions() -> None:
    boxed = NIM.with_box({"stones": [4, 9]})
    assert boxed is NIM.with_box({"stones": [4, 9]})
    assert boxed.with_box({"stones": [4, 9]}) is boxed
    assert NIM.with_box(None) is NIM
    state = boxed.deal(3, seed=2)
    assert state.dump()["box"] == {"stones": [4, 9]}
    assert NIM.load(state.dump()).dump() == state.dump()
    assert pickle.loads(pickle.dumps(boxed)).box_data == boxed.box_data
    assert pickle.loads(pickle.dumps(state)).dump() == state.dump()


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ({"stones": []}, "this position has a box that cannot be played with: a box of coin-nim is a list of heaps"),
        ([4, 9], "this position has a box that cannot be played with: a box is a mapping of keys to values, not list"),
    ],
)
def test_a_position_with_a_box_that_cannot_be_is_refused(box: object, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        NIM.load({**NIM.deal(seed=1).dump(), "box": box})


def test_lines_of_nested_and_repeated_tables_are_found() -> None:
    text = "stones = 1\n[magic.cut]\ncost = 1\n[[cards]]\nicon = 'V'\n[[cards]]\nicon = 'W'\n"
    assert line_of(text, ("magic", "cut", "cost")) == 3
    assert line_of(text, ("magic", "cut", "price")) == 2
    assert line_of(text, ("cards", 1)) == 6
    assert line_of(text, ("cards", 1, "icon")) == 7
    assert line_of(text, ("stones", 3)) == 1
    assert line_of(text, ("nothing",)) == 1


def test_what_is_in_a_box_is_counted() -> None:
    block = {"letter": "3", "storeys": 3, "each": 4}
    box = {"fumaroles": 11, "land": {"1": ["V", "W"], "2": ["P"]}, "tiles": {"bb": 2, "gg": 4}, "block": block}
    assert dict(totals(box)) == {"land.1": 2, "land.2": 1, "tiles": 6}
