"""A position of Skybridge. Compiled.

A tower is the stack of pieces on a foundation; its height is the sum of their storeys. Only what the rules ask about a
tower is kept at hand: its height, the colour on top, whether it is open.
"""

from __future__ import annotations

from random import Random
from typing import Any

from cloudtop.core.state import Outcome, ScoreSheet, State, Terms, ranked
from cloudtop.games.skybridge.effects import place
from cloudtop.games.skybridge.fast import (
    ALL_CELLS,
    ALL_SPANS,
    COLOURS,
    first_hands,
    holding_of,
    holdings,
    legal_moves,
)
from cloudtop.games.skybridge.moves import FOUNDATIONS
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.score import score_sheet, seat_points


class Setup:
    """What holds from the first move to the last: the box and the options, as the quick code asks for them."""

    def __init__(self, box: Box, terms: Terms) -> None:
        players = terms.players
        self.box = box
        self.storeys: list[int] = [kind.storeys for kind in box.kinds]
        """By kind, what a piece of it adds to a tower."""
        self.order: list[int] = list(box.order)
        """The colours in the order in which seats take them."""
        self.neutral: int = box.neutral
        self.neutral_holdings: list[int] = [holding_of(box, players, seat, box.neutral) for seat in range(players)]
        """By seat, where its pieces of the last colour are: with three players each has its own."""
        self.spanned_once: int = ALL_SPANS if terms.options["bridge_over_bridge"] == "never" else 0
        """The spans that have one bridge at most: none, or by option all of them."""


class Skybridge(State):
    """A position of Skybridge. Nothing is hidden in this game."""

    def __init__(
        self,
        terms: Terms,
        seat: int,
        colour: int,
        setup: Setup,
        holdings: list[list[int]],
        hand: list[int],
        heights: list[int],
        at_height: list[int],
        floor: int,
        topped: list[int],
        open_towers: int,
        roof_needs_piece: int,
        level_spans: int,
        free_spans: int,
        placed: list[int],
    ) -> None:
        self.terms = terms
        self.seat = seat
        """Who is to play; -1 when the game is over."""
        self.colour = colour
        """The colour that must play, where colours alternate; -1 where the seat chooses."""
        self.setup = setup
        """What never changes, so copies share it."""
        self.holdings = holdings
        """By seat, its holdings: see `fast.holdings`. Never changed either."""
        self.hand = hand
        """How many pieces are left, for each holding of each kind."""
        self.heights = heights
        """By cell, the storeys of its tower."""
        self.at_height = at_height
        """By height, the cells of the open towers and bare foundations of that height."""
        self.floor = floor
        """No open tower is lower; only where the search for the lowest begins."""
        self.topped = topped
        """By colour, the cells whose top piece it has; by `BARE`, the empty foundations."""
        self.open_towers = open_towers
        """The cells without a roof."""
        self.roof_needs_piece = roof_needs_piece
        """The cells that are not roofed while bare: all of them, or by option none."""
        self.level_spans = level_spans
        """The spans on which a bridge may lie, colours aside: see `effects.raise_tower`."""
        self.free_spans = free_spans
        """The spans that are not ruled out for good."""
        self.placed = placed
        """All moves so far."""
        self.board: Any = None
        """The board of this position, made at the first look: see `board.board_of`."""

    def mover(self) -> int:
        """The seat to play, -1 when nobody can."""
        return self.seat

    def choices(self, seat: int) -> list[int]:
        """The placements of the seat to play."""
        return legal_moves(self, seat) if seat == self.seat else []

    def apply(self, seat: int, action: int) -> None:
        """Place a piece and pass the turn on."""
        self.board = None
        place(self, seat, action)

    def give_turn(self, seat: int, colour: int) -> None:
        """Set the seat and, where colours alternate, the colour to play next, in a position that is loaded."""
        self.board = None
        self.seat = seat
        self.colour = colour

    def scores(self) -> list[int]:
        """Points per seat, as if the game ended now."""
        return seat_points(self)

    def sheet(self, seat: int) -> ScoreSheet:
        """A line for each tower that counts for the seat."""
        return score_sheet(self, seat)

    def outcome(self) -> Outcome | None:
        """`end` when nobody can place; the most points win, and a `tie` is shared."""
        if self.seat >= 0:
            return None
        scores = self.scores()
        ranking = ranked(scores)
        return Outcome(tuple(scores), ranking, ranking[0], "skybridge/end")

    def copy(self) -> Skybridge:
        """An independent state in the same position."""
        return Skybridge(
            self.terms,
            self.seat,
            self.colour,
            self.setup,
            self.holdings,
            self.hand[:],
            self.heights[:],
            self.at_height[:],
            self.floor,
            self.topped[:],
            self.open_towers,
            self.roof_needs_piece,
            self.level_spans,
            self.free_spans,
            self.placed[:],
        )

    def imagined(self, seat: int, rng: Random) -> Skybridge:
        """Nothing is hidden, so the true position is the only one that can be imagined."""
        return self.copy()


def first_position(box: Box, terms: Terms, starter: int) -> Skybridge:
    """Nine bare foundations, full hands, and the starter to play."""
    alternating = terms.players == 2 and terms.options["two_player_colours"] == "alternating"
    return Skybridge(
        terms=terms,
        seat=starter,
        colour=box.order[starter] if alternating else -1,
        setup=Setup(box, terms),
        holdings=[holdings(box, terms.players, seat) for seat in range(terms.players)],
        hand=first_hands(box, terms.players),
        heights=[0] * len(FOUNDATIONS),
        at_height=[ALL_CELLS] + [0] * box.storeys,
        floor=0,
        topped=[0] * COLOURS + [ALL_CELLS],
        open_towers=ALL_CELLS,
        roof_needs_piece=0 if terms.options["roof_on_foundation"] else ALL_CELLS,
        level_spans=ALL_SPANS if terms.options["bridge_on_foundation"] else 0,
        free_spans=ALL_SPANS,
        placed=[],
    )
