"""The guests of a table: open connections, and what each has on its screen."""

from __future__ import annotations

import asyncio

from cloudtop.web.render.moment import Sight
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import ServerMessage, write_message

WAITING = 128
"""So many messages may wait for a guest; one who is slower than that has to come again."""


class Guest:
    """One open connection: a browser, what it may be, and what it has on its screen.

    Messages wait in a queue of the guest's own, so that a slow one holds up nobody else.
    """

    def __init__(self, holder: str, lang: str = "en") -> None:
        self.holder = holder
        self.sight = Sight(None, lang, 0)
        self.screen: Screen | None = None
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(WAITING + 1)
        self.lost = False

    def tell(self, message: ServerMessage) -> None:
        """Send a message."""
        self.send(write_message(message))

    def send(self, text: str) -> None:
        """Send what is written already; a guest for whom too much waits is lost."""
        if self.lost:
            return
        if self.waiting.qsize() >= WAITING:
            self.lose()
        else:
            self.waiting.put_nowait(text)

    def lose(self) -> None:
        """Close the connection after what waits."""
        if not self.lost:
            self.lost = True
            self.waiting.put_nowait(None)
