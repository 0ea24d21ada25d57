"""The players' guides: each language tells the same rules, in the same order, in plain Markdown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "src" / "cloudtop" / "games"
GUIDES = sorted(GAMES.glob("*/guide"))
LANGUAGES = ("en", "fr", "ja")
LONGEST_ANSWER = 220

RULE_HEADING = re.compile(r"^### \S.* \{#([a-z0-9-]+)\}$")
NOT_A_SENTENCE = re.compile(r"^(#|\||>|[-*+] |\d+[.)] |```)")
HTML = re.compile(r"<[A-Za-z/!?]")
PICTURE_OR_OUTSIDE_LINK = re.compile(r"!\[|\]\((?!#)|\bhttps?:|\bwww\.")

each_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def text_of(guide: Path, language: str) -> str:
    return (guide / f"{language}.md").read_text(encoding="utf-8")


def rule_ids(text: str) -> list[str]:
    return [found[1] for line in text.splitlines() if (found := RULE_HEADING.match(line))]


def answers(text: str) -> dict[str, str]:
    """The first paragraph under each rule heading: what the program says when it refuses a move."""
    lines = text.splitlines()
    first_paragraphs: dict[str, str] = {}
    for number, line in enumerate(lines):
        if found := RULE_HEADING.match(line):
            paragraph: list[str] = []
            for below in lines[number + 1 :]:
                if below.startswith("#") or (paragraph and not below.strip()):
                    break
                if below.strip():
                    paragraph.append(below)
            first_paragraphs[found[1]] = "\n".join(paragraph)
    return first_paragraphs


def test_there_are_guides() -> None:
    assert GUIDES


@each_guide
def test_guide_exists_in_every_language(guide: Path) -> None:
    assert sorted(page.name for page in guide.glob("*.md")) == [f"{language}.md" for language in LANGUAGES]


@each_guide
@each_language
def test_guide_opens_with_its_only_title(guide: Path, language: str) -> None:
    lines = text_of(guide, language).splitlines()
    assert lines[0].startswith("# ")
    assert [line for line in lines if line.startswith("# ")] == lines[:1]


@each_guide
@each_language
def test_every_rule_has_exactly_one_section(guide: Path, language: str) -> None:
    ids = rule_ids(text_of(guide, language))
    assert ids
    assert sorted(ids) == sorted(set(ids))


@each_guide
@each_language
def test_every_anchor_stands_on_a_rule_heading(guide: Path, language: str) -> None:
    text = text_of(guide, language)
    assert text.count("{#") == len(rule_ids(text))


@each_guide
@pytest.mark.parametrize("language", ["fr", "ja"])
def test_languages_tell_the_same_rules_in_the_same_order(guide: Path, language: str) -> None:
    assert rule_ids(text_of(guide, language)) == rule_ids(text_of(guide, "en"))


@each_guide
@each_language
def test_every_rule_begins_with_a_short_answer(guide: Path, language: str) -> None:
    too_long_or_empty = {
        rule: len(answer)
        for rule, answer in answers(text_of(guide, language)).items()
        if not 0 < len(answer) <= LONGEST_ANSWER
    }
    assert too_long_or_empty == {}


@each_guide
@each_language
def test_the_short_answer_is_plain_sentences(guide: Path, language: str) -> None:
    marked_up = {
        rule: answer for rule, answer in answers(text_of(guide, language)).items() if NOT_A_SENTENCE.match(answer)
    }
    assert marked_up == {}


@each_guide
@each_language
def test_guide_is_plain_markdown(guide: Path, language: str) -> None:
    text = text_of(guide, language)
    assert HTML.findall(text) == []
    assert PICTURE_OR_OUTSIDE_LINK.findall(text) == []
