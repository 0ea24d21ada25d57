"""The log in a real SQLite file: rows are added once, kept, and survive a crash."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from threading import Event

import pytest

from cloudtop.store import Conflict, StoreFault
from cloudtop.store.file import SCHEMA_VERSION
from cloudtop.store.sqlite import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """An empty store."""
    store = SqliteStore(tmp_path / "deep" / "tables.sqlite")
    yield store
    store.close()


def test_rows_come_back_in_order(store: SqliteStore) -> None:
    for seq in range(3):
        store.append("a", seq, f"row {seq}").result()
    store.append("b", 0, "another table").result()
    assert store.rows("a").result() == ["row 0", "row 1", "row 2"]
    assert store.rows("nowhere").result() == []


def test_a_number_is_given_once(store: SqliteStore) -> None:
    store.append("a", 0, "first").result()
    with pytest.raises(Conflict):
        store.append("a", 0, "second").result()
    assert store.rows("a").result() == ["first"]


def test_of_many_who_want_a_number_one_gets_it_and_the_others_are_told(store: SqliteStore) -> None:
    asked = [store.append("a", 0, f"row {i}") for i in range(50)] + [store.append("b", 0, "beside them")]
    wait(asked)
    assert sum(future.exception() is None for future in asked[:50]) == 1
    assert all(isinstance(future.exception(), Conflict | None) for future in asked)
    assert asked[50].exception() is None
    assert len(store.rows("a").result()) == 1


def test_what_waits_together_is_committed_together(store: SqliteStore) -> None:
    wait([store.append("a", seq, "x") for seq in range(2000)])
    assert len(store.rows("a").result()) == 2000


def test_a_dismissed_guest_is_forgotten_at_that_table_alone(store: SqliteStore) -> None:
    for table in ("a", "b"):
        store.append(table, 0, "opened").result()
        store.remember("me", table).result()
    store.dismiss("me", "a").result()
    assert [name for name, _ in store.tables_of("me").result()] == ["b"]


def test_a_guests_tables_come_with_the_latest_first(store: SqliteStore) -> None:
    for table in ("old", "new"):
        store.append(table, 0, "opened").result()
        store.remember("me", table).result()
        store.remember("me", table).result()
    latest = sqlite3.connect(store.path)
    latest.execute("UPDATE log SET at = at + 5 WHERE table_name = 'new'")
    latest.commit()
    latest.close()
    assert [name for name, _ in store.tables_of("me").result()] == ["new", "old"]
    assert store.tables_of("somebody else").result() == []
    assert [name for name, _ in store.tables_of("me", most=1).result()] == ["new"]
    assert store.has_come("me", "old").result() is True
    assert store.has_come("somebody else", "old").result() is False


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    store.append("a", 0, "row").result()
    store.close()
    with pytest.raises(StoreFault, match="closed"):
        store.append("a", 1, "row").result()


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.close()
    with pytest.raises(StoreFault, match="newer"):
        SqliteStore(path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"this is no database at all, but it is long enough to look at" * 20)
    with pytest.raises(StoreFault):
        SqliteStore(path)


def test_a_full_disk_fails_the_row_and_nothing_else(store: SqliteStore) -> None:
    store.append("a", 0, "row").result()
    (pages,) = store._ask(lambda connection: connection.execute("PRAGMA page_count").fetchone()).result()
    store._ask(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result()
    with pytest.raises(StoreFault, match="cannot be written"):
        store.append("a", 1, "x" * 100_000).result()
    store._ask(lambda connection: connection.execute("PRAGMA max_page_count = 1000000").fetchone()).result()
    store.append("a", 1, "row").result()
    assert store.rows("a").result() == ["row", "row"]


def test_a_row_that_cannot_be_read_fails_alone(store: SqliteStore) -> None:
    for table in ("good", "bad"):
        store.append(table, 0, "row").result()
    spoil = "UPDATE log SET row = CAST(x'ff61' AS TEXT) WHERE table_name = 'bad'"
    store._ask(lambda connection: connection.execute(spoil).rowcount).result()
    held, hold = Event(), Event()

    def busy(connection: sqlite3.Connection) -> None:
        # What is asked meanwhile waits together, so that it is one batch.
        held.set()
        hold.wait(60)

    store._ask(busy)
    assert held.wait(60)
    moves = [store.append("good", 1, "a move"), store.append("good", 2, "another")]
    reading = store.rows("bad")
    moves.append(store.append("good", 3, "a third"))
    hold.set()
    assert isinstance(reading.exception(), StoreFault)
    assert [future.exception() for future in moves] == [None, None, None]
    assert store.rows("good").result() == ["row", "a move", "another", "a third"]


def test_a_row_that_cannot_be_written_fails_alone_and_the_store_works_on(store: SqliteStore) -> None:
    with pytest.raises(StoreFault):
        store.append("a", 0, "half a letter: \ud800").result()
    store.append("a", 0, "whole").result()
    assert store.rows("a").result() == ["whole"]


WRITER = """
import sys
from pathlib import Path
from cloudtop.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
seq = len(store.rows("a").result())
while True:
    store.append("a", seq, f"row {seq}").result()
    print(seq, flush=True)
    seq += 1
"""


def test_every_row_that_was_acknowledged_survives_sigkill(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(40)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout if line.strip()]
        writer.stdout.close()
        writer.wait()
        store = SqliteStore(path)
        rows = store.rows("a").result()
        store.close()
        assert rows[: acknowledged[-1] + 1] == [f"row {seq}" for seq in range(acknowledged[-1] + 1)]
        assert len(rows) <= acknowledged[-1] + 2
