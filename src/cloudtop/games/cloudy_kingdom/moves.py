"""Moves: as values, as numbers, and in writing. This module is compiled.

`t@b2n` lays a T-junction on b2 with its end a to the north; `s@a1h` a straight, which half a turn does not change,
horizontally. `cut@b2` and `turn@b2` are steps of magic, `magic:inspiration` plays a magic card, `swap` and `keep`
answer a Green hand, `discard:t` discards, `pick:replant+dead-end+green-hand` chooses three magic cards.

Cells are numbered row by row from the north-west, four to a row, also where a field has three by three of them:
a1 b1 c1 d1 a2 ... are 0, 1, 2, 3, 4 ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, product
from typing import Final, NamedTuple

from cloudtop.core.moves import Moves
from cloudtop.games.cloudy_kingdom.pieces import BOX, EACH, SIDES, Box, Design, Side

CELLS: Final = 16
ROW: Final = 4
"""So many cells, and so many in a row: those of the larger field."""
STEP: Final[dict[Side, tuple[int, int]]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: Final[dict[Side, Side]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
POINTS: Final[dict[str, Side]] = {"h": "W", "v": "N", "w": "W", "e": "E", "n": "N", "s": "S"}
"""By the way a card lies, the side where its end a points; of one that half a turn does not change, either end."""
WAYS: Final = ("hv", "wens")
"""The ways a card can lie, first west-east, then north-south: one that half a turn does not change, and another."""
MEANT: Final = {"h": "hwe", "v": "vns", "w": "wh", "e": "eh", "n": "nv", "s": "sv", "": "hvwens"}
"""By the way that a player writes, those of moves that it can mean."""

# ---------------------------------------------------------------------- values

# Where two kinds have the same fields, a word tells their values apart: tuples are equal if their fields are.


class Cell(NamedTuple):
    """A cell of the field: its column from the west and its row from the north, counted from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{'abcd'[self.column]}{self.row + 1}"

    def beyond(self, side: Side) -> Cell:
        """The neighbour on that side, which need not be in the field."""
        right, down = STEP[side]
        return Cell(self.column + right, self.row + down)


CELL: Final = tuple(Cell(number % ROW, number // ROW) for number in range(CELLS))
"""The cells by their numbers."""
CELL_NAMED: Final = {str(cell): cell for cell in CELL}
NUMBER_OF: Final = {cell: number for number, cell in enumerate(CELL)}


class Lay(NamedTuple):
    """Lay a card: `t@b2n`."""

    card: str
    """Its code."""
    cell: Cell
    way: str
    """Where its end a points, w e n s; or h, v for a card that half a turn does not change."""

    def __str__(self) -> str:
        return f"{self.card}@{self.cell}{self.way}"

    @property
    def flat(self) -> bool:
        """Whether it will lie west-east."""
        return POINTS[self.way] in ("W", "E")

    @property
    def ends(self) -> tuple[Side, Side]:
        """The sides where its short edges will be."""
        return ("W", "E") if self.flat else ("N", "S")


class Cut(NamedTuple):
    """Cut the top card of a stack: `cut@b2`."""

    cell: Cell
    verb: str = "cut"

    def __str__(self) -> str:
        return f"{self.verb}@{self.cell}"


class Turn(NamedTuple):
    """Turn a stack a quarter clockwise: `turn@b2`."""

    cell: Cell
    verb: str = "turn"

    def __str__(self) -> str:
        return f"{self.verb}@{self.cell}"


class Discard(NamedTuple):
    """Discard a route card: `discard:t`."""

    card: str

    def __str__(self) -> str:
        return f"discard:{self.card}"


class PlayMagic(NamedTuple):
    """Discard the route card and play a magic card: `magic:inspiration`."""

    magic: str

    def __str__(self) -> str:
        return f"magic:{self.magic}"


class Swap(NamedTuple):
    """Swap the route card for a new one, when asked: `swap`."""

    verb: str = "swap"

    def __str__(self) -> str:
        return self.verb


class Keep(NamedTuple):
    """Keep the route card, when asked: `keep`."""

    verb: str = "keep"

    def __str__(self) -> str:
        return self.verb


class Pick(NamedTuple):
    """Choose three magic cards and a side of each: `pick:dead-end+replant+green-hand`."""

    three: tuple[str, ...]

    def __str__(self) -> str:
        return "pick:" + "+".join(self.three)


class Pass(NamedTuple):
    """Do nothing, which is never legal: it can be asked for, and has no number."""

    verb: str = "pass"

    def __str__(self) -> str:
        return self.verb


Move = Lay | Cut | Turn | Discard | PlayMagic | Swap | Keep | Pick | Pass

# ---------------------------------------------------------------------- numbers

LAY: Final = 0
CUT: Final = 1
TURN: Final = 2
DISCARD: Final = 3
MAGIC: Final = 4
SWAP: Final = 5
KEEP: Final = 6
PICK: Final = 7
"""Kinds of moves."""


class Face(NamedTuple):
    """A design lying in one of its ways."""

    design: int
    way: str


class Book:
    """Every move of a game that is played with a box, in the order of its number.

    Each design on each cell in each way, cutting and turning each cell, discarding each design, playing each magic
    card, swapping and keeping, picking each three magic cards. What a table wrote comes after all of these, so that the
    others keep their numbers.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.designs: list[Design] = []
        self.faces: list[Face] = []
        self.face_named: dict[str, int] = {}
        """The faces by how they are written in a stack: `t:n`."""
        self.values: list[Move] = []
        self.kind: list[int] = []
        """By number of a move; so are the next two."""
        self.what: list[int] = []
        """The face laid, the design discarded, the magic played, the three picked."""
        self.cell: list[int] = []
        self.lays: list[list[int]] = []
        """By design, lying (0 west-east, 1 north-south) and cell: the moves that lay it there."""
        self.cuts: list[int] = []
        """By cell."""
        self.turns: list[int] = []
        self.discards: list[int] = []
        """By design."""
        self.magic: list[int] = []
        """By magic."""
        self.picks: list[int] = []
        """By pick, that is by number in `threes`."""
        self.threes: list[list[int]] = []
        """Every three sides of magic cards that can be picked, in ascending order."""
        number_of = {side.name: number for number, side in enumerate(box.magic)}
        printed = [tuple([number_of[name] for name in card]) for card in box.cards]
        own = [(number_of[side.name],) for side in box.own]
        for route in box.routes:
            self._add_design(route)
        for side in box.printed:
            if side.laid is not None:
                self._add_design(side.laid)
        for number in range(CELLS):
            self.cuts.append(self._add(Cut(CELL[number]), CUT, 0, number))
        for number in range(CELLS):
            self.turns.append(self._add(Turn(CELL[number]), TURN, 0, number))
        for design, route in enumerate(box.routes):
            self.discards.append(self._add(Discard(route.code), DISCARD, design))
        self._add_magic(0, len(box.printed))
        self.swap = self._add(Swap(), SWAP)
        self.keep = self._add(Keep(), KEEP)
        for three in combinations(printed, EACH):
            self._add_picks(three)
        for side in box.own:
            if side.laid is not None:
                self._add_design(side.laid)
        self._add_magic(len(box.printed), len(box.magic))
        for three in combinations([*printed, *own], EACH):
            if three[-1] in own:
                self._add_picks(three)

    def _add(self, value: Move, kind: int, what: int = 0, cell: int = -1) -> int:
        self.values.append(value)
        self.kind.append(kind)
        self.what.append(what)
        self.cell.append(cell)
        return len(self.values) - 1

    def _add_design(self, design: Design) -> None:
        number = len(self.designs)
        self.designs.append(design)
        ways = WAYS[0 if design.symmetric else 1]
        half = len(ways) // 2
        first = len(self.faces)
        for way in ways:
            self.face_named[f"{design.code}:{way}"] = len(self.faces)
            self.faces.append(Face(number, way))
        for lying in (0, 1):
            faces = range(first + lying * half, first + (lying + 1) * half)
            for cell in range(CELLS):
                self.lays.append(
                    [self._add(Lay(design.code, CELL[cell], self.faces[face].way), LAY, face, cell) for face in faces]
                )

    def _add_magic(self, first: int, end: int) -> None:
        for number in range(first, end):
            self.magic.append(self._add(PlayMagic(self.box.magic[number].name), MAGIC, number))

    def _add_picks(self, cards: Iterable[tuple[int, ...]]) -> None:
        for sides in product(*cards):
            three = sorted(sides)
            names = tuple([self.box.magic[side].name for side in three])
            self.picks.append(self._add(Pick(names), PICK, len(self.threes)))
            self.threes.append(three)

    def face_text(self, face: int) -> str:
        """A face as it is written in a stack: `t:n`."""
        design, way = self.faces[face]
        return f"{self.designs[design].code}:{way}"


BOOK: Final = Book(BOX)
MOVES: Final = Moves(BOOK.values)
"""The moves of the usual box."""

# ---------------------------------------------------------------------- reading


class Reader:
    """Reads moves, generously.

    Case, spaces and punctuation hardly matter, names do as well as codes, and what only one legal move can mean may be
    left out.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.written = {str(move): move for move in book.values}
        self.codes = {design.code: design.code for design in book.designs}
        self.codes |= {design.name: design.code for design in book.designs}
        self.routes = [route.code for route in book.box.routes]
        self.lay = pattern(rf"(?P<card>{any_of(self.codes)})?", "(?P<cell>[a-d][1-4])", "(?P<way>[a-z]?)")
        self.touch = pattern("(?P<verb>cut|turn)", "(?P<cell>[a-d][1-4])")
        self.discard = pattern("discard", rf"(?P<card>{any_of(self.routes)})?")

    def read(self, text: str) -> list[Move]:
        """The moves that a text can mean, in the order of their numbers; none if it is no move."""
        plain = " ".join(text.lower().split())
        if plain in self.written:
            return [self.written[plain]]
        if plain == "pass":
            return [Pass()]
        found = self.touch.fullmatch(plain)
        if found is not None:
            return [self.written[f"{found['verb']}@{found['cell']}"]]
        found = self.discard.fullmatch(plain)
        if found is not None:
            return [Discard(code) for code in ([found["card"]] if found["card"] else self.routes)]
        found = self.lay.fullmatch(plain)
        if found is not None:
            return self.read_lay(found["card"], found["cell"], found["way"])
        return self.read_magic(plain)

    def read_lay(self, card: str | None, cell: str, way: str) -> list[Move]:
        """The moves that lay a card there; any card if none is named, any way round if none is given."""
        codes = [design.code for design in self.book.designs] if card is None else [self.codes[card]]
        texts = {f"{code}@{cell}{each}" for code in codes for each in MEANT.get(way, "")}
        return [move for text, move in self.written.items() if text in texts]

    def read_magic(self, plain: str) -> list[Move]:
        """The magic cards that a text names, with `magic`, `pick` or neither in front."""
        names = re.findall(r"[a-z-]+", plain)
        pick = bool(names) and names[0] == "pick"
        if names and names[0] in ("magic", "pick"):
            names = names[1:]
        if not pick:
            played = self.written.get("magic:" + "-".join(names))
            return [] if played is None else [played]
        order = [side.name for side in self.book.box.magic]
        if any(name not in order for name in names):
            return []
        picked = self.written.get("pick:" + "+".join(sorted(names, key=order.index)))
        return [] if picked is None else [picked]


def pattern(*parts: str) -> re.Pattern[str]:
    """A pattern of parts with any punctuation between them."""
    return re.compile(r"[\s@:,]*".join(parts))


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))


def side_of(end: str, a: Side) -> Side:
    """The side where an end or long side of a card points, when its end a points to the side `a`."""
    return SIDES[(SIDES.index(a) + "albr".index(end)) % 4]
