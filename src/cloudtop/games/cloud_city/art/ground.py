"""What a city stands on: tiles of pale stone on a bank of cloud, the marks on them, and the shadows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import sin

from cloudtop.games.cloud_city.art.measures import (
    CAMERA,
    LEVEL_OF,
    SUN_LEAN,
    TILE_CORNER,
    TILE_HALF,
    TILE_THICKNESS,
)
from cloudtop.games.cloud_city.art.palette import CREAM, GOLD, GOLD_DARK, PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.sight import Seen, Sight, cell_corners
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.games.cloud_city.moves import Lay
from cloudtop.stage.projection import skirt
from cloudtop.stage.svg import Point, circle, element, ellipse, group, pair, path, polygon, polyline, use

BIRDS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-11, -4), (9, 5)),
    3: ((-13, 3), (3, -8), (12, 8)),
    4: ((-17, -1), (-2, -10), (4, 8), (18, 0)),
}
RIM_SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
PUFF = ((-16, 3, 10), (-4, -4, 13), (11, 0, 11.5), (2, 5, 13))


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


def ground_parts() -> dict[str, str]:
    """Everything that lies on the ground, by name."""
    return {
        "tile": tile(),
        "puff": puff(),
        "target": target(),
        "plus": plus(),
        "last": last_tile(),
        "ghost-frame": ghost_frame(),
    } | {f"birds-{count}": birds(count) for count in BIRDS}


def plots(sight: Sight, lay: Lay) -> Iterator[tuple[str, Point]]:
    """What each space of a tile shows, with its screen point: a plot, a small cloud, or the start tile's birds."""
    flock = sight.birds if lay == sight.city.lays[0] else 0
    for space, colour in lay.corners:
        name = "puff" if colour is None else f"{LEVEL_OF[colour].key}-site"
        if colour is None and flock:
            name, flock = f"birds-{flock}", 0
        yield name, CAMERA.point(*sight.space(space))


def slabs(sight: Sight) -> str:
    """The tiles from back to front, with what lies on them."""
    drawn = []
    for lay in sorted(sight.city.lays, key=lambda lay: sum(sight.cell(lay.cell))):
        drawn.append(use(f"{ROOM}-tile", *CAMERA.point(*sight.centre(lay.cell))))
        drawn += (use(f"{ROOM}-{name}", *point) for name, point in plots(sight, lay))
    return "".join(drawn)


def shadows(sight: Sight, key: str) -> str:
    """The shadows of buildings and walkways, which fall on tiles only; `key` keeps two cities apart."""
    footprint = polygon(CAMERA.rounded_square(TILE_HALF, TILE_CORNER))
    tiles = (use(f"{key}-footprint", *CAMERA.point(*sight.centre(lay.cell))) for lay in sight.city.lays)
    fallen = [
        use(f"{ROOM}-{level.key}-shadow", *CAMERA.point(*sight.space(space))) for space, level in sight.levels.items()
    ]
    for walkway in sight.walkways():
        dx, dy = (lean * walkway.level.height for lean in SUN_LEAN)
        fallen += (
            use(f"{ROOM}-walk-shadow-{walkway.axis}-{part}", *CAMERA.point(x + dx, y + dy))
            for (x, y), part in walkway.parts()
        )
    return (
        element("defs", element("path", id=f"{key}-footprint", d=footprint))
        + element("clipPath", *tiles, id=f"{key}-tiles")
        + group(group(*fallen, opacity=0.24), clip_path=f"url(#{key}-tiles)")
    )


def bank(sight: Sight) -> str:
    """The bank of cloud under a city and under the cells where it may still grow."""
    seen = {sight.cell(cell) for cell in sight.cells}
    bare = {sight.cell(cell) for cell in sight.cells if cell not in sight.city.cells}
    floor = "".join(polygon(CAMERA.point(x, y, -0.14) for x, y in cell_corners(cell)) for cell in sorted(seen))
    near = list(rim(seen, seen, 1))
    far = [(*CAMERA.point(x, y, -0.14), 36 + 8 * sin(x * 4.1 + y * 3.7)) for x, y in rim(bare, seen, -1)]
    lower = [(*CAMERA.point(x, y, -0.36), 70 + 12 * sin(x * 3.1 + y * 5.3)) for x, y in near]
    upper = [(*CAMERA.point(x, y, -0.14), 52 + 10 * sin(x * 4.7 + y * 2.9)) for x, y in near]
    return path(balls(lower, 0.52), PALETTE["bank-low"], opacity=0.75) + path(
        balls(far + upper, 0.54) + floor, PALETTE["bank"]
    )


def rim(cells: Collection[Seen], all_cells: Collection[Seen], side: int) -> Iterator[Point]:
    """Points along the near (side 1) or far (side -1) edges of the cells that no other cell touches."""
    for cell in sorted(cells, key=sum):
        column, row = cell
        back, right, near, left = cell_corners(cell)
        middle = near if side == 1 else back
        for neighbour, corner in (
            ((column + side, row), right if side == 1 else left),
            ((column, row + side), left if side == 1 else right),
        ):
            if neighbour not in all_cells:
                for share in RIM_SHARES:
                    yield (
                        corner[0] + (middle[0] - corner[0]) * share,
                        corner[1] + (middle[1] - corner[1]) * share,
                    )


def cast_shade(sight: Sight) -> str:
    """The soft shade of a whole city on the clouds far below."""
    corners = [CAMERA.point(*corner) for cell in sight.cells for corner in cell_corners(sight.cell(cell))]
    (left, right), (top, bottom) = (
        (min(ends), max(ends)) for ends in ([x for x, _ in corners], [y for _, y in corners])
    )
    return ellipse(
        (left + right) / 2,
        bottom - 0.1 * (bottom - top),
        0.5 * (right - left),
        0.3 * (bottom - top),
        fill=PALETTE["shade"],
    )


def ground(sight: Sight, key: str) -> str:
    """All that lies below a city's buildings."""
    return cast_shade(sight) + bank(sight) + slabs(sight) + shadows(sight, key)
