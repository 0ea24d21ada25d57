"""What a store's thread has done, brought to the loops that wait for it: what was done together, with one call."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from threading import local
from typing import Any, TypeVar

T = TypeVar("T")
Waiting = asyncio.Future[None]


class Courier(local):
    """In each thread, what it is about to bring to whom; None where everything is brought at once."""

    def __init__(self) -> None:
        self.bags: dict[asyncio.AbstractEventLoop, list[Waiting]] | None = None


COURIER = Courier()


async def arrived(future: Future[T]) -> T:
    """What comes of something that another thread does; it is not done at all if nobody waits any more in time.

    As by `asyncio.wrap_future`, for less: to call a loop from another thread takes longer than to write a row.
    """
    waiting: Waiting = asyncio.get_running_loop().create_future()
    future.add_done_callback(partial(bring, waiting))
    try:
        await waiting
    except asyncio.CancelledError:
        future.cancel()
        raise
    return future.result()


def tell_together(done: Iterable[tuple[Future[Any], Any]]) -> None:
    """Let futures be done with these results; each loop that waits for some of them is called once."""
    bags = COURIER.bags = {}
    try:
        for future, result in done:
            future.set_result(result)
    finally:
        COURIER.bags = None
    for loop, waiting in bags.items():
        call(loop, waiting)


def bring(waiting: Waiting, _: Future[Any]) -> None:
    """Let it be known that something is done, from whichever thread."""
    loop, bags = waiting.get_loop(), COURIER.bags
    if bags is None:
        call(loop, [waiting])
    else:
        bags.setdefault(loop, []).append(waiting)


def call(loop: asyncio.AbstractEventLoop, waiting: list[Waiting]) -> None:
    """Call a loop, unless nobody is there any more."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(hand_over, waiting)


def hand_over(waiting: list[Waiting]) -> None:
    """Let those go on who still wait."""
    for one in waiting:
        if not one.done():
            one.set_result(None)
