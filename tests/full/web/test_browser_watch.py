"""What the others do is seen, told and explained: in Chromium, as anybody meets it."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import BOT, ME, House

OWN_BOARDS, COMMON_BOARD = "cloud-city", "skybridge"
"""A game in which everybody has a board, and one in which all play on the same."""
SMALL = {"width": 1280, "height": 720}
LINGERS = """() => {
  const wait = setTimeout;
  window.setTimeout = (run, time) => wait(run, time > 800 ? 40 * time : time);
}"""
"""A page at which every deed of the others is shown until somebody goes on: no test is too slow to see it."""


def with_others_deeds(surfer: Surfer, game: str, seats: int = 2) -> Page:
    """A table at which it is somebody's turn, after moves of the others; on a phone the coach would speak first."""
    page = surfer.page
    surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
    surfer.open_table(game, seats=seats)
    for _ in range(40):
        surfer.wait_for_turn()
        if surfer.moves > 4 and page.locator("#since").count() and page.locator("#since").is_visible():
            return page
        surfer.move()
    raise AssertionError("nobody else has ever done anything")


def finished(house: House, surfer: Surfer, game: str, players: int = 2) -> Page:
    """The table of a game that has been played to its end, opened by one of its players."""
    dice = Random(5)
    with house.visitor() as visitor:
        opened = visitor.open(game, ME, *[BOT] * (players - 1))
        line = visitor.connect(opened["table"], {})
        line.my_turn()
        while line.outcome is None:
            line.play(dice.choice(line.actions))
            line.my_turn()
        address = f"http://127.0.0.1:{house.port}"
        for cookie in visitor.http.cookies.jar:
            surfer.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": address}])
    surfer.page.goto(f"/t/{opened['table']}")
    surfer.page.locator("#final-title").wait_for()
    return surfer.page


# ---------------------------------------------------------------------------------------------- the log


def test_newest_line_of_the_log_is_in_sight_beside_four_players(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, viewport=SMALL) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS, seats=4)
        first = page.locator("#log .row").first
        box = first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL["height"]
        assert page.evaluate(f"document.elementFromPoint(1100, {box['y'] + 20})?.closest('.row') !== null")
        newest = page.evaluate(
            "Math.max(...[...document.querySelectorAll('#log [data-seq]')].map((r) => r.dataset.seq))"
        )
        assert page.locator("#log [data-seq]").first.get_attribute("data-seq") == str(newest)
        # However long the log is, the page itself can be moved nowhere.
        assert page.locator("#log").evaluate("node => node.scrollHeight > node.clientHeight")
        assert page.evaluate("document.scrollingElement.scrollHeight") == SMALL["height"]


def test_log_tells_in_words_and_pictures_and_in_notation_where_asked(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS)
        assert page.locator("#log .round").first.inner_text().startswith("Round ")
        assert page.locator("#log .row .picture").count() > 0
        assert page.locator("#log code").count() == 0
        page.evaluate("localStorage.setItem('notation', 'on')")
        page.reload()
        page.locator("#log code").first.wait_for()


def test_pointing_at_a_line_of_the_log_marks_it_on_its_board(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS)
        page.locator("#log button.row").first.hover()
        page.locator(".marks.point, [data-mark=point]").first.wait_for(state="attached")
        page.mouse.move(5, 400)
        expect(page.locator(".marks.point, [data-mark=point]")).to_have_count(0)


# ---------------------------------------------------------------------------------------------- following


def test_whoever_moves_has_the_stage_and_gives_it_back(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        page = surfer.page
        surfer.context.add_init_script("localStorage.setItem('pace', 'quick')")
        surfer.open_table(OWN_BOARDS, seats=2)
        surfer.wait_for_turn()
        page.locator(".stage:not(.following)").wait_for()
        own = page.locator("#boards .panel").get_attribute("data-panel")
        page.evaluate(LINGERS)
        page.evaluate("localStorage.setItem('pace', 'slow')")
        while not page.locator(".stage.following").count():
            surfer.wait_for_turn()
            surfer.move()
            if page.evaluate("document.body.dataset.phase") == "waiting":
                page.locator(".stage.following").wait_for()
        page.locator(".deed-line:visible").wait_for()
        assert page.locator("#boards .panel").get_attribute("data-panel") != own
        assert page.locator("#others .minis .panel.guest").get_attribute("data-panel") == own
        page.keyboard.press("f")
        page.locator(".stage:not(.following)").wait_for()
        assert page.locator("#boards .panel").get_attribute("data-panel") == own


def test_nothing_takes_the_stage_of_a_common_board(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        page = surfer.page
        surfer.open_table(COMMON_BOARD, seats=2)
        surfer.wait_for_turn()
        page.evaluate(LINGERS)
        surfer.move()
        page.locator(".deed-line:visible").wait_for()
        assert not page.locator(".stage.following").count()
        page.locator(".marks.deed").wait_for(state="attached")


# ---------------------------------------------------------------------------------------------- since your last turn


def test_ribbon_has_a_chip_for_every_deed_and_folds_with_the_first_pick(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS, seats=3)
        deeds = page.locator("#since .deed")
        others = page.locator("#log .row.new")
        assert deeds.count() == others.count() > 1
        assert page.locator(".marks.since").count() > 0
        page.keyboard.press("l")
        expect(page.locator("#since")).to_be_hidden()
        page.keyboard.press("l")
        expect(page.locator("#since")).to_be_visible()
        page.locator("#dock [data-target][aria-pressed=false]:not(.shut)").first.click()
        expect(page.locator("#since")).to_be_hidden()
        expect(page.locator("#since-folded b")).to_have_text(str(deeds.count()))
        expect(page.locator(".marks.since")).to_have_count(0)


def test_deed_of_the_ribbon_is_seen_on_its_board_and_taken_to_the_stage(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS)
        page.locator("#since .deed").first.click()
        page.locator(".peek .marks").wait_for(state="attached")
        page.locator(".peek .large").click()
        expect(page.locator("#boards .back")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#boards .back")).to_have_count(0)


def test_seats_of_a_phone_carry_numbers_and_open_their_boards(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS)
        assert int(page.locator(".pill .news").inner_text().split()[0]) == page.locator("#since .deed").count()
        own = page.locator("#boards .panel").get_attribute("data-panel")
        pill = page.locator(".pill").nth(1)
        pill.tap()
        expect(page.locator("#boards .panel")).not_to_have_attribute("data-panel", own or "")
        expect(pill).to_have_attribute("aria-pressed", "true")
        pill.tap()
        expect(page.locator("#boards .panel")).to_have_attribute("data-panel", own or "")


# ---------------------------------------------------------------------------------------------- why, hints, seen close


def number(text: str) -> int:
    """A number as a page writes it, with a true minus."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize("game", [name for name in ROOMS if name != "cloudy-kingdom"])
def test_what_counted_is_lit_with_numbers_that_add_up(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        page = finished(house, surfer, game)
        points = page.locator("#final .points").filter(has_text=re.compile(r"[1-9]")).first
        points.scroll_into_view_if_needed()
        points.click()
        page.locator("#why").wait_for()
        lit = page.locator(".marks.why .said").all_text_contents()
        assert sum(map(number, lit)) == number(points.inner_text())
        dim = "getComputedStyle(document.querySelector('.panel.why use:not([data-mark])')).opacity"
        assert float(page.evaluate(dim)) == pytest.approx(0.28)
        page.keyboard.press("Escape")
        expect(page.locator("#why")).to_be_hidden()
        assert not page.locator(".panel.why").count()


def test_hints_have_reasons_numbers_and_a_ghost_and_are_picked_by_a_tap(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, COMMON_BOARD)
        page.keyboard.press("h")
        lines = page.locator(".hint-line")
        lines.first.wait_for()
        assert 1 <= lines.count() <= 3
        assert all(page.locator(".hint-line").nth(i).locator("small").count() for i in range(lines.count()))
        lines.last.hover()
        page.locator("#boards use.ghost").first.wait_for(state="attached")
        page.locator(".marks.hint .said").first.wait_for(state="attached")
        lines.last.click()
        expect(surfer.confirm).to_be_enabled()
        expect(page.locator("#hints")).to_be_hidden()


@pytest.mark.parametrize("game", ROOMS)
def test_a_piece_is_seen_close_by_keyboard(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table(game, seats=2)
        surfer.wait_for_turn()
        page = surfer.page
        page.locator("[data-slot]:visible").first.focus()
        page.keyboard.press("i")
        card = page.locator(".inspector")
        card.wait_for()
        assert card.locator("h3").inner_text()
        assert card.locator("p").first.inner_text()
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        assert page.evaluate("document.activeElement.matches('[data-slot]')")


THINGS = """() => [...document.querySelectorAll('.panel[data-panel]')].flatMap((panel) =>
  [...panel.querySelectorAll('[data-item][aria-label], [data-slot]:not(.is-none)')]
    .map((node) => `${panel.dataset.panel} ${node.dataset.item ?? node.dataset.slot}`))"""
"""All that has a name on all panels."""


def test_arrows_go_through_everything_on_the_table_and_back(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        surfer.open_table(COMMON_BOARD, seats=2)
        surfer.wait_for_turn()
        page, card = surfer.page, surfer.page.locator(".inspector")
        expected = set(page.evaluate(THINGS))
        page.locator("#main").focus()
        page.keyboard.press("i")
        card.wait_for()
        seen = [card.evaluate("card => `${card.dataset.of} ${card.dataset.item}`")]
        for _ in range(2 * len(expected) + 20):
            page.keyboard.press("ArrowRight")
            page.wait_for_function(
                "before => { const card = document.querySelector('.inspector');"
                " return `${card.dataset.of} ${card.dataset.item}` !== before; }",
                arg=seen[-1],
            )
            assert card.locator("h3").inner_text()
            assert card.locator("p").first.inner_text()
            seen.append(card.evaluate("card => `${card.dataset.of} ${card.dataset.item}`"))
            if seen[-1] == seen[0]:
                break
        assert seen[-1] == seen[0], "after the last comes the first again"
        assert len(expected) > 20
        assert expected <= set(seen)
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(
            "last => document.querySelector('.inspector').dataset.item === last", arg=seen[-2].split()[-1]
        )
        assert card.evaluate("card => card.contains(document.activeElement)"), "a screen reader stays with it"
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()


def test_a_finger_that_stays_sees_a_piece_close_and_picks_nothing(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        surfer.open_table(COMMON_BOARD, seats=2)
        surfer.wait_for_turn()
        page = surfer.page
        slot = page.locator("[data-slot][data-target]:visible").first
        box = slot.bounding_box()
        assert box is not None
        finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        hand = surfer.context.new_cdp_session(page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
        page.locator(".inspector.held").wait_for()
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".inspector h3")).not_to_be_empty()
        expect(slot).to_have_attribute("aria-pressed", "false")


def test_a_pointer_that_rests_sees_a_piece_close(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table(COMMON_BOARD, seats=2)
        surfer.wait_for_turn()
        page = surfer.page
        page.locator("[data-slot]:visible").first.hover()
        page.locator(".inspector:not(.held)").wait_for()
        expect(page.locator(".inspector h3")).not_to_be_empty()
        page.mouse.move(3, 3)
        expect(page.locator(".inspector")).to_be_hidden()


# ---------------------------------------------------------------------------------------------- the end


def test_result_stands_beside_the_board_and_folds(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, viewport=SMALL) as surfer:
        page = finished(house, surfer, OWN_BOARDS)
        sheet, stage = page.locator("#final").bounding_box(), page.locator("#main").bounding_box()
        assert sheet is not None
        assert stage is not None
        assert sheet["width"] == 500
        assert stage["x"] + stage["width"] <= sheet["x"] + 1
        assert page.locator(".history .run").count() == 2
        page.keyboard.press("b")
        expect(page.locator("#final")).to_be_hidden()
        for name in ("Rematch", "Share", "Result"):
            expect(page.get_by_role("button", name=name)).to_be_visible()
        for name in ("Replay", "Save the record", "Library"):
            expect(page.locator(".final-bar").get_by_role("link", name=name)).to_be_visible()
        page.keyboard.press("b")
        expect(page.locator("#final")).to_be_visible()


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
def test_nothing_of_a_result_is_cut_off(house: House, browser: Browser, game: str, lang: str) -> None:
    with surfing(browser, house.port, viewport=SMALL, locale=lang) as surfer:
        page = finished(house, surfer, game)
        assert page.evaluate("(node => node.scrollWidth - node.clientWidth)(document.getElementById('final'))") == 0


def test_result_of_a_race_counts_no_points_and_tells_the_last_move(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = finished(house, surfer, "cloudy-kingdom")
        assert page.locator("#final .ranks li").count() == 2
        assert page.locator("#final .score, #final table, #others .score").count() == 0
        last = page.locator("#log .row .words").first.locator(":scope > span + *, :scope > small").first.text_content()
        assert last
        assert last in page.locator("#final .decided p").inner_text()


def test_picture_of_a_result_is_saved_and_that_is_told(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = finished(house, surfer, COMMON_BOARD)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Share").click()
        assert saved.value.suggested_filename == f"{COMMON_BOARD}.png"
        expect(page.locator("#tip")).to_contain_text("saved")


def test_result_of_a_phone_is_a_sheet_with_three_heights(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        page, heights = finished(house, surfer, COMMON_BOARD), set[int]()
        for _ in range(3):
            page.locator(".sheet-handle").click()
            heights.add(round(page.locator("#final").evaluate("node => node.getBoundingClientRect().height")))
        assert len(heights) == 3
        assert min(heights) == 88


def test_weak_result_of_a_lone_player_is_encouraged_not_crowned(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table("strange-world", seats=1)
        expect(surfer.page.locator("#goal")).to_contain_text("Next view")
        page = finished(house, surfer, "strange-world", players=1)
        assert page.locator("#final .scale .here").count() == 1
        assert page.locator("#final .crown.plain").count() == 1
        assert not page.locator("#final .confetti").count()
        assert "best so far" in page.locator("#final .best").inner_text()


def test_replay_shows_the_board_that_changes(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = with_others_deeds(surfer, OWN_BOARDS)
        page.goto(page.url + "/replay")
        page.locator("#moves [aria-current]").wait_for()
        shown = set[str | None]()
        for at in range(int(page.locator("#at").get_attribute("max") or 0) - 1, 0, -1):
            page.keyboard.press("ArrowLeft")
            page.wait_for_url(f"**/replay?at={at}")
            shown.add(page.locator("#boards .panel").get_attribute("data-panel"))
        assert len(shown) == 2


# ---------------------------------------------------------------------------------------------- bots


def test_bots_are_introduced_at_set_up_and_at_the_table(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.goto(f"/new/{COMMON_BOARD}")
        page.locator("input[value=storm] + label").first.click()
        expect(page.locator("#about-bot-1")).to_contain_text("Beats Gale")
        surfer.open_table(COMMON_BOARD, level="gale", seats=2)
        page.locator("#others .other:not(.self) button").first.click()
        expect(page.locator(".bot-card")).to_contain_text("Beats Breeze")
