"""What a strong bot would do here, and what a move scores at once, from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from cloudtop.bots.levels import LEVELS, SearchBot
from cloudtop.bots.perspective import Perspective
from cloudtop.core.state import ScoreLine, State

ADVISER = SearchBot(LEVELS[3])
TOLD = 3
"""So many moves are told."""
LOOKED_AT = 6
"""So many moves are looked at for each that is told: some are much like a better one."""
SEEN = 8
"""A move that was looked at so many times less often than the best is not known well enough."""
NEAR, NEAR_ALONE = 0.06, 3.0
"""Of moves worse by no more than so much chance to win, or alone by so many points, another kind is told."""
ROTATION = "turn"
"""Targets of that kind only say how a piece lies."""


class Hint(NamedTuple):
    """A move worth considering."""

    action: int
    value: float
    """What the seat can expect, from 0 to 1; alone, points."""
    reply: int | None
    """What the search expects to follow; None if it has hardly looked, or if that would be the seat's own move."""


class Gain(NamedTuple):
    """What a move changes of the points that a rule gives."""

    rule: str
    """As `game/rule`."""
    points: int
    line: ScoreLine | None
    """The line that is new on the score sheet, where it is a single one."""


def best_moves(perspective: Perspective, rng: Random) -> list[Hint]:
    """All moves that were looked at well, best first; of those that lead to the same position only the best."""
    imagined = perspective.imagine(rng)
    found: list[Hint] = []
    reached: list[object] = []
    lines = ADVISER.lines(perspective, rng, LOOKED_AT * TOLD)
    for line in lines:
        if len(found) >= TOLD and SEEN * line.visits < lines[0].visits:
            continue
        after = imagined.copy()
        after.apply(perspective.seat, line.action)
        position = after.dump()
        if position in reached:
            continue
        reached.append(position)
        answered = bool(line.follow_up) and after.mover() not in (-1, perspective.seat)
        found.append(Hint(line.action, line.value, line.follow_up[0] if answered else None))
    return found


def differing(found: Sequence[Hint], touched: Callable[[int], Sequence[str]], alone: bool) -> list[Hint]:
    """The best move, and of those that are nearly as good the least alike; best first.

    Moves are alike as far as the same things are touched for them, however a piece lies.
    """
    touches = {
        hint.action: {target for target in touched(hint.action) if target.partition(":")[0] != ROTATION}
        for hint in found
    }
    told, rest = list(found[:1]), list(found[1:])
    while rest and len(told) < TOLD:
        enough = told[0].value - (NEAR_ALONE if alone else NEAR)
        near = [hint for hint in rest if hint.value >= enough] or rest
        least = min(near, key=lambda hint: max(shared(touches[hint.action], touches[one.action]) for one in told))
        told.append(least)
        rest.remove(least)
    return told[:1] + sorted(told[1:], key=lambda hint: -hint.value)


def shared(one: set[str], other: set[str]) -> float:
    """How much of what is touched for two moves is the same, from 0 to 1.

    >>> shared({"hand:a", "cell:1"}, {"hand:a", "cell:2"})
    0.3333333333333333
    """
    return len(one & other) / len(one | other) if one | other else 1.0


def hints(perspective: Perspective, rng: Random) -> list[Hint]:
    """The best move, and others nearly as good that differ from it in kind; best first."""
    game, view = perspective.imagine(rng).game, perspective.view()
    found = best_moves(perspective, rng)
    return differing(found, lambda action: game.targets(view, action), view.players == 1)


def gained(before: State, after: State, seat: int) -> list[Gain]:
    """What changed on the seat's score sheet between two positions, rule by rule."""
    old, new = before.score_sheet(seat).lines, after.score_sheet(seat).lines
    found: list[Gain] = []
    for rule in dict.fromkeys(line.rule for line in (*new, *old)):
        then, now = [line for line in old if line.rule == rule], [line for line in new if line.rule == rule]
        points = sum(line.points for line in now) - sum(line.points for line in then)
        fresh = [line for line in now if line not in then]
        if points:
            found.append(Gain(rule, points, fresh[0] if len(fresh) == 1 else None))
    return found
