"""A table on one device: who sits there, what may be taken back, what its record tells."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

import pytest
from tests.support.nim import GAME as NIM

import cloudtop
from cloudtop.core.chance import pick
from cloudtop.core.errors import BadPlayers, BadRecord, IllegalMove
from cloudtop.core.record import Record, read_record
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place

SKYBRIDGE = cloudtop.game("skybridge")


def nim(*moves: str, players: int = 2, bots: dict[int, str] | None = None) -> Table:
    """A table of Nim after these moves, each by the first seat that has to decide."""
    table = Table.open(NIM, players, seed=1, bots=bots)
    for move in moves:
        seat = table.state.turn()[0]
        table.play(seat, table.game.parse(table.state, seat, move))
    return table


def moves(table: Table) -> list[str]:
    return [NIM.text(move.action) for move in table.record().moves]


def test_every_move_is_recorded_with_what_was_said() -> None:
    table = Table.open(SKYBRIDGE, 2, seed=7, names={0: "greedy"})
    seat = table.state.turn()[0]
    table.play(seat, table.state.legal(seat)[0], "so it begins")
    assert table.record().moves[0].comment == "so it begins"
    assert table.record().names == {0: "greedy"}
    assert table.record().end().dump() == table.state.dump()
    assert cloudtop.read_record(table.record().write()) == table.record()


def test_a_refused_move_leaves_table_and_record_alone() -> None:
    table = nim("heads", "tails")
    before = table.record(), table.state.dump()
    with pytest.raises(IllegalMove, match="coin-nim/turn"):
        table.play(1, 2)
    assert (table.record(), table.state.dump()) == before


def test_without_a_seed_nobody_knows_the_deal_but_it_is_kept() -> None:
    tables = [Table.open(SKYBRIDGE, 2) for _ in range(5)]
    assert len({table.record().seed for table in tables}) == 5
    assert all(cloudtop.read_record(table.record().write()).seed == table.record().seed for table in tables)


def test_a_table_is_not_opened_for_a_number_the_game_is_not_played_by() -> None:
    with pytest.raises(BadPlayers):
        Table.open(SKYBRIDGE, 5)


def test_people_are_those_who_are_no_bots() -> None:
    table = nim(players=3, bots={1: "random"})
    assert table.people == [0, 2]
    assert table.bot_to_play() == 1
    table.play(1, 0)
    assert table.bot_to_play() is None


def test_the_last_of_all_secret_choices_is_secret_no_more() -> None:
    table = nim("heads", "heads")
    assert [entry.secret for entry in table.log] == [True, False]


def test_what_was_said_in_a_record_is_in_the_record_of_the_table_that_goes_on_from_it() -> None:
    record = nim("heads", "tails", "take").record()
    said = replace(record.moves[1], comment="why not", before=("thinks",))
    whole = replace(record, moves=(record.moves[0], said, record.moves[2]), notes={"event": "tea"}, closing=("more",))
    assert Table.of_record(whole).record() == whole


def test_a_running_game_s_record_is_sealed_and_hides_what_others_chose_in_secret() -> None:
    table = nim("heads")
    text = table.record_for([1]).write()
    assert "seed" not in [line.partition(":")[0] for line in text.splitlines()]
    assert text.endswith("\n1 0 ; a secret move\n")
    assert table.record_for([0]).write().endswith("\n1 0 heads\n")
    with pytest.raises(BadRecord, match="cannot be played again yet"):
        read_record(text, lambda name: NIM)
    with pytest.raises(BadRecord, match="cannot be played again yet"):
        table.record_for([0]).end()


def test_a_finished_game_s_record_opens_the_seal() -> None:
    opened = Opened("coin-nim", NIM.rules_version, {}, [Place("me"), Place("me")], 1, "salt")
    table = Table("t", opened, NIM)
    while not table.over:
        seat = table.state.turn()[0]
        table.play(seat, table.state.legal(seat)[0])
    record = table.record_for([])
    sealed = hashlib.sha256(f"{record.notes['salt']}{record.seed}".encode()).hexdigest()
    assert record.notes["commitment"] == f"sha256 {sealed}"
    assert record.end().dump() == table.state.dump()


# ---------------------------------------------------------------------- undo


def test_against_bots_alone_everything_can_be_taken_back() -> None:
    table = Table.open(SKYBRIDGE, 2, seed=3, bots={1: "random"})
    rng = Random(5)
    decided = 0
    while table.state.turn():
        if table.bot_to_play() is None:
            table.play(0, table.state.legal(0)[0])
            decided += 1
        else:
            table.play(1, pick(rng, table.state.legal(1)))
    undone = 0
    while table.undo(0):
        assert 0 in table.state.turn()
        undone += 1
    assert undone == decided
    assert {move.seat for move in table.record().moves} <= {1}
    assert table.state.dump() == table.record().end().dump()


def test_undo_says_how_many_moves_were_taken_back() -> None:
    table = nim("heads", "tails", "take", "stop", "take", "stop", bots={1: "random"})
    assert table.undo(0) == 3
    assert moves(table) == ["heads", "tails", "take"]
    assert table.undo(0) == 1


def test_among_people_undo_goes_back_to_the_line_where_the_turn_began() -> None:
    table = nim("heads", "tails", "take", "stop", "take", "take")
    assert table.undo(1) == 1
    assert table.undo(1) == 1
    assert table.undo(1) == 0
    assert moves(table) == ["heads", "tails", "take", "stop"]
    assert table.state.dump() == table.record().end().dump()


def test_among_people_nobody_takes_back_another_s_move() -> None:
    table = nim("heads", "tails", "take", "take")
    assert table.undo(1) == 0
    assert moves(table) == ["heads", "tails", "take", "take"]


@pytest.mark.parametrize("last", [("take", "stop"), ("take", "take", "stop")])
def test_among_people_a_turn_that_was_ended_stands(last: tuple[str, ...]) -> None:
    table = nim("heads", "tails", *last)
    assert table.undo(0) == 0


def test_among_people_what_was_revealed_stands() -> None:
    table = nim("heads", "tails", "take", "take", "take", "stop", "take", "take", "take", "stop", "take")
    assert table.state.outcome() is not None
    assert table.undo(0) == 0


def test_with_two_people_and_a_bot_the_line_holds_too() -> None:
    table = nim("heads", "tails", "heads", "take", players=3, bots={2: "random"})
    assert table.undo(0) == 1
    assert table.undo(0) == 0


def test_a_table_rebuilt_from_its_record_may_take_back_the_same() -> None:
    table = nim("heads", "tails", "take", "take")
    again = Table.of_record(table.record())
    assert again.undo(0) == table.undo(0) == 1
    assert again.record() == table.record()


def test_a_table_of_an_explicit_deal_is_undone_to_the_same_deal() -> None:
    record = Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, deal={"starter": 1})
    table = Table.of_record(record, {0: "random"})
    table.play(1, table.state.legal(1)[0])
    assert table.undo(1) == 1
    assert table.state.turn() == [1]


def test_a_position_that_somebody_looks_at_stays_as_it_is() -> None:
    table = Table.open(SKYBRIDGE, 2, seed=7)
    looked_at, before = table.lasting(), table.state.dump()
    seat = table.state.turn()[0]
    table.play(seat, table.state.legal(seat)[0])
    after = table.state
    assert looked_at.dump() == before != after.dump()
    seat = table.state.turn()[0]
    table.play(seat, table.state.legal(seat)[0])
    assert table.state is after, "nobody looked at it"
