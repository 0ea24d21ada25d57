"""Magic, step by step. This module is compiled.

Every magic card, printed or a table's own, is a list of steps (see `steps.py`). Steps that leave no choice are
carried out at once; at the others the turn waits for a move.
"""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.board import (
    BIT,
    CELLS,
    FLAT,
    STEP_CUT,
    STEP_DISCARD,
    STEP_DRAW,
    STEP_LAY,
    STEP_PLAY,
    STEP_SWAP,
    STEP_TAKE,
    UPRIGHT,
)
from cloudtop.games.cloudy_kingdom.rules_table import NO_CARD, KingdomTable


class MagicTable(KingdomTable):
    """A table at which magic can be played."""

    # ------------------------------------------------------------------ which magic can be played

    def slot(self, seat: int, magic: int) -> int:
        """Which of a seat's three magic cards this is, -1 if it has no such card."""
        for slot in range(3):
            if self.magic[3 * seat + slot] == magic:
                return slot
        return -1

    def magic_once(self, seat: int, magic: int) -> bool:
        """`magic-once`: whether the seat's magic card is spent."""
        return self.used[seat] & BIT[self.slot(seat, magic)] != 0

    def magic_possible(self, magic: int) -> bool:
        """`magic-possible`: whether the steps can be carried out, as far as can be foreseen."""
        book = self.book
        field = self.field
        if len(self.deck) - self.next_card < book.need_stack[5 * magic + self.seats]:
            return False
        if book.need_cards[magic] and not field.has_unburnt(book.need_cards[magic]):
            return False
        if len(self.discards) < book.need_discards[magic]:
            return False
        return book.need_place[magic] < 0 or field.has_place(book.need_place[magic], -1)

    def add_magic(self, moves: list[int], seat: int) -> None:
        """Append the magic cards that a seat may play now."""
        used = self.used[seat]
        if used == 7:
            return
        for slot in range(3):
            if not used & BIT[slot]:
                magic = self.magic[3 * seat + slot]
                if self.magic_possible(magic):
                    moves.append(self.book.magic_move[magic])

    # ------------------------------------------------------------------ carrying it out

    def play_magic(self, seat: int, magic: int) -> None:
        """`turn`: discard the route card and play a magic card instead."""
        self.older = len(self.discards)
        self.discards.append(self.hands[seat])
        self.hands[seat] = NO_CARD
        self.used[seat] |= BIT[self.slot(seat, magic)]
        self.spell = magic
        self.step = 0
        self.fresh = -1
        self.carry_on()

    def next_step(self) -> None:
        """A step is done: go on with the following one."""
        self.step += 1
        self.carry_on()

    def carry_on(self) -> None:
        """Carry out steps until one asks somebody for a decision; after the last one the turn is over."""
        verbs = self.book.verbs[self.spell]
        while self.step < len(verbs):
            verb = verbs[self.step]
            if verb == STEP_DRAW:
                self.drawn.append(self.draw())
            elif verb == STEP_TAKE:
                self.magic_replant()
            elif verb == STEP_SWAP:
                if self.ask_after(self.active):
                    return
            elif self.asks(verb):
                self.seat = self.active
                return
            self.step += 1
        self.spell = -1
        self.step = 0
        self.older = 0
        self.fresh = -1
        self.finish_turn()

    def asks(self, verb: int) -> bool:
        """Whether a step needs a decision; one that finds nothing to do is passed over."""
        if verb == STEP_PLAY:
            return len(self.drawn) + len(self.shown) > 0
        if verb == STEP_DISCARD:
            held = self.held(self.active)
            if len(held) == 1:
                self.let_go(held[0])
                self.discards.append(held[0])
            return len(held) > 1
        if verb == STEP_LAY:
            return self.field.has_place(self.book.places[self.spell][self.step], self.fresh)
        return self.field.unburnt() != 0

    def magic_replant(self) -> None:
        """`magic-replant`: take the top of the discard pile as it was before the active seat discarded."""
        if self.older:
            self.older -= 1
            self.shown.append(self.discards.pop(self.older))

    def ask_after(self, seat: int) -> bool:
        """`magic-green`: ask the next seat, clockwise, whether it swaps; nobody once the stack is empty."""
        asked = (seat + 1) % self.seats
        while asked != self.active and self.next_card < len(self.deck):
            if self.hands[asked] >= 0:
                self.seat = asked
                return True
            asked = (asked + 1) % self.seats
        return False

    def magic_green(self, seat: int, swap: bool) -> None:
        """`magic-green`: discard the route card and draw a new one, or keep it; then the next seat is asked."""
        if swap:
            self.discards.append(self.hands[seat])
            self.hands[seat] = self.draw()
        if not self.ask_after(seat):
            self.next_step()

    # ------------------------------------------------------------------ what a step allows

    def verb(self) -> int:
        """The step that waits for a decision."""
        return self.book.verbs[self.spell][self.step]

    def where(self) -> int:
        """Where that step lays a card."""
        return self.book.places[self.spell][self.step]

    def step_moves(self) -> list[int]:
        """The moves that the present step allows."""
        book = self.book
        verb = self.verb()
        moves: list[int] = []
        if verb == STEP_PLAY:
            held = self.held(self.active)
            for design in held:
                self.add_lays(moves, design, self.where())
            if not moves:
                moves = [book.first_discard + design for design in held]
        elif verb == STEP_LAY:
            self.add_lays(moves, book.laid_design[self.spell], self.where())
        elif verb == STEP_DISCARD:
            moves = [book.first_discard + design for design in self.held(self.active)]
        elif verb == STEP_SWAP:
            moves = [book.swap, book.keep]
        else:
            first = book.first_cut if verb == STEP_CUT else book.first_turn
            stacks = self.field.unburnt()
            moves = [first + cell for cell in range(CELLS) if stacks & BIT[cell]]
        return moves

    def add_lays(self, moves: list[int], design: int, where: int) -> None:
        """Append the ways to lay a card."""
        field = self.field
        lays = self.book.lays
        first = 1024 * design
        flat = field.places(where, FLAT, self.fresh)
        upright = field.places(where, UPRIGHT, self.fresh)
        moves.extend(lays[first + (flat & 255)])
        moves.extend(lays[first + 256 + (flat >> 8)])
        moves.extend(lays[first + 512 + (upright & 255)])
        moves.extend(lays[first + 768 + (upright >> 8)])
