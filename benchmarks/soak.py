"""A night in the house: two hundred tables, everybody who is not nice, and a power cut every few seconds.

    python benchmarks/soak.py --seconds 300

People play against each other and against bots, first alone, then beside one guest who attacks in one way after the
other, then beside all of it at once while the server is killed and started again. At the end every acknowledged move
has to be in the log, once, and nothing that was chosen in secret may have been told. Prints one table; leaves with 1
if something was lost, doubled or told, or if an attack made others wait for longer than they should.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import httpx

from attacks import ATTACKS, attack
from cloudtop.games import games
from cloudtop.store.opening import store_at
from cloudtop.table import Table
from cloudtop.table.events import Played, read_event
from crowd import BROKEN, HERE, ME, RANDOM, Acknowledged, Browser, Player, Server, Times, Watcher

PAGE, MOVE = 0.3, 0.5
"""Seconds within which a page and a move are answered, 99 times of 100, whatever one guest does."""
KILLS_PER_SECOND = 50 / 150
"""How often the server is killed while everything happens at once: fifty times in a night of 300 seconds."""
WATCHED = 10
"""Every so many tables one is watched for what must not be told."""


@dataclass
class Row:
    """What one part of the night was like."""

    name: str
    times: Times
    seconds: float
    worked: float
    """Seconds that the server worked on a core, since it was last started."""
    memory: int
    bounded: bool

    @property
    def good(self) -> bool:
        """Whether nobody had to wait for too long."""
        return not self.bounded or (at(self.times.pages, 0.99) <= PAGE and at(self.times.moves, 0.99) <= MOVE)

    def __str__(self) -> str:
        """As a line of the table."""
        pages, moves, bots = self.times.pages, self.times.moves, self.times.bots
        verdict = ("ok" if self.good else "SLOW") if self.bounded else ""
        return (
            f"{self.name:12} {len(moves) / self.seconds:7.1f} {told(pages)} {told(moves)} {told(bots)}"
            f" {100 * self.worked / self.seconds:5.0f} {self.memory / 2**20:5.0f} {verdict}"
        )


HEAD = (
    f"{'':12} {'moves/s':>7} {'pages, ms':>17} {'moves, ms':>17} {'bots, ms':>17} {'core%':>5} {'MiB':>5}\n"
    f"{'':12} {'':7} " + " ".join([f"{'p50':>5}{'p99':>6}{'max':>6}"] * 3)
)


def at(times: Sequence[float], part: float) -> float:
    """The time within which that part of all was answered; endless if none was."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else float("inf")


def told(times: Sequence[float]) -> str:
    """The middle, the 99th of a hundred and the longest, in milliseconds."""
    if not times:
        return f"{'-':>5}{'-':>6}{'-':>6}"
    return f"{at(times, 0.5) * 1000:5.0f}{at(times, 0.99) * 1000:6.0f}{max(times) * 1000:6.0f}"


class Night:
    """A server, the people at its tables, and what they were told."""

    def __init__(self, server: Server, tables: int, pause: float) -> None:
        self.server = server
        names = games()
        self.players = [
            Player(
                Browser(server.port, f"127.0.1.{1 + number % 250}"),
                names[number // 2 % len(names)],
                [ME, HERE] if number % 2 else [ME, RANDOM],
                number,
                pause,
            )
            for number in range(tables)
        ]
        self.reader = Browser(server.port, "127.0.2.1")
        self.watchers: list[Watcher] = []
        self.pages: list[float] = []
        self.rows: list[Row] = []
        self.killed = 0
        self.ended_itself = 0

    @asynccontextmanager
    async def crowded(self) -> AsyncIterator[None]:
        """With everybody at their tables."""
        tasks = [asyncio.create_task(self.read())]
        for player in self.players:
            tasks.append(asyncio.create_task(player.play()))
            await asyncio.sleep(0.01)
        for number, player in enumerate(self.players[::WATCHED]):
            tasks.append(asyncio.create_task(self.watch(player, f"127.0.2.{2 + number % 250}")))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            people = [player.browser for player in self.players] + [watcher.browser for watcher in self.watchers]
            for browser in (self.reader, *people):
                await browser.leave()
        faults = [fault for fault in ended if not isinstance(fault, asyncio.CancelledError)]
        if faults:
            raise RuntimeError(f"{len(faults)} of the crowd failed, the first with {faults[0]!r}")

    async def settled(self) -> None:
        """Wait until nearly everybody has made a move."""
        wanted = 0.9 * len(self.players)
        while sum(bool(player.times.moves) for player in self.players) < wanted:
            await asyncio.sleep(0.2)

    async def read(self) -> None:
        """Look at a page ten times a second."""
        while True:
            began = time.perf_counter()
            with suppress(*BROKEN):
                answer = await self.reader.http.get("/guide")
                if answer.status_code == 200:
                    self.pages.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)

    async def watch(self, player: Player, address: str) -> None:
        """Watch a player's first table."""
        while not player.table:
            await asyncio.sleep(0.1)
        table = player.table
        with suppress(*BROKEN, httpx.HTTPStatusError):
            links = (await player.browser.http.get(f"/t/{table}/links")).json()
            watcher = Watcher(Browser(self.server.port, address), table, links["watch"])
            self.watchers.append(watcher)
            await watcher.watch()

    async def part(self, name: str, seconds: float, attacks: Sequence[str] = (), kills: int = 0) -> None:
        """A part of the night, with these attacks."""
        context = get_context("spawn")
        attackers = [context.Process(target=attack, args=(kind, self.server.port), daemon=True) for kind in attacks]
        for attacker in attackers:
            attacker.start()
        if attackers:
            await asyncio.sleep(2.0)
        self.forget()
        began, worked = time.perf_counter(), self.server.worked
        for _ in range(kills):
            await asyncio.sleep(seconds / (kills + 1))
            self.ended_itself += self.server.process.poll() is not None
            self.server.kill()
            await self.server.start_again()
            self.killed += 1
            worked = 0.0
        await asyncio.sleep(max(0.0, seconds - (time.perf_counter() - began)))
        self.ended_itself += self.server.process.poll() is not None
        seconds = time.perf_counter() - began
        worked = self.server.worked - worked
        bounded = bool(attacks) and not kills
        self.rows.append(Row(name, self.measured(), seconds, worked, self.server.memory, bounded))
        print(self.rows[-1], flush=True)
        for attacker in attackers:
            attacker.kill()
            attacker.join()

    def forget(self) -> None:
        """Measure anew."""
        self.pages = []
        for player in self.players:
            player.times = Times()

    def measured(self) -> Times:
        """What was measured since."""
        times = Times(self.pages)
        for player in self.players:
            times.moves += player.times.moves
            times.bots += player.times.bots
        return times


@dataclass
class Books:
    """What is in the logs, next to what people were told."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    leaked: int = 0

    def __str__(self) -> str:
        """In a line."""
        return f"{self.acknowledged} acknowledged moves: {self.lost} lost, {self.doubled} doubled, {self.leaked} leaked"


def audited(address: Path | str, players: Sequence[Acknowledged], watchers: Sequence[Watcher] = ()) -> Books:
    """Compare every log with what was acknowledged and told."""
    store, books = store_at(address), Books()
    for told_moves in players:
        for name, acknowledged in told_moves.items():
            rows = store.rows(name).result()
            table = Table.rebuilt(name, rows)
            played = [event for event in map(read_event, rows) if isinstance(event, Played) and event.nonce]
            moves = {event.nonce: event.move for event in played}
            books.acknowledged += len(acknowledged)
            books.doubled += len(played) - len(moves)
            books.lost += sum(moves.get(nonce) != table.game.text(action) for nonce, action in acknowledged)
    for watcher in watchers:
        table = Table.rebuilt(watcher.table, store.rows(watcher.table).result())
        books.leaked += sum(entry.secret and watcher.told.get(entry.seq) is not None for entry in table.log)
    store.close()
    return books


async def soak(seconds: float, tables: int, pause: float, folder: Path) -> bool:
    """A whole night; whether all was well."""
    share = seconds / 2 / (len(ATTACKS) + 1)
    with Server(folder) as server:
        night = Night(server, tables, pause)
        print(HEAD, flush=True)
        async with night.crowded():
            await asyncio.wait_for(night.settled(), 120.0)
            await night.part("calm", share)
            for name in ATTACKS:
                await night.part(name, share, [name])
            await night.part("all at once", seconds / 2, list(ATTACKS), max(1, round(seconds / 2 * KILLS_PER_SECOND)))
            await night.part("calm again", share)
    books = audited(server.path, [player.acknowledged for player in night.players], night.watchers)
    faults = (folder / "server.log").read_text().count("Traceback")
    refused = sum(len(player.refused) for player in night.players)
    print(f"{night.killed} times killed, {night.ended_itself} times ended by itself; {faults} faults in the log")
    print(f"{books}; {refused} moves of honest guests refused")
    well = not (books.lost or books.doubled or books.leaked or night.ended_itself) and books.acknowledged > 0
    return well and all(row.good for row in night.rows)


def main() -> None:
    """Read the command line, and soak."""
    parser = argparse.ArgumentParser(description="A night in the house.")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two moves of a player, about")
    parser.add_argument("--log", type=Path, help="keep the server's log here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        well = asyncio.run(soak(chosen.seconds, chosen.tables, chosen.pause, Path(folder)))
        if chosen.log is not None:
            chosen.log.write_bytes((Path(folder) / "server.log").read_bytes())
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
