"""Who does the work of an experiment: this process, several on this machine, or a Ray cluster.

A team is handed a function and its jobs, in any number, and gives the results as they come, in any order. A worker that
dies costs time and nothing else: what it had not handed in is done again by another.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cloudtop.core.errors import CloudtopError
from cloudtop.core.former import former_names
from cloudtop.table.blame import GameFault, guest_fault

__getattr__ = former_names(__name__, {"labour": f"{__name__}:run_batch"})

J = TypeVar("J")
R = TypeVar("R")

PORTION = 0.25
"""Seconds of work that a worker is handed at a time: rows come steadily, and talking costs little."""
MOST = 500
"""Jobs in a portion, however quick they are."""
TRIES = 5
"""How often a portion is handed out before its jobs are blamed for the death of workers."""


class Team(Protocol):
    """Whoever does the work."""

    def __call__(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
        """The results of the jobs, as they come."""


class Batch(Generic[J]):
    """A portion of jobs for one worker."""

    def __init__(self, jobs: list[J]) -> None:
        self.jobs = jobs
        self.tries = 0


class Done(NamedTuple):
    """What a worker hands in."""

    results: list[Any]
    seconds: float


class Batches(Generic[J]):
    """Jobs in portions that take about as long as they should."""

    def __init__(self, jobs: Sequence[J], workers: int) -> None:
        self.left = deque(jobs)
        self.again: list[Batch[J]] = []
        self.workers = workers
        self.size = 1

    def __bool__(self) -> bool:
        return bool(self.left or self.again)

    def take(self) -> Batch[J]:
        """The next portion; those that were lost go first, and towards the end they get smaller."""
        batch = self.again.pop() if self.again else Batch([])
        if not batch.jobs:
            size = min(self.size, 1 + len(self.left) // (2 * self.workers))
            batch.jobs = [self.left.popleft() for _ in range(min(size, len(self.left)))]
        batch.tries += 1
        return batch

    def hear(self, batch: Batch[J], seconds: float) -> None:
        """Learn from a portion how large the next ones should be."""
        fitting = int(PORTION * len(batch.jobs) / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * self.size, MOST))

    def lost(self, batch: Batch[J]) -> None:
        """Do a portion again, whose worker died."""
        if batch.tries >= TRIES:
            raise CloudtopError(
                f"{TRIES} workers died one after the other over the same games; is there memory enough? "
                'A script that plays on several processes does so below `if __name__ == "__main__":`.'
            )
        self.again.append(batch)


def run_batch(work: Callable[[J], R], jobs: Sequence[J]) -> Done:
    """Do a portion, and say how long it took."""
    start = time.perf_counter()
    try:
        results = [work(job) for job in jobs]
    except CloudtopError:
        raise
    except Exception as error:
        # On its way to another process an error loses the traceback that tells in whose code it arose.
        if told := guest_fault(error):
            raise GameFault(told) from error
        raise
    return Done(results, time.perf_counter() - start)


def alone(work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    """This process does it all, in order."""
    return map(work, jobs)


# ---------------------------------------------------------------------------------------------- processes


class Desk(Generic[J]):
    """A worker process, the line to it, and what it was handed."""

    def __init__(self, work: Callable[[J], Any]) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=sit, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.batch: Batch[J] | None = None

    def hand(self, batch: Batch[J]) -> None:
        """Give it a portion; that it is dead already shows when it is listened to."""
        self.batch = batch
        with suppress(OSError):
            self.line.send(batch.jobs)

    def leave(self) -> None:
        """End the process, whatever it does."""
        self.line.close()
        self.process.terminate()
        self.process.join()


def sit(line: Connection, work: Callable[[J], R]) -> None:
    """A worker's life: portions come, results go, until nobody is on the other side."""
    # Ctrl-C is for whoever leads the work, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            jobs = line.recv()
            try:
                answer: Done | Exception = run_batch(work, jobs)
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = error
            line.send(answer)


def processes(count: int) -> Team:
    """So many processes on this machine; one that dies is replaced."""

    def team(work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
        batches = Batches(jobs, count)
        desks = [Desk(work) for _ in range(min(count, len(jobs)))]
        try:
            while batches or any(desk.batch for desk in desks):
                for desk in desks:
                    if desk.batch is None and batches:
                        desk.hand(batches.take())
                heard = wait([desk.line for desk in desks if desk.batch])
                for number, desk in enumerate(desks):
                    if desk.line not in heard or desk.batch is None:
                        continue
                    batch, desk.batch = desk.batch, None
                    try:
                        answer = desk.line.recv()
                    except (EOFError, OSError):
                        desk.leave()
                        desks[number] = Desk(work)
                        batches.lost(batch)
                        continue
                    if isinstance(answer, Exception):
                        raise answer
                    batches.hear(batch, answer.seconds)
                    yield from answer.results
        finally:
            for desk in desks:
                desk.leave()

    return team


def team_of(workers: int | None, ray: str | None = None) -> Team:
    """The team that was asked for; all cores of this machine if nothing was."""
    if ray is not None:
        from cloudtop.lab.cluster import cluster

        if workers is not None:
            raise CloudtopError(
                "workers are processes of this machine, and a Ray cluster has its own: give one of both"
            )
        return cluster(ray)
    count = workers or os.cpu_count() or 1
    return alone if count == 1 else processes(count)
