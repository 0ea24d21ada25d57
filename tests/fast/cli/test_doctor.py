"""`cloudtop doctor` finds what is amiss and says what to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cloudtop.cli.doctor import Finding, file_of_tables, findings, port_to_listen_on
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
