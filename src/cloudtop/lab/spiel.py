"""Our games in OpenSpiel's own register, for all that OpenSpiel offers. Importing this module enters them.

    pyspiel.load_game("cloudtop_name_of_the_game(players=3)")

A game has the parameters `players`, `reward`, its own options, and `seed` and `deals`: all chance of our games lies in
the deal, so the first node is a chance node with so many deals, all equally likely, and no other one follows. With a
seed that is not negative there is that deal alone, and no chance is left. Seats that choose at the same time are asked
one after the other; as views hide what the others have chosen, nobody learns anything by being later.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.games import game as game_of
from cloudtop.games import games
from cloudtop.lab.extras import wanting
from cloudtop.lab.looks import hides, look
from cloudtop.lab.sitting import Sitting

with wanting("openspiel"):
    import numpy as np
    import pyspiel

    from cloudtop.core.batch import MARGIN, POINTS, WIN

OVER = -4
CHANCE = -1
"""OpenSpiel's numbers for nobody, when a game is over, and for chance."""
DEALS = 1000
"""How many deals there are unless something else is asked for."""
OWN = ("players", "reward", "seed", "deals")
"""Parameters that are no options of a game."""


def short_name(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"cloudtop_{game.name.replace('-', '_')}"


def game_type(game: Game, sitting: Sitting | None = None, stochastic: bool = True) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game: of any, or of one on agreed terms."""
    kind = pyspiel.GameType
    secret = hides(game, sitting.terms if sitting else None)
    fair = sitting is None or sitting.reward == WIN or (sitting.reward == MARGIN and sitting.players == 2)
    return kind(
        short_name=short_name(game),
        long_name=game.title(),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if stochastic else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if secret else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if fair else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.player_counts),
        min_num_players=min(game.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": 2,
            "reward": "",
            "seed": -1,
            "deals": DEALS,
            **{option.name: option.default for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):
    """One of our games on agreed terms."""

    game: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        options = {name: value for name, value in given.items() if name not in OWN}
        players = int(given.get("players", 2))
        self.sitting = Sitting(self.game, players, options, given.get("reward") or None)
        self.seed = int(given.get("seed", -1))
        self.deals = int(given.get("deals", DEALS)) if self.seed < 0 else 0
        self.limit = self.sitting.bounds.moves
        points = self.sitting.reward == POINTS
        kind = game_type(self.game, self.sitting, stochastic=self.deals > 0)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=float(self.sitting.bounds.lowest) if points else -1.0,
            max_utility=float(self.sitting.bounds.highest) if points else 1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.limit,
        )
        super().__init__(kind, facts, given)

    def new_initial_state(self) -> SpielState:
        """The deal that is asked for, or the chance that decides it."""
        return SpielState(self, self.sitting.dealt(Random(self.seed)) if self.seed >= 0 else None)

    def make_py_observer(self, kind: object = None, params: object = None) -> Onlooker:
        """Who tells a seat what it sees."""
        return Onlooker(self.sitting)


class Onlooker:
    """Tells a seat what it sees, in words and in numbers."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.tensor = np.zeros(sitting.layout.size, np.float32)
        slices = sitting.layout.slices
        self.dict = {
            entry.name: self.tensor[slices[entry.name]].reshape(entry.shape) for entry in sitting.layout.entries
        }

    def set_from(self, state: SpielState, seat: int) -> None:
        """Write the numbers."""
        if state.kept.state is None:
            self.tensor[:] = 0
            return
        self.sitting.state = state.kept.state
        self.tensor[:] = self.sitting.numbers(seat)

    def string_from(self, state: SpielState, seat: int) -> str:
        """What the seat sees."""
        return f"{seat}:before the deal" if state.kept.state is None else look(state.kept.state, seat)


class Kept:
    """Holds a position; OpenSpiel clones a state by deep copies of its parts, and this part knows how."""

    def __init__(self, state: State | None) -> None:
        self.state = state
        """None before the deal."""

    def __deepcopy__(self, memo: object) -> Kept:
        return Kept(None if self.state is None else self.state.copy())


class SpielState(pyspiel.State):
    """A position in OpenSpiel's own class of states."""

    def __init__(self, game: SpielGame, state: State | None) -> None:
        super().__init__(game)
        self.kept = Kept(state)

    def current_player(self) -> int:
        """The seat that decides; of several, the first."""
        if self.kept.state is None:
            return CHANCE
        seat = self.kept.state.mover()
        return seat if seat >= 0 else OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        deals = self.spiel().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def spiel(self) -> SpielGame:
        """The game, as it was made here."""
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return game

    def _legal_actions(self, seat: int) -> list[int]:
        state = self.kept.state
        return state.legal(seat) if state is not None and state.mover() == seat else []

    def _apply_action(self, action: int) -> None:
        if self.kept.state is None:
            self.kept.state = self.spiel().sitting.dealt(Random(action))
        else:
            self.kept.state.apply(self.kept.state.mover(), action)

    def _action_to_string(self, seat: int, action: int) -> str:
        return f"deal {action}" if seat == CHANCE else self.spiel().game.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.kept.state is not None and self.kept.state.mover() < 0

    def returns(self) -> list[float]:
        """What the end brings to each seat; nothing before."""
        sitting = self.spiel().sitting
        if self.kept.state is None or not self.is_terminal():
            return [0.0] * sitting.players
        sitting.state = self.kept.state
        return sitting.rewards()

    def __str__(self) -> str:
        if self.kept.state is None:
            return "before the deal"
        return "\n".join(look(self.kept.state, seat) for seat in range(self.kept.state.players))


def offered(game: Game) -> type[SpielGame]:
    """Our game as a class of OpenSpiel's, entered into its register."""
    kind = type(f"Spiel{''.join(part.capitalize() for part in game.name.split('-'))}", (SpielGame,), {"game": game})
    if short_name(game) not in pyspiel.registered_names():
        pyspiel.register_game(game_type(game), kind)
    return kind


def register() -> dict[str, type[SpielGame]]:
    """Enter all games of the library, once; their classes by name."""
    return {name: offered(game_of(name)) for name in games()}


GAMES = register()
