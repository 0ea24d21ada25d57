"""The games of one process of a vector environment, and the memory that all processes share."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cloudtop.bots import Perspective
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.games import game as game_of
from cloudtop.lab.experiment import game_seed
from cloudtop.lab.extras import wanting
from cloudtop.lab.gym import invited
from cloudtop.lab.sitting import Sitting

with wanting("lab"):
    import numpy as np
    from librt.strings import BytesWriter

    from cloudtop.core.batch import NOBODY, Batch

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
            self.rows["observation"].reshape(-1).view(np.uint8).data,
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
        rows["ended"][:] = False
        rows["rewards"][:] = 0
        if batch.ended:
            rows["ended"][batch.ended] = True
            rows["length"][batch.ended] = batch.lengths
            for name, written in (("rewards", batch.rewards), ("final", batch.finals)):
                rows[name][batch.ended] = numbers(written, rows[name])
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
