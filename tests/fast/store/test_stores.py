"""Promises of every store: rows are added once, kept, and survive a crash of the process that wrote them.

The address is that of a file here; `tests/full/store/test_stores.py` runs the same tests on PostgreSQL.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import wait

import pytest

from cloudtop.store import Conflict, StoreFault
from cloudtop.store.opening import store_at
from cloudtop.store.postgres import PostgresStore
from cloudtop.store.sqlite import SqliteStore

AnyStore = SqliteStore | PostgresStore


@pytest.fixture
def store(address: str) -> Iterator[AnyStore]:
    """An empty store."""
    store = store_at(address)
    yield store
    store.close()


def test_rows_come_back_in_order(store: AnyStore) -> None:
    for seq in range(3):
        store.append("a", seq, f"row {seq}").result()
    store.append("b", 0, "another table").result()
    assert store.rows("a").result() == ["row 0", "row 1", "row 2"]
    assert store.rows("nowhere").result() == []


def test_a_number_is_given_once(store: AnyStore) -> None:
    store.append("a", 0, "first").result()
    with pytest.raises(Conflict):
        store.append("a", 0, "second").result()
    assert store.rows("a").result() == ["first"]


def test_of_many_who_want_a_number_one_gets_it_and_the_others_are_told(store: AnyStore) -> None:
    asked = [store.append("a", 0, f"row {i}") for i in range(50)] + [store.append("b", 0, "beside them")]
    wait(asked)
    assert sum(future.exception() is None for future in asked[:50]) == 1
    assert all(isinstance(future.exception(), Conflict | None) for future in asked)
    assert asked[50].exception() is None
    assert len(store.rows("a").result()) == 1


def test_what_waits_together_is_committed_together(store: AnyStore) -> None:
    wait([store.append("a", seq, "x") for seq in range(2000)])
    assert len(store.rows("a").result()) == 2000


def test_a_dismissed_guest_is_forgotten_at_that_table_alone(store: AnyStore) -> None:
    for table in ("a", "b"):
        store.append(table, 0, "opened").result()
        store.remember("me", table).result()
    store.dismiss("me", "a").result()
    assert [name for name, _ in store.tables_of("me").result()] == ["b"]


def test_a_guests_tables_come_with_the_latest_first(store: AnyStore) -> None:
    for table in ("old", "new"):
        store.append(table, 0, "opened").result()
        store.remember("me", table).result()
        store.remember("me", table).result()
    store._ask(lambda connection: connection.execute("UPDATE log SET at = at + 5 WHERE table_name = 'new'")).result()
    assert [name for name, _ in store.tables_of("me").result()] == ["new", "old"]
    assert store.tables_of("somebody else").result() == []
    assert [name for name, _ in store.tables_of("me", most=1).result()] == ["new"]
    assert store.has_come("me", "old").result() is True
    assert store.has_come("somebody else", "old").result() is False


def test_a_closed_store_says_so(address: str) -> None:
    store = store_at(address)
    store.append("a", 0, "row").result()
    store.close()
    with pytest.raises(StoreFault, match="closed"):
        store.append("a", 1, "row").result()


def test_a_row_that_cannot_be_written_fails_alone_and_the_store_works_on(store: AnyStore) -> None:
    with pytest.raises(StoreFault):
        store.append("a", 0, "half a letter: \ud800").result()
    store.append("a", 0, "whole").result()
    assert store.rows("a").result() == ["whole"]


def test_rows_are_added_all_or_none(store: AnyStore) -> None:
    store.append("a", 0, "first", "second").result()
    with pytest.raises(Conflict):
        store.append("a", 1, "other second", "other third").result()
    store.append("a", 2, "third", "fourth").result()
    assert store.rows("a").result() == ["first", "second", "third", "fourth"]
    assert store.rows("a", 2).result() == ["third", "fourth"]


def test_tables_that_have_not_changed_are_forgotten(store: AnyStore) -> None:
    store.append("a", 0, "opened").result()
    store.remember("me", "a").result()
    assert store.forget_before(0).result() == []
    assert store.forget_before(2**60).result() == ["a"]
    assert (store.rows("a").result(), store.tables_of("me").result()) == ([], [])


def test_a_table_that_went_on_is_not_forgotten(store: AnyStore) -> None:
    store.append("a", 0, "opened").result()
    store._ask(lambda connection: connection.execute("UPDATE log SET at = at - 86400000")).result()
    store.append("a", 1, "a day later").result()
    an_hour_ago = int(time.time() * 1000) - 3600000
    assert store.forget_before(an_hour_ago).result() == []
    assert store.rows("a").result() == ["opened", "a day later"]


WRITER = """
import sys
import time
from cloudtop.store.opening import store_at
store = store_at(sys.argv[1])
seq = len(store.rows("a").result())
while True:
    store.append("a", seq, f"row {seq}").result()
    print(seq, flush=True)
    seq += 1
"""


def test_every_row_that_was_acknowledged_survives_sigkill(address: str) -> None:
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, address], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(40)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout if line.strip()]
        writer.stdout.close()
        writer.wait()
        store = store_at(address)
        rows = store.rows("a").result()
        store.close()
        assert rows[: acknowledged[-1] + 1] == [f"row {seq}" for seq in range(acknowledged[-1] + 1)]
        assert len(rows) <= acknowledged[-1] + 2
