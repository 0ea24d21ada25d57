"""Every page in Chromium: nobody is shut out, nothing leaves the house, and it is quickly there."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, CDPSession, Response
from tests.support.rooms import ROOMS
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import House

import cloudtop

GAME = ROOMS[0]
LESSON = f"/learn/{GAME}/{cloudtop.game(GAME).lessons().steps[0].id}"
AXE = Path(__file__).parents[3] / "build" / "web" / "node_modules" / "axe-core" / "axe.min.js"
BUDGET = 150_000
"""Bytes, as transferred, from the first page to a playable board."""
PARTS_OF_PAGES = ("text/javascript", "text/css")
"""A policy binds the page that loads them, so they carry none."""


@pytest.fixture
def axe() -> str:
    """The script of axe-core, which `make web-tools` fetches."""
    if not AXE.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("no axe-core here, and this run must not do without: make web-tools")
        pytest.skip("NO AXE-CORE: the pages were not checked for accessibility; make web-tools fetches it")
    return AXE.read_text(encoding="utf-8")


def barriers(surfer: Surfer, axe: str) -> list[str]:
    """What axe-core finds serious or critical on the page as it is now."""
    surfer.page.evaluate(axe)
    found = surfer.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(
    "address",
    ["/", f"/new/{GAME}", "/tables", "/guide", f"/guide/{GAME}", f"/guide/{GAME}/card", f"/learn/{GAME}", LESSON],
)
def test_page_has_no_serious_barrier(house: House, browser: Browser, axe: str, address: str, light: str) -> None:
    with surfing(browser, house.port, color_scheme=light) as surfer:
        surfer.page.goto(address)
        assert barriers(surfer, axe) == []


@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_hosts_page_has_no_serious_barrier(browser: Browser, axe: str, light: str, tmp_path: Path) -> None:
    word = "a word that nobody guesses"
    with (
        House(tmp_path / "tables.sqlite", host_word=word) as house,
        house.visitor() as mira,
        surfing(browser, house.port, color_scheme=light) as surfer,
    ):
        mira.open(GAME, {"kind": "me"}, {"kind": "here"})
        surfer.page.goto("/host")
        assert barriers(surfer, axe) == []
        surfer.page.locator("#word").fill(word)
        surfer.page.keyboard.press("Enter")
        surfer.page.locator("#host-numbers").wait_for()
        assert barriers(surfer, axe) == []


@pytest.mark.parametrize("game", ROOMS)
def test_table_has_no_serious_barrier_at_any_moment(house: House, browser: Browser, axe: str, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        surfer.open_table(game)
        surfer.wait_for_turn()
        assert barriers(surfer, axe) == []
        surfer.consider()
        assert barriers(surfer, axe) == []
        page.keyboard.press("g")
        page.locator("#drawer .prose").wait_for()
        assert barriers(surfer, axe) == []
        page.keyboard.press("Escape")
        page.locator("#invite-button").click()
        page.locator(".invite-dialog").wait_for()
        assert barriers(surfer, axe) == []


def test_end_and_replay_have_no_serious_barrier(house: House, browser: Browser, axe: str) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.open_table("skybridge", seats=2)
        surfer.play_to_the_end()
        assert barriers(surfer, axe) == []
        surfer.page.locator(".final-bar a[href$=replay]").click()
        surfer.page.locator("#moves li[aria-current]").wait_for()
        assert barriers(surfer, axe) == []
        surfer.page.go_back()
        surfer.page.locator(".final-bar a[href$=fair]").click()
        surfer.page.locator("body[data-checked]").wait_for()
        assert barriers(surfer, axe) == []


def test_a_table_that_waits_has_no_serious_barrier(house: House, browser: Browser, axe: str) -> None:
    with surfing(browser, house.port, phone=True) as surfer:
        surfer.open_table(GAME, start="friends", seats=2)
        surfer.put_invitation_away()
        surfer.page.locator("#deal-now").wait_for()
        assert barriers(surfer, axe) == []


def transferred(session: CDPSession) -> list[float]:
    """Counts what comes over the wire from now on, headers and compressed bodies."""
    sizes: list[float] = []
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"]) / 4))
    return sizes


@pytest.mark.parametrize("game", ROOMS)
def test_first_page_to_a_playable_board_is_light(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        sizes = transferred(surfer.context.new_cdp_session(surfer.page))
        surfer.walk_to_table(game)
        surfer.wait_for_turn()
        assert sum(sizes) < BUDGET, f"{sum(sizes):.0f} bytes"


def test_no_request_leaves_the_house_and_no_page_runs_inline_scripts(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        asked: list[str] = []
        policies: list[str] = []

        def heard(answer: Response) -> None:
            if not answer.headers.get("content-type", "").startswith(PARTS_OF_PAGES):
                policies.append(answer.headers.get("content-security-policy", ""))

        surfer.page.on("request", lambda request: asked.append(request.url))
        surfer.page.on("response", heard)
        surfer.walk_to_table(GAME)
        surfer.wait_for_turn()
        for address in ("/tables", "/guide", f"/guide/{GAME}"):
            surfer.page.goto(address)
    assert {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))} == {
        f"127.0.0.1:{house.port}"
    }
    assert len(policies) > 4
    assert all("default-src" in policy and "script-src 'unsafe" not in policy for policy in policies)
    assert not any("'unsafe-inline'" in policy and "default-src 'none'" not in policy for policy in policies)


@pytest.mark.parametrize("lang", ["fr", "ja"])
def test_longer_words_do_not_widen_a_small_phone(house: House, browser: Browser, lang: str) -> None:
    with surfing(browser, house.port, viewport={"width": 360, "height": 640}) as surfer:
        page = surfer.page
        games = [f"/{page_of}/{game}" for page_of in ("new", "learn") for game in ROOMS]
        wide = {}
        for address in ("/", *games):
            page.goto(f"{address}?lang={lang}")
            wide[address] = page.evaluate("document.documentElement.scrollWidth")
    assert {address: width for address, width in wide.items() if width > 360} == {}


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1280])
def test_no_page_is_wider_than_its_screen(house: House, browser: Browser, width: int) -> None:
    with surfing(browser, house.port, viewport={"width": width, "height": 780}) as surfer:
        page = surfer.page
        wide = []
        places = ("new/{}", "guide/{}", "guide/{}/card", "learn/{}")
        games = [f"/{place.format(game)}" for place in places for game in ROOMS]
        for address in ("/", "/tables", LESSON, *games):
            page.goto(address)
            wide.append(page.evaluate("document.documentElement.scrollWidth"))
        surfer.open_table(GAME)
        surfer.wait_for_turn()
        wide.append(page.evaluate("document.documentElement.scrollWidth"))
    assert max(wide) <= width
