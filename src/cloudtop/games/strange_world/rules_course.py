"""The course of a game: rounds, the draft, laying a card and all that follows from it. This module is compiled.

A round is a row of decisions: the Sun's direction, two choices of the draft made by all at the same time, then
cards laid in turn. Laying a card may raise further questions; each is a decision of its own, and the card is
settled when none is left.
"""

from __future__ import annotations

from typing import Final

from cloudtop.core.state import State, Terms
from cloudtop.games.strange_world.board import (
    BIT,
    CELLS,
    CITIES,
    COPIES,
    DECLINE,
    ERUPT_MOVES,
    FOUND_MOVES,
    FULL,
    HAND,
    JOIN_MOVES,
    KEEP_MOVES,
    LAY_MOVES,
    LEFT,
    PASS_MOVES,
    PILE_MOVES,
    PORTAL,
    ROUNDS,
    SIDEWAYS,
    SUN_MOVES,
    TERRAIN,
    VOLCANO,
    WELCOME_MOVES,
)
from cloudtop.games.strange_world.rules_draft import OPEN, Draft, before_the_deal
from cloudtop.games.strange_world.rules_world import World, only

# What is to be decided.
SUN: Final = 0
KEEP: Final = 1
PASS: Final = 2
PILE: Final = 3
LAY: Final = 4
JOIN: Final = 5
WELCOME: Final = 6
ERUPT: Final = 7
FOUND: Final = 8
OVER: Final = 9


class Course(State):
    """A position, and how it goes on; what is legal in it, `StrangeWorld` says."""

    def __init__(
        self,
        terms: Terms,
        seats: int,
        phase: int,
        seat: int,
        round_: int,
        sun: int,
        deck: list[int],
        drawn: int,
        draft: Draft,
        hands: list[list[int]],
        worlds: list[World],
        fumaroles: int,
        city: int,
        travellers: int,
        focus: int,
        pile: int,
        opened: int,
        portal_sides: list[int],
    ) -> None:
        self.terms = terms
        self.seats = seats
        self.phase = phase
        self.seat = seat
        """The first seat that has to decide; -1 when the game is over."""
        self.round = round_
        """1 to 5; alone, how many piles have been chosen."""
        self.sun = sun
        """Who holds the Sun; -1 in a solo game."""
        self.deck = deck
        """The order of the land cards, never changed; alone, the piles one after the other, each from the top."""
        self.drawn = drawn
        """How many cards of the deck have been dealt."""
        self.draft = draft
        self.hands = hands
        """By seat, its cards in ascending order."""
        self.worlds = worlds
        self.fumaroles = fumaroles
        """How many are left in the supply."""
        self.city = city
        """How many Dark Cities are founded: the next one is the highest left."""
        self.travellers = travellers
        """The travellers on offer, one bit each."""
        self.focus = focus
        """The cell a question is about: the portal card or volcano just laid, or the fumarole; -1 without one."""
        self.pile = pile
        """Alone: the pile whose other two cards are still face down, -1 without one."""
        self.opened = opened
        """Alone: the piles chosen so far, one bit each."""
        self.portal_sides = portal_sides
        """By cell, its neighbours in the sense of `portal-once`, by option all four or those in the row."""

    # ------------------------------------------------------------------ whose turn

    def mover(self) -> int:
        """The first seat that has to decide, -1 when the game is over."""
        return self.seat

    def turn(self) -> list[int]:
        """The seats to decide: in the draft all that have not chosen."""
        if self.phase == KEEP:
            return [seat for seat in range(self.seats) if self.draft.kept[seat] == OPEN]
        if self.phase == PASS:
            return [seat for seat in range(self.seats) if self.draft.passed[seat] == OPEN]
        return [] if self.seat < 0 else [self.seat]

    def deciding(self, seat: int) -> bool:
        """Whether the seat has to decide now."""
        if self.phase == KEEP:
            return self.draft.kept[seat] == OPEN
        if self.phase == PASS:
            return self.draft.passed[seat] == OPEN
        return seat == self.seat

    # ------------------------------------------------------------------ a round

    def begin_round(self) -> None:
        """`sun`: with three or four players its holder chooses the direction before the cards are dealt."""
        self.round += 1
        if self.seats > 2:
            self.phase = SUN
            self.seat = self.sun
            self.draft = before_the_deal(self.seats, 0)
        else:
            self.deal(1)

    def deal(self, step: int) -> None:
        """`deal`: three cards each, face down."""
        seats = self.seats
        draft = before_the_deal(seats, step)
        self.hands = []
        for _ in range(seats):
            hand = sorted(self.deck[self.drawn : self.drawn + HAND])
            self.drawn += HAND
            self.hands.append(hand)
            draft.dealt.extend(hand)
        self.draft = draft
        self.phase = KEEP
        self.seat = 0

    def choose(self, seat: int, face: int) -> None:
        """`draft`: a choice is final, and hidden until all have chosen; then all hands move at once."""
        draft = self.draft
        choices = draft.kept if self.phase == KEEP else draft.passed
        choices[seat] = face
        if OPEN in choices:
            self.seat = choices.index(OPEN)
        elif self.phase == KEEP:
            self.hands = [sorted(draft.after_first(player)) for player in range(self.seats)]
            self.phase = PASS
            self.seat = 0
        else:
            self.hands = [sorted(draft.after_second(player)) for player in range(self.seats)]
            self.phase = LAY
            self.seat = self.sun

    def take_pile(self, pile: int) -> None:
        """`solo`: the top card of the pile is laid first."""
        self.round += 1
        self.pile = pile
        self.opened |= BIT[pile]
        self.hands[0] = [self.deck[HAND * pile]]
        self.phase = LAY

    def settled(self) -> None:
        """`lay`: one card each in turn, from the Sun's holder in its direction, until all three are laid."""
        self.focus = -1
        self.phase = LAY
        if self.seats == 1:
            self.settled_alone()
            return
        self.seat = self.draft.next_seat(self.seat)
        if not self.hands[self.seat]:
            self.sun = (self.sun + 1) % self.seats
            if self.round == ROUNDS:
                self.end()
            else:
                self.begin_round()

    def settled_alone(self) -> None:
        """`solo`: after the top card the other two of the pile, in either order; then another pile."""
        if self.pile >= 0:
            self.hands[0] = sorted(self.deck[HAND * self.pile + 1 : HAND * self.pile + HAND])
            self.pile = -1
        elif not self.hands[0]:
            if len(self.worlds[0].laid) == FULL:
                self.end()
            else:
                self.phase = PILE

    def end(self) -> None:
        """`end`: all worlds are full."""
        self.phase = OVER
        self.seat = -1
        self.draft = before_the_deal(self.seats, 0)

    def laid_cells(self, seat: int) -> list[int]:
        """Where the seat has laid cards in this round."""
        if self.phase < LAY or self.phase == OVER:
            return []
        return self.worlds[seat].laid[1 + HAND * (self.round - 1) :]

    def laid_cards(self, seat: int) -> list[int]:
        """The cards the seat has laid in this round."""
        return [self.worlds[seat].land[cell] for cell in self.laid_cells(seat)]

    def left_to_lay(self, seat: int) -> list[int]:
        """The hand that the draft and the cards laid since leave a seat."""
        hand = sorted(self.draft.after_second(seat))
        for face in self.laid_cards(seat):
            hand.remove(face)
        return hand

    def unseen(self, seat: int) -> list[int]:
        """By card, how many the seat has neither had in its hands nor seen laid before this round."""
        draft = self.draft
        known: list[int] = []
        for player in range(self.seats):
            world = self.worlds[player]
            known.extend([world.land[cell] for cell in world.laid[1 : len(world.laid) - len(self.laid_cells(player))]])
        if draft.dealt:
            known.extend(draft.dealt_to(seat))
            if self.phase >= PASS:
                known.extend(draft.got(seat))
            if self.phase >= LAY and self.seats > 2:
                known.append(draft.received(seat))
        counts = COPIES[self.seats][:]
        for face in known:
            counts[face] -= 1
        return counts

    # ------------------------------------------------------------------ making a move

    def apply(self, seat: int, action: int) -> None:
        """Make a move; what follows without a choice follows at once."""
        phase = self.phase
        if phase == LAY:
            self.lay(seat, (action - LAY_MOVES) // CELLS, (action - LAY_MOVES) % CELLS)
        elif phase == KEEP:
            self.choose(seat, action - KEEP_MOVES)
        elif phase == PASS:
            self.choose(seat, action - PASS_MOVES)
        elif phase == PILE:
            self.take_pile(action - PILE_MOVES)
        elif phase == SUN:
            self.deal(1 if action == SUN_MOVES + LEFT else -1)
        elif phase == JOIN:
            self.portal(self.focus, action - JOIN_MOVES)
        elif phase == WELCOME:
            self.traveller(action)
        elif phase == ERUPT:
            self.eruption(action - ERUPT_MOVES)
        else:
            self.dark_city(self.focus, action - FOUND_MOVES)

    def lay(self, seat: int, face: int, cell: int) -> None:
        """`lay`: first the `desolation`, then the portal, then the volcano."""
        world = self.worlds[seat]
        self.hands[seat].remove(face)
        world.fill(face, cell)
        if world.desolation(face, cell, self.portal_sides, self.fumaroles):
            world.devoured |= BIT[cell]
            self.settled()
            return
        partners = SIDEWAYS[cell] & world.gates
        world.show(face, cell)
        terrain = TERRAIN[face]
        if terrain == PORTAL and partners:
            if partners & (partners - 1):
                self.ask(JOIN, cell)
            else:
                self.portal(cell, only(cell, partners))
        elif terrain == VOLCANO:
            targets = world.eruption_targets(cell)
            if targets & (targets - 1):
                self.ask(ERUPT, cell)
            else:
                self.eruption(only(cell, targets))
        else:
            self.settled()

    def ask(self, phase: int, cell: int) -> None:
        """A card raises a question about a cell."""
        self.phase = phase
        self.focus = cell

    def portal(self, cell: int, partner: int) -> None:
        """`portal`: two free cards make one; then a traveller is asked for, if any is left."""
        self.worlds[self.seat].join(cell, partner)
        if self.travellers:
            self.ask(WELCOME, cell)
        else:
            self.settled()

    def traveller(self, action: int) -> None:
        """`traveller`: it stands beside two rows, or is declined for good."""
        if action != DECLINE:
            choice = action - WELCOME_MOVES
            world = self.worlds[self.seat]
            world.welcome(choice // 4, world.upper_row(self.focus, choice % 2), choice // 2 % 2)
            self.travellers &= ~BIT[choice // 4]
        self.settled()

    def eruption(self, cell: int) -> None:
        """`eruption`: a fumarole covers the card, and next to a free one it founds a city."""
        world = self.worlds[self.seat]
        partners = world.city_partners(cell)
        world.cover(cell)
        self.fumaroles -= 1
        if partners == 0 or self.city == len(CITIES):
            self.settled()
        elif partners & (partners - 1):
            self.ask(FOUND, cell)
        else:
            self.dark_city(cell, only(cell, partners))

    def dark_city(self, cell: int, partner: int) -> None:
        """`dark-city`: the highest one left."""
        self.worlds[self.seat].found(self.city, cell, partner)
        self.city += 1
        self.settled()
