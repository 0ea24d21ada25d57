"""The house on the web: every address, and what stands in front of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cloudtop.store import Store
from cloudtop.web.live.bots import Thinkers
from cloudtop.web.live.boxes import Boxes
from cloudtop.web.live.tables import Tables
from cloudtop.web.routes import pages, pictures, tables
from cloudtop.web.routes.errors import HANDLERS
from cloudtop.web.socket.connection import connect

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A drawing opened by itself brings its own colours, and can do nothing else."""
PARTS = (b"text/javascript", b"text/css")
"""What is only ever a part of a page."""
SWEEP = 60.0
"""Seconds between two looks for idle tables."""
STATIC = Path(__file__).parent / "static"


class Guard:
    """Puts protecting headers on every answer; scripts and styles need no policy, as only a page is bound by one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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


class StaticByVersion:
    """Static files below an address that changes with their content: browsers keep them for ever."""

    def __init__(self) -> None:
        self.files = StaticFiles(directory=STATIC)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file."""

        async def kept(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                for_ever = (b"cache-control", b"public, max-age=31536000, immutable")
                message["headers"] = [*message["headers"], for_ever]
            await send(message)

        await self.files(scope, receive, kept)


ROUTES = [
    Route("/", pages.library),
    Route("/new/{game}", pages.setup),
    Route("/tables", tables.open_table, methods=["POST"]),
    Route("/tables", pages.tables),
    Route("/guide", pages.guides),
    Route("/guide/{game}", pages.guide),
    Route("/guide/{game}/card", pages.guide_card),
    Route("/figure/{game}/icon/{name}.svg", pictures.icon),
    Route("/figure/{game}/{rule}/{number:int}.svg", pictures.figure),
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
    Route("/t/{table}/sprites.svg", tables.sprites),
    Route("/t/{table}/paints.css", tables.paints),
    Route("/t/{table}/nick", tables.nick, methods=["POST"]),
    Route("/t/{table}/seat/{seat:int}/bot", tables.lend, methods=["POST"]),
    Route("/t/{table}/seat/{seat:int}/take", tables.take, methods=["POST"]),
    Route("/t/{table}/seat/{seat:int}/link", tables.new_link, methods=["POST"]),
    WebSocketRoute("/t/{table}/live", connect),
    Mount("/static/{version}", StaticByVersion()),
]


def house(store: Store, thinkers: Thinkers, pace: float = 0.0, boxes: Boxes | None = None) -> Starlette:
    """The application: tables kept in the store, bots thinking with the thinkers at that pace, boxes to choose from."""
    all_tables = Tables(store, thinkers, pace, boxes)

    @contextlib.asynccontextmanager
    async def open_house(app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(sweep(all_tables))
        yield
        sweeping.cancel()
        await all_tables.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard), Middleware(GZipMiddleware, minimum_size=500)],
        exception_handlers=HANDLERS,
        lifespan=open_house,
    )
    app.state.tables = all_tables
    return app


async def sweep(tables: Tables) -> None:
    """Look for idle tables now and then."""
    while True:
        await asyncio.sleep(SWEEP)
        tables.forget_idle(time.monotonic())
