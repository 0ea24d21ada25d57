"""What a world is worth, line by line in the order of the score sheet. This module is compiled.

Everything is counted as if the game ended now. Only visible cards count: neither covered nor devoured.
"""

from __future__ import annotations

from typing import Final

from cloudtop.games.strange_world.board import (
    ANIMAL_SETS,
    AROUND,
    BIT,
    CITIES,
    COLUMN,
    COUNT,
    KINDS,
    MOUNTAIN,
    MOUNTAINS,
    ROW_CELLS,
    TERRAIN,
    VOLCANO,
    WATER,
    WIDTH,
    WIND,
)
from cloudtop.games.strange_world.pieces import BOX, TRAVELLERS
from cloudtop.games.strange_world.rules_world import World, spread

WELCOME_STARS: Final = 5
BONUS: Final[list[int]] = list(BOX.bonuses)

SPLASH: Final[int] = TRAVELLERS.index("Splash")
BURK: Final[int] = TRAVELLERS.index("Burk")
KARK: Final[int] = TRAVELLERS.index("Kark")
FLOULOU: Final[int] = TRAVELLERS.index("Floulou")
PSHIT: Final[int] = TRAVELLERS.index("Pshit")
BOUNG: Final[int] = TRAVELLERS.index("Boung")
RORO: Final[int] = TRAVELLERS.index("Roro")


def visible(world: World) -> int:
    """The cards that show their icons."""
    return world.occupied & ~(world.covered | world.devoured)


def score_mountains(world: World) -> int:
    """The mountain icons of the range that has the most: visible mountain cards side by side."""
    land = world.land
    seen = visible(world)
    waiting = 0
    for cell in world.laid:
        if KINDS[land[cell]] & 1 and seen & BIT[cell]:
            waiting |= BIT[cell]
    best = 0
    for cell in world.laid:
        if waiting & BIT[cell]:
            group = BIT[cell]
            reached = (group | spread(group)) & waiting
            while reached != group:
                group = reached
                reached = (group | spread(group)) & waiting
            waiting ^= group
            icons = 0
            for other in world.laid:
                if group & BIT[other]:
                    icons += MOUNTAINS[land[other]]
            best = max(best, icons)
    return best


def volcano_stars(world: World, cell: int) -> int:
    """The cards around a volcano, visible Tzimimes left out."""
    counted = world.occupied & ~(world.devoured & ~world.covered)
    stars = 0
    for other in AROUND[cell]:
        if counted & BIT[other]:
            stars += 1
    return stars


def score_volcano(world: World) -> list[int]:
    """The stars of each visible volcano, in reading order."""
    return [volcano_stars(world, cell) for cell in showing(world, VOLCANO)]


def score_water(world: World) -> int:
    """Three for each visible water card."""
    return 3 * len(showing(world, WATER))


def animals(world: World, cells: int) -> int:
    """The different animals that show on a set of cells."""
    found = 0
    shown = visible(world) & cells
    for cell in world.laid:
        if shown & BIT[cell]:
            found |= ANIMAL_SETS[world.land[cell]]
    return found


def score_animals(world: World) -> int:
    """Two for each different animal."""
    return 2 * COUNT[animals(world, world.occupied)]


def wind_stars(world: World, cell: int) -> int:
    """Two for each kind of icon on the card below a wind that another visible card of the column shows."""
    below = cell + WIDTH
    seen = visible(world)
    if below >= len(BIT) or not seen & BIT[below]:
        return 0
    repeated = 0
    for other in world.laid:
        if COLUMN[other] == COLUMN[cell] and other != below and seen & BIT[other]:
            repeated |= KINDS[world.land[other]]
    return 2 * COUNT[KINDS[world.land[below]] & repeated]


def score_wind(world: World) -> list[int]:
    """The stars of each visible wind, in reading order."""
    return [wind_stars(world, cell) for cell in showing(world, WIND)]


def showing(world: World, terrain: int) -> list[int]:
    """The cells whose visible card has a terrain, in reading order."""
    seen = visible(world)
    found: list[int] = []
    for cell in world.laid:
        if TERRAIN[world.land[cell]] == terrain and seen & BIT[cell]:
            found.append(cell)
    found.sort()
    return found


def score_cities(world: World) -> list[int]:
    """The stars on each Dark City."""
    return [CITIES[world.cities[i]] for i in range(0, len(world.cities), 3)]


def score_travellers(world: World) -> list[int]:
    """The stars of each traveller: five, and its bonus if its wish is fulfilled."""
    found: list[int] = []
    for guest in world.guests:
        traveller = guest // WIDTH
        granted = wish(world, traveller, guest % WIDTH)
        found.append(WELCOME_STARS + BONUS[traveller] if granted else WELCOME_STARS)
    return found


def wish(world: World, traveller: int, upper: int) -> bool:
    """Whether a traveller finds what it wishes for in its two rows."""
    rows = ROW_CELLS[upper] | ROW_CELLS[upper + 1]
    if traveller == PSHIT:
        return count(world, world.covered & rows) >= 3
    if traveller == BOUNG:
        # Both cards of a portal are visible when its left one is and, one cell to the left, its right one.
        return count(world, world.seams & world.joined & (world.joined >> 1) & rows) >= 2
    if traveller == RORO:
        return COUNT[animals(world, rows)] >= 4
    if traveller == BURK:
        return world.winds & ROW_CELLS[upper] != 0 and world.winds & ROW_CELLS[upper + 1] != 0
    icons = [0, 0, 0, 0, 0]
    seen = visible(world) & rows
    for cell in world.laid:
        if seen & BIT[cell]:
            face = world.land[cell]
            icons[MOUNTAIN] += MOUNTAINS[face]
            if TERRAIN[face] != MOUNTAIN:
                icons[TERRAIN[face]] += 1
    if traveller == SPLASH:
        return icons[WATER] >= 3
    if traveller == KARK:
        return icons[MOUNTAIN] >= 5
    if traveller == FLOULOU:
        return icons[WATER] >= 2 and icons[MOUNTAIN] >= 2 and icons[WIND] >= 2
    return icons[VOLCANO] >= 3


def count(world: World, cells: int) -> int:
    """How many cards of the world are in a set."""
    found = 0
    for cell in world.laid:
        if cells & BIT[cell]:
            found += 1
    return found


def stars(world: World) -> int:
    """All stars of a world."""
    return (
        score_mountains(world)
        + sum(score_volcano(world))
        + score_water(world)
        + score_animals(world)
        + sum(score_wind(world))
        + sum(score_cities(world))
        + sum(score_travellers(world))
    )
