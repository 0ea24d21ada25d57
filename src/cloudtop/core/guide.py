"""A game's guide: one Markdown file per language, read once for its rules, its contents and its HTML.

A rule is a section `### Title {#rule-id}`; the first paragraph states it in a sentence or two, which is also
what a player reads when a move is refused.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import count, pairwise
from typing import TYPE_CHECKING, NamedTuple

from cloudtop.core.words import check_language

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

ANCHOR = re.compile(r"\s*\{#(?P<id>[a-z0-9-]+)\}$")


BOX = "box"
"""The anchor of the chapter that tells what is certain about the pieces and what is ours."""


class Rule(NamedTuple):
    """One rule as the guide tells it."""

    id: str
    title: str
    statement: str
    """The rule in a sentence or two, without markup."""
    text: str
    """The whole section, Markdown, without its heading."""


class Heading(NamedTuple):
    """A chapter or a rule in the guide's table of contents."""

    level: int
    """2 for a chapter, 3 and more below it."""
    title: str
    id: str
    """Its anchor in the HTML: a rule's id, or one made up for a chapter."""
    line: int
    """Where it stands in the text, counted from 0."""


class Guide(NamedTuple):
    """The guide of a game in one language."""

    language: str
    text: str
    rules: dict[str, Rule]
    contents: tuple[Heading, ...]
    html: str
    """The whole guide; raw HTML in its text is shown as text."""

    @property
    def box(self) -> str:
        """The chapter on what is in the box, as HTML; empty where the guide has none."""
        following = [heading.line for heading in self.contents] + [len(self.text.split("\n"))]
        for number, heading in enumerate(self.contents):
            if heading.id == BOX:
                chapter = self.text.split("\n")[heading.line + 1 : following[number + 1]]
                return str(markdown_reader().render("\n".join(chapter)))
        return ""

    def plain(self) -> str:
        """The guide to be read in a terminal: Markdown without the anchors."""
        lines = self.text.split("\n")
        for heading in self.contents:
            lines[heading.line] = ANCHOR.sub("", lines[heading.line])
        return "\n".join(lines)


@cache
def markdown_reader() -> MarkdownIt:
    """The one reader of guides: CommonMark with tables, without raw HTML, with anchors on headings."""
    # Imported when a guide is first read: it takes half as long as all of a game, and bots never read.
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.core.ruler.after("block", "anchors", take_anchors)
    return reader


def take_anchors(state: StateCore) -> None:
    """Make the `{#id}` that ends a heading the heading's id; a heading without one is a chapter and is numbered."""
    chapter = count(1)
    for heading, title in pairwise(state.tokens):
        if heading.type != "heading_open" or heading.tag == "h1":
            continue
        anchor = ANCHOR.search(title.content)
        title.content = ANCHOR.sub("", title.content)
        heading.attrSet("id", anchor["id"] if anchor else f"chapter-{next(chapter)}")
        heading.meta["rule"] = anchor is not None and anchor["id"] != BOX


def read_guide(language: str, text: str) -> Guide:
    """A guide from its Markdown."""
    reader = markdown_reader()
    tokens = reader.parse(text)
    lines = text.split("\n")
    rules: dict[str, Rule] = {}
    contents: list[Heading] = []
    headings = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.attrs]
    for here, after in pairwise([*headings, len(tokens)]):
        heading, title = tokens[here], spoken(tokens[here + 1])
        start, end = first_line(tokens[here]), first_line(tokens[after]) if after < len(tokens) else len(lines)
        contents.append(Heading(int(heading.tag[1:]), title, str(heading.attrs["id"]), start))
        if heading.meta["rule"]:
            below = [token for token in tokens[here + 2 : after] if token.type == "inline"]
            body = "\n".join(lines[start + 1 : end]).strip()
            rules[contents[-1].id] = Rule(contents[-1].id, title, spoken(below[0]) if below else "", body)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return Guide(language, text, rules, tuple(contents), html)


def spoken(text: Token) -> str:
    """The words of a piece of text on one line, without markup."""
    return "".join(" " if part.type.endswith("break") else part.content for part in text.children or [])


def first_line(token: Token) -> int:
    """The line of the text on which a block begins."""
    assert token.map is not None
    return token.map[0]


@cache
def guide_of(package: str, language: str) -> Guide:
    """The guide of the room whose package this is."""
    source = files(package) / "guide" / f"{check_language(language)}.md"
    return read_guide(language, source.read_text(encoding="utf-8"))
