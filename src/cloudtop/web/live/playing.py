"""The bots of a table at their turn: of several servers one lets them think."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from cloudtop.core.chance import new_seed
from cloudtop.table import Stale
from cloudtop.table.blame import blamed
from cloudtop.table.events import Played

if TYPE_CHECKING:
    from cloudtop.web.live.table import LiveTable

LOG = logging.getLogger("cloudtop.web")


class Playing:
    """Bots who play one after the other for as long as they have to decide and the table is awake."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.task: asyncio.Task[None] | None = None
        self.waits = False
        """Whether another server lets them think, as far as is known here, or they could not go on."""

    @property
    def busy(self) -> bool:
        """Whether they are at it."""
        return self.task is not None and not self.task.done()

    def begin(self) -> None:
        """Let them play."""
        self.task = asyncio.create_task(self._play(), name=f"bots of {self.live.table.name}")

    def stop(self) -> None:
        """Let them stop."""
        if self.task is not None:
            self.task.cancel()

    async def _play(self) -> None:
        live = self.live
        store, name = live.store, live.table.name
        try:
            while live.awake and (seat := live.table.bot_to_play()) is not None:
                # Asked before every move: a claim ends with the connection that it was made by.
                self.waits = store.shared and not await asyncio.wrap_future(store.claim(name))
                if self.waits:
                    return
                with contextlib.suppress(Stale):
                    await self._move(seat)
        except (Exception, SystemExit) as error:
            self.waits = store.shared
            LOG.exception("the bots of table %s stopped", name)
            if blamed(error):
                live.tell_fault()
        if not live.awake:
            # Nobody looks here any more; somebody may at another server.
            store.release(name)

    async def _choose(self, seat: int) -> int:
        """A bot's move; the time until it comes is measured."""
        live, table, since = self.live, self.live.table, time.perf_counter()
        imagined = table.imagined(seat, new_seed())
        try:
            return await live.thinkers.choose(table.seats[seat].level, imagined, seat, live.owner)
        finally:
            live.gauges.bot_seconds.observe(time.perf_counter() - since)

    async def _move(self, seat: int) -> None:
        """Let a bot think and make its move; `Stale` if that is too late."""
        live = self.live
        table, seq = live.table, live.table.seq
        _, action = await asyncio.gather(
            asyncio.sleep(live.pace),
            self._choose(seat),
        )
        async with live.turnstile:
            if table.bot_plays(seat) and table.fresh(seat, seq):
                table.check(seat, [action])
                table.rehearse(seat, [action])
                since = time.perf_counter()
                await live.write(Played(seat, table.game.text(action)), actions=[action])
                await live.broadcast()
                live.gauges.moved(table.game.name, "bot", 1, since)
