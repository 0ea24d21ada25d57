"""Turns: so many things are done at once, and whoever waits is served in turn: by address, by owner, by table."""

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
    address: str = ""
    """Where it comes from: whoever takes a new token for every table still has one turn."""


Tables = OrderedDict[str, deque[asyncio.Future[None]]]
Owners = OrderedDict[str, Tables]


class Turns:
    """Room for so many things at once.

    However much is wanted from one address, another waits for no more than what is being done already, and for one
    thing of every other address. At one address the same holds for owners.
    """

    def __init__(self, room: int, each: int | None = None) -> None:
        self.room = room
        self.each = each
        self.doing: set[asyncio.Future[Any]] = set()
        self.waiting: OrderedDict[str, Owners] = OrderedDict()

    @property
    def queued(self) -> int:
        """How many wait."""
        return sum(
            len(queue) for owners in self.waiting.values() for each in owners.values() for queue in each.values()
        )

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
        queues = self.waiting.setdefault(asker.address, OrderedDict()).setdefault(asker.owner, OrderedDict())
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
        queue = self.waiting.get(asker.address, Owners()).get(asker.owner, Tables()).get(asker.table)
        if queue is not None and called in queue:
            queue.remove(called)
            self.tidy(asker)

    def tidy(self, asker: Asker) -> None:
        """Forget a queue in which nobody waits."""
        owners = self.waiting[asker.address]
        queues = owners[asker.owner]
        if not queues[asker.table]:
            del queues[asker.table]
        if not queues:
            del owners[asker.owner]
        if not owners:
            del self.waiting[asker.address]

    def finished(self, done: asyncio.Future[Any]) -> None:
        """Something was done; the room goes to who is next."""
        self.doing.discard(done)
        # Whoever asked is told what went wrong; if nobody listens any more, nobody has to be.
        if not done.cancelled():
            done.exception()
        self.call_next()

    def call_next(self) -> None:
        """Give room to the address that has waited longest since its last turn, and to owner and table likewise."""
        while self.waiting:
            address, owners = next(iter(self.waiting.items()))
            owner, queues = next(iter(owners.items()))
            table, queue = next(iter(queues.items()))
            called = queue.popleft()
            self.waiting.move_to_end(address)
            owners.move_to_end(owner)
            queues.move_to_end(table)
            self.tidy(Asker(owner, table, address))
            if not called.done():
                called.set_result(None)
                return
        self.room += 1

    def stop(self) -> None:
        """Finish nothing any more."""
        for done in self.doing:
            done.cancel()
