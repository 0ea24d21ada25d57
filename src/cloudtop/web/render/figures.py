"""The figures of a guide as a page shows them: where each picture is, what it says, and what is counted on it."""

from __future__ import annotations

import hashlib
import logging
import re
from functools import lru_cache
from html import escape
from typing import NamedTuple

from cloudtop.core.errors import BadFigure
from cloudtop.core.figure import Line, Played, played
from cloudtop.core.game import Game
from cloudtop.stage.figure import figure_pictures, icon_picture

LOG = logging.getLogger("cloudtop.web")
SENTENCE = re.compile(r"(?<=[.。]) ?")
SIGN = re.compile(r'<i class="sign" data-icon="([a-z0-9-]+)"></i>')


class Row(NamedTuple):
    """A line of a score sheet below a picture."""

    text: str
    sum: str
    """What adds up to it: 3 + 8."""
    points: int


class Shown(NamedTuple):
    """One picture of a figure."""

    url: str
    mark: str
    """One of `cloudtop.core.figure.MARKS`, or nothing."""
    verdict: str
    """What happens with a move that is legal, in a word or two; the page has its own words for allowed and refused."""
    caption: str
    alt: str
    """The move in words, for those who do not see the picture."""
    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        """What the rows make together."""
        return sum(row.points for row in self.rows)


@lru_cache(maxsize=64)
def shown_figures(game: Game, language: str) -> dict[str, tuple[Shown, ...]]:
    """The figures of a game's guide in a language, by rule; one that the engine does not confirm is left out."""
    found = {}
    for figure in game.figures().figure:
        try:
            examples = played(game, figure.rule)
        except BadFigure:
            LOG.exception("a figure of %s is not shown", game.name)
            continue
        if examples:
            found[figure.rule] = tuple(shown(game, language, one, number) for number, one in enumerate(examples, 1))
    return found


def shown(game: Game, language: str, one: Played, number: int) -> Shown:
    """One example as a page shows it."""
    words, caption, verdict = game.words(language), one.example.caption(language), ""
    if one.example.mark in ("good", "bad"):
        verdict, _, caption = (part.strip() for part in SENTENCE.sub("\n", caption, count=1).partition("\n"))
    return Shown(
        url=f"/figure/{game.name}/{one.rule}/{number}.svg?lang={language}&v={version(game)}",
        mark=one.example.mark,
        verdict=verdict,
        caption=caption,
        alt="" if one.move is None else game.say_move(one.move, words),
        rows=tuple(row(game, language, line) for line in one.counted),
    )


def row(game: Game, language: str, line: Line) -> Row:
    """A counted line of the score sheet."""
    parts = " + ".join(str(points) for points in line.points).replace("+ -", "- ").replace("-", "\N{MINUS SIGN}")
    return Row(game.say_score(line.line, game.words(language)), parts, line.line.points)


def with_icons(game: Game, html: str) -> str:
    """A part of a guide with its icons; one that the game does not draw is left out."""

    def drawn(found: re.Match[str]) -> str:
        if found[1] not in game.figures().icon:
            return ""
        address = escape(f"/figure/{game.name}/icon/{found[1]}.svg?v={version(game)}")
        return f'<img class="sign" src="{address}" alt="" loading="lazy">'

    return SIGN.sub(drawn, html)


@lru_cache(maxsize=64)
def version(game: Game) -> str:
    """What the addresses of a game's figures carry: it changes with the figures and with what they are drawn of."""
    drawn = repr(game.figures()) + game.sprites() + game.paints()
    return hashlib.sha256(drawn.encode()).hexdigest()[:10]


@lru_cache(maxsize=512)
def pictures(game: Game, rule: str, language: str) -> tuple[str, ...]:
    """The pictures of a rule, drawn."""
    return figure_pictures(game, rule, game.words(language))


@lru_cache(maxsize=256)
def icon(game: Game, name: str) -> str:
    """An icon of the guide, drawn."""
    return icon_picture(game, name)
