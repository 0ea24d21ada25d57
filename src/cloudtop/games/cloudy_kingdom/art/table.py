"""What can be drawn of a game of Cloudy Kingdom: the input of this package.

It knows no rules. Whoever fills it in says what lies where, which roads shine and what may be chosen.

Things that can be chosen answer to these targets:

- `cell:b2`, a cell by its column from the left (a letter) and its row from the top (`cell_target`);
- `turn:0` to `turn:3`, a way to turn the card that is to be laid (`Table.ways`);
- `hand:0`, a card of one's own hand by its place;
- `magic:inspiration`, a magic card by its key, one's own or one on offer in the draft;
- `stack` and `discard`, the two piles.

Cells may be chosen where `Table.places` says so, everything else where `Table.legal` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cloudtop.games.cloudy_kingdom.art.designs import DESIGNS, Designs
from cloudtop.games.cloudy_kingdom.board import Stretch
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side


class Card(NamedTuple):
    """A card as it lies or may lie."""

    design: str
    """A key of `Table.designs`; `designs.charm` gives the key of a card that a table has written."""
    turn: int
    """Quarter turns clockwise. At 0 it lies west-east: end a west, b east, side l north, r south."""
    sealed: bool = False
    """Whether nothing may lie on it and no magic touches it; a burning crossing shows so by its fire."""


class Stack(NamedTuple):
    """The cards on a cell, bottom first."""

    cell: Cell
    cards: tuple[Card, ...]


class Road(NamedTuple):
    """A road to light up."""

    family: str
    """R, B, G or K."""
    stretches: tuple[Stretch, ...]
    castles: tuple[tuple[Side, int], ...] = ()
    """The castles it comes from, each a side and a number along it, from the left or the top."""
    state: Literal["won", "waiting", "reach"] = "won"
    """It has won; it links two castles and waits for its family's next turn; or it still grows."""


class Magic(NamedTuple):
    """A magic card: one of the eight printed pictures, or one written by the table."""

    key: str
    title: str
    steps: tuple[str, ...] = ()
    """What it does, step by step, in the player's language."""
    used: bool = False
    written: bool = False
    """Whether its words are its picture, though a printed card has its key."""


class Player(NamedTuple):
    """A player as seen from the seat that looks on."""

    name: str
    family: str
    """R, B, G or K; a family on the castles that no player has is scenery."""
    hand: tuple[str | None, ...] = ()
    """Designs of the route cards held; None is a card seen from the back."""
    magic: tuple[Magic, ...] = ()
    to_play: bool = False
    won: bool = False
    note: str = ""
    """A few words below the name, such as that a choice is made."""


class Place(NamedTuple):
    """A cell that may be chosen, and what would happen there."""

    cell: Cell
    turns: tuple[int, ...] = ()
    """How the card may come to lie there, as in `Card.turn`; for a cut or a turn, nothing."""
    act: Literal["lay", "cut", "turn"] = "lay"


class Ghost(NamedTuple):
    """A card about to be laid."""

    cell: Cell
    card: Card


class Offer(NamedTuple):
    """A magic card in the draft: one side, or two of which one will count."""

    sides: tuple[Magic, ...]


@dataclass(frozen=True)
class Table:
    """All that one picture shows."""

    size: int
    """Cells per side, 3 or 4."""
    castles: Mapping[Side, str]
    """Families on each side, from the left or from the top."""
    players: tuple[Player, ...]
    """In seat order."""
    seat: int | None = None
    """Whose picture it is; None is a spectator's."""
    stacks: tuple[Stack, ...] = ()
    pile: int = 0
    """Cards left to draw."""
    discards: tuple[str, ...] = ()
    """Designs in the discard pile, bottom first."""
    removed: tuple[str, ...] = ()
    """Designs that are out of the game."""
    roads: tuple[Road, ...] = ()
    last: tuple[Cell, ...] = ()
    """Cells that the last move changed."""
    places: tuple[Place, ...] = ()
    ghost: Ghost | None = None
    ways: tuple[Card, ...] = ()
    """The ways to turn the card that is to be laid."""
    draft: tuple[Offer, ...] = ()
    """Magic cards to choose from before the first turn."""
    legal: frozenset[str] = frozenset()
    """Targets that may be chosen now, apart from cells."""
    chosen: frozenset[str] = frozenset()
    """Targets that have been chosen, cells included."""
    last_turns: bool = False
    """Whether the stack has run out and everybody plays once more."""
    designs: Designs = field(default_factory=lambda: DESIGNS)
    """The cards of the box that can lie on the field."""


def cell_target(cell: Cell) -> str:
    """The target that a cell answers to."""
    return f"cell:{cell}"
