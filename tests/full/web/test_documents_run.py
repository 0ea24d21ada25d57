"""Every block of the hosts' documents is run as it stands, or says that it needs another machine."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]
from tests.support.store.postgres import programs
from tests.support.web.visitors import DEADLINE

from crowd import free_port

HERE = Path(__file__).parents[3]
TABLES = HERE / "tests" / "released" / "tables-of-the-second-server.sql"
DOCUMENTS = {
    "hosting": {"run": 6, "elsewhere": 4, "toml": 1, "cron": 1},
    "keeping": {"run": 5, "yaml": 1},
}
"""How many blocks of each kind a document has."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = "# elsewhere\n"
DATABASE = re.compile(r"postgresql://[^']+")
CRONS_OWN = {"PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "LOGNAME": "root"}
"""All that cron tells the commands that it starts."""
SERVE = """
cloudtop() {
    if [ "$1" = serve ]; then python -c "$SERVE_ONCE" "$@"; else command cloudtop "$@"; fi
}
"""
SERVE_ONCE = """
import re, signal, subprocess, sys, urllib.request
server = subprocess.Popen(["cloudtop", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
address = re.search(r"open at (\\S+)", server.stdout.readline())[1]
assert urllib.request.urlopen(address + "ready", timeout=60).status == 200
server.send_signal(signal.SIGINT)
server.wait(60)
"""
"""Starts a server, asks whether it is ready, and closes it as its host does: by Ctrl+C."""


class Block(NamedTuple):
    """A block of a document."""

    kind: str
    text: str


def blocks_of(document: str) -> list[Block]:
    """The blocks of a document; one whose language is not known has no kind."""
    kinds = {"sh": "run", "toml": "toml", "cron": "cron", "yaml": "yaml"}
    found = BLOCK.findall((HERE / "docs" / f"{document}.md").read_text())
    return [
        Block("elsewhere" if text.startswith(ELSEWHERE) else kinds.get(language, ""), text) for language, text in found
    ]


class Machine:
    """A folder that stands for a host's machine, with tables that are kept already."""

    def __init__(self, root: Path, database: str) -> None:
        self.root = root
        self.database = database
        self.port = free_port()
        for folder in ("etc/systemd/system", "etc/nginx/conf.d", "var/backups", "tmp", "work"):
            (root / folder).mkdir(parents=True)
        for place in ("home/.local/share/cloudtop", "var/lib/cloudtop"):
            (root / place).mkdir(parents=True)
            with closing(sqlite3.connect(root / place / "tables.sqlite")) as connection:
                connection.executescript(f"{TABLES.read_text()} PRAGMA user_version = 2;")
        self.bin = Path(sys.executable).parent

    def here(self, text: str) -> str:
        """A text of a document, as it is on this machine."""
        text = re.sub(r"(?<![\w/.])/(etc|var|tmp)/", rf"{self.root}/\1/", text.replace("sudo ", ""))
        text = text.replace("/opt/cloudtop/bin", str(self.bin))
        text = text.replace("--port 8000", f"--port {self.port}").replace("--host 10.0.0.1", "--host 127.0.0.1")
        return DATABASE.sub(lambda _: self.database, text)

    def run(self, block: Block) -> subprocess.CompletedProcess[str]:
        """Run a block as a host would, in a shell that stops at the first mistake."""
        path = ":".join(map(str, filter(None, (self.bin, programs(), "/usr/bin", "/bin"))))
        variables = {
            "PATH": path,
            "HOME": str(self.root / "home"),
            "CLOUDTOP_PORT": str(self.port),
            "SERVE_ONCE": SERVE_ONCE,
            "LANG": "C.UTF-8",
        }
        script = SERVE + self.here(block.text)
        return subprocess.run(
            ["/bin/bash", "-e", "-o", "pipefail", "-c", script],
            cwd=self.root / "work",
            env=variables,
            capture_output=True,
            text=True,
            timeout=5 * DEADLINE,
        )


@pytest.fixture
def machine(tmp_path: Path, database_address: str) -> Machine:
    """A machine on which nothing was done yet."""
    return Machine(tmp_path, database_address)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_block_is_run_or_marked(document: str, machine: Machine) -> None:
    blocks = blocks_of(document)
    assert Counter(block.kind for block in blocks) == DOCUMENTS[document]
    for block in blocks:
        if block.kind == "run":
            done = machine.run(block)
            assert done.returncode == 0, f"{block.text}\n{done.stdout}{done.stderr}"
    if document == "hosting":
        assert (machine.root / "etc/systemd/system/cloudtop.service").read_text().startswith("# A systemd unit")
        assert (machine.root / "etc/nginx/conf.d/cloudtop.conf").read_text().startswith("# An nginx site")
        assert oct((machine.root / "etc/cloudtop.env").stat().st_mode)[-3:] == "600"
    else:
        assert list((machine.root / "work/records").glob("*.cloudtop"))


def test_the_settings_in_the_documents_are_good(machine: Machine) -> None:
    for document in DOCUMENTS:
        for block in blocks_of(document):
            if block.kind == "toml":
                (machine.root / "work/cloudtop.toml").write_text(block.text)
                done = machine.run(Block("run", "cloudtop config --check --config cloudtop.toml"))
                assert (done.returncode, "All settings are good" in done.stdout) == (0, True), done.stderr


def test_prometheus_is_told_of_the_job_that_the_alerts_name() -> None:
    (block,) = (block for block in blocks_of("keeping") if block.kind == "yaml")
    (job,) = yaml.safe_load(block.text)["scrape_configs"]
    assert f'job="{job["job_name"]}"' in (HERE / "src/cloudtop/deploy/alerts.yml").read_text()


def test_cron_makes_copies_and_removes_old_ones(machine: Machine) -> None:
    (block,) = (block for block in blocks_of("hosting") if block.kind == "cron")
    folder = machine.root / "var/backups"
    old = folder / "cloudtop-2026-01-01.sqlite"
    old.touch()
    os.utime(old, (time.time() - 40 * 86_400,) * 2)
    for line in block.text.splitlines():
        *when, command = line.split(" ", 5)
        assert len(when) == 5
        # Cron ends a command at a percent sign, unless a backslash stands before it.
        assert not re.search(r"(?<!\\)%", command)
        told = subprocess.run(
            ["/bin/sh", "-c", machine.here(command.replace("\\%", "%"))],
            cwd="/",
            env={**CRONS_OWN, "HOME": str(machine.root / "home")},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        assert told.returncode == 0, told.stderr
    (copy,) = folder.iterdir()
    assert copy.name == time.strftime("cloudtop-%Y-%m-%d.sqlite")
