"""All rooms alike: the same files, the same names in them, and nobody outside knows a game by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cloudtop
from cloudtop.core.rulebook import rule_id

PACKAGE = Path(cloudtop.__file__).parent
GAMES = PACKAGE / "games"
ROOMS = sorted(path.name for path in GAMES.iterdir() if (path / "game.py").exists())

FILES = {
    "__init__.py",
    "pieces.toml",
    "printed.toml",
    "pieces.py",
    "moves.py",
    "board.py",
    "rules.py",
    "fast.py",
    "effects.py",
    "state.py",
    "score.py",
    "view.py",
    "load.py",
    "prose.py",
    "telling.py",
    "scene.py",
    "bot.py",
    "observe.py",
    "game.py",
    "words.toml",
    "lessons.toml",
    "guide",
    "figures.toml",
    "art",
}
FORMER = re.compile(r"pieces-[0-9]+\.toml")
"""The printed box of an older version of the rules."""
ONE_BOARD = {"skybridge"}
"""Rooms whose views are boards made of components, without a `view.py`."""
IN_ART = {"__init__.py", "palette.py", "layout.py", "measures.py"}
"""Every room's art has these; what it draws is its own."""
GIVES = {
    "moves.py": {"MOVES"},
    "rules.py": {"RULEBOOK"},
    "view.py": {"Facts", "Position", "facts", "position"},
    "load.py": {"restore"},
    "prose.py": {"say_move", "say_score", "say_board"},
    "telling.py": {"steps", "step", "ask", "tell", "where", "about"},
    "scene.py": {"parts", "draw", "touched", "sprites"},
    "bot.py": {"JUDGE"},
    "observe.py": {"layout"},
    "game.py": {"GAME"},
}
"""What a newcomer looks for, and in which file of any room it is found."""

each_room = pytest.mark.parametrize("room", ROOMS)


def names_in(path: Path) -> set[str]:
    """What a module defines at its top level."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def test_there_are_four_rooms() -> None:
    assert len(ROOMS) == 4
    assert {room.replace("_", "-") for room in ROOMS} <= set(cloudtop.games())


@each_room
def test_a_room_has_the_files_of_every_room(room: str) -> None:
    found = {path.name for path in (GAMES / room).iterdir() if path.name != "__pycache__" and path.suffix != ".so"}
    former = {name for name in found if FORMER.fullmatch(name)}
    assert found - former == FILES - ({"view.py"} if room in ONE_BOARD else set())
    assert {path.name for path in (GAMES / room / "guide").iterdir()} == {"en.md", "fr.md", "ja.md"}
    assert {path.name for path in (GAMES / room / "art").iterdir()} >= IN_ART


@each_room
@pytest.mark.parametrize("file", sorted(GIVES))
def test_what_one_looks_for_is_where_it_is_in_every_room(room: str, file: str) -> None:
    if room in ONE_BOARD and file == "view.py":
        assert {"Board", "Position", "board_of"} <= names_in(GAMES / room / "board.py")
    else:
        assert GIVES[file] - names_in(GAMES / room / file) == set()


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
