"""What a host asks: whether the house is well, how much it does, and which tables run. No hand is ever shown here."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cloudtop.program import this_program
from cloudtop.store import StoreFault
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import Tables
from cloudtop.web.routes.bodies import Page
from cloudtop.web.routes.errors import Answer, Bad
from cloudtop.web.templates import basics, page_response
from cloudtop.web.tokens import hashed
from cloudtop.web.visitor import address_of, language_of, same_origin

PATIENCE = 2.0
"""Seconds in which the store has to answer."""
COOKIE = "host"
PASS = re.compile(r"(?P<until>[0-9]{1,12})\.(?P<proof>[0-9a-f]{64})")
"""A host's pass, as the cookie holds it: the second until which it is good, and the proof that the word was known."""
PASS_LASTS = 30 * 24 * 3600
"""Seconds for which a browser is let in."""
PASSES = 1000
"""Passes remembered per process, so that wrong guesses from the same address do not lock their browsers out."""
LONGEST = 2048
"""No word is longer, in bytes, with what stands around it."""
SHOWN = 200
"""No more tables are listed, those with most guests first."""


class Load(NamedTuple):
    """How much a server does; in the order in which servers tell it to each other."""

    tables: float = 0.0
    sockets: float = 0.0
    waiting: float = 0.0
    rate: float = 0.0
    half: float = 0.0
    most: float = 0.0


class TableRow(NamedTuple):
    """A table as its host sees it: how much goes on, and nothing of the game."""

    name: str
    game: str
    people: int
    bots: int
    guests: int
    events: int
    over: bool


async def health(request: Request) -> Response:
    """The house is there and answers; it names the program that does."""
    program = this_program()
    return Answer({"well": True, "version": program.version, "commit": program.commit, "build": program.build})


async def ready(request: Request) -> Response:
    """Whether guests may be sent here: the store answers and can be written, and the house is not closing."""
    tables: Tables = request.app.state.tables
    try:
        await asyncio.wait_for(asyncio.wrap_future(tables.store.has_come("", "")), PATIENCE)
        if tables.store.health.reason:
            # Nobody is sent here until this works again, so nobody else would try.
            await asyncio.wait_for(asyncio.wrap_future(tables.store.probe()), PATIENCE)
    except (StoreFault, TimeoutError) as error:
        return Answer({"ready": False, "reason": f"the store does not answer: {type(error).__name__}"}, 503)
    if tables.hostwork.draining:
        return Answer({"ready": False, "reason": "this server is drained"}, 503)
    return Answer({"ready": True})


async def metrics(request: Request) -> Response:
    """Everything that is counted, for Prometheus."""
    check_host(request)
    tables: Tables = request.app.state.tables
    text, kind = tables.gauges.written()
    return Response(text, headers={"content-type": kind})


async def enter(request: Request) -> Response:
    """Let the host in who knows the word; the browser remembers it."""
    if not same_origin(request):
        raise Bad(403, "other-origin")
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LONGEST:
            raise Bad(413, "too-long")
    word = parse_qs(content.decode(errors="replace")).get("word", [""])[0]
    check_word(request, word)
    answer = RedirectResponse("/host", 303)
    secure, pass_ = request.url.scheme == "https", new_pass(word, int(time.time()) + PASS_LASTS)
    remember_pass(request, pass_)
    answer.set_cookie(COOKIE, pass_, max_age=PASS_LASTS, httponly=True, samesite="strict", secure=secure, path="/host")
    return answer


def new_pass(word: str, until: int) -> str:
    """A pass that is good until that second, wherever the house knows the same word.

    >>> new_pass("a word", 12)[:8]
    '12.01ef6'
    """
    return f"{until}.{hmac.new(word.encode(), f'cloudtop host {until}'.encode(), 'sha256').hexdigest()}"


def has_pass(request: Request, word: str) -> bool:
    """Whether a browser brings a pass that is still good. A forged one counts as a wrong word."""
    said = request.cookies.get(COOKIE, "")
    match = PASS.fullmatch(said)
    if match is None or int(match["until"]) < time.time():
        return False
    # A pass that was seen to be right is never locked out; an unknown one tells nothing while guesses are locked.
    if said in passes(request):
        return True
    if not is_word(request, said, new_pass(word, int(match["until"]))):
        return False
    remember_pass(request, said)
    return True


def passes(request: Request) -> dict[str, None]:
    """The passes that this process has given or seen to be right, the oldest first."""
    known: dict[str, None] = request.app.state.host_passes
    return known


def remember_pass(request: Request, said: str) -> None:
    """Remember a pass that is right."""
    known = passes(request)
    known[said] = None
    if len(known) > PASSES:
        del known[next(iter(known))]


async def page(request: Request) -> Response:
    """What goes on in the house; the door to it for who has not said the word yet."""
    tables: Tables = request.app.state.tables
    word: str | None = request.app.state.host_word
    if word is None:
        raise Bad(404, "no-page")
    gauges = tables.gauges
    shown = Page(**basics(language_of(request), "host"))
    if not has_pass(request, word):
        return page_response(request, "host", shown, 200, let_in=False)
    servers = all_servers(tables)
    live = sorted(tables.in_memory(), key=lambda each: (-len(each.guests), each.table.name))
    return page_response(
        request,
        "host",
        shown,
        let_in=True,
        house=together([load for _, load in servers]),
        servers=servers,
        minutes=int((time.monotonic() - gauges.begun) / 60),
        rows=[row_of(each, shown.lang) for each in live[:SHOWN]],
        more=max(0, len(live) - SHOWN),
        forget_after=getattr(tables.store, "forget_after", None),
        refused=tables.limits.refused.most_common(12),
        program=this_program(),
    )


def all_servers(tables: Tables) -> list[tuple[str, Load]]:
    """The servers of the house and what each does, this one first; another is known by what it told."""
    others = sorted(tables.neighbours.servers.items())
    told = [(name, Load(*server.vitals[: len(Load._fields)])) for name, server in others]
    return [(getattr(tables.store, "server", ""), Load(*tables.vitals())), *told]


def together(loads: list[Load]) -> Load:
    """What all servers do: how much in all, and how long at the slowest.

    >>> together([Load(1, 2, 3, 4.0, 0.1, 0.9), Load(10, 20, 30, 40.0, 0.2, 0.3)])
    Load(tables=11, sockets=22, waiting=33, rate=44.0, half=0.2, most=0.9)
    """
    *counted, half, most = (list(column) for column in zip(*loads, strict=True))
    return Load._make([*map(sum, counted), max(half), max(most)])


def row_of(live: LiveTable, language: str) -> TableRow:
    """A table as its host sees it."""
    table = live.table
    people = sum(seat.human for seat in table.seats)
    over = table.dealt and not table.state.turn()
    return TableRow(
        table.name, table.game.title(language), people, len(table.seats) - people, len(live.guests), table.seq, over
    )


def check_host(request: Request) -> None:
    """Refuse who does not bring the host's word; without one there is nothing here."""
    check_word(request, request.headers.get("authorization", "").removeprefix("Bearer "))


def check_word(request: Request, word: str) -> None:
    """Refuse another word than the host's."""
    known: str | None = request.app.state.host_word
    if known is None:
        raise Bad(404, "no-page")
    if not is_word(request, word, known):
        raise Bad(403, "wrong-word")


def is_word(request: Request, said: str, known: str) -> bool:
    """Whether what was said is the word; `Bad` for who has said too many wrong ones, even with the right one."""
    tables: Tables = request.app.state.tables
    guesses = tables.limits.guesses.all_of(address_of(request))
    if not all(bucket.holds() for bucket in guesses):
        tables.limits.note_refused(address_of(request))
        raise Bad(429, "slow-down")
    # Comparing takes as long for every word.
    right = hmac.compare_digest(hashed(said), hashed(known))
    if not right:
        for bucket in guesses:
            bucket.take()
    return right
