"""The host's page in a real browser: it stays fresh, and whoever reads there is not disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fast.web.test_server_host import WORD
from tests.support.web.browsing import surfing
from tests.support.web.visitors import BOT, HERE, ME, House

REFRESH = "document.dispatchEvent(new Event('visibilitychange'))"
"""The page looks at once when somebody comes back to it."""


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[House]:
    """A house whose host has a word."""
    with House(tmp_path / "tables.sqlite", host_word=WORD) as house:
        yield house


def enter(page: Page) -> None:
    """Say the word."""
    page.goto("/host")
    page.get_by_label("The host's word").fill(WORD)
    page.get_by_role("button", name="Come in").click()
    page.locator("#host-numbers").wait_for()


def test_the_page_is_fresh_and_keeps_focus_and_scroll(browser: Browser, hosted: House) -> None:
    with hosted.visitor() as mira, surfing(browser, hosted.port, phone=True) as host:
        for _ in range(12):
            mira.open("skybridge", ME, HERE, BOT)
        page = host.page
        enter(page)
        region = page.get_by_role("region", name="Tables")
        region.focus()
        page.evaluate("window.scrollTo(0, 300); document.activeElement.scrollLeft = 40")
        before = page.evaluate("[scrollY, document.activeElement.scrollLeft]")
        assert before[1] > 0
        table = mira.open("strange-world", ME)["table"]
        page.evaluate(REFRESH)
        expect(page.locator("#host-tables")).to_contain_text(table)
        assert page.evaluate("[scrollY, document.activeElement.scrollLeft]") == before
        expect(region).to_be_focused()


def test_who_pauses_the_page_reads_in_peace(browser: Browser, hosted: House) -> None:
    with hosted.visitor() as mira, surfing(browser, hosted.port) as host:
        page = host.page
        enter(page)
        expect(page.locator("#host-tables")).to_contain_text("No table is in use.")
        page.get_by_role("button", name="Pause").click()
        mira.open("skybridge", ME, HERE)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.evaluate(REFRESH)
        assert asked == []
        page.get_by_role("button", name="Pause").click()
        expect(page.locator("#host-tables")).to_contain_text("Skybridge")


def test_another_word_is_asked_for_at_the_door(browser: Browser, hosted: House) -> None:
    with surfing(browser, hosted.port) as host:
        host.page.goto("/host")
        expect(host.page.locator("#host-numbers")).to_have_count(0)
        expect(host.page.get_by_label("The host's word")).to_be_visible()


def test_a_host_acts_on_the_page_and_players_read_it(browser: Browser, hosted: House) -> None:
    with (
        hosted.visitor() as mira,
        surfing(browser, hosted.port) as host,
        surfing(browser, hosted.port, locale="fr-FR") as player,
    ):
        table = mira.open("skybridge", ME, BOT)["table"]
        player.context.add_cookies(
            [{"name": "cloudtop", "value": mira.http.cookies["cloudtop"], "url": f"http://127.0.0.1:{hosted.port}"}]
        )
        player.page.goto(f"/t/{table}")
        player.board.wait_for()
        enter(host.page)
        host.page.get_by_label("Message to the players").fill("Restart at ten")
        host.page.get_by_role("button", name="Send").click()
        expect(host.page.get_by_role("status")).to_have_text("Done.")
        banner = player.page.locator("#banner")
        expect(banner).to_contain_text("Message du serveur\N{NO-BREAK SPACE}: Restart at ten")
        banner.get_by_role("button").click()
        expect(banner).to_be_hidden()
        tables = host.page.get_by_label("Table", exact=True)
        tables.fill(table)
        host.page.get_by_role("button", name="Show").click()
        expect(host.page.get_by_role("status")).to_contain_text('"game": "skybridge"')
        host.page.get_by_role("button", name="Close").click()
        expect(banner).to_contain_text("Cette table a été fermée")
        host.page.on("dialog", lambda dialog: dialog.accept())
        host.page.get_by_role("button", name="Delete").click()
        expect(host.page.get_by_role("status")).to_have_text("Done.")
        expect(host.page.locator("#host-tables")).not_to_contain_text(table)
