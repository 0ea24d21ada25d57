"""Five levels, from calm to hurricane: the same honest search with more and more thought.

A weak level is not random: it looks at every move a little and chooses among those that seem plausible.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import NamedTuple

from cloudtop.bots.perspective import Perspective
from cloudtop.bots.search import Line, Search, think
from cloudtop.bots.simple import Bot

SECONDS = 1.8
"""However many iterations a level has, a decision takes no longer."""


class Level(NamedTuple):
    """How much a level thinks, and how freely it chooses among what it found."""

    name: str
    iterations: int
    freedom: float
    """0 takes the best move; 1 takes one that is worse by a tenth of all that can happen a third as often."""


LEVELS = (
    Level("calm", 40, 1.0),
    Level("breeze", 100, 0.5),
    Level("gale", 250, 0.2),
    Level("storm", 600, 0.0),
    Level("hurricane", 2000, 0.0),
)


class SearchBot(Bot):
    """A bot that searches imagined positions."""

    def __init__(self, level: Level, seconds: float = SECONDS) -> None:
        self.level = level
        self.name = level.name
        self.seconds = seconds

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The best move found, or, for a level with some freedom, one of the plausible ones."""
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        search = self.grown(perspective, rng)
        return chosen(search.lines(len(legal)), search.span(), self.level.freedom, rng)

    def lines(self, perspective: Perspective, rng: Random, count: int) -> list[Line]:
        """The best moves with their value and how the game may go on: hints."""
        return self.grown(perspective, rng).lines(count)

    def grown(self, perspective: Perspective, rng: Random) -> Search:
        """A tree grown from what the seat knows."""
        imagined = perspective.imagine(rng)
        judge = imagined.game.judge
        search = Search(judge, imagined.game.bounds(imagined.players, imagined.options).moves)
        iterations = int(self.level.iterations * judge.pace(imagined.players))
        think(imagined, perspective.seat, search, rng, iterations, self.seconds)
        return search


def chosen(lines: list[Line], span: float, freedom: float, rng: Random) -> int:
    """One of the moves: the less it is worth the less likely, and with no freedom the first."""
    if freedom <= 0.0 or span <= 0.0:
        return lines[0].action
    best = max(line.value for line in lines)
    weights = [exp((line.value - best) / (0.1 * freedom * span)) for line in lines]
    mark = rng.random() * sum(weights)
    for line, weight in zip(lines, weights, strict=True):
        mark -= weight
        if mark < 0.0:
            return line.action
    return lines[0].action
