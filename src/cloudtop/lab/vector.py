"""Thousands of games stepped at once, on all cores, with NumPy arrays in and out: for learners that want batches.

Each process has a share of the games and writes what is seen of them straight into memory that all share; a finished
game is dealt anew in the same step. Either every seat learns (`seat=None`), or one does and bots have the others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from cloudtop.core.errors import BadOption, BadSeat, CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.extras import wanting
from cloudtop.lab.gym import Opponents, invited
from cloudtop.lab.rows import Question, Share, Table, arrays, serve, shapes_of
from cloudtop.lab.sitting import Sitting

with wanting("lab"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from cloudtop.core.batch import REWARDS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import numpy.typing as npt

    Array = npt.NDArray[Any]


class GamesEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many games of one kind, in Gymnasium's vector interface.

    Where every seat learns, `infos["seat"]` says who decides in each game; the reward is that of the seat that has just
    moved, and `infos["rewards"]` has everybody's.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        players: int | None = None,
        seat: int | None = None,
        opponents: Opponents = "random",
        options: Mapping[str, object] | None = None,
        reward: str | None = None,
        workers: int | None = None,
        copy: bool = True,
        rules: int | None = None,
    ) -> None:
        """Agree on the terms; without `copy` the arrays that are returned change with the next step."""
        sitting = Sitting(game, players, options, reward, rules=rules)
        if num_envs < 1:
            raise BadOption(f"at least one game is played, not {num_envs}")
        if seat is not None and seat not in range(sitting.players):
            raise BadSeat(f"there is no seat {seat}; this game has seats 0 to {sitting.players - 1}")
        self.sitting = sitting
        self.seat = seat
        self.copy = copy
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = sitting.observation_space()
        self.single_action_space = spaces.Discrete(sitting.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.everybody = np.arange(num_envs)
        self.rows: list[range] = []
        """By process, its games."""
        self.connections: list[Connection] = []
        self.processes: list[Any] = []
        self.table: Table | None = None
        self.open_tables(opponents, min(workers or os.cpu_count() or 1, num_envs))

    # ------------------------------------------------------------------ who plays the games

    def open_tables(self, opponents: Opponents, workers: int) -> None:
        """Share the games out; with one worker they are played here, without another process."""
        sitting, shapes, games = self.sitting, shapes_of(self.sitting), self.num_envs
        context = get_context("spawn")
        sizes = [games * width * np.dtype(kind).itemsize for width, kind in shapes]
        memory = [context.RawArray("b", size) for size in sizes]
        self.arrays = arrays(shapes, games, memory)
        shared = partial(
            Share,
            sitting.game.name if in_library(sitting.game) else sitting.game,
            plain(sitting.game.box_data),
            sitting.players,
            sitting.terms.options,
            sitting.terms.rules,
            REWARDS[sitting.reward],
            self.seat,
            names_of(opponents, 0 if self.seat is None else sitting.players - 1),
        )
        if workers <= 1:
            self.table = Table(shared(range(games)), self.arrays)
            return
        for number in range(workers):
            rows = range(games * number // workers, games * (number + 1) // workers)
            here, there = context.Pipe()
            process = context.Process(target=serve, args=(shared(rows), shapes, games, memory, there), daemon=True)
            process.start()
            there.close()
            self.rows.append(rows)
            self.connections.append(here)
            self.processes.append(process)

    def ask(self, question: Question) -> None:
        """Let all processes do something, without waiting for them."""
        if self.closed:
            raise CloudtopError("these games are closed")
        if self.table is not None:
            self.table.answer(question)
        for connection in self.connections:
            # A process that is gone is missed when its answer is waited for.
            with suppress(ConnectionError):
                connection.send(question)

    def answered(self) -> None:
        """Wait until all processes are done; the first error that one of them tells is raised."""
        answers = [answer_of(connection) for connection in self.connections]
        for answer in answers:
            if answer is not None:
                raise answer

    def check(self, actions: Array) -> None:
        """Refuse illegal moves before any game has moved, naming the rule that forbids the first of them."""
        if self.closed:
            raise CloudtopError("these games are closed")
        masks = self.arrays["action_mask"]
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = masks[self.everybody, actions if known.all() else np.where(known, actions, 0)]
        if not (known & (legal != 0)).all():
            row = int(np.flatnonzero(~known | (legal == 0))[0])
            question = (row, int(actions[row]))
            if self.table is not None:
                self.table.answer(question)
            part = next(number for number, rows in enumerate(self.rows) if row in rows)
            self.connections[part].send(question)
            raise answer_of(self.connections[part]) or CloudtopError(f"game {row} takes no such move")

    def close_extras(self, **kwargs: Any) -> None:
        """Let the processes go."""
        for connection in self.connections:
            connection.close()
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()

    # ------------------------------------------------------------------ Gymnasium's interface

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games; the same seed gives the same games, whatever the number of processes."""
        super().reset(seed=seed)
        self.ask(int(self.np_random.integers(2**31)) if seed is None else seed)
        self.answered()
        return self.observations(), self.infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Make a move in every game; if one is illegal it is refused, and no game has changed."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Let the games go on while the learner does something else."""
        chosen = np.asarray(actions)
        self.check(chosen)
        self.moved = self.arrays["seat"].copy() if self.seat is None else None
        self.arrays["actions"][:] = chosen
        self.ask(None)

    def step_wait(self) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """What has become of the games."""
        self.answered()
        all_rewards = self.arrays["rewards"]
        rewards = all_rewards[self.everybody, self.seat if self.moved is None else self.moved]
        ended = self.arrays["ended"].copy()
        return self.observations(), rewards, ended, np.zeros_like(ended), self.infos()

    def observations(self) -> dict[str, Any]:
        """What is seen of all games."""
        return {name: self.given(name) for name in ("observation", "action_mask")}

    def infos(self) -> dict[str, Any]:
        """Who decides, the legal moves as a list, everybody's rewards; of ended games the last observation."""
        found = {name: self.given(name) for name in ("seat", "choices", "widths", "rewards")}
        ended = self.arrays["ended"]
        if ended.any():
            blank = np.zeros(self.sitting.game.actions, np.int8)
            finals: Array = np.full(self.num_envs, None, object)
            finals[ended] = [{"observation": seen, "action_mask": blank} for seen in self.arrays["final"][ended]]
            found |= {"final_obs": finals, "_final_obs": ended.copy()}
            found |= {"length": self.given("length"), "_length": ended.copy()}
        return found

    def given(self, name: str) -> Array:
        """An array as it is handed out."""
        return self.arrays[name].copy() if self.copy else self.arrays[name]

    def sample(self, generator: np.random.Generator | None = None) -> Array:
        """A random legal move for every game."""
        chance = (generator or self.np_random).random(self.num_envs)
        places = (chance * self.arrays["widths"]).astype(np.int64)
        return self.arrays["choices"][self.everybody, places]


def answer_of(connection: Connection) -> CloudtopError | None:
    """What a process answers: nothing, or what went wrong."""
    try:
        answer: CloudtopError | None = connection.recv()
    except (EOFError, ConnectionError):
        return CloudtopError("a process of the games is gone: close them and make new ones")
    return answer


def in_library(game: Game) -> bool:
    """Whether another process finds the game by its name."""
    try:
        return game_of(game.name).with_box(game.box_data) is game
    except CloudtopError:
        return False


def names_of(opponents: Opponents, count: int) -> tuple[str, ...]:
    """The other seats' bots by name: bots of one's own stay in the process that made them."""
    several = [opponents] * count if isinstance(opponents, str) else opponents
    if not isinstance(several, Sequence) or not all(isinstance(name, str) for name in several):
        raise BadOption("the opponents of many games are named: give the names of bots")
    names = tuple(str(name) for name in several)
    invited(names, count)
    return names
