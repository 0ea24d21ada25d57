"""The log in a real SQLite file: what is particular to a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from cloudtop.program import this_program
from cloudtop.store import StoreFault
from cloudtop.store.file import SCHEMA_VERSION
from cloudtop.store.sqlite import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """An empty store."""
    store = SqliteStore(tmp_path / "deep" / "tables.sqlite")
    yield store
    store.close()


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.close()
    with pytest.raises(StoreFault, match="by a newer Cloudtop"):
        SqliteStore(path)


def test_a_refused_file_names_the_program_that_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        assert newer.execute("SELECT name FROM program").fetchall() == [(this_program().signature,)]
        newer.execute("UPDATE program SET name = '9.1.0, commit 0123456789'")
    SqliteStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        assert newer.execute("SELECT name FROM program").fetchall() == [(this_program().signature,)]
        newer.execute("UPDATE program SET name = '9.1.0, commit 0123456789'")
        newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(StoreFault, match=r"by Cloudtop 9\.1\.0, commit 0123456789 .*install that or a later one"):
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
