"""The conformance run on plain and on compiled code, side by side.

Both builds play the same random games; every promise of the contract is checked on the way, and at the end
the digests of all moves and results are compared. With `--move` one position of one game is shown instead, with
whatever is wrong there: the line that tells of a broken promise ends with this command.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import Progress

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game, Value, written
from cloudtop.testing.conformance import all_terms, trials
from cloudtop.testing.fuzz import fuzz
from cloudtop.testing.showing import asked_game, shown_again

OneOfTerms = tuple[int, dict[str, Value]]
"""How many play, and every option."""
Found = list[dict[str, Any]]
"""A trial a row, with the name of its game."""


def main() -> int:
    """Run what the command line asks for; 0 if every promise was kept."""
    parser = argparse.ArgumentParser(prog="python -m cloudtop.testing", description=__doc__)
    parser.add_argument("--game", help="only this game (default: all): its name, or package.module:OBJECT")
    parser.add_argument("--players", type=int, help="only with so many players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="only with this option")
    parser.add_argument("--move", type=int, metavar="N", help="show the game of this seed after N moves")
    parser.add_argument("--games", type=int, default=2000, help="random games for each set of terms")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fuzz", type=int, metavar="N", help="instead, spoil so many written positions of each game")
    parser.add_argument("--here", action="store_true", help="only on the build this process runs; a JSON row a trial")
    asked = parser.parse_args()
    try:
        games = [asked_game(asked.game)] if asked.game else [cloudtop.game(name) for name in cloudtop.games()]
        terms = asked_terms(games, asked.players, asked.option)
        if asked.move is not None:
            return show(games, terms, asked.seed, asked.move)
        if asked.fuzz:
            return spoil_positions(games, asked.fuzz, asked.seed)
        if asked.here or terms is not None:
            return play_here(games, asked.games, asked.seed, terms)
        return play_on_both([asked.game] if asked.game else list(cloudtop.games()), asked.games, asked.seed)
    except CloudtopError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 1


def asked_terms(games: list[Game], players: int | None, options: list[str]) -> OneOfTerms | None:
    """The terms that were named, of one game; None where none were."""
    if players is None and not options:
        return None
    if len(games) > 1:
        raise CloudtopError("--players and --option go with --game")
    given = dict(option.partition("=")[::2] for option in options)
    terms = games[0].terms(players, given)
    return terms.players, terms.options


def show(games: list[Game], terms: OneOfTerms | None, seed: int, move: int) -> int:
    """Show a position again; 1 if something is wrong there."""
    if len(games) > 1:
        raise CloudtopError("--move goes with --game")
    players, options = terms or (games[0].player_counts[0], {})
    lines = list(shown_again(games[0], players, options, seed, move))
    print("\n".join(lines))
    return int("broken promise" in lines[-1])


def play_here(games: list[Game], count: int, seed: int, only: OneOfTerms | None = None) -> int:
    """Play on this build and print each trial as soon as it is done."""
    for game in games:
        for trial in trials(game, count, seed, None if only is None else [only]):
            print(json.dumps({"game": game.name, **trial._asdict()}), flush=True)
    return 0


def spoil_positions(games: list[Game], count: int, seed: int) -> int:
    """Spoil written positions of each game on this build."""
    for game in games:
        found = fuzz(game, count, seed)
        came = f"{found.refused} refused, {found.accepted} accepted and played out"
        print(f"{game.name}: of {count} spoilt positions {came}")
    return 0


def play_on_both(names: list[str], games: int, seed: int) -> int:
    """Play on plain and on compiled code, a game on each core at a time, and compare."""
    builds = ["plain", "compiled"] if cloudtop.BUILD == "compiled" else ["plain"]
    if builds == ["plain"]:
        print(f"Only plain code can be run here ({cloudtop.REASON}).", file=sys.stderr)
    total = sum(1 for name in names for _ in all_terms(asked_game(name)))
    with Progress(console=Console(stderr=True), transient=True) as progress, ThreadPoolExecutor(os.cpu_count()) as pool:
        # Plain code takes longer, so it goes first.
        runs = [
            [pool.submit(play_on, build, name, games, seed, partial(progress.advance, bar)) for name in names]
            for build in builds
            for bar in [progress.add_task(build, total=total)]
        ]
        found = [together([run.result() for run in of_build]) for of_build in runs]
    return report(builds, found)


def together(found: list[Found | None]) -> Found | None:
    """The rows of all games; None if a promise was broken in one of them."""
    return None if None in found else [row for rows in found for row in rows or ()]


def play_on(build: str, name: str, games: int, seed: int, done: Callable[[], object]) -> Found | None:
    """Play a game in a process of its own on one build; None if a promise was broken there."""
    words = ["--here", "--game", name, "--games", str(games), "--seed", str(seed)]
    command = [sys.executable, "-m", "cloudtop.testing", *words]
    environment = {**os.environ, "CLOUDTOP_PURE": "1" if build == "plain" else "0"}
    rows: Found = []
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            rows.append(json.loads(line))
            done()
    if run.returncode:
        print(f"conformance: {name} failed on {build} code", file=sys.stderr)
        return None
    return rows


def report(builds: list[str], found: list[Found | None]) -> int:
    """Print what was played, and whether the builds agree to the last move."""
    rows = found[0]
    if rows is None or None in found:
        return 1
    for row in rows:
        options = " ".join(f"{name}={written(value)}" for name, value in row["options"].items())
        print(
            f"{row['game']} {row['players']}p {options}: {row['games']} games, {row['moves']} moves, longest"
            f" {row['longest']}, widest {row['widest']}, scores {row['lowest']} to {row['highest']}, {row['digest']}"
        )
    if any(other != rows for other in found):
        print("conformance: plain and compiled code differ", file=sys.stderr)
        return 1
    total = sum(row["games"] for row in rows)
    print(f"{total} random games without a breach of contract, identical on {' and '.join(builds)} code")
    return 0


if __name__ == "__main__":
    sys.exit(main())
