"""The other servers that share the tables: what they do is seen here, and who is with them counts as being here."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING

from cloudtop.store import News, Store

if TYPE_CHECKING:
    from cloudtop.web.live.table import LiveTable

LOG = logging.getLogger("cloudtop.web")
GONE = 10.0
"""Seconds without a sign of life after which a server counts as gone."""
LOOK = 1.0
"""Seconds between two looks for servers that are gone, and bots that nobody lets think."""

Found = Callable[[str], "LiveTable | None"]


class Neighbours:
    """What other servers told, as far as this one has to know it. All of it happens in the loop that serves."""

    def __init__(self, store: Store, found: Found, all_tables: Callable[[], Iterator[LiveTable]]) -> None:
        """Neighbours at a store; where a table is in memory, `found` gives it."""
        self.store = store
        self.found = found
        self.all_tables = all_tables
        self.heard_last: dict[str, float] = {}
        self.seats: dict[str, dict[str, frozenset[int]]] = defaultdict(dict)
        """Who is connected elsewhere: seats by server, by table."""
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Listen from now on, where there can be others."""
        if not self.store.shared:
            return
        loop = asyncio.get_running_loop()

        def hear(news: News) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.hear, news)

        self.store.listen(hear)
        self._do(self._look_round())

    def end(self) -> None:
        """Tell the others that this server goes, and listen no longer."""
        if self.store.shared:
            self.store.tell("*", "gone")
        for task in self.tasks:
            task.cancel()

    def elsewhere(self, table: str) -> frozenset[int]:
        """The seats whose players are connected to other servers."""
        return frozenset().union(*self.seats[table].values()) if table in self.seats else frozenset()

    def hear(self, news: News) -> None:
        """Take in what another server did."""
        if not news.server:
            # Anything may have happened meanwhile.
            for each in list(self.all_tables()):
                self.store.tell(each.table.name, "who")
                self._do(each.catch_up())
            return
        self.heard_last[news.server] = time.monotonic()
        if news.table == "*":
            if news.note == "gone":
                self._forget(news.server)
            return
        live = self.found(news.table)
        if live is None:
            return
        word, _, rest = news.note.partition(" ")
        if word == "rows":
            self._do(live.catch_up())
        elif word == "free":
            live.wake_bots()
        elif word == "who":
            live.tell_neighbours()
        elif word == "here":
            self.seats[news.table][news.server] = frozenset(map(int, rest.split()))
            live.note_presence()
        elif word == "declines":
            self._do(live.declined_by(int(rest)))

    def forget_table(self, table: str) -> None:
        """A table has left memory: its bots may be another server's, and nothing about it matters here."""
        self.seats.pop(table, None)
        self.store.release(table)

    async def _look_round(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            for server in [server for server, heard in self.heard_last.items() if now - heard > GONE]:
                LOG.warning("another server, %s, gives no sign of life", server)
                self._forget(server)
            for live in self.all_tables():
                live.wake_bots()

    def _forget(self, server: str) -> None:
        self.heard_last.pop(server, None)
        for table, servers in list(self.seats.items()):
            if servers.pop(server, None) is not None and (live := self.found(table)) is not None:
                live.note_presence()

    def _do(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
