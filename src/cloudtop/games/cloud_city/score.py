"""What a city is worth: routes, crossings and the ten requests. This module is compiled."""

from __future__ import annotations

from typing import Final

from cloudtop.games.cloud_city.board import BLUE, FAR, GREEN, LENGTH, NEAR, SAND, SPACES, STEP, VALUE, WIDTH
from cloudtop.games.cloud_city.rules_city import City, across

LONGEST_ROUTE: Final = 0
MOST_ROUTES: Final = 1
VARIED: Final = 2
CIRCUITS: Final = 3
MOST_BLUE: Final = 4
MOST_GREEN: Final = 5
LIGHT: Final = 6
CROSSINGS: Final = 7
SOLO: Final = 8
BALANCE: Final = 9

REQUESTS: Final[list[str]] = [
    "req-longest",
    "req-most-routes",
    "req-varied",
    "req-circuits",
    "req-blue",
    "req-green",
    "req-light",
    "req-crossings",
    "req-solo",
    "req-balance",
]
"""The rule of each request card, by its number."""

MAJORITY: Final = 6
SHARED_MAJORITY: Final = 3
FOUR_VALUES: Final = 6
FIVE_VALUES: Final = 8
PER_CIRCUIT: Final = 3
PER_LIGHT: Final = 2
PER_CROSSING: Final = -2
PER_SOLO: Final = -2
UNBALANCED: Final = -4

VALUE_BIT: Final[list[int]] = [0, 1, 2, 4, 8, 16]
"""By length, the bit of a walkway's value in a set of values."""
SIZE: Final[list[int]] = [bin(values).count("1") for values in range(32)]


class Route:
    """A connected group of walkways: a line or a loop, always of one level."""

    def __init__(self, level: int, votes: int, values: int, loop: bool) -> None:
        self.level = level
        self.votes = votes
        """The values of its walkways added up."""
        self.values = values
        """Which values occur, as a set of five bits."""
        self.loop = loop


def routes(city: City) -> list[Route]:
    """The routes of a city, in the order of their first walkways."""
    found: list[Route] = []
    waiting = city.walkways[:]
    while waiting:
        group = [waiting.pop(0)]
        for walkway in group:
            apart: list[int] = []
            for other in waiting:
                if meet(walkway, other):
                    group.append(other)
                else:
                    apart.append(other)
            waiting = apart
        found.append(route_of(city, group))
    return found


def route_of(city: City, group: list[int]) -> Route:
    """The route that these walkways are; a loop has two walkways at every building."""
    votes = 0
    values = 0
    loop = True
    for walkway in group:
        votes += VALUE[LENGTH[walkway]]
        values |= VALUE_BIT[LENGTH[walkway]]
        if city.at(NEAR[walkway]) & 3 != 2 or city.at(FAR[walkway]) & 3 != 2:
            loop = False
    return Route(city.level(group[0]), votes, values, loop)


def meet(one: int, other: int) -> bool:
    """Whether two walkways end at one building."""
    near, far = NEAR[one], FAR[one]
    return near == NEAR[other] or near == FAR[other] or far == NEAR[other] or far == FAR[other]


# ---------------------------------------------------------------------- crossings


def cross(one: int, other: int) -> bool:
    """Whether two walkways cross: at right angles, or one above the other along the same line.

    An end that lies under or over another walkway is no crossing.
    """
    step = STEP[one]
    if step != STEP[other]:
        return across(one, other)
    same_line = NEAR[one] // WIDTH == NEAR[other] // WIDTH if step == 1 else NEAR[one] % WIDTH == NEAR[other] % WIDTH
    return same_line and max(NEAR[one], NEAR[other]) < min(FAR[one], FAR[other])


def crossing_pairs(city: City) -> int:
    """How many pairs of walkways cross."""
    walkways = city.walkways
    pairs = 0
    for i in range(len(walkways)):
        for j in range(i):
            if cross(walkways[i], walkways[j]):
                pairs += 1
    return pairs


def crossing_walkways(city: City) -> int:
    """How many walkways cross at least one other."""
    walkways = city.walkways
    involved = 0
    for i in range(len(walkways)):
        for j in range(len(walkways)):
            if j != i and cross(walkways[i], walkways[j]):
                involved += 1
                break
    return involved


# ---------------------------------------------------------------------- buildings


def buildings_of(city: City, colour: int) -> int:
    """How many buildings of a colour stand in a city."""
    count = 0
    for space in range(SPACES):
        if city.at(space) >> 2 == colour + 1:
            count += 1
    return count


def buildings_with(city: City, walkways: int) -> int:
    """How many buildings carry exactly so many walkways."""
    count = 0
    for space in range(SPACES):
        here = city.at(space)
        if here > 1 and here & 3 == walkways:
            count += 1
    return count


# ---------------------------------------------------------------------- requests


def request_count(request: int, city: City, points: bool) -> int:
    """What a request counts in one city: votes of a route, routes, values, loops, buildings or crossings.

    For `req-balance` it is 1 if the mix of walkways is balanced, else 0. `points` asks `req-crossings` to count
    pairs that cross instead of walkways that do.
    """
    if request == LONGEST_ROUTE:
        return max([route.votes for route in routes(city) if route.level != SAND], default=0)
    if request == MOST_ROUTES:
        return len(routes(city))
    if request == VARIED:
        return max([SIZE[route.values] for route in routes(city)], default=0)
    if request == CIRCUITS:
        return len([route for route in routes(city) if route.loop])
    if request == MOST_BLUE:
        return buildings_of(city, BLUE)
    if request == MOST_GREEN:
        return buildings_of(city, GREEN)
    if request == LIGHT:
        return buildings_with(city, 1)
    if request == CROSSINGS:
        return crossing_pairs(city) if points else crossing_walkways(city)
    if request == SOLO:
        return buildings_with(city, 0)
    return 1 if balanced(city) else 0


def balanced(city: City) -> bool:
    """`req-balance`: whether there are five walkways of value 3, one of 5 and one of 8, all levels together."""
    lengths = [LENGTH[walkway] for walkway in city.walkways]
    return lengths.count(3) >= 5 and 4 in lengths and 5 in lengths


def request_votes(request: int, counts: list[int]) -> list[int]:
    """What a request brings or costs each seat, from what it counts in each city."""
    if request == CIRCUITS:
        return [PER_CIRCUIT * count for count in counts]
    if request == LIGHT:
        return [PER_LIGHT * count for count in counts]
    if request == CROSSINGS:
        return [PER_CROSSING * count for count in counts]
    if request == SOLO:
        return [PER_SOLO * count for count in counts]
    if request == VARIED:
        return [FIVE_VALUES if count == 5 else FOUR_VALUES if count == 4 else 0 for count in counts]
    if request == BALANCE:
        return [0 if count else UNBALANCED for count in counts]
    return majority(counts)


def majority(counts: list[int]) -> list[int]:
    """Votes for the most of something: 6 to a single leader, 3 to each of several, none for a lead of zero."""
    best = max(counts)
    if best == 0:
        return [0] * len(counts)
    votes = MAJORITY if counts.count(best) == 1 else SHARED_MAJORITY
    return [votes if count == best else 0 for count in counts]
