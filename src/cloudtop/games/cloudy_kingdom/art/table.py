"""What can be drawn of a game of Cloudy Kingdom: the input of this package.

It knows no rules. Whoever fills it in says what lies where, which roads shine and what may be chosen. Every value here
can be hashed: equal ones are drawn alike.

Things that can be chosen answer to these targets:

- `cell:b2`, a cell by its column from the left (a letter) and its row from the top (`cell_target`);
- `hand:t`, a card of one's own hand by its code;
- `magic:inspiration`, a magic card by its key, one's own or one on offer in the draft;
- `stack` and `discard`, the two piles.

How a card is turned (`turn:0` to `turn:3`) is chosen on the card itself, and has no place of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from cloudtop.games.cloudy_kingdom.art.ground import Ground
from cloudtop.games.cloudy_kingdom.art.measures import lies_west_east
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.games.cloudy_kingdom.view import Stretch
from cloudtop.stage.scene import Item

RoadState = Literal["won", "waiting", "own", "rival"]

# ---------------------------------------------------------------------------------------------- the field


class Card(NamedTuple):
    """A card as it lies or may lie."""

    design: str
    """A key of the designs; `designs.charm` gives the key of a card that a table has written."""
    turn: int
    """Quarter turns clockwise. At 0 it lies west-east: end a west, b east, side l north, r south."""
    sealed: bool = False
    """Whether nothing may lie on it and no magic touches it; a burning crossing shows so by its fire."""


@dataclass(frozen=True, eq=False)
class Stack:
    """The cards on a cell, bottom first. One is equal to itself alone: what was drawn of it is found at no cost."""

    cell: Cell
    cards: tuple[Card, ...]

    @cached_property
    def crown(self) -> Crown:
        """What is seen of it from above."""
        newest = {lies_west_east(card.turn): level for level, card in enumerate(self.cards)}
        return crown_of(self.cell, self.cards[-1], newest.get(True, -1), newest.get(False, -1))


@dataclass(frozen=True, eq=False)
class Look:
    """How the roads of a family shine, seen from one side; there is one of each."""

    ground: Ground
    key: str
    """Of the family."""
    state: RoadState
    lane: int


@dataclass(frozen=True, eq=False)
class Crown:
    """What is seen of a stack from above: all that its marks and lights depend on. There is one of each."""

    cell: Cell
    top: Card
    flat: int
    """The level of the newest card that lies west-east, which shows a face; -1 if there is none."""
    upright: int
    """And of the newest that lies north-south."""
    lit: dict[tuple[Look, str], tuple[Item, ...]] = field(default_factory=dict)
    """The lights over it that were drawn already, by the look of a road and the sides it joins."""

    @cached_property
    def level(self) -> int:
        """That of the uppermost card."""
        return max(self.flat, self.upright)

    def arm(self, side: str) -> int:
        """The level of the card that has an arm on that side."""
        return self.flat if side in "WE" else self.upright


@lru_cache(maxsize=1 << 13)
def crown_of(cell: Cell, top: Card, flat: int, upright: int) -> Crown:
    """The same one for all stacks on a cell that look alike from above."""
    return Crown(cell, top, flat, upright)


class Road(NamedTuple):
    """A road to light up."""

    family: str
    """R, B, G or K."""
    stretches: tuple[Stretch, ...]
    castles: tuple[tuple[Side, int], ...] = ()
    """The castles it comes from, each a side and a number along it, from the left or the top."""
    state: RoadState = "won"
    """It has won; it links two castles and waits; or it still grows, the looking player's or another one's."""
    lane: int = 0
    """Which of the lanes a growing road of another player keeps to, so that roads side by side are all seen."""


@dataclass(frozen=True, eq=False)
class Place:
    """A cell that may be chosen, and what would happen there. One is equal to itself alone, as a stack is."""

    cell: Cell
    turns: tuple[int, ...] = ()
    """How the card may come to lie there, as in `Card.turn`; for a cut or a turn, nothing."""
    act: Literal["lay", "cut", "turn"] = "lay"
    chosen: bool = False


class Ghost(NamedTuple):
    """A card as it would lie: about to be laid, or the top of a stack about to be turned."""

    cell: Cell
    card: Card
    laid: bool = True


class Board(NamedTuple):
    """All that the picture of the field shows."""

    size: int
    """Cells per side, 3 or 4."""
    castles: tuple[tuple[Side, str], ...]
    """Families on each side, from the left or from the top."""
    families: str
    """Those that somebody plays; the others on the castles are scenery."""
    camera: int = 0
    """Quarter turns of the camera round the field."""
    stacks: tuple[Stack, ...] = ()
    roads: tuple[Road, ...] = ()
    last: Cell | None = None
    """The cell that the last move changed."""
    places: tuple[Place, ...] = ()
    ghost: Ghost | None = None
    drafted: tuple[Cell, ...] = ()
    """Cells whose top card is decided on, but not sent; touching one takes that back."""


# ---------------------------------------------------------------------------------------- what lies beside it


class Held(NamedTuple):
    """A card in one's hand."""

    design: str | None
    """None is one that is seen from the back."""
    turn: int = 0
    """As it is seen: quarter turns clockwise."""
    target: str = ""
    drafted: bool = False
    """Whether it lies on the field at present and can be put back."""


class Hand(NamedTuple):
    """One's own hand: the cards that are there, and how many places there are."""

    seat: int
    cards: tuple[Held, ...]
    places: int


class Magic(NamedTuple):
    """A magic card: one of the eight printed pictures, or one written by the table."""

    key: str
    title: str
    text: str
    """What it does, in a sentence or step by step."""
    printed: bool = True
    """Whether it has a picture of its own."""


class MagicPlace(NamedTuple):
    """A magic card as somebody has it before them."""

    key: str
    used: bool = False
    target: str = ""
    drafted: bool = False
    """Whether its use is decided on, but not sent."""


class MagicRow(NamedTuple):
    """One's own magic cards; None while they are not chosen."""

    seat: int
    cards: tuple[MagicPlace, ...] | None


class Player(NamedTuple):
    """Another player, or, for a spectator, any."""

    seat: int
    name: str
    family: str
    """R, B, G or K."""
    hand: tuple[str | None, ...]
    """Designs of the route cards held; None is a card seen from the back."""
    magic: tuple[MagicPlace, ...] | None
    """None while it is not chosen, or not shown."""
    lacks: int | None
    """How few cards would join two of the castles; None if none can."""
    to_play: bool = False
    won: bool = False
    note: str = ""
    """The key of a few words about the player, such as that a choice is made."""


class Piles(NamedTuple):
    """The middle of the table."""

    stack: int
    """Cards left to draw."""
    discards: tuple[str, ...]
    """Designs in the discard pile, bottom first."""
    removed: tuple[str, ...]
    """Designs that are out of the game."""
    targets: tuple[str, ...] = ()
    """Those of `stack` and `discard` that may be chosen."""


class Draft(NamedTuple):
    """Magic cards to choose from before the first turn: each with one side, or two of which one will count."""

    seat: int
    offers: tuple[tuple[MagicPlace, ...], ...]


def cell_target(cell: Cell) -> str:
    """The target that a cell answers to."""
    return f"cell:{cell}"
