"""The quick move generator against a slow one that reads like the brief."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.cloud_city.playing import GAME

from cloudtop.core.errors import IllegalMove
from cloudtop.games.cloud_city.bounds import WIDEST_FRONTIER
from cloudtop.games.cloud_city.rules import CloudCity

TERMS = [
    (players, city)
    for players in (1, 2, 3, 4)
    for city in ("square", "rectangle")
    if (players, city) != (4, "rectangle")
]
POSITIONS = 5000
Space = tuple[int, int]
CORNERS = [(0, 0), (1, 0), (1, 1), (0, 1)]
PIECES = {1: 6, 2: 8, 3: 8, 4: 6, 5: 3}


def space(name: str) -> Space:
    """The column and row of a space, from its name."""
    return ord(name[0]) - 97, int(name[1:]) - 1


def name(place: Space) -> str:
    """The name of a space."""
    return f"{chr(97 + place[0])}{place[1] + 1}"


class SlowCity:
    """A city read from a dump, with nothing kept at hand."""

    def __init__(self, city: dict[str, Any]) -> None:
        self.cells: set[Space] = set()
        self.houses: dict[Space, str] = {}
        for text in city["tiles"]:
            tile, place = text.split("@")
            x, y = space(place)
            self.cells.add((x // 2, y // 2))
            sites = ((tile[0], 0), (tile[-2], 2 if "/" in tile else 1))
            for colour, steps in sites:
                dx, dy = CORNERS[(int(tile[-1]) + steps) % 4]
                self.houses[x + dx, y + dy] = colour
        self.ways = [tuple(space(end) for end in text.split("-")) for text in city["walkways"]]

    def between(self, near: Space, far: Space) -> list[Space]:
        """The spaces strictly between two of one line."""
        steps = max(abs(far[0] - near[0]), abs(far[1] - near[1]))
        dx, dy = (far[0] - near[0]) // steps, (far[1] - near[1]) // steps
        return [(near[0] + dx * i, near[1] + dy * i) for i in range(1, steps)]

    def broken(self, near: Space, far: Space, used: dict[tuple[str, int], int]) -> str | None:
        """The first rule that a walkway breaks, in the order of the brief."""
        colour = self.houses.get(near)
        if colour is None or self.houses.get(far) != colour:
            return "walkway-same-height"
        if near[0] != far[0] and near[1] != far[1]:
            return "walkway-straight"
        length = abs(near[0] - far[0]) + abs(near[1] - far[1])
        if length == 0 or length > 5:
            return "walkway-length"
        passed = self.between(near, far)
        if any((x // 2, y // 2) not in self.cells for x, y in passed):
            return "walkway-tiled"
        if any(self.houses.get(place) == colour for place in passed):
            return "walkway-same-between"
        if any("bgs".index(self.houses.get(place, "b")) > "bgs".index(colour) for place in passed):
            return "walkway-taller"
        if (near, far) in self.ways or (far, near) in self.ways:
            return "walkway-once"
        for other in self.ways:
            level_is_own = self.houses[other[0]] == colour
            if level_is_own and set(self.between(*other)) & set(passed):
                return "walkway-crossing"
        ends = [end for way in self.ways for end in way]
        if ends.count(near) > 1 or ends.count(far) > 1:
            return "walkway-two"
        return None if used.get((colour, length), 0) < PIECES[length] else "walkway-supply"

    def places(self, frames: list[Space]) -> set[Space]:
        """The cells where a tile may be laid."""
        beside = {(x + dx, y + dy) for x, y in self.cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return {cell for cell in beside - self.cells if fits(self.cells | {cell}, frames)}


def fits(cells: set[Space], frames: list[Space]) -> bool:
    """Whether cells fit one of the frames."""
    width = max(x for x, _ in cells) - min(x for x, _ in cells) + 1
    height = max(y for _, y in cells) - min(y for _, y in cells) + 1
    return any(width <= wide and height <= high for wide, high in frames)


FRAMES = {"square": [(3, 3)], "rectangle": [(3, 4), (4, 3)]}


def pieces_used(dump: dict[str, Any]) -> dict[tuple[str, int], int]:
    """How many walkways of each colour and length lie in all cities together."""
    used: dict[tuple[str, int], int] = {}
    for city in dump["cities"]:
        slow = SlowCity(city)
        for near, far in slow.ways:
            piece = (slow.houses[near], abs(near[0] - far[0]) + abs(near[1] - far[1]))
            used[piece] = used.get(piece, 0) + 1
    return used


def slow_moves(dump: dict[str, Any]) -> set[str]:
    """All moves of the seat to play, from the dump alone."""
    seat = dump["turn"][0]
    city = SlowCity(dump["cities"][seat])
    if dump["step"] == "lay":
        cells = city.places(FRAMES[dump["options"]["city"]])
        tiles = set(dump["hands"][seat])
        return {f"{tile}{turn}@{name((2 * x, 2 * y))}" for tile in tiles for turn in range(4) for x, y in cells}
    used = pieces_used(dump)
    found = {
        f"{name(near)}-{name(far)}"
        for near, far in combinations(sorted(city.houses, key=lambda place: (place[1], place[0])), 2)
        if city.broken(near, far, used) is None
    }
    found |= {f"draw:{slot}" for slot, tile in enumerate(dump["market"], 1) if tile}
    found |= {"draw:stack"} if dump["stack"] else set()
    return found if any(text.startswith("draw") for text in found) else found | {"draw:none"}


def random_positions(players: int, city: str, games: int) -> Iterator[CloudCity]:
    """Every position of random games, half of them by players who love walkways."""
    for seed in range(games):
        rng = Random(seed)
        eager = 0.85 if seed % 2 else 0.0
        state = GAME.deal(players=players, seed=seed, options={"city": city})
        assert isinstance(state, CloudCity)
        while state.turn():
            yield state
            legal = state.legal(state.seat)
            ways = [action for action in legal if "-" in GAME.text(action)]
            choice = ways if ways and rng.random() < eager else legal
            state.apply(state.seat, choice[int(rng.random() * len(choice))])


@pytest.mark.parametrize(("players", "city"), TERMS)
def test_both_generators_find_the_same_moves(players: int, city: str) -> None:
    wanted = -(-POSITIONS // len(TERMS))
    building, spent = 0, 0
    for state in random_positions(players, city, 400):
        dump = state.dump()
        assert {GAME.text(action) for action in state.legal(state.seat)} == slow_moves(dump)
        building += dump["step"] == "build"
        spent += 0 in state.supply
        if building == wanted:
            break
    assert building == wanted
    assert spent > 0 or players < 3


@pytest.mark.parametrize(("players", "city"), TERMS)
def test_both_name_the_same_rule_for_every_pair_of_spaces(players: int, city: str) -> None:
    named: set[str | None] = set()
    rng = Random(players)
    for number, state in enumerate(random_positions(players, city, 30)):
        if not state.building or number % 9:
            continue
        dump = state.dump()
        slow = SlowCity(dump["cities"][state.seat])
        used = pieces_used(dump)
        houses = sorted(slow.houses)
        tried = [(near, far) for near in houses for far in houses if near <= far]
        tried += [(houses[0], (int(rng.random() * 14), int(rng.random() * 14))) for _ in range(5)]
        for near, far in tried:
            expected = slow.broken(near, far, used)
            named.add(expected)
            assert quick_rule(state, f"{name(near)}-{name(far)}") == expected
    assert len(named) >= 10


def quick_rule(state: CloudCity, text: str) -> str | None:
    """The rule that refuses a walkway, None for a legal one."""
    try:
        GAME.parse(state, state.seat, text)
    except IllegalMove as error:
        return error.rule.removeprefix("cloud-city/")
    return None


@pytest.mark.parametrize("city", ["square", "rectangle"])
def test_no_growing_city_has_more_open_cells_than_declared_and_none_gets_stuck(city: str) -> None:
    frames = FRAMES[city]
    full = frames[0][0] * frames[0][1]
    seen = {frozenset({(0, 0)})}
    waiting = list(seen)
    widest = 0
    while waiting:
        cells = waiting.pop()
        beside = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        places = [cell for cell in beside - cells if fits(set(cells) | {cell}, frames)]
        assert bool(places) == (len(cells) < full)
        widest = max(widest, len(places))
        for cell in places:
            grown = cells | {cell}
            left, top = min(x for x, _ in grown), min(y for _, y in grown)
            shape = frozenset((x - left, y - top) for x, y in grown)
            if shape not in seen:
                seen.add(shape)
                waiting.append(shape)
    assert widest == WIDEST_FRONTIER[city]
