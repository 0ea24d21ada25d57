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
from cloudtop.bots.own import AnyBot, Entry, OwnBot, checked_choice, find_bot, typed_in
from cloudtop.core.errors import BadBot
from cloudtop.core.game import Game, written
from cloudtop.core.state import State, Terms
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.results import Key, Row, Table
from cloudtop.lab.teams import Team, alone, team_of
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
    """By seat, their names."""
    own: tuple[OwnBot, ...] = ()
    """Those of them that are not the house's own, each once."""

    @property
    def key(self) -> Key:
        """The key of its row."""
        box = box_name(self.box)
        played = (VERSION, self.kind, self.game, self.rules, self.options, box, self.seed, self.number, self.bots)
        return *played, thought(self.bots, self.own)

    @property
    def modules(self) -> set[str]:
        """The modules that another machine needs for its bots."""
        return {type(one.bot).__module__ for one in self.own}

    def seated(self) -> list[Bot]:
        """The bots by seat, ready for a new game."""
        own = {one.name: one.bot for one in self.own}
        bots = [own[name] if name in own else contestant(name) for name in self.bots]
        for one in bots:
            if hasattr(one, "new_game"):
                one.new_game()
        return bots

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


def contestant(given: AnyBot) -> Bot:
    """A bot by name or itself; a search thinks by iterations alone."""
    found = find_bot(given) if isinstance(given, str) else given
    return SearchBot(found.level, UNHURRIED) if type(found) is SearchBot else found


def thought(bots: tuple[str, ...], own: Sequence[OwnBot] = ()) -> tuple[str, ...]:
    """By seat, how much a level thinks and how freely it chooses, or the identity of a bot from outside the house.

    >>> thought(("random", "calm"))
    ('-', '40/1.0')
    """
    identities = {one.name: one.identity for one in own}
    return tuple(identities.get(name) or thought_of(name) for name in bots)


@lru_cache(maxsize=64)
def thought_of(name: str) -> str:
    """How a level of the house thinks, as `iterations/freedom`; `-` for every other bot."""
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


def jobs_of(
    kind: Kind, terms: Terms, entry: Entry, orders: Sequence[tuple[str, ...]], seed: int, numbers: range
) -> list[Job]:
    """The games of a run: every deal in all these orders of seats."""
    game, options = terms.game, options_text(terms.options)
    box = "" if game.box_data is None else json.dumps(plain(game.box_data))
    own = tuple(OwnBot(one.name, one.identity, contestant(one.bot)) for one in entry.own.values())
    return [
        Job(kind, game.name, terms.rules, options, box, seed, number, order, own)
        for number in numbers
        for order in orders
    ]


def finished(job: Job, state: State, moves: int) -> Row:
    """The row of a game that is over."""
    outcome = state.outcome()
    assert outcome is not None
    how = (moves, outcome.scores, outcome.winners, outcome.reason, outcome.verdict)
    return Row._make((*job.key, *how))


def play(job: Job) -> Row:
    """Play one game, a bot at every seat."""
    state, chances, bots = job.dealt(), job.chances(), job.seated()
    moves = 0
    while (seat := state.mover()) >= 0:
        state.apply(seat, decided(job, bots, state, seat, chances[seat]))
        moves += 1
    return finished(job, state, moves)


def decided(job: Job, bots: Sequence[Bot], state: State, seat: int, chance: Random) -> int:
    """The move of the bot at a seat; what comes from outside the house is checked, and its faults say in which game."""
    if not job.own:
        return bots[seat].choose(Perspective(state, seat), chance)
    try:
        return checked_choice(bots[seat], state, seat, chance)
    except BadBot as error:
        raise BadBot(f"{error}; {where(job)}") from None
    except Exception as error:
        error.add_note(f"{job.bots[seat]} at seat {seat}; {where(job)}")
        raise


def where(job: Job) -> str:
    """Which game it is, so that it can be played again."""
    return f"in game {job.number} of {job.game} with seed {job.seed}, {', '.join(job.bots)}"


def team_for(jobs: Sequence[Job], workers: int | None, ray: str | None = None) -> Team:
    """The team for these games; bots that were typed in are known to this process alone, and it plays by itself."""
    typed = sorted({one.name for job in jobs for one in job.own if typed_in(one.bot)})
    if not typed or ray is not None:
        return team_of(workers, ray)
    if workers not in (None, 1):
        raise BadBot(
            f"{typed[0]} was typed in, and other processes cannot find it: put it into a module, or play with workers=1"
        )
    return alone


def run(
    jobs: Sequence[Job], team: Team, kept: Path | None = None, progress: Progress = lambda done, total: None
) -> list[Row]:
    """Play all games, each once, and give their rows in the order of the jobs.

    With a file rows are kept as they come, and games that it has already are not played again.
    """
    for name in {name for job in jobs for name in job.bots} - {one.name for job in jobs for one in job.own}:
        find_bot(name)
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
