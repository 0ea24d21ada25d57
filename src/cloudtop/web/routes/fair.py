"""The page that tells how a table was dealt; the browser checks there what a browser can check."""

from __future__ import annotations

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import Response

from cloudtop.core.errors import CloudtopError
from cloudtop.core.fair import prove
from cloudtop.core.game import Game
from cloudtop.core.record import read_record
from cloudtop.table import Table
from cloudtop.web.render.phrases import names_of
from cloudtop.web.routes.bodies import FairPage, NamedCut
from cloudtop.web.routes.tables import asked_table
from cloudtop.web.templates import basics, page_response
from cloudtop.web.visitor import language_of

LOG = logging.getLogger("cloudtop.web")


async def fair_page(request: Request) -> Response:
    """How a table was dealt: the seal and the cuts, and when the game is over what was sealed."""
    table = (await asked_table(request)).table
    # Playing a whole game again takes a while, in which others want to go on.
    sound = await asyncio.to_thread(is_sound, table.record_for([]).write(), table.game) if table.over else None
    page = told(table, language_of(request), sound)
    return page_response(request, "fair", page, file=f"{table.game.name}-{table.name}")


def is_sound(text: str, game: Game) -> bool:
    """Whether a record is what `cloudtop verify` calls sound."""
    try:
        prove(read_record(text, lambda name: game))
    except CloudtopError:
        LOG.exception("a record of this house is not sound")
        return False
    return True


def told(table: Table, language: str, sound: bool | None) -> FairPage:
    """What everybody may know of how a table was dealt."""
    opened, names = table.opened, names_of(table, language)
    people = [seat.number for seat in table.seats if seat.human]
    kind = "cut" if opened.shuffle else "sealed" if opened.commitment else "none"
    return FairPage(
        **basics(language, "fair-page"),
        table=table.name,
        title=table.game.title(language),
        kind=kind,
        dealt=table.dealt,
        over=table.over,
        seal=opened.commitment,
        cuts=tuple(NamedCut(seat, names[seat], table.cuts.get(seat, "")) for seat in people),
        shuffle=opened.shuffle if table.over else "",
        salt=opened.salt if table.over else "",
        seed=str(table.seed) if table.over and kind != "none" else "",
        sound=sound,
    )
