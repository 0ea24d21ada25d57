"""What every attack is made with: whom to attack and from where, and deeds that are done again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import httpx

from crowd import BROKEN, Browser

TROUBLE = (*BROKEN, TimeoutError, httpx.HTTPStatusError, KeyError)


class House(NamedTuple):
    """Whom to attack, and from where: every attacker has an address, as what is asked from one is limited."""

    port: int
    address: str

    def browser(self) -> Browser:
        """Another browser there."""
        return Browser(self.port, self.address)


async def forever(deed: Callable[[], Awaitable[None]], pause: float = 0.05) -> None:
    """Do something again and again, whatever comes of it."""
    while True:
        with suppress(*TROUBLE):
            await deed()
        await asyncio.sleep(pause)


async def all_at_once(*deeds: Callable[[], Awaitable[None]], pause: float = 0.05) -> None:
    """Do several things again and again, until one of them says that it is over."""
    try:
        async with asyncio.TaskGroup() as together:
            for deed in deeds:
                together.create_task(forever(deed, pause))
    except* Over:
        pass


class Over(Exception):
    """The attack has to be begun anew."""
