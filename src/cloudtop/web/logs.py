"""A log that nobody can flood: of lines that are alike some are written, and then how many there were."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from cloudtop.store import StoreFault
from cloudtop.web.limits import Allowance, Bucket

ALIKE = Allowance(5.0, 0.1)
"""So many lines that are alike at once, and so many a second."""
LONGEST = 2000
"""No line is longer, in letters, besides what tells where it went wrong."""
REQUESTS = "cloudtop.requests"
"""The logger of requests. Its lines are written only where the host asked for each, so that none is left out."""
LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


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
        if record.name == REQUESTS:
            return True
        kind = (record.name, record.levelno, str(record.msg)[:60])
        if kind not in self.kinds:
            if len(self.kinds) >= self.MOST:
                self.kinds.clear()
                self.missed.clear()
            self.kinds[kind] = Bucket(*ALIKE, self.clock)
        if not self.kinds[kind].take():
            self.missed[kind] = self.missed.get(kind, 0) + 1
            return False
        if record.exc_info and isinstance(record.exc_info[1], StoreFault):
            # The cause is in the fault itself: where our own code passed it on tells an operator nothing.
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {record.exc_info[1]}", (), None
        text, missed = record.getMessage(), self.missed.pop(kind, 0)
        told = f" ({missed} more like it)" if missed else ""
        if told or len(text) > LONGEST:
            record.msg, record.args = text[:LONGEST] + told, ()
        return True


class Asked(NamedTuple):
    """What is being answered while a line is written."""

    request: str = ""
    """A number that the answer names too."""
    table: str = ""


NOTHING = Asked()
ASKED: ContextVar[Asked] = ContextVar("asked", default=NOTHING)


class Lines(logging.Formatter):
    """Lines for people, with the request and the table that they belong to."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        asked = ASKED.get()
        about = "".join(f" {name}={value}" for name, value in asked._asdict().items() if value)
        return super().format(record) + about


class JsonLines(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "text": record.getMessage(),
        }
        said |= {name: value for name, value in ASKED.get()._asdict().items() if value}
        said |= getattr(record, "more", {})
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


LINES: dict[str, logging.Formatter] = {
    "text": Lines("%(asctime)s %(name)s %(levelname)s %(message)s"),
    "json": JsonLines(),
}


def log_to_stderr(form: str = "text", level: str = "info", requests: bool = False) -> None:
    """Write lines of that level and above to the standard error; those of requests only where they are wanted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LINES[form])
    handler.addFilter(Sieve())
    logging.basicConfig(level=max(logging.WARNING, LEVELS[level]), handlers=[handler])
    logging.getLogger("cloudtop").setLevel(LEVELS[level])
    logging.getLogger(REQUESTS).setLevel(logging.INFO if requests else logging.WARNING)
