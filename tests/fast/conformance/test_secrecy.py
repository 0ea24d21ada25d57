"""Planted mistakes that give a secret away, or lose what everybody knows."""

from __future__ import annotations

from random import Random
from typing import Self

import msgspec
import pytest
from tests.support.conformance.planted import Planted, check_told
from tests.support.high_card.game import Facts as CardFacts
from tests.support.high_card.game import HighCardGame
from tests.support.high_card.state import DRAW, HighCard
from tests.support.nim import (
    STOP,
    CoinNim,
    CoinNimGame,
    Facts,
    Move,
)

from cloudtop.core.state import ScoreLine, ScoreSheet
from cloudtop.core.teller import Deed
from cloudtop.core.words import Words


class Peeker(CoinNim):
    """Imagines what is there."""

    def imagined(self, seat: int, rng: Random) -> Self:
        return self.copy()


class Cheater(CoinNim):
    """Imagines something else, but lets what is there decide what."""

    def imagined(self, seat: int, rng: Random) -> Self:
        imagined = super().imagined(seat, rng)
        if self.heap:
            imagined.coin = 1 - self.coin
        return imagined


class Dreamer(CoinNim):
    """Forgets what the seat itself has done."""

    def imagined(self, seat: int, rng: Random) -> Self:
        imagined = super().imagined(seat, rng)
        if -1 in self.calls and self.calls[seat] >= 0:
            imagined.calls[seat] = 1 - self.calls[seat]
        return imagined


class Gossip(CoinNimGame):
    """Shows the coin under the cup."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        return msgspec.structs.replace(super().facts(state, seat), coin=state.coin)


class Whisperer(CoinNimGame):
    """Tells spectators what was called in secret."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        facts = super().facts(state, seat)
        return msgspec.structs.replace(facts, calls=tuple(state.calls)) if seat is None else facts


class OpenHouse(CoinNimGame):
    """Hands out its own list in a view."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        return msgspec.structs.replace(super().facts(state, seat), taken=state.taken)


class Spectator(CoinNimGame):
    """Shows a seat on a page no more than everybody knows."""

    def facts_beside(self, everybody: Facts, state: CoinNim, seat: int) -> Facts:
        return everybody


class Blabber(CoinNimGame):
    """Tells with every move what is under the cup."""

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        return super().tell(before, seat, move, after, words)._replace(text=f"{move}, {after.coin}")


class Tattler(CoinNimGame):
    """Tells with the first stone what was called in secret: nothing that all do not know by then; with a call, all."""

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        return super().tell(before, seat, move, after, words)._replace(text=f"{move}, {before.calls}")


class Uncovered(CoinNim):
    """A stop can be taken back, though the next seat is to play."""

    def commits(self, seat: int, action: int) -> bool:
        return super().commits(seat, action) and action != STOP


class Redealer(HighCard):
    """Imagines cards in the deck that everybody has seen on the table."""

    def imagined(self, seat: int, rng: Random) -> Self:
        found = super().imagined(seat, rng)
        seen = [card for row in self.played for card in row]
        found.deck = (found.deck + seen)[-len(found.deck) :] if found.deck else []
        return found


class Peek(HighCard):
    """A card that was drawn can be put back."""

    def commits(self, seat: int, action: int) -> bool:
        return action != DRAW


class Boaster(HighCard):
    """Counts the cards of a hand as if they were played."""

    def scores(self) -> list[int]:
        return [self.sheet(seat).total for seat in range(self.players)]

    def sheet(self, seat: int) -> ScoreSheet:
        total = sum(self.played[seat]) + sum(self.hands[seat])
        return ScoreSheet(seat, (ScoreLine("high-card/score", "score.cards", {"points": total}, total),), total)


class Announcer(HighCardGame):
    """Tells everybody which card was drawn last."""

    def facts(self, state: HighCard, seat: int | None) -> CardFacts:
        return msgspec.structs.replace(super().facts(state, seat), last=str(state.drawn))


FAULTS: list[tuple[Planted, str]] = [
    (Peeker, "imagine draws anew what is secret"),
    (Cheater, "the same view and generator imagine the same position"),
    (Dreamer, "an imagined position looks the same to the seat"),
    (Gossip, "an imagined position looks the same to the seat"),
    (Whisperer, "a spectator knows nothing that a seat does not"),
    (OpenHouse, "a view shares nothing with the game"),
    (Spectator, "a seat knows the same beside what everybody knows"),
    (Blabber, "a move is told alike on an imagined position"),
    (Tattler, "a move is told alike on an imagined position"),
    (Uncovered, "a move that ends the turn commits: after stop it is the turn of ["),
    (
        Redealer,
        "an imagined position can be: what seat 0 imagines cannot be loaded: the cards are not 1 to 12, each once",
    ),
    (Peek, "a move that reveals something commits: hand[2] is "),
    (
        Boaster,
        "scores tell no secret: total is 38 on the sheet of seat 0, and 32 in what seat 1 imagines",
    ),
    (Announcer, "what a move shows is known from then on: after draw seat 1 is shown that last is '6', so seat 0 must"),
]


@pytest.mark.slow("plays games with each fault until it is found")
@pytest.mark.parametrize(("fault", "promise"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_broken_promise_is_found_told_and_shown_again(fault: Planted, promise: str) -> None:
    check_told(fault, promise)
