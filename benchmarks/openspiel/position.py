"""A position of any of our games with the methods that OpenSpiel's bots call on a state, through the contract alone.

All chance of our games lies in the deal, and a state knows what is still face down. So that the outsider does not see
the future either, it starts every simulation from a position that its seat imagines, exactly as our own search does:
`resample_from_infostate` is `imagine`. Two positions have the same information state if and only if the seat to decide
sees the same facts. Where several seats decide at once they do so one after the other; as a view hides what the
others have chosen, nobody learns anything by being later.
"""

from __future__ import annotations

from random import Random
from typing import Any

from cloudtop.core.judge import worth_of_end
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State
from cloudtop.lab.facts import facts_text

OVER = -4
"""OpenSpiel's number for nobody, when a game is over."""


def returns_of(state: State, margin: bool) -> list[float]:
    """What an end brings to each seat, from -1 to 1 and 0 in sum: the win alone, or with the margin as we count it."""
    if margin:
        return [2.0 * worth - 1.0 for worth in worth_of_end(state)]
    outcome = state.outcome()
    if outcome is None or not outcome.winners:
        return [0.0] * state.players
    won = 1.0 / len(outcome.winners)
    return [2.0 * (won if seat in outcome.winners else 0.0) - 1.0 for seat in range(state.players)]


class Moves(list[int]):
    """A list of moves. OpenSpiel's IS-MCTS makes a deep copy of it at almost every step: this one does so quickly."""

    __slots__ = ()

    def __deepcopy__(self, memo: object) -> Moves:
        return Moves(self)


class Position:
    """A state as OpenSpiel's bots know one."""

    __slots__ = ("game", "margin", "rng", "seen", "state")

    def __init__(self, state: State, game: Any, rng: Random, margin: bool) -> None:
        self.state = state
        self.game = game
        """The game as OpenSpiel knows it."""
        self.rng = rng
        self.margin = margin
        self.seen: str | None = None
        """The information state, once it was asked for."""

    def get_game(self) -> Any:
        """The game as OpenSpiel knows it."""
        return self.game

    def clone(self) -> Position:
        """An independent position."""
        return Position(self.state.copy(), self.game, self.rng, self.margin)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.mover() < 0

    def is_chance_node(self) -> bool:
        """Never: all chance lies in the deal."""
        return False

    def current_player(self) -> int:
        """The seat that decides; of several, the first."""
        seat = self.state.mover()
        return seat if seat >= 0 else OVER

    def legal_actions(self, seat: int | None = None) -> Moves:
        """The moves of the seat that decides, none for any other."""
        mover = self.state.mover()
        return Moves(self.state.legal(mover) if mover >= 0 and seat in (None, mover) else ())

    def apply_action(self, action: int) -> None:
        """Make a move."""
        self.state.apply(self.state.mover(), action)
        self.seen = None

    def returns(self) -> list[float]:
        """What the end brings to each seat; nothing before."""
        return returns_of(self.state, self.margin) if self.is_terminal() else [0.0] * self.state.players

    def information_state_string(self) -> str:
        """What the seat that decides sees."""
        if self.seen is None:
            self.seen = facts_text(self.state, self.state.mover())
        return self.seen

    def resample_from_infostate(self, seat: int, sampler: object) -> Position:
        """A position that may be the true one for all the seat knows; it draws from our generator, not the sampler."""
        return Position(self.state.imagine(seat, self.rng), self.game, self.rng, self.margin)


class RandomPlayout:
    """What OpenSpiel calls an evaluator: a random game, played out by our compiled engine to make it quick."""

    def __init__(self, rng: Random, limit: int) -> None:
        self.rng = rng
        self.limit = limit

    def evaluate(self, position: Position) -> list[float]:
        """What a random game from here brings to each seat."""
        state = position.state.copy()
        random_playout(state, self.rng, self.limit)
        return returns_of(state, position.margin)

    def prior(self, position: Position) -> list[tuple[int, float]]:
        """All moves alike."""
        actions = position.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]
