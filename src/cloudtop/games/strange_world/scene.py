"""Strange World on stage: worlds, hands, supply and piles, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import Part, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import art, fast
from cloudtop.games.strange_world.art.position import (
    City,
    Face,
    InHand,
    Laid,
    Offer,
    Pile,
    Place,
    Portal,
    Position,
    Seat,
    Standing,
    World,
    cell_target,
    direction_target,
    hand_target,
    pile_target,
    slot_target,
    traveller_target,
)
from cloudtop.games.strange_world.art.world import key
from cloudtop.games.strange_world.board import in_sets
from cloudtop.games.strange_world.fast import Kit, upper_row
from cloudtop.games.strange_world.moves import (
    HOME,
    REACHES,
    Cell,
    Decline,
    Erupt,
    Found,
    Join,
    Keep,
    Lay,
    Move,
    OpenPile,
    PassOn,
    Reach,
    Side,
    Sun,
    Welcome,
    cell_of,
)
from cloudtop.games.strange_world.pieces import HAND, TRAVELLERS, Box, Card, card_of, rank
from cloudtop.games.strange_world.score import by_row, missing, stars
from cloudtop.games.strange_world.view import Facts, PileFacts, WrittenCity, WrittenGuest, WrittenWorld
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg

TO_DECLINE = "decline"
"""What is touched to decline a traveller: a button of the page, not of the picture."""
SIGNS = "=!#"
"""What may be written behind a card of a world."""


def parts(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
    """What a view shows; cards are never rotated, so the side one looks from changes nothing."""
    return art.parts(position_of(kit, view, words, staging), words)


def draw(kit: Kit, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A view as a complete SVG picture."""
    return art.picture(position_of(kit, view, words, staging, counted=True), words, theme_named(theme))


def sprites(box: Box) -> str:
    """Lands, animals and travellers, drawn once."""
    return sprites_svg(art.sprites(box), [art.PALETTE])


def paints() -> str:
    """Isles and clouds by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- from facts to what is drawn


def position_of(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move], counted: bool = False) -> Position:
    """The table as the looker sees it, perhaps with everybody's stars."""
    facts = view.facts
    looker = 0 if view.players == 1 else view.seat
    worlds = [seen(kit, world) for world in facts.worlds]
    return Position(
        tuple(
            [
                Seat(
                    staging.names[seat] if seat < len(staging.names) else words("text.seat", seat=seat),
                    world.drawn,
                    hand_drawn(facts, seat, looker, staging),
                    stars(world.counted) if counted else None,
                )
                for seat, world in enumerate(worlds)
            ]
        ),
        box=kit.box,
        seat=looker,
        to_play=frozenset(facts.turn),
        sun=facts.sun,
        direction=facts.direction or "",
        round=max(1, facts.round),
        cities=facts.cities,
        fumaroles=facts.fumaroles,
        travellers=tuple(offers(kit, facts, worlds, looker)),
        piles=tuple([pile_drawn(pile) for pile in facts.piles or ()]),
        targets=frozenset(staging.targets),
        chosen=frozenset(staging.chosen),
        ghost=ghost_drawn(facts, staging.ghost),
        drafted=frozenset(drafted(facts, staging.drafted, looker)),
        form=staging.form,
        last=frozenset([(seat, place(cell_of(cells[-1]))) for seat, cells in enumerate(facts.laid) if cells]),
    )


def place(cell: Cell) -> Place:
    """A cell as a picture has it."""
    return cell.column, cell.row


# ---------------------------------------------------------------------- worlds


class Seen(NamedTuple):
    """A world to be drawn, and the same to be counted, by rows too."""

    drawn: World
    counted: fast.World
    rows: list[list[int]]


def seen(kit: Kit, written: WrittenWorld) -> Seen:
    """A world of a view; the same one is made once."""
    return seen_once(kit, tuple(written.land.items()), written.side, written.travellers, written.cities)


@lru_cache(maxsize=1024)
def seen_once(
    kit: Kit,
    land: tuple[tuple[str, str], ...],
    side: Side | None,
    travellers: tuple[WrittenGuest, ...],
    cities: tuple[WrittenCity, ...],
) -> Seen:
    """A world with all that stands in it and beside it."""
    world = WrittenWorld(dict(land), side, travellers, cities).read()
    counted = in_sets(world, kit)
    rows = by_row(counted)
    cards = [Laid(place(at.cell), face(at.card, at.cell), at.cell == HOME, at.devoured) for at in world.cards]
    guests = [
        Standing(name.lower(), upper, not missing(kit, rows, TRAVELLERS.index(name), upper))
        for name, upper in world.guests
    ]
    drawn = World(
        tuple(cards),
        tuple([place(laid.cell) for laid in world.cards if laid.covered]),
        tuple([Portal(place(left), place(right)) for left, right in world.portals]),
        tuple([City(city.stars, place(city.first), place(city.second)) for city in world.cities]),
        tuple(guests),
        world.side or "",
    )
    return Seen(drawn, counted, rows)


def face(card: Card, cell: Cell) -> Face:
    """A card of a world; its look depends on its cell, so that it keeps it."""
    return Face(card, cell.column + 2 * cell.row)


def ghost_drawn(facts: Facts, move: Move | None) -> World:
    """What a move that is being considered would add to the looker's world."""
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    match move:
        case Lay():
            return World(cards=(Laid(place(move.cell), face(move.card, move.cell)),))
        case Join():
            left, right = sorted((place(focus), place(move.cell)))
            return World(portals=(Portal(left, right),))
        case Welcome():
            who = Standing(move.traveller.lower(), slot(facts, move.reach))
            return World(travellers=(who,), side=move.side)
        case Erupt():
            return World(fumaroles=(place(move.cell),))
        case Found() if facts.cities:
            return World(cities=(City(facts.cities[0], place(focus), place(move.cell)),))
    return NOTHING


NOTHING = World()


def drafted(facts: Facts, moves: Sequence[Move], seat: int | None) -> Iterator[str]:
    """The items of the looker's world that drafted moves have put there."""
    world = None if seat is None else facts.worlds[seat]
    for move in moves:
        match move:
            case Lay():
                yield f"card-{key(place(move.cell))}"
            case Erupt():
                yield f"fumarole-{key(place(move.cell))}"
            case Welcome():
                yield f"traveller-{move.traveller.lower()}"
            case Found() if world is not None:
                yield from (
                    f"city-{city.stars}" for city in world.cities if str(move.cell) in (city.first, city.second)
                )
            case Join() if world is not None:
                joined = [cell_of(cell) for cell, card in world.land.items() if "=" in card]
                yield from (f"portal-{key(place(left))}" for left in joined if move.cell in (left, left.right))


# ---------------------------------------------------------------------- hands, piles, travellers


@lru_cache(maxsize=1024)
def places_in_hand(hand: tuple[str, ...], laid: tuple[str, ...], alone: bool) -> tuple[tuple[str, bool], ...]:
    """The cards of this round, each in a place of its own, and whether it is still in the hand.

    Alone the top card of a pile has the first place, and the two below it come when it is laid.
    """
    if alone and laid:
        return ((laid[0], False), *places_in_hand(hand, laid[1:], False))
    found: list[tuple[str, bool]] = []
    for card in sorted({*hand, *laid}, key=lambda card: rank(card_of(card))):
        found += [(card, True)] * hand.count(card) + [(card, False)] * laid.count(card)
    return tuple(found)


def laid_cards(facts: Facts, seat: int) -> tuple[str, ...]:
    """The cards that a seat has laid in this round, in order."""
    land = facts.worlds[seat].land
    return tuple([land[cell].rstrip(SIGNS) for cell in facts.laid[seat]])


def hand_drawn(facts: Facts, seat: int, looker: int | None, staging: Staging[Move]) -> tuple[InHand, ...]:
    """The places of a hand, face up for whoever may see them."""
    if seat != looker or facts.hand is None:
        held = facts.held[seat]
        return (UNKNOWN,) * held + (GONE,) * (HAND - held)
    cards = places_in_hand(facts.hand, laid_cards(facts, seat), facts.piles is not None)
    on_board = [str(move.card) for move in staging.drafted if isinstance(move, Lay)]
    taken = str(staging.ghost.card) if isinstance(staging.ghost, Lay) else ""
    passing = set_aside(facts, cards, staging.ghost)
    hand: list[InHand] = []
    for i, (card, there) in enumerate(cards):
        state = "" if there else "none"
        if there and card == taken:
            state, taken = "held", ""
        elif not there and card in on_board:
            state = "held"
            on_board.remove(card)
        first = next(j for j, (other, _) in enumerate(cards) if other == card)
        twins = sum(other == card for other, _ in cards[:i])
        hand.append(InHand(Face(card_of(card), twins), state, hand_target(first), i in passing))
    return (*hand, *(GONE,) * (HAND - len(hand)))


UNKNOWN, GONE = InHand(), InHand(state="none")


def set_aside(facts: Facts, cards: tuple[tuple[str, bool], ...], ghost: Move | None) -> frozenset[int]:
    """Places of the cards that the looker has chosen to pass on, or considers to."""
    draft = facts.draft
    kept = str(ghost.card) if isinstance(ghost, Keep) else draft.kept if draft and facts.phase == "keep" else None
    passed = str(ghost.card) if isinstance(ghost, PassOn) else draft.passed if draft and facts.phase == "pass" else None
    names = [card for card, _ in cards]
    if kept in names:
        return frozenset(range(len(names))) - {names.index(kept)}
    return frozenset({names.index(passed)}) if passed in names else frozenset()


def pile_drawn(pile: PileFacts) -> Pile:
    """A pile of the solo game."""
    return Pile(None if pile.top is None else Face(card_of(pile.top)), pile.cards)


def offers(kit: Kit, facts: Facts, worlds: Sequence[Seen], looker: int | None) -> Iterator[Offer]:
    """The travellers of this game: whose guests they are, and how much their wishes lack."""
    guests = {who.name: (seat, who.row) for seat, world in enumerate(worlds) for who in world.drawn.travellers}
    for number, name in enumerate(TRAVELLERS):
        guest = guests.get(name.lower())
        if guest is not None:
            seat, upper = guest
            lacks = missing(kit, worlds[seat].rows, number, upper)
            worth = kit.welcome_stars + (0 if lacks else kit.bonus[number])
            points = tuple([worth if seat == other else 0 for other in range(len(worlds))])
            yield Offer(name.lower(), seat, points, lacks)
        elif name in facts.travellers:
            yield Offer(name.lower(), missing=None if looker is None else least(kit, worlds[looker], number))


def least(kit: Kit, world: Seen, traveller: int) -> int:
    """How much a traveller's wish lacks in the two rows of a world that suit it best."""
    top, bottom = world.counted.top, world.counted.bottom
    uppers = [row for row in range(len(world.rows) - 1) if max(bottom, row + 1) - min(top, row) < 4]
    return min([missing(kit, world.rows, traveller, upper) for upper in uppers])


def slot(facts: Facts, reach: Reach) -> int:
    """The upper row of a traveller that comes by the portal in question."""
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    return upper_row(focus.number, REACHES.index(reach))


# ---------------------------------------------------------------------- what is touched

QUESTIONS = {"portal": Join, "fumarole": Erupt, "city": Found}
"""By what is to be decided, the kind of move that a cell then stands for; at any other time it is a card laid there."""


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move; nothing for what cannot be meant now, such as a card not held."""
    facts = view.facts
    match move:
        case Sun():
            return (direction_target(move.direction),)
        case OpenPile():
            return (pile_target(move.pile - 1),)
        case Keep():
            return in_hand(view, move.card) if facts.phase == "keep" else ()
        case PassOn():
            return in_hand(view, move.card) if facts.phase == "pass" else ()
        case Lay():
            card = in_hand(view, move.card)
            if facts.phase in QUESTIONS:
                return card
            there = (cell_target(place(move.cell)),) if card or not facts.hand else ()
            return there if facts.phase in ("keep", "pass") else card + there
        case Welcome():
            return traveller_target(move.traveller.lower()), slot_target(move.side, slot(facts, move.reach))
        case Decline():
            return (TO_DECLINE,)
        case Join() | Erupt() | Found():
            return (cell_target(place(move.cell)),) if isinstance(move, QUESTIONS.get(facts.phase, Lay)) else ()


def in_hand(view: View[Facts], card: Card) -> tuple[str, ...]:
    """The place of a card in the looker's hand; of equal ones the first."""
    hand, name = view.facts.hand or (), str(card)
    if name not in hand:
        return ()
    cards = places_in_hand(hand, laid_cards(view.facts, view.seat or 0), view.facts.piles is not None)
    return (hand_target(next(i for i, (other, _) in enumerate(cards) if other == name)),)
