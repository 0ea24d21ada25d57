"""Prove a copy: restore it into a temporary house and replay every table, as that house would."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from cloudtop.core.errors import CloudtopError
from cloudtop.store.file import all_rows, look_into, restore
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table


class Proved(NamedTuple):
    """The result of proving a copy."""

    tables: int
    moves: int
    faults: list[str]
    """Tables that cannot be replayed, a line each."""


def proved_copy(copy: Path) -> Proved:
    """Restore a copy and replay all its tables; `StoreFault` if it cannot be restored at all. The copy is only read."""
    tables, moves, faults = 0, 0, list[str]()
    with tempfile.TemporaryDirectory(prefix="cloudtop-proof-") as folder:
        path = Path(folder) / "tables.sqlite"
        restore(copy, path)
        with closing(SqliteStore(path)) as store, closing(look_into(copy)) as connection:
            for name, before in all_rows(connection):
                tables += 1
                try:
                    rows = store.rows(name).result()
                    if rows != before:
                        raise CloudtopError(f"table {name} did not come back as it is in the copy")
                    moves += len(Table.rebuilt(name, rows).log)
                except CloudtopError as error:
                    faults.append(" ".join(str(error).split()))
    return Proved(tables, moves, faults)
