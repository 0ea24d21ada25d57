"""A position from its written form, or the reason why it cannot be.

Form and types are checked before anything is read here. What is not asked is in which order earlier cards came to lie
where they are, nor which volcano put which fumarole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from msgspec import UNSET

from cloudtop.core.errors import BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.strange_world import view
from cloudtop.games.strange_world.board import World, face_of, faults, in_sets, served
from cloudtop.games.strange_world.effects import OPEN, Draft, before_the_deal
from cloudtop.games.strange_world.fast import BIT, Kit
from cloudtop.games.strange_world.moves import (
    ERUPT,
    FOUND,
    GRID,
    HOME,
    JOIN,
    KEEP,
    LAY,
    OVER,
    PASS,
    PHASES,
    PILE,
    SUN,
    WELCOME,
    Cell,
    cell_of,
)
from cloudtop.games.strange_world.pieces import CELLS, FULL, HAND, ROUNDS, TRAVELLERS
from cloudtop.games.strange_world.state import StrangeWorld, laid_out
from cloudtop.games.strange_world.view import Position, WrittenWorld

FOLLOWS = ("round", "turn", "sun", "direction", "cities", "fumaroles")
"""Keys that follow from the rest, or were taken as given; what is written must agree with what was read."""


def restore(terms: Terms, kit: Kit, position: Position) -> StrangeWorld:
    """The state of a written position, played with that box, or `BadPosition` with what is impossible about it."""
    check_keys(terms, position)
    phase = read_phase(terms, position)
    focus = read_focus(position, phase)
    recent = read_laid(position, phase, focus)
    worlds = [read_world(world, kit, f"world {seat}", recent[seat]) for seat, world in enumerate(position.worlds)]
    starts = [world.land[HOME] for world in worlds]
    if Counter(start.card for start in starts) - Counter(kit.box.starts):
        raise BadPosition("two worlds have the same start card")
    state = laid_out(terms, kit, [face_of(start, kit) for start in starts], [], -1, 0)
    state.worlds = [in_sets(world, kit) for world in worlds]
    state.phase = phase
    state.focus = -1 if focus is None else focus.number
    read_supply(state, position, worlds)
    if terms.players == 1:
        read_piles(state, position, len(recent[0]))
    else:
        read_round(state, position, [len(cells) for cells in recent])
    for seat, world in enumerate(worlds):
        check_settled(state, world, f"world {seat}", focus if seat == state.seat else None)
    if focus is not None:
        check_question(state, worlds[state.seat], focus)
    check_told(state, position)
    return state


def check_keys(terms: Terms, given: Position) -> None:
    """Refuse keys that do not go with the number of players."""
    for key in ("draft", "deck") if terms.players == 1 else ("piles",):
        if getattr(given, key) is not UNSET:
            raise BadPosition(f"a position for {terms.players} has no key {key!r}")
    for key in ("worlds", "hands", "laid", "draft"):
        told = getattr(given, key)
        if told is not UNSET and told is not None:
            terms.check_rows(key, told)


def read_phase(terms: Terms, given: Position) -> int:
    """What is to be decided; if it is not said, a card is to be laid, or a pile to be chosen."""
    usual = "lay" if given.hands is not UNSET and any(given.hands) else "pile"
    phase = usual if given.phase is UNSET else given.phase
    if phase not in PHASES:
        raise BadPosition(f"'phase' is one of {', '.join(PHASES)}, not {phase!r}")
    number = PHASES.index(phase)
    if terms.players == 1 and number in (SUN, KEEP, PASS):
        raise BadPosition(f"the phase {phase!r} does not exist in a solo game")
    if terms.players > 1 and number == PILE:
        raise BadPosition("'phase' is needed; 'pile' exists only in a solo game")
    if terms.players == 2 and number == SUN:
        raise BadPosition("with two players the Sun's direction is not chosen")
    return number


def read_focus(given: Position, phase: int) -> Cell | None:
    """The cell a question is about, None without a question."""
    if (JOIN <= phase < OVER) != (given.focus is not None):
        raise BadPosition("'focus' is the cell that a question is about, and null where there is none")
    return None if given.focus is None else read_cell(given.focus, "'focus'")


def read_cell(name: str, what: str) -> Cell:
    """A cell by its name."""
    try:
        return cell_of(name)
    except ValueError as error:
        raise BadPosition(f"{what}: {error}") from None


def read_laid(given: Position, phase: int, focus: Cell | None) -> list[list[Cell]]:
    """The cells filled in this round, in order; alone they need not be written."""
    if given.laid is UNSET:
        return [assumed_laid(given.worlds[0], phase, focus) if len(given.worlds) == 1 else [] for _ in given.worlds]
    found = [[read_cell(name, "'laid'") for name in cells] for cells in given.laid]
    if any(HOME in cells or len(set(cells)) != len(cells) for cells in found):
        raise BadPosition("'laid' names each cell once, and never that of the start card")
    if any(found) and not LAY <= phase < OVER:
        raise BadPosition(f"nothing is laid in this round in the phase {PHASES[phase]!r}")
    return found


def assumed_laid(world: WrittenWorld, phase: int, focus: Cell | None) -> list[Cell]:
    """Cells that may have been filled last in a solo game where nobody says which."""
    if not LAY <= phase < OVER:
        return []
    cells = [cell for cell in GRID if cell != HOME and str(cell) in world.land]
    if focus in cells and phase != FOUND:
        cells.remove(focus)
        cells.append(focus)
    count = len(cells) % HAND if phase == LAY else (len(cells) - 1) % HAND + 1
    return cells[len(cells) - count :]


# ---------------------------------------------------------------------- a world


def read_world(given: WrittenWorld, kit: Kit, whose: str, recent: Sequence[Cell]) -> World:
    """A world that can have been built; `recent` are the cells filled last."""
    try:
        world = given.read()
    except ValueError as error:
        raise BadPosition(f"{whose}: {error}") from None
    for fault in faults(world, kit, recent):
        raise BadPosition(f"{whose}: {fault}")
    order = {HOME: -1} | {cell: CELLS + i for i, cell in enumerate(recent)}
    return replace(world, cards=tuple(sorted(world.cards, key=lambda laid: order.get(laid.cell, laid.cell.number))))


# ---------------------------------------------------------------------- what is there for everybody


def read_supply(state: StrangeWorld, given: Position, worlds: Sequence[World]) -> None:
    """What the worlds have left of fumaroles, Dark Cities and travellers."""
    state.fumaroles = state.kit.fumaroles - sum(laid.covered for world in worlds for laid in world.cards)
    if state.fumaroles < 0:
        raise BadPosition(f"there are only {state.kit.fumaroles} fumaroles")
    founded = sorted((city.stars for world in worlds for city in world.cities), reverse=True)
    state.city = len(founded)
    if founded != (highest := state.kit.cities[: state.city]):
        raise BadPosition(f"Dark Cities are founded once each and from the highest down: {highest} here")
    guests = [guest.name for world in worlds for guest in world.guests]
    offer = [name for name in TRAVELLERS if name not in guests]
    if given.travellers is not UNSET:
        offer = list(given.travellers)
    there = state.kit.box.on_offer(state.seats)
    if any(name not in TRAVELLERS for name in offer):
        raise BadPosition(f"'travellers' lists those on offer, out of {', '.join(TRAVELLERS)}")
    if len({*offer, *guests}) != there or len(offer) + len(guests) != there:
        raise BadPosition(f"'travellers' on offer and those in the worlds are {there} different ones together")
    state.travellers = sum(BIT[TRAVELLERS.index(name)] for name in offer)


def read_cards(kit: Kit, cards: Sequence[str], what: str) -> list[int]:
    """Land cards by their names."""
    known = {str(card): face for face, card in enumerate(kit.cards[: kit.faces])}
    for card in cards:
        if card not in known:
            raise BadPosition(f"{card!r} in {what} is no land card of this box")
    return [known[card] for card in cards]


def read_hands(kit: Kit, given: Position) -> list[list[int]]:
    """The hands that are written, in order; nothing if none are."""
    hands = () if given.hands is UNSET else given.hands
    return [sorted(read_cards(kit, hand, f"hand {seat}")) for seat, hand in enumerate(hands)]


def unplaced(state: StrangeWorld) -> list[int]:
    """The cards that are in no world and in no hand, in the order of the box."""
    copies = state.kit.copies[state.seats]
    left = copies[:]
    placed = [world.land[cell] for world in state.worlds for cell in world.laid[1:]]
    for face in placed + [face for hand in state.hands for face in hand]:
        left[face] -= 1
        if left[face] < 0:
            raise BadPosition(f"there are only {copies[face]} cards {state.kit.cards[face]} in the deck")
    return [face for face, count in enumerate(left) for _ in range(count)]


# ---------------------------------------------------------------------- alone


def read_piles(state: StrangeWorld, given: Position, recent: int) -> None:
    """Hand and piles of a solo game.

    While the top card of a pile is laid and settled, the two below it are still face down.
    """
    laid, asking, laying = len(state.worlds[0].laid) - 1, state.asking(), state.laying()
    before, settled = divmod(laid - asking, HAND)
    face_down = laying and settled == 0
    state.hands = read_hands(state.kit, given) or [[]]
    holding = (1 if face_down else HAND - settled) - asking if laying else 0
    if len(state.hands[0]) != holding or (settled and not laying):
        raise BadPosition(f"with {laid} cards laid the hand does not hold {len(state.hands[0])} cards in this phase")
    if before == ROUNDS and state.phase != OVER:
        raise BadPosition("the world is full, so the phase is 'over'")
    state.seat = -1 if state.phase == OVER else 0
    state.round = before + laying
    if laying and recent != len(state.laid_cells(0)):
        raise BadPosition(f"'laid' names {recent} cells, but {len(state.laid_cells(0))} cards of this pile are laid")
    rest = unplaced(state)
    below = HAND - 1 if face_down else 0
    piles: list[list[int]] = (
        [[]] * before + [rest[:below]] * laying + [rest[i : i + HAND] for i in range(below, len(rest), HAND)]
    )
    if given.piles is not UNSET:
        piles = [read_cards(state.kit, pile, f"pile {number}") for number, pile in enumerate(given.piles, 1)]
    sizes = [len(pile) for pile in piles]
    if sorted(sizes) != sorted([0] * before + [below] * laying + [HAND] * (state.kit.piles - state.round)):
        raise BadPosition(f"piles of {sizes} cards do not fit a game in which {state.round} piles were chosen")
    if sorted(face for pile in piles for face in pile) != rest:
        raise BadPosition("'piles' does not hold exactly the cards that are neither laid nor in the hand")
    state.opened = sum(BIT[number] for number, size in enumerate(sizes) if size < HAND)
    state.pile = sizes.index(below) if face_down else -1
    state.deck = [face for pile in piles for face in [OPEN] * (HAND - len(pile)) + pile]


# ---------------------------------------------------------------------- two and more


def read_round(state: StrangeWorld, given: Position, recent: list[int]) -> None:
    """Sun, hands, draft and deck of a game of two and more."""
    before = {len(world.laid) - 1 - recent[seat] for seat, world in enumerate(state.worlds)}
    if len(before) > 1 or min(before) % HAND:
        raise BadPosition("before this round, everybody has laid the same number of cards, a multiple of three")
    if state.phase != OVER and min(before) == FULL - 1:
        raise BadPosition("all worlds are full, so the phase is 'over'")
    if given.sun is None or given.sun not in range(state.seats):
        raise BadPosition(f"'sun' is the seat that holds the Sun, 0 to {state.seats - 1}, not {given.sun!r}")
    state.round = min(ROUNDS, min(before) // HAND + 1)
    state.sun = given.sun
    state.draft = before_the_deal(state.seats, read_step(state, given))
    hands = read_hands(state.kit, given)
    if state.phase in (SUN, OVER):
        if any(hands) or given.draft:
            raise BadPosition("nobody holds cards before they are dealt and after the last is laid")
        state.seat = -1 if state.phase == OVER else state.sun
    else:
        state.seat = to_decide(state, recent)
        state.draft = read_draft(state, given) if given.draft else made_up(state, hands)
        state.hands = hands_by_draft(state)
        if hands and hands != state.hands:
            raise BadPosition("'hands' does not fit 'draft' and the cards laid in this round")
        state.seat = state.turn()[0]
    rest = unplaced(state)
    state.deck = rest if given.deck is UNSET else read_cards(state.kit, given.deck, "'deck'")
    if sorted(state.deck) != rest:
        raise BadPosition("'deck' does not hold exactly the cards that are neither laid nor in a hand")


def read_step(state: StrangeWorld, given: Position) -> int:
    """The way the cards go: 1 to the next seat, -1 to the one before, 0 while it is not chosen."""
    chosen = state.phase not in (SUN, OVER)
    if (given.direction is not None) != (chosen and state.seats > 2):
        raise BadPosition(
            "'direction' is 'left' or 'right', and null with two players, before it is chosen, and after the end"
        )
    return 0 if not chosen else -1 if given.direction == "right" else 1


def to_decide(state: StrangeWorld, recent: list[int]) -> int:
    """Whose turn it is, going by how many cards of this round each seat has laid."""
    total, asking = sum(recent), state.asking()
    order = [(state.sun + state.draft.step * i) % state.seats for i in range(state.seats)]
    if [recent[seat] for seat in order] != [(total + state.seats - 1 - i) // state.seats for i in range(state.seats)]:
        raise BadPosition("'laid' does not fit the order of the round: one card each in turn, from the Sun's holder")
    if state.laying() and not 0 <= total - asking < HAND * state.seats:
        raise BadPosition("'laid' does not fit the phase: a question follows a card, and a card is left to lay")
    return order[(total - asking) % state.seats]


def read_draft(state: StrangeWorld, given: Position) -> Draft:
    """How the cards of this round came to their hands."""
    draft = Draft(seats=state.seats, step=state.draft.step, dealt=[], kept=[], passed=[])
    written = given.draft or ()
    for seat, one in enumerate(written):
        dealt = read_cards(state.kit, one.dealt, f"'dealt' of seat {seat}")
        if len(dealt) != HAND:
            raise BadPosition(f"seat {seat} was dealt {HAND} cards, not {len(dealt)}")
        draft.dealt += sorted(dealt)
        draft.kept.append(read_choice(state.kit, one.kept, seat, "kept", dealt))
    check_choices(draft.kept, "kept", state.phase == KEEP, state.phase > KEEP)
    for seat, one in enumerate(written):
        held = draft.after_first(seat) if state.phase > KEEP else []
        draft.passed.append(read_choice(state.kit, one.passed, seat, "passed", held))
    check_choices(draft.passed, "passed", state.phase == PASS, state.phase > PASS)
    return draft


def read_choice(kit: Kit, given: str | None, seat: int, verb: str, held: list[int]) -> int:
    """The card a seat chose, or that it has not chosen."""
    face = OPEN if given is None else read_cards(kit, [given], f"{verb!r} of seat {seat}")[0]
    if face not in (OPEN, *held):
        raise BadPosition(f"seat {seat} cannot have {verb} {given}: it did not hold that card")
    return face


def check_choices(choices: list[int], verb: str, now: bool, done: bool) -> None:
    """Refuse choices that come too early, and such as everybody has made or must have made."""
    if (now and OPEN not in choices) or (done and OPEN in choices):
        raise BadPosition(f"{verb!r} does not fit the phase: it says who has chosen while all choose, everybody later")


def made_up(state: StrangeWorld, hands: list[list[int]]) -> Draft:
    """A draft that leads to these hands, where nobody says how they came about: one of the many."""
    full = [hand + state.laid_cards(seat) for seat, hand in enumerate(hands)]
    if [len(hand) for hand in full] != [HAND] * state.seats:
        raise BadPosition("'hands' must hold, with the cards laid in this round, three cards for each seat")
    draft = before_the_deal(state.seats, state.draft.step)
    for seat in range(state.seats):
        following = full[draft.next_seat(seat)]
        after = full[draft.next_seat(draft.next_seat(seat))]
        if state.phase == KEEP:
            draft.dealt += sorted(full[seat])
        elif state.phase == PASS:
            draft.kept[seat] = full[seat][0]
            draft.dealt += sorted([full[seat][0], following[1], following[2]])
        else:
            # The neighbour ends with its own first card, one of ours as its second, and our last one as its third.
            draft.kept[seat], draft.passed[seat] = full[seat][0], following[2]
            draft.dealt += sorted([full[seat][0], following[1], after[2]])
    return draft


def hands_by_draft(state: StrangeWorld) -> list[list[int]]:
    """The hands that follow from the draft and the cards laid."""
    if state.laying():
        for seat in range(state.seats):
            for face in Counter(state.laid_cards(seat)) - Counter(state.draft.after_second(seat)):
                raise BadPosition(f"seat {seat} cannot have laid {state.kit.cards[face]}: it did not hold that card")
    return [state.hand_by_draft(seat) for seat in range(state.seats)]


# ---------------------------------------------------------------------- what is open, and what is settled


def check_settled(state: StrangeWorld, world: World, whose: str, focus: Cell | None) -> None:
    """Refuse what would have come together by itself: only a card, or a fumarole, that raises a question has not."""
    new_gate, new_vent = (focus if state.phase == question else None for question in (JOIN, FOUND))
    for cell in sorted(world.land, key=lambda cell: cell.number):
        gates = [other for other in (cell, *cell.beside) if other != new_gate and world.free_portal(other)]
        if cell in gates and len(gates) > 1:
            raise BadPosition(f"{whose}: the free portal cards side by side at {cell} would have joined")
        vents = [other for other in (cell, *cell.around) if other != new_vent and world.free_fumarole(other)]
        if state.city < len(state.kit.cities) and cell in vents and len(vents) > 1:
            raise BadPosition(f"{whose}: the free fumaroles side by side at {cell} would carry a Dark City")


def check_question(state: StrangeWorld, world: World, focus: Cell) -> None:
    """Refuse a question that nobody asks: each needs its card, and at least two answers."""
    last = world.cards[-1]
    if state.phase != FOUND and focus != last.cell:
        raise BadPosition(f"'focus' is {focus}, but the card laid last is on {last.cell}")
    volcano = last.card.volcano and last.visible
    others = Counter(left.row for left, right in world.portals if focus not in (left, right))
    fitting = {
        JOIN: world.free_portal(focus),
        WELCOME: last.visible
        and others.total() < len(world.portals)
        and state.travellers
        and served(world.guests, others),
        ERUPT: volcano and state.fumaroles,
        FOUND: volcano
        and focus in last.cell.around
        and world.free_fumarole(focus)
        and state.city < len(state.kit.cities),
    }
    if not fitting[state.phase] or len(state.legal(state.seat)) < 2:
        raise BadPosition(f"the card on {focus} does not raise the question of the phase {PHASES[state.phase]!r}")


def check_told(state: StrangeWorld, given: Position) -> None:
    """Refuse what is written and does not follow from the rest."""
    if state.phase == OVER and any(len(world.laid) < FULL for world in state.worlds):
        raise BadPosition("the phase is 'over', but not all worlds are full")
    whole = view.position(state)
    for key in FOLLOWS:
        told, follows = getattr(given, key), getattr(whole, key)
        if told is not UNSET and told != follows:
            raise BadPosition(f"{key!r} does not fit the rest: it should be {follows!r}, not {told!r}")
