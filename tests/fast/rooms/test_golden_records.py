"""Golden records: games that were played once and must always lead to the same end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.records.make import HOME, playthrough, shown, telling_terms
from tests.support.rooms import ROOMS

import cloudtop

RECORDS = sorted(HOME.glob("*/*.cloudtop"))
PLAYTHROUGHS = sorted(HOME.glob("*/*.playthrough.txt"))

each_game = pytest.mark.parametrize("name", ROOMS)
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
each_playthrough = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.parent.name)


def records_of(name: str) -> Iterator[cloudtop.Record]:
    for path in RECORDS:
        if path.parent.name == name:
            yield cloudtop.read_record(path.read_text(encoding="utf-8"))


@each_record
def test_a_golden_record_is_sound_and_written_back_byte_for_byte(path: Path) -> None:
    record = cloudtop.read_record(path.read_bytes().decode())
    assert record.game.name == path.parent.name
    assert record.write().encode() == path.read_bytes()


@each_record
def test_a_golden_record_is_replayed_to_the_same_end(path: Path) -> None:
    record = cloudtop.read_record(path.read_text(encoding="utf-8"))
    *_, (_, last) = record.positions()
    assert last.dump() == record.end().dump()
    assert (last.outcome() is None) == ("unfinished" in path.name)


@each_game
def test_every_number_of_players_and_every_value_of_an_option_has_a_finished_golden_record(name: str) -> None:
    needed = set().union(*(shown(*terms) for terms in telling_terms(cloudtop.game(name))))
    there = set()
    for record in records_of(name):
        if record.end().outcome() is not None:
            there |= shown(record.players, record.options)
    assert needed - there == set()


@each_game
def test_golden_records_show_every_kind_of_record(name: str) -> None:
    records = list(records_of(name))
    assert any(record.deal is not None for record in records)
    assert any(record.end().outcome() is None for record in records)
    assert any(move.comment for record in records for move in record.moves)
    assert any(move.before for record in records for move in record.moves)
    assert any(record.names and record.notes and record.closing for record in records)


@each_game
def test_every_game_has_a_playthrough(name: str) -> None:
    assert [path for path in PLAYTHROUGHS if path.parent.name == name]


@each_playthrough
def test_a_playthrough_says_what_it_always_said(path: Path) -> None:
    record = cloudtop.read_record(path.with_name(path.name.replace(".playthrough.txt", ".cloudtop")).read_text("utf-8"))
    assert playthrough(record) == path.read_text(encoding="utf-8")
