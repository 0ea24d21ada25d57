"""Many tables at a steady pace: how long a move takes from being sent to being seen, and what an idle socket weighs.

    python benchmarks/pace.py --tables 200 --rate 50

At every table two players and a spectator look on, each over a socket of their own. So many moves are made every
second, table after table, whatever the server manages; a move is seen when the others have been told. Then sockets
that only look on come, and the server's memory is weighed before and after. Leaves with 1 if something took too long,
weighs too much or was not done at that pace. People and server are in processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx

from cloudtop.games import games
from crowd import BROKEN, HERE, ME, Browser, Line, NotOpen, Server
from soak import at, told

SEEN, IDLE = 0.060, 40_000
"""Seconds within which 99 of 100 moves are seen, and bytes that a socket takes that only looks on."""
PACE = 0.95
"""The part of the moves that has to be made: a server that is too slow for the pace is not measured at it."""
WATCHERS, EACH = 20, 40
"""So many browsers look on after that, each with so many sockets."""


class Trio:
    """Two players and a spectator at one table."""

    def __init__(self, port: int, number: int) -> None:
        self.host = Browser(port, f"127.0.1.{1 + number % 250}")
        self.watcher = Browser(port, f"127.0.2.{1 + number % 250}")
        self.rng = Random(number)
        self.game = games()[number % len(games())]
        self.lines: list[Line] = []
        self.table = self.link = ""
        self.seen: list[float] = []
        """From due to seen by the others, with the draft before it."""
        self.drafts: list[float] = []

    async def come(self) -> None:
        """Open a table, and sit down."""
        opened = await self.host.open(self.game, ME, HERE)
        self.table, self.link = opened["table"], opened["watch"]
        await self.watcher.http.get(self.link)
        self.lines = [await browser.line(self.table) for browser in (self.host, self.host, self.watcher)]
        for near, line in enumerate(self.lines):
            await line.ask("hello", "state", **({"near": near} if near < 2 else {}))

    async def move(self, due: float) -> None:
        """Draft a move that is due, make it, and wait until the other two have been told; then the next game."""
        deciding = [line for line in self.lines[:2] if line.actions]
        if not deciding:
            await self.leave()
            await self.come()
            return
        line = deciding[0]
        seq, action = line.known["seq"], line.actions[int(self.rng.random() * len(line.actions))]
        drafting = time.perf_counter()
        await line.ask("draft", "draft", "stale", "error", seq=seq, plan=[action], number=0)
        self.drafts.append(time.perf_counter() - drafting)
        await line.say("play", seq=seq, nonce=f"{self.rng.getrandbits(60):x}", actions=[action])
        await asyncio.gather(*(told_after(other, seq) for other in self.lines))
        self.seen.append(time.perf_counter() - due)

    async def leave(self) -> None:
        """Leave the table."""
        await asyncio.gather(*(line.socket.close() for line in self.lines))


async def told_after(line: Line, seq: int) -> None:
    """Wait until a line has been told what happened after that."""
    while line.known["seq"] <= seq:
        await line.hear()


async def paced(trios: list[Trio], rate: float, seconds: float) -> int:
    """Make `rate` moves a second, one table after the other; return the number that had to wait for the one before.

    One that waits counts from the moment at which it was due.
    """
    began, made, late = time.perf_counter(), 0, 0
    doing: dict[Trio, asyncio.Task[None]] = {}

    async def after(before: asyncio.Task[None] | None, trio: Trio, due: float) -> None:
        if before is not None:
            await before
        await trio.move(due)

    while (now := time.perf_counter()) < began + seconds:
        while made < (now - began) * rate:
            trio = trios[made % len(trios)]
            before = doing.get(trio)
            late += before is not None and not before.done()
            doing[trio] = asyncio.create_task(after(before, trio, began + made / rate))
            made += 1
        await asyncio.sleep(0.5 / rate)
    await asyncio.gather(*doing.values())
    return late


async def weighed(server: Server, trios: list[Trio]) -> float:
    """The bytes that a socket takes that only looks on."""
    watchers = [Browser(server.port, f"127.0.3.{1 + number}") for number in range(WATCHERS)]
    sockets: list[Line] = []
    before = 0
    for number, watcher in enumerate(watchers):
        if number == 1:
            # The first one's are not weighed: they find what all need later.
            await asyncio.sleep(1.0)
            before = server.memory
        for place in range(EACH):
            trio = trios[(number * EACH + place) % len(trios)]
            await watcher.http.get(trio.link)
            line = await watcher.line(trio.table)
            await line.ask("hello", "state")
            sockets.append(line)
            # No faster than an honest guest comes.
            await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    if any(line.socket.close_code is not None for line in sockets):
        raise EOFError("sockets that only looked on were closed")
    found = (server.memory - before) / (len(sockets) - EACH)
    for line in sockets:
        await line.socket.close()
    for watcher in watchers:
        await watcher.leave()
    return found


async def measured(tables: int, rate: float, seconds: float, folder: Path, share: float = 1.0) -> bool:
    """Both, printed; whether they are as they should be."""
    with Server(folder, pace=0.0, share=share) as server:
        trios = [Trio(server.port, number) for number in range(tables)]
        for trio in trios:
            await trio.come()
        await paced(trios, rate, min(seconds, 5.0))
        for trio in trios:
            trio.seen, trio.drafts = [], []
        worked = server.worked
        late = await paced(trios, rate, seconds)
        worked = server.worked - worked
        seen = [took for trio in trios for took in trio.seen]
        print(f"{'':24} {'p50':>5}{'p99':>6}{'max':>6}  ms from due to seen by the others")
        print(f"{f'{tables} tables, {rate:g} moves/s':24} {told(seen)}  {len(seen) / seconds:.1f} moves/s were made")
        print(f"{'a draft before it':24} {told([took for trio in trios for took in trio.drafts])}")
        print(f"{'':24} {late} had to wait for the one before; the server worked on {worked / seconds:.0%} of a core")
        idle = await weighed(server, trios)
        print(f"{'idle socket':24} {idle / 1000:.1f} kB")
        for trio in trios:
            await trio.leave()
            await trio.host.leave()
            await trio.watcher.leave()
    return at(seen, 0.99) <= SEEN and idle <= IDLE and len(seen) >= PACE * rate * seconds


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, of all tables together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--share", type=float, default=1.0, help="the part of a core for the server, such as 0.33")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            good = asyncio.run(measured(chosen.tables, chosen.rate, chosen.seconds, Path(folder), chosen.share))
        except (*BROKEN, NotOpen, httpx.HTTPStatusError) as error:
            sys.exit(f"the server broke off: {error!r}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
