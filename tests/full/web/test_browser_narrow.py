"""Where there is little room nothing is cut, covered or taken away: on a narrow phone, in a language of long words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import BOT, FRIEND, ME, House, Visitor

NARROW = {"width": 360, "height": 640}
OUTSIDE = """() => [...document.querySelectorAll('.top a, .top button, .rounds, .deeds .btn, .end .btn, .pill')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const frame = (node.closest('.deeds, .end') ?? document.body).getBoundingClientRect();
    const spilt = !node.matches('.pill') && node.scrollWidth > node.clientWidth + 1;
    return box.left < frame.left || box.right > frame.right + 0.5 || spilt;
  }).map((node) => node.outerHTML.slice(0, 80))"""
CUT = """() => [...document.querySelectorAll('.steps strong, .slot .name, .rounds > span')]
  .filter((node) => node.getClientRects().length && getComputedStyle(node).visibility === 'visible')
  .filter((node) => node.scrollWidth > node.clientWidth + 3 || node.scrollHeight > node.clientHeight + 6)
  .map((node) => node.textContent)"""
BEHIND_THE_COACH = """() => {
  const coach = document.querySelector('.coach').getBoundingClientRect();
  const picked = document.querySelectorAll('#boards [data-target].open, .outlook:not([hidden]), #loose button');
  return [...picked].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.bottom > coach.top + 1 && box.top < coach.bottom - 1 && box.right > coach.left && box.left < coach.right;
  }).map((node) => node.dataset.target ?? node.className);
}"""

FRAME = """() => {
  const { top, bottom } = document.querySelector('#boards').getBoundingClientRect();
  return [top, bottom];
}"""
PROMPT_OVER_BOARD = """() => {
  const free = document.querySelector('#boards').getBoundingClientRect().top;
  return document.querySelector('#prompt').getBoundingClientRect().bottom - free;
}"""
A_LITTLE = 14
"""So many pixels a question of three lines may reach into the air above a board."""
HIDDEN_BY_HANDLES = """() => {
  const handles = [...document.querySelectorAll('.handle')].map((node) => node.getBoundingClientRect());
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  return [...document.querySelectorAll('#boards use[data-target], #boards use.ghost')].filter((node) => {
    const [x, y] = middle(node);
    return handles.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom);
  }).length;
}"""

HEIGHT = "(node) => node.getBoundingClientRect().height"
ENOUGH = 140
"""So many pixels of board can be played on; where there is room there are more."""
AT_ITS_START = """async (node) => {
  await Promise.all(node.getAnimations().map((one) => one.finished));
  const { left } = node.getBoundingClientRect();
  node.style.animation = 'none';
  node.getBoundingClientRect();
  node.style.animation = '';
  for (const one of node.getAnimations()) one.pause();
  return [left, node.getBoundingClientRect().left];
}"""
"""Where something stands, and where it stood when it began to appear."""


def seated(
    surfer: Surfer, house: House, visitor: Visitor, game: str, *seats: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """A table of which a browser and a visitor share the first seat: one plays for the other."""
    opened = visitor.open(game, ME, *seats, **more)
    for cookie in visitor.http.cookies.jar:
        address = f"http://127.0.0.1:{house.port}"
        surfer.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": address}])
    return opened


@pytest.mark.parametrize("game", ROOMS)
def test_nothing_of_a_table_is_cut_on_the_narrowest_phone(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW, locale="fr-FR") as surfer:
        surfer.open_table(game, seats=2)
        assert surfer.wait_for_turn()
        assert surfer.page.evaluate(OUTSIDE) == []
        assert surfer.page.evaluate(CUT) == []


@pytest.mark.parametrize("viewport", [NARROW, {"width": 1280, "height": 720}])
def test_the_coach_stands_on_nothing_that_can_be_picked(
    house: House, browser: Browser, viewport: dict[str, int]
) -> None:
    with surfing(browser, house.port, phone=viewport == NARROW, viewport=viewport) as surfer:
        page = surfer.page
        surfer.open_table("cloud-city", seats=2)
        assert surfer.wait_for_turn()
        page.locator(".coach").wait_for()
        assert page.locator("#boards [data-target].open").count()
        assert page.evaluate(BEHIND_THE_COACH) == []
        surfer.move()


@pytest.mark.parametrize("game", ROOMS)
def test_a_newcomer_with_a_short_phone_sees_the_board(house: House, browser: Browser, game: str) -> None:
    """Both in a lesson and beside the coach, and there is a way out of the lesson."""
    with surfing(browser, house.port, phone=True, viewport=NARROW, locale="fr-FR") as surfer:
        page = surfer.page
        page.goto(f"/learn/{game}")
        page.locator("[data-next]").click()
        page.locator("body[data-lesson=task]").wait_for()
        assert page.locator("#boards .panel").evaluate(HEIGHT) >= ENOUGH
        assert page.locator("#lesson header a .icon").evaluate(HEIGHT) >= 16
        assert page.evaluate(OUTSIDE) == []
        surfer.open_table(game, seats=2)
        assert surfer.wait_for_turn()
        page.locator(".coach").wait_for()
        assert page.locator("#boards .panel").evaluate(HEIGHT) >= ENOUGH
        assert page.evaluate(BEHIND_THE_COACH) == []


def test_the_coach_rises_where_it_will_stand(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        surfer.open_table("cloud-city", seats=2)
        assert surfer.wait_for_turn()
        surfer.page.locator(".coach").wait_for()
        left, before = surfer.page.locator(".coach").evaluate(AT_ITS_START)
        assert before == left


def sun_to_turn(surfer: Surfer, house: House, mira: Visitor) -> Page:
    """A table whose first decision is about the Sun, and is one's own."""
    for _ in range(40):
        opened = seated(surfer, house, mira, "strange-world", BOT, BOT)
        line = mira.connect(opened["table"], {})
        line.my_turn()
        if any("sun:left" in row[1] for row in line.rows):
            surfer.page.goto(f"/t/{opened['table']}")
            assert surfer.wait_for_turn()
            return surfer.page
    raise AssertionError("the Sun was never one's own")


def test_a_decision_that_takes_the_stage_shows_what_can_be_picked_and_nothing_else(
    house: House, browser: Browser, mira: Visitor
) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW) as surfer:
        page = sun_to_turn(surfer, house, mira)
        shown = [slot for slot in page.locator("#boards .slot").all() if slot.is_visible()]
        assert [slot.get_attribute("data-target") for slot in shown] == ["sun:left", "sun:right"]
        stage = page.locator("#main").bounding_box()
        assert stage is not None
        for slot in shown:
            box = slot.bounding_box()
            assert box is not None
            assert stage["y"] < box["y"] < stage["y"] + stage["height"] - box["height"]


def test_what_others_choose_meanwhile_takes_neither_the_stage_nor_the_question(
    house: House, browser: Browser, mira: Visitor, noor: Visitor
) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        page = surfer.page
        opened = seated(surfer, house, mira, "strange-world", FRIEND)
        noor.follow(opened["links"][0]["url"])
        mine, theirs = mira.connect(opened["table"], {}), noor.connect(opened["table"], {})
        theirs.dealt()
        while not (mine.actions and theirs.actions):
            if mine.actions or theirs.actions:
                (mine if mine.actions else theirs).play()
            mine.ask("ping", "pong")
            theirs.ask("ping", "pong")
        page.goto(f"/t/{opened['table']}")
        assert surfer.wait_for_turn()
        asked = page.locator("#prompt").inner_text()
        page.evaluate("""() => {
          window.taken = [];
          const look = () => taken.push(document.querySelector('.stage.following, .telling') !== null);
          new MutationObserver(look).observe(document.documentElement, { subtree: true, attributeFilter: ['class'] });
        }""")
        theirs.play()
        page.locator("#others .status .icon").wait_for()
        assert not any(page.evaluate("taken"))
        assert page.locator("#prompt").inner_text() == asked


@pytest.mark.parametrize("game", ["cloud-city", "cloudy-kingdom", "skybridge"])
def test_the_board_of_a_phone_stays_where_it_is_while_one_picks(house: House, browser: Browser, game: str) -> None:
    """What was told of the others' moves makes room for the steps of one's own, pixel for pixel."""
    with surfing(browser, house.port, phone=True, viewport=NARROW) as surfer:
        page = surfer.page
        page.goto("/")
        page.evaluate("localStorage.setItem('coach', 'off')")
        surfer.open_table(game, seats=2)
        assert surfer.wait_for_turn()
        surfer.move()
        assert surfer.wait_for_turn()
        page.locator("#since").wait_for()
        before = page.evaluate(FRAME)
        page.locator("#dock .slot.open").first.tap()
        page.locator("#dock .slot.chosen").wait_for()
        expect(page.locator("#since")).to_be_hidden()
        assert page.locator(".steps .step").count()
        assert page.evaluate(FRAME) == before


def test_on_a_phone_a_hint_is_seen_on_the_board_and_taken_by_a_second_tap(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW) as surfer:
        page = surfer.page
        surfer.open_table("cloud-city", seats=2)
        assert surfer.wait_for_turn()
        page.locator("[data-deed=hint]").tap()
        lines = page.locator(".hint-line")
        lines.nth(1).wait_for()
        assert "again" in page.locator("#hints .small").inner_text()
        card = page.locator("#hints").bounding_box()
        assert card is not None
        assert page.evaluate(FRAME)[1] <= card["y"]
        lines.nth(1).tap()
        expect(lines.nth(1)).to_have_class("hint-line on")
        expect(page.locator("#hints")).to_be_visible()
        lines.nth(1).tap()
        expect(page.locator("#hints")).to_be_hidden()
        page.locator(".handle").first.wait_for()
        assert page.evaluate(HIDDEN_BY_HANDLES) == 0
        # Its ghost stands there already.
        page.locator("[data-deed=hint]").tap()
        lines.first.wait_for()
        lines.first.tap()
        expect(page.locator("#hints")).to_be_hidden()


@pytest.mark.parametrize("language", ["fr-FR", "ja-JP"])
@pytest.mark.parametrize("game", ROOMS)
def test_a_question_does_not_lie_over_the_board(house: House, browser: Browser, game: str, language: str) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW, locale=language) as surfer:
        page = surfer.page
        surfer.open_table(game, seats=2)
        assert surfer.wait_for_turn()
        assert page.evaluate(PROMPT_OVER_BOARD) <= A_LITTLE
        surfer.consider()
        assert page.evaluate(PROMPT_OVER_BOARD) <= A_LITTLE
