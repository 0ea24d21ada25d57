"""Code that runs for too long is stopped in its own lines, and never in those that it has called."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable

from cloudtop.core.patience import Overlong, Oversized, stop_inside
from injections import measured

DEADLINE = 60.0


class Runner(threading.Thread):
    """A thread that runs something until it is stopped."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.raised: list[Overlong] = []

    def run(self) -> None:
        """Run it, and keep what it raises."""
        try:
            self.work()
        except Overlong as error:
            self.raised.append(error)

    @property
    def number(self) -> int:
        """What the thread is called by."""
        assert self.ident is not None
        return self.ident


def test_code_is_stopped_while_it_runs_itself() -> None:
    begun = threading.Event()

    def endless() -> None:
        begun.set()
        while True:
            pass

    runner = Runner(endless)
    runner.start()
    assert begun.wait(DEADLINE)
    assert not stop_inside(runner.number, {test_code_is_stopped_while_it_runs_itself.__code__})
    while not stop_inside(runner.number, {endless.__code__}, Oversized):
        pass
    runner.join(DEADLINE)
    assert [str(error) for error in runner.raised] == ["it took more memory than it may, and was stopped"]
    assert gc.isenabled()


def test_code_that_has_called_something_is_not_stopped_there() -> None:
    begun, allowed = threading.Event(), threading.Event()

    def called() -> None:
        begun.set()
        allowed.wait(DEADLINE)

    def calling() -> None:
        called()

    runner = Runner(calling)
    runner.start()
    assert begun.wait(DEADLINE)
    assert not any(stop_inside(runner.number, {calling.__code__, called.__code__}) for _ in range(100))
    allowed.set()
    runner.join(DEADLINE)
    assert runner.raised == []


def test_a_thread_that_has_ended_is_left_alone() -> None:
    runner = Runner(lambda: None)
    runner.start()
    runner.join(DEADLINE)
    assert not stop_inside(runner.number, {sys._getframe().f_code})


def test_errors_land_nowhere_but_in_the_code_that_was_meant() -> None:
    seen = measured(500, patience=DEADLINE)
    assert seen.inside.total() > 100
    assert not seen.astray


def test_errors_that_nobody_aims_land_elsewhere() -> None:
    assert measured(300, blindly=True, patience=DEADLINE).astray
