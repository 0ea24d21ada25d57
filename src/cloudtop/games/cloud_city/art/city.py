"""A city as a panel: buildings, walkways, their votes, and all marks, in one order from back to front."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.cloud_city.art.ground import ground, plots
from cloudtop.games.cloud_city.art.measures import CAMERA, Level
from cloudtop.games.cloud_city.art.palette import ROOM
from cloudtop.games.cloud_city.art.position import (
    STATE_OF_LOOK,
    LaidTile,
    Position,
    Space,
    buildings,
    cell_target,
    space_target,
)
from cloudtop.games.cloud_city.art.sight import GROUND, PIECES, SIGNS, Sight, Walkway, depth
from cloudtop.games.cloud_city.art.towers import VARIANTS
from cloudtop.games.cloud_city.art.values import badge_points
from cloudtop.games.cloud_city.art.walkways import LARGE
from cloudtop.stage.scene import Item, Panel, Words, back_to_front
from cloudtop.stage.svg import Point

RING_RISE = 0.01
PART_RISE = {"end": 0.02, "middle": 0.03, "start": 0.04}
EDGE_RISE = 0.005
"""The order of what lies on one roof: its ring, walkways that come from the back, those that leave to the front."""


def city_panel(position: Position, seat: int, words: Words, turn: int = 0) -> Panel:
    """The city of one player; the shown one has the marks of the decision, the others larger badges."""
    player = position.players[seat]
    sketch = Sketch(position, seat, words, turn)
    return Panel(
        f"city:{seat}",
        seat,
        words("city.title", name=player.name),
        sketch.sight.box(),
        back_to_front(sketch.items()),
        ground(sketch.sight, f"{ROOM}-city-{seat}"),
        words("city.description", tiles=len(player.city.tiles), walkways=len(player.city.walkways)),
    )


class Sketch:
    """One city on its way to becoming a panel."""

    def __init__(self, position: Position, seat: int, words: Words, turn: int) -> None:
        """Take the table, whose city it is, the language and the camera's turn."""
        self.position, self.words = position, words
        self.open = seat == position.shown
        city = position.players[seat].city
        self.marked = position.marked_cells() if self.open else []
        ghost = position.ghost if self.open else None
        self.ghost_tile = ghost if isinstance(ghost, LaidTile) else None
        kept = [*self.marked, self.ghost_tile.cell] if self.ghost_tile else self.marked
        self.sight = Sight(city, turn, kept)
        self.ghost_walkway = self.sight.walkway(ghost) if ghost and not isinstance(ghost, LaidTile) else None
        self.last = position.last if position.last and position.last.seat == seat else None

    def items(self) -> Iterator[Item]:
        """Everything that stands in the city or is marked there."""
        yield from self.cell_marks()
        for space, level in self.sight.levels.items():
            yield self.building(space, level)
            if self.open:
                yield from self.end_marks(space, level)
        if self.ghost_tile:
            yield from self.ghost_items(self.ghost_tile)
        for walkway in self.sight.walkways():
            yield from self.walkway_parts(walkway)
        if self.ghost_walkway:
            yield from self.walkway_parts(self.ghost_walkway, "ghost")
        yield from self.badges()

    def place(self, key: str, sprite: str, ground: Point, layer: int, z: float = 0.0) -> Item:
        """A sprite that stands on a point of the ground; `z` only orders it."""
        return Item(key, f"{ROOM}-{sprite}", *CAMERA.point(*ground), depth(layer, ground, z))

    def cell_marks(self) -> Iterator[Item]:
        """The places where a tile may or may not be laid, and the tile laid last."""
        words = self.words
        for cell in self.marked:
            if self.ghost_tile and self.ghost_tile.cell == cell:
                continue
            target, key, centre = cell_target(cell), f"cell-{cell[0]}_{cell[1]}", self.sight.centre(cell)
            look = self.position.look(target)
            plate, sign = ("refused", "cross") if look == "refused" else ("target", "plus")
            yield self.place(key, plate, centre, GROUND)._replace(target=target)
            if look == "chosen":
                yield self.place(f"{key}-frame", "ghost-frame", centre, GROUND, 1)
            label = words(f"cell.{look}", place=self.sight.cell_name(cell, words))
            signed = self.place(f"{key}-sign", sign, centre, SIGNS)
            yield signed._replace(target=target, label=label, state=STATE_OF_LOOK[look])
        laid = self.last.cell if self.last else None
        if laid is not None:
            centre = self.sight.centre(laid)
            label = words("cell.last", place=self.sight.cell_name(laid, words))
            yield self.place("last", "last", centre, GROUND, 1)._replace(label=label, state="last")

    def building(self, space: Space, level: Level) -> Item:
        """One building."""
        column, row = space
        variant = VARIANTS[(column + row // 2) % len(VARIANTS)]
        label = self.words(
            "building",
            level=self.words(f"level.{level.key}"),
            place=self.sight.space_name(space, self.words),
            count=sum(space in ends for ends in self.sight.city.walkways),
        )
        item = self.place(f"building-{column}_{row}", f"{level.key}-{variant}", self.sight.space(space), PIECES)
        return item._replace(label=label)

    def end_marks(self, space: Space, level: Level) -> Iterator[Item]:
        """The ring around a roof where a walkway may, will or cannot end, and its trace over whatever hides it."""
        target = space_target(space)
        look = self.position.look(target)
        if not look:
            return
        key, seen = f"end-{space[0]}_{space[1]}", self.sight.space(space)
        label = self.words(f"end.{look}", place=self.sight.space_name(space, self.words))
        ring = self.place(key, f"{level.key}-ring-{look}", seen, PIECES, level.height + RING_RISE)
        yield ring._replace(target=target, label=label, state=STATE_OF_LOOK[look])
        if look != "refused":
            yield self.place(f"{key}-echo", f"{level.key}-echo", seen, SIGNS, -1)._replace(target=target)

    def ghost_items(self, ghost: LaidTile) -> Iterator[Item]:
        """A tile that hovers over its place until it is confirmed."""
        sight, words = self.sight, self.words
        target = cell_target(ghost.cell) if self.position.look(cell_target(ghost.cell)) else ""
        centre = sight.centre(ghost.cell)
        label = words("ghost.tile", place=sight.cell_name(ghost.cell, words))
        yield self.place("ghost", "tile", centre, GROUND, 2)._replace(target=target, state="ghost")
        for number, (name, (x, y)) in enumerate(plots(sight, ghost.cell, ghost.tile)):
            yield Item(f"ghost-plot-{number}", f"{ROOM}-{name}", x, y, depth(GROUND, centre, 3), state="ghost")
        frame = self.place("ghost-frame", "ghost-frame", centre, GROUND, 4)
        yield frame._replace(target=target, label=label, state="target" if target else "")
        for space, level in buildings({ghost.cell: ghost.tile}):
            item = self.building(space, level)
            yield item._replace(id=f"ghost-{item.id}", label="", state="ghost")

    def walkway_parts(self, walkway: Walkway, state: str = "") -> Iterator[Item]:
        """A walkway, one part for each space it passes; the last one built has gilded edges."""
        name = "ghost-walkway" if state else "walkway"
        gilded = bool(state) or (self.last is not None and same(self.last.walkway, walkway))
        for number, (space, part) in enumerate(walkway.parts()):
            key = f"{name}-{walkway.key}-{number}"
            rise = walkway.level.height + PART_RISE[part]
            shape = f"{walkway.axis}-{part}"
            sprite = f"{walkway.level.key}-walk-{shape}"
            yield self.place(key, sprite, space, PIECES, rise)._replace(state=state)
            if gilded:
                edge = f"{walkway.level.key}-line-{shape}"
                yield self.place(f"{key}-edge", edge, space, PIECES, rise + EDGE_RISE)

    def badges(self) -> Iterator[Item]:
        """The votes of each walkway, over everything else."""
        walkways = self.sight.walkways()
        if self.ghost_walkway:
            walkways.append(self.ghost_walkway)
        towers = tuple((self.sight.space(space), level) for space, level in self.sight.levels.items())
        size = "value" if self.open else "large"
        points = badge_points(tuple(walkways), towers, 1.0 if self.open else LARGE)
        for walkway, (x, y) in zip(walkways, points, strict=True):
            ghost = walkway is self.ghost_walkway
            fresh = self.last is not None and same(self.last.walkway, walkway)
            state = "ghost" if ghost else "last" if fresh else ""
            key = f"{'ghost-' if ghost else ''}value-{walkway.key}"
            sprite = f"{ROOM}-{walkway.level.key}-{size}-{walkway.value}"
            if ghost or fresh:
                halo = "halo" if self.open else "large-halo"
                yield Item(f"halo-{walkway.key}", f"{ROOM}-{walkway.level.key}-{halo}", x, y, depth(SIGNS, (0, 0), y))
            label = self.walkway_name(walkway)
            if ghost:
                label = self.words("ghost.walkway", walkway=label)
            yield Item(key, sprite, x, y, depth(SIGNS, (0, 0), y), "", label, 0, state)

    def walkway_name(self, walkway: Walkway) -> str:
        """A walkway in words."""
        sight, words = self.sight, self.words
        start, end = walkway.ends
        return words(
            "walkway",
            level=words(f"level.{walkway.level.key}"),
            value=walkway.value,
            start=sight.space_name(start, words),
            end=sight.space_name(end, words),
        )


def same(ends: tuple[Space, Space] | None, walkway: Walkway) -> bool:
    """Whether these are the walkway's ends."""
    return ends is not None and tuple(sorted(ends)) == walkway.ends
