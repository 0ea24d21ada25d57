"""From an empty folder to a table that is played to its end, with the commands of docs/guests.md and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.support.guests.making import KINDS, Stranger, commands
from tests.support.web.browsing import surfing


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_of_the_page_lead_to_a_table_that_is_played(tmp_path: Path, browser: Browser, kind: str) -> None:
    stranger = Stranger(tmp_path)
    *before, last = commands(kind)
    told = [stranger.types(line) for line in before]
    assert "lucky-stones     2-4  Lucky Stones: " in "".join(told)
    assert " passed" in "".join(told)
    with stranger.opens(last) as port, surfing(browser, port) as surfer:
        surfer.walk_to_table("lucky-stones", seats=2)
        surfer.play_to_the_end()
        scores = surfer.page.locator("#final .ranks .score").all_inner_texts()
        drawn = surfer.page.locator(".panel use[data-item]").count()
    assert len(scores) == 2
    assert (drawn > 0) == (kind != "plain"), "pictures where there is a scene"
