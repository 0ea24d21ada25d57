"""What a move costs the server: processor time to check, write and show it to two players and a spectator.

    python benchmarks/move_cost.py [OTHER_CHECKOUT]

Random games of every kind, without sockets, at thirty tables of one house at once, flat out; `--tables 1` tells what a
table costs that is alone and waits for the disk at each move. With another checkout both are measured in turn, in
processes of their own, and compared; each then runs the code that is compiled in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import cloudtop
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web import serving
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.socket.conversation import Conversation
from cloudtop.web.socket.messages import Play

HERE = Path(__file__).parent.parent
PLAYERS = 2
PAIRS = 3
ONE_BY_ONE = "action" in Play.__struct_fields__
"""An older server takes one move at a time, and calls it so."""


async def played(name: str, store: SqliteStore, seed: int, whistle: asyncio.Barrier) -> int:
    """A random game with three people who look on, from when all tables are ready: how many moves it had."""
    game = cloudtop.game(name)
    places = [Place("friend", holder=f"browser {seat}") for seat in range(PLAYERS)]
    opened = Opened(name, game.rules_version, game.terms(PLAYERS).options, places, seed, "salt", "", "watch")
    live = LiveTable(Table(f"table {seed}", opened), store, OnTheSpot(), 0.0)
    guests = [Guest(f"browser {seat}") for seat in range(PLAYERS + 1)]
    talks = [Conversation(live, guest) for guest in guests]
    for guest, talk in zip(guests, talks, strict=True):
        live.come(guest)
        await talk.answer('{"do": "hello", "lang": "en"}')
    rng, moves = Random(seed), 0
    await whistle.wait()
    while seats := live.table.state.turn():
        legal = live.table.state.legal(seats[0])
        action = legal[int(rng.random() * len(legal))]
        what = {"action": action} if ONE_BY_ONE else {"actions": [action]}
        await talks[seats[0]].answer(json.dumps({"do": "play", "seq": live.table.seq, "nonce": f"n{moves}", **what}))
        moves += 1
        for guest in guests:
            while not guest.waiting.empty():
                guest.waiting.get_nowait()
    return moves


async def house(name: str, folder: Path, tables: int, seed: int) -> tuple[int, float]:
    """So many tables at once, flat out: how many moves were made, and the processor time they took."""
    store, whistle = SqliteStore(folder / f"{seed}.sqlite"), asyncio.Barrier(tables + 1)
    playing = [asyncio.create_task(played(name, store, seed + number, whistle)) for number in range(tables)]
    await whistle.wait()
    before = time.process_time()
    moves = sum(await asyncio.gather(*playing))
    spent = time.process_time() - before
    store.close()
    return moves, spent


def measured(name: str, tables: int, games: int) -> float:
    """Milliseconds of processor time a move, over some games at each of the tables."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(house(name, Path(folder), 1, 1))
        # As a server does when it opens; an older one does nothing.
        getattr(serving, "settle", lambda: None)()
        found = [asyncio.run(house(name, Path(folder), tables, 1000 * number)) for number in range(1, games + 1)]
    return 1000 * sum(spent for _, spent in found) / sum(moves for moves, _ in found)


def in_checkout(checkout: Path, name: str, tables: int, games: int) -> float:
    """The same, in another process, with the code of a checkout."""
    asked = ["--only", name, "--tables", str(tables), "--games", str(games)]
    command = [sys.executable, str(Path(__file__).resolve()), *asked]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, nargs="?", help="a checkout to compare with")
    parser.add_argument("--tables", type=int, default=30, help="so many are played at, all at once")
    parser.add_argument("--games", type=int, default=1, help="so many at each table, one after the other")
    parser.add_argument("--only", help="print the figure of one game alone")
    asked = parser.parse_args()
    if asked.only:
        print(measured(asked.only, asked.tables, asked.games))
        return
    sides = [HERE] if asked.other is None else [asked.other.resolve(), HERE]
    print("| game | " + " | ".join(["there, ms", "here, ms", "there / here"] if asked.other else ["here, ms"]) + " |")
    print("|---" * (4 if asked.other else 2) + "|")
    for name in cloudtop.games():
        rounds = [[in_checkout(side, name, asked.tables, asked.games) for side in sides] for _ in range(PAIRS)]
        figures = [f"{statistics.median(column):.2f}" for column in zip(*rounds, strict=True)]
        if asked.other:
            figures.append(f"{statistics.median(there / here for there, here in rounds):.1f}")
        print(f"| {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
