"""A bot that fails never breaks a game."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import pytest

import cloudtop
from cloudtop.bots import BOTS, Bot, Perspective
from cloudtop.bots.fallback import choice_in_time
from cloudtop.table import Table
from cloudtop.terminal.play import TerminalGame


class Crash(Bot):
    name = "crash"

    def choose(self, perspective: Perspective, rng: Random) -> int:
        raise RuntimeError("no idea")


class Cheat(Bot):
    name = "cheat"

    def choose(self, perspective: Perspective, rng: Random) -> int:
        return 10**6


class Dreamer(Bot):
    name = "dreamer"

    def __init__(self) -> None:
        self.wake = threading.Event()

    def choose(self, perspective: Perspective, rng: Random) -> int:
        self.wake.wait()
        return perspective.legal()[0]


@pytest.mark.parametrize(
    ("sitting", "patience", "reason"),
    [(Crash(), 60.0, "failed"), (Cheat(), 60.0, "not legal"), (Dreamer(), 0.01, "thought longer")],
)
def test_the_seat_makes_a_quick_legal_move_and_the_log_says_so(
    sitting: Bot, patience: float, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    state = cloudtop.game("skybridge").deal(players=2, seed=1)
    seat = state.mover()
    action = choice_in_time(sitting, Perspective(state, seat), Random(1), patience)
    if isinstance(sitting, Dreamer):
        sitting.wake.set()
    assert action in state.legal(seat)
    assert reason in caplog.text
    assert sitting.name in caplog.text


def test_a_game_with_a_crashing_bot_comes_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "crash", Crash())
    table = Table.open(cloudtop.game("skybridge"), 2, seed=1, bots={0: "crash", 1: "crash"})
    TerminalGame(table, "en", input, lambda line: None, tmp_path).run()
    assert table.state.outcome() is not None
    assert cloudtop.read_record(table.record().write()).end().dump() == table.state.dump()
