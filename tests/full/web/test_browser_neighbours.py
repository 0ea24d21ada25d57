"""Two people with real browsers at different servers, one of which is killed; and a house that restarts."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect
from tests.support.web.browsing import Surfer, in_turn, surfing
from tests.support.web.proxying import Separate, nginx

from cloudtop.store.postgres import PostgresStore
from cloudtop.table import Table
from crowd import free_port

GAME = "skybridge"
SOON = 30.0
"""Seconds within which the game goes on, on a machine with much else to do; docs/scale.md has what was measured."""
MOVES_BEFORE = 6


def bear_breaks(*surfers: Surfer) -> None:
    """A lost socket is no complaint of a page."""
    for surfer in surfers:
        surfer.complaints[:] = [line for line in surfer.complaints if "WebSocket" not in line]


def sit_together(mira: Surfer, noor: Surfer) -> str:
    """Let one open a table and the other follow the link, each through a door of their own; the name of the table."""
    mira.open_table(GAME, start="friends", seats=2)
    link = mira.page.locator(".invite-dialog input").first.input_value()
    mira.put_invitation_away()
    noor.page.goto(link.partition("/t/")[1] + link.partition("/t/")[2])
    noor.page.locator("body[data-phase]").wait_for()
    return mira.page.url.partition("/t/")[2].partition("?")[0]


def play(mira: Surfer, noor: Surfer, enough: Callable[[], bool]) -> None:
    """Let both play in turn until it is enough, or the game is over."""
    while not enough():
        for surfer in (mira, noor):
            if surfer.page.locator("body[data-phase=over]").count():
                return
        in_turn(mira, noor).move()


def test_a_game_goes_on_when_the_server_of_a_player_is_killed(
    browser: Browser, database_address: str, tmp_path: Path
) -> None:
    ports = free_port(), free_port()
    https: list[dict[str, Any]] = [
        {"base_url": f"https://localhost:{port}", "ignore_https_errors": True} for port in ports
    ]
    behind = ("--proxy", "127.0.0.1")
    with (
        Separate(*behind, database=database_address) as one,
        Separate(*behind, database=database_address) as other,
        nginx(tmp_path, {ports[0]: (one.port, other.port), ports[1]: (other.port, one.port)}),
        surfing(browser, ports[0], **https[0]) as mira,
        surfing(browser, ports[1], **https[1]) as noor,
    ):
        table = sit_together(mira, noor)
        play(mira, noor, lambda: mira.moves >= MOVES_BEFORE)
        expect(noor.page.locator("body")).to_have_attribute("data-moves", str(mira.moves))
        made, killed = mira.moves, time.monotonic()
        one.end(signal.SIGKILL)
        # Whoever is to move does so; the other sees it.
        play(mira, noor, lambda: min(mira.moves, noor.moves) > made)
        went_on = time.monotonic() - killed
        print(f"the game went on {went_on:.1f} s after the kill")
        assert went_on < SOON
        play(mira, noor, lambda: False)
        for surfer in (mira, noor):
            surfer.page.locator("#final-title").wait_for()
        bear_breaks(mira, noor)
    store = PostgresStore(database_address)
    rows = store.rows(table).result()
    store.close()
    assert Table.rebuilt(table, rows).over


def test_a_house_that_restarts_says_so_and_the_game_is_kept(browser: Browser, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "tables.sqlite"))
    with Separate(*data) as before, surfing(browser, before.port) as mira:
        mira.open_table(GAME, start="here", seats=2)
        mira.wait_for_turn()
        mira.move()
        made = mira.moves
        before.end(signal.SIGTERM)
        expect(mira.page.locator("#banner")).to_contain_text("The house restarts. Your game is kept.")
        assert before.process.returncode in (0, -signal.SIGTERM)
        with Separate(*data, port=before.port):
            mira.wait_for_turn()
            expect(mira.page.locator("#banner")).to_be_hidden()
            assert mira.moves == made
            mira.move()
        bear_breaks(mira)
