"""A game's guide: one Markdown file per language, read once for its rules, its contents and its chapters as HTML.

A rule is a section `### Title {#rule-id}`; the first paragraph states it in a sentence or two, which is also
what a player reads when a move is refused. `{=name}` is an icon that the game's figures draw.
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
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

ANCHOR = re.compile(r"\s*\{#(?P<id>[a-z0-9-]+)\}$")
ICON = re.compile(r"\{=(?P<name>[a-z0-9-]+)\} ?")

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


class Section(NamedTuple):
    """A part of a chapter below a heading of its own, as HTML; raw HTML in its text is shown as text."""

    id: str
    title: str
    is_rule: bool
    lead: str
    """The first paragraph."""
    more: str
    """What follows it."""


class Chapter(NamedTuple):
    """A chapter as HTML; what a guide tells before its first chapter has neither id nor title."""

    id: str
    title: str
    lead: str
    """What stands before the first section."""
    sections: tuple[Section, ...]


class Guide(NamedTuple):
    """The guide of a game in one language."""

    language: str
    text: str
    rules: dict[str, Rule]
    contents: tuple[Heading, ...]
    chapters: tuple[Chapter, ...]

    @property
    def box(self) -> str:
        """The chapter on what is in the box, as HTML; empty where the guide has none."""
        return next((chapter.lead for chapter in self.chapters if chapter.id == BOX), "")

    def plain(self) -> str:
        """The guide to be read in a terminal: Markdown without the anchors and icons."""
        lines = ICON.sub("", self.text).split("\n")
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
    reader.inline.ruler.before("emphasis", "icon", take_icon)
    # MarkdownIt calls a renderer with the tokens and the place of the one to be written.
    reader.add_render_rule(
        "icon", lambda _, tokens, place, *__: f'<i class="sign" data-icon="{tokens[place].info}"></i>'
    )
    return reader


def take_icon(state: StateInline, silent: bool) -> bool:
    """Read `{=name}` as an icon of that name."""
    found = ICON.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("icon", "i", 0).info = found["name"]
    state.pos = found.end()
    return True


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
            body = ICON.sub("", "\n".join(lines[start + 1 : end])).strip()
            rules[contents[-1].id] = Rule(contents[-1].id, title, spoken(below[0]) if below else "", body)
    return Guide(language, text, rules, tuple(contents), chapters_of(tokens))


def chapters_of(tokens: list[Token]) -> tuple[Chapter, ...]:
    """The chapters of a guide with their sections, as HTML."""
    chapters = [Chapter("", "", "", ())]
    headings = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    for here, after in pairwise([*headings, len(tokens)]):
        heading, title, below = tokens[here], spoken(tokens[here + 1]), tokens[here + 3 : after]
        if heading.tag == "h2":
            chapters.append(Chapter(str(heading.attrs["id"]), title, html_of(below), ()))
        elif heading.tag == "h1":
            chapters[-1] = chapters[-1]._replace(lead=html_of(tokens[here:after]))
        else:
            first = next((n + 1 for n, token in enumerate(below) if token.type == "paragraph_close"), 0)
            lead, more = html_of(below[:first]), html_of(below[first:])
            section = Section(str(heading.attrs["id"]), title, bool(heading.meta["rule"]), lead, more)
            chapters[-1] = chapters[-1]._replace(sections=(*chapters[-1].sections, section))
    return tuple(chapter for chapter in chapters if chapter.lead or chapter.sections or chapter.title)


def html_of(tokens: list[Token]) -> str:
    """A part of a text as HTML."""
    reader = markdown_reader()
    return str(reader.renderer.render(tokens, reader.options, {}))


def spoken(text: Token) -> str:
    """The words of a piece of text on one line, without markup."""
    return "".join(" " if part.type.endswith("break") else part.content for part in text.children or []).strip()


def first_line(token: Token) -> int:
    """The line of the text on which a block begins."""
    assert token.map is not None
    return token.map[0]


@cache
def guide_of(package: str, language: str) -> Guide:
    """The guide of the room whose package this is."""
    source = files(package) / "guide" / f"{check_language(language)}.md"
    return read_guide(language, source.read_text(encoding="utf-8"))
