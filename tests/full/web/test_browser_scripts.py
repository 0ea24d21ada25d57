"""The page's scripts, asked directly: what they make of the messages, and how a score sheet becomes a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.support.rooms import ROOMS
from tests.support.web.browsing import script, surfing
from tests.support.web.screen import seen_in_play
from tests.support.web.visitors import House

import cloudtop
import cloudtop.web
from cloudtop.web.render.difference import moved
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.screen import whole
from cloudtop.web.socket.messages import write_message

UNTYPED = re.compile(r"@ts-|[{<(|&:,\s]any(?:\[\])*\s*[}>)|&,]")
"""A type that says nothing, or a word that silences the checker."""

FOLLOWED = """async ([script, messages]) => {
  const { joined, logged, panel, patched } = await import(script);
  return messages.every(([old, change, fresh]) => {
    const [before, message, after] = [old, change, fresh].map((text) => JSON.parse(text));
    const panels = patched(new Map(before.panels.map((sent) => [sent.name, panel(sent)])), message.scene);
    return JSON.stringify([[...panels.values()], logged(before.log, message), joined(before.text, message.text)])
      === JSON.stringify([after.panels.map(panel), after.log, after.text]);
  });
}"""
"""Whether every change leads from one state to the next."""

TABLED = """async ([script, state]) => {
  const place = document.createElement('div');
  (await import(script)).showScoreSheet(place, state);
  const texts = (selector, within = place) => [...within.querySelectorAll(selector)].map((node) => node.textContent);
  return [...place.querySelectorAll('tbody tr')].map((row) => texts('th, td', row)).concat([texts('.sheet-lines li')]);
}"""
"""The rows of a score sheet, and the lines below it."""


INSISTED = """async ([script, heard]) => {
  const sent = [];
  const sockets = [];
  const Real = window.WebSocket;
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() { sockets.push(this); }
    send(text) { sent.push(JSON.parse(text)); }
    close() {}
  };
  const { Connection } = await import(script);
  const connection = new Connection("/nowhere", () => ({ do: "hello" }), () => {}, () => {});
  window.WebSocket = Real;
  connection.insist({ do: "play", seq: 1, actions: [0] });
  const { nonce } = connection.unanswered;
  const mine = (value) => (value === "mine" ? nonce : value);
  for (const message of heard) {
    sockets[0].onmessage({ data: JSON.stringify({ ...message, nonce: mine(message.nonce) }) });
  }
  sockets[0].onopen();
  connection.over = true;
  return sent.filter((message) => message.do === "play").length;
}"""
"""How often a move is sent, when these messages come and then the connection breaks and stands again."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    """The page of any table, for all tests: the scripts are asked directly."""
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    with House(path) as house, surfing(browser, house.port) as surfer:
        surfer.open_table("skybridge", seats=2)
        yield surfer.page


@pytest.mark.parametrize("game", ROOMS)
def test_script_follows_a_whole_game_from_move_to_move(page: Page, game: str) -> None:
    screens = pairwise(seen_in_play(game, 2, Sight(1, "ja", 1), seed=3))
    messages = [
        [write_message(message) for message in (whole(old, [], False), moved(old, new), whole(new, [], False))]
        for old, new in screens
    ]
    assert page.evaluate(FOLLOWED, [script(page, "scene.js"), messages])


def tabled(page: Page, *sheets: list[tuple[str, str, int]]) -> list[list[str]]:
    """The rows that some sheets make; each line has its rule, its text and its points."""
    state: dict[str, Any] = {
        "sheets": [
            {
                "seat": seat,
                "total": sum(points for _, _, points in lines),
                "lines": [{"rule": rule, "text": text, "points": points} for rule, text, points in lines],
            }
            for seat, lines in enumerate(sheets)
        ],
        "titles": {"x/water": "Water", "x/wind": "Wind", "x/towers": "Towers"},
        "seats": [{"seat": seat, "name": f"P{seat}"} for seat in range(len(sheets))],
        "you": 0,
        "mine": [0],
        "outcome": None,
    }
    found: list[list[str]] = page.evaluate(TABLED, [script(page, "score-sheet.js"), state])
    return found


def test_lines_that_all_have_are_rows(page: Page) -> None:
    first = [("x/votes", "River", 3), ("x/votes", "Sand", 0)]
    other = [("x/votes", "River", 1), ("x/votes", "Sand", 5)]
    assert tabled(page, first, other) == [["River", "3", "1"], ["Sand", "0", "5"], []]


def test_lines_that_tell_something_of_one_player_are_one_row_with_the_rules_title(page: Page) -> None:
    rows = tabled(page, [("x/water", "water cards: 2", 6), ("x/wind", "gusts", 1)], [("x/water", "water cards: 1", 3)])
    assert rows == [["Water", "6", "3"], ["Wind", "1", ""], []]


def test_a_single_sum_is_no_row_but_its_lines_are_told(page: Page) -> None:
    rows = tabled(page, [("x/towers", "tower a1", 2), ("x/towers", "tower b1", 3)], [("x/towers", "tower c1", 4)])
    assert rows == [["Tower a12", "Tower b13", "Tower c14"]]


@pytest.mark.parametrize("did", ["error", "stale", "illegal", "played"])
def test_a_move_is_sent_again_until_it_is_answered_itself(page: Page, did: str) -> None:
    connection = script(page, "connection.js")
    other = [{"did": did, "code": "slow-down"}, {"did": did, "code": "slow-down", "nonce": "another"}]
    assert page.evaluate(INSISTED, [connection, []]) == 2
    assert page.evaluate(INSISTED, [connection, other]) == 2
    assert page.evaluate(INSISTED, [connection, [*other, {"did": did, "nonce": "mine"}]]) == 1


def test_every_script_knows_its_types() -> None:
    scripts = sorted((Path(cloudtop.web.__file__).parent / "static" / "js").glob("*.js"))
    assert scripts
    assert {path.name: found for path in scripts if (found := UNTYPED.findall(path.read_text(encoding="utf-8")))} == {}
