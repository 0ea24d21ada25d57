"""Strange World on stage: worlds, hands, supply and piles, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import repeat
from operator import attrgetter, itemgetter

from msgspec import Struct

from cloudtop.core.scene import Part, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import art, fast
from cloudtop.games.strange_world.art.hands import BACKS, hand_placed, places_in_hand
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
from cloudtop.games.strange_world.board import in_numbers, in_sets, laid_of
from cloudtop.games.strange_world.effects import portal_once, volcano_target, water_apart, wind_row
from cloudtop.games.strange_world.fast import (
    COVERED_CARD,
    JOINED_CARD,
    NEIGHBOURS,
    NOBODY,
    SIDEWAYS,
    Kit,
    built,
    only,
    upper_row,
)
from cloudtop.games.strange_world.moves import (
    GRID,
    HOME,
    REACHES,
    SIDES,
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
from cloudtop.games.strange_world.pieces import HAND, TRAVELLERS, Box, Card, card_of
from cloudtop.games.strange_world.score import lacking, stars
from cloudtop.games.strange_world.view import Facts, PileFacts, WrittenWorld
from cloudtop.stage.latest import latest
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg

TO_DECLINE = "decline"
"""What is touched to decline a traveller: a button of the page, not of the picture."""
LACKS = attrgetter("lacks")
FIRST = itemgetter(0)
SIGNS = "=!#"
"""What may be written behind a card of a world."""


def parts(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
    """What a view shows; cards are never rotated, so the side one looks from changes nothing."""
    return art.parts(position_of(kit, view, words, staging), words)


def draw(kit: Kit, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A view as a complete SVG picture."""
    return art.picture(position_of(kit, view, words, staging, starred=True), words, theme_named(theme))


def sprites(box: Box) -> str:
    """Lands, animals and travellers, drawn once."""
    return sprites_svg(art.sprites(box), [art.PALETTE])


def paints() -> str:
    """Isles and clouds by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- from facts to what is drawn


def position_of(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move], starred: bool = False) -> Position:
    """The table as the looker sees it, perhaps with everybody's stars."""
    facts, names = view.facts, staging.names
    looker = 0 if view.players == 1 else view.seat
    open_ = everybody(facts.worlds, kit, facts.laid, facts.turn)
    worlds = open_.worlds
    least = None if looker is None or facts.phase == "over" else worlds[looker].least
    considered: tuple[Move | None, ...] = ()
    coming: tuple[str, ...] = ()
    if staging.drafted or staging.ghost is not None:
        considered = (*staging.drafted, staging.ghost)
        coming = tuple([move.traveller for move in considered if isinstance(move, Welcome)])
    known = looker if facts.hand is not None else None
    seats: list[Seat] = []
    for seat, world in enumerate(worlds):
        name = names[seat] if seat < len(names) else words("text.seat", seat=seat)
        hand = own_hand(facts, seat, staging) if seat == known else BACKS[facts.held[seat]]
        seats.append(Seat(name, world.drawn, hand, stars(counted(kit, facts.worlds[seat])) if starred else None))
    return Position(
        tuple(seats),
        box=kit.box,
        seat=view.seat,
        to_play=open_.to_play,
        sun=facts.sun,
        direction=facts.direction or "",
        round=max(1, facts.round),
        cities=facts.cities,
        fumaroles=facts.fumaroles,
        travellers=offers(kit, open_.lacks, facts.travellers, least, coming),
        piles=piles_drawn(facts.piles, considered) if facts.piles else (),
        targets=frozenset(staging.targets),
        chosen=frozenset(staging.chosen),
        ghost=NOTHING if staging.ghost is None else ghost_drawn(kit, view, staging.ghost),
        drafted=frozenset(drafted(facts, staging.drafted, looker)) if staging.drafted else UNTOUCHED,
        form=staging.form,
        last=open_.last,
    )


def place(cell: Cell) -> Place:
    """A cell as a picture has it."""
    return cell.column, cell.row


# ---------------------------------------------------------------------- worlds


class Seen(Struct, frozen=True):
    """A world as it is drawn, and how its travellers fare."""

    drawn: World
    lacks: tuple[tuple[str, int], ...]
    """How much the wish of each traveller beside it lacks."""
    least: tuple[int, ...]
    """By traveller, how much its wish would lack in the two rows that suit it best."""


@lru_cache(maxsize=1024)
def seen(kit: Kit, written: WrittenWorld) -> Seen:
    """A world of a view with all that stands in it and beside it; the same one is made once."""
    land = written.land
    cards, cells, faces, signs = zip(*map(card_seen, repeat(kit), land, land.values()), strict=True)
    covered: list[Place] = []
    portals: list[Portal] = []
    for laid, sign in zip(cards, signs, strict=True):
        if sign & COVERED_CARD:
            covered.append(laid.place)
        if sign & JOINED_CARD:
            portals.append(portal_seen(laid.place))
    cities = [(city.stars, cell_of(city.first), cell_of(city.second)) for city in written.cities]
    guests = [(TRAVELLERS.index(guest.name), guest.row - 1) for guest in written.travellers]
    founded = [(kit.cities.index(stars), first.number, second.number) for stars, first, second in cities]
    side = NOBODY if written.side is None else SIDES.index(written.side)
    lacks, least = lacking(built(kit, [*cells], [*faces], [*signs], founded, guests, side))
    names = [guest.name.lower() for guest in written.travellers]
    drawn = World(
        cards,
        tuple(covered),
        tuple(portals),
        tuple([City(stars, place(first), place(second)) for stars, first, second in cities]),
        tuple([standing(name, upper, not lack) for name, (_, upper), lack in zip(names, guests, lacks, strict=True)]),
        written.side or "",
    )
    return Seen(drawn, tuple(zip(names, lacks, strict=True)), tuple(least))


def counted(kit: Kit, written: WrittenWorld) -> fast.World:
    """A world of a view, to be counted."""
    return in_sets(written.read(), kit)


@lru_cache(maxsize=1024)
def standing(name: str, upper: int, fulfilled: bool) -> Standing:
    """A traveller as it is drawn; the very same one beside every world where it stands so."""
    return Standing(name, upper, fulfilled)


@lru_cache(maxsize=8192)
def card_seen(kit: Kit, cell: str, text: str) -> tuple[Laid, int, int, int]:
    """A card of a world, both in writing, as it is drawn, and in numbers: its cell, which it is, and its signs.

    As it is drawn it is the very same one in every world where it lies there.
    """
    laid = laid_of(cell, text)
    drawn = Laid(place(laid.cell), face(laid.card, laid.cell), laid.cell == HOME, laid.devoured)
    return drawn, *in_numbers(laid, kit)


@lru_cache(maxsize=256)
def portal_seen(left: Place) -> Portal:
    """A portal as it is drawn, by the place of its left card."""
    return Portal(left, (left[0] + 1, left[1]))


class Everybody(Struct, frozen=True):
    """What all who look at a table see alike."""

    worlds: tuple[Seen, ...]
    lacks: tuple[tuple[tuple[str, int], ...], ...]
    """By seat, how much the wishes of its travellers lack."""
    to_play: frozenset[int]
    last: tuple[Place | None, ...]
    """By seat, where it laid a card last in this round."""


@latest
def everybody(
    worlds: tuple[WrittenWorld, ...], kit: Kit, laid: tuple[tuple[str, ...], ...], turn: tuple[int, ...]
) -> Everybody:
    """All worlds of a table; found once for all who look at it, as they share what everybody knows."""
    found = tuple(map(seen, repeat(kit), worlds))
    last: list[Place | None] = []
    for cells in laid:
        last.append(place(cell_of(cells[-1])) if cells else None)
    return Everybody(found, tuple(map(LACKS, found)), frozenset(turn), tuple(last))


def face(card: Card, cell: Cell) -> Face:
    """A card of a world; its look depends on its cell, so that it keeps it."""
    return Face(card, cell.column + 2 * cell.row)


def ghost_drawn(kit: Kit, view: View[Facts], move: Move) -> World:
    """What a move that is being considered would add to the looker's world, with all that follows by itself."""
    facts = view.facts
    world = counted(kit, facts.worlds[view.seat or 0])
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


def laid_cards(facts: Facts, seat: int) -> tuple[str, ...]:
    """The cards that a seat has laid in this round, in order."""
    cells = facts.laid[seat]
    if not cells:
        return ()
    found: list[str] = []
    for card in map(facts.worlds[seat].land.__getitem__, cells):
        found.append(card.rstrip(SIGNS))
    return tuple(found)


def own_hand(facts: Facts, seat: int, staging: Staging[Move]) -> tuple[InHand, ...]:
    """The places of the looker's own hand, face up."""
    ghost, draft = staging.ghost, facts.draft
    kept = draft.kept if draft and facts.phase == "keep" else None
    passed = draft.passed if draft and facts.phase == "pass" else None
    taken = ""
    if ghost is not None:
        kept = str(ghost.card) if isinstance(ghost, Keep) else kept
        passed = str(ghost.card) if isinstance(ghost, PassOn) else passed
        taken = str(ghost.card) if isinstance(ghost, Lay) else ""
    drafted = tuple([str(move.card) for move in staging.drafted if isinstance(move, Lay)]) if staging.drafted else ()
    return hand_placed(facts.hand or (), laid_cards(facts, seat), facts.piles is not None, drafted, taken, kept, passed)


def piles_drawn(piles: tuple[PileFacts, ...], considered: Sequence[Move | None]) -> tuple[Pile, ...]:
    """The piles of the solo game."""
    return tuple([pile_drawn(pile, OpenPile(i) in considered) for i, pile in enumerate(piles, 1)])


def pile_drawn(pile: PileFacts, held: bool = False) -> Pile:
    """A pile of the solo game; one whose top card is off may be held."""
    return Pile(None if pile.top is None else Face(card_of(pile.top)), pile.cards, held and pile.top is None)


@lru_cache(maxsize=1024)
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
            found.append(offer(name.lower(), seat, points, lacks, name in coming))
        elif name in on_offer:
            found.append(offer(name.lower(), None, (), None if least is None else least[number], name in coming))
    return tuple(found)


@lru_cache(maxsize=1024)
def offer(name: str, seat: int | None, points: tuple[int, ...], lacks: int | None, held: bool) -> Offer:
    """A traveller of this game; the very same one at every table where it fares so."""
    return Offer(name, seat, points, lacks, held)


def slot(facts: Facts, reach: Reach) -> int:
    """The upper row of a traveller that comes by the portal in question."""
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    return upper_row(focus.number, REACHES.index(reach))


# ---------------------------------------------------------------------- what is touched

QUESTIONS = {"portal": Join, "fumarole": Erupt, "city": Found}
"""By what is to be decided, the kind of move that a cell then stands for; at any other time it is a card laid there."""


NOWHERE = ("nowhere",)
"""What nobody can touch: so that a cell that is tapped in vain is explained by the moves it could have meant."""


HAND_TARGETS = [(hand_target(i),) for i in range(HAND)]
CELL_TARGETS = {cell: (cell_target(place(cell)),) for cell in GRID}
LAY_TARGETS = {hand: {cell: (*hand, *CELL_TARGETS[cell]) for cell in GRID} for hand in HAND_TARGETS}
"""What is touched to lay the card at a place of the hand, by cell."""


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move; `NOWHERE` for one that cannot be meant now, such as a card not held."""
    facts = view.facts
    match move:
        case Lay():
            card = held(facts, view.seat or 0).get(move.card)
            if facts.phase in QUESTIONS:
                return card or NOWHERE
            if card is None:
                return NOWHERE if facts.hand else CELL_TARGETS[move.cell]
            return CELL_TARGETS[move.cell] if facts.phase in ("keep", "pass") else LAY_TARGETS[card][move.cell]
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


def touching(view: View[Facts], moves: Sequence[Move]) -> list[tuple[str, ...]]:
    """The same for moves that may be made now: when it is about a card of the hand, it is for all of them."""
    if view.facts.phase not in ("keep", "pass", "lay"):
        return [touched(view, move) for move in moves]
    cards = in_hand(view)
    found: list[tuple[str, ...]] = []
    for move in moves:
        if isinstance(move, Lay):
            found.append(LAY_TARGETS[cards[move.card]][move.cell])
        elif isinstance(move, (Keep, PassOn)):
            found.append(cards[move.card])
    return found


def in_hand(view: View[Facts]) -> Mapping[Card, tuple[str]]:
    """The places of the cards in the looker's hand; of equal ones the first."""
    return held(view.facts, view.seat or 0)


@latest
def held(facts: Facts, seat: int) -> Mapping[Card, tuple[str]]:
    """The same, found once for all moves that are looked at."""
    hand = facts.hand or ()
    names = [*map(FIRST, places_in_hand(hand, laid_cards(facts, seat), facts.piles is not None))]
    found: dict[Card, tuple[str]] = {}
    for card in hand:
        found[card_of(card)] = HAND_TARGETS[names.index(card)]
    return found
