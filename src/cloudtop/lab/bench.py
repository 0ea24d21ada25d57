"""How fast the rules run, against a yardstick measured in the same breath.

The yardstick Y is random chess with the package `chess`: list the legal moves, pick one, push it. Machines are
shared and noisy, so short slices of chess and of the game alternate and the median of their ratios counts.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from random import Random
from typing import Any

import cloudtop
from cloudtop.bots.search import Search, think
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.judge import Judge
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State
from cloudtop.core.view import plain

SLICE = 0.25
"""Seconds of each slice."""


def rate(work: Callable[[], int], seconds: float = SLICE) -> float:
    """How many units of work are done in a second."""
    done = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent


def yardstick() -> Callable[[], int]:
    """A random game of chess of at most 100 moves, as work."""
    try:
        import chess
    except ImportError:
        raise CloudtopError("the benchmark's yardstick needs the package 'chess': pip install chess") from None
    rng = Random(1)

    def play() -> int:
        board = chess.Board()
        for number in range(100):
            moves = list(board.legal_moves)
            if not moves:
                return number
            board.push(moves[int(rng.random() * len(moves))])
        return 100

    return play


def python_loop(state: State, rng: Random) -> int:
    """A random game driven from Python, every move checked: what a caller of the library writes."""
    moves = 0
    while turn := state.turn():
        seat = turn[0]
        legal = state.legal(seat)
        state.play(seat, legal[int(rng.random() * len(legal))])
        moves += 1
    return moves


def measure(game: Game, players: int, rounds: int) -> dict[str, float]:
    """Moves a second of this build, in all ways that matter, with Y from the same run."""
    start = game.deal(players=players, seed=1)
    limit = game.bounds(players, start.options).moves + 1
    rng = Random(1)
    works: dict[str, Callable[[], int]] = {
        "yardstick": yardstick(),
        "loop": lambda: random_playout(start.copy(), rng, limit),
        "python": lambda: python_loop(start.copy(), rng),
    }
    slices = {name: [rate(work) for _ in range(1)] for name, work in works.items()}
    for _ in range(rounds):
        for name, work in works.items():
            slices[name].append(rate(work))
    ratios = {
        f"{name}_in_y": statistics.median(
            speed / y for speed, y in zip(slices[name][1:], slices["yardstick"][1:], strict=True)
        )
        for name in ("loop", "python")
    }
    middle = start.copy()
    random_playout(middle, Random(2), limit // 3)
    copies = rate(lambda: sum(1 for _ in range(1000) if middle.copy() is not None))
    speeds = {name: statistics.median(found[1:]) for name, found in slices.items()}
    return {**speeds, **ratios, "copy_us": 1e6 / copies}


def measure_search(game: Game, players: int, rounds: int) -> dict[str, float]:
    """Iterations a second of the search from the opening position, with random rollouts, and Y from the same run."""
    start = game.deal(players=players, seed=1)
    limit = game.bounds(players, start.options).moves
    rng = Random(1)
    chess = yardstick()

    def grow() -> int:
        return think(start, start.mover(), Search(Judge(0.6), limit), rng, 200, 1e9)

    pairs = [(rate(chess), rate(grow)) for _ in range(rounds + 1)][1:]
    return {
        "yardstick": statistics.median(y for y, _ in pairs),
        "iterations": statistics.median(speed for _, speed in pairs),
        "iterations_in_y": statistics.median(speed / y for y, speed in pairs),
    }


MEASURES: dict[str, Callable[[Game, int, int], dict[str, float]]] = {"engine": measure, "search": measure_search}


def rules_build(game: Game) -> str:
    """Whether the rules of a game run as plain or as compiled code: a guest's may be plain in a compiled house."""
    state = type(game.deal(seed=0))
    file = str(getattr(sys.modules[state.__module__], "__file__", ""))
    return "compiled" if file.endswith(tuple(EXTENSION_SUFFIXES)) else "plain"


def measure_on(build: str, what: str, game: Game, players: int, rounds: int) -> dict[str, Any]:
    """A measurement in a process of its own, on plain or compiled code."""
    environment = {**os.environ, "CLOUDTOP_PURE": "1" if build == "plain" else "0"}
    command = [sys.executable, "-m", "cloudtop.lab.bench", what, game.name, str(players), str(rounds)]
    box = json.dumps(plain(game.box_data))
    run = subprocess.run(command, env=environment, input=box, capture_output=True, text=True, check=False)
    if run.returncode:
        raise CloudtopError(f"the benchmark of {build} code failed: {run.stderr.strip().splitlines()[-1]}")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def label(row: dict[str, Any]) -> str:
    """What was measured, for a table: the build of the house, and that of the rules where it is another."""
    return row["build"] if row["rules"] == row["build"] else f"{row['build']}, rules {row['rules']}"


def first_move_seconds(game: Game) -> float:
    """Seconds from the first import to the first move made, in a fresh process."""
    script = (
        "import time; start = time.perf_counter(); import cloudtop;"
        f"game = cloudtop.game({game.name!r}).with_box({plain(game.box_data)!r});"
        "state = game.deal(seed=1); seat = state.turn()[0];"
        "state.play(seat, state.legal(seat)[0]); print(time.perf_counter() - start)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(run.stdout)


if __name__ == "__main__":
    what, name, players, rounds = sys.argv[1:]
    measured = cloudtop.game(name).with_box(json.load(sys.stdin))
    builds = {"build": cloudtop.BUILD, "rules": rules_build(measured)}
    print(json.dumps(MEASURES[what](measured, int(players), int(rounds)) | builds))
