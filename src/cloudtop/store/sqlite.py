"""The log in an SQLite file: one thread writes, and what waits together is committed together."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import disk_usage
from threading import Thread
from typing import Any, TypeVar

from cloudtop.core.errors import CloudtopError
from cloudtop.store import Conflict, Execute, Hear, StoreFault
from cloudtop.store.arrival import tell_together
from cloudtop.store.file import copy_to, fresh_file, identity, open_file, put
from cloudtop.store.health import Forgetting, Health
from cloudtop.store.journal import Journal
from cloudtop.store.lock import Lock

LOG = logging.getLogger("cloudtop.store")
BATCH = 256
SWEEP = 3600.0
"""Seconds between two looks for tables that are to be forgotten."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Asked = tuple[Work, Future[Any]]


class SqliteStore:
    """A `Store` in one file, which nobody else writes to. A future is done only after its rows are on the disk."""

    shared = False

    def __init__(self, path: Path, forget_after: int | None = None) -> None:
        """Open the file, made if it is not there; tables without a change for so many days are forgotten."""
        self.path = path
        self.forget_after = forget_after
        self.health = Health()
        self._loses_rows = False
        """Whether tables may have been deleted since a server read them."""
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        opened: Future[None] = Future()
        self._probed = False
        """Whether the transaction in work tries whether something can be written."""
        self._thread = Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    @property
    def told(self) -> str:
        """Where it is."""
        return str(self.path)

    # ------------------------------------------------------------------ what may be asked

    def append(self, table: str, seq: int, *rows: str) -> Future[None]:
        """Add rows to a table, all or none, the first as number `seq`.

        `Conflict` if that number is taken, or the table forgotten.
        """
        now = int(time.time() * 1000)

        def work(connection: sqlite3.Connection) -> None:
            if seq and self._loses_rows and not kept(connection, table):
                # Somebody still looks at it.
                raise Conflict(f"table {table} was forgotten or deleted")
            numbered = [(table, number, now, row) for number, row in enumerate(rows, seq)]
            try:
                # Numbers follow each other without a gap, so that only the first can be taken.
                connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", numbered)
            except sqlite3.IntegrityError:
                raise Conflict(f"row {seq} of table {table} is there already") from None

        return self._ask(work)

    def rows(self, table: str, since: int = 0) -> Future[list[str]]:
        """The rows of a table in order, from that number on; none for a table that does not exist."""

        def work(connection: sqlite3.Connection) -> list[str]:
            asked = "SELECT row FROM log WHERE table_name = ? AND seq >= ? ORDER BY seq"
            return [row for (row,) in connection.execute(asked, (table, since))]

        return self._ask(work)

    def remember(self, guest: str, table: str) -> Future[None]:
        """Note that a browser, known by the hash of its token, has come to a table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR IGNORE INTO guests VALUES (?, ?)", (guest, table))

        return self._ask(work)

    def dismiss(self, guest: str, table: str) -> Future[None]:
        """Forget that a browser has come to a table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM guests WHERE guest = ? AND table_name = ?", (guest, table))

        return self._ask(work)

    def tables_of(self, guest: str, most: int = 60) -> Future[list[tuple[str, int]]]:
        """The tables a browser has come to and when each changed last, in milliseconds since 1970; the latest first."""

        def work(connection: sqlite3.Connection) -> list[tuple[str, int]]:
            # One row of each table is looked up, its last, however long its log is.
            found = connection.execute(
                "SELECT table_name, (SELECT at FROM log WHERE log.table_name = guests.table_name"
                " ORDER BY seq DESC LIMIT 1) AS latest FROM guests WHERE guest = ? AND latest IS NOT NULL"
                " ORDER BY latest DESC, table_name LIMIT ?",
                (guest, most),
            )
            return [(name, at) for name, at in found]

        return self._ask(work)

    def forget_before(self, moment: int) -> Future[list[str]]:
        """Forget the tables that have not changed since then, in milliseconds since 1970; their names."""
        self._loses_rows = True

        def work(connection: sqlite3.Connection) -> list[str]:
            found = connection.execute("SELECT table_name FROM log GROUP BY table_name HAVING MAX(at) < ?", (moment,))
            names = [name for (name,) in found]
            for name in names:
                connection.execute("DELETE FROM log WHERE table_name = ?", (name,))
                connection.execute("DELETE FROM guests WHERE table_name = ?", (name,))
            return names

        return self._ask(work)

    def has_come(self, guest: str, table: str) -> Future[bool]:
        """Whether a browser has come to a table."""

        def work(connection: sqlite3.Connection) -> bool:
            asked = "SELECT 1 FROM guests WHERE guest = ? AND table_name = ?"
            return connection.execute(asked, (guest, table)).fetchone() is not None

        return self._ask(work)

    def probe(self) -> Future[None]:
        """Try whether something can be written; nothing is changed."""

        def work(connection: sqlite3.Connection) -> None:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version = {version}")
            self._probed = True

        return self._ask(work)

    def vitals(self) -> dict[str, float]:
        """Whether rows can be written, and how much room the disk has."""
        found = {"store_writable": float(not self.health.reason)}
        with suppress(OSError):
            found["disk_free_bytes"] = float(disk_usage(self.path.parent).free)
        return found

    def work(self, job: Callable[[Execute], T]) -> Future[T]:
        """Do something rare for a host in one transaction: statements with `?` for each value."""
        self._loses_rows = True
        return self._ask(lambda connection: job(connection.execute))

    def announce(self, *lines: str) -> None:
        """Note in the lock where the house is open, for commands beside it that may read the file."""
        self._lock.note(*lines)

    def listen(self, hear: Hear) -> None:
        """There is no other server: the file is locked."""

    def tell(self, table: str, note: str) -> None:
        """There is nobody to be told."""

    def claim(self, table: str) -> Future[bool]:
        """Every table's bots think here."""
        return at_once(True)

    def release(self, table: str) -> Future[None]:
        """Nobody else wants them."""
        return at_once(None)

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
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = self._lock = Lock(self.path)
        except (OSError, StoreFault) as error:
            opened.set_exception(error)
            return
        fault: StoreFault | None = None
        try:
            self._work(opened)
        except (sqlite3.Error, StoreFault) as error:
            if opened.done():
                raise
            fault = error if isinstance(error, StoreFault) else StoreFault(f"{self.path}: {error}")
        finally:
            lock.free()
        if fault is not None:
            # Told when the lock is free: whoever hears it may open another file there at once.
            opened.set_exception(fault)

    def _work(self, opened: Future[None]) -> None:
        self._connection = open_file(self.path)
        self._file = identity(self.path)
        self._journal = Journal(self.path)
        forgetting = None
        if self.forget_after is not None:
            (newest,) = self._connection.execute("SELECT MAX(at) FROM log").fetchone()
            forgetting = Forgetting(self.forget_after, newest)
        opened.set_result(None)
        swept, going_on = float("-inf"), True
        while going_on:
            if forgetting is not None and time.monotonic() - swept >= SWEEP:
                swept = time.monotonic()
                if (moment := forgetting.moment()) is not None:
                    forgetting.report(self.forget_before(moment))
            batch, going_on = self._gathered()
            self._commit(batch)
        self._journal.close()
        self._connection.close()

    def _gathered(self) -> tuple[list[Asked], bool]:
        """What waits, at least one thing unless it is time to look for old tables; and whether more may come."""
        batch: list[Asked] = []
        patience = None if self.forget_after is None else SWEEP
        while not batch or (not self._waiting.empty() and len(batch) < BATCH):
            try:
                asked = self._waiting.get(timeout=patience)
            except Empty:
                return batch, True
            if asked is None:
                return batch, False
            batch.append(asked)
        return batch, True

    def _commit(self, batch: list[Asked]) -> None:
        """Do all of it in one transaction and only then say so, if the file is still where it is looked for."""
        try:
            self._hold_on()
            before, self._probed = self._connection.total_changes, False
            done = commit_together(self._connection, batch)
            wrote = self._probed or self._connection.total_changes != before
            self._hold_on()
        except Exception as error:
            LOG.error("the log cannot be written: %s", error)
            self.health.failed(str(error))
            for _, future in batch:
                if not future.done():
                    future.set_exception(StoreFault(f"the log cannot be written: {error}"))
            return
        if wrote:
            self.health.written()
        tell_together(done)
        self._journal.written()

    def _hold_on(self) -> None:
        """See that what is written goes to the file that others find; a file that is gone is made again, whole.

        What was deleted can still be read here, but nobody else could, and with this process it would be lost.
        """
        found = identity(self.path)
        if found == self._file:
            return
        if found is not None:
            raise StoreFault(
                f"{self.path} was replaced while the house was open; put the former file back, or start the house again"
            )
        LOG.warning("%s was removed while the house was open; it is written again", self.path)
        whole = fresh_file(self.path)
        try:
            copy_to(self._connection, whole)
            # Where the journal of the lost file still lies there it belongs to nothing.
            for left in ("-wal", "-shm"):
                Path(f"{self.path}{left}").unlink(missing_ok=True)
            put(whole, self.path)
        finally:
            with suppress(OSError):
                whole.unlink()
        self._connection.close()
        self._connection, self._file = open_file(self.path), identity(self.path)


def at_once(answer: T) -> Future[T]:
    """An answer that need not be waited for."""
    future: Future[T] = Future()
    future.set_result(answer)
    return future


def kept(connection: sqlite3.Connection, table: str) -> bool:
    """Whether there are rows of a table."""
    return connection.execute("SELECT 1 FROM log WHERE table_name = ? LIMIT 1", (table,)).fetchone() is not None


def commit_together(connection: sqlite3.Connection, batch: list[Asked]) -> list[tuple[Future[Any], Any]]:
    """Do all of it in one transaction; what came of each, to be told. What fails alone fails alone, at once."""
    wanted = [(work, future) for work, future in batch if future.set_running_or_notify_cancel()]
    try:
        connection.execute("BEGIN IMMEDIATE")
        done = all_at_once(connection, wanted)
        if done is None:
            done = one_by_one(connection, wanted)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return done


def all_at_once(connection: sqlite3.Connection, wanted: list[Asked]) -> list[tuple[Future[Any], Any]] | None:
    """What came of each; None where something failed, and nothing was done."""
    try:
        return [(future, work(connection)) for work, future in wanted]
    except Exception:
        if not connection.in_transaction:
            # SQLite gave up all of it.
            raise
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return None


def one_by_one(connection: sqlite3.Connection, wanted: list[Asked]) -> list[tuple[Future[Any], Any]]:
    """What came of each that could be done; whoever asked for something else is told at once."""
    done: list[tuple[Future[Any], Any]] = []
    for work, future in wanted:
        try:
            connection.execute("SAVEPOINT one")
            result = work(connection)
            connection.execute("RELEASE one")
        except Exception as error:
            if not connection.in_transaction:
                # Nothing before this was kept either.
                raise
            connection.execute("ROLLBACK TO one")
            connection.execute("RELEASE one")
            future.set_exception(fault_of(error))
        else:
            done.append((future, result))
    return done


def fault_of(error: Exception) -> CloudtopError:
    """What to tell of an error: itself where it is one of ours, or else that the store failed."""
    return error if isinstance(error, CloudtopError) else StoreFault(f"the log cannot be used: {error}")
