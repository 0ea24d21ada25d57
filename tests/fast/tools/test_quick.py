"""`make quick` runs the tests of the files that changed: the folder decides which."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import quick

FILES = (
    "src/cloudtop/core/state.py",
    "src/cloudtop/games/skybridge/score.py",
    "src/cloudtop/web/app.py",
    "tests/fast/core/test_state.py",
    "tests/fast/rooms/test_lessons.py",
    "tests/fast/skybridge/test_score.py",
    "tests/fast/conformance/test_rules.py",
    "tests/fast/table/test_table.py",
    "tests/fast/web/test_app.py",
    "tests/full/web/test_browser.py",
    "tests/support/web/visitors.py",
    "docs/contract.md",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/cloudtop/web/app.py", ["src/cloudtop/web/app.py", "tests/fast/web"]),
        ("tests/support/web/visitors.py", ["tests/fast/web"]),
        ("tests/full/web/test_browser.py", ["tests/full/web/test_browser.py"]),
        ("docs/contract.md", ["docs/contract.md", "tests/fast/rooms"]),
        ("README.txt", []),
        ("src/cloudtop/web/gone.py", ["tests/fast/web"]),
        (
            "src/cloudtop/games/skybridge/score.py",
            [
                "src/cloudtop/games/skybridge/score.py",
                "tests/fast/conformance",
                "tests/fast/rooms",
                "tests/fast/skybridge",
            ],
        ),
    ],
)
def test_the_folder_decides_which_tests_run(root: Path, changed: str, tests: list[str]) -> None:
    assert quick.chosen([changed], root) == tests


def test_a_test_in_a_folder_that_is_run_anyway_is_run_once(root: Path) -> None:
    assert quick.chosen(["tests/support/web/visitors.py", "tests/fast/web/test_app.py"], root) == ["tests/fast/web"]


def test_every_area_of_the_source_has_tests() -> None:
    package, fast = quick.ROOT / "src" / "cloudtop", quick.ROOT / quick.FAST
    there = {path.name for path in fast.iterdir() if any(path.glob("test_*.py"))}
    for folder in package.iterdir():
        if (folder / "__init__.py").exists():
            areas = {folder.name, *quick.BESIDES.get(folder.name, ())}
            assert areas & there, folder.name
    assert {area for areas in quick.BESIDES.values() for area in areas} <= there
