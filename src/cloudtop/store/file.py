"""The file that tables are kept in: opened, looked at, copied while it is in use, brought back."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from cloudtop.program import this_program
from cloudtop.store import StoreFault, newer_program
from cloudtop.store.lock import Lock

LOG = logging.getLogger("cloudtop.store")
JOURNAL_PAGES = 16_000
"""Who writes empties a journal that has become so long, where nobody else could; each page has 4 KB."""
APPLICATION = int.from_bytes(b"Ctop", "big")
"""Marks a file as ours (SQLite's application_id). Files of older programs have none, and are known by their tables."""
STEPS = {
    # Forgetting a table asks who came to it.
    2: "CREATE INDEX guests_by_table ON guests (table_name);",
}
"""What has to be done to a file of the version before, by the version it has afterwards; each is one transaction."""
SCHEMA_VERSION = 2
PROGRAM = "CREATE TABLE IF NOT EXISTS program (name TEXT NOT NULL)"
"""The program that opened the file last: an older one can name it. Those before 0.8.0 pay no attention to it."""
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
CREATE INDEX guests_by_table ON guests (table_name);
"""


class OtherProgram(StoreFault):
    """The file belongs to another program, or to a newer Cloudtop."""


def open_file(path: Path) -> sqlite3.Connection:
    """The file, made if it is not there; one of a newer or of another program is refused, unchanged."""
    make_private(path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        version = schema_of(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES}")
        connection.execute("PRAGMA secure_delete = ON")
        if version == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        elif version < SCHEMA_VERSION:
            bring_forward(connection, path, version)
        sign(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def program_of(connection: sqlite3.Connection) -> str:
    """The program that opened the file last; empty where none has signed it."""
    try:
        found = connection.execute("SELECT name FROM program").fetchone()
    except sqlite3.Error:
        return ""
    return str(found[0]) if found is not None else ""


def sign(connection: sqlite3.Connection) -> None:
    """Note in the file that this program has opened it; a disk that is full now is no reason not to open it."""
    name = this_program().signature
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if (program_of(connection), application) == (name, APPLICATION):
        return
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(PROGRAM)
        connection.execute("DELETE FROM program")
        connection.execute("INSERT INTO program VALUES (?)", (name,))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        LOG.warning("the program that opens the file cannot be noted in it: %s", error)
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def make_private(path: Path) -> None:
    """Make an empty file that only its owner reads, if none is there: tables hold what players may not see."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreFault(f"{path} cannot be made: {error.strerror}") from None


def schema_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema of a file of tables; 0 for an empty file.

    `StoreFault` refuses a file of a newer program, and one of another program. Whoever opens a file asks this first.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    ours = version and {"log", "guests"} <= names
    if application not in (0, APPLICATION) or (names and not ours):
        raise OtherProgram(f"{path} is no file of tables: it belongs to another program. Choose another file")
    if version > SCHEMA_VERSION:
        raise OtherProgram(newer_program(str(path), program_of(connection), version, SCHEMA_VERSION))
    return int(version)


def bring_forward(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Make a file of an older program one of this, step by step; a copy of what it was is kept beside it."""
    kept = path.with_name(f"{path.name}.schema-{version}")
    if not kept.exists():
        part = fresh_file(kept)
        try:
            copy_to(connection, part)
            put(part, kept)
        finally:
            with suppress(OSError):
                part.unlink()
    for after in range(version + 1, SCHEMA_VERSION + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {STEPS[after]} PRAGMA user_version = {after}; COMMIT;")
    LOG.warning("%s was brought from schema %d to %d; a copy is kept in %s", path, version, SCHEMA_VERSION, kept)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there; None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def fresh_file(path: Path) -> Path:
    """A name beside a file that nothing has yet."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


def put(part: Path, path: Path) -> None:
    """Give a finished file its name; `FileExistsError` if something has it already."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # A disk without links, such as a memory stick.
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(part, path)


def copy_to(connection: sqlite3.Connection, path: Path) -> None:
    """Copy all that a connection sees into a file, which is whole and on the disk afterwards."""
    make_private(path)
    with closing(sqlite3.connect(path)) as copy:
        connection.backup(copy)
        # A copy travels as one file: without a journal beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    with path.open("rb") as written:
        os.fsync(written.fileno())


# ---------------------------------------------------------------------------------------------- from outside


def look_into(path: Path) -> sqlite3.Connection:
    """A file of tables to read, whether a house has it open or not; `StoreFault` if it is none."""
    if not path.is_file():
        raise StoreFault(f"{path} is no file of tables: there is no such file")
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        if schema_of(connection, path) == 0:
            raise StoreFault(f"{path} is no file of tables: it is empty")
    except sqlite3.Error as error:
        connection.close()
        raise StoreFault(f"{path} is no file of tables: {error}") from None
    except StoreFault:
        connection.close()
        raise
    return connection


def count(connection: sqlite3.Connection) -> int:
    """How many tables are kept."""
    (found,) = connection.execute("SELECT COUNT(DISTINCT table_name) FROM log").fetchone()
    return int(found)


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreFault` if the file is damaged."""
    try:
        (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        answer = str(error)
    if answer != "ok":
        raise StoreFault(f"{path} is damaged: {answer}")


def back_up(path: Path, target: Path) -> int:
    """Copy a file of tables as it is now, also while a house has it open; how many tables the copy holds."""
    if target.exists():
        raise StoreFault(f"{target} is there already; choose another name, nothing is overwritten")
    with closing(look_into(path)) as connection:
        part = fresh_file(target)
        try:
            copy_to(connection, part)
            with closing(look_into(part)) as copy:
                check(copy, part)
                tables = count(copy)
            put(part, target)
        except FileExistsError:
            raise StoreFault(f"{target} is there already; choose another name, nothing is overwritten") from None
        except sqlite3.Error as error:
            raise StoreFault(f"{target} cannot be written: {error}") from None
        finally:
            with suppress(OSError):
                part.unlink()
    return tables


def restore(source: Path, path: Path) -> tuple[int, Path | None]:
    """Let a backup be the file of tables; how many it holds, and where what was there before is kept.

    A file that a house has open is refused. Nothing is lost, whenever this is interrupted.
    """
    with closing(look_into(source)) as backup:
        check(backup, source)
        tables = count(backup)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
        part = fresh_file(path)
        try:
            copy_to(backup, part)
            kept = set_aside(path)
            os.replace(part, path)
        finally:
            with suppress(OSError):
                part.unlink()
            lock.free()
    return tables, kept


def set_aside(path: Path) -> Path | None:
    """Keep a second name for a file of tables that nobody has open; None if there is none.

    Its journal is taken away, so that another file can take its place.
    """
    if not path.exists():
        return None
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    kept = path.with_name(f"{path.name}.before-{stamp}")
    while kept.exists():
        kept = path.with_name(f"{kept.name}-2")
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        # What is still in the journal goes into the file; a file that is damaged is kept as it is.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try:
        os.link(path, kept)
    except OSError:
        shutil.copy2(path, kept)
    for left in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{left}", f"{kept}{left}")
    return kept


def all_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, list[str] | None]]:
    """Every table with its rows, in the order of their names; None for rows that cannot be read."""
    for (name,) in connection.execute("SELECT DISTINCT table_name FROM log ORDER BY table_name").fetchall():
        try:
            found = connection.execute("SELECT row FROM log WHERE table_name = ? ORDER BY seq", (name,))
            yield name, [row for (row,) in found]
        except sqlite3.Error:
            yield name, None
