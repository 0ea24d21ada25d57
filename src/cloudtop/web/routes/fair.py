"""The page that tells how a table was dealt; the browser checks there what a browser can check."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from cloudtop.table import Table
from cloudtop.web.render.phrases import names_of
from cloudtop.web.routes.bodies import FairPage, NamedCut
from cloudtop.web.routes.tables import asked_table
from cloudtop.web.templates import basics, page_response
from cloudtop.web.visitor import language_of


async def fair_page(request: Request) -> Response:
    """How a table was dealt: the seal and the cuts, and when the game is over what was sealed."""
    live = await asked_table(request)
    language = language_of(request)
    return page_response(request, "fair", told(live.table, language), file=f"{live.table.game.name}-{live.table.name}")


def told(table: Table, language: str) -> FairPage:
    """What everybody may know of how a table was dealt."""
    opened, names = table.opened, names_of(table, language)
    people = [seat.number for seat in table.seats if seat.human]
    kind = "cut" if opened.shuffle else "sealed" if opened.commitment else "none"
    return FairPage(
        **basics(language),
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
    )
