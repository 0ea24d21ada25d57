"""What a learner sees of Skybridge, as numbers. Nothing is hidden, so everybody sees all. Compiled."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from cloudtop.core.observe import Entry, Layout, Observer, add, put, put_bits
from cloudtop.core.state import State, Terms
from cloudtop.games.skybridge.fast import COLOURS, FIRST_SLOT, first_hands, holding_of, holdings
from cloudtop.games.skybridge.moves import COLOUR_OF, FOUNDATIONS, SPAN_OF, SPANS
from cloudtop.games.skybridge.pieces import KINDS, Box
from cloudtop.games.skybridge.state import Skybridge

NO_BRIDGE: Final = 255
BRIDGE_AT: Final[bytes] = bytes(
    [len(SPANS) * colour + span if span >= 0 else NO_BRIDGE for colour, span in zip(COLOUR_OF, SPAN_OF, strict=True)]
)
"""By move, where the bridge that it lays is counted."""
CELLS: Final[i64] = len(FOUNDATIONS)


def layout(box: Box, players: int) -> Layout:
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
        ]
    )


class SkybridgeObserver(Observer):
    """Writes a position of Skybridge."""

    def __init__(self, box: Box, terms: Terms) -> None:
        super().__init__(layout(box, terms.players))
        first = self.layout.first
        self.seat_at: i64 = first["seat"]
        self.colour_at: i64 = first["colour"]
        self.heights_at: i64 = first["heights"]
        self.tops_at: i64 = first["tops"]
        self.open_at: i64 = first["open"]
        self.bridges_at: i64 = first["bridges"]
        self.level_at: i64 = first["level"]
        self.hands_at: i64 = first["hands"]
        each = COLOURS * len(KINDS)
        slots = [held_slots(box, terms.players, seat) for seat in range(terms.players)]
        self.held: list[bytes] = [
            bytes(
                [
                    number
                    for step in range(terms.players)
                    for place, slot in slots[(seat + step) % terms.players]
                    for number in (each * step + place, slot)
                ]
            )
            for seat in range(terms.players)
        ]
        """By looking seat, for all that anybody can hold, its place among an observation's hands and in a state's."""

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what everybody sees, from the seat's place at the table."""
        assert isinstance(state, Skybridge)
        self.write_position(state, seat, into)

    def write_position(self, state: Skybridge, seat: int, into: BytesWriter) -> None:
        """The same, of what is known to be a position of this game."""
        at = self.begun(into)
        playing: i64 = state.seat
        looking: i64 = seat
        if playing >= 0:
            players: i64 = state.terms.players
            put(into, at + (playing - looking) % players, 1)
            colour: i64 = state.colour
            if colour >= 0:
                put(into, at + self.colour_at + colour, 1)
        put(into, at + self.seat_at + looking, 1)
        place: i64 = at + self.heights_at
        for height in state.heights:
            put(into, place, height)
            place += 1
        topped = state.topped
        place = at + self.tops_at
        for number in range(COLOURS):
            put_bits(into, place, topped[number])
            place += CELLS
        put_bits(into, at + self.open_at, state.open_towers)
        put_bits(into, at + self.level_at, state.level_spans)
        place = at + self.bridges_at
        for action in state.placed:
            bridge = BRIDGE_AT[action]
            if bridge != NO_BRIDGE:
                add(into, place + bridge)
        place = at + self.hands_at
        hand = state.hand
        held = self.held[seat]
        index: i64 = 0
        while index < len(held):
            slot: i64 = held[index + 1]
            put(into, place + held[index], hand[slot])
            index += 2


def held_slots(box: Box, players: int, seat: int) -> list[tuple[int, int]]:
    """What a seat can hold: for each colour and kind, its place in a part of an observation and in a list of hands."""
    held = holdings(box, players, seat)
    found: list[tuple[int, int]] = []
    for colour in range(COLOURS):
        holding = holding_of(box, players, seat, colour)
        if holding in held:
            for kind in range(len(KINDS)):
                found.append((len(KINDS) * colour + kind, FIRST_SLOT[holding] + kind))
    return found
