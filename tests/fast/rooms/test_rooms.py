"""All rooms alike: rules of the guide, numbers of moves in one file, and no game named outside its room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cloudtop
from cloudtop.core.rulebook import rule_id

PACKAGE = Path(cloudtop.__file__).parent
GAMES = PACKAGE / "games"
ROOMS = sorted(path.name for path in GAMES.iterdir() if (path / "game.py").exists())

each_room = pytest.mark.parametrize("room", ROOMS)


def test_there_are_four_rooms() -> None:
    assert len(ROOMS) == 4
    assert {room.replace("_", "-") for room in ROOMS} <= set(cloudtop.games())


@each_room
def test_every_rule_of_the_rulebook_is_one_of_the_guide_s(room: str) -> None:
    game = cloudtop.game(room.replace("_", "-"))
    for rules in game.rulebook.rules.values():
        ids = [rule_id(rule) for rule in rules]
        assert set(ids) - set(game.rule_ids) == set()
        assert len(set(ids)) == len(ids)
        assert all(rule.__doc__ for rule in rules), "a rule is told in a sentence"


@each_room
def test_numbers_of_moves_are_reckoned_with_in_one_file(room: str) -> None:
    """A number of a move is looked up elsewhere, never added to, divided or compared in size."""
    reckoning = re.compile(r"\baction\s*(?://|%|\*|\+|-|<|>)|(?://|%|\*|\+|-|<=?|>=?)\s*action\b")
    for path in (GAMES / room).rglob("*.py"):
        if path.name != "moves.py":
            lines = path.read_text(encoding="utf-8").splitlines()
            assert [line for line in lines if reckoning.search(line.partition("#")[0].partition("->")[0])] == []


def title(room: str) -> str:
    """The name on the box."""
    return cloudtop.game(room.replace("_", "-")).title()


def test_no_game_is_named_outside_its_room() -> None:
    names = [name for room in ROOMS for name in (room, room.replace("_", "-"), title(room))]
    read = (".py", ".js", ".ts", ".html", ".css", ".toml")
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).parts
        in_a_room = inside[0] == "games" and len(inside) > 2
        if path.suffix in read and not in_a_room:
            text = path.read_text(encoding="utf-8").lower()
            found += [f"{path.relative_to(PACKAGE)}: {name}" for name in names if name.lower() in text]
    assert found == []
