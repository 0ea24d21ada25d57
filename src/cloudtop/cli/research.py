"""Commands for researchers: simulate, let bots fight, measure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

import cloudtop
from cloudtop.cli.arguments import (
    Box,
    GameName,
    Options,
    OwnBot,
    Ray,
    Rows,
    Seats,
    Workers,
    chosen_game,
    chosen_options,
)
from cloudtop.core.errors import BadPlayers
from cloudtop.core.game import Game
from cloudtop.games import open_box

app = typer.Typer()
bench = typer.Typer(help="Measure how fast the house is.", no_args_is_help=True)
app.add_typer(bench, name="bench")


def bar() -> Progress:
    """A progress bar on standard error, where somebody watches."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


@contextmanager
def watched(what: str, kept: Path | None = None) -> Iterator[Callable[[int, int], None]]:
    """A bar that hears how far a run has come; whoever stops it is told how it goes on."""
    with bar() as progress:
        task = progress.add_task(what, total=None)
        far = [0, 0]

        def hear(done: int, total: int) -> None:
            far[:] = done, total
            progress.update(task, completed=done, total=total)

        try:
            yield hear
        except KeyboardInterrupt:
            progress.stop()
            further = f"; the same command goes on from {kept}" if kept else ""
            print(f"stopped after {far[0]} of {far[1]} games{further}", file=sys.stderr)
            raise


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1000,
    players: Annotated[int | None, typer.Option(help="How many seats, all random.")] = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="The run's seed.")] = 1,
    option: Options = None,
    box: Box = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Rows = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let bots play many games and show lengths, scores and wins by seat."""
    from cloudtop.lab import simulate as lab

    found = chosen_game(game, box)
    names = named_seats(found, players, seats, "random")
    with watched(f"{game}, {len(names)} players", out) as hear:
        played = lab.simulate(found, games, names, seed, chosen_options(option), workers, out, hear, ray)
    result = lab.statistics(played)
    if as_json:
        print(json.dumps({"game": game, "seed": seed, **result}, indent=2))
    else:
        print_statistics(result)
        for verdict, count in result["verdicts"].items():
            print(f"{count / games:6.1%}  {found.words('en')(verdict)}")


def named_seats(game: Game, players: int | None, seats: str | None, usual: str) -> list[str]:
    """Who sits where: the bots that were named, or the usual one at every seat."""
    count = game.terms(players).players
    names = [name.strip() for name in seats.split(",")] if seats else [usual] * count
    if seats and players is not None and len(names) != players:
        raise BadPlayers(f"{players} players were asked for, but {len(names)} seats were given")
    return names


def print_statistics(result: dict[str, Any]) -> None:
    """What a run shows, as a small table."""
    length = result["moves"]
    print(f"{result['games']} games; {length['mean']:.1f} moves (from {length['lowest']} to {length['highest']})")
    grid = Grid("seat", "bot", "wins", "95 % interval", "score", "deviation", "lowest", "highest")
    for row in result["seats"]:
        low, high = row["interval"]
        score = row["score"]
        grid.add_row(
            str(row["seat"]),
            row["bot"],
            f"{row['win_rate']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{score['mean']:.1f}",
            f"{score['deviation']:.1f}",
            str(score["lowest"]),
            str(score["highest"]),
        )
    Console(width=110).print(grid)
    print(f"shared wins: {result['shared_wins']}, draws: {result['draws']}")


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Who fights: two or more bots, parted by commas; your own as module:Class.")
    ] = "hurricane,gale",
    games: Annotated[int, typer.Option(help="At least so many games; deals are always played out.", min=1)] = 200,
    players: Annotated[int | None, typer.Option(help="How many seats; the last bot fills the rest.")] = None,
    seed: Annotated[int, typer.Option(help="The match's seed.")] = 1,
    option: Options = None,
    box: Box = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Rows = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let bots fight on mirrored deals: every deal in all seat orders."""
    from cloudtop.lab import arena as lab

    found = chosen_game(game, box)
    names = [name.strip() for name in bots.split(",")]
    if players is not None:
        names += [names[-1]] * (players - len(names))
        if len(names) != players:
            raise BadPlayers(f"{players} players were asked for, but {len(names)} bots were named")
    with watched(" - ".join(names), out) as hear:
        results = lab.match(found, names, games, seed, chosen_options(option), workers, out, hear, ray)
    rows = lab.standings(results)
    if as_json:
        print(json.dumps({"game": game, "seed": seed, "games": len(results), "bots": rows}, indent=2))
        return
    grid = Grid("bot", "games", "wins", "95 % interval", "margin", "score")
    for row in rows:
        low, high = row["interval"]
        grid.add_row(
            row["bot"],
            str(row["games"]),
            f"{row['win_rate']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{row['margin']['mean']:+.1f}",
            f"{row['score']['mean']:.1f}",
        )
    Console(width=110).print(grid)


@app.command()
def ladder(
    game: GameName,
    games: Annotated[int, typer.Option(help="At least so many games a match.", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="The ladder's seed.")] = 1,
    bot: OwnBot = None,
    box: Box = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option(help="Write the table here; finished games are kept beside it.")] = None,
) -> None:
    """Let every level play the one below and the strongest play greedy, or one bot every rung; writes the table."""
    from cloudtop.lab import ladder as lab

    found = chosen_game(game, box)
    page = out or Path(f"ladder-{game}.md")
    kept = page.with_suffix(".csv")
    with watched(f"ladder of {game}", kept) as hear:
        rungs = lab.climb(found, games, seed, kept, workers, hear, ray, bot)
    command = f"cloudtop ladder {game} --games {games} --seed {seed}" + (f" --bot {bot}" if bot else "")
    command += f" --box {box}" if box else ""
    text = lab.as_markdown(found, rungs, command, f"{date.today():%Y-%m-%d}")
    page.write_text(text, encoding="utf-8")
    print(text)


@app.command()
def baselines(
    games: Annotated[int, typer.Option(help="Games of each contest; bots that think long play fewer.", min=1)] = 200,
    against: Annotated[str, typer.Option(help="Opponents, parted by commas.")] = "random,greedy",
    bot: OwnBot = None,
    seed: Annotated[int, typer.Option(help="The tables' seed.")] = 1,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    players: Annotated[int | None, typer.Option(help="Only with this number of players.")] = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Rows = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tables between the markers of this page.")
    ] = None,
) -> None:
    """Measure all bots, or one of your own, against opponents that are all alike: the tables to compare with."""
    from cloudtop.lab import baselines as lab

    names = [game] if game else cloudtop.games()
    opponents = [name.strip() for name in against.split(",")]
    contests = lab.contests(names, players, opponents, None if bot is None else [bot])
    with watched("baselines", out) as hear:
        rows = lab.measure(contests, games, seed, workers, out, hear, ray)
    given = {"--bot": bot, "--game": game, "--players": players}
    only = "".join(f" {name} {value}" for name, value in given.items() if value is not None)
    tables = lab.as_markdown(rows, f"cloudtop baselines --games {games} --against {against} --seed {seed}{only}")
    if page is not None:
        page.write_text(lab.with_tables(page.read_text(encoding="utf-8"), tables), encoding="utf-8")
    print(tables)


@bench.command("engine")
def bench_engine(
    game: Annotated[str | None, typer.Option(help="The game; every game if not given.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play; every count if not given.")] = None,
    rounds: Annotated[int, typer.Option(help="Slices of each measurement.", min=1)] = 7,
    box: Box = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Moves a second, plain and compiled, next to the yardstick Y: random chess in the same run."""
    from cloudtop.lab import bench as lab

    if box is not None:
        measured = [open_box(box, game).game]
    else:
        measured = [cloudtop.game(name) for name in ([game] if game else cloudtop.games())]
    builds = ["plain", "compiled"] if cloudtop.BUILD == "compiled" else ["plain"]
    rows: list[dict[str, Any]] = []
    with Console(stderr=True).status("measuring"):
        for found in measured:
            for count in [found.terms(players).players] if players is not None else found.player_counts:
                for build in builds:
                    row = lab.measure_on(build, "engine", found, count, rounds)
                    rows.append({"game": found.name, "players": count, **row})
        starts = {found.name: lab.first_move_seconds(found) for found in measured}
    if as_json:
        print(json.dumps({"rows": rows, "first_move_seconds": starts}, indent=2))
        return
    grid = Grid("game", "players", "build", "Y moves/s", "loop moves/s", "loop / Y", "from Python /s", "/ Y", "copy µs")
    for row in rows:
        grid.add_row(
            row["game"],
            str(row["players"]),
            lab.label(row),
            f"{row['yardstick']:,.0f}",
            f"{row['loop']:,.0f}",
            f"{row['loop_in_y']:.1f}",
            f"{row['python']:,.0f}",
            f"{row['python_in_y']:.1f}",
            f"{row['copy_us']:.2f}",
        )
    Console(width=120).print(grid)
    for name, seconds in starts.items():
        print(f"{name}: {seconds:.3f} s from first import to first move ({cloudtop.BUILD})")


@bench.command("search")
def bench_search(
    game: Annotated[str | None, typer.Option(help="The game; every game if not given.")] = None,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    rounds: Annotated[int, typer.Option(help="Slices of each measurement.", min=1)] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Iterations a second of the search, from the opening with random rollouts, next to Y in the same run."""
    from cloudtop.lab import bench as lab

    names = [cloudtop.game(game).name] if game else list(cloudtop.games())
    builds = ["plain", "compiled"] if cloudtop.BUILD == "compiled" else ["plain"]
    with Console(stderr=True).status("measuring"):
        rows = [
            {"game": name, **lab.measure_on(build, "search", cloudtop.game(name), players, rounds)}
            for name in names
            for build in builds
        ]
    if as_json:
        print(json.dumps({"players": players, "rows": rows}, indent=2))
        return
    grid = Grid("game", "build", "Y moves/s", "iterations/s", "iterations / Y")
    for row in rows:
        speeds = (f"{row['yardstick']:,.0f}", f"{row['iterations']:,.0f}", f"{row['iterations_in_y']:.2f}")
        grid.add_row(row["game"], lab.label(row), *speeds)
    Console(width=110).print(grid)
