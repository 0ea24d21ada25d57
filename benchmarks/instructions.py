"""What a move and an iteration of the search cost in two checkouts, in machine instructions.

    python benchmarks/instructions.py OTHER_CHECKOUT

Seconds depend on what else a machine does, instructions do not: valgrind's cachegrind counts them, in a process a
measurement, once with little work and once with more, so that starting up drops out of the difference. The last column
is what was spent there for one that is spent here: over 1 is cheaper now. Both checkouts must be compiled already.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cloudtop

HERE = Path(__file__).parent.parent
WORKS = {
    "loop": """
start = game.deal(players=players, seed=1, **terms)
limit = game.bounds(players, start.options).moves + 1
print(sum(random_playout(start.copy(), rng, limit) for _ in range(rounds)))
""",
    "search": """
start = game.deal(players=players, seed=1, **terms)
limit = game.bounds(players, start.options).moves
try:
    from cloudtop.core.judge import Judge
    search = lambda: Search(Judge(0.6), limit)
except ImportError:
    from cloudtop.bots.search import Guide
    search = lambda: Search(Guide(), 0.6, limit)
print(sum(think(start, start.mover(), search(), rng, 20, 1e9) for _ in range(rounds)))
""",
}
"""What is counted, as both checkouts understand it; it prints how much was done."""

ROUNDS = {"loop": (20, 220), "search": (2, 12)}
"""How often each is done: little work, and more."""

BEFORE = """
import sys
from random import Random
import cloudtop
from cloudtop.core.playout import random_playout
from cloudtop.bots.search import Search, think
assert cloudtop.BUILD == "compiled"
game, players, rounds, rng = cloudtop.game(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Random(1)
terms = {name: value for name, _, value in (word.partition("=") for word in sys.argv[4:]) if name in game.options}
"""


def counted(checkout: Path, work: str, game: str, players: int, rounds: int, terms: list[str]) -> tuple[int, int]:
    """Instructions spent and units done by a piece of work in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "CLOUDTOP_PURE": "0", "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/out"]
        command = [*tool, sys.executable, "-c", BEFORE + WORKS[work], game, str(players), str(rounds), *terms]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=checkout)
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
    for name in [asked.game] if asked.game else cloudtop.games():
        for players in cloudtop.game(name).player_counts:
            for work in WORKS:
                there, here = (cost(tree, work, name, players, asked.option) for tree in (asked.other.resolve(), HERE))
                row = f"| {name} | {players} | {work} | {there:,.0f} | {here:,.0f} | {there / here:.2f} |"
                print(row, flush=True)


if __name__ == "__main__":
    main()
