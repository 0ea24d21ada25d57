"""One guest's side of a table: what is asked, and what is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocketDisconnect

from cloudtop.core.errors import BadLanguage, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.words import check_language
from cloudtop.store import StoreFault
from cloudtop.table import NotDealt, Stale, TableClosed
from cloudtop.table.blame import blamed
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.turns import Busy
from cloudtop.web.render.draft import after_plan, drafted, followed
from cloudtop.web.render.hinting import hinted
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.phrases import failure, rule_in_words
from cloudtop.web.render.questions import inspected, located, reason
from cloudtop.web.render.review import chosen, second_thought
from cloudtop.web.render.screen import Screen, replayed
from cloudtop.web.socket.messages import (
    BrowserMessage,
    Draft,
    Hello,
    Hint,
    Illegal,
    Inspect,
    Learn,
    Locate,
    MovedOn,
    Ping,
    Play,
    PlayDone,
    Pong,
    Replay,
    Review,
    Reviewed,
    Undo,
    UndoDone,
    Unseal,
    WhyNot,
    read_message,
)

LOG = logging.getLogger("cloudtop.web")
QUESTIONS = (Draft, WhyNot, Hint, Replay, Locate, Inspect, Review)
"""What takes a while to answer, and changes nothing."""

T = TypeVar("T")


class Refused(CloudtopError):
    """A message that cannot be answered as asked, with the key of the reason."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class Conversation:
    """What one guest asks of a table, a message at a time, and an answer to each."""

    __slots__ = ("asides", "guest", "live")

    def __init__(self, live: LiveTable, guest: Guest) -> None:
        self.live = live
        self.guest = guest
        self.asides: dict[type, asyncio.Task[None]] = {}
        """Questions of the guest that are being answered, the latest of each kind."""

    def read(self, text: str) -> BrowserMessage | None:
        """A message; None for one that is none, and the guest is told."""
        try:
            return read_message(text)
        except msgspec.DecodeError as error:
            self.refuse("bad-message", detail=str(error))
            return None

    async def answer(self, text: str) -> None:
        """Answer one message, however long that takes."""
        asked = self.read(text)
        if asked is not None:
            await self.settle(asked)

    async def settle(self, asked: BrowserMessage) -> None:
        """Do what was asked; what goes wrong is told, and changes nothing."""
        try:
            await self.act(asked)
        except Refused as error:
            self.refuse(error.code, asked)
        except Busy:
            self.refuse("slow-down", asked)
        except NotAMove:
            self.refuse("no-move", asked)
        except NotDealt:
            self.refuse("not-dealt", asked)
        except TableClosed:
            self.refuse("closed", asked)
        except BadLanguage as error:
            self.refuse("bad-language", asked, str(error))
        except Stale:
            self.count_refusal("stale", asked)
            self.guest.tell(MovedOn(self.live.table.seq, nonce_of(asked)))
            self.live.show(self.guest)
        except StoreFault:
            LOG.exception("table %s cannot be written", self.live.table.name)
            self.refuse("not-kept", asked)
        except WebSocketDisconnect:
            raise
        except (Exception, SystemExit) as error:
            LOG.exception("table %s could not answer", self.live.table.name)
            self.refuse("game-fault" if blamed(error) else "fault", asked)

    async def hear(self, asked: BrowserMessage) -> None:
        """Answer one message at once, or let a question be answered that takes a while."""
        if isinstance(asked, QUESTIONS):
            self.ask_aside(asked)
        else:
            await self.settle(asked)

    def ask_aside(self, asked: BrowserMessage) -> None:
        """Let a question be answered while the conversation goes on; a newer one of its kind takes its place."""
        self.leave(type(asked))
        task = asyncio.create_task(self.settle(asked))
        self.asides[type(asked)] = task
        task.add_done_callback(lambda done: self.answered(type(asked), done))

    def answered(self, kind: type, task: asyncio.Task[None]) -> None:
        """Forget a question that was answered."""
        if self.asides.get(kind) is task:
            del self.asides[kind]

    def leave(self, kind: type) -> None:
        """The guest no longer asks that."""
        if kind in self.asides:
            self.asides.pop(kind).cancel()

    def end(self) -> None:
        """The guest has gone, and asks nothing any more."""
        for kind in list(self.asides):
            self.leave(kind)

    def refuse(self, code: str, asked: BrowserMessage | None = None, detail: str | UnsetType = UNSET) -> None:
        """Say what is wrong with a message, in the guest's language."""
        self.count_refusal(code, asked)
        self.guest.tell(failure(code, self.guest.sight.lang, detail, nonce_of(asked)))

    def count_refusal(self, code: str, asked: BrowserMessage | None) -> None:
        """Count a move or an undo that was refused."""
        if isinstance(asked, Play | Undo):
            self.live.gauges.moves_refused.labels(code).inc()

    async def act(self, asked: BrowserMessage) -> None:
        """Do what was asked."""
        match asked:
            case Hello():
                await self.hello(asked)
            case Unseal():
                await self.live.greet(self.guest.holder, None, asked.cut)
            case Play():
                try:
                    await self.play(asked)
                except IllegalMove as error:
                    self.count_refusal("illegal", asked)
                    self.tell_illegal(error, asked.nonce)
            case Undo():
                await self.undo(asked)
            case Draft():
                await self.draft(asked)
            case WhyNot():
                await self.why_not(asked)
            case Hint():
                await self.find_hint(asked)
            case Replay():
                await self.replay(asked.at)
            case Locate():
                await self.locate(asked)
            case Inspect():
                await self.inspect(asked)
            case Review():
                await self.review(asked)
            case Learn():
                raise Refused("no-lesson")
            case Ping():
                self.guest.tell(Pong(self.live.table.seq))

    # ------------------------------------------------------------------ looking

    async def hello(self, asked: Hello) -> None:
        """Show the table from where the guest wants to look: one of its own seats, else as a spectator."""
        language = check_language(asked.lang)
        try:
            await self.live.greet(self.guest.holder, asked.sealed, asked.cut)
        except StoreFault:
            # Who comes may look, even if nothing can be kept.
            LOG.exception("table %s cannot be written", self.live.table.name)
            self.refuse("not-kept")
        except Stale:
            LOG.warning("table %s was written by somebody else", self.live.table.name)
        mine = self.live.table.held_by(self.guest.holder)
        you = asked.near if asked.near in mine else mine[0] if len(mine) == 1 else None
        # What is shown is kept for all who look the same way: nobody makes up ways to look.
        form = asked.form if f"form.{asked.form}" in self.live.table.game.words() else ""
        self.guest.sight = Sight(you, language, asked.side, form, asked.told)
        self.live.show(self.guest, asked.since)
        for told in self.live.notices(self.live, language):
            self.guest.tell(told)

    async def replay(self, at: int) -> None:
        """Show the table after so many moves."""
        if at > len(self.live.table.log) or not self.live.table.dealt:
            raise Refused("no-such-move")
        sight = self.guest.sight
        self.guest.tell(await self.aside(lambda moment: replayed(moment.table, sight, at)))

    async def locate(self, asked: Locate) -> None:
        """Show where a line of a score sheet comes from."""
        sight = self.guest.sight
        found = await self.aside_at(asked.at, lambda then: located(then, sight, asked.seat, asked.line, asked.at))
        if found is None:
            raise Refused("no-such-line")
        self.guest.tell(found)

    async def inspect(self, asked: Inspect) -> None:
        """Tell about a piece, a card or a token."""
        sight = self.guest.sight
        self.guest.tell(await self.aside_at(asked.at, lambda then: inspected(then, sight, asked.panel, asked.items)))

    async def aside_at(self, at: int | None, work: Callable[[Moment], T]) -> T:
        """What is found beside the loop, from the table after so many moves; None asks for it as it is now."""
        if at is not None and at > len(self.live.table.log):
            raise Refused("no-such-move")
        return await self.aside(lambda moment: work(moment if at is None else earlier(moment, at)))

    # ------------------------------------------------------------------ playing

    @property
    def seat(self) -> int:
        """The seat that the guest looks and acts from."""
        you = self.guest.sight.you
        if you is None or self.guest.holder not in self.live.table.seats[you].holders:
            raise Refused("no-seat")
        return you

    async def play(self, asked: Play) -> None:
        """Make the moves of a turn and say so; `IllegalMove` if one is not legal."""
        await self.live.play(self.seat, asked.seq, asked.actions, asked.nonce)
        self.guest.tell(PlayDone(asked.nonce))

    async def undo(self, asked: Undo) -> None:
        """Take back the seat's last decision and say so."""
        if not await self.live.undo(self.seat, asked.seq, asked.nonce):
            raise Refused("no-undo")
        self.guest.tell(UndoDone(asked.nonce))

    def tell_illegal(self, error: IllegalMove, nonce: str) -> None:
        """Say which rule forbids a move."""
        self.guest.tell(Illegal(rule_in_words(self.live.table.game, error.rule, self.guest.sight.lang), nonce))

    # ------------------------------------------------------------------ considering

    def considered(self, seq: int) -> tuple[int, Screen]:
        """The seat that considers its present decision, and what it has on its screen."""
        seat, screen = self.seat, self.guest.screen
        if screen is None:
            raise Refused("no-hello")
        self.live.check_fresh(seat, seq)
        return seat, screen

    async def aside(self, work: Callable[[Moment], T]) -> T:
        """What is found beside the loop, from the table as it is now."""
        return await self.live.aside(self.guest.asker(self.live.table.name), work)

    async def considered_aside(self, seq: int, work: Callable[[Moment, Screen, int], T]) -> T:
        """What is found beside the loop about a seat's present decision; anew if its screen has changed meanwhile."""
        while True:
            seat, screen = self.considered(seq)
            found = await self.aside(partial(considering, work, screen, seat))
            if self.guest.screen is not None and self.guest.screen.panels is screen.panels:
                return found

    async def draft(self, asked: Draft) -> None:
        """Show how the table would look after a plan."""
        self.guest.tell(
            await self.considered_aside(asked.seq, lambda moment, screen, seat: drafted(moment, screen, seat, asked))
        )

    async def why_not(self, asked: WhyNot) -> None:
        """Tell why something may not be picked."""
        self.guest.tell(
            await self.considered_aside(asked.seq, lambda moment, screen, seat: reason(moment, screen, seat, asked))
        )

    async def find_hint(self, asked: Hint) -> None:
        """Tell what a strong player would do after a plan."""
        seat, screen = self.considered(asked.seq)
        table, seq, plan = self.live.table, self.live.table.seq, asked.plan
        imagined = await self.aside(lambda moment: followed(moment, seat, plan).state)
        if not imagined.legal(seat):
            raise Refused("no-hint")
        try:
            found = await self.live.thinkers.advise(imagined, seat, seq, self.guest.asker(table.name))
        except Exception:
            LOG.exception("no hint was found at table %s", table.name)
            raise Refused("bot-fault") from None
        # A hint that comes too late is no longer wanted.
        if table is self.live.table and table.fresh(seat, seq):
            self.guest.tell(
                await self.aside(lambda moment: hinted(after_plan(moment, seat, plan), screen, seat, found))
            )

    async def review(self, asked: Review) -> None:
        """Think a choice over while the game goes on, and tell what would have been much better; else nothing."""
        seat, _ = self.considered(asked.seq)
        table, seq, lang = self.live.table, self.live.table.seq, self.guest.sight.lang
        choice = await self.aside(lambda moment: chosen(moment, seat, asked.plan))
        if choice is None:
            return
        try:
            asker = self.guest.asker(table.name)
            found = await self.live.thinkers.advise(choice.before, choice.seat, seq, asker)
        except Exception:
            LOG.exception("a choice at table %s could not be thought over", table.name)
            return
        text = second_thought(choice, found, lang)
        if text:
            self.guest.tell(Reviewed(seq, text))


def nonce_of(asked: BrowserMessage | None) -> str | UnsetType:
    """The nonce of a message that asks for moves; of any other nothing."""
    return asked.nonce if isinstance(asked, Play | Undo) else UNSET


def earlier(moment: Moment, at: int) -> Moment:
    """A table after so many moves."""
    return Moment(moment.table, moment.table.position(at))


def considering(work: Callable[[Moment, Screen, int], T], screen: Screen, seat: int, moment: Moment) -> T:
    """What is found about a seat's decision."""
    return work(moment, screen, seat)
