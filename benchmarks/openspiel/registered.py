"""Our games in OpenSpiel's own register, for its conformance run and for whatever else OpenSpiel offers.

There they are one game with two parameters: `game`, and `seed`, from which the deal follows, so that no chance is left
in it and what is hidden stays hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pyspiel

import cloudtop
from cloudtop.core.game import Game
from openspiel.position import PLAYERS, Position, hides, look


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is dealt."""
    kind = pyspiel.GameType
    secret = kind.Information.IMPERFECT_INFORMATION if hides(game) else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name="cloudtop",
        long_name="Cloudtop",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=secret,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"game": game.name, "seed": 1},
    )


class SpielGame(pyspiel.Game):
    """One of our games, for two."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        game = cloudtop.game(params["game"])
        self.cloudtop = game
        self.seed = int(params.get("seed", 1))
        self.deal = game.deal(players=PLAYERS, seed=self.seed)
        self.limit = game.bounds(PLAYERS, self.deal.options).moves
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=0,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(game_type(game), facts, dict(params))

    def new_initial_state(self) -> SpielState:
        """The deal."""
        return SpielState(self, Position(self.deal.copy(), self, Random(self.seed), margin=True))

    def make_py_observer(self, kind: object = None, params: object = None) -> Onlooker:
        """Who tells a seat what it sees."""
        return Onlooker()


class Onlooker:
    """Tells a seat what it sees, in words alone."""

    tensor = None
    dict: dict[str, object] = {}

    def set_from(self, state: SpielState, seat: int) -> None:
        """Nothing to set: there is no tensor."""

    def string_from(self, state: SpielState, seat: int) -> str:
        """What the seat sees."""
        return look(state.kept.position.state, seat)


class Kept:
    """Holds a position; OpenSpiel clones a state by deep copies of its parts, and this part knows how."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> Kept:
        return Kept(self.position.clone())


class SpielState(pyspiel.State):
    """A position in OpenSpiel's own class of states."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.kept = Kept(position)

    def current_player(self) -> int:
        """The seat that decides."""
        return self.kept.position.current_player()

    def _legal_actions(self, seat: int) -> list[int]:
        return self.kept.position.legal_actions(seat)

    def _apply_action(self, action: int) -> None:
        self.kept.position.apply_action(action)

    def _action_to_string(self, seat: int, action: int) -> str:
        return self.kept.position.state.game.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.kept.position.is_terminal()

    def returns(self) -> list[float]:
        """What the end brings to each seat."""
        return self.kept.position.returns()

    def __str__(self) -> str:
        return look(self.kept.position.state, 0) + look(self.kept.position.state, 1)


def register() -> None:
    """Enter our games into OpenSpiel's register, as `cloudtop(game=skybridge,seed=1)`."""
    pyspiel.register_game(game_type(cloudtop.game("skybridge")), SpielGame)
