"""A store in PostgreSQL."""

from __future__ import annotations

import pytest


@pytest.fixture
def address(database_address: str) -> str:
    """The address of an empty store."""
    return database_address
