"""Copies that the house makes by itself: when they are due, how many are kept, and that a copy can be proved."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cloudtop.cli import app
from cloudtop.store.opening import store_at
from cloudtop.store.proof import proved_copy
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.app import house
from cloudtop.web.backups import Backups
from cloudtop.web.live.bots import OnTheSpot

RELEASED = Path(__file__).parents[2] / "released" / "tables-of-the-second-server.sql"
HOUR = 3600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of four tables."""
    found = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(found)) as connection:
        connection.executescript(RELEASED.read_text("utf-8") + "PRAGMA user_version = 1;")
    store_at(found).close()
    return found


def made(folder: Path, *ages: float) -> list[str]:
    """Empty copies of these ages, in hours, the oldest first."""
    folder.mkdir()
    for number, age in enumerate(ages):
        copy = folder / f"cloudtop-20260101-00000{number}.sqlite"
        copy.touch()
        os.utime(copy, (time.time() - age * HOUR,) * 2)
    return [path.name for path in sorted(folder.iterdir())]


def run(backups: Backups, may: bool = True) -> None:
    """Let copies be made until the house would wait for the next."""

    async def rest(seconds: float) -> None:
        raise asyncio.CancelledError

    async def claim() -> bool:
        return may

    with pytest.MonkeyPatch.context() as patch, suppress(asyncio.CancelledError):
        patch.setattr(asyncio, "sleep", rest)
        asyncio.run(backups.keep_making(claim))


def test_a_copy_is_made_at_once_where_there_is_none(path: Path, tmp_path: Path) -> None:
    backups = Backups(path, tmp_path / "copies", HOUR, 3)
    run(backups)
    (copy,) = backups.copies()
    assert proved_copy(copy)[:1] == (4,)
    assert backups.age() < 60


def test_the_last_copy_counts_across_restarts(path: Path, tmp_path: Path) -> None:
    before = made(tmp_path / "copies", 5, 0.5)
    backups = Backups(path, tmp_path / "copies", HOUR, 3)
    assert 0.4 * HOUR < backups.age() < 0.6 * HOUR
    run(backups)
    assert [copy.name for copy in backups.copies()] == before
    run(Backups(path, tmp_path / "copies", HOUR / 4, 3))
    assert len(backups.copies()) == 3


def test_the_oldest_copies_are_removed_and_nothing_else(path: Path, tmp_path: Path) -> None:
    before = made(tmp_path / "copies", 5, 4, 3, 2)
    (tmp_path / "copies" / "holiday.sqlite").touch()
    backups = Backups(path, tmp_path / "copies", HOUR, 2)
    run(backups)
    left = sorted(copy.name for copy in (tmp_path / "copies").iterdir())
    assert left[0] == before[-1]
    assert left[-1] == "holiday.sqlite"
    assert len(left) == 3


def test_where_several_servers_share_a_database_one_makes_the_copies(path: Path, tmp_path: Path) -> None:
    backups = Backups(path, tmp_path / "copies", HOUR, 2)
    run(backups, may=False)
    assert backups.copies() == []
    assert not backups.mine


def test_a_copy_that_fails_is_told_and_the_house_goes_on(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("a file where the folder should be")
    run(Backups(path, tmp_path / "copies", HOUR, 2))
    assert "the tables cannot be copied to" in caplog.text


def test_the_age_of_the_last_copy_is_told_where_copies_are_made(path: Path, tmp_path: Path) -> None:
    backups = Backups(path, tmp_path / "copies", HOUR, 2)
    made(tmp_path / "copies", 3)
    app = house(store := SqliteStore(path), OnTheSpot(), backups=backups)
    tables = app.state.tables
    assert "cloudtop_backup_age_seconds" not in tables.gauges.written()[0].decode()
    backups.mine = True
    lines = tables.gauges.written()[0].decode().splitlines()
    (told,) = (line for line in lines if line.startswith("cloudtop_backup_age_seconds "))
    assert 3 * HOUR <= float(told.split()[1]) < 3.1 * HOUR
    store.close()


def test_a_copy_is_proved_by_replaying_every_table(path: Path, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.sqlite")
    done = CliRunner().invoke(app, ["backup", copy, "--data", str(path), "--prove"])
    assert done.exit_code == 0, done.output
    assert f"4 tables of {path} copied to {copy}" in done.output
    assert "4 tables restored, " in done.output
    with closing(sqlite3.connect(copy)) as connection, connection:
        (table,) = connection.execute("SELECT MIN(table_name) FROM log").fetchone()
        connection.execute("UPDATE log SET row = 'rubbish' WHERE table_name = ? AND seq = 2", (table,))
    size = Path(copy).stat().st_size
    done = CliRunner().invoke(app, ["backup", copy, "--data", str(path), "--prove"])
    assert done.exit_code == 1
    assert f"{copy} is there already: it is proved, and nothing is copied" in done.output
    assert f"event 2 of table {table} cannot be replayed" in done.output
    assert "1 table cannot be replayed" in done.output
    assert Path(copy).stat().st_size == size
