"""What a player sees in Chromium when the game itself fails, and what the host sees of games that are left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.packages import install
from tests.support.web import bad_games
from tests.support.web.bad_games import NAME, WAYS, Fault
from tests.support.web.browsing import surfing
from tests.support.web.visitors import House


def test_a_game_that_fails_says_so_and_offers_its_record(
    house: House, browser: Browser, faulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        page = surfer.page
        page.goto(f"/new/{NAME}")
        page.locator("#start").click()
        surfer.wait_for_turn()
        # The others call at the same time: what they call would be what cannot be shown first.
        expect(page.locator(".chose")).to_have_count(page.locator("[data-pill]").count() - 1)
        # From now on no position can be shown.
        monkeypatch.setattr(bad_games, "FULL", 99)
        Fault.where, Fault.way = "facts", staticmethod(WAYS["stumble"])
        page.get_by_role("button", name="Call heads").click()
        banner = page.locator("#banner")
        expect(banner).to_contain_text("mistake of its own")
        record = banner.get_by_role("link", name="Save the record")
        with page.expect_download() as saved:
            record.click()
        assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("cloudtop record 1")
        banner.get_by_role("button", name="Close").click()
        expect(banner).to_be_hidden()


def test_the_library_tells_its_host_what_is_left_out(house: House, browser: Browser, site: Path) -> None:
    install(site, "stones", "1 / 0\n")
    with surfing(browser, house.port) as surfer:
        surfer.page.goto("/")
        note = surfer.page.get_by_role("region", name="Left in the box")
        expect(note.get_by_role("listitem")).to_have_text(
            "stones of stones 1.2 is left out: stones/game.py, line 1: ZeroDivisionError: division by zero"
        )
