"""What a move and an iteration of the search cost in two checkouts, in machine instructions.

    python benchmarks/instructions.py OTHER_CHECKOUT

Seconds depend on what else a machine does, instructions do not: valgrind's cachegrind counts them, in a process a
measurement, once with little work and once with more, so that starting up drops out of the difference. The last column
is what was spent there for one that is spent here: over 1 is cheaper now. Both checkouts must be compiled already.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from checkouts import BEGINNING, HERE, WORKS, surroundings, tables

ROUNDS = {"loop": (20, 220), "python": (20, 120), "search": (1, 3)}
"""How often each is done: little work, and more."""

COUNT = "print(sum(unit() for _ in range(int(sys.argv[3]))))"


def counted(checkout: Path, work: str, game: str, players: int, rounds: int, terms: list[str]) -> tuple[int, int]:
    """Instructions spent and units done by a piece of work in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/out"]
        command = [
            *tool,
            sys.executable,
            "-c",
            BEGINNING + WORKS[work] + COUNT,
            game,
            str(players),
            str(rounds),
            *terms,
        ]
        run = subprocess.run(
            command, env=surroundings(checkout), capture_output=True, text=True, check=True, cwd=checkout
        )
    spent = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    assert spent is not None, run.stderr
    return int(spent[1].replace(",", "")), int(run.stdout.split()[-1])


def cost(checkout: Path, work: str, game: str, players: int, terms: list[str]) -> float:
    """Instructions for a unit of work."""
    few, more = (counted(checkout, work, game, players, rounds, terms) for rounds in ROUNDS[work])
    return (more[0] - few[0]) / (more[1] - few[1])


def main() -> None:
    """Count and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with, compiled in place")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--option", action="append", default=[], help="an option of the game, where it is known")
    asked = parser.parse_args()
    print("| game | players | what | there | here | there / here |")
    print("|---|---|---|---|---|---|")
    for name, players in tables(asked.game):
        for work in WORKS:
            there, here = (cost(tree, work, name, players, asked.option) for tree in (asked.other.resolve(), HERE))
            print(f"| {name} | {players} | {work} | {there:,.0f} | {here:,.0f} | {there / here:.2f} |", flush=True)


if __name__ == "__main__":
    main()
