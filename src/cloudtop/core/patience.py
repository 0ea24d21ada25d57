"""Work that may not take for ever: it is stopped where that can be done, and left alone where it cannot."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections.abc import Callable, Collection
from itertools import compress, islice, repeat
from operator import attrgetter, itemgetter
from types import CodeType
from typing import Generic, TypeVar

T = TypeVar("T")


class Overlong(Exception):
    """A game's own code ran for longer than it may, and was stopped."""

    def __str__(self) -> str:
        return "it ran for longer than it may, and was stopped"


class Oversized(Overlong):
    """A game's own code took more memory than it may, and was stopped."""

    def __str__(self) -> str:
        return "it took more memory than it may, and was stopped"


raise_in = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi)
)
"""Let an exception be raised in a thread as soon as it goes on. The interpreter's lock is held meanwhile."""
CODE = attrgetter("f_code")


def stop_inside(thread: int, codes: Collection[CodeType], error: type[Overlong] = Overlong) -> bool:
    """Raise an error in a thread whose innermost frame runs one of these codes; False if it runs another just now.

    The look at the frame and the raising are one step, made in C while this thread holds the interpreter's lock: the
    loops below call no Python code, and no garbage is collected that might. The other thread waits for the lock
    meanwhile, at a point where it raises what waits for it before it does anything else. So the error is raised
    by the very code that was seen, and nowhere else. `benchmarks/injections.py` shows it a million times.
    """
    frames = map(itemgetter(thread), iter(sys._current_frames, None))
    seen = map(codes.__contains__, map(CODE, islice(frames, 1)))
    raised = map(raise_in, compress(repeat(thread), seen), repeat(error))
    collects = gc.isenabled()
    gc.disable()
    try:
        return bool(list(raised))
    except KeyError:
        # The thread has ended.
        return False
    finally:
        if collects:
            gc.enable()


def stop(thread: int) -> None:
    """Let `Overlong` be raised in a thread that nobody waits for any more, wherever it is."""
    raise_in(thread, Overlong)


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
