"""What counts: walkways and the ten requests, ties and score sheets. This module is compiled.

A *route* is a connected group of walkways, always of one level: since a building carries at most two, a line or a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet
from cloudtop.games.cloud_city.fast import City, crossing
from cloudtop.games.cloud_city.moves import BEGIN, DOWN, END, FAR, LENGTH, NEAR, TILE_OF, TRACK, spaces_along
from cloudtop.games.cloud_city.pieces import BLUE, CORNERS, GREEN, SAND, SITES, TILES, Box

if TYPE_CHECKING:
    from cloudtop.games.cloud_city.state import CloudCity

BLUE_SITES: Final[list[int]] = [(tile.first, tile.second).count(BLUE) for tile in TILES]
GREEN_SITES: Final[list[int]] = [(tile.first, tile.second).count(GREEN) for tile in TILES]
"""By tile, its blue and its green buildings."""

# ---------------------------------------------------------------------- the end


def scores(state: CloudCity) -> list[int]:
    """`score`: the votes of the own walkways and of the requests."""
    totals = [int(city.river + city.forest + city.sand) for city in state.cities]
    for request in state.requests:
        for seat, votes in enumerate(votes_for(request, state)):
            totals[seat] += votes
    return totals


def score_sheet(state: CloudCity, seat: int) -> ScoreSheet:
    """A line for each level and for each request."""
    city = state.cities[seat]
    lines = [
        ScoreLine("cloud-city/score", "score.river", {}, int(city.river)),
        ScoreLine("cloud-city/score", "score.forest", {}, int(city.forest)),
        ScoreLine("cloud-city/score", "score.sand", {}, int(city.sand)),
    ]
    for request in state.requests:
        counts = request_counts(request, state)
        fields = {"count": counts[seat], "best": max(counts)}
        votes = request_votes(request, state.setup.cards[request], counts)[seat]
        lines.append(ScoreLine(f"cloud-city/{request}", f"score.{request}", fields, votes))
    return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))


def outcome(state: CloudCity) -> Outcome:
    """`end`, `tie`: the most votes win; then River votes decide, then Forest, then Sand; then the win is shared."""
    totals = scores(state)
    merits = [
        (totals[seat], int(city.river), int(city.forest), int(city.sand)) for seat, city in enumerate(state.cities)
    ]
    ranking = [
        tuple([seat for seat in range(state.seats) if merits[seat] == merit])
        for merit in sorted(set(merits), reverse=True)
    ]
    return Outcome(tuple(totals), tuple(ranking), ranking[0], "cloud-city/end")


# ---------------------------------------------------------------------- what the requests count


def req_longest(city: City) -> int:
    """`req-longest`: the votes of the most valuable route on River or Forest; a loop counts all its walkways."""
    return max([votes_of(city, route) for route in routes(city.walkways) if not on_sand(city, route)], default=0)


def req_most_routes(city: City) -> int:
    """`req-most-routes`: the routes of all levels."""
    return len(routes(city.walkways))


def req_varied(city: City) -> int:
    """`req-varied`: the most different values in one route; every length has its own."""
    return max([len({LENGTH[walkway] for walkway in route}) for route in routes(city.walkways)], default=0)


def req_circuits(city: City) -> int:
    """`req-circuits`: the closed loops."""
    return len([route for route in routes(city.walkways) if closed(route)])


def req_blue(city: City) -> int:
    """`req-blue`: the blue buildings."""
    return sum(BLUE_SITES[TILE_OF[lay]] for lay in city.tiles)


def req_green(city: City) -> int:
    """`req-green`: the green buildings."""
    return sum(GREEN_SITES[TILE_OF[lay]] for lay in city.tiles)


def req_light(city: City) -> int:
    """`req-light`: the buildings with exactly one walkway."""
    ends = ends_of(city.walkways)
    return len([end for end in ends if ends.count(end) == 1])


def req_crossings(city: City) -> int:
    """`req-crossings`: the walkways that cross at least one other."""
    return len([one for one in city.walkways if any(cross(one, other) for other in city.walkways)])


def req_crossings_by_pair(city: City) -> int:
    """`req-crossings` as it was once read: the pairs of walkways that cross."""
    ways = city.walkways
    return len([one for index, one in enumerate(ways) for other in ways[:index] if cross(one, other)])


def req_crossings_by_place(city: City) -> int:
    """`req-crossings`, the other reading: the places where walkways cross."""
    return len(crossing_places(city.walkways))


def req_solo(city: City) -> int:
    """`req-solo`: the buildings without a walkway."""
    return SITES * len(city.tiles) - len(set(ends_of(city.walkways)))


def req_balance(city: City) -> int:
    """`req-balance`: 1 if there are enough walkways of the values asked for, all levels together, else 0."""
    lengths = [LENGTH[walkway] for walkway in city.walkways]
    return int(all(lengths.count(length) >= enough for length, enough in city.setup.box.balance.items()))


COUNTS: Final[dict[str, Callable[[City], int]]] = {
    "req-longest": req_longest,
    "req-most-routes": req_most_routes,
    "req-varied": req_varied,
    "req-circuits": req_circuits,
    "req-blue": req_blue,
    "req-green": req_green,
    "req-light": req_light,
    "req-crossings": req_crossings,
    "req-solo": req_solo,
    "req-balance": req_balance,
}
CROSSINGS: Final[dict[str, Callable[[City], int]]] = {
    "walkways": req_crossings,
    "places": req_crossings_by_place,
    "points": req_crossings_by_pair,
}
"""What `req-crossings` counts, by the option `crossing`; `points` is no longer offered."""


def request_counts(request: str, state: CloudCity) -> list[int]:
    """What a request counts in each city; the option `crossing` says how `req-crossings` is read."""
    count = COUNTS[request]
    if request == "req-crossings":
        count = CROSSINGS[state.terms.options["crossing"]]
    return [count(city) for city in state.cities]


# ---------------------------------------------------------------------- what they bring


def votes_for(request: str, state: CloudCity) -> list[int]:
    """What a request brings or costs each seat now."""
    return request_votes(request, state.setup.cards[request], request_counts(request, state))


def request_votes(request: str, card: dict[str, int], counts: list[int]) -> list[int]:
    """What a request brings or costs each seat, from what it counts in each city; its card says how much."""
    if request == "req-varied":
        return [card["five"] if count >= 5 else card["four"] if count == 4 else 0 for count in counts]
    if request == "req-balance":
        return [0 if count else card["lacking"] for count in counts]
    if "each" in card:
        return [card["each"] * count for count in counts]
    return majority(counts, card["most"], card["tied"])


def majority(counts: list[int], most: int, tied: int) -> list[int]:
    """Votes for the most of something, alone or tied with any number of others; nobody leads with none of it."""
    best = max(counts)
    if best == 0:
        return [0] * len(counts)
    votes = most if counts.count(best) == 1 else tied
    return [votes if count == best else 0 for count in counts]


# ---------------------------------------------------------------------- routes and crossings


def routes(walkways: list[int]) -> list[list[int]]:
    """The routes of a city's walkways."""
    found: list[list[int]] = []
    waiting = walkways[:]
    while waiting:
        route = [waiting.pop(0)]
        for walkway in route:
            apart: list[int] = []
            for other in waiting:
                if meet(walkway, other):
                    route.append(other)
                else:
                    apart.append(other)
            waiting = apart
        found.append(route)
    return found


def meet(one: int, other: int) -> bool:
    """Whether two walkways end at one building."""
    near, far = NEAR[one], FAR[one]
    return near == NEAR[other] or near == FAR[other] or far == NEAR[other] or far == FAR[other]


def ends_of(walkways: list[int]) -> list[int]:
    """The spaces where walkways end, one that carries two of them twice."""
    return [NEAR[walkway] for walkway in walkways] + [FAR[walkway] for walkway in walkways]


def votes_of(city: City, route: list[int]) -> int:
    """The values of a route's walkways added up."""
    return sum(city.setup.value[LENGTH[walkway]] for walkway in route)


def on_sand(city: City, route: list[int]) -> bool:
    """Whether a route runs on the highest level."""
    return city.at(NEAR[route[0]]) >> 2 == SAND.height


def closed(route: list[int]) -> bool:
    """Whether a route is a loop: it has as many buildings as walkways, a line one more."""
    return len(set(ends_of(route))) == len(route)


def cross(one: int, other: int) -> bool:
    """Whether two walkways cross: at right angles, or one above the other along the same line.

    An end that lies under or over another walkway is no crossing.
    """
    if DOWN[one] != DOWN[other]:
        return crossing(one, other)
    overlap = min(END[one], END[other]) - max(BEGIN[one], BEGIN[other])
    return one != other and TRACK[one] == TRACK[other] and overlap > 0


def crossing_places(ways: list[int]) -> list[set[int]]:
    """The places where walkways cross, each as its spaces.

    Two that cross share a space, or a stretch of them; those that have a space in common are one place.
    """
    places: list[set[int]] = []
    for index, one in enumerate(ways):
        for other in ways[:index]:
            if cross(one, other):
                here = spaces_along(one) & spaces_along(other)
                apart: list[set[int]] = []
                for place in places:
                    if place.isdisjoint(here):
                        apart.append(place)
                    else:
                        here |= place
                apart.append(here)
                places = apart
    return places


# ---------------------------------------------------------------------- bounds


def most_votes(box: Box, buildings: int, cards: int) -> int:
    """No city of so many buildings has more votes, with so many requests in play.

    A building carries at most two walkways and a walkway has two ends, so there are no more walkways than buildings; a
    loop takes at least four of them.
    """
    values = [box.values[length] for (_, length), count in box.walkways.items() for _ in range(count)]
    at_best = {"req-circuits": buildings // 4, "req-light": buildings}
    gains = [
        card["each"] * at_best.get(request, 0) if "each" in card else max(card.values())
        for request, card in box.requests.items()
    ]
    return sum(sorted(values, reverse=True)[:buildings]) + sum(sorted(gains, reverse=True)[:cards])


def fewest_votes(box: Box, buildings: int, cards: int, crossing: str) -> int:
    """No city of so many buildings has fewer votes, with so many requests in play.

    There are no more places than spaces. Only walkways of different levels cross; with n walkways there are most such
    pairs when each level has a third of them: n x n / 3.
    """
    spaces = buildings * CORNERS // SITES
    crossings = {"walkways": buildings, "places": spaces, "points": buildings * buildings // 3}
    at_worst = {"req-crossings": crossings[crossing], "req-solo": buildings}
    losses = [
        card["each"] * at_worst.get(request, 0) if "each" in card else min(0, *card.values())
        for request, card in box.requests.items()
    ]
    return sum(sorted(losses)[:cards])
