"""The guide in Chromium: it follows the reader, finds rules, shows why not, and prints on a sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.rooms import ROOMS
from tests.web.browsing import PHONE, surfing
from tests.web.visitors import House

GAME = "skybridge"
PAGES = re.compile(rb"/Type\s*/Page\b(?!s)")


def test_the_contents_follow_the_reading(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.page.goto(f"/guide/{GAME}?lang=en#bridge-neighbours")
        here = surfer.page.locator("#chapters a[aria-current]")
        expect(here).to_have_attribute("href", "#bridge-neighbours")
        expect(surfer.page.locator(".rule.cited")).to_have_id("bridge-neighbours")
        expect(surfer.page.locator(".rule.cited details")).to_have_attribute("open", "")
        surfer.page.evaluate("scrollTo(0, 0)")
        expect(here).to_have_attribute("href", "#chapter-1")


def test_a_phone_has_a_bar_that_opens_the_contents(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, viewport=PHONE) as surfer:
        page = surfer.page
        page.goto(f"/guide/{GAME}?lang=en#bridge-level")
        bar = page.locator("#place")
        expect(bar).to_contain_text("Bridges")
        expect(bar).to_contain_text("On the level")
        expect(page.locator("#here-number")).to_have_text(re.compile(r"^\d+ / \d+$"))
        assert bar.evaluate("(bar) => bar.getBoundingClientRect().height") == 48
        expect(page.locator("#contents")).to_be_hidden()
        bar.click()
        page.locator("#contents").get_by_role("link", name="A roof closes the tower").click()
        expect(page.locator("#contents")).to_be_hidden()
        expect(page.locator("#roof-closes")).to_be_in_viewport()
        expect(bar).to_contain_text("A roof closes the tower")


@pytest.mark.parametrize(
    ("language", "written", "rule"),
    [
        ("en", "OWN colour", "contact"),
        ("fr", "propriétaire", "roof-owns"),
        ("fr", "proprietaire", "roof-owns"),
        ("ja", "やね", ""),
        ("ja", "ブロック", "block-lowest"),
        ("ja", "ぶろっく", "block-lowest"),
    ],
)
def test_rules_are_found_without_accents_and_in_either_kana(
    house: House, browser: Browser, language: str, written: str, rule: str
) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.goto(f"/guide/{GAME}?lang={language}")
        every = page.locator("#guide .rule:visible").count()
        page.locator("#find").fill(written)
        shown = page.locator("#guide .rule:visible").count()
        if rule:
            assert 0 < shown < every
            expect(page.locator(f"#{rule}")).to_be_visible()
            expect(page.locator("#found")).not_to_be_empty()
        else:
            assert shown == 0, "kana that nobody wrote are not guessed from kanji"
        page.locator("#find").fill("")
        assert page.locator("#guide .rule:visible").count() == every


def test_pictures_wait_until_the_reader_comes_near(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        asked: list[str] = []
        surfer.page.on("request", lambda request: asked.append(request.url))
        surfer.page.goto(f"/guide/{GAME}?lang=en")
        surfer.page.wait_for_load_state("networkidle")
        assert not any("/figure/skybridge/score/" in url for url in asked)
        surfer.page.locator("#score").scroll_into_view_if_needed()
        surfer.page.locator("#score img").evaluate("(picture) => picture.decode()")
        assert any("/figure/skybridge/score/" in url for url in asked)


def test_why_not_opens_the_figure_of_the_rule(house: House, browser: Browser) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        surfer.open_table(GAME)
        surfer.wait_for_turn()
        page.evaluate("""async () => {
            const src = document.querySelector('script[type=module]').src;
            (await import(src.replace('table.js', 'guide.js'))).openGuide('contact');
        }""")
        cited = page.locator("#drawer .rule.cited")
        expect(cited).to_be_in_viewport()
        expect(cited.locator("figure")).to_have_count(2)
        cited.locator("img").first.evaluate("(picture) => picture.decode()")
        assert page.locator("#drawer").evaluate("(drawer) => drawer.scrollWidth <= drawer.clientWidth")


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_no_word_is_broken_in_a_table(house: House, browser: Browser, language: str) -> None:
    with surfing(browser, house.port, viewport=PHONE) as surfer:
        for game in ROOMS:
            surfer.page.goto(f"/guide/{game}?lang={language}")
            broken = surfer.page.evaluate("""() => {
                const found = [];
                for (const cell of document.querySelectorAll('.prose th, .prose td')) {
                    const style = getComputedStyle(cell);
                    const whole = style.overflowWrap === 'normal' && style.wordBreak !== 'break-all';
                    if (!whole) found.push(cell.textContent);
                }
                return found;
            }""")
            assert broken == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", ROOMS)
def test_the_summary_prints_on_one_sheet(house: House, browser: Browser, game: str, paper: str) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.goto(f"/guide/{game}/card?lang=fr")
        page.evaluate("Promise.all([...document.images].map((picture) => picture.decode()))")
        page.emulate_media(media="print")
        assert len(PAGES.findall(page.pdf(format=paper, landscape=True, print_background=False))) == 1
        cut = page.evaluate("""() => [...document.querySelectorAll('.sheet .rule')]
            .filter((rule) => rule.scrollHeight > rule.clientHeight + 1)
            .map((rule) => `${rule.querySelector('h2').textContent} ${rule.scrollHeight} ${rule.clientHeight}`)""")
        assert cut == []
