"""What happens when a piece is placed, and whose turn it is then. Compiled.

An item of a list is set anew rather than changed in place: compiled, only that keeps its number a plain one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudtop.games.skybridge.fast import (
    BARE,
    BIT,
    COLOURS,
    FIRST_SLOT,
    SPANS_BETWEEN,
    SPANS_ELSEWHERE,
    can_place,
    holding_can_place,
)
from cloudtop.games.skybridge.moves import CELL_OF, COLOUR_OF, FAR_CELL_OF, KIND_OF, SPAN_OF
from cloudtop.games.skybridge.pieces import BRIDGE, ROOF

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge


def place(state: Skybridge, seat: int, action: int) -> None:
    """A piece leaves the hand (`supply`) and lies where the move says; then it is the next one's `turn`."""
    colour = COLOUR_OF[action]
    kind = KIND_OF[action]
    setup = state.setup
    holding = setup.neutral_holdings[seat] if colour == setup.neutral else colour
    slot = FIRST_SLOT[holding] + kind
    state.hand[slot] = state.hand[slot] - 1
    state.placed.append(action)
    if kind == ROOF:
        roof_closes(state, CELL_OF[action], colour)
    elif kind == BRIDGE:
        bridge_joins(state, action, colour)
    else:
        raise_tower(state, CELL_OF[action], colour, setup.storeys[kind])
    pass_turn(state, seat, colour)


# ---------------------------------------------------------------------- towers


def raise_tower(state: Skybridge, cell: int, colour: int, storeys: int) -> None:
    """A block, or an end of a bridge, is now on top of the tower, which is that much higher."""
    bit = BIT[cell]
    at_height = state.at_height
    height = state.heights[cell]
    at_height[height] = at_height[height] ^ bit
    height += storeys
    as_high = at_height[height]
    at_height[height] = as_high | bit
    state.heights[cell] = height
    cover(state, bit, colour)
    # `bridge-level`, `bridge-neighbours`: from here a bridge reaches the neighbours that are open and as high; they all
    # have pieces (`bridge-on-pieces`), and no bridge lies on this tower and one of them (`bridge-not-on-bridge`).
    level = SPANS_BETWEEN[cell][as_high] & state.free_spans
    state.level_spans = (state.level_spans & SPANS_ELSEWHERE[cell]) | level


def bridge_joins(state: Skybridge, action: int, colour: int) -> None:
    """A bridge adds its storey to both its towers and is the top piece of both."""
    storeys = state.setup.storeys[BRIDGE]
    raise_tower(state, CELL_OF[action], colour, storeys)
    raise_tower(state, FAR_CELL_OF[action], colour, storeys)
    # `bridge-not-on-bridge`: nothing spans these two until one of them is built on, or by option nothing ever again.
    span = BIT[SPAN_OF[action]]
    state.level_spans &= ~span
    state.free_spans &= ~(span & state.setup.spanned_once)


def cover(state: Skybridge, bit: int, colour: int) -> None:
    """A piece of that colour is now on top of a tower, and what was there is not."""
    topped = state.topped
    for other in range(BARE + 1):
        if topped[other] & bit:
            topped[other] = topped[other] ^ bit
            break
    topped[colour] = topped[colour] | bit


def roof_closes(state: Skybridge, cell: int, colour: int) -> None:
    """`roof-closes`, `roof-owns`: nothing is added to the tower any more, and the colour on top of it owns it."""
    bit = BIT[cell]
    state.open_towers ^= bit
    height = state.heights[cell]
    state.at_height[height] = state.at_height[height] ^ bit
    cover(state, bit, colour)
    state.level_spans &= SPANS_ELSEWHERE[cell]


# ---------------------------------------------------------------------- the turn and the end


def pass_turn(state: Skybridge, seat: int, colour: int) -> None:
    """`turn`, `pass`: the next one that can place is to play, perhaps the same again; if there is none, `end`."""
    if state.colour >= 0:
        next_colour(state, colour)
    else:
        next_seat(state, seat)


def next_seat(state: Skybridge, seat: int) -> None:
    """`turn`: clockwise, in the order of the seats."""
    players = state.terms.players
    for step in range(1, players + 1):
        following = (seat + step) % players
        if can_place(state, following):
            state.seat = following
            return
    state.seat = -1


def next_colour(state: Skybridge, colour: int) -> None:
    """`two-players`, colours alternating: one that cannot place is skipped, never replaced by the seat's other one."""
    order = state.setup.order
    place = order.index(colour)
    for step in range(1, COLOURS + 1):
        following = (place + step) % COLOURS
        if holding_can_place(state, order[following]):
            state.colour = order[following]
            state.seat = following % state.terms.players
            return
    state.seat = -1
