"""A position as everybody sees it, and in writing. Nothing is hidden in Skybridge, so both tell the same."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cloudtop.games.skybridge.board import pieces_left, towers_after
from cloudtop.games.skybridge.moves import FOUNDATIONS, MOVES
from cloudtop.games.skybridge.pieces import COLOUR_NAMES, NOTATION, Box, Piece
from cloudtop.games.skybridge.state import Skybridge

CELL_NAMES = {cell: str(cell) for cell in FOUNDATIONS}


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
        towers=dict(towers_written(state.setup.box, tuple(state.placed))),
        hands=tuple([hand_written(state, seat) for seat in range(state.players)]),
        turn=tuple(state.turn()),
        colour=COLOUR_NAMES[state.colour][0] if state.colour >= 0 and state.seat >= 0 else None,
        last=MOVES.texts[state.placed[-1]] if state.placed else None,
    )


def facts_beside(everybody: Facts, state: Skybridge, seat: int) -> Facts:
    """Nobody knows more than the others."""
    return everybody


@lru_cache(1024)
def towers_written(box: Box, placed: tuple[int, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The towers after these placements, those of foundations that are not bare."""
    towers = towers_after(box, placed).items()
    return tuple([(CELL_NAMES[cell], tower_written(tower.pieces)) for cell, tower in towers if tower.pieces])


@lru_cache(4096)
def tower_written(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    """The pieces of a tower in writing."""
    return tuple([str(piece) for piece in pieces])


def hand_written(state: Skybridge, seat: int) -> dict[str, int]:
    """What a seat has left, by the names of the pieces."""
    return {NOTATION[colour][kind]: count for colour, kind, count in pieces_left(state, seat)}


def position(state: Skybridge) -> Position:
    """The position in writing."""
    return Position(**msgspec.structs.asdict(facts(state, None)))
