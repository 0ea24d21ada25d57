"""The log in PostgreSQL: any number of servers share all tables, and each hears what the others write."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

import psycopg
from psycopg import Connection

from cloudtop.core.errors import CloudtopError
from cloudtop.store import Conflict, Execute, Hear, News, StoreFault, told
from cloudtop.store.database import CHANNEL, connected, first_line, prepare
from cloudtop.store.health import Forgetting, Health
from cloudtop.store.news import Listener

LOG = logging.getLogger("cloudtop.store")
BATCH = 256
SWEEP = 3600.0
"""Seconds between two looks for tables that are to be forgotten."""
FORGOTTEN_TOGETHER = 100
"""So many tables are forgotten in one go: meanwhile nothing else is written."""

ADD = """
WITH wanted AS (
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::integer[], %s::text[]) AS w (name, seq, first, row)
), added AS (
    INSERT INTO log (table_name, seq, at, row)
    SELECT name, seq, %s, row FROM wanted
    WHERE first = 0 OR EXISTS (SELECT FROM log WHERE table_name = name AND log.seq = first - 1)
    RETURNING table_name, seq
)
SELECT table_name, pg_notify(%s, %s || ' ' || table_name || ' rows') FROM added GROUP BY table_name
"""
"""Rows of several tables in one statement, which is one transaction: where a number is taken all of it fails."""

T = TypeVar("T")
Work = Callable[["Connection[Any]"], Any]
OLD = "SELECT table_name FROM log WHERE {} GROUP BY table_name HAVING MAX(at) < %s"


class Rows(NamedTuple):
    """Rows that are to be added to a table, all or none."""

    table: str
    first: int
    rows: tuple[str, ...]


class Note(NamedTuple):
    """Something that is to be said to the other servers."""

    table: str
    text: str


class Asked(NamedTuple):
    """Something that waits for the thread."""

    work: Rows | Note | Work
    future: Future[Any]


class PostgresStore:
    """A `Store` in a database that other servers use too. A future is done only after its rows are safe there."""

    shared = True

    def __init__(self, address: str, forget_after: int | None = None) -> None:
        """Connect; tables without a change for so many days are forgotten."""
        self.address = address
        self.forget_after = forget_after
        self.health = Health()
        self.server = secrets.token_hex(4)
        self._claims: set[str] = set()
        self._connection = connected(address)
        try:
            prepare(self._connection, address)
            self._forgetting = forgetting_of(self._connection, forget_after)
        except (StoreFault, psycopg.Error):
            self._connection.close()
            raise
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self._closing = Event()
        self._hear: Hear = ignore
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()
        self._listener: Listener | None = None

    @property
    def told(self) -> str:
        """Where it is, without what is secret."""
        return told(self.address)

    # ------------------------------------------------------------------ what may be asked

    def append(self, table: str, seq: int, *rows: str) -> Future[None]:
        """Add rows to a table, all or none, the first as number `seq`.

        `Conflict` if that number is taken, or the table forgotten.
        """
        return self._ask(Rows(table, seq, rows))

    def rows(self, table: str, since: int = 0) -> Future[list[str]]:
        """The rows of a table in order, from that number on; none for a table that does not exist."""

        def work(connection: Connection[Any]) -> list[str]:
            asked = "SELECT row FROM log WHERE table_name = %s AND seq >= %s ORDER BY seq"
            return [row for (row,) in connection.execute(asked, (table, since))]

        return self._ask(work)

    def remember(self, guest: str, table: str) -> Future[None]:
        """Note that a browser, known by the hash of its token, has come to a table."""
        return self._do("INSERT INTO guests (guest, table_name) VALUES (%s, %s) ON CONFLICT DO NOTHING", guest, table)

    def dismiss(self, guest: str, table: str) -> Future[None]:
        """Forget that a browser has come to a table."""
        return self._do("DELETE FROM guests WHERE guest = %s AND table_name = %s", guest, table)

    def tables_of(self, guest: str, most: int = 60) -> Future[list[tuple[str, int]]]:
        """The tables a browser has come to and when each changed last, in milliseconds since 1970; the latest first."""

        def work(connection: Connection[Any]) -> list[tuple[str, int]]:
            found = connection.execute(
                "SELECT guests.table_name, latest.at FROM guests, LATERAL (SELECT at FROM log"
                " WHERE log.table_name = guests.table_name ORDER BY seq DESC LIMIT 1) AS latest"
                " WHERE guest = %s ORDER BY latest.at DESC, guests.table_name LIMIT %s",
                (guest, most),
            )
            return [(name, at) for name, at in found]

        return self._ask(work)

    def has_come(self, guest: str, table: str) -> Future[bool]:
        """Whether a browser has come to a table."""

        def work(connection: Connection[Any]) -> bool:
            asked = "SELECT 1 FROM guests WHERE guest = %s AND table_name = %s"
            return connection.execute(asked, (guest, table)).fetchone() is not None

        return self._ask(work)

    def forget_before(self, moment: int) -> Future[list[str]]:
        """Forget the tables that have not changed since then, in milliseconds since 1970; their names."""

        def work(connection: Connection[Any]) -> list[str]:
            names = sorted(name for (name,) in connection.execute(OLD.format("TRUE"), (moment,)))
            forgotten: list[str] = []
            for start in range(0, len(names), FORGOTTEN_TOGETHER):
                forgotten += forget(connection, names[start : start + FORGOTTEN_TOGETHER], moment)
            return forgotten

        return self._ask(work)

    def probe(self) -> Future[None]:
        """Try whether something can be written; nothing is changed."""

        def work(connection: Connection[Any]) -> None:
            connection.execute("UPDATE house SET version = version")
            self.health.written()

        return self._ask(work)

    def vitals(self) -> dict[str, float]:
        """Whether rows can be written, and whether the database is connected."""
        connected = float(not self._connection.closed)
        return {"store_writable": float(not self.health.reason), "database_connected": connected}

    def work(self, job: Callable[[Execute], T]) -> Future[T]:
        """Do something rare for a host in one transaction: statements with `?` for each value."""

        def work(connection: Connection[Any]) -> T:
            def execute(statement: str, values: Sequence[Any]) -> Iterable[tuple[Any, ...]]:
                done = connection.execute(statement.replace("?", "%s"), values)
                return done.fetchall() if done.description else []

            with connection.transaction():
                return job(execute)

        return self._ask(work)

    # ------------------------------------------------------------------ the other servers

    def listen(self, hear: Hear) -> None:
        """Tell that function what other servers do, from a thread of the store's own, until the store is closed."""
        self._hear = hear
        self._listener = Listener(self.address, self.server, hear, self._closing)
        self._listener.start()

    def tell(self, table: str, note: str) -> None:
        """Tell the other servers something about a table that need not be kept."""
        self._ask(Note(table, note))

    def claim(self, table: str) -> Future[bool]:
        """Whether this server alone may let the table's bots think, until it lets go of it or is gone."""

        def work(connection: Connection[Any]) -> bool:
            if table not in self._claims:
                asked = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (table,))
                (got,) = asked.fetchone() or (False,)
                if not got:
                    return False
                self._claims.add(table)
            return True

        return self._ask(work)

    def release(self, table: str) -> Future[None]:
        """Let another server have the table's bots."""

        def work(connection: Connection[Any]) -> None:
            if table in self._claims:
                self._claims.discard(table)
                connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (table,))
                self._say(connection, [Note(table, "free")])

        return self._ask(work)

    def close(self) -> None:
        """Finish what was asked and close."""
        self._closing.set()
        self._waiting.put(None)
        self._thread.join()
        if self._listener is not None:
            self._listener.join()

    # ------------------------------------------------------------------ the thread that asks

    def _do(self, statement: str, *values: object) -> Future[None]:
        def work(connection: Connection[Any]) -> None:
            connection.execute(statement, values)

        return self._ask(work)

    def _ask(self, work: Rows | Note | Callable[[Connection[Any]], T]) -> Future[T]:
        future: Future[T] = Future()
        if self._closing.is_set():
            future.set_exception(StoreFault(f"{self.told} is closed"))
        else:
            self._waiting.put(Asked(work, future))
        return future

    def _run(self) -> None:
        swept, going_on = float("-inf"), True
        while going_on:
            if self._forgetting is not None and time.monotonic() - swept >= SWEEP:
                swept = time.monotonic()
                if (moment := self._forgetting.moment()) is not None:
                    self._forgetting.report(self.forget_before(moment))
            batch, going_on = self._gathered()
            for together in rounds(batch):
                self._carry_out(together)
        self._connection.close()
        with suppress(Empty):
            # Asked in the moment in which the store was closed.
            while True:
                late = self._waiting.get_nowait()
                if late is not None and late.future.set_running_or_notify_cancel():
                    late.future.set_exception(StoreFault(f"{self.told} is closed"))

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
            if asked.future.set_running_or_notify_cancel():
                batch.append(asked)
        return batch, True

    def _carry_out(self, batch: list[Asked]) -> None:
        """Add all rows in one transaction, say all notes in another, then do the rest one by one; and tell."""
        adding = [(work, future) for work, future in batch if isinstance(work, Rows)]
        saying = [(work, future) for work, future in batch if isinstance(work, Note)]
        try:
            if self._connection.closed:
                self._connection = connected(self.address)
                self._claims.clear()
                LOG.warning("connected to %s again", self.told)
                # What was asked when the connection broke may have been done, and was told as a fault.
                self._hear(News())
            self._add_together(adding)
            if adding:
                self.health.written()
            self._say(self._connection, [note for note, _ in saying])
            for _, future in saying:
                future.set_result(None)
            for work, future in batch:
                if not isinstance(work, Rows | Note):
                    settle(future, work, self._connection)
        except (psycopg.Error, StoreFault) as error:
            why = first_line(error, self.address)
            LOG.error("the log cannot be written: %s", why)
            self.health.failed(why)
            with suppress(psycopg.Error):
                self._connection.close()
            for _, future in batch:
                if not future.done():
                    future.set_exception(StoreFault(f"the log cannot be written: {why}"))

    def _say(self, connection: Connection[Any], notes: list[Note]) -> None:
        """Say something to all servers, in one transaction."""
        if notes:
            texts = [f"{self.server} {table} {text}" for table, text in notes]
            connection.execute("SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text", (CHANNEL, texts))

    def _add_together(self, adding: list[tuple[Rows, Future[None]]]) -> None:
        """Add rows of several tables; where one of them is refused, each table's by themselves."""
        try:
            added = self._add([work for work, _ in adding])
        except Exception:
            if self._connection.closed:
                raise
            for work, future in adding:
                settle(future, partial(self._add_alone, work), self._connection)
            return
        for work, future in adding:
            if work.table in added:
                future.set_result(None)
            else:
                future.set_exception(refused(work))

    def _add_alone(self, wanted: Rows, connection: Connection[Any]) -> None:
        try:
            if wanted.table in self._add([wanted]):
                return
        except psycopg.errors.UniqueViolation:
            pass
        raise refused(wanted)

    def _add(self, wanted: list[Rows]) -> set[str]:
        """The tables whose rows were added: not those whose row before is not there."""
        if not wanted:
            return set()
        starts: dict[str, int] = {}
        for table, first, _ in wanted:
            starts.setdefault(table, first)
        # Always in the same order: two servers that want the same rows of two tables must not wait for each other.
        each = sorted(
            (table, number, starts[table], row)
            for table, first, rows in wanted
            for number, row in enumerate(rows, first)
        )
        columns = [list(column) for column in zip(*each, strict=True)]
        values = (*columns, int(time.time() * 1000), CHANNEL, self.server)
        return {name for name, _ in self._connection.execute(ADD, values)}


def forgetting_of(connection: Connection[Any], days: int | None) -> Forgetting | None:
    """What decides which tables are too old; None where none is to be forgotten."""
    if days is None:
        return None
    (newest,) = connection.execute("SELECT MAX(at) FROM log").fetchone() or (None,)
    return Forgetting(days, newest)


def ignore(news: News) -> None:
    """Nobody listens."""


def rounds(batch: list[Asked]) -> Iterator[list[Asked]]:
    """What waits, in parts in which the rows of a table follow each other: then all of them are added, or none.

    >>> def asked(*firsts):
    ...     return [Asked(Rows("a", first, ("x",)), Future()) for first in firsts]
    >>> [[asked.work.first for asked in part] for part in rounds(asked(0, 1, 1, 2))]
    [[0, 1], [1, 2]]
    """
    part: list[Asked] = []
    ends: dict[str, int] = {}
    for asked in batch:
        if isinstance(asked.work, Rows):
            table, first, rows = asked.work
            if ends.get(table, first) != first:
                yield part
                part, ends = [], {}
            ends[table] = first + len(rows)
        part.append(asked)
    if part:
        yield part


def settle(future: Future[Any], work: Work, connection: Connection[Any]) -> None:
    """Do something and say what came of it; what fails alone fails alone, unless the connection is lost."""
    try:
        result = work(connection)
    except CloudtopError as error:
        future.set_exception(error)
    except Exception as error:
        if connection.closed:
            raise
        future.set_exception(StoreFault(f"the log cannot be used: {first_line(error)}"))
    else:
        future.set_result(result)


def forget(connection: Connection[Any], names: list[str], moment: int) -> list[str]:
    """Forget those of these tables that have not changed since then, and who came to them; their names.

    Meanwhile no server writes: a move that is made just now is not kept without what was before it.
    """
    with connection.transaction():
        connection.execute("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE")
        found = connection.execute(OLD.format("table_name = ANY(%s)"), (names, moment))
        old = sorted(name for (name,) in found)
        for kept in ("log", "guests"):
            connection.execute(f"DELETE FROM {kept} WHERE table_name = ANY(%s)", (old,))
    return old


def refused(wanted: Rows) -> Conflict:
    """Why rows were not added."""
    return Conflict(f"row {wanted.first} of table {wanted.table} is there already, or the table was forgotten")
