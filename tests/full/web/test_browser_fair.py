"""Fair deals and safe seats in Chromium: cutting, waiting, the page that does the sums again, devices."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, script, surfing
from tests.support.web.visitors import House

import cloudtop
from cloudtop.table.events import Opened, Place, write_event
from cloudtop.web.tokens import hashed

GAME = ROOMS[0]


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody at a browser."""
    with surfing(browser, house.port) as surfer:
        yield surfer


def table_of(surfer: Surfer) -> str:
    """The table that the page shows."""
    return str(surfer.page.evaluate("JSON.parse(document.getElementById('page').textContent).table"))


def finish(house: House, surfer: Surfer) -> str:
    """Play the surfer's game against bots to its end, over another connection of the same browser.

    Its page is left, so that it need not show every move.
    """
    table = table_of(surfer)
    surfer.page.goto("about:blank")
    with house.visitor() as quick:
        for cookie in surfer.context.cookies():
            quick.http.cookies.set(cookie["name"], cookie["value"])
        line = quick.connect(table, {})
        while line.outcome is None:
            line.my_turn()
            if line.actions:
                line.play()
    return table


def test_the_page_does_every_sum_again_and_sees_what_was_changed(house: House, surfer: Surfer) -> None:
    surfer.open_table(GAME, seats=2)
    surfer.wait_for_phase("deciding", "waiting")
    expect(surfer.page.locator("#fair-link")).to_have_attribute("title", re.compile("^Sealed: [0-9a-f]{12}"))
    table = finish(house, surfer)
    page = surfer.page
    page.goto(f"/t/{table}/fair")
    page.locator("body[data-checked]").wait_for()
    checks = page.locator(".check:not(:empty)")
    expect(checks).to_have_count(7)
    assert [check.get_attribute("data-right") for check in checks.all()] == ["true"] * 7
    expect(page.locator("#verdict")).to_have_text("✓ Nobody chose this deal: not the house, not a player.")
    page.evaluate(
        "table => localStorage.setItem(`fair:${table}`, JSON.stringify({ seal: 'f'.repeat(64), cut: '', at: 0 }))",
        table,
    )
    page.reload()
    page.locator("body[data-checked]").wait_for()
    expect(page.locator("#check-seal")).to_have_attribute("data-right", "false")
    expect(page.locator("#check-open")).to_have_attribute("data-right", "true")


CHEATS: list[tuple[dict[str, object], list[str]]] = [
    ({"shuffle": "0" * 64}, ["open", "seed"]),
    ({"seed": "7"}, ["seed"]),
    ({"seats": []}, ["seed"]),
    ({"seal": "0" * 64}, ["seal", "open"]),
]
"""What a house could change afterwards, and which sums are wrong then."""


def test_a_house_that_cheats_is_found_out(house: House, surfer: Surfer) -> None:
    surfer.open_table("skybridge", seats=2)
    table = finish(house, surfer)
    page, change = surfer.page, dict[str, object]()

    def cheat(route: Route) -> None:
        response = route.fetch()
        head, mark, rest = response.text().partition('id="page">')
        told, end, tail = rest.partition("</script>")
        route.fulfill(response=response, body=head + mark + json.dumps({**json.loads(told), **change}) + end + tail)

    page.route(f"**/t/{table}/fair", cheat)
    for now, wrong in CHEATS:
        change.clear()
        change.update(now)
        page.goto(f"/t/{table}/fair")
        page.locator("body[data-checked]").wait_for()
        found = [it for it in ("seal", "open", "seed") if page.locator(f"#check-{it}[data-right=false]").count()]
        assert (now, found) == (now, wrong)


def test_a_table_of_before_players_cut_says_what_it_cannot_prove(house: House, surfer: Surfer) -> None:
    surfer.open_table("skybridge", seats=2)
    (token,) = [cookie["value"] for cookie in surfer.context.cookies() if cookie["name"] == "cloudtop"]
    game = cloudtop.game("skybridge")
    places = [Place("me", holder=hashed(token)), Place("bot", level="random")]
    old = Opened(game.name, game.rules_version, game.terms(2).options, places, 7, "5e6f" * 8, hashed(token))
    house.store.append("older", 0, write_event(old)).result()
    surfer.page.goto("/t/older")
    surfer.board.wait_for()
    finish(house, surfer)
    surfer.page.goto("/t/older/fair")
    surfer.page.locator("body[data-checked]").wait_for()
    expect(surfer.page.locator("main")).to_contain_text("the players did not cut")
    expect(surfer.page.locator("#check-open")).to_have_attribute("data-right", "true")
    expect(surfer.page.locator("#check-cut")).to_have_count(0)
    expect(surfer.page.locator("#check-seed")).to_be_empty()


def test_the_sum_by_hand_is_the_browsers_own(surfer: Surfer) -> None:
    surfer.page.goto("/tables")
    for text in ("", "abc", "cloudtop shuffle " + "5a" * 32, "x" * 55, "x" * 56, "x" * 64, "雲" * 100):
        sums = surfer.page.evaluate(
            "async ([offered, own, text]) => { const { sha256 } = await import(offered);"
            " const { sha256ByHand } = await import(own);"
            " return [await sha256(text), sha256ByHand(new TextEncoder().encode(text))]; }",
            [script(surfer.page, "sha256.js"), script(surfer.page, "by-hand.js"), text],
        )
        assert sums == [hashlib.sha256(text.encode()).hexdigest()] * 2


def test_a_table_waits_for_its_players_and_is_dealt_when_they_have_come(
    house: House, browser: Browser, surfer: Surfer
) -> None:
    surfer.open_table(GAME, start="friends", seats=2)
    link = surfer.page.locator(".invite-dialog .field").first.input_value()
    surfer.put_invitation_away()
    expect(surfer.page.locator("#prompt")).to_contain_text("Waiting for Player 2 to sit down")
    expect(surfer.page.locator("#boards .panel")).to_have_count(0)
    with surfing(browser, house.port) as friend:
        friend.page.goto(link)
        friend.board.wait_for()
        surfer.board.wait_for()
        live = house.tables.live[table_of(surfer)].result()
        assert sorted(live.table.cuts) == sorted(live.table.cutting.seals) == [0, 1]
        friend.page.goto(f"/t/{table_of(surfer)}/fair")
        friend.page.locator("body[data-checked]").wait_for()
        expect(friend.page.locator("#verdict")).to_contain_text("So far everything is as it should be.")
        expect(friend.page.locator("#check-seals")).to_have_attribute("data-right", "true")
        expect(surfer.page.locator("#deal-now")).to_have_count(0)


def test_the_host_may_deal_without_waiting(surfer: Surfer) -> None:
    surfer.open_table(GAME, start="friends", seats=2)
    surfer.put_invitation_away()
    surfer.page.locator("#deal-now").click()
    surfer.board.wait_for()


def test_another_device_is_listed_and_sent_away(house: House, browser: Browser, surfer: Surfer) -> None:
    surfer.open_table(GAME)
    surfer.board.wait_for()
    page = surfer.page
    menu = page.locator("#others .self button")
    menu.click()
    page.locator(".seat-deeds .btn", has_text="another device").click()
    link = page.locator(".seat-deeds .invite .field").input_value()
    with surfing(browser, house.port) as phone:
        phone.page.goto(link)
        phone.board.wait_for()
        page.keyboard.press("Escape")
        menu.click()
        expect(page.locator(".devices li")).to_have_count(2)
        page.locator(".devices [data-device]").click()
        expect(phone.page.locator("body")).to_contain_text("This table is private")
        phone.complaints.clear()
    assert len(house.tables.live[table_of(surfer)].result().table.seats[0].holders) == 1


def test_everybody_sees_who_is_away_and_from_when_a_bot_may_play(
    house: House, browser: Browser, surfer: Surfer
) -> None:
    surfer.open_table(GAME, start="friends", seats=2)
    link = surfer.page.locator(".invite-dialog .field").first.input_value()
    surfer.put_invitation_away()
    status = surfer.page.locator("#others [data-seat='1'] .status")
    with surfing(browser, house.port) as friend:
        friend.page.goto(link)
        friend.board.wait_for()
        surfer.board.wait_for()
    expect(status).to_contain_text("away, bot possible from ")
    menu = surfer.page.locator("#others [data-seat='1'] .about button")
    menu.click()
    expect(surfer.page.locator(".seat-deeds")).to_contain_text("Away since ")
    expect(surfer.page.locator(".seat-deeds .btn")).to_have_count(0)
    surfer.page.keyboard.press("Escape")
    live = house.tables.live[table_of(surfer)].result()
    live.absent.left[1] -= 3600
    surfer.page.reload()
    surfer.board.wait_for()
    menu.click()
    surfer.page.locator(".seat-deeds .btn").click()
    expect(surfer.page.locator("#tip")).to_contain_text("has been away for a while")
