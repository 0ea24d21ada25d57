"""What a game may tell the bots: how to play on, what a position is worth, what is worth a look. Compiled."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr

from cloudtop.core.state import State

MARGIN_SHARE = 0.25
"""How much of a result is the margin, the rest being the win itself: a bot that is losing still fights for points."""
EXPLORATION = 0.4
"""How far the search strays from what looks best, where a game does not say."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """This one tells nothing: games are played on at random, and every end counts. A room's own is in its `bot.py`."""

    def __init__(self, exploration: float = EXPLORATION) -> None:
        self.exploration = exploration

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play a position to its end, or as far as it is worth while."""
        draw = rng.random
        for _ in range(limit):
            seat = state.mover()
            if seat < 0:
                return
            actions = state.choices(seat)
            state.apply(seat, actions[int(draw() * len(actions))])

    def worth(self, state: State) -> list[float]:
        """What a position is worth to each seat, from 0 to 1; alone, points."""
        return worth_of_end(state)

    def pace(self, players: int) -> float:
        """How much of a level's thought there is time for, 1 being all of it."""
        return 1.0

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """The moves worth looking at; all of them unless the game knows better."""
        return legal


def worth_of_end(state: State) -> list[float]:
    """What an end is worth to each seat: mostly whether it wins, a little by how much."""
    scores = state.scores()
    players = len(scores)
    if players == 1:
        return [float(scores[0])]
    outcome = state.outcome()
    winners: tuple[int, ...] = outcome.winners if outcome is not None else ()
    worth: list[float] = []
    for seat in range(players):
        best_other = max([scores[other] for other in range(players) if other != seat])
        margin = float(scores[seat] - best_other)
        share = 1.0 / float(players)
        if winners:
            share = 1.0 / float(len(winners)) if seat in winners else 0.0
        worth.append((1.0 - MARGIN_SHARE) * share + MARGIN_SHARE * (0.5 + 0.5 * margin / (abs(margin) + 12.0)))
    return worth
