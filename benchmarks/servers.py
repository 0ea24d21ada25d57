"""One server, several servers: moves a second, how long they take, what they cost, and what thirty kills lose.

    PYTHONPATH=.:benchmarks python benchmarks/servers.py --seconds 20 --tables 60

People at tables for two move as fast as they can; a move counts when it is acknowledged, and that is when it is safe on
the disk. The crowd runs in processes of its own. First on one server with SQLite, then on one, two and four servers at
one door with a PostgreSQL that waits for the disk as well, all in one run on one machine; then two servers are killed
in turn under the same load, and every acknowledged move has to be in the log, once. Prints one table; leaves with 1 if
something was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg
from tests.support.store.postgres import database, postgres

from cloudtop.store.postgres import PostgresStore
from cloudtop.web.serving import listening
from crowd import HERE, ME, Acknowledged, Browser, Player, Times
from soak import at, audited

GAME = "skybridge"
WARM = 4.0
"""Seconds until everybody sits."""
ROWS_FOR = 3.0
"""Seconds in which the database is filled without any server before it."""
ROW = '{"type":"played","seat":0,"move":"b@c3","nonce":"2884791650-1033213905-291"}'


@dataclass
class Heard:
    """What a part of the crowd was told."""

    moves: list[float] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)


async def play(port: int, first: int, tables: int, seconds: float, told: Connection) -> Heard:
    """Let people play for so long, after they have sat down and that was told."""
    players = [
        Player(Browser(port, f"127.0.1.{1 + n % 250}"), GAME, [ME, HERE], n, 0.0) for n in range(first, first + tables)
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(WARM)
    for player in players:
        player.times = Times()
    told.send(None)
    await asyncio.sleep(seconds)
    heard = Heard([spent for player in players for spent in player.times.moves])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    heard.acknowledged = [player.acknowledged for player in players]
    for player in players:
        await player.browser.leave()
    return heard


def crowd(port: int, first: int, tables: int, seconds: float, told: Connection) -> None:
    """A part of the crowd, in a process of its own."""
    told.send(asyncio.run(play(port, first, tables, seconds, told)))
    told.close()


class Crowd:
    """People who play at a door, in so many processes."""

    def __init__(self, port: int, tables: int, seconds: float, parts: int) -> None:
        context = get_context("spawn")
        self.ears, self.processes = [], []
        for part in range(parts):
            ear, mouth = context.Pipe(duplex=False)
            share = tables // parts
            arguments = (port, part * share, share, seconds, mouth)
            process = context.Process(target=crowd, args=arguments, daemon=True)
            process.start()
            mouth.close()
            self.ears.append(ear)
            self.processes.append(process)

    def wait(self) -> None:
        """Wait until all of them sit and play."""
        for ear in self.ears:
            ear.recv()

    def heard(self) -> Heard:
        """What all of them were told, when they have finished."""
        whole = Heard()
        for ear, process in zip(self.ears, self.processes, strict=True):
            part: Heard = ear.recv()
            whole.moves += part.moves
            whole.acknowledged += part.acknowledged
            process.join()
        return whole


class House:
    """Servers at one door, in processes of their own."""

    def __init__(self, process: subprocess.Popen[str], port: int, count: int) -> None:
        self.process, self.port, self.count = process, port, count

    @property
    def servers(self) -> list[int]:
        """The numbers of the processes that serve."""
        if self.count == 1:
            return [self.process.pid]
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in path.read_text().split()]

    @property
    def worked(self) -> float:
        """The seconds that the servers have worked on a core, without their bots."""
        found = 0.0
        for number in self.servers:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found

    @property
    def memory(self) -> int:
        """The bytes of memory that the servers hold."""
        found = 0
        for number in self.servers:
            status = Path(f"/proc/{number}/status").read_text()
            found += 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
        return found

    def kill_one(self, which: int) -> None:
        """Kill one of the servers, and wait until another has taken its place and all of them listen."""
        before = self.servers
        os.kill(before[which % len(before)], signal.SIGKILL)
        while len(self.servers) < self.count or set(self.servers) == set(before):
            time.sleep(0.05)


@contextmanager
def house(address: str, count: int) -> Iterator[House]:
    """A house whose tables are kept there."""
    with listening("127.0.0.1", 0) as ear:
        port: int = ear.getsockname()[1]
    command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--port", str(port)]
    environment = dict(os.environ)
    if address.startswith("postgresql:"):
        environment["CLOUDTOP_DATABASE"] = address
        command += ["--processes", str(count)]
    else:
        command += ["--data", address]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    if not re.search("open at", process.stdout.readline()):
        raise RuntimeError("the house did not open")
    try:
        yield House(process, port, count)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def wal(address: str) -> int:
    """Bytes that a PostgreSQL has written to its journal; 0 for a file."""
    if not address.startswith("postgresql:"):
        return 0
    with psycopg.connect(address, autocommit=True) as connection:
        (found,) = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone() or (0,)
        return int(found)


HEAD = (
    f"{'':24} {'moves/s':>8} {'p50, ms':>8} {'p99, ms':>8}"
    f" {'core ms a move':>15} {'journal bytes a move':>21} {'MiB':>5}"
)


def measure(name: str, address: str, count: int, tables: int, seconds: float, parts: int) -> Sequence[Acknowledged]:
    """Measure one way to serve, and print its line; what was acknowledged."""
    with house(address, count) as served:
        people = Crowd(served.port, tables, seconds, parts)
        people.wait()
        worked, journal, began = served.worked, wal(address), time.perf_counter()
        time.sleep(seconds)
        spent, worked, journal = time.perf_counter() - began, served.worked - worked, wal(address) - journal
        memory = served.memory
        heard = people.heard()
    moves = max(1, len(heard.moves))
    print(
        f"{name:24} {moves / seconds:8.1f} {at(heard.moves, 0.5) * 1000:8.0f} {at(heard.moves, 0.99) * 1000:8.0f}"
        f" {1000 * worked / spent * seconds / moves:15.2f} {journal / moves:21.0f} {memory / 2**20:5.0f}",
        flush=True,
    )
    return heard.acknowledged


def appended(address: str, servers: int, at_once: int, seconds: float) -> float:
    """Rows a second that a database takes, in batches, from so many servers at each of which so many wait."""
    stores = [PostgresStore(address) for _ in range(servers)]
    end = time.perf_counter() + seconds

    def fill(store: PostgresStore) -> int:
        rows = 0
        while time.perf_counter() < end:
            wait([store.append(f"{store.server}-{number}", rows // at_once, ROW) for number in range(at_once)])
            rows += at_once
        return rows

    with ThreadPoolExecutor(servers) as threads:
        rows = sum(threads.map(fill, stores))
    for store in stores:
        store.close()
    return rows / seconds


def killed(address: str, kills: int, tables: int, parts: int) -> bool:
    """Kill servers under load; whether nothing was lost or doubled."""
    with house(address, 2) as served:
        people = Crowd(served.port, tables, 3.0 * kills, parts)
        people.wait()
        for number in range(kills):
            served.kill_one(number)
            time.sleep(1.0)
        heard = people.heard()
    books = audited(address, heard.acknowledged)
    print(f"{kills} servers killed under load: {books}")
    return not (books.lost or books.doubled) and books.acknowledged > 0


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description="One server, several servers.")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--crowds", type=int, default=1, help="so many processes hold the crowd")
    chosen = parser.parse_args()
    load = chosen.tables, chosen.seconds, chosen.crowds
    with tempfile.TemporaryDirectory() as folder, postgres(fsync=True) as server:
        print(HEAD, flush=True)
        measure("SQLite, one process", str(Path(folder) / "tables.sqlite"), 1, *load)
        for count in (1, 2, 4):
            with database(server, f"servers{count}") as address:
                measure(f"PostgreSQL, {count} process{'es' if count > 1 else ''}", address, count, *load)
        for count in (1, 2, 4):
            with database(server, f"rows{count}") as address:
                rates = [appended(address, count, at_once, ROWS_FOR) for at_once in (1, 64)]
            print(f"rows a second from {count} stores: {rates[0]:.0f} one by one, {rates[1]:.0f} when 64 wait at each")
        with database(server, "kills") as address:
            if not killed(address, chosen.kills, chosen.tables, chosen.crowds):
                sys.exit(1)


if __name__ == "__main__":
    main()
