"""How every kind of mistake is answered; requests and answers in JSON."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from cloudtop.core.errors import CloudtopError, ContractBreach, UnknownGame
from cloudtop.store import StoreFault
from cloudtop.store.housework import NoSuchThing
from cloudtop.table import BrokenTable, NotDealt, Stale, TableClosed, UnknownRules
from cloudtop.table.blame import GameFault, blamed
from cloudtop.web.live.tables import Draining, NoSuchTable, Tables, TooManyTables
from cloudtop.web.live.turns import Busy
from cloudtop.web.render.phrases import server_words
from cloudtop.web.routes.bodies import Page, Refusal
from cloudtop.web.templates import basics, page_response
from cloudtop.web.visitor import language_of, same_origin, token_of

LOG = logging.getLogger("cloudtop.web")
BODY = 16384
"""No request is longer, in bytes."""

T = TypeVar("T")


class Answer(Response):
    """JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The bytes of the answer."""
        return msgspec.json.encode(content)


class Bad(CloudtopError):
    """A request that is refused: the status of the answer and the key of the reason."""

    def __init__(self, status: int, code: str) -> None:
        self.status = status
        self.code = code
        super().__init__(code)


async def body_of(request: Request, kind: type[T]) -> T:
    """The JSON of a request of one of our own pages, checked; a form of another site cannot send this type."""
    if not same_origin(request):
        raise Bad(403, "other-origin")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Bad(415, "not-json")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > BODY:
            raise Bad(413, "too-long")
    try:
        return msgspec.json.decode(bytes(content), type=kind)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None


def refusal(request: Request, status: int, code: str, detail: str | UnsetType = UNSET, record: str = "") -> Response:
    """Why a request was refused, in the player's language: a page for who looks, JSON for who asks.

    Where a table has failed its page offers the record; another page can, where the record has an address.
    """
    language = language_of(request)
    message = server_words(language)(f"error.{code}")
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        table = request.path_params.get("table") if code in ("broken-table", "game-fault") else None
        shown = {"code": status, "message": message, "record": f"/t/{table}/record" if table else record}
        return page_response(request, "error", Page(**basics(language)), status, **shown)
    return Answer(Refusal(code, message, detail), status)


async def mistake(request: Request, error: Exception) -> Response:
    """What a player or a program asked that cannot be."""
    if isinstance(error, Bad):
        return refusal(request, error.status, error.code)
    if isinstance(error, msgspec.ValidationError):
        return refusal(request, 422, "bad-request", str(error))
    if isinstance(error, msgspec.DecodeError):
        return refusal(request, 400, "bad-json", str(error))
    if isinstance(error, NoSuchTable):
        return refusal(request, 404, "no-table")
    if isinstance(error, UnknownGame):
        return refusal(request, 404, "no-game", str(error))
    if isinstance(error, TooManyTables):
        return refusal(request, 409, "too-many-tables", str(error))
    if isinstance(error, Busy):
        return refusal(request, 503, "slow-down")
    if isinstance(error, Stale):
        return refusal(request, 409, "stale")
    if isinstance(error, NotDealt):
        return refusal(request, 409, "not-dealt")
    if isinstance(error, TableClosed):
        return refusal(request, 409, "closed")
    if isinstance(error, Draining):
        return refusal(request, 503, "draining")
    if isinstance(error, NoSuchThing):
        return refusal(request, 404, "no-such-thing", str(error))
    if isinstance(error, GameFault | ContractBreach):
        # Its address may hold a key; the line names the request and the table by themselves.
        LOG.error("a request failed: %s", error)
        return refusal(request, 500, "game-fault")
    if isinstance(error, UnknownRules):
        LOG.warning("%s: %s", request.url.path, error)
        tables: Tables = request.app.state.tables
        name = request.path_params["table"]
        may_take = await tables.may_take(token_of(request), name, error.kept)
        return refusal(request, 503, "other-rules", record=f"/t/{name}/record" if may_take else "")
    if isinstance(error, BrokenTable | StoreFault):
        # Its address may hold a key; the line names the request and the table by themselves.
        LOG.error("a request failed: %s", error)
        away = "store-away" if request.method == "GET" else "not-kept"
        return refusal(request, 503, "broken-table" if isinstance(error, BrokenTable) else away)
    return refusal(request, 422, "bad-request", str(error))


async def nowhere(request: Request, error: Exception) -> Response:
    """An address or a method that does not exist."""
    assert isinstance(error, HTTPException)
    code = {404: "no-page", 405: "no-method"}.get(error.status_code, "bad-request")
    response = refusal(request, error.status_code, code)
    response.headers.update(error.headers or {})
    return response


async def gone(request: Request, error: Exception) -> Response:
    """The client disconnected before its request was complete; no answer is sent."""
    return Response(status_code=400)


async def fault(request: Request, error: Exception) -> Response:
    """Something of ours went wrong, or of a game's; it is logged, and nothing of it is told."""
    return refusal(request, 500, "game-fault" if blamed(error) else "fault")


Handlers = Mapping[Any, Any]
HANDLERS: Handlers = {
    CloudtopError: mistake,
    msgspec.DecodeError: mistake,
    HTTPException: nowhere,
    ClientDisconnect: gone,
    Exception: fault,
}
