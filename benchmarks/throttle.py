"""Lets a process have a part of a core, as on a small computer: it is stopped and goes on, fifty times a second.

    python benchmarks/throttle.py PID SHARE

goes on until the process has ended, or until a line comes or the input ends. No rights are needed for it, but those of
who started the process; a group of the system would need an administrator's.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

PERIOD = 0.02
"""Seconds of one turn: a little less than what the house takes for late."""


def throttle(process: int, share: float) -> None:
    """Let a process run for that share of the time."""
    with suppress(ProcessLookupError):
        try:
            while True:
                os.kill(process, signal.SIGSTOP)
                ended, _, _ = select.select([sys.stdin], [], [], PERIOD * (1 - share))
                os.kill(process, signal.SIGCONT)
                if ended or select.select([sys.stdin], [], [], PERIOD * share)[0]:
                    return
        finally:
            os.kill(process, signal.SIGCONT)


if __name__ == "__main__":
    throttle(int(sys.argv[1]), float(sys.argv[2]))
