"""The board of Skybridge, read by its rules, prose, explanations and drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from cloudtop.core.board import Board as AnyBoard
from cloudtop.core.board import Component
from cloudtop.games.skybridge.fast import COLOURS, FIRST_SLOT, holdings, stacks
from cloudtop.games.skybridge.moves import FOUNDATIONS, PLACEMENTS, Cell, Placement
from cloudtop.games.skybridge.pieces import BRIDGE, COLOUR_NAMES, KINDS, ROOF, Box, Piece
from cloudtop.games.skybridge.state import Skybridge


class PlacedPiece(NamedTuple):
    """A piece on one tower. A bridge is a placed piece on each of its two towers."""

    piece: Piece
    cell: Cell
    level: int
    """How many pieces are below it."""
    base: int
    """How many storeys are below it."""
    cells: tuple[Cell, ...]
    """All cells it covers, in the order in which a move names them."""

    @property
    def id(self) -> str:
        """Its item, in every form of the board."""
        return f"piece-{self.cell}-{self.level}"


class Tower(Component):
    """The pieces on a foundation, from the ground up."""

    __slots__ = ("box", "cell", "height", "lower", "pieces")

    def __init__(self, box: Box, cell: Cell, placed: tuple[int, ...] = ()) -> None:
        self.box = box
        self.cell = cell
        self.pieces: tuple[PlacedPiece, ...] = ()
        self.lower: tuple[Tower, ...] = ()
        """The tower as it was before each of its pieces, from the bare foundation up."""
        self.height = 0
        """How many storeys its pieces have together."""
        if placed:
            below, placement = Tower.of(box, cell, placed[:-1]), PLACEMENTS[placed[-1]]
            top = PlacedPiece(placement.piece, cell, len(below.pieces), below.height, placement.cells)
            self.pieces = (*below.pieces, top)
            self.lower = (*below.lower, below)
            self.height = below.height + box.storeys_of(top.piece)

    @property
    def ground(self) -> Tower:
        """The bare foundation that it stands on."""
        return self.lower[0] if self.lower else self

    @property
    def bare(self) -> bool:
        """Whether it is a foundation without a piece."""
        return not self.pieces

    @property
    def top(self) -> Piece | None:
        """The piece on top."""
        return self.pieces[-1].piece if self.pieces else None

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


class Towers(Component):
    """The nine towers, bare foundations included, by cell: `towers[cell]`."""

    __slots__ = ("bridges", "by_cell")

    def __init__(self, *towers: Tower) -> None:
        self.by_cell = dict(zip(FOUNDATIONS, towers, strict=True))
        pieces = [placed for tower in towers for placed in tower.pieces if placed.piece.kind == BRIDGE]
        self.bridges = {placed.piece: placed.cells for placed in pieces}
        """The cells under every bridge that lies somewhere."""

    def __getitem__(self, cell: Cell) -> Tower:
        return self.by_cell[cell]

    def __iter__(self) -> Iterator[Tower]:
        return iter(self.by_cell.values())


class Hand(Component):
    """The pieces that a seat has left."""

    __slots__ = ("box", "colours", "pieces", "players", "seat")

    def __init__(self, box: Box, players: int, seat: int, counts: tuple[int, ...]) -> None:
        self.box, self.players, self.seat = box, players, seat
        self.colours = box.own_colours(players, seat)
        """The colours that score for the seat."""
        colours = [holding if holding < COLOURS else box.neutral for holding in holdings(box, players, seat)]
        every = [Piece(colour, kind) for colour in colours for kind in range(len(KINDS))]
        self.pieces: Mapping[Piece, int] = {piece: count for piece, count in zip(every, counts, strict=True) if count}
        """The number left of each kind; kinds that are used up are missing."""

    def __contains__(self, piece: Piece) -> bool:
        return piece in self.pieces


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board in writing, for views and dumps. A dump may leave out what follows from its towers."""

    towers: dict[str, tuple[str, ...]]
    """For each foundation that has any, its pieces from the ground up: `{"a1": ("c3", "hb")}`."""
    hands: tuple[dict[str, int], ...] | None = None
    """By seat, the number left of each kind; kinds that are used up are missing."""
    turn: tuple[int, ...]
    """The seat to play; none when the game is over."""
    colour: str | None = None
    """The letter of the colour to play, where two players' colours alternate."""
    last: str | None = None
    """The last placement in notation."""


class Board(AnyBoard):
    """A position as a seat sees it: `board[cell]` is a tower. Nothing is hidden in Skybridge."""

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        seat: int | None,
        towers: Towers,
        hands: tuple[Hand, ...],
        turn: int | None,
        colour: int | None,
        last: Placement | None,
    ) -> None:
        super().__init__("skybridge", players, options, seat)
        self.towers = towers
        self.hands = hands
        """The pieces that are left, by seat."""
        self.turn = turn
        """The seat to play; None when the game is over."""
        self.colour = colour
        """The colour to play, where two players' colours alternate."""
        self.last = last
        """The last placement."""

    def __getitem__(self, cell: Cell) -> Tower:
        return self.towers[cell]

    def seen_from(self, seat: int | None) -> Board:
        """This position as another seat sees it: a new shell around the same components."""
        return Board(self.players, self.options, seat, self.towers, self.hands, self.turn, self.colour, self.last)

    @property
    def box(self) -> Box:
        """The box it is played with."""
        return self.hands[0].box

    @property
    def known(self) -> tuple[object, ...]:
        """All that can change."""
        return self.towers, self.hands, self.turn, self.colour, self.last

    @property
    def facts(self) -> Position:
        """The board in writing."""
        return Position(
            towers={
                str(tower.cell): tuple([str(placed.piece) for placed in tower.pieces])
                for tower in self.towers
                if tower.pieces
            },
            hands=tuple([{str(piece): count for piece, count in hand.pieces.items()} for hand in self.hands]),
            turn=() if self.turn is None else (self.turn,),
            colour=None if self.colour is None else COLOUR_NAMES[self.colour][0],
            last=None if self.last is None else str(self.last),
        )

    # ------------------------------------------------------------------ as the rules read it

    @property
    def over(self) -> bool:
        """Whether nobody can place any more."""
        return self.turn is None

    @property
    def in_turn(self) -> bool:
        """Whether it is the seat's turn."""
        return self.turn is not None and self.turn == self.seat

    @property
    def hand(self) -> Hand:
        """The pieces that the seat has left."""
        assert self.seat is not None, "a spectator has no hand"
        return self.hands[self.seat]

    @property
    def waiting(self) -> list[int]:
        """The seat's colours that have to wait, where two players' colours alternate."""
        assert self.seat is not None, "a spectator has no colours"
        return [colour for colour in self.box.own_colours(self.players, self.seat) if self.colour not in (None, colour)]

    @property
    def roof_on_foundation(self) -> bool:
        """By option, a roof may lie on a bare foundation."""
        return bool(self.options["roof_on_foundation"])

    @property
    def bridge_on_foundation(self) -> bool:
        """By option, a bridge may lie on bare foundations."""
        return bool(self.options["bridge_on_foundation"])

    @property
    def one_bridge_a_pair(self) -> bool:
        """By option, a second bridge never lies above another of the same pair."""
        return bool(self.options["bridge_over_bridge"] == "never")

    @property
    def bridges(self) -> Mapping[Piece, tuple[Cell, ...]]:
        """The cells under every bridge that lies somewhere."""
        return self.towers.bridges

    def open_to(self, colour: int) -> Iterator[Tower]:
        """The open towers and bare foundations on which a colour can be put without touching itself."""
        return (tower for tower in self.towers if not tower.closed and not tower.topped_by(colour))


def board_of(state: Skybridge, seat: int | None) -> Board:
    """The board of a position as a seat sees it, cached on the state until the next move."""
    board: Board | None = state.board
    if board is None:
        board = state.board = public_board(state)
    return board if seat is None else board.seen_from(seat)


def public_board(state: Skybridge) -> Board:
    """The board of a position as a spectator sees it."""
    box, players, left = state.setup.box, state.players, state.hand
    hands = []
    for seat, held in enumerate(state.holdings):
        counts: list[int] = []
        for holding in held:
            first = FIRST_SLOT[holding]
            counts += left[first : first + len(KINDS)]
        hands.append(Hand.of(box, players, seat, tuple(counts)))
    over = state.seat < 0
    return Board(
        players,
        state.options,
        None,
        Towers.of(
            *[Tower.of(box, cell, tuple(actions)) for cell, actions in zip(FOUNDATIONS, stacks(state), strict=True)]
        ),
        tuple(hands),
        None if over else state.seat,
        None if over or state.colour < 0 else state.colour,
        PLACEMENTS[state.placed[-1]] if state.placed else None,
    )
