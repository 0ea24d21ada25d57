"""Turns: so many things are done at once, and whoever waits is served in turn, owner by owner, table by table."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from cloudtop.core.errors import CloudtopError

T = TypeVar("T")


class Busy(CloudtopError):
    """Too much waits already of what the same asker wants."""


class Asker(NamedTuple):
    """For whom something is done."""

    owner: str = ""
    """A browser, by the hash of its token: all its tables together have one turn."""
    table: str = ""


class Turns:
    """Room for so many things at once.

    However much one owner wants, another waits for no more than what is being done already, and for one thing of
    every other owner.
    """

    def __init__(self, room: int, each: int | None = None) -> None:
        self.room = room
        self.each = each
        self.doing: set[asyncio.Future[Any]] = set()
        self.waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()

    async def do(self, asker: Asker, work: Callable[[], Awaitable[T]]) -> T:
        """Do some work when it is the asker's turn.

        If the asker no longer wants it, it leaves the queue at once; what has begun is finished, and keeps its
        room until then.
        """
        await self.turn(asker)
        done = asyncio.ensure_future(work())
        self.doing.add(done)
        done.add_done_callback(self.finished)
        return await asyncio.shield(done)

    async def turn(self, asker: Asker) -> None:
        """Wait for the asker's turn; the room is taken then."""
        if self.room > 0:
            self.room -= 1
            return
        queues = self.waiting.setdefault(asker.owner, OrderedDict())
        if self.each is not None and sum(map(len, queues.values())) >= self.each:
            raise Busy("too many questions wait")
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queues.setdefault(asker.table, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.call_next()
            else:
                self.leave(asker, called)
            raise

    def leave(self, asker: Asker, called: asyncio.Future[None]) -> None:
        """Somebody waits no longer."""
        queue = self.waiting.get(asker.owner, OrderedDict()).get(asker.table)
        if queue is not None and called in queue:
            queue.remove(called)
            self.tidy(asker.owner, asker.table)

    def tidy(self, owner: str, table: str) -> None:
        """Forget a queue in which nobody waits."""
        queues = self.waiting[owner]
        if not queues[table]:
            del queues[table]
        if not queues:
            del self.waiting[owner]

    def finished(self, done: asyncio.Future[Any]) -> None:
        """Something was done; the room goes to who is next."""
        self.doing.discard(done)
        # Whoever asked is told what went wrong; if nobody listens any more, nobody has to be.
        if not done.cancelled():
            done.exception()
        self.call_next()

    def call_next(self) -> None:
        """Give room to the owner who has waited longest since its last turn, and to the table of it likewise."""
        while self.waiting:
            owner, queues = next(iter(self.waiting.items()))
            table, queue = next(iter(queues.items()))
            called = queue.popleft()
            self.waiting.move_to_end(owner)
            queues.move_to_end(table)
            self.tidy(owner, table)
            if not called.done():
                called.set_result(None)
                return
        self.room += 1

    def stop(self) -> None:
        """Finish nothing any more."""
        for done in self.doing:
            done.cancel()
