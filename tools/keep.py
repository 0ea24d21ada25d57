"""Keep a file of tables and a record of every game, as the program of a release writes them, in tests/released.

    python -m tools.keep VERSION FOLDER

It uses nothing but what every release since 0.5.0 has, so that it runs on an older one too.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import cloudtop
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Played, write_event

SHARE = 0.5
"""The share of a game that is played at a table that is kept: what follows, later programs have to play."""
SEED = 2026


def played(game: cloudtop.Game, share: float) -> tuple[Table, list[str]]:
    """A table at which a share of a game was played by chance, and its rows."""
    whole = Table.open(game, 2, SEED)
    moves, rng = list[Played](), Random(SEED)
    while turn := whole.state.turn():
        moves.append(Played(turn[0], whole.game.text(rng.choice(whole.state.legal(turn[0])))))
        whole.apply(moves[-1])
    table = Table.open(game, 2, SEED)
    rows = [write_event(table.opened)]
    for move in moves[: int(len(moves) * share)]:
        rows.append(write_event(move))
        table.apply(move)
    return table, rows


def keep(version: str, folder: Path) -> list[Path]:
    """Write the files of a release; nothing that is there already is overwritten."""
    written: list[Path] = []
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "tables.sqlite"
        store = SqliteStore(path)
        for name in cloudtop.games():
            _, rows = played(cloudtop.game(name), SHARE)
            store.append(f"{len(written):010x}", 0, *rows).result()
            store.remember("f" * 64, f"{len(written):010x}").result()
            record = folder / f"{name}-of-{version}.cloudtop"
            with record.open("x", encoding="utf-8") as file:
                file.write(played(cloudtop.game(name), 1.0)[0].record().write())
            written.append(record)
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            text = "\n".join(connection.iterdump())
    tables = folder / f"tables-of-{version}.sql"
    with tables.open("x", encoding="utf-8") as file:
        file.write(f"{text}\nPRAGMA user_version = {schema};\n")
    return [*written, tables]


if __name__ == "__main__":
    for made in keep(sys.argv[1], Path(sys.argv[2])):
        print(made)
