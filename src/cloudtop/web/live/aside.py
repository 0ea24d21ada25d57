"""Questions that take a while are answered beside the loop that serves everybody, in turn, and on a still table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cloudtop.web.limits import ASIDE, ASIDE_EACH, ASIDE_PATIENCE
from cloudtop.web.live.turns import Asker, Busy, Turns
from cloudtop.web.live.watch import Watch

T = TypeVar("T")


class Aside:
    """A few threads that answer questions, those of one guest and then those of another."""

    def __init__(self, room: int = ASIDE, each: int = ASIDE_EACH, patience: float = ASIDE_PATIENCE) -> None:
        self.watch = Watch()
        self.turns = Turns(room, each)
        self.patience = patience
        self.threads = ThreadPoolExecutor(room, thread_name_prefix="aside")

    async def ask(self, asker: Asker, work: Callable[[], T]) -> T:
        """What the work gives; `Busy` if too much waits, or for too long.

        Nothing that changes may be read by the work: it runs while the house goes on.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self.patience):
                return await self.turns.do(asker, lambda: loop.run_in_executor(self.threads, self.watch.watched, work))
        except TimeoutError:
            raise Busy("the question has waited for too long") from None

    def close(self) -> None:
        """Answer nothing any more."""
        self.watch.end()
        self.turns.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
