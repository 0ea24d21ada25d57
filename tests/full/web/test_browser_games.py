"""Every game of the library is played in Chromium, from the first page to the final score."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import House


@pytest.mark.parametrize("game", ROOMS)
def test_game_is_played_by_mouse_from_the_library_to_the_final_score(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.walk_to_table(game, seats=2)
        surfer.play_to_the_end()
        final = surfer.page.locator("#final")
        scores = [int(text) for text in final.locator(".ranks .score").all_inner_texts()]
        totals = [int(text) for text in final.locator("tfoot td").all_inner_texts()]
    assert sorted(scores) == sorted(totals)


@pytest.mark.parametrize("game", ROOMS)
def test_move_is_made_by_keyboard_alone(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table(game)
        assert surfer.wait_for_turn()
        before = surfer.moves
        pick_by_keyboard(surfer)
        surfer.page.locator(f"body:not([data-moves='{before}'])").wait_for()
        if surfer.wait_for_turn():
            assert surfer.page.evaluate("document.activeElement !== document.body"), "the focus was lost"


def pick_by_keyboard(surfer: Surfer) -> None:
    """Walk to a target with the arrows, pick it, and so on until the move can be confirmed; then confirm it."""
    keys = surfer.page.keyboard
    for step in range(60):
        surfer.settle()
        if surfer.confirm.is_enabled():
            surfer.page.locator("#main").focus()
            keys.press("Enter")
            return
        for _ in range(step % 4 + 1):
            keys.press(surfer.dice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        if surfer.page.evaluate("document.activeElement.getAttribute('aria-pressed') === 'false'"):
            keys.press("Enter")
        elif surfer.page.locator("[data-loose]").count():
            surfer.page.locator("[data-loose]").first.focus()
    raise AssertionError("sixty steps, and no move")


def test_whole_game_is_played_by_keyboard_alone(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page, keys = surfer.page, surfer.page.keyboard
        page.goto("/")
        page.locator(".feet a.primary").first.focus()
        keys.press("Enter")
        page.locator("#seats li").first.wait_for()
        for bot in page.locator("input[value=calm]").all():
            bot.focus()
            keys.press("Space")
        page.locator("#start").focus()
        keys.press("Enter")
        surfer.board.wait_for()
        for _ in range(400):
            if not surfer.wait_for_turn():
                break
            before = surfer.moves
            surfer.settle()
            while not surfer.confirm.is_enabled():
                keys.press("m")
                page.locator(".all-moves button").last.wait_for()
                page.locator(".all-moves button").last.focus()
                keys.press("Enter")
                page.locator(".moves-dialog").wait_for(state="detached")
                surfer.settle()
            page.locator("#main").focus()
            keys.press("Enter")
            page.locator(f"body:not([data-moves='{before}'])").wait_for()
        page.locator("#final-title").wait_for()


def test_whole_game_is_played_on_a_phone_in_japanese(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True, locale="ja-JP") as surfer:
        surfer.walk_to_table(ROOMS[0], seats=2)
        assert surfer.page.locator("html").get_attribute("lang") == "ja"
        wide = surfer.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        surfer.play_to_the_end()
        assert "得点" in surfer.page.locator("#final").inner_text()


IN_SIGHT = """() => {
  const open = [...document.querySelectorAll('#dock [data-target].open')].map((node) => node.getBoundingClientRect());
  return !open.length || open.some((box) => box.left >= 0 && box.right <= innerWidth);
}"""
"""Whether something of what may be picked beside the board can be seen."""


@pytest.mark.parametrize("game", ROOMS)
def test_what_can_be_picked_comes_into_sight_on_a_small_phone(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, phone=True, viewport={"width": 360, "height": 640}) as surfer:
        surfer.open_table(game)
        for _ in range(8):
            if not surfer.wait_for_turn():
                break
            assert surfer.page.evaluate(IN_SIGHT)
            surfer.move()
