"""A log that nobody can flood: of lines that are alike some are written, and then how many there were."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

from cloudtop.web.limits import Allowance, Bucket

ALIKE = Allowance(5.0, 0.1)
"""So many lines that are alike at once, and so many a second."""
LONGEST = 2000
"""No line is longer, in letters, besides what tells where it went wrong."""


class Sieve(logging.Filter):
    """Lets through a few of many lines that are alike; the next that passes says how many did not."""

    MOST = 500

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.kinds: dict[tuple[str, int, str], Bucket] = {}
        self.missed: dict[tuple[str, int, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = (record.name, record.levelno, str(record.msg)[:60])
        if kind not in self.kinds:
            if len(self.kinds) >= self.MOST:
                self.kinds.clear()
                self.missed.clear()
            self.kinds[kind] = Bucket(*ALIKE, self.clock)
        if not self.kinds[kind].take():
            self.missed[kind] = self.missed.get(kind, 0) + 1
            return False
        text, missed = record.getMessage(), self.missed.pop(kind, 0)
        told = f" ({missed} more like it)" if missed else ""
        if told or len(text) > LONGEST:
            record.msg, record.args = text[:LONGEST] + told, ()
        return True


def log_to_stderr() -> None:
    """Warnings and errors go to the standard error, through a sieve."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    handler.addFilter(Sieve())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
