"""A position in writing: what a seat knows of it, and all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cloudtop.core.state import Terms
from cloudtop.games.cloudy_kingdom.fast import BIT, FIELD, FLAT, UPRIGHT, Field, Tables, bare_field
from cloudtop.games.cloudy_kingdom.moves import CELL, NUMBER_OF, Book, Cell
from cloudtop.games.cloudy_kingdom.pieces import EACH, SIDES, Box, Side
from cloudtop.games.cloudy_kingdom.score import (
    FAR,
    PAIR_NAMES,
    cards_lacking,
    castle_bits,
    castle_letters,
    pairs_in_words,
    reach,
    tolls_of,
)
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.stage.latest import latest

Cards = tuple[str, ...]
"""Codes of cards: `("t", "s")`."""
WrittenCastles = tuple[tuple[Side, str], ...]
"""The families on each side, as they are kept."""
WrittenStacks = tuple[tuple[str, Cards], ...]
"""The cards on each cell that has any, as they are kept."""
NUMBER_NAMED: Final = {str(cell): number for number, cell in enumerate(CELL)}
SIDES_TEXT: Final = ["".join(side for bit, side in enumerate(SIDES) if sides & BIT[bit]) for sides in range(16)]
"""Sets of sides in letters."""


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The magic that is being carried out."""

    magic: str
    step: int
    """The number of the step that waits."""
    older: int | None = None
    """How many discards are older than the active seat's own; None stands for all but the last."""
    fresh: str | None = None
    """The cell of the last card it laid."""
    shown: Cards = ()
    """Cards in hand that everybody saw being taken from the pile."""


class Custom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A magic card that the table wrote."""

    steps: tuple[str, ...]
    joins: tuple[str, ...] | None
    """What it joins in the field; None for a card that never lies there."""
    fireproof: bool | None


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows: everything but the stack, the other hands and choices not yet shown."""

    size: int
    families: str
    """The letters of the families that the seats play, in their order; another one on the castles is scenery."""
    castles: dict[Side, str]
    """The families on each side, north and south from the left, east and west from the top."""
    field: dict[str, Cards]
    """For each cell with cards, these from the bottom: `{"b2": ("s:v", "t:w")}`."""
    hands: tuple[tuple[str | None, ...], ...]
    """For each seat its route cards; None is one seen from the back."""
    stack: int
    """How many cards are left to draw."""
    discard: Cards
    removed: Cards
    """The cards that were cut."""
    magic: tuple[Cards | None, ...]
    """For each seat three names; None while they are not chosen, or not shown."""
    used: tuple[Cards, ...]
    active: int
    """Whose turn it is; while magic is chosen, who will start."""
    turn: tuple[int, ...]
    """The seats that have to decide."""
    spell: Spell | None
    last_turns: int
    """How many last turns are to come, this one included; 0 while there are cards in the stack."""
    joined: tuple[str, ...]
    """Pairs of castles of the players that are joined, such as `R:NS`: a road that waits, or that has won."""
    last: str | None
    """The last move that changed the field."""
    winners: tuple[int, ...] | None
    reason: str | None
    """The rule by which the game ended."""
    custom: dict[str, Custom] | UnsetType = UNSET
    """The magic cards that the table wrote, where it wrote any."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole position, secrets included: the keys of `Facts`. Written by hand, most may be left out."""

    size: int = 0
    families: str = ""
    castles: dict[Side, str] = {}
    field: dict[str, Cards] = {}
    hands: tuple[Cards, ...] = ()
    stack: Cards | None = None
    """The top first."""
    discard: Cards = ()
    """The oldest first."""
    removed: Cards = ()
    magic: tuple[Cards | None, ...] = ()
    used: tuple[Cards, ...] = ()
    active: int
    turn: tuple[int, ...] | None = None
    spell: Spell | None = None
    last_turns: int = 0
    joined: tuple[str, ...] | None = None
    last: str | None = None
    winners: tuple[int, ...] | None = None
    reason: str | None = None


def facts(state: CloudyKingdom, seat: int | None) -> Facts:
    """What the seat knows; None is a spectator."""
    seats = range(state.seats)
    magic = [magic_of(state, other) for other in seats]
    return Facts(
        size=state.field.size,
        families=seated(state),
        castles=castles_of(state),
        field=stacks_of(state),
        hands=tuple([hand_seen(state, other, other == seat) for other in seats]),
        stack=len(state.deck) - state.next_card,
        discard=codes(state, state.discards) if state.discards else (),
        removed=codes(state, state.removed) if state.removed else (),
        # The others see no choice before all have chosen.
        magic=tuple([cards if other == seat or not state.picks else None for other, cards in enumerate(magic)]),
        used=used_magic(state, magic),
        active=state.active,
        turn=tuple(state.turn()),
        spell=spell_of(state),
        last_turns=state.last_turns,
        joined=joined_of(state),
        last=last_of(state),
        winners=winners_of(state),
        reason=state.reason or None,
        custom=custom_magic(state.tables.book.box),
    )


def facts_beside(everybody: Facts, state: CloudyKingdom, seat: int) -> Facts:
    """The same for a seat, from what everybody knows: its own cards."""
    hands, magic = list(everybody.hands), list(everybody.magic)
    hands[seat], magic[seat] = hand_of(state, seat), magic_of(state, seat)
    return replace(everybody, hands=tuple(hands), magic=tuple(magic))


def position(state: CloudyKingdom) -> Position:
    """The whole position."""
    seats = range(state.seats)
    magic = tuple([magic_of(state, seat) for seat in seats])
    return Position(
        size=state.field.size,
        families=seated(state),
        castles=castles_of(state),
        field=stacks_of(state),
        hands=tuple(hand_of(state, seat) for seat in seats),
        stack=codes(state, state.deck[state.next_card :]),
        discard=codes(state, state.discards),
        removed=codes(state, state.removed),
        magic=magic,
        used=used_magic(state, magic),
        active=state.active,
        turn=tuple(state.turn()),
        spell=spell_of(state),
        last_turns=state.last_turns,
        joined=joined_of(state),
        last=last_of(state),
        winners=winners_of(state),
        reason=state.reason or None,
    )


# ---------------------------------------------------------------------- key by key

KEPT = 2048
"""So many fields are kept with what was found of them: those of as many tables as move at once, before and after."""
CELL_NAMES: Final = tuple(map(str, CELL))


class Stretch(NamedTuple):
    """A piece of road within one cell: the sides that it joins; one side alone is an arm that leads nowhere."""

    cell: Cell
    sides: str


PIECES: Final = tuple(Stretch(cell, sides) for cell in CELL for sides in SIDES_TEXT)
"""Every piece of road by its number, made once."""


def codes(state: CloudyKingdom, designs: list[int]) -> Cards:
    """Cards by their codes."""
    known = state.tables.book.designs
    return tuple([known[design].code for design in designs])


def families_of(box: Box, terms: Terms) -> str:
    """The families of the seats in their order, and after them that of nobody, if there is one."""
    return seated_once(box, terms.players, terms.options["families"])


@lru_cache(maxsize=256)
def seated_once(box: Box, players: int, chosen: str) -> str:
    """The same, found once."""
    return box.all_seated(players, chosen)


def seated(state: CloudyKingdom) -> str:
    """The families of the seats in their order."""
    return families_of(state.tables.book.box, state.terms)[: state.seats]


def castles_of(state: CloudyKingdom) -> dict[Side, str]:
    """The families on each side."""
    return dict(castles_written(state))


def castles_written(state: CloudyKingdom) -> WrittenCastles:
    """The same, as it is kept."""
    families = families_of(state.tables.book.box, state.terms)
    return lettered(tuple(state.field.castles), state.field.size, families)


@lru_cache(maxsize=256)
def lettered(castles: tuple[int, ...], size: int, families: str) -> WrittenCastles:
    """Castles in letters; every view has its own."""
    return tuple(castle_letters(list(castles), size, families).items())


def stacks_of(state: CloudyKingdom) -> dict[str, Cards]:
    """The cards on each cell that has any, bottom first."""
    return dict(stacks_written(state))


def stacks_written(state: CloudyKingdom) -> WrittenStacks:
    """The same, as it is kept."""
    field = state.field
    return stacks_once(state.tables.book, tuple(field.laid), tuple(field.beneath), tuple(field.top))


@lru_cache(maxsize=KEPT)
def stacks_once(book: Book, laid: tuple[int, ...], beneath: tuple[int, ...], top: tuple[int, ...]) -> WrittenStacks:
    """The stacks of a field, found once for all who look at it; every view has its own."""
    faces, found = faces_written(book), list[tuple[str, Cards]]()
    for cell, highest in enumerate(top):
        if highest >= 0:
            cards, card = list[str](), highest
            while card >= 0:
                cards.append(faces[laid[card]])
                card = beneath[card]
            found.append((CELL_NAMES[cell], tuple(cards[::-1])))
    return tuple(found)


@lru_cache(maxsize=64)
def faces_written(book: Book) -> tuple[str, ...]:
    """All faces as they are written in a stack."""
    return tuple([book.face_text(face) for face in range(len(book.faces))])


def height(state: CloudyKingdom, cell: Cell) -> int:
    """How many cards lie on a cell."""
    field, found = state.field, 0
    card = field.top[NUMBER_OF[cell]]
    while card >= 0:
        found += 1
        card = field.beneath[card]
    return found


def hand_of(state: CloudyKingdom, seat: int) -> Cards:
    """A seat's route cards: its own, or, while it carries out magic, those that it drew and took."""
    card = state.hands[seat]
    own = [card] if card >= 0 else []
    return codes(state, own + state.drawn + state.shown if seat == state.active else own)


def hand_seen(state: CloudyKingdom, seat: int, own: bool) -> tuple[str | None, ...]:
    """A seat's route cards as itself, or as the others, see them: all know what was taken from the pile."""
    cards = hand_of(state, seat)
    hidden = len(cards) - (len(state.shown) if seat == state.active else 0)
    return cards if own else (None,) * hidden + cards[hidden:]


def magic_of(state: CloudyKingdom, seat: int) -> Cards | None:
    """A seat's magic cards; None while they are not chosen."""
    sides = state.magic[EACH * seat : EACH * seat + EACH]
    if state.picks:
        if state.picks[seat] < 0:
            return None
        sides = state.tables.book.threes[state.picks[seat]]
    return magic_named(state.tables.book.box, tuple(sides))


@lru_cache(maxsize=4096)
def magic_named(box: Box, sides: tuple[int, ...]) -> Cards:
    """Sides of magic cards by their names."""
    return tuple([box.magic[side].name for side in sides])


def used_magic(state: CloudyKingdom, magic: Sequence[Cards | None]) -> tuple[Cards, ...]:
    """The magic cards that each seat has spent, of those that it has."""
    return tuple([used_of(cards or (), spent) for cards, spent in zip(magic, state.used, strict=True)])


@lru_cache(maxsize=4096)
def used_of(names: Cards, spent: int) -> Cards:
    """Those of some magic cards that are in a set of places."""
    return tuple([name for slot, name in enumerate(names) if spent & BIT[slot]])


def spell_of(state: CloudyKingdom) -> Spell | None:
    """The magic that is being carried out."""
    if state.spell < 0:
        return None
    fresh = str(CELL[state.fresh]) if state.fresh >= 0 else None
    name = state.tables.book.box.magic[state.spell].name
    return Spell(name, state.step, state.older, fresh, codes(state, state.shown))


def joined_of(state: CloudyKingdom) -> tuple[str, ...]:
    """The pairs of castles that are joined."""
    return tuple(pairs_in_words(state.linked, seated(state))) if state.linked else ()


def last_of(state: CloudyKingdom) -> str | None:
    """The last move that changed the field."""
    return str(state.tables.book.values[state.last]) if state.last >= 0 else None


def winners_of(state: CloudyKingdom) -> tuple[int, ...] | None:
    """The seats that have won; None while the game goes on."""
    return tuple(seat for seat in range(state.seats) if state.winners & BIT[seat]) if state.reason else None


def custom_magic(box: Box) -> dict[str, Custom] | UnsetType:
    """The magic cards that the table wrote, in full, for those who know only a view; unset if it wrote none."""
    if not box.own:
        return UNSET
    return {
        side.name: Custom(
            tuple(str(step) for step in side.steps),
            side.laid.joins if side.laid else None,
            side.laid.fireproof if side.laid else None,
        )
        for side in box.own
    }


# ---------------------------------------------------------------------- what follows from it, found quickly


@dataclass(frozen=True, eq=False)
class Seen:
    """All that the roads of a view depend on. One is equal to itself alone, so that to look it up costs nothing."""

    castles: WrittenCastles
    stacks: WrittenStacks
    families: str


def seen_in(facts: Facts) -> Seen:
    """What the roads of a view depend on."""
    return seen_on(facts.field, facts.castles, facts.families)


@latest
def seen_on(field: dict[str, Cards], castles: dict[Side, str], families: str) -> Seen:
    """The same; of the fields that were looked at last it is known, whoever looks."""
    return seen_once(tuple(castles.items()), tuple(field.items()), families)


def seen_of(state: CloudyKingdom) -> Seen:
    """What the roads of a position depend on."""
    return seen_with(stacks_written(state), castles_written(state), seated(state))


@latest
def seen_with(stacks: WrittenStacks, castles: WrittenCastles, families: str) -> Seen:
    """The same; of the very stacks that were looked at last it is known, so that the cards need not be compared."""
    return seen_once(castles, stacks, families)


@lru_cache(maxsize=KEPT)
def seen_once(castles: WrittenCastles, stacks: WrittenStacks, families: str) -> Seen:
    """The same one for all fields that are alike."""
    return Seen(castles, stacks, families)


@lru_cache(maxsize=KEPT)
def field_of_view(tables: Tables, seen: Seen) -> Field:
    """The field as the quick code knows it, made once: nobody may change it."""
    north = seen.castles[0][1]
    families = seen.families + "".join(letter for letter in north if letter not in seen.families)
    field = bare_field(tables, len(north), castle_bits(dict(seen.castles), families))
    faces = tables.book.face_named
    for name, cards in seen.stacks:
        for card in cards:
            field.lay(NUMBER_NAMED[name], faces[card])
    return field


@lru_cache(maxsize=KEPT)
def ways_to_lie(tables: Tables, seen: Seen) -> dict[Cell, tuple[bool, bool]]:
    """For each cell whether a card could come to lie there north-south, and west-east, were there no fire."""
    field = field_of_view(tables, seen)
    upright = field.empty_places(UPRIGHT) | field.flat_top
    flat = field.empty_places(FLAT) | field.taken & ~field.flat_top
    return {cell: (upright & bit != 0, flat & bit != 0) for cell, bit in cells_of(field.size)}


@cache
def cells_of(size: int) -> tuple[tuple[Cell, int], ...]:
    """The cells of a field of that size, each with its bit."""
    return tuple([(cell, BIT[number]) for number, cell in enumerate(CELL) if FIELD[size] & BIT[number]])


@lru_cache(maxsize=KEPT)
def reaches(tables: Tables, seen: Seen) -> dict[tuple[str, Side], tuple[Stretch, ...]]:
    """By family and side, the road that grows from the castle there: cells, and the sides that it joins in each."""
    field, castles = field_of_view(tables, seen), dict(seen.castles)
    return {
        (letter, side): tuple([PIECES[piece] for piece in reach(field, 4 * number + place)])
        for number, side in enumerate(SIDES)
        for place, letter in enumerate(castles[side])
        if letter in seen.families
    }


@lru_cache(maxsize=KEPT)
def lacking(tables: Tables, seen: Seen) -> tuple[dict[str, int], ...]:
    """By seat, how few route cards would join its castles, for each pair of sides that can be joined."""
    field = field_of_view(tables, seen)
    found = [cards_lacking(field, tolls(tables), seat) for seat in range(len(seen.families))]
    return tuple({pair: cards for pair, cards in zip(PAIR_NAMES, each, strict=True) if cards < FAR} for each in found)


@cache
def tolls(tables: Tables) -> list[list[int]]:
    """What stacks ask of a road: see `score.tolls_of`."""
    return tolls_of(tables)


@lru_cache(maxsize=KEPT)
def nearest(tables: Tables, seen: Seen) -> tuple[int | None, ...]:
    """By seat, how few route cards would join two of its castles; None if none can."""
    return tuple([min(pairs.values(), default=None) for pairs in lacking(tables, seen)])
