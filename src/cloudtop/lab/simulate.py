"""Many games without people, and what they show: lengths, scores, wins by seat.

Game number i of a run is dealt and played from numbers that follow from the run's seed and i alone, so the
result does not depend on how many processes share the work.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from cloudtop.bots import Bot, Perspective, SearchBot, bot
from cloudtop.core.game import Game
from cloudtop.core.view import plain
from cloudtop.games import game as game_of

CHUNK = 5
"""Games a process plays before it reports."""
UNHURRIED = 1e9
"""Seconds a decision may take here: only iterations bound it, so that results can be had again."""


class Played(NamedTuple):
    """What is kept of one game."""

    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    verdict: str = ""
    """The key of the words on a game alone, where the game has some."""


class Task(NamedTuple):
    """A few games for one process: everything by name, so that it travels."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    numbers: range
    box: Mapping[str, Any] | None = None
    """What is in the box, where it is not the printed one."""


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` of a run."""
    return seed * 1_000_003 + number


def contestant(name: str) -> Bot:
    """A bot that thinks by iterations alone."""
    found = bot(name)
    return SearchBot(found.level, UNHURRIED) if isinstance(found, SearchBot) else found


def play_one(game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int) -> Played:
    """One game, a bot at every seat."""
    state = game.deal(players=len(seats), seed=seed, options=options)
    rng = Random(seed)
    bots = [contestant(name) for name in seats]
    moves = 0
    while (seat := state.mover()) >= 0:
        state.apply(seat, bots[seat].choose(Perspective(state, seat), rng))
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    return Played(moves, outcome.scores, outcome.winners, outcome.verdict)


def play_task(task: Task) -> list[Played]:
    """The games of a task."""
    game = game_of(task.game).with_box(task.box)
    return [play_one(game, task.seats, task.options, game_seed(task.seed, number)) for number in task.numbers]


def simulate(
    game: Game,
    games: int,
    seats: Sequence[str],
    seed: int,
    options: Mapping[str, object] | None = None,
    workers: int | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> list[Played]:
    """Play so many games, on all cores unless told otherwise; `progress` hears how many are done."""
    terms = game.terms(len(seats), options)
    for name in seats:
        bot(name)
    box = plain(game.box_data)
    tasks = [
        Task(game.name, tuple(seats), terms.options, seed, range(first, min(first + CHUNK, games)), box)
        for first in range(0, games, CHUNK)
    ]
    count = min(workers or os.cpu_count() or 1, len(tasks))
    played: list[Played] = []
    if count <= 1:
        for task in tasks:
            played += play_task(task)
            progress(len(task.numbers))
        return played
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        for task, found in zip(tasks, pool.map(play_task, tasks), strict=True):
            played += found
            progress(len(task.numbers))
    return played


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
    """The 95 % interval of a win rate (Wilson's score interval).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    rate = wins / games
    centre = rate + z * z / (2 * games)
    reach = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - reach) / scale, (centre + reach) / scale


def statistics(played: Sequence[Played], seats: Sequence[str]) -> dict[str, Any]:
    """What a run shows, as plain data; a shared win counts as its share."""
    games = len(played)
    by_seat = []
    for seat, name in enumerate(seats):
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
