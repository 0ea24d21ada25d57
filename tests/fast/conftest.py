"""Tests of the fast part that take long fail, unless they say why."""

from __future__ import annotations

import os
import time
from collections.abc import Generator

import pytest

import cloudtop

LIMIT = 2.0
"""Seconds that a test and its processes may work on one core; time spent waiting does not count."""
REFERENCE = 0.02
"""Seconds that `exercise` takes on the machine on which the limit was chosen."""


def worked() -> float:
    """Seconds that this process and those that it waited for have worked."""
    return sum(os.times()[:4])


def exercise() -> float:
    """Seconds that a fixed piece of work takes here and now."""
    begun, total = time.process_time(), 0
    for number in range(1_500_000):
        total ^= number
    return time.process_time() - begun


def excuse(item: pytest.Item) -> str:
    """Why a test may be slow; empty if it may not."""
    mark = item.get_closest_marker("slow")
    return "" if mark is None else " ".join(mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Let a test fail that took too long; a slow or busy machine has more time, as the exercise is slower there too."""
    before = worked()
    yield
    taken = worked() - before
    # Plain Python is slower, and few run it.
    if taken <= LIMIT or excuse(item) or cloudtop.BUILD == "plain":
        return
    limit = LIMIT * max(1.0, exercise() / REFERENCE)
    if taken > limit:
        pytest.fail(
            f"{taken:.1f} s of work, at most {limit:.1f} s here: make it quicker, move it to tests/full,"
            ' or say why with @pytest.mark.slow("...")',
            pytrace=False,
        )
