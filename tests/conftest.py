"""Fixtures of all tests."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples whenever they are tried, and as much time as a crowded machine takes for them.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# Helper modules are imported as `tests.support...`.
sys.path.insert(0, str(Path(__file__).parents[1]))
# Settings of whoever runs the tests are none of theirs.
os.environ["CLOUDTOP_CONFIG"] = os.devnull


@pytest.fixture
def guest() -> Iterator[str]:
    """The toy game as an installed package would bring it."""
    from tests.support.library import with_guest

    with with_guest("coin-nim", "tests.support.nim:GAME"):
        yield "coin-nim"


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A PostgreSQL of this process's own."""
    from tests.support.store.postgres import postgres

    with postgres() as server:
        yield server


@pytest.fixture
def database_address(database_server: str) -> Iterator[str]:
    """An empty database."""
    from tests.support.store.postgres import database

    with database(database_server, f"t{secrets.token_hex(4)}") as address:
        yield address


@pytest.fixture
def site(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages are installed while a test runs."""
    library = import_module("cloudtop.games")
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    # A package whose loading was given up may have come into `sys.modules` after its own test.
    forget_modules(tmp_path_factory.getbasetemp())
    library.forget()
    yield folder
    forget_modules(tmp_path_factory.getbasetemp())
    library.forget()


def forget_modules(folder: Path) -> None:
    """Take the modules of packages installed below a folder out of `sys.modules`."""
    for name, module in list(sys.modules.items()):
        if str(folder) in str(getattr(module, "__file__", "")):
            del sys.modules[name]
