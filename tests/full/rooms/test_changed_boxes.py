"""Boxes of every game, changed in every key: `cloudtop box check` takes each, and plays games with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.cli.boxes import check
from cloudtop.core.box import read_box
from cloudtop.core.errors import BadPieces

At = tuple[str | int, ...]
FIXED = {
    "families.red",
    "families.blue",
    "families.green",
    "families.black",
    "pieces.roof.storeys",
    "pieces.roof.neutral",
    "pieces.bridge.storeys",
    "pieces.bridge.neutral",
    "verdicts.wobbly",
}
"""Keys that say what the rules take for granted: a box with another value is refused."""
OTHER_SIDES = {"N": "GBR", "E": "GRB", "S": "BRG", "W": "BGR"}
"""Castles of a family never face each other, so that all four sides change together."""
SAME_SITES = ["bb b/b", "gg g/g", "ss s/s", "bg gb b/g", "bs sb b/s", "gs sg g/s"]
"""Tiles with the same building sites: one more of a tile is one less of another."""
OTHER_STEPS: dict[At, Any] = {
    ("magic", "cut-it-all", "steps"): ["turn"],
    ("magic", "winding-road", "steps"): ["cut"],
    ("magic", "dead-end", "steps", 0, "lay"): "crosswise",
    ("magic", "dead-end", "steps", 0, "joins"): ["ab"],
    ("magic", "burning-crossing", "steps", 0, "lay"): "anywhere",
    ("magic", "replant", "steps"): ["draw", "play anywhere"],
}
OTHER_CARD = {
    "V": ("V", "W"),
    "W": ("W", "T"),
    "T": ("T", "P"),
    "P": ("P", "V"),
    "plain": ("VM", "M"),
    "M": ("MM", "M"),
}
"""For an icon, what is drawn over on a land card, and what takes its place; for an animal it is another animal."""


def counted(box: dict[str, Any]) -> dict[str, int]:
    """What the cards of a box add up to."""
    land = [card for cards in box["land"].values() for card in cards]
    terrains = {terrain: sum(terrain in card for card in land) for terrain in "VWTP"}
    plain = sum(not set(card) & set("VWTP") for card in land)
    every = "".join([*box["start"], *land])
    return {**terrains, "plain": plain, **{icon: every.count(icon) for icon in "Mabcdefgh"}}


def keys(box: Any, at: At = ()) -> Iterator[At]:
    """Every key of a box; a list of plain values is one."""
    if isinstance(box, dict):
        for key, value in box.items():
            yield from keys(value, (*at, key))
    elif isinstance(box, list) and any(isinstance(value, dict | list) for value in box):
        for number, value in enumerate(box):
            yield from keys(value, (*at, number))
    else:
        yield at


def holder(box: Any, at: At) -> Any:
    """What holds a key."""
    for key in at[:-1]:
        box = box[key]
    return box


def other_values(value: Any) -> Iterator[Any]:
    """Values to try in the place of one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield value + "x"
        for first, second in combinations(range(len(value)), 2):
            letters = list(value)
            letters[first], letters[second] = letters[second], letters[first]
            yield "".join(letters)
    else:
        numbers = [number for number, each in enumerate(value) if type(each) is int]
        for number in numbers:
            yield [*value[:number], value[number] + 1, *value[number + 1 :]]
            yield [*value[:number], value[number] - 1, *value[number + 1 :]]
        yield from ([*value[1:], *value[:1]], value[1:])
        for number in range(len(value) - 1):
            yield [*value[:number], value[number + 1], value[number], *value[number + 2 :]]


def changed(box: dict[str, Any], at: At) -> Iterator[dict[str, Any]]:
    """Boxes in which a key has another value, together with what has to change with it."""
    for value in other_values(holder(box, at)[at[-1]]):
        other = deepcopy(box)
        holder(other, at)[at[-1]] = value
        if other != box:
            yield other
    other = deepcopy(box)
    match at:
        case ("tiles", str(tile)):
            same = next(tiles for tiles in map(str.split, SAME_SITES) if tile in tiles)
            other["tiles"][tile] += 1
            other["tiles"][same[tile == same[0]]] -= 1
        case ("layouts", "three", _):
            other["layouts"]["three"] = OTHER_SIDES
        case ("magic", str(name), "rule"):
            other["magic"][name]["rule"] = "magic-cut" if name != "cut-it-all" else "magic-turn"
        case ("totals", str(icon)):
            old, new = OTHER_CARD.get(icon, (icon, "a" if icon != "a" else "b"))
            cards = other["land"]["1"]
            fits = (number for number, card in enumerate(cards) if old in card and (new == "M" or new not in card))
            number = next(fits)
            cards[number] = cards[number].replace(old, new, 1)
            other["totals"] = counted(other)
        case _ if at in OTHER_STEPS:
            holder(other, at)[at[-1]] = OTHER_STEPS[at]
    if other != box:
        yield other


def as_toml(value: Any) -> str:
    """Plain data as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def sound(game: cloudtop.Game, box: dict[str, Any]) -> bool:
    """Whether a box can be played with."""
    try:
        return game.with_box(box).box_data != read_box(game.box_text())
    except BadPieces:
        return False


def other_box(game: cloudtop.Game, box: dict[str, Any], at: At) -> dict[str, Any] | None:
    """A box that can be played with and has another value at a key; None if there is none."""
    return next((each for each in changed(box, at) if sound(game, each)), None)


def test_every_key_that_has_another_value_is_tried() -> None:
    without = set()
    for name in ROOMS:
        game = cloudtop.game(name)
        box = read_box(game.box_text())
        without |= {".".join(map(str, at)) for at in keys(box) if other_box(game, box, at) is None}
    assert without == FIXED


@pytest.mark.parametrize("name", ROOMS)
def test_a_box_changed_in_any_key_passes_its_check(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = cloudtop.game(name)
    box = read_box(game.box_text())
    for at in keys(box):
        other = other_box(game, box, at)
        if other is None:
            continue
        path = tmp_path / "mine.toml"
        lines = [f"{json.dumps(key)} = {as_toml(value)}\n" for key, value in {"game": name, **other}.items()]
        path.write_text("".join(lines), encoding="utf-8")
        check(path, games=1, workers=1, as_json=True)
        told = json.loads(capsys.readouterr().out)
        assert told["changes"], at
        assert [(row["box"], row["games"]) for row in told["balance"]] == [("printed", 1), ("yours", 1)] * 2, at


@pytest.mark.parametrize(
    "command", [("serve", "--no-browser"), ("play", "strange-world"), ("simulate", "strange-world")]
)
def test_a_house_whose_printed_box_was_changed_is_not_opened(tmp_path: Path, command: tuple[str, ...]) -> None:
    source = Path(cloudtop.__file__).parent
    shutil.copytree(source, tmp_path / "cloudtop", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    pieces = tmp_path / "cloudtop/games/strange_world/pieces.toml"
    pieces.write_text(pieces.read_text("utf-8").replace("fumaroles = 11", "fumaroles = 9"), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "cloudtop", *command, *(["--data", "t.sqlite"] if command[0] == "serve" else [])],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "CLOUDTOP_PURE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2, told
    assert told.stdout == ""
    assert told.stderr.startswith("cloudtop: cloudtop/games/strange_world/pieces.toml was changed")
    assert "raise rules_version in cloudtop/games/strange_world/game.py to 3" in told.stderr
    assert told.stderr.count("\n") == 1
    assert not (tmp_path / "t.sqlite").exists()
