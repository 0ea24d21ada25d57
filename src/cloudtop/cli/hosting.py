"""The command that opens the house in the browser."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from cloudtop.cli.settings import CONTEXT, ConfigFile, as_variables, place_of_tables, unknown_variables
from cloudtop.core.errors import CloudtopError

app = typer.Typer(add_completion=False)
LOG = logging.getLogger("cloudtop.web")
LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


@app.command(context_settings=CONTEXT)
def serve(
    context: typer.Context,
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
        typer.Option(metavar="DAYS", help="Delete tables that have not changed for this number of days.", min=1),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Believe this proxy about the addresses of guests; may be repeated."),
    ] = None,
    address_limits: Annotated[
        float, typer.Option(metavar="FACTOR", help="Multiply every limit of one address by this.", min=0.1, max=1000)
    ] = 1.0,
    trusted: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="No limits for addresses in this network; may be repeated."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Keep tables in this PostgreSQL database, which other servers may share: postgresql://...",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Number of server processes sharing the port (needs --database).")
    ] = 1,
    admin_token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File with the admin password for /host and /metrics.")
    ] = None,
    admin_token: Annotated[
        str | None,
        typer.Option(
            metavar="WORD", help="The admin password itself; set it by variable, as others see command lines."
        ),
    ] = None,
    backup_every: Annotated[
        int | None, typer.Option(metavar="HOURS", help="Copy all tables at this interval.", min=1)
    ] = None,
    backup_keep: Annotated[int, typer.Option(help="Number of copies kept; the oldest are removed.", min=1)] = 7,
    backup_to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where copies go; without it `backups` beside the file of tables."),
    ] = None,
    log_format: Annotated[LogFormat, typer.Option(help="Write the log for people or for programs.")] = "text",
    log_level: Annotated[LogLevel, typer.Option(help="Write log lines of this level and above.")] = "info",
    log_requests: Annotated[bool, typer.Option("--log-requests", help="Log every request, without its keys.")] = False,
    config: ConfigFile = None,
) -> None:
    """Open the house in the browser: play with friends and bots."""
    from cloudtop.store import told
    from cloudtop.web.addresses import Addresses, networks
    from cloudtop.web.door import open_already
    from cloudtop.web.logs import log_to_stderr
    from cloudtop.web.processes import DOOR, end_with_parent, serve_together
    from cloudtop.web.serving import admin_word, check_boxes
    from cloudtop.web.serving import serve as open_house

    check_boxes()
    place = place_of_tables(context)
    check_processes(processes, place)
    word = admin_word(admin_token, admin_token_file)
    log_to_stderr(log_format, log_level, log_requests)
    plain = log_format == "text"
    number = os.environ.get(DOOR)
    for line in unknown_variables() if number is None else []:
        LOG.warning(line)
    if processes > 1 and number is None:
        # As variables: an address may hold a password, which does not belong into a list of processes.
        raise typer.Exit(serve_together(processes, host, port, as_variables(context.params), told(str(place)), plain))
    end_with_parent()
    door = None if number is None else open_already(int(number))
    open_house(
        host,
        port,
        place,
        browser,
        boxes,
        forget_after=forget_after,
        proxies=proxy or [],
        host_word=word,
        door=door,
        backup_every=backup_every,
        backup_keep=backup_keep,
        backup_to=backup_to,
        plain=plain,
        addresses=Addresses(address_limits, networks(trusted or [], "--trusted")),
    )


def check_processes(processes: int, place: Path | str | None) -> None:
    """Raise `CloudtopError` where several processes would not share a database."""
    if processes > 1 and not isinstance(place, str):
        raise CloudtopError("several processes share a database: --processes needs --database")
