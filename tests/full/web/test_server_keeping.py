"""The commands of a host, with real servers in processes of their own: one file, one house, and nothing lost."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.web.visitors import BOT, DEADLINE, FRIEND, ME, Line, Visitor

import cloudtop
from cloudtop.core.fair import prove
from crowd import free_port

CLOUDTOP = [sys.executable, "-c", "from cloudtop.cli import main; main()"]


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """A command, as somebody types it."""
    command = [*CLOUDTOP, *(str(word) for word in words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)


@contextmanager
def serving(path: Path, *words: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A house on a port of its own."""
    port = free_port()
    command = [*CLOUDTOP, "serve", "--no-browser", "--port", str(port), "--data", str(path), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert "open at" in process.stdout.readline()
        yield port, process
    finally:
        process.kill()
        process.wait(DEADLINE)
        process.stdout.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the tables are kept."""
    return tmp_path / "house" / "tables.sqlite"


def begun(visitor: Visitor) -> tuple[str, Line]:
    """A game against a bot, after one move."""
    table = visitor.open("skybridge", ME, BOT)["table"]
    line = visitor.cut(table, "0c" * 16)
    line.dealt()
    line.my_turn()
    assert line.play()["did"] == "played"
    return table, line


def test_a_second_house_on_the_same_file_is_refused_in_one_line(path: Path) -> None:
    with serving(path) as (_, first):
        second = run("serve", "--no-browser", "--port", free_port(), "--data", path)
        assert second.returncode == 2
        assert second.stderr.startswith(f"cloudtop: {path} is in use by another Cloudtop (process {first.pid})")
        assert "--data" in second.stderr
        assert second.stderr.count("\n") == 1
        first.send_signal(signal.SIGKILL)
        first.wait(DEADLINE)
    with serving(path) as (port, _), Visitor(port) as mira:
        begun(mira)


def test_what_was_backed_up_while_playing_is_brought_back(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(path) as (port, process), Visitor(port) as mira:
        table, line = begun(mira)
        moves = len(mira.connect(table, {}).log)
        made = run("backup", copy, "--data", path)
        assert (made.returncode, made.stderr) == (0, "")
        assert made.stdout.startswith("1 table of ")
        line.my_turn()
        assert line.play()["did"] == "played"
        later = mira.open("skybridge", ME, BOT)["table"]
        refused = run("restore", copy, "--data", path)
        assert refused.returncode == 2
        assert "is in use by another Cloudtop" in refused.stderr
        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE)
        back = run("restore", copy, "--data", path)
        assert (back.returncode, back.stderr) == (0, "")
        cookie = mira.http.cookies["cloudtop"]
    kept = Path(back.stdout.rpartition(" ")[2].strip())
    with serving(path) as (port, _), Visitor(port) as mira:
        mira.http.cookies.set("cloudtop", cookie)
        assert len(mira.connect(table, {}).log) >= moves
        assert mira.http.get(f"/t/{later}").status_code == 404
    with serving(kept) as (port, _), Visitor(port) as mira:
        mira.http.cookies.set("cloudtop", cookie)
        assert mira.http.get(f"/t/{later}").status_code == 200
        assert len(mira.connect(table, {}).log) > moves


def test_a_file_that_is_deleted_under_a_running_house_is_there_again_after_the_next_move(path: Path) -> None:
    with serving(path) as (port, process), Visitor(port) as mira:
        table, line = begun(mira)
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        line.my_turn()
        assert line.play()["did"] == "played"
        line.my_turn()
        moves = len(line.log)
        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE)
        cookie = mira.http.cookies["cloudtop"]
    with serving(path) as (port, _), Visitor(port) as mira:
        mira.http.cookies.set("cloudtop", cookie)
        assert len(mira.connect(table, {}).log) == moves


def test_every_record_is_exported_and_running_games_keep_their_secrets(path: Path, tmp_path: Path) -> None:
    with serving(path) as (port, _), Visitor(port) as mira:
        over, line = begun(mira)
        while line.outcome is None:
            line.my_turn()
            if line.actions:
                line.play()
        running, _ = begun(mira)
        mira.open("skybridge", ME, FRIEND)
        told = run("export", tmp_path / "records", "--data", path)
    assert (told.returncode, told.stderr) == (0, "")
    assert "2 records written" in told.stdout
    assert "1 table not dealt yet" in told.stdout
    files = {file.name: file.read_text() for file in (tmp_path / "records").iterdir()}
    assert sorted(files) == sorted(f"skybridge-{table}.cloudtop" for table in (over, running))
    assert prove(cloudtop.read_record(files[f"skybridge-{over}.cloudtop"])).cut == (0,)
    assert "partial: " in files[f"skybridge-{running}.cloudtop"]
    assert "seed: " not in files[f"skybridge-{running}.cloudtop"]
    checked = run("verify", tmp_path / "records" / f"skybridge-{over}.cloudtop", "--fair")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "the cuts of seat 0" in checked.stdout


def test_tables_are_forgotten_only_where_the_host_wishes_it(path: Path) -> None:
    with serving(path) as (port, _), Visitor(port) as mira:
        table, _ = begun(mira)
        # The newest table is not forgotten: a house that is empty at start would be the work of a wrong clock.
        begun(mira)
        cookie = mira.http.cookies["cloudtop"]
    with sqlite3.connect(path) as old:
        changed = old.execute("UPDATE log SET at = at - 40 * 86400000 WHERE table_name = ?", (table,)).rowcount
    old.close()
    assert changed > 0
    for words, status in (([], 200), (["--forget-after", "41"], 200), (["--forget-after", "39"], 404)):
        with serving(path, *words) as (port, _), Visitor(port) as mira:
            mira.http.cookies.set("cloudtop", cookie)
            assert mira.http.get(f"/t/{table}").status_code == status
    assert run("serve", "--forget-after", "0", "--data", path).returncode == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("backup", "copy.sqlite", "--data", "nowhere.sqlite"), "nowhere.sqlite is no file of tables"),
        (("restore", "nowhere.sqlite", "--data", "tables.sqlite"), "nowhere.sqlite is no file of tables"),
        (("export", "records", "--data", "nowhere.sqlite"), "nowhere.sqlite is no file of tables"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(
    words: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run(*words)
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    assert reason in answer.stderr
    assert list(tmp_path.iterdir()) == []
