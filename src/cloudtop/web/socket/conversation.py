"""One guest's side of a table: what is asked, and what is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocketDisconnect

from cloudtop.core.errors import BadLanguage, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.words import check_language
from cloudtop.store import StoreFault
from cloudtop.table import Stale
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render.draft import after_plan, drafted, followed
from cloudtop.web.render.hinting import hinted
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.phrases import rule_in_words, server_words
from cloudtop.web.render.preview import inspected, located, reason
from cloudtop.web.render.review import Choice, chosen, second_thought
from cloudtop.web.render.screen import Screen, replayed
from cloudtop.web.socket.messages import (
    BrowserMessage,
    Draft,
    Failure,
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
    WhyNot,
    read_message,
)

LOG = logging.getLogger("cloudtop.web")


class Refused(CloudtopError):
    """A message that cannot be answered as asked, with the key of the reason."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class Conversation:
    """What one guest asks of a table, a message at a time, and an answer to each."""

    def __init__(self, live: LiveTable, guest: Guest) -> None:
        self.live = live
        self.guest = guest
        self.hint: asyncio.Task[None] | None = None
        self.review: asyncio.Task[None] | None = None

    async def answer(self, text: str) -> None:
        """Answer one message; what goes wrong is told, and changes nothing."""
        try:
            await self.act(read_message(text))
        except msgspec.DecodeError as error:
            self.refuse("bad-message", str(error))
        except Refused as error:
            self.refuse(error.code)
        except NotAMove:
            self.refuse("no-move")
        except BadLanguage as error:
            self.refuse("bad-language", str(error))
        except Stale:
            self.guest.tell(MovedOn(self.live.table.seq))
            self.live.show(self.guest)
        except StoreFault:
            LOG.exception("table %s cannot be written", self.live.table.name)
            self.refuse("not-kept")
        except WebSocketDisconnect:
            raise
        except Exception:
            LOG.exception("table %s could not answer", self.live.table.name)
            self.refuse("fault")

    def refuse(self, code: str, detail: str | UnsetType = UNSET) -> None:
        """Say what is wrong, in the guest's language."""
        self.guest.tell(Failure(code, server_words(self.guest.sight.lang)(f"error.{code}"), detail))

    async def act(self, asked: BrowserMessage) -> None:
        """Do what was asked."""
        match asked:
            case Hello():
                self.hello(asked)
            case Play():
                await self.play(asked)
            case Undo():
                await self.undo(asked)
            case Draft():
                self.draft(asked)
            case WhyNot():
                self.why_not(asked)
            case Hint():
                self.begin_hint(asked)
            case Replay():
                self.replay(asked.at)
            case Locate():
                self.locate(asked)
            case Inspect():
                self.inspect(asked)
            case Review():
                self.begin_review(asked)
            case Learn():
                raise Refused("no-lesson")
            case Ping():
                self.guest.tell(Pong(self.live.table.seq))

    # ------------------------------------------------------------------ looking

    def hello(self, asked: Hello) -> None:
        """Show the table from where the guest wants to look: one of its own seats, else as a spectator."""
        mine = self.live.table.held_by(self.guest.holder)
        you = asked.near if asked.near in mine else mine[0] if len(mine) == 1 else None
        self.guest.sight = Sight(you, check_language(asked.lang), asked.side, asked.form)
        self.live.show(self.guest, asked.since)

    def replay(self, at: int) -> None:
        """Show the table after so many moves."""
        if at > len(self.live.table.log):
            raise Refused("no-such-move")
        self.guest.tell(replayed(self.live.table, self.live.chronicle, self.guest.sight, at))

    def moment_at(self, at: int | None) -> Moment:
        """The table after so many moves; None asks for it as it is now."""
        table = self.live.table
        if at is None or at == len(table.log):
            return self.live.moment
        if at > len(table.log):
            raise Refused("no-such-move")
        return Moment(table, table.position(at))

    def locate(self, asked: Locate) -> None:
        """Show where a line of a score sheet comes from."""
        found = located(self.moment_at(asked.at), self.guest.sight, asked.seat, asked.line, asked.at)
        if found is None:
            raise Refused("no-such-line")
        self.guest.tell(found)

    def inspect(self, asked: Inspect) -> None:
        """Tell about a piece, a card or a token."""
        self.guest.tell(inspected(self.moment_at(asked.at), self.guest.sight, asked.panel, asked.items))

    # ------------------------------------------------------------------ playing

    @property
    def seat(self) -> int:
        """The seat that the guest looks and acts from."""
        you = self.guest.sight.you
        if you is None or you not in self.live.table.held_by(self.guest.holder):
            raise Refused("no-seat")
        return you

    async def play(self, asked: Play) -> None:
        """Make the moves of a turn and say so; an illegal one is answered with its rule."""
        try:
            await self.live.play(self.seat, asked.seq, asked.actions, asked.nonce)
        except IllegalMove as error:
            self.tell_illegal(error, asked.nonce)
        else:
            self.guest.tell(PlayDone(asked.nonce))

    async def undo(self, asked: Undo) -> None:
        """Take back the seat's last decision and say so."""
        if not await self.live.undo(self.seat, asked.seq, asked.nonce):
            raise Refused("no-undo")
        self.guest.tell(UndoDone(asked.nonce))

    def tell_illegal(self, error: IllegalMove, nonce: str | None = None) -> None:
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

    def draft(self, asked: Draft) -> None:
        """Show how the table would look after a plan."""
        seat, screen = self.considered(asked.seq)
        self.guest.tell(drafted(self.live.moment, screen, seat, asked))

    def why_not(self, asked: WhyNot) -> None:
        """Tell why something may not be picked."""
        seat, screen = self.considered(asked.seq)
        self.guest.tell(reason(self.live.moment, screen, seat, asked))

    def begin_hint(self, asked: Hint) -> None:
        """Let a hint be found while the conversation goes on; one at a time."""
        seat, _ = self.considered(asked.seq)
        if not after_plan(self.live.moment, seat, asked.plan).legal(seat):
            raise Refused("no-hint")
        if self.hint is not None and not self.hint.done():
            raise Refused("slow-down")
        self.hint = asyncio.create_task(self.find_hint(seat, asked.plan))

    async def find_hint(self, seat: int, plan: Sequence[int]) -> None:
        """Tell what a strong player would do after a plan."""
        table, seq = self.live.table, self.live.table.seq
        try:
            found = await self.live.thinkers.advise(followed(self.live.moment, seat, plan).state, seat, seq)
            # A hint that comes too late is no longer wanted.
            if table is self.live.table and table.fresh(seat, seq) and self.guest.screen is not None:
                self.guest.tell(hinted(after_plan(self.live.moment, seat, plan), self.guest.screen, seat, found))
        except Exception:
            LOG.exception("no hint was found at table %s", table.name)
            self.refuse("bot-fault")

    def begin_review(self, asked: Review) -> None:
        """Let a choice be thought over while the game goes on; one at a time, and what comes meanwhile is let go."""
        seat, _ = self.considered(asked.seq)
        choice = chosen(self.live.moment, seat, asked.plan)
        if choice is not None and (self.review is None or self.review.done()):
            self.review = asyncio.create_task(self.find_review(choice, self.live.table.seq))

    async def find_review(self, choice: Choice, seq: int) -> None:
        """Tell what would have been much better; nothing if nothing was, or if nobody could find out."""
        try:
            found = await self.live.thinkers.advise(choice.before, choice.seat, seq)
        except Exception:
            LOG.exception("a choice at table %s could not be thought over", self.live.table.name)
            return
        text = second_thought(choice, found, self.guest.sight.lang)
        if text:
            self.guest.tell(Reviewed(seq, text))
