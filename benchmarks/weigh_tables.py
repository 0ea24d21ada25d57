"""What a table weighs: memory while it is played at, and bytes in the store.

    PYTHONPATH=benchmarks python benchmarks/weigh_tables.py --tables 200

Tables for two are opened in this process, a guest looks from each seat, and as many moves are made as a game has in the
middle; the memory of the process grows by what they weigh. Sockets come on top of it: see docs/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
from pathlib import Path
from random import Random

from cloudtop.games import games
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.tables import Tables
from cloudtop.web.render.moment import Sight
from cloudtop.web.routes.bodies import SeatWanted, TableWanted
from cloudtop.web.tokens import hashed, new_token

MOVES = 20


class Reader(Guest):
    """A guest who has read everything at once."""

    def send(self, text: str) -> None:
        """Nothing waits."""


def memory() -> int:
    """The bytes of memory that this process holds."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


async def seat_everybody(tables: Tables, game: str, rng: Random) -> None:
    """Open a table, let two look, and let them make moves."""
    token = new_token()
    seats = [SeatWanted(kind="me"), SeatWanted(kind="here")]
    live = await tables.open(TableWanted(game=game, seats=seats), token)
    for seat in range(2):
        guest = Reader(hashed(token))
        guest.sight = Sight(seat, "en", 0)
        live.come(guest)
        live.show(guest)
    await live.deal()
    for _ in range(MOVES):
        turn = live.table.state.turn()
        if not turn:
            break
        await live.play(turn[0], live.table.seq, [rng.choice(live.table.state.legal(turn[0]))])


async def weigh(game: str, count: int, folder: Path) -> tuple[float, float]:
    """Kilobytes of memory and of the store for each table."""
    path = folder / f"{game}.sqlite"
    store = SqliteStore(path)
    tables, rng = Tables(store, OnTheSpot()), Random(1)
    for _ in range(5):
        await seat_everybody(tables, game, rng)
    before = memory()
    for _ in range(count):
        await seat_everybody(tables, game, rng)
    grown = (memory() - before) / count / 1000
    await tables.close()
    return grown, path.stat().st_size / (count + 5) / 1000


def main() -> None:
    """Read the command line, and weigh."""
    parser = argparse.ArgumentParser(description="What a table weighs.")
    parser.add_argument("--tables", type=int, default=200)
    chosen = parser.parse_args()
    print(f"{'':16} {'memory, kB':>11} {'store, kB':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for game in games():
            grown, stored = asyncio.run(weigh(game, chosen.tables, Path(folder)))
            print(f"{game:16} {grown:11.0f} {stored:10.1f}", flush=True)


if __name__ == "__main__":
    main()
