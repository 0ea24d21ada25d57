"""What happens when a move is made, in the order of the rules; this module is compiled.

A round is a row of decisions: the Sun's direction, two choices of the draft made by all at the same time, then
cards laid in turn. Laying a card may raise further questions; each is a decision of its own, and the card is
settled when none is left. What follows without a choice follows at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cloudtop.games.strange_world.fast import (
    BIT,
    EFFECT,
    NEIGHBOURS,
    PORTAL,
    ROW,
    ROW_CELLS,
    VOLCANO,
    WATER,
    WIND,
    World,
    only,
    upper_row,
)
from cloudtop.games.strange_world.moves import (
    ERUPT,
    FOUND,
    JOIN,
    KEEP,
    LAY,
    LEFT,
    OVER,
    PASS,
    PILE,
    SUN,
    WELCOME,
)
from cloudtop.games.strange_world.pieces import FULL, HAND, ROUNDS

if TYPE_CHECKING:
    from cloudtop.games.strange_world.state import StrangeWorld

OPEN: Final = -1
"""The choice of a seat that has not chosen yet."""

# ---------------------------------------------------------------------- cards on their way from hand to hand


class Draft:
    """Who was dealt what in this round, kept what and passed what on: all that a seat remembers of it."""

    def __init__(self, *, seats: int, step: int, dealt: list[int], kept: list[int], passed: list[int]) -> None:
        self.seats = seats
        self.step = step
        """From a seat to the one that gets its cards: 1 to the left, -1 to the right."""
        self.dealt = dealt
        """Three cards for each seat in turn, each hand in ascending order; nothing before the deal."""
        self.kept = kept
        """By seat, the card kept in the first pass, or `OPEN`."""
        self.passed = passed
        """By seat, the card passed on in the second pass, or `OPEN`."""

    def copy(self) -> Draft:
        """An independent draft at the same point."""
        return Draft(seats=self.seats, step=self.step, dealt=self.dealt[:], kept=self.kept[:], passed=self.passed[:])

    def next_seat(self, seat: int) -> int:
        """Who gets the seat's cards."""
        return (seat + self.step) % self.seats

    def previous_seat(self, seat: int) -> int:
        """Whose cards the seat gets."""
        return (seat - self.step) % self.seats

    def dealt_to(self, seat: int) -> list[int]:
        """The three cards a seat was dealt."""
        return self.dealt[HAND * seat : HAND * seat + HAND]

    def gave(self, seat: int) -> list[int]:
        """The two cards a seat passed first: all but the one it kept."""
        return without(self.dealt_to(seat), self.kept[seat])

    def got(self, seat: int) -> list[int]:
        """The two cards that came to a seat first."""
        return self.gave(self.previous_seat(seat))

    def received(self, seat: int) -> int:
        """The card that came to a seat in the second pass."""
        return self.passed[self.previous_seat(seat)]

    def after_first(self, seat: int) -> list[int]:
        """The three cards a seat has after the first pass."""
        return [self.kept[seat]] + self.got(seat)

    def after_second(self, seat: int) -> list[int]:
        """The three cards a seat has to lay."""
        return without(self.after_first(seat), self.passed[seat]) + [self.received(seat)]


def without(cards: list[int], card: int) -> list[int]:
    """The cards, one of that face taken out."""
    left = cards[:]
    left.remove(card)
    return left


def before_the_deal(seats: int, step: int) -> Draft:
    """A round in which nothing is dealt yet."""
    return Draft(seats=seats, step=step, dealt=[], kept=[OPEN] * seats, passed=[OPEN] * seats)


# ---------------------------------------------------------------------- a move


def make(state: StrangeWorld, seat: int, action: int) -> None:
    """Make a move that is known to be legal."""
    phase = state.phase
    kit = state.kit
    if phase == LAY:
        lay(state, seat, kit.face_of[action], kit.cell_of[action])
    elif phase in (KEEP, PASS):
        draft(state, seat, kit.face_of[action])
    elif phase == PILE:
        solo(state, kit.pile_of[action])
    elif phase == SUN:
        deal(state, 1 if action == kit.suns[LEFT] else -1)
    elif phase == JOIN:
        portal(state, state.focus, kit.cell_of[action])
    elif phase == WELCOME:
        traveller(state, action)
    elif phase == ERUPT:
        eruption(state, kit.cell_of[action])
    else:
        dark_city(state, state.focus, kit.cell_of[action])


# ---------------------------------------------------------------------- a round


def sun(state: StrangeWorld) -> None:
    """`sun`: a round begins; with three or four players its holder chooses the direction before the cards are dealt."""
    state.round += 1
    if state.seats > 2:
        state.phase = SUN
        state.seat = state.sun
        state.draft = before_the_deal(state.seats, 0)
    else:
        deal(state, 1)


def deal(state: StrangeWorld, step: int) -> None:
    """`deal`: three cards each, face down."""
    seats = state.seats
    fresh = before_the_deal(seats, step)
    state.hands = []
    for _ in range(seats):
        hand = sorted(state.deck[state.drawn : state.drawn + HAND])
        state.drawn += HAND
        state.hands.append(hand)
        fresh.dealt.extend(hand)
    state.draft = fresh
    state.phase = KEEP
    state.seat = 0


def draft(state: StrangeWorld, seat: int, face: int) -> None:
    """`draft`: a choice is final, and hidden until all have chosen; then all hands move at once."""
    way = state.draft
    choices = way.kept if state.phase == KEEP else way.passed
    choices[seat] = face
    if OPEN in choices:
        state.seat = choices.index(OPEN)
    elif state.phase == KEEP:
        state.hands = [sorted(way.after_first(player)) for player in range(state.seats)]
        state.phase = PASS
        state.seat = 0
    else:
        state.hands = [sorted(way.after_second(player)) for player in range(state.seats)]
        state.phase = LAY
        state.seat = state.sun


# ---------------------------------------------------------------------- laying a card


def lay(state: StrangeWorld, seat: int, face: int, cell: int) -> None:
    """`lay`: first the `desolation`, then the portal, then the volcano."""
    world = state.worlds[seat]
    kinds = state.kit.kinds[face]
    state.hands[seat].remove(face)
    world.fill(face, cell)
    if kinds & EFFECT == 0:
        settled(state)
        return
    if desolation(state, world, kinds, cell):
        world.devoured |= BIT[cell]
        settled(state)
        return
    world.show(face, cell)
    partners = world.portal_partners(cell) if kinds & PORTAL else 0
    if partners == 0:
        volcano(state)
    elif several(partners):
        ask(state, JOIN, cell)
    else:
        portal(state, cell, only(cell, partners))


def volcano(state: StrangeWorld) -> None:
    """`eruption`: the card laid last, if it is a volcano, covers one beside it; with it the card is settled."""
    world = state.worlds[state.seat]
    cell = world.laid[len(world.laid) - 1]
    if not state.kit.kinds[world.land[cell]] & VOLCANO:
        settled(state)
        return
    targets = world.eruption_targets(cell)
    if several(targets):
        ask(state, ERUPT, cell)
    else:
        eruption(state, only(cell, targets))


def several(cells: int) -> bool:
    """Whether a set of cells has two or more."""
    return cells & (cells - 1) != 0


def ask(state: StrangeWorld, phase: int, cell: int) -> None:
    """A card raises a question about a cell."""
    state.phase = phase
    state.focus = cell


def desolation(state: StrangeWorld, world: World, kinds: int, cell: int) -> bool:
    """`desolation`: whether the card being laid breaks the rule of one of its terrains, and so is devoured."""
    return (
        (kinds & WATER != 0 and water_apart(world, cell))
        or (kinds & WIND != 0 and wind_row(world, cell))
        or (kinds & PORTAL != 0 and portal_once(world, cell, state.portal_sides))
        or (kinds & VOLCANO != 0 and volcano_target(world, cell, state.fumaroles))
    )


def water_apart(world: World, cell: int) -> bool:
    """`water-apart` is broken next to a visible water card."""
    return NEIGHBOURS[cell] & world.water != 0


def wind_row(world: World, cell: int) -> bool:
    """`wind-row` is broken in a row that already shows a wind, gaps or not."""
    return ROW_CELLS[ROW[cell]] & world.winds != 0


def portal_once(world: World, cell: int, sides: list[int]) -> bool:
    """`portal-once` is broken next to a visible card of a completed portal; the option says on which sides."""
    return sides[cell] & world.joined != 0


def volcano_target(world: World, cell: int, fumaroles: int) -> bool:
    """`volcano-target` is broken without a fumarole to put, or a card to put it on."""
    return fumaroles == 0 or world.eruption_targets(cell) == 0


def portal(state: StrangeWorld, cell: int, partner: int) -> None:
    """`portal`: two free cards make one; then a traveller is asked for, if any is left."""
    state.worlds[state.seat].join(cell, partner)
    if state.travellers:
        ask(state, WELCOME, cell)
    else:
        volcano(state)


def traveller(state: StrangeWorld, action: int) -> None:
    """`traveller`: it stands beside two rows, or is declined for good."""
    kit = state.kit
    if action != kit.decline:
        name = kit.traveller_of[action]
        world = state.worlds[state.seat]
        world.welcome(name, upper_row(state.focus, kit.reach_of[action]), kit.side_of[action])
        state.travellers &= ~BIT[name]
    volcano(state)


def eruption(state: StrangeWorld, cell: int) -> None:
    """`eruption`: a fumarole covers the card, and next to a free one it founds a city."""
    world = state.worlds[state.seat]
    partners = world.city_partners(cell)
    world.cover(cell)
    state.fumaroles -= 1
    if partners == 0 or state.city == len(state.kit.cities):
        settled(state)
    elif several(partners):
        ask(state, FOUND, cell)
    else:
        dark_city(state, cell, only(cell, partners))


def dark_city(state: StrangeWorld, cell: int, partner: int) -> None:
    """`dark-city`: the highest one left."""
    state.worlds[state.seat].found(state.city, cell, partner)
    state.city += 1
    settled(state)


def settled(state: StrangeWorld) -> None:
    """`lay`: one card each in turn, from the Sun's holder in its direction, until all three are laid."""
    state.focus = -1
    state.phase = LAY
    if state.seats == 1:
        settled_alone(state)
        return
    state.seat = state.draft.next_seat(state.seat)
    if not state.hands[state.seat]:
        state.sun = (state.sun + 1) % state.seats
        if state.round == ROUNDS:
            end(state)
        else:
            sun(state)


def end(state: StrangeWorld) -> None:
    """`end`: all worlds are full."""
    state.phase = OVER
    state.seat = -1
    state.draft = before_the_deal(state.seats, 0)


# ---------------------------------------------------------------------- alone


def solo(state: StrangeWorld, pile: int) -> None:
    """`solo`: the top card of the pile is laid first."""
    state.round += 1
    state.pile = pile
    state.opened |= BIT[pile]
    state.hands[0] = [state.deck[HAND * pile]]
    state.phase = LAY


def settled_alone(state: StrangeWorld) -> None:
    """`solo`: after the top card the other two of the pile, in either order; then another pile."""
    if state.pile >= 0:
        state.hands[0] = sorted(state.deck[HAND * state.pile + 1 : HAND * state.pile + HAND])
        state.pile = -1
    elif not state.hands[0]:
        if len(state.worlds[0].laid) == FULL:
            end(state)
        else:
            state.phase = PILE
