"""No game holds up the house: its code is stopped where it runs for too long."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from cloudtop.core.patience import stop
from cloudtop.table.blame import GameFault, game_in
from cloudtop.web.limits import GAME_ASIDE, GAME_PATIENCE

T = TypeVar("T")
BEAT = 0.5
"""Seconds between two looks."""


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


class Watch(threading.Thread):
    """Looks now and then whether a game's code holds up the loop, or a thread beside it, and stops it there.

    What runs as compiled code cannot be stopped before it comes back to Python.
    """

    def __init__(self, patience: float = GAME_PATIENCE, aside: float = GAME_ASIDE, beat: float = BEAT) -> None:
        super().__init__(name="watch", daemon=True)
        self.beat = beat
        self.patience = patience
        self.aside = aside
        self.ended = threading.Event()
        self.works: dict[int, tuple[float, float]] = {}
        """By thread: how much it had worked when it began what it does, and how much more it may."""

    def beats(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the loop show again and again that it goes on."""
        if not self.ended.is_set():
            self.begin(self.patience)
            loop.call_later(self.beat, self.beats, loop)

    def begin(self, patience: float) -> None:
        """This thread begins something."""
        thread = threading.get_ident()
        self.works[thread] = (spent_by(thread), patience)

    def watched(self, work: Callable[[], T]) -> T:
        """What some work beside the loop gives."""
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
        """Stop every game that has run for too long."""
        frames = sys._current_frames()
        for thread, (since, patience) in list(self.works.items()):
            if thread in frames and spent_by(thread) - since > patience and runs_game(frames[thread]):
                stop(thread)
                self.works[thread] = (spent_by(thread), patience)

    def end(self) -> None:
        """Look no more."""
        self.ended.set()


def runs_game(frame: FrameType | None) -> bool:
    """Whether a thread runs a game's code, or what such code has called."""
    while frame is not None:
        if game_in(frame):
            return True
        frame = frame.f_back
    return False
