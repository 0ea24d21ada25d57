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
    ANIMAL_SETS,
    AROUND,
    BIT,
    CITIES,
    COLUMN,
    COLUMN_CELLS,
    COUNT,
    KINDS,
    MOUNTAIN,
    MOUNTAINS,
    NEIGHBOURS,
    PORTAL,
    ROW,
    ROW_CELLS,
    SIDEWAYS,
    TERRAIN,
    VOLCANO,
    WATER,
    WIND,
    World,
    upper_row,
)
from cloudtop.games.strange_world.moves import (
    CELL_OF,
    DECLINE,
    ERUPT,
    FACE_OF,
    LAY,
    REACH_OF,
    TRAVELLER_OF,
    WELCOME,
)
from cloudtop.games.strange_world.pieces import CELLS, WIDTH
from cloudtop.games.strange_world.score import (
    BONUS,
    BOUNG,
    BURK,
    FLOULOU,
    KARK,
    PSHIT,
    RORO,
    RUMPH,
    SPLASH,
    animals,
    count,
    visible,
    wish,
)
from cloudtop.games.strange_world.state import StrangeWorld

EXPLORATION: Final = 0.2
LOOKED_AT: Final = 12
"""So many lays or welcomes are looked at in the tree."""

# Guesses in stars, found by trying: changed at random, kept when rollouts scored more.
BLUR: Final = 1.0
DEVOURED: Final = -1.2
WATER_STARS: Final = 3.8
BESIDE_WATER: Final = 0.5
"""A card that is no terrain keeps water apart."""
WIND_HOPE: Final = 4.2
"""A wind over an empty cell."""
IN_WIND_COLUMN: Final = 0.2
"""A kind of icon repeated in a column with a wind."""
WHOLE_PORTAL: Final = 6.9
HALF_PORTAL: Final = 3.7
GATE_BLOCKED: Final = -1.8
VOLCANO_HOPE: Final = 1.4
"""An empty cell beside a volcano that is laid."""
BESIDE_VOLCANO: Final = 0.4
LONE_MOUNTAIN: Final = 0.3
NEW_ANIMAL: Final = 2.0
CITY_HOPE: Final = 1.1
"""A fumarole that may become half of a city."""
NOTHING_LOST: Final = 0.5
WATER_LOST: Final = -4.0
WIND_LOST: Final = -3.0
VOLCANO_LOST: Final = -4.3
GATE_LOST: Final = -1.5
ANIMAL_LOST: Final = -0.6
WISHED_TERRAIN: Final = 0.5
WISHED_MOUNTAIN: Final = 1.0
WISHED_ANIMAL: Final = 0.6
WISHED_FUMAROLE: Final = 0.6
HALF_WISH: Final = 0.5
"""How much of a bonus counts while its wish is on the way."""
DECLINED: Final = -1.0

ANIMAL_WISH: Final = 5
FUMAROLE_WISH: Final = 6
WISHES: Final = 7
"""What a row may be wished to show more of: a terrain, mountains as terrain 0, animals, fumaroles."""
NO_WISHES: Final[list[list[float]]] = [[0.0] * WISHES for _ in range(WIDTH)]


class Glance:
    """What has to be known of a world to guess what a card is worth in it."""

    def __init__(self, state: StrangeWorld, world: World) -> None:
        self.world = world
        self.portal_sides = state.portal_sides
        self.travellers = state.travellers
        self.fumaroles = state.fumaroles
        self.city = CITIES[state.city] if state.city < len(CITIES) else 0
        self.open = world.frame & ~world.occupied
        self.seen = visible(world)
        self.counted = world.occupied & ~(world.devoured & ~world.covered)
        """The cards that a volcano counts."""
        seen, land = self.seen, world.land
        columns = [0] * WIDTH
        animals = mountains = volcanoes = 0
        for cell in world.laid:
            bit = BIT[cell]
            if seen & bit:
                face = land[cell]
                column = COLUMN[cell]
                columns[column] = columns[column] | KINDS[face]
                animals |= ANIMAL_SETS[face]
                if MOUNTAINS[face]:
                    mountains |= bit
                if TERRAIN[face] == VOLCANO:
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
        terrain = TERRAIN[face]
        around = NEIGHBOURS[cell]
        row = ROW[cell]
        wishes = self.wishes[row]
        worth = 0.0
        if terrain == WATER:
            if around & world.water:
                return DEVOURED
            worth = WATER_STARS
        elif terrain == WIND:
            if ROW_CELLS[row] & world.winds:
                return DEVOURED
            worth = self.wind(face, cell)
        elif terrain == PORTAL:
            if self.portal_sides[cell] & world.joined:
                return DEVOURED
            worth = self.portal(cell)
        elif terrain == VOLCANO:
            if self.fumaroles == 0 or not around & world.occupied & ~world.covered:
                return DEVOURED
            worth = self.volcano(cell)
        elif around & world.water:
            worth = BESIDE_WATER
        if terrain:
            worth += wishes[terrain]
        if terrain != PORTAL and SIDEWAYS[cell] & world.gates:
            worth += GATE_BLOCKED
        mountains = float(MOUNTAINS[face])
        if mountains > 0.0:
            worth += mountains if around & self.mountains else LONE_MOUNTAIN
            worth += mountains * wishes[MOUNTAIN]
        if ANIMAL_SETS[face] & ~self.animals:
            worth += NEW_ANIMAL + wishes[ANIMAL_WISH]
        column = COLUMN[cell]
        if world.winds & COLUMN_CELLS[column]:
            under_wind = row > 0 and world.winds & BIT[cell - WIDTH] != 0
            worth += (2.0 if under_wind else IN_WIND_COLUMN) * float(COUNT[KINDS[face] & self.columns[column]])
        volcanoes = around & self.volcanoes
        while volcanoes:
            volcanoes &= volcanoes - 1
            worth += BESIDE_VOLCANO
        return worth

    def wind(self, face: int, cell: int) -> float:
        """Two for each kind below that shows again in the column."""
        below = cell + WIDTH
        if below >= CELLS:
            return 0.0
        if self.seen & BIT[below]:
            return 2.0 * float(COUNT[KINDS[self.world.land[below]] & self.kinds_above(cell, face)])
        return WIND_HOPE if self.open & BIT[below] else 0.0

    def kinds_above(self, cell: int, face: int) -> int:
        """The kinds that show in a column on other cards than the one below a cell, where a wind is about to lie."""
        land = self.world.land
        kinds = KINDS[face]
        other = COLUMN[cell]
        while other < CELLS:
            if other != cell + WIDTH and self.seen & BIT[other]:
                kinds |= KINDS[land[other]]
            other += WIDTH
        return kinds

    def portal(self, cell: int) -> float:
        """A traveller for a whole portal, half a one for a half that can become whole."""
        if not self.travellers:
            return 0.0
        if SIDEWAYS[cell] & self.world.gates:
            return WHOLE_PORTAL
        return HALF_PORTAL if SIDEWAYS[cell] & self.open else 0.0

    def volcano(self, cell: int) -> float:
        """The cards around it, now and later, and the best eruption."""
        world = self.world
        worth = 0.0
        best = -9.0
        for other in AROUND[cell]:
            bit = BIT[other]
            if self.counted & bit:
                worth += 1.0
            elif self.open & bit:
                worth += VOLCANO_HOPE
            if world.occupied & bit and not world.covered & bit:
                gain = self.eruption(other)
                if gain > best:
                    best = gain
        return worth + best

    def eruption(self, cell: int) -> float:
        """What a fumarole on a card brings: a city, or the hope of one, less what the card showed."""
        world = self.world
        worth = self.wishes[ROW[cell]][FUMAROLE_WISH]
        if self.city:
            worth += float(self.city) if NEIGHBOURS[cell] & world.vents else CITY_HOPE
        bit = BIT[cell]
        if not self.seen & bit:
            return worth + NOTHING_LOST
        face = world.land[cell]
        terrain = TERRAIN[face]
        if terrain == WATER:
            worth += WATER_LOST
        elif terrain == WIND:
            worth += WIND_LOST
        elif terrain == VOLCANO:
            worth += VOLCANO_LOST
        elif world.gates & bit:
            worth += GATE_LOST
        if MOUNTAINS[face] and NEIGHBOURS[cell] & self.mountains:
            worth -= float(MOUNTAINS[face])
        if ANIMAL_SETS[face]:
            worth += ANIMAL_LOST
        return worth

    def traveller(self, traveller: int, upper: int) -> float:
        """What may come of a traveller's wish in two rows: its bonus, or some of it while the wish is on the way."""
        world = self.world
        bonus = float(BONUS[traveller])
        if wish(world, traveller, upper):
            return bonus
        rows = ROW_CELLS[upper] | ROW_CELLS[upper + 1]
        share = 0.5
        if traveller == PSHIT:
            share = count(world, world.covered & rows) / 3.0
        elif traveller == RORO:
            share = COUNT[animals(world, rows)] / 4.0
        elif traveller == BURK:
            share = 0.5 if world.winds & rows else 0.0
        elif traveller == SPLASH:
            share = count(world, world.water & rows) / 3.0
        elif traveller == KARK:
            share = count(world, self.mountains & rows) / 4.0
        elif traveller == FLOULOU:
            share = count(world, (world.water | world.winds) & rows) / 5.0
        elif traveller == RUMPH:
            share = count(world, self.volcanoes & rows) / 3.0
        return HALF_WISH * bonus * share


def wishes_in(world: World) -> list[list[float]]:
    """By row, what the travellers still wish to see there."""
    found = NO_WISHES[:]
    for traveller, upper in world.guests:
        if not wish(world, traveller, upper):
            found[upper] = more_wishes(found[upper], traveller)
            found[upper + 1] = more_wishes(found[upper + 1], traveller)
    return found


def more_wishes(row: list[float], traveller: int) -> list[float]:
    """The wishes for a row, and those of one more traveller."""
    wishes = row[:]
    if traveller in (KARK, FLOULOU):
        wishes[MOUNTAIN] += WISHED_MOUNTAIN
    if traveller in (SPLASH, FLOULOU):
        wishes[WATER] += WISHED_TERRAIN
    if traveller in (BURK, FLOULOU):
        wishes[WIND] += WISHED_TERRAIN
    if traveller == PSHIT:
        wishes[FUMAROLE_WISH] += WISHED_FUMAROLE
    if traveller == BOUNG:
        wishes[PORTAL] += WISHED_TERRAIN
    if traveller == RORO:
        wishes[ANIMAL_WISH] += WISHED_ANIMAL
    if traveller == RUMPH:
        wishes[VOLCANO] += WISHED_TERRAIN
    return wishes


class StrangeWorldJudge(Judge):
    """Rollouts that lay cards where they seem to be worth most."""

    def rollout(self, state: State, rng: Random, limit: int) -> None:
        """Play to the end by blurred guesses; the draft and the piles are left to chance."""
        assert isinstance(state, StrangeWorld)
        draw = rng.random
        while state.seat >= 0:
            seat = state.seat
            actions = state.legal(seat)
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
    if state.phase == ERUPT:
        return glance.eruption(CELL_OF[action])
    if state.phase == WELCOME:
        if action == DECLINE:
            return DECLINED
        return glance.traveller(TRAVELLER_OF[action], upper_row(state.focus, REACH_OF[action]))
    return glance.lay(FACE_OF[action], CELL_OF[action])


JUDGE: Final = StrangeWorldJudge(EXPLORATION)
