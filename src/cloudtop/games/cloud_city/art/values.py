"""Where the badges stand that tell the walkways' votes: on their decks, clear of each other and in sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist, hypot

from cloudtop.games.cloud_city.art.measures import CAMERA, CORNICE, Level
from cloudtop.games.cloud_city.art.position import Space
from cloudtop.games.cloud_city.art.sight import Walkway
from cloudtop.games.cloud_city.art.walkways import BADGE_RADIUS
from cloudtop.stage.svg import Point

LIFTS = (0.0, 18.0, -18.0, 36.0, -36.0)
"""How far above its deck a badge may stand if there is no room on it."""
ROUNDS = 3
CLEARANCE = 7.0
HIDDEN_COST = 40.0


def badge_points(walkways: Sequence[Walkway], towers: Mapping[Space, Level], scale: float = 1.0) -> list[Point]:
    """A screen point for each walkway's badge: near its middle, in sight, clear of all other badges.

    `towers` are the buildings by the spaces where they are seen; `scale` is the size of the badges. Short walkways
    choose first, as they have least room; then all choose again, knowing the others.
    """
    choices = [badge_choices(walkway, walkways, towers, scale) for walkway in walkways]
    gap = scale * 2 * BADGE_RADIUS + CLEARANCE
    found: dict[int, Point] = {}
    shortest_first = sorted(range(len(walkways)), key=lambda number: walkways[number].length)
    for number in shortest_first * ROUNDS:
        taken = [point for other, point in found.items() if other != number]
        found[number] = min(choices[number], key=lambda choice: choice[1] + 1000 * overlap(choice[0], taken, gap))[0]
    return [found[number] for number in range(len(walkways))]


def badge_choices(
    walkway: Walkway, walkways: Sequence[Walkway], towers: Mapping[Space, Level], scale: float
) -> list[tuple[Point, float]]:
    """Places for a badge with what each costs: on the deck first, then above or below it."""
    others = [other for other in walkways if other is not walkway]
    margin = 0.42 / walkway.length
    steps = 4 * walkway.length
    choices = []
    for step in range(steps + 1):
        share = margin + (1 - 2 * margin) * step / steps
        x, y = walkway.point(share)
        off_centre = 6 * abs(share - 0.5) * walkway.length
        hidden = HIDDEN_COST * any(hides(tower, level, walkway.at(share), (x, y)) for tower, level in towers.items())
        for lift in LIFTS:
            point = (x, y - scale * lift)
            astray = sum(max(0.0, scale * 24 - distance_to(point, other)) for other in others)
            choices.append((point, off_centre + hidden + 4 * abs(lift) + 2 * astray))
    return choices


def overlap(point: Point, taken: Iterable[Point], gap: float) -> float:
    """How far a badge here would reach into the room of badges already placed."""
    return sum(max(0.0, gap - dist(point, other)) for other in taken)


def distance_to(point: Point, walkway: Walkway) -> float:
    """How far a screen point is from the middle line of a walkway."""
    (x0, y0), (x1, y1) = walkway.point(0), walkway.point(1)
    length = hypot(x1 - x0, y1 - y0)
    share = ((point[0] - x0) * (x1 - x0) + (point[1] - y0) * (y1 - y0)) / length**2
    share = min(1.0, max(0.0, share))
    return dist(point, (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))


def hides(tower: Space, level: Level, ground: Point, point: Point) -> bool:
    """Whether a building stands before the screen point of something above that ground."""
    if sum(tower) <= sum(ground) + 0.5:
        return False
    x, foot = CAMERA.point(*tower)
    half = 2 * CORNICE * CAMERA.across
    if abs(point[0] - x) >= half:
        return False
    slope = (half - abs(point[0] - x)) * CAMERA.down / CAMERA.across
    return foot - level.height * CAMERA.rise - slope < point[1] < foot + slope
