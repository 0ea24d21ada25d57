"""A change of mind is never refused, and what is refused is refused for the right reason: random taps in every game."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import pytest
from playwright.sync_api import Browser, Page
from tests.support.rooms import ROOMS
from tests.support.web.browsing import surfing
from tests.support.web.tapping import Tapper, missed_at_random, tapped_at_random
from tests.support.web.visitors import House

TAPS, MISSES = 60, 12


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    """Any page of a house, for all tests: the scripts are asked directly."""
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    with House(path) as house, surfing(browser, house.port) as surfer:
        surfer.page.goto("/tables")
        yield surfer.page


@pytest.mark.parametrize("game", ROOMS)
def test_no_tap_on_an_open_target_is_refused(page: Page, game: str) -> None:
    assert tapped_at_random(Tapper(page, game, 2, seed=5), TAPS) == TAPS


@pytest.mark.parametrize("game", ROOMS)
def test_every_other_tap_is_answered_with_a_rule_that_is_true(page: Page, game: str) -> None:
    assert missed_at_random(Tapper(page, game, 2, seed=6), MISSES) >= MISSES


USUAL = {"cloud-city": 3, "cloudy-kingdom": 2, "skybridge": 2, "strange-world": 2}
"""Taps for a usual turn at most, besides the one that ends it; a walkway takes two more."""


@pytest.mark.parametrize("game", ROOMS)
def test_usual_turn_takes_few_taps(page: Page, game: str) -> None:
    tapper = Tapper(page, game, 2, seed=7)
    turns: list[int] = []
    while len(turns) < 15 and not tapper.over:
        taps = tapper.turn()
        turns.append(sum(taps) - 2 * max(0, len(taps) - 2))
        tapper.play()
    assert median(turns) <= USUAL[game]
