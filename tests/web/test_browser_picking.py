"""Picking a move by its targets, in any order, as the page's script does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.web.browsing import script, surfing
from tests.web.visitors import House

MOVES = [
    ["hand:a", "cell:1", "turn:0"],
    ["hand:a", "cell:1", "turn:1"],
    ["hand:a", "cell:2", "turn:0"],
    ["hand:b", "cell:1", "turn:0"],
    ["draw:1"],
]
"""A decision: two cards, two places, one of which is closed to the second card; or a card is drawn instead."""

TAPS = """async ([script, moves, taps]) => {
  const { Picks } = await import(script);
  const picks = new Picks(moves.map((targets, action) => ({ action, targets, notation: '', words: '' })));
  const answers = taps.map((target) => (target === 'R' ? String(picks.rotate()) : picks.tap(target)));
  return { answers, chosen: picks.chosen, open: [...picks.open()].sort(), move: picks.settled()?.action ?? null };
}"""


@pytest.fixture
def page(house: House, browser: Browser) -> Iterator[Page]:
    """Any page of the house: the scripts are asked directly."""
    with surfing(browser, house.port) as surfer:
        surfer.page.goto("/")
        yield surfer.page


def tap(page: Page, *taps: str, moves: list[list[str]] = MOVES) -> dict[str, Any]:
    """What is picked, open and considered after some taps."""
    found: dict[str, Any] = page.evaluate(TAPS, [script(page, "picking.js"), moves, list(taps)])
    return found


def test_targets_are_picked_in_any_order(page: Page) -> None:
    assert tap(page, "hand:a", "cell:2")["move"] == tap(page, "cell:2", "hand:a")["move"] == 2


def test_pick_narrows_what_is_open(page: Page) -> None:
    assert tap(page, "hand:b")["open"] == ["cell:1", "turn:0"]


def test_rotation_is_adjusted_and_never_has_to_be_picked(page: Page) -> None:
    assert tap(page, "hand:a", "cell:1")["move"] == 0
    assert tap(page, "hand:a", "cell:1", "R")["move"] == 1
    assert tap(page, "hand:a", "cell:1", "R", "R")["move"] == 0
    assert tap(page, "hand:a", "R")["answers"] == ["picked", "false"]


def test_forced_pick_is_not_asked_for(page: Page) -> None:
    assert tap(page, "cell:2")["move"] == 2
    assert tap(page, moves=[["pass"]])["move"] == 0


def test_second_tap_confirms(page: Page) -> None:
    assert tap(page, "draw:1", "draw:1")["answers"] == ["picked", "confirm"]


def test_second_tap_on_an_earlier_pick_takes_it_back(page: Page) -> None:
    found = tap(page, "hand:a", "cell:1", "hand:a")
    assert (found["answers"][-1], found["chosen"]) == ("dropped", ["cell:1"])


def test_other_target_of_the_same_kind_replaces_the_pick(page: Page) -> None:
    assert tap(page, "hand:a", "cell:1", "cell:2")["move"] == 2
    assert tap(page, "hand:a", "cell:2", "hand:b")["chosen"] == ["hand:b"]


def test_target_that_does_not_go_with_the_picks_is_refused(page: Page) -> None:
    found = tap(page, "hand:b", "cell:2")
    assert (found["answers"], found["chosen"]) == (["picked", "refused"], ["hand:b"])


def test_target_of_another_sort_of_move_changes_the_plan(page: Page) -> None:
    assert tap(page, "hand:a", "draw:1")["chosen"] == ["draw:1"]
