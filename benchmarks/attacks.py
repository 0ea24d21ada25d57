"""What one guest can do to a house that is not nice; each attack counts what it does, and goes on until it is ended."""

from __future__ import annotations

import asyncio
import fcntl
import json
import re
import secrets
import struct
import termios
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect

from attacking import TROUBLE, House, Over, all_at_once, forever
from crowd import HERE, ME, Browser, Line
from floods import floods, frames, silence
from tally import REFUSED, Tally
from visits import codes, files, learners, wander

HURRICANE = {"kind": "bot", "level": "hurricane"}
FRIEND = {"kind": "friend"}
TOO_MUCH = (409, 429, 503)
"""With these the house says that it is too much."""
LOOKS = [(lang, side, told) for told in (False, True) for lang in ("en", "fr", "ja") for side in range(4)]
"""Ways to look at a table: each is drawn by itself."""


def answered(tally: Tally, kind: str, answer: httpx.Response) -> None:
    """Count a request that the house answered as it does, or refused as too much; anything else is no attack."""
    if answer.status_code in TOO_MUCH:
        tally.count(REFUSED)
    elif not answer.is_success:
        return
    tally.count(kind)


async def opened(tally: Tally, browser: Browser, game: str, *seats: dict[str, str]) -> str:
    """The name of a new table; one that is refused as too much is counted as that."""
    answer = await browser.http.post("/tables", json={"game": game, "seats": seats})
    if answer.status_code in TOO_MUCH:
        tally.count(REFUSED)
    answer.raise_for_status()
    return str(answer.json()["table"])


@contextmanager
def closed_after(line: Line) -> Iterator[Line]:
    """A line that is cut when it is no longer wanted."""
    try:
        yield line
    finally:
        line.socket.transport.abort()


async def listen(tally: Tally, line: Line) -> None:
    """Read all that comes; count what is refused."""
    while True:
        message = await line.hear()
        if message["did"] == "error" and message["code"] == "slow-down":
            tally.count(REFUSED)


async def deaf_socket(browser: Browser, table: str) -> ClientConnection:
    """A socket that is read from only as far as its reader likes."""
    return await connect(
        f"ws://127.0.0.1:{browser.port}/t/{table}/live",
        additional_headers={"cookie": browser.cookies(table)},
        local_addr=(browser.address, 0),
        compression=None,
        max_queue=1,
        ping_interval=None,
    )


def unread(socket: ClientConnection) -> int:
    """Bytes that have come and nobody has read; none of a socket that is closed."""
    with suppress(OSError, ValueError):
        raw = socket.transport.get_extra_info("socket")
        return int(struct.unpack("i", fcntl.ioctl(raw.fileno(), termios.FIONREAD, b"\0" * 4))[0])
    return 0


async def questions(house: House, tally: Tally) -> None:
    """Sixteen sockets, each asking why something may not be picked, every time something else; now and then a move."""
    browser, rng = house.browser(), Random(3)
    table = await opened(tally, browser, "cloud-city", ME, HERE)

    async def ask() -> None:
        with closed_after(await browser.line(table)) as line, tally.holding("sockets"):
            await line.ask("hello", "state", near=rng.randrange(2))
            listening = asyncio.create_task(listen(tally, line))
            try:
                while True:
                    for number in range(80):
                        touched = f"cell:{'abcdefg'[number % 7]}{rng.randrange(9)}"
                        await line.say("whynot", seq=line.known["seq"], target=touched, chosen=["x" * 50] * 12)
                    if line.actions:
                        chosen = line.actions[rng.randrange(len(line.actions))]
                        said = {"seq": line.known["seq"], "nonce": secrets.token_hex(8), "actions": [chosen]}
                        await line.say("play", **said)
                    tally.count("asked", 80)
                    await asyncio.sleep(0)
            finally:
                listening.cancel()

    await all_at_once(*[ask] * 16)


async def deafness(house: House, tally: Tally) -> None:
    """Sockets at a lively table that ask for the whole of it again and again, and never read nor answer a ping."""
    browser = house.browser()
    table = await opened(tally, browser, "cloud-city", ME, HERE)
    open_now: set[ClientConnection] = set()

    async def ask() -> None:
        socket = await deaf_socket(browser, table)
        open_now.add(socket)
        socket.transport.pause_reading()
        try:
            with tally.holding("deaf"):
                for _ in range(70):
                    await socket.send('{"do":"hello"}')
                async with asyncio.timeout(20.0):
                    await socket.wait_closed()
        finally:
            open_now.discard(socket)
            socket.transport.abort()

    async def look() -> None:
        tally.note("bytes unread", sum(map(unread, open_now)))

    await all_at_once(*[ask] * 14, look)


async def watch_hurricanes(tally: Tally, browser: Browser) -> None:
    """Open a table of four hurricanes, and look on."""
    table = await opened(tally, browser, "skybridge", *[HURRICANE] * 4)
    with closed_after(await browser.line(table)) as line, tally.holding("tables"):
        await line.say("hello")
        while line.known.get("outcome") is None:
            message = await line.hear()
            if message["did"] == "moved":
                tally.count("bot moves", len(message.get("log", ())))


async def hurricanes(house: House, tally: Tally) -> None:
    """As many tables of four hurricanes as can be opened, each watched."""
    browser = house.browser()
    await all_at_once(*[partial(watch_hurricanes, tally, browser)] * 50, pause=1.0)


async def strangers(house: House, tally: Tally) -> None:
    """The same tables of hurricanes, each opened by a browser that has no token yet."""

    async def watch() -> None:
        browser = house.browser()
        try:
            await watch_hurricanes(tally, browser)
        finally:
            await browser.leave()

    await all_at_once(*[watch] * 50, pause=1.0)


async def names(house: House, tally: Tally) -> None:
    """Twelve who look on from everywhere while names change all the time; pictures and lists in a loop."""
    browser = house.browser()
    table = await opened(tally, browser, "cloud-city", ME, HERE)
    numbers = count()

    async def look(lang: str, side: int) -> None:
        with closed_after(await browser.line(table)) as line, tally.holding("looking on"):
            await line.say("hello", lang=lang, side=side, near=side % 2)
            await listen(tally, line)

    async def rename() -> None:
        body = {"name": f"x{next(numbers)}"}
        answered(tally, "names", await browser.http.post(f"/t/{table}/nick", json=body))

    async def draw() -> None:
        answered(tally, "pictures", await browser.http.get(f"/t/{table}/picture.svg"))

    async def listed() -> None:
        answered(tally, "lists", await browser.http.get("/tables"))

    for _ in range(40):
        with suppress(*TROUBLE):
            await opened(tally, browser, "skybridge", ME, HERE)
    await all_at_once(*(partial(look, lang, side) for lang, side, _ in LOOKS[:12]), rename, draw, listed)


async def bursts(house: House, tally: Tally) -> None:
    """As many heavy pages as may be asked for, all at once, and again when they may."""
    browsers = [house.browser() for _ in range(4)]

    async def read(browser: Browser) -> None:
        with suppress(*TROUBLE):
            answered(tally, "pages", await browser.http.get("/guide/strange-world"))

    async def burst() -> None:
        await asyncio.gather(*(read(browser) for browser in browsers for _ in range(50)))

    await forever(burst, 1.0)


async def reconnects(house: House, tally: Tally) -> None:
    """Come, say hello and go, as fast as it can be done: with one token and with a new one each time."""
    browser = house.browser()
    table = await opened(tally, browser, "cloud-city", ME, HERE)

    async def come(cookie: str, kind: str) -> None:
        socket = await connect(
            f"ws://127.0.0.1:{house.port}/t/{table}/live",
            additional_headers={"cookie": cookie},
            local_addr=(house.address, 0),
            compression=None,
        )
        try:
            await socket.send('{"do":"hello","near":0}')
            async with asyncio.timeout(10.0):
                message = json.loads(await socket.recv())
            tally.count(REFUSED, message.get("code") == "slow-down")
            tally.count(kind)
        finally:
            socket.transport.abort()

    async def known() -> None:
        await come(browser.cookies(table), "came")

    async def unknown() -> None:
        await come(f"cloudtop={secrets.token_hex(16)}", "came unknown")

    await all_at_once(*[known] * 8, *[unknown] * 8, pause=0.01)


async def prisms(house: House, tally: Tally) -> None:
    """A table that is looked at in every way there is, by everybody who may, while it goes on as fast as it can."""
    host = house.browser()
    answer = await host.http.post("/tables", json={"game": "cloud-city", "seats": [ME, *[FRIEND] * 3]})
    answer.raise_for_status()
    table, links, watch = answer.json()["table"], answer.json()["links"], answer.json()["watch"]
    friends = [house.browser() for _ in links]
    for friend, link in zip(friends, links, strict=True):
        await friend.http.get(link["url"])
    watchers = [house.browser() for _ in range(6)]
    for watcher in watchers:
        await watcher.http.get(watch)

    async def look(browser: Browser, number: int) -> None:
        lang, side, told = LOOKS[number % len(LOOKS)]
        with closed_after(await browser.line(table)) as line, tally.holding("looking on"):
            await line.say("hello", lang=lang, side=side, told=told)
            await listen(tally, line)

    async def play(browser: Browser) -> None:
        with closed_after(await browser.line(table)) as line:
            await line.ask("hello", "state")
            while line.known["outcome"] is None:
                if line.actions:
                    said = {"seq": line.known["seq"], "nonce": secrets.token_hex(8), "actions": line.actions[:1]}
                    told = await line.ask("play", "played", "stale", "error", **said)
                    tally.count("moves", told["did"] == "played")
                    await asyncio.sleep(0.1)
                else:
                    await line.hear()
        raise Over

    people = [host, *friends]
    looking = [partial(look, browser, number) for browser in (*people, *watchers) for number in range(14)]
    await all_at_once(*looking, *(partial(play, browser) for browser in people), pause=0.5)


async def replays(house: House, tally: Tally) -> None:
    """Many who ask for all positions of a long game, each another one, and for pieces seen close there."""
    browser, rng = house.browser(), Random(4)
    table = await opened(tally, browser, "cloudy-kingdom", ME, HERE)
    made = await played_on(browser, table, 40)

    async def ask() -> None:
        with closed_after(await browser.line(table)) as line, tally.holding("sockets"):
            await line.ask("hello", "state", near=0)
            while True:
                at = rng.randrange(made + 1)
                await line.say("inspect", panel="board", items=["card-0", "cell-a1"], at=at)
                answer = await line.ask("replay", "replay", "error", at=at)
                tally.count("replays")
                tally.count(REFUSED, answer["did"] == "error")

    await all_at_once(*[ask] * 12)


async def played_on(browser: Browser, table: str, moves: int) -> int:
    """Make up to `moves` moves for all seats of one browser; return the number made."""
    rng, made = Random(5), 0
    with closed_after(await browser.line(table)) as line:
        await line.ask("hello", "state", near=0)
        while made < moves and line.known["outcome"] is None:
            if not line.actions:
                await line.ask("hello", "state", near=line.deciding[0])
                continue
            chosen = line.actions[rng.randrange(len(line.actions))]
            said = {"seq": line.known["seq"], "nonce": secrets.token_hex(8), "actions": [chosen]}
            answer = await line.ask("play", "played", "stale", "error", **said)
            made += answer["did"] == "played"
            await asyncio.sleep(0.05)
    return made


async def guesses(house: House, tally: Tally) -> None:
    """Guess links to seats and to watch, and the host's word, as fast as may be."""
    browser = house.browser()
    table = await opened(tally, browser, "skybridge", ME, FRIEND)
    stranger = house.browser()

    async def guess(way: str) -> None:
        answer = await stranger.http.get(f"/t/{table}/{way}/{secrets.token_hex(16)}")
        if answer.status_code in (*TOO_MUCH, 403, 404, 410):
            tally.count("guessed")
            tally.count(REFUSED, answer.status_code in TOO_MUCH)

    async def word() -> None:
        await stranger.http.post("/host", data={"word": secrets.token_hex(8)})

    await all_at_once(*[partial(guess, "sit")] * 4, *[partial(guess, "watch")] * 4, word, pause=0.0)


QUESTIONS = ("draft", "whynot", "inspect", "locate", "hint", "replay", "hello")


async def everywhere(house: House, tally: Tally) -> None:
    """One guest at forty tables of every game, who asks at each of them everything that can be asked, in every way."""
    browser, chance = house.browser(), Random(1)
    games = (await browser.http.get("/")).text
    names = sorted(set(re.findall(r"/new/([a-z-]+)", games)))

    async def sit(number: int) -> None:
        table = await opened(tally, browser, names[number % len(names)], ME, HERE)
        await all_at_once(partial(ask, table), pause=1.0)

    async def ask(table: str) -> None:
        with closed_after(await browser.line(table)) as line, tally.holding("sockets"):
            await line.ask("hello", "state", near=0)
            listening = asyncio.create_task(listen(tally, line))
            try:
                while not listening.done():
                    lang, side, told = LOOKS[chance.randrange(len(LOOKS))]
                    seq, plan = line.known["seq"], line.actions[:1]
                    more = {
                        "draft": {"seq": seq, "plan": plan},
                        "whynot": {"seq": seq, "target": "cell:a1", "chosen": ["x" * 50] * 12},
                        "inspect": {"panel": "board", "items": ["card-0", "cell-a1"], "at": 0},
                        "locate": {"seat": 0, "line": 0, "at": 0},
                        "hint": {"seq": seq, "plan": []},
                        "replay": {"at": 0},
                        "hello": {"near": side % 2, "lang": lang, "side": side, "told": told},
                    }
                    do = QUESTIONS[chance.randrange(len(QUESTIONS))]
                    await line.say(do, **more[do])
                    tally.count("asked")
                    await asyncio.sleep(0)
            finally:
                listening.cancel()

    await all_at_once(*(partial(sit, number) for number in range(40)), pause=1.0)


class Attack(NamedTuple):
    """One way to attack."""

    deed: Callable[[House, Tally], Awaitable[None]]
    counted: tuple[str, ...] = ()
    """What it does again and again."""
    held: tuple[str, ...] = ()
    """What it holds, or lets lie."""


ATTACKS = {
    "questions": Attack(questions, ("asked",), ("sockets",)),
    "silence": Attack(silence, (), ("held",)),
    "deafness": Attack(deafness, (), ("deaf", "bytes unread")),
    "hurricanes": Attack(hurricanes, ("bot moves",), ("tables",)),
    "names": Attack(names, ("names", "pictures", "lists"), ("looking on",)),
    "strangers": Attack(strangers, ("bot moves",), ("tables",)),
    "learners": Attack(learners, ("tried",), ("lessons",)),
    "codes": Attack(codes, ("codes", "long codes")),
    "files": Attack(files, ("scripts", "drawings")),
    "wander": Attack(wander, ("visits",)),
    "bursts": Attack(bursts, ("pages",)),
    "reconnects": Attack(reconnects, ("came", "came unknown")),
    "prisms": Attack(prisms, ("moves",), ("looking on",)),
    "replays": Attack(replays, ("replays",), ("sockets",)),
    "guesses": Attack(guesses, ("guessed",)),
    "everywhere": Attack(everywhere, ("asked",), ("sockets",)),
    "floods": Attack(floods, ("parts", "requests", "after goodbye")),
    "frames": Attack(frames, ("bombs", "pings", "without end"), ("half sent",)),
}
