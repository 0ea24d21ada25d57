"""A world from its written form, or the reason why there is no such world."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cloudtop.core.errors import BadPosition
from cloudtop.games.strange_world.board import (
    BIT,
    CARDS,
    CELL_NAMES,
    CITIES,
    COLUMN,
    FACES,
    HOME,
    LAND,
    LEFT,
    MOUNTAIN,
    NEIGHBOURS,
    RIGHT,
    ROW,
    ROW_CELLS,
    SIDE,
    SIDEWAYS,
    TERRAIN,
    WIDTH,
)
from cloudtop.games.strange_world.notation import CELL_OF, SIDES
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.rules_world import World, first_world, spread
from cloudtop.games.strange_world.view import COVERED, DEVOURED, JOINED

KEYS: Final = ("land", "side", "travellers", "cities")
CARD = re.compile(rf"([A-Za-h]+)([{JOINED}{DEVOURED}{COVERED}]*)")


def read_world(given: object, whose: str, recent: list[int], focus: int) -> World:
    """A world; `recent` are the cells filled last, `focus` the cell that a question is about or -1."""
    if not isinstance(given, Mapping) or "land" not in given:
        raise BadPosition(f"{whose} is a mapping with the key 'land' and, if need be, 'side', 'travellers', 'cities'")
    unknown = sorted(set(given) - set(KEYS))
    if unknown:
        raise BadPosition(f"{whose} has no key {unknown[0]!r}; it has {', '.join(KEYS)}")
    cards = read_land(given["land"], whose)
    world = first_world(cards[HOME][0])
    earlier = [cell for cell in sorted(cards) if cell != HOME and cell not in recent]
    for cell in earlier + recent:
        if cell not in cards:
            raise BadPosition(f"{whose}: {CELL_NAMES[cell]} is said to be laid, but no card lies there")
        world.fill(cards[cell][0], cell)
    check_shape(world, whose)
    signs = {cell: marks for cell, (_, marks) in cards.items()}
    turn_over(world, signs, whose)
    join_portals(world, signs, whose)
    for cell in sorted(cards):
        if COVERED in signs[cell]:
            world.cover(cell)
    check_restrictions(world, whose, focus)
    read_cities(world, given.get("cities", []), whose)
    read_travellers(world, given.get("travellers", []), given.get("side"), whose)
    return world


def read_cell(name: object, what: str) -> int:
    """A cell by its name."""
    if not isinstance(name, str) or name not in CELL_OF:
        raise BadPosition(f"{what} is a cell from a1 to g7, not {name!r}")
    return CELL_OF[name]


def read_land(given: object, whose: str) -> dict[int, tuple[int, str]]:
    """By cell, the card there and its signs."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"{whose}: 'land' is a mapping from a cell such as 'd4' to its card")
    found = {}
    for name, text in given.items():
        cell = read_cell(name, f"{whose}: a place of 'land'")
        match = CARD.fullmatch(text) if isinstance(text, str) else None
        if match is None or len(set(match[2])) != len(match[2]):
            raise BadPosition(f"{whose}: {text!r} on {name} is no card; expected one such as 'Va', 'PM=' or 'Wd#'")
        found[cell] = (read_face(match[1], name, whose), match[2])
    if HOME not in found:
        raise BadPosition(f"{whose}: the start card lies on {CELL_NAMES[HOME]}")
    return found


def read_face(card: str, name: str, whose: str) -> int:
    """The number of a card; on d4 a start card, elsewhere a land card."""
    if CELL_OF[name] == HOME:
        if card not in CARDS[FACES:]:
            raise BadPosition(f"{whose}: {name} needs a start card ({', '.join(CARDS[FACES:])}), not {card!r}")
        return CARDS.index(card, FACES)
    if card not in LAND:
        raise BadPosition(f"{whose}: {card!r} on {name} is no land card of this box")
    return LAND.index(card)


def check_shape(world: World, whose: str) -> None:
    """Refuse a world that falls apart or does not fit into four by four."""
    reached, before = BIT[HOME], 0
    while reached != before:
        before = reached
        reached |= spread(reached) & world.occupied
    for cell in world.laid:
        if not reached & BIT[cell]:
            raise BadPosition(f"{whose}: the card on {CELL_NAMES[cell]} is not joined to the start card")
    rows, columns = {ROW[cell] for cell in world.laid}, {COLUMN[cell] for cell in world.laid}
    if max(rows) - min(rows) >= SIDE or max(columns) - min(columns) >= SIDE:
        raise BadPosition(f"{whose}: the cards do not fit into four rows and four columns")


def turn_over(world: World, signs: Mapping[int, str], whose: str) -> None:
    """Turn the devoured cards and show the others."""
    for cell in world.laid:
        if DEVOURED not in signs[cell]:
            world.show(world.land[cell], cell)
        elif TERRAIN[world.land[cell]] == MOUNTAIN:
            raise BadPosition(f"{whose}: the card on {CELL_NAMES[cell]} cannot have been devoured")
        else:
            world.devoured |= BIT[cell]


def join_portals(world: World, signs: Mapping[int, str], whose: str) -> None:
    """Join the cards that make portals."""
    for cell in sorted(signs):
        if JOINED in signs[cell]:
            if COLUMN[cell] == WIDTH - 1 or not (world.gates & BIT[cell] and world.gates & BIT[cell + 1]):
                raise BadPosition(
                    f"{whose}: the portal of {CELL_NAMES[cell]} needs two portal cards side by side, used once"
                )
            world.join(cell, cell + 1)


def check_restrictions(world: World, whose: str, focus: int) -> None:
    """Refuse visible cards of which the later one would have been devoured, or joined."""
    for cell in world.laid:
        name = CELL_NAMES[cell]
        if world.water & BIT[cell] and world.water & NEIGHBOURS[cell]:
            raise BadPosition(f"{whose}: two visible water cards touch at {name}")
        if world.winds & BIT[cell] and world.winds & ROW_CELLS[ROW[cell]] != BIT[cell]:
            raise BadPosition(f"{whose}: two visible winds are in the row of {name}")
        if world.gates & BIT[cell] and cell != focus and world.gates & SIDEWAYS[cell] & ~focus_bit(focus):
            raise BadPosition(f"{whose}: the free portal cards side by side at {name} would have joined")


def focus_bit(focus: int) -> int:
    """The set of one cell, or of none."""
    return BIT[focus] if focus >= 0 else 0


def read_cities(world: World, given: object, whose: str) -> None:
    """Put Dark Cities on their fumaroles."""
    if not isinstance(given, list):
        raise BadPosition(f"{whose}: 'cities' is a list with stars and two cells for each, such as [9, 'c3', 'd3']")
    for entry in given:
        if not isinstance(entry, list) or len(entry) != 3 or entry[0] not in CITIES:
            raise BadPosition(f"{whose}: {entry!r} is no Dark City; expected stars and two cells: [9, 'c3', 'd3']")
        first, second = (read_cell(name, f"{whose}: a place of a Dark City") for name in entry[1:])
        pair = BIT[first] | BIT[second]
        if not NEIGHBOURS[first] & BIT[second] or world.vents & pair != pair:
            raise BadPosition(f"{whose}: the Dark City {entry[0]} needs two fumaroles side by side, used once")
        world.found(CITIES.index(entry[0]), first, second)


def read_travellers(world: World, given: object, side: Any, whose: str) -> None:
    """Put travellers beside their rows."""
    if not isinstance(given, list):
        raise BadPosition(f"{whose}: 'travellers' is a list with name and upper row for each, such as ['Burk', 2]")
    if bool(given) != (side in SIDES):
        raise BadPosition(
            f"{whose}: 'side' says where the travellers stand, 'left' or 'right', and is null without any"
        )
    if len(given) > len([cell for cell in world.laid if world.seams & BIT[cell]]):
        raise BadPosition(f"{whose}: there are more travellers than portals")
    for entry in given:
        if not is_traveller(entry):
            raise BadPosition(f"{whose}: {entry!r} is no traveller; expected a name and an upper row: ['Burk', 2]")
        upper = entry[1] - 1
        if not world.seams & (ROW_CELLS[upper] | ROW_CELLS[upper + 1]):
            raise BadPosition(f"{whose}: no portal is in the rows of {entry[0]}")
        if not world.slot_fits(upper):
            raise BadPosition(f"{whose}: the rows of {entry[0]} do not fit into four rows with the world")
        world.welcome(TRAVELLERS.index(entry[0]), upper, LEFT if side == SIDES[LEFT] else RIGHT)


def is_traveller(entry: object) -> bool:
    """Whether this is a name and an upper row."""
    if not isinstance(entry, list) or len(entry) != 2:
        return False
    return entry[0] in TRAVELLERS and type(entry[1]) is int and entry[1] in range(1, WIDTH)
