"""The part of OpenSpiel's compiled module that the benchmark uses."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

class GameType:
    class Dynamics(Enum):
        SEQUENTIAL = ...

    class ChanceMode(Enum):
        DETERMINISTIC = ...

    class Information(Enum):
        PERFECT_INFORMATION = ...
        IMPERFECT_INFORMATION = ...

    class Utility(Enum):
        ZERO_SUM = ...

    class RewardModel(Enum):
        TERMINAL = ...

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, Any],
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, game_type: GameType, game_info: GameInfo, parameters: Mapping[str, Any]) -> None: ...
    def new_initial_state(self) -> State: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def apply_action(self, action: int) -> None: ...
    def current_player(self) -> int: ...
    def information_state_string(self, player: int) -> str: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...

class Bot: ...

def load_game(name: str, parameters: Mapping[str, Any]) -> Game: ...
def register_game(game_type: GameType, game: type[Game]) -> None: ...
def random_sim_test(game: Game, num_sims: int, serialize: bool, verbose: bool) -> None: ...
