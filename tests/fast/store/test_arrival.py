"""What a store's thread has done is brought to the loop that waits for it, with one call for all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any

import pytest

from cloudtop.store import Conflict
from cloudtop.store.arrival import arrived, hand_over, tell_together


async def all_wait(futures: list[Future[int]]) -> list[asyncio.Task[int]]:
    """Tasks that wait for them already."""
    tasks = [asyncio.create_task(arrived(future)) for future in futures]
    await asyncio.sleep(0)
    return tasks


def test_what_is_done_together_comes_with_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    async def waited() -> tuple[list[int], int]:
        futures: list[Future[int]] = [Future() for _ in range(5)]
        tasks = await all_wait(futures)
        loop, calls = asyncio.get_running_loop(), 0
        call = loop.call_soon_threadsafe

        def counted(callback: Callable[..., object], *args: Any) -> asyncio.Handle:
            nonlocal calls
            calls += callback is hand_over
            return call(callback, *args)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        thread = Thread(target=lambda: tell_together([(future, number) for number, future in enumerate(futures)]))
        thread.start()
        found = await asyncio.gather(*tasks)
        thread.join()
        return found, calls

    assert asyncio.run(waited()) == ([0, 1, 2, 3, 4], 1)


def test_what_was_done_before_anybody_waited_comes_too() -> None:
    future: Future[int] = Future()
    future.set_result(3)
    assert asyncio.run(arrived(future)) == 3


def test_what_went_wrong_is_raised() -> None:
    async def waited() -> None:
        future: Future[int] = Future()
        (task,) = await all_wait([future])
        Thread(target=lambda: future.set_exception(Conflict("taken"))).start()
        await task

    with pytest.raises(Conflict, match="taken"):
        asyncio.run(waited())


def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    async def left() -> Future[int]:
        future: Future[int] = Future()
        (task,) = await all_wait([future])
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return future

    assert asyncio.run(left()).cancelled()


def test_a_loop_that_is_closed_is_not_called() -> None:
    async def begun() -> Future[int]:
        future: Future[int] = Future()
        assert future.set_running_or_notify_cancel()
        await all_wait([future])
        return future

    future = asyncio.run(begun())
    future.set_result(1)
    assert future.result() == 1
