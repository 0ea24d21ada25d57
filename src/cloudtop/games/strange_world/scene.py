"""Strange World on stage: worlds, hands, supply and piles, made from a view."""

from __future__ import annotations

from cloudtop.core.scene import Scene, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import art
from cloudtop.games.strange_world.art.position import (
    City,
    Face,
    Laid,
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
    Sun,
    Welcome,
    cell_of,
)
from cloudtop.games.strange_world.pieces import HAND, TRAVELLERS, Box, Card, card_of
from cloudtop.games.strange_world.score import stars, wish
from cloudtop.games.strange_world.view import Facts, PileFacts
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg

TO_DECLINE = "decline"
"""What is touched to decline a traveller: a button of the page, not of the picture."""


def scene(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move]) -> Scene:
    """What a view shows; cards are never rotated, so the side one looks from changes nothing."""
    return Scene(art.panels(position_of(kit, view, words, staging), words))


def draw(kit: Kit, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A view as a complete SVG picture."""
    return art.picture(position_of(kit, view, words, staging), words, theme_named(theme))


def sprites(box: Box) -> str:
    """Lands, animals and travellers, drawn once."""
    return sprites_svg(art.sprites(box), [art.PALETTE])


def paints() -> str:
    """Isles and clouds by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- from facts to what is drawn


def position_of(kit: Kit, view: View[Facts], words: Words, staging: Staging[Move]) -> Position:
    """The table as the looker sees it."""
    facts = view.facts
    return Position(
        tuple(seat_drawn(kit, view, seat, words, staging) for seat in range(view.players)),
        box=kit.box,
        seat=0 if view.players == 1 else view.seat,
        to_play=frozenset(facts.turn),
        sun=facts.sun,
        direction=facts.direction or "",
        round=max(1, facts.round),
        cities=facts.cities,
        fumaroles=facts.fumaroles,
        travellers=tuple(name.lower() for name in facts.travellers),
        piles=tuple(pile_drawn(pile) for pile in facts.piles or ()),
        targets=frozenset(staging.targets),
        chosen=frozenset(staging.chosen),
        ghost=ghost_drawn(facts, staging.ghost),
        last=frozenset((seat, place(cell_of(cells[-1]))) for seat, cells in enumerate(facts.laid) if cells),
    )


def seat_drawn(kit: Kit, view: View[Facts], seat: int, words: Words, staging: Staging[Move]) -> Seat:
    """One player with name, world and hand."""
    facts, world = view.facts, view.facts.worlds[seat].read()
    return Seat(
        staging.names[seat] if seat < len(staging.names) else words("text.seat", seat=seat),
        world_drawn(world, kit),
        hand_drawn(facts, seat, view.players == 1 or seat == view.seat),
        set_aside(facts) if seat == view.seat else frozenset(),
        facts.phase in ("keep", "pass") and seat not in facts.turn,
        stars(in_sets(world, kit)),
    )


def place(cell: Cell) -> Place:
    """A cell as a picture has it."""
    return cell.column, cell.row


def face(card: Card, cell: Cell) -> Face:
    """A card of a world; its look depends on its cell, so that it keeps it."""
    return Face(card, cell.column + 2 * cell.row)


def world_drawn(world: Known, kit: Kit) -> World:
    """A world with all that stands in it and beside it."""
    cards = [Laid(place(at.cell), face(at.card, at.cell), at.cell == HOME, at.devoured) for at in world.cards]
    counted = in_sets(world, kit)
    return World(
        tuple(cards),
        tuple(place(laid.cell) for laid in world.cards if laid.covered),
        tuple(Portal(place(left), place(right)) for left, right in world.portals),
        tuple(City(city.stars, place(city.first), place(city.second)) for city in world.cities),
        tuple(
            Standing(name.lower(), upper, wish(counted, TRAVELLERS.index(name), upper)) for name, upper in world.guests
        ),
        world.side or "",
    )


def hand_drawn(facts: Facts, seat: int, face_up: bool) -> tuple[Face | None, ...]:
    """The cards of a hand, face up for whoever may see them."""
    if not face_up or facts.hand is None:
        return (None,) * facts.held[seat]
    return tuple(Face(card_of(card), facts.hand[:i].count(card)) for i, card in enumerate(facts.hand))


def set_aside(facts: Facts) -> frozenset[int]:
    """Places in the looker's hand of the cards that it has chosen to pass on."""
    if facts.draft is None or facts.hand is None or facts.phase not in ("keep", "pass"):
        return frozenset()
    chosen = facts.draft.kept if facts.phase == "keep" else facts.draft.passed
    if chosen is None:
        return frozenset()
    at = facts.hand.index(chosen)
    return frozenset(i for i in range(HAND) if (i == at) == (facts.phase == "pass"))


def pile_drawn(pile: PileFacts) -> Pile:
    """A pile of the solo game."""
    return Pile(None, 0) if pile.top is None else Pile(Face(card_of(pile.top)), pile.cards)


def ghost_drawn(facts: Facts, move: Move | None) -> World:
    """What a move that is being considered would add to the looker's world."""
    match move:
        case Lay():
            return World(cards=(Laid(place(move.cell), face(move.card, move.cell)),))
        case Welcome():
            who = Standing(move.traveller.lower(), slot(facts, move.reach))
            return World(travellers=(who,), side=move.side)
        case Erupt():
            return World(fumaroles=(place(move.cell),))
    return World()


def slot(facts: Facts, reach: Reach) -> int:
    """The upper row of a traveller that comes by the portal in question."""
    focus = HOME if facts.focus is None else cell_of(facts.focus)
    return upper_row(focus.number, REACHES.index(reach))


# ---------------------------------------------------------------------- what is touched


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move: in the first pass the two cards that go, not the one that stays."""
    facts = view.facts
    match move:
        case Sun():
            return (direction_target(move.direction),)
        case OpenPile():
            return (pile_target(move.pile - 1),)
        case Keep():
            kept = in_hand(facts, move.card)
            return tuple(hand_target(i) for i in range(len(facts.hand or ())) if i not in kept)
        case PassOn():
            return tuple(hand_target(i) for i in in_hand(facts, move.card))
        case Lay():
            return (*(hand_target(i) for i in in_hand(facts, move.card)), cell_target(place(move.cell)))
        case Welcome():
            return traveller_target(move.traveller.lower()), slot_target(move.side, slot(facts, move.reach))
        case Decline():
            return (TO_DECLINE,)
        case Join() | Erupt() | Found():
            return (cell_target(place(move.cell)),)


def in_hand(facts: Facts, card: Card) -> list[int]:
    """Where a card is in the looker's hand; of equal ones the first."""
    hand = facts.hand or ()
    return [hand.index(str(card))] if str(card) in hand else []
