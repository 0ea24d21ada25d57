"""Numbers with their intervals: nothing that was sampled is told without how far off it may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cloudtop.lab.simulate import wilson

Z = 1.96
"""So many standard errors to either side hold the truth 95 times of 100."""


class Estimate(NamedTuple):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Its standard error."""
        return (self.high - self.low) / (2 * Z)

    def differs(self, other: Estimate) -> bool:
        """Whether two of them are farther apart than chance would have them 95 times of 100."""
        return abs(self.value - other.value) > Z * math.hypot(self.error, other.error)


def around(value: float, error: float) -> Estimate:
    """A number with so large a standard error."""
    return Estimate(value, value - Z * error, value + Z * error)


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean of a sample.

    >>> mean([1, 3, 1, 3])
    Estimate(value=2.0, low=0.868..., high=3.131...)
    """
    count = len(numbers)
    middle = sum(numbers) / count
    if count == 1:
        return Estimate(middle, -math.inf, math.inf)
    variance = sum((number - middle) ** 2 for number in numbers) / (count - 1)
    return around(middle, math.sqrt(variance / count))


def share(wins: float, games: int) -> Estimate:
    """A part of all games."""
    low, high = wilson(wins, games)
    return Estimate(wins / games, max(0.0, low), min(1.0, high))


def slope(pairs: Sequence[Sequence[tuple[float, float]]]) -> Estimate | None:
    """How much the second number of a pair rises with the first, pairs in groups that belong together.

    Seats of one game are not independent: what one wins the others lose. So the error is reckoned group by group.
    None where the first number is always the same.

    >>> slope([[(0, 1), (1, 3)], [(0, 1), (1, 3)]]).value
    2.0
    """
    flat = [pair for group in pairs for pair in group]
    count = len(flat)
    left, right = (sum(pair[side] for pair in flat) / count for side in (0, 1))
    square = sum((first - left) ** 2 for first, _ in flat)
    if square < 1e-9:
        return None
    steep = sum((first - left) * (second - right) for first, second in flat) / square
    pulls = [
        sum((first - left) * (second - right - steep * (first - left)) for first, second in group) for group in pairs
    ]
    few = len(pairs) / max(1, len(pairs) - 1)
    return around(steep, math.sqrt(few * sum(pull * pull for pull in pulls)) / square)
