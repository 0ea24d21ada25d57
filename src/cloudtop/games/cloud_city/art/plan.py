"""The sprites of a plan: a city from above, where roofs lie flat and walkways are lines."""

from __future__ import annotations

from itertools import product

from cloudtop.games.cloud_city.art.measures import CAMERA, FOREST, LETTER, LEVELS, RIVER, Level
from cloudtop.games.cloud_city.art.palette import CREAM, GOLD, GOLD_DARK, PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.games.cloud_city.art.towers import roof
from cloudtop.games.cloud_city.art.walkways import AXES
from cloudtop.games.cloud_city.moves import COLUMN_LETTERS, WIDTH
from cloudtop.games.cloud_city.pieces import Box
from cloudtop.stage.svg import path, polygon, polyline, text, use

FLAT, FLAT_CORNER = 0.42, 0.1
"""Half the side of a roof on the plan."""
LINE_FROM = 0.3
"""How far from the middle of a roof its walkways begin."""


def flat(level: Level) -> str:
    """A building from above: its roof and its sign."""
    plate = polygon(CAMERA.rounded_square(FLAT, FLAT_CORNER))
    return (
        path(plate, PALETTE[f"{level.key}-top"])
        + stroke(plate, PALETTE[f"{level.key}-rail"], 2, opacity=0.7)
        + roof(level, 0)
    )


def flat_ring(colour: str, inner: str, dashes: str | None) -> str:
    """The edge of a roof that may end a walkway; all of its diamond answers the pointer."""
    edge = polygon(CAMERA.rounded_square(0.46, 0.1))
    return (
        path(edge, WHITE, fill_opacity=0.3)
        + stroke(edge, GOLD_DARK, 9)
        + stroke(edge, colour, 5)
        + stroke(edge, inner, 2.4, dashes=dashes)
    )


def line(level: Level, length: int) -> str:
    """A walkway from above: plain on River, dotted on Forest, hollow on Sand."""
    shape = polyline([CAMERA.point(LINE_FROM, 0), CAMERA.point(length - LINE_FROM, 0)])
    body = stroke(shape, WHITE, 20, opacity=0.9) + stroke(shape, PALETTE[f"{level.key}-line"], 13)
    if level is RIVER:
        return body
    return body + stroke(shape, CREAM, 4.5, dashes="1 13" if level is FOREST else None)


def gold_line(length: int) -> str:
    """The gold around the walkway built last, or around one that is being considered."""
    shape = polyline([CAMERA.point(LINE_FROM, 0), CAMERA.point(length - LINE_FROM, 0)])
    return stroke(shape, GOLD_DARK, 30) + stroke(shape, GOLD, 26)


def mirrored(name: str) -> str:
    """The same drawing along the other axis."""
    return use(f"{ROOM}-{name}", transform="scale(-1 1)")


def plan_parts(box: Box) -> dict[str, str]:
    """Everything that only a plan shows, by name."""
    drawn = {f"{level.key}-flat": flat(level) for level in LEVELS}
    drawn["flat-ring-target"] = flat_ring(CREAM, GOLD_DARK, "10 8")
    drawn["flat-ring-chosen"] = flat_ring(GOLD, WHITE, None)
    for name in (*COLUMN_LETTERS, *(str(row + 1) for row in range(WIDTH))):
        drawn[f"edge-{name}"] = text(name, 0, 0.35 * LETTER, LETTER, PALETTE["edge"])
    along, across = AXES
    for length in box.values:
        drawn[f"line-gold-{along}-{length}"] = gold_line(length)
        drawn[f"line-gold-{across}-{length}"] = mirrored(f"line-gold-{along}-{length}")
    for level, length in product(LEVELS, box.values):
        drawn[f"{level.key}-line-{along}-{length}"] = line(level, length)
        drawn[f"{level.key}-line-{across}-{length}"] = mirrored(f"{level.key}-line-{along}-{length}")
    return drawn
