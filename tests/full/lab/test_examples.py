"""The examples run as they stand, and show what they promise."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_a_stranger_lets_an_own_bot_fight_in_25_lines(tmp_path: Path) -> None:
    script = EXAMPLES / "own_bot.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 25
    command = [sys.executable, str(script)]
    for _ in range(2):
        # The second run plays nothing anew: all games are in the file.
        run = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        rows = list(csv.DictReader((tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()))
        assert len(rows) == 20
        assert {row["bots"] for row in rows} == {"gale mine", "mine gale"}
        assert "mine: 0% of 20 games" in run.stdout
        assert (tmp_path / "leads.png").read_bytes().startswith(b"\x89PNG")
