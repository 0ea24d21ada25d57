"""How connections are spoken with: uvicorn's protocols, with patience that ends and memory that is bounded."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

from cloudtop.web.limits import ARRIVAL, BUFFERED, LINES, ODD, PIECE, SENT, STALLED, Bucket
from cloudtop.web.packing import PACKING

LOG = logging.getLogger("uvicorn.error")

POLICY = 1008
"""Why a socket is closed that sends what nobody has asked for; a code of RFC 6455."""
DROP = "cloudtop.drop"
"""The extension of a socket's scope that closes it without waiting for its reader."""


class Clock:
    """Calls something off that has taken too long."""

    __slots__ = ("timer",)

    def __init__(self) -> None:
        self.timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport, seconds: float) -> None:
        """The connection is ended in so many seconds, unless that is stopped; one that runs already runs on."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        """What was waited for has come."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Flow(FlowControl):
    """How answers flow; when a connection is read is not for them to say."""

    def pause_reading(self) -> None:
        """The visit reads no further by itself."""

    def resume_reading(self) -> None:
        """The visit knows by itself when it can read."""


class Visit(H11Protocol):
    """A connection that asks for pages, taken in small pieces: requests have to arrive in time, answers to be read."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.arriving = Clock()
        self.stalled = Clock()
        self.unread = b""
        self.lines = self.taken = 0
        """Of the head that arrives, or of the body."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self.flow = Flow(transport)
        self.arriving.start(transport, ARRIVAL)

    def data_received(self, data: bytes) -> None:
        """A part of a request has come, or of several."""
        self.unread += data
        self.take_in()

    @property
    def arrives(self) -> bool:
        """Whether a request is still to come, or the rest of one."""
        return self.transport.get_protocol() is self and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def take_in(self) -> None:
        """Take a piece of what has come, and the next when others have had their turn.

        Nothing more is taken while a request is answered: what waits is what was read once, however much is sent.
        """
        if self.unread and self.arrives and not self.too_much and not self.transport.is_closing():
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            self.take(piece)
        if self.transport.get_protocol() is not self:
            # It has become a socket, which knows by itself when it can read; nobody speaks there before it was agreed.
            self.unread = b""
        elif self.unread:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def take(self, piece: bytes) -> None:
        """Take a piece; of a request that has not arrived with it no more is taken than a request has."""
        before = self.conn.their_state
        self.lines += piece.count(b"\n")
        self.taken += len(piece)
        super().data_received(piece)
        if self.conn.their_state is not before:
            self.lines = self.taken = 0
        if not self.arrives:
            self.arriving.stop()
            return
        self.arriving.start(self.transport, ARRIVAL)
        if self.too_much and self.conn.their_state is h11.IDLE:
            self.send_400_response("Too many lines.")
        elif self.unread:
            self.loop.call_soon(self.take_in)

    @property
    def too_much(self) -> bool:
        """Whether more has come than a request may have; the clock ends it, so that its answer can still be read."""
        if self.taken > SENT:
            return True
        in_parts = self.conn.their_state is h11.IDLE or any(name == b"transfer-encoding" for name, _ in self.headers)
        return self.lines > LINES and in_parts

    def on_response_complete(self) -> None:
        """A request was answered; the next may be waiting."""
        super().on_response_complete()
        self.take_in()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request; where another is being answered already there is nothing to say."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a socket, with other limits."""
        self.arriving.stop()
        self.transport.resume_reading()
        super().handle_websocket_upgrade(event)

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come; what was not read by now is not waited for."""
        super().timeout_keep_alive_handler()
        self.stalled.start(self.transport, STALLED)

    def pause_writing(self) -> None:
        """The reader is behind."""
        super().pause_writing()
        self.stalled.start(self.transport, STALLED)

    def resume_writing(self) -> None:
        """The reader has read."""
        super().resume_writing()
        self.stalled.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.arriving.stop()
        self.stalled.stop()
        self.unread = b""
        super().connection_lost(exc)


class Wire(WebSocketsSansIOProtocol):
    """A socket: what comes is taken in small pieces, and whoever does not read is dropped."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.stalled = Clock()
        self.unread = b""
        self.odd = Bucket(*ODD)
        self.conn = ServerProtocol(extensions=[PACKING], max_size=config.ws_max_size, logger=LOG)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=BUFFERED)

    def handle_connect(self, event: Request) -> None:
        """The socket is asked for; whoever answers can also drop it."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][DROP] = {"drop": self.drop}

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        self.unread += data
        self.take_in()

    def take_in(self) -> None:
        """Take a piece of what has come, and the next when others have had their turn.

        Few bytes can unfold to many messages: no more is taken while some wait to be answered, or answers to be read.
        Once a goodbye was said nothing is answered any more: all that is waited for is the other's goodbye.
        """
        answered = self.queue.empty() or self.close_sent
        if self.unread and answered and self.writable.is_set() and not self.transport.is_closing():
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            super().data_received(piece)
            if self.unread:
                self.loop.call_soon(self.take_in)
        if self.unread and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        elif not self.unread and self.read_paused and answered:
            self.read_paused = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message."""
        message = await super().receive()
        self.take_in()
        return message

    async def send(self, message: Any) -> None:
        """Say something; after goodbye the other's goodbye is waited for, which may lie behind what nobody answers."""
        await super().send(message)
        if self.close_sent:
            self.take_in()

    # What browsers hardly send by themselves is answered now and then; who sends nothing else is dropped.

    def handle_ping(self) -> None:
        """A ping has come."""
        if self.tolerated():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping has come, or none."""
        if self.pending_ping_payload is not None or self.tolerated():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """A message has come; after goodbye nobody waits for one."""
        if not self.close_sent or self.tolerated():
            super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message has come."""
        if self.tolerated():
            super().handle_cont(event)

    def tolerated(self) -> bool:
        """Whether one more is borne; if not, the socket is dropped."""
        if self.transport.is_closing():
            return False
        if self.odd.take():
            return True
        self.drop(POLICY)
        return False

    def shutdown(self) -> None:
        """The house closes; whoever is just leaving is not told goodbye a second time."""
        if not self.transport.is_closing():
            super().shutdown()

    def drop(self, code: int) -> None:
        """Close it now; a reader who is behind is not waited for."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() or self.conn.close_expected():
            self.transport.abort()
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.stalled.start(self.transport, STALLED)

    def pause_writing(self) -> None:
        """The reader is behind."""
        super().pause_writing()
        self.stalled.start(self.transport, STALLED)

    def resume_writing(self) -> None:
        """The reader has read."""
        super().resume_writing()
        self.stalled.stop()
        self.take_in()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.stalled.stop()
        self.unread = b""
        super().connection_lost(exc)
