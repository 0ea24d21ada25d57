"""What a seat knows of a position, and the whole position, as plain data."""

from __future__ import annotations

from typing import Any, Final

from cloudtop.games.strange_world.board import (
    BIT,
    CARDS,
    CELL_NAMES,
    CITIES,
    GUESTS,
    HAND,
    NOBODY,
    PILES,
    WIDTH,
)
from cloudtop.games.strange_world.notation import SIDES
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.rules import StrangeWorld
from cloudtop.games.strange_world.rules_course import LAY, OVER, PASS
from cloudtop.games.strange_world.rules_draft import OPEN
from cloudtop.games.strange_world.rules_world import World

PHASES: Final = ("sun", "keep", "pass", "pile", "lay", "portal", "traveller", "fumarole", "city", "over")
"""What is to be decided, in the order of the numbers in `rules_course.py`."""
JOINED, DEVOURED, COVERED = "=", "!", "#"
"""Signs behind a card: it makes a portal with the card to its right, is turned over, lies under a fumarole."""


def names(cards: list[int]) -> list[str]:
    """Cards in notation."""
    return [CARDS[card] for card in cards]


def cells_named(cells: list[int]) -> list[str]:
    """Cells in notation."""
    return [CELL_NAMES[cell] for cell in cells]


def name_or_none(card: int) -> str | None:
    """A card in notation; None for a choice not made yet."""
    return None if card == OPEN else CARDS[card]


# ---------------------------------------------------------------------- what everybody sees


def land(world: World) -> dict[str, str]:
    """The cards of a world by cell, each with its signs."""
    found = {}
    for cell in sorted(world.laid):
        signs = JOINED * bool(world.seams & BIT[cell])
        signs += DEVOURED * bool(world.devoured & BIT[cell]) + COVERED * bool(world.covered & BIT[cell])
        found[CELL_NAMES[cell]] = CARDS[world.land[cell]] + signs
    return found


def world_facts(world: World) -> dict[str, Any]:
    """A world as everybody sees it; a Tzimime's face was seen before it was turned."""
    cities = world.cities
    return {
        "land": land(world),
        "side": None if world.side == NOBODY else SIDES[world.side],
        "travellers": [[TRAVELLERS[guest // WIDTH], guest % WIDTH + 1] for guest in world.guests],
        "cities": [
            [CITIES[cities[i]], CELL_NAMES[cities[i + 1]], CELL_NAMES[cities[i + 2]]] for i in range(0, len(cities), 3)
        ],
    }


def table(state: StrangeWorld) -> dict[str, Any]:
    """All that lies open."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round,
        "turn": state.turn(),
        "sun": None if state.sun < 0 else state.sun,
        "direction": direction(state),
        "worlds": [world_facts(world) for world in state.worlds],
        "laid": [cells_named(state.laid_cells(seat)) for seat in range(state.seats)],
        "focus": None if state.focus < 0 else CELL_NAMES[state.focus],
        "cities": CITIES[state.city :],
        "fumaroles": state.fumaroles,
        "travellers": [TRAVELLERS[i] for i in range(GUESTS) if state.travellers & BIT[i]],
    }


def direction(state: StrangeWorld) -> str | None:
    """Where the Sun sends the cards; None while it is not chosen, and where there is no choice."""
    if state.seats < 3 or state.draft.step == 0:
        return None
    return SIDES[0] if state.draft.step == 1 else SIDES[1]


def cards_in(state: StrangeWorld, pile: int) -> list[int]:
    """The cards that lie in a pile of the solo game, the top one first."""
    cards = state.deck[HAND * pile : HAND * pile + HAND]
    if pile == state.pile:
        return cards[1:]
    return [] if state.opened & BIT[pile] else cards


# ---------------------------------------------------------------------- what a seat knows


def facts(state: StrangeWorld, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, knows."""
    alone = state.seats == 1
    looker = 0 if alone else seat
    known = table(state)
    known["held"] = [len(hand) for hand in state.hands]
    known["hand"] = None if looker is None else names(state.hands[looker])
    known["draft"] = None if alone or seat is None else memory(state, seat)
    known["deck"] = 0 if alone else len(state.deck) - state.drawn
    known["piles"] = [pile_facts(state, pile) for pile in range(PILES)] if alone else None
    return known


def memory(state: StrangeWorld, seat: int) -> dict[str, Any] | None:
    """What a seat remembers of this round's cards: dealt, kept, given away and received, and by whom."""
    draft = state.draft
    if not draft.dealt:
        return None
    first = state.phase >= PASS
    second = state.phase >= LAY
    chosen = draft.kept[seat] != OPEN
    return {
        "to": draft.next_seat(seat),
        "from": draft.previous_seat(seat),
        "dealt": names(draft.dealt_to(seat)),
        "kept": name_or_none(draft.kept[seat]),
        "gave": names(draft.gave(seat)) if chosen else None,
        "got": names(draft.got(seat)) if first else None,
        "passed": name_or_none(draft.passed[seat]),
        "received": name_or_none(draft.received(seat)) if second else None,
    }


def pile_facts(state: StrangeWorld, pile: int) -> dict[str, Any]:
    """A pile as it is seen: its top card, and how many cards lie there."""
    cards = cards_in(state, pile)
    return {"top": CARDS[cards[0]] if len(cards) == HAND else None, "cards": len(cards)}


# ---------------------------------------------------------------------- the whole position


def position(state: StrangeWorld) -> dict[str, Any]:
    """The whole position, secrets included."""
    whole = table(state)
    whole["hands"] = [names(hand) for hand in state.hands]
    if state.seats == 1:
        whole["piles"] = [names(cards_in(state, pile)) for pile in range(PILES)]
        return whole
    whole["draft"] = [draft_of(state, seat) for seat in range(state.seats)] if state.draft.dealt else None
    whole["deck"] = [] if state.phase == OVER else names(state.deck[state.drawn :])
    return whole


def draft_of(state: StrangeWorld, seat: int) -> dict[str, Any]:
    """How a seat came by its cards in this round."""
    draft = state.draft
    return {
        "dealt": names(draft.dealt_to(seat)),
        "kept": name_or_none(draft.kept[seat]),
        "passed": name_or_none(draft.passed[seat]),
    }
