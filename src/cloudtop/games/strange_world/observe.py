"""What a learner sees of Strange World, as numbers: all worlds, its own cards, its memory of the draft. Compiled."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from cloudtop.core.observe import Entry, Layout, Observer, add, put, put_bits
from cloudtop.core.state import State, Terms
from cloudtop.games.strange_world.effects import OPEN
from cloudtop.games.strange_world.fast import BIT, GUESTS, NOBODY, Kit, World
from cloudtop.games.strange_world.moves import LAY, PASS, PHASES
from cloudtop.games.strange_world.pieces import CELLS, FULL, HAND, ICONS, ROUNDS, WIDTH
from cloudtop.games.strange_world.state import StrangeWorld

MEMORIES: Final = {
    "dealt": "the cards it was dealt",
    "kept": "the card it kept",
    "gave": "the two cards it gave away first",
    "got": "the two cards that came to it first",
    "passed": "the card it passed on then",
    "received": "the card that came to it then",
}
"""What a seat remembers of a round's draft, part by part."""
KINDS: Final[int] = len(ICONS)
COVERED: Final[int] = KINDS
DEVOURED: Final[int] = KINDS + 1
SEAM: Final[int] = KINDS + 2
CITY: Final[int] = KINDS + 3
PLANES: Final[int] = KINDS + 4
"""Planes of a world: one for each kind of icon, and these."""


def layout(kit: Kit, players: int) -> Layout:
    """What the numbers mean. Seats come in turn from the one that looks; cards by the numbers of their faces."""
    faces, stars = kit.faces, max(kit.cities, default=1)
    rounds = ROUNDS if players > 1 else kit.piles
    entries = [
        Entry("turn", (players,), 0, 1, "who has to decide, the looking seat first"),
        Entry("phase", (len(PHASES),), 0, 1, "what is to be decided: " + ", ".join(PHASES)),
        Entry("round", (1,), 0, rounds, "the round; alone, how many piles have been chosen"),
        Entry("sun", (players,), 0, 1, "who holds the Sun"),
        Entry("direction", (2,), 0, 1, "where it sends the cards: left, right; nothing where there is no choice"),
        Entry(
            "worlds",
            (players, PLANES, WIDTH, WIDTH),
            0,
            max(stars, 2),
            f"by seat a plane for each icon ({', '.join(ICONS)}; mountains are counted), then cards under a fumarole, "
            "devoured cards, left cards of portals, stars of the Dark City of a fumarole",
        ),
        Entry("guests", (players, GUESTS), 0, WIDTH, "by seat and traveller, 1 + the upper of its rows; 0 elsewhere"),
        Entry("side", (players, 2), 0, 1, "by seat, where its travellers stand: left, right"),
        Entry("offer", (GUESTS,), 0, 1, "the travellers on offer"),
        Entry("cities", (1,), 0, max(len(kit.cities), 1), "Dark Cities founded so far, the highest first"),
        Entry("fumaroles", (1,), 0, max(kit.fumaroles, 1), "fumaroles left"),
        Entry("focus", (WIDTH, WIDTH), 0, 1, "the cell a question is about"),
        Entry("held", (players,), 0, HAND, "by seat, how many cards it holds"),
        Entry("hand", (faces,), 0, HAND, "the own cards, how many of each face"),
        Entry("icons", (HAND, KINDS), 0, 2, "the own cards in ascending order, by their icons"),
        Entry("deck", (1,), 0, FULL * players, "cards that are not dealt yet"),
    ]
    if players > 1:
        entries += [Entry(part, (faces,), 0, HAND, "draft: " + meaning) for part, meaning in MEMORIES.items()]
    else:
        entries.append(Entry("piles", (kit.piles, faces), 0, 1, "the top card of each pile"))
        entries.append(Entry("lying", (kit.piles,), 0, HAND, "how many cards lie in each pile"))
    return Layout(entries)


class StrangeWorldObserver(Observer):
    """Writes a position of Strange World."""

    def __init__(self, kit: Kit, terms: Terms) -> None:
        super().__init__(layout(kit, terms.players))
        first = self.layout.first
        self.kit = kit
        self.phase_at: i64 = first["phase"]
        self.round_at: i64 = first["round"]
        self.sun_at: i64 = first["sun"]
        self.direction_at: i64 = first["direction"]
        self.worlds_at: i64 = first["worlds"]
        self.guests_at: i64 = first["guests"]
        self.side_at: i64 = first["side"]
        self.offer_at: i64 = first["offer"]
        self.cities_at: i64 = first["cities"]
        self.fumaroles_at: i64 = first["fumaroles"]
        self.focus_at: i64 = first["focus"]
        self.held_at: i64 = first["held"]
        self.hand_at: i64 = first["hand"]
        self.icons_at: i64 = first["icons"]
        self.deck_at: i64 = first["deck"]
        self.memory_at: i64 = first.get("dealt", 0)
        self.piles_at: i64 = first.get("piles", 0)
        self.lying_at: i64 = first.get("lying", 0)

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what the seat knows."""
        assert isinstance(state, StrangeWorld)
        seats = state.seats
        at = self.begun(into)
        put(into, at + self.phase_at + state.phase, 1)
        put(into, at + self.round_at, state.round)
        if state.sun >= 0:
            put(into, at + self.sun_at + (state.sun - seat) % seats, 1)
        if seats > 2 and state.draft.step != 0:
            put(into, at + self.direction_at + (0 if state.draft.step == 1 else 1), 1)
        for step in range(seats):
            other = (seat + step) % seats
            if state.deciding(other):
                put(into, at + step, 1)
            put(into, at + self.held_at + step, len(state.hands[other]))
            self.write_world(state.worlds[other], step, into, at)
        put_bits(into, at + self.offer_at, state.travellers)
        put(into, at + self.cities_at, state.city)
        put(into, at + self.fumaroles_at, state.fumaroles)
        if state.focus >= 0:
            put(into, at + self.focus_at + state.focus, 1)
        hand = state.hands[seat]
        for number in range(len(hand)):
            add(into, at + self.hand_at + hand[number])
            self.write_icons(hand[number], into, at + self.icons_at + KINDS * number, 1)
        if seats > 1:
            put(into, at + self.deck_at, len(state.deck) - state.drawn)
            self.write_memory(state, seat, into, at + self.memory_at)
        else:
            self.write_piles(state, into, at)

    def write_world(self, world: World, step: int, into: BytesWriter, at: i64) -> None:
        """Add a world and who stands beside it."""
        planes: i64 = at + self.worlds_at + PLANES * CELLS * step
        for cell in world.laid:
            bit = BIT[cell]
            self.write_icons(world.land[cell], into, planes + cell, CELLS)
            if world.covered & bit:
                put(into, planes + CELLS * COVERED + cell, 1)
            if world.devoured & bit:
                put(into, planes + CELLS * DEVOURED + cell, 1)
            if world.seams & bit:
                put(into, planes + CELLS * SEAM + cell, 1)
        for city, one, other in world.cities:
            put(into, planes + CELLS * CITY + one, world.kit.cities[city])
            put(into, planes + CELLS * CITY + other, world.kit.cities[city])
        for guest, upper in world.guests:
            put(into, at + self.guests_at + GUESTS * step + guest, 1 + upper)
        if world.side != NOBODY:
            put(into, at + self.side_at + 2 * step + world.side, 1)

    def write_icons(self, card: int, into: BytesWriter, place: i64, stride: i64) -> None:
        """Add the icons of a card, one after the other at such a distance."""
        put(into, place, self.kit.mountains[card])
        kinds = self.kit.kinds[card] >> 1
        while kinds:
            place += stride
            if kinds & 1:
                put(into, place, 1)
            kinds >>= 1

    def write_memory(self, state: StrangeWorld, seat: int, into: BytesWriter, at: i64) -> None:
        """Add what the seat was dealt, kept, gave, got, passed on and received in this round."""
        draft, faces = state.draft, self.kit.faces
        if not draft.dealt:
            return
        for card in draft.dealt_to(seat):
            add(into, at + card)
        if draft.kept[seat] != OPEN:
            put(into, at + faces + draft.kept[seat], 1)
            for card in draft.gave(seat):
                add(into, at + 2 * faces + card)
        if state.phase >= PASS:
            for card in draft.got(seat):
                add(into, at + 3 * faces + card)
        if draft.passed[seat] != OPEN:
            put(into, at + 4 * faces + draft.passed[seat], 1)
        if state.phase >= LAY:
            put(into, at + 5 * faces + draft.received(seat), 1)

    def write_piles(self, state: StrangeWorld, into: BytesWriter, at: i64) -> None:
        """Add the piles of the solo game: top cards, and how many lie there."""
        for pile in range(self.kit.piles):
            cards = HAND
            if pile == state.pile:
                cards = HAND - 1
            elif state.opened & BIT[pile]:
                cards = 0
            put(into, at + self.lying_at + pile, cards)
            if cards == HAND:
                put(into, at + self.piles_at + self.kit.faces * pile + state.deck[HAND * pile], 1)
