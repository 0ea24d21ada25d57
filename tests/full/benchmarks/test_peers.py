"""The race: its rows become a table, whatever a runner says, and the page keeps the rest of what it told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import peers
import race
from peers import BEGIN, END, Entry, ran, same_work, section, table, write

ENTRIES = [
    Entry("Cloudtop 1 compiled", "connect-four", {"play": 1_500_000.0, "copy": 18e6}),
    Entry("Cloudtop 1 plain", "connect-four", {"play": 150_000.0}),
    Entry("PettingZoo 1", "connect_four", {"play": 15_000.0}),
    Entry("pgx on the CPU", "", {}, "is not installed"),
]


def test_everybody_is_compared_with_our_compiled_game() -> None:
    lines = same_work(ENTRIES)[2:]
    assert lines[0] == "| Cloudtop 1 compiled | 1.50 M |  |"
    assert lines[2] == "| PettingZoo 1 | 15 k | 100.0 |"
    assert len(lines) == 3


def test_a_peer_that_is_not_there_is_a_row_that_says_so() -> None:
    lines = table(ENTRIES)
    assert lines[-1].startswith("| pgx on the CPU |  | is not installed |")
    assert len({line.count("|") for line in lines}) == 1


def test_a_runner_that_fails_is_a_row_with_its_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "BUILT", tmp_path)
    (entry,) = ran("Nobody", [sys.executable, "-c", "raise SystemExit('no such game')"])
    assert entry.trouble == "did not run: no such game"
    told = json.dumps({"version": "2", "build": "", "speeds": [{"game": "go", "what": "play", "rate": 7.0}]})
    assert list(ran("Somebody", [sys.executable, "-c", f"print({told!r})"])) == [
        Entry("Somebody 2", "go", {"play": 7.0})
    ]


def test_the_section_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\nBefore.\n", encoding="utf-8")
    write(page, section(ENTRIES, "python peers.py", (1.0, 2.0)))
    first = page.read_text(encoding="utf-8")
    assert first.startswith("# Page\n\nBefore.\n\n## Next to other libraries\n\n" + BEGIN)
    page.write_text(first + "\nAfter.\n", encoding="utf-8")
    write(page, section(ENTRIES[:1], "python peers.py", (1.0, 2.0)))
    second = page.read_text(encoding="utf-8")
    assert second.count(BEGIN) == second.count(END) == 1
    assert "PettingZoo" not in second
    assert second.endswith("After.\n")


def test_a_speed_is_the_median_of_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def work() -> int:
        now[0] += 0.1
        return 5

    monkeypatch.setattr("time.process_time", lambda: now[0])
    assert race.speed(work) == pytest.approx(50.0)
    assert set(race.PEERS) - {"cloudtop"} == set(peers.PACKAGES)
