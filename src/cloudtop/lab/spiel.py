"""Our games in OpenSpiel's own register, for all that OpenSpiel offers. Importing this module enters them.

    pyspiel.load_game("cloudtop_name_of_the_game(players=3)")

A game has the parameters `players`, `reward`, its own options, `recall`, and `seed` and `deals`: all chance of our
games lies in the deal, so the first node is a chance node with as many deals as `deals` says, all equally likely, and
no other one follows. With a seed that is not negative there is that deal alone, and no chance is left. Seats that
choose at the same time are asked one after the other; as views hide what the others have chosen, nobody learns anything
by being later.

An information state is what the seat knows now. A seat may have known more before than the facts of a position tell,
so algorithms that need perfect recall, such as tabular CFR, are sound only with `recall=true`: then an information
state also has all that the seat has seen and done, as a digest, which makes every move slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from random import Random
from typing import Any

from cloudtop.core.former import former_names
from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.games import game as game_of
from cloudtop.games import games
from cloudtop.lab.extras import wanting
from cloudtop.lab.facts import facts_text, hides
from cloudtop.lab.simulator import Simulator

with wanting("openspiel"):
    import numpy as np
    import pyspiel

    from cloudtop.core.batch import GAIN, MARGIN, POINTS, WIN

OVER = -4
CHANCE = -1
"""OpenSpiel's numbers for nobody, when a game is over, and for chance."""
DEALS = 1000
"""How many deals there are unless something else is asked for."""
OWN = ("players", "reward", "seed", "deals", "recall")
"""Parameters that are no options of a game."""


def short_name(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"cloudtop_{game.name.replace('-', '_')}"


def game_type(game: Game, simulator: Simulator | None = None, stochastic: bool = True) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game: of any, or of one on agreed terms."""
    kind = pyspiel.GameType
    secret = hides(game, simulator.terms if simulator else None)
    fair = simulator is None or simulator.reward == WIN or (simulator.reward == MARGIN and simulator.players == 2)
    return kind(
        short_name=short_name(game),
        long_name=game.title(),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if stochastic else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if secret else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if fair else kind.Utility.GENERAL_SUM,
        reward_model=(
            kind.RewardModel.REWARDS if simulator and simulator.reward == GAIN else kind.RewardModel.TERMINAL
        ),
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
            "recall": False,
            **{option.name: option.default for option in game.options},
        },
    )


__getattr__ = former_names(__name__, {"Kept": f"{__name__}:Held"})


class SpielGame(pyspiel.Game):
    """One of our games on agreed terms."""

    game: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        options = {name: value for name, value in given.items() if name not in OWN}
        players = int(given.get("players", 2))
        self.simulator = Simulator(self.game, players, options, given.get("reward") or None)
        self.seed = int(given.get("seed", -1))
        self.deals = int(given.get("deals", DEALS)) if self.seed < 0 else 0
        self.limit = self.simulator.bounds.moves
        self.recall = bool(given.get("recall", False))
        points = self.simulator.reward in (POINTS, GAIN)
        kind = game_type(self.game, self.simulator, stochastic=self.deals > 0)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=float(self.simulator.bounds.lowest) if points else -1.0,
            max_utility=float(self.simulator.bounds.highest) if points else 1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.limit,
        )
        super().__init__(kind, facts, given)

    def new_initial_state(self) -> SpielState:
        """The deal that is asked for, or the chance that decides it."""
        return SpielState(self, self.simulator.dealt(Random(self.seed)) if self.seed >= 0 else None)

    def make_py_observer(self, kind: object = None, params: object = None) -> Onlooker:
        """Who tells a seat what it sees."""
        return Onlooker(self.simulator)


class Onlooker:
    """Tells a seat what it sees, in words and in numbers."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.tensor = np.zeros(simulator.layout.size, np.float32)
        slices = simulator.layout.slices
        self.dict = {
            entry.name: self.tensor[slices[entry.name]].reshape(entry.shape) for entry in simulator.layout.entries
        }

    def set_from(self, state: SpielState, seat: int) -> None:
        """Write the numbers."""
        if state.kept.state is None:
            self.tensor[:] = 0
            return
        self.simulator.state = state.kept.state
        self.tensor[:] = self.simulator.numbers(seat)

    def string_from(self, state: SpielState, seat: int) -> str:
        """What the seat sees."""
        return state.text(seat)


class Held:
    """Holds a position; OpenSpiel clones a state by deep copies of its parts, and this part knows how."""

    def __init__(self, state: State | None, past: tuple[str, ...] = (), counted: tuple[int, ...] = ()) -> None:
        self.state = state
        """None before the deal."""
        self.past = past
        """By seat, the digest of all that it has seen and done; empty without perfect recall."""
        self.counted = counted
        """By seat, its points before the last move, where points are rewarded as they come."""

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.state is None else self.state.copy(), self.past, self.counted)

    def remember(self, mover: int = -1, action: int = -1) -> None:
        """Add what every seat sees now, and what one has done, to what they remember."""
        assert self.state is not None
        past = self.past or ("",) * self.state.players
        self.past = tuple(
            remembered(past[seat], facts_text(self.state, seat), action if seat == mover else -1)
            for seat in range(self.state.players)
        )


def remembered(past: str, seen: str, action: int) -> str:
    """What a seat remembers: nothing more where it has done nothing and sees what it saw, however many moves were made.

    >>> first = remembered("", "a card", -1)
    >>> remembered(first, "a card", -1) == first, remembered(first, "a card", 7) == first
    (True, False)
    """
    now = blake2b(seen.encode(), digest_size=8).hexdigest()
    if past.partition("/")[2] == now and action < 0:
        return past
    return f"{blake2b(f'{past} {action}'.encode(), digest_size=16).hexdigest()}/{now}"


class SpielState(pyspiel.State):
    """A position in OpenSpiel's own class of states."""

    def __init__(self, game: SpielGame, state: State | None) -> None:
        super().__init__(game)
        self.kept = Held(state)
        if game.recall and state is not None:
            self.kept.remember()

    def text(self, seat: int) -> str:
        """What a seat knows and, with perfect recall, a digest of what it has seen and done."""
        if self.kept.state is None:
            return f"{seat}:before the deal"
        past = f"{self.kept.past[seat]} " if self.kept.past else ""
        return past + facts_text(self.kept.state, seat)

    def resample_from_infostate(self, seat: int, sampler: Callable[[], float]) -> SpielState:
        """A position that may be the true one for all that the seat knows now: everything hidden is drawn anew.

        What others remember is unknown there: with perfect recall only the seat's own information states are right.
        """
        assert self.kept.state is not None
        found = SpielState(self.spiel(), None)
        found.kept = Held(self.kept.state.imagine(seat, Random(sampler())), self.kept.past, self.kept.counted)
        return found

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
            self.kept.state = self.spiel().simulator.dealt(Random(action))
            if self.spiel().recall:
                self.kept.remember()
        else:
            state, mover = self.kept.state, self.kept.state.mover()
            if self.spiel().simulator.reward == GAIN:
                self.kept.counted = tuple(state.scores())
            state.apply(mover, action)
            if self.kept.past:
                self.kept.remember(mover, action)

    def _action_to_string(self, seat: int, action: int) -> str:
        return f"deal {action}" if seat == CHANCE else self.spiel().game.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.kept.state is not None and self.kept.state.mover() < 0

    def returns(self) -> list[float]:
        """What the end brings to each seat, nothing before; or, where points are rewarded as they come, those."""
        simulator = self.spiel().simulator
        if self.kept.state is not None and simulator.reward == GAIN:
            return [float(score) for score in self.kept.state.scores()]
        if self.kept.state is None or not self.is_terminal():
            return [0.0] * simulator.players
        simulator.state = self.kept.state
        return simulator.rewards()

    def rewards(self) -> list[float]:
        """What the last move has brought to each seat."""
        before = self.kept.counted
        if self.spiel().simulator.reward != GAIN:
            return self.returns()
        return [now - was for now, was in zip(self.returns(), before or [0] * len(self.returns()), strict=True)]

    def __str__(self) -> str:
        if self.kept.state is None:
            return "before the deal"
        return "\n".join(map(self.text, range(self.kept.state.players)))


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
