"""One player's city: its tiles, buildings and walkways, and what may still be added. This module is compiled.

Nothing laid is ever moved, so a city only grows. Its *links* are the walkways that may be built: a new
tile adds some, a new walkway or the last piece of a kind takes some away, and none is ever looked for twice.
"""

from __future__ import annotations

from mypy_extensions import i64

from cloudtop.games.cloud_city.board import (
    ACROSS,
    ALL_CELLS,
    BARE,
    BIT,
    CELLS,
    COLUMN,
    COLUMNS_3,
    COLUMNS_4,
    FAR,
    FULL,
    LEFT,
    LENGTH,
    LINES,
    LONGEST,
    LOWER,
    NEAR,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    ONE_AT,
    PER_KIND,
    RIGHT,
    ROW,
    ROWS_3,
    ROWS_4,
    STEP,
    UPPER,
    VALUE,
    WALKWAY_ON,
    WIDTH,
)


class City:
    """The city of one seat."""

    def __init__(
        self,
        oblong: bool,
        tiles: list[int],
        walkways: list[int],
        links: list[int],
        lines: list[int],
        occupied: i64,
        frontier: i64,
        left: i64,
        right: i64,
        top: i64,
        bottom: i64,
        spent: i64,
        river: i64,
        forest: i64,
        sand: i64,
    ) -> None:
        self.oblong = oblong
        """Whether the frame is 3 x 4 or 4 x 3 instead of 3 x 3."""
        self.tiles = tiles
        """The lays so far, the start tile first."""
        self.walkways = walkways
        """The walkways so far, in the order they were built."""
        self.links = links
        """The walkways that can be built now; ascending."""
        self.lines = lines
        """The rows of the plan, then its columns; four bits a space, see `board.corners`."""
        self.occupied: i64 = occupied
        """The cells with a tile."""
        self.frontier: i64 = frontier
        """The cells where a tile may be laid."""
        self.left: i64 = left
        self.right: i64 = right
        self.top: i64 = top
        self.bottom: i64 = bottom
        """The outermost columns and rows of cells with a tile."""
        self.spent: i64 = spent
        """The pieces of which the supply has none left, as a set: see `piece`."""
        self.river: i64 = river
        self.forest: i64 = forest
        self.sand: i64 = sand
        """Votes of the walkways of each level."""

    def copy(self) -> City:
        """An independent city, just the same."""
        return City(
            self.oblong,
            self.tiles[:],
            self.walkways[:],
            self.links[:],
            self.lines[:],
            self.occupied,
            self.frontier,
            self.left,
            self.right,
            self.top,
            self.bottom,
            self.spent,
            self.river,
            self.forest,
            self.sand,
        )

    def at(self, space: int) -> int:
        """What a space holds, see `board.corners`."""
        return (self.lines[space // WIDTH] >> (4 * (space % WIDTH))) & 15

    # ------------------------------------------------------------------ laying a tile

    def place_free(self, cell: int) -> bool:
        """`place-free`: whether no tile lies there."""
        return not self.occupied & BIT[cell]

    def place_touch(self, cell: int) -> bool:
        """`place-touch`: whether a tile there would share a full side with one of the city."""
        return self.beside() & BIT[cell] != 0

    def place_frame(self, cell: int) -> bool:
        """`place-frame`: whether the city with a tile there still fits its frame."""
        return self.framed() & BIT[cell] != 0

    def beside(self) -> i64:
        """The cells that share a side with a tile, tiled ones among them."""
        occupied = self.occupied
        sideways = ((occupied & NOT_LAST_COLUMN) << 1) | ((occupied & NOT_FIRST_COLUMN) >> 1)
        return (sideways | (occupied << ACROSS) | (occupied >> ACROSS)) & ALL_CELLS

    def framed(self) -> i64:
        """The cells that keep the city within its frame, which floats until the city fills it."""
        columns = self.left * ACROSS + self.right
        rows = self.top * ACROSS + self.bottom
        columns_3: i64 = COLUMNS_3[columns]
        rows_3: i64 = ROWS_3[rows]
        if not self.oblong:
            return columns_3 & rows_3
        columns_4: i64 = COLUMNS_4[columns]
        rows_4: i64 = ROWS_4[rows]
        return (columns_3 & rows_4) | (columns_4 & rows_3)

    def lay(self, move: int) -> None:
        """Lay a tile; its two `buildings` rise at once."""
        form: i64 = move
        kind = form // PER_KIND
        cell = (form % PER_KIND) // 4
        turned = kind * 4 + form % 4
        self.tiles.append(move)
        self.occupied |= BIT[cell]
        column: i64 = COLUMN[cell]
        row: i64 = ROW[cell]
        if column < self.left:
            self.left = column
        if column > self.right:
            self.right = column
        if row < self.top:
            self.top = row
        if row > self.bottom:
            self.bottom = row
        self.frontier = self.beside() & self.framed() & ~self.occupied
        self.join_line(2 * row, 2 * column, UPPER[turned])
        self.join_line(2 * row + 1, 2 * column, LOWER[turned])
        self.join_line(2 * column + WIDTH, 2 * row, LEFT[turned])
        self.join_line(2 * column + WIDTH + 1, 2 * row, RIGHT[turned])

    def join_line(self, line: i64, first: i64, pair: i64) -> None:
        """Put two spaces of a new tile on a line, and add the links there that end on it or pass over it.

        Walking along the line, what matters is the last building of each height that can still be seen: a
        taller one hides it (`walkway-taller`), one of its own height takes its place (`walkway-same-between`),
        one with two walkways cannot take a third (`walkway-two`), and the walk is over where the tiles end
        (`walkway-tiled`).
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
                visible: i64 = place if here & 3 < FULL else -1
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
                if seen >= 0 and visible >= first and seen <= first + 1 and length <= LONGEST:
                    piece = (here >> 2) * LONGEST - LONGEST + length - 1
                    if not (self.spent >> piece) & 1:
                        self.add_link(WALKWAY_ON[(line * WIDTH + seen) * 8 + length])
            place += 1
            spaces >>= 4
            here = spaces & 15

    def add_link(self, link: int) -> None:
        """Put a link in its place among the others, unless a walkway is in its way."""
        if not self.walkway_crossing(link):
            return
        links = self.links
        index = len(links)
        while index > 0 and links[index - 1] > link:
            index -= 1
        links.insert(index, link)

    # ------------------------------------------------------------------ building a walkway

    def level(self, walkway: int) -> int:
        """The level a walkway would have: the colour of the building at its near end."""
        return (self.at(NEAR[walkway]) >> 2) - 1

    def piece(self, walkway: int) -> int:
        """The piece a walkway takes from the supply: level x 5 + length - 1."""
        return self.level(walkway) * LONGEST + LENGTH[walkway] - 1

    def walkway_supply(self, piece: int) -> None:
        """`walkway-supply`: no such piece is left, now or later."""
        self.spent |= BIT[piece]
        self.links = [link for link in self.links if self.piece(link) != piece]

    def build(self, walkway: int) -> None:
        """Build a walkway that is a link, and drop the links it takes away."""
        near: i64 = NEAR[walkway]
        far: i64 = FAR[walkway]
        here = self.carry(near)
        there = self.carry(far)
        self.walkways.append(walkway)
        length: i64 = LENGTH[walkway]
        value: i64 = VALUE[length]
        if here < 8:
            self.river += value
        elif here < 12:
            self.forest += value
        else:
            self.sand += value
        links = self.links
        links.remove(walkway)
        full_near: i64 = near if here & 3 == FULL else -1
        full_far: i64 = far if there & 3 == FULL else -1
        if links and (full_near >= 0 or full_far >= 0 or length > 1):
            self.drop_links(walkway, here >> 2, full_near, full_far)

    def carry(self, space: i64) -> i64:
        """Note one walkway more at the building on a space; returns what the space now holds."""
        lines = self.lines
        row = space // WIDTH
        column = space % WIDTH
        across: i64 = lines[row]
        down: i64 = lines[WIDTH + column]
        across += ONE_AT[column]
        lines[row] = across
        lines[WIDTH + column] = down + ONE_AT[row]
        return (across >> (4 * column)) & 15

    def drop_links(self, walkway: int, height: i64, full_near: i64, full_far: i64) -> None:
        """Drop what a new walkway rules out: `walkway-two` at a full end, `walkway-crossing` on its own level."""
        kept: list[int] = []
        for link in self.links:
            near: i64 = NEAR[link]
            far: i64 = FAR[link]
            if near in (full_near, full_far) or far in (full_near, full_far):
                continue
            if STEP[link] != STEP[walkway] and self.at(near) >> 2 == height and across(link, walkway):
                continue
            kept.append(link)
        self.links = kept

    # ------------------------------------------------------------------ why a walkway is refused

    def why_no_walkway(self, near: int, far: int) -> str | None:
        """The first rule, the supply aside, that a walkway between two spaces breaks."""
        if not self.walkway_same_height(near, far):
            return "cloud-city/walkway-same-height"
        if not walkway_straight(near, far):
            return "cloud-city/walkway-straight"
        length = distance(near, far)
        if not 1 <= length <= LONGEST:
            return "cloud-city/walkway-length"
        near, far = min(near, far), max(near, far)
        step = (far - near) // length
        between = [self.at(near + step * i) for i in range(1, length)]
        height = self.at(near) >> 2
        if not all(here > 0 for here in between):
            return "cloud-city/walkway-tiled"
        if any(here >> 2 == height for here in between):
            return "cloud-city/walkway-same-between"
        if any(here >> 2 > height for here in between):
            return "cloud-city/walkway-taller"
        walkway = walkway_between(near, far)
        if walkway in self.walkways:
            return "cloud-city/walkway-once"
        if not self.walkway_crossing(walkway):
            return "cloud-city/walkway-crossing"
        if not self.walkway_two(near, far):
            return "cloud-city/walkway-two"
        return None

    def walkway_same_height(self, near: int, far: int) -> bool:
        """`walkway-same-height`: whether buildings of one colour stand at both ends."""
        height = self.at(near) >> 2
        return height > 0 and height == self.at(far) >> 2

    def walkway_crossing(self, walkway: int) -> bool:
        """`walkway-crossing`: whether the walkway crosses none of its own level at right angles."""
        if LENGTH[walkway] == 1:
            return True
        level = self.level(walkway)
        for other in self.walkways:
            if STEP[other] != STEP[walkway] and across(walkway, other) and self.level(other) == level:
                return False
        return True

    def walkway_two(self, near: int, far: int) -> bool:
        """`walkway-two`: whether both buildings have room for one walkway more."""
        return self.at(near) & 3 < FULL and self.at(far) & 3 < FULL


def walkway_between(near: int, far: int) -> int:
    """The move that builds a walkway between two spaces of one line, the upper or left one first."""
    row, column = near // WIDTH, near % WIDTH
    if row == far // WIDTH:
        return WALKWAY_ON[near * 8 + far - near]
    return WALKWAY_ON[((WIDTH + column) * WIDTH + row) * 8 + (far - near) // WIDTH]


def walkway_straight(near: int, far: int) -> bool:
    """`walkway-straight`: whether two spaces lie in one row or column."""
    return near // WIDTH == far // WIDTH or near % WIDTH == far % WIDTH


def distance(near: int, far: int) -> int:
    """The distance of two spaces in one row or column; neighbours have distance 1."""
    return abs(near // WIDTH - far // WIDTH) + abs(near % WIDTH - far % WIDTH)


def across(one: int, other: int) -> bool:
    """Whether two walkways of different directions cross: each passes the other strictly between its ends."""
    flat, steep = (one, other) if STEP[one] == 1 else (other, one)
    column = NEAR[steep] % WIDTH
    row = NEAR[flat] // WIDTH
    return NEAR[flat] % WIDTH < column < FAR[flat] % WIDTH and NEAR[steep] // WIDTH < row < FAR[steep] // WIDTH


def founded(oblong: bool, start_tile: int, spent: int = 0) -> City:
    """A city of one start tile with its two buildings (`start-tiles`)."""
    city = City(oblong, [], [], [], [0] * LINES, 0, 0, CELLS, -1, CELLS, -1, spent, 0, 0, 0)
    city.lay(start_tile)
    return city
