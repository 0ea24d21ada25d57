"""What one guest is shown of a table: made from the guest's own view, and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.ending import result
from cloudtop.web.render.gallery import sent
from cloudtop.web.render.moment import Moment, Sight, seats_seen
from cloudtop.web.render.phrases import names_of
from cloudtop.web.socket.messages import (
    Absence,
    Decision,
    FairDeal,
    LogEntry,
    Panel,
    Replayed,
    Result,
    SeatCut,
    SeatSeal,
    TableState,
)


class Screen(Struct, frozen=True):
    """What a guest has on the screen, to compare with what comes next."""

    sight: Sight
    common: TableState
    """What it has in common with all who look in the same language: the same one for all of them."""
    decision: Decision | None
    outcome: Result | None
    text: str
    panels: dict[str, Panel]
    lines: list[LogEntry]
    """The log, which may have gone on since."""
    told: int
    """So many lines of it are on the screen."""

    @property
    def log(self) -> list[LogEntry]:
        """The log as it is on the screen."""
        return self.lines[: self.told]


def seen(moment: Moment, chronicle: Chronicle, sight: Sight, here: frozenset[int]) -> Screen:
    """The table as it is now."""
    you, lang = sight.you, sight.lang
    common: TableState = moment.shared(common_state, lang, here)
    lines, shown = chronicle.read_by(you, lang), moment.shown(sight)
    return Screen(
        sight,
        common,
        shown.decision,
        None if moment.outcome() is None else result(moment, lang, you),
        moment.text(you, lang) if sight.told else "",
        shown.panels,
        lines,
        len(lines),
    )


def common_state(moment: Moment, lang: str, here: frozenset[int]) -> TableState:
    """The table as a spectator sees it who reads that language, without its end."""
    table, game = moment.table, moment.game
    return TableState(
        seq=moment.seq,
        you=None,
        mine=(),
        host=False,
        secrets=moment.secrets(),
        moves=len(table.log),
        rules=table.opened.rules,
        present=game.rules_version,
        boxed=game.box_data is not None,
        forget=table.opened.forget,
        fair=dealt_fairly(moment),
        seats=moment.seats(lang, here),
        panels=(),
        decision=None,
        sheets=moment.sheets(lang),
        titles=moment.titles(lang),
        log=(),
        outcome=None,
        progress=moment.progress(lang),
        scale=moment.scale(lang),
        text="",
    )


def awaiting(table: Table, sight: Sight, here: frozenset[int]) -> Screen:
    """A table that waits for players before it is dealt: who sits there, and nothing on it."""
    common = TableState(
        seq=table.seq,
        you=None,
        mine=(),
        host=False,
        secrets=False,
        moves=0,
        rules=table.opened.rules,
        present=table.game.rules_version,
        boxed=table.game.box_data is not None,
        forget=table.opened.forget,
        fair=fair_deal(table),
        seats=seats_seen(table, names_of(table, sight.lang), here, (), [0] * len(table.seats)),
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
    return Screen(sight, common, None, None, "", {}, [], 0)


def dealt_fairly(moment: Moment) -> FairDeal:
    """How it was dealt; that stays as it is for the whole game."""
    lasting = moment.memory.lasting
    found: FairDeal | None = lasting.get(("fair", ""))
    if found is None:
        found = lasting["fair", ""] = fair_deal(moment.table)
    return found


def fair_deal(table: Table) -> FairDeal:
    """How it is dealt, as everybody may know it."""
    cutting = table.cutting
    return FairDeal(
        table.opened.commitment,
        table.dealt,
        cuts=tuple([SeatCut(seat, cut) for seat, cut in sorted(cutting.cuts.items())]),
        awaited=tuple(table.awaited),
        seals=tuple([SeatSeal(seat, seal) for seat, seal in sorted(cutting.seals.items())]),
        closed=cutting.closed is not None,
    )


def whole(
    screen: Screen, mine: Sequence[int], host: bool, since: int | None = None, away: tuple[Absence, ...] = ()
) -> TableState:
    """The whole screen for a browser that holds these seats, and has perhaps seen the table before."""
    log = tuple(screen.log)
    return replace(
        screen.common,
        you=screen.sight.you,
        mine=tuple(mine),
        host=host,
        missed=UNSET if since is None else sum(entry.seq > since for entry in log),
        away=away,
        panels=sent_panels(screen.panels),
        decision=screen.decision,
        log=log,
        outcome=screen.outcome,
        text=screen.text,
    )


def sent_panels(panels: Mapping[str, Panel]) -> tuple[Panel, ...]:
    """All panels as they are sent."""
    return tuple([sent(panel) for panel in panels.values()])


def replayed(table: Table, sight: Sight, at: int) -> Replayed:
    """The table as it was after so many moves, as the guest saw it then."""
    then, you, lang = Moment(table, table.position(at)), sight.you, sight.lang
    return Replayed(
        at=at,
        move=Chronicle(table).line(at - 1, you, lang) if at else None,
        panels=sent_panels(then.panels(sight)),
        scores=then.scores(),
        sheets=then.sheets(lang),
        titles=then.titles(lang),
        text=then.text(you, lang),
    )
