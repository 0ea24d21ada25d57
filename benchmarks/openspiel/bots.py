"""OpenSpiel's search at one of our seats, for as many simulations as the clock allows.

Its bots count simulations and know no clock in Python, where they stop by a signal: the search itself is untouched.
Those that OpenSpiel has in C++ cannot serve: its IS-MCTS does not resample a game written in Python, and its MCTS plays
out every simulation through calls back into Python, which is slower than its MCTS in Python on our compiled playouts.
"""

from __future__ import annotations

from random import Random

from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSNode
from open_spiel.python.algorithms.mcts import MCTSBot, SearchNode

from cloudtop.bots import Bot, Perspective
from cloudtop.lab.facts import hides
from cloudtop.lab.spiel import GAMES
from openspiel.clock import Clock, TimeIsUp
from openspiel.dice import Dice
from openspiel.position import Position, RandomPlayout
from openspiel.settings import OUTSIDER, Settings

UNBOUNDED = 1_000_000_000


class ClockedMcts(MCTSBot):
    """MCTS that stops on the clock and answers from the tree as it stands."""

    clock: Clock
    grown: SearchNode

    def _apply_tree_policy(self, root: SearchNode, state: Position) -> tuple[list[SearchNode], Position]:
        self.grown = root
        self.clock.tick()
        return super()._apply_tree_policy(root, state)

    def decide(self, position: Position) -> int:
        """The move proven best, or else looked at most."""
        try:
            return self.step(position)
        except TimeIsUp:
            return self.grown.best_child().action


class ClockedIsmcts(ISMCTSBot):
    """IS-MCTS that stops on the clock and answers from the tree as it stands."""

    clock: Clock

    def sample_root_state(self, state: Position) -> Position:
        """A position for the next simulation, unless the time is up."""
        self.clock.tick()
        imagined: Position = super().sample_root_state(state)
        return imagined

    def run_search(self, state: Position) -> list[tuple[int, float]]:
        """How likely each move is to be made: the one looked at most."""
        try:
            return super().run_search(state)
        except TimeIsUp:
            root: ISMCTSNode = self._root_node
            return self.get_final_policy(state, root)

    def decide(self, position: Position) -> int:
        """The move looked at most."""
        return self.step(position)


class Outsider(Bot):
    """OpenSpiel's MCTS where nothing is hidden, its IS-MCTS elsewhere; it gets a perspective, as all our bots do."""

    name = OUTSIDER

    def __init__(self, game: str, settings: Settings, seconds: float) -> None:
        self.game = GAMES[game]({"reward": "margin"})
        self.hidden = hides(self.game.game)
        self.settings = settings
        self.seconds = seconds
        self.iterations = 0
        """How many simulations the last decision took."""

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The move its search finds in the time."""
        clock = Clock(self.seconds)
        position = Position(perspective.imagine(rng), self.game, rng, self.settings.margin)
        playout = RandomPlayout(rng, self.game.limit)
        dice = Dice(rng.getrandbits(32))
        exploration = self.settings.exploration
        search: ClockedMcts | ClockedIsmcts
        if self.hidden:
            search = ClockedIsmcts(self.game, playout, exploration, UNBOUNDED, random_state=dice)
        else:
            search = ClockedMcts(self.game, exploration, UNBOUNDED, playout, random_state=dice)
        search.clock = clock
        action = int(search.decide(position))
        self.iterations = clock.simulations
        return action
