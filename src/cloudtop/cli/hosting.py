"""The command that opens the house in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


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
) -> None:
    """Open the house in the browser: play with friends and bots."""
    from cloudtop.web.serving import serve as open_house

    open_house(host, port, data, browser, boxes, forget_after=forget_after, proxies=proxy or [])
