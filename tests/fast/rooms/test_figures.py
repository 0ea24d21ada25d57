"""The figures of the guides: the engine confirms all that they show, and every rule has one or says why not."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest
from tests.support.nim import FIGURES, CoinNimGame
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import BadFigure, ContractBreach
from cloudtop.core.figure import Figures, Played, played, read_figures
from cloudtop.core.game import Game
from cloudtop.stage.figure import figure_pictures, icon_picture
from cloudtop.testing import conformance
from cloudtop.web.render.figures import shown_figures

LANGUAGES = ("en", "fr", "ja")
LONGEST = {"en": 90, "fr": 100, "ja": 45}
"""Letters of a caption."""
COORDINATE = re.compile(r"\b[a-n]\d{1,2}\b")
CROSS, NUMBER = 'class="wrong"', re.compile(r'class="counted".*?>([^<]+)</text>')
"""How the mark on what is wrong, and a counted number, are drawn."""
SHOWN = [(name, figure.rule) for name in ROOMS for figure in cloudtop.game(name).figures().figure if figure.example]

each_game = pytest.mark.parametrize("name", ROOMS)
each_figure = pytest.mark.parametrize(("name", "rule"), SHOWN)


@each_game
def test_every_rule_has_a_figure_or_a_reason_why_none_helps(name: str) -> None:
    game = cloudtop.game(name)
    figures = game.figures().figure
    assert [figure.rule for figure in figures] == list(game.rule_ids)
    assert [figure.rule for figure in figures if bool(figure.example) == bool(figure.none)] == []
    drawn = [figure for figure in figures if figure.example]
    pictures = sum(len(figure.example) for figure in drawn)
    reasons = len(figures) - len(drawn)
    told = f"{name}: {len(drawn)} of {len(figures)} rules have a figure ({pictures} pictures), {reasons} a reason"
    print(f"\n{told}", file=sys.stderr)
    assert len(drawn) > len(figures) / 2


@each_figure
def test_the_engine_confirms_a_figure(name: str, rule: str) -> None:
    game = cloudtop.game(name)
    for one in played(game, rule):
        legal = one.example.mark in ("allowed", "good", "bad")
        assert not legal or one.move in game.moves
        assert one.example.mark not in ("good", "bad") or one.example.then, "what comes of it is checked"


@each_figure
def test_a_picture_stands_alone_in_both_lights(name: str, rule: str) -> None:
    game = cloudtop.game(name)
    for one, picture in zip(played(game, rule), figure_pictures(game, rule, game.words("fr")), strict=True):
        names = set(re.findall(r' id="([^"]+)"', picture))
        assert set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#([^)]+)\)", picture)) <= names
        assert set(re.findall(r"var\((--[\w-]+)", picture)) == set(re.findall(r"(--[\w-]+):light-dark\(", picture))
        assert (CROSS in picture) == (one.example.mark in ("refused", "bad"))
        ElementTree.fromstring(picture)


@each_figure
def test_numbers_on_a_picture_are_those_of_the_score_sheet(name: str, rule: str) -> None:
    game = cloudtop.game(name)
    for one, picture in zip(played(game, rule), figure_pictures(game, rule, game.words()), strict=True):
        on_board = [part.points for line in one.counted if line.where for part in line.where.counted]
        assert sorted(int(found.replace("\N{MINUS SIGN}", "-")) for found in NUMBER.findall(picture)) == sorted(
            on_board
        )
        assert all(sum(line.points) == line.line.points for line in one.counted)
        if one.example.sheet:
            assert sum(map(sum, one.example.points)) == one.state.score_sheet(one.seat).total


@each_figure
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_short_and_name_no_coordinate(name: str, rule: str, language: str) -> None:
    for one in played(cloudtop.game(name), rule):
        caption = one.example.caption(language)
        assert 0 < len(caption) <= LONGEST[language], caption
        assert not COORDINATE.search(caption), caption
        assert caption.endswith("。" if language == "ja" else ".") or (language == "ja" and caption.endswith("…"))


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_becomes_of_a_legal_move_is_said_in_a_few_words(name: str, language: str) -> None:
    for shots in shown_figures(cloudtop.game(name), language).values():
        for shot in shots:
            if shot.mark in ("good", "bad"):
                assert 0 < len(shot.verdict) < 30
                assert shot.caption


@each_game
def test_the_summary_shows_rules_that_have_a_figure(name: str) -> None:
    figures = cloudtop.game(name).figures()
    assert len(figures.card) == 12, "three rows of four fill the sheet"
    assert all(figures.of(rule) for rule in figures.card)


@each_game
def test_icons_are_drawings(name: str) -> None:
    game = cloudtop.game(name)
    for icon in game.figures().icon:
        drawn = icon_picture(game, icon)
        assert "<symbol" in drawn, icon
        ElementTree.fromstring(drawn)


# ---------------------------------------------------------------------- a stranger's figures


class Drawn(CoinNimGame):
    """Nim with other figures."""

    def __init__(self, text: str = FIGURES) -> None:
        self.written = text

    def figures(self) -> Figures:
        """Those it was given."""
        return read_figures(self.written)


def confirmed(text: str) -> tuple[Played, ...]:
    return played(Drawn(text), "take")


def test_a_stranger_s_game_shows_what_it_allows_and_refuses() -> None:
    allowed, refused = confirmed(FIGURES)
    assert (allowed.state.dump()["run"], refused.state.dump()["run"]) == (3, 3)
    game: Game = Drawn()
    assert len(figure_pictures(game, "take", game.words("ja"))) == 2
    assert shown_figures(game, "en")["score"][0].rows[0].points == 2


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ('first = ["take"]\nrefused', "refused", "the engine says None"),
        ('allowed = "take"', 'allowed = "heads"', "coin-nim/call forbids it"),
        ('refused = "take"', 'refused = "heads"', "the engine says coin-nim/call"),
        ('allowed = "take"', 'allowed = "fly"', "'fly' is no move of coin-nim"),
        ('allowed = "take"', 'allowed = "take"\nthen = { heap = 3 }', "heap is 4 there, not 3"),
        ('position = "run"\nallowed', 'position = "walk"\nallowed', "there is no position 'walk'"),
        ("heap = 5", "heap = 6", "are 7 stones together"),
        ('allowed = "take"', 'alowed = "take"', "unknown field `alowed`"),
        ("[position.run]", "[position.run", "these are no figures"),
    ],
)
def test_a_figure_that_is_not_so_is_refused(right: str, wrong: str, reason: str) -> None:
    assert right in FIGURES
    with pytest.raises(BadFigure, match=re.escape(reason)):
        confirmed(FIGURES.replace(right, wrong, 1))


def test_a_score_that_is_counted_differently_is_refused() -> None:
    with pytest.raises(BadFigure, match=re.escape("the engine counts ((2,),), not ((3,),)")):
        played(Drawn(FIGURES.replace("points = [[2]]", "points = [[3]]")), "score")


def test_positions_share_what_they_do_not_change() -> None:
    text = FIGURES.replace(
        "[[figure]]", '[position.more]\nlike = "run"\nheap = 4\ntaken = [3, 0]\nrun = 3\n\n[[figure]]', 1
    )
    figures = read_figures(text)
    assert figures.written("more")["calls"] == [0, 1]
    assert figures.written("more")["heap"] == 4
    assert figures.written("run")["heap"] == 5


def test_the_conformance_suite_plays_figures_and_misses_none() -> None:
    with pytest.raises(ContractBreach, match="every rule is shown or said to need no figure"):
        conformance(Drawn(), games=1, terms=[(2, {})])
    wrong = FIGURES.replace("points = [[2]]", "points = [[3]]")
    told = "".join(f'[[figure]]\nrule = "{rule}"\nnone = "no"\n' for rule in ("call", "turn", "stop", "end"))
    with pytest.raises(ContractBreach, match="the engine confirms every figure"):
        conformance(Drawn(wrong + told), games=1, terms=[(2, {})])


def test_a_game_without_figures_has_none() -> None:
    assert Drawn("").figures() == Figures()
    assert shown_figures(Drawn(""), "en") == {}


def test_a_page_leaves_out_what_the_engine_does_not_confirm() -> None:
    wrong = Drawn(FIGURES.replace("points = [[2]]", "points = [[3]]"))
    assert list(shown_figures(wrong, "en")) == ["take"]
