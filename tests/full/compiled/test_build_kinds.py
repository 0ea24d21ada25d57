"""Builds of a package of a few lines by `setup.py`: compiled, or plain with the reason, and never half of both."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from tests.support.compiled.clean import ROOT, committed, run

STATE = "from __future__ import annotations\n\n\ndef twice(number: int) -> int:\n    return 2 * number\n"
PROJECT = """
[project]
name = "cloudtop"
version = "1.2.3"

[tool.setuptools.packages.find]
where = ["src"]

[tool.mypy]
mypy_path = "src"
explicit_package_bases = true
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A project that is built as Cloudtop is, with one module worth compiling."""
    home = tmp_path / "project" / "src" / "cloudtop"
    (home / "core").mkdir(parents=True)
    for folder in (home, home / "core"):
        (folder / "__init__.py").touch()
    (home / "core" / "state.py").write_text(STATE, encoding="utf-8")
    project = tmp_path / "project"
    shutil.copy(ROOT / "setup.py", project)
    (project / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (project / ".gitignore").write_text("build\ndist\n*.egg-info\n.mypy_cache\n*.json\n*.so\n", encoding="utf-8")
    return project


def compiler_that_fails(folder: Path, about: str) -> dict[str, str]:
    """The environment with a C compiler that refuses files with these letters in their names."""
    script = folder / "cc"
    script.write_text(f'#!/bin/sh\ncase "$*" in *{about}*) echo "cc: no" >&2; exit 1;; esac\nexec gcc "$@"\n')
    script.chmod(0o755)
    return {"CC": str(script)}


def wheel_of(project: Path, **environment: str) -> tuple[Path, str]:
    """The wheel that is built, and what was said."""
    said = run(sys.executable, "setup.py", "--quiet", "bdist_wheel", cwd=project, **environment)
    (wheel,) = (project / "dist").glob("*.whl")
    return wheel, said


def note_in(wheel: Path) -> dict[str, str]:
    """The note of a wheel on how it was built."""
    with zipfile.ZipFile(wheel) as archive:
        note: dict[str, str] = json.loads(archive.read("cloudtop/built.json"))
    return note


def names_in(wheel: Path) -> list[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_with_a_compiler_the_wheel_is_compiled_and_says_how_it_goes(package: Path) -> None:
    commit = committed(package)
    wheel, said = wheel_of(package)
    names = names_in(wheel)
    assert "none-any" not in wheel.name
    assert f"cloudtop/core/state{sysconfig.get_config_var('EXT_SUFFIX')}" in names
    assert "cloudtop/compiled.json" in names
    assert note_in(wheel) == {"commit": commit}
    assert "step 1 of 2" in said
    assert "step 2 of 2" in said
    assert "cloudtop: compiled 1 modules in" in said
    assert "plain Python" not in said


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        ("trial", "the headers of Python or of C were missing when it was built"),
        ("__native", "the C compiler failed when it was built"),
    ],
)
def test_a_compiler_that_fails_makes_a_plain_wheel_that_says_why(
    package: Path, tmp_path: Path, refused: str, reason: str
) -> None:
    wheel, said = wheel_of(package, **compiler_that_fails(tmp_path, refused))
    assert wheel.name == "cloudtop-1.2.3-py3-none-any.whl"
    assert not [name for name in names_in(wheel) if name.endswith((".so", "compiled.json"))]
    assert note_in(wheel)["plain"] == reason
    (line,) = (line for line in said.splitlines() if "plain Python" in line)
    assert line.startswith(f"cloudtop: plain Python, slower: {reason}")
    assert line.endswith("(Debian: gcc libc6-dev python3-dev) it is compiled")


def test_source_that_mypyc_refuses_makes_a_plain_wheel_that_says_why(package: Path) -> None:
    (package / "src/cloudtop/core/state.py").write_text(STATE + "\n\ntwice('two')\n", encoding="utf-8")
    wheel, said = wheel_of(package)
    assert wheel.name == "cloudtop-1.2.3-py3-none-any.whl"
    assert note_in(wheel)["plain"] == "mypyc refused the source when it was built"
    assert "core/state.py:8: error:" in said
    assert said.count("plain Python, slower") == 1


def test_what_an_earlier_build_left_is_not_in_the_wheel(package: Path) -> None:
    wheel_of(package, CLOUDTOP_PURE="1")
    for library in (package / "build").glob("lib*"):
        for name in ("gone.py", "compiled.json", "state.so"):
            (library / "cloudtop" / name).touch()
    shutil.rmtree(package / "dist")
    wheel, _ = wheel_of(package, CLOUDTOP_PURE="1")
    assert [name for name in names_in(wheel) if name.startswith("cloudtop/")] == [
        "cloudtop/__init__.py",
        "cloudtop/built.json",
        "cloudtop/core/__init__.py",
        "cloudtop/core/state.py",
    ]


def test_a_changed_tree_says_so_and_a_source_archive_carries_the_commit(package: Path, tmp_path: Path) -> None:
    commit = committed(package)
    run(sys.executable, "setup.py", "--quiet", "sdist", cwd=package)
    (archive,) = (package / "dist").glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path, filter="data")
    wheel, _ = wheel_of(tmp_path / "cloudtop-1.2.3", CLOUDTOP_PURE="1")
    assert note_in(wheel)["commit"] == commit
    (package / "pyproject.toml").write_text(PROJECT + "\n", encoding="utf-8")
    wheel, _ = wheel_of(package, CLOUDTOP_PURE="1")
    assert note_in(wheel)["commit"] == f"{commit}+changes"
    named, _ = wheel_of(package, CLOUDTOP_PURE="1", CLOUDTOP_COMMIT="0123")
    assert note_in(named)["commit"] == "0123"


def test_in_place_modules_are_put_whole_and_the_stamp_is_written_last(package: Path) -> None:
    home = package / "src" / "cloudtop"
    build = ("setup.py", "--quiet", "build_ext", "--inplace")
    run(sys.executable, *build, cwd=package)
    binary = home / "core" / f"state__mypyc{sysconfig.get_config_var('EXT_SUFFIX')}"
    stamp = json.loads((home / "compiled.json").read_text())
    assert list(stamp) == ["cloudtop.core.state"]
    assert (home / "compiled.json").stat().st_mtime_ns >= binary.stat().st_mtime_ns
    assert run(
        sys.executable, "-c", "import cloudtop.core.state as s; print(s.twice(4), s.__file__)", cwd=package / "src"
    )
    # A program that has it open keeps the file it has: the new one is another file.
    with binary.open("rb") as opened:
        before = opened.read()
        (home / "core" / "state.py").write_text(STATE.replace("2 *", "3 *"), encoding="utf-8")
        run(sys.executable, *build, cwd=package)
        opened.seek(0)
        assert opened.read() == before
    assert binary.read_bytes() != before
    assert json.loads((home / "compiled.json").read_text()) != stamp
    assert not list(package.rglob("*.part"))
    # A build that fails leaves what is there, and its stamp, which no longer fits the source.
    (home / "core" / "state.py").write_text(STATE + "\n\ntwice('two')\n", encoding="utf-8")
    said = run(sys.executable, *build, cwd=package)
    assert said.count("plain Python, slower: mypyc refused the source") == 1
