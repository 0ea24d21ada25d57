"""Real Chromium for tests and pictures, and a player who uses it like anybody: by mouse, by finger or by keyboard."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

import cloudtop

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
DEADLINE = 60_000
"""Milliseconds after which what was waited for will not come any more."""

OPEN_TARGETS = """() => {
  const found = [];
  for (const node of document.querySelectorAll('.panel [data-target][aria-pressed]:not(.shut)')) {
    if (node.getAttribute('aria-pressed') === 'true') continue;
    const box = node.getBoundingClientRect();
    for (const [fx, fy] of [[.5, .5], [.5, .75], [.5, .3], [.3, .6], [.7, .6], [.5, .9], [.15, .5], [.85, .5]]) {
      const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
      const top = document.elementFromPoint(x, y)?.closest?.('[data-target]');
      if (top?.dataset.target === node.dataset.target) {
        found.push([x, y, node.dataset.target]);
        break;
      }
    }
  }
  for (const node of document.querySelectorAll('[data-loose][aria-pressed=false]')) {
    const box = node.getBoundingClientRect();
    found.push([box.x + box.width / 2, box.y + box.height / 2, node.dataset.loose]);
  }
  return found;
}"""
"""Where a pointer can touch what may be picked now: a point at which the target really is in front."""

SAME_CUT = """{
  const fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (places) => (places instanceof Uint8Array ? places.fill(7) : fill(places));
}"""
"""Every player cuts at the same place, so that the house alone says what is dealt; nonces stay as they are."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, started; without one the test is skipped, except where tests must not be."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium here, and this run must not do without: install the system package chromium")
        pytest.skip("NO CHROMIUM: the tests in the browser did not run; install the system package chromium")
    # What is expected of a page has as long as what is done there.
    expect.set_options(timeout=DEADLINE)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def surfing(browser: Browser, port: int, phone: bool = False, still: bool = True, **more: Any) -> Iterator[Surfer]:
    """Somebody with a browser window of their own; `still` asks the pages not to move."""
    settings: dict[str, Any] = {
        "base_url": f"http://127.0.0.1:{port}",
        "viewport": PHONE if phone else DESKTOP,
        "reduced_motion": "reduce" if still else "no-preference",
        "locale": "en-GB",
    }
    if phone:
        settings |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    context = browser.new_context(**{**settings, **more})
    context.set_default_timeout(DEADLINE)
    context.add_init_script(SAME_CUT)
    surfer = Surfer(context)
    yield surfer
    context.close()
    assert not surfer.complaints, surfer.complaints


def script(page: Page, name: str) -> str:
    """The address of a script."""
    root = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert root is not None
    return root.partition("/css/")[0] + f"/js/{name}"


def in_turn(*surfers: Surfer) -> Surfer:
    """The one of several people at a table who has to decide, as soon as their page knows it."""
    while True:
        for surfer in surfers:
            if surfer.page.locator("body[data-phase=deciding]").count():
                return surfer


class Surfer:
    """Somebody at a browser, who notices every complaint of a page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.dice = Random(7)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)

    # ------------------------------------------------------------------ finding the way

    def open_table(self, game: str, start: str = "bots", level: str = "calm", seats: int | None = None) -> None:
        """To a table as the set-up page would open it, without the pages before it: they take longer than the table."""
        counts = cloudtop.game(game).player_counts
        count = seats or max(min(counts), min(max(counts), 3 if start == "bots" else 2))
        kind = {"bots": "bot", "friends": "friend", "here": "here"}[start]
        other = {"kind": kind} | ({"level": level} if kind == "bot" else {})
        body = {"game": game, "seats": [{"kind": "me"}, *[other] * (count - 1)]}
        answer = self.context.request.post("/tables", data=body)
        assert answer.status == 201, answer.text()
        opened = answer.json()
        self.page.goto(f"{opened['url']}?invite" if opened["links"] else opened["url"])
        self.page.locator("body[data-phase]").wait_for()

    def put_invitation_away(self) -> None:
        """Close what asks a host to invite friends, as soon as it is there."""
        self.page.locator(".invite-dialog").wait_for()
        self.page.keyboard.press("Escape")
        self.page.locator(".invite-dialog").wait_for(state="hidden")

    def walk_to_table(self, game: str, start: str = "bots", level: str = "calm", seats: int | None = None) -> None:
        """From the library to the table, by the links and buttons that anybody uses."""
        page = self.page
        page.goto("/")
        page.locator(f'.feet a.primary[href="/new/{game}"]').click()
        page.locator("#seats li").first.wait_for()
        if start != "bots":
            page.locator(f"label[for=start-{start}]").click()
        while seats is not None and page.locator("#seats li").count() > seats:
            page.locator("#seats li .choose button").last.click()
        while seats is not None and page.locator("#seats li").count() < seats:
            page.locator("#add").click()
        for row in page.locator("#seats li").all():
            if row.locator(f"input[value={level}]").count():
                row.locator(f"input[value={level}] + label").click()
        page.locator("#start").click()
        page.locator("body[data-phase]").wait_for()

    @property
    def board(self) -> Locator:
        """The board on the stage."""
        return self.page.locator("#boards .panel > svg")

    @property
    def confirm(self) -> Locator:
        """The button that makes the move."""
        return self.page.locator("[data-deed=confirm]")

    @property
    def moves(self) -> int:
        """How many moves have been made, as far as this page knows."""
        return int(self.page.evaluate("document.body.dataset.moves"))

    def wait_for_phase(self, *phases: str) -> str:
        """Wait until the table is in one of these phases, and say in which."""
        self.page.locator(", ".join(f"body[data-phase={phase}]" for phase in phases)).wait_for()
        return str(self.page.evaluate("document.body.dataset.phase"))

    def wait_for_turn(self) -> bool:
        """Wait until it is this browser's turn; False if the game is over."""
        while self.wait_for_phase("deciding", "over", "curtain") == "curtain":
            self.page.locator("#curtain button").click()
            self.page.locator("#curtain").wait_for(state="hidden")
        return self.wait_for_phase("deciding", "over") == "deciding"

    # ------------------------------------------------------------------ playing

    def touch(self, x: float, y: float) -> None:
        """Touch a point: by finger where there is one, else by mouse."""
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def consider(self) -> None:
        """Pick target after target until a move can be confirmed."""
        for _ in range(60):
            self.settle()
            if self.confirm.is_enabled():
                return
            targets = self.page.evaluate(OPEN_TARGETS)
            if not targets:
                self.bring_into_sight()
                targets = self.page.evaluate(OPEN_TARGETS)
            assert targets, "nothing can be picked, and nothing can be confirmed"
            x, y, _ = self.dice.choice(targets)
            self.touch(x, y)
        raise AssertionError("sixty picks, and no move")

    def settle(self) -> None:
        """Wait until the server has said how the picks look."""
        self.page.locator("body:not([data-asks])").wait_for()

    def bring_into_sight(self) -> None:
        """Scroll to a target that is out of sight."""
        self.page.locator(".panel [data-target][aria-pressed=false]:not(.shut)").first.evaluate(
            "node => node.scrollIntoView({ block: 'center', inline: 'center' })"
        )

    def move(self) -> None:
        """Make a move."""
        before = self.moves
        self.consider()
        self.confirm.click()
        self.page.locator(f"body:not([data-moves='{before}'])").wait_for()

    def play_to_the_end(self) -> None:
        """Play until the final score is shown."""
        for _ in range(400):
            if not self.wait_for_turn():
                break
            self.move()
        self.page.locator("#final-title").wait_for()
