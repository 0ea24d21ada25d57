"""Boxes, options that fit, memory and the next game, in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import House

from cloudtop.web.live.boxes import boxes_in

LARGE = 'game = "coin-nim"\nname = "Large heaps"\nstones = [2, 9, 11]\n'
MANY = 'game = "coin-nim"\nstones = [3, 4, 5, 6, 7, 8, 9]\n'


@pytest.fixture
def house(tmp_path: Path, guest: str) -> Iterator[House]:
    """A house that offers two boxes of the toy game."""
    (tmp_path / "large.toml").write_text(LARGE, encoding="utf-8")
    (tmp_path / "many.toml").write_text(MANY, encoding="utf-8")
    with House(tmp_path / "tables.sqlite", boxes=boxes_in(tmp_path)) as house:
        yield house


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody at a browser."""
    with surfing(browser, house.port) as surfer:
        yield surfer


def choose(surfer: Surfer, name: str, value: str) -> None:
    """Choose something that is laid out side by side."""
    surfer.page.locator(f"label[for='{name}-{value}']").click()


def test_a_table_is_set_up_with_a_box_and_without_a_memory(surfer: Surfer) -> None:
    page = surfer.page
    page.goto("/new/coin-nim")
    labels = page.locator("#options fieldset")
    expect(labels).to_have_count(3)
    choose(surfer, "box", "large")
    expect(page.locator("#box-large")).to_be_focused()
    # A heap of two is too small for three.
    expect(page.locator("[name=option-stones] + label")).to_have_text(["9", "11"])
    page.locator("#seats li .choose button").last.click()
    expect(page.locator("[name=option-stones] + label")).to_have_text(["2", "9", "11"])
    choose(surfer, "option-stones", "1")
    choose(surfer, "memory", "on")
    expect(page.locator("#told")).to_contain_text("Large heaps")
    page.locator("#start").click()
    surfer.wait_for_turn()
    page.evaluate("document.getElementById('told').open = true")
    expect(page.locator("#text")).to_have_text("9 stones, taken []")
    expect(page.locator("#terms")).to_have_text(
        "It is played with another box than the printed one. What everybody saw is not shown again: keep it in mind."
    )


def test_many_values_are_listed_and_one_is_no_choice(surfer: Surfer) -> None:
    page = surfer.page
    page.goto("/new/coin-nim")
    choose(surfer, "box", "many")
    page.locator("select#option-stones").select_option(label="8")
    expect(page.locator("#told")).to_contain_text("8")
    page.locator("#start").click()
    surfer.wait_for_turn()
    page.evaluate("document.getElementById('told').open = true")
    expect(page.locator("#text")).to_contain_text("8 stones")


def test_a_usual_table_has_no_remarks(surfer: Surfer) -> None:
    surfer.open_table("coin-nim", seats=2)
    expect(surfer.page.locator("#terms")).to_be_hidden()


def test_the_next_game_is_offered_at_the_end_of_a_first_one(surfer: Surfer) -> None:
    page = surfer.page
    page.goto("/new/coin-nim?stones=5")
    page.locator("#seats li .choose button").last.click()
    page.locator("#start").click()
    surfer.play_to_the_end()
    offered = page.locator("#final .next")
    expect(offered).to_contain_text("Now with a larger heap.")
    first = page.url
    offered.get_by_role("button", name="Again: seven").click()
    page.wait_for_url(lambda url: url != first)
    surfer.wait_for_turn()
    page.evaluate("document.getElementById('told').open = true")
    expect(page.locator("#text")).to_contain_text("7 stones")
    surfer.play_to_the_end()
    expect(page.locator("#final .next")).to_have_count(0)
