"""Attacks on pages, drawings and lessons: QR codes, files, every address there is, and learners who try everything."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from attacking import TROUBLE, House, all_at_once
from cloudtop.games import game as game_named
from cloudtop.games import games
from cloudtop.web.prices import KINDS
from cloudtop.web.templates import static_root
from crowd import HERE, ME, Browser, Line
from tally import REFUSED, Tally

TOO_MUCH = (409, 429, 503)
LANGUAGES = ("en", "fr", "ja")


async def asked(tally: Tally, kind: str, browser: Browser, path: str, **more: Any) -> httpx.Response | None:
    """Ask for something, and count the answer: also one that refuses what was asked."""
    with suppress(*TROUBLE):
        answer = await browser.http.get(path, **more)
        tally.count(kind)
        tally.count(REFUSED, answer.status_code in TOO_MUCH)
        return answer
    return None


async def codes(house: House, tally: Tally) -> None:
    """QR codes of links to a host of one's own naming, each another one: as long as they may be, and far too long."""
    browser, numbers = house.browser(), count()

    async def code(length: int, kind: str) -> None:
        host = f"{'a' * length}{next(numbers)}"
        link = {"link": f"http://{host}/t/1/sit/1"}
        await asked(tally, kind, browser, "/qr.svg", params=link, headers={"host": host})

    await all_at_once(*[partial(code, 130, "codes")] * 8, *[partial(code, 2200, "long codes")] * 8, pause=0.0)


async def files(house: House, tally: Tally) -> None:
    """Scripts, sprites and colours, compressed, as fast as they come."""
    browser = house.browser()
    scripts = [f"{static_root()}/{name}" for name in ("js/stage.js", "js/table.js", "css/table.css", "faces.svg")]
    drawn = [f"/sprites/{name}.svg" for name in games()] + [f"/paints/{name}.css" for name in games()]

    async def fetch(kind: str, paths: list[str], numbers: count[int]) -> None:
        await asked(tally, kind, browser, paths[next(numbers) % len(paths)])

    fetching = [partial(fetch, "scripts", scripts, count()), partial(fetch, "drawings", drawn, count())]
    await all_at_once(*fetching * 10, pause=0.0)


def addresses(table: str) -> list[str]:
    """Every address that is only read, with its gaps filled."""
    found = []
    for name in games():
        game = game_named(name)
        gaps = {
            "{game}": name,
            "{table}": table,
            "{step}": game.lessons().steps[0].id if game.lessons().steps else "none",
            "{key}": "0" * 32,
            "{theme}": "dusk",
            "{seat:small}": "0",
            "{number:small}": "1",
            "{rule}": next(iter(game.rules)) if hasattr(game, "rules") else "rule",
            "{name}": next(iter(game.figures().icon), "icon"),
            "{version}": "x",
            "{file:path}": "js/page.js",
        }
        for address in KINDS:
            method, _, path = address.partition(" ")
            if method == "GET" and not path.endswith("/live"):
                for gap, filling in gaps.items():
                    path = path.replace(gap, filling)
                found.append(path)
    return sorted(set(found))


async def wander(house: House, tally: Tally) -> None:
    """Every address that is only read, one after the other, in every language, over sixteen connections."""
    browser, rng = house.browser(), Random(1)
    table = (await browser.open("strange-world", ME, HERE))["table"]
    paths = addresses(table)

    async def visit() -> None:
        lang = LANGUAGES[rng.randrange(3)]
        await asked(tally, "visits", browser, paths[rng.randrange(len(paths))], params={"lang": lang})

    await all_at_once(*[visit] * 16, pause=0.0)


async def learners(house: House, tally: Tally) -> None:
    """Sixty lessons in which everything is tried: drafts, legal and illegal moves, questions, taking back."""
    rng = Random(2)

    async def learn(name: str) -> None:
        address = f"ws://127.0.0.1:{house.port}/learn/{name}/live"
        line = Line(await connect(address, local_addr=(house.address, 0), max_queue=None))
        steps = [step.id for step in game_named(name).lessons().steps]
        try:
            await line.ask("hello", "state")
            with tally.holding("lessons"):
                for number in count():
                    await tried(line, number, steps)
                    tally.count("tried")
        finally:
            line.socket.transport.abort()

    async def tried(line: Line, number: int, steps: list[str]) -> None:
        seq, legal = line.known["seq"], line.actions or [0]
        chosen, other = legal[rng.randrange(len(legal))], rng.randrange(200)
        match number % 5:
            case 0:
                said, more = "draft", {"seq": seq, "plan": [chosen], "number": number}
            case 1:
                said, more = "whynot", {"seq": seq, "target": f"cell:{'abcdef'[other % 6]}{other % 7}"}
            case 2:
                said, more = "play", {"seq": seq, "nonce": f"n{number}", "actions": [chosen if other % 2 else other]}
            case 3:
                said, more = "undo", {"seq": seq, "nonce": f"u{number}"}
            case _:
                said, more = "learn", {"step": steps[other % len(steps)]}
        await line.say(said, **more)
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                answer = await line.hear()
                tally.count(REFUSED, answer.get("code") == "slow-down")

    await all_at_once(*(partial(learn, games()[number % len(games())]) for number in range(60)))
