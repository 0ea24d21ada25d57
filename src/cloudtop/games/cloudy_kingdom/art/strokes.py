"""Lines, curves and other sprites as parts of a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from cloudtop.games.cloudy_kingdom.art.measures import ROOM
from cloudtop.games.cloudy_kingdom.art.palette import GOLD_PALE, PALETTE
from cloudtop.stage.svg import Attribute, Point, circle, group, number, pair, path, polygon, use

Spot = tuple[float, float, float]


def line(data: str, colour: str, width: float, **attributes: Attribute) -> str:
    """A stroked path."""
    return path(data, "none", stroke=colour, stroke_width=width, **attributes)


def moved(x: float = 0, y: float = 0, turn: float = 0, scale: float = 1, mirror: str = "") -> str | None:
    """The transform that scales a drawing, turns it by degrees and moves it; `mirror` is a pair of signs."""
    moves = [f"translate({pair(x, y)})"] if x or y else []
    moves += [f"rotate({number(turn)})"] if turn else []
    moves += [f"scale({number(scale, 3)})"] if scale != 1 else []
    moves += [f"scale({mirror})"] if mirror else []
    return "".join(moves) or None


def stamp(
    sprite: str,
    x: float = 0,
    y: float = 0,
    turn: float = 0,
    scale: float = 1,
    mirror: str = "",
    **attributes: Attribute,
) -> str:
    """Another sprite of this room as a part of a drawing."""
    return use(f"{ROOM}-{sprite}", 0, 0, moved(x, y, turn, scale, mirror), **attributes)


def points_text(*points: Point) -> str:
    """Points as they follow a letter in path data."""
    return " ".join(pair(x, y) for x, y in points)


def walk(points: Sequence[Point], every: float, start: float = 0) -> list[Spot]:
    """Places (x, y, heading in radians) at equal distances along a line, from `start` on."""
    places: list[Spot] = []
    wanted, walked = start, 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        heading = atan2(y1 - y0, x1 - x0)
        while wanted <= walked + length:
            share = (wanted - walked) / length if length else 0
            places.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0), heading))
            wanted += every
        walked += length
    return places


def puffs(spots: Iterable[Spot]) -> str:
    """A little bank of cloud from circles (x, y, radius), looking the same however it is turned."""
    rounds = list(spots)
    shade = group(*(circle(x, y, radius + 1.3) for x, y, radius in rounds), fill=PALETTE["puff-shade"])
    return shade + group(*(circle(x, y, radius) for x, y, radius in rounds), fill=PALETTE["puff"])


def sparkle(x: float, y: float, size: float, colour: str = GOLD_PALE) -> str:
    """A four-pointed star."""
    reach = (size, size * 0.286)
    points = [(x + reach[i % 2] * cos(i * pi / 4), y + reach[i % 2] * sin(i * pi / 4)) for i in range(8)]
    return path(polygon(points), colour)
