"""The house on the web: every address, and what stands in front of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import secrets
import time
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cloudtop.core.words import LANGUAGES
from cloudtop.games import game as game_named
from cloudtop.games import games, left_out
from cloudtop.store import Store
from cloudtop.table.blame import GameFault
from cloudtop.web.addresses import USUAL, Addresses, UnnamedProxy
from cloudtop.web.assets import WORTHWHILE, StaticByVersion, compress_static
from cloudtop.web.backups import ALONE, Backups
from cloudtop.web.gauges import REPLACES
from cloudtop.web.limits import Whose
from cloudtop.web.live.bots import Thinkers
from cloudtop.web.live.boxes import Boxes
from cloudtop.web.live.lesson import Classroom
from cloudtop.web.live.tables import Tables
from cloudtop.web.logs import ASKED as ASKED_NOW
from cloudtop.web.logs import REQUESTS, Asked
from cloudtop.web.prices import kind_asked
from cloudtop.web.routes import acts, fair, host, learn, pages, pictures, tables
from cloudtop.web.routes.errors import HANDLERS, refusal
from cloudtop.web.routes.share import share
from cloudtop.web.socket.connection import connect
from cloudtop.web.socket.lesson import connect_lesson
from cloudtop.web.templates import compile_templates
from cloudtop.web.tidying import keep_tidy
from cloudtop.web.tokens import hashed, new_token
from cloudtop.web.visitor import address_of, token_of

LOG = logging.getLogger("cloudtop.games")
HOUSE_LOG = logging.getLogger("cloudtop.web")
REQUEST_LOG = logging.getLogger(REQUESTS)
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A drawing opened by itself brings its own colours, and can do nothing else."""
PARTS = (b"text/javascript", b"text/css")
"""What is only ever a part of a page."""
LEVEL, IN_THREAD = 6, 16384
"""How hard pages are compressed, and the bytes from which a thread does it: 16 KB take 0.5 ms."""
SWEEP = 60.0
"""Seconds between two looks for idle tables."""


class Guard:
    """Puts protecting headers on every answer; scripts and styles need no policy, as only a page is bound by one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer with the headers; a game that ends the program ends only what was asked."""
        try:
            await self.answer(scope, receive, send)
        except SystemExit as error:
            raise GameFault(f"the game ends the program ({error})") from error

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                kind = dict(message["headers"]).get(b"content-type", b"")
                message["headers"] = [*message["headers"], (b"x-content-type-options", b"nosniff")]
                if not kind.startswith(PARTS):
                    policy = DRAWING_POLICY if kind.startswith(b"image/svg") else POLICY
                    message["headers"].append((b"content-security-policy", policy.encode()))
                    message["headers"].append((b"referrer-policy", b"same-origin"))
            await send(message)

        await self.app(scope, receive, guarded)


class Numbered:
    """Gives every request a number, which its answer names and every line of the log that is about it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its number; what it wants is told without the keys that an address may hold."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        number, table, begun = secrets.token_hex(4), TABLE_ASKED.match(scope["path"]), time.perf_counter()
        ASKED_NOW.set(Asked(number, table[1] if table else ""))

        async def numbered(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Nobody reports a static file by its number, and a first visit asks for fifty of them.
                if not scope["path"].startswith("/static/"):
                    message["headers"] = [*message["headers"], (b"x-request-id", number.encode())]
                spent = 1000 * (time.perf_counter() - begun)
                kind = kind_asked(scope["method"], scope["path"])
                more = {"kind": kind, "status": message["status"], "ms": round(spent, 1)}
                REQUEST_LOG.info("%s %s %d", scope["method"], kind, message["status"], extra={"more": more})
            await send(message)

        await self.app(scope, receive, numbered)


TABLE_ASKED = re.compile(r"/t/([0-9a-f]{1,32})(?:/|$)")


class Toll:
    """Every request costs something; whoever has asked too much is told to wait, and has to come again."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, tables = Request(scope), scope["app"].state.tables
        if request.client is not None and (forwarded := request.headers.get("x-forwarded-for")):
            scope["app"].state.unnamed_proxy.note(request.client.host, forwarded)
        who: dict[Whose, str] = {"address": address_of(request)}
        token = token_of(request)
        if token is not None:
            who["guest"] = hashed(token)
            asked = TABLE_ASKED.match(scope["path"])
            if asked is not None and tables.holds_seat(asked[1], who["guest"]):
                who["seat"] = who["guest"]
        kind = kind_asked(scope["method"], scope["path"])

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                tables.gauges.requests.labels(kind, str(message["status"])).inc()
            await send(message)

        if queue := tables.limits.take(kind, who):
            await tables.limits.gate.turn(queue)
            await self.app(scope, receive, counted)
            return
        tables.gauges.refused.inc()
        answer = refusal(request, 429, "slow-down")
        answer.headers["retry-after"] = "2"
        answer.headers["connection"] = "close"
        await answer(scope, receive, send)


ROUTES = [
    Route("/health", host.health),
    Route("/ready", host.ready),
    Route("/metrics", host.metrics),
    Route("/host", host.page),
    Route("/host", host.enter, methods=["POST"]),
    Route("/host/act", acts.act, methods=["POST"]),
    Route("/", pages.library),
    Route("/new/{game}", pages.setup),
    Route("/tables", tables.open_table, methods=["POST"]),
    Route("/tables", pages.tables),
    Route("/learn", learn.lessons),
    Route("/learn/{game}", learn.lessons),
    Route("/learn/{game}/tips", learn.tips),
    Route("/learn/{game}/{step}.svg", learn.picture),
    Route("/learn/{game}/{step}", learn.lesson),
    WebSocketRoute("/learn/{game}/live", connect_lesson),
    Route("/guide", pages.guides),
    Route("/guide/{game}", pages.guide),
    Route("/guide/{game}/card", pages.guide_card),
    Route("/figure/{game}/icon/{name}.svg", pictures.icon),
    Route("/figure/{game}/{rule}/{number:small}.svg", pictures.figure),
    Route("/sprites/{game}.svg", pictures.sprites),
    Route("/paints/{game}.css", pictures.paints),
    Route("/picture/{game}.svg", pictures.game),
    Route("/sky/{theme}.svg", pictures.sky_alone),
    Route("/qr.svg", pictures.qr_code),
    Route("/t/{table}", tables.table_page),
    Route("/t/{table}/replay", tables.table_page),
    Route("/t/{table}/sit/{key}", tables.sit),
    Route("/t/{table}/watch/{key}", tables.watch),
    Route("/t/{table}/links", tables.table_links),
    Route("/t/{table}/record", tables.record),
    Route("/t/{table}/picture.svg", tables.picture),
    Route("/t/{table}/share.svg", share),
    Route("/t/{table}/sprites.svg", tables.sprites),
    Route("/t/{table}/paints.css", tables.paints),
    Route("/t/{table}/nick", tables.nick, methods=["POST"]),
    Route("/t/{table}/seat/{seat:small}/bot", tables.lend, methods=["POST"]),
    Route("/t/{table}/seat/{seat:small}/take", tables.take, methods=["POST"]),
    Route("/t/{table}/seat/{seat:small}/link", tables.new_link, methods=["POST"]),
    Route("/t/{table}/seat/{seat:small}/devices", tables.devices),
    Route("/t/{table}/seat/{seat:small}/devices", tables.send_away, methods=["POST"]),
    Route("/t/{table}/deal", tables.deal, methods=["POST"]),
    Route("/t/{table}/fair", fair.fair_page),
    Route("/fair.html", fair.offline),
    WebSocketRoute("/t/{table}/live", connect),
    Mount("/static/{version}", StaticByVersion()),
]


def house(
    store: Store,
    thinkers: Thinkers,
    pace: float = 0.0,
    boxes: Boxes | None = None,
    proxied: bool = False,
    host_word: str | None = None,
    backups: Backups | None = None,
    addresses: Addresses = USUAL,
) -> Starlette:
    """The application: tables kept in the store, bots thinking with the thinkers at that pace, boxes to choose from.

    `proxied` says that guests come through proxies that are believed. Who says the host's word may see how much goes
    on; without one nobody may. Copies of all tables are made as `backups` says.
    """
    all_tables = Tables(store, thinkers, pace, boxes, addresses)
    all_tables.backups = backups
    if REPLACES in os.environ:
        all_tables.gauges.replaced.inc()

    @contextlib.asynccontextmanager
    async def open_house(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(sweep(all_tables)), asyncio.create_task(keep_tidy())]
        tasks.append(asyncio.create_task(all_tables.limits.keep_time()))
        if backups is not None:
            tasks.append(asyncio.create_task(backups.keep_making(lambda: asyncio.wrap_future(store.claim(ALONE)))))
        if all_tables.gauges.together:
            tasks.append(asyncio.create_task(all_tables.gauges.keep_noting()))
        all_tables.neighbours.begin()
        all_tables.asides.watch.start()
        all_tables.asides.watch.beats(asyncio.get_running_loop())
        yield
        HOUSE_LOG.info("Cloudtop is closing")
        for task in tasks:
            task.cancel()
        await all_tables.close()
        HOUSE_LOG.info("Cloudtop has closed; every acknowledged move is kept")

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(Numbered),
            Middleware(Guard),
            Middleware(Toll),
            Middleware(GZipMiddleware, minimum_size=WORTHWHILE, compresslevel=LEVEL, thread_minimum_size=IN_THREAD),
        ],
        exception_handlers=HANDLERS,
        lifespan=open_house,
    )
    app.state.tables = all_tables
    app.state.host_word = host_word
    app.state.host_passes = {}
    app.state.unnamed_proxy = UnnamedProxy()
    app.state.act_key = new_token()
    app.state.classroom = Classroom()
    app.state.proxied = proxied
    return app


def prepare() -> None:
    """Load every game and its drawings now; else the first guests wait for them, and everybody with those guests.

    Games that are left out are told in the log, a line each.
    """
    for name in games():
        pictures.sprites_of(game_named(name))
        pictures.paints_of(game_named(name))
    for missing in left_out():
        # Not as a field of one message: of lines that are alike the log keeps only some.
        LOG.warning(str(missing))
    compress_static()
    compile_templates()
    for language in LANGUAGES:
        pages.all_game_cards(language)


async def sweep(tables: Tables) -> None:
    """Look for idle tables now and then."""
    while True:
        await asyncio.sleep(SWEEP)
        tables.forget_idle(time.monotonic())
