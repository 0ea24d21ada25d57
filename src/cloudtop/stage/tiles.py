"""Tiles on a grid: a board seen from above, with hands beside it. A first picture costs ten lines.

    TILES = TileSet("my-game", {"r": Face("red"), "b": Face("blue")})

    def laid(view, words, staging):
        cells = [Cell(column, row, face, label, f"cell:{name}") for ...]
        return Grid(words("title"), 4, 4, tuple(cells))

Then `Game.parts` is `TILES.parts(laid(...), staging)`, `Game.draw` is `TILES.draw(laid(...), staging, theme)`, and
`Game.sprites` and `Game.paints` are those of the set.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from cloudtop.core.scene import Part, Staging
from cloudtop.stage.hands import Hand, hand_part, hands_picture
from cloudtop.stage.picture import document, placed
from cloudtop.stage.pieces import Face, Printed
from cloudtop.stage.scene import Box, Item, Panel, back_to_front
from cloudtop.stage.sky import CANVAS, cloud_bank, sky
from cloudtop.stage.svg import centred_rect, group, rect, text, translate

SIDE, CORNER, STEP = 100.0, 17.0, 112.0
"""A tile, its corners, and from the middle of a cell to that of the next."""
EDGE, THICK = 44.0, 22.0
"""Of the slab: around the cells, and how high it is."""
FRAME: Box = (190.0, 36.0, 900.0, 770.0)
LOW_FRAME: Box = (190.0, 30.0, 900.0, 630.0)
"""Where the board lies in a picture: alone, and above hands of tiles."""


class Cell(NamedTuple):
    """One cell of the grid that has a tile, or that can be picked."""

    column: int
    row: int
    """From 0; the first row is the nearest, as in notation."""
    face: str = ""
    """The tile in it; none where it is empty."""
    label: str = ""
    """What it is called, spoken."""
    target: str = ""
    """The target it answers to."""
    state: str = ""
    """Of the tile: `ghost` for one that is only considered, `last` for the one that was laid last."""
    rotation: int = 0
    """Quarter turns of the tile, clockwise."""


class Grid(NamedTuple):
    """All that lies on a board of cells."""

    title: str
    columns: int
    rows: int
    cells: tuple[Cell, ...] = ()
    hands: tuple[Hand, ...] = ()
    description: str = ""
    """The same in words, for a screen reader."""


class TileSet(Printed):
    """All tiles of a game."""

    half = (SIDE / 2, SIDE / 2)

    # ------------------------------------------------------------------ for a game

    def parts(self, grid: Grid, staging: Staging) -> list[Part]:
        """What `Game.parts` answers: the board, then every hand that holds something."""
        board = grid._replace(hands=())
        lit, picked = on_grid(grid, staging.targets), on_grid(grid, staging.chosen)
        part = Part("board", (board, lit, picked), lambda: self.panel(board, lit, picked))
        return [part, *(hand_part(self, hand) for hand in grid.hands if hand.pieces)]

    def draw(self, grid: Grid, staging: Staging, theme: str) -> str:
        """What `Game.draw` answers: the board under the sky, the players at its foot."""
        board = self.panel(grid, on_grid(grid, staging.targets), on_grid(grid, staging.chosen))
        frame = LOW_FRAME if any(hand.pieces for hand in grid.hands) else FRAME
        content = sky() + placed(board, self.room, frame) + hands_picture(self, grid.hands)
        return document(grid.title, CANVAS, content, self.drawings(), (self.palette,), theme)

    # ------------------------------------------------------------------ the board

    def panel(self, grid: Grid, lit: frozenset[str] = frozenset(), picked: frozenset[str] = frozenset()) -> Panel:
        """The board: the slab behind, tiles on it, lights above."""
        width, height = grid.columns * STEP + 2 * EDGE, grid.rows * STEP + 2 * EDGE
        items = [self.tile(grid, cell) for cell in grid.cells]
        items += [light for item in items for light in self.light(item, lit, picked)]
        # An empty cell is only there to be lit.
        shown = [item for item in items if item.sprite]
        box = (-30.0, -12.0, width + 60.0, height + THICK + 64.0)
        return Panel("board", None, grid.title, box, back_to_front(shown), self.slab(grid), grid.description)

    def tile(self, grid: Grid, cell: Cell) -> Item:
        """A cell with its tile, where it lies; nearer ones are painted later."""
        x, y = middle(grid, cell.column, cell.row)
        sprite = self.sprite(cell.face) if cell.face else ""
        name = f"{'tile' if cell.face else 'cell'}-{cell.column}-{cell.row}"
        return Item(name, sprite, x, y, y / STEP, cell.target, cell.label, cell.rotation, cell.state)

    def slab(self, grid: Grid) -> str:
        """What the tiles lie on: a slab in a bank of cloud, its columns lettered and its rows numbered."""
        width, height = grid.columns * STEP + 2 * EDGE, grid.rows * STEP + 2 * EDGE
        ink, cell_paint = self.palette["slab-ink"], self.palette["cell"]
        steps = max(int(width / 85), 4)
        edge = [((place + 0.5) * width / steps - width / 2, height + THICK) for place in range(steps)]
        cells, names = [], []
        for column in range(grid.columns):
            names.append(text(chr(ord("a") + column), middle(grid, column, 0)[0], height - 13, 19, ink))
            for row in range(grid.rows):
                x, y = middle(grid, column, row)
                cells.append(rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, rx=CORNER))
        for row in range(grid.rows):
            names.append(text(str(row + 1), 21, middle(grid, 0, row)[1] + 7, 19, ink))
        return (
            group(cloud_bank(edge, 62), transform=translate(width / 2, 0))
            + rect(0, THICK, width, height, rx=36, fill=self.palette["slab-side"])
            + rect(0, 0, width, height, rx=36, fill=self.palette["slab"])
            + group(*cells, fill=cell_paint, stroke=self.palette["cell-edge"], stroke_width=2)
            + "".join(names)
        )

    # ------------------------------------------------------------------ drawings

    def drawings(self) -> dict[str, str]:
        """Every face, one that lies face down, and the light around a cell."""
        faces = {self.sprite(name): self.face(face) for name, face in self.faces.items()}
        return {**faces, self.sprite(""): self.face_down(), **self.lights(CORNER)}

    def body(self, paint: str, rim: str) -> str:
        """A tile without its print: thick, with a lit upper edge."""
        return group(
            self.shadow(CORNER),
            group(centred_rect(47, 46, CORNER - 2, fill=self.palette[rim]), transform=translate(0, 3)),
            centred_rect(47, 45, CORNER - 2, fill=self.palette[paint]),
            group(
                centred_rect(42, 40, CORNER - 6, fill="none", stroke=self.palette["light"], stroke_width=2),
                opacity=0.35,
            ),
        )

    def face(self, face: Face) -> str:
        """A tile face up: its sign in the light of its hue, its text upon it."""
        sign = self.mark(face, 0, -1, 27, "light")
        if not face.text:
            return group(self.body(face.hue, "rim"), sign)
        small = self.mark(face, 27, -25, 9, "light")
        return group(self.body(face.hue, "rim"), small, self.lettering(face, 0, 2, 70, 50, "light"))

    def face_down(self) -> str:
        """A tile face down."""
        return group(self.body("back", "rim"), self.mark(Face(mark="star"), 0, -1, 16, "back-line"))


def middle(grid: Grid, column: int, row: int) -> tuple[float, float]:
    """Where the middle of a cell lies; the first row is the nearest."""
    return EDGE + (column + 0.5) * STEP, EDGE + (grid.rows - row - 0.5) * STEP


def on_grid(grid: Grid, targets: Collection[str]) -> frozenset[str]:
    """Of some targets those that lie on the board."""
    return frozenset(cell.target for cell in grid.cells) & frozenset(targets)
