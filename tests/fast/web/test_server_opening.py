"""Opening the house: an address, a folder for the tables, and a command that needs no arguments."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.support.web.visitors import DEADLINE

from cloudtop.web import serving
from cloudtop.web.door import NoAddress
from cloudtop.web.serving import data_folder, listening
from crowd import free_port

CLOUDTOP = [sys.executable, "-c", "from cloudtop.cli import main; main()"]


def test_a_taken_port_makes_room_for_a_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", number)
        with listening("127.0.0.1", None) as ear:
            assert ear.getsockname()[1] not in (0, number)


def test_a_port_that_was_asked_for_is_not_changed_silently() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(NoAddress, match="cannot listen"):
        listening("127.0.0.1", taken.getsockname()[1])


def test_tables_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "cloudtop"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "cloudtop"


def test_the_command_alone_opens_the_house(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), "BROWSER": "true", "PATH": "/usr/bin:/bin"}
    command = subprocess.Popen(CLOUDTOP, stdout=subprocess.PIPE, text=True, env=environment)
    assert command.stdout is not None
    address = command.stdout.readline().split()[-1]
    assert httpx.get(address, timeout=DEADLINE).status_code == 200
    assert (tmp_path / "cloudtop" / "tables.sqlite").exists()
    command.terminate()
    command.wait(DEADLINE)
    command.stdout.close()


def test_a_taken_port_and_a_bad_file_are_told_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "tables.sqlite"
    bad.write_bytes(b"no database" * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = str(taken.getsockname()[1])
        for arguments in (["--port", number, "--data", str(tmp_path / "x")], ["--data", str(bad)]):
            command = [*CLOUDTOP, "serve", "--no-browser", *arguments]
            answer = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)
            assert answer.returncode == 2
            assert answer.stderr.startswith("cloudtop: ")
            assert answer.stderr.count("\n") == 1


def test_a_free_port_is_free() -> None:
    with listening("127.0.0.1", free_port()) as ear:
        assert ear.getsockname()[0] == "127.0.0.1"
