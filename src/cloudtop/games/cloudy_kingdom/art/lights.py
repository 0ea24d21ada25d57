"""The lights along roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.glow import LANES, centre_shape
from cloudtop.games.cloudy_kingdom.art.ground import ORDER, PLOT, Ground, Layer
from cloudtop.games.cloudy_kingdom.art.measures import ROOM, SIDES, lift
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES
from cloudtop.games.cloudy_kingdom.art.table import Crown, Look, Road, RoadState
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.games.cloudy_kingdom.view import Stretch
from cloudtop.stage.scene import Item

GOLDEN = ("won", "waiting")
"""How roads shine that join two castles."""
SIDE_TURNS = {str(side): turn for turn, side in enumerate(SIDES)}
"""How far the light over an arm is turned, by its side."""
Items = tuple[Item, ...]
Joins = tuple[str, ...]
"""The groups of ends that the centre of a card joins."""


def lights(ground: Ground, roads: Iterable[Road], crowns: Mapping[Cell, Crown], designs: Designs) -> Iterable[Item]:
    """All roads in their light, from castle to castle; where roads of a family share a stretch, it is lit once."""
    lit: dict[int, Items] = {}
    golden = False
    for family, stretches, _, state, lane in roads:
        look = look_of(ground, family, state, lane)
        golden = golden or state in GOLDEN
        for stretch in stretches:
            cell, sides = stretch
            crown = crowns[cell]
            found = crown.lit.get((look, sides))
            if found is None:
                found = crown.lit[look, sides] = light(look, stretch, crown, designs)
            lit[id(found)] = found
    items = [*chain.from_iterable(lit.values())]
    # Roads between castles may part within a cell, and share an arm of it.
    return {item.id: item for item in items}.values() if golden else items


@lru_cache(maxsize=1024)
def look_of(ground: Ground, family: str, state: RoadState, lane: int) -> Look:
    """How roads of a family shine; the very same one whenever they do so."""
    return Look(ground, FAMILIES[family].key, state, lane)


def light(look: Look, stretch: Stretch, crown: Crown, designs: Designs) -> Items:
    """The light over one cell: a thin line, or a ribbon."""
    joins = designs[crown.top.design].joins
    if look.state == "rival":
        return (trail(look, stretch, crown, joins),)
    return ribbon(look.ground, look.key, look.key if look.state == "own" else look.state, stretch, crown, joins)


@lru_cache(maxsize=1024)
def castle_lights(ground: Ground, family: str, castles: tuple[tuple[Side, int], ...], state: RoadState) -> Items:
    """The light around castles of a family that are joined."""
    found: list[Item] = []
    key = FAMILIES[family].key
    for side, index in castles:
        x, y = ground.castle_place(side, index)
        turn = (SIDES.index(ground.seen_side(side)) + 1) % 2
        depth = PLOT + 10 + ORDER * (4 * SIDES.index(side) + index)
        found.append(Item(f"glow-{key}-{side}{index + 1}", f"{ROOM}-glow-{state}-castle", x, y, depth, rotation=turn))
    return tuple(found)


def ribbon(ground: Ground, key: str, style: str, stretch: Stretch, crown: Crown, joins: Joins) -> Items:
    """The light over the centre of a stack, whose uppermost card joins these ends, and over its arms."""
    found: list[Item] = []
    for side in SIDES:
        if side in stretch.sides:
            found.append(arm(ground, key, style, stretch.cell, side, crown.arm(side)))
    if len(stretch.sides) > 1:
        found += centre(ground, key, style, stretch, crown, joins)
    return tuple(found)


def arm(ground: Ground, key: str, style: str, cell: Cell, side: Side, level: int) -> Item:
    """The light over an arm."""
    x, y = ground.centre(cell)
    layer = Layer.GOLDEN_ARM if style in GOLDEN else Layer.ARM
    depth = ground.depth(level, layer, cell, SIDES.index(side))
    turn = SIDES.index(ground.seen_side(side))
    return Item(f"glow-{key}-{cell}-{side}", f"{ROOM}-glow-{style}-arm", x, y - lift(level), depth, rotation=turn)


def centre(ground: Ground, key: str, style: str, stretch: Stretch, crown: Crown, joins: Joins) -> Iterator[Item]:
    """The light over a centre, and its sign."""
    cell, sides = stretch
    x, y = ground.centre(cell)
    golden, top = style in GOLDEN, crown.level
    shape, turn = centre_shape(joins, crown.top.turn, sides)
    order, raised = order_of(shape, sides), y - lift(top)
    depth = ground.depth(top, Layer.GOLDEN_CENTRE if golden else Layer.CENTRE, cell, order)
    name = f"glow-{key}-{cell}-{in_order(sides)}"
    yield Item(name, f"{ROOM}-glow-{style}-{shape}", x, raised, depth, rotation=ground.seen(turn))
    if style != "won" and shape != "under":
        sign = "hourglass" if golden else f"medallion-{style}"
        depth = ground.depth(top, Layer.GOLDEN_SIGN if golden else Layer.SIGN, cell, order)
        yield Item(f"{name}-sign", f"{ROOM}-{sign}", x, raised, depth)


def trail(look: Look, stretch: Stretch, crown: Crown, joins: Joins) -> Item:
    """A thin line in the family's pattern: over an arm, or over arms and the centre of the uppermost card."""
    (cell, sides), ground, key, lane = stretch, look.ground, look.key, look.lane
    x, y = ground.centre(cell)
    aside = LANES[lane]
    whole = len(sides) > 1
    shape, turn = centre_shape(joins, crown.top.turn, sides) if whole else ("arm", SIDE_TURNS[sides])
    level = crown.level if whole else crown.arm(sides)
    name = f"trail-{key}-{cell}-{in_order(sides)}"
    depth = ground.depth(level, Layer.TRAIL, cell, 3 * lane + order_of(shape, sides))
    sprite = f"{ROOM}-trail-{key}-{shape}"
    return Item(name, sprite, x + aside, y - lift(level) + aside, depth, rotation=ground.seen(turn))


def order_of(shape: str, sides: str) -> int:
    """Which of the roads of a family over one cell is painted first: the one that passes beneath a bridge."""
    return 0 if shape == "under" else 1 if "N" in sides else 2


def in_order(sides: str) -> str:
    """Sides of a cell, as an id names them."""
    return "".join([side for side in SIDES if side in sides])
