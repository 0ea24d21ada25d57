"""Strange World on stage: worlds, hands, supply and piles, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import Part, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import art, fast
from cloudtop.games.strange_world.art.laid import key
from cloudtop.games.strange_world.art.position import (
    NOTHING,
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
from cloudtop.games.strange_world.board import World as Known
from cloudtop.games.strange_world.board import in_sets
from cloudtop.games.strange_world.effects import portal_once, volcano_target, water_apart, wind_row
from cloudtop.games.strange_world.fast import NEIGHBOURS, SIDEWAYS, Kit, only, upper_row
from cloudtop.games.strange_world.moves import (
    GRID,
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
    Sun,
    Welcome,
    cell_of,
)
from cloudtop.games.strange_world.pieces import HAND, TRAVELLERS, WIDTH, Box, Card, card_of, rank
from cloudtop.games.strange_world.score import by_row, missing, stars
from cloudtop.games.strange_world.view import Facts, PileFacts, WrittenWorld
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
    considered = (*staging.drafted, staging.ghost)
    worlds = seen_together(kit, facts.worlds)
    coming = tuple([move.traveller for move in considered if isinstance(move, Welcome)])
    least = None if looker is None or facts.phase == "over" else worlds[looker].least
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
        seat=view.seat,
        to_play=frozenset(facts.turn),
        sun=facts.sun,
        direction=facts.direction or "",
        round=max(1, facts.round),
        cities=facts.cities,
        fumaroles=facts.fumaroles,
        travellers=offers(kit, tuple([world.lacks for world in worlds]), facts.travellers, least, coming),
        piles=tuple([pile_drawn(pile, OpenPile(i) in considered) for i, pile in enumerate(facts.piles or (), 1)]),
        targets=frozenset(staging.targets),
        chosen=frozenset(staging.chosen),
        ghost=ghost_drawn(view, worlds, staging.ghost),
        drafted=frozenset(drafted(facts, staging.drafted, looker)) if staging.drafted else UNTOUCHED,
        form=staging.form,
        last=tuple([place(cell_of(cells[-1])) if cells else None for cells in facts.laid]),
    )


def place(cell: Cell) -> Place:
    """A cell as a picture has it."""
    return cell.column, cell.row


# ---------------------------------------------------------------------- worlds


class Seen(NamedTuple):
    """A world to be read, the same to be drawn and to be counted, and how its travellers fare."""

    read: Known
    drawn: World
    counted: fast.World
    lacks: tuple[tuple[str, int], ...]
    """How much the wish of each traveller beside it lacks."""
    least: tuple[int, ...]
    """By traveller, how much its wish would lack in the two rows that suit it best."""


@lru_cache(maxsize=1024)
def seen(kit: Kit, written: WrittenWorld) -> Seen:
    """A world of a view with all that stands in it and beside it; the same one is made once."""
    world = written.read()
    counted = in_sets(world, kit)
    rows = by_row(counted)
    cards = [laid_drawn(at.cell, at.card, at.devoured) for at in world.cards]
    lacks = {name.lower(): missing(kit, rows, TRAVELLERS.index(name), upper) for name, upper in world.guests}
    uppers = [row for row in range(WIDTH - 1) if counted.slot_fits(row)]
    least = [min([missing(kit, rows, number, upper) for upper in uppers]) for number in range(len(TRAVELLERS))]
    guests = [Standing(name.lower(), upper, not lacks[name.lower()]) for name, upper in world.guests]
    drawn = World(
        tuple(cards),
        tuple([place(laid.cell) for laid in world.cards if laid.covered]),
        tuple([Portal(place(left), place(right)) for left, right in world.portals]),
        tuple([City(city.stars, place(city.first), place(city.second)) for city in world.cities]),
        tuple(guests),
        world.side or "",
    )
    return Seen(world, drawn, counted, tuple(lacks.items()), tuple(least))


LOOKED_AT = 16
LATEST: dict[int, tuple[tuple[WrittenWorld, ...], Kit, tuple[Seen, ...]]] = {}
"""The worlds of so many tables that were looked at last, by the identity of each, which lasts as long as it is kept."""


def seen_together(kit: Kit, worlds: tuple[WrittenWorld, ...]) -> tuple[Seen, ...]:
    """All worlds of a table; found once for all who look at it, as they share what everybody knows."""
    known = LATEST.get(id(worlds))
    if known is None or known[0] is not worlds or known[1] is not kit:
        if len(LATEST) >= LOOKED_AT:
            LATEST.clear()
        known = LATEST[id(worlds)] = (worlds, kit, tuple([seen(kit, world) for world in worlds]))
    return known[2]


@lru_cache(maxsize=8192)
def laid_drawn(cell: Cell, card: Card, devoured: bool) -> Laid:
    """A card of a world as it is drawn; the very same one in every world where it lies there."""
    return Laid(place(cell), face(card, cell), cell == HOME, devoured)


def face(card: Card, cell: Cell) -> Face:
    """A card of a world; its look depends on its cell, so that it keeps it."""
    return Face(card, cell.column + 2 * cell.row)


def ghost_drawn(view: View[Facts], worlds: Sequence[Seen], move: Move | None) -> World:
    """What a move that is being considered would add to the looker's world, with all that follows by itself."""
    facts, world = view.facts, worlds[view.seat or 0].counted
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    match move:
        case Lay():
            return laid_ghost(view, world, move)
        case Join():
            return World(portals=(portal(focus.number, move.cell.number),))
        case Welcome():
            who = Standing(move.traveller.lower(), slot(facts, move.reach))
            return World(travellers=(who,), side=move.side)
        case Erupt():
            return World(fumaroles=(place(move.cell),), cities=city(facts, world, move.cell.number))
        case Found() if facts.cities:
            return World(cities=(City(facts.cities[0], place(focus), place(move.cell)),))
    return NOTHING


def laid_ghost(view: View[Facts], world: fast.World, move: Lay) -> World:
    """A card that is being considered: devoured or not, with its portal, its fumarole and its city."""
    facts, cell = view.facts, move.cell.number
    sides = SIDEWAYS if view.options["portal_adjacency"] == "sideways" else NEIGHBOURS
    devoured = bool(devourer(world, move, sides, facts.fumaroles))
    ghost = World(cards=(Laid(place(move.cell), face(move.card, move.cell), devoured=devoured),))
    if devoured:
        return ghost
    partners = world.portal_partners(cell) if move.card.portal else 0
    if partners.bit_count() == 1:
        ghost = replace(ghost, portals=(portal(cell, only(cell, partners)),))
    targets = world.eruption_targets(cell) if move.card.volcano else 0
    if targets.bit_count() == 1 and (not partners or (partners.bit_count() == 1 and not facts.travellers)):
        covered = only(cell, targets)
        ghost = replace(ghost, fumaroles=(place(GRID[covered]),), cities=city(facts, world, covered))
    return ghost


def portal(cell: int, partner: int) -> Portal:
    """The portal of two cards side by side."""
    return Portal(place(GRID[min(cell, partner)]), place(GRID[max(cell, partner)]))


def city(facts: Facts, world: fast.World, cell: int) -> tuple[City, ...]:
    """The Dark City that a new fumarole founds by itself, if it does."""
    partners = world.city_partners(cell)
    if partners.bit_count() != 1 or not facts.cities:
        return ()
    return (City(facts.cities[0], place(GRID[cell]), place(GRID[only(cell, partners)])),)


def devourer(world: fast.World, move: Lay, sides: list[int], fumaroles: int) -> str:
    """What makes the Tzimimes devour a card, in the order in which the rules ask; nothing if they do not."""
    card, cell = move.card, move.cell.number
    if card.water and water_apart(world, cell):
        return "water"
    if card.wind and wind_row(world, cell):
        return "wind"
    if card.portal and portal_once(world, cell, sides):
        return "next-to-portal"
    if card.volcano and volcano_target(world, cell, fumaroles):
        return "no-target" if fumaroles else "no-fumarole"
    return ""


UNTOUCHED = frozenset[str]()


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
    cells = facts.laid[seat]
    if not cells:
        return ()
    land = facts.worlds[seat].land
    return tuple([land[cell].rstrip(SIGNS) for cell in cells])


def hand_drawn(facts: Facts, seat: int, looker: int | None, staging: Staging[Move]) -> tuple[InHand, ...]:
    """The places of a hand, face up for whoever may see them."""
    if seat != looker or facts.hand is None:
        return BACKS[facts.held[seat]]
    cards = places_in_hand(facts.hand, laid_cards(facts, seat), facts.piles is not None)
    on_board = tuple([str(move.card) for move in staging.drafted if isinstance(move, Lay)])
    taken = str(staging.ghost.card) if isinstance(staging.ghost, Lay) else ""
    return hand_placed(cards, on_board, taken, set_aside(facts, cards, staging.ghost))


@lru_cache(maxsize=1024)
def hand_placed(
    cards: tuple[tuple[str, bool], ...], drafted: tuple[str, ...], taken: str, passing: frozenset[int]
) -> tuple[InHand, ...]:
    """The same of one's own hand, with the cards that lie in the world at present: drafted, or only considered."""
    names, on_board = [card for card, _ in cards], list(drafted)
    hand: list[InHand] = []
    for i, (card, there) in enumerate(cards):
        state = "" if there else "none"
        if there and card == taken:
            state, taken = "held", ""
        elif not there and card in on_board:
            state = "held"
            on_board.remove(card)
        twins = names[:i].count(card)
        hand.append(InHand(Face(card_of(card), twins), state, hand_target(names.index(card)), i in passing))
    return (*hand, *(GONE,) * (HAND - len(hand)))


UNKNOWN, GONE = InHand(), InHand(state="none")
BACKS = [(UNKNOWN,) * held + (GONE,) * (HAND - held) for held in range(HAND + 1)]
"""A hand that one does not see, by how many cards are in it."""


def set_aside(facts: Facts, cards: tuple[tuple[str, bool], ...], ghost: Move | None) -> frozenset[int]:
    """Places of the cards that the looker has chosen to pass on, or considers to."""
    draft = facts.draft
    kept = str(ghost.card) if isinstance(ghost, Keep) else draft.kept if draft and facts.phase == "keep" else None
    passed = str(ghost.card) if isinstance(ghost, PassOn) else draft.passed if draft and facts.phase == "pass" else None
    if kept is None and passed is None:
        return frozenset()
    names = [card for card, _ in cards]
    if kept in names:
        return frozenset(range(len(names))) - {names.index(kept)}
    return frozenset({names.index(passed)}) if passed in names else frozenset()


def pile_drawn(pile: PileFacts, held: bool = False) -> Pile:
    """A pile of the solo game; one whose top card is off may be held."""
    return Pile(None if pile.top is None else Face(card_of(pile.top)), pile.cards, held and pile.top is None)


@lru_cache(maxsize=2048)
def offers(
    kit: Kit,
    guests: tuple[tuple[tuple[str, int], ...], ...],
    on_offer: tuple[str, ...],
    least: tuple[int, ...] | None,
    coming: tuple[str, ...],
) -> tuple[Offer, ...]:
    """The travellers of this game: whose guests they are, and how much their wishes lack.

    Of those on offer that is told to whoever has rows for them, and is still to choose.
    """
    where = {name: (seat, lacks) for seat, here in enumerate(guests) for name, lacks in here}
    found: list[Offer] = []
    for number, name in enumerate(TRAVELLERS):
        if name.lower() in where:
            seat, lacks = where[name.lower()]
            worth = kit.welcome_stars + (0 if lacks else kit.bonus[number])
            points = tuple([worth if seat == other else 0 for other in range(len(guests))])
            found.append(Offer(name.lower(), seat, points, lacks, name in coming))
        elif name in on_offer:
            found.append(Offer(name.lower(), None, (), None if least is None else least[number], name in coming))
    return tuple(found)


def slot(facts: Facts, reach: Reach) -> int:
    """The upper row of a traveller that comes by the portal in question."""
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    return upper_row(focus.number, REACHES.index(reach))


# ---------------------------------------------------------------------- what is touched

QUESTIONS = {"portal": Join, "fumarole": Erupt, "city": Found}
"""By what is to be decided, the kind of move that a cell then stands for; at any other time it is a card laid there."""


NOWHERE = ("nowhere",)
"""What nobody can touch: so that a cell that is tapped in vain is explained by the moves it could have meant."""


CELL_TARGETS = {cell: (cell_target(place(cell)),) for cell in GRID}


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move; `NOWHERE` for one that cannot be meant now, such as a card not held."""
    facts = view.facts
    match move:
        case Lay():
            card = in_hand(view).get(move.card, ())
            if facts.phase in QUESTIONS:
                return card or NOWHERE
            if facts.hand and not card:
                return NOWHERE
            cell = CELL_TARGETS[move.cell]
            return cell if facts.phase in ("keep", "pass") else card + cell
        case Keep():
            return in_hand(view).get(move.card, NOWHERE) if facts.phase == "keep" else NOWHERE
        case PassOn():
            return in_hand(view).get(move.card, NOWHERE) if facts.phase == "pass" else NOWHERE
        case Sun():
            return (direction_target(move.direction),)
        case OpenPile():
            return (pile_target(move.pile - 1),)
        case Welcome():
            return traveller_target(move.traveller.lower()), slot_target(move.side, slot(facts, move.reach))
        case Decline():
            return (TO_DECLINE,)
        case Join() | Erupt() | Found():
            return CELL_TARGETS[move.cell] if isinstance(move, QUESTIONS.get(facts.phase, Lay)) else NOWHERE


def in_hand(view: View[Facts]) -> Mapping[Card, tuple[str]]:
    """The places of the cards in the looker's hand; of equal ones the first."""
    facts = view.facts
    return held(facts.hand or (), laid_cards(facts, view.seat or 0), facts.piles is not None)


@lru_cache(maxsize=1024)
def held(hand: tuple[str, ...], laid: tuple[str, ...], alone: bool) -> Mapping[Card, tuple[str]]:
    """The same, from the cards in the hand and those that were laid."""
    names = [card for card, _ in places_in_hand(hand, laid, alone)]
    return {card_of(card): (hand_target(names.index(card)),) for card in hand}
