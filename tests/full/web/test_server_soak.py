"""The soak and the fuzzer, for seconds: they find nothing, and they would find something."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

import fuzz_wire
import soak
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.socket import conversation
from crowd import HERE, ME, Browser, Player, Server


def test_a_short_night_loses_nothing(tmp_path: Path) -> None:
    async def night() -> list[Player]:
        with Server(tmp_path, pace=0.0) as server:
            players = [
                Player(Browser(server.port, f"127.0.1.{1 + number}"), "skybridge", [ME, HERE], number, 0.0)
                for number in range(3)
            ]
            tasks = [asyncio.create_task(player.play()) for player in players]
            for wanted in (5, 15):
                while min(moves(player) for player in players) < wanted:
                    await asyncio.sleep(0.02)
                server.kill()
                await server.start_again()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for player in players:
                await player.browser.leave()
        return players

    players = asyncio.run(night())
    told = [player.acknowledged for player in players]
    books = soak.audited(tmp_path / "tables.sqlite", told)
    assert (books.lost, books.doubled, books.leaked) == (0, 0, 0)
    assert books.acknowledged >= 45
    table = next(iter(players[0].acknowledged))
    players[0].acknowledged[table].append(("never sent", 0))
    assert soak.audited(tmp_path / "tables.sqlite", told).lost == 1


def moves(player: Player) -> int:
    """How many moves of a player were acknowledged."""
    return sum(map(len, player.acknowledged.values()))


def test_percentiles_are_those_of_what_was_measured() -> None:
    assert soak.at([0.1, 0.2, 0.3, 0.4], 0.5) == 0.3
    assert soak.at([], 0.99) == float("inf")


def test_whatever_is_sent_is_answered_without_a_fault(tmp_path: Path) -> None:
    assert fuzz_wire.fuzz(400, 7, tmp_path).endswith("no fault")


def test_the_fuzzer_sees_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(conversation, "reason", fails)
    with pytest.raises(fuzz_wire.Fault, match="whynot"):
        asyncio.run(fuzz_wire.fuzz_messages(400, Random(1), tmp_path))


def test_the_fuzzer_sees_a_log_that_leads_elsewhere(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "talk.sqlite")
        talk = fuzz_wire.Talk("skybridge", store, Random(1))
        await talk.open()
        await talk.move()
        talk.check()
        table = talk.live.table
        table.state.apply(table.state.turn()[0], table.state.legal(table.state.turn()[0])[0])
        with pytest.raises(fuzz_wire.Fault, match="leads elsewhere"):
            talk.check()
        store.close()

    asyncio.run(scenario())
