"""The rules of Cloudy Kingdom, in the order of the rulebook. This module is compiled.

What lies in the field is in `rules_field.py`, the turns and the end in `rules_table.py`, the steps of magic in
`rules_magic.py`; here is what a seat may do, why not, and what it leads to.
"""

from __future__ import annotations

from random import Random

from cloudtop.core.state import Terms
from cloudtop.games.cloudy_kingdom.board import (
    ANYWHERE,
    BIT,
    CUT,
    DISCARD,
    KEEP,
    LAY,
    MAGIC,
    ON_EMPTY,
    PICK,
    STEP_CUT,
    STEP_DISCARD,
    STEP_LAY,
    STEP_PLAY,
    STEP_SWAP,
    STEP_TURN,
    SWAP,
    TURN,
    Book,
)
from cloudtop.games.cloudy_kingdom.rules_field import bare_field
from cloudtop.games.cloudy_kingdom.rules_magic import MagicTable
from cloudtop.games.cloudy_kingdom.rules_table import NO_CARD

NAME = "cloudy-kingdom/"


class CloudyKingdom(MagicTable):
    """A position of Cloudy Kingdom."""

    # ------------------------------------------------------------------ what a seat may do

    def legal(self, seat: int) -> list[int]:
        """`turn`: the route card in every place, or a magic card; within magic, what its step allows."""
        if self.picks:
            self.check_seat(seat)
            return self.book.pick_moves[:] if self.picks[seat] < 0 else []
        if seat != self.seat or seat < 0:
            self.check_seat(seat)
            return []
        if self.spell >= 0:
            return self.step_moves()
        moves: list[int] = []
        card = self.hands[seat]
        self.add_lays(moves, card, ANYWHERE)
        if not moves:
            moves.append(self.book.first_discard + card)
        if self.last_turns == 0:
            self.add_magic(moves, seat)
        return moves

    # ------------------------------------------------------------------ why a move is refused

    def why_not(self, seat: int, action: int) -> str | None:
        """The first rule a move breaks."""
        rule = self.broken_rule(seat, action)
        return NAME + rule if rule else None

    def broken_rule(self, seat: int, action: int) -> str:
        """The first rule a move breaks, empty for a legal move."""
        self.check_action(action)
        self.check_seat(seat)
        if self.seat < 0:
            return self.reason
        kind = self.book.kind[action]
        if self.picks:
            if self.picks[seat] >= 0:
                return "turn"
            return "" if kind == PICK else "hand"
        if seat != self.seat:
            return "turn"
        if kind == LAY:
            return self.why_no_lay(seat, action)
        if kind in (CUT, TURN):
            return self.why_not_touched(kind, BIT[self.book.cell[action]])
        if kind == DISCARD:
            return self.why_no_discard(seat, self.book.what[action])
        if kind == MAGIC:
            return self.why_no_magic(seat, self.book.what[action])
        if kind == PICK:
            return "options"
        return "" if self.spell >= 0 and self.verb() == STEP_SWAP else "magic-green"

    def why_no_lay(self, seat: int, action: int) -> str:
        """The first rule that a card laid so would break."""
        book = self.book
        face = book.what[action]
        design = book.design[face]
        where = ANYWHERE
        own = self.spell >= 0 and self.verb() == STEP_LAY and design == book.laid_design[self.spell]
        if not own:
            if design >= book.routes:
                return self.why_no_magic_card(seat, design)
            if design not in self.held(seat):
                return "hand"
            if self.spell >= 0 and self.verb() != STEP_PLAY:
                return book.rules[self.spell]
        if self.spell >= 0:
            where = self.where()
        cell = BIT[book.cell[action]]
        if not self.field.taken & cell:
            if own and where != ANYWHERE and where != ON_EMPTY:
                return book.rules[self.spell]
            if not self.field.route_empty(book.lying[face]) & cell:
                return "route-empty"
        elif not self.field.route_cross(book.lying[face]) & cell:
            parallel = (self.field.flat_top & cell != 0) == (book.lying[face] == 0)
            return "route-cross" if parallel else "magic-fire"
        if not self.field.places(where, book.lying[face], self.fresh) & cell:
            return book.rules[self.spell]
        return ""

    def why_no_magic_card(self, seat: int, design: int) -> str:
        """Why a magic card cannot be laid: it is not held, it is spent, or it was not played first."""
        magic = self.book.laid_design.index(design)
        if seat != self.active or self.slot(seat, magic) < 0:
            return "hand"
        return "magic-once" if self.magic_once(seat, magic) else "turn"

    def why_not_touched(self, kind: int, cell: int) -> str:
        """Why a stack cannot be cut or turned: no such step, no card there, or fire."""
        if self.spell < 0:
            return "turn"
        if self.verb() != (STEP_CUT if kind == CUT else STEP_TURN):
            return self.book.rules[self.spell]
        if not self.field.taken & cell:
            return "magic-cut" if kind == CUT else "magic-turn"
        return "magic-fire" if self.field.fire & cell else ""

    def why_no_discard(self, seat: int, design: int) -> str:
        """`stuck`: a card may be discarded only where a step says so, or if it has no place."""
        if design not in self.held(seat):
            return "hand"
        where = ANYWHERE
        if self.spell >= 0:
            if self.verb() == STEP_DISCARD:
                return ""
            if self.verb() != STEP_PLAY:
                return self.book.rules[self.spell]
            where = self.where()
        return "stuck" if self.field.has_place(where, self.fresh) else ""

    def why_no_magic(self, seat: int, magic: int) -> str:
        """Why a magic card cannot be played."""
        if self.spell >= 0:
            return "turn"
        if self.slot(seat, magic) < 0:
            return "hand"
        if self.magic_once(seat, magic):
            return "magic-once"
        if not self.magic_possible(magic):
            return "magic-possible"
        return "deck-out" if self.last_turns else ""

    # ------------------------------------------------------------------ what a move leads to

    def apply(self, seat: int, action: int) -> None:
        """Make a move and carry the turn on."""
        book = self.book
        kind = book.kind[action]
        if kind == LAY:
            self.lay(seat, action)
        elif kind == MAGIC:
            self.play_magic(seat, book.what[action])
        elif kind == CUT:
            self.last = action
            face = self.field.magic_cut(book.cell[action])
            self.removed.append(book.design[face])
            if self.fresh == book.cell[action]:
                self.fresh = -1
            if not self.settle(book.cell[action]):
                self.next_step()
        elif kind == TURN:
            self.last = action
            self.field.magic_turn(book.cell[action])
            if not self.settle(book.cell[action]):
                self.next_step()
        elif kind in (SWAP, KEEP):
            self.magic_green(seat, kind == SWAP)
        elif kind == DISCARD:
            self.discard(seat, book.what[action])
        else:
            self.pick(seat, book.what[action])

    def lay(self, seat: int, action: int) -> None:
        """Lay a route card, or the magic card itself; `win` if that joins two castles."""
        book = self.book
        face = book.what[action]
        cell = book.cell[action]
        self.last = action
        self.field.lay(cell, face)
        if self.spell < 0:
            self.hands[seat] = NO_CARD
            if not self.settle(cell):
                self.finish_turn()
            return
        self.fresh = cell
        if self.verb() == STEP_PLAY:
            self.let_go(book.design[face])
        if not self.settle(cell):
            self.next_step()

    def discard(self, seat: int, design: int) -> None:
        """Discard a card, because a step says so or because it is `stuck`."""
        self.discards.append(design)
        if self.spell < 0:
            self.hands[seat] = NO_CARD
            self.finish_turn()
        else:
            self.let_go(design)
            self.next_step()

    def pick(self, seat: int, pick: int) -> None:
        """`options`: three magic cards chosen in secret; when all have chosen, they are shown and cards are dealt."""
        self.picks[seat] = pick
        waiting = self.turn()
        if waiting:
            self.seat = waiting[0]
            return
        for chooser in range(self.seats):
            for slot in range(3):
                self.magic[3 * chooser + slot] = self.book.picks[self.picks[chooser]][slot]
        self.picks = []
        self.deal_hands()

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

    # ------------------------------------------------------------------ copies

    def copy(self) -> CloudyKingdom:
        """An independent state in the same position."""
        return CloudyKingdom(
            self.terms,
            self.book,
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

    def imagine(self, seat: int, rng: Random) -> CloudyKingdom:
        """The stack, the other hands and hidden choices drawn anew, evenly among all that fit what the seat knows."""
        self.check_seat(seat)
        imagined = self.copy()
        imagined.redraw(seat, rng)
        return imagined


def first_position(
    terms: Terms, book: Book, castles: list[int], deck: list[int], starter: int, magic: list[int]
) -> CloudyKingdom:
    """An empty field and the starter to play; without magic, everybody chooses first."""
    seats = terms.players
    size = 4 if seats == 4 else 3
    state = CloudyKingdom(
        terms,
        book,
        seats,
        bare_field(book, size, castles),
        deck,
        0,
        [NO_CARD] * seats,
        [],
        [],
        [],
        0,
        [],
        magic * seats if magic else [-1] * (3 * seats),
        [0] * seats,
        [] if magic else [-1] * seats,
        starter,
        0,
        -1,
        0,
        -1,
        0,
        0,
        0,
        "",
        -1,
    )
    if magic:
        state.deal_hands()
    return state
