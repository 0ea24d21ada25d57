"""The file of tables in the hands of its host: deleted, replaced, opened twice, copied, brought back, cleaned."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cloudtop.store import Conflict, StoreFault
from cloudtop.store.file import back_up, look_into, restore
from cloudtop.store.health import DAY
from cloudtop.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where tables are kept."""
    return tmp_path / "tables.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """A store with a row."""
    store = SqliteStore(path)
    store.append("a", 0, "first").result()
    store.remember("me", "a").result()
    yield store
    store.close()


def rows_in(path: Path, table: str = "a") -> list[str]:
    """The rows that anybody finds in a file."""
    with closing(sqlite3.connect(path)) as connection:
        return [row for (row,) in connection.execute("SELECT row FROM log WHERE table_name = ? ORDER BY seq", (table,))]


# ---------------------------------------------------------------------- a file that is gone


@pytest.mark.parametrize("left", ["with its journal", "alone"])
def test_a_deleted_file_is_written_again_whole_before_anything_is_acknowledged(store: SqliteStore, left: str) -> None:
    store.path.unlink()
    if left == "with its journal":
        for journal in ("-wal", "-shm"):
            Path(f"{store.path}{journal}").unlink()
    store.append("a", 1, "second").result()
    assert rows_in(store.path) == ["first", "second"]
    assert [name for name, _ in store.tables_of("me").result()] == ["a"]
    store.append("a", 2, "third").result()
    store.close()
    assert rows_in(store.path) == ["first", "second", "third"]


def test_without_its_folder_nothing_is_acknowledged_until_it_is_back(store: SqliteStore, tmp_path: Path) -> None:
    shutil.move(tmp_path, f"{tmp_path}-elsewhere")
    with pytest.raises(StoreFault, match="cannot be written"):
        store.append("a", 1, "second").result()
    shutil.move(f"{tmp_path}-elsewhere", tmp_path)
    store.append("a", 1, "second").result()
    assert rows_in(store.path) == ["first", "second"]


def test_a_replaced_file_is_refused_and_left_alone(store: SqliteStore) -> None:
    other = store.path.with_name("other.sqlite")
    back_up(store.path, other)
    mine = store.path.with_name("mine.sqlite")
    os.rename(store.path, mine)
    os.rename(other, store.path)
    with pytest.raises(StoreFault, match="was replaced while the house was open"):
        store.append("a", 1, "second").result()
    os.replace(mine, store.path)
    store.append("a", 1, "second").result()
    assert rows_in(store.path) == ["first", "second"]


# ---------------------------------------------------------------------- one house, one file


HOLDER = """
import sys
from pathlib import Path
from cloudtop.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_file_is_open_to_one_house_and_free_when_that_is_killed(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreFault) as refused:
            SqliteStore(path)
        message = str(refused.value)
        assert str(path) in message
        assert f"process {holder.pid}" in message
        assert "--data" in message
        os.kill(holder.pid, signal.SIGKILL)
    SqliteStore(path).close()


def test_a_store_that_could_not_be_opened_holds_no_lock(path: Path) -> None:
    path.write_bytes(b"this is no database at all, but it is long enough to look at" * 20)
    with pytest.raises(StoreFault):
        SqliteStore(path)
    path.unlink()
    SqliteStore(path).close()


# ---------------------------------------------------------------------- copies


def test_a_backup_is_made_while_the_house_is_open(store: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert back_up(store.path, copy) == 1
    store.append("a", 1, "second").result()
    assert rows_in(copy) == ["first"]
    assert rows_in(store.path) == ["first", "second"]
    assert not list(tmp_path.glob("*copy.sqlite-*")) + list(tmp_path.glob(".copy*"))


def test_a_backup_overwrites_nothing(store: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_text("precious")
    with pytest.raises(StoreFault, match="is there already"):
        back_up(store.path, copy)
    assert copy.read_text() == "precious"


def test_what_is_no_file_of_tables_is_neither_copied_nor_brought_back(store: SqliteStore, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "recipes.sqlite")) as other:
        other.execute("CREATE TABLE soup (name TEXT)")
    (tmp_path / "letter.txt").write_text("dear aunt" * 200)
    for name in ("nowhere.sqlite", "recipes.sqlite", "letter.txt"):
        with pytest.raises(StoreFault, match="is no file of tables"):
            back_up(tmp_path / name, tmp_path / "copy.sqlite")
        with pytest.raises(StoreFault, match="is no file of tables"):
            restore(tmp_path / name, tmp_path / "else.sqlite")
    assert not (tmp_path / "nowhere.sqlite").exists()


def test_a_running_house_is_not_overwritten(store: SqliteStore, tmp_path: Path) -> None:
    back_up(store.path, tmp_path / "copy.sqlite")
    store.append("a", 1, "second").result()
    with pytest.raises(StoreFault, match="is in use"):
        restore(tmp_path / "copy.sqlite", store.path)
    assert store.rows("a").result() == ["first", "second"]


def test_a_backup_is_brought_back_and_what_was_there_is_kept(store: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    back_up(store.path, copy)
    store.append("a", 1, "second").result()
    store.close()
    tables, kept = restore(copy, store.path)
    assert tables == 1
    assert kept is not None
    assert rows_in(kept) == ["first", "second"]
    again = SqliteStore(store.path)
    assert again.rows("a").result() == ["first"]
    again.close()


def test_after_a_kill_the_journal_goes_aside_with_its_file(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    store.append("a", 0, "first").result()
    back_up(path, tmp_path / "copy.sqlite")
    store.append("a", 1, "second").result()
    # What a killed house leaves behind: the file and its journal, not yet put together.
    for name in ("tables.sqlite", "tables.sqlite-wal"):
        shutil.copy(tmp_path / name, tmp_path / f"left-{name}")
    store.close()
    left = tmp_path / "left-tables.sqlite"
    _, kept = restore(tmp_path / "copy.sqlite", left)
    assert kept is not None
    assert rows_in(left) == ["first"]
    assert rows_in(kept) == ["first", "second"]


def test_a_damaged_backup_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    for seq in range(1, 400):
        store.append("a", seq, "x" * 200)
    store.append("a", 400, "last").result()
    copy = tmp_path / "copy.sqlite"
    back_up(store.path, copy)
    store.close()
    content = bytearray(copy.read_bytes())
    content[8192:20000] = os.urandom(20000 - 8192)
    copy.write_bytes(content)
    with pytest.raises(StoreFault, match="damaged"):
        restore(copy, store.path)
    assert len(rows_in(store.path)) == 401


# ---------------------------------------------------------------------- forgetting


def test_tables_without_a_change_for_so_many_days_are_forgotten(path: Path) -> None:
    store = SqliteStore(path)
    for table in ("old", "new"):
        store.append(table, 0, "opened").result()
        store.remember("me", table).result()
    store._ask(lambda connection: connection.execute("UPDATE log SET at = at - ? WHERE table_name = 'old'", (9 * DAY,)))
    store.close()
    keeping = SqliteStore(path)
    assert len(keeping.tables_of("me").result()) == 2
    keeping.close()
    forgetting = SqliteStore(path, forget_after=8)
    assert forgetting.rows("old").result() == []
    assert [name for name, _ in forgetting.tables_of("me").result()] == ["new"]
    with pytest.raises(Conflict):
        forgetting.append("old", 1, "a late move").result()
    forgetting.close()
    with closing(look_into(path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM guests").fetchone() == (1,)
