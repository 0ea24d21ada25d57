"""Bots against bots on mirrored deals: every deal is played in all seat orders, so that nobody is lucky.

Each game of a match follows from the match's seed, the deal's number and the order of seats alone. Finished games
are kept in a file if one is given, and a match that was broken off goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from cloudtop.bots.own import AnyBot, entered
from cloudtop.core.errors import BadPlayers
from cloudtop.core.game import Game
from cloudtop.lab.experiment import Job, Progress, jobs_of, run, team_for
from cloudtop.lab.results import Row
from cloudtop.lab.simulate import spread, wilson


def seat_orders(names: Sequence[str]) -> list[tuple[str, ...]]:
    """All orders in which the bots can sit.

    >>> seat_orders(["gale", "calm", "calm"])
    [('calm', 'calm', 'gale'), ('calm', 'gale', 'calm'), ('gale', 'calm', 'calm')]
    """
    return sorted(set(permutations(names)))


def bouts(
    game: Game, bots: Sequence[AnyBot], games: int, seed: int, options: Mapping[str, object] | None = None
) -> list[Job]:
    """The games of a match: whole deals, at least as many games as asked for."""
    if len(bots) not in game.player_counts:
        allowed = ", ".join(str(count) for count in game.player_counts)
        raise BadPlayers(f"{game.name} is not played by {len(bots)} bots; expected one of {allowed}")
    entry = entered(bots)
    orders = seat_orders(entry.names)
    return jobs_of("arena", game.terms(len(bots), options), entry, orders, seed, range(-(-games // len(orders))))


def match(
    game: Game,
    bots: Sequence[AnyBot],
    games: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    workers: int | None = None,
    kept: Path | None = None,
    progress: Progress = lambda done, total: None,
    ray: str | None = None,
) -> list[Row]:
    """Play a match on all cores unless told otherwise; `progress` hears how many of how many games are done.

    Bots are names (of the house, of an installed package, `module:Class`) or objects.
    """
    jobs = bouts(game, bots, games, seed, options)
    return run(jobs, team_for(jobs, workers, ray), kept, progress)


def share_of_win(row: Row, seat: int) -> float:
    """What a seat has of the win: all, its share of a shared one, and half of nobody's between two."""
    if not row.winners:
        return 1 / len(row.bots)
    return 1 / len(row.winners) if seat in row.winners else 0.0


def standings(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """How each bot did: win rate with its 95 % interval, and margin over the best of the others."""
    found = []
    for name in sorted({name for row in rows for name in row.bots}):
        seats = [(row, seat) for row in rows for seat, sitting in enumerate(row.bots) if sitting == name]
        wins = sum(share_of_win(row, seat) for row, seat in seats)
        margins = [
            row.scores[seat] - max((score for other, score in enumerate(row.scores) if other != seat), default=0)
            for row, seat in seats
        ]
        low, high = wilson(wins, len(seats))
        found.append(
            {"bot": name, "games": len(seats), "wins": wins, "win_rate": wins / len(seats), "interval": [low, high]}
            | {
                "margin": spread(margins)._asdict(),
                "score": spread([row.scores[seat] for row, seat in seats])._asdict(),
            }
        )
    return sorted(found, key=lambda row: -row["win_rate"])
