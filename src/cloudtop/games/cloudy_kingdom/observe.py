"""What a learner sees of Cloudy Kingdom, as numbers: the field, the castles, its own card, all magic. Compiled."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from cloudtop.core.observe import Entry, Layout, Observer, add, put, put_bits
from cloudtop.core.state import State, Terms
from cloudtop.games.cloudy_kingdom.fast import BIT, SLOTS, Tables
from cloudtop.games.cloudy_kingdom.moves import CELLS
from cloudtop.games.cloudy_kingdom.pieces import MOST_CARDS, MOST_STEPS
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

DEPTH: Final = 4
"""Cards of a stack that are told, from the top."""
NEWEST: Final = 3
"""Discards that are told in their order, from the top."""
ROAD: Final = 16
"""Bits of a road: see `fast.road_of`."""


def layout(tables: Tables, players: int) -> Layout:
    """What the numbers mean. Seats come in turn from the one that looks; cards, magic and cells by their numbers."""
    book = tables.book
    designs, routes, magic, deck = len(book.designs), len(book.box.routes), len(book.box.magic), len(book.box.deck)
    most = deck + players * SLOTS * MOST_STEPS
    return Layout(
        [
            Entry("turn", (players,), 0, 1, "who has to decide, the looking seat first"),
            Entry("active", (players,), 0, 1, "whose turn it is; while magic is chosen, who will start"),
            Entry("castles", (CELLS, players + 1), 0, 1, "by side (N E S W) and place, whose castle; last: nobody's"),
            Entry("roads", (CELLS, ROAD), 0, 1, "by cell, for each side it is entered from, the sides it leads to"),
            Entry("cards", (CELLS, DEPTH), 0, len(book.faces), "by cell, faces from the top as 1 + number, 0 none"),
            Entry("heights", (CELLS,), 0, most, "by cell, how many cards lie there"),
            Entry("flat", (CELLS,), 0, 1, "cells whose top card lies west-east"),
            Entry("fire", (CELLS,), 0, 1, "cells that nothing may touch any more"),
            Entry("hand", (routes,), 0, MOST_CARDS, "the own route cards by design"),
            Entry("shown", (routes,), 0, MOST_CARDS, "the active seat's cards that everybody saw it take"),
            Entry("hidden", (players,), 0, MOST_CARDS, "by seat, its cards that only itself knows"),
            Entry("stack", (1,), 0, deck, "cards left to draw"),
            Entry("discard", (routes,), 0, most, "the discard pile by design"),
            Entry("newest", (NEWEST, routes), 0, 1, "its last cards from the top"),
            Entry("older", (1,), 0, most, "how many of them are older than the active seat's own discard"),
            Entry("removed", (designs,), 0, most, "the cards that were cut, by design"),
            Entry("magic", (players, magic), 0, 1, "by seat, its magic that is not spent, as far as it is shown"),
            Entry("used", (players, magic), 0, 1, "by seat, its magic that is spent"),
            Entry("spell", (magic,), 0, 1, "the magic that is being carried out"),
            Entry("step", (1,), 0, MOST_STEPS, "its step that waits"),
            Entry("fresh", (CELLS,), 0, 1, "the cell of the last card it laid"),
            Entry("last_turns", (1,), 0, players, "last turns to come, this one included; 0 while there is a stack"),
            Entry("joined", (players, 2), 0, 1, "by seat, whether its castles north-south and west-east are joined"),
        ]
    )


class CloudyKingdomObserver(Observer):
    """Writes a position of Cloudy Kingdom."""

    def __init__(self, tables: Tables, terms: Terms) -> None:
        super().__init__(layout(tables, terms.players))
        first = self.layout.first
        self.routes = len(tables.book.box.routes)
        self.sides = len(tables.book.box.magic)
        self.active_at: i64 = first["active"]
        self.castles_at: i64 = first["castles"]
        self.roads_at: i64 = first["roads"]
        self.cards_at: i64 = first["cards"]
        self.heights_at: i64 = first["heights"]
        self.flat_at: i64 = first["flat"]
        self.fire_at: i64 = first["fire"]
        self.hand_at: i64 = first["hand"]
        self.shown_at: i64 = first["shown"]
        self.hidden_at: i64 = first["hidden"]
        self.stack_at: i64 = first["stack"]
        self.discard_at: i64 = first["discard"]
        self.newest_at: i64 = first["newest"]
        self.older_at: i64 = first["older"]
        self.removed_at: i64 = first["removed"]
        self.magic_at: i64 = first["magic"]
        self.used_at: i64 = first["used"]
        self.spell_at: i64 = first["spell"]
        self.step_at: i64 = first["step"]
        self.fresh_at: i64 = first["fresh"]
        self.last_turns_at: i64 = first["last_turns"]
        self.joined_at: i64 = first["joined"]

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what the seat knows."""
        assert isinstance(state, CloudyKingdom)
        seats = state.seats
        at = self.begun(into)
        for deciding in state.turn():
            put(into, at + (deciding - seat) % seats, 1)
        put(into, at + self.active_at + (state.active - seat) % seats, 1)
        self.write_field(state, seat, into, at)
        self.write_cards(state, seat, into, at)
        for step in range(seats):
            self.write_magic(state, (seat + step) % seats, step, into, at)
        if state.spell >= 0:
            put(into, at + self.spell_at + state.spell, 1)
            put(into, at + self.step_at, state.step)
            put(into, at + self.older_at, state.older)
            if state.fresh >= 0:
                put(into, at + self.fresh_at + state.fresh, 1)
        put(into, at + self.last_turns_at, state.last_turns)

    def write_field(self, state: CloudyKingdom, seat: int, into: BytesWriter, at: i64) -> None:
        """Add the castles and the stacks."""
        field = state.field
        castles = field.castles
        roads = field.road
        top = field.top
        laid = field.laid
        beneath = field.beneath
        seats: i64 = state.seats
        looking: i64 = seat
        number: i64 = 0
        while number < CELLS:
            castle: i64 = castles[number]
            if castle:
                family: i64 = 0
                while castle > 8:
                    castle >>= 4
                    family += 1
                owner: i64 = (family - looking) % seats if family < seats else seats
                put(into, at + self.castles_at + (seats + 1) * number + owner, 1)
            put_bits(into, at + self.roads_at + ROAD * number, roads[number])
            card: i64 = top[number]
            height: i64 = 0
            while card >= 0:
                if height < DEPTH:
                    face: i64 = laid[card]
                    put(into, at + self.cards_at + DEPTH * number + height, 1 + face)
                height += 1
                card = beneath[card]
            put(into, at + self.heights_at + number, height)
            number += 1
        put_bits(into, at + self.flat_at, field.flat_top)
        put_bits(into, at + self.fire_at, field.fire)

    def write_cards(self, state: CloudyKingdom, seat: int, into: BytesWriter, at: i64) -> None:
        """Add the own hand, what is known of the others', and the piles."""
        seats = state.seats
        for other in range(seats):
            hidden = 1 if state.hands[other] >= 0 else 0
            if other == state.active:
                hidden += len(state.drawn)
            put(into, at + self.hidden_at + (other - seat) % seats, hidden)
        if state.hands[seat] >= 0:
            add(into, at + self.hand_at + state.hands[seat])
        if seat == state.active:
            for design in state.drawn:
                add(into, at + self.hand_at + design)
            for design in state.shown:
                add(into, at + self.hand_at + design)
        for design in state.shown:
            add(into, at + self.shown_at + design)
        put(into, at + self.stack_at, len(state.deck) - state.next_card)
        count = len(state.discards)
        for number in range(count):
            design = state.discards[number]
            add(into, at + self.discard_at + design)
            if count - number <= NEWEST:
                put(into, at + self.newest_at + self.routes * (count - number - 1) + design, 1)
        for design in state.removed:
            add(into, at + self.removed_at + design)

    def write_magic(self, state: CloudyKingdom, owner: int, step: int, into: BytesWriter, at: i64) -> None:
        """Add a seat's magic and its roads; no choice of another seat is seen before all have chosen."""
        held = state.magic[SLOTS * owner : SLOTS * owner + SLOTS]
        if state.picks:
            if step > 0 or state.picks[owner] < 0:
                return
            held = state.tables.book.threes[state.picks[owner]]
        for slot in range(len(held)):
            spent = state.used[owner] & BIT[slot]
            first = self.used_at if spent else self.magic_at
            put(into, at + first + self.sides * step + held[slot], 1)
        joined = state.linked
        for _ in range(owner):
            joined >>= 4
        put_bits(into, at + self.joined_at + 2 * step, joined & 3)
