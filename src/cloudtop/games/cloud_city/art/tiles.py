"""Tiles in the hand and on the table: the ground of each, the tile with its buildings, the backs of hidden ones."""

from __future__ import annotations

from functools import lru_cache

from cloudtop.core.scene import Item, Picture
from cloudtop.games.cloud_city.art.display import LETTERS
from cloudtop.games.cloud_city.art.ground import balls
from cloudtop.games.cloud_city.art.measures import CAMERA, LEVEL_OF, LEVELS, TILE_CORNER, TILE_HALF, Level
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.games.cloud_city.art.towers import VARIANTS
from cloudtop.games.cloud_city.moves import CLOCKWISE
from cloudtop.games.cloud_city.pieces import CORNERS, TILES, Tile
from cloudtop.stage.scene import Box
from cloudtop.stage.svg import Point, centred_rect, group, path, polygon, translate, use

TILE_BOX: Box = (-138.0, -250.0, 276.0, 364.0)
"""What a tile covers around its middle, the tallest building in the back among it."""
BACK_HALF = (158.0, 196.0)
BACK_BOX: Box = (-166.0, -204.0, 348.0, 424.0)
CORNER = 40.0
PLAN, PLAN_PITCH = (-84.0, -194.0), 0.48
"""Where beside a tile its plan is shown, and how small it is."""


def tile_sprite(kind: str, tile: Tile, turns: int) -> str:
    """The name of a tile's sprite: `ground`, what lies there, or `tile`, with its buildings; turned as it is seen."""
    return f"{kind}-{LETTERS[tile].replace('.', 'o')}-{turns % CORNERS}"


def as_seen(rotation: int, side: int) -> int:
    """How a tile of that rotation lies for a camera that went round it."""
    return (rotation - side) % CORNERS


def corner_point(corner: int) -> Point:
    """Where a corner of a tile is on the screen, from the tile's middle."""
    right, down = CLOCKWISE[corner]
    return CAMERA.point(right - 0.5, down - 0.5)


def field() -> str:
    """The stone of every tile, with a small cloud on each space; buildings stand over theirs."""
    return use(f"{ROOM}-slab") + "".join(use(f"{ROOM}-puff", *corner_point(corner)) for corner in range(CORNERS))


def ground(tile: Tile, turns: int) -> str:
    """A tile without its buildings: two plots on the stone."""
    plots = (use(f"{ROOM}-{LEVEL_OF[colour].key}-site", *corner_point(corner)) for corner, colour in tile.sites(turns))
    return use(f"{ROOM}-field") + "".join(plots)


def whole(tile: Tile, turns: int) -> str:
    """A tile with its buildings; where one hides the other, a small plan beside it tells both."""
    spots = sorted((corner_point(corner)[::-1], LEVEL_OF[colour]) for corner, colour in tile.sites(turns))
    towers = "".join(
        use(f"{ROOM}-{level.key}-{VARIANTS[number]}-outer", x, y) for number, ((y, x), level) in enumerate(spots)
    )
    ((_, back), far), ((_, front), near) = spots
    hint = use(f"{ROOM}-plan-{far.key}-{near.key}", *PLAN) if abs(back - front) < 1 else ""
    return use(f"{ROOM}-{tile_sprite('ground', tile, turns)}") + towers + hint


def plan(back: Level, front: Level) -> str:
    """A tile from above, small, with the signs of two buildings, one behind the other."""
    drop = CAMERA.point(0.5, 0.5)[1]
    signs = (
        use(f"{ROOM}-{level.key}-sign", transform=f"{translate(0, PLAN_PITCH * y)} scale(1.14)")
        for level, y in ((back, -drop), (front, drop))
    )
    return use(f"{ROOM}-plan") + "".join(signs)


def plan_ground() -> str:
    """The tile of such a plan."""
    edge = polygon(CAMERA.rounded_square(TILE_HALF, TILE_CORNER))
    drawn = path(edge, PALETTE["card"]) + stroke(edge, PALETTE["card-edge"], 4)
    return group(drawn, transform=f"scale({PLAN_PITCH})")


def back() -> str:
    """The back of a tile: a cloud over a lozenge of sky."""
    rim = (BACK_HALF[0] - 22, BACK_HALF[1] - 22)
    lozenge = polygon([(0, -112), (104, 0), (0, 112), (-104, 0)])
    cloud = balls(((-48, 24, 38), (-12, -4, 50), (42, 6, 44), (4, 30, 54), (64, 30, 30)), 0.66)
    face = centred_rect(*BACK_HALF, CORNER, fill=PALETTE["back"], stroke=PALETTE["card-edge"], stroke_width=5)
    return (
        face
        + centred_rect(*rim, CORNER - 14, fill="none", stroke=PALETTE["back-line"], stroke_width=4)
        + stroke(lozenge, PALETTE["back-line"], 4)
        + path(cloud, PALETTE["back-cloud"])
    )


def tile_parts() -> dict[str, str]:
    """Every tile in every turn, and the backs."""
    turned = [(tile, turns) for tile in TILES for turns in range(CORNERS)]
    return {
        "field": field(),
        **{tile_sprite("ground", tile, turns): ground(tile, turns) for tile, turns in turned},
        **{tile_sprite("tile", tile, turns): whole(tile, turns) for tile, turns in turned},
        **{f"plan-{far.key}-{near.key}": plan(far, near) for far in LEVELS for near in LEVELS},
        "plan": plan_ground(),
        "back": back(),
        "stack": "".join(use(f"{ROOM}-back", 8 * step, 8 * step) for step in (1, 0)),
    }


@lru_cache
def tile_picture(tile: Tile, turns: int = 0) -> Picture:
    """A tile with its buildings, turned as it is seen."""
    return Picture(TILE_BOX, (Item("tile", f"{ROOM}-{tile_sprite('tile', tile, turns)}", 0, 0, 0),))


def sprite_picture(name: str, box: Box) -> Picture:
    """One sprite as a picture."""
    return Picture(box, (Item(name, f"{ROOM}-{name}", 0, 0, 0),))


BACK_PICTURE = sprite_picture("back", BACK_BOX)
STACK_PICTURE = sprite_picture("stack", BACK_BOX)
