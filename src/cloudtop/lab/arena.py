"""Bots against bots on mirrored deals: every deal is played in all seat orders, so that nobody is lucky.

Each game of a match follows from the match's seed, the deal's number and the order of seats alone. Finished games
are kept in a file if one is given, and a match that was broken off goes on from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cloudtop.bots import Perspective, bot
from cloudtop.bots.levels import LEVELS
from cloudtop.core.errors import BadPlayers
from cloudtop.core.game import Game
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.simulate import contestant, game_seed, spread, wilson


class Bout(NamedTuple):
    """One game of a match."""

    game: str
    options: Mapping[str, Any]
    order: tuple[str, ...]
    """The bots by seat."""
    seed: int
    deal: int
    box: Mapping[str, Any] | None = None
    """What is in the box, where it is not the printed one."""

    @property
    def key(self) -> str:
        """What tells it from all others of the game."""
        return f"{self.seed}/{self.deal}/{','.join(self.order)}"


class Result(NamedTuple):
    """How a bout ended, by seat."""

    key: str
    order: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int


def fight(bout: Bout) -> Result:
    """Play one bout."""
    game = game_of(bout.game).with_box(bout.box)
    state = game.deal(players=len(bout.order), seed=game_seed(bout.seed, bout.deal), options=bout.options)
    bots = [contestant(name) for name in bout.order]
    chances = [Random(f"{bout.key}/{seat}") for seat in range(len(bots))]
    moves = 0
    while (seat := state.mover()) >= 0:
        state.play(seat, bots[seat].choose(Perspective(state, seat), chances[seat]))
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    return Result(bout.key, bout.order, outcome.scores, outcome.winners, moves)


def seat_orders(names: Sequence[str]) -> list[tuple[str, ...]]:
    """All orders in which the bots can sit.

    >>> seat_orders(["gale", "calm", "calm"])
    [('calm', 'calm', 'gale'), ('calm', 'gale', 'calm'), ('gale', 'calm', 'calm')]
    """
    return sorted(set(permutations(names)))


def bouts(game: Game, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any]) -> Iterator[Bout]:
    """The bouts of a match: whole deals, at least as many games as asked for."""
    orders, box = seat_orders(names), plain(game.box_data)
    for deal in range(-(-games // len(orders))):
        for order in orders:
            yield Bout(game.name, options, order, seed, deal, box)


def match(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    workers: int | None = None,
    kept: Path | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> list[Result]:
    """Play a match on all cores; `progress` hears how many of how many games are done."""
    if len(names) not in game.player_counts:
        allowed = ", ".join(str(count) for count in game.player_counts)
        raise BadPlayers(f"{game.name} is not played by {len(names)} bots; expected one of {allowed}")
    for name in names:
        bot(name)
    terms = game.terms(len(names), options)
    wanted = list(bouts(game, names, games, seed, terms.options))
    done = read_kept(kept, game, terms.options)
    missing = [bout for bout in wanted if bout.key not in done]
    progress(len(wanted) - len(missing), len(wanted))
    for result in fought(missing, workers):
        done[result.key] = result
        if kept is not None:
            keep(kept, game, terms.options, result)
        progress(sum(bout.key in done for bout in wanted), len(wanted))
    return [done[bout.key] for bout in wanted]


def fought(missing: Sequence[Bout], workers: int | None) -> Iterator[Result]:
    """The results of bouts, as they come."""
    count = min(workers or os.cpu_count() or 1, len(missing))
    if count <= 1:
        yield from map(fight, missing)
        return
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(fight, bout) for bout in missing]):
            yield future.result()


def thought(order: Sequence[str]) -> list[list[float]]:
    """How much each bot thinks and how freely it chooses: what a level was when the game was played."""
    levels = {level.name: [level.iterations, level.freedom] for level in LEVELS}
    return [levels.get(name, []) for name in order]


def played_as(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a game was played with, as a row of a file tells it; the printed box need not be told."""
    box = {} if game.box_data is None else {"box": plain(game.box_data)}
    return {"game": game.name, **box, "options": dict(options)}


def keep(path: Path, game: Game, options: Mapping[str, Any], result: Result) -> None:
    """Append a finished bout to the file of a match."""
    append(path, {**played_as(game, options), "thought": thought(result.order), **result._asdict()})


def append(path: Path, row: Mapping[str, Any]) -> None:
    """Add a row to a file of kept games."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def kept_rows(path: Path | None) -> Iterator[dict[str, Any]]:
    """The rows of a file of kept games, if there is one, without a last line that was cut off."""
    if path is None or not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def read_kept(path: Path | None, game: Game, options: Mapping[str, Any]) -> dict[str, Result]:
    """The finished bouts of a file, without those of another box and of levels that thought otherwise then."""
    done: dict[str, Result] = {}
    wanted = {"box": None, **played_as(game, options)}
    for row in kept_rows(path):
        result = read_result(row)
        if {key: row.get(key) for key in wanted} == wanted and row["thought"] == thought(result.order):
            done[result.key] = result
    return done


def read_result(row: Mapping[str, Any]) -> Result:
    """A result as it was written."""
    return Result(row["key"], tuple(row["order"]), tuple(row["scores"]), tuple(row["winners"]), row["moves"])


def share_of_win(result: Result, seat: int) -> float:
    """What a seat has of the win: all, its share of a shared one, and half of nobody's between two."""
    if not result.winners:
        return 1 / len(result.order)
    return 1 / len(result.winners) if seat in result.winners else 0.0


def standings(results: Sequence[Result]) -> list[dict[str, Any]]:
    """How each bot did: win rate with its 95 % interval, and margin over the best of the others."""
    rows = []
    for name in sorted({name for result in results for name in result.order}):
        seats = [(result, seat) for result in results for seat, sitting in enumerate(result.order) if sitting == name]
        wins = sum(share_of_win(result, seat) for result, seat in seats)
        margins = [
            result.scores[seat] - max((score for other, score in enumerate(result.scores) if other != seat), default=0)
            for result, seat in seats
        ]
        low, high = wilson(wins, len(seats))
        rows.append(
            {"bot": name, "games": len(seats), "wins": wins, "win_rate": wins / len(seats), "interval": [low, high]}
            | {"margin": spread(margins)._asdict(), "score": spread([r.scores[s] for r, s in seats])._asdict()}
        )
    return sorted(rows, key=lambda row: -row["win_rate"])
