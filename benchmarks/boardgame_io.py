"""Our server next to boardgame.io's: moves a second, how long one takes, and what a power cut leaves.

    python benchmarks/boardgame_io.py --tables 50 --seconds 20

Two people at every table play connect four, as fast as they can and whatever is possible; a move counts when the other
one has seen it. Theirs goes over its own client, with matches in memory (as it comes) and in files (its `FlatFile`);
ours over plain sockets, with all that a page shows, every move flushed to the disk before it is told. It is an
installed game there, plain Python at a house that is compiled or not (`cloudtop build connect-four` compiles it too).
Then the server is killed, and started again. Needs Node and npm, which fetches boardgame.io into `build/boardgame.io/`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from cloudtop.build import BUILD
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table.events import Played, read_event
from cloudtop.web.serving import listening
from crowd import BROKEN, ME, Browser, Line, Server
from soak import at

VERSION = "0.50.2"
HERE = Path(__file__).parent
BUILT = HERE.parent / "build" / "boardgame.io"
FRIEND = {"kind": "friend"}
GAME = "connect-four"


class Score(NamedTuple):
    """What was measured of a server."""

    name: str
    seconds: float
    """From the first move to the last that was seen."""
    times: Sequence[float]
    survived: int
    of: int

    def __str__(self) -> str:
        """As a line of the table."""
        middle, long = at(self.times, 0.5) * 1000, at(self.times, 0.99) * 1000
        rate = len(self.times) / max(self.seconds, 0.001)
        return f"{self.name:32} {rate:8.0f} {middle:8.1f} {long:8.1f} {self.survived:8} of {self.of}"


HEAD = f"{'':32} {'moves/s':>8} {'p50, ms':>8} {'p99, ms':>8}  moves that survived a power cut"


# ---------------------------------------------------------------------------------------------- theirs


def fetched() -> Path:
    """Where boardgame.io is; npm fetches it if it is not there."""
    if not (BUILT / "node_modules" / "boardgame.io").is_dir():
        BUILT.mkdir(parents=True, exist_ok=True)
        wanted = [f"boardgame.io@{VERSION}", "node-persist@3"]
        command = ["npm", "install", "--silent", "--no-fund", "--prefix", str(BUILT), *wanted]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for script in (HERE / "boardgame.io").glob("*.cjs"):
        shutil.copy(script, BUILT)
    return BUILT


def started(port: int, folder: str) -> subprocess.Popen[str]:
    """Their server, as soon as it listens."""
    command = ["node", str(BUILT / "server.cjs"), str(port), folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if "open" in line:
            return process
    raise RuntimeError("boardgame.io's server did not open")


def killed(process: subprocess.Popen[str]) -> None:
    """End a process as a power cut would."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def theirs(name: str, tables: int, seconds: float, folder: str) -> Score:
    """What their server does."""
    with listening("127.0.0.1", 0) as ear:
        port: int = ear.getsockname()[1]
    people = ["node", str(BUILT / "people.cjs")]
    server = started(port, folder)
    playing = subprocess.Popen(
        [*people, "play", str(port), str(tables)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    time.sleep(seconds)
    killed(server)
    told = json.loads(playing.communicate("stop\n")[0])
    seen: dict[str, int] = told["seen"]
    server = started(port, folder)
    looked = subprocess.run(
        [*people, "look", str(port)], input=json.dumps(list(seen)), stdout=subprocess.PIPE, text=True, check=False
    )
    killed(server)
    # A server that ends when it reads what it kept has kept nothing.
    there = json.loads(looked.stdout or "{}")
    survived = sum(min(moves, there.get(match, 0)) for match, moves in seen.items())
    return Score(name, told["seconds"], [taken / 1000 for taken in told["times"]], survived, sum(seen.values()))


# ---------------------------------------------------------------------------------------------- ours


class Pair:
    """Two people who play one game after the other."""

    def __init__(self, port: int, number: int) -> None:
        self.people = [Browser(port, f"127.0.{1 + side}.{1 + number % 250}") for side in range(2)]
        self.rng = Random(number)
        self.first = self.last = 0.0
        """When the first move was made, and the last one seen."""
        self.times: list[float] = []
        self.seen: list[tuple[str, str]] = []

    async def play(self) -> None:
        """Play until the server is gone."""
        with suppress(*BROKEN, TimeoutError):
            while True:
                opened = await self.people[0].open(GAME, ME, FRIEND)
                await self.people[1].http.get(opened["links"][0]["url"], follow_redirects=True)
                lines = [await person.line(opened["table"]) for person in self.people]
                await self.game(opened["table"], lines)
                for line in lines:
                    await line.socket.close()

    async def game(self, table: str, lines: list[Line]) -> None:
        """One game."""
        for line in lines:
            await line.ask("hello", "state")
        while lines[0].known["outcome"] is None:
            for line in lines:
                while line.known["seq"] < max(each.known["seq"] for each in lines):
                    await line.hear()
            mover = next(line for line in lines if line.actions)
            other = lines[1 - lines.index(mover)]
            seq, nonce = mover.known["seq"], f"{len(self.seen)}"
            action = self.rng.choice(mover.actions)
            began = time.perf_counter()
            await mover.say("play", seq=seq, nonce=nonce, actions=[action])
            while other.known["seq"] <= seq:
                await other.hear()
            self.first = self.first or began
            self.last = time.perf_counter()
            self.times.append(self.last - began)
            self.seen.append((table, nonce))
            while mover.known["seq"] <= seq:
                await mover.hear()


def install(folder: Path) -> None:
    """Let the servers that are started from now on find connect four as an installed game."""
    about = folder / "connect_four-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: connect_four\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[cloudtop.games]\n{GAME} = connect_four.game:GAME\n")
    paths = [str(folder), str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)


async def ours(tables: int, seconds: float, folder: Path) -> Score:
    """What our server does."""
    with Server(folder, pace=0.0) as server:
        pairs = [Pair(server.port, number) for number in range(tables)]
        tasks = [asyncio.create_task(pair.play()) for pair in pairs]
        await asyncio.sleep(seconds)
        server.kill()
        await asyncio.gather(*tasks)
        for pair in pairs:
            for person in pair.people:
                await person.leave()
        await server.start_again()
    store = SqliteStore(server.path)
    seen = [move for pair in pairs for move in pair.seen]
    kept = {
        (table, event.nonce)
        for table in {table for table, _ in seen}
        for event in map(read_event, store.rows(table).result())
        if isinstance(event, Played)
    }
    store.close()
    times = [taken for pair in pairs for taken in pair.times]
    seconds = max(pair.last for pair in pairs) - min(pair.first for pair in pairs if pair.first)
    return Score(f"Cloudtop ({BUILD}, SQLite)", seconds, times, sum(move in kept for move in seen), len(seen))


def main() -> None:
    """Read the command line, and compare."""
    parser = argparse.ArgumentParser(description="Our server next to boardgame.io's.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("Node and npm are needed for boardgame.io")
    fetched()
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder))
        print(asyncio.run(ours(chosen.tables, chosen.seconds, Path(folder))), flush=True)
    print(theirs("boardgame.io (memory)", chosen.tables, chosen.seconds, ""), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(theirs("boardgame.io (FlatFile)", chosen.tables, chosen.seconds, folder), flush=True)


if __name__ == "__main__":
    main()
