"""Many games without people, and what they show: lengths, scores, wins by seat.

Game number i of a run is dealt and played from numbers that follow from the run's seed and i alone, so the
result does not depend on who shares the work.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cloudtop.bots.own import AnyBot, entered
from cloudtop.core.game import Game
from cloudtop.lab.experiment import Job, Progress, jobs_of, run, team_for
from cloudtop.lab.results import Row


def games_of(
    game: Game, games: int, seats: Sequence[AnyBot], seed: int, options: Mapping[str, object] | None = None
) -> list[Job]:
    """The games of a run, a bot at every seat."""
    entry = entered(seats)
    return jobs_of("simulate", game.terms(len(seats), options), entry, [entry.names], seed, range(games))


def simulate(
    game: Game,
    games: int,
    seats: Sequence[AnyBot],
    seed: int,
    options: Mapping[str, object] | None = None,
    workers: int | None = None,
    kept: Path | None = None,
    progress: Progress = lambda done, total: None,
    ray: str | None = None,
) -> list[Row]:
    """Play so many games, on all cores unless told otherwise; rows in order, kept in a file if one is given.

    Who sits where is told by names (of the house, of an installed package, `module:Class`) or as objects.
    """
    jobs = games_of(game, games, seats, seed, options)
    return run(jobs, team_for(jobs, workers, ray), kept, progress)


class Spread(NamedTuple):
    """A handful of numbers about many."""

    mean: float
    deviation: float
    lowest: int
    highest: int


def spread(numbers: Sequence[int]) -> Spread:
    """Mean, standard deviation and range.

    >>> spread([1, 3])
    Spread(mean=2.0, deviation=1.0, lowest=1, highest=3)
    """
    mean = sum(numbers) / len(numbers)
    deviation = math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
    return Spread(mean, deviation, min(numbers), max(numbers))


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval), within 0 and 1.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    >>> wilson(0, 40)[0], wilson(40, 40)[1]
    (0.0, 1.0)
    """
    rate = wins / games
    centre = rate + z * z / (2 * games)
    reach = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Of none and of all the bound is exact; reckoned, it would be off by the last digit.
    low = 0.0 if wins <= 0 else (centre - reach) / scale
    high = 1.0 if wins >= games else (centre + reach) / scale
    return low, high


def statistics(played: Sequence[Row], seats: Sequence[str] | None = None) -> dict[str, Any]:
    """What a run shows, as plain data; a shared win counts as its share. `seats` renames the bots of the rows."""
    games = len(played)
    by_seat = []
    for seat, name in enumerate(seats or played[0].bots):
        wins = sum(1 / len(one.winners) for one in played if seat in one.winners)
        low, high = wilson(wins, games)
        score = spread([one.scores[seat] for one in played])
        by_seat.append(
            {"seat": seat, "bot": name, "wins": wins, "win_rate": wins / games, "interval": [low, high]}
            | {"score": score._asdict()}
        )
    return {
        "games": games,
        "moves": spread([one.moves for one in played])._asdict(),
        "draws": sum(not one.winners for one in played),
        "shared_wins": sum(len(one.winners) > 1 for one in played),
        "verdicts": Counter(one.verdict for one in sorted(played, key=lambda one: one.scores[0]) if one.verdict),
        "seats": by_seat,
    }
