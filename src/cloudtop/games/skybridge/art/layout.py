"""The board from one side: places, painting order, and targets of everything on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from cloudtop.core.board import cached
from cloudtop.core.scene import Box, Item, Panel, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import BACKDROPS, shadow_of, spot
from cloudtop.games.skybridge.art.measures import (
    BOARD_FOOT,
    BOARD_REACH,
    LID_SUMMIT,
    MARGIN,
    SIZE,
    STOREY,
)
from cloudtop.games.skybridge.art.naming import capital, placed_name, tower_name
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.art.signs import LARGE_TAG_FOOT, TAG_FOOT
from cloudtop.games.skybridge.board import Board, PlacedPiece, Tower, Towers
from cloudtop.games.skybridge.moves import FOUNDATIONS, Cell, Move, Pass, Placement
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3
from cloudtop.games.skybridge.pieces import Box as Pieces
from cloudtop.stage.projection import turned
from cloudtop.stage.scene import back_to_front

TOWERS, PLAN = FORMS = ("towers", "plan")
"""The ways in which the board can be drawn."""

SHADOW, PLACE, RING, PIECE, LINE, TAG = -2.0, -1.0, 1.0, 2.0, 3.0, 4.0
"""The order, at one height of one tower, of what lies there."""

CAMERA_STEP = 4 * STOREY
"""The camera moves back by so much at a time, so that it rests while a tower grows."""
FAR = 900.0
"""From this height of the box on the tags are drawn larger."""
TAG_LIFTS = (0.0, 14.0, 28.0, 42.0, 56.0)
"""How far a tag may be moved up to be seen over a tower in front."""

TARGETS = {cell: f"cell:{cell}" for cell in FOUNDATIONS}
"""The target of every foundation."""
SEEN = {cell: tuple([turned(cell, (SIZE, SIZE), side) for side in range(4)]) for cell in FOUNDATIONS}
"""Where the camera sees every foundation from each side of the board."""

# ---------------------------------------------------------------------------------------- what is shown


class Mark(NamedTuple):
    """Marks on one foundation."""

    target: str
    """The target it answers to; nothing if it does not."""
    ring: str
    """The sprite of the ring around its top: `target`, `chosen` or none."""
    fresh: bool
    """Whether its top piece was placed last."""
    drafted: int
    """How many of its top pieces are decided, but not placed."""


QUIET = Mark("", "", False, 0), Mark("", "", True, 0)
"""Marks of a foundation that is no target: without and with a fresh piece on top."""
OPEN = {cell: (Mark(TARGETS[cell], "", False, 0), Mark(TARGETS[cell], "", True, 0)) for cell in FOUNDATIONS}
"""Marks of a foundation that is a target: without and with a fresh piece on top."""


class Display(NamedTuple):
    """A board and its marks: everything that its panel depends on, besides the language."""

    towers: Towers
    fresh: tuple[Cell, ...]
    """Where the last piece was placed."""
    side: int
    form: str
    open: frozenset[str]
    """The targets of the foundations that answer to a tap."""
    chosen: frozenset[str]
    """Those that have been picked."""
    lit: bool
    """Whether a piece is picked, so that its places are lit."""
    ghost: Placement | None
    drafted: tuple[Placement, ...]

    def mark(self, cell: Cell) -> Mark:
        """The marks on a foundation."""
        target = TARGETS[cell]
        is_open = target in self.open
        ring = "chosen" if target in self.chosen else "target" if is_open and self.lit else ""
        drafted = sum([cell in placement.cells for placement in self.drafted]) if self.drafted else 0
        return Mark(target if is_open else "", ring, cell in self.fresh, drafted)

    def marks(self) -> list[Mark]:
        """The marks on every foundation."""
        open_now, fresh = self.open, self.fresh
        if self.lit or self.chosen or self.drafted:
            return [self.mark(cell) for cell in FOUNDATIONS]
        return [(OPEN[cell] if TARGETS[cell] in open_now else QUIET)[cell in fresh] for cell in FOUNDATIONS]

    def ghosts(self) -> Iterator[tuple[Tower, PlacedPiece]]:
        """The considered piece as it would stand, with the tower below it."""
        if self.ghost is not None:
            for tower in self.towers:
                if tower.cell in self.ghost.cells:
                    piece = PlacedPiece(self.ghost.piece, tower.cell, len(tower.pieces), tower.height, self.ghost.cells)
                    yield tower, piece

    def panel(self, words: Words, box: Box, items: Sequence[Item]) -> Panel:
        """The panel of the board with these items."""
        told, backdrop = in_words(self.towers, words), BACKDROPS[self.side]
        return Panel("board", None, words("board.title"), box, back_to_front(items), backdrop, told, forms=FORMS)


@cached
def in_words(towers: Towers, words: Words) -> str:
    """The whole board in words, a line for each tower."""
    return "\n".join([tower_name(tower, words) for tower in towers])


NONE = frozenset[str]()
CELL_TARGETS = frozenset(TARGETS.values())


def display(board: Board, staging: Staging[Move]) -> Display:
    """The board with the marks of a staging."""
    side, _, targets, picked, ghost, drafted, form = staging
    chosen = CELL_TARGETS.intersection(picked) if picked else NONE
    return Display(
        board.towers,
        () if board.last is None else board.last.cells,
        side % 4,
        form if form in FORMS else TOWERS,
        chosen | CELL_TARGETS.intersection(targets) if targets else chosen,
        chosen,
        len(chosen) < len(picked),
        None if isinstance(ghost, Pass) else ghost,
        tuple([move for move in drafted if not isinstance(move, Pass)]) if drafted else (),
    )


# ---------------------------------------------------------------------------------------- one tower


def sprite_of(placed: PlacedPiece, side: int) -> str:
    """The shape of a piece from one side; of a bridge, the half on this cell."""
    if len(placed.cells) == 1:
        return placed.piece.kind_name
    near, far = placed.cells
    here, there = SEEN[placed.cell][side], SEEN[far if placed.cell == near else near][side]
    along = "x" if here[1] == there[1] else "y"
    return f"bridge-{along}-{'rear' if here < there else 'front'}"


def item_on(
    tower: Tower, side: int, key: str, sprite: str, base: int, layer: float, target: str, label: str, state: str = ""
) -> Item:
    """A sprite at a height of a tower. Rows of the board are further apart in depth than any tower is high."""
    at = SEEN[tower.cell][side]
    x, y = spot(at, base)
    row_depth = max(1000.0, 10.0 * (tower.box.storeys + 1))
    depth = row_depth * (at[0] + at[1]) + 10 * base + layer
    return Item(key, f"skybridge-{sprite}", x, y, depth, target, capital(label), 0, state)


def place_items(tower: Tower, words: Words, side: int, height: int, target: str, ring: str) -> list[Item]:
    """The foundation itself, which speaks for its tower while no ring does, and the ring."""
    cell = tower.cell
    if target and not ring:
        return [item_on(tower, side, f"cell-{cell}", "place", 0, PLACE, target, tower_name(tower, words), "target")]
    place = silent_place(tower.ground, words, side, target)
    if not ring:
        return [place]
    label = words(f"board.{ring}", cell=cell)
    return [place, item_on(tower, side, f"ring-{cell}", ring, height, RING, target, label, "target")]


@cached
def silent_place(ground: Tower, words: Words, side: int, target: str) -> Item:
    """A foundation that does not speak for its tower."""
    label = words("board.cell", cell=ground.cell)
    return item_on(ground, side, f"cell-{ground.cell}", "place", 0, PLACE, target, label)


def line_items(tower: Tower, words: Words, side: int, placed: PlacedPiece, mark: Mark) -> list[Item]:
    """The line around a piece that is decided, or was placed last."""
    cell, shape = tower.cell, sprite_of(placed, side)
    if mark.drafted:
        key = f"draft-{cell}-{placed.level}"
        return [item_on(tower, side, key, f"ghost-{shape}", placed.base, LINE, mark.target, "")]
    if mark.ring:
        return []
    label = words("board.last", placed=placed_name(tower.box, placed, words))
    return [item_on(tower, side, f"last-{cell}", f"last-{shape}", placed.base, LINE, mark.target, label, "last")]


@cached
def ground_items(
    tower: Tower, words: Words, side: int, target: str, ring: str, large_tag: bool, tag_lift: float
) -> tuple[Item, ...]:
    """The items of a foundation besides its pieces: place, ring, shadow, and a tag with the height."""
    height, cell = tower.height, tower.cell
    items = place_items(tower, words, side, height, target, ring)
    if height:
        at = SEEN[cell][side]
        items.append(Item(f"shadow-{cell}", f"skybridge-{shadow_of(at, height)}", *spot(at), SHADOW))
        items.append(tag_item(tower.ground, words, side, height, target, height, large_tag, tag_lift))
    return tuple(items)


@cached
def piece_items(tower: Tower, words: Words, side: int, target: str) -> tuple[Item, ...]:
    """The pieces of a tower. Pieces below the top are the objects cached on the lower tower."""
    if not tower.pieces:
        return ()
    if target:
        top = piece_items(tower, words, side, "")[-1]._replace(target=target)
    else:
        placed = tower.pieces[-1]
        sprite, label = f"{placed.piece.colour_name}-{sprite_of(placed, side)}", placed_name(tower.box, placed, words)
        top = item_on(tower, side, placed.id, sprite, placed.base, PIECE, "", label)
    return (*piece_items(tower.lower[-1], words, side, target), top)


@cached
def tower_items(
    tower: Tower, words: Words, side: int, mark: Mark, large_tag: bool, tag_lift: float
) -> tuple[Item, ...]:
    """All that stands on one foundation."""
    items = [*ground_items(tower, words, side, mark.target, mark.ring, large_tag, tag_lift)]
    pieces = piece_items(tower, words, side, mark.target)
    # What is decided is not placed yet, so that the last of it is no fresh piece.
    state, special = ("ghost", mark.drafted) if mark.drafted else ("last", int(mark.fresh))
    plain = len(pieces) - special
    items += pieces[:plain]
    for item, placed in zip(pieces[plain:], tower.pieces[plain:], strict=True):
        items.append(item._replace(state=state))
        items += line_items(tower, words, side, placed, mark)
    return tuple(items)


def ghost_items(
    tower: Tower, placed: PlacedPiece, words: Words, side: int, base: int, shape: str, target: str
) -> Iterator[Item]:
    """A piece that is being considered, with its dashed line."""
    cell, sprite = tower.cell, f"{placed.piece.colour_name}-{shape}"
    label = words("board.ghost", placed=placed_name(tower.box, placed, words))
    yield item_on(tower, side, f"ghost-{cell}", sprite, base, PIECE, target, label, "ghost")
    yield item_on(tower, side, f"ghost-line-{cell}", f"ghost-{shape}", base, LINE, target, "")


@cached
def tag_item(
    ground: Tower, words: Words, side: int, height: int, target: str, base: int, large: bool, lift: float
) -> Item:
    """The tag with the height of a tower, at the near edge of its foundation; it hangs at `base`."""
    sprite = f"large-height-{height}" if large else f"height-{height}"
    label = words("board.height", cell=ground.cell, storeys=height)
    tag = item_on(ground, side, f"height-{ground.cell}", sprite, base, TAG, target, label)
    return tag._replace(y=tag.y - lift)


# ---------------------------------------------------------------------------------------- all towers


class Reach(NamedTuple):
    """How far a tower reaches up on the screen."""

    above: float
    """Where its highest point lies with what may still be put on it."""
    summit: float
    """Where it lies now."""
    top: float
    """Where the middle of its top lies."""


@cached
def reach(tower: Tower, side: int) -> Reach:
    """The reach of one tower."""
    top = spot(SEEN[tower.cell][side], tower.height)[1]
    if tower.closed:
        return Reach(top - ROOF_SUMMIT, top - ROOF_SUMMIT, top)
    return Reach(top - headroom(tower.box), top - LID_SUMMIT, top)


def headroom(box: Pieces) -> float:
    """What may still be put on an open tower has room above it: a roof or the tallest block."""
    block = STOREY * max(box.kinds[BLOCK2].storeys, box.kinds[BLOCK3].storeys) + LID_SUMMIT
    return max(ROOF_SUMMIT, block)


def hiding(side: int) -> list[tuple[int, list[int]]]:
    """By their numbers, the towers that others can hide, with those straight in front of each."""
    place = {SEEN[cell][side]: number for number, cell in enumerate(FOUNDATIONS)}
    before = {place[x, y]: [place[x + step, y + step] for step in range(1, SIZE - max(x, y))] for x, y in place}
    return [(number, front) for number, front in before.items() if front]


HIDING = [hiding(side) for side in range(4)]
"""By side of the board."""


class Skyline(NamedTuple):
    """What the camera sees of all towers together, and which tags they hide."""

    box: Box
    far: bool
    """Whether the camera is so far away that tags are drawn larger."""
    lifts: Mapping[Cell, float]
    """How far a tower's tag is moved up so that no tower straight in front hides it; those that are not lack here."""


@cached
def skyline(towers: Towers, side: int) -> Skyline:
    """The skyline of all towers."""
    reaches = [reach(tower, side) for tower in towers]
    lowest = spot((0, 0))[1] - headroom(towers[FOUNDATIONS[0]].box)
    highest = min(lowest, min(reaches)[0])
    top = lowest - CAMERA_STEP * ceil((lowest - highest) / CAMERA_STEP) - MARGIN
    box = (-BOARD_REACH - MARGIN, top, 2 * (BOARD_REACH + MARGIN), BOARD_FOOT + MARGIN - top)
    far = box[3] > FAR
    lifts: dict[Cell, float] = {}
    tag_foot = LARGE_TAG_FOOT if far else TAG_FOOT
    for number, in_front in HIDING[side]:
        foot = reaches[number].top + tag_foot
        hidden_from = min([reaches[other].summit for other in in_front])
        if foot > hidden_from:
            lifts[FOUNDATIONS[number]] = next((lift for lift in TAG_LIFTS if foot - lift <= hidden_from), 0.0)
    return Skyline(box, far, lifts)


def towers_panel(words: Words, shown: Display) -> Panel:
    """The board with its towers, as the camera sees them."""
    side = shown.side
    box, far, lifts = skyline(shown.towers, side)
    items: list[Item] = []
    for tower, mark in zip(shown.towers, shown.marks(), strict=True):
        items += tower_items(tower, words, side, mark, far, lifts.get(tower.cell, 0.0))
    for tower, placed in shown.ghosts():
        target, shape = shown.mark(tower.cell).target, sprite_of(placed, side)
        items += ghost_items(tower, placed, words, side, placed.base, shape, target)
    return shown.panel(words, box, items)
