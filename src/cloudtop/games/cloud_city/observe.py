"""What a learner sees of Cloud City, as numbers: all cities, the own hand, what is known of the others'. Compiled."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from cloudtop.core.observe import Entry, Layout, Observer, add, put
from cloudtop.core.state import State, Terms
from cloudtop.games.cloud_city.fast import COLUMN, EMPTY, FORMS, PIECES, ROW, City, Setup
from cloudtop.games.cloud_city.moves import CELL_OF, DOWN, FAR, FORM_OF, NEAR, WIDTH
from cloudtop.games.cloud_city.pieces import COLOURS, FARTHEST, HAND, SLOTS, TILES
from cloudtop.games.cloud_city.state import CloudCity

SIDE: Final[i64] = WIDTH
PLANE: Final[i64] = WIDTH * WIDTH
"""Numbers of a plane: one for each space of the plan."""
BLANK: Final = bytes(2 * 3 * WIDTH * WIDTH)
"""The planes of a city without a tile."""
KINDS: Final[i64] = len(TILES)
"""Different tiles."""
BUILDING: Final[list[list[int]]] = [[1 + (space >> 2) for space in form] for form in FORMS]
"""By tile and rotation, its spaces clockwise from the top left: 1 for a bare one, else 1 + the building's height."""


def layout(setup: Setup, players: int) -> Layout:
    """What the numbers mean. Seats come in turn from the one that looks."""
    tiles, others = len(TILES), max(players - 1, 1)
    supply = max(setup.supply)
    votes = sum([count * setup.value[length] for (_, length), count in zip(PIECES, setup.supply, strict=True)])
    return Layout(
        [
            Entry("turn", (players,), 0, 1, "who is to play, the looking seat first"),
            Entry("starter", (players,), 0, 1, "who began"),
            Entry("building", (1,), 0, 1, "1 if the tile of this turn is laid: walkways and the draw follow"),
            Entry("rounds", (1,), 0, setup.rounds, "rounds that are over"),
            Entry("votes", (players, 3), 0, max(votes, 1), "by seat and level, the votes of its walkways"),
            Entry("hand", (tiles,), 0, HAND, "the own tiles, how many of each"),
            Entry("known", (others, tiles), 0, HAND, "by other seat, its tiles that everybody saw it take"),
            Entry("hidden", (others,), 0, HAND, "by other seat, how many tiles it holds besides"),
            Entry("market", (SLOTS, tiles), 0, 1, "the face-up tiles by slot"),
            Entry("stack", (1,), 0, len(setup.box.stack()), "tiles left in the stack"),
            Entry("supply", (len(COLOURS), FARTHEST), 0, supply, "walkway pieces left by height and length"),
            Entry("requests", (max(len(setup.cards), 1),), 0, 1, "the requests in play, in the order of the box"),
            Entry(
                "cities",
                (players, 3, WIDTH, WIDTH),
                0,
                63,
                "by seat three planes of the plan: 0 no tile, 1 bare, 2 to 4 a building of height 1 to 3; walkways "
                "that end there; walkways over it or ending there as bits, 1 2 4 across on the level of height 1 to 3, "
                "8 16 32 down",
            ),
        ]
    )


class CloudCityObserver(Observer):
    """Writes a position of Cloud City."""

    def __init__(self, setup: Setup, terms: Terms) -> None:
        super().__init__(layout(setup, terms.players))
        first = self.layout.first
        self.starter_at: i64 = first["starter"]
        self.building_at: i64 = first["building"]
        self.rounds_at: i64 = first["rounds"]
        self.votes_at: i64 = first["votes"]
        self.hand_at: i64 = first["hand"]
        self.known_at: i64 = first["known"]
        self.hidden_at: i64 = first["hidden"]
        self.market_at: i64 = first["market"]
        self.stack_at: i64 = first["stack"]
        self.supply_at: i64 = first["supply"]
        self.requests_at: i64 = first["requests"]
        self.blank = bytes(2 * first["cities"])
        """The cities come last, and whole."""
        self.cards: dict[str, int] = {card: number for number, card in enumerate(setup.cards)}

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what the seat knows."""
        assert isinstance(state, CloudCity)
        seats = state.seats
        at = self.begun(into)
        if state.seat >= 0:
            put(into, at + (state.seat - seat) % seats, 1)
        put(into, at + self.starter_at + (state.starter - seat) % seats, 1)
        if state.building:
            put(into, at + self.building_at, 1)
        put(into, at + self.rounds_at, state.turns // seats)
        for step in range(seats):
            other = (seat + step) % seats
            city = state.cities[other]
            place: i64 = at + self.votes_at + 3 * step
            put(into, place, city.river)
            put(into, place + 1, city.forest)
            put(into, place + 2, city.sand)
            if step > 0:
                known = state.known[other]
                count_tiles(into, at + self.known_at + KINDS * (step - 1), known)
                put(into, at + self.hidden_at + step - 1, len(state.hands[other]) - len(known))
        count_tiles(into, at + self.hand_at, state.hands[seat])
        place = at + self.market_at
        for tile in state.market:
            if tile != EMPTY:
                put(into, place + tile, 1)
            place += KINDS
        put(into, at + self.stack_at, len(state.stack) - state.drawn)
        place = at + self.supply_at
        for left in state.supply:
            put(into, place, left)
            place += 1
        for request in state.requests:
            put(into, at + self.requests_at + self.cards[request], 1)
        for step in range(seats):
            into.write(planes_of(state.cities[(seat + step) % seats]))


def count_tiles(into: BytesWriter, at: i64, tiles: list[int]) -> None:
    """Count tiles by their numbers."""
    for tile in tiles:
        add(into, at + tile)


def planes_of(city: City) -> bytes:
    """The three planes of a city, drawn once until it changes."""
    if not city.planes:
        into = BytesWriter()
        into.write(BLANK)
        draw_city(into, 0, city)
        city.planes = into.getvalue()
    return city.planes


def draw_city(into: BytesWriter, at: i64, city: City) -> None:
    """Fill the three planes of a city."""
    for lay in city.tiles:
        cell: i64 = CELL_OF[lay]
        corner: i64 = at + 2 * SIDE * ROW[cell] + 2 * COLUMN[cell]
        form = BUILDING[FORM_OF[lay]]
        put(into, corner, form[0])
        put(into, corner + 1, form[1])
        put(into, corner + SIDE + 1, form[2])
        put(into, corner + SIDE, form[3])
    for walkway in city.walkways:
        near: i64 = NEAR[walkway]
        far: i64 = FAR[walkway]
        add(into, at + PLANE + near)
        add(into, at + PLANE + far)
        height = into[2 * (at + near)]
        bit: u8 = 1
        if height == 3:
            bit = 2
        elif height == 4:
            bit = 4
        stride: i64 = 1
        if DOWN[walkway]:
            bit = bit << 3
            stride = SIDE
        space = near
        while space <= far:
            place: i64 = 2 * (at + 2 * PLANE + space)
            into[place] = into[place] | bit
            space += stride
