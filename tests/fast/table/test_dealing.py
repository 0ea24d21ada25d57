"""A table before its first move: who is awaited, who cuts, when it is dealt, and what its record tells of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.support.nim import GAME as NIM

from cloudtop.core.errors import CloudtopError
from cloudtop.core.fair import Proof, prove, seal_of, seal_of_cut, seed_of
from cloudtop.core.record import read_record
from cloudtop.table import BrokenTable, NotDealt, Table
from cloudtop.table.events import (
    AllSealed,
    Cut,
    Dealt,
    Event,
    Lent,
    Opened,
    Place,
    Played,
    Reclaimed,
    SatDown,
    Sealed,
    SeatKind,
    SentAway,
    read_event,
    write_event,
)

SHUFFLE, ONE, OTHER = "5a" * 32, "0c" * 16, "1d" * 16


def opened(*kinds: SeatKind) -> Opened:
    """A table that waits for cuts."""
    places = [Place(kind, level="random" if kind == "bot" else "", holder=f"h{i}") for i, kind in enumerate(kinds)]
    return Opened(NIM.name, NIM.rules_version, {}, places, None, shuffle=SHUFFLE, at=1000)


def table(*kinds: SeatKind) -> Table:
    return Table("t", opened(*(kinds or ("me", "friend"))), NIM)


def test_nothing_lies_on_a_table_before_the_deal() -> None:
    waiting = table()
    assert (waiting.dealt, waiting.over, waiting.awaited, waiting.bot_to_play()) == (False, False, [0, 1], None)
    for ask in (lambda: waiting.state, waiting.record, lambda: waiting.record_for([0])):
        with pytest.raises(NotDealt):
            ask()
    with pytest.raises(NotDealt):
        waiting.apply(Played(0, "heads"))
    assert waiting.undo_keeps(0) is None


def test_it_is_dealt_from_the_shuffle_and_the_cuts() -> None:
    waiting = table()
    waiting.apply(Cut(1, OTHER))
    assert waiting.awaited == [0]
    waiting.apply(Cut(0, ONE))
    assert (waiting.awaited, waiting.dealt) == ([], False)
    waiting.apply(Dealt())
    assert waiting.seed == seed_of(SHUFFLE, {0: ONE, 1: OTHER})
    assert waiting.state.dump() == NIM.deal(2, waiting.seed).dump()
    assert not waiting.fresh(0, 0)
    assert waiting.fresh(0, waiting.seq)


def test_bots_and_lent_seats_add_nothing() -> None:
    waiting = table("me", "bot", "friend")
    assert waiting.awaited == [0, 2]
    waiting.apply(Lent(2, "random"))
    assert waiting.awaited == [0]


@pytest.mark.parametrize(
    "event", [Cut(0, OTHER), Cut(1, "short"), Cut(1, "G" * 32), Cut(9, OTHER), Cut(-1, OTHER)], ids=str
)
def test_a_cut_that_cannot_be_changes_nothing(event: Cut) -> None:
    waiting = table()
    waiting.apply(Cut(0, ONE))
    with pytest.raises(BrokenTable):
        waiting.apply(event)
    assert (waiting.seq, waiting.cuts) == (1, {0: ONE})


@pytest.mark.parametrize("event", [Cut(1, OTHER), Dealt()])
def test_after_the_deal_nobody_cuts_and_nobody_deals(event: Event) -> None:
    dealt = table()
    dealt.apply(Dealt())
    before = dealt.state.dump()
    with pytest.raises(BrokenTable):
        dealt.apply(event)
    assert dealt.state.dump() == before


def test_a_table_of_before_players_cut_is_dealt_when_it_is_opened() -> None:
    old = Table("t", Opened(NIM.name, NIM.rules_version, {}, [Place("me"), Place("me")], 7, "salt"), NIM)
    assert (old.dealt, old.awaited) == (True, [])
    with pytest.raises(BrokenTable):
        old.apply(Cut(0, ONE))


OLD_ROWS = [
    '{"type":"opened","game":"coin-nim","rules":1,"options":{},"places":[{"kind":"me","name":"","level":"","key":"",'
    '"holder":"h0"},{"kind":"friend","name":"","level":"","key":"k1","holder":""}],"seed":9007199254740991,'
    '"salt":"5e6f","host":"h0","watch":"w"}',
    '{"type":"sat-down","seat":1,"holder":"h1"}',
    '{"type":"lent","seat":1,"level":"random"}',
    '{"type":"played","seat":0,"move":"heads","nonce":"n"}',
    '{"type":"reclaimed","seat":1}',
]
"""The log of a table as it was written before players cut."""


def test_a_log_of_before_players_cut_is_played_on_and_proves_what_it_can(guest: str) -> None:
    game = Table.rebuilt("t", OLD_ROWS)
    assert (game.dealt, game.seed, game.seats[1].holders) == (True, 2**53 - 1, {"h1": 0})
    while not game.over:
        seat = game.state.turn()[0]
        game.play(seat, game.state.legal(seat)[0])
    assert prove(read_record(game.record_for([]).write(), lambda name: NIM)) == Proof("sealed")


def test_a_log_leads_to_the_same_deal(guest: str) -> None:
    events: list[Event] = [opened("me", "friend"), Cut(0, ONE), Dealt(), Played(0, "heads"), SentAway(1, "h1")]
    again = Table.rebuilt("t", [write_event(event) for event in events])
    assert [read_event(write_event(event)) for event in events] == events
    assert again.seed == seed_of(SHUFFLE, {0: ONE})
    assert again.seats[1].holders == {}


def finished() -> Table:
    """A game played to its end, where seat 1 was lent for a while."""
    game = table()
    for event in (Cut(0, ONE), Dealt(), Played(0, "heads"), Lent(1, "random", away=True), Played(1, "tails")):
        game.apply(event)
    game.apply(Reclaimed(1))
    while not game.over:
        seat = game.state.turn()[0]
        game.play(seat, game.state.legal(seat)[0])
    return game


def test_a_running_record_shows_the_seal_and_a_finished_one_opens_it() -> None:
    game = finished()
    shown = read_record(game.record_for([]).write(), lambda name: NIM)
    assert prove(shown) == Proof("cut", (0,))
    running = table()
    running.apply(Cut(0, ONE))
    running.apply(Dealt())
    text = running.record_for([0, 1]).write()
    assert f"commitment: sha256 {seal_of(SHUFFLE)}\ncut 0: {ONE}\n" in text
    assert SHUFFLE not in text
    assert str(running.seed) not in text


def test_moves_that_a_bot_made_for_a_person_are_marked_in_the_record() -> None:
    moves = finished().record_for([]).write().split("\n\n")[1].splitlines()
    assert moves[:2] == ["1 0 heads", "2 1 tails ; (random standing in)"]
    assert not any("standing in" in line for line in moves[2:])


def test_moves_of_a_bot_s_own_seat_are_not() -> None:
    game = table("me", "bot")
    game.apply(Dealt())
    game.apply(Played(1, "tails"))
    assert game.log[0].stand_in == ""


# ---------------------------------------------------------------------- who holds a seat


def test_those_who_hold_a_seat_are_known_with_the_time_they_came() -> None:
    game = table()
    game.apply(SatDown(1, "phone", 2000))
    game.apply(SatDown(1, "phone", 3000))
    assert game.seats[1].holders == {"h1": 1000, "phone": 2000}


def test_one_may_send_away_oneself_and_those_who_came_later_but_not_the_last() -> None:
    game = table()
    assert not game.seats[1].may_send_away("h1", "h1")
    for holder in ("phone", "thief"):
        game.apply(SatDown(1, holder, 2000))
    may = game.seats[1].may_send_away
    assert may("h1", "thief")
    assert may("phone", "phone")
    assert may("phone", "thief")
    assert not may("thief", "h1")
    assert not may("thief", "phone")
    assert not may("stranger", "thief")
    assert not may("h1", "stranger")


def test_a_link_made_by_somebody_who_was_sent_away_is_good_for_nobody() -> None:
    game = table()
    game.apply(SatDown(1, "thief", 2000))
    game.seats[1].key = "made by the thief"
    game.apply(SentAway(1, "thief"))
    assert game.seat_of_key("made by the thief") is None
    assert game.held_by("thief") == []


def test_a_seat_that_is_not_there_changes_nothing() -> None:
    game = table()
    with pytest.raises(CloudtopError, match="no seat 4"):
        game.apply(SentAway(4, "x"))


# ---------------------------------------------------------------------- sealed cuts

SEALS = seal_of_cut(ONE), seal_of_cut(OTHER)


def sealing(*kinds: SeatKind) -> Table:
    """A table whose players seal their cuts."""
    return Table("t", replace(opened(*(kinds or ("me", "friend"))), cuts="sealed"), NIM)


def sealed(*kinds: SeatKind) -> Table:
    """A table where both players have sealed, and the seals are closed."""
    game = sealing(*kinds)
    for event in (Sealed(0, SEALS[0], "h0"), Sealed(1, SEALS[1], "h1"), AllSealed((0, 1), 2000)):
        game.apply(event)
    return game


def test_cuts_are_sealed_closed_opened_and_dealt_from() -> None:
    game = sealing()
    game.apply(Sealed(1, SEALS[1], "h1"))
    assert (game.awaited, game.cutting.seals) == ([0], {1: SEALS[1]})
    game.apply(Sealed(0, SEALS[0], "h0"))
    game.apply(AllSealed((0, 1), 2000))
    assert (game.awaited, game.cutting.unopened) == ([0, 1], [0, 1])
    game.apply(Cut(1, OTHER))
    assert game.awaited == [0]
    game.apply(Cut(0, ONE))
    game.apply(Dealt())
    assert game.seed == seed_of(SHUFFLE, {0: ONE, 1: OTHER})


@pytest.mark.parametrize(
    "event",
    [
        Cut(0, ONE),
        Sealed(1, SEALS[0], "h1"),
        Sealed(0, "short", "h0"),
        Sealed(9, SEALS[0], "h0"),
        AllSealed((0, 1), 2000),
        AllSealed((7,), 2000),
    ],
    ids=str,
)
def test_before_the_seals_are_closed_nothing_is_opened_and_no_seal_is_taken_over(event: Event) -> None:
    game = sealing()
    game.apply(Sealed(1, SEALS[1], "h1 of another device"))
    before = game.cutting.copy()
    with pytest.raises(BrokenTable):
        game.apply(event)
    assert (vars(game.cutting), game.seq) == (vars(before), 1)


@pytest.mark.parametrize(
    "event", [Sealed(0, SEALS[1], "h0"), AllSealed((0,), 2000), Cut(0, OTHER), Cut(2, ONE), Dealt()], ids=str
)
def test_afterwards_nothing_is_sealed_and_only_what_was_sealed_is_opened(event: Event) -> None:
    game = sealed()
    with pytest.raises(BrokenTable):
        game.apply(event)
    assert (game.dealt, game.cuts, game.cutting.seals) == (False, {}, {0: SEALS[0], 1: SEALS[1]})


def test_a_browser_that_lost_its_note_seals_again_until_the_seals_are_closed() -> None:
    game = sealing()
    game.apply(Sealed(0, SEALS[1], "h0"))
    game.apply(Sealed(0, SEALS[0], "h0"))
    assert game.cutting.seals == {0: SEALS[0]}


def test_the_seal_of_a_browser_that_is_sent_away_is_dropped_until_the_seals_are_closed() -> None:
    game = sealing()
    game.apply(SatDown(0, "phone", 1500))
    game.apply(Sealed(0, SEALS[0], "phone"))
    game.apply(SentAway(0, "h0"))
    assert game.awaited == [1]
    game.apply(SentAway(0, "phone"))
    assert game.awaited == [0, 1]
    closed = sealed()
    closed.apply(SentAway(0, "h0"))
    assert closed.cutting.seals == {0: SEALS[0], 1: SEALS[1]}


def test_who_does_not_open_loses_the_seat_to_a_bot_to_the_end() -> None:
    game = sealed()
    game.apply(Cut(1, OTHER))
    with pytest.raises(BrokenTable, match="still sealed"):
        game.apply(Dealt())
    game.apply(Lent(0, "gale"))
    game.apply(Dealt())
    assert (game.seed, game.bots_at_deal) == (seed_of(SHUFFLE, {1: OTHER}), ())
    for event in (Reclaimed(0), SatDown(0, "phone", 3000), Lent(0, "random")):
        game.apply(event)
    assert (game.seats[0].level, game.people) == ("gale", [1])
    while not game.over:
        seat = game.state.turn()[0]
        game.play(seat, game.state.legal(seat)[0])
    assert prove(read_record(game.record_for([]).write(), lambda name: NIM)) == Proof("sealed-cuts", (1,), (), (0,))


def test_a_record_tells_seals_and_bots_and_its_log_leads_to_the_same() -> None:
    events: list[Event] = [
        replace(opened("me", "bot", "friend"), cuts="sealed"),
        Sealed(0, SEALS[0], "h0"),
        Sealed(2, SEALS[1], "h2"),
        Lent(2, "random"),
        AllSealed((0,), 2000),
        Cut(0, ONE),
        Dealt(),
        Reclaimed(2),
    ]
    game = sealing("me", "bot", "friend")
    for event in events[1:]:
        game.apply(event)
    assert [read_event(write_event(event)) for event in events] == events
    text = game.record_for([]).write()
    assert f"bots: 1 2\nseal 0: {SEALS[0]}\ncut 0: {ONE}\n" in text
    assert SHUFFLE not in text


def test_what_is_looked_at_does_not_change_when_somebody_opens() -> None:
    game = sealed()
    still = game.still()
    game.apply(Cut(0, ONE))
    assert (still.cuts, game.cuts) == ({}, {0: ONE})
