"""How long the outsider thinks."""

from __future__ import annotations

import time

ALLOWANCE = 1.02
"""Our search looks at its clock only now and then; the outsider's is a little longer, so that it never has less."""
LEAST = 16
"""Simulations that are made in any case, as our search does: it needs a few to answer at all on a busy machine."""


class TimeIsUp(Exception):
    """The signal that ends a search."""


class Clock:
    """Runs out after some seconds and the allowance, but not before the least number of simulations."""

    def __init__(self, seconds: float) -> None:
        self.until = time.perf_counter() + seconds * ALLOWANCE
        self.simulations = 0

    def tick(self) -> None:
        """Count another simulation, or say that there is no time for one."""
        if self.simulations >= LEAST and time.perf_counter() >= self.until:
            raise TimeIsUp
        self.simulations += 1
