"""Telling moments of real games: turns with something to say, deeds of others that can be seen, ends."""

from __future__ import annotations

import asyncio
from random import Random
from typing import NamedTuple

from tests.support.web.visitors import BOT, ME, House, Line, Visitor, until

from cloudtop.bots import Perspective, bot
from cloudtop.core.state import State
from cloudtop.web.live import bots, playing, tables
from cloudtop.web.live.bots import NOBODY, OnTheSpot
from cloudtop.web.live.turns import Asker
from cloudtop.web.render.draft import after_plan, brought, followed, played
from cloudtop.web.render.moment import Moment

PLAYER = "gale"
"""Who plays for everybody: quick, and its boards look like those of people."""
LATE = 0.55
"""From this part of a game on a board is full enough to be shown."""
OPENINGS, TRIES = 60, 12
"""So many moves are tried first, and so many in every step after it."""
WORTH = 4
"""So many points are worth a picture, unless a game has worse to tell."""
HARM = {"cloudy-kingdom": 2, "strange-world": 1}
"""Games in which a move can do harm to whoever makes it: that is shown."""


def same_chance(seed: str) -> None:
    """From now on the same is dealt and chosen whenever pictures are made."""
    dice = Random(seed)
    tables.new_shuffle = lambda: f"{dice.getrandbits(256):064x}"
    for module in (bots, playing):
        module.new_seed = lambda: dice.getrandbits(128)


class Held(OnTheSpot):
    """Bots that wait to be let go: as many moves as they are allowed, then none."""

    def __init__(self) -> None:
        self.allowed: float = float("inf")
        self.waiting: dict[int, int] = {}
        """By seat, the moves that wait now."""

    async def choose(self, level: str, imagined: State, seat: int, asker: Asker = NOBODY) -> int:
        """A legal move of the seat, as soon as one is allowed."""
        action = await super().choose(PLAYER, imagined, seat, asker)
        self.waiting[seat] = action
        while self.allowed < 1:
            await asyncio.sleep(0.01)
        self.allowed -= 1
        del self.waiting[seat]
        return action


class Plan(NamedTuple):
    """A turn that is drafted."""

    actions: tuple[int, ...]
    picks: tuple[tuple[str, ...], ...]
    """What is touched for each of its moves."""
    harm: int
    """2 if it loses the game at once, 1 if it brings anything else that is bad."""
    points: int


class Match:
    """A table where somebody plays against two bots, seen from outside."""

    def __init__(self, house: House, held: Held, visitor: Visitor, game: str) -> None:
        self.house, self.held, self.visitor, self.game = house, held, visitor, game
        held.allowed = float("inf")
        seats = [{**BOT, "level": level} for level in ("breeze", "gale")]
        self.table: str = visitor.open(game, ME, *seats)["table"]
        self.line: Line = visitor.connect(self.table, {})
        self.line.dealt()
        self.dice = Random(game)
        self.turns = 0
        """How many decisions were one's own so far."""

    @property
    def moment(self) -> Moment:
        """The table as it stands."""
        table = self.house.tables.live[self.table].result().table
        return Moment(table, table.state)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.moment.state

    def move(self) -> bool:
        """Make a move as soon as it is one's turn; False if the game is over."""
        self.line.my_turn()
        if self.line.outcome is not None:
            return False
        self.line.play(bot(PLAYER).choose(Perspective(self.state, 0), self.dice))
        self.turns += 1
        return True

    def finish(self) -> int:
        """Play to the end; how many decisions it took."""
        self.held.allowed = float("inf")
        while self.move():
            pass
        return self.turns

    def telling(self, late: int) -> Plan | None:
        """Play on, from so many decisions on until a turn is worth a picture; None if the game ended before."""
        while True:
            self.line.my_turn()
            if self.line.outcome is not None:
                return None
            begins = bool(self.line.log) and self.line.log[-1]["seat"] != self.line.you
            if begins and self.turns >= late and (plan := self.plan()) is not None:
                return plan
            self.move()

    def plan(self) -> Plan | None:
        """The most telling turn that can be drafted now, if there is one."""
        first = as_they_lie(self.moment)
        tried = self.dice.sample(first, min(OPENINGS, len(first)))
        plans = [self.drafted(action, picks) for action, picks in tried]
        wanted = HARM.get(self.game, 0)
        if wanted:
            return next((plan for plan in plans if plan.harm == wanted), None)
        best = max(plans, key=lambda plan: plan.points * len(plan.actions))
        return best if best.points >= WORTH else None

    def drafted(self, action: int, picks: tuple[str, ...]) -> Plan:
        """A turn that begins like this, taken on to its end by what adds most."""
        plan = self.weighed((action,), (picks,))
        while followed(self.moment, 0, plan.actions).last is None:
            then = as_they_lie(after_plan(self.moment, 0, plan.actions))
            if not then:
                break
            more = [self.weighed((*plan.actions, next), (*plan.picks, row)) for next, row in then[:TRIES]]
            plan = max(more, key=lambda one: one.points)
        return plan

    def weighed(self, actions: tuple[int, ...], picks: tuple[tuple[str, ...], ...]) -> Plan:
        """A draft with what it brings."""
        moment = self.moment
        after = played(moment.table.imagined(0), 0, actions)
        outcome = after.outcome()
        bad = any(one.good is False for one in brought(moment, 0, actions, "en"))
        harm = 2 if outcome is not None and 0 not in outcome.winners else int(bad)
        return Plan(actions, picks, harm, after.scores()[0] - moment.scores()[0])

    def await_deed(self) -> bool:
        """Go on until a bot is about to do something that all can see; False if the game is over by then."""
        while True:
            self.held.allowed = 0
            self.line.my_turn()
            if not self.move():
                return False
            while not self.line.actions:
                until(lambda: self.held.waiting or self.state.outcome() is not None or 0 in self.state.turn())
                if not self.held.waiting:
                    break
                if not any(self.state.secret(seat, action) for seat, action in self.held.waiting.items()):
                    return True
                self.held.allowed = 1
                until(lambda: self.held.allowed < 1)
                self.line.ask("ping", "pong")
            self.held.allowed = float("inf")

    def let_go(self) -> None:
        """Let the bot that waits make its move."""
        self.held.allowed = 1


def as_they_lie(moment: Moment) -> list[tuple[int, tuple[str, ...]]]:
    """The moves of the first seat and what is touched for them; of those that differ in how a piece lies, one."""
    found: dict[tuple[str, ...], int] = {}
    for action in moment.legal(0):
        picks = tuple(target for target in moment.touched(0, action) if not target.startswith("turn:"))
        found.setdefault(picks, action)
    return [(action, picks) for picks, action in found.items()]
