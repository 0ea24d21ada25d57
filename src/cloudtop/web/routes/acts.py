"""Acts of a host over HTTP: the host's page and the commands ask for them."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import Response

from cloudtop.web.acts import Act
from cloudtop.web.live.tables import Tables
from cloudtop.web.routes.errors import Answer, Bad, body_of
from cloudtop.web.routes.host import check_host, has_pass


async def act(request: Request) -> Response:
    """Do what a host asks for."""
    await check_may_act(request)
    asked: Act = await body_of(request, Act)  # type: ignore[arg-type]
    tables: Tables = request.app.state.tables
    return Answer(await tables.hostwork.act(asked))


async def check_may_act(request: Request) -> None:
    """Refuse all but the host: a command that could read the lock, or who knows the word or has a pass."""
    said = request.headers.get("authorization", "").removeprefix("Bearer ")
    key: str = request.app.state.act_key
    if said and hmac.compare_digest(said, key):
        return
    word: str | None = request.app.state.host_word
    if word is None:
        raise Bad(404, "no-page")
    if said or not has_pass(request, word):
        check_host(request)
