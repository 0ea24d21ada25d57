"""Open the house: a store, bots, an address, and the browser."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from cloudtop.core.errors import CloudtopError
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.app import house
from cloudtop.web.live.bots import Workers
from cloudtop.web.live.boxes import boxes_in
from cloudtop.web.socket.messages import FRAME

PORT = 8000
PACE = 0.6
"""Seconds a bot takes at least, so that people can follow."""


class NoAddress(CloudtopError):
    """The server cannot listen where it was told to."""


def data_folder() -> Path:
    """Where a user's programs keep what they have to keep."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "cloudtop"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/cloudtop").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "cloudtop"


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens on the port asked for; on a free one if none was asked for and the usual one is taken."""
    wanted = [PORT, 0] if port is None else [port]
    for number in wanted:
        try:
            return socket.create_server((host, number), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        except OSError as error:
            reason = error
    raise NoAddress(f"cannot listen on {host}, port {wanted[-1]}: {reason.strerror}")


def lan_address() -> str | None:
    """This machine's address in its own network; nothing is sent to find it."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def configured(app: Starlette) -> uvicorn.Config:
    """How the server listens: compressed WebSockets, and no message longer than the wire allows."""
    return uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        date_header=False,
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=3,
    )


def serve(
    host: str, port: int | None, data: Path | None, browser: bool, boxes: Path | None = None, pace: float = PACE
) -> None:
    """Serve until told to stop; good boxes in a folder are offered where tables are set up."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    if boxes is not None and not boxes.is_dir():
        raise CloudtopError(f"{boxes} is no folder of boxes")
    offered = None if boxes is None else boxes_in(boxes)
    path = data or data_folder() / "tables.sqlite"
    store = SqliteStore(path)
    with listening(host, port) as ear:
        number = ear.getsockname()[1]
        everywhere = host in ("0.0.0.0", "::")
        address = f"http://{'127.0.0.1' if everywhere else host}:{number}/"
        print(f"Cloudtop is open at {address}", flush=True)
        lan = lan_address() if everywhere else None
        if lan is not None:
            print(f"For phones in the same network: http://{lan}:{number}/", flush=True)
        print(f"Tables are kept in {path}. Ctrl+C closes the house; nothing is lost.", flush=True)
        app = house(store, Workers(), pace, offered)
        server = uvicorn.Server(configured(app))
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        server.run(sockets=[ear])
