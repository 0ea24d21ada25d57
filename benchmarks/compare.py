"""Two checkouts of the house, measured side by side in one run, to see whether the engine is as fast as it was.

    python benchmarks/compare.py OTHER_CHECKOUT

Each plays in a process of its own, and they take turns, a quarter of a second of processor time each: whatever else the
machine does meets both alike. What counts is the median over the pairs of neighbouring slices; next to it stands the
range in which the middle half of the pairs lies. Both must be compiled there already.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from checkouts import BEGINNING, HERE, WORKS, surroundings, tables

SLICE = 0.25
"""Seconds of processor time that a slice takes."""

ON_REQUEST = """
unit()
for _ in sys.stdin:
    done, begun, spent = 0, time.process_time(), 0.0
    while spent < float(sys.argv[3]):
        done += unit()
        spent = time.process_time() - begun
    print(done / spent, flush=True)
"""


def worker(checkout: Path, work: str, game: str, players: int, terms: list[str]) -> subprocess.Popen[str]:
    """A process that plays a slice whenever it is sent a line, and tells how much it did in a second."""
    program = BEGINNING + WORKS[work] + ON_REQUEST
    command = [sys.executable, "-c", program, game, str(players), str(SLICE), *terms]
    around = surroundings(checkout)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=around, cwd=checkout, stdin=pipe, stdout=pipe, text=True)


def slice_of(process: subprocess.Popen[str]) -> float:
    """How much is done in a second, over one slice."""
    asking, answer = process.stdin, process.stdout
    assert asking is not None
    assert answer is not None
    asking.write("go\n")
    asking.flush()
    return float(answer.readline())


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with, compiled in place")
    parser.add_argument("--pairs", type=int, default=20, help="how many pairs of slices (default 20)")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--option", action="append", default=[], help="an option of the game, where it is known")
    asked = parser.parse_args()
    trees = (asked.other.resolve(), HERE)
    print("| game | players | what | there, a second | here | here / there | middle half |")
    print("|---|---|---|---|---|---|---|")
    for name, players in tables(asked.game):
        for work in WORKS:
            with ExitStack() as both:
                there, here = (both.enter_context(worker(tree, work, name, players, asked.option)) for tree in trees)
                pairs = [(slice_of(there), slice_of(here)) for _ in range(asked.pairs)]
            then, now = (statistics.median(side) for side in zip(*pairs, strict=True))
            low, ratio, high = statistics.quantiles((after / before for before, after in pairs), n=4)
            row = f"| {name} | {players} | {work} | {then:,.0f} | {now:,.0f} | {ratio:.2f} | {low:.2f}-{high:.2f} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
