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
