"""Every lesson is learned in Chromium, from the library to a real table: by mouse, finger or keyboard, in Japanese."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page
from tests.support.rooms import ROOMS
from tests.support.web.browsing import script, surfing
from tests.support.web.learning import learner_at
from tests.support.web.visitors import House

import cloudtop


def nothing_is_cut(page: Page) -> None:
    """The bubble stands on the page, whole, and covers no board."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    bubble, board = page.locator("#lesson").bounding_box(), page.locator("#main").bounding_box()
    assert bubble is not None
    assert board is not None
    assert bubble["x"] >= 0
    assert bubble["x"] + bubble["width"] <= width
    assert bubble["y"] + bubble["height"] <= height
    apart = bubble["x"] >= board["x"] + board["width"] or board["y"] >= bubble["y"] + bubble["height"]
    assert apart, "the bubble covers the board"
    for part in (".lesson header a", "#lesson-dots .now", "#lesson-face"):
        box = page.locator(part).bounding_box()
        assert box is not None
        middle = f"document.elementFromPoint({box['x'] + box['width'] / 2}, {box['y'] + box['height'] / 2})"
        assert page.evaluate(f"{middle}?.closest('#lesson') !== null"), f"{part} is behind something"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ROOMS)
def test_a_game_is_learned_from_the_library_to_a_real_table(
    house: House, browser: Browser, game: str, phone: bool
) -> None:
    steps = cloudtop.game(game).lessons().steps
    with surfing(browser, house.port, phone=phone) as surfer:
        learner, alone = learner_at(surfer), 0
        learner.begin(game)
        for number, step in enumerate(steps):
            assert step.coach.en in learner.said
            assert step.do[0].task.en in learner.said
            nothing_is_cut(learner.page)
            alone += learner.learn()
            assert step.do[-1].good.en in learner.said
            nothing_is_cut(learner.page)
            if number < len(steps) - 1:
                learner.deed("next")
                learner.page.locator("body[data-lesson=task]").wait_for()
        assert alone >= len(steps) - 2, "most tasks are done by following the light"
        learner.deed("play")
        learner.page.wait_for_url(re.compile(r"/t/\w+\?coach"))
        learner.wait_for_phase("deciding", "waiting")
        learner.page.goto(f"/learn/{game}")
        learner.page.locator("[data-far]").first.wait_for()
        assert learner.page.locator(".steps .done").count() == len(steps), "this device knows how far it has come"


def test_a_lesson_is_learned_by_keyboard_alone(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        learner, keys = learner_at(surfer), surfer.page.keyboard
        learner.page.goto("/learn/skybridge")
        learner.page.locator("[data-next]").focus()
        keys.press("Enter")
        for step in ("lowest", "contact"):
            learner.page.locator("body[data-lesson=task]").wait_for()
            assert learner.page.url.endswith(step)
            for _ in range(40):
                learner.settle()
                if learner.confirm.is_enabled():
                    break
                keys.press("Tab")
                if learner.page.evaluate("document.activeElement.matches('.asked')"):
                    keys.press("Enter")
            learner.page.locator("#main").focus()
            keys.press("Enter")
            learner.page.locator("body[data-lesson=done]").wait_for()
            assert learner.page.evaluate("document.activeElement.dataset.lessonDeed") == "next"
            keys.press("Enter")


def test_points_stand_beside_what_counted_until_the_next_step(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        learner = learner_at(surfer)
        learner.page.goto("/learn/skybridge/count-two")
        learner.page.locator("body[data-lesson=task]").wait_for()
        assert learner.page.locator("#lesson-face use[href$='#coach']").count() == 1
        assert learner.be_shown() == "done"
        learner.page.locator(".marks.gain .said").first.wait_for(state="attached")
        assert learner.page.locator(".marks.gain .said").all_text_contents() == ["+7", "+9"]
        assert learner.page.locator("#lesson-face use[href$='#coach-glad']").count() == 1
        learner.deed("next")
        learner.page.locator("body[data-lesson=task]").wait_for()
        learner.page.locator(".marks.gain").first.wait_for(state="detached")


def test_a_slip_is_shown_taken_back_and_answered_in_japanese(house: House, browser: Browser) -> None:
    game = cloudtop.game("strange-world")
    step = next(step for step in game.lessons().steps if step.id == "water")
    state = game.load(step.position)
    with surfing(browser, house.port, phone=True, locale="ja-JP") as surfer:
        learner = learner_at(surfer)
        learner.page.goto("/learn/strange-world/water")
        learner.page.locator("body[data-lesson=task]").wait_for()
        assert step.coach.ja in learner.said
        assert step.do[0].task.ja in learner.said
        nothing_is_cut(learner.page)
        for target in game.targets(state.view(0), game.parse(state, 0, "We@c3")):
            learner.touch_target(target)
        assert learner.confirm_and_hear() == "again"
        assert step.again[0].say.ja in learner.said
        assert learner.moves == 1, "it is shown"
        learner.deed("back")
        learner.page.locator("body[data-moves='0'][data-lesson=task]").wait_for()
        assert learner.be_shown() == "done"
        assert step.do[0].good.ja in learner.said


def test_a_lesson_goes_on_where_it_was_after_a_break_and_can_be_skipped_through(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        learner = learner_at(surfer)
        learner.page.goto("/learn/cloudy-kingdom/go-on")
        learner.page.locator("body[data-lesson=task]").wait_for()
        learner.deed("skip")
        learner.page.wait_for_url("**/learn/cloudy-kingdom/corner")
        learner.page.locator("body[data-answers='2']").wait_for()
        for lesson in list(house.app.state.classroom.open):
            for guest in lesson.guests:
                guest.lose()
        # Only the next message tells the server that the guest is lost.
        learner.page.evaluate("dispatchEvent(new Event('online'))")
        learner.page.locator("body[data-answers='3']").wait_for()
        coach = cloudtop.game("cloudy-kingdom").lessons().steps[2].coach.en
        assert coach in learner.said
        assert learner.be_shown() == "done"


def test_the_coach_comes_to_the_first_two_tables_points_and_stays_away_when_told(
    house: House, browser: Browser
) -> None:
    first = cloudtop.game("skybridge").lessons().tips[0].text.en
    with surfing(browser, house.port) as surfer:
        page, note = surfer.page, surfer.page.locator(".coach")

        def sit_down() -> None:
            page.goto("/new/skybridge")
            page.locator("#start").click()
            surfer.wait_for_phase("deciding")

        sit_down()
        note.wait_for()
        assert first in note.inner_text()
        assert page.locator(".coached").count() > 0, "it points at what to touch"
        note.locator("[data-coach=ok]").click()
        page.locator(f".coach:has-text('{first}')").wait_for(state="hidden")
        assert page.locator(".coach:visible").count() == 0, "one tip is enough until something is done"
        sit_down()
        page.locator("#coach-button[aria-pressed=true]").wait_for()
        assert page.locator(f".coach:visible:has-text('{first}')").count() == 0, "a tip is told once"
        sit_down()
        assert page.locator("#coach-button[aria-pressed=true]").count() == 0, "the third table is played alone"
        page.locator("#coach-button").click()
        page.locator("#coach-button[aria-pressed=true]").wait_for()
        page.locator("#coach-button").click()
        page.locator("#coach-button[aria-pressed=false]").wait_for()
        page.locator("#coach-button").click()
        page.locator(f".coach:visible:has-text('{first}')").wait_for()
        note.locator("[data-coach=off]").click()
        note.wait_for(state="hidden")
        page.goto(f"{page.url.partition('?')[0]}")
        surfer.wait_for_phase("deciding")
        assert note.count() == 0, "told to go, it stays away"


def test_the_coach_tells_first_what_comes_first_in_a_turn(house: House, browser: Browser) -> None:
    """Turning a tile can open a walkway when the tile to take is already spoken of."""
    look = """async ([script, tips, ...turns]) => {
      const { Coach } = await import(script);
      const coach = new Coach(tips, () => {});
      return turns.map((moves) => {
        coach.look({ draft: { steps: [] }, asked: { actions: moves.map((text) => [1, [], text, text]) } }, true);
        return coach.tip?.step;
      });
    }"""
    tips = [
        {"step": tip.step, "moves": tip.moves, "text": tip.text.en}
        for tip in cloudtop.game("cloud-city").lessons().tips
    ]
    with surfing(browser, house.port) as surfer:
        surfer.open_table("cloud-city", seats=2)
        page = surfer.page
        asked = [script(page, "coach.js"), tips, ["draw:1"], ["g7-i7", "draw:1"], ["draw:1"]]
        assert page.evaluate(look, asked) == ["draw", "walkways", "draw"]
