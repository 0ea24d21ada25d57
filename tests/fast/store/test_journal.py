"""What was written goes from the journal into the file, and nobody waits for it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from cloudtop.store import journal
from cloudtop.store.journal import Journal
from cloudtop.store.sqlite import SqliteStore

PATIENCE = 30.0


def rows_in(path: Path) -> int:
    """How many rows a file holds by itself, without its journal."""
    alone = path.with_name("alone.sqlite")
    shutil.copy(path, alone)
    with closing(sqlite3.connect(alone)) as connection:
        (found,) = connection.execute("SELECT COUNT(*) FROM log").fetchone()
    return int(found)


def test_what_was_written_goes_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    emptied, empty = Event(), Journal._empty

    def noted(self: Journal) -> None:
        empty(self)
        emptied.set()

    monkeypatch.setattr(journal, "EVERY", 3)
    monkeypatch.setattr(Journal, "_empty", noted)
    path = tmp_path / "tables.sqlite"
    store = SqliteStore(path)
    for seq in range(2):
        store.append("a", seq, "row").result()
    assert not emptied.is_set()
    store.append("a", 2, "row").result()
    assert emptied.wait(PATIENCE)
    assert rows_in(path) == 3
    store.close()


def test_who_writes_does_not_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, hold = Event(), Event()

    def slow(self: Journal) -> None:
        begun.set()
        assert hold.wait(PATIENCE)

    monkeypatch.setattr(journal, "EVERY", 1)
    monkeypatch.setattr(Journal, "_empty", slow)
    store = SqliteStore(tmp_path / "tables.sqlite")
    store.append("a", 0, "row").result()
    assert begun.wait(PATIENCE)
    store.append("a", 1, "row").result(PATIENCE)
    assert store.rows("a").result(PATIENCE) == ["row", "row"]
    hold.set()
    store.close()


def test_a_journal_that_cannot_be_emptied_is_told_of_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed, again = Event(), Event()

    def failing(self: Journal) -> None:
        if not failed.is_set():
            failed.set()
            raise sqlite3.OperationalError("disk I/O error")
        again.set()

    monkeypatch.setattr(journal, "EVERY", 1)
    monkeypatch.setattr(Journal, "_empty", failing)
    store = SqliteStore(tmp_path / "tables.sqlite")
    store.append("a", 0, "row").result()
    assert failed.wait(PATIENCE)
    store.append("a", 1, "row").result()
    assert again.wait(PATIENCE)
    store.close()
    assert "could not be emptied: disk I/O error" in caplog.text


def test_a_file_that_is_gone_is_not_made_by_its_journal(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "tables.sqlite")
    with pytest.raises(sqlite3.OperationalError):
        kept._empty()
    kept.close()
    assert not kept.path.exists()
