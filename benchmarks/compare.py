"""Two checkouts of the house, measured side by side in one run, to see whether the engine is as fast as it was.

    python benchmarks/compare.py OTHER_CHECKOUT

Slices of both alternate, each in a process of its own with random chess beside it, so that whatever else the machine
does meets both alike. The ratio of a game is the median over the pairs of slices. Both must be compiled there already.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import cloudtop

HERE = Path(__file__).parent.parent
MEASURES = {"engine": ("loop_in_y", "python_in_y"), "search": ("iterations_in_y",)}
"""What `cloudtop.lab.bench` measures, and which of its numbers are compared."""


def measured(checkout: Path, what: str, game: str, players: int) -> dict[str, Any]:
    """One slice in a checkout, on compiled code."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "CLOUDTOP_PURE": "0"}
    command = [sys.executable, "-m", "cloudtop.lab.bench", what, game, str(players), "2"]
    # Nothing on standard input stands for the printed box.
    run = subprocess.run(
        command, env=environment, input="null", capture_output=True, text=True, check=True, cwd=checkout
    )
    found: dict[str, Any] = json.loads(run.stdout)
    if found["build"] != "compiled":
        sys.exit(f"{checkout} does not run compiled code")
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with, compiled in place")
    parser.add_argument("--pairs", type=int, default=5, help="how many pairs of slices (default 5)")
    parser.add_argument("--game", help="only this game")
    asked = parser.parse_args()
    other = asked.other.resolve()
    print("| game | players | what | there | here | here / there |")
    print("|---|---|---|---|---|---|")
    for name in [asked.game] if asked.game else cloudtop.games():
        for players in cloudtop.game(name).player_counts:
            for what, numbers in MEASURES.items():
                pairs = [
                    (measured(other, what, name, players), measured(HERE, what, name, players))
                    for _ in range(asked.pairs)
                ]
                for number in numbers:
                    there, here = (statistics.median(pair[side][number] for pair in pairs) for side in (0, 1))
                    ratio = statistics.median(now[number] / then[number] for then, now in pairs)
                    print(f"| {name} | {players} | {number} | {there:.2f} | {here:.2f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
