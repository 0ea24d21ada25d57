"""The list of a browser's tables."""

from __future__ import annotations

from typing import Any

from cloudtop.core.errors import CloudtopError
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import LOG, Tables
from cloudtop.web.render.phrases import names_seen
from cloudtop.web.tokens import hashed

LISTED = 60
"""No more tables are listed."""


async def my_tables(tables: Tables, token: str | None, language: str) -> list[dict[str, Any]]:
    """The tables a browser may come to, the one that changed last first; one that is broken is left out."""
    found: list[dict[str, Any]] = []
    for name, when in (await tables.names_of(token))[:LISTED] if token is not None else []:
        try:
            live = await tables.find(name)
        except CloudtopError:
            LOG.exception("table %s cannot be listed", name)
            continue
        found.append({**listed(live, hashed(str(token)), language), "when": when})
    return found


def listed(live: LiveTable, holder: str, language: str) -> dict[str, Any]:
    """A table in the list."""
    table = live.table
    mine, outcome = table.held_by(holder), table.state.outcome()
    names = names_seen(table, mine[0] if len(mine) == 1 else None, language)
    deciding = table.state.turn()
    return {
        "table": table.name,
        "url": f"/t/{table.name}",
        "game": table.game.name,
        "title": table.game.title(language),
        "finished": outcome is not None,
        "yours": any(seat in mine for seat in deciding),
        "deciding": [names[seat] for seat in deciding],
        "names": names,
        "moves": len(table.log),
        "won": None if outcome is None or not mine else any(seat in outcome.winners for seat in mine),
    }
