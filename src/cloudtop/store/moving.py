"""Move all tables from one store to another: from a file to a database, and back; copy a database to a file.

The source is only read. The target gets everything at once at the end, after it was read again and compared: a move
that is stopped midway leaves an empty target and can simply be repeated.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cloudtop.core.errors import CloudtopError
from cloudtop.store import StoreFault, told
from cloudtop.store.file import fresh_file, look_into, open_file, put
from cloudtop.store.lock import Lock
from cloudtop.store.opening import DATABASES, NO_DRIVER

if TYPE_CHECKING:
    from psycopg import Connection

BATCH = 1000
"""Rows between two signs of progress."""
Row = tuple[Any, ...]
Progress = Callable[[int, int], None]
"""Hears how many of how many rows are done."""
KEPT = {
    "log": ("table_name", "seq", "at", "row"),
    "guests": ("guest", "table_name"),
}
"""What a store keeps: its relations, each with its columns. The first two tell a row from all others."""


class Moved(NamedTuple):
    """The result of moving a store."""

    tables: int
    rows: int
    guests: int
    digest: str
    """Of everything, as read from the source and again from the target."""


class Kept(Protocol):
    """A store to be read from outside, at one moment."""

    told: str

    def count(self, relation: str) -> int:
        """How many rows a relation has."""

    def tables(self) -> int:
        """How many tables are kept."""

    def read(self, relation: str) -> Iterator[Row]:
        """All rows of a relation, ordered by its first two columns, byte by byte."""


class Target(Kept, Protocol):
    """A store that can be filled."""

    def add(self, relation: str, rows: Iterable[Row]) -> None:
        """Add rows to a relation."""


class File:
    """A file of tables, read or filled."""

    def __init__(self, connection: sqlite3.Connection, told: str) -> None:
        self.connection = connection
        self.told = told

    def count(self, relation: str) -> int:
        """How many rows a relation has."""
        (found,) = self.connection.execute(f"SELECT COUNT(*) FROM {relation}").fetchone()
        return int(found)

    def tables(self) -> int:
        """How many tables are kept."""
        (found,) = self.connection.execute("SELECT COUNT(DISTINCT table_name) FROM log").fetchone()
        return int(found)

    def read(self, relation: str) -> Iterator[Row]:
        """All rows of a relation, ordered by its first two columns, byte by byte."""
        columns = KEPT[relation]
        return iter(self.connection.execute(f"SELECT {', '.join(columns)} FROM {relation} ORDER BY 1, 2"))

    def add(self, relation: str, rows: Iterable[Row]) -> None:
        """Add rows to a relation."""
        columns = KEPT[relation]
        marks = ", ".join("?" * len(columns))
        self.connection.executemany(f"INSERT INTO {relation} ({', '.join(columns)}) VALUES ({marks})", rows)


class Database:
    """A database of tables, read or filled, in one transaction."""

    def __init__(self, connection: Connection[Any], told: str) -> None:
        self.connection = connection
        self.told = told

    def count(self, relation: str) -> int:
        """How many rows a relation has."""
        (found,) = self.connection.execute(f"SELECT COUNT(*) FROM {relation}").fetchone() or (0,)
        return int(found)

    def tables(self) -> int:
        """How many tables are kept."""
        (found,) = self.connection.execute("SELECT COUNT(DISTINCT table_name) FROM log").fetchone() or (0,)
        return int(found)

    def read(self, relation: str) -> Iterator[Row]:
        """All rows of a relation, ordered by its first two columns, byte by byte."""
        first, second, *others = KEPT[relation]
        by = f'{first} COLLATE "C", {second}' + ("" if second == "seq" else ' COLLATE "C"')
        # A cursor of the server's: the client would hold the whole house in memory.
        with self.connection.cursor(f"move_{relation}") as cursor:
            cursor.itersize = BATCH
            cursor.execute(f"SELECT {', '.join((first, second, *others))} FROM {relation} ORDER BY {by}")
            yield from cursor

    def add(self, relation: str, rows: Iterable[Row]) -> None:
        """Add rows to a relation."""
        into = f"COPY {relation} ({', '.join(KEPT[relation])}) FROM STDIN"
        with self.connection.cursor() as cursor, cursor.copy(into) as copy:
            for row in rows:
                copy.write_row(row)


def move(source: str, target: str, progress: Progress | None = None) -> Moved:
    """Move all tables to an empty store; `StoreFault` if it is not empty, or if one of both is in use.

    Both are a file or the address of a database.
    """
    if source == target or (not is_database(source) and Path(source).absolute() == Path(target).absolute()):
        raise CloudtopError("the tables are there already: FROM and TO are the same")
    with ExitStack() as opened:
        old = opened.enter_context(database_to_read(source) if is_database(source) else file_to_read(Path(source)))
        new = opened.enter_context(database_to_fill(target) if is_database(target) else file_to_fill(Path(target)))
        return transfer(old, new, progress)


def copy_database(address: str, target: Path) -> int:
    """Copy a database to a new file of tables, also while servers use it; how many tables the copy holds."""
    if target.exists():
        raise StoreFault(f"{target} is there already; choose another name, nothing is overwritten")
    with ExitStack() as opened:
        old = opened.enter_context(database_of_one_moment(address))
        return transfer(old, opened.enter_context(file_to_fill(target))).tables


def transfer(old: Kept, new: Target, progress: Progress | None = None) -> Moved:
    """Write all of one store to another, read it again and compare; `StoreFault` where they differ."""
    counts = {relation: old.count(relation) for relation in KEPT}
    step = Steps(progress, 2 * sum(counts.values()))
    left, came = sha256(), sha256()
    for relation in KEPT:
        new.add(relation, step.over(digesting(old.read(relation), left)))
    for relation in KEPT:
        for _ in step.over(digesting(new.read(relation), came)):
            pass
    if left.digest() != came.digest() or counts != {relation: new.count(relation) for relation in KEPT}:
        raise StoreFault(f"{new.told} does not hold what {old.told} does; nothing was moved")
    return Moved(old.tables(), counts["log"], counts["guests"], left.hexdigest()[:16])


def is_database(address: str) -> bool:
    """Whether an address is that of a database."""
    return address.startswith(DATABASES)


class Steps:
    """How far a move has come."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.done, self.total = progress, 0, total

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass rows on, and tell now and then how many they were."""
        for row in rows:
            yield row
            self.done += 1
            if self.progress is not None and (self.done % BATCH == 0 or self.done == self.total):
                self.progress(self.done, self.total)


def digesting(rows: Iterable[Row], into: Any) -> Iterator[Row]:
    """Pass rows on, each of them digested."""
    for row in rows:
        into.update(json.dumps(row).encode())
        yield row


# ---------------------------------------------------------------------------------------------- files


@contextmanager
def file_to_read(path: Path) -> Iterator[Kept]:
    """A file of tables that no house has open."""
    if not path.is_file():
        raise StoreFault(f"{path} is no file of tables: there is no such file")
    lock = Lock(path)
    try:
        with closing(look_into(path)) as connection:
            yield File(connection, str(path))
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be read: {error}") from None
    finally:
        lock.free()


@contextmanager
def file_to_fill(path: Path) -> Iterator[Target]:
    """A file beside the one asked for, which takes its name when everything has gone well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    part = fresh_file(path)
    try:
        there = path.exists()
        if there:
            with closing(look_into(path)) as connection:
                refuse_full(File(connection, str(path)))
        with closing(open_file(part)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield File(connection, str(path))
            connection.execute("COMMIT")
            # It travels as one file: without a journal beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb") as written:
            os.fsync(written.fileno())
        if there:
            os.replace(part, path)
        else:
            put(part, path)
    except sqlite3.Error as error:
        raise StoreFault(f"{path} cannot be written: {error}") from None
    finally:
        for left in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                Path(f"{part}{left}").unlink()
        lock.free()


# ---------------------------------------------------------------------------------------------- databases


@contextmanager
def database_in_use(address: str) -> Iterator[Connection[Any]]:
    """A connection in a transaction, to a database that no server uses."""
    try:
        import psycopg

        from cloudtop.store.database import connected, first_line
    except ImportError:
        raise StoreFault(NO_DRIVER) from None
    try:
        with connected(address) as connection:
            others = connection.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name = 'cloudtop' AND pid <> pg_backend_pid()"
            ).fetchone()
            if others is not None and others[0]:
                raise StoreFault(f"{told(address)} is in use by a Cloudtop server; close all servers first")
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                yield connection
    except psycopg.Error as error:
        raise StoreFault(f"the database {told(address)} cannot be used: {first_line(error, address)}") from None


@contextmanager
def database_of_one_moment(address: str) -> Iterator[Kept]:
    """A database of tables as it is at one moment, while servers use it."""
    try:
        from cloudtop.store.database import looked_into
    except ImportError:
        raise StoreFault(NO_DRIVER) from None
    with looked_into(address) as connection:
        yield Database(connection, told(address))


@contextmanager
def database_to_read(address: str) -> Iterator[Kept]:
    """A database of tables; nobody writes there until it has been read."""
    with database_in_use(address) as connection:
        (there,) = connection.execute("SELECT to_regclass('log')").fetchone() or (None,)
        if there is None:
            raise StoreFault(f"{told(address)} is no database of tables: no server has made any there")
        connection.execute("LOCK TABLE log, guests IN SHARE MODE")
        yield Database(connection, told(address))


@contextmanager
def database_to_fill(address: str) -> Iterator[Target]:
    """A database that gets everything in one transaction."""
    with ExitStack() as opened:
        try:
            from cloudtop.store.database import connected, prepare
        except ImportError:
            raise StoreFault(NO_DRIVER) from None
        with connected(address) as connection:
            prepare(connection, address)
        connection = opened.enter_context(database_in_use(address))
        connection.execute("LOCK TABLE log, guests IN EXCLUSIVE MODE")
        found = Database(connection, told(address))
        refuse_full(found)
        yield found


def refuse_full(target: Kept) -> None:
    """Raise `StoreFault` where something is kept already."""
    if any(target.count(relation) for relation in KEPT):
        raise StoreFault(
            f"{target.told} is not empty: it holds {target.tables()} tables, and nothing is written over them"
        )
