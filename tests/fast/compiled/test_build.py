"""Plain or compiled: which build runs, that a stale one never does, and that both play the same games."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop import build, program

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "src" / "cloudtop"


def run(*arguments: str, pure: bool) -> str:
    """What a fresh Python prints, on plain code or on whatever is built."""
    environment = {**os.environ, "CLOUDTOP_PURE": "1" if pure else "0"}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


# ---------------------------------------------------------------------- which build runs


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with one compiled module, made from the source that lies there."""
    source = tmp_path / "core" / "state.py"
    source.parent.mkdir()
    source.write_text("HEIGHT = 3\n", encoding="utf-8")
    source.with_name("state" + EXTENSION_SUFFIXES[0]).touch()
    stamp = {"cloudtop.core.state": hashlib.sha256(source.read_bytes()).hexdigest()}
    (tmp_path / "compiled.json").write_text(json.dumps(stamp), encoding="utf-8")
    monkeypatch.setattr(build, "HOME", tmp_path)
    monkeypatch.setattr(build, "STAMP", tmp_path / "compiled.json")
    monkeypatch.setattr(build, "NOTE", tmp_path / "built.json")
    monkeypatch.setenv("CLOUDTOP_BUILDS", str(tmp_path / "together"))
    monkeypatch.delenv("CLOUDTOP_PURE", raising=False)
    return tmp_path


def test_fresh_compiled_modules_are_run(house: Path) -> None:
    assert build.stale(build.made_from()) == []
    assert build.choose() == ("compiled", "1 modules")


def test_plain_python_can_be_forced(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOUDTOP_PURE", "1")
    assert build.choose() == ("plain", "CLOUDTOP_PURE=1")


def test_an_edited_source_makes_its_compiled_module_stale(house: Path) -> None:
    (house / "core" / "state.py").write_text("HEIGHT = 4\n", encoding="utf-8")
    assert build.choose() == ("plain", "source changed since it was compiled: cloudtop.core.state")


def test_a_changed_stamp_makes_a_compiled_module_stale(house: Path) -> None:
    (house / "compiled.json").write_text('{"cloudtop.core.state": "0000"}', encoding="utf-8")
    assert build.stale(build.made_from()) == ["cloudtop.core.state"]
    assert build.choose()[0] == "plain"


@pytest.mark.parametrize("gone", ["state.py", "state" + EXTENSION_SUFFIXES[0]])
def test_a_compiled_module_without_its_source_or_binary_is_stale(house: Path, gone: str) -> None:
    (house / "core" / gone).unlink()
    assert build.choose()[0] == "plain"


@pytest.mark.parametrize("stamp", [None, "", "{", "[]", "null", "3", "{}", "\x00"])
def test_without_a_readable_stamp_nothing_counts_as_compiled(house: Path, stamp: str | None) -> None:
    (house / "compiled.json").unlink()
    if stamp is not None:
        (house / "compiled.json").write_text(stamp, encoding="utf-8")
    assert build.choose() == ("plain", "nothing compiled here")


def test_a_plain_build_says_why_it_was_not_compiled(house: Path) -> None:
    (house / "compiled.json").unlink()
    (house / "built.json").write_text('{"plain": "there was no C compiler when it was built"}', encoding="utf-8")
    assert build.choose() == ("plain", "there was no C compiler when it was built")


@pytest.mark.parametrize("note", ["", "{", "[]", "3"])
def test_a_note_that_cannot_be_read_says_nothing(house: Path, note: str) -> None:
    (house / "compiled.json").unlink()
    (house / "built.json").write_text(note, encoding="utf-8")
    assert build.choose() == ("plain", "nothing compiled here")


def test_the_moment_of_the_latest_compilation_is_known(house: Path) -> None:
    os.utime(house / "compiled.json", ns=(7, 7))
    assert build.compiled_at() == 7
    (house / "compiled.json").unlink()
    assert build.compiled_at() == 0


# ---------------------------------------------------------------------- which program runs


def test_the_commit_is_the_one_that_was_built(house: Path) -> None:
    (house / "built.json").write_text('{"commit": "0123456789abcdef"}', encoding="utf-8")
    assert program.commit() == "0123456789abcdef"


def test_without_a_note_only_a_checkout_knows_its_commit(house: Path) -> None:
    # It lies below a folder that may be anybody's repository.
    (house / ".git").mkdir()
    assert program.commit() == ""


def test_a_checkout_names_its_commit_and_whether_it_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "src" / "cloudtop"
    home.mkdir(parents=True)
    (home / "version.py").write_text("one\n", encoding="utf-8")
    who = {f"GIT_{role}_{part}": "test" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    for command in ("init --quiet", "add --all", "commit --quiet --message one"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, env=os.environ | who, check=True)
    monkeypatch.setattr(build, "HOME", home)
    monkeypatch.setattr(build, "NOTE", home / "built.json")
    commit = program.commit()
    assert re.fullmatch("[0-9a-f]{40}", commit)
    (home / "version.py").write_text("two\n", encoding="utf-8")
    assert program.commit() == f"{commit}+changes"


def test_the_plain_finder_finds_source_of_the_house_and_nothing_else() -> None:
    finder = build.PlainFinder()
    spec = finder.find_spec("cloudtop.core.state", [str(PACKAGE / "core")])
    assert spec is not None
    assert spec.origin == str(PACKAGE / "core" / "state.py")
    assert finder.find_spec("json.decoder", [str(PACKAGE / "core")]) is None
    assert finder.find_spec("cloudtop", None) is None
    assert finder.find_spec("cloudtop.core.nowhere", [str(PACKAGE / "core")]) is None


def test_the_program_says_its_version_and_its_build() -> None:
    command = ("-c", "from cloudtop.cli import main; main()", "--version")
    said = run(*command, pure=False)
    name = re.escape(program.this_program().name)
    assert re.fullmatch(rf"cloudtop {name} \((plain|compiled): .+\)\n", said)
    assert run(*command, pure=True) == f"cloudtop {program.this_program().name} (plain: CLOUDTOP_PURE=1)\n"


def test_plain_code_is_loaded_from_source_even_beside_binaries() -> None:
    script = (
        "import sys, cloudtop; cloudtop.game('skybridge');"
        "print(*{m.__file__.rpartition('.')[2] for n, m in sys.modules.items() if n.startswith('cloudtop.')})"
    )
    assert run("-c", script, pure=True) == "py\n"


# ---------------------------------------------------------------------- both builds play alike

PLAY = """
import hashlib, json, random, cloudtop
from cloudtop.core.playout import random_playout
for name in cloudtop.games():
    game = cloudtop.game(name)
    digest = hashlib.sha256()
    for seed in range(20):
        players = game.player_counts[seed % len(game.player_counts)]
        state, rng = game.deal(players=players, seed=seed), random.Random(seed)
        for step in range(40):
            random_playout(state, rng, 3)
            for seat in range(players):
                imagined = state.imagine(seat, random.Random(step))
                digest.update(json.dumps([state.legal(seat), state.view(seat).to_dict(), imagined.dump()]).encode())
                digest.update(repr(state.score_sheet(seat)).encode())
            digest.update(repr([state.turn(), state.scores(), state.outcome(), state.dump()]).encode())
    print(name, digest.hexdigest())
"""


@pytest.mark.slow("plays eighty games on plain and on compiled code")
def test_plain_and_compiled_code_play_the_same_games_from_the_same_seeds() -> None:
    plain = run("-c", PLAY, pure=True)
    assert plain == run("-c", PLAY, pure=False)
    assert [line.split()[0] for line in plain.splitlines()] == list(cloudtop.games())


# ---------------------------------------------------------------------- what may be compiled


def compiled_sources() -> list[Path]:
    """The modules that `setup.py` compiles."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    patterns = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HOT"
    )
    return sorted(path for pattern in patterns for path in PACKAGE.glob(pattern))


def literal_shifts(source: str) -> list[str]:
    """Every shift whose left side is a literal: wrong in compiled code as soon as the result exceeds 31 bits."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant)
    ]


def test_shifts_of_literals_are_noticed() -> None:
    assert literal_shifts("a = 1 << n\nb = bits << 2\nc = [2 << i for i in x]\n") == ["1 << n", "2 << i"]


@pytest.mark.parametrize("path", compiled_sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_compiled_module_shifts_a_literal(path: Path) -> None:
    assert literal_shifts(path.read_text(encoding="utf-8")) == []


def test_what_must_be_quick_is_compiled_in_every_room_and_the_rulebook_is_not() -> None:
    sources = compiled_sources()
    for name in ROOMS:
        room = PACKAGE.joinpath(*cloudtop.game(name).package.split(".")[1:])
        quick = ("moves", "fast", "effects", "state", "score", "bot")
        assert [part for part in quick if room / f"{part}.py" not in sources] == []
        assert room / "rules.py" not in sources
