"""The table: who holds what, whose turn it is, who has won. This module is compiled."""

from __future__ import annotations

from random import Random

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms, ranked
from cloudtop.games.cloudy_kingdom.board import BIT, Book
from cloudtop.games.cloudy_kingdom.rules_field import Field

NO_CARD = -1

SEAT_PAIRS = [0, 0, 0x0033, 0x0333, 0x3333]
"""By number of players, the pairs of castles that count: a family without a player is scenery."""
PAIRS_OF = [0x0003, 0x0030, 0x0300, 0x3000]
"""By seat, the two pairs of its castles."""


class KingdomTable(State):
    """Everything on the table, the stack and the hands included."""

    def __init__(
        self,
        terms: Terms,
        book: Book,
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
        self.book = book
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
        """The pairs of castles of the players' families that are joined: roads that wait."""
        self.winners = winners
        """One bit for each seat that has won."""
        self.reason = reason
        """The rule by which the game ended, empty while it goes on."""
        self.last = last
        """The last move that changed the field, -1 for none."""

    # ------------------------------------------------------------------ whose turn

    def mover(self) -> int:
        """The first seat that has to decide, -1 when the game is over."""
        return self.seat

    def turn(self) -> list[int]:
        """The seat that has to decide; while magic is chosen, all that have not chosen yet."""
        if self.picks:
            return [seat for seat in range(self.seats) if self.picks[seat] < 0]
        return [] if self.seat < 0 else [self.seat]

    # ------------------------------------------------------------------ the stack and the hands

    def stack_left(self) -> int:
        """How many cards are in the stack."""
        return len(self.deck) - self.next_card

    def draw(self) -> int:
        """The top card of the stack."""
        card = self.deck[self.next_card]
        self.next_card += 1
        return card

    def deal_hands(self) -> None:
        """`hand`: one card to each seat from the top of the stack; then the start player begins."""
        for seat in range(self.seats):
            self.hands[seat] = self.draw()
        self.seat = self.active

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

    # ------------------------------------------------------------------ winning

    def settle(self, cell: int) -> bool:
        """`win`: after a single lay, cut or turn, whether it ended the game."""
        joined = self.field.joined_through(cell)
        if joined == 0 and self.linked == 0:
            return False
        return self.settle_pairs(joined & SEAT_PAIRS[self.seats])

    def settle_pairs(self, joined: int) -> bool:
        """`win`: only a pair joined now and not just before counts, so a road that waits is left out."""
        fresh = joined & ~self.linked
        # Unless a road waits, the only pairs that are joined run through the changed cell.
        self.linked = self.field.joined_from_castles() & SEAT_PAIRS[self.seats] if self.linked else joined
        families = 0
        for seat in range(self.seats):
            if fresh & PAIRS_OF[seat]:
                families |= BIT[seat]
        if self.spell >= 0:
            return self.win_magic_other(families & ~BIT[self.active])
        return self.win_active_first(families)

    def win_active_first(self, families: int) -> bool:
        """`win-active-first`: the active player alone if among the linked families, else these share."""
        if families == 0:
            return False
        alone = families & (families - 1) == 0
        if families & BIT[self.active]:
            families = BIT[self.active]
        return self.end(families, "win" if alone else "win-active-first")

    def win_magic_other(self, families: int) -> bool:
        """`win-magic-other`: other families linked by magic win at once; `magic-no-win`: never the active one."""
        return families != 0 and self.end(families, "win-magic-other")

    def win_delayed(self) -> bool:
        """`win-delayed`: a road made by one's own magic wins at the start of one's next turn, if it still holds."""
        return self.linked & PAIRS_OF[self.active] != 0 and self.end(BIT[self.active], "win-delayed")

    def end(self, winners: int, rule: str) -> bool:
        """The game is over."""
        self.winners = winners
        self.reason = rule
        self.seat = -1
        return True

    # ------------------------------------------------------------------ from turn to turn

    def finish_turn(self) -> None:
        """`turn`: draw a card, and the next seat is to play; `deck-out`: the last turns begin, or are over."""
        if self.next_card < len(self.deck):
            self.hands[self.active] = self.draw()
        if self.last_turns:
            self.last_turns -= 1
        elif self.next_card == len(self.deck):
            self.last_turns = self.seats
        elif self.linked == 0:
            self.active = self.active + 1 if self.active + 1 < self.seats else 0
            self.seat = self.active
            return
        else:
            self.active = (self.active + 1) % self.seats
            self.seat = self.active
            self.win_delayed()
            return
        self.deck_out()

    def deck_out(self) -> None:
        """`deck-out`: each seat in turn plays its last card; one without a card is skipped; then it is a draw."""
        while self.last_turns:
            self.active = (self.active + 1) % self.seats
            self.seat = self.active
            if self.win_delayed() or self.hands[self.active] >= 0:
                return
            self.last_turns -= 1
        self.end(0, "deck-out")

    # ------------------------------------------------------------------ the score

    def scores(self) -> list[int]:
        """A point for each winner."""
        return [1 if self.winners & BIT[seat] else 0 for seat in range(self.seats)]

    def score_sheet(self, seat: int) -> ScoreSheet:
        """One line for a winner, none for the others."""
        self.check_seat(seat)
        if not self.winners & BIT[seat]:
            return ScoreSheet(seat, (), 0)
        shared = self.winners != BIT[seat]
        key = "score.shared" if shared else "score.won"
        return ScoreSheet(seat, (ScoreLine(f"cloudy-kingdom/{self.reason}", key, {}, 1),), 1)

    def outcome(self) -> Outcome | None:
        """The winners in front, the others behind; nobody linked is a draw for all."""
        if self.seat >= 0:
            return None
        scores = self.scores()
        winners = tuple([seat for seat in range(self.seats) if scores[seat]])
        return Outcome(tuple(scores), ranked(scores), winners, f"cloudy-kingdom/{self.reason}")

    # ------------------------------------------------------------------ what a seat cannot know

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
                self.picks[other] = int(chance() * len(self.book.picks))
