"""What a seat knows of a position, and the whole position in writing, as types."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from cloudtop.games.strange_world import fast
from cloudtop.games.strange_world.board import COVERED, DEVOURED, JOINED, City, Guest, World, laid_of
from cloudtop.games.strange_world.effects import OPEN, without
from cloudtop.games.strange_world.fast import BIT, NOBODY, Kit
from cloudtop.games.strange_world.moves import GRID, LAY, OVER, PASS, PHASES, SIDES, Side, cell_of
from cloudtop.games.strange_world.pieces import HAND, TRAVELLERS
from cloudtop.games.strange_world.state import StrangeWorld

CELL_NAMES = tuple([str(cell) for cell in GRID])
"""All cells in notation, by number."""

# ---------------------------------------------------------------------- a world in writing


class WrittenGuest(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A traveller beside a world, written `["Burk", 2]`."""

    name: str
    row: int
    """The upper one of its two rows, as players count: the first is 1."""


class WrittenCity(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A Dark City on its two fumaroles, written `[9, "c3", "d3"]`."""

    stars: int
    first: str
    second: str


class WrittenWorld(Struct, frozen=True, forbid_unknown_fields=True):
    """A world as everybody sees it; a Tzimime's face was seen before it was turned."""

    land: dict[str, str]
    """By cell its card, with the signs of `board.Laid` behind it."""
    side: Side | None = None
    travellers: tuple[WrittenGuest, ...] = ()
    cities: tuple[WrittenCity, ...] = ()

    def __hash__(self) -> int:
        # What is made of a world for somebody to look at is kept until the world changes.
        return hash((*self.land.values(), self.side, self.travellers, self.cities))

    def read(self) -> World:
        """The same in words of the game; ValueError if a cell or a card is none."""
        return World(
            tuple([laid_of(cell, text) for cell, text in self.land.items()]),
            self.side,
            tuple([Guest(guest.name, guest.row - 1) for guest in self.travellers]),
            tuple([City(city.stars, cell_of(city.first), cell_of(city.second)) for city in self.cities]),
        )


def written(world: fast.World) -> WrittenWorld:
    """A world in writing; what was written last is copied until the world changes."""
    found = world.written
    if not isinstance(found, WrittenWorld):
        found = world.written = newly_written(world)
    # A view belongs to whoever has it, who may do with it what they like.
    return WrittenWorld(found.land.copy(), found.side, found.travellers, found.cities)


def newly_written(world: fast.World) -> WrittenWorld:
    """A world in writing, its cards in reading order."""
    names, land, kit, signed = all_names(world.kit), world.land, world.kit, world.seams | world.devoured | world.covered
    cards = {
        CELL_NAMES[cell]: names[land[cell]] + signs(world, BIT[cell]) if signed & BIT[cell] else names[land[cell]]
        for cell in sorted(world.laid)
    }
    cities = [WrittenCity(kit.cities[city], CELL_NAMES[one], CELL_NAMES[other]) for city, one, other in world.cities]
    return WrittenWorld(
        cards,
        None if world.side == NOBODY else SIDES[world.side],
        tuple([WrittenGuest(TRAVELLERS[traveller], upper + 1) for traveller, upper in world.guests]),
        tuple(cities),
    )


def signs(world: fast.World, bit: int) -> str:
    """What is written behind a card."""
    joined = JOINED if world.seams & bit else ""
    devoured = DEVOURED if world.devoured & bit else ""
    return f"{joined}{devoured}{COVERED}" if world.covered & bit else joined + devoured


# ---------------------------------------------------------------------- what a seat knows


class Memory(Struct, frozen=True, rename={"from_": "from"}):
    """What a seat remembers of this round's cards; None is what has not happened yet."""

    to: int
    """Who gets its cards."""
    from_: int
    """Whose cards it gets."""
    dealt: tuple[str, ...]
    kept: str | None
    gave: tuple[str, ...] | None
    got: tuple[str, ...] | None
    passed: str | None
    received: str | None


class PileFacts(Struct, frozen=True):
    """A pile of the solo game as it is seen."""

    top: str | None
    """None once it is off."""
    cards: int
    """How many lie there."""


class Facts(Struct, frozen=True):
    """What a seat, or a spectator, knows."""

    phase: str
    """What is to be decided, one of `PHASES`."""
    round: int
    """1 to 5; alone, how many piles have been chosen."""
    turn: tuple[int, ...]
    """The seats to decide; in the draft all that have not chosen."""
    sun: int | None
    """Who holds the Sun; None alone."""
    direction: Side | None
    """Where the Sun sends the cards; None while it is not chosen, and where there is no choice."""
    worlds: tuple[WrittenWorld, ...]
    laid: tuple[tuple[str, ...], ...]
    """By seat, the cells it filled in this round, in order."""
    focus: str | None
    """The cell a question is about."""
    cities: tuple[int, ...]
    """The Dark Cities left, by their stars."""
    fumaroles: int
    """How many are left."""
    travellers: tuple[str, ...]
    """Those on offer."""
    held: tuple[int, ...]
    """By seat, how many cards it holds."""
    hand: tuple[str, ...] | None
    """The seat's own cards; None for a spectator. Alone everybody sees them."""
    draft: Memory | None
    """None for a spectator, alone, and before the deal."""
    deck: int
    """How many cards are undealt."""
    piles: tuple[PileFacts, ...] | None
    """Only in the solo game."""


def facts(state: StrangeWorld, seat: int | None) -> Facts:
    """What lies open, the seat's own cards, and what it remembers of this round."""
    alone = state.seats == 1
    looker = 0 if alone else seat
    return Facts(
        phase=PHASES[state.phase],
        round=state.round,
        turn=tuple(state.turn()),
        sun=holder(state),
        direction=direction(state),
        worlds=tuple(map(written, state.worlds)),
        laid=laid(state),
        focus=focus(state),
        cities=tuple(state.kit.cities[state.city :]),
        fumaroles=state.fumaroles,
        travellers=on_offer(state),
        held=tuple(map(len, state.hands)),
        hand=None if looker is None else names(state.kit, state.hands[looker]),
        draft=None if alone or seat is None else memory(state, seat),
        deck=0 if alone else len(state.deck) - state.drawn,
        piles=tuple(pile_facts(state, pile) for pile in range(state.kit.piles)) if alone else None,
    )


def facts_beside(everybody: Facts, state: StrangeWorld, seat: int) -> Facts:
    """The same for a seat, from what everybody knows: its own cards and what it remembers."""
    if state.seats == 1:
        return everybody
    return replace(everybody, hand=names(state.kit, state.hands[seat]), draft=memory(state, seat))


def memory(state: StrangeWorld, seat: int) -> Memory | None:
    """What a seat remembers of this round's cards: dealt, kept, given away and received, and by whom."""
    draft = state.draft
    if not draft.dealt:
        return None
    before = draft.previous_seat(seat)
    return remembered(
        state.kit,
        draft.next_seat(seat),
        before,
        tuple(draft.dealt_to(seat)),
        draft.kept[seat],
        tuple(draft.got(seat)) if state.phase >= PASS else None,
        draft.passed[seat],
        draft.passed[before] if state.phase >= LAY else OPEN,
    )


@lru_cache(maxsize=512)
def remembered(
    kit: Kit,
    to: int,
    from_: int,
    dealt: tuple[int, ...],
    kept: int,
    got: tuple[int, ...] | None,
    passed: int,
    received: int,
) -> Memory:
    """The same in notation; it stays as it is while cards are laid."""
    return Memory(
        to=to,
        from_=from_,
        dealt=names(kit, dealt),
        kept=name_or_none(kit, kept),
        gave=None if kept == OPEN else names(kit, without([*dealt], kept)),
        got=None if got is None else names(kit, got),
        passed=name_or_none(kit, passed),
        received=name_or_none(kit, received),
    )


def pile_facts(state: StrangeWorld, pile: int) -> PileFacts:
    """A pile as it is seen: its top card, and how many cards lie there."""
    cards = cards_in(state, pile)
    return PileFacts(str(state.kit.cards[cards[0]]) if len(cards) == HAND else None, len(cards))


# ---------------------------------------------------------------------- the whole position


class WrittenDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat came by its cards in this round."""

    dealt: tuple[str, ...]
    kept: str | None = None
    passed: str | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole position, secrets included; what follows from the rest may be left out."""

    phase: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    turn: tuple[int, ...] | UnsetType = UNSET
    sun: int | None = None
    direction: Side | None = None
    worlds: tuple[WrittenWorld, ...]
    laid: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    focus: str | None = None
    cities: tuple[int, ...] | UnsetType = UNSET
    fumaroles: int | UnsetType = UNSET
    travellers: tuple[str, ...] | UnsetType = UNSET
    hands: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    piles: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    """Only in the solo game: the cards that lie in each pile, the top one first."""
    draft: tuple[WrittenDraft, ...] | UnsetType | None = UNSET
    """Only with several players; None between rounds."""
    deck: tuple[str, ...] | UnsetType = UNSET
    """Only with several players: the undealt cards in order."""


def position(state: StrangeWorld) -> Position:
    """The whole position, secrets included."""
    whole = Position(
        phase=PHASES[state.phase],
        round=state.round,
        turn=tuple(state.turn()),
        sun=holder(state),
        direction=direction(state),
        worlds=tuple([written(world) for world in state.worlds]),
        laid=laid(state),
        focus=focus(state),
        cities=tuple(state.kit.cities[state.city :]),
        fumaroles=state.fumaroles,
        travellers=on_offer(state),
        hands=tuple(names(state.kit, hand) for hand in state.hands),
    )
    if state.seats == 1:
        piles = tuple(names(state.kit, cards_in(state, pile)) for pile in range(state.kit.piles))
        return msgspec.structs.replace(whole, piles=piles)
    draft = tuple(written_draft(state, seat) for seat in range(state.seats)) if state.draft.dealt else None
    deck = () if state.phase == OVER else names(state.kit, state.deck[state.drawn :])
    return msgspec.structs.replace(whole, draft=draft, deck=deck)


def written_draft(state: StrangeWorld, seat: int) -> WrittenDraft:
    """How a seat came by its cards in this round."""
    draft, kit = state.draft, state.kit
    chosen = name_or_none(kit, draft.kept[seat]), name_or_none(kit, draft.passed[seat])
    return WrittenDraft(names(kit, draft.dealt_to(seat)), *chosen)


# ---------------------------------------------------------------------- what both have


@lru_cache(maxsize=64)
def all_names(kit: Kit) -> tuple[str, ...]:
    """All cards in notation, by number."""
    return tuple([str(card) for card in kit.cards])


def names(kit: Kit, cards: Iterable[int]) -> tuple[str, ...]:
    """Cards in notation."""
    return tuple(map(all_names(kit).__getitem__, cards))


def name_or_none(kit: Kit, card: int) -> str | None:
    """A card in notation; None for a choice not made yet."""
    return None if card == OPEN else all_names(kit)[card]


def holder(state: StrangeWorld) -> int | None:
    """Who holds the Sun."""
    return None if state.sun < 0 else state.sun


def direction(state: StrangeWorld) -> Side | None:
    """Where the Sun sends the cards; None while it is not chosen, and where there is no choice."""
    if state.seats < 3 or state.draft.step == 0:
        return None
    return SIDES[0] if state.draft.step == 1 else SIDES[1]


def laid(state: StrangeWorld) -> tuple[tuple[str, ...], ...]:
    """By seat, the cells it filled in this round."""
    return tuple([tuple(map(CELL_NAMES.__getitem__, state.laid_cells(seat))) for seat in range(state.seats)])


def focus(state: StrangeWorld) -> str | None:
    """The cell a question is about."""
    return None if state.focus < 0 else CELL_NAMES[state.focus]


def cards_in(state: StrangeWorld, pile: int) -> list[int]:
    """The cards that lie in a pile of the solo game, the top one first."""
    cards = state.deck[HAND * pile : HAND * pile + HAND]
    if pile == state.pile:
        return cards[1:]
    return [] if state.opened & BIT[pile] else cards


def on_offer(state: StrangeWorld) -> tuple[str, ...]:
    """The travellers left."""
    return offered(state.travellers)


@lru_cache(maxsize=1024)
def offered(travellers: int) -> tuple[str, ...]:
    """The travellers of a set."""
    return tuple([name for i, name in enumerate(TRAVELLERS) if travellers & BIT[i]])
