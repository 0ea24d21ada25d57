"""Stop a game's code again and again, under load, and see where it is stopped.

    python benchmarks/injections.py                  a million times; leaves with 1 if it ever happens elsewhere
    python benchmarks/injections.py --blindly        without the look at the frame: what that would do
    python benchmarks/injections.py --times 20000    the short way

Threads run a house that calls a game, which calls the house; around and between them things are finalized, garbage is
collected with callbacks, locks are held, files are read. Another thread stops the game as fast as it can.
"""

from __future__ import annotations

import argparse
import gc
import sys
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, FunctionType
from typing import Any

from cloudtop.core.patience import Overlong, raise_in, stop_inside

GAME = """
def count(things):
    total = 0
    for thing in things:
        total += thing
    return total

class Stones:
    def __init__(self, heap):
        self.heap = heap

    def legal(self):
        return [number for number in range(self.heap) if number % 3]

def rules(helped, packed):
    stones = [Stones(number % 7) for number in range(12)]
    total = 0
    for stone in stones:
        total += count(stone.legal())
        total += helped(total)
    for stone in stones * 5:
        total += count(stone.legal())
    return total + packed() + sum(count([number]) for number in range(9))
"""
"""A game that works a little, calls the house, and lets C code release the lock."""
THREADS = 2
LOAD = b"clouds above clouds " * 30


class Seen:
    """Where errors were raised: in the game, or in which function of the house."""

    def __init__(self) -> None:
        self.inside = Counter[str]()
        self.astray = Counter[str]()

    def note(self, error: BaseException, codes: set[CodeType], place: str) -> None:
        """Count an error by the code that it was raised in."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        code = None if trace is None else trace.tb_frame.f_code
        if place == "game" and code in codes:
            self.inside[code.co_name if code else ""] += 1
        else:
            self.astray[f"{place}: {code.co_name if code else '?'}"] += 1


class Finalized:
    """Something of the house that is finalized in Python, and lives in a circle."""

    seen: Seen
    done = 0

    def __init__(self) -> None:
        self.circle = self

    def __del__(self) -> None:
        try:
            for _ in range(5):
                Finalized.done += 1
        except Overlong as error:
            Finalized.seen.note(error, set(), "a finalizer")


def codes_in(source: dict[str, Any]) -> set[CodeType]:
    """All code of a module, with what is nested in it."""
    found: set[CodeType] = set()
    methods = [each for thing in source.values() if isinstance(thing, type) for each in vars(thing).values()]
    waiting = [thing.__code__ for thing in [*source.values(), *methods] if isinstance(thing, FunctionType)]
    while waiting:
        code = waiting.pop()
        found.add(code)
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found


class House:
    """The serving thread: it must never be stopped itself."""

    def __init__(self, game: dict[str, Any], codes: set[CodeType], seen: Seen) -> None:
        self.rules: Callable[..., int] = game["rules"]
        self.codes = codes
        self.seen = seen
        self.lock = threading.Lock()
        self.ended = False
        self.served = 0

    def helped(self, number: int) -> int:
        """The calls that a game makes into the house."""
        Finalized()
        return sum(value * value for value in range(number % 5))

    def packed(self) -> int:
        """The same, now and then in C code that releases the lock of the interpreter."""
        return len(zlib.compress(LOAD, 1)) if self.served % 20 == 0 else 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the house's lock."""
        with self.lock:
            yield

    def serve(self) -> None:
        """Call the game, and do what a house does around it, until it is closed; go on whatever comes."""
        while not self.ended:
            try:
                self.serve_on()
            except Overlong as error:
                self.seen.note(error, set(), "the house")

    def serve_on(self) -> None:
        """Call the game, and do what a house does around it, until it is closed."""
        while not self.ended:
            self.round()

    def round(self) -> None:
        """Call the game once."""
        try:
            self.rules(self.helped, self.packed)
        except Overlong as error:
            self.seen.note(error, self.codes, "game")
        with self.held():
            kept = {number: str(number) for number in range(20)}
            self.served += len(kept) > 0
        Finalized()


def collected(phase: str, info: dict[str, int]) -> None:
    """The callback at every garbage collection."""
    try:
        for _ in range(20):
            Finalized.done += 1
    except Overlong as error:
        Finalized.seen.note(error, set(), f"a callback of the collector ({phase})")


def unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Count an error that was lost in something that nobody calls."""
    Finalized.seen.astray[f"lost in {getattr(lost.object, '__qualname__', lost.object)}"] += 1


def thread_ended(ended: threading.ExceptHookArgs) -> None:
    """Count an error that has ended a thread of the house."""
    Finalized.seen.astray["a thread of the house has ended"] += 1


def measured(times: int, blindly: bool = False, patience: float = 3600.0) -> Seen:
    """Counts of errors by the place they were raised in."""
    game: dict[str, Any] = {"__name__": "a_game"}
    exec(compile(GAME, "a_game", "exec"), game)
    codes, seen = codes_in(game), Seen()
    Finalized.seen = seen
    house = House(game, codes, seen)
    threads = [threading.Thread(target=house.serve) for _ in range(THREADS)]
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-5)
    # What was there before is not looked at again and again.
    gc.freeze()
    gc.set_threshold(200, 5, 5)
    gc.callbacks.append(collected)
    hooks = sys.unraisablehook, threading.excepthook
    sys.unraisablehook, threading.excepthook = unraisable, thread_ended
    for thread in threads:
        thread.start()
    end = time.monotonic() + patience
    try:
        while seen.inside.total() + seen.astray.total() < times and time.monotonic() < end:
            for thread in threads:
                if thread.ident is None:
                    continue
                if blindly:
                    raise_in(thread.ident, Overlong)
                else:
                    stop_inside(thread.ident, codes)
            time.sleep(0)
    finally:
        house.ended = True
        for thread in threads:
            thread.join()
        with suppress(ValueError):
            gc.callbacks.remove(collected)
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        sys.unraisablehook, threading.excepthook = hooks
        sys.setswitchinterval(interval)
    return seen


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=1_000_000)
    parser.add_argument("--blindly", action="store_true", help="do not look at the frame")
    chosen = parser.parse_args()
    began = time.monotonic()
    seen = measured(chosen.times, chosen.blindly)
    print(f"{seen.inside.total()} raised in the game's own code, {seen.astray.total()} elsewhere;", end=" ")
    print(f"{time.monotonic() - began:.0f} s, Python {sys.version.split()[0]}")
    for name, counter in (("in the game", seen.inside), ("elsewhere", seen.astray)):
        for place, found in counter.most_common(12):
            print(f"  {name}: {place} {found}")
    sys.exit(1 if seen.astray else 0)


if __name__ == "__main__":
    main()
