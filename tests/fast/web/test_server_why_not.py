"""Whatever is touched, the answer is true: every item of every panel of every game, in positions of whole games.

The rule that is told is compared with what the rulebook says of the moves that contain what was touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.questions import KEPT, reason, sort_of, touches
from cloudtop.web.render.screen import seen
from cloudtop.web.socket.messages import Reason, WhyNot

EVERY = 9
"""So many moves lie between two positions that are looked at."""


def positions(game: str, players: int) -> Iterator[tuple[Table, int]]:
    """A table in the course of a random game, with a seat that decides."""
    dice = Random(players)
    table = Table.open(cloudtop.game(game), players=players, seed=players)
    for move in count():
        if table.over:
            return
        seat = dice.choice(table.state.turn())
        if not move % EVERY:
            yield table, seat
        table.play(seat, dice.choice(table.state.legal(seat)))


def answers(table: Table, seat: int, moment: Moment, slots: bool = True) -> Iterator[tuple[str, Reason]]:
    """What is answered to a tap on everything that lies on the table, with what it was."""
    sight = Sight(seat, "en", 0)
    screen = seen(moment, Chronicle(table), sight, frozenset({0}))
    for name, panel in moment.panels(sight, touches(moment, seat).by_target).items():
        for thing in [item.id for item in panel.items] + [slot.id for slot in panel.slots if slots]:
            asked = WhyNot(seq=moment.seq, plan=[], chosen=[], target="", panel=name, items=[thing])
            yield f"{name} {thing}", reason(moment, screen, seat, asked)


def true_rules(table: Table, seat: int, moment: Moment, target: str) -> set[str | None]:
    """The rules that forbid the moves with a target: of those, if any, that are like the moves of this decision."""
    imagined, every = table.imagined(seat), touches(moment, seat)
    asked = {sort_of(moment, action, every.of[action]) for action in moment.legal(seat)}
    moves = every.by_target[target]
    alike = [action for action in moves if sort_of(moment, action, every.of[action]) in asked]
    return {imagined.why_not(seat, action) for action in alike or moves}


@pytest.mark.parametrize(
    ("game", "players"), [(name, players) for name in ROOMS for players in cloudtop.game(name).player_counts]
)
def test_every_item_of_every_panel_is_answered_with_a_true_rule(game: str, players: int) -> None:
    found = Counter[str]()
    for table, seat in positions(game, players):
        moment = Moment(table, table.state)
        legal = {target for action in moment.legal(seat) for target in moment.touched(seat, action)}
        for thing, told in answers(table, seat, moment):
            if not told.target:
                # No move of the game has it, lawful or not: no rule can forbid it.
                assert told.rule is None, thing
            elif told.target in legal:
                assert told.rule is None, thing
                found["open"] += 1
            else:
                assert told.rule is not None, (thing, told.target)
                assert told.rule.rule in true_rules(table, seat, moment, told.target), (thing, told)
                assert told.rule.title, thing
                assert told.rule.why, thing
                found["shut"] += 1
    assert found["open"] > 0
    assert found["shut"] > 0


@pytest.mark.parametrize("game", ROOMS)
def test_what_is_on_a_board_and_was_open_once_never_falls_silent(game: str) -> None:
    """A slot may have become empty; a roof, a cell or a card on the board answers at every moment."""
    known: dict[tuple[str, str], str] = {}
    silent = Counter[str]()
    for table, seat in positions(game, 2):
        moment = Moment(table, table.state)
        for thing, told in answers(table, seat, moment, slots=False):
            kind = (f"seat {seat}", thing)
            if told.target:
                known[kind] = told.target
            elif kind in known and known[kind] in touches(moment, seat).by_target:
                silent[f"{thing} {known[kind]}"] += 1
    assert not silent, silent.most_common(8)


def test_what_is_touched_is_kept_of_few_positions_however_many_ask() -> None:
    table = Table.open(cloudtop.game(ROOMS[0]), players=2, seed=1)
    moments = [Moment(table, table.state) for _ in range(KEPT + 1)]
    first = touches(moments[0], 0)
    assert touches(moments[0], 0) is first
    for moment in moments[1:]:
        touches(moment, 0)
    assert touches(moments[0], 0) is not first
