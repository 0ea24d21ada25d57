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
        self.write_position(state, seat, into)

    def write_position(self, state: CloudCity, seat: int, into: BytesWriter) -> None:
        """The same, of what is known to be a position of this game."""
        at = self.begun(into)
        seats: i64 = state.seats
        looking: i64 = seat
        playing: i64 = state.seat
        starter: i64 = state.starter
        turns: i64 = state.turns
        cities = state.cities
        hands = state.hands
        if playing >= 0:
            put(into, at + (playing - looking) % seats, 1)
        put(into, at + self.starter_at + (starter - looking) % seats, 1)
        if state.building:
            put(into, at + self.building_at, 1)
        put(into, at + self.rounds_at, turns // seats)
        place: i64 = at + self.votes_at
        step: i64 = 0
        while step < seats:
            other: i64 = (looking + step) % seats
            city = cities[other]
            put(into, place, city.river)
            put(into, place + 1, city.forest)
            put(into, place + 2, city.sand)
            place += 3
            if step > 0:
                known = state.known[other]
                count_tiles(into, at + self.known_at + KINDS * (step - 1), known)
                put(into, at + self.hidden_at + step - 1, len(hands[other]) - len(known))
            step += 1
        count_tiles(into, at + self.hand_at, hands[looking])
        place = at + self.market_at
        for slot in state.market:
            tile: i64 = slot
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
        step = 0
        while step < seats:
            into.write(planes_of(cities[(looking + step) % seats]))
            step += 1


def count_tiles(into: BytesWriter, at: i64, tiles: list[int]) -> None:
    """Count tiles by their numbers."""
    for tile in tiles:
        add(into, at + tile)


class Drawing:
    """The three planes of a city. Nothing laid is ever moved, so only what is new is drawn into them."""

    def __init__(self) -> None:
        self.canvas = BytesWriter()
        self.canvas.write(BLANK)
        self.planes: bytes = BLANK
        """What is on the canvas."""
        self.tiles: i64 = 0
        self.walkways: i64 = 0
        """How many tiles and walkways of the city are in it."""

    def completed(self, city: City) -> bytes:
        """The planes with all that has been laid and built."""
        tiles = city.tiles
        walkways = city.walkways
        laid: i64 = len(tiles)
        built: i64 = len(walkways)
        if self.tiles != laid or self.walkways != built:
            while self.tiles < laid:
                draw_tile(self.canvas, tiles[self.tiles])
                self.tiles += 1
            while self.walkways < built:
                draw_walkway(self.canvas, walkways[self.walkways])
                self.walkways += 1
            self.planes = self.canvas.getvalue()
        return self.planes


def planes_of(city: City) -> bytes:
    """The three planes of a city."""
    drawing = city.drawing
    if not isinstance(drawing, Drawing):
        drawing = Drawing()
        city.drawing = drawing
    return drawing.completed(city)


def draw_tile(canvas: BytesWriter, lay: int) -> None:
    """Put a tile into the planes."""
    cell: i64 = CELL_OF[lay]
    corner: i64 = 2 * SIDE * ROW[cell] + 2 * COLUMN[cell]
    form = BUILDING[FORM_OF[lay]]
    put(canvas, corner, form[0])
    put(canvas, corner + 1, form[1])
    put(canvas, corner + SIDE + 1, form[2])
    put(canvas, corner + SIDE, form[3])


def draw_walkway(canvas: BytesWriter, walkway: int) -> None:
    """Put a walkway into the planes; the tiles at its ends are there already."""
    near: i64 = NEAR[walkway]
    far: i64 = FAR[walkway]
    add(canvas, PLANE + near)
    add(canvas, PLANE + far)
    height = canvas[2 * near]
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
        place: i64 = 2 * (2 * PLANE + space)
        canvas[place] = canvas[place] | bit
        space += stride
