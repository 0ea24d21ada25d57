"""Experiments: a list of games to be played, each of which becomes one row, wherever it is played.

A game follows from its job alone: from the seed of the run, its number in it, and who sits where. So the rows are the
same on one core, on all of them and on a cluster, and a run that was stopped goes on with the games that are missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from cloudtop.bots import Bot, Perspective, SearchBot, bot
from cloudtop.core.errors import BadBot
from cloudtop.core.game import Game, written
from cloudtop.core.state import State, Terms
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.results import Key, Row, Table
from cloudtop.lab.teams import Team
from cloudtop.version import VERSION

Kind = Literal["simulate", "arena"]
Progress = Callable[[int, int], object]
"""Hears how many of how many games are done."""

UNHURRIED = 1e9
"""Seconds a decision may take here: only iterations bound it, so that results can be had again."""
PRINTED = "printed"
"""What the printed box is called in a row."""
NO_THOUGHT = "-"
"""What stands for a bot that does not search."""


class Job(NamedTuple):
    """One game to be played: everything by name, so that it travels."""

    kind: Kind
    """In an arena every seat has chances of its own, so that bots who change seats meet the same luck."""
    game: str
    rules: int
    options: str
    """As in a row: `requests=2 crossing=places`."""
    box: str
    """What is in the box, as JSON in the order of its file, which a deal may follow; empty for the printed one."""
    seed: int
    """The seed of the run."""
    number: int
    """Of the deal in the run."""
    bots: tuple[str, ...]
    """By seat."""

    @property
    def key(self) -> Key:
        """The same as of its row."""
        box = box_name(self.box)
        identity = (VERSION, self.kind, self.game, self.rules, self.options, box, self.seed, self.number, self.bots)
        return *identity, thought(self.bots)

    def chances(self) -> list[Random]:
        """What the bots throw their dice with, by seat."""
        if self.kind == "simulate":
            return [Random(game_seed(self.seed, self.number))] * len(self.bots)
        return [Random(f"{self.seed}/{self.number}/{','.join(self.bots)}/{seat}") for seat in range(len(self.bots))]

    def table(self) -> Game:
        """The game with its box."""
        return game_of(self.game).with_box(json.loads(self.box) if self.box else None)

    def dealt(self) -> State:
        """The first position."""
        options = dict(pair.split("=", 1) for pair in self.options.split())
        seed = game_seed(self.seed, self.number)
        state: State = self.table().deal(players=len(self.bots), seed=seed, options=options, rules=self.rules)
        return state


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` of a run."""
    return seed * 1_000_003 + number


def contestant(name: str) -> Bot:
    """A bot that thinks by iterations alone."""
    found = bot(name)
    return SearchBot(found.level, UNHURRIED) if isinstance(found, SearchBot) else found


def thought(bots: tuple[str, ...]) -> tuple[str, ...]:
    """How much each bot thinks and how freely it chooses: what a level was when the game was played.

    >>> thought(("random", "calm"))
    ('-', '40/1.0')
    """
    return tuple(thought_of(name) for name in bots)


@lru_cache(maxsize=64)
def thought_of(name: str) -> str:
    """The same of one bot; one from elsewhere is not known here."""
    try:
        found = bot(name)
    except BadBot:
        return NO_THOUGHT
    return f"{found.level.iterations}/{found.level.freedom}" if isinstance(found, SearchBot) else NO_THOUGHT


@lru_cache(maxsize=64)
def box_name(box: str) -> str:
    """A box by its content, short enough for a column."""
    return sha256(box.encode()).hexdigest()[:16] if box else PRINTED


def options_text(options: Mapping[str, Any]) -> str:
    """Options as a row tells them, by name."""
    return " ".join(f"{name}={written(value)}" for name, value in sorted(options.items()))


def jobs_of(kind: Kind, terms: Terms, orders: Sequence[tuple[str, ...]], seed: int, numbers: range) -> list[Job]:
    """The games of a run: every deal in all these orders of seats."""
    game, options = terms.game, options_text(terms.options)
    box = "" if game.box_data is None else json.dumps(plain(game.box_data))
    return [
        Job(kind, game.name, terms.rules, options, box, seed, number, order) for number in numbers for order in orders
    ]


def finished(job: Job, state: State, moves: int) -> Row:
    """The row of a game that is over."""
    outcome = state.outcome()
    assert outcome is not None
    how = (moves, outcome.scores, outcome.winners, outcome.reason, outcome.verdict)
    return Row._make((*job.key, *how))


def play(job: Job) -> Row:
    """Play one game, a bot at every seat."""
    state, chances = job.dealt(), job.chances()
    bots = [contestant(name) for name in job.bots]
    moves = 0
    while (seat := state.mover()) >= 0:
        state.apply(seat, bots[seat].choose(Perspective(state, seat), chances[seat]))
        moves += 1
    return finished(job, state, moves)


def run(
    jobs: Sequence[Job], team: Team, kept: Path | None = None, progress: Progress = lambda done, total: None
) -> list[Row]:
    """Play all games, each once, and give their rows in the order of the jobs.

    With a file rows are kept as they come, and games that it has already are not played again.
    """
    for name in {name for job in jobs for name in job.bots}:
        bot(name)
    table = None if kept is None else Table(kept)
    done = {} if table is None else {row.key: row for row in table.read()}
    wanted = {job.key: job for job in jobs}
    missing = [job for key, job in wanted.items() if key not in done]
    count = len(wanted) - len(missing)
    progress(count, len(wanted))
    try:
        for row in team(play, missing):
            if row.key in done:
                continue
            done[row.key] = row
            count += 1
            if table is not None:
                table.add(row)
            progress(count, len(wanted))
    finally:
        if table is not None:
            table.close()
    if table is not None:
        # Whatever else the file has stays in it, behind.
        others = [row for key, row in done.items() if key not in wanted]
        table.settle([*(done[key] for key in wanted), *others])
    return [done[job.key] for job in jobs]
