"""The two kinds of store, both real."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest
from tests.store.postgres import database, postgres


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
