"""A position of High Card. This module can be compiled; see docs/guest-speed.md."""

from __future__ import annotations

from random import Random
from typing import Final, Self

from cloudtop.core.chance import shuffled
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms, ranked

CARDS: Final = 12
HAND: Final = 2
DRAW: Final = 0
"""The number of the move that draws; a card's number is that of the move that plays it."""


class HighCard(State):
    """Cards lie in the deck, in hands and face up."""

    def __init__(
        self, terms: Terms, deck: list[int], hands: list[list[int]], played: list[list[int]], seat: int, drawn: int
    ) -> None:
        super().__init__(terms)
        self.deck = deck
        """The top card is the last."""
        self.hands = hands
        self.played = played
        self.seat = seat
        self.drawn = drawn
        """The card that the seat has drawn in this turn, 0 before that."""

    def mover(self) -> int:
        """The seat whose turn it is, until nobody has a card."""
        return self.seat if self.deck or self.hands[self.seat] else -1

    def choices(self, seat: int) -> list[int]:
        """Draw while there is a deck; then play a card."""
        if seat != self.seat:
            return []
        if self.deck and not self.drawn:
            return [DRAW]
        return sorted(self.hands[seat])

    def apply(self, seat: int, action: int) -> None:
        """Draw, or play a card and pass the turn on."""
        if action == DRAW:
            self.drawn = self.deck.pop()
            self.hands[seat].append(self.drawn)
        else:
            self.hands[seat].remove(action)
            self.played[seat].append(action)
            self.drawn = 0
            self.seat = (seat + 1) % self.terms.players

    def copy(self) -> Self:
        """An independent state in the same position."""
        hands, played = [hand[:] for hand in self.hands], [row[:] for row in self.played]
        return type(self)(self.terms, self.deck[:], hands, played, self.seat, self.drawn)

    def imagined(self, seat: int, rng: Random) -> Self:
        """Whatever lies in the deck and in other hands, dealt anew."""
        known = set(self.hands[seat])
        for row in self.played:
            known.update(row)
        unknown = shuffled(rng, [card for card in range(1, CARDS + 1) if card not in known])
        found = self.copy()
        found.deck = [unknown.pop() for _ in self.deck]
        for other in range(self.terms.players):
            if other != seat:
                found.hands[other] = [unknown.pop() for _ in self.hands[other]]
        if self.drawn and seat != self.seat:
            found.drawn = found.hands[self.seat][-1]
        return found

    def scores(self) -> list[int]:
        """The sum of what everybody has played."""
        return [sum(row) for row in self.played]

    def sheet(self, seat: int) -> ScoreSheet:
        """One line: the cards."""
        total = sum(self.played[seat])
        return ScoreSheet(seat, (ScoreLine("high-card/score", "score.cards", {"points": total}, total),), total)

    def outcome(self) -> Outcome | None:
        """Over when nobody has a card."""
        if self.mover() >= 0:
            return None
        ranking = ranked(self.scores())
        return Outcome(tuple(self.scores()), ranking, ranking[0], "high-card/end")
