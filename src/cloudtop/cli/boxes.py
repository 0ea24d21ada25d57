"""Commands for owners: take the printed box, change it, and see what the change does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

import cloudtop
from cloudtop.cli.arguments import GameName, Options, chosen_options
from cloudtop.cli.research import watched
from cloudtop.core.box import differences, read_box, totals
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.view import plain
from cloudtop.games import open_box

app = typer.Typer()
box = typer.Typer(help="Play with a box of your own.", no_args_is_help=True)
app.add_typer(box, name="box")

SEATED = ("random", "greedy")
"""The bots that try a box, at all seats."""
BoxPath = Annotated[Path, typer.Argument(metavar="FILE", help="A box (*.toml).")]


@box.command("export")
def export(
    game: GameName,
    file: BoxPath,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write the printed box of a game to a file, to be changed."""
    found = cloudtop.game(game)
    if file.exists() and not force:
        raise CloudtopError(f"{file} is there already; --force writes over it")
    file.write_text(f'game = "{found.name}"\n\n{found.box_text()}', encoding="utf-8")
    print(f"written to {file}; change it, then: cloudtop box check {file}")


@box.command("check")
def check(
    file: BoxPath,
    game: Annotated[str | None, typer.Option(help="The game, where the file does not name it.")] = None,
    games: Annotated[int, typer.Option(help="How many games try each box; 0 for none.", min=0)] = 500,
    players: Annotated[int | None, typer.Option(help="How many play; two, or as few as may.")] = None,
    seed: Annotated[int, typer.Option(help="The run's seed.")] = 1,
    option: Options = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.", min=1)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what is wrong with a box; or what it changes, and how it plays beside the printed one."""
    found = open_box(file, game)
    printed = cloudtop.game(found.game.name)
    before, after = read_box(printed.box_text()), dict(plain(found.game.box_data or read_box(printed.box_text())))
    changed = list(differences(before, after))
    counts = list(differences(dict(totals(before)), dict(totals(after))))
    tried = balance(printed, found.game, games, players, seed, chosen_options(option), workers) if games else []
    if as_json:
        told = {"game": printed.name, "name": found.name, "changes": changed, "counts": counts, "balance": tried}
        print(json.dumps(told, indent=2))
        return
    print(f"{file} is a sound box of {printed.name}: {found.name}")
    print_lines("what it changes", changed)
    print_lines("sums and lengths of lists", counts)
    if tried:
        print_balance(tried)


def balance(
    printed: Game,
    own: Game,
    games: int,
    players: int | None,
    seed: int,
    options: dict[str, object],
    workers: int | None,
) -> list[dict[str, Any]]:
    """How both boxes play, with the same seeds, for each kind of bot."""
    from cloudtop.lab.simulate import simulate, statistics

    usual = 2 if 2 in own.player_counts else own.player_counts[0]
    rows = []
    for name in SEATED:
        for title, game in (("printed", printed), ("yours", own)):
            seats = [name] * (players or usual)
            with watched(f"{title}, {name}") as hear:
                played = simulate(game, games, seats, seed, options, workers, progress=hear)
            rows.append({"bots": name, "box": title, **statistics(played, seats)})
    return rows


def print_lines(title: str, lines: list[str]) -> None:
    """Some lines below a title."""
    print(f"\n{title}:" if lines else f"\n{title}: nothing")
    for line in lines:
        print(f"  {line}")


def print_balance(tried: list[dict[str, Any]]) -> None:
    """How both boxes play, side by side."""
    print(f"\nhow it plays ({tried[0]['games']} games each; wins with their 95 % interval):")
    grid = Grid("bots", "", *(f"{row['box']}" for row in tried[:2]))
    for printed, own in zip(tried[::2], tried[1::2], strict=True):
        grid.add_row(printed["bots"], "moves", *(length(row["moves"]) for row in (printed, own)))
        for seats in zip(printed["seats"], own["seats"], strict=True):
            grid.add_row("", f"seat {seats[0]['seat']} score", *(length(seat["score"]) for seat in seats))
            grid.add_row("", f"seat {seats[0]['seat']} wins", *(wins(seat) for seat in seats))
        shared = (f"{row['shared_wins']}, {row['draws']}" for row in (printed, own))
        grid.add_row("", "shared wins, draws", *shared, end_section=True)
    Console(width=110).print(grid)


def length(spread: dict[str, Any]) -> str:
    """A mean and its range."""
    return f"{spread['mean']:.1f} ± {spread['deviation']:.1f} ({spread['lowest']} to {spread['highest']})"


def wins(seat: dict[str, Any]) -> str:
    """How often a seat wins."""
    low, high = seat["interval"]
    return f"{seat['win_rate']:.1%} ({low:.1%} to {high:.1%})"
