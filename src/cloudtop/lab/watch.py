"""Games that are watched while they are played: how wide decisions are, what is used, what it brings."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cloudtop.core.teller import Thing
from cloudtop.lab.experiment import Job, decided, finished
from cloudtop.lab.results import Row


class Use(NamedTuple):
    """What a seat did with a thing in one game."""

    seat: int
    thing: Thing
    times: int
    points: int
    """What the seat's score rose by with the moves that used it."""


class Line(NamedTuple):
    """What a seat had for a thing on its last score sheet."""

    seat: int
    thing: Thing
    points: int


class Watched(NamedTuple):
    """One game, and what was seen of it."""

    row: Row
    widths: tuple[int, ...]
    """How many moves were legal, decision by decision."""
    uses: tuple[Use, ...]
    lines: tuple[Line, ...]


def watch(job: Job) -> Watched:
    """Play a game as `play` does, and look."""
    state, chances, bots = job.dealt(), job.chances(), job.seated()
    game = state.game
    widths: list[int] = []
    times: Counter[tuple[int, Thing]] = Counter()
    points: Counter[tuple[int, Thing]] = Counter()
    while (seat := state.mover()) >= 0:
        action = decided(job, bots, state, seat, chances[seat])
        widths.append(len(state.legal(seat)))
        things = game.used(game.moves[action])
        before = state.scores()[seat] if things else 0
        state.apply(seat, action)
        after = state.scores()[seat] if things else 0
        for thing in things:
            times[seat, thing] += 1
            points[seat, thing] += after - before
    uses = tuple(Use(seat, thing, count, points[seat, thing]) for (seat, thing), count in times.items())
    lines: Counter[tuple[int, Thing]] = Counter()
    for seat in range(len(bots)):
        for line in state.score_sheet(seat).lines:
            lines[seat, game.scored(line)] += line.points
    told = tuple(Line(seat, thing, total) for (seat, thing), total in lines.items())
    return Watched(finished(job, state, len(widths)), tuple(widths), uses, told)
