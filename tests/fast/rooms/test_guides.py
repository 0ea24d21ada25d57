"""The players' guides: each language tells the same rules, in the same order, in plain Markdown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cloudtop.core.figure import read_figures
from cloudtop.core.guide import ICON, Guide, read_guide

GAMES = Path(__file__).parents[3] / "src" / "cloudtop" / "games"
GUIDES = sorted(GAMES.glob("*/guide"))
LANGUAGES = ("en", "fr", "ja")
LONGEST_ANSWER = 220

NOT_A_SENTENCE = re.compile(r"^(#|\||>|[-*+] |\d+[.)] |```)")
HTML = re.compile(r"<[A-Za-z/!?]")
PICTURE_OR_OUTSIDE_LINK = re.compile(r"!\[|\]\((?!#)|\bhttps?:|\bwww\.")

each_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def text_of(guide: Path, language: str) -> str:
    return (guide / f"{language}.md").read_text(encoding="utf-8")


def read(guide: Path, language: str) -> Guide:
    return read_guide(language, text_of(guide, language))


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
def test_every_anchor_is_a_rule_of_its_own(guide: Path, language: str) -> None:
    told = read(guide, language)
    assert told.rules
    assert told.text.count("{#") == len(told.rules) + told.text.count("{#box}")


@each_guide
@each_language
def test_a_guide_ends_with_what_is_in_the_box(guide: Path, language: str) -> None:
    told = read(guide, language)
    assert [heading.id for heading in told.contents if heading.level == 2][-1] == "box"
    assert told.box.count("<li>") > 4
    assert "cloudtop box export" in told.box


@each_guide
@each_language
def test_every_rule_is_a_section_below_a_chapter(guide: Path, language: str) -> None:
    told = read(guide, language)
    assert {heading.level for heading in told.contents if heading.id in told.rules} == {3}
    assert told.contents[0].level == 2


@each_guide
@pytest.mark.parametrize("language", ["fr", "ja"])
def test_languages_tell_the_same_rules_in_the_same_order(guide: Path, language: str) -> None:
    assert list(read(guide, language).rules) == list(read(guide, "en").rules)


@each_guide
@each_language
def test_every_rule_begins_with_a_short_answer(guide: Path, language: str) -> None:
    too_long_or_empty = {
        rule.id: len(rule.statement)
        for rule in read(guide, language).rules.values()
        if not 0 < len(rule.statement) <= LONGEST_ANSWER
    }
    assert too_long_or_empty == {}


@each_guide
@each_language
def test_the_short_answer_is_plain_sentences(guide: Path, language: str) -> None:
    marked_up = {rule.id: rule.text for rule in read(guide, language).rules.values() if NOT_A_SENTENCE.match(rule.text)}
    assert marked_up == {}


@each_guide
@each_language
def test_guide_is_plain_markdown(guide: Path, language: str) -> None:
    text = text_of(guide, language)
    assert HTML.findall(text) == []
    assert PICTURE_OR_OUTSIDE_LINK.findall(text) == []


@each_guide
@each_language
def test_contents_are_the_chapters_and_their_sections(guide: Path, language: str) -> None:
    told = read(guide, language)
    listed = [(heading.id, heading.title) for heading in told.contents]
    found = []
    for chapter in told.chapters[1:]:
        found += [(chapter.id, chapter.title), *((section.id, section.title) for section in chapter.sections)]
    assert found == listed
    assert len({heading.id for heading in told.contents}) == len(listed)


@each_guide
@each_language
def test_a_rule_opens_with_its_sentence_and_the_rest_follows(guide: Path, language: str) -> None:
    told = read(guide, language)
    sections = {part.id: part for chapter in told.chapters for part in chapter.sections if part.is_rule}
    assert list(sections) == list(told.rules)
    assert all(part.lead.count("<p>") == 1 for part in sections.values())
    assert all(len(re.split(r"\n\s*\n", told.rules[id_].text)) > 1 for id_, part in sections.items() if part.more)


@each_guide
@each_language
def test_icons_of_a_guide_are_drawn_by_its_figures(guide: Path, language: str) -> None:
    drawn = read_figures((guide.parent / "figures.toml").read_text(encoding="utf-8")).icon
    assert set(ICON.findall(text_of(guide, language))) == set(drawn)
    assert "{=" not in read(guide, language).plain()


TOWER = """# Tower

Before any chapter.

## Building *high*

```
## no heading {#nor-a-rule}
```

### Up, **never** down {#up}

Build *up*,
not down: `a1` <b>first</b>.

| a | b |
|---|---|
| 1 | 2 |

## The end

### Nothing said {#silent}
"""


def test_what_looks_like_a_rule_inside_a_block_is_none() -> None:
    told = read_guide("en", TOWER)
    assert list(told.rules) == ["up", "silent"]
    assert "## no heading {#nor-a-rule}" in told.plain()


def test_titles_and_statements_are_words_without_markup() -> None:
    told = read_guide("en", TOWER)
    assert told.rules["up"].title == "Up, never down"
    assert told.rules["up"].statement == "Build up, not down: a1 <b>first</b>."
    assert told.rules["up"].text.startswith("Build *up*,\nnot down")
    assert told.rules["up"].text.endswith("| 1 | 2 |")
    assert told.rules["silent"].statement == ""


def test_the_html_shows_html_as_text_and_tables_as_tables() -> None:
    opening, building, end = read_guide("en", TOWER).chapters
    assert "<h1>Tower</h1>" in opening.lead
    assert building.title == "Building high"
    (up,) = building.sections
    assert (up.id, up.title) == ("up", "Up, never down")
    assert "&lt;b&gt;first" in up.lead
    assert "<td>2</td>" in up.more
    assert "<table>" not in up.lead
    assert (end.sections[0].lead, end.sections[0].more) == ("", "")


def test_an_icon_is_a_mark_in_the_html_and_gone_elsewhere() -> None:
    told = read_guide("en", "# Tower\n\n## Box\n\n| a |\n|---|\n| {=roof} Roof |\n\n### Up {#up}\n\n{=roof} Go up.\n")
    assert '<td><i class="sign" data-icon="roof"></i>Roof</td>' in told.chapters[1].lead
    assert told.rules["up"].statement == told.rules["up"].text == "Go up."
    assert "| Roof |" in told.plain()


def test_chapters_are_numbered_and_rules_keep_their_ids() -> None:
    contents = read_guide("en", TOWER).contents
    assert [(heading.level, heading.id) for heading in contents] == [
        (2, "chapter-1"),
        (3, "up"),
        (2, "chapter-2"),
        (3, "silent"),
    ]
