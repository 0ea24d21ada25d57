"""Games of other packages, compiled together with the house: when such a build runs, and when it does not."""

from __future__ import annotations

import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from tests.support.nim import GAME as NIM
from tests.support.packages import install
from typer.testing import CliRunner

import cloudtop
from cloudtop import build
from cloudtop.cli import app
from cloudtop.lab import bench, together

SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with a build of its own and one with a package; returns the folder of the latter."""
    source = tmp_path / "core" / "state.py"
    source.parent.mkdir()
    source.write_text("HEIGHT = 3\n", encoding="utf-8")
    source.with_name(f"state{SUFFIX}").touch()
    own = {"cloudtop.core.state": build.digest(source)}
    (tmp_path / "compiled.json").write_text(json.dumps(own), encoding="utf-8")
    folder = tmp_path / "together"
    (folder / "cloudtop" / "core").mkdir(parents=True)
    (folder / "cloudtop" / "core" / f"state{SUFFIX}").touch()
    (folder / "stones").mkdir()
    (folder / "stones" / f"state{SUFFIX}").touch()
    package = tmp_path / "stones"
    package.mkdir()
    (package / "state.py").write_text("STONES = 7\n", encoding="utf-8")
    (package / "pieces.py").write_text("COLOURS: Final = 4\n", encoding="utf-8")
    guests = {"stones": build.sources_in(package)}
    stamp = {"python": SUFFIX, "version": cloudtop.__version__, "house": own, "guests": guests}
    (folder / "compiled.json").write_text(json.dumps(stamp), encoding="utf-8")
    monkeypatch.setattr(build, "HOME", tmp_path)
    monkeypatch.setattr(build, "STAMP", tmp_path / "compiled.json")
    monkeypatch.setenv("CLOUDTOP_BUILDS", str(folder))
    monkeypatch.setattr(build, "installed_in", lambda name: [str(tmp_path / name)])
    monkeypatch.delenv("CLOUDTOP_PURE", raising=False)
    return folder


def change(folder: Path, **keys: object) -> None:
    """Change the stamp of a build."""
    stamp = json.loads((folder / "compiled.json").read_text(encoding="utf-8"))
    (folder / "compiled.json").write_text(json.dumps({**stamp, **keys}), encoding="utf-8")


def test_a_build_that_fits_is_run(built: Path) -> None:
    assert build.choose() == ("compiled", "1 modules, together with stones")


def test_plain_python_can_still_be_forced(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOUDTOP_PURE", "1")
    assert build.choose()[0] == "plain"


def test_a_build_for_another_python_is_not_run_and_it_is_said_why(built: Path) -> None:
    change(built, python=".cpython-27.so")
    unused = "the build with stones is not used: it was made for another Python (cpython-27.so)"
    assert build.choose() == ("compiled", f"1 modules; {unused}")


def test_a_build_of_another_house_is_not_run(built: Path) -> None:
    change(built, house={"cloudtop.core.state": "0"})
    assert build.choose()[1].endswith("is not used: the house has changed since (cloudtop.core.state)")


def test_a_build_of_another_release_is_not_run(built: Path) -> None:
    change(built, version="0.0.9")
    assert build.choose()[1].endswith("is not used: it was made for Cloudtop 0.0.9")


def test_a_build_that_lacks_a_module_is_not_run(built: Path) -> None:
    (built / "cloudtop" / "core" / f"state{SUFFIX}").unlink()
    assert build.choose()[1].endswith("is not used: cloudtop.core.state is missing")


@pytest.mark.parametrize("stamp", ["", "{", "[]", "{}", '{"python": 1, "house": 3, "guests": 4}'])
def test_a_stamp_that_cannot_be_read_is_no_build(built: Path, stamp: str) -> None:
    (built / "compiled.json").write_text(stamp, encoding="utf-8")
    assert build.choose() == ("compiled", "1 modules")


def finder() -> build.TogetherFinder:
    """What finds the modules of the build that is there."""
    found = build.made_together()
    assert found is not None
    return build.TogetherFinder(found)


def test_a_package_that_was_built_is_found_compiled_beside_the_house(built: Path) -> None:
    package = str(built.parent / "stones")
    spec = finder().find_spec("stones.state", [package])
    assert spec is not None
    assert spec.origin == str(built / "stones" / f"state{SUFFIX}")
    assert finder().find_spec("cloudtop.core.state", [str(built.parent / "core")]) is not None
    assert finder().find_spec("stones.pieces", [package]) is None
    assert finder().find_spec("json", None) is None


@pytest.mark.parametrize("file", ["state.py", "pieces.py", "new.py"])
def test_a_package_any_source_of_which_has_changed_runs_as_it_is_written(built: Path, file: str) -> None:
    package = built.parent / "stones"
    (package / file).write_text("COLOURS: Final = 5\n", encoding="utf-8")
    assert finder().find_spec("stones.state", [str(package)]) is None
    assert finder().find_spec("cloudtop.core.state", [str(built.parent / "core")]) is not None
    told = "1 modules, together with stones; changed since, and plain until built again: stones"
    assert build.choose() == ("compiled", told)


def test_of_modules_that_were_compiled_together_none_runs_without_the_others(built: Path) -> None:
    package, asked = built.parent / "stones", finder()
    assert asked.find_spec("stones.state", [str(package)]) is not None
    (package / "pieces.py").unlink()
    assert asked.find_spec("stones.state", [str(package)]) is not None
    assert finder().find_spec("stones.state", [str(package)]) is None


def test_a_source_that_cannot_be_read_does_not_close_the_house(built: Path) -> None:
    (built.parent / "stones" / "lost.py").symlink_to("nowhere.py")
    assert build.choose()[0] == "compiled"


# ---------------------------------------------------------------------- what cannot be built


@pytest.fixture
def stones(site: Path) -> Path:
    """A package that is installed; returns its folder."""
    return install(site, "stones")


def stones_game() -> cloudtop.Game:
    """The game of that package."""
    from importlib import import_module

    found: cloudtop.Game = import_module("stones.game").GAME
    return found


def test_a_game_in_a_package_of_others_or_without_a_state_cannot_be_built(stones: Path) -> None:
    with pytest.raises(together.CannotBuild, match=r"stones has no state\.py"):
        together.hot_modules(stones_game())
    (stones / "state.py").touch()
    (stones / "bot.py").touch()
    assert list(together.hot_modules(stones_game())) == ["stones.state", "stones.bot"]
    with pytest.raises(together.CannotBuild, match=r"skybridge is in cloudtop\.games\.skybridge"):
        together.hot_modules(cloudtop.game("skybridge"))


def test_a_house_that_runs_plain_python_refuses_to_build(
    stones: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stones / "state.py").touch()
    monkeypatch.setattr(build, "STAMP", tmp_path / "nothing.json")
    with pytest.raises(together.CannotBuild, match=r"plain Python \(nothing compiled here\); compile it first"):
        together.build_together([stones_game()])


def test_what_does_not_compile_is_told_with_file_and_line_and_changes_nothing(built: Path, stones: Path) -> None:
    (stones / "state.py").write_text("x: int = 'seven'\n", encoding="utf-8")
    before = build.choose()
    with pytest.raises(together.CannotBuild, match=r"cannot be compiled: stones/state\.py:1: error: Incompat"):
        together.compile_in(staged(stones), ["stones.state"])
    assert build.choose() == before


def staged(package: Path) -> Path:
    """A folder with the source of a package."""
    stage = package.parent.parent / "stage"
    together.copy_sources(package, stage / package.name)
    assert not list(stage.rglob("*.toml"))
    return stage


def test_a_build_is_forgotten(built: Path) -> None:
    said = CliRunner().invoke(app, ["build", "--forget"])
    assert said.output == "The house runs its own build again.\n"
    assert not built.exists()
    assert CliRunner().invoke(app, ["build", "--forget"]).output == "There was no build with other games.\n"


def test_the_benchmark_tells_plain_rules_in_a_compiled_house_from_compiled_ones() -> None:
    assert bench.rules_build(NIM) == "plain"
    assert bench.label({"build": "compiled", "rules": "plain"}) == "compiled, rules plain"
    assert bench.label({"build": "compiled", "rules": "compiled"}) == "compiled"
