"""Games for PettingZoo: seats in turn (`env`), or all at once (`parallel_env`).

In turn, seats that choose at the same time are asked one after the other; as views hide what the others have chosen,
nobody learns anything by being later. All at once, whoever has nothing to decide waits: the last number is that move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cloudtop.core.errors import BadOption, CloudtopError, IllegalMove
from cloudtop.core.former import FormerName
from cloudtop.core.record import Record
from cloudtop.lab.extras import wanting
from cloudtop.lab.simulator import RENDER_MODES, VERSION, Simulator

with wanting("lab"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

if TYPE_CHECKING:
    from cloudtop.core.game import Game

Seen = dict[str, Any]


def agent_of(seat: int) -> str:
    """What a seat is called."""
    return f"seat_{seat}"


def metadata_of(simulator: Simulator, parallel: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    name = f"cloudtop_{simulator.game.name.replace('-', '_')}_v{VERSION}"
    modes = {"render_modes": list(RENDER_MODES), "render_fps": 2}
    return {"name": name, "is_parallelizable": parallel, **modes}


def earned(simulator: Simulator, loser: int | None) -> list[float]:
    """What everybody gets now; a game that an illegal move has ended brings the others nothing."""
    if loser is None:
        return simulator.earned()
    return [simulator.forfeited(seat) if seat == loser else 0.0 for seat in range(simulator.players)]


class TurnsEnv(AECEnv[str, Seen, int | None]):
    """A game in which one seat after the other decides."""

    def __init__(self, game: str | Game, **terms: Any) -> None:
        """Agree on the terms: those of `Simulator`."""
        super().__init__()
        self.simulator = Simulator(game, **terms)
        self.metadata = metadata_of(self.simulator, parallel=False)
        self.render_mode = self.simulator.render_mode
        self.possible_agents = [agent_of(seat) for seat in range(self.simulator.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.simulator.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.simulator.game.actions) for agent in self.possible_agents}
        self.generator = np.random.default_rng()

    sitting = FormerName("simulator")

    def record(self) -> Record:
        """The present game as far as it has gone: `record().write()` is the text that anybody can replay."""
        return self.simulator.record()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent gets."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None:
            self.generator = np.random.default_rng(seed)
        self.simulator.deal(int(self.generator.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"deal_seed": self.simulator.deal_seed} for agent in self.agents}
        self.agent_selection = agent_of(self.simulator.state.mover())
        self.show()

    def observe(self, agent: str) -> Seen:
        """What an agent knows, and what it may do now."""
        return self.simulator.seen(self.seats[agent])

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption(f"{agent} has to decide: None is no move")
        simulator, seat = self.simulator, self.seats[agent]
        move = simulator.accepted(seat, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {} if move == action else {"illegal": int(action)}
        if move is not None:
            simulator.make(seat, move)
        mover = -1 if move is None else simulator.state.mover()
        won = earned(simulator, seat if move is None else None)
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        if mover < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = agent_of(mover)
        self._accumulate_rewards()
        self._deads_step_first()
        self.show()

    def show(self) -> None:
        """Show the board to whoever watches."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return self.simulator.render(None)

    def close(self) -> None:
        """Nothing is open."""


class AtOnceEnv(ParallelEnv[str, Seen, int]):
    """A game in which all seats answer at once; those that have nothing to decide wait."""

    def __init__(self, game: str | Game, max_cycles: int | None = None, **terms: Any) -> None:
        """Agree on the terms: those of `Simulator`, and after how many answers a game is broken off."""
        self.simulator = Simulator(game, **terms)
        self.max_cycles = max_cycles
        self.cycles = 0
        self.metadata = metadata_of(self.simulator, parallel=True)
        self.render_mode = self.simulator.render_mode
        self.wait = self.simulator.game.actions
        """The number of waiting."""
        self.possible_agents = [agent_of(seat) for seat in range(self.simulator.players)]
        self.observation_spaces = {agent: self.simulator.observation_space(1) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self.generator = np.random.default_rng()

    sitting = FormerName("simulator")

    def record(self) -> Record:
        """The present game as far as it has gone: `record().write()` is the text that anybody can replay."""
        return self.simulator.record()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent gets."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may answer."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game."""
        if seed is not None:
            self.generator = np.random.default_rng(seed)
        self.simulator.deal(int(self.generator.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.cycles = 0
        self.show()
        return self.seen(), {agent: {"deal_seed": self.simulator.deal_seed} for agent in self.agents}

    def seen(self) -> dict[str, Seen]:
        """What every agent knows, and what it may do."""
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.simulator.mask(seat, 1)
            mask[self.wait] = not mask.any()
            found[agent] = {"observation": self.simulator.numbers(seat), "action_mask": mask}
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the moves of all that have something to decide."""
        simulator, agents = self.simulator, self.agents
        if not agents:
            raise CloudtopError("this game is over: reset the environment first")
        if missing := [agent for agent in agents if agent not in actions]:
            raise BadOption(f"everybody answers, if only by waiting; nothing came from {', '.join(missing)}")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        chosen: list[tuple[int, int]] = []
        loser = None
        turn = simulator.state.turn()
        for seat, agent in enumerate(self.possible_agents):
            move = self.accepted(seat, int(actions[agent]), seat in turn)
            if move != actions[agent]:
                infos[agent] = {"illegal": int(actions[agent])}
            if move is None:
                loser = seat
            elif move != self.wait:
                chosen.append((seat, move))
        if loser is None:
            for seat, move in chosen:
                simulator.make(seat, move)
        self.cycles += 1
        over = loser is not None or simulator.state.mover() < 0
        broken_off = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(agents, earned(simulator, loser), strict=True))
        self.agents = [] if over or broken_off else agents
        self.show()
        return self.seen(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, broken_off), infos

    def accepted(self, seat: int, action: int, deciding: bool) -> int | None:
        """The move to make for one that was chosen; None if the seat has lost by it."""
        if deciding and action != self.wait:
            return self.simulator.accepted(seat, action)
        if action == self.wait and not deciding:
            return action
        if self.simulator.illegal == "refuse":
            raise IllegalMove(
                f"{self.simulator.game.name}/turn", "wait" if deciding else self.simulator.game.text(action)
            )
        if self.simulator.illegal == "lose":
            return None
        return self.simulator.accepted(seat, -1) if deciding else self.wait

    def show(self) -> None:
        """Show the board to whoever watches."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return self.simulator.render(None)

    def close(self) -> None:
        """Nothing is open."""


def env(game: str | Game, **terms: Any) -> AECEnv[str, Seen, int | None]:
    """A game in turns, with PettingZoo's checks of the order of calls around it."""
    return OrderEnforcingWrapper(TurnsEnv(game, **terms))


def parallel_env(game: str | Game, max_cycles: int | None = None, **terms: Any) -> AtOnceEnv:
    """A game with all answers at once."""
    return AtOnceEnv(game, max_cycles, **terms)
