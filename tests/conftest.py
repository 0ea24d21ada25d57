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
