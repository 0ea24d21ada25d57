"""Requests about one table over HTTP: open it, sit down, watch, lend a seat to a bot, take its record home."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cloudtop.bots import BOTS
from cloudtop.core.errors import BadBot
from cloudtop.table.events import Lent, Linked, Reclaimed, Renamed
from cloudtop.table.seats import tidy
from cloudtop.web.levels import levels
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import Tables, links_of
from cloudtop.web.render.phrases import names_of
from cloudtop.web.routes.bodies import (
    BotWanted,
    NameWanted,
    SeatLink,
    SeatNamed,
    SeatPlayed,
    TableOpened,
    TablePage,
    TableWanted,
)
from cloudtop.web.routes.errors import Answer, Bad, body_of
from cloudtop.web.routes.pictures import (
    KEPT_BY_ONE,
    drawing,
    sprites_of,
    sprites_url,
    stylesheet_of,
    table_paints,
    table_paints_url,
)
from cloudtop.web.templates import basics, page_response
from cloudtop.web.tokens import COOKIE, KEEP, SEAT_COOKIE, hashed, new_token
from cloudtop.web.visitor import language_of, theme_of, token_of


def with_token(response: Response, request: Request, token: str) -> Response:
    """Give the browser its token, or give it again so that it keeps it for longer."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=KEEP, httponly=True, samesite="lax", secure=secure)
    return response


async def asked_table(request: Request) -> LiveTable:
    """The table in the address, if the browser may come to it: it has been let in, or has just followed a link."""
    tables: Tables = request.app.state.tables
    live = await tables.find(request.path_params["table"])
    key = request.cookies.get(SEAT_COOKIE, "")
    invited = key and live.table.seat_of_key(hashed(key)) is not None
    if not invited and not await tables.may_come(token_of(request), live):
        raise Bad(403, "no-entry")
    return live


async def open_table(request: Request) -> Response:
    """Open a table; the answer has its links."""
    wanted = await body_of(request, TableWanted)
    tables: Tables = request.app.state.tables
    if not tables.openings.take(request.client.host if request.client else ""):
        raise Bad(429, "slow-down")
    token = token_of(request) or new_token()
    live = await tables.open(wanted, token)
    table = live.table
    links = links_of(table, token)
    opened = TableOpened(links.links, links.watch, table.name, f"/t/{table.name}")
    return with_token(Answer(opened, 201), request, token)


async def table_page(request: Request) -> Response:
    """The table, or its replay."""
    live = await asked_table(request)
    game, language = live.table.game, language_of(request)
    name = "replay" if request.url.path.endswith("/replay") else "table"
    page = TablePage(
        **basics(language, name),
        table=live.table.name,
        game=game.name,
        title=game.title(language),
        sprites=sprites_url(game, live.table.name),
        live=f"/t/{live.table.name}/live",
        levels=levels(language),
    )
    colours = table_paints_url(live.table)
    return page_response(request, name, page, paints=colours, players=len(live.table.seats))


async def sprites(request: Request) -> Response:
    """The sprites of the table's box, to be put into its page."""
    return drawing(sprites_of((await asked_table(request)).table.game), KEPT_BY_ONE)


async def paints(request: Request) -> Response:
    """The colours of the sprites of the table's box, and of the seats' marks."""
    return stylesheet_of(table_paints((await asked_table(request)).table), KEPT_BY_ONE)


def is_host(request: Request, live: LiveTable) -> bool:
    """Whether the browser is the one that opened the table."""
    token = token_of(request)
    return token is not None and hashed(token) == live.table.opened.host


async def sit(request: Request) -> Response:
    """Follow a seat's link: the first browser whose page comes to life holds the seat from then on."""
    tables: Tables = request.app.state.tables
    live = await tables.find(request.path_params["table"])
    token, key = token_of(request) or new_token(), request.path_params["key"]
    place = f"/t/{live.table.name}"
    response = with_token(RedirectResponse(place, 303), request, token)
    if live.table.seat_of_key(hashed(key)) is not None:
        response.set_cookie(SEAT_COOKIE, key, max_age=86400, path=place, httponly=True, samesite="lax")
    elif not live.table.held_by(hashed(token)):
        raise Bad(410, "used-link")
    return response


async def watch(request: Request) -> Response:
    """Use the spectators' link."""
    tables: Tables = request.app.state.tables
    live = await tables.find(request.path_params["table"])
    if hashed(request.path_params["key"]) != live.table.opened.watch:
        raise Bad(403, "no-entry")
    token = token_of(request) or new_token()
    await tables.remember(token, live.table.name)
    return with_token(RedirectResponse(f"/t/{live.table.name}", 303), request, token)


async def table_links(request: Request) -> Response:
    """The links of a table, told to its host again."""
    live = await asked_table(request)
    token = token_of(request)
    if token is None or not is_host(request, live):
        raise Bad(403, "not-host")
    return Answer(links_of(live.table, token))


def own_seat(request: Request, live: LiveTable, or_host: bool = False) -> int:
    """The seat in the address, if it is the browser's own, or, where that is enough, if the browser is the host's."""
    number = request.path_params["seat"]
    if number >= len(live.table.seats):
        raise Bad(404, "no-such-seat")
    token = token_of(request)
    if token is not None and number in live.table.held_by(hashed(token)):
        return int(number)
    # A host may put a bot on the seat of a player who has left, never of one who is here.
    if or_host and is_host(request, live) and number not in live.here:
        return int(number)
    raise Bad(403, "not-your-seat")


async def new_link(request: Request) -> Response:
    """Make a link to my own seat, to go on with another device."""
    live = await asked_table(request)
    seat, key = own_seat(request, live), new_token()
    await live.change(Linked(seat, hashed(key)))
    return Answer(SeatLink(seat, live.table.seats[seat].kind, f"/t/{live.table.name}/sit/{key}"), 201)


async def lend(request: Request) -> Response:
    """Let a bot play for a seat."""
    live = await asked_table(request)
    wanted = await body_of(request, BotWanted)
    seat = own_seat(request, live, or_host=True)
    if wanted.level not in BOTS:
        raise BadBot(f"there is no bot {wanted.level!r}; expected one of {', '.join(BOTS)}")
    if live.table.seats[seat].kind == "bot":
        raise Bad(409, "is-bot")
    await live.change(Lent(seat, wanted.level))
    return Answer(SeatPlayed(seat, wanted.level))


async def take(request: Request) -> Response:
    """Take a seat back from its bot."""
    live = await asked_table(request)
    seat = own_seat(request, live, or_host=True)
    if live.table.seats[seat].kind == "bot" or not live.table.seats[seat].level:
        raise Bad(409, "not-lent")
    await live.change(Reclaimed(seat))
    return Answer(SeatPlayed(seat, ""))


async def nick(request: Request) -> Response:
    """Change what I am called."""
    live = await asked_table(request)
    called = await body_of(request, NameWanted)
    token = token_of(request)
    mine = live.table.held_by(hashed(token)) if token is not None else []
    seat = called.seat if called.seat is not None else next(iter(mine), None)
    if seat is None or seat not in mine:
        raise Bad(403, "not-your-seat")
    name = tidy(called.name)
    if not name:
        raise Bad(422, "bad-name")
    await live.change(Renamed(seat, name))
    return Answer(SeatNamed(seat, name))


async def record(request: Request) -> Response:
    """The game as a file; while it goes on, only what the asker may know."""
    live = await asked_table(request)
    token = token_of(request)
    mine = live.table.held_by(hashed(token)) if token is not None else []
    table = live.table
    names = dict(enumerate(names_of(table, language_of(request))))
    text = replace(table.record_for(mine), names=names).write()
    headers = {"content-disposition": f'attachment; filename="{table.game.name}-{table.name}.cloudtop"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


async def picture(request: Request) -> Response:
    """The table as a picture, as a spectator sees it; to share."""
    live = await asked_table(request)
    language = language_of(request)
    view = live.moment.view(None)
    drawn = live.table.game.picture(view, language, theme_of(request), names=names_of(live.table, language))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})
