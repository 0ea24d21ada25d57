"""Taps without a table on the screen: the page's own picking, in a browser, and the server's answers to its drafts."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page
from tests.support.web.browsing import script

import cloudtop
from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.draft import after_plan, drafted
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.questions import common_refusal, touches
from cloudtop.web.render.screen import Screen, seen
from cloudtop.web.socket.messages import Decision, Draft, Drafted

BEGIN = """async ([script, moves]) => {
  const { Draft } = await import(script);
  window.draft = new Draft(moves);
  window.told = (answer) => ({
    answer, plan: draft.plan, chosen: draft.picks.chosen, ready: draft.ready, waiting: draft.waiting, lost: draft.lost,
    taken: [...new Set([draft.picks, ...draft.steps.map((step) => step.picks)].flatMap((picks) => [...picks.targets]))],
    fits: !draft.picks.moves.length || draft.picks.fitting().length > 0,
  });
  return window.told('');
}"""
TAP = "(target) => told(draft.tap(target))"
MISS = "(targets) => targets.map((target) => draft.tap(target))"
AT_ONCE = 12
"""So many targets are missed at one moment."""
FOLLOW = "([moves, ready]) => told(String(draft.follow(moves, ready)))"


def sent(decision: Decision | None) -> list[dict[str, Any]]:
    """The moves of a decision as the scripts have them."""
    number, moves = 0, []
    for move in decision.actions if decision else ():
        number += move.step
        moves.append({"action": number, "targets": move.targets, "notation": move.notation, "words": move.words})
    return moves


class Tapper:
    """Somebody who taps at a table where bots of no skill play the other seats."""

    def __init__(self, page: Page, game: str, players: int, seed: int) -> None:
        self.page = page
        self.dice = Random(seed)
        self.table = Table.open(cloudtop.game(game), players=players, seed=seed)
        self.chronicle = Chronicle(self.table)
        self.seat = 0
        if self.page.url == "about:blank":
            self.page.goto("/")
        self.told: dict[str, Any] = {}
        self.drafted: Drafted | None = None
        self.begin()

    # ------------------------------------------------------------------ the table

    def begin(self) -> None:
        """Let the others play until there is something to tap; whoever decides first is the one who taps."""
        self.seat = self.table.state.turn()[0]
        self.moment = Moment(self.table, self.table.state)
        self.after: dict[tuple[int, ...], Moment] = {}
        self.sight = Sight(self.seat, "en", 0)
        self.screen: Screen = seen(self.moment, self.chronicle, self.sight, frozenset({0}))
        moves = sent(self.moment.shown(self.sight).decision)
        self.told = self.page.evaluate(BEGIN, [script(self.page, "draft.js"), moves])
        self.drafted = None
        self.settle()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def play(self) -> None:
        """Make the moves of the draft."""
        for action in self.told["plan"]:
            self.table.play(self.seat, action)
        if not self.over:
            self.begin()

    # ------------------------------------------------------------------ taps

    def tap(self, target: str) -> str:
        """Tap a target; the server says what can follow."""
        self.told = self.page.evaluate(TAP, target)
        answer: str = self.told["answer"]
        if answer != "refused":
            self.settle()
        return answer

    def settle(self) -> None:
        """Ask the server as the page does, until the draft stands."""
        while self.told["plan"] or self.told["chosen"]:
            asked = Draft(seq=self.moment.seq, plan=self.told["plan"], chosen=self.told["chosen"])
            self.drafted = drafted(self.moment, self.screen, self.seat, asked)
            assert list(self.drafted.plan) == self.told["plan"], "the server left out what the page had drafted"
            self.told = self.page.evaluate(FOLLOW, [sent(self.drafted.decision), self.drafted.ready])
            if self.told["answer"] != "true":
                break

    @property
    def open_targets(self) -> list[str]:
        """Every target that belongs to a move of the present step or of one before it."""
        return list(self.told["taken"])

    @property
    def shut_targets(self) -> list[str]:
        """Every other target of the game."""
        return [target for target in touches(self.then(), self.seat).by_target if target not in self.told["taken"]]

    def then(self) -> Moment:
        """The table after the moves of the draft that can be told apart from what is picked."""
        plan = tuple(self.told["plan"][:-1] if self.told["ready"] else self.told["plan"])
        if plan not in self.after:
            self.after = {plan: after_plan(self.moment, self.seat, plan)}
        return self.after[plan]

    def why_not(self, target: str) -> tuple[str | None, set[str | None]]:
        """The rule that is told for a target, and those that forbid the moves which have it."""
        then = self.then()
        told = common_refusal(then, self.seat, self.told["chosen"], target)
        imagined = then.state if then.plan else self.table.imagined(self.seat)
        actions = touches(then, self.seat).by_target[target]
        return told, {imagined.why_not(self.seat, action) for action in actions}

    # ------------------------------------------------------------------ a usual turn

    def turn(self) -> list[int]:
        """Make a random turn by the fewest taps; how many each of its moves took."""
        taps: list[int] = []
        while not self.told["ready"]:
            before = len(self.told["plan"])
            moment = after_plan(self.moment, self.seat, self.told["plan"])
            action = self.dice.choice(moment.legal(self.seat))
            count = 0
            for target in moment.touched(self.seat, action):
                if len(self.told["plan"]) > before:
                    break
                if not target.startswith("turn:") and target not in self.told["chosen"]:
                    self.tap(target)
                    count += 1
            taps.append(count)
        return taps


def tapped_at_random(tapper: Tapper, taps: int) -> int:
    """Tap anything that is open, in any order: none is refused, and every set of picks belongs to a legal move."""
    made = 0
    while made < taps and not tapper.over:
        targets = tapper.open_targets
        if not targets or (tapper.told["ready"] and tapper.dice.random() < 0.2):
            tapper.play()
            continue
        target = tapper.dice.choice(targets)
        assert tapper.tap(target) != "refused", target
        assert tapper.told["fits"], (target, tapper.told["chosen"])
        made += 1
    return made


def missed_at_random(tapper: Tapper, taps: int) -> int:
    """Tap anything that is not open: each is refused, with a rule that forbids a move which has it."""
    made = 0
    while made < taps and not tapper.over:
        shut = tapper.shut_targets
        missed = tapper.dice.sample(shut, min(len(shut), AT_ONCE, taps - made))
        assert set(tapper.page.evaluate(MISS, missed)) <= {"refused"}, missed
        for target in missed:
            told, true = tapper.why_not(target)
            assert told is not None, target
            assert told in true, (target, told, true)
        made += len(missed)
        open_targets = tapper.open_targets
        if tapper.told["ready"] or not open_targets:
            tapper.play()
        else:
            tapper.tap(tapper.dice.choice(open_targets))
    return made
