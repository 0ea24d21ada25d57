"""The board as one camera sees it: where all lies, in which order it is painted, what may be picked."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.core.scene import Box, Item, Panel, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import board_backdrop, spot
from cloudtop.games.skybridge.art.measures import LID_SUMMIT, STOREY, Seen
from cloudtop.games.skybridge.art.naming import capital, description, standing_name
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.art.signs import FAR_TAG_FOOT, TAG_FOOT
from cloudtop.games.skybridge.art.standing import considered, pieces_on, seen
from cloudtop.games.skybridge.board import towers_seen
from cloudtop.games.skybridge.moves import MOVES, Cell, Move, Pass
from cloudtop.games.skybridge.pieces import Box as Pieces
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.scene import back_to_front

PLACE, RING, PIECE, LINE, TAG = -1.0, 1.0, 2.0, 3.0, 4.0
"""The order, at one height of one tower, of what lies there."""

CAMERA_STEPS = (6, 13, 20, 28, 36, 46, 58, 70)
"""The camera moves back when a tower outgrows one of these heights, so that it seldom moves; at last it sees all
storeys of the box."""
FAR_STEP = 36
"""From this step on the tags are drawn larger."""
TAG_LIFTS = (0.0, 14.0, 28.0, 42.0, 56.0)
"""How far a tag may be moved up to be seen over a tower in front."""

BOARD_REACH, BOARD_FOOT, HEADROOM = 450.0, 412.0, 120.0
"""How far the board and its cloud reach to each side and down, and the room above a tower for a ghost."""


def pickable(target: str, staging: Staging[Move]) -> str:
    """The target if it may be picked or has been, else nothing."""
    return target if target in staging.targets or target in staging.chosen else ""


class Layout:
    """The board from one side: where each cell lies, and in which order things are painted."""

    def __init__(self, box: Pieces, facts: Facts, words: Words, staging: Staging[Move]) -> None:
        """Take the box, what stands there, the language, and how it is to be shown."""
        self.pieces, self.words, self.staging = box, words, staging
        self.towers = towers_seen(box, facts.towers)
        last = MOVES.written(facts.last or "")
        self.fresh = () if last is None or isinstance(last, Pass) else last.cells
        """The cells whose top piece was placed last."""
        # A tower nearer to the viewer begins lower on the screen, so it may be taller before it is cut off.
        reach = max(spot((0, 0))[1] - self.spot(cell, tower.height)[1] for cell, tower in self.towers.items())
        self.step = next((step for step in CAMERA_STEPS if reach <= step * STOREY), max(box.storeys, CAMERA_STEPS[-1]))

    def panel(self) -> Panel:
        """The board with all that stands on it."""
        items = [item for cell in self.towers for item in (*self.cell_items(cell), *self.piece_items(cell))]
        shadows = [(self.seen(cell), tower.height) for cell, tower in self.towers.items()]
        return Panel(
            "board",
            None,
            self.words("board.title"),
            self.box(),
            back_to_front([*items, *self.ghost_items()]),
            board_backdrop(shadows, self.staging.side),
            description(self.towers, self.words),
        )

    def seen(self, cell: Cell) -> Seen:
        """Where the camera sees a cell."""
        return seen(cell, self.staging.side)

    def spot(self, cell: Cell, storeys: int) -> tuple[float, float]:
        """The screen point of a cell's centre at a height."""
        return spot(self.seen(cell), storeys)

    @property
    def row_depth(self) -> float:
        """From one row of the screen to the next: more than any tower takes up."""
        return max(1000.0, 10.0 * (self.pieces.storeys + 1))

    def item(self, key: str, sprite: str, cell: Cell, base: int, layer: float, label: str, state: str = "") -> Item:
        """A sprite on that cell and height; everything on a tower answers to the tower's target."""
        depth = self.row_depth * sum(self.seen(cell)) + 10 * base + layer
        x, y = self.spot(cell, base)
        target = pickable(f"cell:{cell}", self.staging)
        return Item(key, f"skybridge-{sprite}", x, y, depth, target, capital(label), 0, state)

    def cell_items(self, cell: Cell) -> Iterator[Item]:
        """The foundation of one tower, its ring if it may be or is picked, and its height."""
        words, height = self.words, self.towers[cell].height
        yield self.item(f"cell-{cell}", "place", cell, 0, PLACE, words("board.cell", cell=cell))
        if f"cell:{cell}" in self.staging.chosen:
            yield self.item(f"ring-{cell}", "chosen", cell, height, RING, words("board.chosen", cell=cell), "target")
        elif f"cell:{cell}" in self.staging.targets:
            yield self.item(f"ring-{cell}", "target", cell, height, RING, words("board.target", cell=cell), "target")
        if height:
            sprite = f"far-height-{height}" if self.far else f"height-{height}"
            label = words("board.height", cell=cell, storeys=height)
            tag = self.item(f"height-{cell}", sprite, cell, height, TAG, label)
            yield tag._replace(y=tag.y - self.tag_lift(cell))

    @property
    def far(self) -> bool:
        """Whether the camera is so far away that tags are drawn larger."""
        return self.step >= FAR_STEP

    def tag_lift(self, cell: Cell) -> float:
        """How far a tower's tag is moved up so that no tower straight in front hides it, if that helps."""
        foot = self.spot(cell, self.towers[cell].height)[1] + (FAR_TAG_FOOT if self.far else TAG_FOOT)
        hidden_from = min(
            (self.summit(other) for other in self.towers if self.straight_in_front(other, cell)), default=foot
        )
        return next((lift for lift in TAG_LIFTS if foot - lift <= hidden_from), 0.0)

    def straight_in_front(self, other: Cell, cell: Cell) -> bool:
        """Whether another tower stands in the same column of the screen as a cell, nearer to the viewer."""
        (x, y), (column, row) = self.seen(other), self.seen(cell)
        return x - y == column - row and x > column

    def summit(self, cell: Cell) -> float:
        """The height on the screen of a tower's highest point."""
        tower = self.towers[cell]
        return self.spot(cell, tower.height)[1] - (ROOF_SUMMIT if tower.closed else LID_SUMMIT)

    def piece_items(self, cell: Cell) -> Iterator[Item]:
        """The pieces of one tower, the last placed with its gilded line unless a ring is there already."""
        top = len(self.towers[cell].pieces) - 1
        for piece in pieces_on(self.towers, cell):
            fresh = cell in self.fresh and piece.level == top
            label = standing_name(self.pieces, piece, self.words)
            state = "last" if fresh else ""
            shape = piece.shape(self.staging.side)
            key = f"piece-{cell}-{piece.level}"
            yield self.item(key, f"{piece.colour.key}-{shape}", cell, piece.base, PIECE, label, state)
            if fresh and not pickable(f"cell:{cell}", self.staging):
                last = self.words("board.last", placed=label)
                yield self.item(f"last-{cell}", f"last-{shape}", cell, piece.base, LINE, last, state)

    def ghost_items(self) -> Iterator[Item]:
        """The piece that is being considered, with its dashed line."""
        ghost = self.staging.ghost
        if ghost is None or isinstance(ghost, Pass):
            return
        for piece in considered(self.towers, ghost):
            label = self.words("board.ghost", placed=standing_name(self.pieces, piece, self.words))
            shape, cell, base = piece.shape(self.staging.side), piece.cell, piece.base
            yield self.item(f"ghost-{cell}", f"{piece.colour.key}-{shape}", cell, base, PIECE, label, "ghost")
            yield self.item(f"ghost-line-{cell}", f"ghost-{shape}", cell, base, LINE, label)

    def box(self) -> Box:
        """The board with room for the highest tower of this step and a ghost on it."""
        top = spot((0, 0), self.step)[1] - HEADROOM
        return -BOARD_REACH, top, 2 * BOARD_REACH, BOARD_FOOT - top
