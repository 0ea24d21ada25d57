"""A turn at the table in Chromium: picked, turned, dragged, drafted step by step, changed, and ended once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import OPEN_TARGETS, Surfer, surfing
from tests.support.web.visitors import House

STEPPED = "cloud-city"
"""A game whose turns have several steps."""
PLAIN = "skybridge"
"""One whose turns are one move."""


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody at a browser."""
    with surfing(browser, house.port, viewport={"width": 1440, "height": 900}) as surfer:
        yield surfer


def open_on(surfer: Surfer, place: str) -> list[tuple[float, float, str]]:
    """Where targets are open on the stage (`#boards`) or in the dock (`#dock`)."""
    surfer.settle()
    inside = f"([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('{place}'))"
    return [tuple(spot) for spot in surfer.page.evaluate(OPEN_TARGETS) if surfer.page.evaluate(inside, spot[:2])]


def tap_on(surfer: Surfer, place: str) -> str:
    """Tap the first open target there."""
    x, y, target = open_on(surfer, place)[0]
    surfer.touch(x, y)
    surfer.settle()
    return target


def lay(surfer: Surfer, game: str = STEPPED) -> None:
    """Sit down and draft the first move of a turn."""
    surfer.open_table(game, seats=2)
    surfer.wait_for_turn()
    tap_on(surfer, "#dock")
    tap_on(surfer, "#boards")


def test_move_is_not_made_before_the_turn_is_ended(surfer: Surfer) -> None:
    lay(surfer)
    before = surfer.moves
    expect(surfer.page.locator("#steps .step.done")).to_have_count(1)
    expect(surfer.confirm).to_be_disabled()
    surfer.page.locator("#dock .of-slots .slot.open[data-target^=draw]").first.click()
    surfer.settle()
    expect(surfer.confirm).to_be_enabled()
    assert surfer.moves == before
    surfer.page.locator("#main").focus()
    surfer.page.keyboard.press("Enter")
    surfer.page.locator(f"body:not([data-moves='{before}'])").wait_for()
    assert surfer.moves >= before + 2


def test_piece_on_the_board_is_held_in_its_slot_and_can_be_put_back(surfer: Surfer) -> None:
    lay(surfer)
    held = surfer.page.locator("#dock .slot.is-held")
    expect(held).to_have_count(1)
    held.click()
    surfer.settle()
    expect(surfer.page.locator("#dock .slot.is-held")).to_have_count(0)


def test_handles_turn_the_piece_and_stay_large(surfer: Surfer) -> None:
    lay(surfer)
    handles = surfer.page.locator(".handle")
    expect(handles).to_have_count(2)
    box = handles.first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48
    before = handles.first.get_attribute("aria-label")
    assert before is not None
    handles.last.click()
    surfer.settle()
    # They are drawn again once the board has moved to its new frame.
    expect(handles.first).not_to_have_attribute("aria-label", before)
    surfer.page.keyboard.press("Shift+R")
    surfer.settle()
    expect(handles.first).to_have_attribute("aria-label", before)


def test_escape_and_undo_take_picks_back_without_asking_the_table(surfer: Surfer) -> None:
    lay(surfer)
    before = surfer.moves
    surfer.page.keyboard.press("Escape")
    surfer.settle()
    expect(surfer.page.locator("#dock .slot.is-held")).to_have_count(0)
    expect(surfer.page.locator("#dock .slot.chosen")).to_have_count(1)
    surfer.page.keyboard.press("u")
    surfer.settle()
    expect(surfer.page.locator(".slot.chosen")).to_have_count(0)
    assert surfer.moves == before


def test_enter_on_a_pick_never_takes_it_back(surfer: Surfer) -> None:
    surfer.open_table(PLAIN, seats=2)
    surfer.wait_for_turn()
    slot = surfer.page.locator("#dock .slot.open").first
    slot.focus()
    surfer.page.keyboard.press("Enter")
    surfer.settle()
    chosen = surfer.page.locator("#dock .slot.chosen")
    expect(chosen).to_have_count(1)
    chosen.focus()
    surfer.page.keyboard.press("Enter")
    expect(chosen).to_have_count(1)


def test_number_picks_a_slot(surfer: Surfer) -> None:
    surfer.open_table(PLAIN, seats=2)
    surfer.wait_for_turn()
    surfer.page.keyboard.press("2")
    surfer.settle()
    expect(surfer.page.locator("#dock .slot").nth(1)).to_have_class("slot chosen")


def test_piece_is_dragged_at_the_size_of_the_board_and_flies_home(surfer: Surfer) -> None:
    surfer.open_table(PLAIN, seats=2)
    surfer.wait_for_turn()
    page = surfer.page
    x, y, _ = open_on(surfer, "#dock")[0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 60, steps=4)
    page.locator(".dragged svg").wait_for()
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    surfer.settle()
    expect(page.locator(".slot.chosen, .slot.is-held")).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 60, steps=4)
    surfer.settle()
    cx, cy, _ = open_on(surfer, "#boards")[0]
    page.mouse.move(cx, cy + 24, steps=4)
    page.mouse.up()
    surfer.settle()
    expect(surfer.confirm).to_be_enabled()


def test_step_is_returned_to_by_a_tap_on_it(surfer: Surfer) -> None:
    lay(surfer)
    cells = surfer.page.locator("#boards use.open[data-target^=cell][aria-pressed]")
    expect(cells).to_have_count(0)
    surfer.page.locator("#steps .step.done").click()
    assert cells.count() > 0


def test_settings_say_when_moves_are_made(surfer: Surfer) -> None:
    surfer.open_table(PLAIN, seats=2)
    surfer.wait_for_turn()
    page, before = surfer.page, surfer.moves
    page.locator("[data-settings]").click()
    page.locator("label[for=confirm-never]").click()
    page.keyboard.press("Escape")
    tap_on(surfer, "#dock")
    x, y, _ = open_on(surfer, "#boards")[0]
    surfer.touch(x, y)
    page.locator(f"body:not([data-moves='{before}'])").wait_for()


def test_every_step_can_be_confirmed_by_itself(surfer: Surfer) -> None:
    surfer.context.add_init_script("localStorage.setItem('confirm', 'step')")
    lay(surfer)
    before = surfer.moves
    expect(surfer.confirm).to_be_enabled()
    surfer.confirm.click()
    surfer.page.locator(f"body[data-moves='{before + 1}']").wait_for()


def test_draft_survives_a_break_of_the_connection(surfer: Surfer) -> None:
    lay(surfer)
    surfer.context.set_offline(True)
    surfer.page.evaluate("dispatchEvent(new Event('online'))")
    surfer.context.set_offline(False)
    surfer.page.locator("[data-settings]").focus()
    surfer.page.keyboard.press("v")
    surfer.settle()
    expect(surfer.page.locator("#dock .slot.is-held")).to_have_count(1)
    expect(surfer.page.locator("#steps .step.done")).to_have_count(1)


def test_what_it_brings_is_told_before_it_is_done(surfer: Surfer) -> None:
    lay(surfer, PLAIN)
    expect(surfer.page.locator("#outlook")).to_be_visible()


def test_other_form_of_the_board_is_shown_and_the_draft_stays(surfer: Surfer) -> None:
    lay(surfer)
    before = surfer.board.inner_html()
    surfer.page.keyboard.press("p")
    expect(surfer.page.locator("#dock .slot.is-held")).to_have_count(1)
    surfer.page.wait_for_function(
        "html => document.querySelector('#boards .panel > svg').innerHTML !== html", arg=before
    )


@pytest.mark.parametrize("game", ROOMS)
def test_nothing_scrolls_on_a_phone_and_every_button_is_large_enough(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        surfer.open_table(game)
        surfer.wait_for_turn()
        page = surfer.page
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        small = page.evaluate(
            "[...document.querySelectorAll('#bar button, #dock .slot[data-target], .top .btn')]"
            ".map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])"
            ".filter(([box]) => box.width && Math.min(box.width, box.height) < 43.5).map(([box, name]) => name)"
        )
        assert small == []


@pytest.mark.parametrize("game", ROOMS)
def test_everything_on_the_table_answers_a_tap(surfer: Surfer, game: str) -> None:
    surfer.open_table(game, seats=2)
    surfer.wait_for_turn()
    page = surfer.page
    for slot in page.locator("#dock .slot:not([data-target])").all()[:6]:
        slot.click()
        page.locator("#tip").wait_for()
        assert page.locator("#tip").inner_text().strip()
        page.keyboard.press("Escape")
        page.locator("#tip").wait_for(state="hidden")
