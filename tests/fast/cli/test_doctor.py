"""`cloudtop doctor` finds what is amiss and says what to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cloudtop.cli.doctor import Finding, database_of_tables, file_of_tables, findings, port_to_listen_on
from cloudtop.store.postgres import PostgresStore
from cloudtop.store.sqlite import SqliteStore
from crowd import free_port


def test_a_good_place_is_found_to_be_well(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    assert "will be made" in file_of_tables(path).told
    store = SqliteStore(path)
    store.append("a", 0, "row").result()
    store.close()
    found = list(findings(path, "127.0.0.1", free_port()))
    assert [finding for finding in found if not finding.well] == []
    assert "1 of them, sound" in next(finding.told for finding in found if finding.what == "tables")


def test_a_file_that_is_no_database_is_amiss(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"nothing of that kind" * 200)
    assert amiss(file_of_tables(path)) == "bring back a copy with `cloudtop restore`"


def test_a_taken_port_is_amiss() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "--port" in amiss(port_to_listen_on("127.0.0.1", taken.getsockname()[1]))


def test_a_database_that_does_not_answer_is_amiss_and_one_that_does_is_well(database_address: str) -> None:
    assert "password" in amiss(database_of_tables("postgresql://nobody@/none?host=/nowhere"))
    assert database_of_tables(database_address).well


def test_a_look_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> Finding:
        raise RuntimeError("out of order")

    monkeypatch.setattr("cloudtop.cli.doctor.library", broken)
    found = list(findings(tmp_path / "tables.sqlite", "127.0.0.1", free_port()))
    assert [finding.told for finding in found if not finding.well] == ["RuntimeError: out of order"]


def amiss(finding: Finding) -> str:
    """What to do about a finding."""
    assert not finding.well
    return finding.remedy


def test_a_look_at_a_database_changes_nothing_there(database_address: str) -> None:
    assert "empty" in database_of_tables(database_address).told
    assert "empty" in database_of_tables(database_address).told
    store = PostgresStore(database_address)
    store.append("a", 0, "opened").result()
    store._ask(lambda connection: connection.execute("UPDATE house SET version = 1")).result()
    found = database_of_tables(database_address)
    assert (found.well, "tables: 1; schema 1 will be brought" in found.told) == (True, True)
    store._ask(lambda connection: connection.execute("UPDATE house SET version = 99")).result()
    assert "newer" in database_of_tables(database_address).told
    store.close()
