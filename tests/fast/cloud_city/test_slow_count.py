"""What the requests count, against a slow count that reads the dump alone."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.pieces import BOX
from cloudtop.games.cloud_city.score import request_counts


def buildings(city: dict[str, Any]) -> dict[tuple[int, int], int]:
    """The buildings of a dumped city: space to colour."""
    found = {}
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    for text in city["tiles"]:
        tile, place = text.split("@")
        name, turn = tile[:-1], int(tile[-1])
        x, y = ord(place[0]) - 97, int(place[1:]) - 1
        for letter, steps in ((name[0], 0), (name[-1], 2 if "/" in name else 1)):
            dx, dy = corners[(turn + steps) % 4]
            found[x + dx, y + dy] = "bgs".index(letter)
    return found


def segments(city: dict[str, Any]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The walkways of a dumped city."""
    ends = [[(ord(end[0]) - 97, int(end[1:]) - 1) for end in text.split("-")] for text in city["walkways"]]
    return [(near, far) for near, far in ends]


def slow_routes(ways: list[Any]) -> list[set[int]]:
    """The connected groups of walkways, by merging until nothing changes."""
    groups = [{number} for number in range(len(ways))]
    merged = True
    while merged:
        merged = False
        for one, other in combinations(groups, 2):
            if {end for way in one for end in ways[way]} & {end for way in other for end in ways[way]}:
                groups.remove(other)
                one |= other
                merged = True
                break
    return groups


def slow_cross(one: Any, other: Any) -> bool:
    """Whether open segments share a point: looked for at every half space strictly between both pairs of ends."""

    def inside(way: Any) -> set[tuple[int, int]]:
        (x0, y0), (x1, y1) = way
        steps = 2 * (abs(x1 - x0) + abs(y1 - y0))
        return {(2 * x0 + (x1 - x0) * 2 * i // steps, 2 * y0 + (y1 - y0) * 2 * i // steps) for i in range(1, steps)}

    return bool(inside(one) & inside(other))


def slow_places(ways: list[Any]) -> int:
    """The places where walkways cross: stretches of spaces that are joined until none touches another."""

    def stretch(way: Any) -> set[tuple[int, int]]:
        (x0, y0), (x1, y1) = way
        return {(x, y) for x in range(min(x0, x1), max(x0, x1) + 1) for y in range(min(y0, y1), max(y0, y1) + 1)}

    crossed = [stretch(one) & stretch(other) for one, other in combinations(ways, 2) if slow_cross(one, other)]
    spaces = {space for place in crossed for space in place}
    colour = {space: number for number, space in enumerate(sorted(spaces))}
    for _ in spaces:
        for place in crossed:
            least = min(colour[space] for space in place)
            colour.update(dict.fromkeys(place, least))
    return len(set(colour.values()))


def slow_count(request: str, city: dict[str, Any], crossing: str) -> int:
    """What a request counts, from the dump alone."""
    houses = buildings(city)
    ways = segments(city)
    values = [{1: 1, 2: 2, 3: 3, 4: 5, 5: 8}[abs(a[0] - b[0]) + abs(a[1] - b[1])] for a, b in ways]
    groups = slow_routes(ways)
    ends = [end for way in ways for end in way]
    if request == "req-longest":
        sums = [sum(values[way] for way in group) for group in groups if houses[ways[min(group)][0]] != 2]
        return max(sums, default=0)
    if request == "req-varied":
        return max((len({values[way] for way in group}) for group in groups), default=0)
    if request == "req-circuits":
        return sum(len({end for way in group for end in ways[way]}) == len(group) for group in groups)
    if request == "req-crossings":
        pairs = [(i, j) for i, j in combinations(range(len(ways)), 2) if slow_cross(ways[i], ways[j])]
        if crossing == "places":
            return slow_places(ways)
        return len(pairs) if crossing == "points" else len({way for pair in pairs for way in pair})
    if request == "req-balance":
        return int(values.count(3) >= 5 and 5 in values and 8 in values)
    counts = {
        "req-most-routes": len(groups),
        "req-blue": list(houses.values()).count(0),
        "req-green": list(houses.values()).count(1),
        "req-light": sum(ends.count(house) == 1 for house in houses),
        "req-solo": sum(ends.count(house) == 0 for house in houses),
    }
    return counts[request]


@pytest.mark.parametrize("crossing", ["walkways", "places", "points"])
def test_a_slow_count_of_random_cities_gives_the_same(crossing: str) -> None:
    seen: dict[str, set[int]] = {request: set() for request in BOX.requests}
    for seed in range(100):
        rng = Random(seed)
        city = "rectangle" if seed % 2 else "square"
        state = GAME.deal(players=2, seed=seed, options={"city": city, "crossing": crossing})
        while state.turn():
            legal = state.legal(state.seat)
            walkways = [action for action in legal if "-" in GAME.text(action)]
            choice = walkways if walkways and rng.random() < 0.9 else legal
            state.apply(state.seat, choice[int(rng.random() * len(choice))])
        dump = state.dump()
        for request in BOX.requests:
            slow = [slow_count(request, one, crossing) for one in dump["cities"]]
            assert request_counts(request, state) == slow, (seed, request)
            seen[request] |= set(slow)
    assert all(len(counts) > 1 for request, counts in seen.items() if request != "req-balance"), seen
