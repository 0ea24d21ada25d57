"""Where the badges stand that tell the walkways' votes: on their decks, clear of each other and in sight.

Badges are placed in the order in which the walkways were built, so that those already there stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from cloudtop.games.cloud_city.art.display import CITY
from cloudtop.games.cloud_city.art.measures import CAMERA, CORNICE, Level
from cloudtop.games.cloud_city.art.sight import Seen, SeenWalkway, Sight
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS, lane
from cloudtop.stage.svg import Point

LIFTS = (0.0, 18.0, -18.0, 36.0, -36.0)
"""How far above its deck a badge may stand if there is no room on it."""
CLEARANCE, FROM_OTHER_DECKS = 5.0, 24.0
OFF_CENTRE_COST, LIFT_COST, ASTRAY_COST, HIDDEN_COST, OVERLAP_COST = 6.0, 4.0, 2.0, 40.0, 1000.0

Tower = tuple[Seen, Level]
"""A building and the space where it is seen."""
BREADTH = 2 * CORNICE * CAMERA.across
"""How far it reaches to either side on the screen."""


class Deck(NamedTuple):
    """The middle line of a walkway on the screen."""

    x: float
    y: float
    along: Point
    length: float
    """On the screen."""
    spaces: int

    def point(self, share: float) -> Point:
        """The point at a share of it."""
        return self.x + self.along[0] * share, self.y + self.along[1] * share

    def distance(self, x: float, y: float) -> float:
        """How far a point is from it."""
        dx, dy = self.along
        x, y = x - self.x, y - self.y
        share = (x * dx + y * dy) / (self.length * self.length)
        share = 0.0 if share < 0 else 1.0 if share > 1 else share
        return hypot(x - share * dx, y - share * dy)

    def near(self, other: Deck, room: float) -> bool:
        """Whether another one comes so near that it matters."""
        (dx, dy), (ox, oy) = self.along, other.along
        left, right = min(self.x, self.x + dx) - room, max(self.x, self.x + dx) + room
        top, bottom = min(self.y, self.y + dy) - room, max(self.y, self.y + dy) + room
        return (
            min(other.x, other.x + ox) < right
            and max(other.x, other.x + ox) > left
            and min(other.y, other.y + oy) < bottom
            and max(other.y, other.y + oy) > top
        )


@lru_cache(4096)
def deck_of(walkway: SeenWalkway, form: str) -> Deck:
    """The middle line of a walkway, in one of the forms of a city."""
    if form == CITY:
        (x0, y0), (x1, y1) = (CAMERA.point(*end, walkway.level.height + 0.1) for end in (walkway.start, walkway.end))
    else:
        dx, dy = lane(walkway.level, walkway.axis)
        (x0, y0), (x1, y1) = (CAMERA.point(x + dx, y + dy) for x, y in (walkway.start, walkway.end))
    return Deck(x0, y0, (x1 - x0, y1 - y0), hypot(x1 - x0, y1 - y0), walkway.length)


def badge_points(sight: Sight, walkways: Iterable[SeenWalkway], form: str, scale: float) -> list[Point]:
    """A screen point for the badge of each walkway; `scale` is the size of the badges."""
    found: list[Point] = []
    decks: list[Deck] = []
    towers: list[tuple[int, float, Tower]] = []
    if form == CITY:
        for space, level in sight.levels.items():
            column, row = seen = sight.seen[space]
            towers.append((column + row, (column - row) * CAMERA.across, (seen, level)))
    gap = scale * 2 * BADGE_RADIUS + CLEARANCE
    for walkway in walkways:
        deck = deck_of(walkway, form)
        room = gap + scale * max(LIFTS)
        taken = tuple([point for point in found if near_deck(deck, point, room)])
        others = tuple([other for other in decks if deck.near(other, room)])
        # Only what stands nearer, in the columns of the screen that the deck passes, can hide its badge.
        behind, ends = sum(walkway.start), (deck.x, deck.x + deck.along[0])
        left, right = min(ends) - BREADTH, max(ends) + BREADTH
        before = tuple([tower for near, x, tower in towers if near > behind and left < x < right])
        found.append(badge_point(deck, walkway.start, walkway.end, taken, others, before, gap, scale))
        decks.append(deck)
    return found


def near_deck(deck: Deck, point: Point, room: float) -> bool:
    """Whether a point is so near to a deck that it matters."""
    dx, dy = deck.along
    x, y = point[0] - deck.x, point[1] - deck.y
    return min(0.0, dx) - room < x < max(0.0, dx) + room and min(0.0, dy) - room < y < max(0.0, dy) + room


@lru_cache(4096)
def badge_point(
    deck: Deck,
    start: Seen,
    end: Seen,
    taken: tuple[Point, ...],
    others: tuple[Deck, ...],
    towers: tuple[Tower, ...],
    gap: float,
    scale: float,
) -> Point:
    """The place that costs least: near the middle of the deck, in sight, away from other badges and decks."""
    best, least = (deck.x, deck.y), float("inf")
    apart = scale * FROM_OTHER_DECKS
    for cost, share, lift in choices(deck.spaces):
        if cost >= least:
            break
        x, y = deck.point(share)
        ground = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        for tower in towers:
            if hides(tower, ground, (x, y)):
                cost += HIDDEN_COST
                break
        y -= scale * lift
        for other_x, other_y in taken:
            cost += OVERLAP_COST * max(0.0, gap - hypot(x - other_x, y - other_y))
        for other in others:
            if cost >= least:
                break
            cost += ASTRAY_COST * max(0.0, apart - other.distance(x, y))
        if cost < least:
            best, least = (x, y), cost
    return best


@lru_cache
def choices(spaces: int) -> list[tuple[float, float, float]]:
    """Places for the badge of a walkway of that length, the best first: their cost, share of its length and lift."""
    margin = 0.42 / spaces
    steps = 4 * spaces
    shares = [margin + (1 - 2 * margin) * step / steps for step in range(steps + 1)]
    return sorted(
        (OFF_CENTRE_COST * abs(share - 0.5) * spaces + LIFT_COST * abs(lift), share, lift)
        for share in shares
        for lift in LIFTS
    )


def hides(tower: Tower, ground: Point, point: Point) -> bool:
    """Whether a building stands before the screen point of something above that ground."""
    space, level = tower
    if sum(space) <= sum(ground) + 0.5:
        return False
    x, foot = CAMERA.point(*space)
    aside = abs(point[0] - x)
    if aside >= BREADTH:
        return False
    slope = (BREADTH - aside) * CAMERA.down / CAMERA.across
    return foot - level.height * CAMERA.rise - slope < point[1] < foot + slope
