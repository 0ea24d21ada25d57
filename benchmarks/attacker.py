"""An attacker in a process of its own, which says when it has begun and what it does.

    python benchmarks/attacker.py NAME PORT ADDRESS FILE

attacks as soon as a line comes, until it is ended, and counts in the file what it does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from attacking import House, forever
from attacks import ATTACKS
from tally import Did, Tally


def tally_of(name: str, path: Path) -> Tally:
    """What an attack counts."""
    return Tally(path, *ATTACKS[name].counted, *ATTACKS[name].held)


class Attacker:
    """One way to attack. The process gets ready by itself; it attacks when it is told to."""

    def __init__(self, name: str, house: House, path: Path) -> None:
        """An attacker that counts in a file."""
        self.name = name
        self.tally = tally_of(name, path)
        command = [sys.executable, __file__, name, str(house.port), house.address, str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def go(self) -> None:
        """Attack."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write("go\n")
            self.process.stdin.flush()

    def end(self) -> None:
        """Attack no longer."""
        self.process.kill()
        with suppress(OSError, ValueError):
            self.process.communicate()

    async def begun(self, patience: float) -> bool:
        """Whether it does everything that the attack is made of, before patience ends."""
        end = time.monotonic() + patience
        while not self.tally.begun and time.monotonic() < end and self.process.poll() is None:
            await asyncio.sleep(0.05)
        return self.tally.begun

    def did(self) -> Did:
        """What it does from now on."""
        return Did(self.tally, ATTACKS[self.name].held)


def main(name: str, house: House, path: Path) -> None:
    """Wait for a line, and attack until the process is ended; again where the house was not there."""
    # Ctrl+C is for who started it, who then ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A connection that breaks is nothing to tell: an attack that does nothing is seen by its tally.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    # Who attacks comes from elsewhere: the cores of this machine are for who is measured.
    os.nice(int(os.environ.get("NICE", "15")))
    if sys.stdin.readline():
        tally = tally_of(name, path)
        try:
            asyncio.run(forever(lambda: ATTACKS[name].deed(house, tally), 0.5))
        except Exception as error:
            sys.exit(f"the attack {name} failed: {error!r}")


if __name__ == "__main__":
    main(sys.argv[1], House(int(sys.argv[2]), sys.argv[3]), Path(sys.argv[4]))
