"""The field with its castles: cards in stacks, roads in light, places to choose.

Whatever stays the same from move to move is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.faces import UPRIGHT
from cloudtop.games.cloudy_kingdom.art.glow import LANES, centre_shape
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
from cloudtop.games.cloudy_kingdom.art.naming import in_a_row
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES, SCENERY
from cloudtop.games.cloudy_kingdom.art.table import Board, Card, Ghost, Place, Road, Stack, cell_target
from cloudtop.games.cloudy_kingdom.moves import STEP, Cell
from cloudtop.games.cloudy_kingdom.pieces import Design, Side
from cloudtop.games.cloudy_kingdom.view import Stretch
from cloudtop.stage.projection import turned
from cloudtop.stage.scene import Item, Panel, back_to_front
from cloudtop.stage.svg import Point

PLOT, KEEP, TARGET, GHOST, BADGE = -0.5, 40.0, 60.0, 64.0, 90.0
"""Depths; a card's is its level in the stack."""
GHOST_LIFT = 9.0
GOLDEN = ("won", "waiting")
"""How roads shine that join two castles."""
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
MARGIN = (26.0, 42.0, 32.0)
"""Room beside the castles, above them, where their roofs and flags stand out, and below; clouds run out of it."""


# ------------------------------------------------------------------------------------------------ places


class Ground(NamedTuple):
    """A field of some size, seen by a camera that went some quarter turns round it.

    Ids, names and targets of cells and castles are those of the unturned field.
    """

    size: int
    camera: int

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell on the screen, with the middle of the field at the origin."""
        return centre_of(self.size, self.camera, cell)

    def seen(self, turn: int) -> int:
        """How far a card is turned on the screen."""
        return (turn - self.camera) % 4

    def seen_side(self, side: Side) -> Side:
        """The side of the screen on which a side of the field is seen."""
        return SIDES[(SIDES.index(side) - self.camera) % 4]

    def castle_place(self, side: Side, index: int) -> Point:
        """The centre of a castle card; its long side touches the field."""
        last = self.size - 1
        edge = {"N": Cell(index, 0), "S": Cell(index, last), "W": Cell(0, index), "E": Cell(last, index)}
        x, y = self.centre(edge[side])
        away = (PITCH + CASTLE_DEPTH) / 2 + CASTLE_GAP
        step_x, step_y = STEP[self.seen_side(side)]
        return x + step_x * away, y + step_y * away

    def depth(self, level: int, cell: Cell) -> float:
        """The depth of a card: its level; of two cards equally high, the lower on the screen is nearer."""
        return level + self.centre(cell)[1] / 10000

    def body(self, turn: int) -> str:
        """The body of a card that is turned so."""
        return f"{ROOM}-{'card-h' if lies_west_east(self.seen(turn)) else 'card-v'}"


@lru_cache(maxsize=256)
def centre_of(size: int, camera: int, cell: Cell) -> Point:
    """The middle of a cell on the screen, on a field of some size seen by a camera."""
    column, row = turned(cell, (size, size), camera)
    middle = (size - 1) / 2
    return (column - middle) * PITCH, (row - middle) * PITCH


def way(turn: int, words: Words) -> str:
    """In words, how a card lies."""
    return words("way.west-east" if lies_west_east(turn) else "way.north-south")


def design_name(design: str, words: Words) -> str:
    """In words, what a card shows."""
    return words("design.charm" if design.startswith("charm-") else f"design.{design}")


# ----------------------------------------------------------------------------------- ground and castles


@lru_cache(maxsize=1024)
def cell_item(ground: Ground, cell: Cell, target: str, empty: bool, words: Words) -> Item:
    """A cell, empty or not; whoever touches what lies on it touches it too."""
    label = words("cell.empty", cell=str(cell)) if empty else ""
    return Item(f"cell-{cell}", f"{ROOM}-cell", *ground.centre(cell), -2, target, label)


@lru_cache(maxsize=64)
def surroundings(ground: Ground, castles: tuple[tuple[Side, str], ...], families: str, words: Words) -> list[Item]:
    """What never changes in a game: the names of the cells, and the castles around them."""
    cells = [Cell(column, row) for row in range(ground.size) for column in range(ground.size)]
    found = [Item(f"name-{cell}", f"{ROOM}-name-{cell}", *ground.centre(cell), -1.9) for cell in cells]
    for side, letters in castles:
        for index, letter in enumerate(letters):
            found += castle(ground, side, index, letter, letter in families, words)
    return found


def castle(ground: Ground, side: Side, index: int, letter: str, lived_in: bool, words: Words) -> Iterator[Item]:
    """One castle on its card; that of a family that nobody plays carries no banner."""
    family = FAMILIES[letter] if lived_in else SCENERY
    x, y = ground.castle_place(side, index)
    seen = ground.seen_side(side)
    turn = (SIDES.index(seen) - SIDES.index("N")) % 4
    name = f"castle-{side}{index + 1}"
    where = words(f"side.{side}", number=index + 1)
    key = "castle" if lived_in else "castle.scenery"
    label = words(key, family=words(f"family.{FAMILIES[letter].key}"), where=where)
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


# ----------------------------------------------------------------------------------------------- stacks


@lru_cache(maxsize=2048)
def stack_items(ground: Ground, stack: Stack, drafted: bool, words: Words) -> list[Item]:
    """All cards of one stack, bottom first, and the badge with its height."""
    found: list[Item] = []
    shown = newest(stack.cards).values()
    top = len(stack.cards) - 1
    for level, card in enumerate(stack.cards[:-1]):
        found += card_items(ground, stack.cell, level, card, level in shown, "", "")
    label, state = stack_label(stack, words), "ghost" if drafted else ""
    found += card_items(ground, stack.cell, top, stack.cards[top], True, label, state)
    found += top_items(ground, stack.cell, top, stack.cards[top], state)
    return found


@lru_cache(maxsize=8192)
def card_items(
    ground: Ground, cell: Cell, level: int, card: Card, shown: bool, label: str, state: str
) -> tuple[Item, ...]:
    """A card of a stack: its body, and its face where that is shown."""
    x, y = ground.centre(cell)
    depth, raised, name = ground.depth(level, cell), y - lift(level), f"card-{cell}-{level}"
    aside = 0 if shown else PEEP[level % len(PEEP)]
    body = Item(f"{name}-body", ground.body(card.turn), x + aside, raised, depth, state=state)
    if not shown:
        return (body,)
    turn = ground.seen(card.turn)
    return body, Item(name, f"{ROOM}-{card.design}", x, raised, depth + 0.2, "", label, turn, state)


@lru_cache(maxsize=4096)
def top_items(ground: Ground, cell: Cell, level: int, card: Card, state: str) -> tuple[Item, ...]:
    """What the uppermost card of a stack carries, and the badge with the height of the stack."""
    found: list[Item] = []
    x, y = ground.centre(cell)
    raised = y - lift(level)
    if upright := standing_on(card):
        depth = ground.depth(level, cell) + 0.6
        found.append(Item(f"card-{cell}-{level}-upright", f"{ROOM}-{upright}", x, raised, depth, state=state))
    if state:
        turn = ground.seen(card.turn)
        found.append(Item(f"drafted-{cell}", f"{ROOM}-ghost", x, raised, TARGET - 1.5, rotation=turn % 2))
    if level:
        found.append(Item(f"badge-{cell}", f"{ROOM}-{badge_name(level + 1)}", x + 43, y - 43, BADGE))
    return tuple(found)


def stack_label(stack: Stack, words: Words) -> str:
    """In words, what lies on a cell."""
    card = stack.cards[-1]
    key = "cell.sealed" if card.sealed or card.design == "burning-crossing" else "cell.stack"
    lies = {"design": design_name(card.design, words), "way": way(card.turn, words)}
    return words(key, cell=str(stack.cell), count=len(stack.cards), **lies)


@lru_cache(maxsize=4096)
def newest(cards: tuple[Card, ...]) -> dict[bool, int]:
    """The level of the newest card that lies west-east (True) and north-south (False): these show a face."""
    return {lies_west_east(card.turn): level for level, card in enumerate(cards)}


def standing_on(card: Card) -> str:
    """What stands on a card when it lies on top, if anything does."""
    return UPRIGHT.get(card.design, "seal" if card.sealed else "")


# ------------------------------------------------------------------------------------------------ roads


@lru_cache(maxsize=4096)
def road_items(ground: Ground, road: Road, along: tuple[tuple[tuple[Card, ...], Design], ...]) -> tuple[Item, ...]:
    """A road in its light, from castle to castle: over these cards, by the designs of the uppermost."""
    return tuple(lit_along(ground, road, along))


def lit_along(ground: Ground, road: Road, along: tuple[tuple[tuple[Card, ...], Design], ...]) -> Iterator[Item]:
    """The same, one after the other."""
    key = FAMILIES[road.family].key
    for stretch, (there, design) in zip(road.stretches, along, strict=True):
        if road.state == "rival":
            yield trail_item(ground, key, road.lane, stretch, there, design)
        else:
            style = key if road.state == "own" else road.state
            yield from stretch_items(ground, key, style, stretch, there, design)
    if road.state in GOLDEN:
        for side, index in road.castles:
            x, y = ground.castle_place(side, index)
            turn = (SIDES.index(ground.seen_side(side)) + 1) % 2
            name = f"glow-{key}-{side}{index + 1}"
            yield Item(name, f"{ROOM}-glow-{road.state}-castle", x, y, PLOT + 0.1, rotation=turn)


def stretch_items(
    ground: Ground, key: str, style: str, stretch: Stretch, cards: tuple[Card, ...], design: Design
) -> list[Item]:
    """The light over a cell's centre and over its arms."""
    levels, top = newest(cards), len(cards) - 1
    found: list[Item] = []
    for side in SIDES:
        level = levels.get(side in "WE")
        if side in stretch.sides and level is not None:
            found.append(arm_item(ground, key, style, stretch.cell, side, level))
    if len(stretch.sides) > 1:
        found += centre_items(ground, key, style, stretch, top, design, cards[top].turn)
    return found


@lru_cache(maxsize=4096)
def arm_item(ground: Ground, key: str, style: str, cell: Cell, side: Side, level: int) -> Item:
    """The light over an arm."""
    x, y = ground.centre(cell)
    depth = ground.depth(level, cell) + (0.4 if style in GOLDEN else 0.3)
    turn = SIDES.index(ground.seen_side(side))
    return Item(f"glow-{key}-{cell}-{side}", f"{ROOM}-glow-{style}-arm", x, y - lift(level), depth, rotation=turn)


@lru_cache(maxsize=4096)
def centre_items(
    ground: Ground, key: str, style: str, stretch: Stretch, top: int, design: Design, card_turn: int
) -> tuple[Item, ...]:
    """The light over a centre, where the uppermost card is of that design and turned so, and its sign."""
    x, y = ground.centre(stretch.cell)
    golden = style in GOLDEN
    shape, turn = centre_shape(design, card_turn, stretch.sides)
    depth, raised = ground.depth(top, stretch.cell) + (0.5 if golden else 0.34), y - lift(top)
    name = f"glow-{key}-{stretch.cell}-{''.join([side for side in SIDES if side in stretch.sides])}"
    light = Item(name, f"{ROOM}-glow-{style}-{shape}", x, raised, depth, rotation=ground.seen(turn))
    if style == "won" or shape == "under":
        return (light,)
    sign = "hourglass" if golden else f"medallion-{style}"
    return light, Item(f"{name}-sign", f"{ROOM}-{sign}", x, raised, depth + 0.02)


def trail_item(ground: Ground, key: str, lane: int, stretch: Stretch, cards: tuple[Card, ...], design: Design) -> Item:
    """A thin line in the family's pattern, over a cell's centre and its arms at once."""
    if len(stretch.sides) < 2:
        return trail_at(ground, key, lane, stretch, newest(cards)[stretch.sides in "WE"], None, 0)
    return trail_at(ground, key, lane, stretch, len(cards) - 1, design, cards[-1].turn)


@lru_cache(maxsize=4096)
def trail_at(
    ground: Ground, key: str, lane: int, stretch: Stretch, level: int, design: Design | None, card_turn: int
) -> Item:
    """The same at a level: over an arm, or over the centre of a card of that design that is turned so."""
    x, y = ground.centre(stretch.cell)
    aside = LANES[lane]
    if design is None:
        shape, turn = "arm", ground.seen(SIDES.index(stretch.sides))
    else:
        shape, turn = centre_shape(design, card_turn, stretch.sides)
        turn = ground.seen(turn)
    name = f"trail-{key}-{stretch.cell}-{''.join([side for side in SIDES if side in stretch.sides])}"
    depth = ground.depth(level, stretch.cell) + 0.345
    sprite = f"{ROOM}-trail-{key}-{shape}"
    return Item(name, sprite, x + aside, y - lift(level) + aside, depth, rotation=turn)


# ---------------------------------------------------------------------------------------------- choices


@lru_cache(maxsize=1024)
def last_item(ground: Ground, cell: Cell, cards: tuple[Card, ...]) -> Item:
    """The brackets around what the last move changed."""
    x, y = ground.centre(cell)
    name = f"last-{cell}"
    if not cards:
        return Item(name, f"{ROOM}-last-cell", x, y, TARGET - 1, state="last")
    shape = "last-h" if lies_west_east(ground.seen(cards[-1].turn)) else "last-v"
    return Item(name, f"{ROOM}-{shape}", x, y - lift(len(cards) - 1), TARGET - 1, state="last")


@lru_cache(maxsize=2048)
def place_items(ground: Ground, place: Place, cards: tuple[Card, ...], words: Words) -> list[Item]:
    """The frames of a cell that may be chosen: one for each way a card may lie there."""
    found: list[Item] = []
    laid = place.act == "lay"
    turns = place.turns if laid else tuple(card.turn for card in cards[-1:])
    level = len(cards) if laid else len(cards) - 1
    x, y = ground.centre(place.cell)
    y -= lift(max(level, 0))
    target = cell_target(place.cell)
    name = str(place.cell)
    ways = sorted({turn % 2 for turn in turns})
    # All of it is a target, so that all of it goes out where nothing may go; only the first has a name.
    state = "" if place.chosen else "target"
    for order, each in enumerate(ways):
        lies = words("place.or").join(way(one, words) for one in ways)
        label = "" if order else words(f"place.{place.act}", cell=name, way=lies)
        shape = f"{'chosen' if place.chosen else 'target'}-{'h' if lies_west_east(ground.seen(each)) else 'v'}"
        side = "h" if lies_west_east(each) else "v"
        found.append(Item(f"place-{name}-{side}", f"{ROOM}-{shape}", x, y, TARGET, target, label, 0, state))
    if not laid and cards:
        found.append(Item(f"act-{name}", f"{ROOM}-act-{place.act}", x, y, TARGET + 1, target, state=state))
    return found


def ghost_items(ground: Ground, ghost: Ghost, height: int, words: Words) -> Iterator[Item]:
    """The card about to be laid, or turned, hovering over its place."""
    x, y = ground.centre(ghost.cell)
    y -= lift(height if ghost.laid else height - 1) + GHOST_LIFT
    turn = ground.seen(ghost.card.turn)
    lies = {"design": design_name(ghost.card.design, words), "way": way(ghost.card.turn, words)}
    label = words("ghost", cell=str(ghost.cell), **lies)
    yield Item("ghost-body", ground.body(ghost.card.turn), x, y, GHOST, state="ghost")
    yield Item("ghost", f"{ROOM}-{ghost.card.design}", x, y, GHOST + 0.2, "", label, turn, "ghost")
    if upright := standing_on(ghost.card):
        yield Item("ghost-upright", f"{ROOM}-{upright}", x, y, GHOST + 0.3, state="ghost")
    yield Item("ghost-frame", f"{ROOM}-ghost", x, y, GHOST + 0.4, rotation=turn % 2)


# ---------------------------------------------------------------------------------------------- the panel


@lru_cache(maxsize=256)
def bare_cells(ground: Ground, filled: frozenset[Cell], words: Words) -> tuple[Item, ...]:
    """All cells, row by row, none of which may be chosen."""
    cells = [Cell(column, row) for row in range(ground.size) for column in range(ground.size)]
    return tuple([cell_item(ground, cell, "", cell not in filled, words) for cell in cells])


@lru_cache(maxsize=512)
def lying(
    ground: Ground, castles: tuple[tuple[Side, str], ...], families: str, stacks: tuple[Stack, ...], words: Words
) -> tuple[Item, ...]:
    """What lies on the field for all who look from one side, back to front; none may be chosen.

    Its cells are the furthest: they come first, row by row.
    """
    found = [*bare_cells(ground, frozenset([stack.cell for stack in stacks]), words)]
    found += surroundings(ground, castles, families, words)
    for stack in stacks:
        found += stack_items(ground, stack, False, words)
    return back_to_front(found)


def board_items(board: Board, words: Words, designs: Designs) -> list[Item]:
    """Everything on the field, in no order."""
    ground = Ground(board.size, board.camera % 4)
    cards = {stack.cell: stack.cards for stack in board.stacks}
    decided = tuple([stack for stack in board.stacks if stack.cell in board.drafted])
    stay = tuple([stack for stack in board.stacks if stack not in decided]) if decided else board.stacks
    found = list(lying(ground, board.castles, board.families, stay, words))
    for stack in decided:
        found += stack_items(ground, stack, True, words)
    for cell in {*board.drafted, *[place.cell for place in board.places]}:
        item = cell_item(ground, cell, cell_target(cell), cell not in cards, words)
        found[cell.row * board.size + cell.column] = item
    # Where roads of a family share a stretch, it is lit once.
    tops = {cell: (there, designs[there[-1].design]) for cell, there in cards.items()}
    lit: list[Item] = []
    for road in board.roads:
        lit += road_items(ground, road, tuple([tops[stretch.cell] for stretch in road.stretches]))
    found += {item.id: item for item in lit}.values()
    if board.last is not None:
        found.append(last_item(ground, board.last, cards.get(board.last, ())))
    for place in board.places:
        found += place_items(ground, place, cards.get(place.cell, ()), words)
    if board.ghost is not None:
        found += ghost_items(ground, board.ghost, len(cards.get(board.ghost.cell, ())), words)
    return found


def description(board: Board, words: Words) -> str:
    """The lit roads in words."""
    return in_a_row(words, [road_told(road.family, road.castles, road.state, words) for road in board.roads])


@lru_cache(maxsize=512)
def road_told(letter: str, castles: tuple[tuple[Side, int], ...], state: str, words: Words) -> str:
    """One of them."""
    ends = words("text.and").join(words(f"side.{side}", number=index + 1) for side, index in castles)
    family = words(f"family.{FAMILIES[letter].key}")
    return words(f"road.{'reach' if state in ('own', 'rival') else state}", family=family, ends=ends)


def board_panel(board: Board, words: Words, designs: Designs) -> Panel:
    """The field as a panel."""
    half = board.size * PITCH / 2 + CASTLE_DEPTH + CASTLE_GAP
    beside, above, below = MARGIN
    return Panel(
        "board",
        None,
        words("board.title"),
        (-half - beside, -half - above, 2 * (half + beside), 2 * half + above + below),
        back_to_front(board_items(board, words, designs)),
        backdrop(board.size),
        description(board, words),
    )


@lru_cache(maxsize=2)
def backdrop(size: int) -> str:
    """The cloud that carries a field."""
    return island(size)
