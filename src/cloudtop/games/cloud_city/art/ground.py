"""What a city stands on: tiles of pale stone on a bank of cloud, and the marks on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import sin

from cloudtop.games.cloud_city.art.measures import CAMERA, TILE_CORNER, TILE_HALF, TILE_THICKNESS
from cloudtop.games.cloud_city.art.palette import CREAM, GOLD, GOLD_DARK, PALETTE, WHITE
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.stage.projection import skirt
from cloudtop.stage.scene import Box
from cloudtop.stage.svg import Point, circle, ellipse, pair, path, polygon, polyline

BIRDS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-11, -4), (9, 5)),
    3: ((-13, 3), (3, -8), (12, 8)),
    4: ((-17, -1), (-2, -10), (4, 8), (18, 0)),
}
RIM_SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
PUFF = ((-16, 3, 10), (-4, -4, 13), (11, 0, 11.5), (2, 5, 13))
BANKS = 2
"""How many clouds differ, so that a bank of them does not look like a pattern."""
CORNERS = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
"""The corners of a cell from its middle, in spaces as seen: back, right, near, left."""


def tile() -> str:
    """An empty tile: a slab of pale stone, two spaces by two."""
    top = CAMERA.rounded_square(TILE_HALF, TILE_CORNER, steps=5)
    inner = CAMERA.rounded_square(TILE_HALF - 0.09, 0.16)
    return (
        path(skirt(top, TILE_THICKNESS), PALETTE["tile-side"])
        + path(polygon(top), PALETTE["tile-top"])
        + stroke(polygon(top), PALETTE["tile-rim"], 1.8)
        + stroke(polygon(inner), PALETTE["tile-line"], 1.1)
    )


def puff() -> str:
    """The small cloud on a space without a building."""
    return path(balls(PUFF, 0.62), PALETTE["puff"], opacity=0.95)


def balls(spots: Iterable[tuple[float, float, float]], flat: float) -> str:
    """Path data of ellipses (x, y, radius) that melt into one cloud."""
    return "".join(
        f"M{pair(x - r, y)}a{r:.0f} {r * flat:.0f} 0 1 1 {2 * r:.0f} 0a{r:.0f} {r * flat:.0f} 0 1 1 {-2 * r:.0f} 0z"
        for x, y, r in spots
    )


def birds(count: int) -> str:
    """So many birds: the number of a start tile."""
    wings = "".join(f"M{pair(x - 11, y)}q5.5-7 11 0q5.5-7 11 0" for x, y in BIRDS[count])
    return stroke(wings, PALETTE["bird"], 3)


def tile_edge(inset: float) -> str:
    """Path data of a line around a cell, that far within a tile's edge."""
    return polygon(CAMERA.rounded_square(TILE_HALF - inset, TILE_CORNER))


def target() -> str:
    """A place where a tile may be laid: dashed."""
    edge = tile_edge(0.04)
    return path(edge, "#fff3c9", opacity=0.72) + stroke(edge, WHITE, 5) + stroke(edge, GOLD_DARK, 2.6, dashes="11 8")


def plus() -> str:
    """The sign on a place where a tile may be laid; it shows through what stands in front."""
    return circle(0, 0, 25, fill=CREAM, opacity=0.94) + stroke(
        polyline([(-13, 0), (13, 0)]) + polyline([(0, -13), (0, 13)]), GOLD_DARK, 5
    )


def last_tile() -> str:
    """The golden line around the tile laid last."""
    edge = tile_edge(0.045)
    return stroke(edge, GOLD_DARK, 4.5, opacity=0.5) + stroke(edge, GOLD, 2.6)


def ghost_frame() -> str:
    """The golden frame around a tile that is being considered."""
    edge = tile_edge(-0.03)
    return stroke(edge, GOLD_DARK, 8, opacity=0.45) + stroke(edge, GOLD, 5) + stroke(edge, WHITE, 1.8, dashes="10 8")


def bank(variant: int, bare: bool) -> str:
    """The cloud under one cell; under a bare one it swells up at the back too.

    Cells lie side by side and are drawn from back to front, so what shows of it is the rim of the whole city.
    """
    floor = polygon(CAMERA.point(x, y, -0.14) for x, y in CORNERS)
    lower = swelling(rim(1), -0.36, (70, 12), variant)
    upper = swelling(rim(1), -0.14, (52, 10), variant + 2)
    if bare:
        upper += swelling(rim(-1), -0.14, (36, 8), variant + 4)
    return path(balls(lower, 0.52), PALETTE["bank-low"], opacity=0.75) + path(
        balls(upper, 0.54) + floor, PALETTE["bank"]
    )


def swelling(
    points: Iterable[Point], z: float, sizes: tuple[float, float], seed: int
) -> list[tuple[float, float, float]]:
    """Balls of cloud along a line, each with its own size."""
    middle, more = sizes
    return [(*CAMERA.point(x, y, z), middle + more * sin(4.1 * x + 3.3 * y + 1.9 * seed)) for x, y in points]


def rim(side: int) -> Iterator[Point]:
    """Points along the near (side 1) or far (side -1) edges of a cell."""
    back, right, near, left = CORNERS
    middle = near if side == 1 else back
    for corner in (right, left):
        for share in RIM_SHARES:
            yield corner[0] + (middle[0] - corner[0]) * share, corner[1] + (middle[1] - corner[1]) * share


@lru_cache(1024)
def cast_shade(floor: Box) -> str:
    """The soft shade of a whole city on the clouds far below; it takes the left, top, right and bottom of its cells."""
    left, top, right, bottom = floor
    return ellipse(
        (left + right) / 2,
        bottom - 0.1 * (bottom - top),
        0.5 * (right - left),
        0.3 * (bottom - top),
        fill=PALETTE["shade"],
    )


def ground_parts() -> dict[str, str]:
    """Everything that lies on the ground, by name."""
    return {
        "slab": tile(),
        "puff": puff(),
        "target": target(),
        "plus": plus(),
        "last": last_tile(),
        "ghost-frame": ghost_frame(),
        **{f"birds-{count}": birds(count) for count in BIRDS},
        **{f"bank-{variant}": bank(variant, bare=False) for variant in range(BANKS)},
        **{f"bare-{variant}": bank(variant, bare=True) for variant in range(BANKS)},
    }
