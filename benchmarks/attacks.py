"""What one guest can do to a house that is not nice: each attack runs in a process of its own, until it is ended."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import httpx
from websockets.asyncio.client import ClientConnection, connect

from crowd import BROKEN, HERE, ME, Browser, Line

ADDRESS = "127.0.3.1"
HURRICANE = {"kind": "bot", "level": "hurricane"}
TROUBLE = (*BROKEN, TimeoutError, httpx.HTTPStatusError, KeyError)


async def forever(deed: Callable[[], Awaitable[None]], pause: float = 0.05) -> None:
    """Do something again and again, whatever comes of it."""
    while True:
        with suppress(*TROUBLE):
            await deed()
        await asyncio.sleep(pause)


async def deaf_socket(browser: Browser, table: str) -> ClientConnection:
    """A socket that is read from only as far as its reader likes."""
    return await connect(
        f"ws://127.0.0.1:{browser.port}/t/{table}/live",
        additional_headers={"cookie": browser.cookies(table)},
        local_addr=(browser.address, 0),
        compression=None,
        max_queue=1,
    )


async def questions(port: int) -> None:
    """Sixteen sockets, each asking eighty times why something may not be picked, and again."""
    browser = Browser(port, ADDRESS)
    table = (await browser.open("cloud-city", ME, HERE))["table"]

    async def ask() -> None:
        line = await browser.line(table)
        state = await line.ask("hello", "state", near=0)
        text = json.dumps({"do": "whynot", "seq": state["seq"], "target": "cell:a1", "chosen": ["x" * 50] * 12})
        while True:
            for _ in range(80):
                await line.socket.send(text)
            await line.hear()

    await asyncio.gather(*(forever(ask) for _ in range(16)))


async def silence(port: int) -> None:
    """Connections that say nothing, or half of something."""

    async def half(said: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        writer.write(said)
        await reader.read()
        writer.close()

    halves = (b"", b"GET / HTTP/1.1\r\nhost: x\r\n", b"POST /tables HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{")
    await asyncio.gather(*(forever(partial(half, halves[number % 3])) for number in range(600)))


async def deafness(port: int) -> None:
    """Sockets that ask for the whole table again and again, and never read."""
    browser = Browser(port, ADDRESS)
    table = (await browser.open("cloud-city", ME, HERE))["table"]

    async def ask() -> None:
        socket = await deaf_socket(browser, table)
        for _ in range(70):
            await socket.send('{"do":"hello"}')
        await socket.wait_closed()

    await asyncio.gather(*(forever(ask) for _ in range(14)))


async def hurricanes(port: int) -> None:
    """As many tables of four hurricanes as can be opened, each watched."""
    browser = Browser(port, ADDRESS)

    async def watch() -> None:
        table = (await browser.open("skybridge", *[HURRICANE] * 4))["table"]
        line = await browser.line(table)
        await line.say("hello")
        while True:
            await line.hear()

    await asyncio.gather(*(forever(watch, 1.0) for _ in range(50)))


async def names(port: int) -> None:
    """Twelve who look on from everywhere while names change all the time; pictures and lists in a loop."""
    browser = Browser(port, ADDRESS)
    table = (await browser.open("cloud-city", ME, HERE))["table"]

    async def look(lang: str, side: int) -> None:
        line = await browser.line(table)
        await line.say("hello", lang=lang, side=side, near=side % 2)
        while True:
            await line.hear()

    async def rename() -> None:
        await browser.http.post(f"/t/{table}/nick", json={"name": "x"})

    async def draw() -> None:
        await browser.http.get(f"/t/{table}/picture.svg")

    async def listed() -> None:
        await browser.http.get("/tables")

    for _ in range(40):
        with suppress(*TROUBLE):
            await browser.open("skybridge", ME, HERE)
    looking = [forever(partial(look, lang, side)) for lang in ("en", "fr", "ja") for side in range(4)]
    await asyncio.gather(*looking, forever(rename), forever(draw, 0.0), forever(listed, 0.0))


async def strangers(port: int) -> None:
    """The same tables of hurricanes, each opened by a browser that has no token yet."""

    async def watch() -> None:
        browser = Browser(port, ADDRESS)
        try:
            table = (await browser.open("skybridge", *[HURRICANE] * 4))["table"]
            line = await browser.line(table)
            await line.say("hello")
            while True:
                await line.hear()
        finally:
            await browser.leave()

    await asyncio.gather(*(forever(watch, 1.0) for _ in range(50)))


async def lessons(port: int) -> None:
    """Learners who ask, in sixty lessons at once, why something may not be picked."""

    async def ask() -> None:
        address = f"ws://127.0.0.1:{port}/learn/cloud-city/live"
        line = Line(await connect(address, local_addr=(ADDRESS, 0), max_queue=None))
        state = await line.ask("hello", "state")
        while True:
            await line.say("whynot", seq=state["seq"], target="cell:a1")
            await line.hear()

    await asyncio.gather(*(forever(ask) for _ in range(60)))


async def bursts(port: int) -> None:
    """As many heavy pages as may be asked for, all at once, and again when they may."""
    browsers = [Browser(port, ADDRESS) for _ in range(4)]

    async def read(browser: Browser) -> None:
        with suppress(*TROUBLE):
            await browser.http.get("/guide/strange-world")

    async def burst() -> None:
        await asyncio.gather(*(read(browser) for browser in browsers for _ in range(100)))

    await forever(burst, 5.0)


ATTACKS: dict[str, Callable[[int], Awaitable[None]]] = {
    "questions": questions,
    "silence": silence,
    "deafness": deafness,
    "hurricanes": hurricanes,
    "names": names,
    "strangers": strangers,
    "lessons": lessons,
    "bursts": bursts,
}


async def attacking(deed: Callable[[int], Awaitable[None]], port: int) -> None:
    """Do it, again where the house was not there."""
    await forever(lambda: deed(port), 0.5)


def attack(name: str, port: int) -> None:
    """Attack until the process is ended."""
    # Who attacks comes from elsewhere: the cores of this machine are for who is measured.
    os.nice(15)
    with suppress(KeyboardInterrupt):
        asyncio.run(attacking(ATTACKS[name], port))
