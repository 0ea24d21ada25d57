"""The rules of Cloud City, in the order of the rulebook. This module is compiled.

A turn is a chain of moves: lay a tile, build any number of walkways, draw. What concerns one city alone is in
`rules_city.py`, what the requests count in `score.py`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import i64

from cloudtop.core.chance import shuffled
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms
from cloudtop.games.cloud_city.board import (
    ACROSS,
    BIT,
    DRAW_NONE,
    DRAW_SLOT,
    DRAW_STACK,
    DRAWS,
    DRAWS_FROM,
    FAR,
    LAYS,
    LAYS_IN_ROW,
    MOVES,
    NEAR,
    PER_KIND,
    PIECES,
    SLOTS,
    START_CELL,
)
from cloudtop.games.cloud_city.rules_city import City, founded, walkway_between
from cloudtop.games.cloud_city.score import REQUESTS, request_count, request_votes

HAND: Final = 3
"""Tiles in a hand at the start of a turn."""
EMPTY: Final = -1
"""What lies in a face-up slot that could not be refilled."""


class CloudCity(State):
    """A position of Cloud City. Hidden are the order of the stack, and hand tiles that were not drawn face up."""

    def __init__(
        self,
        terms: Terms,
        seats: int,
        starter: int,
        rounds: int,
        seat: int,
        turns: int,
        building: bool,
        cities: list[City],
        hands: list[list[int]],
        known: list[list[int]],
        market: list[int],
        stack: list[int],
        drawn: int,
        sources: int,
        supply: list[int],
        requests: list[int],
        last: int,
    ) -> None:
        self.terms = terms
        self.seats = seats
        self.starter = starter
        self.rounds = rounds
        self.seat = seat
        """Whose turn it is; -1 when the game is over."""
        self.turns = turns
        """How many turns are over."""
        self.building = building
        """Whether the tile of this turn is laid, so that walkways and the draw follow."""
        self.cities = cities
        self.hands = hands
        """By seat, the kinds of its hand tiles, ascending."""
        self.known = known
        """By seat, the hand tiles that everybody saw it take, ascending."""
        self.market = market
        """The face-up tiles slot by slot."""
        self.stack = stack
        """The order of the stack, never changed: all tiles before `drawn` are gone."""
        self.drawn = drawn
        self.sources = sources
        """What can be drawn from: bit 0 the stack, bits 1 to 3 the slots."""
        self.supply = supply
        """How many walkway pieces are left: level x 5 + length - 1."""
        self.requests = requests
        """The request cards in play."""
        self.last = last
        """The last move, -1 before the first."""

    # ------------------------------------------------------------------ a turn

    def mover(self) -> int:
        """`turn-seat`: the seat whose turn it is, -1 when the game is over."""
        return self.seat

    def legal(self, seat: int) -> list[int]:
        """The lays at the start of a turn; after that the walkways and the draws."""
        if seat != self.seat or seat < 0:
            self.check_seat(seat)
            return []
        city = self.cities[seat]
        if not self.building:
            return self.lays(city, self.hands[seat])
        return city.links + DRAWS_FROM[self.sources]

    def lays(self, city: City, hand: list[int]) -> list[int]:
        """Each kind of tile in hand, on each cell that fits, in all four rotations."""
        moves: list[int] = []
        upper = city.top - 1 if city.top > 0 else 0
        frontier = city.frontier >> (ACROSS * upper)
        before = -1
        for kind in hand:
            if kind == before:
                continue
            before = kind
            rows = frontier
            index: i64 = (kind * ACROSS + upper) * 128
            while rows:
                columns = rows & 127
                if columns:
                    moves.extend(LAYS_IN_ROW[index + columns])
                rows >>= ACROSS
                index += 128
        return moves

    # ------------------------------------------------------------------ why a move is refused

    def why_not(self, seat: int, action: int) -> str | None:
        """The first rule a move breaks."""
        if not 0 <= action < MOVES:
            self.check_action(action)
        rule = self.why_no_turn(seat, action >= LAYS)
        if rule is not None:
            return rule
        if action < LAYS:
            return self.why_no_lay(seat, action)
        if action < DRAWS:
            return self.why_no_walkway(seat, NEAR[action], FAR[action])
        return self.why_no_draw(action)

    def why_no_turn(self, seat: int, building: bool) -> str | None:
        """`turn-seat`, `turn-step`: what keeps a seat from laying a tile, or from building and drawing."""
        if seat != self.seat or seat < 0:
            self.check_seat(seat)
            return "cloud-city/end" if self.seat < 0 else "cloud-city/turn-seat"
        return None if building == self.building else "cloud-city/turn-step"

    def why_no_lay(self, seat: int, action: int) -> str | None:
        """The first rule that laying a tile breaks."""
        city = self.cities[seat]
        cell = action % PER_KIND // 4
        if action // PER_KIND not in self.hands[seat]:
            return "cloud-city/place-from-hand"
        if not city.place_free(cell):
            return "cloud-city/place-free"
        if not city.place_touch(cell):
            return "cloud-city/place-touch"
        if not city.place_frame(cell):
            return "cloud-city/place-frame"
        return None

    def why_no_walkway(self, seat: int, near: int, far: int) -> str | None:
        """The first rule that a walkway between two spaces of the seat's city breaks; any two may be asked about."""
        city = self.cities[seat]
        rule = city.why_no_walkway(near, far)
        if rule is not None:
            return rule
        walkway = walkway_between(min(near, far), max(near, far))
        return None if self.supply[city.piece(walkway)] else "cloud-city/walkway-supply"

    def why_no_draw(self, action: int) -> str | None:
        """The first rule that a draw breaks."""
        if action == DRAW_NONE:
            return "cloud-city/draw" if self.sources else None
        return None if self.sources & BIT[action - DRAW_STACK] else "cloud-city/draw-empty"

    def commits(self, seat: int, action: int) -> bool:
        """A draw reveals a tile and ends the turn; what is laid before it may be taken back."""
        return action >= DRAWS

    # ------------------------------------------------------------------ making a move

    def apply(self, seat: int, action: int) -> None:
        """Lay a tile, build a walkway or draw."""
        self.last = action
        if action < LAYS:
            self.place_from_hand(seat, action)
        elif action < DRAWS:
            self.build(seat, action)
        else:
            self.draw(seat, action)

    def place_from_hand(self, seat: int, action: int) -> None:
        """`place-from-hand`: the tile goes from the hand to the city.

        Equal tiles cannot be told apart, so whichever of them it is, the others know one such tile less.
        """
        kind = action // PER_KIND
        self.hands[seat].remove(kind)
        known = self.known[seat]
        if known and kind in known:
            known.remove(kind)
        self.cities[seat].lay(action)
        self.building = True

    def build(self, seat: int, action: int) -> None:
        """Build a walkway with a piece from the supply that all share (`walkway-supply`)."""
        city = self.cities[seat]
        piece = city.piece(action)
        city.build(action)
        left = self.supply[piece] - 1
        self.supply[piece] = left
        if left == 0:
            for any_city in self.cities:
                any_city.walkway_supply(piece)

    def draw(self, seat: int, action: int) -> None:
        """`draw`: take a tile, which ends the turn; one taken face up stays known to all."""
        if action == DRAW_STACK:
            self.take(self.hands[seat], self.top_of_stack())
        elif action != DRAW_NONE:
            slot = action - DRAW_SLOT
            tile = self.market[slot]
            self.take(self.hands[seat], tile)
            self.take(self.known[seat], tile)
            self.draw_refill(slot)
        self.building = False
        self.turns += 1
        self.seat = (seat + 1) % self.seats if self.turns < self.rounds * self.seats else -1

    def take(self, tiles: list[int], tile: int) -> None:
        """Add a tile, keeping the tiles in order."""
        index = len(tiles)
        while index > 0 and tiles[index - 1] > tile:
            index -= 1
        tiles.insert(index, tile)

    def top_of_stack(self) -> int:
        """The tile on top of the stack, which is taken off."""
        tile = self.stack[self.drawn]
        self.drawn += 1
        if self.drawn == len(self.stack):
            self.sources &= ~1
        return tile

    def draw_refill(self, slot: int) -> None:
        """`draw-refill`: the slot gets the top of the stack, or stays empty."""
        if self.sources & 1:
            self.market[slot] = self.top_of_stack()
        else:
            self.market[slot] = EMPTY
            self.sources &= ~BIT[1 + slot]

    # ------------------------------------------------------------------ the end and the votes

    def scores(self) -> list[int]:
        """`score`: the votes of the own walkways and of the requests."""
        totals = [int(city.river + city.forest + city.sand) for city in self.cities]
        for request in self.requests:
            votes = request_votes(request, self.counts(request))
            for seat in range(self.seats):
                totals[seat] += votes[seat]
        return totals

    def counts(self, request: int) -> list[int]:
        """What a request counts in each city."""
        points = self.terms.options["crossing"] == "points"
        return [request_count(request, city, points) for city in self.cities]

    def score_sheet(self, seat: int) -> ScoreSheet:
        """A line for each level and for each request."""
        self.check_seat(seat)
        city = self.cities[seat]
        lines = [
            ScoreLine("cloud-city/score", "score.river", {}, int(city.river)),
            ScoreLine("cloud-city/score", "score.forest", {}, int(city.forest)),
            ScoreLine("cloud-city/score", "score.sand", {}, int(city.sand)),
        ]
        for request in self.requests:
            counts = self.counts(request)
            rule = REQUESTS[request]
            fields = {"count": counts[seat], "best": max(counts)}
            lines.append(ScoreLine(f"cloud-city/{rule}", f"score.{rule}", fields, request_votes(request, counts)[seat]))
        return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))

    def outcome(self) -> Outcome | None:
        """`end` after the last round; the most votes win, then River, Forest and Sand (`tie`), then it is shared."""
        if self.seat >= 0:
            return None
        scores = self.scores()
        merits = [
            (scores[seat], int(self.cities[seat].river), int(self.cities[seat].forest), int(self.cities[seat].sand))
            for seat in range(self.seats)
        ]
        ranking = [
            tuple([seat for seat in range(self.seats) if merits[seat] == merit])
            for merit in sorted(set(merits), reverse=True)
        ]
        return Outcome(tuple(scores), tuple(ranking), ranking[0], "cloud-city/end")

    # ------------------------------------------------------------------ copies

    def copy(self) -> CloudCity:
        """An independent state in the same position; the order of the stack is shared, as it never changes."""
        return CloudCity(
            self.terms,
            self.seats,
            self.starter,
            self.rounds,
            self.seat,
            self.turns,
            self.building,
            [city.copy() for city in self.cities],
            [hand[:] for hand in self.hands],
            [tiles[:] for tiles in self.known],
            self.market[:],
            self.stack,
            self.drawn,
            self.sources,
            self.supply[:],
            self.requests,
            self.last,
        )

    def imagine(self, seat: int, rng: Random) -> CloudCity:
        """The stack and the others' secret tiles, shuffled together and dealt anew."""
        self.check_seat(seat)
        unseen = self.stack[self.drawn :]
        for other in range(self.seats):
            if other != seat:
                unseen.extend(self.hidden_tiles(other))
        unseen.sort()
        order = shuffled(rng, unseen)
        imagined = self.copy()
        dealt = 0
        for other in range(self.seats):
            if other != seat:
                count = len(self.hands[other]) - len(self.known[other])
                imagined.hands[other] = sorted(self.known[other] + order[dealt : dealt + count])
                dealt += count
        imagined.stack = order[dealt:]
        imagined.drawn = 0
        return imagined

    def hidden_tiles(self, seat: int) -> list[int]:
        """The hand tiles that only the seat itself knows."""
        tiles = self.hands[seat][:]
        for tile in self.known[seat]:
            tiles.remove(tile)
        return tiles


def first_position(
    terms: Terms, starter: int, start_tiles: list[int], tiles: list[int], supply: list[int], requests: list[int]
) -> CloudCity:
    """The set-up: `start-tiles` clockwise from the starter, then the `market`, then the hands in playing order."""
    seats = terms.players
    oblong = terms.options["city"] == "rectangle"
    order = [(seat - starter) % seats for seat in range(seats)]
    """By seat, its place in the playing order."""
    spent = sum([BIT[piece] for piece in range(PIECES) if supply[piece] == 0])
    return CloudCity(
        terms,
        seats,
        starter,
        11 if oblong else 8,
        starter,
        0,
        False,
        [founded(oblong, start_tiles[place] * PER_KIND + 4 * START_CELL, spent) for place in order],
        [sorted(tiles[SLOTS + HAND * place : SLOTS + HAND * (place + 1)]) for place in order],
        [[] for _ in order],
        tiles[:SLOTS],
        tiles,
        SLOTS + HAND * seats,
        15,
        supply,
        requests,
        -1,
    )
