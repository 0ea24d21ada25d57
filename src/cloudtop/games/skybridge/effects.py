"""What happens when a piece is placed, and whose turn it is then. Compiled.

An item of a list is set anew, never changed by `^=` or `-=`: compiled, those would go the long way round.
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
    holding_of,
)
from cloudtop.games.skybridge.moves import CELL_OF, COLOUR_OF, FAR_CELL_OF, KIND_OF, SPAN_OF, STOREYS_OF
from cloudtop.games.skybridge.pieces import BRIDGE, ROOF

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge


def place(state: Skybridge, seat: int, action: int) -> None:
    """A piece leaves the hand (`supply`) and lies where the move says; then it is the next one's `turn`."""
    colour = COLOUR_OF[action]
    kind = KIND_OF[action]
    slot = FIRST_SLOT[holding_of(state.terms.players, seat, colour)] + kind
    state.hand[slot] = state.hand[slot] - 1
    state.placed.append(action)
    if kind == ROOF:
        roof_closes(state, CELL_OF[action], colour)
    elif kind == BRIDGE:
        bridge_joins(state, action, colour)
    else:
        raise_tower(state, CELL_OF[action], colour, STOREYS_OF[action])
    if state.colour >= 0:
        next_colour(state, colour)
    else:
        next_seat(state, seat)


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
    state.level_spans = (state.level_spans & SPANS_ELSEWHERE[cell]) | SPANS_BETWEEN[cell][as_high]


def bridge_joins(state: Skybridge, action: int, colour: int) -> None:
    """A bridge adds its storey to both its towers and is the top piece of both."""
    raise_tower(state, CELL_OF[action], colour, STOREYS_OF[action])
    raise_tower(state, FAR_CELL_OF[action], colour, STOREYS_OF[action])
    # `bridge-not-on-bridge`: nothing spans these two until one of them is built on.
    state.level_spans &= ~BIT[SPAN_OF[action]]


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


def next_seat(state: Skybridge, seat: int) -> None:
    """`turn`, `pass`: clockwise the next seat that can place, perhaps the same again; if there is none, `end`."""
    players = state.terms.players
    for step in range(1, players + 1):
        following = (seat + step) % players
        for holding in state.holdings[following]:
            if can_place(state, holding):
                state.seat = following
                return
    state.seat = -1


def next_colour(state: Skybridge, colour: int) -> None:
    """`two-players`, colours alternating: one that cannot place is skipped, never replaced by the seat's other one."""
    for step in range(1, COLOURS + 1):
        following = (colour + step) % COLOURS
        if can_place(state, following):
            state.colour = following
            state.seat = following % state.terms.players
            return
    state.seat = -1
