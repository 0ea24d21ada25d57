"""Commands for hosts: copy the tables, bring a copy back, take all records home."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cloudtop.core.errors import CloudtopError
from cloudtop.store.file import all_rows, back_up, look_into
from cloudtop.store.file import restore as bring_back
from cloudtop.table import Table

app = typer.Typer()

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="The file that tables are kept in; without it the usual one."),
]


def kept_in(data: Path | None) -> Path:
    """The file that tables are kept in."""
    from cloudtop.web.serving import data_file

    return data or data_file()


def some(count: int, thing: str) -> str:
    """So many things in words.

    >>> some(1, "table"), some(3, "table")
    ('1 table', '3 tables')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; it must not be there yet.")],
    data: Data = None,
) -> None:
    """Copy all tables to a file, also while the house is open."""
    path = kept_in(data)
    print(f"{some(back_up(path, file), 'table')} of {path} copied to {file}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `cloudtop backup`.")],
    data: Data = None,
) -> None:
    """Let a copy take the place of all tables; what was there is kept beside it. The house must be closed."""
    path = kept_in(data)
    tables, kept = bring_back(file, path)
    print(f"{some(tables, 'table')} of {file} brought back to {path}")
    if kept is not None:
        print(f"What was there before is kept in {kept}")


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go; it is made if need be.")],
    data: Data = None,
) -> None:
    """Write the record of every table to a folder; running games are sealed, so that nobody learns their secrets."""
    path = kept_in(data)
    broken = written = waiting = 0
    with closing(look_into(path)) as connection:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in all_rows(connection):
            try:
                if rows is None:
                    raise CloudtopError(f"rows of table {name} cannot be read")
                table = Table.rebuilt(name, rows)
            except CloudtopError as error:
                print(f"cloudtop: {' '.join(str(error).split())}", file=sys.stderr)
                broken += 1
                continue
            if table.dealt:
                save(table, folder)
                written += 1
            else:
                waiting += 1
    print(f"{some(written, 'record')} written to {folder}")
    if waiting:
        print(f"{some(waiting, 'table')} not dealt yet: nothing to write")
    if broken:
        print(f"{some(broken, 'table')} cannot be read and left out")
        raise typer.Exit(1)


def save(table: Table, folder: Path) -> None:
    """Write the record of a table, as whoever watches may have it."""
    from cloudtop.web.render.phrases import names_of

    record = replace(table.record_for([]), names=dict(enumerate(names_of(table, "en"))))
    target = folder / f"{table.game.name}-{table.name}.cloudtop"
    part = target.with_name(f".{target.name}")
    part.write_text(record.write(), encoding="utf-8")
    os.replace(part, target)
