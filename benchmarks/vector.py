"""Agent steps a second of the vector environment, observations and masks included: `python benchmarks/vector.py`.

The actions are random legal ones, drawn in the same loop. The load of the machine is printed: others' work slows ours.
"""

from __future__ import annotations

import os
import time
from typing import Annotated

import numpy as np
import typer

import cloudtop
from cloudtop.lab.vector import GamesEnv

app = typer.Typer(add_completion=False)


def steps_a_second(name: str, players: int, games: int, workers: int, seconds: float, rounds: int) -> list[float]:
    """Some measurements of one game."""
    many = GamesEnv(name, games, players=players, workers=workers, copy=False)
    many.reset(seed=1)
    generator = np.random.default_rng(1)
    # Games that all began together would end together.
    for _ in range(200):
        many.step(many.sample(generator))
    found = []
    for _ in range(rounds):
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            many.step(many.sample(generator))
            steps += games
        found.append(steps / (time.perf_counter() - start))
    many.close()
    return found


@app.command()
def vector(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="Games at once.")] = 512,
    workers: Annotated[int, typer.Option(help="Processes.")] = os.cpu_count() or 1,
    seconds: Annotated[float, typer.Option(help="Length of a measurement.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Measurements.")] = 5,
) -> None:
    """Measure all games."""
    print(f"cloudtop {cloudtop.BUILD}, {workers} workers, {games} games at once, load {os.getloadavg()[0]:.1f}")
    for name in [game] if game else cloudtop.games():
        found = sorted(steps_a_second(name, players, games, workers, seconds, rounds))
        middle = found[len(found) // 2]
        print(f"{name:16} {middle:10,.0f} agent steps a second (from {found[0]:,.0f} to {found[-1]:,.0f})")


if __name__ == "__main__":
    app()
