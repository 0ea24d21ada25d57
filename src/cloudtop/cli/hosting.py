"""The command that opens the house in the browser."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from cloudtop.core.errors import CloudtopError

app = typer.Typer()
LogFormat = Literal["text", "json"]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets phones in.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; without it 8000, or a free one.", min=1, max=65535)
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The file that tables are kept in.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    boxes: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Offer the boxes in this folder; see `cloudtop box`.")
    ] = None,
    forget_after: Annotated[
        int | None,
        typer.Option("--forget-after", metavar="DAYS", help="Forget tables without a change for so many days.", min=1),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Believe this proxy about who comes through it; may be repeated."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="CLOUDTOP_DATABASE",
            help="Keep tables in this PostgreSQL database, which other servers may share: postgresql://...",
        ),
    ] = None,
    processes: Annotated[int, typer.Option(min=1, max=64, help="So many servers at one door; needs --database.")] = 1,
    admin_token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Who knows the word in this file sees the host's page, /host, and /metrics."),
    ] = None,
    backup_every: Annotated[
        int | None, typer.Option(metavar="HOURS", help="Copy all tables every so many hours.", min=1)
    ] = None,
    backup_keep: Annotated[int, typer.Option(help="Number of copies kept; the oldest are removed.", min=1)] = 7,
    backup_to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where copies go; without it `backups` beside the file of tables."),
    ] = None,
    log_format: Annotated[LogFormat, typer.Option(help="Lines of the log for people, or for programs.")] = "text",
    log_requests: Annotated[bool, typer.Option("--log-requests", help="Log every request, without its keys.")] = False,
) -> None:
    """Open the house in the browser: play with friends and bots."""
    from cloudtop.store import told
    from cloudtop.web.door import open_already
    from cloudtop.web.logs import log_to_stderr
    from cloudtop.web.processes import DOOR, serve_together
    from cloudtop.web.serving import check_boxes, word_in
    from cloudtop.web.serving import serve as open_house

    if database is not None and data is not None:
        raise CloudtopError("tables are kept in a file or in a database: --data or --database, not both")
    check_boxes()
    word = word_in(admin_token_file)
    number = os.environ.get(DOOR)
    if processes > 1 and number is None:
        if database is None:
            raise CloudtopError("several processes share a database: --processes needs --database")
        # The address may hold a password, which does not belong into a list of processes.
        os.environ["CLOUDTOP_DATABASE"] = database
        named = {
            "--boxes": boxes,
            "--forget-after": forget_after,
            "--admin-token-file": admin_token_file,
            "--backup-every": backup_every,
            "--backup-keep": backup_keep,
            "--backup-to": backup_to,
            "--log-format": log_format,
        }
        arguments = [part for name, value in named.items() if value is not None for part in (name, str(value))]
        arguments += [part for address in proxy or [] for part in ("--proxy", address)]
        arguments += ["--log-requests"] if log_requests else []
        serve_together(processes, host, port, arguments, told(database))
        return
    log_to_stderr(log_format, logging.INFO if log_requests else logging.WARNING)
    door = None if number is None else open_already(int(number))
    open_house(
        host,
        port,
        database or data,
        browser,
        boxes,
        forget_after=forget_after,
        proxies=proxy or [],
        host_word=word,
        door=door,
        backup_every=backup_every,
        backup_keep=backup_keep,
        backup_to=backup_to,
    )
