"""The parts of `make test` are all run and counted, and a silent one says that it goes on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tools import parts

MAKEFILE = """
good: ; @echo '..'; echo '2 passed, 1 skipped in 0.10s'
also: ; @echo '=== 3 passed in 61.00s (0:01:01) ==='
bad: ; @echo '1 failed, 4 passed in 1.00s'; false
lint: ; @echo 'no good'; false
set-up: ; @false
slow: ; @printf 'begun'; sleep 0.5; echo ' and ended'
"""


@pytest.fixture
def makefile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with some targets."""
    (tmp_path / "Makefile").write_text(MAKEFILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def summary_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines after all parts."""
    return capsys.readouterr().out.rpartition("\n\n")[2].splitlines()


@pytest.mark.usefixtures("makefile")
def test_every_part_has_a_line_and_the_last_line_counts_all_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert parts.main(["good", "also"]) == 0
    first, second, closing = summary_of(capsys)
    assert first.split()[0] == "good"
    assert first.endswith("2 passed, 1 skipped  ok")
    assert second.endswith("3 passed  ok")
    assert closing.strip("= ").startswith("5 passed, 1 skipped in ")


@pytest.mark.usefixtures("makefile")
def test_a_part_that_fails_stops_no_other_and_the_run_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert parts.main(["bad", "lint", "good"]) == 1
    bad, lint, good, closing = summary_of(capsys)
    assert bad.endswith("1 failed, 4 passed  FAILED")
    assert (lint.split()[0], lint.split()[-1]) == ("lint", "FAILED")
    assert good.endswith("ok")
    # The part that failed without a test counts as one.
    assert closing.strip("= ").startswith("2 failed, 6 passed, 1 skipped in ")


@pytest.mark.usefixtures("makefile")
def test_without_the_set_up_nothing_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert parts.main(["set-up", "good"]) == 1
    failed, closing = summary_of(capsys)
    assert failed.endswith("FAILED")
    assert closing.strip("= ").startswith("1 failed in ")


@pytest.mark.usefixtures("makefile")
def test_a_silent_part_says_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(parts, "SILENCE", 0.1)
    assert parts.run("slow").code == 0
    told = capfdbinary.readouterr().out.decode()
    assert "begun[slow 0:00]" in told
    assert told.endswith(" and ended\n")


def test_a_run_without_tests_does_not_pass_for_one() -> None:
    assert "no tests ran" in parts.summary([parts.Done("lint", 0, 1.0, Counter())])
