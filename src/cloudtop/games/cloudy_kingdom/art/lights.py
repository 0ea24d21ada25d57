"""The lights along roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.glow import LANES, centre_shape
from cloudtop.games.cloudy_kingdom.art.ground import ORDER, PLOT, Ground, Layer
from cloudtop.games.cloudy_kingdom.art.measures import ROOM, SIDES, lift
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES
from cloudtop.games.cloudy_kingdom.art.table import Crown, Road
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.games.cloudy_kingdom.view import Stretch
from cloudtop.stage.scene import Item

GOLDEN = ("won", "waiting")
"""How roads shine that join two castles."""
SIDE_TURNS = {str(side): turn for turn, side in enumerate(SIDES)}
"""How far the light over an arm is turned, by its side."""
Joins = tuple[str, ...]
"""The groups of ends that the centre of a card joins."""


def lights(ground: Ground, roads: Iterable[Road], crowns: Mapping[Cell, Crown], designs: Designs) -> Iterable[Item]:
    """All roads in their light, from castle to castle; where roads of a family share a stretch, it is lit once."""
    lit: dict[str, Item] = {}
    for family, stretches, _, state, lane in roads:
        key = FAMILIES[family].key
        style = key if state == "own" else state
        for stretch in stretches:
            crown = crowns[stretch.cell]
            joins = designs[crown.top.design].joins
            if state == "rival" and len(stretch.sides) > 1:
                item = trail(ground, key, lane, stretch, crown.level, joins, crown.top.turn)
                lit[item.id] = item
            elif state == "rival":
                item = trail(ground, key, lane, stretch, crown.arm(stretch.sides), (), 0)
                lit[item.id] = item
            else:
                for item in ribbon(ground, key, style, stretch, crown, joins):
                    lit[item.id] = item
    return lit.values()


def castle_lights(ground: Ground, roads: Iterable[Road]) -> Iterator[Item]:
    """The light around castles that are joined."""
    for road in roads:
        if road.state in GOLDEN:
            key = FAMILIES[road.family].key
            for side, index in road.castles:
                x, y = ground.castle_place(side, index)
                turn = (SIDES.index(ground.seen_side(side)) + 1) % 2
                name = f"glow-{key}-{side}{index + 1}"
                depth = PLOT + 10 + ORDER * (4 * SIDES.index(side) + index)
                yield Item(name, f"{ROOM}-glow-{road.state}-castle", x, y, depth, rotation=turn)


@lru_cache(maxsize=1 << 14)
def ribbon(ground: Ground, key: str, style: str, stretch: Stretch, crown: Crown, joins: Joins) -> tuple[Item, ...]:
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


@lru_cache(maxsize=1 << 14)
def trail(ground: Ground, key: str, lane: int, stretch: Stretch, level: int, joins: Joins, card_turn: int) -> Item:
    """A thin line in the family's pattern: over an arm, or over arms and the centre of a card that is turned so."""
    cell, sides = stretch
    x, y = ground.centre(cell)
    aside = LANES[lane]
    shape, turn = ("arm", SIDE_TURNS[sides]) if len(sides) < 2 else centre_shape(joins, card_turn, sides)
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
