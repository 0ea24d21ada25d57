"""A house for tests, on a real server in this process, and visitors who play there over real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cloudtop.core.fair import seal_of_cut
from cloudtop.store.opening import store_at
from cloudtop.web.app import house
from cloudtop.web.live.bots import OnTheSpot, Thinkers
from cloudtop.web.live.boxes import Boxes
from cloudtop.web.serving import configured, listening
from crowd import cookies_to, numbers_in

DEADLINE = 60.0
"""Seconds after which something that was waited for will not come any more, however crowded the machine is."""
GRACEFUL = 3.0
"""Seconds that a server waits for its guests when it closes."""

ME = {"kind": "me", "name": "Mira"}
FRIEND = {"kind": "friend"}
HERE = {"kind": "here"}
BOT = {"kind": "bot", "level": "random"}


def until(condition: Callable[[], object]) -> None:
    """Wait for something that the server does in its own time, after it has answered."""
    asked, tick = time.monotonic(), threading.Event()
    while not condition():
        assert time.monotonic() - asked < DEADLINE, "it has never come"
        tick.wait(0.005)


class Server(uvicorn.Server):
    """A server that closes as soon as it is told to; uvicorn's own looks ten times a second whether it was."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told: Future[None] = Future()

    async def main_loop(self) -> None:
        """Serve until told to stop."""
        await self.on_tick(0)
        await asyncio.wrap_future(self.told)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close everything, as uvicorn does, without a rest in between; what does not end in time is ended."""
        for server in self.servers:
            server.close()
        state, began, told = self.server_state, time.monotonic(), set[object]()
        while (state.connections or state.tasks) and time.monotonic() < began + GRACEFUL:
            # Whoever was let in at the last moment comes later than the others.
            for connection in state.connections - told:
                told.add(connection)
                connection.shutdown()
            await asyncio.sleep(0.002)
        for task in state.tasks:
            task.cancel()
        await self.lifespan.shutdown()

    def close(self) -> None:
        """Tell it to stop."""
        self.should_exit = True
        if not self.told.done():
            self.told.set_result(None)


class House:
    """A server on a port of its own, in a thread of this process."""

    def __init__(
        self,
        address: Path | str,
        thinkers: Thinkers | None = None,
        boxes: Boxes | None = None,
        host_word: str | None = None,
    ) -> None:
        self.store: Any = store_at(address)
        self.app = house(self.store, thinkers or OnTheSpot(), boxes=boxes, host_word=host_word)
        self.tables = self.app.state.tables
        # Prices rise where the loop is late: a crowded machine must not decide what a test is refused.
        self.tables.limits.note_lag = lambda late: None
        self.ear = listening("127.0.0.1", 0)
        self.port = self.ear.getsockname()[1]
        self.server = Server(configured(self.app))
        self.thread = threading.Thread(target=self.server.run, args=([self.ear],))

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the house, as its host does."""
        if self.thread.is_alive():
            self.server.close()
            self.thread.join(DEADLINE)
        self.ear.close()

    def visitor(self) -> Visitor:
        """Somebody with a browser of their own."""
        return Visitor(self.port)


class Visitor:
    """A browser: it keeps its cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=DEADLINE)
        self.open_things = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """Close every connection."""
        self.open_things.close()
        self.http.close()

    def open(self, game: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Open a table."""
        answer = self.http.post("/tables", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def follow(self, url: str) -> httpx.Response:
        """Follow a link to its page."""
        return self.http.get(url, follow_redirects=True)

    def connect(self, table: str, hello: dict[str, Any] | None = None, origin: str | None = None) -> Line:
        """Come to a table; with a hello, wait for what it shows."""
        url = f"ws://127.0.0.1:{self.port}/t/{table}/live"
        headers = {"cookie": cookies_to(self.http, table)} | ({"origin": origin} if origin else {})
        line = self.line_to(url, headers)
        if hello is not None:
            line.say("hello", **hello)
            line.until("state")
        return line

    def cut(self, table: str, cut: str, **hello: Any) -> Line:
        """Come to a table with a sealed cut, which is opened as soon as all seals are on the table."""
        line = self.connect(table)
        line.cut = cut
        line.say("hello", sealed=seal_of_cut(cut), **hello)
        line.until("state")
        return line

    def line_to(self, url: str, headers: dict[str, str]) -> Line:
        """A socket that stays open until this visitor leaves."""
        # A machine that is crowded answers late: that is no reason to hang up.
        patient = connect(url, additional_headers=headers, open_timeout=DEADLINE, ping_interval=None)
        return Line(self.open_things.enter_context(patient))


class Line:
    """A connection to a table. It remembers the last state and keeps it up to date, as a browser does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = 0
        self.fair: dict[str, Any] = {}
        self.cut = ""
        """What this browser has sealed and not opened yet."""
        self.you: int | None = None
        self.decision: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.outcome: dict[str, Any] | None = None
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str | bytes] = []
        """The same as it came over the socket."""
        self.nonce = 0

    def say(self, do: str, **more: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"do": do, **more}))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        self.texts.append(self.socket.recv(DEADLINE))
        message: dict[str, Any] = json.loads(self.texts[-1])
        if message["did"] in ("state", "moved"):
            told = {entry["seq"]: entry for entry in message.get("told", [])}
            before = [] if message["did"] == "state" else self.log
            self.log = [told.get(entry["seq"], entry) for entry in before] + message["log"]
            self.seq, self.decision = message["seq"], message.get("decision", self.decision)
            self.you, self.fair = message.get("you", self.you), message.get("fair", self.fair)
            self.outcome = message.get("outcome", self.outcome)
            if self.cut and self.fair.get("closed"):
                self.say("unseal", cut=self.cut)
                self.cut = ""
        self.heard.append(message)
        return message

    def until(self, *dids: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = self.hear()
            if message["did"] in dids:
                return message

    def ask(self, do: str, *dids: str, **more: Any) -> dict[str, Any]:
        """Send a message and wait for an answer of one of these kinds."""
        self.say(do, **more)
        return self.until(*dids)

    def until_closed(self) -> tuple[int, list[dict[str, Any]]]:
        """The code with which the server closes, and what it said before."""
        heard = []
        while True:
            try:
                heard.append(self.hear())
            except ConnectionClosed as closed:
                return (closed.rcvd.code if closed.rcvd else 1006), heard

    @property
    def rows(self) -> list[list[Any]]:
        """The moves I may make now: number, targets, notation, words."""
        sent = self.decision["actions"] if self.decision else []
        return [[number, *row[1:]] for number, row in zip(numbers_in(self.decision), sent, strict=True)]

    @property
    def actions(self) -> list[int]:
        """The numbers of the moves I may make now."""
        return [row[0] for row in self.rows]

    def opened(self) -> None:
        """Wait until this browser has opened its cut."""
        while self.cut:
            self.until("moved", "state")

    def dealt(self, *others: Line) -> None:
        """Wait until it is dealt; the others open their cuts and wait as well."""
        for line in (self, *others):
            line.opened()
        for line in (self, *others):
            while not line.fair["dealt"]:
                line.until("moved", "state")

    def my_turn(self) -> None:
        """Wait until I have something to decide."""
        while not self.actions and self.outcome is None:
            self.until("moved", "state")

    def play(self, action: int | None = None) -> dict[str, Any]:
        """Make a move, the first one if none is named, and wait for the answer."""
        self.nonce += 1
        chosen = self.actions[0] if action is None else action
        return self.ask(
            "play", "played", "stale", "illegal", "error", seq=self.seq, nonce=f"n{self.nonce}", actions=[chosen]
        )
