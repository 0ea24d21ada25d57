"""A position as everybody sees it, and in writing. Nothing is hidden in Skybridge, so both tell the same."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cloudtop.games.skybridge.board import hand_written
from cloudtop.games.skybridge.moves import CELL_OF, CELLS, FAR_CELL_OF, MOVES, PLACEMENTS
from cloudtop.games.skybridge.pieces import COLOUR_NAMES
from cloudtop.games.skybridge.state import Skybridge

WrittenTowers = tuple[tuple[str, ...], ...]
"""The pieces on every foundation from the ground up, row by row."""
PIECE_NAMES = [str(placement.piece) for placement in PLACEMENTS]
"""By move, the piece that it places."""


class Facts(msgspec.Struct, frozen=True):
    """What everybody knows."""

    towers: dict[str, tuple[str, ...]]
    """For each foundation that has any, its pieces from the ground up: `{"a1": ("c3", "hb")}`."""
    hands: tuple[dict[str, int], ...]
    """By seat, how many of each piece are left; what is used up is not named."""
    turn: tuple[int, ...]
    """The seat to play; none when the game is over."""
    colour: str | None
    """The letter of the colour to play, where two players' colours alternate."""
    last: str | None
    """The last placement in notation."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same in writing; what follows from the towers may be left out."""

    towers: dict[str, tuple[str, ...]]
    hands: tuple[dict[str, int], ...] | None = None
    turn: tuple[int, ...]
    colour: str | None = None
    last: str | None = None


def facts(state: Skybridge, seat: int | None) -> Facts:
    """The position as everybody sees it."""
    return Facts(
        towers={name: pieces for name, pieces in zip(CELLS, towers_after(tuple(state.placed)), strict=True) if pieces},
        hands=tuple([hand_written(state, seat) for seat in range(state.players)]),
        turn=tuple(state.turn()),
        colour=COLOUR_NAMES[state.colour][0] if state.colour >= 0 and state.seat >= 0 else None,
        last=MOVES.texts[state.placed[-1]] if state.placed else None,
    )


def facts_beside(everybody: Facts, state: Skybridge, seat: int) -> Facts:
    """Nobody knows more than the others."""
    return everybody


@lru_cache(1024)
def towers_after(placed: tuple[int, ...]) -> WrittenTowers:
    """The towers after these placements; found once for all who look at that position."""
    if not placed:
        return ((),) * len(CELLS)
    # The position before is mostly known: only what the last placement changed is new.
    towers, last = [*towers_after(placed[:-1])], placed[-1]
    for cell in {CELL_OF[last], FAR_CELL_OF[last]}:
        towers[cell] = (*towers[cell], PIECE_NAMES[last])
    return tuple(towers)


def written(facts: Facts) -> WrittenTowers:
    """The towers of a view."""
    pieces_on = facts.towers.get
    return tuple([pieces_on(name, ()) for name in CELLS])


def position(state: Skybridge) -> Position:
    """The position in writing."""
    return Position(**msgspec.structs.asdict(facts(state, None)))
