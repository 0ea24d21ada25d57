"""A server in a process of its own, and the people who come to it: those who play, and what they were told."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cloudtop.web.door import NoAddress
from cloudtop.web.serving import listening

ME, HERE, RANDOM = {"kind": "me"}, {"kind": "here"}, {"kind": "bot", "level": "random"}
DEADLINE = 30.0
"""Seconds after which something that was waited for will not come any more."""
BROKEN = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)
"""How a server looks that is being killed."""

Acknowledged = dict[str, list[tuple[str, int]]]
"""The moves that were acknowledged, by table: each one's nonce and number."""

SERVER = """
import sys
from pathlib import Path
from cloudtop.web.serving import serve
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), browser=False, pace=float(sys.argv[3]))
"""


def free_port() -> int:
    """A port that nobody listens on, below those that the system lends to whoever connects to somebody."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with suppress(NoAddress), listening("127.0.0.1", port):
            return port


def cookies_to(browser: httpx.Client | httpx.AsyncClient, table: str) -> str:
    """The cookies that go with a socket to a table; they have paths, so a request is the one to say which."""
    return str(browser.build_request("GET", f"/t/{table}/live").headers.get("cookie", ""))


def numbers_in(decision: dict[str, Any] | None) -> list[int]:
    """The numbers of the moves that may be made: each is sent as the distance to the one before."""
    return list(accumulate(row[0] for row in decision["actions"])) if decision else []


class NotOpen(Exception):
    """A server that was started does not listen."""


class Server:
    """A server that can be killed and started again on the same port and file."""

    def __init__(self, folder: Path, pace: float = 0.6, share: float = 1.0) -> None:
        """A server with its file in a folder, that gets such a share of a core."""
        self.share = share
        self.throttle: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.path = folder / "tables.sqlite"
        self.log = (folder / "server.log").open("a")
        self.pace = pace
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        """A new process, as soon as it listens."""
        command = [sys.executable, "-c", SERVER, str(self.port), str(self.path), str(self.pace)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert process.stdout is not None
        heard, _, _ = select.select([process.stdout], [], [], DEADLINE)
        told = process.stdout.readline() if heard else ""
        if "open at" not in told:
            process.kill()
            process.wait()
            process.stdout.close()
            self.log.close()
            raise NotOpen(f"the server did not open: {told!r}")
        if self.share < 1:
            slow = [sys.executable, str(Path(__file__).with_name("throttle.py")), str(process.pid), str(self.share)]
            # It ends with the server, or when nothing holds its input any more.
            self.throttle = subprocess.Popen(slow, stdin=subprocess.PIPE)
        return process

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.process.poll() is None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self.log.close()

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process.returncode is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait(DEADLINE)
        if self.throttle is not None:
            self.throttle.communicate()
            self.throttle = None
        assert self.process.stdout is not None
        self.process.stdout.close()

    async def start_again(self) -> None:
        """Start on the same port and file."""
        self.process = await asyncio.to_thread(self.started)

    @property
    def memory(self) -> int:
        """The bytes of memory that it holds; 0 for one that has ended."""
        if not self.alive:
            return 0
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    @property
    def worked(self) -> float:
        """The seconds that it has worked on a core since it was started, without its bots; 0 if it has ended."""
        if not self.alive:
            return 0.0
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Browser:
    """Somebody with an address and cookies of their own."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
        self.http = httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}", timeout=DEADLINE)

    async def open(self, game: str, *seats: dict[str, str]) -> dict[str, Any]:
        """Open a table."""
        answer = await self.http.post("/tables", json={"game": game, "seats": seats})
        answer.raise_for_status()
        opened: dict[str, Any] = answer.json()
        return opened

    async def leave(self) -> None:
        """Close every connection for pages."""
        await self.http.aclose()

    def cookies(self, table: str) -> str:
        """The cookies that go with a socket to a table."""
        return cookies_to(self.http, table)

    async def line(self, table: str) -> Line:
        """A socket to a table."""
        connection = await connect(
            f"ws://127.0.0.1:{self.port}/t/{table}/live",
            additional_headers={"cookie": self.cookies(table)},
            local_addr=(self.address, 0),
            open_timeout=DEADLINE,
            max_queue=None,
        )
        return Line(connection)


class Line:
    """A socket to a table; it keeps what the table shows up to date, as far as playing needs it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.known: dict[str, Any] = {}

    async def say(self, do: str, **more: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"do": do, **more}))

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        # Not `wait_for`, which may not hear that it is told to stop when a message comes in that very moment.
        async with asyncio.timeout(DEADLINE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["did"] == "state":
            self.known = message
        elif message["did"] in ("moved", "here"):
            self.known |= {key: message[key] for key in ("seq", "seats", "decision", "outcome") if key in message}
        return message

    async def ask(self, do: str, *dids: str, **more: Any) -> dict[str, Any]:
        """Send a message and wait for an answer of one of these kinds."""
        await self.say(do, **more)
        while True:
            message = await self.hear()
            if message["did"] in dids:
                return message

    @property
    def actions(self) -> list[int]:
        """The numbers of the moves that may be made now."""
        return numbers_in(self.known.get("decision"))

    @property
    def deciding(self) -> list[int]:
        """My seats that have to decide."""
        return [seat["seat"] for seat in self.known["seats"] if seat["deciding"] and seat["seat"] in self.known["mine"]]


@dataclass
class Times:
    """How long answers took, in seconds."""

    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    """From sent to acknowledged."""
    bots: list[float] = field(default_factory=list)
    drafts: list[float] = field(default_factory=list)
    """A draft: the answer that every touch of the board waits for."""
    whys: list[float] = field(default_factory=list)
    """Why something may not be picked."""
    seen: list[float] = field(default_factory=list)
    """From sent to seen by somebody else."""
    newcomers: list[float] = field(default_factory=list)
    """From a link followed to a table shown."""


class Player:
    """Somebody who plays on and on, comes again after every break, and notes what was acknowledged."""

    def __init__(self, browser: Browser, game: str, seats: list[dict[str, str]], chance: int, pause: float) -> None:
        self.browser, self.game, self.seats, self.pause = browser, game, seats, pause
        self.rng = Random(chance)
        self.table = ""
        self.near = 0
        self.sent: dict[str, Any] | None = None
        self.acknowledged: Acknowledged = {}
        self.times = Times()
        self.refused: list[str] = []
        self.came = 0
        """How often the player came to a table."""
        self.sent_at: dict[tuple[str, int], float] = {}
        """When a move was sent, by the table and the event that it became."""

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self.sit()
            except (*BROKEN, TimeoutError, httpx.HTTPStatusError):
                await asyncio.sleep(0.2 + self.rng.random() * 0.5)

    async def sit(self) -> None:
        """Come to the table, repeat what was not answered, and play until the connection breaks or the game ends."""
        if not self.table:
            self.table = (await self.browser.open(self.game, *self.seats))["table"]
            self.acknowledged[self.table] = []
        line = await self.browser.line(self.table)
        try:
            await line.ask("hello", "state", near=self.near)
            self.came += 1
            if self.sent is not None:
                await self.insist(line, timed=False)
            while await self.decide(line):
                await self.consider(line)
                await self.insist(line)
                await asyncio.sleep(self.pause * (0.5 + self.rng.random()))
            self.table, self.near = "", 0
        finally:
            with suppress(Exception):
                await line.socket.close()

    async def decide(self, line: Line) -> bool:
        """Find something to decide and choose; False when the game is over."""
        waited = time.perf_counter()
        while not line.actions:
            if line.known["outcome"] is not None:
                return False
            mine = line.deciding
            if mine and mine[0] != line.known["you"]:
                self.near = mine[0]
                await line.ask("hello", "state", near=self.near)
            else:
                await line.hear()
        if RANDOM in self.seats:
            self.times.bots.append(time.perf_counter() - waited)
        action = line.actions[int(self.rng.random() * len(line.actions))]
        self.sent = {"seq": line.known["seq"], "nonce": f"{self.rng.getrandbits(60):x}", "actions": [action]}
        return True

    async def consider(self, line: Line) -> None:
        """Draft the move that was chosen, as a page does, and ask why something else may not be picked."""
        assert self.sent is not None
        seq, number = self.sent["seq"], self.rng.getrandbits(30)
        target = f"cell:{'abcdefg'[self.rng.randrange(7)]}{self.rng.randrange(1, 8)}"
        for do, times, more in (
            ("draft", self.times.drafts, {"plan": self.sent["actions"], "number": number}),
            ("whynot", self.times.whys, {"target": target}),
        ):
            began = time.perf_counter()
            if (await line.ask(do, do, "stale", "error", seq=seq, **more))["did"] == do:
                times.append(time.perf_counter() - began)

    async def insist(self, line: Line, timed: bool = True) -> None:
        """Send the move that was chosen; it is repeated after a break until it is answered."""
        assert self.sent is not None
        began = time.perf_counter()
        self.sent_at[self.table, self.sent["seq"] + 1] = began
        answer = await line.ask("play", "played", "stale", "illegal", "error", **self.sent)
        if answer["did"] == "played":
            self.acknowledged[self.table].append((self.sent["nonce"], self.sent["actions"][0]))
            if timed:
                self.times.moves.append(time.perf_counter() - began)
        elif answer["did"] == "stale":
            await line.ask("hello", "state", near=self.near)
        else:
            self.refused.append(answer.get("code", answer["did"]))
            await asyncio.sleep(0.5)
        self.sent = None


class Watcher:
    """A spectator who notes every word of what was told of a game while it went on."""

    def __init__(self, browser: Browser, table: str, link: str, player: Player | None = None) -> None:
        """Somebody who watches a table; what its player does is timed until it is seen here."""
        self.browser, self.table, self.link, self.player = browser, table, link, player
        self.told: dict[int, str | None] = {}

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            with suppress(*BROKEN, TimeoutError):
                await self.browser.http.get(self.link)
                line = await self.browser.line(self.table)
                await line.say("hello")
                while True:
                    message = await line.hear()
                    self.time(message)
                    if line.known.get("outcome") is None:
                        self.told |= {entry["seq"]: entry["text"] for entry in message.get("log", [])}
            await asyncio.sleep(0.3)

    def time(self, message: dict[str, Any]) -> None:
        """Note how long it took until moves are seen here."""
        if self.player is None or message["did"] != "moved":
            return
        for entry in message.get("log", []):
            began = self.player.sent_at.pop((self.table, entry["seq"]), None)
            if began is not None:
                self.player.times.seen.append(time.perf_counter() - began)
