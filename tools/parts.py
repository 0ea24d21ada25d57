"""Run the parts of the tests one after the other: make targets, each with a line at the end.

python3 tools/parts.py TARGET...

The output of every part is passed on as it comes; a part that is silent says every few seconds that it goes on. All
parts are run even if one fails, unless it is the set-up. The last line counts the tests of all parts in the words of
pytest. Nothing but the standard library is needed, as the set-up is a part too.
"""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import IO

SILENCE = 10.0
"""Seconds of silence after which a part is told to go on."""
SET_UP = ("set-up", "everything")
"""Targets without which no other part can run."""
CLOSING = re.compile(r"^=* ?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s\b", re.MULTILINE)
"""The last line of a run of pytest."""
ORDER = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warnings", "errors")


@dataclass
class Done:
    """A part that was run."""

    target: str
    code: int
    seconds: float
    counts: Counter[str]

    def line(self) -> str:
        """The part's line in the summary."""
        result = [told(self.counts)] if self.counts else []
        return "  ".join([f"{self.target:<12}", f"{clock(self.seconds):>6}", *result, "FAILED" if self.code else "ok"])


def clock(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock(75.4)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def counted(output: str) -> Counter[str]:
    """The tests that pytest counted in an output, over all its runs."""
    counts: Counter[str] = Counter()
    for closing in CLOSING.findall(output):
        for entry in closing.split(", "):
            number, _, kind = entry.partition(" ")
            counts[f"{kind}s" if kind in ("warning", "error") else kind] += int(number)
    return counts


def told(counts: Counter[str]) -> str:
    """Counts in the words and the order of pytest."""
    return ", ".join(f"{counts[kind]} {kind}" for kind in ORDER if counts[kind])


def summary(parts: list[Done]) -> str:
    """A line for each part; the last one counts all tests, and a part that failed otherwise as one more."""
    counts = sum((part.counts for part in parts), Counter[str]())
    counts["failed"] += sum(part.code != 0 and not part.counts["failed"] for part in parts)
    seconds = sum(part.seconds for part in parts)
    closing = f" {told(counts) or 'no tests ran'} in {seconds:.2f}s ({clock(seconds)}) "
    return "\n".join([*(part.line() for part in parts), f"{closing:=^80}"])


def pass_on(source: IO[bytes], target: str) -> str:
    """Write what comes as it comes, and say so when nothing does; returns all of it."""
    begun, kept, ended = time.monotonic(), bytearray(), True
    with selectors.DefaultSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        while True:
            if not selector.select(SILENCE):
                sign = f"[{target} {clock(time.monotonic() - begun)}]"
                say(f"{sign}\n" if ended else sign)
                continue
            piece = os.read(source.fileno(), 65536)
            if not piece:
                return kept.decode(errors="replace")
            kept += piece
            ended = piece.endswith(b"\n")
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()


def say(text: str) -> None:
    """Write and do not wait for more."""
    sys.stdout.write(text)
    sys.stdout.flush()


def run(target: str) -> Done:
    """Run a part."""
    say(f"\n--- {target}\n")
    begun = time.monotonic()
    command = ["make", "--no-print-directory", target]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        assert child.stdout is not None
        output = pass_on(child.stdout, target)
    return Done(target, child.returncode, time.monotonic() - begun, counted(output))


def main(targets: list[str]) -> int:
    """Run the parts in their order; returns the exit code."""
    parts = list[Done]()
    try:
        for target in targets:
            parts.append(run(target))
            if parts[-1].code and target in SET_UP:
                break
    except KeyboardInterrupt:
        say("\ninterrupted\n")
        return 130
    finally:
        say(f"\n{summary(parts)}\n")
    return int(any(part.code for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
