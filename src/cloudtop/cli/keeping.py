"""Commands for hosts: copy the tables, bring a copy back, take all records home."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cloudtop.cli.settings import CONTEXT, ConfigFile, place_of_tables
from cloudtop.core.errors import CloudtopError
from cloudtop.store import StoreFault, told
from cloudtop.store.file import all_rows, back_up, look_into
from cloudtop.store.file import restore as bring_back
from cloudtop.store.moving import copy_database, is_database
from cloudtop.store.moving import move as move_all
from cloudtop.store.opening import NO_DRIVER
from cloudtop.store.proof import proved_copy
from cloudtop.table import Table

app = typer.Typer()

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="The file that tables are kept in; without it the usual one."),
]


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="ADDRESS",
        help="The PostgreSQL database that tables are kept in, if they are in none of our files.",
    ),
]


def file_in(context: typer.Context, tool: str) -> Path:
    """The file that tables are kept in; `CloudtopError` for a database, which has tools of its own for that."""
    place = kept_in(context)
    if isinstance(place, str):
        raise CloudtopError(f"{told(place)} is a PostgreSQL database: use {tool}; see docs/keeping.md")
    return place


def kept_in(context: typer.Context) -> Path | str:
    """The file or the database that tables are kept in."""
    from cloudtop.web.serving import data_file

    return place_of_tables(context) or data_file()


def some(count: int, thing: str) -> str:
    """So many things in words.

    >>> some(1, "table"), some(3, "table")
    ('1 table', '3 tables')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


@app.command(context_settings=CONTEXT)
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; it must not be there yet.")],
    data: Data = None,
    database: Database = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Then restore the copy into a temporary house and replay every table."),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Copy all tables to a file, also while the house is open; with --prove a copy that is there already is tried."""
    place = kept_in(context)
    if prove and file.exists():
        print(f"{file} is there already: it is proved, and nothing is copied")
    elif isinstance(place, str):
        print(f"{some(copy_database(place, file), 'table')} of {told(place)} copied to {file}")
    else:
        print(f"{some(back_up(place, file), 'table')} of {place} copied to {file}")
    if prove:
        proved = proved_copy(file)
        for fault in proved.faults:
            print(f"cloudtop: {fault}", file=sys.stderr)
        print(f"{some(proved.tables, 'table')} restored, {some(proved.moves, 'move')} replayed")
        if proved.faults:
            print(f"{some(len(proved.faults), 'table')} cannot be replayed")
            raise typer.Exit(1)


@app.command(context_settings=CONTEXT)
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `cloudtop backup`.")],
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Let a copy take the place of all tables; what was there is kept beside it. The house must be closed."""
    path = file_in(context, f"`cloudtop move {file} ADDRESS` into an empty one, or pg_restore for a copy of pg_dump")
    tables, kept = bring_back(file, path)
    print(f"{some(tables, 'table')} of {file} brought back to {path}")
    if kept is not None:
        print(f"What was there before is kept in {kept}")


@app.command()
def move(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file of tables, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; it must be empty.")],
) -> None:
    """Move all tables from a file to a PostgreSQL database, or back; the house must be closed. FROM stays as it is."""
    from cloudtop.cli.research import bar

    with bar() as progress:
        task = progress.add_task("copying and comparing", total=None)
        moved = move_all(source, target, lambda done, total: progress.update(task, completed=done, total=total))
    to = told(target) if is_database(target) else target
    print(f"{some(moved.tables, 'table')} moved to {to}: {some(moved.rows, 'row')}, {some(moved.guests, 'visit')}")
    print(f"Read again and compared: both have the digest {moved.digest}. What it came from is unchanged.")
    print(f"Open the house there: cloudtop serve {'--database ADDRESS' if is_database(target) else f'--data {target}'}")


@app.command(context_settings=CONTEXT)
def export(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go; it is made if need be.")],
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Write the record of every table to a folder; running games are sealed, so that nobody learns their secrets."""
    broken = written = waiting = 0
    with ExitStack() as opened:
        tables = tables_in(kept_in(context), opened)
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables:
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


def tables_in(place: Path | str, opened: ExitStack) -> Iterator[tuple[str, list[str] | None]]:
    """Every table with its rows, wherever they are kept; None for rows that cannot be read."""
    if isinstance(place, Path):
        return all_rows(opened.enter_context(closing(look_into(place))))
    try:
        from cloudtop.store.database import all_rows as all_of_database
        from cloudtop.store.database import looked_into
    except ImportError:
        raise StoreFault(NO_DRIVER) from None
    return ((name, rows) for name, rows in all_of_database(opened.enter_context(looked_into(place))))


def save(table: Table, folder: Path) -> None:
    """Write the record of a table, as whoever watches may have it."""
    from cloudtop.web.render.phrases import names_of

    record = replace(table.record_for([]), names=dict(enumerate(names_of(table, "en"))))
    target = folder / f"{table.game.name}-{table.name}.cloudtop"
    part = target.with_name(f".{target.name}")
    part.write_text(record.write(), encoding="utf-8")
    os.replace(part, target)
