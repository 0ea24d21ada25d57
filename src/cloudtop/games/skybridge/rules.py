"""The rules of Skybridge, in the order of the rulebook. This module is compiled.

A tower is the stack of pieces on a foundation; its height is the sum of their storeys. Only what the rules
ask about a tower is kept at hand: its height, the colour on top, whether it is open.
"""

from __future__ import annotations

from random import Random

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms, ranked
from cloudtop.games.skybridge.board import (
    ALL_CELLS,
    BARE,
    BIT,
    BRIDGE,
    BRIDGES_HIGH,
    BRIDGES_LOW,
    CELL,
    CELLS,
    COLOUR,
    COLOURS,
    FAR_CELL,
    HEIGHTS,
    KIND,
    MOVES,
    MOVES_ON,
    ROOF,
    SPAN,
    SPANS_BETWEEN,
    SPANS_ELSEWHERE,
    SPANS_TOUCHING,
    STOREYS,
)
from cloudtop.games.skybridge.score import colour_scores, worths

NEUTRAL = 3
"""With three players the fourth colour belongs to nobody."""


class Skybridge(State):
    """A position of Skybridge. Nothing is hidden in this game."""

    def __init__(
        self,
        terms: Terms,
        seats: int,
        seat: int,
        colour: int,
        roofless: int,
        hand: list[int],
        heights: list[int],
        at: list[int],
        floor: int,
        top: list[int],
        tops: list[int],
        open_towers: int,
        level: int,
        placed: list[int],
    ) -> None:
        self.terms = terms
        self.seats = seats
        self.seat = seat
        """Who is to play; -1 when the game is over."""
        self.colour = colour
        """The colour that must play, where colours alternate; -1 where the seat chooses."""
        self.roofless = roofless
        """Foundations that may not be roofed while bare: all of them, or none by option."""
        self.hand = hand
        """How many are left: for each holding, of each kind. See `holding`."""
        self.heights = heights
        self.at = at
        """By height, the open towers and bare foundations of that height."""
        self.floor = floor
        """No open tower is lower; only a starting point for the search of the lowest."""
        self.top = top
        """By cell, the colour of the top piece; `BARE` for an empty foundation."""
        self.tops = tops
        """By colour, the cells it is on top of."""
        self.open_towers = open_towers
        self.level = level
        """The spans a bridge may lie on, colours aside: see `bridge_level`."""
        self.placed = placed
        """All moves so far."""

    # ------------------------------------------------------------------ whose turn

    def mover(self) -> int:
        """The seat to play, -1 when nobody can."""
        return self.seat

    def holding(self, seat: int, colour: int) -> int:
        """Which entries of `hand` are this seat's pieces of this colour; -1 if it has none of that colour.

        `two-players`: seat 0 has colours 0 and 2, seat 1 has 1 and 3. `three-players`: each seat has its own
        colour and a few pieces of the neutral one.
        """
        if self.seats == 3 and colour == NEUTRAL:
            return 3 + seat
        if self.seats == 2:
            return colour if colour % 2 == seat else -1
        return colour if colour == seat else -1

    def pass_on(self, seat: int, colour: int) -> None:
        """`turn`, `pass`: the next seat that can place is to play, perhaps the same again; nobody: `end`."""
        if self.colour >= 0:
            for step in range(1, COLOURS + 1):
                following = (colour + step) % COLOURS
                if self.colour_can_place(following, following):
                    self.colour = following
                    self.seat = following % 2
                    return
            self.seat = -1
            return
        seats = self.seats
        for step in range(1, seats + 1):
            following = (seat + step) % seats
            if self.can_place(following):
                self.seat = following
                return
        self.seat = -1

    def can_place(self, seat: int) -> bool:
        """`must-play`: whether the seat has a piece that can be placed, and so has to place one."""
        if self.colour_can_place(seat, seat):
            return True
        seats = self.seats
        if seats == 2:
            return self.colour_can_place(seat + 2, seat + 2)
        return seats == 3 and self.colour_can_place(NEUTRAL, 3 + seat)

    def colour_can_place(self, colour: int, holding: int) -> bool:
        """Whether some piece of a holding can be placed."""
        hand = self.hand
        first = 4 * holding
        own_tops = self.tops[colour]
        free = self.open_towers & ~own_tops
        if free == 0:
            return False
        if hand[first] or hand[first + 1]:
            return True
        if hand[first + ROOF] and free & ~(self.tops[BARE] & self.roofless):
            return True
        return hand[first + BRIDGE] > 0 and (self.level & ~SPANS_TOUCHING[own_tops]) != 0

    # ------------------------------------------------------------------ where a piece may go

    def block_lowest(self, colour: int) -> int:
        """`block-lowest`: of the open towers and bare foundations without the colour on top, the lowest ones."""
        candidates = self.open_towers & ~self.tops[colour]
        if candidates == 0:
            return 0
        at = self.at
        height = self.floor
        while not at[height]:
            height += 1
        self.floor = height
        while not at[height] & candidates:
            height += 1
        return at[height] & candidates

    def roof_places(self, colour: int) -> int:
        """`roof-any-level`: any open tower with at least one piece and without the colour on top."""
        return self.open_towers & ~self.tops[colour] & ~(self.tops[BARE] & self.roofless)

    def bridge_spans(self, colour: int) -> int:
        """`bridge-any-level`: neighbours of the same height at any level, neither with the colour on top."""
        return self.level & ~SPANS_TOUCHING[self.tops[colour]]

    def legal(self, seat: int) -> list[int]:
        """The placements of the seat to play; equal pieces give one move."""
        if seat != self.seat or seat < 0:
            self.check_seat(seat)
            return []
        moves: list[int] = []
        if self.colour >= 0:
            self.add_moves(moves, self.colour, self.colour)
            return moves
        self.add_moves(moves, seat, seat)
        if self.seats == 2:
            self.add_moves(moves, seat + 2, seat + 2)
        elif self.seats == 3:
            self.add_moves(moves, NEUTRAL, 3 + seat)
        return moves

    def add_moves(self, moves: list[int], colour: int, holding: int) -> None:
        """Append the placements of one holding."""
        hand = self.hand
        first = 4 * holding
        table = colour * 1536
        blocks3 = hand[first]
        blocks2 = hand[first + 1]
        if blocks3 or blocks2:
            lowest = self.block_lowest(colour)
            if blocks3:
                moves.extend(MOVES_ON[table + lowest])
            if blocks2:
                moves.extend(MOVES_ON[table + 512 + lowest])
        if hand[first + ROOF]:
            moves.extend(MOVES_ON[table + 1024 + self.roof_places(colour)])
        if hand[first + BRIDGE]:
            spans = self.bridge_spans(colour)
            if spans:
                moves.extend(BRIDGES_LOW[colour * 64 + (spans & 63)])
                moves.extend(BRIDGES_HIGH[colour * 64 + (spans >> 6)])

    # ------------------------------------------------------------------ why a move is refused

    def why_not(self, seat: int, action: int) -> str | None:
        """The first rule a placement breaks."""
        if not 0 <= action < MOVES:
            self.check_action(action)
        if seat != self.seat or seat < 0:
            self.check_seat(seat)
            return "skybridge/end" if self.seat < 0 else "skybridge/turn"
        colour = COLOUR[action]
        if self.colour >= 0 and colour != self.colour:
            return "skybridge/two-players" if colour % 2 == seat else "skybridge/supply"
        holding = self.holding(seat, colour)
        if holding < 0 or self.hand[4 * holding + KIND[action]] == 0:
            return "skybridge/supply"
        if KIND[action] == BRIDGE:
            return self.why_no_bridge(colour, action)
        cell = BIT[CELL[action]]
        if not self.open_towers & cell:
            return "skybridge/roof-closes"
        if KIND[action] == ROOF and self.tops[BARE] & self.roofless & cell:
            return "skybridge/roof-any-level"
        if self.tops[colour] & cell:
            return "skybridge/contact"
        if KIND[action] != ROOF and not self.block_lowest(colour) & cell:
            return "skybridge/block-lowest"
        return None

    def why_no_bridge(self, colour: int, action: int) -> str | None:
        """The first rule a bridge breaks."""
        near, far = CELL[action], FAR_CELL[action]
        ends = BIT[near] | BIT[far]
        if SPAN[action] < 0:
            return "skybridge/bridge-neighbours"
        if self.open_towers & ends != ends:
            return "skybridge/roof-closes"
        if self.tops[BARE] & self.roofless_bridge() & ends:
            return "skybridge/bridge-on-pieces"
        if self.heights[near] != self.heights[far]:
            return "skybridge/bridge-level"
        if not self.level & BIT[SPAN[action]]:
            return "skybridge/bridge-not-on-bridge"
        if self.tops[colour] & ends:
            return "skybridge/contact"
        return None

    def roofless_bridge(self) -> int:
        """Foundations on which no bridge may lie while bare: all of them, or none by option."""
        return 0 if self.terms.options["bridge_on_foundation"] else ALL_CELLS

    # ------------------------------------------------------------------ placing a piece

    def apply(self, seat: int, action: int) -> None:
        """Place a piece and pass the turn on."""
        colour = COLOUR[action]
        kind = KIND[action]
        holding = 3 + seat if self.seats == 3 and colour == NEUTRAL else colour
        self.hand[4 * holding + kind] -= 1
        if kind == ROOF:
            self.roof_closes(CELL[action], colour)
        else:
            self.raise_tower(CELL[action], colour, STOREYS[kind])
            if kind == BRIDGE:
                self.raise_tower(FAR_CELL[action], colour, 1)
                # `bridge-not-on-bridge`: nothing spans this pair until one of its ends is built on.
                self.level &= ~BIT[SPAN[action]]
        self.placed.append(action)
        self.pass_on(seat, colour)

    def raise_tower(self, cell: int, colour: int, storeys: int) -> None:
        """Put so many storeys of a colour on a tower.

        `bridge-level`: a bridge may lie where two open neighbours have the same height, so the spans at this
        cell are found anew.
        """
        bit = BIT[cell]
        at = self.at
        tops = self.tops
        height = self.heights[cell]
        at[height] ^= bit
        tops[self.top[cell]] ^= bit
        height += storeys
        beside = at[height]
        at[height] = beside | bit
        self.heights[cell] = height
        self.top[cell] = colour
        tops[colour] |= bit
        self.level = (self.level & SPANS_ELSEWHERE[cell]) | SPANS_BETWEEN[512 * cell + beside]

    def roof_closes(self, cell: int, colour: int) -> None:
        """`roof-closes`: nothing is added to that tower any more."""
        bit = BIT[cell]
        self.open_towers ^= bit
        self.at[self.heights[cell]] ^= bit
        self.tops[self.top[cell]] ^= bit
        self.top[cell] = colour
        self.tops[colour] |= bit
        self.level &= SPANS_ELSEWHERE[cell]

    # ------------------------------------------------------------------ the end and the score

    def scores(self) -> list[int]:
        """Points per seat; with `two-players` a seat adds up its two colours, `three-players` leaves one out."""
        points = colour_scores(self.placed, self.heights)
        if self.seats == 2:
            return [points[0] + points[2], points[1] + points[3]]
        return points[: self.seats]

    def score_sheet(self, seat: int) -> ScoreSheet:
        """A line for each tower the seat roofs and for each far tower that its own bridge adds."""
        self.check_seat(seat)
        lines = []
        for worth in worths(self.placed, self.heights):
            owner = worth.colour % 2 if self.seats == 2 else worth.colour
            if owner == seat:
                key = "score.tower" if worth.far < 0 else "score.bridge"
                fields = {"colour": worth.colour, "cell": worth.roofed, "far": worth.far}
                lines.append(ScoreLine("skybridge/score", key, fields, worth.points))
        return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))

    def outcome(self) -> Outcome | None:
        """`end` when nobody can place; the most points win, and a `tie` is shared."""
        if self.seat >= 0:
            return None
        scores = self.scores()
        ranking = ranked(scores)
        return Outcome(tuple(scores), ranking, ranking[0], "skybridge/end")

    # ------------------------------------------------------------------ copies

    def copy(self) -> Skybridge:
        """An independent state in the same position."""
        return Skybridge(
            self.terms,
            self.seats,
            self.seat,
            self.colour,
            self.roofless,
            self.hand[:],
            self.heights[:],
            self.at[:],
            self.floor,
            self.top[:],
            self.tops[:],
            self.open_towers,
            self.level,
            self.placed[:],
        )

    def imagine(self, seat: int, rng: Random) -> Skybridge:
        """Nothing is hidden, so the true position is the only one that can be imagined."""
        self.check_seat(seat)
        return self.copy()


def first_position(terms: Terms, starter: int, hand: list[int]) -> Skybridge:
    """Nine bare foundations, full hands, and the starter to play."""
    alternating = terms.players == 2 and terms.options["two_player_colours"] == "alternating"
    return Skybridge(
        terms,
        terms.players,
        starter,
        starter if alternating else -1,
        0 if terms.options["roof_on_foundation"] else ALL_CELLS,
        hand,
        [0] * CELLS,
        [ALL_CELLS] + [0] * (HEIGHTS - 1),
        0,
        [BARE] * CELLS,
        [0, 0, 0, 0, ALL_CELLS],
        ALL_CELLS,
        4095 if terms.options["bridge_on_foundation"] else 0,
        [],
    )
