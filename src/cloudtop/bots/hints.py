"""What a strong bot would do here, and what a move scores at once, from what the seat knows."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cloudtop.bots.levels import LEVELS, SearchBot
from cloudtop.bots.perspective import Perspective
from cloudtop.core.state import ScoreLine, State

ADVISER = SearchBot(LEVELS[3])
LOOKED_AT = 6
"""So many moves are looked at for each that is told: some lead to the same position as a better one."""


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


def hints(perspective: Perspective, rng: Random, count: int = 3) -> list[Hint]:
    """The best moves, best first; of those that lead to the same position only the best."""
    imagined = perspective.imagine(rng)
    found: list[Hint] = []
    reached: list[object] = []
    for line in ADVISER.lines(perspective, rng, LOOKED_AT * count):
        after = imagined.copy()
        after.apply(perspective.seat, line.action)
        position = after.dump()
        if position in reached:
            continue
        reached.append(position)
        answered = bool(line.follow_up) and after.mover() not in (-1, perspective.seat)
        found.append(Hint(line.action, line.value, line.follow_up[0] if answered else None))
        if len(found) == count:
            break
    return found


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
