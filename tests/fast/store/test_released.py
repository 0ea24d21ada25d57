"""Files of earlier programs: brought forward by themselves after a copy, and their games go on to the end."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.store import StoreFault, file
from cloudtop.store.file import SCHEMA_VERSION, look_into
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Played, write_event

RELEASED = sorted((Path(__file__).parents[2] / "released").glob("*.sql"))
OLDEST = [path for path in RELEASED if "PRAGMA user_version" not in path.read_text("utf-8")]
"""Files with the first schema: before 0.7.0 they were kept without its number."""
RECORDS = sorted((Path(__file__).parents[2] / "released").glob("*.cloudtop"))


@pytest.fixture(params=RELEASED, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file as an earlier program left it."""
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(request.param.read_text("utf-8"))
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            connection.execute("PRAGMA user_version = 1")
    return path


def version_of(path: Path) -> int:
    """The version that a file says it has."""
    with closing(look_into(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return int(version)


def test_an_old_file_is_brought_forward_and_what_it_was_is_kept(old: Path, tmp_path: Path) -> None:
    schema = version_of(old)
    before = tmp_path / "before.sqlite"
    before.write_bytes(old.read_bytes())
    SqliteStore(old).close()
    assert version_of(old) == SCHEMA_VERSION
    kept = old.with_name(f"{old.name}.schema-{schema}") if schema < SCHEMA_VERSION else before
    assert version_of(kept) == schema
    with closing(sqlite3.connect(kept)) as connection, closing(sqlite3.connect(old)) as now:
        rows = "SELECT * FROM log ORDER BY table_name, seq"
        assert connection.execute(rows).fetchall() == now.execute(rows).fetchall() != []


def test_every_table_goes_on_under_the_rules_it_began_with(old: Path) -> None:
    store = SqliteStore(old)
    with closing(look_into(old)) as connection:
        names = [name for (name,) in connection.execute("SELECT DISTINCT table_name FROM log")]
    games = set()
    for name in names:
        rows = store.rows(name).result()
        table, rng = Table.rebuilt(name, rows), Random(1)
        rules = table.opened.rules
        while turn := table.state.turn():
            action = rng.choice(table.state.legal(turn[0]))
            event = Played(turn[0], table.game.text(action))
            store.append(name, table.seq + 1, write_event(event))
            table.apply(event)
        again = Table.rebuilt(name, store.rows(name).result())
        assert again.state.dump() == table.state.dump()
        assert again.opened.rules == rules
        games.add(table.game.name)
    store.close()
    assert games == set(ROOMS)


@pytest.mark.parametrize("old", OLDEST, ids=lambda path: path.stem, indirect=True)
def test_a_step_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(file.STEPS, 2, "CREATE TABLE half (a INTEGER); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreFault):
        SqliteStore(old)
    assert version_of(old) == 1
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone() is None
    monkeypatch.undo()
    SqliteStore(old).close()
    assert version_of(old) == SCHEMA_VERSION


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_an_earlier_program_is_read_and_comes_to_the_same_result(path: Path) -> None:
    text = path.read_text("utf-8")
    record = cloudtop.read_record(text)
    assert record.end().outcome() is not None
    assert record.write() == text


def test_there_is_a_record_of_every_game() -> None:
    assert {cloudtop.read_record(path.read_text("utf-8")).game.name for path in RECORDS} == set(ROOMS)
