"""`cloudtop doctor` finds problems and says what to do."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.web.visitors import House

from cloudtop.cli.doctor import Finding, file_of_tables, findings, port_to_listen_on, way_to_compile
from cloudtop.store.sqlite import SqliteStore
from crowd import free_port


def test_a_good_place_is_found_to_be_well(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    assert "will be made" in file_of_tables(path).told
    store = SqliteStore(path)
    store.append("a", 0, "row").result()
    store.close()
    found = list(findings(path, "127.0.0.1", free_port()))
    assert [finding for finding in found if not finding.ok] == []
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


def test_a_port_with_a_running_cloudtop_is_no_problem_and_is_named(tmp_path: Path) -> None:
    with House(tmp_path / "tables.sqlite") as house:
        found = port_to_listen_on("127.0.0.1", house.port)
        assert (found.ok, "another Cloudtop" in found.told) == (True, True)


def test_a_file_of_another_or_a_newer_program_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cats (name)")
    assert "another program" in file_of_tables(path).told
    assert amiss(file_of_tables(path)) == "name another file with --data"
    path.unlink()
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "was written by" in file_of_tables(path).told
    assert amiss(file_of_tables(path)) == "name another file with --data"


def test_a_folder_is_no_file_of_tables(tmp_path: Path) -> None:
    assert amiss(file_of_tables(tmp_path)) == f"name a file in it: --data {tmp_path}/tables.sqlite"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
def test_a_place_that_holds_no_files_is_named_as_such() -> None:
    found = file_of_tables(Path("/proc/nowhere/tables.sqlite"))
    assert (found.ok, found.told) == (False, "no file can be made in /proc")


def test_a_file_that_others_can_read_is_remarked(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SqliteStore(path).close()
    assert file_of_tables(path).remedy == ""
    path.chmod(0o644)
    assert file_of_tables(path).remedy == f"other users can read all hands: chmod 600 {path}"


def test_only_a_checkout_is_told_of_make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/cc")
    assert "make build" in way_to_compile()
    monkeypatch.setattr("cloudtop.cli.doctor.HOME", tmp_path / "site-packages" / "cloudtop")
    assert "make" not in way_to_compile()
    assert "source archive" in way_to_compile()


def test_a_look_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> Finding:
        raise RuntimeError("out of order")

    monkeypatch.setattr("cloudtop.cli.doctor.library", broken)
    found = list(findings(tmp_path / "tables.sqlite", "127.0.0.1", free_port()))
    assert [finding.told for finding in found if not finding.ok] == ["RuntimeError: out of order"]


def amiss(finding: Finding) -> str:
    """What to do about a finding."""
    assert not finding.ok
    return finding.remedy
