"""The log of every table, kept: rows are added and never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from cloudtop.core.errors import CloudtopError
from cloudtop.store.health import Health

__all__ = ["Conflict", "Execute", "Hear", "News", "Store", "StoreFault", "newer_program", "told"]


class StoreFault(CloudtopError):
    """The log could not be written or read."""


class Conflict(StoreFault):
    """The row cannot be added: somebody else was faster, or the table is no longer kept."""


class News(NamedTuple):
    """What another server did."""

    server: str = ""
    """Which one; empty where something may have been missed."""
    table: str = "*"
    """Where; a star for the whole server."""
    note: str = ""
    """`rows` were added, its bots are `free`, it is `alive`, or what it told."""


Hear = Callable[[News], None]


Execute = Callable[[str, Sequence[Any]], Iterable[tuple[Any, ...]]]
T = TypeVar("T")


class Store(Protocol):
    """Where tables live. Every call returns at once; the future is done when the rows are safe on the disk."""

    @property
    def shared(self) -> bool:
        """Whether other servers may use it too."""

    def append(self, table: str, seq: int, *rows: str) -> Future[None]:
        """Add rows to a table, all or none, the first as number `seq`.

        `Conflict` if that number is taken, or the table forgotten.
        """

    def rows(self, table: str, since: int = 0) -> Future[list[str]]:
        """The rows of a table in order, from that number on; none for a table that does not exist."""

    def remember(self, guest: str, table: str) -> Future[None]:
        """Note that a browser, known by the hash of its token, has come to a table."""

    def dismiss(self, guest: str, table: str) -> Future[None]:
        """Forget that a browser has come to a table."""

    def tables_of(self, guest: str, most: int = 60) -> Future[list[tuple[str, int]]]:
        """The tables a browser has come to and when each changed last, in milliseconds since 1970; the latest first."""

    def has_come(self, guest: str, table: str) -> Future[bool]:
        """Whether a browser has come to a table."""

    @property
    def health(self) -> Health:
        """Whether the last attempts to write have failed."""

    def probe(self) -> Future[None]:
        """Try whether something can be written; nothing is changed."""

    def vitals(self) -> Mapping[str, float]:
        """Numbers for whoever watches the house, by the names of their metrics."""

    def work(self, job: Callable[[Execute], T]) -> Future[T]:
        """Do something rare for a host in one transaction: statements with `?` for each value."""

    def listen(self, hear: Hear) -> None:
        """Tell that function what other servers do, from a thread of the store's own, until the store is closed."""

    def tell(self, table: str, note: str) -> None:
        """Tell the other servers something about a table that need not be kept."""

    def claim(self, table: str) -> Future[bool]:
        """Whether this server alone may let the table's bots think, until it lets go of it or is gone."""

    def release(self, table: str) -> Future[None]:
        """Let another server have the table's bots."""

    def close(self) -> None:
        """Finish what was asked and close."""


def newer_program(where: str, program: str, schema: int, known: int) -> str:
    """The refusal of tables that a newer program has changed.

    >>> newer_program("tables", "9.1.0, commit 0123456789", 5, 2)
    'tables was written by Cloudtop 9.1.0, commit 0123456789 (schema 5, this one knows 2): install that or a later one'
    """
    by = f"Cloudtop {program}" if program else "a newer Cloudtop"
    return f"{where} was written by {by} (schema {schema}, this one knows {known}): install that or a later one"


def told(address: str) -> str:
    """Where a database is, without what is secret.

    >>> told("postgresql://cloudtop:secret@db.example/tables?sslmode=require")
    'postgresql://db.example/tables'
    >>> told("postgresql://me@[::1]:5433/tables")
    'postgresql://[::1]:5433/tables'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
