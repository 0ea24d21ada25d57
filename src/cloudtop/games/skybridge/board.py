"""A position in words of the game, as the rulebook reads it: towers, what lies on top of them, and a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cloudtop.games.skybridge.fast import COLOURS, FIRST_SLOT, holdings
from cloudtop.games.skybridge.moves import CELLS, FOUNDATIONS, PLACEMENTS, Bridge, Cell, Placement
from cloudtop.games.skybridge.pieces import BRIDGE, KINDS, PIECES, ROOF, Box, Piece

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge


class Tower(NamedTuple):
    """The pieces on a foundation, from the ground up; none if it is bare."""

    box: Box
    """Where they come from: it tells how many storeys each has."""
    pieces: tuple[Piece, ...] = ()

    @property
    def height(self) -> int:
        """How many storeys its pieces have together."""
        return storeys_in(self.box, self.pieces)

    @property
    def bare(self) -> bool:
        """Whether it is a foundation without a piece."""
        return not self.pieces

    @property
    def top(self) -> Piece | None:
        """The piece on top."""
        return self.pieces[-1] if self.pieces else None

    @property
    def roof(self) -> Piece | None:
        """The piece on top if it is a roof."""
        return self.top if self.top and self.top.kind == ROOF else None

    @property
    def bridge(self) -> Piece | None:
        """The piece on top if it is a bridge: a colour has only one, so two equal ones are the same."""
        return self.top if self.top and self.top.kind == BRIDGE else None

    @property
    def closed(self) -> bool:
        """Whether it has a roof."""
        return self.roof is not None

    def topped_by(self, colour: int) -> bool:
        """Whether the piece on top is of that colour."""
        return self.top is not None and self.top.colour == colour


@lru_cache(4096)
def storeys_in(box: Box, pieces: tuple[Piece, ...]) -> int:
    """How many storeys some pieces have together."""
    return sum([box.storeys_of(piece) for piece in pieces])


def towers_of(box: Box, placements: Iterable[Placement]) -> dict[Cell, Tower]:
    """The tower on every foundation after those placements."""
    stacks: dict[Cell, list[Piece]] = {cell: [] for cell in FOUNDATIONS}
    for placement in placements:
        for cell in placement.cells:
            stacks[cell].append(placement.piece)
    return {cell: Tower(box, tuple(stack)) for cell, stack in stacks.items()}


def towers_seen(box: Box, written: Mapping[str, Sequence[str]]) -> dict[Cell, Tower]:
    """The tower on every foundation, from the facts of a view."""
    return {cell: Tower(box, tuple(PIECES[piece] for piece in written.get(name, ()))) for name, cell in CELLS.items()}


def hand_of(state: Skybridge, seat: int) -> dict[Piece, int]:
    """How many of each piece a seat has left; those that are used up are left out."""
    left = state.hand
    return {piece: count for piece, _, slot in may_hold(state.setup.box, state.players, seat) if (count := left[slot])}


def hand_written(state: Skybridge, seat: int) -> dict[str, int]:
    """The same by the names of the pieces."""
    left = state.hand
    return {name: count for _, name, slot in may_hold(state.setup.box, state.players, seat) if (count := left[slot])}


@lru_cache(64)
def may_hold(box: Box, players: int, seat: int) -> tuple[tuple[Piece, str, int], ...]:
    """All pieces that a seat can have: each with its name, and where a state counts what is left of it."""
    return tuple(
        [
            (piece, str(piece), FIRST_SLOT[holding] + kind)
            for holding in holdings(box, players, seat)
            for kind in range(len(KINDS))
            for piece in [Piece(holding if holding < COLOURS else box.neutral, kind)]
        ]
    )


class Board:
    """A position as the rules read it, from where one seat sits: `board[cell]` is a tower.

    It is read while the state stays as it is; what a rule does not ask about is never looked at.
    """

    def __init__(self, state: Skybridge, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.box = state.setup.box
        self.over = state.seat < 0
        self.in_turn = state.seat == seat
        self.roof_on_foundation = bool(state.options["roof_on_foundation"])
        self.bridge_on_foundation = bool(state.options["bridge_on_foundation"])
        self.one_bridge_a_pair = state.options["bridge_over_bridge"] == "never"

    @cached_property
    def placements(self) -> list[Placement]:
        """All pieces that were placed, in order."""
        return [PLACEMENTS[action] for action in self.state.placed]

    @cached_property
    def towers(self) -> Mapping[Cell, Tower]:
        """The nine towers, bare foundations among them."""
        return towers_of(self.box, self.placements)

    @cached_property
    def bridges(self) -> list[Bridge]:
        """All bridges that lie somewhere."""
        return [placement for placement in self.placements if isinstance(placement, Bridge)]

    @cached_property
    def hand(self) -> Mapping[Piece, int]:
        """The pieces the seat has left."""
        return hand_of(self.state, self.seat)

    @cached_property
    def waiting(self) -> list[int]:
        """Where two players' colours alternate, the colours of the seat whose turn it is not."""
        now = self.state.colour
        return [colour for colour in self.box.own_colours(self.state.players, self.seat) if now >= 0 and colour != now]

    def __getitem__(self, cell: Cell) -> Tower:
        return self.towers[cell]

    def open_to(self, colour: int) -> Iterator[Tower]:
        """The open towers and bare foundations on which a colour can be put without touching itself."""
        return (tower for tower in self.towers.values() if not tower.closed and not tower.topped_by(colour))
