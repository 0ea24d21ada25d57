"""What a strong bot would do here, and why, from what the seat knows."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cloudtop.bots.levels import LEVELS, SearchBot
from cloudtop.bots.perspective import Perspective
from cloudtop.core.state import ScoreLine

ADVISER = SearchBot(LEVELS[3])


class Hint(NamedTuple):
    """A move worth considering."""

    action: int
    value: float
    """What the seat can expect, from 0 to 1; alone, points."""
    gains: tuple[ScoreLine, ...]
    """Lines that the move adds to the seat's score sheet at once."""
    reply: int | None
    """What the search expects to follow; None if it has hardly looked, or if that would be the seat's own move."""


def hints(perspective: Perspective, rng: Random, count: int = 3) -> list[Hint]:
    """The best moves, best first."""
    seat = perspective.seat
    imagined = perspective.imagine(rng)
    before = imagined.score_sheet(seat).lines
    found = []
    for line in ADVISER.lines(perspective, rng, count):
        after = imagined.copy()
        after.apply(seat, line.action)
        gains = tuple(new for new in after.score_sheet(seat).lines if new not in before and new.points)
        answered = bool(line.follow_up) and after.mover() not in (-1, seat)
        found.append(Hint(line.action, line.value, gains, line.follow_up[0] if answered else None))
    return found
