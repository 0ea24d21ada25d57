"""Hands of cards and the piles of the solo game: places that never move."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from cloudtop.core.scene import Part, Picture, Slot
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.laid import land_sprite
from cloudtop.games.strange_world.art.measures import CARD_HEIGHT, CARD_WIDTH
from cloudtop.games.strange_world.art.naming import card_name
from cloudtop.games.strange_world.art.position import Face, InHand, Pile, Position, Side, hand_target, pile_target
from cloudtop.games.strange_world.pieces import HAND, Card, card_of, rank
from cloudtop.stage.scene import Box, Item, Panel

FRAME: Box = (-CARD_WIDTH / 2 - 7, -CARD_HEIGHT / 2 - 7, CARD_WIDTH + 14, CARD_HEIGHT + 21)
"""What is seen of a card with its edge and shadow."""
STEP = 5
"""How far a card of a pile sticks out under the one above."""
PILE_FRAME: Box = (FRAME[0] - 2 * STEP, FRAME[1] - 2 * STEP, FRAME[2] + 2 * STEP, FRAME[3] + 2 * STEP)
NO_BOX: Box = (0, 0, 0, 0)
NOTHING = frozenset[str]()
"""What may be chosen where nothing may."""


@lru_cache(maxsize=1024)
def card_picture(sprite: str, badge: str = "") -> Picture:
    """A card by itself, perhaps with the badge of one that is passed on."""
    items = [Item("card", sprite, 0, 0, 1)]
    if badge:
        items.append(Item("pass", f"{ROOM}-pass-{badge}", 0, CARD_HEIGHT / 2 - 34, 2))
    return Picture(FRAME, tuple(items))


# ---------------------------------------------------------------------- hands


@lru_cache(maxsize=256)
def rank_of(card: str) -> tuple[int, str, int, str]:
    """Where a card comes in a hand."""
    return rank(card_of(card))


@lru_cache(maxsize=1024)
def places_in_hand(hand: tuple[str, ...], laid: tuple[str, ...], alone: bool) -> tuple[tuple[str, bool], ...]:
    """The cards of this round, each in a place of its own, and whether it is still in the hand.

    Alone the top card of a pile has the first place, and the two below it come when it is laid.
    """
    if alone and laid:
        return ((laid[0], False), *places_in_hand(hand, laid[1:], False))
    found: list[tuple[str, bool]] = []
    for card in sorted({*hand, *laid}, key=rank_of):
        found += [(card, True)] * hand.count(card) + [(card, False)] * laid.count(card)
    return tuple(found)


@lru_cache(maxsize=1024)
def hand_placed(
    hand: tuple[str, ...],
    laid: tuple[str, ...],
    alone: bool,
    drafted: tuple[str, ...],
    taken: str,
    kept: str | None,
    passed: str | None,
) -> tuple[InHand, ...]:
    """The places of a hand that one sees, from the cards in it and those that were laid.

    Some lie in the world at present, drafted or only considered (taken); one may be chosen to be kept, or passed on.
    """
    cards, on_board = places_in_hand(hand, laid, alone), list(drafted)
    names = [*map(itemgetter(0), cards)]
    passing = set_aside(names, kept, passed) if kept or passed else ()
    found: list[InHand] = []
    for i, (card, there) in enumerate(cards):
        state = "" if there else "none"
        if there and card == taken:
            state, taken = "held", ""
        elif not there and card in on_board:
            state = "held"
            on_board.remove(card)
        found.append(in_place(card, names[:i].count(card), state, names.index(card), i in passing))
    return (*found, *(GONE,) * (HAND - len(found)))


@lru_cache(maxsize=4096)
def in_place(card: str, twins: int, state: str, number: int, passing: bool) -> InHand:
    """A card in its place of a hand; the very same one in every hand that has it there."""
    return InHand(Face(card_of(card), twins), state, hand_target(number), passing)


UNKNOWN, GONE = InHand(), InHand(state="none")
BACKS = [(UNKNOWN,) * held + (GONE,) * (HAND - held) for held in range(HAND + 1)]
"""A hand that one does not see, by how many cards are in it."""


def set_aside(names: list[str], kept: str | None, passed: str | None) -> set[int]:
    """Places of the cards that are to be passed on: all but the one that is kept, or a single one."""
    if kept in names:
        return {*range(len(names))} - {names.index(kept)}
    return {names.index(passed)} if passed in names else set()


def hand_part(position: Position, seat: int, offers: frozenset[str], words: Words) -> Part:
    """The hand of a seat."""
    owner, own = position.seats[seat], seat == position.seat
    # What may be chosen from a hand lies in one's own.
    chosen_from = offers.intersection([place.target for place in owner.hand]) if own and offers else NOTHING
    shown = owner.name, own, owner.hand, chosen_from, position.direction
    return Part(f"hand:{seat}", shown, hand_panel, (seat, *shown, words))


def hand_panel(
    seat: int, name: str, own: bool, hand: tuple[InHand, ...], offers: frozenset[str], way: Side, words: Words
) -> Panel:
    """A hand as a row of places; in its own one a player takes cards, and puts them back."""
    title = words("scene.own-hand") if own else words("scene.hand", name=name)
    slots = hand_slots(hand, offers, way or "across", words)
    return Panel(f"hand:{seat}", seat, title, NO_BOX, (), "", "", "slots", slots)


def hand_slots(hand: tuple[InHand, ...], offers: frozenset[str], way: str, words: Words) -> tuple[Slot, ...]:
    """The places of a hand, each with a name of its own."""
    found: list[Slot] = []
    cards: list[Card] = []
    for i, place in enumerate(hand):
        face, state, target, passing = place
        twins = 0
        if face is not None:
            twins = cards.count(face.card)
            cards.append(face.card)
        touched = target if target in offers or state == "held" else ""
        found.append(hand_slot(i, place, twins, touched, way if passing else "", words))
    return tuple(found)


@lru_cache(maxsize=2048)
def hand_slot(i: int, place: InHand, twins: int, target: str, passing: str, words: Words) -> Slot:
    """One place of a hand, of whose card there are so many before it."""
    if place.state == "none":
        return Slot(f"card-{i}", words("scene.no-card", number=i + 1), state="none")
    if place.face is None:
        label, sprite = words("scene.back", number=i + 1), f"{ROOM}-back"
    else:
        label, sprite = card_name(place.face.card, words), land_sprite(place.face)
        label = words("scene.again", card=label, number=twins + 1) if twins else label
    text = words("scene.passing") if passing else ""
    return Slot(f"card-{i}", label, card_picture(sprite, passing), target, place.state, text=text)


# ---------------------------------------------------------------------- piles of the solo game


def piles_part(position: Position, words: Words) -> Part:
    """The piles of the solo game, in a row."""
    piles = position.piles
    offers = position.offers.intersection([pile_target(i) for i in range(len(piles))])
    return Part("piles", (piles, offers), piles_panel, (piles, offers, words))


def piles_panel(piles: tuple[Pile, ...], offers: frozenset[str], words: Words) -> Panel:
    """Piles as a row of places, each with a number and a name of its own."""
    slots = []
    for i, pile in enumerate(piles):
        target = pile_target(i) if pile_target(i) in offers or pile.held else ""
        slots.append(pile_slot(i, pile, target, words))
    return Panel("piles", None, words("scene.piles"), NO_BOX, (), kind="slots", slots=tuple(slots))


def pile_slot(i: int, pile: Pile, target: str, words: Words) -> Slot:
    """One pile: its top card face up on two backs; the backs alone once the top card is off; then an empty place."""
    if not pile.cards:
        return Slot(f"pile-{i}", words("scene.pile-gone", number=i + 1), target=target, state="none")
    if pile.top is None:
        label, state = words("scene.pile-open", number=i + 1), "held" if pile.held else "used"
        return Slot(f"pile-{i}", label, pile_picture("", pile.cards), target, state, pile.cards)
    label = words("scene.pile", number=i + 1, card=card_name(pile.top.card, words))
    return Slot(f"pile-{i}", label, pile_picture(land_sprite(pile.top), pile.cards), target, "", pile.cards)


@lru_cache(maxsize=256)
def pile_picture(top: str, cards: int) -> Picture:
    """Cards on each other, the lowest sticking out furthest."""
    items = [
        Item(f"card-{level}", f"{ROOM}-back", -STEP * (cards - 1 - level), -STEP * level, level)
        for level in range(cards - bool(top))
    ]
    if top:
        items.append(Item("top", top, 0, -STEP * (cards - 1), cards))
    return Picture(PILE_FRAME, tuple(items))
