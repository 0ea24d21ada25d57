"""What several commands are given, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cloudtop
from cloudtop.core.box import read_box
from cloudtop.core.errors import BadOption, BadPieces
from cloudtop.core.game import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; `cloudtop games` lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
Language = Annotated[str, typer.Option("--lang", help="Language: en, fr or ja.")]
Box = Annotated[
    Path | None,
    typer.Option("--box", metavar="FILE", help="Play with the pieces of this file instead of the usual ones."),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record (*.cloudtop).")]


def chosen_options(given: list[str] | None) -> dict[str, object]:
    """Options as typed: NAME=VALUE."""
    chosen: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen


def asked_game(name: str, box: Path | None) -> Game:
    """The game of that name, with the box of a file if one is given."""
    game = cloudtop.game(name)
    if box is None:
        return game
    try:
        return game.boxed(read_box(box.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadPieces(f"the box {box} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadPieces(f"the box {box} is not UTF-8 text") from None
