"""What all tests share: the toy game in `tests/nim.py` can be imported, and can stand in the library as a guest."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples whenever they are tried, and as much time as a crowded machine takes for them.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

PLAIN_ONCE = (
    "core/test_box.py",
    "core/test_fair.py",
    "core/test_words.py",
    "guests/test_pages.py",
    "stage/*",
    "store/*",
    "terminal/test_reading.py",
    "test_figures.py",
    "test_guides.py",
    "test_lessons.py",
    "test_rooms.py",
    "test_rules_have_tests.py",
    "*/test_art*.py",
    "*/test_scene.py",
    "*/test_telling.py",
)
"""Tests that no compiled module decides: words, drawings, documents, files. They run on plain code alone.

What is shown, told and taught is also held to its promises on compiled code, by the sample of the conformance run.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what need not run again on compiled code."""
    for item in items:
        if HERE in item.path.parents and any(map(item.path.relative_to(HERE).match, PLAIN_ONCE)):
            item.add_marker("plain_once")


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy game as an installed package would bring it: through the entry point group `cloudtop.games`."""
    # The package offers a function of the same name, so the module itself has to be asked for.
    library = import_module("cloudtop.games")

    point = EntryPoint("coin-nim", "tests.nim:GAME", library.GROUP)
    monkeypatch.setattr(library, "entry_points", lambda group: [point] if group == point.group else [])
    library.forget()
    yield point.name
    library.forget()


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A PostgreSQL of this process's own."""
    from tests.store.postgres import postgres

    with postgres() as server:
        yield server


@pytest.fixture
def database_address(database_server: str) -> Iterator[str]:
    """An empty database."""
    from tests.store.postgres import database

    with database(database_server, f"t{secrets.token_hex(4)}") as address:
        yield address


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages are installed while a test runs."""
    library = import_module("cloudtop.games")
    before = set(sys.modules)
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    library.forget()
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    library.forget()
