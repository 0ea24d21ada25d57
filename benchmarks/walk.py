"""How far a move walks: what is asked of the game while one move is made and shown, and the processor time it takes.

    python benchmarks/walk.py

Two players look at a table of Cloud City, in one language or in two. The calls are counted for the draw that ends the
first turn, on plain Python, where they can be; the time is that of a whole game, on the build that runs.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

import cloudtop
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.socket.conversation import Conversation

GAME, SEED = "cloud-city", 7
OF_GAME = ("parse", "say", "scene", "targets", "board_text")
OF_STATE = ("why_not", "legal", "score_sheet", "view")
LANGUAGES = (("en", "fr"), ("en", "en"))
GAMES = 3
"""So many games are timed; the fastest counts."""


class Room:
    """A table with two people who look at it."""

    def __init__(self, languages: tuple[str, ...], folder: Path) -> None:
        game = cloudtop.game(GAME)
        places = [Place("friend", holder=f"browser {seat}") for seat in range(2)]
        opened = Opened(GAME, game.rules_version, game.terms(2).options, places, SEED, "salt", "", "watch")
        self.store = SqliteStore(folder / f"{time.monotonic_ns()}.sqlite")
        self.live = LiveTable(Table("t", opened), self.store, OnTheSpot(), 0.0)
        self.languages = languages
        self.people: list[tuple[Guest, Any]] = []

    async def sit_down(self) -> None:
        """Let both look at the table."""
        for seat, lang in enumerate(self.languages):
            guest = Guest(f"browser {seat}")
            self.live.come(guest)
            self.people.append((guest, Conversation(self.live, guest)))
            await self.say(seat, {"do": "hello", "lang": lang})

    async def say(self, seat: int, message: dict[str, Any]) -> int:
        """Have a message answered; returns how many bytes everybody got."""
        await self.people[seat][1].answer(json.dumps(message))
        heard = 0
        for guest, _ in self.people:
            while not guest.waiting.empty():
                heard += len((guest.waiting.get_nowait() or "").encode())
        return heard

    def choice(self, choose: Callable[[list[int]], int]) -> tuple[int, dict[str, Any]]:
        """Whoever has to decide, and the message with which they make one of their moves."""
        table = self.live.table
        seat = table.state.turn()[0]
        action = choose(table.state.legal(seat))
        return seat, {"do": "play", "seq": table.seq, "nonce": f"n{table.seq}", "actions": [action]}


def counted(owner: Any, names: tuple[str, ...], calls: Counter[str], prefix: str) -> None:
    """Count how often these are called."""
    for name in names:
        real = getattr(owner, name)

        def counting(*args: Any, _real: Any = real, _name: str = prefix + name, **named: Any) -> Any:
            calls[_name] += 1
            return _real(*args, **named)

        setattr(owner, name, wraps(real)(counting))


async def calls_of_a_draw(languages: tuple[str, ...], folder: Path) -> dict[str, int]:
    """What is asked of the game while the draw of the first turn is made and shown."""
    room, calls = Room(languages, folder), Counter[str]()
    await room.sit_down()
    game = room.live.table.game
    while not game.text(room.live.table.state.legal(room.live.table.state.turn()[0])[0]).startswith("draw"):
        await room.say(*room.choice(lambda legal: legal[0]))
    draw = room.choice(lambda legal: legal[0])
    counted(game, OF_GAME, calls, "game.")
    counted(type(room.live.table.state), OF_STATE, calls, "state.")
    await room.say(*draw)
    room.store.close()
    return {name: calls[name] for name in [f"game.{name}" for name in OF_GAME] + [f"state.{name}" for name in OF_STATE]}


async def milliseconds_of_a_move(languages: tuple[str, ...], folder: Path) -> tuple[float, float]:
    """The processor time of a move in a whole game, read, checked, written and shown; and what of it is drawing."""
    room, dice, drawing = Room(languages, folder), Random(SEED), 0.0
    game: Any = room.live.table.game
    draw = game.scene

    def timed(*args: Any, **named: Any) -> Any:
        nonlocal drawing
        start = time.process_time()
        scene = draw(*args, **named)
        drawing += time.process_time() - start
        return scene

    await room.sit_down()
    game.scene = timed
    moves, before = 0, time.process_time()
    while room.live.table.state.turn():
        await room.say(*room.choice(lambda legal: legal[int(dice.random() * len(legal))]))
        moves += 1
    spent = time.process_time() - before
    del game.scene
    room.store.close()
    return 1000 * spent / moves, 1000 * drawing / moves


def main() -> None:
    """Print the calls and the times."""
    with tempfile.TemporaryDirectory() as name:
        if sys.argv[1:]:
            print(json.dumps(asyncio.run(calls_of_a_draw(tuple(sys.argv[1:]), Path(name)))))
            return
        for languages in LANGUAGES:
            command = [sys.executable, __file__, *languages]
            plain = subprocess.run(command, env=os.environ | {"CLOUDTOP_PURE": "1"}, capture_output=True, check=True)
            print(f"one draw, seen in {' and '.join(languages)}:")
            for called, times in json.loads(plain.stdout).items():
                print(f"  {called:<18} {times:>4}")
            spent = min(asyncio.run(milliseconds_of_a_move(languages, Path(name))) for _ in range(GAMES))
            print(f"  processor time of a move, {cloudtop.BUILD}: {spent[0]:.2f} ms, drawing in it {spent[1]:.2f} ms")


if __name__ == "__main__":
    main()
