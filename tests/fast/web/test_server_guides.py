"""The guides over HTTP: rules with their figures, pictures that are kept, and a sheet to print."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from tests.support.rooms import ROOMS
from tests.support.web.visitors import Visitor

import cloudtop

GAME = ROOMS[0]
PICTURE = re.compile(r'<img src="(/figure/[^"]+)"')


@pytest.mark.parametrize("game", ROOMS)
def test_a_guide_shows_the_figure_of_every_rule_that_has_one(mira: Visitor, game: str) -> None:
    page = mira.http.get(f"/guide/{game}", params={"lang": "fr"}).text
    pictures = [unescape(address) for address in PICTURE.findall(page)]
    expected = sum(len(figure.example) for figure in cloudtop.game(game).figures().figure)
    assert len(pictures) == len(set(pictures)) == expected
    assert page.count('loading="lazy" decoding') == expected
    assert all("lang=fr" in address for address in pictures)
    assert "{=" not in page
    assert 'data-icon="' not in page


def test_a_rule_is_a_sentence_a_figure_and_the_rest_behind_more(mira: Visitor) -> None:
    page = mira.http.get("/guide/skybridge", params={"lang": "en"}).text
    rule = page[page.index('id="contact"') : page.index('id="chapter-3"')]
    sentence, figure, more = (rule.index(part) for part in ("may not rest directly", "<figure", "<details>"))
    assert sentence < figure < more
    assert rule.count("Not allowed.") == 1
    assert 'data-mark="refused"' in rule


@pytest.mark.parametrize("game", ROOMS)
def test_a_picture_is_drawn_in_the_language_and_kept(mira: Visitor, game: str) -> None:
    page = mira.http.get(f"/guide/{game}", params={"lang": "ja"}).text
    for address in PICTURE.findall(page)[:3]:
        answer = mira.http.get(unescape(address))
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "max-age=86400" in answer.headers["cache-control"]
        assert "light-dark(" in answer.text
        ElementTree.fromstring(answer.text)
    icon = next(iter(cloudtop.game(game).figures().icon))
    assert mira.http.get(f"/figure/{game}/icon/{icon}.svg").status_code == 200


@pytest.mark.parametrize(
    "place",
    [
        "nowhere/turn/1.svg",
        f"{GAME}/nothing/1.svg",
        f"{GAME}/options/1.svg",
        f"{GAME}/place-touch/0.svg",
        f"{GAME}/place-touch/3.svg",
        f"{GAME}/place-touch/-1.svg",
        f"{GAME}/place-touch/one.svg",
        f"{GAME}/icon/nothing.svg",
        f"{GAME}/icon/..%2F1.svg",
    ],
)
def test_a_picture_that_is_not_there_is_not_found(mira: Visitor, place: str) -> None:
    assert mira.http.get(f"/figure/{place}").status_code == 404


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_the_summary_shows_twelve_rules(mira: Visitor, game: str, language: str) -> None:
    page = mira.http.get(f"/guide/{game}/card", params={"lang": language}).text
    known = cloudtop.game(game)
    rules = known.guide(language).rules
    assert [unescape(title) for title in re.findall(r"<h2>([^<]+)</h2>", page)] == [
        rules[rule].title for rule in known.figures().card
    ]


def test_there_is_no_summary_of_an_unknown_game(mira: Visitor) -> None:
    assert mira.http.get("/guide/nowhere/card").status_code == 404
