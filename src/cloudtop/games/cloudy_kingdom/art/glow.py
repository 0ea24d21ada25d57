"""Roads in light: gold for one that won, lanterns for one that waits, a ribbon or a thin trail for one that grows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cloudtop.games.cloudy_kingdom.art.designs import BRIDGE, group_of
from cloudtop.games.cloudy_kingdom.art.measures import (
    CASTLE_DEPTH,
    ENDS,
    HALF,
    HALF_LONG,
    OVERHANG,
    ROAD_END,
    SIDES,
)
from cloudtop.games.cloudy_kingdom.art.palette import (
    FAMILIES,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    INK,
    WHITE,
    Family,
)
from cloudtop.games.cloudy_kingdom.art.roads import ENTRY, towards_centre
from cloudtop.games.cloudy_kingdom.art.strokes import line, points_text, stamp
from cloudtop.stage.svg import centred_rect, circle, group, number, path

CURVE = points_text(towards_centre("a"), towards_centre("l"), ENTRY["l"])
SHAPES: dict[str, Callable[[str], str]] = {
    "arm": lambda edge: f"M{number(-ROAD_END - 0.5)} 0H{number(-HALF)}",
    "straight": lambda edge: f"M-{edge} 0H{edge}",
    "over": lambda edge: f"M-{edge} 0H{edge}",
    "under": lambda edge: f"M-{edge} 0H-14M14 0H{edge}",
    "bend": lambda edge: f"M-{edge} 0H{number(-HALF)}C{CURVE}V-{edge}",
    "through": lambda edge: f"M-{edge} 0H{edge}",
    "corner": lambda edge: f"M-{edge} 0H0V-{edge}",
    "tee": lambda edge: f"M-{edge} 0H{edge}M0 0V-{edge}",
    "cross": lambda edge: f"M-{edge} 0H{edge}M0 -{edge}V{edge}",
}
"""Path data of a lit road on an arm (at end `a`) and on centres, for how far it reaches from the middle.

`over` and `under` are the roads of a rope bridge; `through` and `corner` follow two roads of a place where
more than two meet.
"""
PLACES = ("through", "corner", "tee", "cross")
"""Shapes with a junction in their middle."""
NEAR, FAR, WHOLE = number(HALF), number(HALF + OVERHANG), number(ROAD_END - 2)
"""A halo stops at the centre's edge, so that it does not add up with an arm's; a lane goes over the edge.

A trail goes over the arms as well, nearly to their ends: its lane may lie beyond them.
"""
LANES = (-8.0, 8.0, 0.0, -3.0)
"""How far aside the trails of other players keep, across and along: so they run side by side round every corner."""
PATTERNS = {"red": "11 5", "blue": "0.1 7", "green": "4 4 4 8", "black": "11 5 0.1 5"}
"""Long dashes, dots, short ones in twos, dash and dot: a family is told by its pattern too."""


def halo(data: str) -> str:
    """Light that fades outward."""
    rings = ((46, 0.13), (38, 0.2), (31, 0.35))
    return "".join(line(data, GOLD, width, opacity=opacity) for width, opacity in rings)


def gold_road(shape: str) -> str:
    """A golden lane with lights along it; over a bridge the planks shine through."""
    near, far = SHAPES[shape](NEAR), SHAPES[shape](FAR)
    lane = line(far, GOLD_DEEP, 22) + line(far, GOLD, 18) + line(far, GOLD_PALE, 9)
    lights = line(far, "#e59a12", 4, stroke_dasharray="2 8")
    shining = group(lane, opacity=0.5) if shape == "over" else lane
    place = stamp("part-gold") if shape in PLACES else ""
    return group(halo(near), shining, lights, stroke_linejoin="round") + place


def lantern_road(shape: str) -> str:
    """A lane of golden steps with the green showing between them: linked, but not yet won."""
    near, far = SHAPES[shape](NEAR), SHAPES[shape](FAR)
    steps = {"stroke_dasharray": "6 4"}
    lane = line(far, GOLD_DEEP, 17, **steps) + line(far, GOLD, 13, **steps) + line(far, GOLD_PALE, 6, **steps)
    return group(line(near, GOLD, 30, opacity=0.34), lane, stroke_linejoin="round")


def ribbon_road(shape: str) -> str:
    """A ribbon in the current colour."""
    far = SHAPES[shape](FAR)
    return group(line(far, WHITE, 10, opacity=0.95), line(far, "currentColor", 6.4), stroke_linejoin="round")


def trail(shape: str) -> str:
    """A thin line in the current colour and pattern."""
    whole = SHAPES[shape](WHOLE)
    return line(whole, WHITE, 6.2) + line(whole, "currentColor", 3.8)


def gold_place() -> str:
    """A junction turned to gold."""
    return (
        circle(0, 0, 14, fill=GOLD, stroke=GOLD_DEEP, stroke_width=2)
        + circle(0, 0, 10.5, fill=GOLD_PALE)
        + stamp("part-blossom")
    )


def hourglass() -> str:
    """The sign of a road that waits for its family's next turn."""
    return (
        circle(0, 0, 13, fill=GOLD_PALE, stroke=GOLD_DEEP, stroke_width=2)
        + path("M-5 -8H5C5 -3 1.5 -2 1.5 0S5 3 5 8H-5C-5 3 -1.5 2 -1.5 0S-5 -3 -5 -8Z", WHITE, stroke=INK)
        + path("M-3.4 -4.6H3.4C2.6 -2.4 .8 -2 0 -.4C-.8 -2 -2.6 -2.4 -3.4 -4.6ZM-4.2 7C-3 4 3 4 4.2 7Z", GOLD)
        + line("M-6.4 -8H6.4M-6.4 8H6.4", INK, 2, stroke_linecap="round")
    )


def medallion(family: Family) -> str:
    """A family's emblem on a round of its colour, where its ribbon passes a cell."""
    return circle(0, 0, 9, fill=family.banner, stroke=WHITE, stroke_width=2) + path(
        family.emblem, WHITE, transform="scale(.54)"
    )


def castle_light(steps: str | None = None) -> str:
    """Light around a castle card."""
    half_depth = CASTLE_DEPTH / 2
    return "".join(
        centred_rect(
            HALF_LONG + grow / 2,
            half_depth + grow / 2,
            9 + grow / 2,
            fill="none",
            stroke=GOLD,
            stroke_width=grow,
            stroke_opacity=0.42,
            stroke_dasharray=steps,
        )
        for grow in (5, 11, 18)
    )


def glow_sprites() -> dict[str, str]:
    """Every light for every shape of road; those of the families differ only in their colour."""
    sheet = {
        "part-gold": gold_place(),
        "hourglass": hourglass(),
        "glow-won-castle": castle_light(),
        "glow-waiting-castle": castle_light("14 8"),
    }
    sheet |= {f"medallion-{family.key}": medallion(family) for family in FAMILIES.values()}
    for shape in SHAPES:
        sheet[f"glow-won-{shape}"] = gold_road(shape)
        sheet[f"glow-waiting-{shape}"] = lantern_road(shape)
        sheet[f"part-ribbon-{shape}"] = ribbon_road(shape)
        sheet[f"part-trail-{shape}"] = trail(shape)
        for family in FAMILIES.values():
            sheet[f"glow-{family.key}-{shape}"] = stamp(f"part-ribbon-{shape}", color=family.banner)
            sheet[f"trail-{family.key}-{shape}"] = stamp(
                f"part-trail-{shape}",
                color=family.banner,
                stroke_dasharray=PATTERNS[family.key],
                stroke_linecap="round",
                stroke_linejoin="round",
            )
    return sheet


@lru_cache(maxsize=1024)
def centre_shape(joins: tuple[str, ...], turn: int, sides: str) -> tuple[str, int]:
    """The shape of a lit road that joins these sides over the centre of a card turned so, and how far it is turned.

    The card joins these groups of its ends.
    """
    joined = group_of(joins, (ENDS[(SIDES.index(side) - turn) % 4] for side in SIDES if side in sides))
    numbers = [number for number, side in enumerate(SIDES) if side in sides]
    if len(numbers) == 4:
        return "cross", 0
    if len(numbers) == 3:
        missing = ({0, 1, 2, 3} - set(numbers)).pop()
        return "tee", (missing + 1) % 4
    first, second = numbers
    if second - first != 2:
        return ("corner" if len(joined) > 2 else "bend"), 3 if (first, second) == (0, 3) else first
    if joins == BRIDGE:
        return ("under" if joined == "lr" else "over"), first
    return ("through" if len(joined) > 2 else "straight"), first
