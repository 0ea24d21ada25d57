"""The part of PettingZoo that the lab uses."""

from typing import Any, Generic, TypeVar

Agent = TypeVar("Agent")
Seen = TypeVar("Seen")
Action = TypeVar("Action")

class AECEnv(Generic[Agent, Seen, Action]):
    metadata: dict[str, Any]
    possible_agents: list[Agent]
    agents: list[Agent]
    agent_selection: Agent
    rewards: dict[Agent, float]
    terminations: dict[Agent, bool]
    truncations: dict[Agent, bool]
    infos: dict[Agent, dict[str, Any]]
    _cumulative_rewards: dict[Agent, float]

    def __init__(self) -> None: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def observe(self, agent: Agent) -> Seen: ...
    def step(self, action: Action) -> None: ...
    def _was_dead_step(self, action: Action) -> None: ...
    def _clear_rewards(self) -> None: ...
    def _accumulate_rewards(self) -> None: ...
    def _deads_step_first(self) -> Agent: ...

class ParallelEnv(Generic[Agent, Seen, Action]):
    metadata: dict[str, Any]
    possible_agents: list[Agent]
    agents: list[Agent]
