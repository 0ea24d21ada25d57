"""What one guest is shown of a table: made from the guest's own view, and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle, entry_for
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.socket.messages import (
    Decision,
    LogEntry,
    Panel,
    Replayed,
    Result,
    SeatStatus,
    Sheet,
    TableState,
)


class Screen(NamedTuple):
    """What a guest has on the screen, to compare with what comes next."""

    sight: Sight
    seq: int
    secrets: bool
    moves: int
    seats: tuple[SeatStatus, ...]
    panels: dict[str, Panel]
    decision: Decision | None
    sheets: tuple[Sheet, ...]
    titles: dict[str, str]
    log: tuple[LogEntry, ...]
    outcome: Result | None
    text: str


def seen(moment: Moment, chronicle: Chronicle, sight: Sight, here: frozenset[int]) -> Screen:
    """The table as it is now."""
    you, lang, _ = sight
    return Screen(
        sight=sight,
        seq=moment.seq,
        secrets=moment.secrets(),
        moves=len(moment.table.log),
        seats=moment.seats(lang, here),
        panels=moment.panels(sight),
        decision=moment.decision(sight),
        sheets=moment.sheets(lang),
        titles=moment.titles(lang),
        log=chronicle.read_by(you, lang),
        outcome=moment.result(lang),
        text=moment.text(you, lang),
    )


def whole(screen: Screen, mine: Sequence[int], host: bool, since: int | None = None) -> TableState:
    """The whole screen for a browser that holds these seats, and has perhaps seen the table before."""
    return TableState(
        seq=screen.seq,
        you=screen.sight.you,
        mine=tuple(mine),
        host=host,
        secrets=screen.secrets,
        moves=screen.moves,
        missed=UNSET if since is None else sum(entry.seq > since for entry in screen.log),
        seats=screen.seats,
        panels=tuple(screen.panels.values()),
        decision=screen.decision,
        sheets=screen.sheets,
        titles=screen.titles,
        log=screen.log,
        outcome=screen.outcome,
        text=screen.text,
    )


def replayed(table: Table, sight: Sight, at: int) -> Replayed:
    """The table as it was after so many moves, as the guest saw it then."""
    then, (you, lang, _) = Moment(table, table.position(at)), sight
    return Replayed(
        at=at,
        move=entry_for(table, table.log[at - 1], you, lang) if at else None,
        panels=tuple(then.staged(sight).values()),
        scores=then.scores(),
        sheets=then.sheets(lang),
        titles=then.titles(lang),
        text=then.text(you, lang),
    )
