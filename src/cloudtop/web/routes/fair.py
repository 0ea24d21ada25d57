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
from cloudtop.web.offline import offline_page
from cloudtop.web.render.phrases import names_of
from cloudtop.web.routes.bodies import DealKind, FairPage, SeatDeal
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


async def offline(request: Request) -> Response:
    """The page that checks a record without any server, to be saved."""
    headers = {"content-disposition": 'attachment; filename="cloudtop-fair.html"'}
    return Response(offline_page(language_of(request)), media_type="text/html; charset=utf-8", headers=headers)


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
    opened, cutting, kind = table.opened, table.cutting, kind_of_deal(table)
    return FairPage(
        **basics(language, "fair-page"),
        table=table.name,
        title=table.game.title(language),
        kind=kind,
        closed=table.dealt or cutting.closed is not None,
        dealt=table.dealt,
        over=table.over,
        seal=opened.commitment,
        seats=seats_in(table, language),
        shuffle=opened.shuffle if table.over else "",
        salt=opened.salt if table.over else "",
        seed=str(table.seed) if table.over and kind != "none" else "",
        sound=sound,
    )


def seats_in(table: Table, language: str) -> tuple[SeatDeal, ...]:
    """The part of every seat in the deal."""
    names, cutting = names_of(table, language), table.cutting
    bots = table.bots_at_deal if table.dealt and cutting.sealed else [seat.number for seat in table.seats if seat.level]
    return tuple(
        SeatDeal(seat, names[seat], seat in bots, cutting.seals.get(seat, ""), cutting.cuts.get(seat, ""))
        for seat in range(len(table.seats))
    )


def kind_of_deal(table: Table) -> DealKind:
    """How the deal of a table is sealed."""
    if table.cutting.sealed:
        return "sealed-cuts"
    return "cut" if table.opened.shuffle else "sealed" if table.opened.commitment else "none"
