"""What several commands are given, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cloudtop
from cloudtop.core.errors import BadOption
from cloudtop.core.game import Game
from cloudtop.games import open_box

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; `cloudtop games` lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
Language = Annotated[str, typer.Option("--lang", help="Language: en, fr or ja.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record (*.cloudtop).")]

Box = Annotated[
    Path | None,
    typer.Option("--box", metavar="FILE", help="Play with this box instead of the printed one; see `cloudtop box`."),
]
Workers = Annotated[int | None, typer.Option(help="Processes of this machine; all cores if not given.", min=1)]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster instead: auto, HOST:6379 or ray://HOST:10001."),
]
Rows = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep a row for each game here (.csv or .parquet), and go on from it."),
]
Seats = Annotated[
    str | None,
    typer.Option(
        "--bots", "--seats", metavar="BOTS", help="Who sits where instead: random,greedy,... or your own, module:Class."
    ),
]
OwnBot = Annotated[
    str | None, typer.Option(metavar="BOT", help="Measure this bot: a name, or your own as module:Class.")
]


def chosen_game(name: str, box: Path | None = None) -> Game:
    """The game of that name, with the box of a file if there is one."""
    return cloudtop.game(name) if box is None else open_box(box, cloudtop.game(name).name).game


def chosen_options(given: list[str] | None) -> dict[str, object]:
    """Options as typed: NAME=VALUE."""
    chosen: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen
