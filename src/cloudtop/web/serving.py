"""Open the house: a store, bots, an address, and the browser."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from cloudtop.core.errors import CloudtopError
from cloudtop.games import game, house_games
from cloudtop.program import this_program
from cloudtop.store.moving import is_database
from cloudtop.store.opening import store_at
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.addresses import USUAL, Addresses, networks
from cloudtop.web.app import house, prepare
from cloudtop.web.backups import Backups
from cloudtop.web.door import Door, NoAddress, allowed_files, room_for
from cloudtop.web.door import listening as opened
from cloudtop.web.limits import HEADERS, KEPT_ALIVE
from cloudtop.web.live.bots import Workers
from cloudtop.web.live.boxes import boxes_in
from cloudtop.web.occupied import occupant
from cloudtop.web.protocols import Visit, Wire
from cloudtop.web.socket.messages import FRAME
from cloudtop.web.tidying import settle

LOG = logging.getLogger("cloudtop.web")
PORT = 8000
PACE = 0.6
"""Seconds a bot takes at least, so that people can follow."""
COPIES = 7
"""Copies that are kept, where the house makes them and nothing else is asked for."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean every network of the machine, and the one by which the machine itself comes."""
SHORTEST_WORD = 16


def data_folder() -> Path:
    """Where a user's programs keep what they have to keep."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "cloudtop"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/cloudtop").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "cloudtop"


def data_file() -> Path:
    """The file that tables are kept in where nobody names another one."""
    return data_folder() / "tables.sqlite"


def copies_folder(kept: Path | str) -> Path:
    """Where the house's own copies go unless another folder is named: beside the file of tables."""
    return data_folder() / "backups" if is_database(str(kept)) else Path(kept).parent / "backups"


def listening(host: str, port: int | None) -> Door:
    """A door at the port asked for; at a free one if none was asked for and the usual one is taken."""
    wanted = [PORT, 0] if port is None else [port]
    for number in wanted:
        try:
            return opened(host, number)
        except OSError as error:
            reason = error
    there = occupant(host, wanted[-1]) if reason.errno == errno.EADDRINUSE else ""
    raise NoAddress(f"cannot listen on {host}, port {wanted[-1]}: {reason.strerror}{f' ({there})' if there else ''}")


def lan_address(host: str) -> str | None:
    """This machine's address in its own network, of the kind that the host has; nothing is sent to find it."""
    family, anywhere = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((anywhere, 9))
        return str(probe.getsockname()[0])
    return None


def local_address(host: str, port: int) -> str:
    """The address at which this machine itself finds the house.

    >>> local_address("0.0.0.0", 8000), local_address("::", 8000), local_address("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/', 'http://[::1]:8000/')
    """
    return f"http://{bracketed(EVERYWHERE.get(host, host))}:{port}/"


def bracketed(host: str) -> str:
    """A host as an address names it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def announce(host: str, port: int, kept: str, plain: bool) -> None:
    """Tell where the house is and where its tables are kept: in the log, and to people on the standard output."""
    local = local_address(host, port)
    program = this_program()
    more = {"program": program.name, "build": program.build, "address": local, "tables": kept}
    LOG.info("Cloudtop %s (%s) started at %s, tables in %s", *more.values(), extra={"more": more})
    if plain:
        welcome(host, port, kept)


def welcome(host: str, port: int, kept: str) -> None:
    """Tell people where the house is and where its tables are kept."""
    print(f"Cloudtop is open at {local_address(host, port)}", flush=True)
    lan = lan_address(host) if host in EVERYWHERE else None
    if lan is not None:
        print(f"For phones in the same network: http://{bracketed(lan)}:{port}/", flush=True)
    print(f"Tables are kept in {kept}. Ctrl+C closes the house; nothing is lost.", flush=True)


def configured(app: Starlette, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How the server listens: with the limits of the house, believing no proxy but those that were named."""
    return uvicorn.Config(
        app,
        # Asked for by name, so that what else is installed changes nothing.
        loop="asyncio",
        http=Visit,
        ws=Wire,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=FRAME,
        h11_max_incomplete_event_size=HEADERS,
        timeout_keep_alive=KEPT_ALIVE,
        timeout_graceful_shutdown=3,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )


def admin_word(word: str | None, path: Path | None) -> str | None:
    """The admin password: itself, or in a file that nobody else should be able to read; None where there is none."""
    if path is not None:
        word = path.read_text("utf-8").strip()
    if word is not None and len(word) < SHORTEST_WORD:
        where = "--admin-token" if path is None else path
        raise CloudtopError(f"{where} must hold a word of at least {SHORTEST_WORD} letters")
    return word


def check_boxes() -> None:
    """Refuse to open a house whose printed boxes were changed without a new version of the rules."""
    for name in house_games():
        game(name)


def check_box_folder(folder: Path | None) -> None:
    """Raise `CloudtopError` where the folder of boxes is none."""
    if folder is not None and not folder.is_dir():
        raise CloudtopError(f"{folder} is no folder of boxes")


def serve(
    host: str,
    port: int | None,
    data: Path | str | None,
    browser: bool,
    boxes: Path | None = None,
    pace: float = PACE,
    forget_after: int | None = None,
    proxies: Sequence[str] = (),
    host_word: str | None = None,
    door: Door | None = None,
    backup_every: int | None = None,
    backup_keep: int = COPIES,
    backup_to: Path | None = None,
    plain: bool = True,
    addresses: Addresses = USUAL,
) -> None:
    """Serve until told to stop; good boxes in a folder are offered where tables are set up.

    Tables are kept in a file, or in a database that other servers share. Only the proxies named are believed about
    who comes through them. A door that is open already is used, by this server among others. `plain` lines for people
    go to the standard output.
    """
    check_box_folder(boxes)
    offered = None if boxes is None else boxes_in(boxes)
    believed = networks(proxies)
    kept_at = data or data_file()
    store = store_at(kept_at, forget_after)
    backups = None
    if backup_every is not None:
        backups = Backups(kept_at, backup_to or copies_folder(kept_at), backup_every * 3600, backup_keep)
    workers = Workers()
    alone = door is None
    with door or listening(host, port) as door:
        door.room = room_for(allowed_files(), workers.count)
        door.admit(addresses, believed)
        workers.begin()
        prepare()
        number = door.getsockname()[1]
        if alone:
            announce(host, number, store.told, plain)
        if door.room.short:
            LOG.warning(str(door.room))
        # Questions are answered in threads beside the loop; it shall not wait long for its turn.
        sys.setswitchinterval(0.001)
        settle()
        app = house(store, workers, pace, offered, bool(proxies), host_word, backups, addresses)
        if isinstance(store, SqliteStore):
            store.announce(local_address(host, number), app.state.act_key)
        server = uvicorn.Server(configured(app, proxies))
        if browser:
            threading.Timer(0.5, webbrowser.open, [local_address(host, number)]).start()
        server.run(sockets=[door])
