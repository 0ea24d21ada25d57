"""Several servers of one house on one machine: they share a door and a database, and one that ends is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from types import FrameType

from cloudtop.core.errors import CloudtopError
from cloudtop.web.gauges import ENDED, TOGETHER
from cloudtop.web.serving import listening, welcome

REST = 1.0
"""Seconds until a server that ended by itself is replaced."""
DOOR = "CLOUDTOP_DOOR"
"""Where a server is told the number of the door that is open already."""
GRACE = 10.0
"""Seconds that servers have to close."""


def serve_together(count: int, host: str, port: int | None, arguments: list[str], kept: str) -> None:
    """Run so many servers until told to stop, each `cloudtop serve` with these arguments."""
    if os.name != "posix":
        raise CloudtopError("several processes can share a door on Linux and macOS only")
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    with listening(host, port) as door, tempfile.TemporaryDirectory(prefix="cloudtop-") as counted:
        os.set_inheritable(door.fileno(), True)
        # Whichever server is asked tells what all of them count.
        environment = {**os.environ, DOOR: str(door.fileno()), TOGETHER: counted}
        command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--host", host, *arguments]

        def server() -> subprocess.Popen[bytes]:
            # In a group of its own, so that Ctrl+C comes to this process alone, which tells the others.
            return subprocess.Popen(command, env=environment, pass_fds=[door.fileno()], start_new_session=True)

        servers = [server() for _ in range(count)]
        welcome(host, door.getsockname()[1], kept)
        while not stopping:
            for place, running in enumerate(servers):
                if running.poll() is not None and not stopping:
                    print(f"A server ended with {running.returncode}; another takes its place.", flush=True)
                    ENDED(running.pid, counted)
                    time.sleep(REST)
                    servers[place] = server()
            time.sleep(0.1)
        for running in servers:
            running.terminate()
        end = time.monotonic() + GRACE
        for running in servers:
            try:
                running.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
