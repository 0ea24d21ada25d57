"""The ear of a server: it hears what the others write and tell, and knows when it may have missed something."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Any

import psycopg
from psycopg import Connection

from cloudtop.store import Hear, News, StoreFault
from cloudtop.store.database import CHANNEL, connected, first_line

LOG = logging.getLogger("cloudtop.store")
AGAIN = 0.5
"""Seconds until a connection that was lost is tried again."""
LISTENING = 0.2
"""Seconds between two looks whether it is enough."""
QUIET = 5.0
"""Seconds of silence after which the connection is tried: who hears nothing may be deaf."""


class Listener(Thread):
    """A thread that passes on what other servers tell, over a connection of its own, until it is told to end."""

    def __init__(self, address: str, server: str, hear: Hear, closing: Event) -> None:
        """Listen at a database as a server, whose own words are left out."""
        super().__init__(name="news", daemon=True)
        self.address = address
        self.server = server
        self.hear = hear
        self.closing = closing

    def run(self) -> None:
        """Listen; after a break everything may have happened."""
        while not self.closing.is_set():
            try:
                with connected(self.address) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # Notes sent before this connection are lost: treat every table as changed.
                    self.hear(News())
                    self.listen(connection)
            except (psycopg.Error, StoreFault) as error:
                LOG.warning("the news of other servers cannot be heard: %s", first_line(error, self.address))
                self.closing.wait(AGAIN)

    def listen(self, connection: Connection[Any]) -> None:
        """Pass on what is said until it is enough; `psycopg.Error` if the connection is lost."""
        silent = 0.0
        while not self.closing.is_set():
            notes = list(connection.notifies(timeout=LISTENING, stop_after=1))
            silent = 0.0 if notes else silent + LISTENING
            for note in notes:
                news = read_note(note.payload)
                if news is not None and news.server != self.server:
                    self.hear(news)
            if silent > QUIET:
                connection.execute("SELECT 1")
                silent = 0.0


def read_note(payload: str) -> News | None:
    """What a server told; None for what no server says.

    >>> read_note("00c0ffee 7ab1e here 0 2")
    News(server='00c0ffee', table='7ab1e', note='here 0 2')
    >>> read_note("hello?")
    """
    parts = payload.split(" ", 2)
    return News(*parts) if len(parts) == 3 else None
