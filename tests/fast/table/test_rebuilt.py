"""A table rebuilt from its events: the same table, whatever happened."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.chance import pick
from cloudtop.core.errors import CloudtopError
from cloudtop.table import BrokenTable, Table
from cloudtop.table.events import (
    Event,
    Lent,
    Linked,
    Opened,
    Place,
    Played,
    Reclaimed,
    Renamed,
    SatDown,
    SeatKind,
    TakenBack,
    read_event,
    write_event,
)

ALL_GAMES = pytest.mark.parametrize("name", ROOMS)


def opened(name: str, *kinds: SeatKind, seed: int = 5) -> Opened:
    """A table just opened."""
    game = cloudtop.game(name)
    places = [
        Place(kind, level="random" if kind == "bot" else "", key=f"key {seat}" if kind == "friend" else "")
        for seat, kind in enumerate(kinds)
    ]
    return Opened(name, game.rules_version, game.terms(len(places)).options, places, seed, "salt", "host", "watch")


def people(name: str) -> list[SeatKind]:
    """Two people, or as few as the game allows."""
    counts = cloudtop.game(name).player_counts
    return ["me"] * (2 if 2 in counts else counts[0])


def some_moves(table: Table, count: int, rng: Random) -> list[Event]:
    """So many moves, made by chance, as the events they are."""
    events: list[Event] = []
    while len(events) < count and not table.over:
        seat = pick(rng, table.state.turn())
        event = Played(seat, table.game.text(pick(rng, table.state.legal(seat))), f"n{len(events)}")
        table.apply(event)
        events.append(event)
    return events


@ALL_GAMES
def test_a_move_by_its_number_and_the_same_by_its_notation_lead_to_the_same_table(name: str) -> None:
    read, numbered = (Table("t", opened(name, *people(name))) for _ in range(2))
    for event in some_moves(read, 20, Random(2)):
        assert isinstance(event, Played)
        action = numbered.game.parse(numbered.state, event.seat, event.move)
        numbered.check(event.seat, [action])
        numbered.apply(event, action)
    assert (numbered.log, numbered.due, numbered.nonces) == (read.log, read.due, read.nonces)
    assert numbered.state.dump() == read.state.dump()


@ALL_GAMES
def test_a_log_leads_to_the_same_table_again(name: str) -> None:
    first = opened(name, *people(name))
    table = Table("t", first)
    events = [first, *some_moves(table, 12, Random(1)), Renamed(0, "Mira"), Lent(0, "random")]
    for event in events[-2:]:
        table.apply(event)
    rows = [write_event(event) for event in events]
    again = Table.rebuilt("t", rows)
    assert (again.seq, again.log, again.seats, again.nonces, again.due) == (
        table.seq,
        table.log,
        table.seats,
        table.nonces,
        table.due,
    )
    assert again.state.dump() == table.state.dump()


def test_events_read_back() -> None:
    events: list[Event] = [
        Played(1, "c3@b2", "n"),
        TakenBack(0, 3),
        SatDown(1, "h"),
        Linked(0, "k"),
        Lent(1, "calm"),
        Reclaimed(1),
    ]
    assert [read_event(write_event(event)) for event in events] == events


@pytest.mark.parametrize(
    "rows",
    [
        [],
        ["nonsense"],
        [write_event(Played(0, "c3@b2"))],
        [write_event(opened("skybridge", "me", "me"))] * 2,
        [write_event(opened("skybridge", "me", "me")), write_event(Played(0, "c3@z9"))],
        [write_event(opened("skybridge", "me", "me")), write_event(TakenBack(0, 7))],
        [write_event(opened("skybridge", "me", "me")), write_event(Renamed(4, "Nobody"))],
        [write_event(opened("skybridge", "me", "me")), '{"type":"flown"}'],
        [write_event(opened("skybridge", "me", "me")).replace('"rules":1', '"rules":999')],
        [write_event(opened("skybridge", "me", "me")).replace("skybridge", "chess")],
    ],
)
def test_a_log_that_cannot_be_is_a_broken_table(rows: list[str]) -> None:
    with pytest.raises(BrokenTable):
        Table.rebuilt("t", rows)


def test_an_event_that_cannot_be_changes_nothing() -> None:
    table = Table("t", opened("skybridge", "me", "me"))
    before = (table.seq, table.state.dump())
    for event in (Played(0, "c9"), Played(1 - table.state.turn()[0], "c3@b2"), TakenBack(0, 1), Renamed(9, "x")):
        with pytest.raises(CloudtopError):
            table.apply(event)
    assert (table.seq, table.state.dump()) == before


def test_a_link_is_good_for_one_browser() -> None:
    table = Table("t", opened("skybridge", "me", "friend"))
    assert (table.seat_of_key("key 1"), table.seats[1].free) == (1, True)
    table.apply(SatDown(1, "browser"))
    assert (table.seat_of_key("key 1"), table.seats[1].free) == (None, False)
    assert table.held_by("browser") == [1]
    table.apply(Linked(1, "phone key"))
    table.apply(SatDown(1, "phone"))
    assert table.held_by("phone") == table.held_by("browser") == [1]


def test_no_key_opens_a_seat_that_has_none() -> None:
    assert Table("t", opened("skybridge", "me", "bot")).seat_of_key("") is None


def test_a_bot_that_stands_in_does_not_make_taking_back_free() -> None:
    table = Table("t", opened("skybridge", "me", "friend"))
    some_moves(table, 2, Random(3))
    table.apply(Lent(1, "random"))
    assert table.undo_keeps(0) is None


def test_against_bots_the_last_own_move_can_be_taken_back() -> None:
    table = Table("t", opened("skybridge", "me", "bot"))
    some_moves(table, 5, Random(3))
    keep = table.undo_keeps(0)
    assert keep is not None
    assert table.log[keep].seat == 0
    assert all(entry.seat == 1 for entry in table.log[keep + 1 :])


def test_nobody_fills_a_log_by_taking_back_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudtop.table.table.TAKE_BACKS", 3)
    table = Table("t", opened("skybridge", "bot", "bot"))
    seat = table.state.turn()[0]
    for _ in range(3):
        some_moves(table, 1, Random(3))
        assert table.undo_keeps(seat) == 0
        table.apply(TakenBack(seat, 0))
    some_moves(table, 1, Random(3))
    assert table.undo_keeps(seat) is None


def test_a_secret_choice_of_another_leaves_a_decision_fresh(guest: str) -> None:
    table = Table("t", opened(guest, "me", "me"))
    table.apply(Played(1, "heads"))
    assert table.log[0].secret
    assert table.fresh(0, 0)
    assert not table.fresh(1, 0)
    table.apply(Played(0, "tails"))
    assert not table.fresh(0, 1)
