"""The log of every table, kept: rows are added and never changed."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from cloudtop.core.errors import CloudtopError

__all__ = ["Conflict", "Store", "StoreFault"]


class StoreFault(CloudtopError):
    """The log could not be written or read."""


class Conflict(StoreFault):
    """Another row has that number already: somebody else was faster."""


class Store(Protocol):
    """Where tables live. Every call returns at once; the future is done when the rows are safe on the disk."""

    def append(self, table: str, seq: int, *rows: str) -> Future[None]:
        """Add rows to a table, all or none, the first as number `seq`; `Conflict` if that number is taken."""

    def rows(self, table: str) -> Future[list[str]]:
        """The rows of a table in order; none for a table that does not exist."""

    def remember(self, guest: str, table: str) -> Future[None]:
        """Note that a browser, known by the hash of its token, has come to a table."""

    def tables_of(self, guest: str) -> Future[list[tuple[str, int]]]:
        """The tables a browser has come to and when each changed last, in milliseconds since 1970; the latest first."""

    def close(self) -> None:
        """Finish what was asked and close."""
