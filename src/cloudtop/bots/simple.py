"""What a bot is, and the two simplest ones, random and greedy, against which all others are measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from cloudtop.bots.perspective import Perspective
from cloudtop.core.chance import pick
from cloudtop.core.state import State


class Bot(ABC):
    """Chooses moves; the same perspective and generator give the same move.

    A bot of your own may also have an `identity`, a word that rows of experiments keep: see `cloudtop.bots.own`.
    """

    name: str

    def new_game(self) -> None:
        """Forget the last game: called for each seat before a game of an experiment. By default nothing is kept."""

    @abstractmethod
    def choose(self, perspective: Perspective, rng: Random) -> int:
        """A legal move of the perspective's seat."""


class RandomBot(Bot):
    """Takes any legal move, all equally likely."""

    name = "random"

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """Any legal move."""
        return pick(rng, perspective.legal())


class GreedyBot(Bot):
    """Looks one placement ahead: the move whose chain of own decisions leads to the best lead, were the game to end."""

    name = "greedy"

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The move with the best lead; one of the best by lot."""
        seat = perspective.seat
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        imagined = perspective.imagine(rng)
        leads = [lead_after(imagined, seat, action) for action in legal]
        best = max(leads)
        return pick(rng, [action for action, lead in zip(legal, leads, strict=True) if lead == best])


def lead_after(state: State, seat: int, action: int) -> int:
    """The seat's lead after a move and the best of its further decisions, each judged by itself, in the same chain."""
    after = state.copy()
    going_on = not after.commits(seat, action)
    after.apply(seat, action)
    while going_on and after.mover() == seat:
        leads = []
        for following in after.legal(seat):
            further = after.copy()
            further.apply(seat, following)
            leads.append((lead(further, seat), -following))
        action = -max(leads)[1]
        going_on = not after.commits(seat, action)
        after.apply(seat, action)
    return lead(after, seat)


def lead(state: State, seat: int) -> int:
    """How far a seat is ahead of the best of the others; alone, its points."""
    scores = state.scores()
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0)
