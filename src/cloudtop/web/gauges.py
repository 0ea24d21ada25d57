"""What the house counts and measures about itself, for its host; nothing of it tells what anybody holds or plays."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, multiprocess
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from cloudtop.program import this_program

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
THINKING = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
RECENT = 2000
"""So many moves are remembered, to tell how long they took."""
MANY = 100
"""So many are noted before they are counted, where nobody looks."""

NOTED = 2.0
"""Seconds between two notes of what there is, where several servers count together."""
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which servers at one door count together; prometheus_client looks there as well."""
REPLACES = "CLOUDTOP_REPLACES"
"""Tells a server that it takes the place of one that ended."""
Together = Literal["livemax", "livemin", "livesum"]
TOGETHER_AS: Mapping[str, Together] = {
    "servers": "livemax",
    "backup_age_seconds": "livemax",
    "loop_late_seconds": "livemax",
    "store_writable": "livemin",
    "database_connected": "livemin",
    "disk_free_bytes": "livemin",
}
"""How numbers of several servers become one: the largest or the smallest tells most. All others are added up."""
ABOUT = {
    "draining": "Whether the server opens no more tables",
    "backup_age_seconds": "Seconds since the house copied all tables",
    "loop_late_seconds": "Seconds by which the loop that serves everybody is late, smoothed",
    "store_writable": "1 if the last attempt to write succeeded, else 0",
    "database_connected": "1 if the database is connected, else 0",
    "disk_free_bytes": "Bytes free on the disk of the tables",
}
"""The meaning of numbers that count nothing."""
# Both come without types.
COUNTED_TOGETHER: Callable[[CollectorRegistry], Any] = multiprocess.MultiProcessCollector
ENDED: Callable[[int, str], None] = multiprocess.mark_process_dead
"""Tells the folder's readers that a process has ended: what it held is there no more."""

Looked = Callable[[], Mapping[str, float]]


class Built(Collector):
    """The program that runs, as labels of a number that is always 1."""

    def collect(self) -> Iterable[Metric]:
        """Version, commit and build."""
        program = this_program()
        labels = {"version": program.version, "commit": program.commit, "build": program.build}
        yield InfoMetricFamily("cloudtop_build", "The program that runs", value=labels)


class Gauges(Collector):
    """Counters and measurements, and what there is to be counted when somebody looks."""

    def __init__(self, look: Looked) -> None:
        """Gauges of a house; `look` tells how much of everything there is now, by name."""
        self.look = look
        self.begun = time.monotonic()
        self.registry = registry = CollectorRegistry()
        self.moves = Counter("cloudtop_moves", "Moves that were made", ["game", "by"], registry=registry)
        self.requests = Counter("cloudtop_requests", "Requests answered", ["kind", "status"], registry=registry)
        self.refused = Counter("cloudtop_refused", "What was refused because too much was asked", registry=registry)
        self.move_seconds = Histogram(
            "cloudtop_move_seconds",
            "Until a move is kept and sent",
            buckets=SECONDS,
            registry=registry,
        )
        self.store_seconds = Histogram(
            "cloudtop_store_seconds", "Until rows are safe in the store", buckets=SECONDS, registry=registry
        )
        self.store_failures = Counter("cloudtop_store_failures", "Transactions that failed", registry=registry)
        self.moves_refused = Counter("cloudtop_moves_refused", "Moves and undos refused", ["code"], registry=registry)
        self.sockets_closed = Counter("cloudtop_sockets_closed", "Sockets closed", ["code"], registry=registry)
        self.bot_faults = Counter("cloudtop_bot_faults", "Thoughts that failed or took too long", registry=registry)
        self.bot_seconds = Histogram(
            "cloudtop_bot_seconds", "Until a bot has chosen, waiting included", buckets=THINKING, registry=registry
        )
        self.replaced = Counter("cloudtop_processes_replaced", "Server processes that were replaced", registry=registry)
        self.counted: dict[tuple[str, str], Counter] = {}
        """Of the moves: those of one game, made by people or bots."""
        self.uncounted: list[tuple[str, str, int, float]] = []
        """Moves that were made, to be counted: of which game, by whom, how many, and the seconds they took."""
        self.unkept: list[float] = []
        """Seconds until rows were safe, to be counted."""
        self.recent: deque[tuple[float, float]] = deque(maxlen=RECENT)
        """When a move was made, and how long that took."""
        self.together = TOGETHER in os.environ
        self.noted: dict[str, Gauge] = {}
        """What there is at this server, for the others at its door to see."""
        if not self.together:
            registry.register(Built())
            registry.register(self)
            ProcessCollector(registry=registry)

    def collect(self) -> Iterable[Metric]:
        """What there is now."""
        for name, value in self.look().items():
            yield GaugeMetricFamily(f"cloudtop_{name}", about(name), value)

    def note(self) -> None:
        """Let the other servers at the door see what there is here now."""
        self.count()
        for name, value in self.look().items():
            if name not in self.noted:
                mode = TOGETHER_AS.get(name, "livesum")
                gauge = Gauge(f"cloudtop_{name}", about(name), registry=self.registry, multiprocess_mode=mode)
                self.noted[name] = gauge
            self.noted[name].set(value)

    async def keep_noting(self) -> None:
        """Note again and again what there is."""
        while True:
            self.note()
            await asyncio.sleep(NOTED)

    def written(self) -> tuple[bytes, str]:
        """Everything in Prometheus's format, and the name of that format; of all servers at the door together."""
        if not self.together:
            self.count()
            return generate_latest(self.registry), CONTENT_TYPE_LATEST
        self.note()
        registry = CollectorRegistry()
        registry.register(Built())
        COUNTED_TOGETHER(registry)
        return generate_latest(registry), CONTENT_TYPE_LATEST

    def moved(self, game: str, by: str, moves: int, since: float) -> None:
        """Note that moves were made, and how long that took since the performance counter stood there."""
        spent = time.perf_counter() - since
        self.uncounted.append((game, by, moves, spent))
        self.recent.append((time.monotonic(), spent))
        if len(self.uncounted) >= MANY:
            self.count()

    def kept(self, since: float) -> None:
        """Note that rows are safe in the store, and how long that took since the performance counter stood there."""
        self.unkept.append(time.perf_counter() - since)
        if len(self.unkept) >= MANY:
            self.count()

    def count(self) -> None:
        """Count what was noted: many at once take a third of the time of one by one."""
        for game, by, moves, spent in self.uncounted:
            counter = self.counted.get((game, by))
            if counter is None:
                counter = self.counted[game, by] = self.moves.labels(game, by)
            counter.inc(moves)
            self.move_seconds.observe(spent)
        for spent in self.unkept:
            self.store_seconds.observe(spent)
        self.uncounted.clear()
        self.unkept.clear()

    def share(self, part: float) -> float:
        """Seconds within which so large a part of the last moves was made; 0 if there was none.

        >>> gauges = Gauges(dict)
        >>> gauges.recent.extend((0.0, seconds / 100) for seconds in range(100))
        >>> gauges.share(0.5), gauges.share(0.99)
        (0.5, 0.99)
        """
        spent = sorted(seconds for _, seconds in self.recent)
        return spent[min(len(spent) - 1, int(part * len(spent)))] if spent else 0.0

    def rate(self, seconds: float = 60.0) -> float:
        """Moves a second over the last while."""
        now = time.monotonic()
        return sum(now - at <= seconds for at, _ in self.recent) / min(seconds, max(now - self.begun, 1.0))


def about(name: str) -> str:
    """What a number tells."""
    return ABOUT.get(name, f"How many {name.replace('_', ' ')} there are now")
