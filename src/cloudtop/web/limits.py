"""How often something may be asked: a bucket that fills slowly and is emptied by asking."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.level = size
        self.filled = clock()

    def take(self) -> bool:
        """Whether one more may be asked now.

        >>> bucket = Bucket(2, 1.0, clock=lambda: 0.0)
        >>> bucket.take(), bucket.take(), bucket.take()
        (True, True, False)
        """
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < 1.0:
            return False
        self.level -= 1.0
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was asked for a while."""
        return self.level + (self.clock() - self.filled) * self.rate >= self.size


class Buckets:
    """A bucket for each of many askers; those who have not asked for a while are forgotten."""

    MOST = 10_000

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.of: dict[str, Bucket] = {}

    def take(self, asker: str) -> bool:
        """Whether that asker may ask once more now."""
        if asker not in self.of:
            if len(self.of) >= self.MOST:
                self.of = {name: bucket for name, bucket in self.of.items() if not bucket.full}
            self.of[asker] = Bucket(self.size, self.rate, self.clock)
        return self.of[asker].take()
