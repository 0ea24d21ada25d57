"""The part of OpenSpiel's MCTS that the benchmark uses."""

from typing import Any

import pyspiel

class SearchNode:
    action: int
    def best_child(self) -> SearchNode: ...

class MCTSBot(pyspiel.Bot):
    def __init__(
        self, game: pyspiel.Game, uct_c: float, max_simulations: int, evaluator: object, *, random_state: object
    ) -> None: ...
    def step(self, state: Any) -> int: ...
    def _apply_tree_policy(self, root: SearchNode, state: Any) -> tuple[list[SearchNode], Any]: ...

class RandomRolloutEvaluator:
    def __init__(self, n_rollouts: int = 1, random_state: object = None) -> None: ...
