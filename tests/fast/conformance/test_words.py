"""Planted mistakes in words, guides, lessons and figures."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.support.conformance.planted import Planted, check_told
from tests.support.nim import (
    LESSONS,
    CoinNim,
    CoinNimGame,
    Facts,
    Move,
)

from cloudtop.core.figure import Figures
from cloudtop.core.guide import Guide
from cloudtop.core.lesson import Lessons, read_lessons
from cloudtop.core.state import ScoreSheet
from cloudtop.core.teller import Progress
from cloudtop.core.view import View
from cloudtop.core.words import Words


class Untold(CoinNimGame):
    """Has a rule that one guide does not tell."""

    def guide(self, language: str = "en") -> Guide:
        guide = super().guide(language)
        told = {rule: text for rule, text in guide.rules.items() if (language, rule) != ("ja", "score")}
        return guide._replace(rules=told)


class Wordless(CoinNimGame):
    """Has a step that one language does not tell."""

    def words(self, language: str = "en") -> Words:
        words = super().words(language)
        kept = {key: text for key, text in words.texts.items() if (language, key) != ("fr", "step.take.ask")}
        return Words(language, kept)


class Buttonless(CoinNimGame):
    """Has moves of a step whose button says nothing."""

    def step(self, move: Move) -> str:
        return "rest" if move is Move.STOP else super().step(move)


class Uncounted(CoinNimGame):
    """Counts something that has no words."""

    def progress(self, view: View[Facts]) -> Progress:
        return Progress(1, 2, "stone")


def without(words: Words, *missing: tuple[str, str]) -> Words:
    """Words that lack some keys in some languages."""
    return Words(
        words.language, {key: text for key, text in words.texts.items() if (words.language, key) not in missing}
    )


class Untitled(CoinNimGame):
    """Has no name in Japanese."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("ja", "title"))


class Tagless(CoinNimGame):
    """Has no tagline in French."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("fr", "tagline"))


class Undecided(CoinNimGame):
    """Cannot say what is chosen."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("fr", "option.stones.title"))


class Valueless(CoinNimGame):
    """Cannot say one of the values."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("ja", "option.stones.7"))


class Onceonly(CoinNimGame):
    """Has no words for what is offered next."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("en", "again.stones"))


class Mute(CoinNimGame):
    """Cannot say a move."""

    def words(self, language: str = "en") -> Words:
        return without(super().words(language), ("fr", "move.stop"))


class Otherwise(CoinNimGame):
    """Fills a word with other fields in French."""

    def words(self, language: str = "en") -> Words:
        words = super().words(language)
        return Words(language, {**words.texts, "score.stones": "{pierres} cailloux"}) if language == "fr" else words


class Unclosed(CoinNimGame):
    """Has a brace too many."""

    def words(self, language: str = "en") -> Words:
        words = super().words(language)
        return Words(language, {**words.texts, "seat": "{seat"}) if language == "ja" else words


class Lineless(CoinNim):
    """Has a line of the score sheet without words."""

    def sheet(self, seat: int) -> ScoreSheet:
        sheet = super().sheet(seat)
        return sheet._replace(lines=tuple(line._replace(key="score.pebbles") for line in sheet.lines))


class Fieldless(CoinNim):
    """Has a line of the score sheet without what fills it."""

    def sheet(self, seat: int) -> ScoreSheet:
        sheet = super().sheet(seat)
        return sheet._replace(lines=tuple(line._replace(fields={"pebbles": 1}) for line in sheet.lines))


class Ruleless(CoinNim):
    """Has a line of the score sheet whose rule the guide lacks."""

    def sheet(self, seat: int) -> ScoreSheet:
        sheet = super().sheet(seat)
        return sheet._replace(lines=tuple(line._replace(rule="coin-nim/luck") for line in sheet.lines))


class Captionless(CoinNimGame):
    """Has a figure that says nothing in French."""

    def figures(self) -> Figures:
        figures = super().figures()
        first = figures.figure[0]
        mute = replace(first, example=(replace(first.example[0], fr=""), *first.example[1:]))
        return replace(figures, figure=(mute, *figures.figure[1:]))


class Unteachable(CoinNimGame):
    """Has a lesson that asks for what nobody may do."""

    def lessons(self) -> Lessons:
        return read_lessons(LESSONS.replace('play = "take"', 'play = "heads"'), "nim")


FAULTS: list[tuple[Planted, str]] = [
    (Untold, "the guide tells every rule: {'score'}"),
    (Wordless, "all words are there in all languages: French has no word for 'step.take.ask'"),
    (Buttonless, "the steps of a turn have words: ('en', ['end.rest'])"),
    (Uncounted, "how far a game has come has words: ('en', ['progress.stone'])"),
    (Untitled, "all words are there in all languages: Japanese has no word for 'title'"),
    (Tagless, "all words are there in all languages: French has no word for 'tagline'"),
    (Undecided, "all words are there in all languages: French has no word for 'option.stones.title'"),
    (Valueless, "all words are there in all languages: Japanese has no word for 'option.stones.7'"),
    (Onceonly, "all words are there in all languages: English has no word for 'again.stones'"),
    (Mute, "all words are there in all languages: French has no word for 'move.stop'"),
    (
        Otherwise,
        "all words are there in all languages: 'score.stones' has other fields in French (pierres) than in English",
    ),
    (Unclosed, "all words are there in all languages: Japanese has 'seat' as '{seat', which cannot be filled in"),
    (Lineless, "a line of the score sheet has words: 'score.pebbles' is missing in English"),
    (Fieldless, "a line of the score sheet has words: 'stones' is missing in English, or in the fields ['pebbles']"),
    (Ruleless, "a line of the score sheet names a rule of the guide: the line 'score.stones' names 'coin-nim/luck'"),
    (Captionless, "every figure has words: example 1 of 'take' says nothing in French"),
    (Unteachable, "lessons can be taught: nim: "),
]


@pytest.mark.slow("plays games with each fault until it is found")
@pytest.mark.parametrize(("fault", "promise"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_broken_promise_is_found_told_and_shown_again(fault: Planted, promise: str) -> None:
    check_told(fault, promise)
