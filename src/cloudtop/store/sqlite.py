"""The log in an SQLite file: one thread writes, and what waits together is committed together."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from cloudtop.store import Conflict, StoreFault

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE log (
    table_name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (table_name, seq)
) WITHOUT ROWID;
CREATE TABLE guests (
    guest TEXT NOT NULL,
    table_name TEXT NOT NULL,
    PRIMARY KEY (guest, table_name)
) WITHOUT ROWID;
"""
BATCH = 256

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]


class SqliteStore:
    """A `Store` in one file. A future is done only after its transaction is flushed to the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    # ------------------------------------------------------------------ what may be asked

    def append(self, table: str, seq: int, *rows: str) -> Future[None]:
        """Add rows to a table, all or none, the first as number `seq`; `Conflict` if that number is taken."""
        now = int(time.time() * 1000)

        def work(connection: sqlite3.Connection) -> None:
            numbered = [(table, number, now, row) for number, row in enumerate(rows, seq)]
            try:
                # Numbers follow each other without a gap, so that only the first can be taken.
                connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", numbered)
            except sqlite3.IntegrityError:
                raise Conflict(f"row {seq} of table {table} is there already") from None

        return self._ask(work)

    def rows(self, table: str) -> Future[list[str]]:
        """The rows of a table in order; none for a table that does not exist."""

        def work(connection: sqlite3.Connection) -> list[str]:
            found = connection.execute("SELECT row FROM log WHERE table_name = ? ORDER BY seq", (table,))
            return [row for (row,) in found]

        return self._ask(work)

    def remember(self, guest: str, table: str) -> Future[None]:
        """Note that a browser, known by the hash of its token, has come to a table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR IGNORE INTO guests VALUES (?, ?)", (guest, table))

        return self._ask(work)

    def tables_of(self, guest: str) -> Future[list[tuple[str, int]]]:
        """The tables a browser has come to and when each changed last, in milliseconds since 1970; the latest first."""

        def work(connection: sqlite3.Connection) -> list[tuple[str, int]]:
            found = connection.execute(
                "SELECT table_name, MAX(at) FROM guests JOIN log USING (table_name) WHERE guest = ?"
                " GROUP BY table_name ORDER BY MAX(at) DESC, table_name",
                (guest,),
            )
            return [(name, at) for name, at in found]

        return self._ask(work)

    def close(self) -> None:
        """Finish what was asked and close."""
        self._waiting.put(None)
        self._thread.join()

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        future: Future[T] = Future()
        if not self._thread.is_alive():
            future.set_exception(StoreFault(f"{self.path} is closed"))
        else:
            self._waiting.put((work, future))
        return future

    # ------------------------------------------------------------------ the thread

    def _run(self, opened: Future[None]) -> None:
        try:
            connection = open_file(self.path)
        except (sqlite3.Error, StoreFault) as error:
            opened.set_exception(error if isinstance(error, StoreFault) else StoreFault(f"{self.path}: {error}"))
            return
        opened.set_result(None)
        going_on = True
        while going_on:
            batch, going_on = self._gathered()
            commit_together(connection, batch)
        connection.close()

    def _gathered(self) -> tuple[list[tuple[Work, Future[Any]]], bool]:
        """What waits, at least one thing; and whether more may come."""
        batch: list[tuple[Work, Future[Any]]] = []
        while not batch or (not self._waiting.empty() and len(batch) < BATCH):
            asked = self._waiting.get()
            if asked is None:
                return batch, False
            batch.append(asked)
        return batch, True


def open_file(path: Path) -> sqlite3.Connection:
    """The file, made if it is not there; one of a newer program is refused."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        connection.close()
        raise StoreFault(f"{path} was written by a newer Cloudtop: schema {version}, this one knows {SCHEMA_VERSION}")
    if version == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
    return connection


def commit_together(connection: sqlite3.Connection, batch: list[tuple[Work, Future[Any]]]) -> None:
    """Do all of it in one transaction, and only then say so; what fails alone fails alone."""
    done: list[tuple[Future[Any], Any]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, future in batch:
            if not future.set_running_or_notify_cancel():
                continue
            try:
                done.append((future, work(connection)))
            except Conflict as error:
                future.set_exception(error)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        for _, future in batch:
            if not future.done():
                future.set_exception(StoreFault(f"the log cannot be written: {error}"))
        return
    for future, result in done:
        future.set_result(result)
