"""A night in the house: two hundred tables, everybody who is not nice, and a power cut every few seconds.

    python benchmarks/soak.py --seconds 300

People play against each other and against bots, first alone, then beside one guest who attacks in one way after the
other, then beside all of it at once while the server is killed and started again. A part of the night begins when its
attack has, and tells what the attack did; one that did nothing fails. At the end every acknowledged move has to be in
the log, once, and nothing that was chosen in secret may have been told. Prints one table; leaves with 1 if something
was lost, doubled or told, if an attack made others wait for longer than they should, or if it was none.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import httpx

from attacker import Attacker
from attacking import House
from attacks import ATTACKS
from cloudtop.core.errors import CloudtopError
from cloudtop.games import games
from cloudtop.store.opening import store_at
from cloudtop.table import Table
from cloudtop.table.events import Played, read_event
from crowd import BROKEN, HERE, ME, RANDOM, Acknowledged, Browser, NotOpen, Player, Server, Times, Watcher

PAGES = ("/", "/guide", "/guide/strange-world", "/guide/cloud-city?lang=ja", "/learn", "/new/cloudy-kingdom")
"""Pages read while others play."""
PAGE, MOVE = 0.3, 0.5
"""Seconds within which a page and a move are answered, 99 times of 100, whatever one guest does. Drafts, questions,
what others see and newcomers may take as long as a move."""
TOGETHER = 0.55
"""The part of the night in which everything happens at once."""
KILLS_PER_SECOND = 50 / 165
"""How often the server is killed while everything happens at once: fifty times in a night of 300 seconds."""
WATCHED = 10
"""Every so many tables one is watched for what must not be told."""
SHORTEST, LEAST = 2.0, 0.8
"""Seconds that a part of the night lasts at least, and the part of its time that is left once its attack has begun."""
PATIENCE = 20.0
"""Seconds in which an attack has to begin, and a server that was started again to serve."""
SITTING = 120.0
"""Seconds in which nearly everybody has to sit and to have moved."""


class NoNight(Exception):
    """The night could not be spent as it was meant to."""


@dataclass
class Row:
    """What one part of the night was like."""

    name: str
    times: Times
    seconds: float
    worked: float
    """Seconds that the server worked on a core, since it was last started."""
    memory: int
    bounded: bool = False
    """Whether honest guests may not have to wait."""
    did: dict[str, str] = field(default_factory=dict)
    """What each attack did."""
    idle: dict[str, Sequence[str]] = field(default_factory=dict)
    """What attacks are made of and did not do."""

    @property
    def verdict(self) -> str:
        """Whether all was well: nobody had to wait for too long, and whoever was to do something did it."""
        if not self.times.moves or any(self.idle.values()):
            return "IDLE"
        times = self.times
        slow = at(times.pages, 0.99) > PAGE or at(times.moves, 0.99) > MOVE
        # Not everybody drafts, watches or comes anew in every part of the night.
        felt = (times.drafts, times.whys, times.seen, times.newcomers)
        slow |= any(each and at(each, 0.99) > MOVE for each in felt)
        return "SLOW" if self.bounded and slow else "ok"

    def __str__(self) -> str:
        """As a line of the table."""
        times = self.times
        columns = (times.pages, times.drafts, times.whys, times.moves, times.seen, times.newcomers, times.bots)
        did = "; ".join(f"{name}: {what}" if len(self.did) > 1 else what for name, what in self.did.items())
        missing = "; ".join(f"{name} has not {' nor '.join(what)}" for name, what in self.idle.items() if what)
        return (
            f"{self.name:12} {len(times.moves) / self.seconds:7.1f} {' '.join(map(briefly, columns))}"
            f" {100 * self.worked / self.seconds:5.0f} {self.memory / 2**20:5.0f} {self.verdict:4} "
            f"{did}{' | ' if missing else ''}{missing}"
        ).rstrip()


COLUMNS = ("pages", "drafts", "why not", "moves", "seen", "newcomers", "bots")
HEAD = (
    f"{'':12} {'moves/s':>7} " + " ".join(f"{name:>11}" for name in COLUMNS) + f" {'core%':>5} {'MiB':>5} {'':4} did\n"
    f"{'':12} {'':7} " + " ".join([f"{'p50':>5}{'p99':>6}"] * len(COLUMNS)) + "  in ms"
)


def at(times: Sequence[float], part: float) -> float:
    """The time within which that part of all was answered; endless if none was."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else float("inf")


def told(times: Sequence[float]) -> str:
    """The middle, the 99th of a hundred and the longest, in milliseconds."""
    if not times:
        return f"{'-':>5}{'-':>6}{'-':>6}"
    return f"{at(times, 0.5) * 1000:5.0f}{at(times, 0.99) * 1000:6.0f}{max(times) * 1000:6.0f}"


def briefly(times: Sequence[float]) -> str:
    """The middle and the 99th of a hundred, in milliseconds."""
    return f"{at(times, 0.5) * 1000:5.0f}{at(times, 0.99) * 1000:6.0f}" if times else f"{'-':>5}{'-':>6}"


class Night:
    """A server, the people at its tables, and what they were told."""

    def __init__(self, server: Server, tables: int, pause: float) -> None:
        self.server = server
        names = games()
        self.players = [
            Player(
                Browser(server.port, f"127.0.1.{1 + number % 250}"),
                names[number // 2 % len(names)],
                [ME, HERE] if number % 2 else [ME, RANDOM],
                number,
                pause,
            )
            for number in range(tables)
        ]
        self.reader = Browser(server.port, "127.0.2.1")
        self.watchers: list[Watcher] = []
        self.pages: list[float] = []
        self.newcomers: list[float] = []
        self.rows: list[Row] = []
        self.killed = 0
        self.kills_wanted = 0
        self.ended_itself = 0

    @asynccontextmanager
    async def crowded(self) -> AsyncIterator[None]:
        """With everybody at their tables."""
        tasks = [asyncio.create_task(self.read()), asyncio.create_task(self.arrive())]
        for player in self.players:
            tasks.append(asyncio.create_task(player.play()))
            await asyncio.sleep(0.01)
        for number, player in enumerate(self.players[::WATCHED]):
            tasks.append(asyncio.create_task(self.watch(player, f"127.0.2.{2 + number % 250}")))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            people = [player.browser for player in self.players] + [watcher.browser for watcher in self.watchers]
            for browser in (self.reader, *people):
                await browser.leave()
        faults = [fault for fault in ended if not isinstance(fault, asyncio.CancelledError | None)]
        if faults:
            raise NoNight(f"{len(faults)} of the crowd failed, the first with {faults[0]!r}")

    async def settled(self) -> None:
        """Wait until nearly everybody has made a move."""
        wanted, end = 0.9 * len(self.players), time.monotonic() + SITTING
        while (sat := sum(bool(player.times.moves) for player in self.players)) < wanted:
            if time.monotonic() > end:
                raise NoNight(f"after {SITTING:.0f} seconds only {sat} of {len(self.players)} have moved")
            await asyncio.sleep(0.2)

    async def read(self) -> None:
        """Look at a page ten times a second, each time at another one."""
        for number in count():
            began = time.perf_counter()
            with suppress(*BROKEN):
                answer = await self.reader.http.get(PAGES[number % len(PAGES)])
                if answer.status_code == 200:
                    self.pages.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)

    async def arrive(self) -> None:
        """Come to a table as somebody new, twice a second: a link, a page, a socket, and what it shows."""
        for number in count():
            await asyncio.sleep(0.5)
            if not self.watchers:
                continue
            watcher, somebody = self.watchers[number % len(self.watchers)], Browser(self.server.port, "127.0.2.250")
            began = time.perf_counter()
            with suppress(*BROKEN, TimeoutError, httpx.HTTPStatusError):
                (await somebody.http.get(watcher.link, follow_redirects=True)).raise_for_status()
                line = await somebody.line(watcher.table)
                await line.ask("hello", "state")
                self.newcomers.append(time.perf_counter() - began)
                line.socket.transport.abort()
            await somebody.leave()

    async def watch(self, player: Player, address: str) -> None:
        """Watch a player's first table."""
        while not player.table:
            await asyncio.sleep(0.1)
        table = player.table
        with suppress(*BROKEN, httpx.HTTPStatusError):
            links = (await player.browser.http.get(f"/t/{table}/links")).json()
            watcher = Watcher(Browser(self.server.port, address), table, links["watch"], player)
            self.watchers.append(watcher)
            await watcher.watch()

    async def part(self, name: str, seconds: float, attackers: Sequence[Attacker] = (), kills: int = 0) -> None:
        """A part of the night, with these attackers: until it is so long since the first was told to attack.

        What they do counts from when all have begun, and for a while at least.
        """
        end = time.monotonic() + seconds
        for attacker in attackers:
            attacker.go()
        begun = await asyncio.gather(*(attacker.begun(PATIENCE) for attacker in attackers))
        self.forget()
        dids = {attacker.name: attacker.did() for attacker in attackers}
        began, worked, came = time.monotonic(), self.server.worked, self.came
        end = max(end, began + (LEAST * seconds if all(begun) else SHORTEST))
        kill_at = [began + (number + 1) * (end - began) / (kills + 1) for number in range(kills)]
        self.kills_wanted += kills
        while time.monotonic() < end:
            await asyncio.sleep(0.1)
            for did in dids.values():
                did.look()
            if not self.server.alive:
                self.ended_itself += 1
                await self.server.start_again()
            if kill_at and time.monotonic() >= kill_at[0]:
                # One that does not serve yet is not worth killing: it is waited for.
                if await self.serves(end - time.monotonic()):
                    self.server.kill()
                    self.killed += 1
                    await self.server.start_again()
                    worked = 0.0
                kill_at.pop(0)
        row = Row(name, self.measured(), time.monotonic() - began, self.server.worked - worked, self.server.memory)
        row.bounded = bool(attackers) and not kills
        row.did = {name: str(did) for name, did in dids.items()}
        row.idle = {name: did.idle for name, did in dids.items()}
        row.idle |= {each.name: ["begun"] for each, has in zip(attackers, begun, strict=True) if not has}
        if kills:
            row.did["the crowd"] = f"{self.came - came} came again"
            row.idle["the crowd"] = [] if self.came > came else ["come again"]
        for attacker in attackers:
            attacker.end()
        self.rows.append(row)
        print(row, flush=True)

    async def serves(self, patience: float) -> bool:
        """Whether the server answers a page and acknowledges moves from now on, before patience ends."""
        moves, end = len(self.measured().moves), time.monotonic() + min(patience, PATIENCE)
        pages = len(self.pages)
        while len(self.pages) == pages or len(self.measured().moves) == moves:
            if time.monotonic() > end or not self.server.alive:
                return False
            await asyncio.sleep(0.02)
        return self.server.alive

    @property
    def came(self) -> int:
        """How often people came to tables."""
        return sum(player.came for player in self.players)

    def forget(self) -> None:
        """Measure anew."""
        self.pages, self.newcomers = [], []
        for player in self.players:
            player.times = Times()

    def measured(self) -> Times:
        """What was measured since."""
        times = Times(self.pages, newcomers=self.newcomers)
        for player in self.players:
            for name in ("moves", "bots", "drafts", "whys", "seen"):
                getattr(times, name).extend(getattr(player.times, name))
        return times


@dataclass
class Books:
    """What is in the logs, next to what people were told."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    secrets: int = 0
    """Choices made in secret that were watched while they were."""
    leaked: int = 0

    def __str__(self) -> str:
        """In a line."""
        return (
            f"{self.acknowledged} acknowledged moves: {self.lost} lost, {self.doubled} doubled;"
            f" {self.secrets} secret choices watched: {self.leaked} leaked"
        )

    @property
    def good(self) -> bool:
        """Whether there was something to lose, and nothing was lost, doubled or told."""
        return self.acknowledged > 0 and not (self.lost or self.doubled or self.leaked)


def audited(address: Path | str, players: Sequence[Acknowledged], watchers: Sequence[Watcher] = ()) -> Books:
    """Compare every log with what was acknowledged and told; all of a table that cannot be read is lost."""
    store, books = store_at(address), Books()
    for told_moves in players:
        for name, acknowledged in told_moves.items():
            books.acknowledged += len(acknowledged)
            rows = store.rows(name).result()
            try:
                game = Table.rebuilt(name, rows).game
            except CloudtopError:
                books.lost += len(acknowledged)
                continue
            played = [event for event in map(read_event, rows) if isinstance(event, Played) and event.nonce]
            moves = {event.nonce: event.move for event in played}
            books.doubled += len(played) - len(moves)
            books.lost += sum(moves.get(nonce) != game.text(action) for nonce, action in acknowledged)
    for watcher in watchers:
        secret = {
            entry.seq for entry in Table.rebuilt(watcher.table, store.rows(watcher.table).result()).log if entry.secret
        }
        books.secrets += len(secret & set(watcher.told))
        books.leaked += sum(watcher.told.get(seq) is not None for seq in secret)
    store.close()
    return books


async def spend(night: Night, seconds: float, folder: Path, attacks: Sequence[str]) -> None:
    """Spend a night of so many seconds, from when people begin to come."""
    ends, together = time.monotonic() + seconds, TOGETHER * seconds
    with ExitStack() as stack:

        def ready(shift: int) -> list[Attacker]:
            houses = [House(night.server.port, f"127.0.{shift}.{1 + number}") for number in range(len(attacks))]
            made = (
                Attacker(name, house, folder / f"{shift}-{name}") for name, house in zip(attacks, houses, strict=True)
            )
            return [stack.enter_context(attacker) for attacker in made]

        def share(parts: int, later: float = 0.0) -> float:
            return max(SHORTEST, (ends - time.monotonic() - later) / parts)

        singly, at_once = ready(3), ready(4)
        async with night.crowded():
            await night.settled()
            parts = len(singly) + 2
            await night.part("calm", share(parts, together))
            for number, attacker in enumerate(singly):
                await night.part(attacker.name, share(parts - 1 - number, together), [attacker])
            await night.part("all at once", together, at_once, max(1, round(together * KILLS_PER_SECOND)))
            await night.serves(PATIENCE)
            await night.part("calm again", share(1))


def soak(
    seconds: float,
    tables: int,
    pause: float,
    folder: Path,
    attacks: Sequence[str] = tuple(ATTACKS),
    share: float = 1.0,
) -> bool:
    """A whole night; whether all was well."""
    with Server(folder, share=share) as server:
        night = Night(server, tables, pause)
        print(HEAD, flush=True)
        spent = ""
        try:
            asyncio.run(spend(night, seconds, folder, attacks))
        except (NoNight, NotOpen) as fault:
            spent = str(fault)
            print(f"The night ended early: {fault}")
    books = audited(server.path, [player.acknowledged for player in night.players], night.watchers)
    log = (folder / "server.log").read_text()
    faults, refused = log.count("Traceback"), sum(len(player.refused) for player in night.players)
    print(
        f"{night.killed} of {night.kills_wanted} times killed while it served,"
        f" {night.ended_itself} times ended by itself; {faults} faults in the log"
    )
    print(f"{books}; {refused} moves of honest guests refused")
    if faults:
        print(log[log.index("Traceback") :][:2000])
    well = not spent and books.good and not night.ended_itself and not faults
    return well and night.killed == night.kills_wanted and all(row.verdict == "ok" for row in night.rows)


def main() -> None:
    """Read the command line, and soak."""
    parser = argparse.ArgumentParser(description="A night in the house.")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two moves of a player, about")
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS), help="in these ways alone")
    parser.add_argument("--share", type=float, default=1.0, help="the part of a core for the server, such as 0.33")
    parser.add_argument("--runs", type=int, default=1, help="nights, one after the other, to see their spread")
    parser.add_argument("--log", type=Path, help="keep the server's log here")
    chosen = parser.parse_args()
    well = True
    for _ in range(chosen.runs):
        with tempfile.TemporaryDirectory() as folder:
            night = chosen.seconds, chosen.tables, chosen.pause, Path(folder), chosen.attacks, chosen.share
            well &= soak(*night)
            if chosen.log is not None:
                chosen.log.write_bytes((Path(folder) / "server.log").read_bytes())
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
