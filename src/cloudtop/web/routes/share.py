"""The picture of a finished game, to be shared: what was played, who won, everybody's points, the day, the board."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime
from html import escape
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from cloudtop.core.game import Game
from cloudtop.core.scene import Panel, Staging
from cloudtop.stage.lettering import FONT, fitted
from cloudtop.stage.picture import placed
from cloudtop.stage.sky import sky
from cloudtop.stage.sprites import defined
from cloudtop.stage.svg import element, group, number
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render.ending import result
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import names_of, server_words
from cloudtop.web.routes.errors import Bad
from cloudtop.web.routes.pictures import NOT_KEPT, coloured, drawing, sprites_of
from cloudtop.web.routes.tables import asked_table
from cloudtop.web.socket.messages import Result
from cloudtop.web.tokens import hashed
from cloudtop.web.visitor import asker_of, language_of, theme_of, token_of

FIRST_SENTENCE = re.compile(r"(?<=。)|(?<=[.!])\s")
SIZE = (1200, 630)
"""As large as the picture of a link is shown almost everywhere."""
LEFT, ROOM = 48, 392
"""Where the words begin, and how wide they may be."""
ROW, GAP = 54, 10
SHAPES = (
    '<circle cx="0" cy="0" r="10"/>',
    '<path d="M0-10L11 10H-11Z"/>',
    '<rect x="-10" y="-10" width="20" height="20" rx="3"/>',
    '<path d="M0-12L12 0L0 12L-12 0Z"/>',
)
"""The marks of the seats, as on the page."""
HUES = {
    "blue": "#8fc0ff",
    "red": "#ff9d8c",
    "green": "#84dba9",
    "purple": "#d6a8f5",
    "yellow": "#ffd166",
    "black": "#c8cbe2",
}
"""Their colours on a dark ground."""
INK, GOLD, GOLD_INK, WHITE = "#0d2c57", "#ffc93c", "#3f2a00", "#ffffff"


class Standing(NamedTuple):
    """One line of the result."""

    seat: int
    name: str
    points: int | None
    """None where no points decided."""
    won: bool


async def share(request: Request) -> Response:
    """The picture of a finished game in the player's language."""
    live = await asked_table(request)
    language = language_of(request)
    theme, day = theme_of(request), await last_day(request, live)

    def drawn(moment: Moment) -> str | None:
        outcome = result(moment, language)
        return None if outcome is None else shared(moment, outcome, language, theme, day)

    svg = await live.aside(asker_of(request, live.table.name), drawn)
    if svg is None:
        raise Bad(409, "not-over")
    return drawing(request, svg, NOT_KEPT)


async def last_day(request: Request, live: LiveTable) -> date:
    """The day on which something happened at the table last."""
    token = token_of(request)
    known = await asyncio.wrap_future(live.store.tables_of(hashed(token))) if token else []
    ended = next((at for name, at in known if name == live.table.name), None)
    return datetime.fromtimestamp(ended / 1000, UTC).date() if ended else datetime.now(UTC).date()


def shared(moment: Moment, outcome: Result, language: str, theme: str, day: date) -> str:
    """The picture of how a game ended."""
    game, said, names = moment.game, server_words(language), names_of(moment.table, language)
    rows = [
        Standing(seat, names[seat], outcome.scores[seat] if moment.table.points else None, seat in outcome.winners)
        for group_of_equals in outcome.ranking
        for seat in group_of_equals
    ]
    board = placed(board_of(moment, outcome, language), game.name, (470, 20, 716, 596))
    months = said("share.months").split(",")
    when = said("share.date", day=day.day, month=months[day.month - 1], year=day.year)
    players = said("share.players", count=len(names)) if len(names) > 1 else said("share.alone")
    headline = FIRST_SENTENCE.split(outcome.verdict)[0] if len(names) == 1 else ""
    headline = headline or outcome.headline
    words = (
        text(said("share.house"), 96, 73, 26, 220, weight=700)
        + text(game.title(language), LEFT, 182, 66, ROOM, 24)
        + text(headline, LEFT, 232, 30, ROOM, 17, fill="#ffd978", weight=700)
        + "".join(line(game, moment, row, 264 + place * (ROW + GAP)) for place, row in enumerate(rows))
        + text(f"{when} · {players}", LEFT, 590, 22, ROOM, 15, fill="#e6eefa", weight=500)
    )
    ground = f'<g transform="scale({number(SIZE[0] / 1280, 4)})">{sky()}</g>'
    content = ground + board + shade() + logo() + words
    drawn = element(
        "svg",
        element("defs", defined(content, sprites_of(game)) + fading()),
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE[0]} {SIZE[1]}",
        width=str(SIZE[0]),
        height=str(SIZE[1]),
        role="img",
        aria_label=escape(f"{game.title(language)}: {headline}", quote=True),
        font_family=FONT,
    )
    return coloured(drawn, game, theme)


def board_of(moment: Moment, outcome: Result, language: str) -> Panel:
    """The board that tells the most: the one that shows what won, the winner's own, or the common one."""
    game, names = moment.game, names_of(moment.table, language)
    panels = game.scene(moment.view(None), game.words(language), Staging(names=names)).panels
    boards = [panel for panel in panels if panel.kind == "board"] or list(panels)
    winner = next(iter(outcome.winners), outcome.ranking[0][0])
    found = [panel for panel in boards if panel.name == outcome.trace[0]]
    found += [panel for panel in boards if panel.seat in (None, winner)]
    return next(iter(found), boards[0])


def line(game: Game, moment: Moment, row: Standing, top: float) -> str:
    """A player's place in the result."""
    hue = HUES.get(game.hues(moment.state.players, moment.state.options)[row.seat], HUES["blue"])
    ink = GOLD_INK if row.won else WHITE
    back = element(
        "rect", x=LEFT, y=top, width=ROOM, height=ROW, rx=14.0, fill=GOLD if row.won else WHITE,
        fill_opacity=None if row.won else 0.16,
    )  # fmt: skip
    middle = top + ROW / 2
    mark = group(
        SHAPES[row.seat % len(SHAPES)],
        transform=f"translate({LEFT + 28} {number(middle)})",
        fill=hue,
        stroke=INK,
        stroke_width=1.5,
    )
    name = text(row.name, LEFT + 52, middle + 9, 26, 230, 16, fill=ink, weight=700)
    score = "" if row.points is None else element(
        "text", str(row.points), x=LEFT + ROOM - 20, y=middle + 11, font_size=32.0, font_weight="800", fill=ink,
        text_anchor="end",
    )  # fmt: skip
    return back + mark + name + score


def text(
    words: str, x: float, y: float, size: float, room: float, least: float = 16, *, fill: str = WHITE, weight: int = 800
) -> str:
    """A line of text, as large as there is room for."""
    shown, fits = fitted(words, room, size, least)
    return element("text", escape(shown), x=x, y=y, font_size=fits, font_weight=str(weight), fill=fill)


def fading() -> str:
    """The shade behind the words: it fades towards the board."""
    stops = "".join(
        f'<stop offset="{at}" stop-color="{INK}" stop-opacity="{opacity}"/>'
        for at, opacity in ((0, 0.97), (0.66, 0.93), (1, 0))
    )
    return f'<linearGradient id="share-shade">{stops}</linearGradient>'


def shade() -> str:
    """What makes the words readable on any sky."""
    return f'<rect width="640" height="{SIZE[1]}" fill="url(#share-shade)"/>'


def logo() -> str:
    """The sign of the house."""
    return (
        '<g transform="translate(46 44)"><rect x="6" y="14" width="8" height="16" rx="1.5" fill="#3f86c9"/>'
        '<rect x="16" y="6" width="8" height="24" rx="1.5" fill="#e8a05f"/>'
        '<rect x="26" y="11" width="8" height="19" rx="1.5" fill="#4aa367"/>'
        '<path d="M9 36a6 6 0 0 1-1-11.9a7 7 0 0 1 12-2a6 6 0 0 1 9 2.5a5.8 5.8 0 0 1 2 11.4z" fill="#fff"'
        ' stroke="#9cc0e0" stroke-width="1.2"/></g>'
    )
