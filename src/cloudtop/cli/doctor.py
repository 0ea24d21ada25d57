"""The command that checks whether a server can start here, and says what to do where it cannot."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import cloudtop
from cloudtop.build import HOME
from cloudtop.cli.settings import CONTEXT, ConfigFile, place_of_tables
from cloudtop.store import StoreFault, told
from cloudtop.store.file import OtherProgram, check, count, look_into
from cloudtop.web.occupied import is_cloudtop, occupant

app = typer.Typer()
ROOM = 200 * 1024 * 1024
"""Bytes that should be free where tables are kept."""


class Finding(NamedTuple):
    """What was found about one thing."""

    ok: bool
    what: str
    told: str
    remedy: str = ""


def python() -> Finding:
    """Which Python runs."""
    return Finding(True, "Python", sys.version.split()[0])


def build() -> Finding:
    """Whether the rules are compiled."""
    if cloudtop.BUILD == "compiled":
        return Finding(True, "rules", f"compiled ({cloudtop.REASON})")
    return Finding(True, "rules", f"plain Python, slower ({cloudtop.REASON})", way_to_compile())


def way_to_compile() -> str:
    """The way to compiled rules: another one in a checkout than in an installed package."""
    if not shutil.which("cc"):
        return "install a C compiler (gcc), or the compiled wheel for this machine"
    if (HOME.parent.parent / "Makefile").exists():
        return "a C compiler is here: `make build` compiles them"
    return "a C compiler is here: install from the source archive, which compiles them"


def file_of_tables(path: Path) -> Finding:
    """Whether tables can be kept in a file."""
    folder = next((parent for parent in path.parents if parent.exists()), Path("/"))
    other = "name another file with --data"
    if path.is_dir():
        return Finding(False, "tables", f"{path} is a folder", f"name a file in it: --data {path / 'tables.sqlite'}")
    if path.exists() and not os.access(path, os.W_OK):
        return Finding(False, "tables", f"{path} cannot be written", f"give yourself the right: chmod u+w {path}")
    disk = shutil.disk_usage(folder)
    if disk.total == 0 or not folder.is_dir() or not os.access(folder, os.W_OK):
        return Finding(False, "tables", f"no file can be made in {folder}", other)
    if disk.free < ROOM:
        return Finding(False, "tables", f"only {disk.free // 2**20} MB are free at {folder}", "make room on the disk")
    if not path.exists():
        return Finding(True, "tables", f"{path} will be made; {disk.free // 2**20} MB free")
    try:
        with closing(look_into(path)) as connection:
            check(connection, path)
            tables = count(connection)
    except OtherProgram as error:
        return Finding(False, "tables", str(error), other)
    except StoreFault as error:
        return Finding(False, "tables", str(error), "bring back a copy with `cloudtop restore`")
    private = os.name != "posix" or not path.stat().st_mode & 0o077
    remedy = "" if private else f"other users can read all hands: chmod 600 {path}"
    return Finding(True, "tables", f"{path}, {tables} of them, sound; {disk.free // 2**20} MB free", remedy)


def database_of_tables(address: str) -> Finding:
    """Whether a database can be used."""
    if find_spec("psycopg") is None:
        return Finding(False, "database", "its driver is missing", "pip install 'cloudtop[postgres]'")
    from cloudtop.store.database import looked_at

    try:
        found = looked_at(address)
    except StoreFault as error:
        return Finding(False, "database", str(error), "look at the address, the password and whether it runs")
    return Finding(True, "database", f"{told(address)} answers: {found}")


def port_to_listen_on(host: str, port: int) -> Finding:
    """Whether the house can listen where it is asked to."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return Finding(True, "port", f"port {port} of {host} is free")
    there = occupant(host, port)
    if is_cloudtop(host, port):
        return Finding(True, "port", f"port {port} of {host}: {there} is open there", "close it to start one there")
    remedy = "name another with --port, or close what is there"
    return Finding(False, "port", f"port {port} of {host}: {reason}{f' ({there})' if there else ''}", remedy)


def open_files() -> Finding:
    """How many connections there is room for."""
    from cloudtop.web.door import allowed_files, room_for

    room = room_for(allowed_files(), 1)
    if room.short:
        return Finding(False, "connections", f"room for {room.connections}", "allow more open files: ulimit -n 8192")
    return Finding(True, "connections", f"room for {room.connections}")


def fonts() -> Finding:
    """Whether this machine can show Japanese in pictures it makes itself; browsers bring their own."""
    if shutil.which("fc-list") is None:
        return Finding(True, "fonts", "no list of fonts here; browsers bring their own")
    found = subprocess.run(["fc-list", ":lang=ja", "family"], capture_output=True, text=True, check=False).stdout
    if not found.strip():
        return Finding(True, "fonts", "no Japanese ones", "for pictures that are made here install fonts-noto-cjk")
    return Finding(True, "fonts", "Latin and Japanese")


def library() -> Finding:
    """Whether every game can be loaded."""
    names = cloudtop.games()
    for name in names:
        cloudtop.game(name)
    return Finding(True, "games", ", ".join(names))


def findings(place: Path | str, host: str, port: int) -> Iterator[Finding]:
    """Everything that is looked at, one after the other; a look that fails is a finding too."""
    looks: list[Callable[[], Finding]] = [
        python,
        build,
        library,
        lambda: database_of_tables(place) if isinstance(place, str) else file_of_tables(place),
        lambda: port_to_listen_on(host, port),
        open_files,
        fonts,
    ]
    for look in looks:
        try:
            yield look()
        except Exception as error:
            yield Finding(False, look.__name__, f"{type(error).__name__}: {error}", "this is a fault of ours")


@app.command(context_settings=CONTEXT)
def doctor(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(metavar="FILE", help="The file that tables are kept in.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The database that tables are kept in.")
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    config: ConfigFile = None,
) -> None:
    """Check whether a server can start here, and say what to do where it cannot."""
    from cloudtop.web.serving import data_file

    all_ok = True
    for finding in findings(place_of_tables(context) or data_file(), host, port):
        all_ok &= finding.ok
        sign = "ok" if finding.ok else "PROBLEM"
        remedy = f" - {finding.remedy}" if finding.remedy else ""
        print(f"{sign:7} {finding.what}: {finding.told}{remedy}")
    if not all_ok:
        raise typer.Exit(1)
