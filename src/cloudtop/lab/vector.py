"""Thousands of games stepped at once, on all cores, with NumPy arrays in and out: for learners that want batches.

Each process has a share of the games and writes what is seen of them straight into memory that all share; a finished
game is dealt anew in the same step. Either every seat learns (`seat=None`), or one does and bots have the others.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cloudtop.bots import Perspective
from cloudtop.core.errors import BadOption, BadSeat, CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.experiment import game_seed
from cloudtop.lab.extras import wanting
from cloudtop.lab.gym import Opponents, invited
from cloudtop.lab.sitting import Sitting

with wanting("lab"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from cloudtop.core.batch import NOBODY, REWARDS, Batch

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import numpy.typing as npt

    Array = npt.NDArray[Any]


Question = int | tuple[int, int] | None
"""What a process is asked: to deal anew from a seed, why a move may not be made in a row, or to step."""


class Share(NamedTuple):
    """The games of one process, with everything by name, so that it travels."""

    game: str | Game
    """By name, or itself where it is not in the library."""
    box: Mapping[str, Any] | None
    players: int
    options: Mapping[str, Any]
    rules: int
    reward: str
    seat: int | None
    opponents: tuple[str, ...]
    rows: range
    """Its rows among those of all processes."""


class Shapes(NamedTuple):
    """The arrays of a batch by their names: how wide a row of each is, and of which kind."""

    observation: tuple[int, str]
    action_mask: tuple[int, str]
    choices: tuple[int, str]
    widths: tuple[int, str]
    seat: tuple[int, str]
    rewards: tuple[int, str]
    ended: tuple[int, str]
    length: tuple[int, str]
    final: tuple[int, str]
    actions: tuple[int, str]


def shapes_of(sitting: Sitting) -> Shapes:
    """The arrays of a batch of such games."""
    return Shapes(
        observation=(sitting.layout.size, "<i2"),
        action_mask=(sitting.game.actions, "i1"),
        choices=(sitting.bounds.legal, "<i2"),
        widths=(1, "<i8"),
        seat=(1, "<i8"),
        rewards=(sitting.players, "<f4"),
        ended=(1, "?"),
        length=(1, "<i8"),
        final=(sitting.layout.size, "<i2"),
        actions=(1, "<i8"),
    )


def arrays(shapes: Shapes, games: int, memory: Sequence[Any]) -> dict[str, Array]:
    """The arrays over their memory; those with one number a game are flat."""
    found: dict[str, Array] = {}
    for name, block in zip(Shapes._fields, memory, strict=True):
        width, kind = getattr(shapes, name)
        flat = np.frombuffer(block, kind)
        found[name] = flat[:games] if width == 1 and name not in ("rewards", "choices") else flat.reshape(games, width)
    return found


class Table:
    """The games of one process, and the rows of the arrays that are theirs."""

    def __init__(self, share: Share, whole: Mapping[str, Array]) -> None:
        game = share.game if isinstance(share.game, Game) else game_of(share.game).with_box(share.box)
        sitting = Sitting(game, share.players, share.options, share.reward, rules=share.rules)
        rows = slice(share.rows.start, share.rows.stop)
        self.share = share
        self.sitting = sitting
        self.rows = {name: array[rows] for name, array in whole.items()}
        self.masks = self.rows["action_mask"].reshape(-1)
        self.set: Array = np.zeros(0, np.int64)
        """Where a 1 stands in the masks."""
        self.seed = 0
        self.dealt = [0] * len(share.rows)
        self.bots = invited(share.opponents, sitting.players - 1) if share.seat is not None else []
        plain_random = all(name == "random" for name in share.opponents)
        self.chances = [Random(0) for _ in share.rows]
        self.batch = Batch(
            sitting.observer,
            share.rows.start,
            game.actions,
            sitting.bounds.legal,
            sitting.reward,
            NOBODY if share.seat is None else share.seat,
            self.deal,
            None if plain_random else self.choose,
            self.chances,
        )

    def answer(self, question: Question) -> None:
        """Step, deal anew from a seed, or tell why a move in a row may not be made."""
        if question is None:
            self.step()
        elif isinstance(question, int):
            self.reset(question)
        else:
            row, action = question
            self.batch.refuse(row - self.share.rows.start, action)

    def deal(self, number: int) -> State:
        """The next game of a row."""
        self.dealt[number] += 1
        row = self.share.rows.start + number
        self.chances[number].seed(game_seed(game_seed(self.seed, row), self.dealt[number]))
        return self.sitting.dealt(self.chances[number])

    def choose(self, state: State, seat: int, chance: Random) -> int:
        """The move of a bot."""
        learner, players = self.share.seat or 0, self.sitting.players
        return self.bots[(seat - learner) % players - 1].choose(Perspective(state, seat), chance)

    def reset(self, seed: int) -> None:
        """Deal all games anew."""
        self.seed = seed
        self.dealt = [0] * len(self.share.rows)
        self.batch.begin(len(self.share.rows))
        self.rows["rewards"][:] = 0
        self.rows["ended"][:] = False
        self.copy_out()

    def step(self) -> None:
        """Make the moves that are in the arrays."""
        batch, rows = self.batch, self.rows
        batch.step(rows["actions"].tolist())
        rows["rewards"][:] = np.frombuffer(batch.rewards.getvalue(), "<f4").reshape(rows["rewards"].shape)
        rows["ended"][:] = False
        if batch.ended:
            width = self.sitting.layout.size
            rows["ended"][batch.ended] = True
            rows["length"][batch.ended] = batch.ended_lengths
            rows["final"][batch.ended] = np.frombuffer(batch.finals.getvalue(), "<i2").reshape(-1, width)
        self.copy_out()

    def copy_out(self) -> None:
        """Put what is seen into the arrays; of the masks only what has changed is touched."""
        batch, rows = self.batch, self.rows
        rows["observation"][:] = np.frombuffer(batch.observations.getvalue(), "<i2").reshape(rows["observation"].shape)
        rows["choices"][:] = np.frombuffer(batch.choices.getvalue(), "<i2").reshape(rows["choices"].shape)
        rows["widths"][:] = batch.widths
        rows["seat"][:] = batch.seats
        self.masks[self.set] = 0
        self.set = np.frombuffer(batch.masked.getvalue(), "<i8")
        self.masks[self.set] = 1


def serve(share: Share, shapes: Shapes, games: int, memory: Sequence[Any], asked: Connection) -> None:
    """What a process does: reset or step whenever it is asked to, until nobody is there to ask."""
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        # Positions hold no cycles: looking for them again and again would only take time.
        gc.set_threshold(100_000, 50, 50)
        table = Table(share, arrays(shapes, games, memory))
        while True:
            question = asked.recv()
            try:
                table.answer(question)
                asked.send(None)
            except CloudtopError as error:
                asked.send(error)


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
        wrong = np.flatnonzero(~known | (masks[self.everybody, np.where(known, actions, 0)] == 0))
        if wrong.size:
            row = int(wrong[0])
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
            for row in np.flatnonzero(ended):
                finals[row] = {"observation": self.arrays["final"][row].copy(), "action_mask": blank}
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
