"""The other servers that share the tables: what they do is seen here, and who is with them counts as being here."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cloudtop.store import News, Store

if TYPE_CHECKING:
    from cloudtop.web.live.table import LiveTable

LOG = logging.getLogger("cloudtop.web")
GONE = 10.0
"""Seconds without a sign of life after which a server counts as gone."""
LOOK = 1.0
"""Seconds between two looks for servers that are gone, and bots that nobody lets think."""
PULSE = 3
"""Every so many looks a server tells that it is there, and how much it does."""

Found = Callable[[str], "LiveTable | None"]
Vitals = Callable[[], "Sequence[float]"]
Hosted = Callable[[str, str], None]
"""Hears what a host asked for: of which table, and the note."""
ACTS = ("notice", "drain", "deleted", "reread")
"""Notes of a host's acts."""


def unhosted(table: str, note: str) -> None:
    """Nobody acts as a host."""


class Server(NamedTuple):
    """What another server told about itself, and when."""

    heard: float
    vitals: tuple[float, ...] = ()


class Neighbours:
    """What other servers told, as far as this one has to know it. All of it happens in the loop that serves."""

    def __init__(
        self,
        store: Store,
        found: Found,
        all_tables: Callable[[], Iterator[LiveTable]],
        vitals: Vitals = tuple,
        hosted: Hosted = unhosted,
    ) -> None:
        """Neighbours at a store; where a table is in memory, `found` gives it; `vitals` are told to the others.

        What a host asked for at another server is passed to `hosted`.
        """
        self.hosted = hosted
        self.store = store
        self.found = found
        self.all_tables = all_tables
        self.vitals = vitals
        self.servers: dict[str, Server] = {}
        """Those that give signs of life."""
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
        self.begin_task(self._look_round())

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
        """Take in what another server did; what cannot be understood is left alone."""
        if not news.server:
            self._hear_nothing()
            return
        word, _, rest = news.note.partition(" ")
        if word in ACTS:
            # A command may ask for it: not everybody who acts is a server.
            self.hosted(news.table, news.note)
            return
        try:
            self._hear_of(news.server, news.table, word, rest)
        except ValueError:
            LOG.warning("another server, %s, said something strange: %.60r", news.server, news.note)

    def _hear_nothing(self) -> None:
        """Anything may have happened meanwhile, and the others may have thought that this server is gone."""
        self.store.tell("*", "who")
        for live in list(self.all_tables()):
            live.tell_neighbours()
            self.catch_up(live)

    def _hear_of(self, server: str, table: str, word: str, rest: str) -> None:
        known = self.servers.get(server, Server(0.0))
        told = tuple(map(float, rest.split())) if word == "alive" else known.vitals
        self.servers[server] = Server(time.monotonic(), told)
        if table == "*":
            if word == "gone":
                self._forget(server)
            elif word == "who":
                for each in self.all_tables():
                    each.tell_neighbours(if_somebody=True)
            return
        live = self.found(table)
        if live is None:
            return
        if word == "rows":
            self.catch_up(live)
        elif word == "free":
            live.wake_bots()
        elif word == "who":
            live.tell_neighbours(if_somebody=True)
        elif word == "here":
            self.seats[table][server] = frozenset(map(int, rest.split()))
            live.note_presence()
            if not live.table.dealt:
                self.begin_task(live.deal_if_ready())
        elif word == "declines":
            live.dealing.declined.add(int(rest))
            self.begin_task(live.deal_if_ready())

    def catch_up(self, live: LiveTable) -> None:
        """Let a table see what was written; once is enough for all that is told before it has begun to look."""
        if not live.behind:
            live.behind = True
            self.begin_task(live.catch_up())

    def welcome(self, live: LiveTable) -> None:
        """A table was read: what was written meanwhile was heard by nobody, and who is elsewhere is not known."""
        if self.store.shared:
            self.store.tell(live.table.name, "who")
            # As soon as the table can be found: from then on everything is heard.
            asyncio.get_running_loop().call_soon(self.catch_up, live)

    def forget_table(self, table: str) -> None:
        """A table has left memory: its bots may be another server's, and nothing about it matters here."""
        self.seats.pop(table, None)
        self.store.release(table)

    async def _look_round(self) -> None:
        looks = 0
        while True:
            if looks % PULSE == 0:
                self.store.tell("*", " ".join(["alive", *(f"{value:.6g}" for value in self.vitals())]))
            await asyncio.sleep(LOOK)
            looks += 1
            now = time.monotonic()
            for server in [name for name, known in self.servers.items() if now - known.heard > GONE]:
                LOG.warning("another server, %s, gives no sign of life", server)
                self._forget(server)
            for live in list(self.all_tables()):
                if live.doubtful:
                    self.catch_up(live)
                if live.playing.waits:
                    live.wake_bots()

    def _forget(self, server: str) -> None:
        self.servers.pop(server, None)
        for table, servers in list(self.seats.items()):
            if servers.pop(server, None) is not None and (live := self.found(table)) is not None:
                live.note_presence()

    def begin_task(self, work: Coroutine[object, object, None]) -> None:
        """Do something that ends with the house, if not before."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
