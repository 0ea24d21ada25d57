"""What a host does to stored tables: look at them, close or delete one, export or erase what a browser left.

Written once for both kinds of stores: each function gets a way to execute statements with `?` for every value, inside
a transaction of the store's own thread.
"""

from __future__ import annotations

import json
import secrets
import time
from hashlib import sha256
from typing import NamedTuple

from cloudtop.core.errors import CloudtopError
from cloudtop.store import Execute
from cloudtop.table import BrokenTable, Table, UnknownRules
from cloudtop.table.events import Closed, Lent, write_event
from cloudtop.table.kept import Kept

STAND_IN = "calm"
"""The bot that plays on for a browser that was erased, so that the others can finish."""
SHORTEST_KEY = 8
"""Letters of a browser's key that are enough to name it."""


class NoSuchThing(CloudtopError):
    """No table or browser is called that."""


class Summary(NamedTuple):
    """A stored table in a list."""

    table: str
    game: str
    events: int
    opened: int
    """Milliseconds since 1970, like all times here."""
    changed: int


class SeatTold(NamedTuple):
    """A seat of a stored table: who sits there, and nothing that they hold."""

    seat: int
    kind: str
    name: str
    bot: str
    browsers: list[str]
    """The keys of the browsers that hold it."""


class Shown(NamedTuple):
    """A stored table, closely."""

    table: str
    game: str
    rules: int
    events: int
    moves: int
    opened: int
    changed: int
    closed: bool
    state: str
    """`running`, `over`, `waiting` for players, or why it cannot be replayed."""
    seats: list[SeatTold]


class Left(NamedTuple):
    """The traces of a browser at a table."""

    table: str
    game: str
    seats: list[int]
    names: list[str]
    sat_down: list[int]
    """Seconds since 1970."""
    changed: int
    record: str
    """As that browser may have it."""


class Erased(NamedTuple):
    """The result of erasing a browser."""

    deleted: list[str]
    """Tables where nobody else had sat down."""
    changed: list[str]
    """Tables of others, where its key and its names were taken out."""
    visits: int


def summaries(execute: Execute, most: int) -> list[Summary]:
    """The tables that changed last."""
    asked = (
        "SELECT table_name, COUNT(*), MIN(at), MAX(at) FROM log GROUP BY table_name"
        " ORDER BY MAX(at) DESC, table_name LIMIT ?"
    )
    found = list(execute(asked, (most,)))
    return [Summary(name, game_of(execute, name), int(events), first, last) for name, events, first, last in found]


def game_of(execute: Execute, table: str) -> str:
    """The game of a table; empty where its first row cannot be read."""
    for (row,) in execute("SELECT row FROM log WHERE table_name = ? AND seq = 0", (table,)):
        try:
            return str(json.loads(row)["game"])
        except (ValueError, KeyError, TypeError):
            return ""
    return ""


def rows_of(execute: Execute, table: str) -> list[str]:
    """The rows of a table; `NoSuchThing` if there are none."""
    rows = [row for (row,) in execute("SELECT row FROM log WHERE table_name = ? ORDER BY seq", (table,))]
    if not rows:
        raise NoSuchThing(f"there is no table {table}")
    return rows


def shown(execute: Execute, table: str) -> Shown:
    """A table closely, without anything that a player holds or has chosen."""
    rows = rows_of(execute, table)
    ((first, last),) = execute("SELECT MIN(at), MAX(at) FROM log WHERE table_name = ?", (table,))
    kept = Kept(rows)
    return Shown(
        table,
        kept.game,
        kept.rules,
        len(rows),
        len(kept.moves),
        first,
        last,
        kept.closed,
        state_of(table, rows),
        [SeatTold(*seat[:4], [key[:12] for key in seat[4]]) for seat in seats_of(kept)],
    )


def state_of(table: str, rows: list[str]) -> str:
    """How far a game has come."""
    try:
        found = Table.rebuilt(table, rows)
        return "over" if found.over else "running" if found.dealt else "waiting"
    except CloudtopError as error:
        return str(error)


def seats_of(kept: Kept) -> list[tuple[int, str, str, str, list[str]]]:
    """The seats of a table as they are now: number, kind, name, bot, and the browsers that hold it."""
    found = []
    for number, place in enumerate(kept.opened["places"]):
        name, bot = place.get("name", ""), place.get("level", "") if place["kind"] == "bot" else ""
        holders = dict.fromkeys([place["holder"]] if place.get("holder") else [])
        for event in kept.events:
            if event.get("seat") != number:
                continue
            match event["type"]:
                case "renamed":
                    name = event["name"]
                case "sat-down":
                    holders[event["holder"]] = None
                    bot = ""
                case "sent-away":
                    holders.pop(event["holder"], None)
                case "lent":
                    bot = event["level"]
                case "reclaimed":
                    bot = ""
        found.append((number, place["kind"], name, bot, list(holders)))
    return found


def close(execute: Execute, table: str, again: bool = False) -> bool:
    """Close a table, or open it again; False where it is so already."""
    rows = rows_of(execute, table)
    if Kept(rows).closed == (not again):
        return False
    add(execute, table, len(rows), write_event(Closed(again=again)))
    return True


def add(execute: Execute, table: str, seq: int, row: str) -> None:
    """Add a row to a table."""
    execute(
        "INSERT INTO log (table_name, seq, at, row) VALUES (?, ?, ?, ?)", (table, seq, int(time.time() * 1000), row)
    )


def delete(execute: Execute, table: str) -> None:
    """Delete a table, and who came to it."""
    rows_of(execute, table)
    for relation in ("log", "guests"):
        execute(f"DELETE FROM {relation} WHERE table_name = ?", (table,))


# ---------------------------------------------------------------------------------------------- what a browser left


def browser_of(execute: Execute, named: str) -> str:
    """The hash of a browser's token, by the token, the whole hash, or the hash's beginning."""
    name = named.strip().lower()
    if len(name) < SHORTEST_KEY or not set(name) <= set("0123456789abcdef"):
        raise NoSuchThing(
            f"{named!r} is no key of a browser: expected at least {SHORTEST_KEY} letters, 0 to 9 and a to f"
        )
    if len(name) == 64:
        return name
    wanted = [sha256(name.encode()).hexdigest()] if len(name) == 32 else []
    found = {guest for (guest,) in execute("SELECT DISTINCT guest FROM guests WHERE guest LIKE ?", (f"{name}%",))}
    for key in wanted:
        found |= {key for _ in execute("SELECT 1 FROM guests WHERE guest = ? LIMIT 1", (key,))}
    if len(found) != 1:
        raise NoSuchThing(f"{len(found)} browsers have a key that begins with {named!r}")
    return str(found.pop())


def tables_with(execute: Execute, browser: str) -> list[str]:
    """The tables that a browser came to, or in whose log it stands."""
    came = execute("SELECT table_name FROM guests WHERE guest = ?", (browser,))
    stands = execute("SELECT DISTINCT table_name FROM log WHERE row LIKE ?", (f'%"{browser}"%',))
    return sorted({name for (name,) in came} | {name for (name,) in stands})


def left_by(execute: Execute, browser: str) -> list[Left]:
    """Everything that a browser left, table by table."""
    found = []
    for name in tables_with(execute, browser):
        rows = rows_of(execute, name)
        kept = Kept(rows)
        ((changed,),) = execute("SELECT MAX(at) FROM log WHERE table_name = ?", (name,))
        seats = seats_held(kept, browser)
        times = [event["at"] for event in kept.events if event.get("holder") == browser and event.get("at")]
        found.append(
            Left(name, kept.game, seats, names_used(kept, seats), times, changed, record_of(name, rows, seats))
        )
    return found


def seats_held(kept: Kept, browser: str) -> list[int]:
    """The seats that a browser holds or held."""
    laid = {number for number, place in enumerate(kept.opened["places"]) if place.get("holder") == browser}
    return sorted(laid | {event["seat"] for event in kept.events if event.get("holder") == browser})


def names_used(kept: Kept, seats: list[int]) -> list[str]:
    """The names that were used at some seats."""
    names = [kept.opened["places"][seat].get("name", "") for seat in seats]
    names += [event["name"] for event in kept.events if event["type"] == "renamed" and event["seat"] in seats]
    return list(dict.fromkeys(filter(None, names)))


def record_of(name: str, rows: list[str], seats: list[int]) -> str:
    """The record of a table as those at some seats may have it; empty where there is none."""
    try:
        table = Table.rebuilt(name, rows)
    except UnknownRules as error:
        return error.kept.record_for(seats)
    except BrokenTable:
        return ""
    return table.record_for(seats).write() if table.dealt else ""


def erase(execute: Execute, browser: str) -> Erased:
    """Erase a browser: its key and its names everywhere, and the tables at which nobody else sat down."""
    deleted, changed = list[str](), list[str]()
    nobody = sha256(secrets.token_bytes(32)).hexdigest()
    for name in tables_with(execute, browser):
        rows = rows_of(execute, name)
        kept = Kept(rows)
        if not seats_held(kept, browser) and kept.host != browser:
            continue
        if others_at(kept) <= {browser}:
            delete(execute, name)
            deleted.append(name)
            continue
        without = anonymous(kept, rows, browser, nobody)
        for seq, (before, after) in enumerate(zip(rows, without, strict=True)):
            if before != after:
                execute("UPDATE log SET row = ? WHERE table_name = ? AND seq = ?", (after, name, seq))
        for number, seat in enumerate(abandoned(name, without, nobody)):
            add(execute, name, len(rows) + number, write_event(Lent(seat, STAND_IN)))
        changed.append(name)
    ((visits,),) = execute("SELECT COUNT(*) FROM guests WHERE guest = ?", (browser,))
    execute("DELETE FROM guests WHERE guest = ?", (browser,))
    return Erased(deleted, changed, int(visits))


def others_at(kept: Kept) -> set[str]:
    """All browsers that ever sat at a table."""
    laid = {place.get("holder", "") for place in kept.opened["places"]}
    return (laid | {event.get("holder", "") for event in kept.events}) - {""}


def anonymous(kept: Kept, rows: list[str], browser: str, nobody: str) -> list[str]:
    """The rows of a table in which a browser is nobody, without the names of its seats."""
    seats = seats_held(kept, browser)
    found = []
    for row, event in zip(rows, kept.events, strict=True):
        named = event["type"] == "renamed" and event["seat"] in seats
        if event["type"] == "opened":
            for seat in seats:
                named = named or bool(event["places"][seat].get("name"))
                event["places"][seat]["name"] = ""
        elif named:
            event["name"] = ""
        text = json.dumps(event, separators=(",", ":"), ensure_ascii=False) if named else row
        found.append(text.replace(browser, nobody))
    return found


def abandoned(name: str, rows: list[str], nobody: str) -> list[int]:
    """The seats of a running game that nobody holds any more, so that a bot has to play on."""
    try:
        table = Table.rebuilt(name, rows)
        if table.over or table.closed:
            return []
    except CloudtopError:
        return []
    return [seat.number for seat in table.seats if set(seat.holders) == {nobody} and not seat.level]
