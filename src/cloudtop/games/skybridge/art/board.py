"""The walnut board with its nine maple foundations, the cloud it rests in, and the shadows on it."""

from __future__ import annotations

from cloudtop.games.skybridge.art.measures import (
    BOARD_CORNER,
    BOARD_DEPTH,
    BOARD_HALF,
    CAMERA,
    CELL,
    HALF,
    PLATE_HALF,
    PLATE_RISE,
    SIZE,
    STOREY,
    Seen,
)
from cloudtop.games.skybridge.art.palette import BRASS_LIGHT, INK, MAPLE, PALETTE, WALNUT
from cloudtop.games.skybridge.art.wood import engraved, grain, slab
from cloudtop.stage.projection import SLANT, skirt, turned
from cloudtop.stage.sky import SKY, cloud_bank
from cloudtop.stage.svg import (
    Point,
    centred_rect,
    circle,
    group,
    matrix,
    number,
    path,
    polygon,
    text,
    translate,
    use,
)

ROSE = "M0-30Q3-3 30 0Q3 3 0 30Q-3 3-30 0Q-3-3 0-30Z"
EDGE_NAMES, EDGE_SIZE = BOARD_HALF - 31, 26.0
"""How far from the middle the names of rows and columns lie, and their size."""
MIDDLE = (SIZE - 1) / 2


def ground_of(cell: Seen) -> Point:
    """The ground point, from the board's centre, of a cell as the camera sees it."""
    return (cell[0] - MIDDLE) * CELL, (cell[1] - MIDDLE) * CELL


def spot(cell: Seen, storeys: int = 0) -> Point:
    """The screen point, from the board's centre, of a cell's centre at a height."""
    return CAMERA.point(*ground_of(cell), storeys * STOREY)


def near_edge(half: tuple[float, float], drop: float, count: int) -> list[Point]:
    """Points along the two near sides of a slab, from left to right, that far below its top."""
    points = []
    for i in range(count):
        along = -1 + 2 * i / (count - 1)
        x, y = CAMERA.point(half[0] * min(1, 1 + 2 * along), half[1] * min(1, 1 - 2 * along))
        points.append((x, y + drop))
    return points


def foundation() -> str:
    """A maple plate, its top at height 0, with an engraved rose where the first piece will stand."""
    top = CAMERA.rounded_square(PLATE_HALF, 8)
    return (
        path(polygon(CAMERA.rounded_square(PLATE_HALF + 7, 12, -2 * PLATE_RISE)), INK, fill_opacity=0.22)
        + path(skirt(top, PLATE_RISE), MAPLE)
        + path(skirt(top, PLATE_RISE, -1), PALETTE["left"])
        + path(skirt(top, PLATE_RISE, 1), PALETTE["right"])
        + group(use("skybridge-part-lid", transform=f"scale({number(PLATE_HALF / HALF, 3)})"), color=MAPLE)
        + group(
            circle(0, 0, 34),
            circle(0, 0, 22, stroke_dasharray="1 5"),
            path(ROSE, INK, fill_opacity=0.12),
            transform=CAMERA.facing(),
            fill="none",
            stroke=INK,
            stroke_opacity=0.34,
            stroke_width=1.5,
        )
    )


def plank() -> str:
    """The board without its foundations, its top just below height 0."""
    inner, edge = BOARD_HALF - 13, BOARD_HALF - 6
    band = [(x, y + BOARD_DEPTH * 0.62) for x, y in CAMERA.rounded_square(BOARD_HALF, BOARD_CORNER)]
    fibre = engraved("board", grain(-edge, edge, -edge, edge, 22, 15), 0.26, 0.16)
    return (
        slab((BOARD_HALF, BOARD_HALF), BOARD_CORNER, BOARD_DEPTH, WALNUT, fibre)
        + path(skirt(band, 2.5), PALETTE["brass"], fill_opacity=0.8)
        + group(
            centred_rect(inner, inner, 16, stroke=INK, stroke_opacity=0.45, stroke_width=4.4),
            centred_rect(inner, inner, 16, stroke=PALETTE["brass"], stroke_width=2.2),
            transform=CAMERA.ground(),
            fill="none",
        )
    )


def edge_names(side: int) -> str:
    """Column letters and row numbers engraved along the two near edges."""
    names = []
    for step in range(SIZE):
        letter, figure = "ABC"[step], str(step + 1)
        ends = ((letter, (step, -1)), (letter, (step, SIZE)), (figure, (-1, step)), (figure, (SIZE, step)))
        for name, beyond in ends:
            x, y = turned(beyond, (SIZE, SIZE), side)
            along_x, along_y = ground_of((x, y))
            if y == SIZE:
                plane = matrix((SLANT, CAMERA.down), (-SLANT, CAMERA.down), CAMERA.point(along_x, EDGE_NAMES))
            elif x == SIZE:
                plane = matrix((SLANT, -CAMERA.down), (SLANT, CAMERA.down), CAMERA.point(EDGE_NAMES, along_y))
            else:
                continue
            names.append(text(name, 0, 9, EDGE_SIZE, BRASS_LIGHT, transform=plane))
    return "".join(names)


def board_parts() -> dict[str, str]:
    """The foundation, the whole empty board, and the names along its edges for each side of the camera."""
    cells = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    bank = cloud_bank(near_edge((BOARD_HALF, BOARD_HALF), 46, 17), 60)
    board = (
        group(plank(), transform=translate(0, PLATE_RISE))
        + bank
        + "".join(use("skybridge-foundation", *spot(cell)) for cell in cells)
    )
    edges = {f"edges-{side}": edge_names(side) for side in range(4)}
    return {"foundation": foundation(), "board": board} | edges | shadows()


LONGEST_SHADOW = 8
"""Of how many storeys a tower casts its longest shadow."""


def tower_shadow(storeys: int, room: float) -> str:
    """The shadow of a tower, away from the sun; it ends where it has no more room on the board."""
    reach = storeys * 11.0
    aside = reach * 0.5
    end = min(HALF + reach, room)
    corners = (
        (-HALF, -HALF),
        (HALF, -HALF),
        (HALF, HALF),
        (HALF - (end - HALF) * 0.5, end),
        (-HALF - aside, end),
        (-HALF - aside, reach - HALF),
    )
    outline = polygon([CAMERA.point(*corner) for corner in corners])
    return path(outline, INK, fill_opacity=0.42, filter=SKY["soft"])


def shadows() -> dict[str, str]:
    """The shadows `shadow-<storeys>`, and `near-shadow-<storeys>` at the edge of the board that is nearest."""
    room = BOARD_HALF - 2 - CELL
    drawings = {f"shadow-{storeys}": tower_shadow(storeys, CELL) for storeys in range(1, LONGEST_SHADOW + 1)}
    return drawings | {
        f"near-shadow-{storeys}": tower_shadow(storeys, room) for storeys in range(1, LONGEST_SHADOW + 1)
    }


def shadow_of(cell: Seen, storeys: int) -> str:
    """The name of a tower's shadow."""
    near = "near-" if cell[1] == SIZE - 1 else ""
    return f"{near}shadow-{min(storeys, LONGEST_SHADOW)}"


def backdrop(side: int) -> str:
    """What lies behind all that stands there: the board above its shade, with the names along its edges."""
    shade = polygon(CAMERA.rounded_square(BOARD_HALF, BOARD_CORNER, -110))
    return path(shade, SKY["shade"], filter=SKY["wide"]) + use("skybridge-board") + use(f"skybridge-edges-{side}")


BACKDROPS = [backdrop(side) for side in range(4)]
"""By side of the board."""
