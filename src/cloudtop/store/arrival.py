"""Results of a store's thread, handed to the event loops that wait for them: one call for each batch."""

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
    """Futures to resolve, batched per event loop, for each thread; None where nothing is batched."""

    def __init__(self) -> None:
        self.bags: dict[asyncio.AbstractEventLoop, list[Waiting]] | None = None


COURIER = Courier()


async def arrived(future: Future[T]) -> T:
    """Wait for the result of another thread; cancel it if the waiter is cancelled before it begins.

    Like `asyncio.wrap_future`, but calls to a loop are batched: one such call takes longer than to write a row.
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
    """Resolve futures with these results; each loop that waits for some of them is called once."""
    bags = COURIER.bags = {}
    try:
        for future, result in done:
            future.set_result(result)
    finally:
        COURIER.bags = None
    for loop, waiting in bags.items():
        call(loop, waiting)


def bring(waiting: Waiting, _: Future[Any]) -> None:
    """Resolve a waiting future, from any thread."""
    loop, bags = waiting.get_loop(), COURIER.bags
    if bags is None:
        call(loop, [waiting])
    else:
        bags.setdefault(loop, []).append(waiting)


def call(loop: asyncio.AbstractEventLoop, waiting: list[Waiting]) -> None:
    """Call a loop, unless it is closed."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(hand_over, waiting)


def hand_over(waiting: list[Waiting]) -> None:
    """Resolve the futures that are not cancelled."""
    for one in waiting:
        if not one.done():
            one.set_result(None)
