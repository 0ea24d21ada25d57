"""What a world is worth, line by line in the order of the score sheet. This module is compiled.

Everything is counted as if the game ended now. Only visible cards count: neither covered nor devoured.
"""

from __future__ import annotations

from typing import Any, Final

from cloudtop.core.state import ScoreLine, ScoreSheet
from cloudtop.games.strange_world.fast import (
    ANIMAL_SETS,
    AROUND,
    BIT,
    CITIES,
    COLUMN,
    COUNT,
    KINDS,
    MOUNTAIN,
    MOUNTAIN_KIND,
    MOUNTAINS,
    ROW_CELLS,
    TERRAIN,
    VOLCANO,
    WATER,
    WIND,
    World,
    spread,
)
from cloudtop.games.strange_world.pieces import ANIMALS, BOX, CELLS, FULL, TRAVELLERS, WIDTH

WATER_STARS: Final = 3
ANIMAL_STARS: Final = 2
WIND_STARS: Final = 2
WELCOME_STARS: Final = 5
"""For every traveller, whether its wish is fulfilled or not."""
BONUS: Final[list[int]] = list(BOX.travellers.values())
"""For a traveller whose wish is fulfilled."""

SPLASH: Final[int] = TRAVELLERS.index("Splash")
BURK: Final[int] = TRAVELLERS.index("Burk")
KARK: Final[int] = TRAVELLERS.index("Kark")
FLOULOU: Final[int] = TRAVELLERS.index("Floulou")
PSHIT: Final[int] = TRAVELLERS.index("Pshit")
BOUNG: Final[int] = TRAVELLERS.index("Boung")
RORO: Final[int] = TRAVELLERS.index("Roro")
RUMPH: Final[int] = TRAVELLERS.index("Rumph")


def visible(world: World) -> int:
    """The cards that show their icons."""
    return world.occupied & ~(world.covered | world.devoured)


def score_mountains(world: World) -> int:
    """The mountain icons of the range that has the most: visible mountain cards side by side."""
    land = world.land
    seen = visible(world)
    waiting = 0
    for cell in world.laid:
        if KINDS[land[cell]] & MOUNTAIN_KIND and seen & BIT[cell]:
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
    return WATER_STARS * len(showing(world, WATER))


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
    return ANIMAL_STARS * COUNT[animals(world, world.occupied)]


def wind_stars(world: World, cell: int) -> int:
    """Two for each kind of icon on the card below a wind that another visible card of the column shows."""
    below = cell + WIDTH
    seen = visible(world)
    if below >= CELLS or not seen & BIT[below]:
        return 0
    repeated = 0
    for other in world.laid:
        if COLUMN[other] == COLUMN[cell] and other != below and seen & BIT[other]:
            repeated |= KINDS[world.land[other]]
    return WIND_STARS * COUNT[KINDS[world.land[below]] & repeated]


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
    return [CITIES[city] for city, _, _ in world.cities]


def score_travellers(world: World) -> list[int]:
    """The stars of each traveller: five, and its bonus if its wish is fulfilled."""
    found: list[int] = []
    for traveller, upper in world.guests:
        found.append(WELCOME_STARS + BONUS[traveller] if wish(world, traveller, upper) else WELCOME_STARS)
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


# ---------------------------------------------------------------------- the score sheet


def sheet(world: World, seat: int) -> ScoreSheet:
    """A line for each thing that scores, and one for each traveller."""
    shown = animals(world, world.occupied)
    letters = [letter for letter in range(len(ANIMALS)) if shown & BIT[letter]]
    lines = [
        line("mountains", {}, score_mountains(world)),
        line("volcano", {"parts": score_volcano(world)}, sum(score_volcano(world))),
        line("water", {"count": len(showing(world, WATER))}, score_water(world)),
        line("animals", {"animals": letters}, score_animals(world)),
        line("wind", {"parts": score_wind(world)}, sum(score_wind(world))),
        line("cities", {"parts": score_cities(world)}, sum(score_cities(world))),
    ]
    points = score_travellers(world)
    for i in range(len(points)):
        traveller, upper = world.guests[i]
        granted = "-granted" if points[i] > WELCOME_STARS else ""
        lines.append(line("travellers", {"traveller": traveller, "row": upper}, points[i], granted))
    return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))


def line(name: str, fields: dict[str, Any], points: int, wording: str = "") -> ScoreLine:
    """A line of the score sheet."""
    return ScoreLine(f"strange-world/score-{name}", f"score.{name}{wording}", fields, points)


def highest(players: int) -> int:
    """More than any world of so many players can be worth: every line of the sheet at its best, whatever the others."""
    kinds = max([len(set(card.icons)) for card in BOX.deck(players)])
    best = {"V": 4, "W": WATER_STARS, "T": WIND_STARS * kinds, "P": 0, "M": 0}
    cards = sorted([best[card.terrain] + card.mountains for card in BOX.deck(players)], reverse=True)
    start = max([card.mountains for card in BOX.starts])
    guests = sorted(BONUS, reverse=True)[: BOX.on_offer(players)]
    travellers = sum(guests) + WELCOME_STARS * len(guests)
    return sum(cards[: FULL - 1]) + start + ANIMAL_STARS * len(ANIMALS) + sum(CITIES) + travellers


def verdict_on(points: int) -> str:
    """`solo-scale`: the key of the words for so many stars."""
    earned = [name for name, least in BOX.verdicts.items() if points >= least]
    return f"verdict.{earned[-1]}"
