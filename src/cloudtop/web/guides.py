"""The guides as HTML: a section for every rule, with the rule's id to link to."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt

from cloudtop.games import game as game_named

ANCHOR = re.compile(r"\s*\{#(?P<id>[a-z0-9-]+)\}$")


@cache
def guide_html(name: str, language: str) -> str:
    """A game's guide in a language; raw HTML in it is shown as text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(game_named(name).guide(language).text)
    for heading, title in pairwise(tokens):
        anchor = ANCHOR.search(title.content) if heading.type == "heading_open" else None
        if anchor is not None:
            heading.attrSet("id", anchor["id"])
            title.content = ANCHOR.sub("", title.content)
            title.children = reader.parseInline(title.content)[0].children
    rendered: str = reader.renderer.render(tokens, reader.options, {})
    return rendered
