"""The command `cloudtop`."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

import cloudtop
from cloudtop.bots import BOTS, Bot, bot
from cloudtop.core.errors import BadBot, BadOption, BadPlayers, BadRecord, CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.words import check_language
from cloudtop.stage.paints import THEMES
from cloudtop.table import Table

app = typer.Typer(
    help="Cloudtop: four board games above the clouds, to play, to study and to train on.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench = typer.Typer(help="Measure how fast the house is.", no_args_is_help=True)
app.add_typer(bench, name="bench")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, for example skybridge.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
Language = Annotated[str, typer.Option("--lang", help="Language: en, fr or ja.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A record (*.cloudtop).")]


def show_version(wanted: bool) -> None:
    """Print the version and which build runs."""
    if wanted:
        print(f"cloudtop {cloudtop.__version__} ({cloudtop.BUILD}: {cloudtop.REASON})")
        raise typer.Exit


@app.callback()
def house(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Version and build.")
    ] = False,
) -> None:
    """Cloudtop: four board games above the clouds, to play, to study and to train on."""


def chosen_options(given: list[str] | None) -> dict[str, object]:
    """Options as typed: NAME=VALUE."""
    chosen: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen


def read_file(path: Path) -> Record:
    """The record in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no record: it is not UTF-8 text") from None
    return cloudtop.read_record(text)


def seated(seats: str, game: Game) -> tuple[int, dict[int, Bot]]:
    """How many play, and the bots among them, from a list such as `human,bot`."""
    names = [name.strip() for name in seats.split(",")]
    game.terms(len(names))
    bots: dict[int, Bot] = {}
    for seat, name in enumerate(names):
        if name == "human":
            continue
        if name != "bot" and name not in BOTS:
            raise BadBot(f"nobody called {name!r} can sit down; expected human, bot, {', '.join(BOTS)}")
        bots[seat] = bot("breeze" if name == "bot" else name)
    return len(names), bots


def bar() -> Progress:
    """A progress bar on standard error, where somebody watches."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def loaded(path: Path, seats: str) -> Table:
    """The table of a saved game; without a list of seats, its bots sit where they sat."""
    record = read_file(path)
    names = [record.names.get(seat, "human") for seat in range(record.players)]
    players, bots = seated(seats or ",".join(name if name in BOTS else "human" for name in names), record.game)
    if players != record.players:
        raise BadPlayers(f"{path} is a game for {record.players}, but {players} seats were given")
    people = {seat: name for seat, name in record.names.items() if name not in BOTS and seat not in bots}
    return Table(replace(record, names=people | {seat: sitting.name for seat, sitting in bots.items()}), bots)


@app.command()
def games() -> None:
    """List the games of the library."""
    for name in cloudtop.games():
        game = cloudtop.game(name)
        counts = f"{game.player_counts[0]}-{game.player_counts[-1]}"
        print(f"{name:<16} {counts:<4} {game.title()}: {game.words()('tagline')}")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game, for example skybridge.")] = None,
    seats: Annotated[
        str, typer.Option(help="Who sits where: human, bot, or a bot by name: calm, breeze, gale, storm, hurricane.")
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Deal from this seed; without it nobody knows the deal.")] = None,
    option: Options = None,
    lang: Language = "en",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal. Type ? for your moves, help for the rest."""
    from cloudtop.terminal.play import TerminalGame

    check_language(lang)
    if load is not None:
        if game is not None or seed is not None or option:
            raise CloudtopError("--load goes on with a saved game; leave out GAME, --seed and --option")
        table = loaded(load, seats)
    elif game is None:
        raise CloudtopError(f"say which game: cloudtop play GAME, one of {', '.join(cloudtop.games())}")
    else:
        found = cloudtop.game(game)
        alone = ["human"] + ["bot"] * (found.player_counts[0] - 1)
        players, bots = seated(seats or ",".join(alone), found)
        names = {seat: sitting.name for seat, sitting in bots.items()}
        table = Table.open(found, players, seed, chosen_options(option), names, bots)
    TerminalGame(table, lang, input, print, Path()).run()


@app.command()
def rules(game: GameName, lang: Language = "en") -> None:
    """Tell the rules of a game."""
    print(cloudtop.game(game).guide(lang).plain())


@app.command()
def show(
    file: File,
    lang: Language = "en",
    move: Annotated[int | None, typer.Option(help="The position after this move instead of the last one.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the position to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw it to this PNG file (needs Chromium).")] = None,
    theme: Annotated[str, typer.Option(help="Light of the picture: day or dusk.")] = "day",
    turn: Annotated[int, typer.Option(help="Quarter turns of the camera.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view is drawn; without it a spectator's.")] = None,
) -> None:
    """Print a game move by move, or draw one of its positions."""
    from cloudtop.terminal.picture import save_picture
    from cloudtop.terminal.reading import record_lines

    check_language(lang)
    if theme not in THEMES:
        raise CloudtopError(f"there is no theme {theme!r}; expected one of {', '.join(THEMES)}")
    record = read_file(file)
    if move is not None:
        if not 0 <= move <= len(record.moves):
            raise BadRecord(f"{file} has moves 0 to {len(record.moves)}, not {move}")
        record = record.upto(move)
    if svg is None and png is None:
        for line in record_lines(record, lang):
            print(line)
        return
    names = [record.names.get(place, "") for place in range(record.players)]
    picture = record.game.picture(record.end().view(seat), lang, theme, turn, names if any(names) else ())
    for path in (svg, png):
        if path is not None:
            save_picture(picture, path)
            print(f"drawn to {path}")


@app.command()
def verify(file: File) -> None:
    """Say whether a record is sound: every move legal, the result true."""
    record = read_file(file)
    over = record.end().outcome() is not None
    print(
        f"{file} is sound: {record.game.name}, {record.players} players, {len(record.moves)} moves,"
        f" {'finished' if over else 'unfinished'}"
    )


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1000,
    players: Annotated[int | None, typer.Option(help="How many seats, all random.")] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where instead: random,greedy,...")] = None,
    seed: Annotated[int, typer.Option(help="The run's seed.")] = 1,
    option: Options = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.", min=1)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let bots play many games and show lengths, scores and wins by seat."""
    from cloudtop.lab import simulate as lab

    found = cloudtop.game(game)
    count = found.terms(players).players
    names = [name.strip() for name in seats.split(",")] if seats else ["random"] * count
    if seats and players is not None and len(names) != players:
        raise BadPlayers(f"{players} players were asked for, but {len(names)} seats were given")
    with bar() as progress:
        task = progress.add_task(f"{game}, {len(names)} players", total=games)
        played = lab.simulate(
            found,
            games,
            names,
            seed,
            chosen_options(option),
            workers,
            lambda done: progress.advance(task, done),
        )
    result = lab.statistics(played, names)
    if as_json:
        print(json.dumps({"game": game, "seed": seed, **result}, indent=2))
    else:
        print_statistics(result)


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
    bots: Annotated[str, typer.Option(help="Who fights: two or more bots, parted by commas.")] = "hurricane,gale",
    games: Annotated[int, typer.Option(help="At least so many games; deals are always played out.", min=1)] = 200,
    players: Annotated[int | None, typer.Option(help="How many seats; the last bot fills the rest.")] = None,
    seed: Annotated[int, typer.Option(help="The match's seed.")] = 1,
    option: Options = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.", min=1)] = None,
    out: Annotated[Path | None, typer.Option(help="Keep finished games here, and go on from them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let bots fight on mirrored deals: every deal in all seat orders."""
    from cloudtop.lab import arena as lab

    found = cloudtop.game(game)
    names = [name.strip() for name in bots.split(",")]
    if players is not None:
        names += [names[-1]] * (players - len(names))
        if len(names) != players:
            raise BadPlayers(f"{players} players were asked for, but {len(names)} bots were named")
    with bar() as progress:
        task = progress.add_task(" - ".join(names), total=games)
        results = lab.match(
            found,
            names,
            games,
            seed,
            chosen_options(option),
            workers,
            out,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
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
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.", min=1)] = None,
    out: Annotated[Path | None, typer.Option(help="Write the table here; finished games are kept beside it.")] = None,
) -> None:
    """Let every level play the one below and the strongest play greedy; writes the table that the docs show."""
    from cloudtop.lab import ladder as lab

    found = cloudtop.game(game)
    page = out or Path(f"ladder-{game}.md")
    kept = page.with_suffix(".jsonl")
    with bar() as progress:
        tasks: dict[str, TaskID] = {}

        def show(pair: str, done: int, total: int) -> None:
            if pair not in tasks:
                tasks[pair] = progress.add_task(pair, total=total)
            progress.update(tasks[pair], completed=done)

        rungs = lab.climb(found, games, seed, kept, workers, show)
    command = f"cloudtop ladder {game} --games {games} --seed {seed}"
    text = lab.as_markdown(found, rungs, command, f"{date.today():%Y-%m-%d}")
    page.write_text(text, encoding="utf-8")
    print(text)


@bench.command("engine")
def bench_engine(
    game: Annotated[str, typer.Option(help="The game.")] = "skybridge",
    players: Annotated[int | None, typer.Option(help="How many play; every count if not given.")] = None,
    rounds: Annotated[int, typer.Option(help="Slices of each measurement.", min=1)] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Moves a second, plain and compiled, next to the yardstick Y: random chess in the same run."""
    from cloudtop.lab import bench as lab

    found = cloudtop.game(game)
    counts = [found.terms(players).players] if players is not None else list(found.player_counts)
    builds = ["plain", "compiled"] if cloudtop.BUILD == "compiled" else ["plain"]
    rows = []
    with Console(stderr=True).status("measuring"):
        for count in counts:
            for build in builds:
                rows.append({"players": count, **lab.measure_on(build, "engine", game, count, rounds)})
        start = lab.first_move_seconds(game)
    if as_json:
        print(json.dumps({"game": game, "rows": rows, "first_move_seconds": start}, indent=2))
        return
    grid = Grid("players", "build", "Y moves/s", "loop moves/s", "loop / Y", "from Python /s", "/ Y", "copy µs")
    for row in rows:
        grid.add_row(
            str(row["players"]),
            row["build"],
            f"{row['yardstick']:,.0f}",
            f"{row['loop']:,.0f}",
            f"{row['loop_in_y']:.1f}",
            f"{row['python']:,.0f}",
            f"{row['python_in_y']:.1f}",
            f"{row['copy_us']:.2f}",
        )
    Console(width=110).print(grid)
    print(f"from first import to first move: {start:.3f} s ({cloudtop.BUILD})")


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
            {"game": name, **lab.measure_on(build, "search", name, players, rounds)}
            for name in names
            for build in builds
        ]
    if as_json:
        print(json.dumps({"players": players, "rows": rows}, indent=2))
        return
    grid = Grid("game", "build", "Y moves/s", "iterations/s", "iterations / Y")
    for row in rows:
        speeds = (f"{row['yardstick']:,.0f}", f"{row['iterations']:,.0f}", f"{row['iterations_in_y']:.2f}")
        grid.add_row(row["game"], row["build"], *speeds)
    Console(width=110).print(grid)


def complain(message: str) -> NoReturn:
    """Say in one line what a user did wrong, and leave."""
    print(f"cloudtop: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def main() -> NoReturn:
    """Run the command; what a user did wrong is one line, never a traceback."""
    for stream in (sys.stdin, sys.stdout):
        # What a terminal cannot show, or types in another encoding, becomes a question mark.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
    except CloudtopError as error:
        complain(str(error))
    except typer.TyperException as error:
        # Without a command the help was shown already, and nothing is left to say.
        if message := error.format_message():
            complain(f"{message.rstrip('.')}; --help tells what there is")
        sys.exit(2)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        complain(f"{error.filename} cannot be used: {error.strerror}")
    sys.exit(code)
