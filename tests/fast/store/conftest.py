"""A store in a file."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of an empty store."""
    return str(tmp_path / "deep" / "tables.sqlite")
