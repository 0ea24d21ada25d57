"""A store by its address: a file, or a database that other servers use too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cloudtop.store import StoreFault
from cloudtop.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from cloudtop.store.postgres import PostgresStore

DATABASES = ("postgresql://", "postgres://")
NO_DRIVER = "a PostgreSQL database needs another package: pip install 'cloudtop[postgres]'"


def store_at(address: str | Path, forget_after: int | None = None) -> SqliteStore | PostgresStore:
    """The store in that file or database; tables without a change for so many days are forgotten."""
    if isinstance(address, Path) or not address.startswith(DATABASES):
        return SqliteStore(Path(address), forget_after)
    try:
        from cloudtop.store.postgres import PostgresStore
    except ImportError:
        raise StoreFault(NO_DRIVER) from None
    return PostgresStore(address, forget_after)
