"""`cloudtop bench engine` measures both builds beside python-chess."""

from __future__ import annotations

import json

from typer.testing import CliRunner

import cloudtop
from cloudtop.cli import app


def test_the_engine_is_measured_against_chess() -> None:
    words = ["bench", "engine", "--game", "skybridge", "--players", "2", "--rounds", "1", "--json"]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    result = json.loads(done.stdout)
    assert {row["build"] for row in result["rows"]} == {"plain", cloudtop.BUILD}
    assert all(row[speed] > 0 for row in result["rows"] for speed in ("yardstick", "loop", "python", "copy_us"))
    assert result["first_move_seconds"]["skybridge"] > 0
