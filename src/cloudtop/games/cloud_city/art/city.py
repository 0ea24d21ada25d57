"""A city as a panel: buildings, walkways, their votes, and all marks, in one order from back to front."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.cloud_city.art.display import Display, cell_target, space_target
from cloudtop.games.cloud_city.art.ground import ground, plots
from cloudtop.games.cloud_city.art.measures import CAMERA, LEVEL_OF, Level
from cloudtop.games.cloud_city.art.palette import ROOM
from cloudtop.games.cloud_city.art.sight import GROUND, PIECES, SIGNS, SeenWalkway, Sight, depth
from cloudtop.games.cloud_city.art.towers import VARIANTS
from cloudtop.games.cloud_city.art.values import badge_points
from cloudtop.games.cloud_city.art.walkways import LARGE
from cloudtop.games.cloud_city.moves import Lay, Space, Walkway
from cloudtop.stage.scene import Item, Panel, Words, back_to_front
from cloudtop.stage.svg import Point

RING_RISE = 0.01
PART_RISE = {"end": 0.02, "middle": 0.03, "start": 0.04}
EDGE_RISE = 0.005
"""The order of what lies on one roof: its ring, walkways that come from the back, those that leave to the front."""


def city_panel(display: Display, seat: int, words: Words, side: int = 0) -> Panel:
    """The city of one player; the shown one has the marks of the decision, the others larger badges."""
    player = display.players[seat]
    sketch = Sketch(display, seat, words, side)
    return Panel(
        f"city:{seat}",
        seat,
        words("city.title", name=player.name),
        sketch.sight.box(),
        back_to_front(sketch.items()),
        ground(sketch.sight, f"{ROOM}-city-{seat}"),
        words("city.description", tiles=len(player.city.lays), walkways=len(player.city.walkways)),
    )


class Sketch:
    """One city on its way to becoming a panel."""

    def __init__(self, display: Display, seat: int, words: Words, side: int) -> None:
        """Take the table, whose city it is, the language and the camera's side."""
        self.display, self.words = display, words
        self.open = seat == display.shown
        player = display.players[seat]
        # Free cells where the city may still grow stay in view, so that the camera rests during a choice.
        reach = player.city.reach
        self.marked = sorted(cell for cell in reach if self.open and display.look(cell_target(cell)))
        ghost = display.ghost if self.open else None
        self.ghost_lay = ghost if isinstance(ghost, Lay) else None
        kept = [*reach, self.ghost_lay.cell] if self.ghost_lay else reach
        self.sight = Sight(player.city, side, kept, player.birds)
        self.ghost_walkway = self.sight.walkway(ghost) if isinstance(ghost, Walkway) else None
        self.last = display.last.move if display.last and display.last.seat == seat else None

    def items(self) -> Iterator[Item]:
        """Everything that stands in the city or is marked there."""
        yield from self.cell_marks()
        for space, level in self.sight.levels.items():
            yield self.building(space, level)
            if self.open:
                yield from self.end_marks(space, level)
        if self.ghost_lay:
            yield from self.ghost_items(self.ghost_lay)
        for walkway in self.sight.walkways():
            yield from self.walkway_parts(walkway)
        if self.ghost_walkway:
            yield from self.walkway_parts(self.ghost_walkway, "ghost")
        yield from self.badges()

    def place(self, key: str, sprite: str, ground: Point, layer: int, z: float = 0.0) -> Item:
        """A sprite that stands on a point of the ground; `z` only orders it."""
        return Item(key, f"{ROOM}-{sprite}", *CAMERA.point(*ground), depth(layer, ground, z))

    def cell_marks(self) -> Iterator[Item]:
        """The places where a tile may be laid, and the tile laid last."""
        words = self.words
        for cell in self.marked:
            if self.ghost_lay and self.ghost_lay.cell == cell:
                continue
            target, key, centre = cell_target(cell), f"cell-{cell.column}_{cell.row}", self.sight.centre(cell)
            look = self.display.look(target)
            yield self.place(key, "target", centre, GROUND)._replace(target=target)
            if look == "chosen":
                yield self.place(f"{key}-frame", "ghost-frame", centre, GROUND, 1)
            label = words(f"cell.{look}", place=self.sight.cell_name(cell, words))
            signed = self.place(f"{key}-sign", "plus", centre, SIGNS)
            yield signed._replace(target=target, label=label, state="target")
        if isinstance(self.last, Lay):
            centre = self.sight.centre(self.last.cell)
            label = words("cell.last", place=self.sight.cell_name(self.last.cell, words))
            yield self.place("last", "last", centre, GROUND, 1)._replace(label=label, state="last")

    def building(self, space: Space, level: Level) -> Item:
        """One building."""
        variant = VARIANTS[(space.column + space.row // 2) % len(VARIANTS)]
        label = self.words(
            "building",
            level=self.words(f"level.{level.key}"),
            place=self.sight.space_name(space, self.words),
            count=len(self.sight.city.walkways_at(space)),
        )
        key = f"building-{space.column}_{space.row}"
        item = self.place(key, f"{level.key}-{variant}", self.sight.space(space), PIECES)
        return item._replace(label=label)

    def end_marks(self, space: Space, level: Level) -> Iterator[Item]:
        """The ring around a roof where a walkway may or will end, and its trace over whatever hides it."""
        target = space_target(space)
        look = self.display.look(target)
        if not look:
            return
        key, seen = f"end-{space.column}_{space.row}", self.sight.space(space)
        label = self.words(f"end.{look}", place=self.sight.space_name(space, self.words))
        ring = self.place(key, f"{level.key}-ring-{look}", seen, PIECES, level.height + RING_RISE)
        yield ring._replace(target=target, label=label, state="target")
        yield self.place(f"{key}-echo", f"{level.key}-echo", seen, SIGNS, -1)._replace(target=target)

    def ghost_items(self, ghost: Lay) -> Iterator[Item]:
        """A tile that hovers over its place until it is confirmed."""
        sight, words = self.sight, self.words
        target = cell_target(ghost.cell) if self.display.look(cell_target(ghost.cell)) else ""
        centre = sight.centre(ghost.cell)
        label = words("ghost.tile", place=sight.cell_name(ghost.cell, words))
        yield self.place("ghost", "tile", centre, GROUND, 2)._replace(target=target, state="ghost")
        for number, (name, (x, y)) in enumerate(plots(sight, ghost)):
            yield Item(f"ghost-plot-{number}", f"{ROOM}-{name}", x, y, depth(GROUND, centre, 3), state="ghost")
        frame = self.place("ghost-frame", "ghost-frame", centre, GROUND, 4)
        yield frame._replace(target=target, label=label, state="target" if target else "")
        for space, colour in ghost.corners:
            if colour is not None:
                item = self.building(space, LEVEL_OF[colour])
                yield item._replace(id=f"ghost-{item.id}", label="", state="ghost")

    def walkway_parts(self, walkway: SeenWalkway, state: str = "") -> Iterator[Item]:
        """A walkway, one part for each space it passes; the last one built has gilded edges."""
        name = "ghost-walkway" if state else "walkway"
        gilded = bool(state) or walkway.walkway == self.last
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
            fresh = walkway.walkway == self.last
            state = "ghost" if ghost else "last" if fresh else ""
            key = f"{'ghost-' if ghost else ''}value-{walkway.key}"
            sprite = f"{ROOM}-{walkway.level.key}-{size}-{self.sight.city.votes(walkway.walkway)}"
            if ghost or fresh:
                halo = "halo" if self.open else "large-halo"
                yield Item(f"halo-{walkway.key}", f"{ROOM}-{walkway.level.key}-{halo}", x, y, depth(SIGNS, (0, 0), y))
            label = self.walkway_name(walkway)
            if ghost:
                label = self.words("ghost.walkway", walkway=label)
            yield Item(key, sprite, x, y, depth(SIGNS, (0, 0), y), "", label, 0, state)

    def walkway_name(self, walkway: SeenWalkway) -> str:
        """A walkway in words."""
        sight, words = self.sight, self.words
        return words(
            "walkway",
            level=words(f"level.{walkway.level.key}"),
            value=sight.city.votes(walkway.walkway),
            start=sight.space_name(walkway.walkway.near, words),
            end=sight.space_name(walkway.walkway.far, words),
        )
