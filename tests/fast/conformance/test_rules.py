"""Planted mistakes in rules, notation, dumps and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec
import pytest
from tests.support.conformance.planted import Planted, check_told
from tests.support.high_card.state import HighCard
from tests.support.nim import (
    HEADS,
    MOVES,
    RULEBOOK,
    STOP,
    TAILS,
    TAKE,
    CoinNim,
    CoinNimGame,
    Facts,
    Move,
    Position,
    Seated,
    call,
    end,
    stop,
    take,
    turn,
)

from cloudtop.core.errors import BadPosition
from cloudtop.core.game import Bounds, Value
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.state import Outcome, ScoreSheet, Terms
from cloudtop.core.view import View


class Strict(CoinNim):
    """Lists moves by itself, without asking the rulebook."""

    def choices(self, seat: int) -> list[int]:
        return [action for action, move in enumerate(MOVES) if RULEBOOK.why_not(self, seat, move) is None]


class Forgetful(CoinNim):
    """Does not list a move that it allows."""

    def choices(self, seat: int) -> list[int]:
        return super().choices(seat)[-1:]


class Unordered(CoinNim):
    """Lists moves in no order."""

    def choices(self, seat: int) -> list[int]:
        return super().choices(seat)[::-1]


class Lender(CoinNim):
    """Hands out one and the same list of moves."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.lent: dict[tuple[int, ...], list[int]] = {}

    def choices(self, seat: int) -> list[int]:
        found = super().choices(seat)
        return self.lent.setdefault((seat, *found), found)


class Twin(CoinNim):
    """A copy shares a list with the original."""

    def copy(self) -> Self:
        return type(self)(self.terms, self.coin, self.heap, self.taken, self.calls[:], self.seat, self.run)


class Counting(CoinNim):
    """Counts how often it is asked."""

    asked = 0

    def why_not(self, seat: int, action: int) -> str | None:
        self.asked += 1
        return super().why_not(seat, action)


class Miser(CoinNim):
    """Leaves a line out of the score sheet."""

    def sheet(self, seat: int) -> ScoreSheet:
        sheet = super().sheet(seat)
        return sheet._replace(lines=sheet.lines[1:])


class Silent(CoinNim):
    """Does not say how the game ended."""

    def outcome(self) -> Outcome | None:
        return None


class Partial(CoinNim):
    """Leaves a seat out of the ranking."""

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and outcome._replace(ranking=outcome.ranking[:1], winners=())


class Endless(CoinNim):
    """All stones go back to the heap."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == STOP:
            self.heap = int(self.terms.options["stones"])
            self.taken = [0] * self.players


def mood(table: Seated, move: Move) -> bool:
    """No game has such a rule."""
    return table.state.heap == 1 and move is Move.TAKE


class Lawless(CoinNimGame):
    """Has a rule in its rulebook that it does not keep."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take, stop, mood)})
    state_type = Strict


def stop_it(table: Seated, move: Move) -> bool:
    """The guide calls this rule something else."""
    return stop(table, move)


class Nameless(CoinNimGame):
    """Refuses, rightly, in the name of a rule that is not there."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take, stop_it)})


class Lax(CoinNimGame):
    """Has left a rule out of its rulebook."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take)})
    state_type = Strict


class Stuck(CoinNim):
    """Asks a seat that can do nothing."""

    def why_not(self, seat: int, action: int) -> str | None:
        return super().why_not(seat, action) or ("coin-nim/turn" if action in (TAKE, STOP) else None)


class Hasty(CoinNim):
    """`play` does not do what `apply` does."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if action == TAKE and self.heap > 1:
            self.run = 0


class Careless(CoinNim):
    """`play` lets everything pass."""

    def play(self, seat: int, action: int) -> None:
        if self.why_not(seat, action) is None:
            self.apply(seat, action)


class Touchy(CoinNimGame):
    """Being asked changes the position."""

    state_type = Counting

    def position(self, state: CoinNim) -> Position:
        assert isinstance(state, Counting)
        return msgspec.structs.replace(super().position(state), run=state.asked)


class Secretary(CoinNimGame):
    """Writes a position down and does not read all of it."""

    def restore(self, terms: Terms, position: Position) -> CoinNim:
        return super().restore(terms, msgspec.structs.replace(position, run=0))


class Mumbler(CoinNimGame):
    """Writes two moves alike."""

    def text(self, action: int) -> str:
        return super().text(HEADS if action == TAILS else action)


class Babbler(CoinNimGame):
    """Writes a move that nobody can read."""

    def text(self, action: int) -> str:
        return "grab" if action == TAKE else super().text(action)


class Chatterer(CoinNimGame):
    """Writes a move in two words."""

    def text(self, action: int) -> str:
        return f"please {super().text(action)}"


class Modest(CoinNimGame):
    """Promises lower scores than there are."""

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        return super().bounds(players, options)._replace(highest=2)


class Narrow(CoinNimGame):
    """Promises fewer moves than there are."""

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        return super().bounds(players, options)._replace(legal=1)


class Gambler(CoinNimGame):
    """Deals another game from the deal than from the seed."""

    begun = 0

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> CoinNim:
        state = super().begin(terms, deal)
        self.begun += 1
        state.seat = self.begun % 2
        return state


class Doorless(HighCard):
    """Answers for seats that are not at the table."""

    def legal(self, seat: int) -> list[int]:
        return self.choices(seat)


class Stumbler(CoinNim):
    """Fails at a seat that is not at the table."""

    def score_sheet(self, seat: int) -> ScoreSheet:
        self.taken[seat + 10 * (seat not in range(self.players))] += 0
        return self.sheet(seat)


class Fumbler(CoinNimGame):
    """Knows what is touched for all moves together, in another order."""

    def touching(self, view: View[Facts], moves: Sequence[Move]) -> list[tuple[str, ...]]:
        return super().touching(view, moves)[::-1]


class Ambiguous(CoinNimGame):
    """Has two moves that are made by touching the same thing."""

    def touched(self, view: View[Facts], move: Move) -> tuple[str, ...]:
        return ("coin",) if move in (Move.HEADS, Move.TAILS) else (f"button:{move}",)


class Refuser(CoinNimGame):
    """Does not load what it has written."""

    def restore(self, terms: Terms, position: Position) -> CoinNim:
        if position.run > 1:
            raise BadPosition("nobody takes two stones")
        return super().restore(terms, position)


class Breaker(CoinNim):
    """Fails in the middle of a game."""

    def scores(self) -> list[int]:
        return [10 // self.heap for _ in self.taken] if self.heap == 1 else super().scores()


FAULTS: list[tuple[Planted, str]] = [
    (Forgetful, "legal moves are those that break no rule; take breaks nothing"),
    (Unordered, "legal moves come once, in ascending order"),
    (Lender, "a list of moves is the caller's own"),
    (Twin, "playing on a copy leaves the original alone"),
    (Miser, "a sheet adds up"),
    (Silent, "a game without a seat to decide has an outcome"),
    (Partial, "the ranking has every seat once"),
    (Endless, "no game is longer than declared"),
    (Lawless, "legal moves are those that break no rule; take breaks coin-nim/mood"),
    (Nameless, "a refusal names a rule: 'coin-nim/stop-it'"),
    (Lax, "legal moves are those that break no rule; stop breaks nothing"),
    (Stuck, "exactly the seats to decide have legal moves"),
    (Hasty, "play and apply lead to the same position"),
    (Careless, "play refuses what is not legal"),
    (Touchy, "asking changes nothing"),
    (Secretary, "a dump reads back"),
    (Mumbler, "notation reads back"),
    (Babbler, "notation reads back: 'grab'"),
    (Chatterer, "notation has no white space and no semicolon"),
    (Modest, "scores keep within their bounds"),
    (Narrow, "no decision is wider than declared"),
    (Gambler, "a deal written out gives the same game as its seed"),
    (Doorless, "a seat that is not at the table is refused with BadSeat: legal(-1) answers"),
    (Stumbler, "a seat that is not at the table is refused with BadSeat: score_sheet(-1) raises IndexError"),
    (Ambiguous, "every legal move has targets of its own: heads and tails are both made by touching ['coin']"),
    (Fumbler, "moves are touched alike one by one and together: "),
    (Refuser, "a dump reads back: load refuses it: nobody takes two stones"),
    (Breaker, "a sheet adds up: seat 0 scores 10, its sheet says "),
]


@pytest.mark.parametrize(("fault", "promise"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_broken_promise_is_found_told_and_shown_again(fault: Planted, promise: str) -> None:
    check_told(fault, promise)
