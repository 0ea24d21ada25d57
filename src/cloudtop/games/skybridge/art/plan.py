"""A small plan of the nine towers from straight above, so that a hidden tower is never unknown."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from cloudtop.games.skybridge.art.measures import SIZE, Cell
from cloudtop.games.skybridge.art.palette import (
    BRASS,
    CHOSEN,
    INK,
    IVORY,
    MAPLE,
    TARGET,
    WALNUT_DARK,
    Colour,
)
from cloudtop.stage.svg import Point, group, path, polygon, polyline, text, translate

PITCH = 29.0
EDGE = 15.0 * sqrt(2)
"""From the middle of a cell to its corners."""
REACH = PITCH * (SIZE - 1) + 36
"""From the middle of the plan to its corners."""


class Top(NamedTuple):
    """What the plan shows of one tower: where the camera sees it, its height, and the piece on top."""

    cell: Cell
    storeys: int
    colour: Colour | None
    roofed: bool


def plan_point(cell: Cell) -> Point:
    """Where the plan shows a cell, turned like the board."""
    x, y = cell
    return (x - y) * PITCH, (x + y - (SIZE - 1)) * PITCH


def diamond(reach: float) -> str:
    """Path data of a square on its corner."""
    return polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)])


def plan_cell(top: Top) -> str:
    """One tower: the colour on top, its height, and the hips of its roof if it is closed."""
    fill, ink = (top.colour.lacquer, top.colour.inlay) if top.colour else (MAPLE, INK)
    hips = "".join(
        polyline([(EDGE * x, EDGE * y), ((EDGE - 8) * x, (EDGE - 8) * y)])
        for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    return group(
        path(diamond(EDGE), fill, stroke=IVORY, stroke_opacity=0.7, stroke_width=1.2),
        path(hips, stroke=ink, stroke_width=2) if top.roofed else "",
        text(str(top.storeys) if top.storeys or top.colour else "·", 0, 5.5, 15, ink),
        transform=translate(*plan_point(top.cell)),
    )


def plan_backdrop(tops: Iterable[Top], bridges: Iterable[tuple[Cell, Cell, Colour]]) -> str:
    """The whole plan."""
    spans = ""
    for first, second, colour in bridges:
        line = polyline([plan_point(first), plan_point(second)])
        spans += path(line, stroke=IVORY, stroke_width=13) + path(line, stroke=colour.lacquer, stroke_width=10)
    frame = path(diamond(REACH), WALNUT_DARK, fill_opacity=0.86, stroke=BRASS, stroke_width=2, stroke_linejoin="round")
    return frame + spans + "".join(plan_cell(top) for top in tops)


def plan_signs() -> dict[str, str]:
    """The unseen surface of a cell, and the lines around one that may be chosen and one that is."""

    def line(colour: str) -> str:
        around = diamond(EDGE)
        return path(around, "#ffffff", fill_opacity=0, stroke=INK, stroke_width=5) + path(
            around, stroke=colour, stroke_width=3.2, stroke_linejoin="round"
        )

    return {
        "plan-place": path(diamond(EDGE), "#ffffff", fill_opacity=0),
        "plan-target": line(TARGET),
        "plan-chosen": line(CHOSEN),
    }
