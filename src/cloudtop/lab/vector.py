"""Thousands of games stepped at once, on all cores, with NumPy arrays in and out: for learners that want batches.

Each process has a share of the games and writes what is seen of them straight into memory that all share; a finished
game is dealt anew in the same step. Either every seat learns (`seat=None`), or one does and bots have the others.

All games move together (`step`), or in batches, of which the learner takes whichever is ready first (`send`, `recv`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import wait
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from cloudtop.bots.own import AnyBot, checked_choice
from cloudtop.core.errors import BadOption, BadSeat, CloudtopError
from cloudtop.core.former import FormerName
from cloudtop.core.game import Game
from cloudtop.core.record import Move, Record
from cloudtop.core.view import plain
from cloudtop.games import game as game_of
from cloudtop.lab.extras import wanting
from cloudtop.lab.gym import Opponents, each_of, invited, spec_of
from cloudtop.lab.rows import Invitation, Question, Shard, Table, arrays, deal_seed, serve, shapes_of
from cloudtop.lab.simulator import Simulator, named

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


Stepped = tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]
DTYPES = ("int16", "int8", "uint8")
MASKS = ("bytes", "bits")
ALL = slice(None)


class GamesEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many games of one kind, in Gymnasium's vector interface.

    Where every seat learns, `infos["seat"]` says who decides in each game; the reward is that of the seat that has just
    moved, and `infos["rewards"]` has everybody's.
    """

    sitting = FormerName("simulator")

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
        batch_size: int | None = None,
        dtype: str = "int16",
        mask: str = "bytes",
    ) -> None:
        """Agree on the terms; without `copy` the arrays that are returned change with the next step.

        With `batch_size` every batch of games has a process of its own, for `send` and `recv`. `dtype` is that of the
        observations; `mask="bits"` packs masks as `numpy.packbits` does.
        """
        simulator = Simulator(game, players, options, reward, rules=rules)
        if num_envs < 1:
            raise BadOption(f"at least one game is played, not {num_envs}")
        if seat is not None and seat not in range(simulator.players):
            raise BadSeat(f"there is no seat {seat}; this game has seats 0 to {simulator.players - 1}")
        if batch_size is not None:
            if batch_size < 1 or num_envs % batch_size:
                raise BadOption(f"{num_envs} games do not make whole batches of {batch_size}")
            if workers not in (None, num_envs // batch_size):
                raise BadOption("every batch has a process of its own: give batch_size or workers, not both")
            workers = num_envs // batch_size
        self.simulator = simulator
        self.seat = seat
        self.copy = copy
        self.num_envs = num_envs
        self.opponents = opponents
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.dtype = np.dtype(named(dtype, "dtype", DTYPES))
        self.packed = named(mask, "mask", MASKS) == "bits"
        self.single_observation_space = self.space_of_one()
        self.single_action_space = spaces.Discrete(simulator.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.spec = spec_of(simulator.game.name, **vars_of(self, reward, rules, options))
        self.everybody = np.arange(num_envs)
        self.seed = 0
        """The seed of the present games."""
        self.moved: Array = np.zeros(num_envs, np.int64)
        """By game, the seat that has moved last, where every seat learns."""
        self.rows: list[range] = []
        """By process, its games."""
        self.away: set[int] = set()
        """The batches that were sent and have not been received."""
        self.connections: list[Connection] = []
        self.processes: list[Any] = []
        self.table: Table | None = None
        self.open_tables(opponents, min(workers or os.cpu_count() or 1, num_envs))

    def space_of_one(self) -> spaces.Dict:
        """What is seen of one game, in the form that was asked for."""
        space = self.simulator.observation_space()
        numbers, mask = space["observation"], space["action_mask"]
        assert isinstance(numbers, spaces.Box)
        assert isinstance(mask, spaces.Box)
        if self.dtype != np.int16:
            limits = np.iinfo(self.dtype)
            for entry in self.simulator.layout.entries:
                if entry.lowest < limits.min or entry.highest > limits.max:
                    told = f"{entry.name} goes from {entry.lowest} to {entry.highest}"
                    raise BadOption(f"observations of {self.simulator.game.name} do not fit {self.dtype}: {told}")
            numbers = spaces.Box(numbers.low.astype(self.dtype), numbers.high.astype(self.dtype), dtype=self.dtype.type)
        if self.packed:
            mask = spaces.Box(0, 255, ((mask.shape[0] + 7) // 8,), np.uint8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    # ------------------------------------------------------------------ who plays the games

    def open_tables(self, opponents: Opponents, workers: int) -> None:
        """Share the games out; with one worker they are played here, without another process."""
        simulator, shapes, games = self.simulator, shapes_of(self.simulator), self.num_envs
        guests = self.guests(opponents)
        context = get_context("spawn")
        sizes = [games * width * np.dtype(kind).itemsize for width, kind in shapes]
        memory = [context.RawArray("b", size) for size in sizes]
        self.arrays = arrays(shapes, games, memory)
        shared = partial(
            Shard,
            simulator.game.name if in_library(simulator.game) else simulator.game,
            plain(simulator.game.box_data),
            simulator.players,
            simulator.terms.options,
            simulator.terms.rules,
            REWARDS[simulator.reward],
            self.seat,
            guests,
        )
        self.rows = [range(games * number // workers, games * (number + 1) // workers) for number in range(workers)]
        if workers <= 1:
            self.table = Table(shared(range(games)), self.arrays)
            return
        for rows in self.rows:
            here, there = context.Pipe()
            process = context.Process(target=serve, args=(shared(rows), shapes, games, memory, there), daemon=True)
            process.start()
            there.close()
            self.connections.append(here)
            self.processes.append(process)

    def ask(self, question: Question) -> None:
        """Let all processes do something, without waiting for them."""
        if self.closed:
            raise CloudtopError("these games are closed")
        if self.away:
            raise CloudtopError("some batches are still away: receive them first")
        if self.table is not None:
            self.table.answer(question)
        for number in range(len(self.connections)):
            self.ask_one(number, question)

    def ask_one(self, number: int, question: Question) -> None:
        """Let one process do something; one that is gone is missed when its answer is waited for."""
        with suppress(ConnectionError):
            self.connections[number].send(question)

    def answered(self) -> None:
        """Wait until all processes are done; the first error that one of them tells is raised."""
        answers = [answer_of(connection) for connection in self.connections]
        for answer in answers:
            if answer is not None:
                raise answer

    def check(self, actions: Array, rows: slice = ALL) -> None:
        """Refuse illegal moves before any game has moved, naming the rule that forbids the first of them."""
        if self.closed:
            raise CloudtopError("these games are closed")
        masks = self.arrays["action_mask"][rows]
        if len(actions) != len(masks):
            raise BadOption(f"{len(masks)} games need a move each, not {len(actions)}")
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = masks[self.everybody[: len(masks)], actions if known.all() else np.where(known, actions, 0)]
        if not (known & (legal != 0)).all():
            place = int(np.flatnonzero(~known | (legal == 0))[0])
            row = place + (rows.start or 0)
            question = (row, int(actions[place]))
            if self.table is not None:
                self.table.answer(question)
            part = next(number for number, theirs in enumerate(self.rows) if row in theirs)
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

    def __reduce__(self) -> NoReturn:
        raise CloudtopError("many games are not pickled: make them anew with the same arguments, from a seed")

    def guests(self, opponents: Opponents) -> tuple[AnyBot, ...]:
        """The bots at the other seats, by name or themselves; none where every seat learns."""
        guests: tuple[AnyBot, ...] = () if self.seat is None else each_of(opponents, self.simulator.players - 1)
        invited(guests, len(guests))
        return guests

    def invite(self, opponents: Opponents) -> None:
        """Let other bots play the other seats, such as a past self of the learner.

        A game that is under way goes on with its own opponents to its end; every game that is dealt from now on has
        the new ones. A bot that is handed over as an object is copied to every process.
        """
        if self.seat is None:
            raise BadOption("every seat learns here: there is no seat for an opponent")
        self.ask(Invitation(self.guests(opponents)))
        self.answered()
        self.opponents = opponents

    # ------------------------------------------------------------------ Gymnasium's interface

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games; the same seed gives the same games, whatever the number of processes."""
        self.deal(seed)
        self.answered()
        return self.observations(), self.infos()

    def deal(self, seed: int | None) -> None:
        """Let all games be dealt."""
        super().reset(seed=seed)
        self.seed = int(self.np_random.integers(2**31)) if seed is None else seed
        self.ask(self.seed)

    def step(self, actions: Any) -> Stepped:
        """Make a move in every game; if one is illegal it is refused, and no game has changed."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Let the games go on while the learner does something else."""
        chosen = np.asarray(actions)
        self.check(chosen)
        self.moved[:] = self.arrays["seat"]
        self.arrays["actions"][:] = chosen
        self.ask(None)

    def step_wait(self) -> Stepped:
        """What has become of the games."""
        self.answered()
        return self.stepped()

    # ------------------------------------------------------------------ batches, as EnvPool has them

    def async_reset(self, seed: int | None = None) -> None:
        """Deal all games; `recv` gives the batches as they are ready."""
        self.deal(seed)
        self.away = set(range(len(self.rows)))

    def recv(self) -> Stepped:
        """The batch that is ready first; `infos["env_id"]` says which games it has."""
        if not self.away:
            raise CloudtopError("no batch is away: send one, or begin with async_reset")
        if self.table is not None:
            number = 0
        else:
            ready = wait([self.connections[number] for number in self.away])
            number = next(number for number in sorted(self.away) if self.connections[number] in ready)
        self.away.discard(number)
        if self.table is None and (error := answer_of(self.connections[number])):
            raise error
        return self.stepped(slice(self.rows[number].start, self.rows[number].stop))

    def send(self, actions: Any, env_id: Any) -> None:
        """Make a move in every game of a batch that was received."""
        chosen, ids = np.asarray(actions), np.asarray(env_id)
        firsts = {rows.start: number for number, rows in enumerate(self.rows)}
        number = firsts.get(int(ids[0]), -1) if len(ids) else -1
        rows = self.rows[number]
        if number < 0 or not np.array_equal(ids, self.everybody[rows.start : rows.stop]):
            raise BadOption("a whole batch is sent, with the env_id that came with it")
        if number in self.away:
            raise CloudtopError("this batch is away already: receive it first")
        part = slice(rows.start, rows.stop)
        self.check(chosen, part)
        self.moved[part] = self.arrays["seat"][part]
        self.arrays["actions"][part] = chosen
        if self.table is not None:
            self.table.answer(None)
        else:
            self.ask_one(number, None)
        self.away.add(number)

    # ------------------------------------------------------------------ what is handed out

    def stepped(self, rows: slice = ALL) -> Stepped:
        """What has become of these games."""
        rewards = self.arrays["rewards"][rows]
        ended = self.arrays["ended"][rows].copy()
        movers = self.seat if self.seat is not None else self.moved[rows]
        mine = rewards[self.everybody[: len(ended)], movers]
        return self.observations(rows), mine, ended, np.zeros_like(ended), self.infos(rows)

    def observations(self, rows: slice = ALL) -> dict[str, Any]:
        """What is seen of these games."""
        seen, mask = self.arrays["observation"][rows], self.arrays["action_mask"][rows]
        return {
            "observation": seen.astype(self.dtype) if self.dtype != np.int16 else self.given("observation", rows),
            "action_mask": np.packbits(mask, axis=1) if self.packed else self.given("action_mask", rows),
        }

    def infos(self, rows: slice = ALL) -> dict[str, Any]:
        """Who decides, the legal moves as a list, everybody's rewards; of ended games the last observation.

        `final_info` has their scores and winners by seat, and the seeds of their deals.
        """
        found: dict[str, Any] = {name: self.given(name, rows) for name in ("seat", "choices", "widths", "rewards")}
        found["env_id"] = self.everybody[rows].copy()
        ended = self.arrays["ended"][rows].copy()
        if ended.any():
            blank = np.zeros_like(self.observations(slice(0, 1))["action_mask"][0])
            last = self.arrays["final"][rows].astype(self.dtype)
            finals: Array = np.full(len(ended), None, object)
            finals[ended] = [{"observation": seen, "action_mask": blank} for seen in last[ended]]
            seeds: Array = np.full(len(ended), None, object)
            for place in np.flatnonzero(ended):
                row = int(self.everybody[rows][place])
                seeds[place] = deal_seed(self.seed, row, int(self.arrays["deal"][row]))
            winners = self.arrays["winners"][rows] != 0
            results = {"scores": self.arrays["scores"][rows].copy(), "winners": winners, "deal_seed": seeds}
            last_seen: dict[str, Any] = {"final_obs": finals, "final_info": results}
            found |= last_seen | {"_final_obs": ended.copy(), "_final_info": ended.copy()}
            found |= {"length": self.given("length", rows), "_length": ended.copy()}
        return found

    def given(self, name: str, rows: slice = ALL) -> Array:
        """An array as it is handed out."""
        return self.arrays[name][rows].copy() if self.copy else self.arrays[name][rows]

    def sample(self, generator: np.random.Generator | None = None, env_id: Any = None) -> Array:
        """A random legal move for every game, or for those of a batch."""
        chosen = self.everybody if env_id is None else np.asarray(env_id)
        chance = (generator or self.np_random).random(len(chosen))
        places = (chance * self.arrays["widths"][chosen]).astype(np.int64)
        return self.arrays["choices"][chosen, places]

    def record(self, deal_seed: int, actions: Sequence[int], opponents: Opponents | None = None) -> Record:
        """The record of a game that was played here: of the seed of its deal and the learner's moves.

        Bots choose again as they did, so a game against other opponents than the present ones needs those.
        """
        simulator, left, moves = self.simulator, list(map(int, actions)), list[Move]()
        guests = self.guests(self.opponents if opponents is None else opponents)
        bots = invited(guests, len(guests))
        chance = Random(deal_seed)
        state = simulator.dealt(chance)
        while (seat := state.mover()) >= 0:
            if self.seat is not None and seat < self.seat and self.seat in state.turn():
                seat = self.seat
            if self.seat in (None, seat):
                if not left:
                    break
                action = left.pop(0)
            else:
                bot = bots[(seat - (self.seat or 0)) % simulator.players - 1]
                action = checked_choice(bot, state, seat, chance)
            state.play(seat, action)
            moves.append(Move(seat, action))
        terms = simulator.terms
        options, rules = terms.options, terms.rules
        return Record(simulator.game, terms.players, options, deal_seed, moves=tuple(moves), rules=rules)


def vars_of(games: GamesEnv, reward: str | None, rules: int | None, options: Any) -> dict[str, Any]:
    """The arguments of these games, for Gymnasium's description of them."""
    return {
        "num_envs": games.num_envs,
        "players": games.simulator.players,
        "seat": games.seat,
        "options": None if options is None else dict(options),
        "reward": reward,
        "rules": rules,
    }


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
