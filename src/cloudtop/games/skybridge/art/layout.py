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
    Seen,
)
from cloudtop.games.skybridge.art.naming import capital, standing_name, tower_name
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.art.signs import LARGE_TAG_FOOT, TAG_FOOT
from cloudtop.games.skybridge.art.standing import (
    Ends,
    Standing,
    Towers,
    bridge_ends,
    considered,
    far_ends,
    seen,
    standing,
    towers_standing,
)
from cloudtop.games.skybridge.board import Tower
from cloudtop.games.skybridge.moves import FOUNDATIONS, MOVES, Cell, Move, Pass, Placement
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3
from cloudtop.games.skybridge.pieces import Box as Pieces
from cloudtop.games.skybridge.view import Facts
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

IN_FRONT = {
    (column, row): [(column + step, row + step) for step in range(1, SIZE - max(column, row))]
    for column in range(SIZE)
    for row in range(SIZE)
}
"""By the place of a tower as the camera sees it, those straight in front of it."""

TARGETS = {f"cell:{cell}": cell for cell in FOUNDATIONS}
"""Every foundation by its target."""
CELL_TARGETS = frozenset(TARGETS)
TARGET_OF = {cell: target for target, cell in TARGETS.items()}

# ---------------------------------------------------------------------------------------- what is shown


WrittenTowers = tuple[tuple[str, tuple[str, ...]], ...]
"""The towers of a view: each foundation that has any with its pieces."""


class Shown(NamedTuple):
    """What a board shows: all that its panel depends on, besides language and box."""

    towers: WrittenTowers
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


def shown(facts: Facts, staging: Staging[Move]) -> Shown:
    """What the board shows of these facts."""
    chosen = CELL_TARGETS.intersection(staging.chosen)
    ghost = staging.ghost
    return Shown(
        tuple(facts.towers.items()),
        facts.last,
        staging.side % 4,
        staging.form if staging.form in FORMS else TOWERS,
        chosen | CELL_TARGETS.intersection(staging.targets) if staging.targets else chosen,
        chosen,
        len(chosen) < len(staging.chosen),
        None if isinstance(ghost, Pass) else ghost,
        tuple([move for move in staging.drafted if not isinstance(move, Pass)]),
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


class Built(NamedTuple):
    """The towers of a board, however it is looked at."""

    towers: Towers
    heights: Mapping[Cell, int]
    ends: Ends
    far: Mapping[Cell, tuple[Cell | None, ...]]
    """For every piece of a tower the other tower it lies on, if it is a bridge."""


@lru_cache(256)
def built(pieces: Pieces, written: WrittenTowers) -> Built:
    """The towers that are written down; found once for all who look at them."""
    towers = towers_standing(pieces, dict(written))
    ends = bridge_ends(towers)
    far = {cell: far_ends(tower, cell, ends) for cell, tower in towers.items()}
    return Built(towers, {cell: tower.height for cell, tower in towers.items()}, ends, far)


@lru_cache(256)
def told(pieces: Pieces, written: WrittenTowers, words: Words) -> str:
    """The whole board in words, a line for each tower."""
    return "\n".join([tower_name(tower, cell, words) for cell, tower in built(pieces, written).towers.items()])


class Position:
    """The towers of what is shown, with what is special about each."""

    def __init__(self, pieces: Pieces, words: Words, board: Shown) -> None:
        self.pieces, self.words, self.board = pieces, words, board
        self.towers, self.heights, self.ends, self.far = built(pieces, board.towers)
        last = MOVES.written(board.last or "")
        self.fresh: Sequence[Cell] = () if last is None or isinstance(last, Pass) else last.cells

    def mark(self, cell: Cell) -> Mark:
        """What is special about a foundation."""
        board, target = self.board, TARGET_OF[cell]
        is_open = target in board.open
        ring = "chosen" if target in board.chosen else "target" if is_open and board.lit else ""
        drafted = sum(cell in placement.cells for placement in board.drafted) if board.drafted else 0
        return Mark(target if is_open else "", ring, cell in self.fresh, drafted)

    def panel(self, box: Box, items: Sequence[Item]) -> Panel:
        """The board with these items."""
        return Panel(
            "board",
            None,
            self.words("board.title"),
            box,
            back_to_front(items),
            board_backdrop(self.board.side),
            told(self.pieces, self.board.towers, self.words),
            forms=FORMS,
        )


# ---------------------------------------------------------------------------------------- one tower


class Column(NamedTuple):
    """A foundation and the air above it, as the camera sees them."""

    cell: Cell
    side: int
    depth: float
    target: str

    def item(self, key: str, sprite: str, base: int, layer: float, label: str, state: str = "") -> Item:
        """A sprite at that height; everything on a tower answers to the tower's target."""
        return item_at(self, key, sprite, base, layer, label, state)


@lru_cache(8192)
def item_at(column: Column, key: str, sprite: str, base: int, layer: float, label: str, state: str) -> Item:
    """The same one for all towers on which it looks the same."""
    x, y = spot(seen(column.cell, column.side), base)
    depth = column.depth + 10 * base + layer
    return Item(key, f"skybridge-{sprite}", x, y, depth, column.target, capital(label), 0, state)


@lru_cache(1024)
def shadow_item(cell: Cell, side: int, height: int) -> Item:
    """The shadow of a tower on the board."""
    x, y = spot(seen(cell, side))
    return Item(f"shadow-{cell}", f"skybridge-{shadow_of(seen(cell, side), height)}", x, y, SHADOW)


def column(pieces: Pieces, cell: Cell, side: int, target: str) -> Column:
    """The column of a foundation; from one row of the screen to the next is more than any tower takes up."""
    row_depth = row_depth_of(pieces)
    return Column(cell, side, row_depth * sum(seen(cell, side)), target)


@lru_cache(64)
def row_depth_of(pieces: Pieces) -> float:
    """How far one row lies before the next."""
    return max(1000.0, 10.0 * (pieces.storeys + 1))


def place_items(at: Column, tower: Tower, height: int, ring: str, words: Words) -> Iterator[Item]:
    """The foundation itself, which speaks for its tower while no ring does, and the ring."""
    cell, speaks = at.cell, bool(at.target) and not ring
    label = tower_name(tower, cell, words) if speaks else words("board.cell", cell=cell)
    yield at.item(f"cell-{cell}", "place", 0, PLACE, label, "target" if speaks else "")
    if ring:
        yield at.item(f"ring-{cell}", ring, height, RING, words(f"board.{ring}", cell=cell), "target")


@lru_cache(4096)
def tower_items(
    pieces: Pieces, words: Words, side: int, cell: Cell, tower: Tower, far: tuple[Cell | None, ...], mark: Mark
) -> tuple[Item, ...]:
    """All that stands on one foundation, but for its tag."""
    at = column(pieces, cell, side, mark.target)
    items = list(place_items(at, tower, tower.height, mark.ring, words))
    if tower.height:
        items.append(shadow_item(cell, side, tower.height))
    last, decided = len(tower.pieces) - 1, len(tower.pieces) - mark.drafted
    for piece in standing(tower, cell, far):
        label = standing_name(pieces, piece, words)
        drafted, fresh = piece.level >= decided, mark.fresh and piece.level == last
        state = "ghost" if drafted else "last" if fresh else ""
        shape = piece.shape(side)
        items.append(at.item(piece.id, f"{piece.colour.key}-{shape}", piece.base, PIECE, label, state))
        if drafted:
            items.append(at.item(f"draft-{cell}-{piece.level}", f"ghost-{shape}", piece.base, LINE, ""))
        elif fresh and not mark.ring:
            told = words("board.last", placed=label)
            items.append(at.item(f"last-{cell}", f"last-{shape}", piece.base, LINE, told, state))
    return tuple(items)


def ghost_items(position: Position, piece: Standing) -> Iterator[Item]:
    """A piece that is being considered, with its dashed line."""
    board, words, cell = position.board, position.words, piece.cell
    at = column(position.pieces, cell, board.side, position.mark(cell).target)
    label = words("board.ghost", placed=standing_name(position.pieces, piece, words))
    shape = piece.shape(board.side)
    yield at.item(f"ghost-{cell}", f"{piece.colour.key}-{shape}", piece.base, PIECE, label, "ghost")
    yield at.item(f"ghost-line-{cell}", f"ghost-{shape}", piece.base, LINE, "")


@lru_cache(2048)
def tag_item(
    pieces: Pieces, words: Words, side: int, cell: Cell, height: int, target: str, base: int, large: bool, lift: float
) -> Item:
    """How high a tower is, at its near edge; `base` is where the tag hangs."""
    sprite = f"large-height-{height}" if large else f"height-{height}"
    label = words("board.height", cell=cell, storeys=height)
    tag = column(pieces, cell, side, target).item(f"height-{cell}", sprite, base, TAG, label)
    return tag._replace(y=tag.y - lift)


# ---------------------------------------------------------------------------------------- all towers


class Skyline:
    """How high the towers reach on the screen, and which tags they hide."""

    def __init__(self, pieces: Pieces, standing: Built, side: int) -> None:
        self.tops: dict[Seen, float] = {}
        """Where the middle of every tower's top lies, by its place as the camera sees it."""
        self.summits: dict[Seen, float] = {}
        """Where its highest point lies."""
        # What may still be put on an open tower has room above it: a roof or the tallest block.
        block = STOREY * max(pieces.kinds[BLOCK2].storeys, pieces.kinds[BLOCK3].storeys) + LID_SUMMIT
        room = max(ROOF_SUMMIT, block)
        highest = lowest = spot((0, 0))[1] - room
        for cell, tower in standing.towers.items():
            at, closed = seen(cell, side), tower.closed
            top = self.tops[at] = spot(at, standing.heights[cell])[1]
            self.summits[at] = top - (ROOF_SUMMIT if closed else LID_SUMMIT)
            highest = min(highest, top - (ROOF_SUMMIT if closed else room))
        top = lowest - CAMERA_STEP * ceil((lowest - highest) / CAMERA_STEP) - MARGIN
        self.box: Box = (-BOARD_REACH - MARGIN, top, 2 * (BOARD_REACH + MARGIN), BOARD_FOOT + MARGIN - top)
        self.far = self.box[3] > FAR
        self.lifts = {cell: self.tag_lift(seen(cell, side)) for cell, height in standing.heights.items() if height}

    def tag_lift(self, cell: Seen) -> float:
        """How far a tower's tag is moved up so that no tower straight in front hides it, if that helps."""
        foot = self.tops[cell] + (LARGE_TAG_FOOT if self.far else TAG_FOOT)
        before = [self.summits[at] for at in IN_FRONT[cell]]
        hidden_from = min(before, default=foot)
        if foot <= hidden_from:
            return 0.0
        return next((lift for lift in TAG_LIFTS if foot - lift <= hidden_from), 0.0)


@lru_cache(256)
def skyline(pieces: Pieces, written: WrittenTowers, side: int) -> Skyline:
    """The skyline of the towers that are written down; found once for all who look from one side."""
    return Skyline(pieces, built(pieces, written), side)


def towers_panel(pieces: Pieces, words: Words, board: Shown) -> Panel:
    """The board with its towers, as the camera sees them."""
    position, side = Position(pieces, words, board), board.side
    above = skyline(pieces, board.towers, side)
    items: list[Item] = []
    for cell, tower in position.towers.items():
        mark = position.mark(cell)
        items += tower_items(pieces, words, side, cell, tower, position.far[cell], mark)
        if height := position.heights[cell]:
            lift = above.lifts[cell]
            items.append(tag_item(pieces, words, side, cell, height, mark.target, height, above.far, lift))
    if board.ghost is not None:
        for piece in considered(position.towers, board.ghost):
            items += ghost_items(position, piece)
    return position.panel(above.box, items)
