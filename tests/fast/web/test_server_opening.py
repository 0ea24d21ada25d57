"""Opening the house: an address, a folder for the tables, and a command that needs no arguments."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.support.web.visitors import DEADLINE, House

from cloudtop.program import this_program
from cloudtop.web import serving
from cloudtop.web.door import NoAddress
from cloudtop.web.serving import data_folder, listening, local_address, welcome
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


def test_the_process_on_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(NoAddress) as refused:
            listening("127.0.0.1", taken.getsockname()[1])
        assert f"(process {os.getpid()}, " in str(refused.value)


def test_another_cloudtop_on_a_taken_port_is_recognised(house: House) -> None:
    with pytest.raises(NoAddress, match="another Cloudtop"):
        listening("127.0.0.1", house.port)


def test_everywhere_is_told_as_an_address_that_can_be_opened(capsys: pytest.CaptureFixture[str]) -> None:
    for host, told in (("::1", "http://[::1]:"), ("::", "http://[::1]:"), ("0.0.0.0", "http://127.0.0.1:")):
        with listening(host, free_port()) as door:
            number = door.getsockname()[1]
            welcome(host, number, "here")
            assert f"open at {told}{number}/" in capsys.readouterr().out
            with socket.create_connection((local_address(host, number)[7:].rpartition(":")[0].strip("[]"), number)):
                pass


@pytest.mark.slow("starts the command")
def test_for_programs_every_line_is_json_with_a_time(tmp_path: Path) -> None:
    arguments = ["--port", str(free_port()), "--data", str(tmp_path / "x"), "--log-format", "json"]
    command = [*CLOUDTOP, "serve", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        try:
            first = process.stderr.readline()
            assert httpx.get(json.loads(first)["address"], timeout=DEADLINE).status_code == 200
            process.terminate()
            lines = [json.loads(line) for line in (first, *process.stderr)]
            assert process.stdout.read() == ""
        finally:
            process.kill()
    assert all(line["at"] and line["level"] for line in lines)
    assert (lines[0]["program"], lines[0]["tables"]) == (this_program().name, str(tmp_path / "x"))
    assert "started at http://127.0.0.1:" in lines[0]["text"]
    assert "has closed" in lines[-1]["text"]


def test_tables_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "cloudtop"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "cloudtop"


@pytest.mark.slow("starts the command")
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


@pytest.mark.slow("starts the command several times")
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
