"""What is shown again, because nothing of it has changed, is what would be shown anew; and it is found, not drawn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.scene import UPON
from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.difference import scene_change
from cloudtop.web.render.gallery import PanelCache
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.socket.messages import PanelChange

EYES = (0, 1, None)


@pytest.mark.parametrize("game", ROOMS)
def test_what_is_shown_again_is_what_would_be_shown_anew(game: str) -> None:
    # Against a bot everything may be taken back.
    table, dice = Table.open(cloudtop.game(game), players=2, seed=6, bots={1: "random"}), Random(6)
    chronicle, undone = Chronicle(table), 0
    while table.state.turn() and len(table.log) < 60:
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
        if len(table.log) >= 10 * (undone + 1):
            undone += table.undo(0)
        for sight in [Sight(you, language, 0) for you in EYES for language in ("en", "ja")]:
            kept, anew = chronicle.now().shown(sight), Moment(table, table.state).shown(sight)
            assert (kept.panels, kept.decision) == (anew.panels, anew.decision), (len(table.log), sight)
    assert undone


def test_a_secret_choice_leaves_everybody_else_the_very_same_page() -> None:
    table, dice = Table.open(cloudtop.game("strange-world"), players=2, seed=3), Random(3)
    chronicle, alike = Chronicle(table), Counter[bool]()
    while table.state.turn() and len(table.log) < 60:
        before = {you: chronicle.now().shown(Sight(you, "en", 0)) for you in EYES}
        choosing, seat = len(table.state.turn()), dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
        if choosing == 2 and len(table.state.turn()) == 1:
            after = {you: chronicle.now().shown(Sight(you, "en", 0)) for you in EYES}
            for other in (None, 1 - seat):
                assert after[other].decision == before[other].decision
                assert all(panel is before[other].panels[name] for name, panel in after[other].panels.items())
            alike[after[seat] == before[seat]] += 1
    assert alike[False] == alike.total() > 5


def test_what_was_shown_is_forgotten_when_a_table_is_looked_at_in_many_ways() -> None:
    table = Table.open(cloudtop.game("skybridge"), players=2, seed=1)
    moment = Chronicle(table).now()
    cache = moment.memory.panels = PanelCache(most=30)
    ways = [Sight(you, language, side) for you in EYES for language in ("en", "fr", "ja") for side in range(4)]
    for sight in ways:
        moment.shown(sight)
    assert 30 < len(cache.now) + len(cache.before) <= 60


def test_a_cell_that_may_be_chosen_stays_the_very_same_below_its_sign() -> None:
    table, dice = Table.open(cloudtop.game("strange-world"), players=2, seed=5), Random(5)
    chronicle, signs = Chronicle(table), 0
    while table.state.turn() and len(table.log) < 60:
        shown = {seat: chronicle.now().shown(Sight(seat, "en", 0)).panels[f"world:{seat}"].items for seat in (0, 1)}
        for items in shown.values():
            upon = {item.id.removeprefix(UPON): item for item in items if item.id.startswith(UPON)}
            below = {item.id: item for item in items if item.id in upon}
            assert below.keys() == upon.keys()
            assert not any(item.target or item.state for item in below.values())
            assert all((upon[name].x, upon[name].y) == (item.x, item.y) for name, item in below.items())
            signs += len(upon)
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
    assert signs > 100


def test_items_that_look_different_in_the_same_order_are_sent_and_nothing_is_put_elsewhere() -> None:
    table = Table.open(cloudtop.game("strange-world"), players=2, seed=5)
    panel = Moment(table, table.state).shown(Sight(None, "en", 0)).panels["world:0"]
    first, *others = panel.items
    lit = first._replace(state="last")
    found = scene_change({"world:0": panel}, {"world:0": replace(panel, items=(lit, *others))})
    assert found.changed == (PanelChange(name="world:0", set=(lit,)),)
    found = scene_change({"world:0": panel}, {"world:0": replace(panel, items=tuple(others))})
    assert found.changed == (PanelChange(name="world:0", drop=(first.id,)),)
    upon = panel.items[-1]._replace(id="new")
    found = scene_change({"world:0": panel}, {"world:0": replace(panel, items=(*panel.items, upon))})
    assert found.changed == (PanelChange(name="world:0", set=(upon,)),)
