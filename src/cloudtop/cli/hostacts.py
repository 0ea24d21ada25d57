"""Commands of a host: tables listed, shown, closed and deleted, messages to players, what a browser left, draining."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import typer

from cloudtop.cli.keeping import Data, Database, kept_in, some
from cloudtop.cli.settings import CONTEXT, ConfigFile
from cloudtop.core.errors import CloudtopError
from cloudtop.store.lock import InUse
from cloudtop.store.opening import store_at

if TYPE_CHECKING:
    from cloudtop.web.acts import Act

app = typer.Typer()
tables = typer.Typer(
    help="For hosts: list tables, show, close or delete one, tell players something.", no_args_is_help=True
)
browser = typer.Typer(help="For hosts: export or erase what one browser left.", no_args_is_help=True)
app.add_typer(tables, name="tables")
app.add_typer(browser, name="browser")

PATIENCE = 60
"""Seconds that a running house has to answer."""
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, as in its address: /t/TABLE.")]
Key = Annotated[
    str,
    typer.Argument(metavar="KEY", help="The browser's key: its page /tables shows it, and `cloudtop tables show`."),
]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def perform(act: Act, context: typer.Context) -> tuple[Any, bool]:
    """Do an act: through the house that has the file open, or else in the file or database itself.

    What came of it, and whether servers may have heard of it.
    """
    from cloudtop.web.acts import perform as perform_alone

    place = kept_in(context)
    if isinstance(place, Path) and not place.is_file():
        raise CloudtopError(f"{place} is no file of tables: there is no such file")
    try:
        store = store_at(place)
    except InUse as house:
        return ask(house, act), True
    with closing(store):
        done = perform_alone(act, store)
        for note in done.notes:
            store.tell(*note)
        # A server takes every sender of a note for another server.
        store.tell("*", "gone")
    return done.answer, store.shared


def ask(house: InUse, act: Act) -> Any:
    """Let a running house do an act."""
    import msgspec

    if not house.address:
        raise house
    head = {"content-type": "application/json", "authorization": f"Bearer {house.key}"}
    try:
        with urlopen(Request(f"{house.address}host/act", msgspec.json.encode(act), head), timeout=PATIENCE) as answer:
            return json.load(answer)
    except HTTPError as error:
        with error:
            told = json.loads(error.read() or b"{}")
        raise CloudtopError(told.get("detail") or told.get("message") or f"the house answers {error.code}") from None
    except (URLError, TimeoutError) as error:
        raise CloudtopError(f"the house at {house.address} does not answer: {error}") from None


def when(milliseconds: int) -> str:
    """A time as people read it."""
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")


def ask_first(question: str, sure: bool) -> None:
    """Let somebody think again; without an answer nothing is done."""
    if not sure:
        typer.confirm(question, abort=True, err=True)


@tables.command("list", context_settings=CONTEXT)
def list_tables(
    context: typer.Context,
    most: Annotated[int, typer.Option(help="Number of tables, those that changed last.", min=1)] = 60,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """List the tables that changed last."""
    from cloudtop.web.acts import ListTables

    found, _ = perform(ListTables(most), context)
    if as_json:
        print(json.dumps(found, indent=2))
        return
    for row in found:
        times = f"{when(row['opened'])}  {when(row['changed'])}"
        print(f"{row['table']:12} {row['game']:16} {row['events']:6} events  {times}")
    print(f"{some(len(found), 'table')}; the columns: table, game, events, opened, last change")


@tables.command("show", context_settings=CONTEXT)
def show_table(
    context: typer.Context,
    table: TableName,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show a table: who sits there and how far it is; never what somebody holds."""
    from cloudtop.web.acts import ShowTable

    found, _ = perform(ShowTable(table), context)
    if as_json:
        print(json.dumps(found, indent=2))
        return
    closed = ", closed" if found["closed"] else ""
    print(f"{found['table']}: {found['game']}, rules version {found['rules']}, {found['state']}{closed}")
    print(f"{some(found['moves'], 'move')}, {some(found['events'], 'event')}")
    print(f"opened {when(found['opened'])}, last change {when(found['changed'])}")
    for seat in found["seats"]:
        who = seat["bot"] and f"bot {seat['bot']}"
        called = " ".join(filter(None, (seat["name"], who))) or "-"
        held = ", ".join(seat["browsers"]) or "none"
        print(f"seat {seat['seat']}: {called} ({seat['kind']}), browsers: {held}")


@tables.command("message", context_settings=CONTEXT)
def message(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What players read; at most 280 letters.")],
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="Only those of this table.")] = None,
    minutes: Annotated[int, typer.Option(help="For how long those see it who come later.", min=1, max=10_080)] = 60,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show a text to all players on their pages, or to those of one table."""
    from cloudtop.web.acts import EVERYBODY, LONGEST, Message

    if not 1 <= len(text.strip()) <= LONGEST:
        raise CloudtopError(f"a message has 1 to {LONGEST} letters, not {len(text.strip())}")
    _, heard = perform(Message(text.strip(), table or EVERYBODY, minutes), context)
    print("told to the players" if heard else "the house is closed: nobody is there to read it")


@tables.command("close", context_settings=CONTEXT)
def close(
    context: typer.Context,
    table: TableName,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Let nothing be played at a table any more; its players can still take the record."""
    from cloudtop.web.acts import CloseTable

    done, _ = perform(CloseTable(table), context)
    print(f"table {table} is closed" if done["changed"] else f"table {table} was closed already")


@tables.command("reopen", context_settings=CONTEXT)
def reopen(
    context: typer.Context,
    table: TableName,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Open a table again that was closed."""
    from cloudtop.web.acts import CloseTable

    done, _ = perform(CloseTable(table, again=True), context)
    print(f"table {table} is open again" if done["changed"] else f"table {table} was not closed")


@tables.command("delete", context_settings=CONTEXT)
def delete(
    context: typer.Context,
    table: TableName,
    yes: Sure = False,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Delete a table for ever, also for its players."""
    from cloudtop.web.acts import DeleteTable

    ask_first(f"Delete table {table} for ever?", yes)
    perform(DeleteTable(table), context)
    print(f"table {table} is deleted; copies made before still have it")


@browser.command("export", context_settings=CONTEXT)
def export_browser(
    context: typer.Context,
    key: Key,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it goes, as JSON; it must not be there yet.")],
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Write everything that a browser left to a file: tables, names, times, and its records."""
    from cloudtop.web.acts import ExportBrowser

    if file.exists():
        raise CloudtopError(f"{file} is there already; choose another name, nothing is overwritten")
    found, _ = perform(ExportBrowser(key), context)
    file.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"what browser {found['browser'][:12]} left at {some(len(found['tables']), 'table')} is in {file}")


@browser.command("erase", context_settings=CONTEXT)
def erase_browser(
    context: typer.Context,
    key: Key,
    yes: Sure = False,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Erase everything that a browser left; bots play on for it where others still play."""
    from cloudtop.web.acts import EraseBrowser

    ask_first(f"Erase for ever what browser {key} left?", yes)
    done, _ = perform(EraseBrowser(key), context)
    print(f"{some(len(done['deleted']), 'table')} deleted where nobody else sat")
    print(f"{some(len(done['changed']), 'table')} of others without its key and its names")
    print(f"{some(done['visits'], 'visit')} forgotten")
    print("copies made before still have all of it")


@app.command(context_settings=CONTEXT)
def drain(
    context: typer.Context,
    server: Annotated[str | None, typer.Option(metavar="NAME", help="One server, as /host names it; else all.")] = None,
    end: Annotated[bool, typer.Option("--end", help="Let it open tables again.")] = False,
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Prepare a server to be stopped: no new tables, not ready, and players sent to other servers if there are any."""
    from cloudtop.web.acts import EVERYBODY, Drain

    _, heard = perform(Drain(server or EVERYBODY, end), context)
    if not heard:
        raise CloudtopError("the house is closed: there is nothing to drain")
    print("no longer drained" if end else "drained: no new tables; /ready answers 503")
