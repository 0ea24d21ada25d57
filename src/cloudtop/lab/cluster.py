"""A team on a Ray cluster: the same jobs, the same rows, on as many machines as there are.

Every machine of the cluster has Cloudtop installed, in the same version. Ray may lose a worker or a whole machine at
any time; what it had not handed in is done again elsewhere.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from cloudtop.core.errors import CloudtopError
from cloudtop.core.former import former_names
from cloudtop.lab.extras import needed
from cloudtop.lab.teams import Batch, Batches, Done, Team, run_batch
from cloudtop.version import VERSION

__getattr__ = former_names(__name__, {"labour_there": f"{__name__}:run_there"})

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 2
"""Portions for each core of the cluster that wait or are worked on."""
PATIENCE = 5.0
"""Seconds in which a cluster has to answer."""
GLANCE = 2.0
"""Seconds after which the cluster is looked at again: machines come and go."""


def run_there(version: str, work: Callable[[J], R], jobs: Sequence[J]) -> Done:
    """Do a portion on a machine of the cluster, which has to be of the same mind."""
    if version != VERSION:
        raise CloudtopError(f"a machine of the cluster has Cloudtop {VERSION}, not {version}: its rows might differ")
    return run_batch(work, jobs)


def knock(address: str) -> None:
    """See whether anybody answers at HOST:PORT; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise CloudtopError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


@contextmanager
def joined(ray: Any, address: str) -> Iterator[None]:
    """Be part of a cluster, unless this process is already."""
    if ray.is_initialized():
        yield
        return
    knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="cloudtop")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise CloudtopError(f"no Ray cluster answers at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def sent_along(ray: Any, jobs: Sequence[object]) -> Iterator[None]:
    """Send the modules of bots that are not installed with the jobs, so that every machine has them."""
    names = {name for job in jobs for name in getattr(job, "modules", ())}
    loose = [sys.modules[name] for name in sorted(names - {"__main__"}) if name in sys.modules]
    loose = [module for module in loose if "site-packages" not in Path(str(module.__file__)).parts]
    for module in loose:
        ray.cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in loose:
            ray.cloudpickle.unregister_pickle_by_value(module)


def cores(ray: Any) -> int:
    """How many jobs the cluster can do at once, now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def cluster(address: str) -> Team:
    """The Ray cluster at an address: `auto`, `HOST:6379` or `ray://HOST:10001`."""

    def team(work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
        ray = needed("ray", "cluster")
        with joined(ray, address), sent_along(ray, jobs):
            # What is lost is handed out again here, so that it is known; Ray is not to do so by itself.
            there = ray.remote(run_there).options(max_retries=0)
            batches = Batches(jobs, cores(ray))
            away: dict[Any, Batch[J]] = {}
            try:
                while batches or away:
                    while batches and len(away) < AHEAD * batches.workers:
                        batch = batches.take()
                        away[there.remote(VERSION, work, batch.jobs)] = batch
                    ready, _ = ray.wait(list(away), timeout=GLANCE)
                    batches.workers = cores(ray)
                    for reference in ready:
                        yield from handed_in(ray, reference, away.pop(reference), batches)
            finally:
                for reference in away:
                    ray.cancel(reference, force=True)

    return team


def handed_in(ray: Any, reference: Any, batch: Batch[J], batches: Batches[J]) -> list[Any]:
    """The results of a portion; none where its worker is gone, and the portion is to be done again."""
    try:
        done: Done = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause or error from None
    except ray.exceptions.RayError:
        batches.lost(batch)
        return []
    batches.hear(batch, done.seconds)
    return done.results
