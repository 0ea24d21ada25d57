"""Tables are moved from a file to a database and back: everything or nothing, and the source stays as it is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cloudtop.core.errors import CloudtopError
from cloudtop.store import StoreFault
from cloudtop.store import moving as moves
from cloudtop.store.moving import Moved, move
from cloudtop.store.opening import store_at

ROWS = {"b": ["opened", "été 雲 \\n;", "x" * 5000], "B": ["opened"], "a-1": ["opened", "played"], "é": ["opened"]}
GUESTS = [("f00", "b"), ("F00", "b"), ("f00", "é")]


def fill(address: str) -> None:
    store = store_at(address)
    for name, rows in ROWS.items():
        for seq, row in enumerate(rows):
            store.append(name, seq, row).result()
    for guest, table in GUESTS:
        store.remember(guest, table).result()
    store.close()


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    """All that a file of tables holds, when it was written included."""
    with closing(sqlite3.connect(path)) as connection:
        wanted = ("SELECT table_name, seq, at, row FROM log ORDER BY 1, 2", "SELECT guest, table_name FROM guests")
        return [sorted(connection.execute(asked).fetchall()) for asked in wanted]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    fill(str(path))
    return path


def test_all_tables_go_to_a_database_and_come_back_the_same(
    source: Path, database_address: str, tmp_path: Path
) -> None:
    before, heard = everything(source), list[tuple[int, int]]()
    there = move(str(source), database_address, lambda done, total: heard.append((done, total)))
    assert there[:3] == (4, 7, 3)
    assert heard[-1] == (20, 20)
    back = tmp_path / "back" / "tables.sqlite"
    assert move(database_address, str(back)) == there
    assert everything(back) == everything(source) == before
    store = store_at(database_address)
    assert store.rows("b").result() == ROWS["b"]
    assert store.append("b", 3, "one more").result() is None
    assert {name for name, _ in store.tables_of("f00").result()} == {"b", "é"}
    store.close()


def test_a_move_from_file_to_file_is_one_too(source: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    store_at(other).close()
    assert isinstance(move(str(source), str(other)), Moved)
    assert everything(other) == everything(source)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty store may be."""
    if request.param == "sqlite":
        yield str(tmp_path / "target.sqlite")
    else:
        yield request.getfixturevalue("database_address")


def is_empty(address: str) -> bool:
    store = store_at(address)
    try:
        return not any(store.rows(name).result() for name in ROWS) and store.tables_of("f00").result() == []
    finally:
        store.close()


def test_a_target_that_holds_something_is_refused(source: Path, target: str) -> None:
    store = store_at(target)
    store.append("old", 0, "opened").result()
    store.close()
    with pytest.raises(StoreFault, match="is not empty: it holds 1 tables, and nothing is written over them"):
        move(str(source), target)
    assert is_empty(target)


def test_a_move_that_is_stopped_midway_leaves_nothing_and_can_be_repeated(
    source: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "BATCH", 5)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(str(source), target, stop)
    assert is_empty(target)
    assert move(str(source), target).rows == 7


def test_a_target_that_holds_something_else_in_the_end_gets_nothing(
    source: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = moves.Database if moves.is_database(target) else moves.File
    add = kind.add

    def lossy(self: object, relation: str, rows: Iterator[tuple[object, ...]]) -> None:
        add(self, relation, [(*row[:-1], f"{row[-1]}!") for row in rows])  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "add", lossy)
    with pytest.raises(StoreFault, match=r"does not hold what .* does; nothing was moved"):
        move(str(source), target)
    assert is_empty(target)


def test_a_house_that_is_open_is_refused_on_either_side(source: Path, target: str, tmp_path: Path) -> None:
    open_house = store_at(source)
    with pytest.raises(StoreFault, match="is in use by another Cloudtop"):
        move(str(source), target)
    open_house.close()
    open_house = store_at(target)
    try:
        for left, right in ((str(source), target), (target, str(tmp_path / "third.sqlite"))):
            with pytest.raises(StoreFault, match="is in use by a"):
                move(left, right)
    finally:
        open_house.close()


def test_the_command_tells_what_it_moved(source: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cloudtop", "move", str(source), str(tmp_path / "other.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "4 tables moved to" in done.stdout
    assert "7 rows, 3 visits" in done.stdout
    again = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert again.returncode == 2
    assert again.stderr.endswith("is not empty: it holds 4 tables, and nothing is written over them\n")


def test_what_cannot_be_moved_is_told(source: Path, tmp_path: Path, database_address: str) -> None:
    with pytest.raises(CloudtopError, match="FROM and TO are the same"):
        move(str(source), str(source))
    with pytest.raises(StoreFault, match="there is no such file"):
        move(str(tmp_path / "nowhere.sqlite"), database_address)
    with pytest.raises(StoreFault, match="no server has made any there"):
        move(database_address, str(tmp_path / "new.sqlite"))
    (tmp_path / "letter.txt").write_text("Dear diary")
    with pytest.raises(StoreFault, match="is no file of tables"):
        move(str(source), str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text() == "Dear diary"
