"""What all tests share: the toy game in `tests/nim.py` can be imported, and can stand in the library as a guest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))


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
