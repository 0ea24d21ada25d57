"""Find out who listens on a port already, to name it in an error."""

from __future__ import annotations

import json
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

PROC = Path("/proc")
LISTENS = "0A"
"""The state of a listening socket in /proc/net/tcp."""
PATIENCE = 1.0
"""Seconds for a server on this machine to say that it is a Cloudtop."""
LONGEST_COMMAND = 80
"""Letters of a command line that are shown; more would hide the error around it."""


def occupant(host: str, port: int) -> str:
    """The program that listens on a port, in words; empty where the system does not tell.

    Only Linux tells, and only root hears of the processes of others.
    """
    process = listening_process(port)
    ours = "another Cloudtop" if is_cloudtop(host, port) else ""
    number = "" if process is None else f"process {process.name}"
    command = "" if ours or process is None else command_of(process)
    return ", ".join(filter(None, (ours, number, command)))


def is_cloudtop(host: str, port: int) -> bool:
    """Whether the server that listens there is a Cloudtop."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    with suppress(OSError, HTTPException, ValueError), closing(HTTPConnection(here, port, timeout=PATIENCE)) as line:
        line.request("GET", "/health")
        answer = line.getresponse()
        return answer.status == 200 and "well" in json.loads(answer.read(1000))
    return False


def listening_process(port: int) -> Path | None:
    """The folder in /proc of the process that listens on a port; None where it cannot be found."""
    sockets = listening_sockets(port)
    if not sockets:
        return None
    for process in sorted(PROC.glob("[0-9]*"), key=lambda path: int(path.name)):
        with suppress(OSError):
            if any(str(file.readlink()) in sockets for file in (process / "fd").iterdir()):
                return process
    return None


def listening_sockets(port: int) -> set[str]:
    """The sockets that listen on a port, by the names that /proc gives to open files."""
    found = set()
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / table).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                    found.add(f"socket:[{fields[9]}]")
    return found


def command_of(process: Path) -> str:
    """The command line of a process, shortened; empty where it may not be read."""
    with suppress(OSError):
        return (
            (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:LONGEST_COMMAND].strip()
        )
    return ""
