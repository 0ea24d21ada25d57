"""What a host did to the house, seen by its guests: messages, tables that were deleted, a server that is drained."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from cloudtop.core.errors import CloudtopError
from cloudtop.web.acts import EVERYBODY, Act, Note, Said, perform
from cloudtop.web.render.phrases import house_notice
from cloudtop.web.socket.messages import Notice

if TYPE_CHECKING:
    from cloudtop.web.live.table import LiveTable
    from cloudtop.web.live.tables import Tables

LOG = logging.getLogger("cloudtop.host")


class HostWork:
    """The acts of a host, as one server carries them out."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.draining = False
        """Whether no more tables are opened here."""
        self.messages: dict[str, Said] = {}
        """The last message to each table, and to everybody."""

    async def act(self, act: Act) -> object:
        """Do an act and let all servers know of it."""
        done = await asyncio.to_thread(perform, act, self.tables.store)
        LOG.warning("the host asked for %s", type(act).__name__)
        for note in done.notes:
            self.tables.store.tell(*note)
            self.hear(note)
        return done.answer

    def hear(self, note: Note) -> None:
        """Carry out what a host asked for, here or elsewhere."""
        word, _, rest = note.text.partition(" ")
        live = self.tables.at_hand(note.table)
        if word == "notice":
            self.say(note.table, msgspec.json.decode(rest, type=Said))
        elif word == "drain":
            server, _, how = rest.partition(" ")
            if server in (EVERYBODY, getattr(self.tables.store, "server", "")):
                self.drain(how == "begin")
        elif live is not None and word == "rows":
            self.tables.neighbours.catch_up(live)
        elif live is not None and word == "deleted":
            self.forget(live)
        elif live is not None and word == "reread":
            self.tables.neighbours.begin_task(self.reread(live))

    # ------------------------------------------------------------------ messages

    def say(self, table: str, said: Said) -> None:
        """Show a message to those who are here, and keep it for those who come later."""
        self.messages = {name: kept for name, kept in self.messages.items() if kept.until > time.time()}
        self.messages[table] = said
        for live in self.tables.in_memory():
            if table in (EVERYBODY, live.table.name):
                for guest in live.guests:
                    guest.tell(house_notice("message", guest.sight.lang, said.text))

    def notices(self, live: LiveTable, language: str) -> Iterable[Notice]:
        """The notice for a newcomer at a table."""
        for table in (EVERYBODY, live.table.name):
            said = self.messages.get(table)
            if said is not None and said.until > time.time():
                yield house_notice("message", language, said.text)
        if live.table.closed:
            yield house_notice("closed", language)

    # ------------------------------------------------------------------ tables

    def forget(self, live: LiveTable) -> None:
        """A table was deleted: tell its guests, and let it go."""
        live.playing.stop()
        live.lost = True
        for guest in list(live.guests):
            guest.tell(house_notice("deleted", guest.sight.lang))
            guest.leave()
        name = live.table.name
        self.tables.live.pop(name, None)
        self.tables.seen.pop(name, None)
        self.tables.neighbours.forget_table(name)

    async def reread(self, live: LiveTable) -> None:
        """The rows of a table were changed: read them again, and let everybody come anew."""
        async with live.turnstile:
            try:
                await live.read_again()
            except CloudtopError as error:
                LOG.error("table %s cannot be read again: %s", live.table.name, error)
                live.lost = True
            for guest in list(live.guests):
                guest.lose()
        live.wake_bots()

    # ------------------------------------------------------------------ this server

    @property
    def elsewhere(self) -> bool:
        """Whether another server can take over the guests of this one while it is drained."""
        return self.draining and bool(self.tables.neighbours.servers)

    def drain(self, begins: bool) -> None:
        """Open no more tables, and send the guests to other servers where there are some; or end that."""
        self.draining = begins
        LOG.warning("this server %s", "is drained: no more tables are opened" if begins else "is no longer drained")
        if not self.elsewhere:
            return
        for live in self.tables.in_memory():
            live.playing.stop()
            for guest in list(live.guests):
                guest.lose()
