"""The journal of a file of tables: what was written goes from there into the file, and nobody waits for it."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

LOG = logging.getLogger("cloudtop.store")
EVERY = 400
"""So many commits are gathered in the journal before they go into the file."""
AGAIN = 3
"""So often it is tried to catch up with what is written meanwhile: only an empty journal begins again at its front."""


class Journal:
    """Moves what a journal holds into its file, in a thread of its own.

    SQLite would do so at every thousandth page in the thread that writes, and with a slow disk all moves of the next
    tenths of a second would wait. What was written is safe in the journal; whoever writes goes on there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        self.full, self.over = Event(), False
        self.thread = Thread(target=self._run, name="journal", daemon=True)
        self.thread.start()

    def written(self) -> None:
        """One more commit is in the journal."""
        self.commits += 1
        if self.commits >= EVERY:
            self.commits = 0
            self.full.set()

    def close(self) -> None:
        """Finish what has begun; what is left goes into the file when that is closed."""
        self.over = True
        self.full.set()
        self.thread.join()

    def _run(self) -> None:
        while self.full.wait() and not self.over:
            self.full.clear()
            try:
                self._empty()
            except sqlite3.Error as error:
                # It stays where it is safe, and is tried again; a disk that is full is told of where it is written to.
                LOG.warning("the journal of %s could not be emptied: %s", self.path, error)

    def _empty(self) -> None:
        # A file that was removed meanwhile is not made anew here; and one that was replaced is looked for by its name.
        with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            for _ in range(AGAIN):
                _, held, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if held == moved or self.over:
                    return
