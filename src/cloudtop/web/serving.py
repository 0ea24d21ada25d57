"""Open the house: a store, bots, an address, and the browser."""

from __future__ import annotations

import contextlib
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
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.app import house, prepare
from cloudtop.web.door import Door, NoAddress, allowed_files, networks, room_for
from cloudtop.web.door import listening as opened
from cloudtop.web.limits import HEADERS, KEPT_ALIVE
from cloudtop.web.live.bots import Workers
from cloudtop.web.live.boxes import boxes_in
from cloudtop.web.logs import log_to_stderr
from cloudtop.web.protocols import Visit, Wire
from cloudtop.web.socket.messages import FRAME

PORT = 8000
PACE = 0.6
"""Seconds a bot takes at least, so that people can follow."""


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


def listening(host: str, port: int | None) -> Door:
    """A door at the port asked for; at a free one if none was asked for and the usual one is taken."""
    wanted = [PORT, 0] if port is None else [port]
    for number in wanted:
        try:
            return opened(host, number)
        except OSError as error:
            reason = error
    raise NoAddress(f"cannot listen on {host}, port {wanted[-1]}: {reason.strerror}")


def lan_address() -> str | None:
    """This machine's address in its own network; nothing is sent to find it."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


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


def serve(
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    boxes: Path | None = None,
    pace: float = PACE,
    forget_after: int | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serve until told to stop; good boxes in a folder are offered where tables are set up.

    Only the proxies named are believed about who comes through them.
    """
    log_to_stderr()
    if boxes is not None and not boxes.is_dir():
        raise CloudtopError(f"{boxes} is no folder of boxes")
    offered = None if boxes is None else boxes_in(boxes)
    trusted = networks(proxies)
    path = data or data_file()
    store = SqliteStore(path, forget_after)
    workers = Workers()
    with listening(host, port) as door:
        door.room, door.proxies = room_for(allowed_files(), workers.count), trusted
        workers.begin()
        prepare()
        number = door.getsockname()[1]
        everywhere = host in ("0.0.0.0", "::")
        address = f"http://{'127.0.0.1' if everywhere else host}:{number}/"
        print(f"Cloudtop is open at {address}", flush=True)
        lan = lan_address() if everywhere else None
        if lan is not None:
            print(f"For phones in the same network: http://{lan}:{number}/", flush=True)
        print(f"Tables are kept in {path}. Ctrl+C closes the house; nothing is lost.", flush=True)
        if door.room.short:
            print(door.room, flush=True)
        # Questions are answered in threads beside the loop; it shall not wait long for its turn.
        sys.setswitchinterval(0.001)
        server = uvicorn.Server(configured(house(store, workers, pace, offered, bool(proxies)), proxies))
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        server.run(sockets=[door])
