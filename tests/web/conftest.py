"""What the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.bad_games import NAME, Fault
from tests.web.browsing import chromium
from tests.web.visitors import House, Visitor


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a file."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with nobody in it."""
    with House(tmp_path / "tables.sqlite") as house:
        yield house


@pytest.fixture
def mira(house: House) -> Iterator[Visitor]:
    """Somebody with a browser."""
    with house.visitor() as visitor:
        yield visitor


@pytest.fixture
def noor(house: House) -> Iterator[Visitor]:
    """Somebody else with a browser."""
    with house.visitor() as visitor:
        yield visitor


@pytest.fixture
def faulty(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The library with the faulty game, and a house that loses patience soon."""
    library = import_module("cloudtop.games")
    point = EntryPoint(NAME, "tests.web.bad_games:GAME", library.GROUP)
    monkeypatch.setattr(library, "entry_points", lambda group: [point])
    monkeypatch.setattr(Fault, "where", "")
    watch = house.tables.asides.watch
    watch.patience = watch.aside = watch.beat = 0.1
    library.forget()
    yield NAME
    library.forget()
