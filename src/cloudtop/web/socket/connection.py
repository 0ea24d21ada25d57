"""The connection of one browser to one table: who may come, frames in and out, and how much of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect

from cloudtop.core.words import LANGUAGES
from cloudtop.store import StoreFault
from cloudtop.table import BrokenTable
from cloudtop.table.events import SatDown
from cloudtop.web.limits import Bucket
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import NoSuchTable, Tables
from cloudtop.web.render.phrases import server_words
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.socket.messages import FRAME, Failure, write_message
from cloudtop.web.tokens import COOKIE, SEAT_COOKIE, hashed, is_token

LOG = logging.getLogger("cloudtop.web")

NO_TABLE, NO_ENTRY, NOT_TEXT, TOO_LONG, FAULT, TOO_SLOW = 4404, 4403, 1003, 1009, 1011, 1013
"""Why a connection is closed: codes of RFC 6455, and 4000 more than HTTP's where it has none."""
MESSAGES = (80.0, 20.0)
"""How many messages a browser may send at once, and how many a second."""


async def connect(socket: WebSocket) -> None:
    """The connection of one browser to one table, from hello to goodbye."""
    tables: Tables = socket.app.state.tables
    cookie = socket.cookies.get(COOKIE)
    token = cookie if is_token(cookie) else None
    await socket.accept()
    try:
        table = await tables.find(socket.path_params["table"])
        if token is None or not same_origin(socket):
            await part(socket, "no-entry", NO_ENTRY)
            return
        await sit_down(table, tables, token, socket.cookies.get(SEAT_COOKIE, ""))
        if not await tables.may_come(token, table):
            await part(socket, "no-entry", NO_ENTRY)
            return
    except NoSuchTable:
        await part(socket, "no-table", NO_TABLE)
        return
    except (BrokenTable, StoreFault):
        LOG.exception("table %s cannot be opened", socket.path_params["table"])
        await part(socket, "broken-table", FAULT)
        return
    guest = Guest(hashed(token), spoken(socket))
    table.come(guest)
    writing = asyncio.create_task(write_out(socket, guest))
    try:
        await read_in(socket, Conversation(table, guest))
    except WebSocketDisconnect:
        pass
    finally:
        writing.cancel()
        table.go(guest)


async def sit_down(live: LiveTable, tables: Tables, token: str, key: str) -> None:
    """Take the seat whose link the browser has used, if it is still to be had."""
    async with live.turnstile:
        seat = live.table.seat_of_key(hashed(key)) if key else None
        if seat is None:
            return
        await live.write((SatDown(seat, hashed(token)), None))
        live.broadcast()
    await tables.remember(token, live.table.name)


async def read_in(socket: WebSocket, conversation: Conversation) -> None:
    """Have messages answered until the browser goes."""
    bucket = Bucket(*MESSAGES)
    while True:
        text = await received(socket)
        if text is None:
            await part(socket, "not-text", NOT_TEXT)
            return
        if len(text.encode()) > FRAME:
            await part(socket, "too-long", TOO_LONG)
            return
        if bucket.take():
            await conversation.answer(text)
        else:
            conversation.refuse("slow-down")


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
        await socket.close(TOO_SLOW)


async def write_one(socket: WebSocket, guest: Guest) -> bool:
    """Send what waits next; False if the guest is lost. Nothing sent is held while waiting for more."""
    text = await guest.waiting.get()
    if text is not None:
        await socket.send_text(text)
    return text is not None


def spoken(socket: WebSocket) -> str:
    """The language the browser's pages are in."""
    language = socket.cookies.get("lang", "en")
    return language if language in LANGUAGES else "en"


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that opened the connection is one of ours; a program that is no browser names none."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")


async def part(socket: WebSocket, code: str, closing: int) -> None:
    """Say why, and close."""
    words = server_words(spoken(socket))
    await socket.send_text(write_message(Failure(code, words(f"error.{code}"))))
    await socket.close(closing)
