"""The PostgreSQL database that servers share: reached, made ready, brought forward, read from outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import Connection

from cloudtop.program import this_program
from cloudtop.store import StoreFault, newer_program, told

CHANNEL = "cloudtop"
"""Where servers tell each other what they did."""
CONNECTING = 5
"""Seconds that a connection may take."""
LIFE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""A database whose machine is gone, without a goodbye, is noticed in about ten seconds."""
LIFE_OF_SERVERS = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
"""And so is a server by the database: what it has claimed would be nobody's for hours."""

SCHEMA_VERSION = 2
STEPS = {
    # Forgetting a table asks who came to it.
    2: "CREATE INDEX IF NOT EXISTS guests_by_table ON guests (table_name)",
}
"""What has to be done to a database of the version before, by the version it has afterwards.

A step adds and takes nothing away: servers of the version before play on while those of the next start.
"""
SCHEMA = """
CREATE TABLE IF NOT EXISTS log (
    table_name text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, row text NOT NULL,
    PRIMARY KEY (table_name, seq)
);
CREATE TABLE IF NOT EXISTS guests (
    guest text NOT NULL, table_name text NOT NULL, PRIMARY KEY (guest, table_name)
);
CREATE TABLE IF NOT EXISTS house (version integer NOT NULL);
ALTER TABLE house ADD COLUMN IF NOT EXISTS program text;
"""


def connected(address: str) -> Connection[Any]:
    """A connection; `StoreFault` if there is no way there."""
    try:
        connection = psycopg.connect(address, autocommit=True, connect_timeout=CONNECTING, **asked_for(address))
    except psycopg.Error as error:
        why = first_line(error, address)
        raise StoreFault(f"the database {told(address)} cannot be reached: {why}") from None
    return connection


def asked_for(address: str) -> dict[str, Any]:
    """How a connection is looked after, as far as its address does not say it."""
    wanted: dict[str, Any] = {**LIFE, "options": LIFE_OF_SERVERS, "application_name": "cloudtop"}
    query = urlsplit(address).query
    return {name: value for name, value in wanted.items() if f"{name}=" not in query}


def prepare(connection: Connection[Any], address: str) -> None:
    """Make what is missing; a database of an older program is brought forward, one of a newer is refused."""
    try:
        with connection.transaction():
            # One server at a time: others that start now wait here.
            connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('cloudtop schema', 0))")
            connection.execute(SCHEMA)
            found = connection.execute("SELECT version, program FROM house").fetchone()
            if found is None:
                connection.execute("INSERT INTO house (version) VALUES (1)")
            version, program = found or (1, None)
            if version > SCHEMA_VERSION:
                raise StoreFault(newer_program(told(address), program or "", version, SCHEMA_VERSION))
            for after in range(version + 1, SCHEMA_VERSION + 1):
                connection.execute(STEPS[after])
                connection.execute("UPDATE house SET version = %s", (after,))
            connection.execute("UPDATE house SET program = %s", (this_program().signature,))
    except psycopg.Error as error:
        raise StoreFault(f"the database {told(address)} cannot be used: {first_line(error, address)}") from None


def looked_at(address: str) -> str:
    """What a server would find there, in words; `StoreFault` if it could not use it. Nothing is changed."""
    with connected(address) as connection:
        try:
            (there,) = connection.execute("SELECT to_regclass('house')").fetchone() or (None,)
            found = None if there is None else connection.execute("SELECT version FROM house").fetchone()
            if found is None:
                return "empty: the first server makes what it needs"
            (tables,) = connection.execute("SELECT COUNT(*) FROM log WHERE seq = 0").fetchone() or (0,)
        except psycopg.Error as error:
            why = first_line(error, address)
            raise StoreFault(f"the database {told(address)} cannot be used: {why}") from None
    if found[0] > SCHEMA_VERSION:
        raise StoreFault(newer_program(told(address), program_of(address), found[0], SCHEMA_VERSION))
    older = "" if found[0] == SCHEMA_VERSION else f"; schema {found[0]} will be brought to {SCHEMA_VERSION}"
    return f"tables: {tables}{older}"


def program_of(address: str) -> str:
    """The program that opened a database last; empty where none has signed it."""
    with connected(address) as connection:
        try:
            (program,) = connection.execute("SELECT program FROM house").fetchone() or ("",)
        except psycopg.Error:
            return ""
    return program or ""


@contextmanager
def looked_into(address: str) -> Iterator[Connection[Any]]:
    """A database of tables to read, of one moment, while servers use it; nothing is changed there."""
    with connected(address) as connection:
        try:
            connection.execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SELECT 1 FROM log, guests LIMIT 1")
        except psycopg.Error as error:
            why = first_line(error, address)
            raise StoreFault(f"{told(address)} is no database of tables: {why}") from None
        yield connection


def all_rows(connection: Connection[Any]) -> Iterator[tuple[str, list[str]]]:
    """Every table with its rows, in the order of their names."""
    names = connection.execute("SELECT DISTINCT table_name FROM log ORDER BY table_name").fetchall()
    for (name,) in names:
        found = connection.execute("SELECT row FROM log WHERE table_name = %s ORDER BY seq", (name,))
        yield name, [row for (row,) in found]


def first_line(error: Exception, address: str = "") -> str:
    """What an error says, in one line, without the password of an address.

    >>> first_line(ValueError("no such user: secret word"), "postgresql://me:secret%20word@db.example/tables")
    'no such user: ***'
    """
    said = str(error).strip().partition("\n")[0]
    password = urlsplit(address).password
    for secret in filter(None, (password, unquote(password or ""))):
        said = said.replace(secret, "***")
    return said
