"""Acts of a host: what may be asked of a house, by its page or by command, and how it is done.

An act works on the store alone, so that a command can do it where no server runs. What servers have to know is returned
as notes, which they are told over the store.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from cloudtop.store import Execute, Store
from cloudtop.store.housework import browser_of, close, delete, erase, left_by, rows_of, shown, summaries

EVERYBODY = "*"
LONGEST = 280
"""Letters of a message: it has to fit on a phone, and into a note of the database."""
TableName = Annotated[str, Meta(pattern="^[0-9a-f]{1,32}$")]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class ListTables(msgspec.Struct, tag_field="act", tag="list", forbid_unknown_fields=True):
    """The tables that changed last."""

    most: Annotated[int, Meta(ge=1, le=100_000)] = 60


class ShowTable(msgspec.Struct, tag_field="act", tag="show", forbid_unknown_fields=True):
    """A table closely; never a hand."""

    table: TableName


class Message(msgspec.Struct, tag_field="act", tag="message", forbid_unknown_fields=True):
    """Show a text to all players, or to those of a table."""

    text: Text
    table: Annotated[str, Meta(pattern=r"^([0-9a-f]{1,32}|\*)$")] = EVERYBODY
    minutes: Annotated[int, Meta(ge=1, le=10_080)] = 60
    """For how long those see it who come later."""


class CloseTable(msgspec.Struct, tag_field="act", tag="close", forbid_unknown_fields=True):
    """Let nothing be played at a table any more, or open it again."""

    table: TableName
    again: bool = False


class DeleteTable(msgspec.Struct, tag_field="act", tag="delete", forbid_unknown_fields=True):
    """Delete a table with all that is kept of it."""

    table: TableName


class Drain(msgspec.Struct, tag_field="act", tag="drain", forbid_unknown_fields=True):
    """Let a server open no more tables and send its guests to other servers, or end that."""

    server: Annotated[str, Meta(pattern=r"^([0-9a-f]{8}|\*)$")] = EVERYBODY
    end: bool = False


class ExportBrowser(msgspec.Struct, tag_field="act", tag="export", forbid_unknown_fields=True):
    """Everything that a browser left."""

    browser: Annotated[str, Meta(max_length=64)]


class EraseBrowser(msgspec.Struct, tag_field="act", tag="erase", forbid_unknown_fields=True):
    """Erase everything that a browser left."""

    browser: Annotated[str, Meta(max_length=64)]


Act = ListTables | ShowTable | Message | CloseTable | DeleteTable | Drain | ExportBrowser | EraseBrowser


class Note(NamedTuple):
    """The note of an act for the other servers."""

    table: str
    text: str


class Done(NamedTuple):
    """The result of an act."""

    answer: Any
    notes: list[Note]


class Said(msgspec.Struct, frozen=True):
    """A message as servers keep it for those who come later."""

    text: str
    until: int
    """Seconds since 1970."""


def perform(act: Act, store: Store) -> Done:
    """Do an act; waits for the store. `NoSuchThing` where there is no such table or browser."""
    return store.work(lambda execute: done(act, execute)).result()


def done(act: Act, execute: Execute) -> Done:
    """Do an act in a transaction."""
    match act:
        case ListTables(most=most):
            return Done([each._asdict() for each in summaries(execute, most)], [])
        case ShowTable(table=table):
            found = shown(execute, table)
            return Done({**found._asdict(), "seats": [seat._asdict() for seat in found.seats]}, [])
        case Message():
            if act.table != EVERYBODY:
                rows_of(execute, act.table)
            said = Said(" ".join(act.text.split()), int(time.time()) + 60 * act.minutes)
            return Done({"table": act.table}, [Note(act.table, f"notice {msgspec.json.encode(said).decode()}")])
        case CloseTable(table=table, again=again):
            changed = close(execute, table, again)
            return Done({"table": table, "changed": changed}, [Note(table, "rows")] if changed else [])
        case DeleteTable(table=table):
            delete(execute, table)
            return Done({"table": table}, [Note(table, "deleted")])
        case Drain(server=server, end=end):
            return Done({"server": server}, [Note(EVERYBODY, f"drain {server} {'end' if end else 'begin'}")])
        case ExportBrowser(browser=named):
            browser = browser_of(execute, named)
            return Done({"browser": browser, "tables": [each._asdict() for each in left_by(execute, browser)]}, [])
        case EraseBrowser(browser=named):
            browser = browser_of(execute, named)
            erased = erase(execute, browser)
            notes = [Note(name, "deleted") for name in erased.deleted]
            notes += [Note(name, "reread") for name in erased.changed]
            return Done({"browser": browser, **erased._asdict()}, notes)
