"""Without the driver of PostgreSQL everything else works: whoever plays on a file needs no such thing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DEADLINE = 120
NO_DRIVER = "import sys; sys.modules['psycopg'] = None\n"
"""As if the package were not there."""


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What a script does in a Python that has no such package."""
    command = [sys.executable, "-c", NO_DRIVER + script, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)


@pytest.mark.slow("starts a Python of its own")
def test_tables_are_kept_in_a_file(tmp_path: Path) -> None:
    script = """
from cloudtop.store.opening import store_at
from cloudtop.web.app import house
from cloudtop.web.live.bots import OnTheSpot
import cloudtop.cli
store = store_at(sys.argv[1])
house(store, OnTheSpot())
store.append("a", 0, "row").result()
print(store.rows("a").result())
store.close()
"""
    done = run(script, str(tmp_path / "tables.sqlite"))
    assert (done.returncode, done.stdout.strip()) == (0, "['row']"), done.stderr


@pytest.mark.slow("starts the command several times")
def test_who_names_a_database_is_told_what_to_install(tmp_path: Path) -> None:
    script = "from cloudtop.cli import main; main()"
    address = "postgresql://db.example/tables"
    for words in (
        ["serve", "--no-browser", "--database", address],
        ["export", str(tmp_path / "records"), "--database", address],
        ["move", address, str(tmp_path / "tables.sqlite")],
    ):
        done = run(script, *words)
        assert done.returncode == 2
        assert done.stderr.strip() == (
            "cloudtop: a PostgreSQL database needs another package: pip install 'cloudtop[postgres]'"
        )
