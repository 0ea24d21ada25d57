"""What all tests share: the toy game in `tests/nim.py` can be imported, and can stand in the library as a guest."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.store.postgres import database, postgres


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy game as an installed package would bring it: through the entry point group `cloudtop.games`."""
    # The package offers a function of the same name, so the module itself has to be asked for.
    library = import_module("cloudtop.games")

    def forget() -> None:
        library._rooms.cache_clear()
        library.game.cache_clear()

    point = EntryPoint("coin-nim", "tests.nim:GAME", library.GROUP)
    monkeypatch.setattr(library, "entry_points", lambda group: [point] if group == point.group else [])
    forget()
    yield point.name
    forget()


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A PostgreSQL of this process's own."""
    with postgres() as server:
        yield server


@pytest.fixture
def database_address(database_server: str) -> Iterator[str]:
    """An empty database."""
    with database(database_server, f"t{secrets.token_hex(4)}") as address:
        yield address
