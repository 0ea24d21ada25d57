"""The players' guides: each language tells the same rules, in the same order, in plain Markdown."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cloudtop.core.guide import Guide, read_guide

GAMES = Path(__file__).parent.parent / "src" / "cloudtop" / "games"
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


class Headings(HTMLParser):
    """The headings of a page: tag, id and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("h2", "h3", "h4"):
            self.found.append([tag, dict(attrs)["id"] or "", ""])

    def handle_data(self, data: str) -> None:
        if self.found and not self.found[-1][2]:
            self.found[-1][2] = data


@each_guide
@each_language
def test_contents_lead_to_the_headings_of_the_page(guide: Path, language: str) -> None:
    told = read(guide, language)
    listed = [[f"h{heading.level}", heading.id, heading.title] for heading in told.contents]
    assert Headings(told.html).found == listed
    assert len({heading.id for heading in told.contents}) == len(listed)


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
    html = read_guide("en", TOWER).html
    assert '<h3 id="up">Up, <strong>never</strong> down</h3>' in html
    assert "&lt;b&gt;first" in html
    assert "<td>2</td>" in html


def test_chapters_are_numbered_and_rules_keep_their_ids() -> None:
    contents = read_guide("en", TOWER).contents
    assert [(heading.level, heading.id) for heading in contents] == [
        (2, "chapter-1"),
        (3, "up"),
        (2, "chapter-2"),
        (3, "silent"),
    ]
