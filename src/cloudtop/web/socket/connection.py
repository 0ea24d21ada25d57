"""The connection of one browser to one table: who may come, frames in and out, and how much of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from functools import partial

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from cloudtop.core.words import LANGUAGES
from cloudtop.store import StoreFault
from cloudtop.table import BrokenTable, UnknownRules
from cloudtop.web.limits import PAUSE, WAYS, Limits, Whose
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import NoSuchTable, Tables
from cloudtop.web.live.turns import Busy
from cloudtop.web.protocols import DROP
from cloudtop.web.render.phrases import failure
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.socket.messages import FRAME, kind_of, write_message
from cloudtop.web.tokens import COOKIE, SEAT_COOKIE, hashed, is_token
from cloudtop.web.visitor import address_of, same_origin

LOG = logging.getLogger("cloudtop.web")

NO_TABLE, NO_ENTRY, NOT_TEXT, TOO_LONG, FAULT, TRY_LATER = 4404, 4403, 1003, 1009, 1011, 1013
"""Why a connection is closed: codes of RFC 6455, and 4000 more than HTTP's where it has none."""

GO_ELSEWHERE = 502
"""The answer of a drained server to who asks for a connection; a proxy that is told so asks the next server."""


USUAL_CODES = {1000, 1001, 1005, 1006, 1012, NO_TABLE, NO_ENTRY, NOT_TEXT, TOO_LONG, FAULT, TRY_LATER}
"""Codes that browsers and this server use."""


async def connect(socket: WebSocket) -> None:
    """The connection of one browser to one table, from hello to goodbye."""
    tables: Tables = socket.app.state.tables
    cookie = socket.cookies.get(COOKIE)
    token = cookie if is_token(cookie) else None
    if tables.hostwork.elsewhere:
        await socket.send_denial_response(Response(status_code=GO_ELSEWHERE))
        return
    try:
        await socket.accept()
    except WebSocketDisconnect:
        return
    # Who has not been let in to a table uses up nothing that belongs to it.
    who: dict[Whose, str] = {"address": address_of(socket)}
    if token is not None:
        who["guest"] = hashed(token)
        if tables.holds_seat(socket.path_params["table"], who["guest"]):
            who["seat"] = who["guest"]
    if not tables.limits.take("connect", who):
        await part(socket, "slow-down", TRY_LATER)
        return
    try:
        table = await tables.find(socket.path_params["table"])
        if token is None or not same_origin(socket):
            await part(socket, "no-entry", NO_ENTRY)
            return
        await sit_down(table, tables, token, socket.cookies.get(SEAT_COOKIE, ""))
        if not await tables.may_come(token, table.table):
            await part(socket, "no-entry", NO_ENTRY)
            return
    except NoSuchTable:
        await part(socket, "no-table", NO_TABLE)
        return
    except Busy:
        await part(socket, "slow-down", TRY_LATER)
        return
    except UnknownRules as error:
        LOG.warning("table %s cannot be opened: %s", socket.path_params["table"], error)
        await part(socket, "other-rules", FAULT)
        return
    except StoreFault as error:
        LOG.error("table %s cannot be opened while the store is away: %s", socket.path_params["table"], error)
        await part(socket, "store-away", TRY_LATER)
        return
    except BrokenTable:
        LOG.exception("table %s cannot be opened", socket.path_params["table"])
        await part(socket, "broken-table", FAULT)
        return
    if not table.table.held_by(who["guest"]):
        # Those who look on share what a table has for them; no crowd of them keeps a player from the own seat.
        who["table"] = table.table.name
        who.pop("seat", None)
    elif table.ways > WAYS and not tables.limits.take("connect", who, table.ways):
        # That a player comes or goes is shown in every way.
        await part(socket, "slow-down", TRY_LATER)
        return
    if "table" not in who:
        who["seat"] = who["guest"]
    if not tables.limits.come(who):
        await part(socket, "slow-down", TRY_LATER)
        return
    try:
        await converse(socket, table, tables.limits, who)
    finally:
        tables.limits.go(who)


async def converse(socket: WebSocket, table: LiveTable, limits: Limits, who: Mapping[Whose, str]) -> None:
    """Talk with a guest who has been let in, until one of the two goes."""
    guest = Guest(who["guest"], spoken(socket), dropping(socket), who["address"])
    conversation = Conversation(table, guest)
    table.come(guest)
    writing = asyncio.create_task(write_out(socket, guest))
    try:
        await read_in(socket, conversation, limits, who)
    except WebSocketDisconnect as error:
        count_close(socket, error.code)
    finally:
        writing.cancel()
        conversation.end()
        table.go(guest)


def dropping(socket: WebSocket) -> Callable[[], None] | None:
    """What closes a socket without waiting for its reader, if the server can do that."""
    drop = socket.scope.get("extensions", {}).get(DROP, {}).get("drop")
    return None if drop is None else partial(drop, TRY_LATER)


async def sit_down(live: LiveTable, tables: Tables, token: str, key: str) -> None:
    """Take the seat whose link the browser has used, if it is still to be had."""
    if key and await live.sit_down(hashed(key), hashed(token)) is not None:
        await tables.remember(token, live.table.name)


async def read_in(socket: WebSocket, conversation: Conversation, limits: Limits, who: Mapping[Whose, str]) -> None:
    """Have messages answered until the browser goes; between two of them everybody else has a turn."""
    guest = conversation.guest
    while True:
        text = await received(socket)
        if text is None:
            await part(socket, "not-text", NOT_TEXT)
            return
        if len(text.encode()) > FRAME:
            await part(socket, "too-long", TOO_LONG)
            return
        asked = conversation.read(text)
        if queue := limits.take(kind_of(asked), who, conversation.live.ways):
            await limits.gate.turn(queue)
            if asked is not None:
                await conversation.hear(asked)
            await asyncio.sleep(0)
        else:
            conversation.refuse("slow-down", asked)
            await asyncio.sleep(PAUSE)
        await guest.caught_up()


async def received(socket: WebSocket) -> str | None:
    """The next message as text; None for one that is not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    return text if isinstance(text, str) else None


async def write_out(socket: WebSocket, guest: Guest) -> None:
    """Send what waits for a guest, one after the other."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while await write_one(socket, guest):
            continue
    guest.lose()


async def write_one(socket: WebSocket, guest: Guest) -> bool:
    """Send what waits next; False if the guest is lost. Nothing sent is held while waiting for more."""
    text = await guest.waiting.get()
    if text is not None:
        await socket.send_text(text)
        guest.sent(text)
    return text is not None


def spoken(socket: WebSocket) -> str:
    """The language the browser's pages are in."""
    language = socket.cookies.get("lang", "en")
    return language if language in LANGUAGES else "en"


def count_close(socket: WebSocket, code: int) -> None:
    """Count a socket that was closed, by either side; a browser may make up codes, which count as one."""
    tables: Tables = socket.app.state.tables
    tables.gauges.sockets_closed.labels(str(code) if code in USUAL_CODES else "other").inc()


async def part(socket: WebSocket, code: str, closing: int) -> None:
    """Say why, and close."""
    count_close(socket, closing)
    # Who has gone already, or was dropped, need not be told.
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(write_message(failure(code, spoken(socket))))
        await socket.close(closing)
