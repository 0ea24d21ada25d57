"""What a learner sees of Skybridge, as numbers. Nothing is hidden, so everybody sees all. Compiled."""

from __future__ import annotations

from librt.strings import BytesWriter
from mypy_extensions import i64

from cloudtop.core.observe import Entry, Layout, Observer, put, put_bits
from cloudtop.core.state import State, Terms
from cloudtop.games.skybridge.fast import COLOURS, FIRST_SLOT, first_hands, holding_of, holdings
from cloudtop.games.skybridge.moves import COLOUR_OF, FOUNDATIONS, KIND_OF, SPAN_OF, SPANS
from cloudtop.games.skybridge.pieces import BRIDGE, KINDS, Box
from cloudtop.games.skybridge.score import seat_points
from cloudtop.games.skybridge.state import Skybridge


def layout(box: Box, players: int, highest: int) -> Layout:
    """What the numbers mean. Colours are in the order of their moves, seats in turn from the one that looks."""
    kinds = len(KINDS)
    most = max(first_hands(box, players))
    return Layout(
        [
            Entry("turn", (players,), 0, 1, "who is to play, the looking seat first"),
            Entry("seat", (players,), 0, 1, "which seat looks: it says whose the colours are"),
            Entry("colour", (COLOURS,), 0, 1, "the colour that has to be played, where colours alternate"),
            Entry("heights", (3, 3), 0, box.storeys, "storeys by row and column"),
            Entry("tops", (COLOURS, 3, 3), 0, 1, "by colour, the towers that it tops"),
            Entry("open", (3, 3), 0, 1, "towers and foundations without a roof"),
            Entry("bridges", (COLOURS, len(SPANS)), 0, most, "by colour, its bridges on each pair of neighbours"),
            Entry("level", (len(SPANS),), 0, 1, "pairs on which a bridge can lie now, colours aside"),
            Entry("hands", (players, COLOURS, kinds), 0, most, "by seat from the looking one and colour, pieces left"),
            Entry("scores", (players,), 0, highest, "points as if the game ended now, the looking seat first"),
        ]
    )


class SkybridgeObserver(Observer):
    """Writes a position of Skybridge."""

    def __init__(self, box: Box, terms: Terms, highest: int) -> None:
        super().__init__(layout(box, terms.players, highest))
        first = self.layout.first
        self.seat_at: i64 = first["seat"]
        self.colour_at: i64 = first["colour"]
        self.heights_at: i64 = first["heights"]
        self.tops_at: i64 = first["tops"]
        self.open_at: i64 = first["open"]
        self.bridges_at: i64 = first["bridges"]
        self.level_at: i64 = first["level"]
        self.hands_at: i64 = first["hands"]
        self.scores_at: i64 = first["scores"]
        self.slots: list[list[int]] = [slots(box, terms.players, seat) for seat in range(terms.players)]
        """By seat, for each colour and kind where its count is in a list of hands, -1 for what it never has."""

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what everybody sees, from the seat's place at the table."""
        assert isinstance(state, Skybridge)
        players = state.terms.players
        at = self.begun(into)
        if state.seat >= 0:
            put(into, at + (state.seat - seat) % players, 1)
            if state.colour >= 0:
                put(into, at + self.colour_at + state.colour, 1)
        put(into, at + self.seat_at + seat, 1)
        place: i64 = at + self.heights_at
        for height in state.heights:
            put(into, place, height)
            place += 1
        cells: i64 = len(FOUNDATIONS)
        place = at + self.tops_at
        for colour in range(COLOURS):
            put_bits(into, place, state.topped[colour])
            place += cells
        put_bits(into, at + self.open_at, state.open_towers)
        put_bits(into, at + self.level_at, state.level_spans)
        spans: i64 = len(SPANS)
        for action in state.placed:
            if KIND_OF[action] == BRIDGE:
                place = at + self.bridges_at + spans * COLOUR_OF[action] + SPAN_OF[action]
                into[2 * place] = into[2 * place] + 1
        scores = seat_points(state)
        hand = state.hand
        place = at + self.hands_at
        for step in range(players):
            other = (seat + step) % players
            put(into, at + self.scores_at + step, scores[other])
            for slot in self.slots[other]:
                if slot >= 0:
                    put(into, place, hand[slot])
                place += 1


def slots(box: Box, players: int, seat: int) -> list[int]:
    """For each colour and kind where a seat's count is in a list of hands, -1 for what it never has."""
    held = holdings(box, players, seat)
    found: list[int] = []
    for colour in range(COLOURS):
        holding = holding_of(box, players, seat, colour)
        for kind in range(len(KINDS)):
            found.append(FIRST_SLOT[holding] + kind if holding in held else -1)
    return found
