"""`make play` opens the house at once, and compiles beside it where that was not done yet."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from tools import play

from cloudtop import build

COMPILE = [sys.executable, "-m", "tools.play", "--compile"]
OPEN = [sys.executable, "-m", "cloudtop", "--host", "::1"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The programs that would be started, in their order."""
    started: list[Sequence[str]] = []

    def finished(command: Sequence[str], **_: object) -> SimpleNamespace:
        started.append(command)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(os, "execv", lambda program, command: started.append(command))
    monkeypatch.setattr(subprocess, "Popen", finished)
    monkeypatch.setattr(subprocess, "run", finished)
    monkeypatch.setattr(play, "stand_back", lambda: None)
    monkeypatch.delenv("CLOUDTOP_PURE", raising=False)
    return started


@pytest.mark.parametrize(
    ("kind", "pure", "expected"),
    [("plain", "0", [COMPILE, OPEN]), ("compiled", "0", [OPEN]), ("plain", "1", [OPEN])],
)
def test_the_house_opens_and_only_rules_that_are_not_compiled_are_compiled_beside_it(
    started: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch, kind: str, pure: str, expected: list[list[str]]
) -> None:
    monkeypatch.setattr(build, "BUILD", kind)
    monkeypatch.setenv("CLOUDTOP_PURE", pure)
    play.main(["--host", "::1"])
    assert started == expected


@pytest.mark.parametrize(
    ("stamp", "stale", "last"),
    [
        ({"cloudtop.core.state": "0"}, [], "compiled: bots think with it from now on"),
        ({"cloudtop.core.state": "0"}, ["cloudtop.core.state"], "nothing was compiled"),
        ({}, [], "nothing was compiled"),
    ],
)
def test_compiling_fetches_what_it_needs_and_says_what_came_of_it(
    started: list[Sequence[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stamp: dict[str, str],
    stale: list[str],
    last: str,
) -> None:
    monkeypatch.setattr(build, "made_from", lambda: stamp)
    monkeypatch.setattr(build, "stale", lambda _: stale)
    play.main(["--compile"])
    fetch, compile_them = started
    assert fetch[:4] == [sys.executable, "-m", "pip", "install"]
    assert {"mypy[mypyc]==2.4.1", "setuptools>=77"} <= set(fetch)
    assert list(compile_them[-2:]) == ["build_ext", "--inplace"]
    lines = capsys.readouterr().err.splitlines()
    assert "compiled meanwhile, in the background" in lines[0]
    assert lines[-1].startswith(f"cloudtop: {last}")
