"""Picking and drafting a turn by its targets, in any order, as the page's scripts do it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.support.web.browsing import script, surfing
from tests.support.web.visitors import House

MOVES = [
    ["hand:a", "cell:1", "turn:0"],
    ["hand:a", "cell:1", "turn:1"],
    ["hand:a", "cell:2", "turn:0"],
    ["hand:b", "cell:1", "turn:0"],
    ["draw:1"],
]
"""A decision: two cards, two places, one of which is closed to the second card; or a card is drawn instead."""
WAYS = [["roof:1", "roof:2"], ["roof:1", "roof:3"], ["draw:1"], ["draw:2"]]
"""What can follow a lay: two roofs are joined, or something is drawn, which ends the turn."""

TAPS = """async ([script, moves, taps]) => {
  const { Picks } = await import(script);
  const picks = new Picks(moves.map((targets, action) => ({ action, targets, notation: '', words: '' })));
  const answers = taps.map((target) => (target === 'R' ? String(picks.rotate(1)) : picks.tap(target)));
  return { answers, chosen: picks.chosen, open: [...picks.open()].sort(), move: picks.settled()?.action ?? null };
}"""
TURN = """async ([script, moves, ways, taps]) => {
  const { Draft } = await import(script);
  const numbered = (all, first) => all.map((targets, i) => ({ action: first + i, targets, notation: '', words: '' }));
  const draft = new Draft(numbered(moves, 0));
  const answers = [];
  const settle = () => {
    while (draft.waiting) {
      const ended = draft.last.move.targets[0].startsWith('draw');
      const built = new Set(draft.plan);
      draft.follow(ended ? [] : numbered(ways, 100).filter(({ action }) => !built.has(action)), ended);
    }
  };
  for (const target of taps) {
    if (target === 'R') answers.push(draft.rotate(1));
    else if (target === 'escape') draft.drop();
    else if (target === 'undo') draft.undo();
    else answers.push(draft.tap(target));
    settle();
  }
  return { answers, plan: draft.plan, chosen: draft.picks.chosen, ready: draft.ready, lost: draft.lost };
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    """Any page of a house, for all tests: the scripts are asked directly."""
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    with House(path) as house, surfing(browser, house.port) as surfer:
        surfer.page.goto("/tables")
        yield surfer.page


def tap(page: Page, *taps: str, moves: list[list[str]] = MOVES) -> dict[str, Any]:
    """What is picked, open and considered after some taps."""
    found: dict[str, Any] = page.evaluate(TAPS, [script(page, "picking.js"), moves, list(taps)])
    return found


def turn(page: Page, *taps: str) -> dict[str, Any]:
    """What is drafted after some taps."""
    found: dict[str, Any] = page.evaluate(TURN, [script(page, "draft.js"), MOVES, WAYS, list(taps)])
    return found


def test_targets_are_picked_in_any_order(page: Page) -> None:
    assert tap(page, "hand:a", "cell:2")["move"] == tap(page, "cell:2", "hand:a")["move"] == 2


def test_what_all_moves_have_in_common_need_not_be_picked(page: Page) -> None:
    one_card = [["hand:a", "cell:1", "turn:0"], ["hand:a", "cell:1", "turn:1"], ["hand:a", "cell:2", "turn:0"]]
    assert tap(page, "cell:1", moves=one_card)["move"] == 0
    assert tap(page, "cell:1", "R", moves=one_card)["move"] == 1
    assert tap(page, "cell:1", moves=[*one_card, ["hand:b", "cell:1", "turn:0"]])["move"] is None


def test_pick_narrows_what_is_open(page: Page) -> None:
    assert tap(page, "hand:b")["open"] == ["cell:1", "turn:0"]


def test_rotation_is_adjusted_and_never_has_to_be_picked(page: Page) -> None:
    assert tap(page, "hand:a", "cell:1")["move"] == 0
    assert tap(page, "hand:a", "cell:1", "R")["move"] == 1
    assert tap(page, "hand:a", "cell:1", "R", "R")["move"] == 0


def test_piece_can_be_turned_before_it_has_a_place(page: Page) -> None:
    assert tap(page, "hand:a", "R", "cell:1")["move"] == 1
    assert tap(page, "hand:a", "R", "cell:2")["move"] == 2


def test_forced_pick_is_not_asked_for(page: Page) -> None:
    assert tap(page, "cell:2")["move"] == 2
    assert tap(page, moves=[["pass"]])["move"] == 0


def test_second_tap_takes_the_pick_back_and_leaves_the_others(page: Page) -> None:
    found = tap(page, "hand:a", "cell:1", "hand:a")
    assert (found["answers"][-1], found["chosen"]) == ("dropped", ["cell:1"])


def test_every_target_of_a_move_is_a_change_of_mind(page: Page) -> None:
    assert tap(page, "hand:a", "cell:1", "cell:2")["move"] == 2
    assert tap(page, "hand:a", "cell:2", "hand:b")["chosen"] == ["hand:b"]
    assert tap(page, "hand:b", "cell:2")["chosen"] == ["cell:2"]
    assert tap(page, "hand:a", "draw:1")["chosen"] == ["draw:1"]


def test_of_equally_many_picks_the_newer_ones_stay(page: Page) -> None:
    moves = [["a:1", "b:1"], ["a:1", "c:1"], ["b:1", "c:1"]]
    assert tap(page, "a:1", "b:1", "c:1", moves=moves)["chosen"] == ["b:1", "c:1"]


def test_only_what_fits_no_move_is_refused(page: Page) -> None:
    found = tap(page, "hand:a", "cell:9")
    assert (found["answers"], found["chosen"]) == (["picked", "refused"], ["hand:a"])


# ---------------------------------------------------------------------------------------------- a turn


def test_step_is_complete_as_soon_as_its_picks_make_a_move(page: Page) -> None:
    found = turn(page, "hand:a", "cell:1")
    assert (found["plan"], found["ready"]) == ([0], False)
    assert turn(page, "hand:a", "cell:1", "draw:2") == {
        "answers": ["picked"] * 3,
        "plan": [0, 103],
        "chosen": [],
        "ready": True,
        "lost": 0,
    }


def test_earlier_step_is_picked_anew_and_the_steps_after_it_stay(page: Page) -> None:
    assert turn(page, "hand:a", "cell:1", "roof:1", "roof:3", "draw:1", "cell:2")["plan"] == [2, 101, 102]
    assert turn(page, "hand:a", "cell:1", "draw:1", "R")["plan"] == [1, 102]


def test_walkway_is_put_in_before_the_draw_that_is_drafted(page: Page) -> None:
    assert turn(page, "hand:a", "cell:1", "draw:2", "roof:1", "roof:2")["plan"] == [0, 100, 103]


def test_piece_that_is_put_back_leaves_its_place_picked(page: Page) -> None:
    found = turn(page, "hand:a", "cell:1", "hand:a")
    assert (found["plan"], found["chosen"]) == ([], ["cell:1"])


def test_step_that_no_longer_fits_is_counted(page: Page) -> None:
    ways = [["roof:1", "roof:2"], ["draw:1"]]
    lost = """async ([script, moves, ways]) => {
      const { Draft } = await import(script);
      const move = (targets, action) => ({ action, targets, notation: '', words: '' });
      const numbered = (all, first) => all.map((targets, i) => move(targets, first + i));
      const draft = new Draft(numbered(moves, 0));
      draft.tap('hand:a'); draft.tap('cell:1'); draft.follow(numbered(ways, 100), false);
      draft.tap('roof:1'); draft.follow(numbered(ways, 100).slice(1), false);
      draft.tap('cell:2'); draft.follow(numbered(ways, 100).slice(1).concat(numbered([['draw:2']], 200)), false);
      return [draft.plan, draft.lost];
    }"""
    assert page.evaluate(lost, [script(page, "draft.js"), MOVES, ways]) == [[2], 1]


def test_escape_takes_the_last_pick_back_and_undo_the_last_step(page: Page) -> None:
    assert turn(page, "hand:a", "cell:1", "escape")["chosen"] == ["hand:a"]
    found = turn(page, "hand:a", "cell:1", "draw:1", "undo")
    assert (found["plan"], found["ready"], found["chosen"]) == ([0], False, [])
    assert turn(page, "hand:a", "cell:1", "draw:1", "undo", "undo")["plan"] == []
