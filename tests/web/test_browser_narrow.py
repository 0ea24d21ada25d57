"""Where there is little room nothing is cut, covered or taken away: on a narrow phone, in a language of long words."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.rooms import ROOMS
from tests.web.browsing import OPEN_TARGETS, Surfer, surfing
from tests.web.visitors import BOT, FRIEND, ME, House, Visitor

NARROW = {"width": 360, "height": 640}
OUTSIDE = """() => [...document.querySelectorAll('.top a, .top button, .rounds, .deeds .btn, .end .btn, .pill')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const frame = (node.closest('.deeds, .end') ?? document.body).getBoundingClientRect();
    const spilt = !node.matches('.pill') && node.scrollWidth > node.clientWidth + 1;
    return box.left < frame.left || box.right > frame.right + 0.5 || spilt;
  }).map((node) => node.outerHTML.slice(0, 80))"""
CUT = """() => [...document.querySelectorAll('.steps strong, .slot .name')]
  .filter((node) => node.getClientRects().length && getComputedStyle(node).visibility === 'visible')
  .filter((node) => node.scrollWidth > node.clientWidth + 3 || node.scrollHeight > node.clientHeight + 6)
  .map((node) => node.textContent)"""
BEHIND_THE_COACH = """() => {
  const coach = document.querySelector('.coach').getBoundingClientRect();
  const picked = document.querySelectorAll('#boards [data-target].open, .outlook:not([hidden]), #loose button');
  return [...picked].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.bottom > coach.top + 1 && box.right > coach.left;
  }).map((node) => node.dataset.target ?? node.className);
}"""

ON_THE_GHOST = """() => {
  const ghost = document.querySelector('#boards [data-item=ghost]').getBoundingClientRect();
  const [x, y] = [ghost.x + ghost.width / 2, ghost.y + ghost.height / 2];
  return [...document.querySelectorAll('.handle')].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  }).map((node) => node.dataset.handle);
}"""


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


@pytest.mark.parametrize("locale", ["fr-FR", "ja-JP"])
def test_the_coach_leaves_a_short_phone_a_board_to_play_on(house: House, browser: Browser, locale: str) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW, locale=locale) as surfer:
        page = surfer.page
        surfer.open_table("cloudy-kingdom", seats=3)
        assert surfer.wait_for_turn()
        page.locator(".coach").wait_for()
        cell = page.locator("#boards [data-item=cell-a1]").bounding_box()
        assert cell is not None
        assert cell["width"] > 24
        x, y, _ = next(one for one in page.evaluate(OPEN_TARGETS) if one[2].startswith("cell:"))
        surfer.touch(x, y)
        surfer.settle()
        assert page.evaluate(BEHIND_THE_COACH) == []
        assert page.evaluate(ON_THE_GHOST) == [], "the piece that is turned is hidden by what turns it"


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
