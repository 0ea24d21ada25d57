"""What makes moves quickly: sets of cells, and cities that know which walkways can be built. This module is compiled.

Nothing laid is ever moved, so a city only grows. Its *links* are the walkways that may be built: a new tile adds some,
a new walkway or the last piece of a kind takes some away, and none is ever looked for twice. `rules.py` says the same
in words; the conformance suite compares both over all moves.

Tiles, cells, spaces and moves are numbers here, as `moves.py` gives them. A set of cells is a number with a bit for
each cell. A space is written in four bits: 0 without a tile, `BARE` with a tile but no building, else 4 x the height of
the building + the number of walkways there. A line is a row or a column of the plan, with four bits for each space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from cloudtop.games.cloud_city.moves import (
    ACROSS,
    BEGIN,
    CELL_NUMBER,
    CELL_OF,
    CELLS,
    COLUMN_SETS,
    DOWN,
    DRAWS_FROM,
    END,
    FAR,
    FORM_OF,
    LAYS_IN_ROW,
    LENGTH,
    LENGTHS,
    MOVES,
    NEAR,
    SPACES,
    START,
    TRACK,
    WALKWAY_ON,
    WIDTH,
    Cell,
    Lay,
)
from cloudtop.games.cloud_city.pieces import COLOURS, CORNERS, FARTHEST, FRAMES, FULL, TILES, Box, Colour, Frame

if TYPE_CHECKING:
    from cloudtop.games.cloud_city.state import CloudCity

EMPTY: Final = -1
"""What lies in a face-up slot that could not be refilled."""

# ---------------------------------------------------------------------- sets of cells

ROW: Final[list[int]] = [cell.row for cell in CELLS]
COLUMN: Final[list[int]] = [cell.column for cell in CELLS]
BIT: Final[list[int]] = [2**place for place in range(4 * WIDTH)]
"""Ones to be added somewhere; a literal one that is shifted would be cut to 32 bits in compiled code."""


def cells_in(cells: list[Cell]) -> int:
    """A set of cells as a number; those off the plan do not count."""
    return sum([BIT[CELL_NUMBER[cell]] for cell in cells if cell in CELL_NUMBER])


BESIDE: Final[list[int]] = [cells_in(list(cell.neighbours)) for cell in CELLS]
"""By cell, those that share a side with it (`place-touch`)."""
IN_COLUMN: Final[list[int]] = [cells_in([Cell(column, row) for row in range(ACROSS)]) for column in range(ACROSS)]
IN_ROW: Final[list[int]] = [cells_in([Cell(column, row) for column in range(ACROSS)]) for row in range(ACROSS)]


def within(size: int, lines: list[int]) -> list[int]:
    """By first and last of the rows (or columns) a city takes, the cells that keep it within so many of them."""
    return [
        sum([lines[place] for place in range(ACROSS) if max(last, place) - min(first, place) < size])
        for first in range(ACROSS)
        for last in range(ACROSS)
    ]


def framed(frame: Frame) -> list[int]:
    """By first and last column, first and last row of a city, the cells that keep it in its frame (`place-frame`)."""
    narrow, wide = within(frame.short, IN_COLUMN), within(frame.long, IN_COLUMN)
    low, high = within(frame.short, IN_ROW), within(frame.long, IN_ROW)
    spans = range(ACROSS * ACROSS)
    return [narrow[across] & high[down] | wide[across] & low[down] for across in spans for down in spans]


FRAMED: Final = {frame: framed(frame) for frame in FRAMES.values()}
SIDE: Final[i64] = ACROSS
"""Cells along a side of the plan."""

# ---------------------------------------------------------------------- tiles on lines

BARE: Final[i64] = 1
"""A space with a tile but no building."""
CARRIES_TWO: Final[i64] = FULL
COLUMN_LINES: Final[i64] = WIDTH
"""The lines are the rows of the plan, then its columns, the first of which has this number."""


def written(building: Colour | None) -> int:
    """What lies on a space of a new tile, in four bits."""
    return BARE if building is None else 4 * building.height


FORMS: Final[list[list[int]]] = [
    [written(building) for _, building in Lay(tile, START, rotation).corners]
    for tile in TILES
    for rotation in range(CORNERS)
]
"""By tile and rotation, its four spaces clockwise from the top left."""
UPPER: Final[list[int]] = [form[0] + 16 * form[1] for form in FORMS]
LOWER: Final[list[int]] = [form[3] + 16 * form[2] for form in FORMS]
LEFT: Final[list[int]] = [form[0] + 16 * form[3] for form in FORMS]
RIGHT: Final[list[int]] = [form[1] + 16 * form[2] for form in FORMS]
"""By tile and rotation, the two spaces of its rows and of its columns."""

ROW_OF: Final[list[int]] = [space.row for space in SPACES]
COLUMN_OF: Final[list[int]] = [space.column for space in SPACES]
"""By space, its row and its column."""

# ---------------------------------------------------------------------- walkways on lines

LONGEST: Final[i64] = FARTHEST
PIECES: Final = [(colour, length) for colour in COLOURS for length in range(1, FARTHEST + 1)]
"""The kinds of walkway pieces by their numbers: (height - 1) x `LONGEST` + length - 1; a box need not have all."""


def crossing(one: i64, other: i64) -> bool:
    """Whether two walkways cross at right angles: each passes the other's line strictly between its ends."""
    return DOWN[one] != DOWN[other] and passes(one, TRACK[other]) and passes(other, TRACK[one])


def passes(walkway: i64, place: i64) -> bool:
    """Whether a place on its line lies strictly between the ends of a walkway."""
    begin: i64 = BEGIN[walkway]
    end: i64 = END[walkway]
    return begin < place < end


# ---------------------------------------------------------------------- the box and the frame


class Setup:
    """What holds from the first tile to the last: a box and a frame, as the quick code asks for them."""

    def __init__(self, box: Box, frame: Frame) -> None:
        self.box = box
        self.rounds = frame.rounds
        self.tiles: list[str] = sorted([str(tile) for tile in box.stack()])
        """The names of the tiles that are dealt."""
        self.framed: list[int] = FRAMED[frame]
        """What keeps a city in its frame."""
        self.value: list[int] = [box.values.get(length, 0) for length in range(FARTHEST + 1)]
        """By length, the votes of a walkway."""
        self.supply: list[int] = [box.walkways.get(piece, 0) for piece in PIECES]
        """By number of the piece, how many there are."""
        self.spent: int = sum([BIT[piece] for piece in range(len(PIECES)) if self.supply[piece] == 0])
        """The pieces of which there are none, as a set of their numbers."""
        self.starts: list[int] = [MOVES.number(Lay(tile, START)) for tile in box.start]
        """The lays of the start tiles, by their birds."""
        self.cards: dict[str, dict[str, int]] = {card: dict(votes) for card, votes in box.requests.items()}
        """The request cards with their votes."""


# ---------------------------------------------------------------------- a city


class City:
    """The city of one seat, with what may still be added to it."""

    def __init__(
        self,
        *,
        setup: Setup,
        tiles: list[int],
        walkways: list[int],
        links: list[int],
        lines: list[int],
        occupied: i64 = 0,
        beside: i64 = 0,
        frontier: i64 = 0,
        left: i64 = SIDE,
        right: i64 = -1,
        top: i64 = SIDE,
        bottom: i64 = -1,
        spent: i64,
        river: i64 = 0,
        forest: i64 = 0,
        sand: i64 = 0,
    ) -> None:
        self.setup = setup
        """What never changes, so copies share it."""
        self.tiles = tiles
        """The lays so far, the start tile first."""
        self.walkways = walkways
        """The walkways so far, in the order they were built."""
        self.links = links
        """The walkways that can be built now; ascending."""
        self.lines = lines
        """The rows of the plan, then its columns."""
        self.occupied: i64 = occupied
        """The cells with a tile."""
        self.beside: i64 = beside
        """The cells that share a side with a tile, tiled ones among them."""
        self.frontier: i64 = frontier
        """The cells where a tile may be laid."""
        self.left: i64 = left
        self.right: i64 = right
        self.top: i64 = top
        self.bottom: i64 = bottom
        """The outermost columns and rows of cells with a tile."""
        self.spent: i64 = spent
        """The pieces of which the supply has none left, as a set of their numbers."""
        self.river: i64 = river
        self.forest: i64 = forest
        self.sand: i64 = sand
        """Votes of the walkways of each level."""
        self.drawing: object = None
        """The city as learners see it, once one has looked: see `observe.py`. A copy begins without."""

    def copy(self) -> City:
        """An independent city, just the same."""
        return City(
            setup=self.setup,
            tiles=self.tiles[:],
            walkways=self.walkways[:],
            links=self.links[:],
            lines=self.lines[:],
            occupied=self.occupied,
            beside=self.beside,
            frontier=self.frontier,
            left=self.left,
            right=self.right,
            top=self.top,
            bottom=self.bottom,
            spent=self.spent,
            river=self.river,
            forest=self.forest,
            sand=self.sand,
        )

    def at(self, space: i64) -> i64:
        """What a space holds, in four bits."""
        line: i64 = self.lines[ROW_OF[space]]
        column: i64 = COLUMN_OF[space]
        return (line >> (4 * column)) & 15

    # ------------------------------------------------------------------ laying a tile

    def lay(self, move: int) -> None:
        """Lay a tile; its two `buildings` rise at once.

        The frontier folds together `place-free`, `place-touch` and `place-frame`.
        """
        cell: i64 = CELL_OF[move]
        column: i64 = COLUMN[cell]
        row: i64 = ROW[cell]
        self.tiles.append(move)
        self.occupied |= BIT[cell]
        self.beside |= BESIDE[cell]
        if column < self.left:
            self.left = column
        if column > self.right:
            self.right = column
        if row < self.top:
            self.top = row
        if row > self.bottom:
            self.bottom = row
        framed: i64 = self.setup.framed[((self.left * SIDE + self.right) * SIDE + self.top) * SIDE + self.bottom]
        self.frontier = self.beside & framed & ~self.occupied
        form: i64 = FORM_OF[move]
        self.join_line(2 * row, 2 * column, UPPER[form])
        self.join_line(2 * row + 1, 2 * column, LOWER[form])
        self.join_line(COLUMN_LINES + 2 * column, 2 * row, LEFT[form])
        self.join_line(COLUMN_LINES + 2 * column + 1, 2 * row, RIGHT[form])

    def join_line(self, line: i64, first: i64, pair: i64) -> None:
        """Put two spaces of a new tile on a line, and add the links there that end on it or pass over it.

        Walking along the line, what matters is the last building of each height that can still be seen
        (`walkway-same-height`, `walkway-straight`): a taller one hides it (`walkway-taller`), one of its own height
        takes its place (`walkway-same-between`), one with two walkways cannot take a third (`walkway-two`), and the
        walk is over where the tiles end (`walkway-tiled`). A link over the new tile cannot be built yet
        (`walkway-once`).
        """
        spaces: i64 = self.lines[line]
        spaces |= pair << (4 * first)
        self.lines[line] = spaces
        place = first
        while place > 0 and (spaces >> (4 * place - 4)) & 15:
            place -= 1
        spaces >>= 4 * place
        blue: i64 = -1
        green: i64 = -1
        sand: i64 = -1
        seen: i64 = -1
        here = spaces & 15
        while here:
            if here > BARE:
                visible: i64 = place if here & 3 < CARRIES_TWO else -1
                if here < 8:
                    seen = blue
                    blue = visible
                elif here < 12:
                    seen = green
                    green = visible
                    blue = -1
                else:
                    seen = sand
                    sand = visible
                    green = -1
                    blue = -1
                length = place - seen
                if seen >= 0 and visible >= first and seen <= first + 1:
                    piece = ((here >> 2) - 1) * LONGEST + length - 1
                    if not (self.spent >> piece) & 1:
                        self.add_link(WALKWAY_ON[(line * COLUMN_LINES + seen) * LENGTHS + length])
            place += 1
            spaces >>= 4
            here = spaces & 15

    def add_link(self, link: int) -> None:
        """Put a link in its place among the others, unless it crosses its own level (`walkway-crossing`)."""
        if LENGTH[link] > 1:
            height = self.at(NEAR[link]) >> 2
            for walkway in self.walkways:
                if crossing(link, walkway) and self.at(NEAR[walkway]) >> 2 == height:
                    return
        links = self.links
        index = len(links)
        while index > 0 and links[index - 1] > link:
            index -= 1
        links.insert(index, link)

    # ------------------------------------------------------------------ building a walkway

    def piece(self, walkway: int) -> int:
        """The number of the piece that a walkway takes from the supply."""
        height = self.at(NEAR[walkway]) >> 2
        return int((height - 1) * LONGEST + LENGTH[walkway] - 1)

    def spend(self, piece: int) -> None:
        """Drop what needs a piece of which none is left, now or later (`walkway-supply`)."""
        self.spent |= BIT[piece]
        self.links = [link for link in self.links if self.piece(link) != piece]

    def build(self, walkway: int) -> None:
        """Build a walkway that is a link, and drop the links it takes away."""
        near: i64 = NEAR[walkway]
        far: i64 = FAR[walkway]
        here = self.carry(near)
        there = self.carry(far)
        self.walkways.append(walkway)
        value: i64 = self.setup.value[LENGTH[walkway]]
        if here < 8:
            self.river += value
        elif here < 12:
            self.forest += value
        else:
            self.sand += value
        links = self.links
        links.remove(walkway)
        full_near: i64 = near if here & 3 == CARRIES_TWO else -1
        full_far: i64 = far if there & 3 == CARRIES_TWO else -1
        if links and (full_near >= 0 or full_far >= 0 or LENGTH[walkway] > 1):
            self.drop_links(walkway, here >> 2, full_near, full_far)

    def carry(self, space: i64) -> i64:
        """Note one walkway more at the building on a space; returns what the space now holds."""
        lines = self.lines
        row: i64 = ROW_OF[space]
        column: i64 = COLUMN_OF[space]
        across: i64 = lines[row]
        down: i64 = lines[COLUMN_LINES + column]
        across += BIT[4 * column]
        lines[row] = across
        lines[COLUMN_LINES + column] = down + BIT[4 * row]
        return (across >> (4 * column)) & 15

    def drop_links(self, walkway: int, height: i64, full_near: i64, full_far: i64) -> None:
        """Drop what a new walkway rules out: `walkway-two` at a full end, `walkway-crossing` on its own level."""
        kept: list[int] = []
        for link in self.links:
            near: i64 = NEAR[link]
            far: i64 = FAR[link]
            if near in (full_near, full_far) or far in (full_near, full_far):
                continue
            if crossing(link, walkway) and self.at(near) >> 2 == height:
                continue
            kept.append(link)
        self.links = kept


def founded(setup: Setup, start_tile: int) -> City:
    """A city of one start tile with its two buildings (`start-tiles`)."""
    lines = [0] * (2 * WIDTH)
    city = City(setup=setup, tiles=[], walkways=[], links=[], lines=lines, spent=setup.spent)
    city.lay(start_tile)
    return city


# ---------------------------------------------------------------------- the legal moves


def lays(state: CloudCity, seat: int) -> list[int]:
    """Each tile in hand, on each cell of the frontier, in all four rotations; equal tiles are one choice."""
    city = state.cities[seat]
    moves: list[int] = []
    upper: i64 = city.top - 1 if city.top > 0 else 0
    frontier: i64 = city.frontier >> (SIDE * upper)
    before = -1
    for tile in state.hands[seat]:
        if tile == before:
            continue
        before = tile
        rows = frontier
        index: i64 = (tile * SIDE + upper) * COLUMN_SETS
        while rows:
            columns = rows & (COLUMN_SETS - 1)
            if columns:
                moves.extend(LAYS_IN_ROW[index + columns])
            rows >>= SIDE
            index += COLUMN_SETS
    return moves


def walkways_and_draws(state: CloudCity, seat: int) -> list[int]:
    """All links of the city, and all draws."""
    return state.cities[seat].links + DRAWS_FROM[state.sources]
