"""The guide in Chromium: it follows the reader, finds rules, shows why not, and prints on a sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.support.rooms import ROOMS
from tests.support.web.browsing import PHONE, surfing
from tests.support.web.visitors import House

import cloudtop
from cloudtop.core.words import LANGUAGES

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


BROKEN = """() => {
    const found = [];
    for (const cell of document.querySelectorAll('.prose th, .prose td')) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const text = walker.currentNode;
            for (const word of text.data.matchAll(/[\\p{Script=Latin}\\p{Number}’'-]+/gu)) {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
                if (lines.size > 1 && !word[0].includes('-')) found.push(word[0]);
            }
        }
    }
    return found;
}"""
"""Words of tables that stand on more than one line; one with a hyphen may be broken there."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_broken_in_a_table_and_no_table_is_cut(house: House, browser: Browser, language: str) -> None:
    with surfing(browser, house.port, viewport=PHONE) as surfer:
        page = surfer.page
        for game in ROOMS:
            page.goto(f"/guide/{game}?lang={language}")
            page.evaluate("for (const more of document.querySelectorAll('#guide details')) more.open = true")
            assert page.locator(".prose td").count() > 0
            assert page.evaluate(BROKEN) == [], game
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game


@pytest.mark.parametrize("game", ROOMS)
def test_every_icon_of_a_table_is_drawn(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.goto(f"/guide/{game}?lang=en")
        signs = page.locator(".prose td img.sign")
        assert signs.count() >= len(cloudtop.game(game).figures().icon) > 0
        drawn = signs.evaluate_all("""async (pictures) => {
            for (const picture of pictures) { picture.loading = 'eager'; await picture.decode(); }
            return pictures.every((picture) => picture.naturalWidth > 0 && picture.width > 0);
        }""")
        assert drawn


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ROOMS)
def test_the_summary_prints_on_one_sheet(house: House, browser: Browser, game: str, language: str) -> None:
    with surfing(browser, house.port) as surfer:
        page = surfer.page
        page.goto(f"/guide/{game}/card?lang={language}")
        page.evaluate("Promise.all([...document.images].map((picture) => picture.decode()))")
        page.emulate_media(media="print")
        for paper in ("A4", "Letter"):
            assert len(PAGES.findall(page.pdf(format=paper, landscape=True, print_background=False))) == 1, paper
        cut = page.evaluate("""() => [...document.querySelectorAll('.sheet .rule')]
            .filter((rule) => rule.scrollHeight > rule.clientHeight + 1)
            .map((rule) => `${rule.querySelector('h2').textContent} ${rule.scrollHeight} ${rule.clientHeight}`)""")
        assert cut == []
