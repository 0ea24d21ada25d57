"""What a finger does at the table: it stays on a line and sees what that speaks of; nothing it may tap is covered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect
from tests.full.web.test_browser_narrow import NARROW
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import House

COMMON_BOARD, POINTS = "skybridge", "strange-world"
"""A game with a common board, and one that soon has points."""
SMALL = {"width": 1280, "height": 720}
COVERED = """() => {
  const told = document.querySelector('#outlook:not([hidden])');
  if (!told) return [];
  const own = told.getBoundingClientRect();
  const tapped = '#boards [aria-pressed].open, #dock .slot, #loose .btn, .handle';
  return [...document.querySelectorAll(tapped)].filter((node) => {
    const box = node.getBoundingClientRect();
    const across = box.left < own.right - 1 && own.left + 1 < box.right;
    return box.width && across && box.top < own.bottom - 1 && own.top + 1 < box.bottom;
  }).map((node) => `${told.className}: ${node.dataset.target ?? node.className}`);
}"""


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody with a screen to be touched, beside which there is room for everything."""
    with surfing(browser, house.port, viewport=SMALL, has_touch=True) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        yield surfer


@contextmanager
def pressed(surfer: Surfer, line: Locator) -> Iterator[None]:
    """A finger that stays on a line."""
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = surfer.context.new_cdp_session(surfer.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    yield
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def played(surfer: Surfer, game: str, moves: int) -> None:
    """A table after some moves of one's own, at one's turn."""
    surfer.open_table(game, seats=2)
    for _ in range(moves):
        surfer.wait_for_turn()
        surfer.move()
    surfer.wait_for_turn()


def test_a_finger_that_stays_on_a_line_of_the_log_sees_it_on_the_board(surfer: Surfer) -> None:
    played(surfer, COMMON_BOARD, 2)
    page = surfer.page
    with pressed(surfer, page.locator("#log button.row").first):
        page.locator(".marks.point").first.wait_for(state="attached")
        page.locator(".marks.place .said").first.wait_for(state="attached")


def test_a_finger_that_stays_on_a_hint_sees_its_ghost_and_picks_nothing(surfer: Surfer) -> None:
    played(surfer, COMMON_BOARD, 1)
    page = surfer.page
    page.keyboard.press("h")
    line = page.locator(".hint-line").nth(1)
    line.wait_for()
    expect(line).not_to_have_class("hint-line on")
    with pressed(surfer, line):
        page.locator(".hint-line.on").nth(0).wait_for()
        expect(line).to_have_class("hint-line on")
    expect(line).to_be_visible()
    assert not surfer.confirm.is_enabled()
    assert not page.locator("[aria-pressed=true]:not(.enlarge)").count()


def test_a_finger_that_stays_on_points_sees_where_they_come_from(surfer: Surfer) -> None:
    played(surfer, POINTS, 8)
    page = surfer.page
    page.locator("[role=tab]").nth(1).tap()
    with pressed(surfer, page.locator("#score [data-why]").first):
        page.locator(".why-card").wait_for()
    expect(page.locator(".why-card")).to_be_visible()


def test_the_coach_s_look_back_names_places_that_the_board_shows(house: House, browser: Browser) -> None:
    def between(route: WebSocketRoute) -> None:
        server, asked = route.connect_to_server(), list[int]()

        def ask(message: str | bytes) -> None:
            # Whoever reviews speaks seldom: here it speaks whenever it is one's turn again, and about a place.
            wanted = json.loads(message)
            asked.extend([wanted["seq"]] if wanted["do"] == "review" else [])
            server.send(message)

        def answer(message: str | bytes) -> None:
            route.send(message)
            told = json.loads(message)
            if told["did"] == "moved" and told.get("decision") and told["decision"]["actions"] and asked:
                text = "Block of 3 on b2 was better."
                route.send(json.dumps({"did": "review", "seq": asked.pop(), "text": text}))

        route.on_message(ask)
        server.on_message(answer)

    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.route_web_socket("**/live", between)
        surfer.open_table(COMMON_BOARD, seats=2)
        surfer.wait_for_turn()
        page.locator(".coach").wait_for()
        surfer.move()
        surfer.wait_for_turn()
        expect(page.locator(".coach")).to_contain_text("b2")
        expect(page.locator(".marks.place .said")).to_have_text("b2")
        page.locator("[data-coach=ok]").click()
        expect(page.locator(".marks.place .said")).to_have_count(0)


@pytest.mark.parametrize("game", ROOMS)
def test_what_a_draft_brings_covers_nothing_that_can_be_tapped(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        surfer.open_table(game, seats=2)
        told = 0
        for _ in range(6):
            if not surfer.wait_for_turn():
                break
            surfer.consider()
            told += surfer.page.locator("#outlook:visible").count()
            assert surfer.page.evaluate(COVERED) == []
            before = surfer.moves
            surfer.confirm.click()
            surfer.page.locator(f"body:not([data-moves='{before}'])").wait_for()
        assert told, "something was told"
