"""Installing from source as a stranger does: clean environments, build isolation on, with and without a compiler."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.compiled.clean import environment_in, leave_an_earlier_build, run, source_in, without_compiler
from tests.support.compiled.opened import opened

pytestmark = pytest.mark.timeout(1800)
PLAY = """
import cloudtop
for name in cloudtop.games():
    state = cloudtop.game(name).deal(seed=1)
    while turn := state.turn():
        state.play(turn[0], state.legal(turn[0])[0])
    print(name, state.scores())
"""
QUIET = ("--disable-pip-version-check", "--no-color")


class Source(NamedTuple):
    """A checkout as it is cloned, and its commit."""

    folder: Path
    commit: str


@pytest.fixture
def source(tmp_path: Path) -> Source:
    """A new checkout of the files as they are now."""
    return Source(*source_in(tmp_path))


def test_an_archive_is_built_from_source_and_from_it_a_compiled_wheel_that_plays(
    source: Source, tmp_path: Path
) -> None:
    leave_an_earlier_build(source.folder)
    builder = environment_in(tmp_path / "builder")
    run(builder / "pip", "install", "--quiet", *QUIET, "build", cwd=tmp_path)
    said = run(builder / "python", "-m", "build", "--outdir", tmp_path / "dist", source.folder, cwd=tmp_path)
    assert re.search(r"^cloudtop: compiled \d\d modules in", said, re.MULTILINE)
    (archive,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as opened_archive:
        names = {name.partition("/")[2] for name in opened_archive.getnames()}
    assert {"setup.py", "CHANGELOG.md", "constraints.txt", "src/cloudtop/built.json"} <= names
    assert not [name for name in names if name.startswith("tests") or name.endswith((".so", "compiled.json"))]
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "none-any" not in wheel.name
    clean = environment_in(tmp_path / "clean")
    run(clean / "pip", "install", "--quiet", *QUIET, wheel, cwd=tmp_path)
    version = run(clean / "cloudtop", "--version", cwd=tmp_path)
    assert re.fullmatch(rf"cloudtop \S+, commit {source.commit[:10]} \(compiled: \d\d modules\)\n", version)
    assert len(run(clean / "python", "-c", PLAY, cwd=tmp_path).splitlines()) == 4
    assert opened(clean / "cloudtop", tmp_path) == {"ready": True}


@pytest.mark.parametrize("route", ["install", "wheel", "git"])
def test_without_a_compiler_every_route_ends_in_plain_python_that_says_so(
    source: Source, tmp_path: Path, route: str
) -> None:
    leave_an_earlier_build(source.folder)
    machine = without_compiler(tmp_path / "bin")
    clean = environment_in(tmp_path / "clean")
    pip = (clean / "pip", *QUIET, "--verbose")
    match route:
        case "install":
            said = run(*pip, "install", ".", cwd=source.folder, **machine)
        case "wheel":
            said = run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ".", cwd=source.folder, **machine)
            (wheel,) = tmp_path.glob("*.whl")
            assert wheel.name.endswith("-py3-none-any.whl")
            run(*pip, "install", wheel, cwd=tmp_path, **machine)
        case _:
            said = run(*pip, "install", f"git+file://{source.folder}", cwd=tmp_path, **machine)
    (line,) = (line.strip() for line in said.splitlines() if "plain Python" in line)
    reason = "there was no C compiler when it was built"
    assert line.startswith(f"cloudtop: plain Python, slower: {reason}; with a C compiler and Python's headers")
    version = run(clean / "cloudtop", "--version", cwd=tmp_path, **machine)
    assert re.fullmatch(rf"cloudtop \S+, commit {source.commit[:10]} \(plain: {reason}\)\n", version)
    assert not list((tmp_path / "clean").rglob("gone.py"))
    if route == "wheel":
        assert opened(clean / "cloudtop", tmp_path) == {"ready": True}
