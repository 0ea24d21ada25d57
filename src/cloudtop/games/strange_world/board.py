"""A table of Strange World in words of the game: cards, worlds, and what is asked of whom, as the rulebook reads them.

Everything here is worked out from the cards that lie there and the signs upon them, slowly and in plain sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cloudtop.games.strange_world import fast
from cloudtop.games.strange_world.fast import BIT, COVERED_CARD, DEVOURED_CARD, JOINED_CARD, NOBODY, Kit, built
from cloudtop.games.strange_world.moves import (
    ERUPT,
    FOUND,
    GRID,
    HOME,
    JOIN,
    KEEP,
    LAY,
    OVER,
    PASS,
    PILE,
    SIDES,
    SUN,
    WELCOME,
    Cell,
    Erupt,
    Found,
    Join,
    Keep,
    Lay,
    OpenPile,
    PassOn,
    Reach,
    Side,
    Sun,
    Welcome,
    cell_of,
)
from cloudtop.games.strange_world.pieces import SIDE, TRAVELLERS, Card, card_of

if TYPE_CHECKING:
    from cloudtop.games.strange_world.state import StrangeWorld

JOINED, DEVOURED, COVERED = "=", "!", "#"
"""Signs behind a card: it makes a portal with the card to its right, is turned over, lies under a fumarole."""


def fit(lines: set[int]) -> bool:
    """Whether rows, or columns, are four at most from the first to the last."""
    return max(lines) - min(lines) < SIDE


class Laid(NamedTuple):
    """A card in a world."""

    cell: Cell
    card: Card
    joined: bool = False
    """Whether it makes a portal with the card to its right."""
    devoured: bool = False
    """Whether it is turned to its Tzimime side."""
    covered: bool = False
    """Whether it lies under a fumarole."""

    def __str__(self) -> str:
        return f"{self.card}{JOINED * self.joined}{DEVOURED * self.devoured}{COVERED * self.covered}"

    @property
    def visible(self) -> bool:
        """Whether it shows its icons."""
        return not self.devoured and not self.covered


@lru_cache(maxsize=8192)
def laid_of(cell: str, text: str) -> Laid:
    """The card on a cell, both in writing: `c4` and `Pe=#`; ValueError if it is none."""
    card = text.rstrip(JOINED + DEVOURED + COVERED)
    signs = text.removeprefix(card)
    if len(set(signs)) != len(signs):
        raise ValueError(f"{text!r} on {cell} has the same sign twice")
    return Laid(cell_of(cell), card_of(card), JOINED in signs, DEVOURED in signs, COVERED in signs)


class Guest(NamedTuple):
    """A traveller beside a world."""

    name: str
    upper: int
    """The upper one of its two rows."""


class City(NamedTuple):
    """A Dark City on its two fumaroles."""

    stars: int
    first: Cell
    second: Cell


@dataclass(frozen=True)
class World:
    """One player's world."""

    cards: tuple[Laid, ...]
    """In the order they were laid, the start card first."""
    side: Side | None = None
    """Where the travellers stand; None without any."""
    guests: tuple[Guest, ...] = ()
    """In the order they came."""
    cities: tuple[City, ...] = ()

    @cached_property
    def land(self) -> dict[Cell, Laid]:
        """The cards by cell."""
        return {laid.cell: laid for laid in self.cards}

    @cached_property
    def columns(self) -> set[int]:
        """The columns in which cards lie."""
        return {laid.cell.column for laid in self.cards}

    @cached_property
    def built_rows(self) -> set[int]:
        """The rows in which cards lie."""
        return {laid.cell.row for laid in self.cards}

    @cached_property
    def rows(self) -> set[int]:
        """The rows in which cards lie, and those that travellers aim at, built or not."""
        return self.built_rows | {guest.upper + i for guest in self.guests for i in (0, 1)}

    def past_travellers(self, cell: Cell) -> bool:
        """Whether a cell lies beyond the outermost column on the side where travellers stand."""
        if self.side == "left":
            return cell.column < min(self.columns)
        return self.side == "right" and cell.column > max(self.columns)

    def bare(self, cell: Cell) -> bool:
        """Whether a card lies there without a fumarole."""
        return cell in self.land and not self.land[cell].covered

    @property
    def portals(self) -> list[tuple[Cell, Cell]]:
        """The two cells of each completed portal."""
        return [(laid.cell, laid.cell.right) for laid in self.cards if laid.joined]

    def free_portal(self, cell: Cell) -> bool:
        """Whether a portal card shows there that is part of no completed portal."""
        laid = self.land.get(cell)
        if laid is None or not laid.visible or not laid.card.portal:
            return False
        return not any(cell in pair for pair in self.portals)

    def used_portal(self, cell: Cell) -> bool:
        """Whether a card of a completed portal shows there."""
        laid = self.land.get(cell)
        return laid is not None and laid.visible and any(cell in pair for pair in self.portals)

    def free_fumarole(self, cell: Cell) -> bool:
        """Whether a fumarole is there that carries no Dark City."""
        covered = cell in self.land and self.land[cell].covered
        return covered and not any(cell in (city.first, city.second) for city in self.cities)


# ---------------------------------------------------------------------- worlds that cannot be


def faults(world: World, kit: Kit, recent: Sequence[Cell]) -> Iterator[str]:
    """What is impossible about a world."""
    starts, land = kit.cards[kit.faces :], kit.cards[: kit.faces]
    if HOME not in world.land:
        yield f"the start card lies on {HOME}"
    yield from (f"{cell} is said to be laid, but no card lies there" for cell in recent if cell not in world.land)
    for cell, laid in world.land.items():
        if cell == HOME and laid.card not in starts:
            yield f"{cell} needs a start card ({', '.join(map(str, starts))}), not '{laid.card}'"
        if cell != HOME and laid.card not in land:
            yield f"'{laid.card}' on {cell} is no land card of this box"
        if cell not in reached(world):
            yield f"the card on {cell} is not joined to the start card"
        if laid.devoured and (cell == HOME or not laid.card.terrains):
            yield f"the card on {cell} cannot have been devoured"
    if not fit(world.columns) or not fit(world.built_rows):
        yield "the cards do not fit into four rows and four columns"
    yield from broken_restrictions(world)
    yield from impossible_portals(world)
    yield from impossible_cities(world, kit)
    yield from impossible_guests(world)


def reached(world: World) -> set[Cell]:
    """The cells that hang together with the start card."""
    found, edge = {HOME}, [HOME]
    while edge:
        near = {cell for cell in edge.pop().around if cell in world.land} - found
        found |= near
        edge += near
    return found


def broken_restrictions(world: World) -> Iterator[str]:
    """Visible cards of which the later one would have been devoured."""
    seen = {laid.cell: laid.card for laid in world.cards if laid.visible}
    for cell, card in seen.items():
        if card.water and any(other in seen and seen[other].water for other in cell.around):
            yield f"two visible water cards touch at {cell}"
        if card.wind and sum(seen[other].wind for other in seen if other.row == cell.row) > 1:
            yield f"two visible winds are in the row of {cell}"


def impossible_portals(world: World) -> Iterator[str]:
    """Portals that are not made of two portal cards, or that share one."""
    halves = Counter(cell for pair in world.portals for cell in pair)
    for pair in world.portals:
        cards = [world.land[cell] for cell in pair if cell in world.land]
        made = [laid for laid in cards if laid.card.portal and not laid.devoured and halves[laid.cell] == 1]
        if len(made) < len(pair):
            yield f"the portal of {pair[0]} needs two portal cards side by side, used once"


def impossible_cities(world: World, kit: Kit) -> Iterator[str]:
    """Dark Cities that do not stand on two fumaroles of their own."""
    grounds = Counter(cell for city in world.cities for cell in (city.first, city.second))
    for city in world.cities:
        covered = all(cell in world.land and world.land[cell].covered for cell in (city.first, city.second))
        once = grounds[city.first] == grounds[city.second] == 1
        if city.stars not in kit.cities:
            yield f"{city.stars} is no Dark City; expected one of {kit.cities}"
        if not covered or not once or city.second not in city.first.around:
            yield f"the Dark City {city.stars} needs two fumaroles side by side, used once"


def impossible_guests(world: World) -> Iterator[str]:
    """Travellers who cannot stand there, or cannot have come, each by a portal of its own."""
    if bool(world.guests) != (world.side is not None):
        yield "'side' says where the travellers stand, 'left' or 'right', and is null without any"
    yield from (f"{guest.name!r} is no traveller" for guest in world.guests if guest.name not in TRAVELLERS)
    if not fit(world.rows):
        yield "the rows of its travellers do not fit into four rows with the world"
    if not served(world.guests, Counter(left.row for left, _ in world.portals)):
        yield "its travellers cannot have come by a portal each, in one of their two rows"


def served(guests: Iterable[Guest], portals: Counter[int]) -> bool:
    """Whether each traveller can have come by a portal of its own, given how many there are in each row."""
    left = Counter(portals)
    for guest in sorted(guests, key=lambda guest: guest.upper):
        # From the top down: the upper one of its two rows is of no use to those that follow further down.
        row = guest.upper if left[guest.upper] else guest.upper + 1
        left[row] -= 1
        if left[row] < 0:
            return False
    return True


# ---------------------------------------------------------------------- worlds in words, and as sets of cells


def face_of(laid: Laid, kit: Kit) -> int:
    """The number of a card: of a start card on d4, of a land card elsewhere."""
    return kit.cards.index(laid.card, kit.faces if laid.cell == HOME else 0)


def in_words(world: fast.World) -> World:
    """A world as it is kept, to be read."""
    cards = [
        Laid(
            GRID[cell],
            world.kit.cards[world.land[cell]],
            bool(world.seams & BIT[cell]),
            bool(world.devoured & BIT[cell]),
            bool(world.covered & BIT[cell]),
        )
        for cell in world.laid
    ]
    return World(
        tuple(cards),
        None if world.side == NOBODY else SIDES[world.side],
        tuple(Guest(TRAVELLERS[traveller], upper) for traveller, upper in world.guests),
        tuple(City(world.kit.cities[city], GRID[first], GRID[second]) for city, first, second in world.cities),
    )


@lru_cache(maxsize=8192)
def in_numbers(laid: Laid, kit: Kit) -> tuple[int, int, int]:
    """A card of a world as it is kept: its cell, which card it is, and its signs."""
    signs = JOINED_CARD * laid.joined | DEVOURED_CARD * laid.devoured | COVERED_CARD * laid.covered
    return laid.cell.number, face_of(laid, kit), signs


def in_sets(world: World, kit: Kit) -> fast.World:
    """A world in words, to be played on or counted; whether there can be such a world is not asked."""
    cells, faces, signs = zip(*[in_numbers(laid, kit) for laid in world.cards], strict=True)
    cities = [(kit.cities.index(city.stars), city.first.number, city.second.number) for city in world.cities]
    guests = [(TRAVELLERS.index(guest.name), guest.upper) for guest in world.guests]
    side = NOBODY if world.side is None else SIDES.index(world.side)
    return built(kit, [*cells], [*faces], [*signs], cities, guests, side)


# ---------------------------------------------------------------------- the table


QUESTIONS: Final[dict[int, type]] = {
    SUN: Sun,
    KEEP: Keep,
    PASS: PassOn,
    PILE: OpenPile,
    LAY: Lay,
    JOIN: Join,
    WELCOME: Welcome,
    ERUPT: Erupt,
    FOUND: Found,
}
"""Which kind of move answers what is to be decided."""


@dataclass(frozen=True)
class Table:
    """All that the rules ask about, from where one seat sits."""

    over: bool
    asked: type | None
    """The kind of move that the seat has to make now; None if it is not its turn."""
    hand: tuple[Card, ...]
    world: World
    focus: Cell
    """The card just laid, or the fumarole just put, that raised the question; without one, the start card."""
    fumaroles: int
    """Those left in the supply."""
    travellers: tuple[str, ...]
    """Those on offer."""
    piles: tuple[int, ...]
    """The piles of the solo game that are still to choose from, by number."""
    sideways: bool
    """Whether only left and right are next to a portal, by the option `portal_adjacency`."""
    wasteful: bool
    """Whether a portal card may be wasted, by the option `portal_waste`."""

    def next_to_portal(self, cell: Cell) -> bool:
        """Whether a visible card of a completed portal is next to a cell, in the sense of `portal-once`."""
        return any(self.world.used_portal(other) for other in (cell.beside if self.sideways else cell.around))

    def slot(self, reach: Reach) -> int:
        """The upper row of the place that straddles the row in question and the one above or below."""
        return self.focus.row - 1 if reach == "above" else self.focus.row


def table(state: StrangeWorld, seat: int) -> Table:
    """A position as the rules read it, from where a seat sits."""
    return Table(
        over=state.phase == OVER,
        asked=QUESTIONS[state.phase] if state.deciding(seat) else None,
        hand=tuple(state.kit.cards[face] for face in state.hands[seat]),
        world=in_words(state.worlds[seat]),
        focus=HOME if state.focus < 0 else GRID[state.focus],
        fumaroles=state.fumaroles,
        travellers=tuple(name for i, name in enumerate(TRAVELLERS) if state.travellers & BIT[i]),
        piles=tuple(pile + 1 for pile in range(state.kit.piles) if not state.opened & BIT[pile]),
        sideways=state.options["portal_adjacency"] == "sideways",
        wasteful=state.options["portal_waste"] == "free",
    )
