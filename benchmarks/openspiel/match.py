"""Our strongest bot against the outsider on mirrored deals, both with the same seconds for a decision.

Finished games are kept in a file if one is given, and a match that was broken off goes on from there. As both sides
stop on the clock, a match played again has the same deals but not the same moves.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from cloudtop.bots import BOTS, Perspective, SearchBot
from cloudtop.bots.search import Search
from cloudtop.games import game as game_of
from cloudtop.lab.arena import bouts
from cloudtop.lab.experiment import Job, finished
from cloudtop.lab.results import LISTS, Key, Row
from openspiel.settings import OUTSIDER, Settings

CHAMPION = "hurricane"
UNBOUNDED = 1_000_000_000


class Terms(NamedTuple):
    """What was agreed for a match."""

    game: str
    seconds: float
    settings: Settings


class Effort(NamedTuple):
    """What a side spent in one game, over all its decisions between two moves or more."""

    decisions: int
    seconds: float
    iterations: int


class Played(NamedTuple):
    """One game of a match."""

    result: Row
    efforts: tuple[Effort, ...]
    """By seat."""


class Contestant(Protocol):
    """A bot that says how many iterations its last decision took."""

    iterations: int

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """A legal move."""


class Champion(SearchBot):
    """Our strongest level, bounded by the clock alone."""

    iterations = 0

    def __init__(self, seconds: float) -> None:
        strongest = BOTS[CHAMPION]
        assert isinstance(strongest, SearchBot)
        super().__init__(strongest.level._replace(iterations=UNBOUNDED), seconds)

    def grown(self, perspective: Perspective, rng: Random) -> Search:
        """A tree grown until the time is up; every iteration has visited its root."""
        search = super().grown(perspective, rng)
        self.iterations = int(search.root.visits)
        return search


def contestant(name: str, terms: Terms) -> Contestant:
    """The bot of that name for a match."""
    if name == CHAMPION:
        return Champion(terms.seconds)
    from openspiel.bots import Outsider

    return Outsider(terms.game, terms.settings, terms.seconds)


def fight(bout: Job, terms: Terms) -> Played:
    """Play one game."""
    return play(bout, [contestant(name, terms) for name in bout.bots])


def play(bout: Job, bots: Sequence[Contestant]) -> Played:
    """Play one game with these bots, and see how long they think."""
    state, chances = bout.dealt(), bout.chances()
    efforts = [Effort(0, 0.0, 0) for _ in bots]
    moves = 0
    while (seat := state.mover()) >= 0:
        legal = state.legal(seat)
        action = legal[0]
        if len(legal) > 1:
            start = time.perf_counter()
            action = bots[seat].choose(Perspective(state, seat), chances[seat])
            spent = time.perf_counter() - start
            before = efforts[seat]
            iterations = before.iterations + bots[seat].iterations
            efforts[seat] = Effort(before.decisions + 1, before.seconds + spent, iterations)
        state.play(seat, action)
        moves += 1
    return Played(finished(bout, state, moves), tuple(efforts))


def match(
    terms: Terms, games: int, seed: int, workers: int, kept: Path | None, progress: Callable[[list[Played]], object]
) -> list[Played]:
    """Play a match; `progress` hears of all games that are done."""
    game = game_of(terms.game)
    wanted = bouts(game, [CHAMPION, OUTSIDER], games, seed)
    done = read_kept(kept, terms)
    progress([done[bout.key] for bout in wanted if bout.key in done])
    for played in fought([bout for bout in wanted if bout.key not in done], terms, workers):
        done[played.result.key] = played
        if kept is not None:
            keep(kept, terms, played)
        progress([done[bout.key] for bout in wanted if bout.key in done])
    return [done[bout.key] for bout in wanted]


def fought(missing: Sequence[Job], terms: Terms, workers: int) -> Iterator[Played]:
    """Games as they end."""
    count = min(workers, len(missing))
    if count <= 1:
        for bout in missing:
            yield fight(bout, terms)
        return
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(fight, bout, terms) for bout in missing]):
            yield future.result()


def agreed(terms: Terms) -> dict[str, Any]:
    """The terms of a match as they stand in every line of its file."""
    return {"game": terms.game, "seconds": terms.seconds, **terms.settings._asdict()}


def keep(path: Path, terms: Terms, played: Played) -> None:
    """Append a finished game to the file of a match."""
    row = agreed(terms) | {"result": played.result._asdict(), "efforts": [one._asdict() for one in played.efforts]}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def read_kept(path: Path | None, terms: Terms) -> dict[Key, Played]:
    """The finished games of a file that were played on these terms, without a last line that was cut off."""
    done: dict[Key, Played] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ():
        with suppress(ValueError):
            row = json.loads(line)
            if all(row[name] == value for name, value in agreed(terms).items()):
                result = Row(**row["result"] | {name: tuple(row["result"][name]) for name in LISTS})
                done[result.key] = Played(result, tuple(Effort(**effort) for effort in row["efforts"]))
    return done
