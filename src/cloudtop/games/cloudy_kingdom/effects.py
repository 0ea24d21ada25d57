"""What happens when a move is made, in the order of the rulebook, and how the game ends. This module is compiled.

Every magic card, printed or a table's own, is a list of steps. Steps that leave no choice are carried out at once; at
the others the turn waits for a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudtop.games.cloudy_kingdom.fast import (
    BIT,
    NO_CARD,
    STEP_DISCARD,
    STEP_DRAW,
    STEP_LAY,
    STEP_PLAY,
    STEP_SWAP,
    STEP_TAKE,
)
from cloudtop.games.cloudy_kingdom.moves import CUT, DISCARD, LAY, MAGIC, PICK, SWAP, TURN
from cloudtop.games.cloudy_kingdom.score import PAIRS_OF, SEAT_PAIRS, joined_from_castles, joined_through

if TYPE_CHECKING:
    from cloudtop.games.cloudy_kingdom.state import CloudyKingdom


def make(state: CloudyKingdom, seat: int, action: int) -> None:
    """Make a move and carry the turn on."""
    book = state.tables.book
    kind = book.kind[action]
    if kind == LAY:
        lay(state, seat, action)
    elif kind == MAGIC:
        play_magic(state, seat, book.what[action])
    elif kind == CUT:
        magic_cut(state, action)
    elif kind == TURN:
        magic_turn(state, action)
    elif kind == DISCARD:
        discard(state, seat, book.what[action])
    elif kind == PICK:
        options(state, seat, book.what[action])
    else:
        magic_green(state, seat, kind == SWAP)


# ---------------------------------------------------------------------- hands and turns


def options(state: CloudyKingdom, seat: int, pick: int) -> None:
    """`options`: three magic cards are chosen in secret; when all have chosen, they are shown and cards are dealt."""
    state.picks[seat] = pick
    waiting = state.turn()
    if waiting:
        state.seat = waiting[0]
        return
    state.magic = [side for chosen in state.picks for side in state.tables.book.threes[chosen]]
    state.picks = []
    hand(state)


def hand(state: CloudyKingdom) -> None:
    """`hand`: one card to each seat from the top of the stack; then the start player begins."""
    for seat in range(state.seats):
        state.hands[seat] = state.draw()
    state.seat = state.active


def lay(state: CloudyKingdom, seat: int, action: int) -> None:
    """`turn`: lay the route card; within magic, a card it asks for or the magic card itself."""
    tables = state.tables
    face = tables.book.what[action]
    cell = tables.book.cell[action]
    state.last = action
    state.field.lay(cell, face)
    if state.spell < 0:
        state.hands[seat] = NO_CARD
        if not win(state, cell):
            finish_turn(state)
        return
    state.fresh = cell
    if tables.verbs[state.spell][state.step] == STEP_PLAY:
        state.let_go(tables.design[face])
    if not win(state, cell):
        next_step(state)


def discard(state: CloudyKingdom, seat: int, design: int) -> None:
    """`stuck`: discard a card that has no place; or because a step of magic says so."""
    state.discards.append(design)
    if state.spell < 0:
        state.hands[seat] = NO_CARD
        finish_turn(state)
    else:
        state.let_go(design)
        next_step(state)


def finish_turn(state: CloudyKingdom) -> None:
    """`turn`: draw a card, and the next seat is to play; once the stack is empty see `deck_out`."""
    if state.next_card < len(state.deck):
        state.hands[state.active] = state.draw()
    if state.last_turns:
        state.last_turns -= 1
        deck_out(state)
    elif state.next_card == len(state.deck):
        state.last_turns = state.seats
        deck_out(state)
    else:
        pass_on(state)
        if state.linked:
            win_delayed(state)


def pass_on(state: CloudyKingdom) -> None:
    """The turn goes clockwise."""
    state.active = state.active + 1 if state.active + 1 < state.seats else 0
    state.seat = state.active


# ---------------------------------------------------------------------- magic


def play_magic(state: CloudyKingdom, seat: int, magic: int) -> None:
    """`turn`, `magic-once`: discard the route card and play a magic card instead, which is then spent."""
    state.older = len(state.discards)
    state.discards.append(state.hands[seat])
    state.hands[seat] = NO_CARD
    state.used[seat] |= BIT[state.slot(seat, magic)]
    state.spell = magic
    state.step = 0
    state.fresh = -1
    carry_on(state)


def next_step(state: CloudyKingdom) -> None:
    """A step is done: go on with the following one."""
    state.step += 1
    carry_on(state)


def carry_on(state: CloudyKingdom) -> None:
    """Carry out steps until one asks somebody for a decision; after the last one the turn is over."""
    verbs = state.tables.verbs[state.spell]
    while state.step < len(verbs):
        verb = verbs[state.step]
        if verb == STEP_DRAW:
            state.drawn.append(state.draw())
        elif verb == STEP_TAKE:
            magic_replant(state)
        elif verb == STEP_SWAP:
            if asks_after(state, state.active):
                return
        elif asks(state, verb):
            state.seat = state.active
            return
        state.step += 1
    state.spell = -1
    state.step = 0
    state.older = 0
    state.fresh = -1
    finish_turn(state)


def asks(state: CloudyKingdom, verb: int) -> bool:
    """Whether a step needs a decision; one that finds nothing to do is passed over."""
    if verb == STEP_PLAY:
        return len(state.drawn) + len(state.shown) > 0
    if verb == STEP_DISCARD:
        held = state.held(state.active)
        if len(held) == 1:
            # No choice: it is done at once.
            state.let_go(held[0])
            state.discards.append(held[0])
        return len(held) > 1
    if verb == STEP_LAY:
        return state.field.has_place(state.tables.places[state.spell][state.step], state.fresh)
    return state.field.unburnt() != 0


def magic_cut(state: CloudyKingdom, action: int) -> None:
    """`magic-cut`: remove the top card of a stack from the game."""
    cell = state.tables.book.cell[action]
    state.last = action
    state.removed.append(state.tables.design[state.field.cut(cell)])
    if state.fresh == cell:
        state.fresh = -1
    if not win(state, cell):
        next_step(state)


def magic_green(state: CloudyKingdom, seat: int, swap: bool) -> None:
    """`magic-green`: discard the route card and draw a new one, or keep it; then the next seat is asked."""
    if swap:
        state.discards.append(state.hands[seat])
        state.hands[seat] = state.draw()
    if not asks_after(state, seat):
        next_step(state)


def asks_after(state: CloudyKingdom, seat: int) -> bool:
    """`magic-green`: ask the next seat, clockwise, whether it swaps; nobody once the stack is empty."""
    asked = (seat + 1) % state.seats
    while asked != state.active and state.next_card < len(state.deck):
        if state.hands[asked] >= 0:
            state.seat = asked
            return True
        asked = (asked + 1) % state.seats
    return False


def magic_replant(state: CloudyKingdom) -> None:
    """`magic-replant`: take the top of the discard pile as it was before the active seat discarded."""
    if state.older:
        state.older -= 1
        state.shown.append(state.discards.pop(state.older))


def magic_turn(state: CloudyKingdom, action: int) -> None:
    """`magic-turn`: turn a whole stack a quarter clockwise."""
    cell = state.tables.book.cell[action]
    state.last = action
    state.field.turn(cell)
    if not win(state, cell):
        next_step(state)


# ---------------------------------------------------------------------- winning


def win(state: CloudyKingdom, cell: int) -> bool:
    """`win`: whether a single lay, cut or turn in a cell has ended the game; a pair joined already does not count."""
    joined = joined_through(state.field, cell)
    if joined == 0 and state.linked == 0:
        return False
    joined &= SEAT_PAIRS[state.seats]
    fresh = joined & ~state.linked
    # Unless a road waits, the only pairs that are joined run through the changed cell.
    state.linked = joined_from_castles(state.field) & SEAT_PAIRS[state.seats] if state.linked else joined
    families = 0
    for seat in range(state.seats):
        if fresh & PAIRS_OF[seat]:
            families |= BIT[seat]
    if families == 0:
        return False
    return win_magic_other(state, families) if state.spell >= 0 else win_active_first(state, families)


def win_active_first(state: CloudyKingdom, families: int) -> bool:
    """`win-active-first`: the active player alone if among the linked families, else these share."""
    alone = families & (families - 1) == 0
    if families & BIT[state.active]:
        families = BIT[state.active]
    return end(state, families, "win" if alone else "win-active-first")


def win_magic_other(state: CloudyKingdom, families: int) -> bool:
    """`win-magic-other`: other families linked by magic win at once; `magic-no-win`: never the active one."""
    families &= ~BIT[state.active]
    return families != 0 and end(state, families, "win-magic-other")


def win_delayed(state: CloudyKingdom) -> bool:
    """`win-delayed`: a road made by one's own magic wins at the start of one's next turn, if it still holds."""
    return state.linked & PAIRS_OF[state.active] != 0 and end(state, BIT[state.active], "win-delayed")


def deck_out(state: CloudyKingdom) -> None:
    """`deck-out`: each seat in turn plays its last card; one without a card is skipped; then it is a draw."""
    while state.last_turns:
        pass_on(state)
        if win_delayed(state) or state.hands[state.active] >= 0:
            return
        state.last_turns -= 1
    end(state, 0, "deck-out")


def end(state: CloudyKingdom, winners: int, rule: str) -> bool:
    """The game is over: what is left of the turn does not happen."""
    state.winners = winners
    state.reason = rule
    state.seat = -1
    return True
