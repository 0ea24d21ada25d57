"""The guests of a table: open connections, and what each has on its screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cloudtop.web.limits import UNREAD, WAITING, WAITING_LETTERS
from cloudtop.web.live.turns import Asker
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import ServerMessage, write_message


class Outbox:
    """What waits to be sent to one guest, and whoever waits to send it; an empty one takes hardly any memory."""

    __slots__ = ("called", "texts")

    def __init__(self) -> None:
        self.texts: list[str | None] = []
        self.called: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many wait."""
        return len(self.texts)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.texts

    def put_nowait(self, text: str | None) -> None:
        """Let one more wait; None is the end."""
        self.texts.append(text)
        if self.called is not None and not self.called.done():
            self.called.set_result(None)

    def get_nowait(self) -> str | None:
        """The one that has waited longest."""
        return self.texts.pop(0)

    async def get(self) -> str | None:
        """The same, as soon as there is one."""
        while not self.texts:
            self.called = asyncio.get_running_loop().create_future()
            try:
                await self.called
            finally:
                self.called = None
        return self.texts.pop(0)


class Guest:
    """One open connection: a browser, what it may be, and what it has on its screen.

    Messages wait in a queue of the guest's own, so that a slow one holds up nobody else; one for whom too much
    waits is lost at once, and nothing waits for it any more.
    """

    __slots__ = ("address", "drop", "holder", "letters", "lost", "owner", "read", "screen", "sight", "waiting")

    def __init__(
        self,
        holder: str,
        lang: str = "en",
        drop: Callable[[], None] | None = None,
        address: str = "",
        owner: str = "",
    ) -> None:
        """A guest known by the hash of its token; `drop` closes its connection without waiting for it to read.

        What it asks has its turn by its address, and there by its owner: its holder, unless another is named.
        """
        self.holder = holder
        self.owner = owner or holder
        self.address = address
        self.drop = drop
        self.sight = Sight(None, lang, 0)
        self.screen: Screen | None = None
        self.waiting = Outbox()
        self.letters = 0
        self.read: asyncio.Future[None] | None = None
        """Done when enough was read; there while somebody waits for that."""
        self.lost = False

    def asker(self, table: str) -> Asker:
        """For whom questions at a table are answered."""
        return Asker(self.owner, table, self.address)

    def tell(self, message: ServerMessage) -> None:
        """Send a message."""
        self.send(write_message(message))

    def send(self, text: str) -> None:
        """Send what is written already; a guest for whom too much waits is lost."""
        if self.lost:
            return
        # One message alone may be as long as it likes.
        letters = self.letters + len(text)
        if self.waiting.qsize() >= WAITING or (self.letters and letters > WAITING_LETTERS):
            self.lose()
            return
        self.letters = letters
        self.waiting.put_nowait(text)

    def sent(self, text: str) -> None:
        """A message has gone out."""
        self.letters -= len(text)
        if self.letters <= UNREAD:
            self.called_on()

    async def caught_up(self) -> None:
        """Wait until the guest has read enough to ask for more."""
        while self.letters > UNREAD and not self.lost:
            self.read = asyncio.get_running_loop().create_future()
            try:
                await self.read
            finally:
                self.read = None

    def called_on(self) -> None:
        """Whoever waits for the guest to read need not wait any longer."""
        if self.read is not None and not self.read.done():
            self.read.set_result(None)

    def leave(self) -> None:
        """Close the connection after what waits was sent."""
        if not self.lost:
            self.waiting.put_nowait(None)

    def lose(self) -> None:
        """Close the connection at once; nothing of what waits is sent any more."""
        if self.lost:
            return
        self.lost = True
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)
        self.letters = 0
        self.called_on()
        if self.drop is not None:
            self.drop()
