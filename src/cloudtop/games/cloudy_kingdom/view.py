"""A position as plain data: what a seat knows of it, and all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudtop.games.cloudy_kingdom.board import BIT, CELLS, Book
from cloudtop.games.cloudy_kingdom.notation import CELL_NAMES, Notation
from cloudtop.games.cloudy_kingdom.pieces import FAMILIES, SIDES
from cloudtop.games.cloudy_kingdom.rules import CloudyKingdom
from cloudtop.games.cloudy_kingdom.rules_field import Field

PAIR_NAMES = ("NS", "WE")
"""The pairs of castles that count, by their bit."""


def castle_bits(castles: Mapping[str, str]) -> list[int]:
    """Castles as the rules keep them: by number, one bit for family and side."""
    bits = [0] * 16
    for side, letters in enumerate(castles[side] for side in SIDES):
        for place, letter in enumerate(letters):
            bits[4 * side + place] = 2 ** (4 * FAMILIES.index(letter) + side)
    return bits


def castle_letters(field: Field) -> dict[str, str]:
    """The families on each side, from the left or the top."""
    return {
        name: "".join(FAMILIES[(field.castles[4 * side + i].bit_length() - 1) // 4] for i in range(field.size))
        for side, name in enumerate(SIDES)
    }


def pairs_in_words(pairs: int) -> list[str]:
    """Pairs of castles, each as family and sides: `R:NS`."""
    return [
        f"{letter}:{PAIR_NAMES[i]}"
        for family, letter in enumerate(FAMILIES)
        for i in range(2)
        if pairs >> (4 * family + i) & 1
    ]


def stacks(field: Field, notation: Notation) -> dict[str, list[str]]:
    """The cards on each cell that has any, bottom first."""
    return {
        CELL_NAMES[cell]: [notation.card(face) for face in field.stack(cell)]
        for cell in range(CELLS)
        if field.top[cell] >= 0
    }


def hand(state: CloudyKingdom, seat: int, open_hand: bool) -> list[str | None]:
    """A seat's route cards; None is one seen from the back."""
    codes = state.book.codes
    cards: list[str | None] = [codes[card] for card in [state.hands[seat]] if card >= 0]
    if seat == state.active:
        cards += [codes[card] for card in state.drawn]
    known: list[str | None] = [codes[card] for card in state.shown] if seat == state.active else []
    return (cards if open_hand else [None for _ in cards]) + known


def magic_of(state: CloudyKingdom, seat: int, open_choice: bool) -> list[str] | None:
    """A seat's magic cards; None while they are not chosen or not shown."""
    names = [side.name for side in state.book.magic]
    if not state.picks:
        return [names[side] for side in state.magic[3 * seat : 3 * seat + 3]]
    if not open_choice or state.picks[seat] < 0:
        return None
    return [names[side] for side in state.book.picks[state.picks[seat]]]


def used_magic(state: CloudyKingdom, seat: int) -> list[str]:
    """The magic cards a seat has spent."""
    names = [side.name for side in state.book.magic]
    return [names[state.magic[3 * seat + slot]] for slot in range(3) if state.used[seat] & BIT[slot]]


def spell(state: CloudyKingdom) -> dict[str, Any] | None:
    """The magic that is being carried out."""
    if state.spell < 0:
        return None
    return {
        "magic": state.book.magic[state.spell].name,
        "step": state.step,
        "older": state.older,
        "fresh": CELL_NAMES[state.fresh] if state.fresh >= 0 else None,
        "shown": [state.book.codes[card] for card in state.shown],
    }


def custom_magic(book: Book) -> dict[str, Any]:
    """The magic cards that the table wrote, in full."""
    return {
        side.name: {
            "steps": [str(step) for step in side.steps],
            "joins": list(side.laid.joins) if side.laid else None,
            "fireproof": side.laid.fireproof if side.laid else None,
        }
        for side in book.magic[book.printed :]
    }


def facts(state: CloudyKingdom, seat: int | None, notation: Notation) -> dict[str, Any]:
    """What the seat knows; None is a spectator. The stack is only counted."""
    known = position(state, notation)
    known["hands"] = [hand(state, other, other == seat) for other in range(state.seats)]
    known["magic"] = [magic_of(state, other, other == seat) for other in range(state.seats)]
    known["stack"] = state.stack_left()
    return known


def position(state: CloudyKingdom, notation: Notation) -> dict[str, Any]:
    """The whole position."""
    codes = state.book.codes
    seats = range(state.seats)
    over = state.seat < 0
    found: dict[str, Any] = {
        "size": state.field.size,
        "castles": castle_letters(state.field),
        "field": stacks(state.field, notation),
        "hands": [hand(state, seat, True) for seat in seats],
        "stack": [codes[card] for card in state.deck[state.next_card :]],
        "discard": [codes[card] for card in state.discards],
        "removed": [codes[card] for card in state.removed],
        "magic": [magic_of(state, seat, True) for seat in seats],
        "used": [used_magic(state, seat) for seat in seats],
        "active": state.active,
        "turn": state.turn(),
        "spell": spell(state),
        "last_turns": state.last_turns,
        "joined": pairs_in_words(state.linked),
        "last": notation.texts[state.last] if state.last >= 0 else None,
        "winners": [seat for seat in seats if state.winners & BIT[seat]] if over else None,
        "reason": state.reason if over else None,
    }
    custom = custom_magic(state.book)
    if custom:
        found["custom"] = custom
    return found
