"""Python looks for garbage when nobody waits for anything; what is there when the house opens is never looked at."""

from __future__ import annotations

import asyncio
import gc
import time

COLLECTING = (400_000, 20, 100)
"""So many new things come before Python looks for garbage among them whoever waits, and so many such looks before one
among older things: what lives in circles is hardly ever left behind, and to look holds everybody up."""
FEW = 10_000
"""It is not worth while to look among fewer."""
BEAT = 1.0
"""Seconds between two looks."""
QUIET = 0.5
"""Nobody waits where the loop has worked for less than this part of the time."""


def settle() -> None:
    """Let Python look for garbage seldom, and never among what is there when the house opens: that stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


async def keep_tidy() -> None:
    """Look for garbage again and again, whenever there may be some and the house has time."""
    while True:
        began, worked = time.monotonic(), time.thread_time()
        await asyncio.sleep(BEAT)
        if time.thread_time() - worked < QUIET * (time.monotonic() - began):
            tidy()


def tidy() -> None:
    """Look among what has come since the last time; after many such looks among older things as well."""
    new, looked, older = gc.get_count()
    if new >= FEW:
        _, looks, looks_beyond = gc.get_threshold()
        gc.collect(2 if older > looks_beyond else 1 if looked > looks else 0)
