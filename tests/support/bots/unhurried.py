"""What the tests of the bots share: time to think, so that a slow machine thinks no other thoughts than a fast one."""

from __future__ import annotations

import pytest

from cloudtop.bots import BOTS, SearchBot

UNHURRIED = 1e9
"""Seconds: a search ends when it has made its iterations."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that think as many thoughts as they have, however long that takes."""
    for bot in BOTS.values():
        if isinstance(bot, SearchBot):
            monkeypatch.setattr(bot, "seconds", UNHURRIED)
