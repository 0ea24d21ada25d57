"""Where the badges stand that tell the walkways' votes: on their decks, clear of each other and in sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import dist, hypot
from typing import NamedTuple

from cloudtop.games.cloud_city.art.measures import CAMERA, CORNICE, Level
from cloudtop.games.cloud_city.art.sight import Seen, SeenWalkway
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS
from cloudtop.stage.svg import Point

LIFTS = (0.0, 18.0, -18.0, 36.0, -36.0)
"""How far above its deck a badge may stand if there is no room on it."""
ROUNDS = 3
CLEARANCE, FROM_OTHER_DECKS = 7.0, 24.0
OFF_CENTRE_COST, LIFT_COST, ASTRAY_COST, HIDDEN_COST, OVERLAP_COST = 6.0, 4.0, 2.0, 40.0, 1000.0

Tower = tuple[Seen, Level]
"""A building and the space where it is seen."""


class Choice(NamedTuple):
    """A place for a badge on the screen, and what it costs."""

    point: Point
    cost: float


class Deck(NamedTuple):
    """The middle line of a walkway on the screen."""

    x: float
    y: float
    along: Point
    length: float

    def distance(self, point: Point) -> float:
        """How far a point is from it."""
        x, y = point[0] - self.x, point[1] - self.y
        share = (x * self.along[0] + y * self.along[1]) / self.length
        share = min(self.length, max(0.0, share)) / self.length
        return hypot(x - share * self.along[0], y - share * self.along[1])


def deck(walkway: SeenWalkway) -> Deck:
    """The middle line of a walkway."""
    (x0, y0), (x1, y1) = walkway.point(0), walkway.point(1)
    return Deck(x0, y0, (x1 - x0, y1 - y0), hypot(x1 - x0, y1 - y0))


@lru_cache(maxsize=256)
def badge_points(walkways: tuple[SeenWalkway, ...], towers: tuple[Tower, ...], scale: float = 1.0) -> tuple[Point, ...]:
    """A screen point for each walkway's badge: near its middle, in sight, clear of all other badges.

    `scale` is the size of the badges. Short walkways choose first, as they have least room; then all choose
    again, knowing the others.
    """
    decks = [deck(walkway) for walkway in walkways]
    choices = [
        badge_choices(walkway, decks[:number] + decks[number + 1 :], towers, scale)
        for number, walkway in enumerate(walkways)
    ]
    gap = scale * 2 * BADGE_RADIUS + CLEARANCE
    found: dict[int, Point] = {}
    shortest_first = sorted(range(len(walkways)), key=lambda number: walkways[number].walkway.length)
    for number in shortest_first * ROUNDS:
        taken = [point for other, point in found.items() if other != number]
        found[number] = cheapest(choices[number], taken, gap)
    return tuple(found[number] for number in range(len(walkways)))


def cheapest(choices: Sequence[Choice], taken: Sequence[Point], gap: float) -> Point:
    """The place that costs least, badges already placed considered; the choices come in order of their cost."""
    best = choices[0].point
    least = float("inf")
    for point, cost in choices:
        if cost >= least:
            break
        full = cost + OVERLAP_COST * overlap(point, taken, gap)
        if full < least:
            best, least = point, full
    return best


def badge_choices(walkway: SeenWalkway, others: Sequence[Deck], towers: Iterable[Tower], scale: float) -> list[Choice]:
    """Places for a badge, the best first: on the deck, then above or below it."""
    length = walkway.walkway.length
    margin = 0.42 / length
    steps = 4 * length
    apart = scale * FROM_OTHER_DECKS
    choices = []
    for step in range(steps + 1):
        share = margin + (1 - 2 * margin) * step / steps
        x, y = walkway.point(share)
        cost = OFF_CENTRE_COST * abs(share - 0.5) * length
        cost += HIDDEN_COST * any(hides(tower, walkway.at(share), (x, y)) for tower in towers)
        for lift in LIFTS:
            point = (x, y - scale * lift)
            astray = sum(max(0.0, apart - other.distance(point)) for other in others)
            choices.append(Choice(point, cost + LIFT_COST * abs(lift) + ASTRAY_COST * astray))
    return sorted(choices, key=lambda choice: choice.cost)


def overlap(point: Point, taken: Iterable[Point], gap: float) -> float:
    """How far a badge here would reach into the room of badges already placed."""
    return sum(max(0.0, gap - dist(point, other)) for other in taken)


def hides(tower: Tower, ground: Point, point: Point) -> bool:
    """Whether a building stands before the screen point of something above that ground."""
    space, level = tower
    if sum(space) <= sum(ground) + 0.5:
        return False
    x, foot = CAMERA.point(*space)
    half = 2 * CORNICE * CAMERA.across
    aside = abs(point[0] - x)
    if aside >= half:
        return False
    slope = (half - aside) * CAMERA.down / CAMERA.across
    return foot - level.height * CAMERA.rise - slope < point[1] < foot + slope
