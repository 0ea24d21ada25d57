"""A city as a panel: tiles, buildings, walkways, their votes, and all marks, in one order from back to front.

What stands is the same item from move to move, so each is made once and found again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from cloudtop.core.words import Words
from cloudtop.games.cloud_city.art.display import (
    CITY,
    FORMS,
    CityLook,
    building_id,
    cell_target,
    space_target,
    tile_id,
    walkway_key,
)
from cloudtop.games.cloud_city.art.ground import BANKS, cast_shade
from cloudtop.games.cloud_city.art.measures import CAMERA, FOREST, LEVEL_OF, LEVELS, SUN_LEAN, Level
from cloudtop.games.cloud_city.art.palette import ROOM
from cloudtop.games.cloud_city.art.sight import (
    BANK,
    GROUND,
    PIECES,
    SIGNS,
    Seen,
    SeenWalkway,
    Sight,
    depth,
    sight_of,
)
from cloudtop.games.cloud_city.art.tiles import as_seen, tile_sprite
from cloudtop.games.cloud_city.art.towers import VARIANTS
from cloudtop.games.cloud_city.art.values import badge_points
from cloudtop.games.cloud_city.art.walkways import SIZES, lane
from cloudtop.games.cloud_city.moves import Cell, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import Box, Tile
from cloudtop.stage.scene import Item, Panel, back_to_front
from cloudtop.stage.svg import Point

RING_RISE = 0.01
PART_RISE = {"end": 0.02, "middle": 0.03, "start": 0.04}
"""The order of what lies on one roof: its ring, walkways that come from the back, those that leave to the front."""
MANY = 8192
"""So many things of all cities on all tables are kept."""


def city_panel(look: CityLook, box: Box, words: Words) -> Panel:
    """The city of one player; the shown one has the marks of the decision, the others larger badges."""
    sketch = Sketch(look, box.values, words)
    sight = sketch.sight
    title = words("city.own") if look.owner is None else words("city.title", name=look.owner)
    told = words("city.description", tiles=len(look.tiles), walkways=len(look.walkways))
    seen = sight.box if look.form == CITY else sight.plan_box
    if sketch.unsettled:
        items = back_to_front(sketch.items())
    else:
        items = plain_items(plain(look), tuple(box.values.items()), words)
        if marks := [*sketch.marks()]:
            items = back_to_front([*items, *marks])
    return Panel(f"city:{look.seat}", look.seat, title, seen, items, cast_shade(sight.floor), told, forms=FORMS)


def plain(look: CityLook) -> CityLook:
    """The look of the same city without what is marked there, but for the walkway built last, which is gilded."""
    last = look.last if isinstance(look.last, Walkway) else None
    # Three times as fast as to replace what differs.
    return CityLook(look.seat, None, *look[2:9], ghost=look.ghost, drafted=look.drafted, last=last)


@lru_cache(1024)
def plain_items(look: CityLook, values: tuple[tuple[int, int], ...], words: Words) -> tuple[Item, ...]:
    """What stands in a city, from back to front; found once for all who see it so."""
    return back_to_front(Sketch(look, dict(values), words).items())


class Sketch:
    """One city on its way to becoming a panel."""

    def __init__(self, look: CityLook, values: Mapping[int, int], words: Words) -> None:
        """Take what the panel depends on: the city, what walkways are worth by their length, and the language."""
        self.look, self.values, self.words = look, values, words
        self.sight = sight_of(look.frame, look.tiles, look.walkways, look.side)
        self.flat = look.form != CITY
        self.asking = look.asking
        self.drafted = set(look.drafted)

    @property
    def unsettled(self) -> bool:
        """Whether something in the city is not as it stands: considered, drafted, or to be asked about."""
        return bool(self.look.ghost or self.look.drafted or self.asking)

    def marks(self) -> Iterator[Item]:
        """What is marked in a city that is as it stands."""
        last = self.look.last
        if isinstance(last, Lay):
            yield last_item(last.cell, self.sight.cell(last.cell), self.words)
        if self.look.shown and (self.look.targets or self.look.chosen):
            for space, level in self.sight.levels.items():
                if marked := self.look.look(space_target(space)):
                    yield from ring_items(space, self.sight.seen[space], level, self.flat, marked, self.words)
            yield from self.cell_marks()

    def items(self) -> Iterator[Item]:
        """Everything that stands in the city or is marked there."""
        yield from self.tiles()
        yield from self.buildings()
        yield from self.cell_marks()
        if isinstance(self.look.ghost, Lay):
            yield from self.ghost_tile(self.look.ghost)
        yield from self.walkways()

    # ------------------------------------------------------------------ the ground

    def tiles(self) -> Iterator[Item]:
        """The bank of cloud, the tiles upon it, and the birds of the start tile."""
        look, sight = self.look, self.sight
        yield from bank_items(sight)
        for lay, item in zip(sight.city.lays, tile_items(sight), strict=True):
            if self.asking:
                item = item._replace(target=cell_target(lay.cell))
            if lay in self.drafted:
                item = item._replace(state="ghost")
                yield from self.tile_frame(lay.cell)
            yield item
        if self.flat:
            for name, (x, y) in sight.edges.items():
                yield Item(f"edge-{name}", f"{ROOM}-edge-{name}", x, y, depth(GROUND, (0, 0)))
        if look.birds:
            free = next(space for space, colour in sight.city.lays[0].corners if colour is None)
            yield birds_item(look.birds, sight.space(free))
        last = look.last
        if isinstance(last, Lay) and last not in self.drafted:
            yield last_item(last.cell, sight.cell(last.cell), self.words)

    def tile_frame(self, cell: Cell) -> Iterator[Item]:
        """The golden frame of a tile that can still be turned, moved or put back."""
        target = cell_target(cell) if self.look.look(cell_target(cell)) else ""
        label = self.words("ghost.tile", place=cell)
        frame = placed(f"frame-{cell.column}_{cell.row}", "ghost-frame", self.sight.centre(cell), GROUND, 4)
        yield frame._replace(target=target, label=label, state="target" if target else "")

    def cell_marks(self) -> Iterator[Item]:
        """The places where a tile may be laid."""
        ghost = self.look.ghost.cell if isinstance(self.look.ghost, Lay) else None
        for cell in self.sight.reach:
            marked = self.look.look(cell_target(cell))
            if marked and cell != ghost:
                yield from mark_items(cell, self.sight.cell(cell), marked, self.words)

    def ghost_tile(self, ghost: Lay) -> Iterator[Item]:
        """A tile that hovers over its place until it is confirmed."""
        sight = self.sight
        target = cell_target(ghost.cell) if self.look.look(cell_target(ghost.cell)) else ""
        turns = as_seen(ghost.rotation, self.look.side)
        item = tile_item(ghost.cell, sight.cell(ghost.cell), ghost.tile, turns)
        yield item._replace(target=target, state="ghost")
        yield from self.tile_frame(ghost.cell)
        for space, colour in ghost.corners:
            if colour is not None:
                yield building(sight, space, LEVEL_OF[colour], self.flat, self.words)._replace(state="ghost")

    # ------------------------------------------------------------------ buildings

    def buildings(self) -> Iterator[Item]:
        """The buildings, and the rings of those where a walkway may or will end."""
        fresh = {space for lay in self.drafted if isinstance(lay, Lay) for space, _ in lay.sites}
        standing = building_items(self.sight, self.flat, self.words)
        if not (self.look.targets or self.look.chosen or fresh):
            yield from standing
            return
        for (space, level), item in zip(self.sight.levels.items(), standing, strict=True):
            if space in fresh:
                item = item._replace(state="ghost")
            marked = self.look.look(space_target(space)) if self.look.shown else ""
            yield item._replace(target=space_target(space)) if self.asking else item
            if marked:
                yield from ring_items(space, self.sight.seen[space], level, self.flat, marked, self.words)

    # ------------------------------------------------------------------ walkways

    def walkways(self) -> Iterator[Item]:
        """The walkways and their votes."""
        look, sight = self.look, self.sight
        walkways = list(sight.walkways)
        ghost = look.ghost if isinstance(look.ghost, Walkway) else None
        if ghost:
            walkways.append(sight.walkway(ghost))
        size = look.frame if look.shown else "small"
        points = badge_points(sight, walkways, look.form, SIZES[size])
        for walkway, point in zip(walkways, points, strict=True):
            considered = walkway.walkway == ghost or walkway.walkway in self.drafted
            state = "ghost" if considered else "last" if walkway.walkway == look.last else ""
            if self.flat:
                yield from line_items(walkway, state)
            else:
                yield from part_items(walkway, state)
                if falls(walkway, sight):
                    yield shadow_item(walkway)
            yield from self.badge(walkway, point, size, state)

    def badge(self, walkway: SeenWalkway, point: Point, size: str, state: str) -> Iterator[Item]:
        """The votes of a walkway, over everything else."""
        key, (x, y) = walkway_key(walkway.walkway), point
        level, behind = walkway.level.key, depth(SIGNS, (0, 0), y)
        if state:
            yield Item(f"halo-{key}", f"{ROOM}-{level}-halo-{size}", x, y, behind)
        value = self.values.get(walkway.length, 0)
        label = walkway_label(level, value, walkway.walkway, state == "ghost", self.words)
        yield Item(f"value-{key}", f"{ROOM}-{level}-value-{value}-{size}", x, y, behind, "", label, 0, state)


# ---------------------------------------------------------------------- items that are found again


@lru_cache(1024)
def bank_items(sight: Sight) -> tuple[Item, ...]:
    """The bank of cloud under a city, and where it may grow."""
    bare = [bank_item(cell, sight.cell(cell), True) for cell in sight.reach]
    return (*bare, *[bank_item(lay.cell, sight.cell(lay.cell), False) for lay in sight.city.lays])


@lru_cache(1024)
def tile_items(sight: Sight) -> tuple[Item, ...]:
    """The tiles of a city."""
    return tuple(
        [
            tile_item(lay.cell, sight.cell(lay.cell), lay.tile, as_seen(lay.rotation, sight.side))
            for lay in sight.city.lays
        ]
    )


@lru_cache(1024)
def building_items(sight: Sight, flat: bool, words: Words) -> tuple[Item, ...]:
    """The buildings of a city."""
    return tuple([building(sight, space, level, flat, words) for space, level in sight.levels.items()])


def building(sight: Sight, space: Space, level: Level, flat: bool, words: Words) -> Item:
    """One building, standing or drawn flat."""
    seen = sight.seen.get(space) or sight.space(space)
    shade = "" if flat else "inner" if (seen[0], seen[1] + 1) in sight.ground else "outer"
    return building_item(space, seen, level.key, shade, sight.carried.get(space, 0), words)


def placed(key: str, sprite: str, ground: Point, layer: int, z: float = 0.0) -> Item:
    """A sprite that stands on a point of the ground; `z` only orders it."""
    return Item(key, f"{ROOM}-{sprite}", *CAMERA.point(*ground), depth(layer, ground, z))


def middle(cell: Seen) -> Point:
    """The middle of a cell as seen, in spaces."""
    return 2 * cell[0] + 0.5, 2 * cell[1] + 0.5


@lru_cache(MANY)
def bank_item(cell: Cell, seen: Seen, bare: bool) -> Item:
    """The cloud under a cell."""
    name = f"{'bare' if bare else 'bank'}-{(seen[0] + 2 * seen[1]) % BANKS}"
    return placed(f"bank-{cell.column}_{cell.row}", name, middle(seen), BANK)


@lru_cache(MANY)
def tile_item(cell: Cell, seen: Seen, tile: Tile, turns: int) -> Item:
    """A tile without its buildings."""
    return placed(tile_id(cell), tile_sprite("ground", tile, turns), middle(seen), GROUND)


@lru_cache(MANY)
def birds_item(birds: int, seen: Seen) -> Item:
    """The birds of a start tile, in the first of its spaces that has no building."""
    return placed("birds", f"birds-{birds}", seen, GROUND, 1)


@lru_cache(MANY)
def last_item(cell: Cell, seen: Seen, words: Words) -> Item:
    """The golden line around the tile laid last."""
    label = words("cell.last", place=cell)
    return placed("last", "last", middle(seen), GROUND, 3)._replace(label=label, state="last")


@lru_cache(MANY)
def mark_items(cell: Cell, seen: Seen, look: str, words: Words) -> tuple[Item, ...]:
    """A place where a tile may be laid, or where it is to be."""
    key, target, centre = f"cell-{cell.column}_{cell.row}", cell_target(cell), middle(seen)
    label = words(f"cell.{look}", place=cell)
    ground = placed(key, "target", centre, GROUND)._replace(target=target, state="target")
    sign = placed(f"{key}-sign", "plus", centre, SIGNS)._replace(target=target, label=label, state="target")
    if look != "chosen":
        return ground, sign
    return ground, placed(f"{key}-frame", "ghost-frame", centre, GROUND, 1), sign


@lru_cache(MANY)
def building_item(space: Space, seen: Seen, level: str, shade: str, carried: int, words: Words) -> Item:
    """A building: `shade` says how far its shadow reaches; on a plan there is none."""
    variant = VARIANTS[(space.column + space.row // 2) % len(VARIANTS)]
    label = words("building", name=words(f"building.{level}"), place=space, count=carried)
    sprite = f"{level}-{variant}-{shade}" if shade else f"{level}-flat"
    return placed(building_id(space), sprite, seen, PIECES)._replace(label=label)


@lru_cache(MANY)
def ring_items(space: Space, seen: Seen, level: Level, flat: bool, look: str, words: Words) -> tuple[Item, ...]:
    """The ring around a roof where a walkway may or will end, and its trace over whatever hides it."""
    target, key = space_target(space), f"end-{space.column}_{space.row}"
    label = words(f"roof.{look}", level=words(f"level.{level.key}"), place=space)
    if flat:
        ring = placed(key, f"flat-ring-{look}", seen, PIECES, 9)
        return (ring._replace(target=target, label=label, state="target"),)
    ring = placed(key, f"{level.key}-ring-{look}", seen, PIECES, level.height + RING_RISE)
    echo = placed(f"{key}-echo", f"{level.key}-echo", seen, SIGNS, -1)
    return ring._replace(target=target, label=label, state="target"), echo._replace(target=target, state="target")


@lru_cache(MANY)
def part_items(walkway: SeenWalkway, state: str) -> tuple[Item, ...]:
    """A walkway, one part for each space it passes; the last one built, or one to be built, has gilded edges."""
    name, level = walkway_key(walkway.walkway), walkway.level
    gold = "-gold" if state else ""
    return tuple(
        placed(
            f"walkway-{name}-{number}",
            f"{level.key}-walk-{walkway.axis}-{part}{gold}",
            space,
            PIECES,
            level.height + PART_RISE[part],
        )._replace(state=state if state == "ghost" else "")
        for number, (space, part) in enumerate(walkway.parts())
    )


@lru_cache(MANY)
def shadow_item(walkway: SeenWalkway) -> Item:
    """The shadow of a walkway on the tiles below."""
    (x, y), (dx, dy) = walkway.start, SUN_LEAN
    height = walkway.level.height
    sprite = f"walk-shadow-{walkway.axis}-{walkway.length}"
    ground = (x + dx * height, y + dy * height)
    return placed(f"shadow-{walkway_key(walkway.walkway)}", sprite, ground, GROUND)._replace(
        depth=depth(GROUND, walkway.start, 5_000)
    )


def falls(walkway: SeenWalkway, sight: Sight) -> bool:
    """Whether tiles catch the shadow: that of a higher walkway falls beside it."""
    if walkway.axis == "y" or walkway.level.height < FOREST.height:
        return True
    return all((x, y + 1) in sight.ground for (x, y), _ in walkway.parts())


@lru_cache(MANY)
def line_items(walkway: SeenWalkway, state: str) -> tuple[Item, ...]:
    """A walkway on a plan: a line that tells its level, upon gold if it is the last one or not built yet."""
    name, (dx, dy) = f"walkway-{walkway_key(walkway.walkway)}", lane(walkway.level, walkway.axis)
    start = walkway.start[0] + dx, walkway.start[1] + dy
    shape = f"{walkway.axis}-{walkway.length}"
    rise = depth(PIECES, (500, 0), LEVELS.index(walkway.level))
    line = placed(f"{name}-0", f"{walkway.level.key}-line-{shape}", start, PIECES)._replace(depth=rise)
    if not state:
        return (line,)
    gold = placed(f"{name}-gold", f"line-gold-{shape}", start, PIECES)._replace(depth=rise)
    return gold, line._replace(state=state if state == "ghost" else "")


@lru_cache(MANY)
def walkway_label(level: str, value: int, walkway: Walkway, ghost: bool, words: Words) -> str:
    """A walkway in words."""
    label = words("walkway", level=words(f"level.{level}"), value=value, start=walkway.near, end=walkway.far)
    return words("ghost.walkway", walkway=label) if ghost else label
