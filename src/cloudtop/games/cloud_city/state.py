"""A position of Cloud City. This module is compiled.

A turn is a chain of moves: lay a tile, build any number of walkways, draw.
"""

from __future__ import annotations

from random import Random

from cloudtop.core.chance import shuffled
from cloudtop.core.state import Outcome, ScoreSheet, State, Terms
from cloudtop.games.cloud_city import effects, fast, score
from cloudtop.games.cloud_city.fast import City, Setup
from cloudtop.games.cloud_city.moves import draws
from cloudtop.games.cloud_city.pieces import HAND, SLOTS


class CloudCity(State):
    """A position of Cloud City. Hidden are the order of the stack, and hand tiles that were not drawn face up."""

    def __init__(
        self,
        *,
        terms: Terms,
        setup: Setup,
        seats: int,
        starter: int,
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
        requests: list[str],
        last: int,
    ) -> None:
        self.terms = terms
        self.setup = setup
        """What never changes, so copies share it."""
        self.seats = seats
        self.starter = starter
        self.seat = seat
        """Whose turn it is; -1 when the game is over."""
        self.turns = turns
        """How many turns are over."""
        self.building = building
        """Whether the tile of this turn is laid, so that walkways and the draw follow."""
        self.cities = cities
        self.hands = hands
        """By seat, the numbers of its hand tiles, ascending."""
        self.known = known
        """By seat, the hand tiles that everybody saw it take, ascending."""
        self.market = market
        """The face-up tiles slot by slot, `fast.EMPTY` in an empty one."""
        self.stack = stack
        """The order of the stack, never changed: all tiles before `drawn` are gone."""
        self.drawn = drawn
        self.sources = sources
        """What can be drawn from: bit 0 the stack, the bits after it the slots."""
        self.supply = supply
        """By number of the piece, how many walkways are left."""
        self.requests = requests
        """The request cards in play."""
        self.last = last
        """The last move, -1 before the first."""

    def mover(self) -> int:
        """`turn-seat`: the seat whose turn it is, -1 when the game is over."""
        return self.seat

    def choices(self, seat: int) -> list[int]:
        """`turn-step`: the lays at the start of a turn; after that the walkways and the draws."""
        if seat != self.seat:
            return []
        return fast.walkways_and_draws(self, seat) if self.building else fast.lays(self, seat)

    def apply(self, seat: int, action: int) -> None:
        """Lay a tile, build a walkway or draw."""
        effects.make(self, seat, action)

    def commits(self, seat: int, action: int) -> bool:
        """A draw reveals a tile and ends the turn; what is laid before it may be taken back."""
        return draws(action)

    def scores(self) -> list[int]:
        """The votes of the own walkways and of the requests."""
        return score.scores(self)

    def sheet(self, seat: int) -> ScoreSheet:
        """A line for each level and for each request."""
        return score.score_sheet(self, seat)

    def outcome(self) -> Outcome | None:
        """Who has won, once the last round is over."""
        return score.outcome(self) if self.seat < 0 else None

    # ------------------------------------------------------------------ copies

    def copy(self) -> CloudCity:
        """An independent state in the same position; the order of the stack is shared, as it never changes."""
        return CloudCity(
            terms=self.terms,
            setup=self.setup,
            seats=self.seats,
            starter=self.starter,
            seat=self.seat,
            turns=self.turns,
            building=self.building,
            cities=[city.copy() for city in self.cities],
            hands=[hand[:] for hand in self.hands],
            known=[tiles[:] for tiles in self.known],
            market=self.market[:],
            stack=self.stack,
            drawn=self.drawn,
            sources=self.sources,
            supply=self.supply[:],
            requests=self.requests,
            last=self.last,
        )

    def imagined(self, seat: int, rng: Random) -> CloudCity:
        """The stack and the others' secret tiles, shuffled together and dealt anew."""
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


def first_position(setup: Setup, terms: Terms, *, starter: int, tiles: list[int], requests: list[str]) -> CloudCity:
    """The set-up: `start-tiles` clockwise from the starter, then the `market`, then the hands in playing order."""
    seats = terms.players
    order = [(seat - starter) % seats for seat in range(seats)]
    """By seat, its place in the playing order."""
    return CloudCity(
        terms=terms,
        setup=setup,
        seats=seats,
        starter=starter,
        seat=starter,
        turns=0,
        building=False,
        cities=[fast.founded(setup, setup.starts[place]) for place in order],
        hands=[sorted(tiles[SLOTS + HAND * place : SLOTS + HAND * (place + 1)]) for place in order],
        known=[[] for _ in order],
        market=tiles[:SLOTS],
        stack=tiles,
        drawn=SLOTS + HAND * seats,
        sources=2 ** (1 + SLOTS) - 1,
        supply=setup.supply[:],
        requests=requests,
        last=-1,
    )
