"""What the bots are told of Strange World: what a card is worth where it is laid. This module is compiled.

The worth of a lay is a guess in stars, made at a glance: what it brings now and what it may bring or spoil later. A
rollout takes the best guess, blurred so that no two are alike; the tree looks only at the lays that seem best.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cloudtop.core.judge import Judge
from cloudtop.core.state import State
from cloudtop.games.strange_world.fast import (
    AROUND,
    BIT,
    COLUMN,
    COLUMN_CELLS,
    COUNT,
    EFFECT,
    FUMAROLE_WISH,
    MOUNTAIN,
    NEIGHBOURS,
    PORTAL,
    PORTAL_WISH,
    ROW,
    ROW_CELLS,
    SIDEWAYS,
    VOLCANO,
    WATER,
    WIND,
    World,
    upper_row,
)
from cloudtop.games.strange_world.moves import ERUPT, LAY, WELCOME
from cloudtop.games.strange_world.pieces import CELLS, THINGS, WIDTH
from cloudtop.games.strange_world.score import found_of, visible, wish
from cloudtop.games.strange_world.state import StrangeWorld

EXPLORATION: Final = 0.2
LOOKED_AT: Final = 12
"""So many lays or welcomes are looked at in the tree."""

# Guesses in stars, found by trying: changed at random, kept when rollouts scored more.
BLUR: Final = 1.0
DEVOURED: Final = -1.2
WATER_HOPE: Final = 0.8
"""Above its stars, what water is worth for whoever wishes for it."""
BESIDE_WATER: Final = 0.5
"""A card that is no terrain keeps water apart."""
WIND_HOPE: Final = 2.1
"""So many kinds repeated, for a wind over an empty cell."""
IN_WIND_COLUMN: Final = 0.2
"""A kind of icon repeated in a column with a wind."""
WHOLE_PORTAL: Final = 1.9
"""Above a traveller's stars, what it may bring."""
HALF_PORTAL: Final = -1.3
GATE_BLOCKED: Final = -1.8
VOLCANO_HOPE: Final = 1.4
"""An empty cell beside a volcano that is laid."""
BESIDE_VOLCANO: Final = 0.4
LONE_MOUNTAIN: Final = 0.3
CITY_HOPE: Final = 1.1
"""A fumarole that may become half of a city."""
NOTHING_LOST: Final = 0.5
WATER_LOST: Final = -1.0
"""Beyond its stars."""
WIND_LOST: Final = -3.0
VOLCANO_LOST: Final = -4.3
GATE_LOST: Final = -1.5
ANIMAL_LOST: Final = -0.6
HALF_WISH: Final = 0.5
"""How much of a bonus counts while its wish is on the way."""
DECLINED: Final = -1.0

# What a row may be wished to show more of, in the order of `THINGS`: mountains, a terrain, animals, fumaroles.
MOUNTAIN_SLOT: Final = 0
VOLCANO_SLOT: Final = 1
WATER_SLOT: Final = 2
WIND_SLOT: Final = 3
PORTAL_SLOT: Final = 4
ANIMAL_SLOT: Final = 5
FUMAROLE_SLOT: Final = 6
WISHED: Final[list[float]] = [1.0, 0.5, 0.5, 0.5, 0.5, 0.6, 0.6]
"""How much each of them is worth where it is wished for."""
SLOT_OF: Final[list[int]] = [
    FUMAROLE_SLOT if thing == FUMAROLE_WISH else PORTAL_SLOT if thing >= PORTAL_WISH else min(thing, ANIMAL_SLOT)
    for thing in range(len(THINGS))
]
"""By thing that a traveller can wish for: whichever animal is wished for, any is welcome."""
NO_WISHES: Final[list[list[float]]] = [[0.0] * len(WISHED) for _ in range(WIDTH)]


class Glance:
    """What has to be known of a world to guess what a card is worth in it."""

    def __init__(self, state: StrangeWorld, world: World) -> None:
        self.world = world
        self.portal_sides = state.portal_sides
        self.travellers = state.travellers
        self.fumaroles = state.fumaroles
        kit = state.kit
        self.kit = kit
        self.kinds = kit.kinds
        self.city = kit.cities[state.city] if state.city < len(kit.cities) else 0
        self.open = world.frame & ~world.occupied
        self.seen = visible(world)
        self.counted = world.occupied & ~(world.devoured & ~world.covered)
        """The cards that a volcano counts."""
        seen, land, kinds = self.seen, world.land, kit.kinds
        columns = [0] * WIDTH
        animals = mountains = volcanoes = 0
        for cell in world.laid:
            bit = BIT[cell]
            if seen & bit:
                face = land[cell]
                column = COLUMN[cell]
                columns[column] = columns[column] | kinds[face]
                animals |= kit.animals[face]
                if kinds[face] & MOUNTAIN:
                    mountains |= bit
                if kinds[face] & VOLCANO:
                    volcanoes |= bit
        self.columns = columns
        """By column, the kinds of icon it shows."""
        self.animals = animals
        self.mountains = mountains
        self.volcanoes = volcanoes
        self.wishes = wishes_in(world) if world.guests else NO_WISHES

    def lay(self, face: int, cell: int) -> float:
        """What a card is worth on a cell."""
        world = self.world
        kit = self.kit
        kinds = self.kinds[face]
        around = NEIGHBOURS[cell]
        row = ROW[cell]
        wishes = self.wishes[row]
        worth = 0.0
        if kinds & WATER:
            if around & world.water:
                return DEVOURED
            worth += float(kit.water_stars) + WATER_HOPE + wishes[WATER_SLOT]
        if kinds & WIND:
            if ROW_CELLS[row] & world.winds:
                return DEVOURED
            worth += self.wind(face, cell) + wishes[WIND_SLOT]
        if kinds & PORTAL:
            if self.portal_sides[cell] & world.joined:
                return DEVOURED
            worth += self.portal(cell) + wishes[PORTAL_SLOT]
        elif SIDEWAYS[cell] & world.gates:
            worth += GATE_BLOCKED
        if kinds & VOLCANO:
            if self.fumaroles == 0 or not around & world.occupied & ~world.covered:
                return DEVOURED
            worth += self.volcano(cell) + wishes[VOLCANO_SLOT]
        if not kinds & EFFECT and around & world.water:
            worth += BESIDE_WATER
        if kinds & MOUNTAIN:
            mountains = float(kit.mountains[face])
            worth += mountains * float(kit.mountain_stars) if around & self.mountains else LONE_MOUNTAIN
            worth += mountains * wishes[MOUNTAIN_SLOT]
        new = kit.animals[face] & ~self.animals
        if new:
            worth += float(COUNT[new]) * (float(kit.animal_stars) + wishes[ANIMAL_SLOT])
        column = COLUMN[cell]
        if world.winds & COLUMN_CELLS[column]:
            under_wind = row > 0 and world.winds & BIT[cell - WIDTH] != 0
            each = float(kit.wind_stars) if under_wind else IN_WIND_COLUMN
            worth += each * float(COUNT[kinds & self.columns[column]])
        volcanoes = around & self.volcanoes
        while volcanoes:
            volcanoes &= volcanoes - 1
            worth += BESIDE_VOLCANO
        return worth

    def wind(self, face: int, cell: int) -> float:
        """The stars for each kind below that shows again in the column."""
        below = cell + WIDTH
        if below >= CELLS:
            return 0.0
        stars = float(self.kit.wind_stars)
        if self.seen & BIT[below]:
            return stars * float(COUNT[self.kinds[self.world.land[below]] & self.kinds_above(cell, face)])
        return stars * WIND_HOPE if self.open & BIT[below] else 0.0

    def kinds_above(self, cell: int, face: int) -> int:
        """The kinds that show in a column on other cards than the one below a cell, where a wind is about to lie."""
        land = self.world.land
        kinds = self.kinds[face]
        other = COLUMN[cell]
        while other < CELLS:
            if other != cell + WIDTH and self.seen & BIT[other]:
                kinds |= self.kinds[land[other]]
            other += WIDTH
        return kinds

    def portal(self, cell: int) -> float:
        """A traveller for a whole portal, half a one for a half that can become whole."""
        if not self.travellers:
            return 0.0
        if SIDEWAYS[cell] & self.world.gates:
            return float(self.kit.welcome_stars) + WHOLE_PORTAL
        return float(self.kit.welcome_stars) + HALF_PORTAL if SIDEWAYS[cell] & self.open else 0.0

    def volcano(self, cell: int) -> float:
        """The cards around it, now and later, and the best eruption."""
        world = self.world
        stars = float(self.kit.volcano_stars)
        worth = 0.0
        best = -9.0
        for other in AROUND[cell]:
            bit = BIT[other]
            if self.counted & bit:
                worth += stars
            elif self.open & bit:
                worth += stars * VOLCANO_HOPE
            if world.occupied & bit and not world.covered & bit:
                gain = self.eruption(other)
                if gain > best:
                    best = gain
        return worth + best

    def eruption(self, cell: int) -> float:
        """What a fumarole on a card brings: a city, or the hope of one, less what the card showed."""
        world = self.world
        worth = self.wishes[ROW[cell]][FUMAROLE_SLOT]
        if self.city:
            worth += float(self.city) if NEIGHBOURS[cell] & world.vents else CITY_HOPE
        bit = BIT[cell]
        if not self.seen & bit:
            return worth + NOTHING_LOST
        kit = self.kit
        face = world.land[cell]
        kinds = self.kinds[face]
        if kinds & WATER:
            worth += WATER_LOST - float(kit.water_stars)
        if kinds & WIND:
            worth += WIND_LOST
        if kinds & VOLCANO:
            worth += VOLCANO_LOST
        if world.gates & bit:
            worth += GATE_LOST
        if kinds & MOUNTAIN and NEIGHBOURS[cell] & self.mountains:
            worth -= float(kit.mountain_stars) * float(kit.mountains[face])
        if kit.animals[face]:
            worth += ANIMAL_LOST
        return worth

    def traveller(self, traveller: int, upper: int) -> float:
        """What may come of a traveller's wish in two rows: its bonus, or some of it, going by what is missing most."""
        world = self.world
        kit = self.kit
        bonus = float(kit.bonus[traveller])
        if wish(world, traveller, upper):
            return bonus
        least = 1.0
        for thing, needed in kit.wishes[traveller]:
            there = found_of(world, thing, ROW_CELLS[upper] | ROW_CELLS[upper + 1])
            least = min(least, float(there) / float(needed))
        for thing, needed in kit.row_wishes[traveller]:
            there = min(needed, found_of(world, thing, ROW_CELLS[upper]))
            there += min(needed, found_of(world, thing, ROW_CELLS[upper + 1]))
            least = min(least, float(there) / float(2 * needed))
        return HALF_WISH * bonus * least


def wishes_in(world: World) -> list[list[float]]:
    """By row, what the travellers still wish to see there."""
    found = NO_WISHES[:]
    for traveller, upper in world.guests:
        if not wish(world, traveller, upper):
            found[upper] = more_wishes(world, found[upper], traveller)
            found[upper + 1] = more_wishes(world, found[upper + 1], traveller)
    return found


def more_wishes(world: World, row: list[float], traveller: int) -> list[float]:
    """The wishes for a row, and those of one more traveller."""
    wishes = row[:]
    for thing, _ in world.kit.wishes[traveller] + world.kit.row_wishes[traveller]:
        slot = SLOT_OF[thing]
        wishes[slot] = wishes[slot] + WISHED[slot]
    return wishes


class StrangeWorldJudge(Judge):
    """Rollouts that lay cards where they seem to be worth most."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play to the end by blurred guesses; the draft and the piles are left to chance."""
        assert isinstance(state, StrangeWorld)
        draw = rng.random
        while state.seat >= 0:
            seat = state.seat
            actions = state.choices(seat)
            action = actions[int(draw() * len(actions))]
            if len(actions) > 1 and (state.phase == LAY or state.phase == ERUPT or state.phase == WELCOME):
                action = best_guess(state, actions, rng)
            state.apply(seat, action)

    def pace(self, players: int) -> float:
        """A rollout takes its time for every world."""
        return 2.0 if players == 1 else 1.0 / players

    def candidates(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """The lays and welcomes that seem to be worth most."""
        assert isinstance(state, StrangeWorld)
        if len(legal) <= LOOKED_AT or not (state.phase == LAY or state.phase == WELCOME):
            return legal
        glance = Glance(state, state.worlds[seat])
        guesses = [guess(state, glance, action) for action in legal]
        least = sorted(guesses)[len(guesses) - LOOKED_AT]
        return [legal[i] for i in range(len(legal)) if guesses[i] >= least]


def best_guess(state: StrangeWorld, actions: list[int], rng: Random) -> int:
    """The move with the best guess, blurred."""
    draw = rng.random
    glance = Glance(state, state.worlds[state.seat])
    best = actions[0]
    most = -1e9
    for action in actions:
        worth = guess(state, glance, action) + BLUR * draw()
        if worth > most:
            most = worth
            best = action
    return best


def guess(state: StrangeWorld, glance: Glance, action: int) -> float:
    """What a lay, an eruption or a traveller seems to be worth."""
    kit = state.kit
    if state.phase == ERUPT:
        return glance.eruption(kit.cell_of[action])
    if state.phase == WELCOME:
        if action == kit.decline:
            return DECLINED
        return glance.traveller(kit.traveller_of[action], upper_row(state.focus, kit.reach_of[action]))
    return glance.lay(kit.face_of[action], kit.cell_of[action])


JUDGE: Final = StrangeWorldJudge(EXPLORATION)
