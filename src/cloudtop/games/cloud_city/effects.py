"""What happens when a move is made, in the order of a turn. This module is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.games.cloud_city.fast import BIT, EMPTY
from cloudtop.games.cloud_city.moves import NOTHING, SOURCE_NUMBER, SOURCE_OF, STACK, TILE_OF, builds, lays

if TYPE_CHECKING:
    from cloudtop.games.cloud_city.state import CloudCity

FROM_STACK: Final = SOURCE_NUMBER[STACK]
FROM_NOWHERE: Final = SOURCE_NUMBER[NOTHING]


def make(state: CloudCity, seat: int, action: int) -> None:
    """Lay a tile, build a walkway or draw."""
    state.last = action
    if lays(action):
        place_from_hand(state, seat, action)
    elif builds(action):
        build(state, seat, action)
    else:
        draw(state, seat, SOURCE_OF[action])
        end_turn(state)


def place_from_hand(state: CloudCity, seat: int, lay: int) -> None:
    """`place-from-hand`, `buildings`: the tile goes from the hand to the city, where its buildings rise at once.

    Equal tiles cannot be told apart, so whichever of them it is, the others know one such tile less.
    """
    tile = TILE_OF[lay]
    state.hands[seat].remove(tile)
    known = state.known[seat]
    if known and tile in known:
        known.remove(tile)
    state.cities[seat].lay(lay)
    state.building = True


def build(state: CloudCity, seat: int, walkway: int) -> None:
    """`walkway-supply`: a walkway takes a piece from the supply; the last one is gone for all cities."""
    city = state.cities[seat]
    piece = city.piece(walkway)
    city.build(walkway)
    left = state.supply[piece] - 1
    state.supply[piece] = left
    if left == 0:
        for any_city in state.cities:
            any_city.spend(piece)


def draw(state: CloudCity, seat: int, source: int) -> None:
    """`draw`: a tile goes to the hand; one taken face up stays known to all."""
    if source == FROM_STACK:
        put(state.hands[seat], top_of_stack(state))
    elif source != FROM_NOWHERE:
        slot = source - 1
        tile = state.market[slot]
        put(state.hands[seat], tile)
        put(state.known[seat], tile)
        draw_refill(state, slot)


def draw_refill(state: CloudCity, slot: int) -> None:
    """`draw-refill`: the slot gets the top of the stack, or stays empty."""
    if state.drawn < len(state.stack):
        state.market[slot] = top_of_stack(state)
    else:
        state.market[slot] = EMPTY
        state.sources &= ~BIT[1 + slot]


def top_of_stack(state: CloudCity) -> int:
    """The tile on top of the stack, which is taken off."""
    tile = state.stack[state.drawn]
    state.drawn += 1
    if state.drawn == len(state.stack):
        state.sources &= ~1
    return tile


def put(tiles: list[int], tile: int) -> None:
    """Add a tile, keeping the tiles in order."""
    index = len(tiles)
    while index > 0 and tiles[index - 1] > tile:
        index -= 1
    tiles.insert(index, tile)


def end_turn(state: CloudCity) -> None:
    """`turn-seat`, `end`: the next seat clockwise is to play, until the last round is over."""
    state.building = False
    state.turns += 1
    state.seat = (state.seat + 1) % state.seats if state.turns < state.setup.rounds * state.seats else -1
