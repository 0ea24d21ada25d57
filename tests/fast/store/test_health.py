"""A store tells whether it can be written, keeps its files private, refuses foreign ones, and forgets with care."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cloudtop.store import StoreFault
from cloudtop.store.file import APPLICATION, SCHEMA_VERSION, back_up, look_into, restore
from cloudtop.store.health import DAY, Forgetting, Health
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.logs import Sieve

FOREIGN = "belongs to another program"


def store_with(path: Path, *tables: str) -> SqliteStore:
    """A store in which these tables are kept."""
    store = SqliteStore(path)
    for table in tables:
        store.append(table, 0, "opened").result()
    return store


def age(store: SqliteStore, days: int) -> None:
    """Let all rows be so many days older, and close."""
    store._ask(lambda connection: connection.execute("UPDATE log SET at = at - ?", (days * DAY,)).rowcount).result()
    store.close()


# ------------------------------------------------------------------------------------------ can it be written


def test_a_full_disk_is_known_until_something_can_be_written_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, failures = store_with(tmp_path / "tables.sqlite", "a"), []
    store.health.on_failure = lambda: failures.append(store.health.reason)
    (pages,) = store._ask(lambda connection: connection.execute("PRAGMA page_count").fetchone()).result()
    store._ask(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result()
    with pytest.raises(StoreFault):
        store.append("a", 1, "x" * 100_000).result()
    assert "full" in store.health.reason
    assert (len(failures), store.vitals()["store_writable"]) == (1, 0.0)
    # What is only read says nothing about writing.
    assert store.rows("a").result() == ["opened"]
    assert store.health.reason
    store._ask(lambda connection: connection.execute("PRAGMA max_page_count = 1000000").fetchone()).result()
    store.append("a", 1, "row").result()
    assert (store.health.reason, store.vitals()["store_writable"]) == ("", 1.0)
    assert any("can be written again" in line for line in caplog.messages)
    assert store.vitals()["disk_free_bytes"] > 0
    store.close()


def test_a_probe_writes_and_changes_nothing(tmp_path: Path) -> None:
    store = store_with(tmp_path / "tables.sqlite", "a")
    store.health.failed("it was full")
    os.replace(store.path, tmp_path / "aside.sqlite")
    store.path.touch()
    with pytest.raises(StoreFault):
        store.probe().result()
    assert store.health.reason
    os.replace(tmp_path / "aside.sqlite", store.path)
    store.probe().result()
    assert store.health.reason == ""
    assert store.rows("a").result() == ["opened"]
    store.close()


def test_health_tells_of_recovery_once(caplog: pytest.LogCaptureFixture) -> None:
    now = [10.0]
    health = Health(lambda: now[0])
    health.written()
    health.failed("disk full")
    now[0] = 73.0
    health.failed("disk still full")
    health.written()
    health.written()
    assert caplog.messages == ["the log can be written again after 63 s: disk still full"]


def test_a_fault_of_the_store_comes_without_a_traceback() -> None:
    def record(error: Exception) -> logging.LogRecord:
        return logging.LogRecord("cloudtop.web", logging.ERROR, "", 0, "table %s", ("a",), (type(error), error, None))

    fault, other = record(StoreFault("the disk is full")), record(ValueError("odd"))
    assert Sieve().filter(fault)
    assert Sieve().filter(other)
    assert (fault.getMessage(), fault.exc_info) == ("table a: the disk is full", None)
    assert other.exc_info is not None


# ------------------------------------------------------------------------------------------------ whose file


def foreign(path: Path, version: int = 0) -> None:
    """A file of another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cats (name)")
        connection.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("version", [0, 1, SCHEMA_VERSION + 5])
def test_a_file_of_another_program_is_refused_by_all_and_left_as_it_is(tmp_path: Path, version: int) -> None:
    path = tmp_path / "tables.sqlite"
    foreign(path, version)
    before = path.read_bytes()
    for use in (
        SqliteStore,
        look_into,
        lambda path: back_up(path, tmp_path / "copy"),
        lambda path: restore(path, tmp_path / "back"),
    ):
        with pytest.raises(StoreFault, match=FOREIGN):
            use(path)
    assert path.read_bytes() == before
    assert not Path(f"{path}-wal").exists()


def test_a_file_that_another_program_has_marked_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 42")
    with pytest.raises(StoreFault, match=FOREIGN):
        SqliteStore(path)


def test_a_file_of_a_newer_program_is_called_newer_by_all(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store_with(path, "a").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 5}")
    for use in (SqliteStore, look_into, lambda path: back_up(path, tmp_path / "copy")):
        with pytest.raises(StoreFault, match="was written by"):
            use(path)


def test_our_files_are_marked_also_those_of_older_programs(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    for _ in range(2):
        store_with(path).close()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
            connection.execute("PRAGMA application_id = 0")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_only_the_owner_reads_tables_and_their_copies(tmp_path: Path) -> None:
    path, copy, back = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite", tmp_path / "back.sqlite"
    before = os.umask(0o022)
    try:
        store = store_with(path, "a")
        back_up(path, copy)
        restore(copy, back)
        files = [found for found in tmp_path.iterdir() if found.is_file()]
        assert {path.name, f"{path.name}-wal", copy.name, back.name} <= {found.name for found in files}
        assert {oct(stat.S_IMODE(found.stat().st_mode)) for found in files} == {"0o600"}
        store.close()
    finally:
        os.umask(before)


# ------------------------------------------------------------------------------------------------- forgetting


def test_the_log_says_how_many_tables_were_deleted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "tables.sqlite"
    age(store_with(path, "a", "b"), 100)
    store_with(path, "new").close()
    forgetting = SqliteStore(path, forget_after=30)
    assert forgetting.rows("a").result() == []
    assert forgetting.rows("new").result() == ["opened"]
    forgetting.close()
    assert [line for line in caplog.messages if "deleted" in line] == ["deleted tables without a change for 30 days: 2"]


def test_a_house_is_never_emptied(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "tables.sqlite"
    age(store_with(path, "a", "b"), 100)
    forgetting = SqliteStore(path, forget_after=30)
    assert forgetting.rows("a").result() == forgetting.rows("b").result() == ["opened"]
    # Neither when somebody plays while the clock is still wrong.
    forgetting.append("new", 0, "opened").result()
    forgetting.close()
    assert any("no table was deleted" in line for line in caplog.messages)


def test_a_clock_that_is_set_while_the_house_is_open_deletes_nothing() -> None:
    wall, ticks = [1_000_000.0], [50.0]
    forgetting = Forgetting(1, int(1000 * wall[0]), lambda: wall[0], lambda: ticks[0])
    before = forgetting.moment()
    wall[0] += 365 * 86_400
    assert forgetting.moment() == before
    ticks[0] += 3600
    assert before is not None
    assert forgetting.moment() == before + 3_600_000
