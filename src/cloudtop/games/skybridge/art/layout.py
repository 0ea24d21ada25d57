"""The board as one camera sees it: where all lies, in which order it is painted, what may be picked.

What stands on one foundation is made once for all boards on which it looks the same, so that a move costs little more
than what it changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from cloudtop.core.scene import Box, Item, Panel, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import board_backdrop, shadow_of, spot
from cloudtop.games.skybridge.art.measures import (
    BOARD_FOOT,
    BOARD_REACH,
    LID_SUMMIT,
    MARGIN,
    SIZE,
    STOREY,
)
from cloudtop.games.skybridge.art.naming import capital, standing_name, tower_name
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.art.signs import LARGE_TAG_FOOT, TAG_FOOT
from cloudtop.games.skybridge.art.standing import Built, Column, Standing, considered, seen
from cloudtop.games.skybridge.moves import FOUNDATIONS, MOVES, Cell, Move, Pass, Placement
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3
from cloudtop.games.skybridge.pieces import Box as Pieces
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

CELL_TARGETS = frozenset([f"cell:{cell}" for cell in FOUNDATIONS])
"""The targets of all foundations."""

# ---------------------------------------------------------------------------------------- what is shown


class Shown(NamedTuple):
    """What a board shows: all that its panel depends on, besides language and box."""

    built: Built
    last: str | None
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


NONE = frozenset[str]()


def shown(built: Built, last: str | None, staging: Staging[Move]) -> Shown:
    """What the board shows of some towers."""
    side, _, targets, picked, ghost, drafted, form = staging
    chosen = CELL_TARGETS.intersection(picked) if picked else NONE
    return Shown(
        built,
        last,
        side % 4,
        form if form in FORMS else TOWERS,
        chosen | CELL_TARGETS.intersection(targets) if targets else chosen,
        chosen,
        len(chosen) < len(picked),
        None if isinstance(ghost, Pass) else ghost,
        tuple([move for move in drafted if not isinstance(move, Pass)]) if drafted else (),
    )


class Mark(NamedTuple):
    """What is special about one foundation at the moment."""

    target: str
    """The target it answers to; nothing if it does not."""
    ring: str
    """The sprite of the ring around its top: `target`, `chosen` or none."""
    fresh: bool
    """Whether its top piece was placed last."""
    drafted: int
    """How many of its top pieces are decided, but not placed."""


marked = lru_cache(1024)(Mark)
"""A mark, the same one for all that are equal: there are few, and nine are needed for a panel."""


@lru_cache(1024)
def told(built: Built, words: Words) -> str:
    """The whole board in words, a line for each tower."""
    return "\n".join([tower_name(column, words) for column in built.columns.values()])


@lru_cache(512)
def fresh_cells(last: str | None) -> tuple[Cell, ...]:
    """Where the last piece went."""
    move = MOVES.written(last or "")
    return () if move is None or isinstance(move, Pass) else move.cells


class Position:
    """The towers of what is shown, with what is special about each."""

    def __init__(self, words: Words, board: Shown) -> None:
        self.words, self.board = words, board
        self.columns, self.ends = board.built.columns, board.built.ends
        self.fresh = fresh_cells(board.last)

    def marks(self) -> list[Mark]:
        """What is special about every foundation."""
        board, columns, fresh = self.board, self.columns.values(), self.fresh
        lit = board.open if board.lit else board.chosen
        if lit or board.drafted:
            return [self.mark(column) for column in columns]
        open_now = board.open
        return [
            marked(column.target if column.target in open_now else "", "", column.cell in fresh, 0)
            for column in columns
        ]

    def mark(self, column: Column) -> Mark:
        """What is special about one of them."""
        board, cell, target = self.board, column.cell, column.target
        is_open = target in board.open
        ring = "chosen" if target in board.chosen else "target" if is_open and board.lit else ""
        drafted = sum(cell in placement.cells for placement in board.drafted)
        return marked(target if is_open else "", ring, cell in self.fresh, drafted)

    def panel(self, box: Box, items: Sequence[Item]) -> Panel:
        """The board with these items."""
        return Panel(
            "board",
            None,
            self.words("board.title"),
            box,
            back_to_front(items),
            board_backdrop(self.board.side),
            told(self.board.built, self.words),
            forms=FORMS,
        )


# ---------------------------------------------------------------------------------------- one tower


def item_on(
    column: Column, side: int, key: str, sprite: str, base: int, layer: float, target: str, label: str, state: str = ""
) -> Item:
    """A sprite at a height of a column; from one row of the screen to the next is more than any tower takes up."""
    at = column.seen_at[side]
    x, y = spot(at, base)
    depth = row_depth_of(column.box) * (at[0] + at[1]) + 10 * base + layer
    return Item(key, f"skybridge-{sprite}", x, y, depth, target, capital(label), 0, state)


@lru_cache(64)
def row_depth_of(pieces: Pieces) -> float:
    """How far one row lies before the next."""
    return max(1000.0, 10.0 * (pieces.storeys + 1))


@lru_cache(1024)
def shadow_item(cell: Cell, side: int, height: int) -> Item:
    """The shadow of a tower on the board."""
    x, y = spot(seen(cell, side))
    return Item(f"shadow-{cell}", f"skybridge-{shadow_of(seen(cell, side), height)}", x, y, SHADOW)


def place_items(column: Column, words: Words, side: int, height: int, mark: Mark) -> list[Item]:
    """The foundation itself, which speaks for its tower while no ring does, and the ring."""
    target, ring, cell = mark.target, mark.ring, column.cell
    if not target or ring:
        place = silent_place(column.ground, words, side, target)
    else:
        place = item_on(column, side, f"cell-{cell}", "place", 0, PLACE, target, tower_name(column, words), "target")
    if not ring:
        return [place]
    label = words(f"board.{ring}", cell=cell)
    return [place, item_on(column, side, f"ring-{cell}", ring, height, RING, target, label, "target")]


@lru_cache(1024)
def silent_place(ground: Column, words: Words, side: int, target: str) -> Item:
    """A foundation that does not speak for its tower."""
    label = words("board.cell", cell=ground.cell)
    return item_on(ground, side, f"cell-{ground.cell}", "place", 0, PLACE, target, label)


@lru_cache(1 << 13)
def piece_items(column: Column, words: Words, side: int, target: str) -> tuple[Item, ...]:
    """The pieces of a tower; those below the top are the very ones that were there before it."""
    if column.below is None:
        return ()
    if target:
        item = aimed(piece_items(column, words, side, "")[-1], target)
    else:
        top = column.pieces[-1]
        sprite, label = f"{top.colour.key}-{top.shape(side)}", standing_name(column.box, top, words)
        item = item_on(column, side, top.id, sprite, top.base, PIECE, "", label)
    return (*piece_items(column.below, words, side, target), item)


def aimed(item: Item, target: str) -> Item:
    """An item that looks like another, and answers to a target."""
    return Item(*item[:5], target, *item[6:])


def in_state(item: Item, state: str) -> Item:
    """An item that looks like another, but for its state."""
    return Item(*item[:-1], state)


def line_items(column: Column, words: Words, side: int, piece: Standing, mark: Mark) -> list[Item]:
    """The line around a piece that is decided, or was placed last."""
    if mark.drafted:
        key, sprite = f"draft-{column.cell}-{piece.level}", f"ghost-{piece.shape(side)}"
        return [item_on(column, side, key, sprite, piece.base, LINE, mark.target, "")]
    return [] if mark.ring else [aimed(last_line(column, words, side), mark.target)]


@lru_cache(1024)
def last_line(column: Column, words: Words, side: int) -> Item:
    """The line around the top piece of a column, if it was placed last."""
    piece, cell = column.pieces[-1], column.cell
    label = words("board.last", placed=standing_name(column.box, piece, words))
    return item_on(column, side, f"last-{cell}", f"last-{piece.shape(side)}", piece.base, LINE, "", label, "last")


@lru_cache(1 << 13)
def tower_items(
    column: Column, words: Words, side: int, mark: Mark, large_tag: bool, tag_lift: float
) -> tuple[Item, ...]:
    """All that stands on one foundation."""
    items = place_items(column, words, side, column.height, mark)
    if column.height:
        items.append(shadow_item(column.cell, side, column.height))
    pieces = piece_items(column, words, side, mark.target)
    # What is decided is not placed yet, so that the last of it is no fresh piece.
    state, special = ("ghost", mark.drafted) if mark.drafted else ("last", int(mark.fresh))
    plain = len(pieces) - special
    items += pieces[:plain]
    for item, piece in zip(pieces[plain:], column.pieces[plain:], strict=True):
        items.append(in_state(item, state))
        items += line_items(column, words, side, piece, mark)
    if height := column.height:
        items.append(tag_item(column.ground, words, side, height, mark.target, height, large_tag, tag_lift))
    return tuple(items)


def ghost_items(position: Position, piece: Standing) -> Iterator[Item]:
    """A piece that is being considered, with its dashed line."""
    side, words, column = position.board.side, position.words, position.columns[piece.cell]
    target, cell, shape = position.mark(column).target, piece.cell, piece.shape(side)
    label = words("board.ghost", placed=standing_name(column.box, piece, words))
    sprite = f"{piece.colour.key}-{shape}"
    yield item_on(column, side, f"ghost-{cell}", sprite, piece.base, PIECE, target, label, "ghost")
    yield item_on(column, side, f"ghost-line-{cell}", f"ghost-{shape}", piece.base, LINE, target, "")


@lru_cache(4096)
def tag_item(
    ground: Column, words: Words, side: int, height: int, target: str, base: int, large: bool, lift: float
) -> Item:
    """How high a tower is, at its near edge; `base` is where the tag hangs."""
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


@lru_cache(1 << 13)
def reach(column: Column, side: int) -> Reach:
    """The reach of one tower."""
    top = spot(column.seen_at[side], column.height)[1]
    if column.tower.closed:
        return Reach(top - ROOF_SUMMIT, top - ROOF_SUMMIT, top)
    return Reach(top - room(column.box), top - LID_SUMMIT, top)


@lru_cache(64)
def room(pieces: Pieces) -> float:
    """What may still be put on an open tower has room above it: a roof or the tallest block."""
    block = STOREY * max(pieces.kinds[BLOCK2].storeys, pieces.kinds[BLOCK3].storeys) + LID_SUMMIT
    return max(ROOF_SUMMIT, block)


@lru_cache(4)
def hiding(side: int) -> list[tuple[int, list[int]]]:
    """By their numbers, the towers that others can hide, with those straight in front of each."""
    place = {seen(cell, side): number for number, cell in enumerate(FOUNDATIONS)}
    before = {place[x, y]: [place[x + step, y + step] for step in range(1, SIZE - max(x, y))] for x, y in place}
    return [(number, front) for number, front in before.items() if front]


class Skyline(NamedTuple):
    """What the camera sees of all towers together, and which tags they hide."""

    box: Box
    far: bool
    """Whether the camera is so far away that tags are drawn larger."""
    lifts: Mapping[Cell, float]
    """How far a tower's tag is moved up so that no tower straight in front hides it; those that are not lack here."""


@lru_cache(1024)
def skyline(built: Built, side: int) -> Skyline:
    """The skyline of some towers; found once for all who look from one side."""
    columns = [*built.columns.values()]
    reaches = [reach(column, side) for column in columns]
    lowest = spot((0, 0))[1] - room(columns[0].box)
    highest = min(lowest, min(reaches)[0])
    top = lowest - CAMERA_STEP * ceil((lowest - highest) / CAMERA_STEP) - MARGIN
    box = (-BOARD_REACH - MARGIN, top, 2 * (BOARD_REACH + MARGIN), BOARD_FOOT + MARGIN - top)
    far = box[3] > FAR
    lifts: dict[Cell, float] = {}
    tag_foot = LARGE_TAG_FOOT if far else TAG_FOOT
    for number, in_front in hiding(side):
        foot = reaches[number].top + tag_foot
        hidden_from = min([reaches[other].summit for other in in_front])
        if foot > hidden_from:
            lifts[columns[number].cell] = next((lift for lift in TAG_LIFTS if foot - lift <= hidden_from), 0.0)
    return Skyline(box, far, lifts)


def towers_panel(words: Words, board: Shown) -> Panel:
    """The board with its towers, as the camera sees them."""
    position, side = Position(words, board), board.side
    box, far, lifts = skyline(board.built, side)
    items: list[Item] = []
    for (cell, column), mark in zip(position.columns.items(), position.marks(), strict=True):
        items += tower_items(column, words, side, mark, far, lifts.get(cell, 0.0))
    if board.ghost is not None:
        for piece in considered(position.columns, board.ghost):
            items += ghost_items(position, piece)
    return position.panel(box, items)
