"""The connection of a browser to a lesson, and the learner's side of the talk."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.websockets import WebSocket, WebSocketDisconnect

from cloudtop.core.errors import CloudtopError
from cloudtop.core.lesson import Answer, Attempt
from cloudtop.games import game as game_named
from cloudtop.web.limits import Whose
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.lesson import LEARNER, Classroom, LiveLesson
from cloudtop.web.live.tables import Tables
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.questions import common_refusal, target_of, touches
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.connection import (
    NO_ENTRY,
    NO_TABLE,
    TRY_LATER,
    dropping,
    part,
    read_in,
    spoken,
    write_out,
)
from cloudtop.web.socket.conversation import Conversation, Refused
from cloudtop.web.socket.messages import (
    BrowserMessage,
    Hello,
    Hint,
    Learn,
    Play,
    PlayDone,
    Review,
    Undo,
    UndoDone,
    WhyNot,
)
from cloudtop.web.tokens import new_token
from cloudtop.web.visitor import address_of, same_origin


async def connect_lesson(socket: WebSocket) -> None:
    """The connection of one browser to a lesson of its own, from hello to goodbye."""
    tables: Tables = socket.app.state.tables
    classroom: Classroom = socket.app.state.classroom
    try:
        await socket.accept()
    except WebSocketDisconnect:
        return
    who: dict[Whose, str] = {"address": address_of(socket)}
    if not same_origin(socket):
        await part(socket, "no-entry", NO_ENTRY)
        return
    paid = tables.limits.take("connect", who)
    if not paid or not classroom.welcomes(who["address"]) or not tables.limits.come(who):
        await part(socket, "slow-down", TRY_LATER)
        return
    try:
        await teach(socket, tables, classroom, who)
    finally:
        tables.limits.go(who)


async def teach(socket: WebSocket, tables: Tables, classroom: Classroom, who: Mapping[Whose, str]) -> None:
    """Give a lesson to somebody who has been let in, until one of the two goes."""
    try:
        game = game_named(socket.path_params["game"])
        steps = game.lessons().steps
        wanted = (step for step in steps if step.id == socket.query_params.get("step"))
        lesson = LiveLesson(game, next(wanted, steps[0]), tables.store, tables.thinkers, tables.asides)
    except (CloudtopError, IndexError):
        await part(socket, "no-lesson", NO_TABLE)
        return
    guest = Guest(LEARNER, spoken(socket), dropping(socket), who["address"], new_token())
    conversation = LessonConversation(lesson, guest)
    classroom.open[lesson] = guest
    lesson.come(guest)
    writing = asyncio.create_task(write_out(socket, guest))
    try:
        await read_in(socket, conversation, tables.limits, who)
    except WebSocketDisconnect:
        pass
    finally:
        writing.cancel()
        conversation.end()
        classroom.open.pop(lesson, None)


class LessonConversation(Conversation):
    """What a learner asks, and an answer to each: a try is answered by the lesson, and nothing is ever lost by it."""

    def __init__(self, lesson: LiveLesson, guest: Guest) -> None:
        super().__init__(lesson, guest)
        self.lesson = lesson

    async def act(self, asked: BrowserMessage) -> None:
        """Do what was asked."""
        if isinstance(asked, Learn):
            self.begin(asked)
        else:
            await super().act(asked)

    def tell_lesson(self) -> None:
        """Say where the learner stands."""
        self.guest.tell(self.lesson.told(self.guest.sight.lang))

    async def hello(self, asked: Hello) -> None:
        """Show the table and say where the learner stands."""
        await super().hello(asked)
        self.tell_lesson()

    def begin(self, asked: Learn) -> None:
        """Begin a step."""
        step = next((step for step in self.lesson.table.game.lessons().steps if step.id == asked.step), None)
        if step is None:
            raise Refused("no-lesson")
        self.lesson.begin(step)
        self.lesson.show(self.guest)
        self.tell_lesson()

    async def play(self, asked: Play) -> None:
        """Try a move; of several the first, since every one may be a task of its own."""
        lesson, seat = self.lesson, self.seat
        if (seat, asked.nonce) not in lesson.table.nonces:
            lesson.check_fresh(seat, asked.seq)
            if lesson.astray is not None or lesson.attempt.task is None:
                raise Refused("no-move")
            lesson.table.check(seat, asked.actions[:1])
            await lesson.attempt_move(asked.actions[0], asked.nonce, self.guest.sight.lang)
        self.guest.tell(PlayDone(asked.nonce))
        self.tell_lesson()

    async def undo(self, asked: Undo) -> None:
        """Take back what was not asked for."""
        if (self.seat, asked.nonce) not in self.lesson.table.nonces and not await self.lesson.take_back(asked.nonce):
            raise Refused("no-undo")
        self.guest.tell(UndoDone(asked.nonce))
        self.tell_lesson()

    async def why_not(self, asked: WhyNot) -> None:
        """Answer a try at something that may not be picked, as the lesson answers it."""
        seat, screen = self.considered(asked.seq)
        lesson, attempt, lang = self.lesson, self.lesson.attempt, self.guest.sight.lang
        if lesson.astray is not None or attempt.task is None:
            return
        answer = await self.aside(lambda moment: refused(moment, screen, seat, attempt, asked))
        # What was tried meanwhile has been answered.
        if lesson.attempt is attempt and lesson.table.fresh(seat, asked.seq):
            lesson.answer = answer or Answer("other", attempt.step.other.by(lang))
            self.tell_lesson()

    async def find_hint(self, asked: Hint) -> None:
        """There are no hints in a lesson: it shows what it asks for."""
        raise Refused("no-hint")

    async def review(self, asked: Review) -> None:
        """Nor are tries thought over: the lesson answers them."""
        raise Refused("no-hint")


def refused(moment: Moment, screen: Screen, seat: int, attempt: Attempt, asked: WhyNot) -> Answer | None:
    """What a step says to something that may not be picked: to a typical slip, or to the rule; None without one."""
    touched, lang = asked.target or target_of(moment, screen, seat, asked.panel, asked.items), screen.sight.lang
    if not touched:
        return None
    found = slip(moment, seat, attempt, {*asked.chosen, touched}, lang)
    if found is None and (rule := common_refusal(moment, seat, asked.chosen, touched)) is not None:
        return attempt.refusal(rule, (), lang)
    return found


def slip(moment: Moment, seat: int, attempt: Attempt, wanted: set[str], lang: str) -> Answer | None:
    """What a step says to a typical slip among the refused moves with these targets; None if there is none."""
    game, state = moment.game, moment.table.imagined(seat)
    every = touches(moment, seat).of
    for action in (action for action, targets in enumerate(every) if wanted.issubset(targets)):
        rule = state.why_not(seat, action)
        answer = None if rule is None else attempt.refusal(rule, [game.text(action)], lang)
        if answer is not None and answer.kind == "again":
            return answer
    return None
