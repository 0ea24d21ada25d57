"""What a world is worth, line by line in the order of the score sheet. This module is compiled.

Everything is counted as if the game ended now. Only visible cards count: neither covered nor devoured.
"""

from __future__ import annotations

from typing import Any

from cloudtop.core.state import ScoreLine, ScoreSheet
from cloudtop.games.strange_world.fast import (
    AROUND,
    BIT,
    COLUMN,
    COUNT,
    DIFFERENT_WISH,
    FUMAROLE_WISH,
    MADE_WISH,
    MOUNTAIN,
    MOUNTAINS_WISH,
    PORTAL_WISH,
    ROW,
    ROW_CELLS,
    VOLCANO,
    WATER,
    WATER_WISH,
    WIND,
    WIND_WISH,
    Kit,
    World,
    spread,
)
from cloudtop.games.strange_world.pieces import ANIMALS, CELLS, FULL, ICONS, THINGS, WIDTH, Card


def visible(world: World) -> int:
    """The cards that show their icons."""
    return world.occupied & ~(world.covered | world.devoured)


def score_mountains(world: World) -> int:
    """The mountain icons of the range that has the most: visible mountain cards side by side."""
    land = world.land
    kit = world.kit
    kinds = kit.kinds
    mountains = kit.mountains
    seen = visible(world)
    waiting = 0
    for cell in world.laid:
        if kinds[land[cell]] & MOUNTAIN and seen & BIT[cell]:
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
                    icons += mountains[land[other]]
            best = max(best, icons)
    return kit.mountain_stars * best


def volcano_stars(world: World, cell: int) -> int:
    """The cards around a volcano, visible Tzimimes left out."""
    counted = world.occupied & ~(world.devoured & ~world.covered)
    stars = 0
    for other in AROUND[cell]:
        if counted & BIT[other]:
            stars += 1
    return world.kit.volcano_stars * stars


def score_volcano(world: World) -> list[int]:
    """The stars of each visible volcano, in reading order."""
    return [volcano_stars(world, cell) for cell in showing(world, VOLCANO)]


def score_water(world: World) -> int:
    """Three, in the printed box, for each visible water card."""
    return world.kit.water_stars * len(showing(world, WATER))


def animals(world: World, cells: int) -> int:
    """The different animals that show on a set of cells."""
    found = 0
    sets = world.kit.animals
    shown = visible(world) & cells
    for cell in world.laid:
        if shown & BIT[cell]:
            found |= sets[world.land[cell]]
    return found


def score_animals(world: World) -> int:
    """Two, in the printed box, for each different animal."""
    return world.kit.animal_stars * COUNT[animals(world, world.occupied)]


def wind_stars(world: World, cell: int) -> int:
    """Two, in the printed box, for each kind of icon below a wind that another visible card of the column shows."""
    below = cell + WIDTH
    kinds = world.kit.kinds
    seen = visible(world)
    if below >= CELLS or not seen & BIT[below]:
        return 0
    repeated = 0
    for other in world.laid:
        if COLUMN[other] == COLUMN[cell] and other != below and seen & BIT[other]:
            repeated |= kinds[world.land[other]]
    return world.kit.wind_stars * COUNT[kinds[world.land[below]] & repeated]


def score_wind(world: World) -> list[int]:
    """The stars of each visible wind, in reading order."""
    return [wind_stars(world, cell) for cell in showing(world, WIND)]


def showing(world: World, terrain: int) -> list[int]:
    """The cells whose visible card has a terrain, in reading order."""
    kinds = world.kit.kinds
    seen = visible(world)
    found: list[int] = []
    for cell in world.laid:
        if kinds[world.land[cell]] & terrain and seen & BIT[cell]:
            found.append(cell)
    found.sort()
    return found


def score_cities(world: World) -> list[int]:
    """The stars on each Dark City."""
    return [world.kit.cities[city] for city, _, _ in world.cities]


def score_travellers(world: World) -> list[int]:
    """The stars of each traveller: five in the printed box, and its bonus if its wish is fulfilled."""
    kit = world.kit
    found: list[int] = []
    for traveller, upper in world.guests:
        bonus = kit.bonus[traveller] if wish(world, traveller, upper) else 0
        found.append(kit.welcome_stars + bonus)
    return found


def wish(world: World, traveller: int, upper: int) -> bool:
    """Whether a traveller finds what it wishes for in its two rows."""
    kit = world.kit
    for thing, needed in kit.wishes[traveller]:
        if found_of(world, thing, ROW_CELLS[upper] | ROW_CELLS[upper + 1]) < needed:
            return False
    for thing, needed in kit.row_wishes[traveller]:
        if found_of(world, thing, ROW_CELLS[upper]) < needed or found_of(world, thing, ROW_CELLS[upper + 1]) < needed:
            return False
    return True


def found_of(world: World, thing: int, cells: int) -> int:
    """How many of a thing that can be wished for are on a set of cells."""
    if thing == WATER_WISH:
        return count(world, world.water & cells)
    if thing == WIND_WISH:
        return count(world, world.winds & cells)
    if thing == FUMAROLE_WISH:
        return count(world, world.covered & cells)
    if thing == PORTAL_WISH:
        # Both cards of a portal are visible when its left one is and, one cell to the left, its right one.
        return count(world, world.seams & world.joined & (world.joined >> 1) & cells)
    if thing == MADE_WISH:
        return count(world, world.seams & cells)
    if thing == DIFFERENT_WISH:
        return COUNT[animals(world, cells)]
    kit = world.kit
    kind = BIT[thing]
    seen = visible(world) & cells
    found = 0
    for cell in world.laid:
        if seen & BIT[cell] and kit.kinds[world.land[cell]] & kind:
            found += kit.mountains[world.land[cell]] if thing == MOUNTAINS_WISH else 1
    return found


def count(world: World, cells: int) -> int:
    """How many cards of the world are in a set."""
    found = 0
    for cell in world.laid:
        if cells & BIT[cell]:
            found += 1
    return found


def by_row(world: World) -> list[list[int]]:
    """By row, how many of each of `THINGS` are there; of the different animals, which."""
    kit = world.kit
    seen = visible(world)
    rows = [[0] * len(THINGS) for _ in range(WIDTH)]
    for cell in world.laid:
        row = rows[ROW[cell]]
        bit = BIT[cell]
        if world.covered & bit:
            row[FUMAROLE_WISH] += 1
        if world.seams & bit:
            row[MADE_WISH] += 1
            if world.joined & bit and world.joined & BIT[cell + 1]:
                row[PORTAL_WISH] += 1
        if seen & bit:
            face = world.land[cell]
            row[DIFFERENT_WISH] |= kit.animals[face]
            row[MOUNTAINS_WISH] += kit.mountains[face]
            for kind in range(1, len(ICONS)):
                if kit.kinds[face] & BIT[kind]:
                    row[kind] += 1
    return rows


def missing(kit: Kit, rows: list[list[int]], traveller: int, upper: int) -> int:
    """How many things a traveller's wish lacks in two rows, given what is in each row."""
    first = rows[upper]
    second = rows[upper + 1]
    lacks = 0
    for thing, needed in kit.wishes[traveller]:
        found = COUNT[first[thing] | second[thing]] if thing == DIFFERENT_WISH else first[thing] + second[thing]
        lacks += max(0, needed - found)
    for thing, needed in kit.row_wishes[traveller]:
        for row in (first, second):
            lacks += max(0, needed - (COUNT[row[thing]] if thing == DIFFERENT_WISH else row[thing]))
    return lacks


def lacking(world: World) -> tuple[list[int], list[int]]:
    """How much the wish of each of a world's travellers lacks; and by traveller, what it would lack at its best.

    Its best are the two rows, among those that can be rows of the world, in which it lacks least.
    """
    kit = world.kit
    rows = by_row(world)
    lacks = [missing(kit, rows, traveller, upper) for traveller, upper in world.guests]
    fitting = [upper for upper in range(WIDTH - 1) if world.slot_fits(upper)]
    least: list[int] = []
    for traveller in range(len(kit.bonus)):
        best = missing(kit, rows, traveller, fitting[0])
        for upper in fitting:
            best = min(best, missing(kit, rows, traveller, upper))
        least.append(best)
    return lacks, least


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
    volcanoes = score_volcano(world)
    winds = score_wind(world)
    cities = score_cities(world)
    # What fills a line is kept in tuples: a line that stays from move to move is put in words once.
    lines = [
        line("mountains", {}, score_mountains(world)),
        line("volcano", {"parts": tuple(volcanoes)}, sum(volcanoes)),
        line("water", {"count": len(showing(world, WATER))}, score_water(world)),
        line("animals", {"animals": tuple(letters)}, score_animals(world)),
        line("wind", {"parts": tuple(winds)}, sum(winds)),
        line("cities", {"parts": tuple(cities)}, sum(cities)),
    ]
    points = score_travellers(world)
    for i in range(len(points)):
        traveller, upper = world.guests[i]
        granted = "-granted" if wish(world, traveller, upper) else ""
        lines.append(line("travellers", {"traveller": traveller, "row": upper}, points[i], granted))
    return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))


def line(name: str, fields: dict[str, Any], points: int, wording: str = "") -> ScoreLine:
    """A line of the score sheet."""
    return ScoreLine(f"strange-world/score-{name}", f"score.{name}{wording}", fields, points)


def highest(kit: Kit, players: int) -> int:
    """More than any world of so many players can be worth: every line of the sheet at its best, whatever the others."""
    deck = kit.box.deck(players)
    starts = kit.box.starts
    below = max([len(set(card.icons)) for card in deck + starts])
    cards = sorted([at_best(kit, card, below) for card in deck], reverse=True)
    start = max([at_best(kit, card, below) for card in starts])
    guests = sorted(kit.bonus, reverse=True)[: kit.box.on_offer(players)]
    travellers = sum(guests) + kit.welcome_stars * len(guests)
    return sum(cards[: FULL - 1]) + start + kit.animal_stars * len(ANIMALS) + sum(kit.cities) + travellers


def at_best(kit: Kit, card: Card, below: int) -> int:
    """What a card can be worth for its mountains and terrains; so many kinds are below it at most."""
    worth = kit.mountain_stars * card.mountains
    if card.volcano:
        worth += kit.volcano_stars * 4
    if card.water:
        worth += kit.water_stars
    if card.wind:
        worth += kit.wind_stars * below
    return worth


def verdict_on(kit: Kit, points: int) -> str:
    """`solo-scale`: the key of the words for so many stars."""
    earned = [name for name, least in kit.box.verdicts.items() if points >= least]
    return f"verdict.{earned[-1]}"
