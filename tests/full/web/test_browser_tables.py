"""Tables in Chromium: together, on one device, interrupted, taken back, looked back on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, in_turn, surfing
from tests.support.web.visitors import House

from cloudtop.web.serving import listening

GAME = ROOMS[0]


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody at a browser."""
    with surfing(browser, house.port) as surfer:
        yield surfer


def test_two_players_on_one_device_take_turns(house: House, surfer: Surfer) -> None:
    surfer.walk_to_table(GAME, start="here", seats=2)
    movers = set()
    for _ in range(8):
        assert surfer.wait_for_turn()
        marks = surfer.page.locator("#log .row .seat-mark")
        movers |= {marks.first.get_attribute("class")} if marks.count() else set()
        surfer.move()
    assert len(movers) == 2


def test_two_browsers_and_a_spectator_see_the_same_table(house: House, browser: Browser, surfer: Surfer) -> None:
    surfer.walk_to_table(GAME, start="friends", seats=2)
    links = surfer.page.locator(".invite-dialog .field")
    expect(links).to_have_count(2)
    seat, watch = (link.input_value() for link in links.all())
    surfer.put_invitation_away()
    expect(surfer.page.locator("#others [data-seat='1'] .status")).to_have_text("waiting for somebody")
    with surfing(browser, house.port) as friend, surfing(browser, house.port) as spectator:
        friend.page.goto(seat)
        spectator.page.goto(watch)
        spectator.board.wait_for()
        for _ in range(6):
            mover = in_turn(surfer, friend)
            mover.move()
            for other in (surfer, friend, spectator):
                other.page.locator(f"body[data-moves='{mover.moves}']").wait_for()
        logs = {
            tuple(text.partition("\n")[2] for text in other.page.locator("#log .row .words").all_inner_texts())
            for other in (surfer, friend, spectator)
        }
        assert len(logs) == 1
        assert spectator.page.locator(".panel use[role=button]").count() == 0
        assert spectator.confirm.count() == 0
        assert "ring" not in spectator.page.locator("#prompt").inner_text()


def test_reload_goes_on_at_the_same_move(surfer: Surfer) -> None:
    surfer.open_table(GAME)
    surfer.wait_for_turn()
    surfer.move()
    surfer.wait_for_turn()
    before, log = surfer.moves, surfer.page.locator("#log .words").all_inner_texts()
    surfer.page.reload()
    surfer.wait_for_turn()
    assert surfer.moves == before
    assert surfer.page.locator("#log .words").all_inner_texts() == log


def test_browser_goes_on_by_itself_after_the_server_was_restarted(tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "tables.sqlite"
    with House(path) as first:
        port = first.port
        opened = surfing(browser, port)
        surfer = opened.__enter__()
        surfer.open_table(GAME)
        surfer.wait_for_turn()
        surfer.move()
        surfer.wait_for_turn()
        before = surfer.moves
    surfer.page.locator("#banner").wait_for()
    second = House(path)
    second.ear.close()
    second.ear, second.port = listening("127.0.0.1", port), port
    second.thread = type(second.thread)(target=second.server.run, args=([second.ear],))
    with second:
        surfer.page.locator("#banner").wait_for(state="hidden")
        surfer.wait_for_turn()
        assert surfer.moves == before
        surfer.move()
        # The browser itself notes what it could not reach meanwhile.
        noted = ("WebSocket", "ERR_CONNECTION_REFUSED")
        surfer.complaints = [line for line in surfer.complaints if not any(word in line for word in noted)]
        opened.__exit__(None, None, None)


def test_a_script_that_could_not_be_fetched_comes_when_the_house_is_back(surfer: Surfer) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort("connectionrefused")

    surfer.open_table(GAME)
    surfer.wait_for_turn()
    surfer.page.route("**/js/guide.js", refuse)
    with surfer.page.expect_event("requestfailed"):
        surfer.page.keyboard.press("g")
    surfer.page.unroute("**/js/guide.js")
    surfer.page.wait_for_event("load")
    surfer.wait_for_turn()
    surfer.page.keyboard.press("g")
    surfer.page.locator("#drawer .prose").wait_for()
    assert len(refused) == 1
    surfer.complaints = [line for line in surfer.complaints if "ERR_CONNECTION_REFUSED" not in line]


def test_undo_takes_a_move_back(surfer: Surfer) -> None:
    surfer.open_table(GAME)
    surfer.wait_for_turn()
    before, log = surfer.moves, surfer.page.locator("#log").inner_text()
    surfer.move()
    surfer.wait_for_turn()
    while surfer.moves > before:
        now = surfer.moves
        surfer.page.keyboard.press("u")
        surfer.page.locator(f"body:not([data-moves='{now}'])").wait_for()
        surfer.wait_for_turn()
    assert surfer.page.locator("#log").inner_text() == log


def test_replay_shows_every_moment(surfer: Surfer) -> None:
    surfer.open_table(GAME)
    for _ in range(3):
        surfer.wait_for_turn()
        surfer.move()
    surfer.wait_for_turn()
    made = surfer.moves
    page = surfer.page
    page.locator("#replay-link").click()
    expect(page.locator("#told")).to_contain_text(f"{made} of")
    seen = {page.locator("#prompt").inner_text()}
    for at in range(made - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#at")).to_have_value(str(at))
        seen |= {page.locator("#prompt").inner_text()}
    assert "The beginning" in seen
    page.locator("#moves button").first.click()
    expect(page.locator("#at")).to_have_value("1")


def test_refused_target_names_its_rule_and_opens_the_guide(surfer: Surfer) -> None:
    surfer.open_table("skybridge", seats=2)
    surfer.wait_for_turn()
    page = surfer.page
    refused = page.locator("#boards use[data-item^=height]:not([data-target])")
    while not refused.count():
        surfer.move()
        surfer.wait_for_turn()
    box = refused.first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = page.locator(".tip.why")
    tip.wait_for()
    assert not tip.locator("code").count(), "the id of a rule tells a player nothing"
    tip.locator("a").click()
    expect(page.locator("#drawer .cited")).to_be_visible()


def test_language_is_changed_in_the_middle_of_a_game(surfer: Surfer) -> None:
    surfer.open_table(GAME)
    surfer.wait_for_turn()
    surfer.move()
    surfer.wait_for_turn()
    before = surfer.moves
    surfer.page.locator("[data-settings]").click()
    surfer.page.locator("label[for=lang-fr]").click()
    expect(surfer.page.locator("html")).to_have_attribute("lang", "fr")
    surfer.wait_for_turn()
    assert surfer.moves == before
    assert "Finir le tour" in surfer.page.locator("#bar").inner_text()


def test_at_a_shared_phone_the_name_says_whose_turn_it_is_and_every_piece_is_in_sight(
    house: House, browser: Browser
) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        surfer.open_table("skybridge", start="here", seats=2)
        surfer.wait_for_turn()
        page, asked = surfer.page, set[str]()
        for _ in range(2):
            asked.add(page.locator("#prompt strong").inner_text())
            dock = page.locator("#dock").bounding_box()
            assert dock is not None
            for slot in page.locator("#dock .slot").all():
                box = slot.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= dock["y"] + dock["height"]
            surfer.move()
            surfer.wait_for_turn()
        assert asked == {"Player 1, your turn.", "Player 2, your turn."}


def test_what_a_move_brought_is_told_in_sentences(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table("skybridge", start="here", seats=2)
        surfer.wait_for_turn()
        surfer.move()
        surfer.wait_for_turn()
        surfer.page.goto(surfer.page.url.partition("?")[0] + "/replay?at=1")
        expect(surfer.page.locator("#prompt")).to_have_text(re.compile(r"^Player \d: .+\. The tower is now \d high\.$"))
