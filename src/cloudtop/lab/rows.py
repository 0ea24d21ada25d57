"""The games of one process of a vector environment, and the memory that all processes share."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cloudtop.bots import Bot
from cloudtop.bots.own import AnyBot, checked_choice
from cloudtop.core.chance import pick
from cloudtop.core.errors import CloudtopError
from cloudtop.core.former import former_names
from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.games import game as game_of
from cloudtop.lab.experiment import game_seed
from cloudtop.lab.extras import wanting
from cloudtop.lab.gym import invited
from cloudtop.lab.simulator import Simulator

with wanting("lab"):
    import numpy as np
    from librt.strings import BytesWriter

    from cloudtop.core.batch import GAIN, NOBODY, Batch

__getattr__ = former_names(__name__, {"Share": f"{__name__}:Shard"})

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import numpy.typing as npt

    Array = npt.NDArray[Any]


class Invitation(NamedTuple):
    """Bots that play the other seats of all games that are dealt from now on."""

    bots: tuple[AnyBot, ...]


Question = int | tuple[int, int] | Invitation | None
"""What a process is asked: deal anew from a seed, why a move is illegal in a row, other opponents, or step."""


class Shard(NamedTuple):
    """The games of one process, with everything by name, so that it travels."""

    game: str | Game
    """By name, or itself where it is not in the library."""
    box: Mapping[str, Any] | None
    players: int
    options: Mapping[str, Any]
    rules: int
    reward: str
    seat: int | None
    opponents: tuple[AnyBot, ...]
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
    scores: tuple[int, str]
    winners: tuple[int, str]
    deal: tuple[int, str]
    final: tuple[int, str]
    actions: tuple[int, str]


def shapes_of(simulator: Simulator) -> Shapes:
    """The arrays of a batch of such games."""
    return Shapes(
        observation=(simulator.layout.size, "<i2"),
        action_mask=(simulator.game.actions, "i1"),
        choices=(simulator.bounds.legal, "<i2"),
        widths=(1, "<i8"),
        seat=(1, "<i8"),
        rewards=(simulator.players, "<f4"),
        ended=(1, "?"),
        length=(1, "<i8"),
        scores=(simulator.players, "<i8"),
        winners=(simulator.players, "<i8"),
        deal=(1, "<i8"),
        final=(simulator.layout.size, "<i2"),
        actions=(1, "<i8"),
    )


FLAT = ("widths", "seat", "ended", "length", "deal", "actions")
"""Arrays with one number for each game."""


def deal_seed(seed: int, row: int, deal: int) -> int:
    """The seed of a deal: of the games' own seed, the game's row, and how many deals the row has had."""
    return game_seed(game_seed(seed, row), deal)


def arrays(shapes: Shapes, games: int, memory: Sequence[Any]) -> dict[str, Array]:
    """The arrays over their memory; those with one number a game are flat."""
    found: dict[str, Array] = {}
    for name, block in zip(Shapes._fields, memory, strict=True):
        width, kind = getattr(shapes, name)
        flat = np.frombuffer(block, kind)
        found[name] = flat[:games] if name in FLAT else flat.reshape(games, width)
    return found


class Table:
    """The games of one process, and the rows of the arrays that are theirs."""

    def __init__(self, shard: Shard, whole: Mapping[str, Array]) -> None:
        game = shard.game if isinstance(shard.game, Game) else game_of(shard.game).with_box(shard.box)
        simulator = Simulator(game, shard.players, shard.options, shard.reward, rules=shard.rules)
        rows = slice(shard.rows.start, shard.rows.stop)
        self.shard = shard
        self.simulator = simulator
        self.rows = {name: array[rows] for name, array in whole.items()}
        self.masks = self.rows["action_mask"].reshape(-1)
        self.set: Array = np.zeros(0, np.int64)
        """Where a 1 stands in the masks."""
        self.seed = 0
        self.dealt = [0] * len(shard.rows)
        self.bots = self.invited(shard.opponents)
        """Who plays the other seats of the next game; None plays at random, at full speed."""
        self.guests = [self.bots] * len(shard.rows)
        """By game, who plays its other seats to its end."""
        self.chances = [Random(0) for _ in shard.rows]
        self.batch = Batch(
            simulator.observer,
            shard.rows.start,
            game.actions,
            simulator.bounds.legal,
            simulator.reward,
            NOBODY if shard.seat is None else shard.seat,
            self.deal,
            None if self.bots is None else self.choose,
            self.chances,
            self.rows["observation"].reshape(-1).view(np.uint8).data,
        )

    def answer(self, question: Question) -> None:
        """Step, deal anew from a seed, or tell why a move in a row may not be made."""
        if question is None:
            self.step()
        elif isinstance(question, int):
            self.reset(question)
        elif isinstance(question, Invitation):
            self.bots = self.invited(question.bots)
            if self.bots is not None:
                self.batch.opponent = self.choose
        else:
            row, action = question
            self.batch.refuse(row - self.shard.rows.start, action)

    def invited(self, bots: tuple[AnyBot, ...]) -> list[Bot] | None:
        """The bots at the other seats; None where nobody or only chance plays there."""
        plain_random = all(isinstance(bot, str) and bot == "random" for bot in bots)
        return None if plain_random else invited(bots, self.simulator.players - 1)

    def deal(self, number: int) -> State:
        """The next game of a row."""
        self.dealt[number] += 1
        self.guests[number] = self.bots
        row = self.shard.rows.start + number
        self.chances[number].seed(deal_seed(self.seed, row, self.dealt[number]))
        return self.simulator.dealt(self.chances[number])

    def choose(self, number: int, state: State, seat: int) -> int:
        """The move of a bot; one from outside the house is checked."""
        chance, bots = self.chances[number], self.guests[number]
        if bots is None:
            return pick(chance, state.legal(seat))
        learner, players = self.shard.seat or 0, self.simulator.players
        return checked_choice(bots[(seat - learner) % players - 1], state, seat, chance)

    def reset(self, seed: int) -> None:
        """Deal all games anew."""
        self.seed = seed
        self.dealt = [0] * len(self.shard.rows)
        self.batch.begin(len(self.shard.rows))
        self.rows["rewards"][:] = 0
        self.rows["ended"][:] = False
        self.copy_out()

    def step(self) -> None:
        """Make the moves that are in the arrays."""
        batch, rows = self.batch, self.rows
        deals = self.dealt[:]
        batch.step(rows["actions"].tolist())
        ended = batch.ended
        rows["ended"][:] = False
        rows["rewards"][:] = 0
        if ended:
            rows["ended"][ended] = True
            rows["length"][ended] = batch.lengths
            rows["deal"][ended] = [deals[number] for number in ended]
            for name in ("rewards", "scores", "winners"):
                rows[name][ended] = numbers(getattr(batch, name), rows[name])
            rows["final"][ended] = numbers(batch.finals, rows["final"])
        if self.simulator.reward == GAIN:
            rows["rewards"][:] = numbers(batch.gains, rows["rewards"])
        self.copy_out()

    def copy_out(self) -> None:
        """Put what may be done into the arrays; of the masks only what has changed is touched."""
        batch, rows = self.batch, self.rows
        rows["choices"][:] = numbers(batch.choices, rows["choices"])
        rows["widths"][:] = numbers(batch.widths, rows["widths"])
        rows["seat"][:] = numbers(batch.seats, rows["seat"])
        self.masks[self.set] = 0
        self.set = np.frombuffer(batch.masked.getvalue(), "<i8")
        self.masks[self.set] = 1


def numbers(written: BytesWriter, like: Array) -> Array:
    """What was written, as rows like those of an array."""
    return np.frombuffer(written.getvalue(), like.dtype).reshape(-1, *like.shape[1:])


def serve(shard: Shard, shapes: Shapes, games: int, memory: Sequence[Any], asked: Connection) -> None:
    """What a process does: reset or step whenever it is asked to, until nobody is there to ask."""
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        # Positions hold no cycles: looking for them again and again would only take time.
        gc.set_threshold(100_000, 50, 50)
        table = Table(shard, arrays(shapes, games, memory))
        while True:
            question = asked.recv()
            try:
                table.answer(question)
                asked.send(None)
            except CloudtopError as error:
                asked.send(error)
