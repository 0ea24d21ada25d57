"""A lesson in play: a table of its own for one connection, kept in memory alone and never written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from cloudtop.core.game import Game
from cloudtop.core.lesson import Answer, Attempt, Step
from cloudtop.core.state import State
from cloudtop.core.teller import Counted, Where
from cloudtop.store import Store
from cloudtop.table import Table
from cloudtop.table.events import Event, Opened, Place, Played, TakenBack
from cloudtop.web.limits import LESSONS
from cloudtop.web.live.aside import Aside
from cloudtop.web.live.bots import Thinkers
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.phrases import rule_in_words
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import LessonTold

LEARNER = "learner"
"""Who holds the learner's seat: nobody else comes to this table."""
OPPONENT = "calm"
"""Whose name the others bear; what they do is written in the lesson."""


class Classroom:
    """All lessons that are open."""

    def __init__(self) -> None:
        self.open: dict[LiveLesson, Guest] = {}
        """Who learns in each, in the order in which they came."""

    def welcomes(self, address: str) -> bool:
        """Whether there is room for one more from there.

        Where there is none, the address that has the most lessons gives up its oldest for one that has fewer: nobody
        fills the classroom alone.
        """
        if len(self.open) < LESSONS:
            return True
        learners = Counter(guest.address for guest in self.open.values())
        [(fullest, most)] = learners.most_common(1)
        if learners[address] + 1 >= most:
            return False
        oldest = next(lesson for lesson, guest in self.open.items() if guest.address == fullest)
        self.open.pop(oldest).lose()
        return True


class LessonTable(Table):
    """A table in the position of a step."""

    def __init__(self, game: Game, step: Step, seq: int) -> None:
        """The table goes on counting events where the one before it ended."""
        self.step = step
        state: State = game.load(step.position)
        places = [
            Place("me", holder=LEARNER) if seat == step.seat else Place("bot", level=OPPONENT)
            for seat in range(state.players)
        ]
        super().__init__("", Opened(game.name, state.terms.rules, dict(state.options), places, None), game)
        self.seq = seq
        self.due = [seq] * len(places)

    def _start(self) -> State:
        state: State = self.game.load(self.step.position)
        return state


class LiveLesson(LiveTable):
    """A lesson at a table: what is tried, what is said to it, and what was not asked for and has to be taken back."""

    def __init__(self, game: Game, step: Step, store: Store, thinkers: Thinkers, asides: Aside | None = None) -> None:
        super().__init__(LessonTable(game, step, 0), store, thinkers, 0.0, asides=asides)
        self.begin(step)

    def begin(self, step: Step) -> None:
        """Begin a step."""
        game = self.table.game
        self.table = LessonTable(game, step, self.table.seq + 1)
        self.chronicle = Chronicle(self.table)
        self.attempt = Attempt(game, step)
        self.answer: Answer | None = None
        self.gained = 0
        self.where: Where | None = None
        """Where that is seen."""
        self.astray: int | None = None
        """How many moves stand once what was not asked for is taken back; None where everything was asked for."""

    async def write(self, *events: Event, actions: Sequence[int] = ()) -> None:
        """Let events happen. Nothing is written: a lesson is nobody's game."""
        for event, action in zip_longest(events, actions):
            self.table.apply(event, action)

    def wake_bots(self) -> None:
        """What the others do is written in the lesson."""

    def screen(self, sight: Sight, here: frozenset[int]) -> Screen:
        """What the learner sees: no end of the game, and nothing to decide but the task."""
        screen = super().screen(sight, here)
        decides = self.astray is None and self.attempt.task is not None
        decision = screen.decision if decides else None
        if decision is not None:
            decision = replace(decision, undo=False)
        return replace(screen, decision=decision, outcome=None)

    # ------------------------------------------------------------------ trying

    async def attempt_move(self, action: int, nonce: str, language: str) -> None:
        """Try a legal move: what is asked for is made and replied to, anything else is made to be looked at."""
        seat, before = self.attempt.step.seat, self.table.state.copy()
        self.answer = self.attempt.answer(action, language)
        if self.answer.kind == "good":
            made = self.attempt.make(action)
        else:
            self.astray = len(self.table.log)
            made = [(seat, action)]
        for number, (mover, move) in enumerate(made):
            await self.write(Played(mover, self.table.game.text(move), "" if number else nonce), actions=[move])
            if not number and self.table.points:
                self.gained = self.table.state.scores()[seat] - before.scores()[seat]
                self.where = gained_where(self.table.game, before, seat, action, self.table.state)
            await self.broadcast()

    async def take_back(self, nonce: str) -> bool:
        """Take back what was not asked for; False if everything was."""
        if self.astray is None:
            return False
        seat, keep = self.attempt.step.seat, self.astray
        self.astray = self.answer = None
        await self.write(TakenBack(seat, keep, nonce))
        await self.broadcast()
        return True

    # ------------------------------------------------------------------ what is said

    def told(self, language: str) -> LessonTold:
        """Where the learner stands, and what is said to the last try."""
        attempt, answer, game = self.attempt, self.answer, self.table.game
        task, seat = attempt.task, attempt.step.seat
        view = attempt.state.view(seat)
        mood = "task" if answer is None else answer.kind
        asking = task is not None and self.astray is None
        where = self.where if answer is not None and answer.kind == "good" else None
        return LessonTold(
            step=attempt.step.id,
            coach=attempt.step.coach.by(language),
            task="" if task is None else task.task.by(language),
            mood="done" if task is None else mood,
            said="" if answer is None else answer.text,
            rule=rule_in_words(game, f"{game.name}/{answer.rule}", language) if answer and answer.rule else None,
            points=self.gained if answer is not None and answer.kind == "good" else 0,
            panel="" if where is None else where.panel,
            counted=() if where is None else where.counted,
            back=self.astray is not None,
            asked=tuple(game.targets(view, action) for action in attempt.accepted()) if asking else (),
            show=attempt.shown() if asking else None,
        )


def gained_where(game: Game, before: State, seat: int, action: int, after: State) -> Where | None:
    """Where the points of a move are seen, in parts that add up to them; None where it brought none.

    Where the score sheets cannot tell, all of it stands at what the move itself shows.
    """
    points = after.scores()[seat] - before.scores()[seat]
    if not points:
        return None
    was, now = counted_on(game, before, seat), counted_on(game, after, seat)
    # A row that has grown begins with the same item: only what it grew by is new.
    parts = {place: now.get(place, ((), 0))[1] - was.get(place, ((), 0))[1] for place in {**now, **was}}
    panels = {panel for (panel, _), worth in parts.items() if worth}
    if len(panels) == 1 and sum(parts.values()) == points:
        counted = (Counted((now if place in now else was)[place][0], worth) for place, worth in parts.items() if worth)
        return Where(panels.pop(), tuple(counted))
    deed = game.tell(before, seat, game.moves[action], after, game.words())
    return Where(deed.panel, (Counted(deed.marks, points),)) if deed and deed.marks else None


def counted_on(game: Game, state: State, seat: int) -> dict[tuple[str, str], tuple[tuple[str, ...], int]]:
    """What a seat's points are counted on, by panel and first item: all items, and points."""
    found: dict[tuple[str, str], tuple[tuple[str, ...], int]] = {}
    view = state.view(seat)
    for line in state.score_sheet(seat).lines:
        if (where := game.where(view, seat, line)) is None:
            continue
        for part in where.counted:
            items, points = found.get((where.panel, part.items[0]), ((), 0))
            found[where.panel, part.items[0]] = (max(items, part.items, key=len), points + part.points)
    return found
