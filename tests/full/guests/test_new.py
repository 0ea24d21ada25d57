"""`cloudtop new`: what a game may be called, what is refused, and that what is made is clean."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.support.guests.making import KINDS

import cloudtop
from cloudtop.cli import main
from cloudtop.cli.guests import BadName, make_package, read_name, rendered
from cloudtop.core.errors import CloudtopError

LONG = "Abcdefghij Klmnopqrst Uvwxyz"
"""As long as a name may be."""


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Lucky Stones", ("Lucky Stones", "lucky-stones", "lucky_stones", "LuckyStones")),
        ("lucky-stones", ("Lucky Stones", "lucky-stones", "lucky_stones", "LuckyStones")),
        ("lucky_stones", ("Lucky Stones", "lucky-stones", "lucky_stones", "LuckyStones")),
        ("  Lucky   Stones ", ("Lucky Stones", "lucky-stones", "lucky_stones", "LuckyStones")),
        ("7 Wonders".replace("7", "Seven"), ("Seven Wonders", "seven-wonders", "seven_wonders", "SevenWonders")),
        ("Go2", ("Go2", "go2", "go2", "Go2")),
    ],
)
def test_a_name_is_written_in_four_ways(text: str, called: tuple[str, ...]) -> None:
    assert read_name(text) == called


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "letters a to z"),
        ("7 wonders", "a letter first"),
        ("Été", "letters a to z"),
        ("lucky/stones", "letters a to z"),
        ("../lucky", "letters a to z"),
        ('lucky "stones"', "letters a to z"),
        ("lucky--stones", "letters a to z"),
        ("class", "a word of Python itself"),
        ("none", "a word of Python itself"),
        ("random", "a module of Python's own library"),
        ("msgspec", "there is a Python package 'msgspec' already"),
        ("cloudtop", "there is a Python package 'cloudtop' already"),
        (LONG + "4", "a name has 28 at most"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadName, match=reason):
        read_name(text)


def test_the_name_of_a_game_that_is_there_is_refused(guest: str) -> None:
    for name in ("Skybridge", guest):
        with pytest.raises(BadName, match="already"):
            read_name(name)


@pytest.mark.parametrize(("name", "kind"), [("Game", "plain"), ("Facts", "plain"), ("Deck", "cards"), ("Lay", "tiles")])
def test_a_name_that_the_code_needs_is_refused_and_nothing_is_made(tmp_path: Path, name: str, kind: str) -> None:
    with pytest.raises(BadName, match="means something else in the game's code"):
        make_package(read_name(name), kind, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "lucky-stones" / "mine.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    with pytest.raises(CloudtopError, match="is there already"):
        make_package(read_name("Lucky Stones"), "plain", tmp_path)
    assert [path.name for path in kept.parent.iterdir()] == ["mine.txt"]


def test_nothing_is_left_behind_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, text: str, encoding: str) -> int:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        make_package(read_name("Lucky Stones"), "plain", tmp_path)
    assert list(tmp_path.iterdir()) == []


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["cloudtop", *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as left:
        main()
    return left.value.code


def test_the_command_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "new", "Lucky Stones", "--into", "my games") in (0, None)
    told = capsys.readouterr().out
    assert 'pip install --no-build-isolation --editable "my games/lucky-stones"' in told
    assert (tmp_path / "my games" / "lucky-stones" / ".gitignore").exists()


def test_what_was_typed_wrongly_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    for wrong in (["--cards", "--tiles"], ["--into", "file"], ["--dice"]):
        assert run(monkeypatch, "new", "Lucky Stones", *wrong) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_filled_in(kind: str) -> None:
    files = dict(rendered(read_name("Lucky Stones"), kind))
    assert not [path for path, text in files.items() if "@" in path + text.replace("@property", "")]
    project = tomllib.loads(files["pyproject.toml"])["project"]
    point = EntryPoint("lucky-stones", project["entry-points"]["cloudtop.games"]["lucky-stones"], "cloudtop.games")
    assert f"src/{point.module.replace('.', '/')}.py" in files
    assert project["dependencies"] == [f"cloudtop>={cloudtop.__version__}"]


def test_what_is_made_is_clean_whatever_it_is_called(tmp_path: Path) -> None:
    folders = [make_package(read_name(f"Go {kind}"), kind, tmp_path) for kind in KINDS]
    folders += [make_package(read_name(LONG), kind, tmp_path / kind) for kind in KINDS]
    house = Path(cloudtop.__file__).parent.parent
    environment = {**os.environ, "MYPYPATH": os.pathsep.join([str(house), *(str(path / "src") for path in folders)])}
    ruff = [sys.executable, "-m", "ruff"]
    checks = [[*ruff, "check", "--no-cache", "."], [*ruff, "format", "--no-cache", "--check", "."]]
    sources = [str(path / part) for path in folders[:3] for part in ("src", "tests")]
    mypy = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache")]
    for check in [*checks, [*mypy, *sources]]:
        done = subprocess.run(check, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
