"""The soak tells what every attack did, and fails a row whose attack did nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import attacks
import soak
import visits
from attacker import Attacker
from attacking import House, forever
from attacks import ATTACKS
from crowd import NotOpen, Server, Times
from tally import Did, Tally


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is attacked."""
    with Server(tmp_path_factory.mktemp("soak"), pace=0.0) as server:
        yield server


@pytest.mark.parametrize(
    "name",
    ["silence", "reconnects", "guesses", "everywhere", "floods", "frames", "codes", "files", "wander", "learners"],
)
def test_an_attack_begins_when_it_is_told_to_and_does_all_that_it_is_made_of(
    server: Server, tmp_path: Path, name: str
) -> None:
    house = House(server.port, f"127.0.3.{1 + list(ATTACKS).index(name)}")
    with Attacker(name, house, tmp_path / name) as attacker:
        assert not asyncio.run(attacker.begun(0.0))
        attacker.go()
        assert asyncio.run(attacker.begun(90.0)), attacker.tally.now()
        assert server.alive


def test_every_attack_is_made_of_something() -> None:
    assert all(attack.counted or attack.held for attack in ATTACKS.values())


def test_an_attack_on_nobody_never_begins(tmp_path: Path) -> None:
    tally = Tally(tmp_path / "nobody", "guessed")

    async def attacked() -> None:
        # Nobody listens there.
        async with asyncio.timeout(0.3):
            await forever(lambda: attacks.guesses(House(1, "127.0.0.1"), tally))

    with pytest.raises(TimeoutError):
        asyncio.run(attacked())
    assert not tally.begun


def test_requests_that_are_no_attack_are_not_counted(server: Server, tmp_path: Path) -> None:
    tally = Tally(tmp_path / "odd", "pages")

    async def asked() -> None:
        browser = House(server.port, "127.0.4.2").browser()
        attacks.answered(tally, "pages", await browser.http.get("/no/such/page"))
        assert tally.now()["pages"] == 0
        attacks.answered(tally, "pages", await browser.http.get("/guide"))
        assert tally.now()["pages"] == 1
        await browser.leave()

    asyncio.run(asked())


def row(**more: object) -> soak.Row:
    """A part of a night in which everybody was answered at once."""
    found = soak.Row("attack", Times([0.01], [0.01], []), 1.0, 0.1, 2**20, bounded=True)
    for name, value in more.items():
        setattr(found, name, value)
    return found


def test_a_row_says_what_was_wrong() -> None:
    assert row().verdict == "ok"
    assert row(times=Times([soak.PAGE + 0.1], [0.01], [])).verdict == "SLOW"
    assert row(times=Times([0.01], [], [])).verdict == "IDLE"
    broken = row(did={"names": "0 names"}, idle={"names": ["names"]})
    assert broken.verdict == "IDLE"
    assert "names has not names" in str(broken)


@pytest.mark.parametrize("slow", ["drafts", "whys", "seen", "newcomers"])
def test_whatever_people_feel_is_judged(slow: str) -> None:
    times = Times([0.01], [0.01], [])
    setattr(times, slow, [soak.MOVE + 0.1])
    assert row(times=times).verdict == "SLOW"


def test_every_address_that_is_read_is_attacked() -> None:
    read = {path for path in visits.addresses("7ab1e") if "{" not in path}
    assert read == set(visits.addresses("7ab1e")), "a gap of an address is not filled"
    assert {"/qr.svg", "/t/7ab1e/fair", "/learn/skybridge/tips", "/guide/cloud-city"} <= read


def test_a_throttled_server_gets_its_share(tmp_path: Path) -> None:
    with Server(tmp_path, pace=0.0, share=0.25) as slow:
        began, worked = time.monotonic(), slow.worked
        with httpx.Client(base_url=f"http://127.0.0.1:{slow.port}", timeout=60.0) as browser:
            while time.monotonic() - began < 1.5:
                browser.get("/guide/strange-world")
        # However much others use: it never gets more.
        assert slow.worked - worked <= 0.5 * (time.monotonic() - began)
        assert slow.throttle is not None
        throttle = slow.throttle
    assert throttle.poll() is not None


def test_what_is_held_is_the_mean_of_all_looks(tmp_path: Path) -> None:
    tally = Tally(tmp_path / "held", "held", "asked")
    did = Did(tally, held=("held",))
    for level in (4, 2, 0):
        tally.note("held", level)
        did.look()
    assert (did.found["held"], did.idle) == (2, ["asked"])


def test_a_server_that_does_not_open_is_told_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("no database at all, " * 100)
    with pytest.raises(NotOpen):
        Server(tmp_path)


def test_one_that_is_being_started_is_not_one_that_serves(server: Server) -> None:
    async def asked() -> bool:
        # Nobody is there who could have been answered.
        return await soak.Night(server, 0, 1.0).serves(0.2)

    assert not asyncio.run(asked())
