"""Attacks with bytes that no browser sends: silence, tiny parts, frames that have no end or unfold to much."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from attacking import House, all_at_once
from crowd import HERE, ME
from tally import Tally

WAY = (
    "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nsec-websocket-extensions: permessage-deflate\r\n"
    "cookie: {cookie}\r\n\r\n"
)
"""The way to a socket."""
MASK = bytes(4)
"""Changes nothing."""
TEXT, PART, PING = 0x1, 0x0, 0x9
LAST, PACKED = 0x80, 0x40


def frame(first: int, data: bytes = b"", length: int | None = None) -> bytes:
    """A frame as a browser sends it; it may promise more than comes."""
    size = len(data) if length is None else length
    told = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126, *size.to_bytes(2, "big")])
    return bytes([first]) + told + MASK + data


def packed(data: bytes) -> bytes:
    """A message made smaller."""
    packer = zlib.compressobj(wbits=-12)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


BOMB = frame(LAST | TEXT | PACKED, packed(b" " * 5_000_000)[:8000])
BOMBS = frame(LAST | TEXT | PACKED, packed(b" " * 8000)) * 300


@asynccontextmanager
async def calling(house: House) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is cut when it is no longer wanted."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port, local_addr=(house.address, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def until_closed(reader: asyncio.StreamReader, seconds: float) -> None:
    """Read whatever comes, for so long at most."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while await reader.read(65536):
                continue


async def silence(house: House, tally: Tally) -> None:
    """Connections that say nothing, half of a request or of the way to a socket, or a body a letter at a time."""
    way = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    socket = f"GET /t/0/live HTTP/1.1\r\nhost: x\r\n{way}"
    body = "POST /tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n"
    halves = ("", "GET / HTTP/1.1\r\nhost: x\r\n", socket, body)

    async def half(number: int) -> None:
        async with calling(house) as (reader, writer):
            writer.write(halves[number % 4].encode())
            with tally.holding("held"):
                while not reader.at_eof():
                    await until_closed(reader, 1.0)
                    if number % 4 == 3:
                        writer.write(b"{")

    await all_at_once(*(partial(half, number) for number in range(600)), pause=0.5)


async def floods(house: House, tally: Tally) -> None:
    """Bodies in parts of one letter, requests by the thousand without reading an answer, messages after goodbye."""
    part, tiny = b"1\r\nx\r\n", frame(LAST | TEXT)
    head = "GET /health HTTP/1.1\r\nhost: x\r\n"

    async def pour(said: str, kind: str, drop: bytes, times: int) -> None:
        # The house soon reads no further; another connection is listened to again.
        async with calling(house) as (reader, writer), asyncio.timeout(2.0):
            writer.write(said.encode())
            await reader.read(1000)
            while True:
                writer.write(drop * times)
                await writer.drain()
                tally.count(kind, times)

    parts = partial(pour, f"{head}transfer-encoding: chunked\r\n\r\n", "parts", part, 10_000)
    requests = partial(pour, f"{head}\r\n", "requests", f"{head}\r\n".encode(), 1000)
    goodbyes = partial(pour, WAY.format(path="/t/0/live", cookie=""), "after goodbye", tiny, 10_000)
    await all_at_once(*[parts] * 20, *[requests] * 20, *[goodbyes] * 60)


async def frames(house: House, tally: Tally) -> None:
    """Sockets with half a frame, or one that goes on by a byte a second; without an end, unfolding to much, pinging."""
    browser = house.browser()
    table = (await browser.open("skybridge", ME, HERE))["table"]
    way = WAY.format(path=f"/t/{table}/live", cookie=browser.cookies(table)).encode()

    async def half() -> None:
        async with calling(house) as (reader, writer):
            writer.write(way)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(LAST | TEXT, b"{", length=8000))
            with tally.holding("half sent"):
                while not reader.at_eof():
                    await until_closed(reader, 1.0)
                    writer.write(b" ")

    async def send(kind: str, *sent: bytes) -> None:
        async with calling(house) as (reader, writer):
            writer.write(way)
            await reader.readuntil(b"\r\n\r\n")
            for each in sent:
                writer.write(each)
                await writer.drain()
            tally.count(kind)
            await until_closed(reader, 20.0)

    endless = partial(send, "without end", frame(TEXT, b"{"), frame(PART, b" ") * 5000)
    bombs = (partial(send, "bombs", BOMB * 5), partial(send, "bombs", BOMBS))
    pings = partial(send, "pings", frame(LAST | PING, b"x" * 100) * 2000)
    await all_at_once(*[half] * 8, *[endless, *bombs, pings] * 4, pause=0.5)
