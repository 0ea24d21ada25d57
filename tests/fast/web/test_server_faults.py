"""What goes wrong at one table, with one guest or with one bot stays there."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.web.bad_bots import brood, die
from tests.support.web.visitors import BOT, DEADLINE, HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.bots import BOTS, Bot, Perspective
from cloudtop.bots.hints import Hint
from cloudtop.store import StoreFault
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Stale, Table
from cloudtop.table.events import Opened, Place, Renamed, write_event
from cloudtop.web.limits import WAITING, Buckets
from cloudtop.web.live import bots
from cloudtop.web.live.bots import OnTheSpot, Thought, Workers, think
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import IDLE
from cloudtop.web.socket.connection import TRY_LATER


def hot_seat(visitor: Visitor) -> tuple[str, Line]:
    """A table of two people on one device, seen by the one who has to decide."""
    table = visitor.open("skybridge", ME, HERE)["table"]
    line = visitor.connect(table, {"near": 0})
    if not line.actions:
        line.ask("hello", "state", near=1)
    return table, line


def test_a_table_with_a_broken_log_is_told_and_the_others_play_on(house: House, mira: Visitor) -> None:
    broken, _ = hot_seat(mira)
    _, line = hot_seat(mira)
    house.store.append(broken, len(house.store.rows(broken).result()), "this is no event").result()
    house.tables.live.pop(broken)
    page = mira.http.get(f"/t/{broken}")
    assert (page.status_code, page.json()["error"]) == (503, "broken-table")
    code, heard = mira.connect(broken).until_closed()
    assert (code, heard[0]["code"]) == (1011, "broken-table")
    assert line.play()["did"] == "played"
    listed = mira.http.get("/tables")
    assert listed.status_code == 200
    assert broken not in listed.text


def test_a_game_that_fails_at_one_table_leaves_the_others_alone(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, line = hot_seat(mira)
    _, other = hot_seat(mira)
    live = house.tables.live[table].result()

    def fails(seat: int, action: int) -> None:
        raise ZeroDivisionError("a mistake in the rules")

    monkeypatch.setattr(live.table, "check", fails)
    assert line.play()["code"] == "fault"
    assert other.play()["did"] == "played"
    monkeypatch.undo()
    assert line.play()["did"] == "played"
    assert len(line.log) == 1


def test_a_move_that_cannot_be_kept_is_not_made(house: House, mira: Visitor) -> None:
    table, line = hot_seat(mira)
    lock = sqlite3.connect(house.store.path, timeout=DEADLINE, isolation_level=None)
    house.store._ask(lambda connection: connection.execute("PRAGMA busy_timeout = 0").fetchone()).result()
    lock.execute("BEGIN IMMEDIATE")
    assert line.play()["code"] == "not-kept"
    lock.execute("ROLLBACK")
    lock.close()
    assert line.ask("hello", "state", near=line.you)["log"] == []
    assert line.play()["did"] == "played"
    assert ["played" in row for row in house.store.rows(table).result()] == [False, False, True]


def test_who_comes_while_the_store_is_away_is_told_so(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = hot_seat(mira)
    house.tables.live.clear()
    rows = house.store.rows

    def away(*args: Any) -> Future[list[str]]:
        future: Future[list[str]] = Future()
        future.set_exception(StoreFault("the database has gone"))
        return future

    monkeypatch.setattr(house.store, "rows", away)
    code, heard = mira.connect(table).until_closed()
    assert (code, heard[0]["code"]) == (TRY_LATER, "store-away")
    assert mira.http.get(f"/t/{table}").json()["error"] == "store-away"
    assert [record.exc_info for record in caplog.records] == [None, None]
    monkeypatch.setattr(house.store, "rows", rows)
    assert mira.connect(table, {"near": 0}).you == 0


@pytest.mark.parametrize("code", ["slow-down", "no-seat", "stale"])
def test_an_answer_names_the_move_that_it_is_about(house: House, mira: Visitor, code: str) -> None:
    _, line = hot_seat(mira)
    if code == "no-seat":
        line.ask("hello", "state")
    if code == "slow-down":
        house.tables.limits.common["guest"] = Buckets(0.0, rate=0.0)
    else:
        line.say("replay", at=999)
        assert "nonce" not in line.until("error")
    seq = 0 if code == "stale" else line.seq
    if code == "stale":
        line.play()
        line.say("draft", seq=seq, plan=[])
        assert "nonce" not in line.until("stale")
    line.say("play", seq=seq, nonce="mine", actions=[0])
    assert line.until("error", "stale")["nonce"] == "mine"


def test_a_server_that_was_slower_than_another_reads_the_log_anew(house: House, mira: Visitor) -> None:
    table, line = hot_seat(mira)
    move = line.rows[5][2]
    seat = line.you
    house.store.append(
        table, line.seq + 1, f'{{"type":"played","seat":{seat},"move":"{move}","nonce":"elsewhere"}}'
    ).result()
    assert line.play()["did"] == "stale"
    assert [entry["text"] for entry in line.until("state")["log"]] == [move]


def test_idle_tables_leave_memory_and_come_back_when_asked_for(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, line = hot_seat(mira)
    line.play()
    watched, _ = hot_seat(mira)
    gone = threading.Event()
    live = house.tables.live[table].result()
    leave = live.go

    def go(guest: Guest) -> None:
        leave(guest)
        gone.set()

    monkeypatch.setattr(live, "go", go)
    line.socket.close()
    assert gone.wait(DEADLINE)
    gone_by = time.monotonic() + IDLE + 1
    assert house.tables.forget_idle(time.monotonic()) == []
    assert house.tables.forget_idle(gone_by) == [table]
    assert watched in house.tables.live
    again = mira.connect(table, {"near": 0})
    assert len(again.log) == 1


def test_a_move_said_again_to_another_server_is_made_once_and_is_not_stale(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        places = [Place("me", holder="a"), Place("friend", holder="b")]
        game = cloudtop.game("skybridge")
        opened = Opened(game.name, game.rules_version, game.terms(2).options, places, 1, "salt", "a", "watch")
        store.append("t", 0, write_event(opened)).result()
        first, second = (LiveTable(Table("t", opened), store, OnTheSpot(), 0.0) for _ in range(2))
        seat = first.table.state.turn()[0]
        action, other = first.table.state.legal(seat)[:2]
        seq = first.table.seq
        await first.play(seat, seq, [action], "said twice")
        await second.play(seat, seq, [action], "said twice")
        assert len(second.table.log) == len(first.table.log) == 1
        third = LiveTable(Table("t", opened), store, OnTheSpot(), 0.0)
        with pytest.raises(Stale):
            await third.play(seat, seq, [other], "another")
        store.close()

    asyncio.run(scenario())


def test_a_guest_who_does_not_listen_is_lost_and_holds_up_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        places = [Place("me", holder="a"), Place("friend", holder="b")]
        game = cloudtop.game("skybridge")
        opened = Opened(game.name, game.rules_version, game.terms(2).options, places, 1, "salt", "a", "watch")
        live = LiveTable(Table("t", opened), store, OnTheSpot(), 0.0)
        deaf, awake = Guest("a"), Guest("b")
        for guest in (deaf, awake):
            live.come(guest)
            live.show(guest)
        for number in range(WAITING + 5):
            await live.change(Renamed(0, f"Mira {number}"))
            while not awake.waiting.empty():
                assert awake.waiting.get_nowait() is not None
        assert (deaf.lost, awake.lost) == (True, False)
        assert (deaf.waiting.qsize(), deaf.waiting.get_nowait(), deaf.letters) == (1, None, 0)
        store.close()

    asyncio.run(scenario())


class BadBot(Bot):
    """A bot that fails, or chooses what it may not."""

    def __init__(self, deed: str) -> None:
        self.name = deed

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """Fail or cheat."""
        if self.name == "fail":
            raise RuntimeError("no idea")
        return -1


@pytest.mark.parametrize("deed", ["fail", "cheat"])
def test_a_bot_that_fails_or_cheats_makes_a_quick_move_and_the_log_says_so(
    house: House, mira: Visitor, deed: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, deed, BadBot(deed))
    line = mira.connect(mira.open("skybridge", ME, {"kind": "bot", "level": deed})["table"], {})
    with caplog.at_level(logging.WARNING, "cloudtop.bots"):
        line.my_turn()
        line.play()
        line.my_turn()
    assert {entry["seat"] for entry in line.log} == {0, 1}
    assert f"bot {deed}" in caplog.text


@pytest.mark.parametrize(
    ("deed", "patience", "reason"), [(brood, 0.2, "thought longer"), (die, DEADLINE, "its process ended")]
)
def test_a_bot_that_never_answers_is_ended_and_the_next_one_thinks(
    deed: Callable[[Thought], object], patience: float, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    state = cloudtop.game("skybridge").deal(2, 1)
    seat = state.turn()[0]

    async def scenario() -> tuple[int, int]:
        workers = Workers(1, patience=patience, think=deed)
        bad = await workers.choose("greedy", state, seat)
        workers.patience, workers.think = DEADLINE, think
        good = await workers.choose("greedy", state, seat)
        workers.close()
        return bad, good

    with caplog.at_level(logging.WARNING, "cloudtop.bots"):
        choices = asyncio.run(scenario())
    assert set(choices) <= set(state.legal(seat))
    assert caplog.text.count("a quick move is made") == 1
    assert reason in caplog.text


def test_bots_think_with_the_rules_that_were_compiled_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([7, 7, 8, 8, 8])
    monkeypatch.setattr(bots, "compiled_at", lambda: next(moments))
    state = cloudtop.game("skybridge").deal(2, 1)
    seat = state.turn()[0]

    async def scenario() -> list[int | None]:
        workers, processes = Workers(1), list[int | None]()
        for _ in range(3):
            await workers.choose("greedy", state, seat)
            processes.append(workers.resting[0].process.pid)
        workers.close()
        return processes

    before, after, still = asyncio.run(scenario())
    assert before != after == still


def test_hints_come_from_a_process() -> None:
    state = cloudtop.game("skybridge").deal(2, 1)
    seat = state.turn()[0]

    async def scenario() -> list[Hint]:
        workers = Workers(1)
        found = await workers.advise(state, seat, 7)
        workers.close()
        return found

    found = asyncio.run(scenario())
    assert found
    assert all(hint.action in state.legal(seat) and 0.0 <= hint.value <= 1.0 for hint in found)


def test_hints_are_told_in_words_with_what_they_score(house: House, mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {"lang": "fr"})
    line.my_turn()
    answer = line.ask("hint", "hint", seq=line.seq)
    assert 1 <= len(answer["lines"]) <= 3
    for found in answer["lines"]:
        assert found["action"] in line.actions
        assert found["words"] == next(row[3] for row in line.rows if row[0] == found["action"])
