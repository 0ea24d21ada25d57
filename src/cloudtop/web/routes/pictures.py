"""Drawings over HTTP: sprites and paints, the sky, a picture of every game, the code of an invitation."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from random import Random

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cloudtop.bots import Perspective, bot
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.scene import Staging
from cloudtop.core.state import State
from cloudtop.games import game as game_named
from cloudtop.stage.lettering import FONT
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES, document, panel_content
from cloudtop.stage.sky import sky
from cloudtop.stage.sprites import defined, sprites_svg
from cloudtop.stage.svg import element, number
from cloudtop.table import Table
from cloudtop.web.assets import asset
from cloudtop.web.live.tables import Tables
from cloudtop.web.render import figures
from cloudtop.web.visitor import asker_of, language_of, theme_of

SHOWN_SEED, SHOWN_PART = 11, 0.3
"""The game that a picture shows: its deal, and how far it has come."""
AIR = 0.08
"""Around a board that is shown by itself, of its width: clouds reach over its edges."""
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")
PAINTED = re.compile(r"(--[\w-]+):(?:light-dark\(([^,()]+),([^()]+)\)|([^;}()]+))")
"""A colour where it is used, and where it is named by day and at dusk."""
USED = re.compile(r'(<use [^>]*?) id="[^"]*"')
FOR_PLAYERS = re.compile(r' (?:aria-hidden="true"|pointer-events="none")|<desc>[^<]*</desc>')
"""What a picture does not need because nobody touches it, and because its page describes it."""
FRACTION = re.compile(r"(?<=[\s\"(,A-Za-z-])\d+\.\d+")
FINE = 20
"""Numbers in a small picture: a larger one needs no fraction."""
INLINE_STYLE = re.compile(r'(<svg[^>]*?) style="[^"]*"')
HOST = r"(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{1,5})?"
LINK = re.compile(rf"https?://(?P<host>{HOST})/t/[0-9a-z]{{1,40}}/(sit|watch)/[0-9a-z]{{1,40}}", re.ASCII)
"""A link that invites somebody to a table."""
LONGEST_LINK = 160
"""Letters of the longest link that gets a QR code: 7 ms of work, where 2,250 letters take 83."""
CODES = 256
"""QR codes cached per process, of at most 5 KB each: pages of one table ask for the same ones again."""
INK = "#12304d"
KEPT_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
KEPT_BY_ONE = {"cache-control": "private, max-age=31536000, immutable"}
KEPT_A_DAY = {"cache-control": "public, max-age=86400"}
NOT_KEPT = {"cache-control": "no-store"}


def stylesheet_of(request: Request, css: str, headers: dict[str, str]) -> Response:
    """Colours as an answer."""
    return asset(request, css, "text/css", headers)


def drawing(request: Request, svg: str, headers: dict[str, str]) -> Response:
    """A drawing as an answer; one that browsers keep is compressed once."""
    if headers is NOT_KEPT:
        return Response(svg, media_type="image/svg+xml", headers=headers)
    return asset(request, svg, "image/svg+xml", headers)


async def sprites(request: Request) -> Response:
    """The sprites of a game, to be put into a page."""
    return drawing(request, sprites_of(game_named(request.path_params["game"])), KEPT_FOR_EVER)


async def paints(request: Request) -> Response:
    """The colours of a game's sprites and of the seats' marks."""
    game = game_named(request.path_params["game"])
    return stylesheet_of(request, paints_of(game), KEPT_FOR_EVER)


async def game(request: Request) -> Response:
    """A picture of a game in play."""
    name = game_named(request.path_params["game"]).name
    part = "board" if request.query_params.get("part") == "board" else ""
    # The first time a whole game is played for it; others need not wait for that.
    return drawing(request, await asyncio.to_thread(picture_of, name, theme_of(request), part), KEPT_A_DAY)


async def figure(request: Request) -> Response:
    """A picture of a rule in a game's guide."""
    game, rule, number = (request.path_params[key] for key in ("game", "rule", "number"))
    known = game_named(game)
    found = known.figures().of(rule)
    if found is None or not 1 <= number <= len(found.example):
        raise HTTPException(404)
    drawn = await asyncio.to_thread(figures.pictures, known, rule, language_of(request))
    return drawing(request, drawn[number - 1], KEPT_A_DAY)


async def icon(request: Request) -> Response:
    """An icon among the words of a game's guide."""
    game, name = game_named(request.path_params["game"]), request.path_params["name"]
    if name not in game.figures().icon:
        raise HTTPException(404)
    return drawing(request, figures.icon(game, name), KEPT_A_DAY)


async def sky_alone(request: Request) -> Response:
    """The sky by day or at dusk."""
    theme = request.path_params["theme"]
    if theme not in ("day", "dusk"):
        raise HTTPException(404)
    return drawing(request, sky_in(theme), KEPT_A_DAY)


async def qr_code(request: Request) -> Response:
    """The QR code of a link to a table of this house; of nothing else."""
    link = request.query_params.get("link", "")
    match = LINK.fullmatch(link) if len(link) <= LONGEST_LINK else None
    if match is None or match["host"] != request.headers.get("host"):
        raise HTTPException(404)
    tables: Tables = request.app.state.tables
    return drawing(request, await tables.asides.ask(asker_of(request), lambda: qr_of(link)), NOT_KEPT)


@lru_cache(maxsize=CODES)
def qr_of(link: str) -> str:
    """The QR code of a link as a drawing, with a margin around it."""
    drawn = BytesIO()
    segno.make_qr(link, error="m").save(
        drawn, kind="svg", border=2, dark=INK, xmldecl=False, omitsize=True, svgclass=None, lineclass=None, nl=False
    )
    return drawn.getvalue().decode()


# ---------------------------------------------------------------------------------------------- sprites and paints


@lru_cache(maxsize=64)
def sprites_of(game: Game) -> str:
    """The shared sprites and those of a game, to be put into a page whose policy allows no inline style."""
    shared = sprites_svg(SHARED_SPRITES, SHARED_PALETTES)
    drawn = "".join(INLINE_STYLE.sub(r"\1", sheet) for sheet in (shared, game.sprites()))
    # Whoever is given these has the paints as well, or puts the colours in.
    return VARIABLE.sub(r"var(\1)", drawn)


@lru_cache(maxsize=64)
def paints_of(game: Game) -> str:
    """The colours of the shared sprites and of a game's, by day and at dusk."""
    marks = "".join(seat_paints(players, game.hues(players)) for players in game.player_counts)
    return stylesheet(SHARED_PALETTES) + game.paints() + marks


def seat_paints(players: int, hues: Sequence[str]) -> str:
    """The colours of the seats' marks on a page for so many players."""
    named = "".join(f"--seat-{seat}:var(--hue-{hue});" for seat, hue in enumerate(hues))
    return f'[data-players="{players}"]{{{named}}}'


@lru_cache(maxsize=128)
def version(text: str) -> str:
    """What an address carries so that it changes with its content."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def sprites_url(game: Game, table: str = "") -> str:
    """Where a game's sprites are: those of another box than the printed one are at its table."""
    place = f"/sprites/{game.name}.svg" if game.box_data is None else f"/t/{table}/sprites.svg"
    return f"{place}?v={version(sprites_of(game))}"


def paints_url(game: Game) -> str:
    """Where a game's colours are."""
    return f"/paints/{game.name}.css?v={version(paints_of(game))}"


def table_paints(table: Table) -> str:
    """The colours at a table: its game's, and those of the seats' marks where its options choose them."""
    players, options = len(table.seats), table.terms.options
    chosen = table.game.hues(players, options)
    own = seat_paints(players, chosen) if chosen != table.game.hues(players) else ""
    return paints_of(table.game) + own


def table_paints_url(table: Table) -> str:
    """Where the colours at a table are: with its game's, unless its box or its options make it different."""
    drawn = table_paints(table)
    if table.game.box_data is None and drawn == paints_of(table.game):
        return paints_url(table.game)
    return f"/t/{table.name}/paints.css?v={version(drawn)}"


# ---------------------------------------------------------------------------------------------- pictures


@cache
def sky_in(theme: str) -> str:
    """The sky alone."""
    return document("", (1280, 900), sky(), {}, [], theme)


@cache
def shown_state(name: str) -> State:
    """A good looking position of a game: greedy bots, well on their way."""
    game = game_named(name)
    players = 2 if 2 in game.player_counts else game.player_counts[0]
    greedy, rng = bot("greedy"), Random(SHOWN_SEED)
    state = game.deal(players, SHOWN_SEED)
    record = Record(game, players, state.options, SHOWN_SEED)
    while state.turn():
        seat = state.turn()[0]
        action = greedy.choose(Perspective(state, seat), rng)
        record = record.with_move(seat, action)
        state.apply(seat, action)
    return record.upto(int(len(record.moves) * SHOWN_PART)).end()


@cache
def picture_of(name: str, theme: str, part: str) -> str:
    """A picture of a game: whole, or only its board on a transparent ground."""
    state = shown_state(name)
    game = state.game
    return board_only(game, state, theme) if part == "board" else game.picture(state.view(None), theme=theme)


def board_only(game: Game, state: State, theme: str) -> str:
    """The first panel of the scene as a picture of its own, on no ground, with the clouds around it whole."""
    panel = game.scene(state.view(None), game.words("en"), Staging()).panels[0]
    left, top, width, height = panel.box
    air = AIR * width
    content = FOR_PLAYERS.sub("", USED.sub(r"\1", panel_content(panel, game.name)))
    drawn = element(
        "svg",
        element("defs", defined(content, sprites_of(game))),
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(value) for value in (left - air, top, width + 2 * air, height + air)),
        role="img",
        aria_label=escape(panel.title),
        font_family=FONT,
    )
    head, end, body = drawn.partition(">")
    return coloured(head + end + FRACTION.sub(roughly, body), game, theme)


def roughly(found: re.Match[str]) -> str:
    """A number as a small picture needs it."""
    value = float(found[0])
    return f"{value:.0f}" if value >= FINE else f"{value:.1f}"


def coloured(drawn: str, game: Game, theme: str) -> str:
    """A drawing of a game's sprites in one light, which needs no style sheet."""
    colours = colours_of(game, theme)
    return VARIABLE.sub(lambda named: colours.get(named[1], named[0]), drawn)


@cache
def colours_of(game: Game, theme: str) -> dict[str, str]:
    """The colours of a game's sprites in one light, by the names of their variables."""
    painted = PAINTED.findall(paints_of(game))
    return {name: both or (day if theme == "day" else dusk) for name, day, dusk, both in painted}
