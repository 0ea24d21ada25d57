"""A small plan of the nine towers from straight above, so that a hidden tower is never unknown."""

from __future__ import annotations

from math import sqrt

from cloudtop.core.scene import Item, Panel, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.layout import pickable
from cloudtop.games.skybridge.art.measures import SIZE, Seen
from cloudtop.games.skybridge.art.naming import capital, tower_name
from cloudtop.games.skybridge.art.palette import BRASS, CHOSEN, COLOUR_NAMED, INK, IVORY, MAPLE, TARGET, WALNUT_DARK
from cloudtop.games.skybridge.art.standing import Towers, bridges, seen
from cloudtop.games.skybridge.board import Tower, towers_seen
from cloudtop.games.skybridge.moves import Move
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.scene import back_to_front
from cloudtop.stage.svg import Point, group, path, polygon, polyline, text, translate

PITCH = 29.0
EDGE = 15.0 * sqrt(2)
"""From the middle of a cell to its corners."""
REACH = PITCH * (SIZE - 1) + 36
"""From the middle of the plan to its corners."""


def plan_point(seen_at: Seen) -> Point:
    """Where the plan shows a cell, turned like the board."""
    x, y = seen_at
    return (x - y) * PITCH, (x + y - (SIZE - 1)) * PITCH


def diamond(reach: float) -> str:
    """Path data of a square on its corner."""
    return polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)])


def plan_cell(tower: Tower, seen_at: Seen) -> str:
    """One tower: the colour on top, its height, and the hips of its roof if it is closed."""
    colour = COLOUR_NAMED[tower.top.colour_name] if tower.top else None
    fill, ink = (colour.lacquer, colour.inlay) if colour else (MAPLE, INK)
    hips = "".join(
        polyline([(EDGE * x, EDGE * y), ((EDGE - 8) * x, (EDGE - 8) * y)])
        for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    return group(
        path(diamond(EDGE), fill, stroke=IVORY, stroke_opacity=0.7, stroke_width=1.2),
        path(hips, stroke=ink, stroke_width=2) if tower.closed else "",
        text("·" if tower.bare else str(tower.height), 0, 5.5, 15, ink),
        transform=translate(*plan_point(seen_at)),
    )


def plan_backdrop(towers: Towers, side: int) -> str:
    """The whole plan."""
    spans = ""
    for first, second, colour in bridges(towers):
        line = polyline([plan_point(seen(first, side)), plan_point(seen(second, side))])
        spans += path(line, stroke=IVORY, stroke_width=13) + path(line, stroke=colour.lacquer, stroke_width=10)
    frame = path(diamond(REACH), WALNUT_DARK, fill_opacity=0.86, stroke=BRASS, stroke_width=2, stroke_linejoin="round")
    return frame + spans + "".join(plan_cell(tower, seen(cell, side)) for cell, tower in towers.items())


def plan_panel(box: Box, facts: Facts, words: Words, staging: Staging[Move]) -> Panel:
    """The plan as a panel, on which a tower hidden behind another can be read and picked."""
    towers, items = towers_seen(box, facts.towers), []
    for cell in towers:
        target = pickable(f"cell:{cell}", staging)
        sign = "place" if not target else "chosen" if target in staging.chosen else "target"
        x, y = plan_point(seen(cell, staging.side))
        label = capital(tower_name(towers, cell, words))
        items.append(Item(f"plan-{cell}", f"skybridge-plan-{sign}", x, y, float(bool(target)), target, label))
    half = REACH + 4
    return Panel(
        "plan",
        None,
        words("plan.title"),
        (-half, -half, 2 * half, 2 * half),
        back_to_front(items),
        plan_backdrop(towers, staging.side),
    )


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
