"""Bots from outside the house in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.support.lab.strangers import Last

import cloudtop
from cloudtop.bots.own import AnyBot
from cloudtop.lab.arena import match
from cloudtop.lab.vector import GamesEnv

SKYBRIDGE = cloudtop.game("skybridge")
LAST = "tests.support.lab.strangers:Last"


def test_rows_are_the_same_on_one_process_and_on_two() -> None:
    bots: list[AnyBot] = [Last(2), "calm"]
    assert match(SKYBRIDGE, bots, 6, seed=2, workers=1) == match(SKYBRIDGE, bots, 6, seed=2, workers=2)


def test_the_commands_take_bots_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["class Flat:", " name = 'flat'", " def choose(self, perspective, rng):", "  return perspective.legal()[0]"]
    (tmp_path / "mine.py").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-m", "cloudtop", "arena", "skybridge", "--bots", "mine:Flat,random"]
    command = [*command, "--games", "4", "--workers", "2", "--json", "--out", "rows.csv"]
    # The installed command has no current folder on its path, unlike `python -m`.
    run = subprocess.run([command[0], "-P", *command[1:]], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert {bot["bot"] for bot in json.loads(run.stdout)["bots"]} == {"flat", "random"}
    assert ",flat random," in (tmp_path / "rows.csv").read_text()


def test_many_games_have_a_stranger_at_the_other_seat() -> None:
    found = []
    for workers in (1, 2):
        for bot in (LAST, Last()):
            many = GamesEnv(SKYBRIDGE, 4, seat=1, opponents=bot, workers=workers)
            many.reset(seed=3)
            chance = np.random.default_rng(1)
            found.append([many.step(many.sample(chance))[0]["observation"].tobytes() for _ in range(20)])
            many.close()
    assert found[0] == found[1] == found[2] == found[3]
