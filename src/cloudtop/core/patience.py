"""Work that may not take for ever: it is stopped where that can be done, and left alone where it cannot."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Overlong(Exception):
    """A game's own code ran for longer than it may, and was stopped."""

    def __str__(self) -> str:
        return "it ran for longer than it may, and was stopped"


def stop(thread: int) -> None:
    """Let `Overlong` be raised in a thread, at the next line of Python that it runs."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overlong))


class Worker(threading.Thread, Generic[T]):
    """A thread that does one thing and keeps what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        # Nobody waits for a thread that hangs, not even the end of the program.
        super().__init__(daemon=True)
        self.work = work
        self.found: list[T] = []
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Do it, whatever comes of it."""
        try:
            self.found.append(self.work())
        except BaseException as fault:
            self.fault = fault


def in_time(work: Callable[[], T], seconds: float) -> T:
    """What the work gives, or raises; `Overlong` if it takes more seconds.

    It runs in a thread of its own: one that hangs where Python cannot stop it is left behind.

    >>> in_time(lambda: 3, 60)
    3
    """
    worker = Worker(work)
    worker.start()
    worker.join(seconds)
    if worker.is_alive():
        if worker.ident is not None:
            stop(worker.ident)
        raise Overlong
    if worker.fault is not None:
        raise worker.fault
    return worker.found[0]
