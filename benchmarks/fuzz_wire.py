"""Whatever browsers and programs may send: messages, requests and plain bytes at random, with legal moves among them.

    python benchmarks/fuzz_wire.py --frames 200000

Messages are answered by conversations at one table of every game, requests by the whole house, bytes by a real
server. Nothing may be answered with a fault, nothing but a legal move may change a table, and a table must come back
from its log as it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import socket
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx

from cloudtop.games import game as game_named
from cloudtop.games import games
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place, write_event
from cloudtop.web.app import house
from cloudtop.web.limits import ALLOWANCES, BESIDES, Buckets, Limits
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.lesson import LEARNER, LiveLesson
from cloudtop.web.live.table import LiveTable
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.socket.lesson import LessonConversation
from cloudtop.web.socket.messages import FRAME
from crowd import Server

LEGAL = 0.1
"""So often a message is a legal move."""
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    2**31,
    2**63,
    10**400,
    1.5,
    "",
    "cell:a1",
    "turn:9",
    "hand:zz",
    "\u0000",
    "\ud800".encode("utf-8", "replace").decode(),
    "é" * 30,
    "x" * 5000,
    [],
    ["cell:a1"] * 3,
    [[[[]]]],
    {},
    {"a": {"b": []}},
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"do": "hello", "lang": "fr", "side": 2, "near": 0, "since": 0, "form": "plan", "told": True},
    {"do": "play", "seq": 0, "nonce": "n", "actions": [0]},
    {"do": "undo", "seq": 0, "nonce": "u"},
    {"do": "draft", "seq": 0, "plan": [], "chosen": [], "action": 0, "number": 1},
    {"do": "whynot", "seq": 0, "plan": [], "chosen": [], "target": "cell:a1"},
    {"do": "whynot", "seq": 0, "chosen": [], "panel": "board", "items": ["a1"]},
    {"do": "replay", "at": 0},
    {"do": "locate", "seat": 0, "line": 0, "at": 0},
    {"do": "inspect", "panel": "board", "items": ["card-0", "cell-a1", "piece-a1-0"], "at": None},
    {"do": "inspect", "panel": "hand:0", "items": ["hand-1", "card-1", "c3"], "at": None},
    {"do": "learn", "step": "turn"},
    {"do": "ping"},
)
PATHS = (
    "/",
    "/tables",
    "/guide",
    "/guide/{}",
    "/new/{}",
    "/t/{}",
    "/t/{}/replay",
    "/t/{}/sit/{}",
    "/t/{}/watch/{}",
    "/t/{}/links",
    "/t/{}/record",
    "/t/{}/picture.svg?theme={}",
    "/t/{}/nick",
    "/t/{}/seat/{}/bot",
    "/t/{}/seat/{}/take",
    "/t/{}/seat/{}/link",
    "/sprites/{}.svg",
    "/picture/{}.svg?part={}",
    "/sky/{}.svg",
    "/qr.svg?link={}",
    "/qr.svg?link=http%3A%2F%2Fcloudtop%2Ft%2F{}%2Fsit%2F{}",
    "/learn",
    "/learn/{}",
    "/learn/{}/tips",
    "/learn/{}/{}",
    "/learn/{}/{}.svg?theme={}",
    "/guide/{}/card",
    "/figure/{}/icon/{}.svg",
    "/figure/{}/{}/{}.svg",
    "/paints/{}.css",
    "/host",
    "/metrics",
    "/health",
    "/ready",
    "/t/{}/share.svg?theme={}",
    "/t/{}/sprites.svg",
    "/t/{}/paints.css",
    "/t/{}/fair",
    "/t/{}/deal",
    "/t/{}/seat/{}/devices",
    "/static/{}/{}",
    "/{}/{}",
)
WORDS = ("0", "1", "9" * 3000, "-1", "skybridge", "..", "%2e%2e%2f", "%00", "%ff", "é", "a" * 300, "day", " ", "?", "")


class Fault(Exception):
    """Something was answered as it must not be."""


def without_limits() -> Limits:
    """As much as anybody likes."""
    limits = Limits()
    limits.common = {whose: Buckets(1e12, 0.0) for whose in ALLOWANCES}
    limits.besides = {kind: (whose, Buckets(1e12, 0.0)) for kind, (whose, _) in BESIDES.items()}
    return limits


def spoilt(rng: Random, message: dict[str, Any]) -> str:
    """A message with something wrong, or nothing."""
    found = dict(message)
    for _ in range(rng.randrange(3)):
        key = rng.choice([*found, "extra"])
        if rng.random() < 0.2:
            found.pop(key, None)
        else:
            found[key] = rng.choice(ODD)
    text = json.dumps(found, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.15:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(("", '"', "[" * 900, "}", "\u0000", "1e999")) + text[cut + rng.randrange(3) :]
    return text


class Talk:
    """Two guests at one table of a game: one holds all seats, the other looks on; both say what they like."""

    def __init__(self, name: str, store: SqliteStore, rng: Random) -> None:
        game = game_named(name)
        players = 2 if 2 in game.player_counts else game.player_counts[0]
        places = [Place("here", holder="fuzz") for _ in range(players)]
        opened = Opened(name, game.rules_version, game.terms(players).options, places, rng.getrandbits(40))
        self.rng, self.store = rng, store
        self.live = LiveTable(Table(f"{name}-{opened.seed}", opened), store, OnTheSpot(), 0.0)
        self.guests = [Guest("fuzz"), Guest("somebody")]
        self.lines = [Conversation(self.live, guest) for guest in self.guests]
        for guest in self.guests:
            self.live.come(guest)
        self.heard: Counter[str] = Counter()

    async def open(self) -> None:
        """Write down what the table is."""
        await asyncio.wrap_future(self.store.append(self.live.table.name, 0, write_event(self.live.table.opened)))

    async def step(self) -> None:
        """One message, at random, and what it brings about."""
        rng, table = self.rng, self.live.table
        if table.state.turn() and rng.random() < LEGAL:
            await self.move()
            return
        message = dict(rng.choice(MESSAGES))
        if "seq" in message and rng.random() < 0.7:
            message["seq"] = table.seq
        if "action" in message and rng.random() < 0.7:
            message["action"] = rng.randrange(table.game.actions)
        for moves in {"actions", "plan"} & set(message):
            if rng.random() < 0.7:
                message[moves] = [rng.randrange(table.game.actions) for _ in range(rng.randrange(1, 4))]
        if rng.random() < 0.3:
            view = table.state.view(0)
            message["chosen"] = list(table.game.targets(view, rng.randrange(table.game.actions)))[: rng.randrange(3)]
        before = (table.seq, table.state.dump())
        await self.say(rng.randrange(2), spoilt(rng, message)[:FRAME])
        made = [kind for kind in self.heard if kind in ("played", "undone")]
        if not made and (table.seq, table.state.dump()) != before:
            raise Fault(f"a table changed by {message}")
        self.heard.clear()

    async def move(self) -> None:
        """A legal move, which must be made."""
        table = self.live.table
        seat = self.rng.choice(table.state.turn())
        action = self.rng.choice(table.state.legal(seat))
        await self.say(0, json.dumps({"do": "hello", "near": seat}))
        nonce = f"{self.rng.getrandbits(60):x}"
        await self.say(0, json.dumps({"do": "play", "seq": table.seq, "nonce": nonce, "actions": [action]}))
        if not self.heard["played"]:
            raise Fault(f"the legal move {table.game.text(action)} was answered with {dict(self.heard)}")
        self.heard.clear()

    async def say(self, who: int, text: str) -> None:
        """Have a message answered, and look at what everybody hears."""
        await self.lines[who].answer(text)
        for guest in self.guests:
            while not guest.waiting.empty():
                answer = guest.waiting.get_nowait()
                if answer is None:
                    raise Fault("a guest was lost")
                guest.sent(answer)
                told = json.loads(answer)
                self.heard[told["did"]] += 1
                if told.get("code") in ("fault", "not-kept"):
                    raise Fault(f"{text} was answered with {told['code']}")

    def check(self) -> None:
        """The log leads to the same table."""
        table = self.live.table
        again = Table.rebuilt(table.name, self.store.rows(table.name).result())
        if again.state.dump() != table.state.dump() or again.seq != table.seq:
            raise Fault(f"the log of {table.name} leads elsewhere")


async def fuzz_messages(frames: int, rng: Random, folder: Path) -> int:
    """Messages at a table of every game; a game that is over is followed by another. How many moves were made."""
    store, moves = SqliteStore(folder / "talks.sqlite"), 0
    for name in games():
        talk = Talk(name, store, rng)
        await talk.open()
        for _ in range(frames // len(games())):
            await talk.step()
            if talk.live.table.over and rng.random() < 0.05:
                talk.check()
                moves += len(talk.live.table.log)
                talk = Talk(name, store, rng)
                await talk.open()
        talk.check()
        moves += len(talk.live.table.log)
    store.close()
    return moves


async def fuzz_lessons(frames: int, rng: Random, folder: Path) -> int:
    """Messages in a lesson of every game, all its steps after another; how many moves were tried."""
    store, tried = SqliteStore(folder / "lessons.sqlite"), 0
    for name in games():
        game = game_named(name)
        if not (steps := game.lessons().steps):
            continue
        lesson, guest = LiveLesson(game, steps[0], store, OnTheSpot()), Guest(LEARNER)
        lesson.come(guest)
        line = LessonConversation(lesson, guest)
        await line.answer('{"do": "hello"}')
        for number in range(frames // len(games())):
            message = dict(rng.choice((*MESSAGES, {"do": "learn", "step": steps[number % len(steps)].id})))
            if "seq" in message and rng.random() < 0.8:
                message["seq"] = lesson.table.seq
            if message["do"] == "play" and rng.random() < 0.8:
                legal = lesson.table.state.legal(lesson.attempt.step.seat) or [0]
                message |= {"nonce": f"{number}", "actions": [rng.choice([*legal, rng.randrange(game.actions)])]}
            await line.answer(spoilt(rng, message)[:FRAME])
            while not guest.waiting.empty():
                answer = guest.waiting.get_nowait()
                if answer is None:
                    raise Fault("a learner was lost")
                guest.sent(answer)
                told = json.loads(answer)
                tried += told["did"] == "played"
                if told.get("code") in ("fault", "game-fault", "not-kept"):
                    raise Fault(f"{message} in a lesson was answered with {told['code']}")
        line.end()
    store.close()
    return tried


async def fuzz_requests(requests: int, rng: Random, folder: Path) -> Counter[int]:
    """Requests to the whole house; the statuses of the answers."""
    store = SqliteStore(folder / "requests.sqlite")
    app, statuses = house(store, OnTheSpot()), Counter[int]()
    app.state.tables.limits = without_limits()
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://cloudtop") as client:
        body = {"game": "skybridge", "seats": [{"kind": "me"}, {"kind": "here"}]}
        table = (await client.post("/tables", json=body)).json()["table"]
        for _ in range(requests):
            path = filled(rng, rng.choice(PATHS), table)
            sent = spoilt(rng, rng.choice((body, {"name": "x"}, {"level": "random"}, {"seat": 0}))).encode()
            method = rng.choice(("GET", "GET", "POST", "POST", "HEAD", "PUT"))
            kind = rng.choice(("application/json", "application/json", "text/plain", ""))
            try:
                request = client.build_request(method, path, content=sent, headers={"content-type": kind})
            except httpx.InvalidURL:
                continue
            answer = await client.send(request)
            statuses[answer.status_code] += 1
            if answer.status_code >= 500:
                raise Fault(f"{method} {path[:80]} {sent[:200]!r} was answered with {answer.status_code}")
    await app.state.tables.close()
    return statuses


def filled(rng: Random, path: str, table: str) -> str:
    """An address, its gaps filled with something."""
    while "{}" in path:
        path = path.replace("{}", rng.choice((*[table] * 12, *WORDS)), 1)
    return path


def fuzz_bytes(calls: int, rng: Random, server: Server) -> int:
    """Plain bytes to a real server, which has to answer a page after them; how many calls were taken."""
    taken = 0
    starts = (
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST /tables HTTP/1.1\r\nhost: x\r\ncontent-length: " + b"9" * 60 + b"\r\n\r\n",
        b"GET /t/x/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"GET /" + b"a" * 70000,
    )
    for number in range(calls):
        source = (f"127.0.4.{1 + number % 200}", 0)
        with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 5.0, source) as line:
            line.sendall(rng.choice(starts) + rng.randbytes(rng.randrange(3000)))
            taken += 1
    answer = httpx.get(f"http://127.0.0.1:{server.port}/guide", timeout=20.0)
    if answer.status_code != 200 or server.process.poll() is not None:
        raise Fault(f"after {calls} calls a page was answered with {answer.status_code}")
    return taken


def fuzz(frames: int, seed: int, folder: Path) -> str:
    """All of it; a line about what was done, or `Fault`."""
    rng = Random(seed)
    moves = asyncio.run(fuzz_messages(frames, rng, folder))
    tried = asyncio.run(fuzz_lessons(frames // 4, rng, folder))
    statuses = asyncio.run(fuzz_requests(frames // 4, rng, folder))
    with Server(folder) as server:
        calls = fuzz_bytes(frames // 50, rng, server)
        log = (folder / "server.log").read_text()
    if "Traceback" in log:
        raise Fault(f"the server's log has a fault:\n{log[-2000:]}")
    if not (moves and tried and statuses[200] and calls):
        raise Fault(
            f"there were {moves} moves, {tried} in lessons, "
            f"{statuses[200]} requests that were answered, {calls} calls: that is no test"
        )
    answered = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    said = f"{frames} messages with {moves} moves among them, lessons with {tried}"
    return f"{said}, requests ({answered}), {calls} calls: no fault"


def main() -> None:
    """Read the command line, and fuzz."""
    parser = argparse.ArgumentParser(description="Send whatever may be sent.")
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(fuzz(chosen.frames, chosen.seed, Path(folder)))
        except Fault as fault:
            sys.exit(f"seed {chosen.seed}: {fault}")


if __name__ == "__main__":
    main()
