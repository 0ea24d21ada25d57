"""No game holds up the house: its code is stopped where it runs for too long."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple, TypeVar

from cloudtop.core.patience import Overlong, Oversized, stop_inside
from cloudtop.table.blame import GameFault, game_in
from cloudtop.web.limits import GAME_ASIDE, GAME_MEMORY, GAME_PATIENCE

T = TypeVar("T")
BEAT = 0.25
"""Seconds between two looks."""
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TRIES, PAUSE = 400, 0.0003
"""Moments at each look in which a game's code is looked for in a thread, and seconds between two of them."""


def faultless(work: Callable[[], T]) -> T:
    """What some work gives; a game that ends the program ends only the work."""
    try:
        return work()
    except SystemExit as error:
        raise GameFault(f"the game ends the program ({error})") from error


def spent_by(thread: int) -> float:
    """Seconds that a thread has worked, where the system tells; else those on the clock."""
    if sys.platform != "win32" and hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def memory_held() -> int:
    """Bytes of memory that this process holds; where the system does not say, the most it ever held, or 0."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * PAGE
    except OSError:
        return most_held()


def most_held() -> int:
    """The most bytes of memory that this process ever held; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


class Work(NamedTuple):
    """What a thread had used when it began what it does, and how long it may work on it."""

    spent: float
    memory: int
    patience: float


class Watch(threading.Thread):
    """A watchdog: stops a game's code that holds up the loop, or a thread beside it, or takes too much memory.

    The code is stopped only while it runs itself, and not what it has called: see `stop_inside`. What runs as
    compiled code cannot be stopped before it comes back to Python.
    """

    def __init__(self, patience: float = GAME_PATIENCE, aside: float = GAME_ASIDE, beat: float = BEAT) -> None:
        super().__init__(name="watch", daemon=True)
        self.beat = beat
        self.patience = patience
        self.aside = aside
        self.room = GAME_MEMORY
        self.ended = threading.Event()
        self.works: dict[int, Work] = {}
        """By thread."""

    def beats(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the loop show again and again that it goes on."""
        if not self.ended.is_set():
            self.begin(self.patience)
            loop.call_later(self.beat, self.beats, loop)

    def begin(self, patience: float) -> None:
        """This thread begins something."""
        thread = threading.get_ident()
        self.works[thread] = Work(spent_by(thread), memory_held(), patience)

    def watched(self, work: Callable[[], T]) -> T:
        """Run a function in a thread under the watchdog and return its result."""
        self.begin(self.aside)
        try:
            return faultless(work)
        finally:
            self.works.pop(threading.get_ident(), None)

    def run(self) -> None:
        """Look, until the house is closed."""
        while not self.ended.wait(self.beat):
            self.look()

    def look(self) -> None:
        """Stop every game that has run for too long, or has taken too much memory."""
        frames = sys._current_frames()
        for thread, work in list(self.works.items()):
            if thread not in frames or not runs_game(frames[thread]):
                continue
            if memory_held() - work.memory > self.room:
                if stop_game(thread, Oversized):
                    # What was taken may be given back late, or to nobody but this process.
                    self.works[thread] = work._replace(memory=memory_held())
            elif spent_by(thread) - work.spent > work.patience and stop_game(thread, Overlong):
                self.works[thread] = work._replace(spent=spent_by(thread))

    def end(self) -> None:
        """Look no more."""
        self.ended.set()


def stop_game(thread: int, error: type[Overlong]) -> bool:
    """Raise an error in the game's code that a thread runs; False if no moment was found in which it runs itself."""
    codes: set[CodeType] = set()
    for _ in range(TRIES):
        frame = sys._current_frames().get(thread)
        if frame is not None and game_in(frame):
            codes.add(frame.f_code)
            if stop_inside(thread, codes, error):
                return True
        # Let it go on a little: it may be in code of ours that it has called.
        time.sleep(PAUSE)
    return False


def runs_game(frame: FrameType | None) -> bool:
    """Whether a thread runs a game's code, or what such code has called."""
    while frame is not None:
        if game_in(frame):
            return True
        frame = frame.f_back
    return False
