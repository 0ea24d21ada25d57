"""Several servers of one house on one machine: they share a port and a database, and one that ends is replaced."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from threading import Thread
from types import FrameType

from cloudtop.core.errors import CloudtopError
from cloudtop.web.door import Door
from cloudtop.web.gauges import ENDED, REPLACES, TOGETHER
from cloudtop.web.serving import announce, listening

LOG = logging.getLogger("cloudtop.web")
REST = 1.0
"""Seconds until a server that ended by itself is replaced."""
DOOR = "CLOUDTOP_DOOR"
"""Tells a server the file number of the socket that listens already."""
PARENT = "CLOUDTOP_PARENT"
"""Tells a server the file number of a pipe that closes when its parent ends, however that ends."""
GRACE = 10.0
"""Seconds that servers have to close."""
WRONG = 2
"""The exit code of a server that cannot start as it was told to; another would end in the same way."""


def serve_together(
    count: int, host: str, port: int | None, variables: Mapping[str, str], kept: str, plain: bool
) -> int:
    """Run a number of servers until told to stop, each `cloudtop serve` with these variables; the exit code."""
    if os.name != "posix":
        raise CloudtopError("several processes can share a port on Linux and macOS only")
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    with listening(host, port) as door, tempfile.TemporaryDirectory(prefix="cloudtop-") as counted:
        team = Team(door, {**variables, TOGETHER: counted})
        servers = [team.start() for _ in range(count)]
        announce(host, door.getsockname()[1], kept, plain)
        code = 0
        while not stopping:
            for place, running in enumerate(servers):
                if running.poll() is not None and not stopping:
                    if running.returncode == WRONG:
                        LOG.error("a server cannot start; the house closes")
                        code, stopping = WRONG, True
                        break
                    LOG.warning("a server ended with %d; another takes its place", running.returncode)
                    ENDED(running.pid, counted)
                    time.sleep(REST)
                    servers[place] = team.start(replaces=True)
            time.sleep(0.1)
        LOG.info("closing %d servers", count)
        team.end(servers)
    return code


class Team:
    """Starts and ends servers that share a socket."""

    def __init__(self, door: Door, variables: Mapping[str, str]) -> None:
        """Servers at a socket that listens, with these variables."""
        # Nobody ever writes: servers notice when the system closes this end together with this process.
        self.watched, self._held = os.pipe()
        self.shared = [door.fileno(), self.watched]
        self.variables = {**os.environ, **variables, DOOR: str(door.fileno()), PARENT: str(self.watched)}

    def start(self, replaces: bool = False) -> subprocess.Popen[bytes]:
        """Start a server."""
        command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser"]
        variables = {**self.variables, **({REPLACES: "1"} if replaces else {})}
        # In a group of its own, so that Ctrl+C comes to this process alone, which tells the others.
        return subprocess.Popen(command, env=variables, pass_fds=self.shared, start_new_session=True)

    def end(self, servers: list[subprocess.Popen[bytes]]) -> None:
        """End all servers; one that does not close in time is killed."""
        for running in servers:
            running.terminate()
        end = time.monotonic() + GRACE
        for running in servers:
            try:
                running.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
        os.close(self.watched)
        os.close(self._held)


def end_with_parent() -> None:
    """Let this server end when its parent has ended: nobody would replace it, and it would hold the port for ever."""
    number = os.environ.get(PARENT)
    if number is not None:
        Thread(target=wait_for_end, args=(int(number),), name="parent", daemon=True).start()


def wait_for_end(pipe: int) -> None:
    """Wait until the other end of a pipe is closed, then end this process; in good order, if that is done in time."""
    os.read(pipe, 1)
    LOG.warning("the process that looks after this server has ended; it closes")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
