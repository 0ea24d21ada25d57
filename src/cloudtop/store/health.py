"""Whether a log can be written, as its last attempts tell; and which tables are old enough to be forgotten."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future

LOG = logging.getLogger("cloudtop.store")
DAY = 86_400_000
"""Milliseconds."""


class Health:
    """The outcome of the last attempts to write, kept by a store and asked for by whoever watches the house."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.reason = ""
        """Why the last attempt failed; empty if it did not."""
        self.on_failure: Callable[[], None] = nothing
        self._since = 0.0

    def failed(self, why: str) -> None:
        """Note that something could not be written."""
        self.on_failure()
        if not self.reason:
            self._since = self.clock()
        self.reason = why

    def written(self) -> None:
        """Note that something was written; the log tells when that works again."""
        if self.reason:
            LOG.warning("the log can be written again after %d s: %s", self.clock() - self._since, self.reason)
            self.reason = ""


def nothing() -> None:
    """Nobody counts failures."""


class Forgetting:
    """Decides which tables are too old. A wrong clock must not empty a house.

    The clock is read once: while the house is open, time passes by a clock that nobody can set. If even the newest
    row is too old when the house opens, then the clock is probably wrong, and nothing is deleted.
    """

    def __init__(
        self,
        days: int,
        newest: int | None,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """Forget tables without a change for a number of days; the newest row was written then, in milliseconds."""
        self.days = days
        self.ticks = ticks
        self.opened, self.began = clock(), ticks()
        self.doubtful = newest is not None and newest < self.limit()

    def limit(self) -> int:
        """The moment before which a last change is too old, in milliseconds since 1970."""
        return int(1000 * (self.opened + self.ticks() - self.began)) - self.days * DAY

    def moment(self) -> int | None:
        """As `limit`; None where nothing may be deleted, and the log tells why."""
        if self.doubtful:
            LOG.error(
                "no table was deleted: all of them have been without a change for more than %d days. Is the clock of "
                "this machine right? If it is, play at any table and start the house again",
                self.days,
            )
            return None
        return self.limit()

    def report(self, names: Future[list[str]]) -> None:
        """Tell the log how many tables were deleted, as soon as they are."""

        def tell(done: Future[list[str]]) -> None:
            if not done.cancelled() and done.exception() is None and done.result():
                LOG.warning("deleted tables without a change for %d days: %d", self.days, len(done.result()))

        names.add_done_callback(tell)
