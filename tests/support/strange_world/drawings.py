"""Tables of Strange World to draw: worlds that grew at random, with all that may lie in them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cloudtop.core.scene import Item, Panel, Slot
from cloudtop.core.words import Words, words_of
from cloudtop.games.strange_world.art import panels
from cloudtop.games.strange_world.art.position import (
    City,
    Face,
    InHand,
    Laid,
    Offer,
    Pile,
    Place,
    Portal,
    Position,
    Seat,
    Side,
    Standing,
    World,
    cell_target,
    hand_target,
    pile_target,
)
from cloudtop.games.strange_world.pieces import card_of

ENGLISH = words_of("cloudtop.games.strange_world", "en")
ICONS = ["V", "Va", "VM", "Wc", "WM", "Tf", "TM", "Pe", "PM", "PM", "PM", "MMg", "MM"]
TRAVELLERS = ("splash", "burk", "kark", "floulou", "pshit", "boung", "roro", "rumph")
SPRITE = "strange-world-"


def face(icons: str, copy: int = 0) -> Face:
    """A card face up, by its icons."""
    return Face(card_of(icons), copy)


def held(*faces: Face | None, passing: tuple[int, ...] = ()) -> tuple[InHand, ...]:
    """A hand, its cards in their places."""
    return tuple(InHand(face, target=hand_target(i), passing=i in passing) for i, face in enumerate(faces))


def offered(*names: str) -> tuple[Offer, ...]:
    """Travellers on offer."""
    return tuple(Offer(name) for name in names)


def neighbours(place: Place) -> Iterator[Place]:
    column, row = place
    yield from ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))


def open_cells(filled: set[Place]) -> list[Place]:
    """The empty places beside a card that keep the world within four by four."""
    found = {cell for place in filled for cell in neighbours(place)} - filled

    def fits(cell: Place) -> bool:
        return all(
            max(line) - min(line) < 4
            for line in (
                [place[0] for place in (*filled, cell)],
                [place[1] for place in (*filled, cell)],
            )
        )

    return sorted(cell for cell in found if fits(cell))


def grown(size: int, seed: int, travellers: int = 0) -> World:
    """A world of that many cards that grew at random, with fumaroles, portals and travellers."""
    chance = Random(seed)
    cards = [Laid((0, 0), face("Ma"), start=True)]
    while len(cards) < size:
        place = chance.choice(open_cells({laid.place for laid in cards}))
        cards.append(Laid(place, face(chance.choice(ICONS), len(cards)), devoured=chance.random() < 0.12))
    places = [laid.place for laid in cards]
    covered = tuple(place for place in places if chance.random() < 0.2)
    pairs = [(place, (place[0] + 1, place[1])) for place in places if (place[0] + 1, place[1]) in places]
    portals = tuple(Portal(*pair) for pair in chance.sample(pairs, min(2, len(pairs))))
    rows = sorted({row for _, row in places})
    standing = tuple(Standing(TRAVELLERS[i], chance.choice(rows[:-1] or rows)) for i in range(travellers))
    cities = (City(9, covered[0], covered[1]),) if len(covered) > 1 else ()
    side: Side = "" if not travellers else "left" if seed % 2 else "right"
    return World(tuple(cards), covered, portals, cities, standing, side)


def table(players: int, size: int, seed: int, travellers: int = 0) -> Position:
    """A table in the middle of a turn of its first player."""
    own = grown(size, seed, travellers)
    targets = {cell_target(cell) for cell in open_cells({laid.place for laid in own.cards})}
    seats = [Seat("Åsa", own, held(face("Vg"), face("PM", 1), face("MMe")), stars=12)]
    for i in range(1, players):
        world = grown(size, seed + i, travellers)
        seats.append(Seat("Maximilien-Alexandre & <filles>", world, held(None, face("Wa"), None), stars=60 + i))
    return Position(
        tuple(seats),
        seat=0,
        to_play=frozenset({0}),
        sun=players - 1,
        direction="left",
        round=3,
        cities=(7, 5, 3),
        fumaroles=8,
        travellers=offered(*TRAVELLERS[travellers:]),
        targets=frozenset(targets | {hand_target(1)}),
        chosen=frozenset({hand_target(0)}),
        last=((0, 0),),
    )


def solo() -> Position:
    """The solo game with one pile used up."""
    piles = (Pile(None, 0), *(Pile(face(icons), 3) for icons in ("V", "Wc", "PM", "TM", "MMg", "Pe")))
    seat = Seat("Åsa", grown(7, 3), held(face("Wc"), face("TM")))
    targets = frozenset(pile_target(i) for i in range(1, 7))
    return Position(
        (seat,), seat=0, cities=(9, 7, 5, 4, 3), fumaroles=11, travellers=offered("kark", "roro"),
        piles=piles, targets=targets,
    )  # fmt: skip


def draft(seat: int | None = 0) -> Position:
    """The first pass of the first round, as a player or a spectator sees it."""
    own = held(face("Vg"), face("PM"), face("PM"), passing=(0, 2)) if seat == 0 else held(None, None, None)
    start = grown(1, 0)
    seats = (
        Seat("Åsa", start, own),
        Seat("Bo", start, held(None, None, None)),
    )
    everybody = offered(*TRAVELLERS)
    return Position(seats, seat=seat, sun=0, round=1, cities=(9, 7, 5, 4, 3), fumaroles=11, travellers=everybody)


POSITIONS = {
    f"{players} players, {size} cards, {travellers} travellers": table(players, size, 7 * size, travellers)
    for players, size, travellers in (
        (2, 1, 0), (3, 4, 0), (4, 7, 1), (2, 10, 2), (3, 13, 3), (4, 16, 4), (4, 16, 0),
    )
} | {"solo": solo(), "draft": draft(), "spectator": draft(None)}  # fmt: skip


def portal_world(*covered: Place) -> Position:
    cards = (Laid((0, 0), face("Ma"), start=True), Laid((1, 0), face("PM")), Laid((2, 0), face("Pe")))
    world = World(cards, covered, (Portal((1, 0), (2, 0)),))
    return Position((Seat("Åsa", world), Seat("Bo", grown(1, 0))), seat=0)


def panel(position: Position, name: str, words: Words = ENGLISH) -> Panel:
    return next(shown for shown in panels(position, words) if shown.name == name)


def items(position: Position, name: str) -> dict[str, Item]:
    return {item.id: item for item in panel(position, name).items}


def slots(position: Position, name: str) -> dict[str, Slot]:
    return {slot.id: slot for slot in panel(position, name).slots}
