"""The field with its castles: cards in stacks, roads in light, places to choose."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.cloudy_kingdom.art.faces import UPRIGHT
from cloudtop.games.cloudy_kingdom.art.glow import centre_shape
from cloudtop.games.cloudy_kingdom.art.island import island
from cloudtop.games.cloudy_kingdom.art.marks import badge_name
from cloudtop.games.cloudy_kingdom.art.measures import (
    CASTLE_DEPTH,
    CASTLE_GAP,
    PITCH,
    ROOM,
    SIDES,
    lies_west_east,
    lift,
)
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES, SCENERY
from cloudtop.games.cloudy_kingdom.art.table import (
    Card,
    Place,
    Road,
    Stack,
    Table,
    cell_target,
)
from cloudtop.games.cloudy_kingdom.board import Stretch
from cloudtop.games.cloudy_kingdom.moves import STEP, Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.projection import turned
from cloudtop.stage.scene import Item, Panel, Words, back_to_front
from cloudtop.stage.svg import Point

PLOT, KEEP, TARGET, GHOST, BADGE = -0.5, 40.0, 60.0, 64.0, 90.0
"""Depths; a card's is its level in the stack."""
GHOST_LIFT = 9.0
PEEP = (2.5, -2.0, 1.5, -2.5)
"""How far covered cards peep out sideways, so that a stack looks laid by hand."""
KEEP_SHIFT: dict[Side, Point] = {"N": (0, -16), "S": (0, 9), "W": (-5, -19), "E": (5, -19)}
"""Where a castle stands on its card, leaving the drawbridge on the field's side free."""
BANNER_SHIFT: dict[Side, tuple[Point, Point]] = {
    "N": ((-45, 4), (45, 4)),
    "S": ((-45, -4), (45, -4)),
    "W": ((-21, 35), (13, 35)),
    "E": ((-13, 35), (21, 35)),
}
MARGIN = (30.0, 44.0, 58.0)
"""Room for the cloud beside the castles, for the flags above them and for the island below."""


class Field:
    """A table's field, seen by a camera that went some quarter turns round it.

    Ids, names and targets of cells and castles are those of the unturned field.
    """

    def __init__(self, table: Table, words: Words, camera: int) -> None:
        """Take the table, the words for its labels, and the camera's quarter turns."""
        self.table = table
        self.words = words
        self.camera = camera % 4
        self.stacks = {stack.cell: stack.cards for stack in table.stacks}
        self.owned = {player.family for player in table.players}

    # ------------------------------------------------------------------------------------ places

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell on the screen, with the middle of the field at the origin."""
        size = self.table.size
        column, row = turned(cell, (size, size), self.camera)
        middle = (size - 1) / 2
        return (column - middle) * PITCH, (row - middle) * PITCH

    def seen(self, turn: int) -> int:
        """How far a card is turned on the screen."""
        return (turn - self.camera) % 4

    def seen_side(self, side: Side) -> Side:
        """The side of the screen on which a side of the field is seen."""
        return SIDES[(SIDES.index(side) - self.camera) % 4]

    def castle_place(self, side: Side, index: int) -> Point:
        """The centre of a castle card; its long side touches the field."""
        last = self.table.size - 1
        edge = {"N": Cell(index, 0), "S": Cell(index, last), "W": Cell(0, index), "E": Cell(last, index)}
        x, y = self.centre(edge[side])
        away = (PITCH + CASTLE_DEPTH) / 2 + CASTLE_GAP
        step_x, step_y = STEP[self.seen_side(side)]
        return x + step_x * away, y + step_y * away

    def way(self, turn: int) -> str:
        """In words, how a card lies."""
        return self.words("way.west-east" if lies_west_east(turn) else "way.north-south")

    def design_name(self, card: Card) -> str:
        """In words, what a card shows."""
        return self.words("design.charm" if card.design.startswith("charm-") else f"design.{card.design}")

    # ----------------------------------------------------------------------------- ground and castles

    def ground(self) -> Iterator[Item]:
        """The cells, empty or not, with their names."""
        for row in range(self.table.size):
            for column in range(self.table.size):
                cell = Cell(column, row)
                name = str(cell)
                label = "" if cell in self.stacks else self.words("cell.empty", cell=name)
                yield Item(f"cell-{name}", f"{ROOM}-cell", *self.centre(cell), -2, "", label)
                yield Item(f"name-{name}", f"{ROOM}-name-{name}", *self.centre(cell), -1.9)

    def castles(self) -> Iterator[Item]:
        """Castle cards with their castles; those of a family that nobody plays carry no banner."""
        for side, families in self.table.castles.items():
            for index, letter in enumerate(families):
                yield from self.castle(side, index, letter)

    def castle(self, side: Side, index: int, letter: str) -> Iterator[Item]:
        """One castle on its card."""
        lived_in = letter in self.owned
        family = FAMILIES[letter] if lived_in else SCENERY
        x, y = self.castle_place(side, index)
        seen = self.seen_side(side)
        turn = (SIDES.index(seen) - SIDES.index("N")) % 4
        name = f"castle-{side}{index + 1}"
        where = self.words(f"side.{side}", number=index + 1)
        key = "castle" if lived_in else "castle.scenery"
        label = self.words(key, family=self.words(f"family.{FAMILIES[letter].key}"), where=where)
        body = "plot-h" if lies_west_east(turn) else "plot-v"
        yield Item(f"{name}-body", f"{ROOM}-{body}", x, y, PLOT)
        yield Item(name, f"{ROOM}-plot-{family.key}", x, y, PLOT + 0.2, "", label, turn)
        shift_x, shift_y = KEEP_SHIFT[seen]
        # A castle in a lower row stands before the one above it.
        near = KEEP + y / 1000
        yield Item(f"{name}-keep", f"{ROOM}-castle-{family.key}", x + shift_x, y + shift_y, near)
        if lived_in:
            for order, (banner_x, banner_y) in enumerate(BANNER_SHIFT[seen]):
                sprite = f"{ROOM}-banner-{family.key}"
                yield Item(f"{name}-banner-{order}", sprite, x + banner_x, y + banner_y, near + 0.01)

    # ----------------------------------------------------------------------------------------- stacks

    def stack(self, stack: Stack) -> Iterator[Item]:
        """All cards of one stack, bottom first, and the badge with its height."""
        x, y = self.centre(stack.cell)
        name = str(stack.cell)
        shown = newest(stack.cards).values()
        top = len(stack.cards) - 1
        for level, card in enumerate(stack.cards):
            depth, raised = self.depth(level, stack.cell), y - lift(level)
            turn = self.seen(card.turn)
            aside = 0 if level in shown else PEEP[level % len(PEEP)]
            body = f"{ROOM}-{'card-h' if lies_west_east(turn) else 'card-v'}"
            yield Item(f"card-{name}-{level}-body", body, x + aside, raised, depth)
            if level in shown:
                label = self.stack_label(stack) if level == top else ""
                yield Item(f"card-{name}-{level}", f"{ROOM}-{card.design}", x, raised, depth + 0.2, "", label, turn)
            if level == top and (upright := standing_on(card)):
                yield Item(f"card-{name}-{level}-upright", f"{ROOM}-{upright}", x, raised, depth + 0.6)
        if top:
            yield Item(f"badge-{name}", f"{ROOM}-{badge_name(top + 1)}", x + 44, y - 44, BADGE)

    def depth(self, level: int, cell: Cell) -> float:
        """The depth of a card: its level; of two cards equally high, the lower on the screen is nearer."""
        return level + self.centre(cell)[1] / 10000

    def stack_label(self, stack: Stack) -> str:
        """In words, what lies on a cell."""
        card = stack.cards[-1]
        key = "cell.sealed" if card.sealed or card.design == "burning-crossing" else "cell.stack"
        lies = {"design": self.design_name(card), "way": self.way(card.turn)}
        return self.words(key, cell=str(stack.cell), count=len(stack.cards), **lies)

    # ------------------------------------------------------------------------------------------ roads

    def road(self, road: Road) -> Iterator[Item]:
        """A road in its light, from castle to castle."""
        key = FAMILIES[road.family].key
        style = key if road.state == "reach" else road.state
        for stretch in road.stretches:
            yield from self.stretch(f"{key}-{stretch.cell}", style, stretch)
        if road.state != "reach":
            for side, index in road.castles:
                x, y = self.castle_place(side, index)
                turn = (SIDES.index(self.seen_side(side)) + 1) % 2
                name = f"glow-{key}-{side}{index + 1}"
                yield Item(name, f"{ROOM}-glow-{style}-castle", x, y, PLOT + 0.1, rotation=turn)

    def stretch(self, name: str, style: str, stretch: Stretch) -> Iterator[Item]:
        """The light over a cell's centre and over its arms."""
        cards = self.stacks[stretch.cell]
        x, y = self.centre(stretch.cell)
        levels = newest(cards)
        golden = style in ("won", "waiting")
        for side in SIDES:
            level = levels.get(side in "WE")
            if side in stretch.sides and level is not None:
                turn = SIDES.index(self.seen_side(side))
                depth = self.depth(level, stretch.cell) + (0.4 if golden else 0.3)
                yield Item(f"glow-{name}-{side}", f"{ROOM}-glow-{style}-arm", x, y - lift(level), depth, rotation=turn)
        if len(stretch.sides) < 2:
            return
        top = len(cards) - 1
        shape, turn = centre_shape(self.table.designs[cards[top].design], cards[top].turn, stretch.sides)
        depth, raised = self.depth(top, stretch.cell) + (0.5 if golden else 0.34), y - lift(top)
        name = f"{name}-{''.join(side for side in SIDES if side in stretch.sides)}"
        yield Item(f"glow-{name}", f"{ROOM}-glow-{style}-{shape}", x, raised, depth, rotation=self.seen(turn))
        if style != "won" and shape != "under":
            sign = "hourglass" if golden else f"medallion-{style}"
            yield Item(f"glow-{name}-sign", f"{ROOM}-{sign}", x, raised, depth + 0.02)

    # ---------------------------------------------------------------------------------------- choices

    def last(self, cell: Cell) -> Item:
        """The brackets around what the last move changed."""
        cards = self.stacks.get(cell, ())
        x, y = self.centre(cell)
        name = f"last-{cell}"
        if not cards:
            return Item(name, f"{ROOM}-last-cell", x, y, TARGET - 1, state="last")
        shape = "last-h" if lies_west_east(self.seen(cards[-1].turn)) else "last-v"
        return Item(name, f"{ROOM}-{shape}", x, y - lift(len(cards) - 1), TARGET - 1, state="last")

    def place(self, place: Place) -> Iterator[Item]:
        """The frames of a cell that may be chosen: one for each way a card may lie there."""
        cards = self.stacks.get(place.cell, ())
        laid = place.act == "lay"
        # Who asks why not may point at a cell where nothing lies.
        turns = place.turns if laid else (cards[-1].turn,) if cards else (0,)
        level = len(cards) if laid else max(0, len(cards) - 1)
        x, y = self.centre(place.cell)
        y -= lift(level)
        target = cell_target(place.cell)
        picked = target in self.table.chosen
        name = str(place.cell)
        ways = sorted({turn % 2 for turn in turns})
        for order, way in enumerate(ways):
            state = "target" if order == 0 and not picked else ""
            lies = " / ".join(self.way(each) for each in ways)
            label = "" if order else self.words(f"place.{place.act}", cell=name, way=lies)
            shape = f"{'chosen' if picked else 'target'}-{'h' if lies_west_east(self.seen(way)) else 'v'}"
            side = "h" if lies_west_east(way) else "v"
            yield Item(f"place-{name}-{side}", f"{ROOM}-{shape}", x, y, TARGET, target, label, 0, state)
        if not laid:
            yield Item(f"act-{name}", f"{ROOM}-act-{place.act}", x, y, TARGET + 1, target)

    def ghost(self) -> Iterator[Item]:
        """The card about to be laid, hovering over its place."""
        ghost = self.table.ghost
        if ghost is None:
            return
        x, y = self.centre(ghost.cell)
        y -= lift(len(self.stacks.get(ghost.cell, ()))) + GHOST_LIFT
        turn = self.seen(ghost.card.turn)
        lies = {"design": self.design_name(ghost.card), "way": self.way(ghost.card.turn)}
        label = self.words("ghost", cell=str(ghost.cell), **lies)
        body = f"{ROOM}-{'card-h' if lies_west_east(turn) else 'card-v'}"
        yield Item("ghost-body", body, x, y, GHOST, state="ghost")
        yield Item("ghost", f"{ROOM}-{ghost.card.design}", x, y, GHOST + 0.2, "", label, turn, "ghost")
        if upright := standing_on(ghost.card):
            yield Item("ghost-upright", f"{ROOM}-{upright}", x, y, GHOST + 0.3, state="ghost")
        yield Item("ghost-frame", f"{ROOM}-ghost", x, y, GHOST + 0.4, rotation=turn % 2)

    def items(self) -> Iterator[Item]:
        """Everything on the field, in no order."""
        yield from self.ground()
        yield from self.castles()
        for stack in self.table.stacks:
            yield from self.stack(stack)
        # Where roads of a family share a stretch, it is lit once.
        yield from {item.id: item for road in self.table.roads for item in self.road(road)}.values()
        for cell in self.table.last:
            yield self.last(cell)
        for place in self.table.places:
            yield from self.place(place)
        yield from self.ghost()

    def description(self) -> str:
        """The lit roads in words."""
        told = []
        for road in self.table.roads:
            ends = ", ".join(self.words(f"side.{side}", number=index + 1) for side, index in road.castles)
            family = self.words(f"family.{FAMILIES[road.family].key}")
            told.append(self.words(f"road.{road.state}", family=family, ends=ends))
        return " ".join(told)


def newest(cards: tuple[Card, ...]) -> dict[bool, int]:
    """The level of the newest card that lies west-east (True) and north-south (False): these show a face."""
    return {lies_west_east(card.turn): level for level, card in enumerate(cards)}


def standing_on(card: Card) -> str:
    """What stands on a card when it lies on top, if anything does."""
    return UPRIGHT.get(card.design, "seal" if card.sealed else "")


def field_panel(table: Table, words: Words, camera: int = 0) -> Panel:
    """The field as a panel."""
    field = Field(table, words, camera)
    half = table.size * PITCH / 2 + CASTLE_DEPTH + CASTLE_GAP
    beside, above, below = MARGIN
    box = (-half - beside, -half - above, 2 * (half + beside), 2 * half + above + below)
    return Panel(
        "board",
        None,
        words("board.title"),
        box,
        back_to_front(field.items()),
        island(table.size),
        field.description(),
    )
