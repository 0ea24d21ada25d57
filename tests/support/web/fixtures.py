"""Fixtures of the web tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser
from tests.support.library import with_guest
from tests.support.web.bad_games import NAME, Fault
from tests.support.web.browsing import chromium
from tests.support.web.visitors import House, Visitor

from cloudtop.web.live import bots, playing, tables


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is dealt the same games whenever it runs, and bots choose the same: what fails once fails again."""
    dice = Random(f"{request.path.name}::{request.node.name}")
    monkeypatch.setattr(tables, "new_shuffle", lambda: f"{dice.getrandbits(256):064x}")
    for module in (bots, playing):
        monkeypatch.setattr(module, "new_seed", lambda: dice.getrandbits(128))


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
    monkeypatch.setattr(Fault, "where", "")
    watch = house.tables.asides.watch
    watch.patience = watch.aside = 0.3
    watch.beat = 0.1
    with with_guest(NAME, "tests.support.web.bad_games:GAME"):
        yield NAME
