"""The board as one camera sees it: where all lies, in which order it is painted, what may be picked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.measures import LID_SUMMIT, STOREY, Cell
from cloudtop.games.skybridge.art.naming import capital, standing_name
from cloudtop.games.skybridge.art.position import Position, seen
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.art.signs import FAR_TAG_FOOT, TAG_FOOT
from cloudtop.games.skybridge.notation import CELL_NAMES
from cloudtop.stage.scene import Box, Item, Words

PLACE, RING, PIECE, LINE, TAG = -1.0, 1.0, 2.0, 3.0, 4.0
"""The order, at one height of one tower, of what lies there."""

CAMERA_STEPS = (6, 13, 20, 28, 36, 46, 58, 70, 84)
"""The camera moves back when a tower outgrows one of these heights, so that it seldom moves."""
FAR_STEP = 36
"""From this step on the tags are drawn larger."""
TAG_LIFTS = (0.0, 14.0, 28.0, 42.0, 56.0)
"""How far a tag may be moved up to be seen over a tower in front."""

BOARD_REACH, BOARD_FOOT, HEADROOM = 450.0, 412.0, 120.0
"""How far the board and its cloud reach to each side and down, and the room above a tower for a ghost."""


class Picks(NamedTuple):
    """What may be picked now, and what has been."""

    targets: Collection[str]
    chosen: Collection[str]

    def target(self, name: str) -> str:
        """The name if it may be picked or is, else nothing."""
        return name if name in self.targets or name in self.chosen else ""


class Stand:
    """The board as one camera sees it: where each cell lies, and in which order things are painted."""

    def __init__(self, position: Position, words: Words, turn: int, picks: Picks) -> None:
        """Take what stands there, the language, the camera's turn and the picks."""
        self.position, self.words, self.turn, self.picks = position, words, turn, picks
        # A tower nearer to the viewer begins lower on the screen, so it may be taller before it is cut off.
        reach = max(spot((0, 0))[1] - spot(seen(name, turn), height)[1] for name, height in position.heights.items())
        self.step = next(step for step in CAMERA_STEPS if reach <= step * STOREY)

    def item(self, key: str, sprite: str, name: str, base: int, layer: float, label: str, state: str = "") -> Item:
        """A sprite on that cell and height; everything on a tower answers to the tower's target."""
        cell = seen(name, self.turn)
        depth = 1000.0 * sum(cell) + 10 * base + layer
        x, y = spot(cell, base)
        target = self.picks.target(f"cell:{name}")
        return Item(key, f"skybridge-{sprite}", x, y, depth, target, capital(label), 0, state)

    def cell_items(self, name: str) -> Iterator[Item]:
        """The foundation of one tower, its ring if it may be or is picked, and its height."""
        words, height = self.words, self.position.heights[name]
        yield self.item(f"cell-{name}", "place", name, 0, PLACE, words("board.cell", cell=name))
        if f"cell:{name}" in self.picks.chosen:
            yield self.item(f"ring-{name}", "chosen", name, height, RING, words("board.chosen", cell=name), "target")
        elif f"cell:{name}" in self.picks.targets:
            yield self.item(f"ring-{name}", "target", name, height, RING, words("board.target", cell=name), "target")
        if height:
            sprite = f"far-height-{height}" if self.far else f"height-{height}"
            tag = self.item(
                f"height-{name}", sprite, name, height, TAG, words("board.height", cell=name, storeys=height)
            )
            yield tag._replace(y=tag.y - self.tag_lift(name))

    @property
    def far(self) -> bool:
        """Whether the camera is so far away that tags are drawn larger."""
        return self.step >= FAR_STEP

    def tag_lift(self, name: str) -> float:
        """How far a tower's tag is moved up so that no tower straight in front hides it, if that helps."""
        x, y = seen(name, self.turn)
        foot = spot((x, y), self.position.heights[name])[1] + (FAR_TAG_FOOT if self.far else TAG_FOOT)
        hidden_from = min(
            (self.summit(other) for other in CELL_NAMES if self.straight_in_front(other, (x, y))),
            default=foot,
        )
        return next((lift for lift in TAG_LIFTS if foot - lift <= hidden_from), 0.0)

    def straight_in_front(self, name: str, cell: Cell) -> bool:
        """Whether a tower stands in the same column of the screen as a cell, nearer to the viewer."""
        x, y = seen(name, self.turn)
        return x - y == cell[0] - cell[1] and x > cell[0]

    def summit(self, name: str) -> float:
        """The height on the screen of a tower's highest point."""
        top = self.position.top(name)
        rise = ROOF_SUMMIT if top and top.kind == "roof" else LID_SUMMIT
        return spot(seen(name, self.turn), self.position.heights[name])[1] - rise

    def piece_items(self, name: str) -> Iterator[Item]:
        """The pieces of one tower, the last placed with its gilded line unless a ring is there already."""
        for piece in self.position.pieces(name):
            fresh = piece in self.position.last
            label = standing_name(piece, self.words)
            state = "last" if fresh else ""
            shape = piece.shape(self.turn)
            key = f"piece-{name}-{piece.level}"
            yield self.item(key, f"{piece.colour.key}-{shape}", name, piece.base, PIECE, label, state)
            if fresh and not self.picks.target(f"cell:{name}"):
                last = self.words("board.last", placed=label)
                yield self.item(f"last-{name}", f"last-{shape}", name, piece.base, LINE, last, state)

    def ghost_items(self, placement: str) -> Iterator[Item]:
        """The piece that is being considered, with its dashed line."""
        for piece in self.position.placed(placement):
            label = self.words("board.ghost", placed=standing_name(piece, self.words))
            shape, name, base = piece.shape(self.turn), piece.cell, piece.base
            yield self.item(f"ghost-{name}", f"{piece.colour.key}-{shape}", name, base, PIECE, label, "ghost")
            yield self.item(f"ghost-line-{name}", f"ghost-{shape}", name, base, LINE, label)

    def box(self) -> Box:
        """The board with room for the highest tower of this step and a ghost on it."""
        top = spot((0, 0), self.step)[1] - HEADROOM
        return -BOARD_REACH, top, 2 * BOARD_REACH, BOARD_FOOT - top
