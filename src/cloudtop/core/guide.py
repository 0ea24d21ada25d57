"""A game's guide: one Markdown file per language, with an anchor for every rule.

A rule is a section `### Title {#rule-id}`; the first paragraph states it in a sentence or two, which is also
what a player reads when a move is refused.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from cloudtop.core.words import check_language

HEADING = re.compile(r"^#{2,4} (?P<title>.+?)(?: \{#(?P<id>[a-z0-9-]+)\})?$", re.MULTILINE)


class Rule(NamedTuple):
    """One rule as the guide tells it."""

    id: str
    title: str
    statement: str
    """The rule in a sentence or two."""
    text: str
    """The whole section, Markdown, without its heading."""


class Guide(NamedTuple):
    """The guide of a game in one language."""

    language: str
    text: str
    rules: dict[str, Rule]

    def plain(self) -> str:
        """The guide to be read in a terminal: Markdown without the anchors."""
        return re.sub(r" \{#[a-z0-9-]+\}$", "", self.text, flags=re.MULTILINE)


def read_guide(language: str, text: str) -> Guide:
    """A guide from its Markdown."""
    rules: dict[str, Rule] = {}
    headings = list(HEADING.finditer(text))
    for heading, after in zip(headings, [*headings[1:], None], strict=True):
        if heading["id"] is None:
            continue
        body = text[heading.end() : after.start() if after else len(text)].strip()
        statement = " ".join(body.split("\n\n")[0].split("\n"))
        rules[heading["id"]] = Rule(heading["id"], heading["title"], statement, body)
    return Guide(language, text, rules)


@cache
def guide_of(package: str, language: str) -> Guide:
    """The guide of the room whose package this is."""
    source = files(package) / "guide" / f"{check_language(language)}.md"
    return read_guide(language, source.read_text(encoding="utf-8"))
