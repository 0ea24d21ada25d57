"""The moves: each a value, with a number and a notation as its two spellings. This module is compiled.

A world floats, but its start card never moves: it lies on d4, in the middle of seven columns a to g and seven rows
1 to 7, and every world of four by four around it fits in there. Cells are numbered row by row from the top.

| move | text |
|---|---|
| the Sun's direction | `sun-left`, `sun-right` |
| a pile of the solo game | `pile-3` |
| first pass: the card kept | `keep-Va` |
| second pass: the card passed on | `pass-Va` |
| a card on a cell | `Va@c4` |
| the partner of a portal | `portal@c4` |
| a traveller: side, and the row above or below that it reaches into | `Splash@left-above`, `decline` |
| the target of an eruption | `fumarole@c4` |
| the partner of a Dark City | `city@c4` |

Reading is generous: case, spaces, `@` and `-` do not matter. A cell alone answers any question about a cell, a
card alone is laid, `pass Va Wc` in the first pass keeps the third card, `left` turns the Sun, a number is a pile,
and a traveller's side or reach may be left out where only one fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cloudtop.core.moves import Moves
from cloudtop.games.strange_world.pieces import HAND, PRINTED, SIDE, TRAVELLERS, WIDTH, Card

if TYPE_CHECKING:
    from cloudtop.games.strange_world.state import StrangeWorld

# ---------------------------------------------------------------------- what is to be decided

SUN: Final = 0
KEEP: Final = 1
PASS: Final = 2
PILE: Final = 3
LAY: Final = 4
JOIN: Final = 5
WELCOME: Final = 6
ERUPT: Final = 7
FOUND: Final = 8
OVER: Final = 9
PHASES: Final = ("sun", "keep", "pass", "pile", "lay", "portal", "traveller", "fumarole", "city", "over")
"""What is to be decided, in the order of the numbers above."""

# ---------------------------------------------------------------------- cells

COLUMNS: Final = "abcdefg"


class Cell(NamedTuple):
    """A place for a card; rows grow downwards, and both are counted from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    @property
    def number(self) -> int:
        """Its number, row by row."""
        return WIDTH * self.row + self.column

    @property
    def beside(self) -> list[Cell]:
        """The cells to the left and right."""
        return [Cell(column, self.row) for column in (self.column - 1, self.column + 1) if 0 <= column < WIDTH]

    @property
    def around(self) -> list[Cell]:
        """The cells that share a side, in the order of their numbers."""
        upright = [Cell(self.column, row) for row in (self.row - 1, self.row + 1) if 0 <= row < WIDTH]
        return sorted(self.beside + upright, key=lambda cell: cell.number)

    @property
    def right(self) -> Cell:
        """The next cell of the row."""
        return Cell(self.column + 1, self.row)


GRID: Final[list[Cell]] = [Cell(column, row) for row in range(WIDTH) for column in range(WIDTH)]
"""All cells, in the order of their numbers."""
HOME: Final[Cell] = Cell(SIDE - 1, SIDE - 1)
"""The cell of the start card, d4."""
CELL_NAMED: Final[dict[str, Cell]] = {str(cell): cell for cell in GRID}


def cell_of(name: str) -> Cell:
    """The cell of that name; ValueError if there is none."""
    if name not in CELL_NAMED:
        raise ValueError(f"there is no cell {name!r}; expected one from a1 to g7")
    return CELL_NAMED[name]


# ---------------------------------------------------------------------- moves as values

LEFT: Final = 0
RIGHT: Final = 1
ABOVE: Final = 0
BELOW: Final = 1
Side = Literal["left", "right"]
Reach = Literal["above", "below"]
SIDES: Final[tuple[Side, Side]] = ("left", "right")
REACHES: Final[tuple[Reach, Reach]] = ("above", "below")


@dataclass(frozen=True)
class Sun:
    """Send the cards of this round to the left or to the right."""

    direction: Side

    def __str__(self) -> str:
        return f"sun-{self.direction}"


@dataclass(frozen=True)
class OpenPile:
    """Choose a pile of the solo game; the first is number 1."""

    pile: int

    def __str__(self) -> str:
        return f"pile-{self.pile}"


@dataclass(frozen=True)
class Keep:
    """Keep a card in the first pass; the other two go."""

    card: Card

    def __str__(self) -> str:
        return f"keep-{self.card}"


@dataclass(frozen=True)
class PassOn:
    """Pass a card on in the second pass."""

    card: Card

    def __str__(self) -> str:
        return f"pass-{self.card}"


@dataclass(frozen=True)
class Lay:
    """Lay a card on a cell."""

    card: Card
    cell: Cell

    def __str__(self) -> str:
        return f"{self.card}@{self.cell}"


@dataclass(frozen=True)
class Join:
    """Let the portal card just laid make a portal with the one on a cell."""

    cell: Cell

    def __str__(self) -> str:
        return f"portal@{self.cell}"


@dataclass(frozen=True)
class Welcome:
    """Put a traveller at a side of the world, at the portal's row and the one above or below."""

    traveller: str
    side: Side
    reach: Reach

    def __str__(self) -> str:
        return f"{self.traveller}@{self.side}-{self.reach}"


@dataclass(frozen=True)
class Decline:
    """Want no traveller for this portal."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True)
class Erupt:
    """Let the volcano just laid put its fumarole on a cell."""

    cell: Cell

    def __str__(self) -> str:
        return f"fumarole@{self.cell}"


@dataclass(frozen=True)
class Found:
    """Let the fumarole just put carry a Dark City with the one on a cell."""

    cell: Cell

    def __str__(self) -> str:
        return f"city@{self.cell}"


Move = Sun | OpenPile | Keep | PassOn | Lay | Join | Welcome | Decline | Erupt | Found


# ---------------------------------------------------------------------- numbers of moves, for the fast code


def numbered(land: list[Card], piles: int) -> list[Move]:
    """Every move with these land cards and so many piles, in the order of a round."""
    moves: list[Move] = []
    moves += [Sun(side) for side in SIDES]
    moves += [OpenPile(number) for number in range(1, piles + 1)]
    moves += [Keep(card) for card in land]
    moves += [PassOn(card) for card in land]
    moves += [Lay(card, cell) for card in land for cell in GRID]
    moves += [Join(cell) for cell in GRID]
    moves += [Welcome(name, side, reach) for name in TRAVELLERS for side in SIDES for reach in REACHES]
    moves += [Decline()]
    moves += [Erupt(cell) for cell in GRID]
    moves += [Found(cell) for cell in GRID]
    return moves


MOVES: Final[Moves[Move]] = Moves(numbered(PRINTED.different, PRINTED.piles))
"""The moves of the printed box."""


def lays_in_row(lays: list[int]) -> list[list[int]]:
    """By set of columns, as bits, the moves that lay a card on these columns of a row.

    The numbers are taken over as they are: compiled code that read them one by one would make new ones for every list,
    and what `fast.lays` then reaches for would not fit into a processor's cache.
    """
    sets = [[columns >> column & 1 for column in range(WIDTH)] for columns in range(2**WIDTH)]
    return [list(compress(lays, chosen)) for chosen in sets]


class Numbers:
    """The moves of a box with their numbers, and what each says: other cards have other numbers."""

    def __init__(self, land: list[Card], piles: int) -> None:
        printed = land == PRINTED.different and piles == PRINTED.piles
        moves: Moves[Move] = MOVES if printed else Moves(numbered(land, piles))
        number = moves.number
        self.moves = moves
        self.suns: list[int] = [number(Sun(side)) for side in SIDES]
        self.openings: list[int] = [number(OpenPile(pile + 1)) for pile in range(piles)]
        self.keeps: list[int] = [number(Keep(card)) for card in land]
        self.passes: list[int] = [number(PassOn(card)) for card in land]
        self.lays_in_row: list[list[list[list[int]]]] = []
        """By card, row and set of columns."""
        for card in land:
            lays = [number(Lay(card, cell)) for cell in GRID]
            self.lays_in_row.append([lays_in_row(lays[WIDTH * row : WIDTH * row + WIDTH]) for row in range(WIDTH)])
        self.joins: list[int] = [number(Join(cell)) for cell in GRID]
        self.welcomes: list[list[list[int]]] = [
            [[number(Welcome(name, side, reach)) for reach in REACHES] for side in SIDES] for name in TRAVELLERS
        ]
        self.decline: int = number(Decline())
        self.eruptions: list[int] = [number(Erupt(cell)) for cell in GRID]
        self.foundings: list[int] = [number(Found(cell)) for cell in GRID]

        # What a move says, by its number; -1 where it says nothing of the kind.
        faces = {card: face for face, card in enumerate(land)}
        self.face_of: list[int] = [faces[move.card] if isinstance(move, Keep | PassOn | Lay) else -1 for move in moves]
        self.cell_of: list[int] = [
            move.cell.number if isinstance(move, Lay | Join | Erupt | Found) else -1 for move in moves
        ]
        self.pile_of: list[int] = [move.pile - 1 if isinstance(move, OpenPile) else -1 for move in moves]
        self.traveller_of: list[int] = [
            TRAVELLERS.index(move.traveller) if isinstance(move, Welcome) else -1 for move in moves
        ]
        self.side_of: list[int] = [SIDES.index(move.side) if isinstance(move, Welcome) else -1 for move in moves]
        self.reach_of: list[int] = [REACHES.index(move.reach) if isinstance(move, Welcome) else -1 for move in moves]

        # What is read, without case and signs.
        self.short: dict[str, Move] = {bare(str(move)): move for move in moves}
        self.short.update({side: Sun(side) for side in SIDES})
        self.short.update({str(pile + 1): OpenPile(pile + 1) for pile in range(piles)})
        self.short.update({"no": Decline(), "nobody": Decline()})
        self.card_named: dict[str, Card] = {str(card).lower(): card for card in land}


# ---------------------------------------------------------------------- reading


def bare(text: str) -> str:
    """A text without case, spaces and signs."""
    return re.sub(r"[\s@,+-]", "", text.lower())


GUEST = re.compile(rf"({'|'.join(TRAVELLERS).lower()})({'|'.join(SIDES)})?({'|'.join(REACHES)})?")
SORTING = re.compile(r"(keep|pass)(.+)")


def read(state: StrangeWorld, seat: int, text: str) -> Sequence[Move]:
    """The moves that a text can mean to a seat; none if it is no move."""
    word = bare(text)
    kit = state.kit
    hand = [kit.cards[face] for face in state.hands[seat]]
    if word in kit.short:
        return [kit.short[word]]
    if word in CELL_NAMED:
        return answers(state.phase, CELL_NAMED[word], hand)
    if word in kit.card_named:
        return [Lay(kit.card_named[word], cell) for cell in GRID]
    if match := GUEST.fullmatch(word):
        return welcomes(match[1], match[2], match[3])
    if match := SORTING.fullmatch(word):
        return sorted_out(match[1], match[2], hand, kit.card_named)
    return []


def answers(phase: int, cell: Cell, hand: list[Card]) -> list[Move]:
    """What a cell alone means: the answer to the question that is asked, or a card laid there."""
    if phase == JOIN:
        return [Join(cell)]
    if phase == ERUPT:
        return [Erupt(cell)]
    if phase == FOUND:
        return [Found(cell)]
    return [Lay(card, cell) for card in dict.fromkeys(hand)]


def welcomes(name: str, side: str | None, reach: str | None) -> list[Move]:
    """A traveller in every place that a text leaves open."""
    return [
        Welcome(traveller, at, to)
        for traveller in TRAVELLERS
        for at in SIDES
        for to in REACHES
        if traveller.lower() == name and side in (None, at) and reach in (None, to)
    ]


def sorted_out(verb: str, cards: str, hand: list[Card], known: dict[str, Card]) -> list[Move]:
    """Two cards of a hand of three, named as kept or as passed on: the move names the third."""
    for split in range(1, len(cards)):
        named = [known.get(cards[:split]), known.get(cards[split:])]
        third = hand[:]
        for card in named:
            if card in third:
                third.remove(card)
        if len(hand) == HAND and len(third) == 1:
            return [Keep(third[0]) if verb == "pass" else PassOn(third[0])]
    return []
