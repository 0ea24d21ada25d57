"""What can be drawn of a game: the input of the art, in the terms of the game.

Whoever fills it in says what lies where and what may be chosen; nothing here knows the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec import Struct

from cloudtop.games.strange_world.pieces import PRINTED, Box, Card

Place = tuple[int, int]
"""Column and row in a world; rows grow downwards. Any place may be (0, 0), and places may be negative."""
Side = Literal["", "left", "right"]
FORMS = ("lands", "icons")
"""How a world can be drawn: every card a picture, or its icons as large as they can be."""


class Face(NamedTuple):
    """A card face up."""

    card: Card
    copy: int = 0
    """Which of the cards with these icons it is, counted from 0: it decides the card's look."""


@dataclass(frozen=True, eq=False, slots=True)
class Laid:
    """A card in a world; it equals no other, so that what is drawn of it, or of a row of them, is found at once."""

    place: Place
    face: Face
    start: bool = False
    devoured: bool = False


class Portal(NamedTuple):
    """A completed portal: its two cards, side by side. It is drawn joined while both are to be seen."""

    left: Place
    right: Place


class City(NamedTuple):
    """A Dark City on its two fumaroles."""

    worth: int
    first: Place
    second: Place


class Standing(NamedTuple):
    """A traveller beside a world."""

    name: str
    """In small letters: "splash"."""
    row: int
    """The upper one of its two rows."""
    fulfilled: bool = False
    """Whether its condition holds now."""


@dataclass(frozen=True, eq=False)
class World:
    """One player's world, finished or growing; it equals no other, so that what is drawn of it is found at once."""

    cards: tuple[Laid, ...] = ()
    fumaroles: tuple[Place, ...] = ()
    """The places whose cards are covered."""
    portals: tuple[Portal, ...] = ()
    cities: tuple[City, ...] = ()
    travellers: tuple[Standing, ...] = ()
    """In the order in which they came."""
    side: Side = ""
    """Where the travellers stand; "" while there is none."""
    reach: tuple[int, int, int, int, Place] = field(init=False, repr=False)
    """Its first and last column and row, those that travellers aim at among them, and where its start card lies."""
    rows: dict[int, tuple[Laid, ...]] = field(init=False, repr=False)
    """Its cards row by row: most rows stay when a card is laid."""
    covered: dict[int, tuple[Place, ...]] = field(init=False, repr=False)
    """The places under fumaroles, row by row."""
    filled: frozenset[Place] = field(init=False, repr=False)
    """The places of its cards."""

    def __post_init__(self) -> None:
        built: dict[int, list[Laid]] = {}
        columns: set[int] = set()
        home: Place | None = None
        for laid in self.cards:
            column, row = laid.place
            columns.add(column)
            built.setdefault(row, []).append(laid)
            if laid.start:
                home = laid.place
        if home is None:
            home = min([laid.place for laid in self.cards], default=(0, 0))
        reached = [row for who in self.travellers for row in (who.row, who.row + 1)] + [*(built or (home[1],))]
        columns = columns or {home[0]}
        object.__setattr__(self, "reach", (min(columns), max(columns), min(reached), max(reached), home))
        object.__setattr__(self, "rows", {row: tuple(cards) for row, cards in built.items()})
        object.__setattr__(self, "covered", by_row(self.fumaroles))
        object.__setattr__(self, "filled", frozenset([laid.place for laid in self.cards]))


def by_row(places: tuple[Place, ...]) -> dict[int, tuple[Place, ...]]:
    """Places row by row."""
    return {row: tuple([place for place in places if place[1] == row]) for _, row in places}


NOTHING = World()
"""A world without anything: what no move adds."""


class InHand(NamedTuple):
    """A place of a hand, there for the whole game."""

    face: Face | None = None
    """None is a card whose face the viewer does not know."""
    state: str = ""
    """Of a slot: "none" where no card is, "held" where it lies in the world at present."""
    target: str = ""
    """What the place stands for; equal cards stand for the same."""
    passing: bool = False
    """Whether the card is to be passed on, where the viewer may know it."""


class Seat(Struct):
    """One player as the viewer may see them."""

    name: str
    world: World
    hand: tuple[InHand, ...] = ()
    stars: int | None = None
    """The stars so far, if they are to be shown."""


class Offer(NamedTuple):
    """A traveller of this game, on offer or welcomed."""

    name: str
    """In small letters: "splash"."""
    seat: int | None = None
    """Whose guest it is; None while it is on offer."""
    points: tuple[int, ...] = ()
    """What it brings each seat; nothing while it is on offer."""
    missing: int | None = None
    """How much its wish lacks: of a guest in its rows, of one on offer in the viewer's best rows, if somebody looks."""
    held: bool = False
    """Whether the viewer has put it beside the world, but can still put it back."""


class Pile(NamedTuple):
    """A pile of the solo game."""

    top: Face | None
    """None when it lies face down, or is used up."""
    cards: int
    held: bool = False
    """Whether it has been chosen, but can still be put back."""


class Position(Struct):
    """A whole table, as one player or a spectator sees it; nobody changes it.

    It is made for everybody after every move, which takes a dataclass several times as long.
    """

    seats: tuple[Seat, ...]
    box: Box = PRINTED
    """What it is played with."""
    seat: int | None = None
    """Who looks; None is a spectator."""
    to_play: frozenset[int] = frozenset()
    sun: int | None = None
    """Who holds the Sun; None in the solo game, which has none."""
    direction: Side = ""
    """Where cards pass in this round; "" while it is not chosen, and with two players."""
    round: int = 0
    """1 to 5; 0 when it is not to be shown."""
    cities: tuple[int, ...] = ()
    """Dark Cities left in the common row, by worth."""
    fumaroles: int = 0
    """Fumaroles left in the supply."""
    travellers: tuple[Offer, ...] = ()
    """All travellers of this game, each always in its own place."""
    piles: tuple[Pile, ...] = ()
    """Only in the solo game."""
    targets: frozenset[str] = frozenset()
    """What the viewer may choose now, named by the functions below."""
    chosen: frozenset[str] = frozenset()
    """What the viewer has chosen so far."""
    ghost: World = NOTHING
    """What a move not yet confirmed would add to the viewer's world, and nothing else."""
    drafted: frozenset[str] = frozenset()
    """Items of the viewer's world that moves of this turn put there which are decided, but not made."""
    form: str = ""
    """One of `FORMS`, if one is asked for: usually the large world shows its lands, the others their icons."""
    last: tuple[Place | None, ...] = ()
    """By seat, where something changed last; None, or left out, where nothing did."""

    @property
    def offers(self) -> frozenset[str]:
        """What the viewer may choose now, and what is chosen."""
        return self.targets | self.chosen if self.chosen else self.targets

    @property
    def large(self) -> int:
        """Whose world is drawn large: the viewer's own; a spectator stays at the first, and is shown what others do."""
        return 0 if self.seat is None else self.seat


def cell_target(place: Place) -> str:
    """A place in the viewer's world: to lay a card there, or to choose the card that lies there."""
    return f"cell:{place[0]},{place[1]}"


def slot_target(side: Side, row: int) -> str:
    """A place for a traveller beside the viewer's world, at that row and the next one below."""
    return f"slot:{side},{row}"


def hand_target(index: int) -> str:
    """A card of the viewer's hand."""
    return f"hand:{index}"


def pile_target(index: int) -> str:
    """A pile of the solo game."""
    return f"pile:{index}"


def traveller_target(name: str) -> str:
    """A traveller that is left."""
    return f"traveller:{name}"


def direction_target(side: Side) -> str:
    """The direction in which the Sun sends the cards."""
    return f"sun:{side}"
