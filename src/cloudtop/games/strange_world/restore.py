"""A position from its written form, or the reason why it cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from cloudtop.core.errors import BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.strange_world.board import BIT, CARDS, CELL_NAMES, CITIES, FULL, GUESTS, HOME, WIDTH
from cloudtop.games.strange_world.notation import CELL_OF
from cloudtop.games.strange_world.pieces import BOX, TRAVELLERS
from cloudtop.games.strange_world.restore_hands import restore_piles, restore_round
from cloudtop.games.strange_world.restore_world import read_cell, read_world
from cloudtop.games.strange_world.rules import StrangeWorld, laid_out
from cloudtop.games.strange_world.rules_course import ERUPT, FOUND, JOIN, KEEP, LAY, OVER, PASS, PILE, SUN, WELCOME
from cloudtop.games.strange_world.rules_world import World
from cloudtop.games.strange_world.view import PHASES, position

COMMON: Final = (
    "phase",
    "round",
    "turn",
    "sun",
    "direction",
    "worlds",
    "laid",
    "focus",
    "cities",
    "fumaroles",
    "travellers",
    "hands",
)
TOLD: Final = ("phase", "round", "turn", "sun", "direction", "focus", "cities", "fumaroles")
"""Keys that follow from the rest, or were taken as given; what is written must agree with what was read."""


def restored(terms: Terms, given: Mapping[str, Any]) -> StrangeWorld:
    """The state of a written position, or `BadPosition` with what is impossible about it."""
    keys = (*COMMON, "piles") if terms.players == 1 else (*COMMON, "draft", "deck")
    unknown = sorted(set(given) - set(keys))
    if unknown:
        raise BadPosition(f"a position of strange-world has no key {unknown[0]!r} here; it has {', '.join(keys)}")
    lands = given.get("worlds")
    if not isinstance(lands, list) or len(lands) != terms.players:
        raise BadPosition("'worlds' is a list with one world for each seat")
    phase = read_phase(terms, given)
    focus = read_focus(given, phase)
    recent = read_laid(given, lands, phase, focus)
    worlds = [
        read_world(land, f"world {seat}", recent[seat], focus if phase == JOIN else -1)
        for seat, land in enumerate(lands)
    ]
    starts = [world.land[HOME] for world in worlds]
    if Counter(CARDS[start] for start in starts) - Counter(BOX.start):
        raise BadPosition("two worlds have the same start card")
    state = laid_out(terms, starts, [], -1, 0)
    state.worlds, state.phase, state.focus = worlds, phase, focus
    restore_supply(state, given)
    if terms.players == 1:
        restore_piles(state, given, len(recent[0]))
    else:
        restore_round(state, given, [len(cells) for cells in recent])
    check_question(state)
    check_told(state, given)
    return state


def read_phase(terms: Terms, given: Mapping[str, Any]) -> int:
    """What is to be decided; if it is not said, a card is to be laid, or a pile to be chosen."""
    hands = given.get("hands")
    usual = "lay" if isinstance(hands, list) and any(hands) else "pile"
    phase = given.get("phase", usual)
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


def read_focus(given: Mapping[str, Any], phase: int) -> int:
    """The cell a question is about, -1 without a question."""
    asking = LAY < phase < OVER
    if asking != (given.get("focus") is not None):
        raise BadPosition("'focus' is the cell that a question is about, and null where there is none")
    return read_cell(given["focus"], "'focus'") if asking else -1


def read_laid(given: Mapping[str, Any], lands: list[Any], phase: int, focus: int) -> list[list[int]]:
    """The cells filled in this round, in order; alone they need not be written."""
    laid = given.get("laid")
    if laid is None and len(lands) == 1:
        return [assumed_laid(lands[0], phase, focus)]
    if laid is None:
        return [[] for _ in lands]
    if not isinstance(laid, list) or len(laid) != len(lands) or not all(isinstance(cells, list) for cells in laid):
        raise BadPosition("'laid' is a list with, for each seat, the list of cells it filled in this round")
    found = [[read_cell(name, "a place in 'laid'") for name in cells] for cells in laid]
    if any(HOME in cells or len(set(cells)) != len(cells) for cells in found):
        raise BadPosition("'laid' names each cell once, and never that of the start card")
    if any(found) and not LAY <= phase < OVER:
        raise BadPosition(f"nothing is laid in this round in the phase {PHASES[phase]!r}")
    return found


def assumed_laid(world: object, phase: int, focus: int) -> list[int]:
    """Cells that may have been filled last in a solo game where nobody says which."""
    land = world.get("land") if isinstance(world, Mapping) else None
    if not isinstance(land, Mapping) or not LAY <= phase < OVER:
        return []
    cells = sorted(CELL_OF[name] for name in land if name in CELL_OF and CELL_OF[name] != HOME)
    if focus in cells and phase != FOUND:
        cells.remove(focus)
        cells.append(focus)
    count = len(cells) % 3 if phase == LAY else (len(cells) - 1) % 3 + 1
    return cells[len(cells) - count :]


def restore_supply(state: StrangeWorld, given: Mapping[str, Any]) -> None:
    """What the worlds have left of fumaroles, Dark Cities and travellers."""
    state.fumaroles = BOX.fumaroles - sum(world.covered.bit_count() for world in state.worlds)
    if state.fumaroles < 0:
        raise BadPosition(f"there are only {BOX.fumaroles} fumaroles")
    founded = sorted(city for world in state.worlds for city in world.cities[::3])
    if founded != list(range(len(founded))):
        raise BadPosition(f"Dark Cities are founded once each and from the highest down: {CITIES[: len(founded)]} here")
    state.city = len(founded)
    guests = [TRAVELLERS[guest // WIDTH] for world in state.worlds for guest in world.guests]
    if len(set(guests)) != len(guests):
        raise BadPosition("a traveller stands in one place only")
    offer = given.get("travellers", [name for name in TRAVELLERS if name not in guests])
    if not isinstance(offer, list) or any(name not in TRAVELLERS for name in offer):
        raise BadPosition(f"'travellers' lists those on offer, out of {', '.join(TRAVELLERS)}")
    there = 3 if state.seats == 1 else GUESTS
    if len(set(offer) | set(guests)) != there or len(offer) + len(guests) != there:
        raise BadPosition(f"'travellers' on offer and those in the worlds are {there} different ones together")
    state.travellers = sum(BIT[TRAVELLERS.index(name)] for name in offer)


def check_question(state: StrangeWorld) -> None:
    """Refuse a question that nobody asks: each needs its card, and at least two answers."""
    if not LAY < state.phase < OVER:
        return
    world = state.worlds[state.seat]
    name = CELL_NAMES[state.focus]
    last = world.laid[-1]
    if state.phase != FOUND and state.focus != last:
        raise BadPosition(f"'focus' is {name}, but the card laid last is on {CELL_NAMES[last]}")
    fitting = {
        JOIN: world.gates & BIT[state.focus],
        WELCOME: world.joined & BIT[state.focus] and state.travellers,
        ERUPT: is_volcano(world, state.focus) and state.fumaroles,
        FOUND: world.vents & BIT[state.focus] and last_erupted(world, state.focus) and state.city < len(CITIES),
    }
    if not fitting[state.phase] or len(state.legal(state.seat)) < 2:
        raise BadPosition(f"the card on {name} does not raise the question of the phase {PHASES[state.phase]!r}")


def is_volcano(world: World, cell: int) -> bool:
    """Whether a volcano shows there."""
    return CARDS[world.land[cell]].startswith("V") and not (world.devoured | world.covered) & BIT[cell]


def last_erupted(world: World, cell: int) -> bool:
    """Whether the card laid last is a volcano that can have covered the cell."""
    last = world.laid[-1]
    beside = abs(last - cell) == WIDTH or (abs(last - cell) == 1 and last // WIDTH == cell // WIDTH)
    return is_volcano(world, last) and beside


def check_told(state: StrangeWorld, given: Mapping[str, Any]) -> None:
    """Refuse what is written and does not follow from the rest."""
    if state.phase == OVER and any(len(world.laid) < FULL for world in state.worlds):
        raise BadPosition("the phase is 'over', but not all worlds are full")
    whole = position(state)
    for key in TOLD:
        if key in given and given[key] != whole[key]:
            raise BadPosition(f"{key!r} does not fit the rest: it should be {whole[key]!r}, not {given[key]!r}")
