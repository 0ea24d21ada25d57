"""The rulebook is what decides: the quick generator follows it, and every rule in it makes a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from cloudtop.core.chance import pick
from cloudtop.core.errors import ContractBreach, NotAMove
from cloudtop.core.rulebook import Rule, Rulebook, rule_id
from cloudtop.games.skybridge.board import board_of
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.moves import MOVES, Block, Bridge, Cell, Move, Pass, Roof
from cloudtop.games.skybridge.rules import RULEBOOK, end, pass_
from cloudtop.games.skybridge.state import Skybridge
from cloudtop.testing.conformance import all_terms
from cloudtop.testing.promises import check_rulebook

RULES = [(kind, rule) for kind, rules in RULEBOOK.rules.items() for rule in rules if rule not in (end, pass_)]
"""Every rule but `end`, after which it is nobody's turn either, and `pass`, which forbids what has no number."""


def walked(seed: int = 0) -> Iterator[Skybridge]:
    """The positions of a random game under each set of terms, its end included."""
    for number, (players, options) in enumerate(all_terms(GAME)):
        rng = Random(100 * seed + number)
        state = GAME.deal(players=players, seed=seed, options=options)
        yield state
        while state.turn():
            state.play(state.seat, pick(rng, state.legal(state.seat)))
            yield state


def test_the_quick_generator_follows_the_rulebook() -> None:
    for state in islice(walked(), 0, None, 7):
        for seat in range(state.players):
            check_rulebook(state, seat, state.legal(seat))


@pytest.mark.parametrize(("kind", "rule"), RULES, ids=[f"{kind.__name__}-{rule_id(rule)}" for kind, rule in RULES])
def test_without_any_one_rule_the_rulebook_would_allow_what_is_not_legal(kind: type[Move], rule: Rule) -> None:
    rules: dict[type[Move], Sequence[Rule]] = dict(RULEBOOK.rules)
    rules[kind] = [other for other in rules[kind] if other is not rule]
    without: Rulebook[Skybridge, Move] = Rulebook(GAME.name, board_of, rules)

    def found() -> bool:
        for state in walked():
            for seat in range(state.players):
                board, legal = board_of(state, seat), set(state.legal(seat))
                for action, move in enumerate(MOVES):
                    if type(move) is kind and action not in legal and without.broken(board, move) is None:
                        return True
        return False

    assert found()


def test_the_conformance_suite_finds_a_rule_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.deal(players=4, deal={"starter": 0})
    state.play(0, GAME.parse(state, 0, "c3@a1"))
    check_rulebook(state, 1, state.legal(1))
    lax = [rule for rule in RULEBOOK.rules[Block] if rule_id(rule) != "block-lowest"]
    monkeypatch.setitem(RULEBOOK.rules, Block, lax)
    with pytest.raises(ContractBreach, match="h3@a1 breaks nothing"):
        check_rulebook(state, 1, state.legal(1))


def test_the_turn_passes_to_the_next_seat_that_the_rulebook_lets_place() -> None:
    for state in islice(walked(seed=1), 0, None, 3):
        if state.colour >= 0 or not state.turn():
            continue
        seat = state.seat
        after = state.copy()
        after.apply(seat, after.legal(seat)[-1])
        clockwise = [(seat + step) % state.players for step in range(1, state.players + 1)]
        expected = [other for other in clockwise if can_place(after, other)]
        assert after.turn() == expected[:1]


def can_place(state: Skybridge, seat: int) -> bool:
    """Whether the rulebook would let a seat place something if it were its turn."""
    probe = state.copy()
    probe.give_turn(seat, probe.colour)
    board = board_of(probe, seat)
    return any(RULEBOOK.broken(board, move) is None for move in MOVES)


def test_a_move_is_a_value_with_a_number_and_a_notation() -> None:
    b2, c2 = Cell(column=1, row=1), Cell(column=2, row=1)
    assert [str(move) for move in (Block(0, 0, b2), Roof(2, b2), Bridge(3, b2, c2))] == ["c3@b2", "ir@b2", "jb@b2-c2"]
    assert [MOVES.written(MOVES.texts[MOVES.number(move)]) for move in MOVES] == list(MOVES)
    assert len(set(MOVES.texts)) == GAME.actions == 252


def test_a_pass_can_be_named_but_has_no_number() -> None:
    assert str(Pass()) == "pass"
    assert Pass() not in MOVES
    with pytest.raises(NotAMove, match="pass has no number"):
        MOVES.number(Pass())
