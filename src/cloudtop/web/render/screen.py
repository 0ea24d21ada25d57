"""What one guest is shown of a table: made from the guest's own view, and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.ending import result
from cloudtop.web.render.moment import Moment, Sight, seats_seen
from cloudtop.web.socket.messages import Absence, FairDeal, Panel, Replayed, SeatCut, TableState


class Screen(NamedTuple):
    """What a guest has on the screen, to compare with what comes next."""

    sight: Sight
    state: TableState
    """As it is seen by whoever looks from there; `mine` and `host` are each browser's own."""
    panels: dict[str, Panel]


def seen(moment: Moment, chronicle: Chronicle, sight: Sight, here: frozenset[int]) -> Screen:
    """The table as it is now."""
    you, lang = sight.you, sight.lang
    panels = moment.panels(sight)
    chronicle.note(moment)
    state = TableState(
        seq=moment.seq,
        you=you,
        mine=(),
        host=False,
        secrets=moment.secrets(),
        moves=len(moment.table.log),
        rules=moment.table.opened.rules,
        present=moment.game.rules_version,
        boxed=moment.game.box_data is not None,
        forget=moment.table.opened.forget,
        fair=fair_deal(moment.table),
        seats=moment.seats(lang, here),
        panels=tuple(panels.values()),
        decision=moment.decision(sight),
        sheets=moment.sheets(lang),
        titles=moment.titles(lang),
        log=chronicle.read_by(you, lang),
        outcome=result(moment, lang, you),
        progress=moment.progress(lang),
        scale=moment.scale(lang),
        text=moment.text(you, lang) if sight.told else "",
    )
    return Screen(sight, state, panels)


def awaiting(table: Table, sight: Sight, here: frozenset[int]) -> Screen:
    """A table that waits for players before it is dealt: who sits there, and nothing on it."""
    state = TableState(
        seq=table.seq,
        you=sight.you,
        mine=(),
        host=False,
        secrets=False,
        moves=0,
        rules=table.opened.rules,
        present=table.game.rules_version,
        boxed=table.game.box_data is not None,
        forget=table.opened.forget,
        fair=fair_deal(table),
        seats=seats_seen(table, sight.lang, here, (), [0] * len(table.seats)),
        panels=(),
        decision=None,
        sheets=(),
        titles={},
        log=(),
        outcome=None,
        progress=None,
        scale=(),
        text="",
    )
    return Screen(sight, state, {})


def fair_deal(table: Table) -> FairDeal:
    """How it is dealt, as everybody may know it."""
    cuts = tuple(SeatCut(seat, cut) for seat, cut in sorted(table.cuts.items()))
    return FairDeal(table.opened.commitment, table.dealt, cuts, tuple(table.awaited))


def whole(
    screen: Screen, mine: Sequence[int], host: bool, since: int | None = None, away: tuple[Absence, ...] = ()
) -> TableState:
    """The whole screen for a browser that holds these seats, and has perhaps seen the table before."""
    missed = UNSET if since is None else sum(entry.seq > since for entry in screen.state.log)
    return replace(screen.state, mine=tuple(mine), host=host, missed=missed, away=away)


def replayed(table: Table, sight: Sight, at: int) -> Replayed:
    """The table as it was after so many moves, as the guest saw it then."""
    then, you, lang = Moment(table, table.position(at)), sight.you, sight.lang
    return Replayed(
        at=at,
        move=Chronicle(table).line(at - 1, you, lang) if at else None,
        panels=tuple(then.staged(sight).values()),
        scores=then.scores(),
        sheets=then.sheets(lang),
        titles=then.titles(lang),
        text=then.text(you, lang),
    )
