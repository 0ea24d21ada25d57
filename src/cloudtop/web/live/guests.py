"""The guests of a table: open connections, and what each has on its screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cloudtop.web.limits import UNREAD, WAITING, WAITING_LETTERS
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import ServerMessage, write_message


class Guest:
    """One open connection: a browser, what it may be, and what it has on its screen.

    Messages wait in a queue of the guest's own, so that a slow one holds up nobody else; one for whom too much
    waits is lost at once, and nothing waits for it any more.
    """

    def __init__(self, holder: str, lang: str = "en", drop: Callable[[], None] | None = None) -> None:
        """A guest known by the hash of its token; `drop` closes its connection without waiting for it to read."""
        self.holder = holder
        self.drop = drop
        self.sight = Sight(None, lang, 0)
        self.screen: Screen | None = None
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()
        """None is the end."""
        self.letters = 0
        self.read = asyncio.Event()
        self.lost = False

    def tell(self, message: ServerMessage) -> None:
        """Send a message."""
        self.send(write_message(message))

    def send(self, text: str) -> None:
        """Send what is written already; a guest for whom too much waits is lost."""
        if self.lost:
            return
        # One message alone may be as long as it likes.
        if self.waiting.qsize() >= WAITING or (self.letters and self.letters + len(text) > WAITING_LETTERS):
            self.lose()
            return
        self.letters += len(text)
        self.waiting.put_nowait(text)

    def sent(self, text: str) -> None:
        """A message has gone out."""
        self.letters -= len(text)
        if self.letters <= UNREAD:
            self.read.set()

    async def caught_up(self) -> None:
        """Wait until the guest has read enough to ask for more."""
        if self.letters > UNREAD and not self.lost:
            self.read.clear()
            await self.read.wait()

    def lose(self) -> None:
        """Close the connection at once; nothing of what waits is sent any more."""
        if self.lost:
            return
        self.lost = True
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)
        self.letters = 0
        self.read.set()
        if self.drop is not None:
            self.drop()
