"""Requests about one table over HTTP: open it, sit down, watch, lend a seat to a bot, take its record home."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cloudtop.bots import BOTS
from cloudtop.bots.levels import LEVELS
from cloudtop.core.errors import BadBot
from cloudtop.table import BrokenTable, Table, UnknownRules
from cloudtop.table.blame import blamed
from cloudtop.table.events import Lent, Linked, Reclaimed, Renamed
from cloudtop.table.seats import Seat, tidy
from cloudtop.web.levels import levels
from cloudtop.web.live.dealing import TooEarly
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import Tables, links_of
from cloudtop.web.render.phrases import names_of
from cloudtop.web.routes.bodies import (
    BotWanted,
    Cutting,
    Device,
    DeviceNamed,
    NameWanted,
    Nothing,
    SeatDevices,
    SeatLink,
    SeatNamed,
    SeatPlayed,
    TableDealt,
    TableOpened,
    TablePage,
    TableWanted,
)
from cloudtop.web.routes.errors import Answer, Bad, body_of
from cloudtop.web.routes.pictures import (
    KEPT_BY_ONE,
    NOT_KEPT,
    drawing,
    sprites_of,
    sprites_url,
    stylesheet_of,
    table_paints,
    table_paints_url,
)
from cloudtop.web.templates import basics, page_response
from cloudtop.web.tokens import COOKIE, KEEP, SEAT_COOKIE, hashed, new_token
from cloudtop.web.visitor import address_of, asker_of, language_of, theme_of, token_of


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
    if not invited and not await tables.may_come(token_of(request), live.table):
        raise Bad(403, "no-entry")
    return live


async def open_table(request: Request) -> Response:
    """Open a table; the answer has its links."""
    wanted = await body_of(request, TableWanted)
    tables: Tables = request.app.state.tables
    token = token_of(request) or new_token()
    live = await tables.open(wanted, token, address_of(request))
    table = live.table
    links = links_of(table, token)
    opened = TableOpened(links.links, links.watch, table.name, f"/t/{table.name}")
    return with_token(Answer(opened, 201), request, token)


async def table_page(request: Request) -> Response:
    """The table, or its replay."""
    live = await asked_table(request)
    game, language = live.table.game, language_of(request)
    name = "replay" if request.url.path.endswith("/replay") else "table"
    cutting, alone = to_cut(live.table, seats_of(request, live.table), hashed(token_of(request) or ""))
    page = TablePage(
        **basics(language, name),
        table=live.table.name,
        game=game.name,
        title=game.title(language),
        sprites=sprites_url(game, live.table.name),
        live=f"/t/{live.table.name}/live",
        seal=live.table.opened.commitment,
        cutting=cutting,
        alone=alone,
        points=live.table.points,
        levels=levels(language),
    )
    colours = table_paints_url(live.table)
    return page_response(request, name, page, paints=colours, players=len(live.table.seats))


def seats_of(request: Request, table: Table) -> list[int]:
    """The seats that the browser holds, or will hold as soon as its page comes to life."""
    token, key = token_of(request), request.cookies.get(SEAT_COOKIE, "")
    offered = table.seat_of_key(hashed(key)) if key else None
    held = table.held_by(hashed(token)) if token is not None else []
    return held if offered is None else sorted({*held, offered})


def to_cut(table: Table, seats: list[int], holder: str) -> tuple[Cutting, tuple[int, ...]]:
    """How a browser that holds these seats takes part in the deal; and its seats, where nobody else takes part."""
    if table.dealt or not seats:
        return "none", ()
    if not table.cutting.sealed:
        return "open", ()
    sealers = table.cutting.sealers
    if table.cutting.closed is not None or all(sealers.get(seat, holder) != holder for seat in seats):
        return "opening", ()
    people = tuple(seat.number for seat in table.seats if seat.human)
    return "sealing", people if set(people) <= set(seats) else ()


async def sprites(request: Request) -> Response:
    """The sprites of the table's box, to be put into its page."""
    return drawing(request, sprites_of((await asked_table(request)).table.game), KEPT_BY_ONE)


async def paints(request: Request) -> Response:
    """The colours of the sprites of the table's box, and of the seats' marks."""
    return stylesheet_of(request, table_paints((await asked_table(request)).table), KEPT_BY_ONE)


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
        secure = request.url.scheme == "https"
        response.set_cookie(SEAT_COOKIE, key, max_age=86400, path=place, httponly=True, samesite="lax", secure=secure)
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


def asked_seat(request: Request, live: LiveTable) -> Seat:
    """The seat in the address."""
    number: int = request.path_params["seat"]
    if number >= len(live.table.seats):
        raise Bad(404, "no-such-seat")
    return live.table.seats[number]


def holder_of(request: Request, seat: Seat) -> str | None:
    """The hash of the browser's token, if it holds the seat."""
    token = token_of(request)
    return hashed(token) if token is not None and hashed(token) in seat.holders else None


def own_seat(request: Request, live: LiveTable) -> Seat:
    """The seat in the address, if it is the browser's own."""
    seat = asked_seat(request, live)
    if holder_of(request, seat) is None:
        raise Bad(403, "not-your-seat")
    return seat


async def new_link(request: Request) -> Response:
    """Make a link to my own seat, to go on with another device."""
    live = await asked_table(request)
    await body_of(request, Nothing)
    seat, key = own_seat(request, live), new_token()
    await live.change(Linked(seat.number, hashed(key)))
    return Answer(SeatLink(seat.number, seat.kind, f"/t/{live.table.name}/sit/{key}"), 201)


async def lend(request: Request) -> Response:
    """Let a bot play for a seat: my own at any time, as the host that of a player who has been away for long enough."""
    live = await asked_table(request)
    wanted = await body_of(request, BotWanted)
    seat = asked_seat(request, live)
    mine = holder_of(request, seat) is not None
    if seat.kind == "bot":
        raise Bad(409, "is-bot")
    check_kept(seat)
    if not mine:
        check_patience(request, live)
    # On somebody else's seat a weak bot would be a way to win.
    offered = BOTS if mine or not seat.holders else [level.name for level in LEVELS[len(LEVELS) // 2 :]]
    if wanted.level not in offered:
        raise BadBot(f"there is no bot {wanted.level!r}; expected one of {', '.join(offered)}")
    away = not mine and bool(seat.holders)
    if mine:
        await live.change(Lent(seat.number, wanted.level))
    else:
        # Until this is written the player may have come back.
        await live.change(Lent(seat.number, wanted.level, away), lambda: check_patience(request, live))
    live.tell_all("lent" if away else "bot", seat.number, wanted.level)
    return Answer(SeatPlayed(seat.number, wanted.level))


def check_kept(seat: Seat) -> None:
    """Raise `Bad` for a seat whose player sealed a cut and did not open it: its bot plays to the end."""
    if seat.given_up:
        raise Bad(409, "given-up")


def check_patience(request: Request, live: LiveTable) -> None:
    """Raise `Bad` unless the browser is the host's and may let a bot play for a player who is away."""
    seat = asked_seat(request, live)
    if not is_host(request, live) or seat.number in live.here:
        raise Bad(403, "not-your-seat")
    if seat.level and not seat.lent_away and seat.holders:
        # Its player has chosen the bot.
        raise Bad(403, "not-your-seat")
    if live.patience(seat.number) > 0:
        raise Bad(409, "too-early")


async def take(request: Request) -> Response:
    """Take a seat back from its bot: my own, or as the host one that I have lent."""
    live = await asked_table(request)
    await body_of(request, Nothing)
    seat = asked_seat(request, live)
    lent_by_host = is_host(request, live) and (seat.lent_away or not seat.holders)
    if holder_of(request, seat) is None and not lent_by_host:
        raise Bad(403, "not-your-seat")
    if not seat.stand_in:
        raise Bad(409, "not-lent")
    check_kept(seat)
    await live.change(Reclaimed(seat.number))
    return Answer(SeatPlayed(seat.number, ""))


def device_name(live: LiveTable, holder: str) -> str:
    """What a browser is called to those who share a seat with it; nothing can be opened with it."""
    return hashed(f"{live.table.name} {holder}")[:12]


async def devices(request: Request) -> Response:
    """The browsers that hold my seat."""
    live = await asked_table(request)
    seat = own_seat(request, live)
    mine = holder_of(request, seat)
    assert mine is not None
    connected = {guest.holder for guest in live.guests}
    found = tuple(
        Device(device_name(live, holder), since, holder == mine, holder in connected, seat.may_send_away(mine, holder))
        for holder, since in seat.holders.items()
    )
    return Answer(SeatDevices(seat.number, found))


async def send_away(request: Request) -> Response:
    """Let a browser no longer hold my seat."""
    live = await asked_table(request)
    named = await body_of(request, DeviceNamed)
    seat = own_seat(request, live)
    mine = holder_of(request, seat)
    assert mine is not None
    other = next((holder for holder in seat.holders if device_name(live, holder) == named.device), None)
    if other is None:
        raise Bad(404, "no-such-device")
    if not seat.may_send_away(mine, other):
        raise Bad(409, "stays")
    await live.send_away(seat.number, other)
    return await devices(request) if other != mine else Answer(SeatDevices(seat.number, ()))


async def deal(request: Request) -> Response:
    """Deal without waiting for those who are missing; for the host."""
    live = await asked_table(request)
    await body_of(request, Nothing)
    if not is_host(request, live):
        raise Bad(403, "not-host")
    try:
        await live.deal()
    except TooEarly:
        raise Bad(409, "too-early") from None
    return Answer(TableDealt(live.table.name))


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
    """The game as a file; while it goes on, only what the asker may know.

    Of a table that cannot be opened it is as much as can be read; of a game that fails, what nobody has to ask it for.
    """
    token = token_of(request)
    try:
        table = (await asked_table(request)).table
    except UnknownRules as error:
        tables: Tables = request.app.state.tables
        name, kept = request.path_params["table"], error.kept
        if not await tables.may_take(token, name, kept):
            raise
        return as_file(f"{kept.game}-{name}", kept.record_for(kept.held_by(hashed(token or ""))))
    except BrokenTable as broken:
        table = await salvaged(request, broken)
    mine = table.held_by(hashed(token)) if token is not None else []
    names = dict(enumerate(names_of(table, language_of(request))))
    try:
        text = replace(table.record_for(mine), names=names).write()
    except (Exception, SystemExit) as error:
        if not blamed(error):
            raise
        text = replace(table.sealed_record(mine), names=names).write()
    return as_file(f"{table.game.name}-{table.name}", text)


def as_file(name: str, record: str) -> Response:
    """A record as a file of that name."""
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name)
    headers = {"content-disposition": f'attachment; filename="{safe}.cloudtop"'}
    return Response(record, media_type="text/plain; charset=utf-8", headers=headers)


async def salvaged(request: Request, broken: BrokenTable) -> Table:
    """What is left of a broken table, for those who may come to it; the error itself where nothing is."""
    tables: Tables = request.app.state.tables
    if broken.salvaged is None or not broken.salvaged.dealt:
        raise broken
    if not await tables.may_come(token_of(request), broken.salvaged):
        raise Bad(403, "no-entry")
    return broken.salvaged


async def picture(request: Request) -> Response:
    """The table as a picture, as a spectator sees it; to share."""
    live = await asked_table(request)
    asker = asker_of(request, live.table.name)
    return drawing(request, await live.picture(language_of(request), theme_of(request), asker), NOT_KEPT)
