"""A real PostgreSQL for tests, in a folder of its own, started when it is asked for first."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

FLAGS = "-c listen_addresses='' -c shared_buffers=16MB -c max_connections=60"
"""Only by a socket in the folder."""


def programs() -> Path | None:
    """Where the server's programs are."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: int(path.parent.name))


def server_command(*command: str) -> list[str]:
    """A command as somebody who may run a database server, which the superuser may not."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else list(command)


@contextmanager
def postgres(fsync: bool = False) -> Iterator[str]:
    """The address of a new server; without one the test is skipped, except where tests must not be.

    What the system has been told is safe enough for a test; who measures waits for the disk, too.
    """
    bin_folder = programs()
    if bin_folder is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no PostgreSQL here, and this run must not do without: install the system package postgresql")
        pytest.skip("NO POSTGRESQL: the tests of the shared store did not run; install the system package postgresql")
    # The path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    control = [str(bin_folder / "pg_ctl"), "-D", str(data), "-w", "-s"]
    try:
        initdb = [str(bin_folder / "initdb"), "-D", str(data), "-A", "trust", "-U", "cloudtop", "-N", "-E", "UTF8"]
        subprocess.run(server_command(*initdb), check=True, capture_output=True, cwd=folder)
        start = [
            *control,
            "-l",
            str(folder / "log"),
            "-o",
            f"{FLAGS} -c fsync={'on' if fsync else 'off'} -k {folder}",
            "start",
        ]
        subprocess.run(server_command(*start), check=True, capture_output=True, cwd=folder)
        yield f"postgresql://cloudtop@/postgres?host={folder}"
    finally:
        # Also where the test was broken off; one that never started has nothing to stop.
        stop = [*control, "-m", "immediate", "stop"]
        subprocess.run(server_command(*stop), check=False, capture_output=True, cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(server: str, name: str) -> Iterator[str]:
    """An empty database of a server."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
