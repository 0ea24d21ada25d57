"""A position of Cloudy Kingdom: who holds what, whose turn it is, who has won. This module is compiled."""

from __future__ import annotations

from random import Random

from cloudtop.core.state import Outcome, ScoreSheet, State, Terms
from cloudtop.games.cloudy_kingdom import score
from cloudtop.games.cloudy_kingdom.effects import hand, make
from cloudtop.games.cloudy_kingdom.fast import NO_CARD, SLOTS, Field, Tables, bare_field, legal_moves


class CloudyKingdom(State):
    """Everything on the table, the stack and the hands included."""

    def __init__(
        self,
        terms: Terms,
        tables: Tables,
        seats: int,
        field: Field,
        deck: list[int],
        next_card: int,
        hands: list[int],
        drawn: list[int],
        shown: list[int],
        discards: list[int],
        older: int,
        removed: list[int],
        magic: list[int],
        used: list[int],
        picks: list[int],
        active: int,
        seat: int,
        spell: int,
        step: int,
        fresh: int,
        last_turns: int,
        linked: int,
        winners: int,
        reason: str,
        last: int,
    ) -> None:
        self.terms = terms
        self.tables = tables
        self.seats = seats
        self.field = field
        self.deck = deck
        """The route cards as they were shuffled, by design, the top first. Never changes: copies share it."""
        self.next_card = next_card
        """How many cards of `deck` are drawn already."""
        self.hands = hands
        """By seat, the design of its route card, `NO_CARD` for none."""
        self.drawn = drawn
        """The designs of the cards that the active seat has drawn by magic and still holds."""
        self.shown = shown
        """Those it took from the discard pile, where everybody saw them."""
        self.discards = discards
        """The discard pile, the oldest first."""
        self.older = older
        """How many of them were there before the active seat discarded its route card for magic."""
        self.removed = removed
        """The designs that were cut, in order."""
        self.magic = magic
        """Three for each seat in ascending order, -1 while they are being chosen."""
        self.used = used
        """By seat, one bit for each of its three magic cards that is spent."""
        self.picks = picks
        """While magic is chosen: by seat, its pick, -1 for none yet. Empty at all other times."""
        self.active = active
        """Whose turn it is; while magic is chosen, who will start."""
        self.seat = seat
        """The first seat that has to decide; -1 when the game is over."""
        self.spell = spell
        """The magic that is being carried out, -1 for none."""
        self.step = step
        """The step of it that comes next."""
        self.fresh = fresh
        """The cell of the last card that it laid, -1 for none."""
        self.last_turns = last_turns
        """How many last turns are to come, the present one included; 0 while there are cards in the stack."""
        self.linked = linked
        """The pairs of castles of the players' families that are joined, as bits of `fast.PAIRS`: roads that wait."""
        self.winners = winners
        """One bit for each seat that has won."""
        self.reason = reason
        """The rule by which the game ended, empty while it goes on."""
        self.last = last
        """The last move that changed the field, -1 for none."""

    # ------------------------------------------------------------------ whose turn, and what it may do

    def mover(self) -> int:
        """The first seat that has to decide, -1 when the game is over."""
        return self.seat

    def turn(self) -> list[int]:
        """The seat that has to decide; while magic is chosen, all that have not chosen yet."""
        if self.picks:
            return [seat for seat in range(self.seats) if self.picks[seat] < 0]
        return [] if self.seat < 0 else [self.seat]

    def choices(self, seat: int) -> list[int]:
        """The route card in every place, or a magic card; within magic, what its step allows."""
        return legal_moves(self, seat)

    def apply(self, seat: int, action: int) -> None:
        """Make a move and carry the turn on."""
        make(self, seat, action)

    def commits(self, seat: int, action: int) -> bool:
        """Only a step of magic can be taken back, if the same seat goes on with it and no card was drawn or shown."""
        if self.spell < 0 or self.seat != self.active:
            return True
        after = self.copy()
        after.apply(seat, action)
        same = after.seat == seat and after.spell == self.spell and after.step > self.step
        return not same or after.next_card != self.next_card or len(after.drawn) != len(self.drawn)

    def secret(self, seat: int, action: int) -> bool:
        """A pick stays hidden until the last one is made."""
        return len(self.turn()) > 1

    # ------------------------------------------------------------------ the stack, the hands, the magic

    def draw(self) -> int:
        """The top card of the stack."""
        card = self.deck[self.next_card]
        self.next_card += 1
        return card

    def held(self, seat: int) -> list[int]:
        """The designs a seat may play now, each once, in ascending order."""
        if seat != self.active or self.spell < 0:
            return [self.hands[seat]] if self.hands[seat] >= 0 else []
        return sorted(set(self.drawn + self.shown))

    def let_go(self, design: int) -> None:
        """Take a card out of the hand that magic filled; of two equal ones, the one that everybody knows."""
        if design in self.shown:
            self.shown.remove(design)
        else:
            self.drawn.remove(design)

    def slot(self, seat: int, magic: int) -> int:
        """Which of a seat's three magic cards this is, -1 if it has no such card."""
        for slot in range(SLOTS):
            if self.magic[SLOTS * seat + slot] == magic:
                return slot
        return -1

    # ------------------------------------------------------------------ the score

    def scores(self) -> list[int]:
        """A point for each winner."""
        return score.scores(self)

    def sheet(self, seat: int) -> ScoreSheet:
        """One line for a winner, none for the others."""
        return score.score_sheet(self, seat)

    def outcome(self) -> Outcome | None:
        """The winners in front, the others behind; None while the game goes on."""
        return score.outcome(self)

    # ------------------------------------------------------------------ copies

    def copy(self) -> CloudyKingdom:
        """An independent state in the same position."""
        return CloudyKingdom(
            self.terms,
            self.tables,
            self.seats,
            self.field.copy(),
            self.deck,
            self.next_card,
            self.hands[:],
            self.drawn[:],
            self.shown[:],
            self.discards[:],
            self.older,
            self.removed[:],
            self.magic[:],
            self.used[:],
            self.picks[:],
            self.active,
            self.seat,
            self.spell,
            self.step,
            self.fresh,
            self.last_turns,
            self.linked,
            self.winners,
            self.reason,
            self.last,
        )

    def imagined(self, seat: int, rng: Random) -> CloudyKingdom:
        """The stack, the other hands and hidden choices drawn anew, evenly among all that fit what the seat knows."""
        imagined = self.copy()
        imagined.redraw(seat, rng)
        return imagined

    def redraw(self, seat: int, rng: Random) -> None:
        """Draw everything anew that the seat cannot know: the stack, the other hands, choices not yet shown."""
        unseen = self.deck[self.next_card :]
        for other in range(self.seats):
            if other != seat and self.hands[other] >= 0:
                unseen.append(self.hands[other])
        if seat != self.active:
            unseen.extend(self.drawn)
        unseen.sort()
        chance = rng.random
        for last in range(len(unseen) - 1, 0, -1):
            place = int(chance() * (last + 1))
            card = unseen[last]
            unseen[last] = unseen[place]
            unseen[place] = card
        for other in range(self.seats):
            if other != seat and self.hands[other] >= 0:
                self.hands[other] = unseen.pop()
        if seat != self.active:
            self.drawn = [unseen.pop() for _ in self.drawn]
        self.deck = unseen
        self.next_card = 0
        for other in range(len(self.picks)):
            if other != seat and self.picks[other] >= 0:
                self.picks[other] = int(chance() * len(self.tables.book.threes))


def empty_table(
    terms: Terms, tables: Tables, castles: list[int], deck: list[int], active: int, magic: list[int]
) -> CloudyKingdom:
    """An empty field before cards are dealt; the magic is everybody's, and without any all choose first."""
    seats = terms.players
    box = tables.book.box
    return CloudyKingdom(
        terms=terms,
        tables=tables,
        seats=seats,
        field=bare_field(tables, box.size(seats), castles),
        deck=deck,
        next_card=0,
        hands=[NO_CARD] * seats,
        drawn=[],
        shown=[],
        discards=[],
        older=0,
        removed=[],
        magic=magic * seats if magic else [-1] * (SLOTS * seats),
        used=[0] * seats,
        picks=[] if magic else [-1] * seats,
        active=active,
        seat=0,
        spell=-1,
        step=0,
        fresh=-1,
        last_turns=0,
        linked=0,
        winners=0,
        reason="",
        last=-1,
    )


def first_position(
    terms: Terms, tables: Tables, castles: list[int], deck: list[int], starter: int, magic: list[int]
) -> CloudyKingdom:
    """The position after the deal; where magic is chosen, cards are dealt only after that."""
    state = empty_table(terms, tables, castles, deck, starter, magic)
    if magic:
        hand(state)
    return state
