"""The command for designers: how a game balances, and what another box changes about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cloudtop.cli.arguments import Box, GameName, Language, Options, Ray, Seats, Workers, chosen_game, chosen_options
from cloudtop.cli.research import named_seats, watched
from cloudtop.games import open_box

app = typer.Typer()


@app.command()
def report(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games with each box.", min=1)] = 500,
    players: Annotated[int | None, typer.Option(help="How many seats, all greedy.")] = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="The run's seed.")] = 1,
    option: Options = None,
    box: Box = None,
    pieces: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play with this box too, and put both side by side.")
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
    language: Language = "en",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the page goes; GAME.html.")] = None,
) -> None:
    """Write a page on how a game balances: length, scores, wins by seat, what each piece is worth."""
    from cloudtop.lab import report as lab
    from cloudtop.lab.teams import team_of

    first = lab.Boxed(chosen_game(game, box), "" if box is None else open_box(box, game).name)
    boxes = [first]
    if pieces is not None:
        other = open_box(pieces, game)
        boxes.append(lab.Boxed(other.game, other.name))
    names = named_seats(first.game, players, seats, "greedy")
    page = out or Path(f"{game}.html")
    told = ["cloudtop", "report", game, "--seats", ",".join(names), "--games", str(games), "--seed", str(seed)]
    for name, given in (("--option", option or []), ("--box", [box]), ("--pieces", [pieces])):
        told += [part for value in given if value is not None for part in (name, str(value))]
    with watched(f"report on {game}") as hear:
        text = lab.report(
            boxes, games, names, seed, chosen_options(option), team_of(workers, ray), told, language, hear
        )
    page.write_text(text, encoding="utf-8")
    print(f"written to {page}")
