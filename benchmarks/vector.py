"""Agent steps a second of the vector environment, observations and masks included: `python benchmarks/vector.py`.

The actions are random legal ones, drawn in the same loop. Steps are counted by the clock, and by the processor time of
the learner and all workers together: that is what others' work on the machine changes least. The load is printed.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

import cloudtop
from cloudtop.lab.vector import GamesEnv

app = typer.Typer(add_completion=False)


class Measured(NamedTuple):
    """Steps in a while."""

    by_clock: float
    """Each second."""
    by_processor: float
    """Each second of processor time, of the learner and of all workers."""


def processor_seconds(many: GamesEnv) -> float:
    """Processor time of the learner and, on Linux, of its workers."""
    seconds = time.process_time()
    for process in many.processes:
        stat = Path(f"/proc/{process.pid}/stat")
        if stat.exists():
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def steps_a_second(name: str, players: int, games: int, workers: int, seconds: float, rounds: int) -> list[Measured]:
    """Some measurements of one game."""
    many = GamesEnv(name, games, players=players, workers=workers, copy=False)
    many.reset(seed=1)
    generator = np.random.default_rng(1)
    # Games that all began together would end together.
    for _ in range(200):
        many.step(many.sample(generator))
    found = []
    for _ in range(rounds):
        steps, start, used = 0, time.perf_counter(), processor_seconds(many)
        while time.perf_counter() - start < seconds:
            many.step(many.sample(generator))
            steps += games
        found.append(Measured(steps / (time.perf_counter() - start), steps / (processor_seconds(many) - used)))
    many.close()
    return found


def middle(rates: list[float]) -> str:
    """The middle of some rates, and from where to where they go."""
    rates = sorted(rates)
    return f"{rates[len(rates) // 2]:10,.0f} ({rates[0]:,.0f} to {rates[-1]:,.0f})"


@app.command()
def vector(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="Games at once.")] = 512,
    workers: Annotated[str, typer.Option(help="Processes; several numbers are parted by commas.")] = "1,2",
    seconds: Annotated[float, typer.Option(help="Length of a measurement.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Measurements.")] = 5,
) -> None:
    """Measure all games."""
    print(f"cloudtop {cloudtop.BUILD}, {games} games at once, {players} players, load {os.getloadavg()[0]:.1f}")
    print("agent steps each second of the clock | of processor time: middle (from, to)")
    for name in [game] if game else cloudtop.games():
        for count in map(int, workers.split(",")):
            found = steps_a_second(name, players, games, count, seconds, rounds)
            clock, processor = middle([one.by_clock for one in found]), middle([one.by_processor for one in found])
            print(f"{name:16} workers {count}: {clock} | {processor}")


if __name__ == "__main__":
    app()
