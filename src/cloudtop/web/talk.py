"""A browser talks to its table: one WebSocket, a message at a time, an answer to each."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cloudtop.core.errors import BadLanguage, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.words import LANGUAGES, check_language
from cloudtop.store import StoreFault
from cloudtop.table.events import Renamed, SatDown
from cloudtop.table.hosted import BrokenTable, Stale
from cloudtop.web import asides
from cloudtop.web.buckets import Bucket
from cloudtop.web.live import Guest, LiveTable
from cloudtop.web.showing import Message, Sight, house, replayed, rule_in_words
from cloudtop.web.tables import NoSuchTable, Tables, tidy
from cloudtop.web.tokens import COOKIE, SEAT_COOKIE, hashed, is_token
from cloudtop.web.wire import (
    FRAME,
    Asked,
    Hello,
    Hint,
    Nick,
    Ping,
    Play,
    Preview,
    Replay,
    Undo,
    WhyNot,
    read_message,
    write_message,
)

LOG = logging.getLogger("cloudtop.web")

NO_TABLE, NO_ENTRY, NOT_TEXT, TOO_LONG, FAULT, TOO_SLOW = 4404, 4403, 1003, 1009, 1011, 1013
"""Why a connection is closed: codes of RFC 6455, and 4000 more than HTTP's where it has none."""


MESSAGES = (80.0, 20.0)
"""How many messages a browser may send at once, and how many a second."""


class Refused(CloudtopError):
    """A message that cannot be answered as asked, with the key of the reason."""

    def __init__(self, code: str, message: str = "") -> None:
        self.code = code
        super().__init__(message or code)


async def live(socket: WebSocket) -> None:
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
        await Talk(table, guest).listen(socket)
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
        await live.write(SatDown(seat, hashed(token)))
        live.broadcast()
    await tables.remember(token, live.table.name)


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
    words = house(spoken(socket))
    await socket.send_text(write_message({"did": "error", "code": code, "message": words(f"error.{code}")}))
    await socket.close(closing)


class Talk:
    """One guest's side of the conversation."""

    def __init__(self, live: LiveTable, guest: Guest) -> None:
        self.live = live
        self.guest = guest
        self.bucket = Bucket(*MESSAGES)
        self.hint: asyncio.Task[None] | None = None

    async def listen(self, socket: WebSocket) -> None:
        """Answer messages until the browser goes."""
        while True:
            text = await received(socket)
            if text is None:
                await part(socket, "not-text", NOT_TEXT)
                return
            if len(text.encode()) > FRAME:
                await part(socket, "too-long", TOO_LONG)
                return
            await self.answer(text)

    async def answer(self, text: str) -> None:
        """Answer one message; what goes wrong is told, and changes nothing."""
        try:
            if not self.bucket.take():
                raise Refused("slow-down")
            await self.act(read_message(text))
        except msgspec.DecodeError as error:
            self.refuse("bad-message", detail=str(error))
        except Refused as error:
            self.refuse(error.code)
        except BadLanguage as error:
            self.refuse("bad-language", detail=str(error))
        except Stale:
            self.guest.tell({"did": "stale", "seq": self.live.table.seq})
            self.live.show(self.guest)
        except StoreFault:
            LOG.exception("table %s cannot be written", self.live.table.name)
            self.refuse("not-kept")
        except WebSocketDisconnect:
            raise
        except Exception:
            LOG.exception("table %s could not answer", self.live.table.name)
            self.refuse("fault")

    def refuse(self, code: str, **more: Any) -> None:
        """Say what is wrong."""
        message = self.words(f"error.{code}")
        self.guest.tell({"did": "error", "code": code, "message": message, **more})

    def words(self, key: str) -> str:
        """Something the house says, in the guest's language."""
        return house(self.guest.sight.lang)(key)

    @property
    def seat(self) -> int:
        """The seat that the guest looks and acts from."""
        you = self.guest.sight.you
        if you is None or you not in self.live.table.held_by(self.guest.holder):
            raise Refused("no-seat")
        return you

    async def act(self, asked: Asked) -> None:
        """Do what was asked."""
        if isinstance(asked, Hello):
            await self.hello(asked)
        elif isinstance(asked, Ping):
            self.guest.tell({"did": "pong", "seq": self.live.table.seq})
        elif isinstance(asked, Replay):
            self.guest.tell(self.look_back(asked.at))
        elif isinstance(asked, Nick):
            await self.live.change(Renamed(self.seat, nickname(asked.name)))
        elif isinstance(asked, Play):
            await self.play(asked)
        elif isinstance(asked, Undo):
            if not await self.live.undo(self.seat, asked.seq, asked.nonce):
                raise Refused("no-undo")
            self.guest.tell({"did": "undone", "nonce": asked.nonce})
        else:
            self.aside(asked)

    async def hello(self, asked: Hello) -> None:
        """Show the table from where the guest wants to look: one of its own seats, else as a spectator."""
        mine = self.live.table.held_by(self.guest.holder)
        you = asked.near if asked.near in mine else mine[0] if len(mine) == 1 else None
        self.guest.cuts = asked.cuts
        self.guest.sight = Sight(you, check_language(asked.lang), asked.turn)
        self.live.show(self.guest, asked.since)

    def look_back(self, at: int) -> Message:
        """The table after so many moves."""
        if at > len(self.live.table.log):
            raise Refused("no-such-move")
        return replayed(self.live.table, self.guest.sight, at)

    async def play(self, asked: Play) -> None:
        """Make a move and say so; an illegal one is answered with its rule."""
        try:
            await self.live.play(self.seat, asked.seq, asked.action, asked.nonce)
        except IllegalMove as error:
            self.guest.tell({"did": "illegal", "nonce": asked.nonce, **self.rule(error.rule)})
        except NotAMove:
            raise Refused("no-move") from None
        else:
            self.guest.tell({"did": "played", "nonce": asked.nonce})

    def rule(self, rule: str) -> Message:
        """A rule in the guest's language."""
        return rule_in_words(self.live.table, rule, self.guest.sight.lang)

    def aside(self, asked: Preview | WhyNot | Hint) -> None:
        """Answer a question about the present decision."""
        seat, table, screen = self.seat, self.live.table, self.guest.shown
        if screen is None:
            raise Refused("no-hello")
        if not table.fresh(seat, asked.seq):
            raise Stale("the table has moved on")
        if isinstance(asked, Hint):
            self.begin_hint(seat)
            return
        try:
            if isinstance(asked, Preview):
                answer = asides.preview(table, screen, asked.chosen, asked.action, self.guest.cuts)
            else:
                answer = asides.whynot(table, screen, asked.chosen, asked.target, asked.panel, asked.items)
        except IllegalMove as error:
            answer = {"did": "illegal", **self.rule(error.rule)}
        except NotAMove:
            raise Refused("no-move") from None
        self.guest.tell(answer)

    def begin_hint(self, seat: int) -> None:
        """Let a hint be found while the conversation goes on; one at a time."""
        if not self.live.table.state.legal(seat):
            raise Refused("no-hint")
        if self.hint is not None and not self.hint.done():
            raise Refused("slow-down")
        self.hint = asyncio.create_task(self.find_hint(seat))

    async def find_hint(self, seat: int) -> None:
        """Tell what a strong player would do."""
        table, sight, seq = self.live.table, self.guest.sight, self.live.table.seq
        try:
            found = await self.live.thinkers.advise(table.imagined(seat), seat, seq)
            # A hint that comes too late is no longer wanted.
            if table is self.live.table and table.fresh(seat, seq):
                self.guest.tell(asides.hinted(table, sight, found))
        except Exception:
            LOG.exception("no hint was found at table %s", table.name)
            self.refuse("bot-fault")


def nickname(name: str) -> str:
    """A nickname fit to be shown."""
    found = tidy(name)
    if not found:
        raise Refused("bad-name")
    return found


async def received(socket: WebSocket) -> str | None:
    """The next message as text; None for one that is not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    return text if isinstance(text, str) else None
