"""One round's cards on their way from hand to hand. This module is compiled.

Everybody is dealt three cards, keeps one and passes two to the next player in the Sun's direction, then passes one
of the three now in hand. The whole way is kept until the round is over: it is what a seat remembers.
"""

from __future__ import annotations

from cloudtop.games.strange_world.board import HAND

OPEN = -1
"""The choice of a seat that has not chosen yet."""


class Draft:
    """Who was dealt what, kept what and passed what on."""

    def __init__(self, seats: int, step: int, dealt: list[int], kept: list[int], passed: list[int]) -> None:
        self.seats = seats
        self.step = step
        """From a seat to the one that gets its cards: 1 to the left, -1 to the right."""
        self.dealt = dealt
        """Three cards for each seat in turn, each hand in ascending order; nothing before the deal."""
        self.kept = kept
        """By seat, the card kept in the first pass, or `OPEN`."""
        self.passed = passed
        """By seat, the card passed on in the second pass, or `OPEN`."""

    def copy(self) -> Draft:
        """An independent draft at the same point."""
        return Draft(self.seats, self.step, self.dealt[:], self.kept[:], self.passed[:])

    def next_seat(self, seat: int) -> int:
        """Who gets the seat's cards."""
        return (seat + self.step) % self.seats

    def previous_seat(self, seat: int) -> int:
        """Whose cards the seat gets."""
        return (seat - self.step) % self.seats

    def dealt_to(self, seat: int) -> list[int]:
        """The three cards a seat was dealt."""
        return self.dealt[HAND * seat : HAND * seat + HAND]

    def gave(self, seat: int) -> list[int]:
        """The two cards a seat passed first: all but the one it kept."""
        return without(self.dealt_to(seat), self.kept[seat])

    def got(self, seat: int) -> list[int]:
        """The two cards that came to a seat first."""
        return self.gave(self.previous_seat(seat))

    def received(self, seat: int) -> int:
        """The card that came to a seat in the second pass."""
        return self.passed[self.previous_seat(seat)]

    def after_first(self, seat: int) -> list[int]:
        """The three cards a seat has after the first pass."""
        return [self.kept[seat]] + self.got(seat)

    def after_second(self, seat: int) -> list[int]:
        """The three cards a seat has to lay."""
        return without(self.after_first(seat), self.passed[seat]) + [self.received(seat)]


def without(cards: list[int], card: int) -> list[int]:
    """The cards, one of that face taken out."""
    left = cards[:]
    left.remove(card)
    return left


def before_the_deal(seats: int, step: int) -> Draft:
    """A round in which nothing is dealt yet."""
    return Draft(seats, step, [], [OPEN] * seats, [OPEN] * seats)
