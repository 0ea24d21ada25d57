"""Copies of all tables that the house makes by itself, again and again; the oldest are removed."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

from cloudtop.core.errors import CloudtopError
from cloudtop.store.file import back_up
from cloudtop.store.moving import copy_database, is_database

LOG = logging.getLogger("cloudtop.backups")
NAME = re.compile(r"cloudtop-[0-9]{8}-[0-9]{6}\.sqlite")
"""Names of copies that the house has made; no other file of the folder is ever removed."""
AGAIN = 300.0
"""Seconds until a copy that failed is tried again."""
ALONE = "backups"
"""The claim of the one server that makes the copies, where several share a database."""

Claim = Callable[[], Awaitable[bool]]


class Backups:
    """Scheduled copies in a folder: the interval in seconds, and the number kept."""

    def __init__(self, source: Path | str, folder: Path, every: float, keep: int) -> None:
        self.source = source
        self.folder = folder
        self.every = every
        self.keep = keep
        self.begun = time.time()
        self.mine = False
        """Whether this server makes the copies."""

    def copies(self) -> list[Path]:
        """The copies that there are, the oldest first."""
        if not self.folder.is_dir():
            return []
        return sorted(path for path in self.folder.iterdir() if NAME.fullmatch(path.name))

    def age(self) -> float:
        """Seconds since the last copy was made; without one, since the house was opened."""
        copies = self.copies()
        return max(0.0, time.time() - (copies[-1].stat().st_mtime if copies else self.begun))

    def make(self) -> Path:
        """Make a copy, then remove those that are too many."""
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / f"cloudtop-{datetime.now():%Y%m%d-%H%M%S}.sqlite"
        if is_database(str(self.source)):
            tables = copy_database(str(self.source), target)
        else:
            tables = back_up(Path(self.source), target)
        removed = self.copies()[: -self.keep]
        for path in removed:
            path.unlink()
            path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
        LOG.info("%d tables copied to %s; %d older copies removed", tables, target, len(removed))
        return target

    async def keep_making(self, claim: Claim) -> None:
        """Make a copy whenever the last one is old enough, at the one server that may."""
        while True:
            try:
                self.mine = await claim()
                if self.mine and (not self.copies() or self.age() >= self.every):
                    await asyncio.to_thread(self.make)
                rest = max(1.0, self.every - self.age()) if self.mine else AGAIN
            except (CloudtopError, OSError) as error:
                LOG.error("the tables cannot be copied to %s: %s", self.folder, error)
                rest = AGAIN
            await asyncio.sleep(min(rest, AGAIN))
