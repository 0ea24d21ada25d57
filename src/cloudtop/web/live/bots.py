"""Bots think here: in processes of their own, on imagined positions, and never for longer than they may."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any, NamedTuple, Protocol

from cloudtop.bots import Perspective, bot
from cloudtop.bots.fallback import legal_or_quick
from cloudtop.bots.hints import Hint, best_moves
from cloudtop.build import compiled_at
from cloudtop.core.chance import new_seed
from cloudtop.core.errors import CloudtopError
from cloudtop.core.state import State
from cloudtop.games import game as game_named
from cloudtop.web.live.turns import Asker, Turns

LOG = logging.getLogger("cloudtop.bots")
PATIENCE = 15.0
"""Seconds after which a bot that does not watch its own clock is stopped."""
STARTING = 30.0
"""Seconds that a new process may take until it can think."""
NICE = 5
"""By so much processes that think stand back behind the one that serves."""
NOBODY = Asker()


class Thought(NamedTuple):
    """What is to be thought about: plain data of an imagined position, never of the true one."""

    level: str
    """The bot that shall choose a move; empty to be told the best ones."""
    position: Mapping[str, Any]
    seat: int
    seed: int


class BotFault(CloudtopError):
    """A bot failed, or took too long."""


class Thinkers(Protocol):
    """Whoever can say what a bot would do."""

    async def choose(self, level: str, imagined: State, seat: int, asker: Asker = NOBODY) -> int:
        """A legal move of the seat, from a bot of that level."""

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """The best moves of the seat, best first; `BotFault` if none was found in time."""

    @property
    def queued(self) -> int:
        """How much waits to be thought about."""

    def close(self) -> None:
        """Stop thinking."""


def think(thought: Thought) -> object:
    """A bot's move, or the best moves."""
    state = game_named(thought.position["game"]).load(thought.position)
    perspective, rng = Perspective(state, thought.seat), Random(thought.seed)
    if not thought.level:
        return best_moves(perspective, rng)
    return bot(thought.level).choose(perspective, rng)


Think = Callable[[Thought], object]


class OnTheSpot:
    """Thinks at once and in this process: for quick bots and for tests."""

    queued = 0

    async def choose(self, level: str, imagined: State, seat: int, asker: Asker = NOBODY) -> int:
        """A legal move of the seat, from a bot of that level."""
        choice = answer_to(Thought(level, imagined.dump(), seat, new_seed()))
        return legal_or_quick(level, choice, imagined.legal(seat), Random(new_seed()))

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """The best moves of the seat, best first."""
        return best_moves(Perspective(imagined, seat), Random(seed))

    def close(self) -> None:
        """Nothing is to be stopped."""


def spare_cores() -> int:
    """All cores that this process may use but one, which serves; at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return max(1, cores - 1)


class Workers:
    """Some processes, each thinking about one thing at a time; one that takes too long is ended and replaced.

    Those who wait are served in turn: one thought for each address, there for each owner of tables, and of an owner's
    tables one after the other.
    """

    def __init__(self, count: int | None = None, patience: float = PATIENCE, think: Think = think) -> None:
        self.patience = patience
        self.think = think
        self.count = count or spare_cores()
        self.turns = Turns(self.count)
        self.threads = ThreadPoolExecutor(self.count, thread_name_prefix="thinking")
        self.resting: list[Worker] = []
        self.busy: set[Worker] = set()
        self.on_fault: Callable[[], None] = uncounted

    @property
    def queued(self) -> int:
        """How much waits to be thought about."""
        return self.turns.queued

    def begin(self) -> None:
        """Start a process now, so that the first bot need not wait for it."""
        self.resting.append(Worker(self.think))

    async def choose(self, level: str, imagined: State, seat: int, asker: Asker = NOBODY) -> int:
        """A legal move of the seat, from a bot of that level; a quick one if the bot fails."""
        try:
            choice = await self.ask(Thought(level, imagined.dump(), seat, new_seed()), asker)
        except BotFault as fault:
            self.on_fault()
            choice = fault
        return legal_or_quick(level, choice, imagined.legal(seat), Random(new_seed()))

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """The best moves of the seat, best first; `BotFault` if none was found in time."""
        found = await self.ask(Thought("", imagined.dump(), seat, seed), asker)
        assert isinstance(found, list)
        return found

    async def ask(self, thought: Thought, asker: Asker = NOBODY) -> object:
        """What a process thinks, when it is the asker's turn; one that fails is ended.

        A thought that has begun is finished even if nobody waits for it any more: it is short, and another process
        would take longer to start.
        """
        return await self.turns.do(asker, lambda: self.thought(thought))

    async def thought(self, thought: Thought) -> object:
        """What a process thinks."""
        worker = self.resting.pop() if self.resting else Worker(self.think)
        if worker.compiled_at != compiled_at():
            # The rules were compiled meanwhile: a new process thinks with them, several times as fast.
            worker.end()
            worker = Worker(self.think)
        self.busy.add(worker)
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self.threads, worker.ask, thought, self.patience)
        except BaseException:
            worker.end()
            raise
        finally:
            self.busy.discard(worker)
        self.resting.append(worker)
        return answer

    def close(self) -> None:
        """End every process."""
        self.turns.stop()
        for worker in (*self.resting, *self.busy):
            worker.end()
        self.resting.clear()
        self.threads.shutdown(wait=False, cancel_futures=True)


def uncounted() -> None:
    """Nobody counts faults."""


class Worker:
    """A process that thinks."""

    def __init__(self, think: Think) -> None:
        # A fresh interpreter: a fork would copy the server's threads half-way through what they do.
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.compiled_at = compiled_at()
        self.process: BaseProcess = context.Process(target=answer_questions, args=(theirs, think), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False

    def ask(self, thought: Thought, patience: float) -> object:
        """The answer to a question; `BotFault` if it fails or does not come in time."""
        try:
            if not self.ready:
                self.ready = bool(self.hear(STARTING))
            self.line.send(thought)
            choice = self.hear(patience)
        except (EOFError, OSError) as error:
            raise BotFault(f"its process ended ({error or type(error).__name__})") from None
        if isinstance(choice, str):
            raise BotFault(choice)
        return choice

    def hear(self, patience: float) -> object:
        """What the process says next."""
        if not self.line.poll(patience):
            raise BotFault(f"thought longer than {patience} s")
        return self.line.recv()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.line.close()


def answer_questions(line: Connection, think: Think) -> None:
    """The life of a process that thinks: a move for every question, a text for one it fails at."""
    # Whoever serves goes first.
    if hasattr(os, "nice"):
        os.nice(NICE)
    # When the server is gone, however that came, nobody asks any more.
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        line.send(True)
        while True:
            line.send(answer_to(line.recv(), think))


def answer_to(thought: Thought, think: Think = think) -> object:
    """What is thought, or a text that says how thinking failed."""
    try:
        return think(thought)
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
