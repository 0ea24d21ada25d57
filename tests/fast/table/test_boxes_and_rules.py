"""A table goes on with the box and the rules it was opened with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.support.nim import GAME as NIM

import cloudtop
from cloudtop.core.record import Record, read_record
from cloudtop.table import BrokenTable, Table
from cloudtop.table.events import Opened, Place, read_event, write_event

OLD_ROW = (
    '{"type":"opened","game":"skybridge","rules":1,"options":{"roof_on_foundation":false,"bridge_on_foundation":false,'
    '"two_player_colours":"free"},"places":[{"kind":"me","name":"","level":"","key":"","holder":"h"},'
    '{"kind":"bot","name":"","level":"calm","key":"","holder":""}],"seed":5,"salt":"salt","host":"h","watch":"w"}'
)
"""As it was written before tables had boxes."""
OPENED = Opened("coin-nim", 3, {}, [Place("me"), Place("me")], 5)
BOX = {"stones": [4, 9]}


def test_a_row_of_a_table_without_a_box_reads_and_writes_as_ever() -> None:
    event = read_event(OLD_ROW)
    assert isinstance(event, Opened)
    assert (event.rules, event.box, event.forget) == (1, None, False)
    assert write_event(event) == OLD_ROW
    table = Table.rebuilt("old", [OLD_ROW])
    assert table.game is cloudtop.game("skybridge")
    assert table.state.terms.rules == 1


@pytest.mark.usefixtures("guest")
def test_a_table_is_dealt_from_its_box() -> None:
    rows = [write_event(replace(OPENED, box=BOX, forget=True)), '{"type":"played","seat":0,"move":"heads"}']
    table = Table.rebuilt("own", rows)
    assert table.game.box_data == BOX
    assert (table.state.dump()["heap"], table.position(0).dump()["heap"]) == (9, 9)
    assert table.opened.forget
    assert table.state.dump()["box"] == BOX
    text = table.record().write()
    assert 'box: {"stones":[4,9]}' in text
    again = Table.of_record(read_record(text, {"coin-nim": NIM}.__getitem__))
    assert again.opened.box == BOX
    assert again.state.dump() == table.state.dump()


@pytest.mark.usefixtures("guest")
def test_a_table_goes_on_under_the_rules_it_began_with() -> None:
    table = Table.rebuilt("old", [write_event(replace(OPENED, rules=2))])
    assert table.state.terms.rules == table.position(0).terms.rules == table.imagined(1).terms.rules == 2
    assert table.record().rules == 2
    assert Table.of_record(Record(NIM, 2, {}, 5, rules=1)).record().write().splitlines()[2] == "rules: 1"


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize(
    ("row", "why"),
    [
        (replace(OPENED, rules=4), "table bad follows rules version 4 of coin-nim; this is 3"),
        (replace(OPENED, rules=0), "table bad follows rules version 0 of coin-nim; this is 3"),
        (replace(OPENED, box={"stones": [0]}), "a heap has at least one stone, not 0"),
    ],
)
def test_a_table_that_cannot_be_dealt_is_broken(row: Opened, why: str) -> None:
    with pytest.raises(BrokenTable, match=why):
        Table.rebuilt("bad", [write_event(row)])
