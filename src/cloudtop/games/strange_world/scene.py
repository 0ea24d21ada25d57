"""Strange World on stage: worlds, hands, supply and piles, made from a view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cloudtop.games.strange_world import art
from cloudtop.games.strange_world.art.position import (
    Card,
    City,
    Laid,
    Pile,
    Place,
    Portal,
    Position,
    Seat,
    Standing,
    World,
    cell_target,
    direction_target,
    hand_target,
    pile_target,
    slot_target,
    traveller_target,
)
from cloudtop.games.strange_world.board import (
    BELOW,
    CELLS,
    COLUMN,
    DECLINE,
    ERUPT_MOVES,
    FOUND_MOVES,
    HOME,
    JOIN_MOVES,
    KEEP_MOVES,
    LAND,
    LAY_MOVES,
    PASS_MOVES,
    PILE_MOVES,
    ROW,
    SUN_MOVES,
    WELCOME_MOVES,
    WIDTH,
)
from cloudtop.games.strange_world.notation import CELL_OF, MOVE_OF, SIDES, plain
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.prose import world_of
from cloudtop.games.strange_world.score import stars, wish
from cloudtop.games.strange_world.view import COVERED, DEVOURED, JOINED
from cloudtop.stage.paints import theme_named
from cloudtop.stage.scene import Scene, SeenBy, Words

TO_DECLINE = "decline"
"""What is touched to decline a traveller: a button of the page, not of the picture."""


def sprites() -> dict[str, str]:
    """Every sprite that a scene of this room may name, and their parts."""
    return art.sprites()


def scene(
    view: SeenBy,
    words: Words,
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> Scene:
    """What a view shows; cards are never rotated, so `turn` changes nothing.

    `targets` may be picked now, `chosen` have been; `ghost` is the move that is being considered, such as "Va@c4";
    `names` are the players', seat by seat.
    """
    return Scene(art.panels(position_of(view, words, chosen, ghost, targets, names), words))


def picture(
    view: SeenBy,
    words: Words,
    theme: str = "day",
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> str:
    """A view as a complete SVG picture."""
    return art.picture(position_of(view, words, chosen, ghost, targets, names), words, theme_named(theme))


# ---------------------------------------------------------------------- from facts to what is drawn


def position_of(
    view: SeenBy,
    words: Words,
    chosen: Collection[str],
    ghost: str | None,
    targets: Collection[str],
    names: Sequence[str],
) -> Position:
    """The table as the looker sees it."""
    facts = view.facts
    alone = view.players == 1
    seats = [
        Seat(
            names[seat] if seat < len(names) else words("text.seat", seat=seat),
            world_drawn(facts, seat),
            hand_drawn(facts, seat, alone or seat == view.seat),
            set_aside(facts) if seat == view.seat else frozenset(),
            facts["phase"] in ("keep", "pass") and seat not in facts["turn"],
            stars(world_of(facts, seat)),
        )
        for seat in range(view.players)
    ]
    return Position(
        tuple(seats),
        seat=0 if alone else view.seat,
        to_play=frozenset(facts["turn"]),
        sun=facts["sun"],
        direction=facts["direction"] or "",
        round=max(1, facts["round"]),
        cities=tuple(facts["cities"]),
        fumaroles=facts["fumaroles"],
        travellers=tuple(name.lower() for name in facts["travellers"]),
        piles=tuple(pile_drawn(pile) for pile in facts["piles"] or ()),
        targets=frozenset(targets),
        chosen=frozenset(chosen),
        ghost=ghost_of(facts, ghost) if ghost else World(),
        last=frozenset((seat, place_of(cells[-1])) for seat, cells in enumerate(facts["laid"]) if cells),
    )


def place_of(name: str) -> Place:
    """The column and row of a cell."""
    return COLUMN[CELL_OF[name]], ROW[CELL_OF[name]]


def card_drawn(text: str, cell: int) -> Card:
    """A card of a world; its look depends on its cell, so that it keeps it."""
    return Card(text.rstrip(JOINED + DEVOURED + COVERED), (COLUMN[cell] + 2 * ROW[cell]) % 4)


def world_drawn(facts: Mapping[str, Any], seat: int) -> World:
    """A world with all that stands in it and beside it."""
    given = facts["worlds"][seat]
    known = world_of(facts, seat)
    land = {CELL_OF[name]: text for name, text in given["land"].items()}
    places = {cell: (COLUMN[cell], ROW[cell]) for cell in range(CELLS)}
    return World(
        tuple(
            Laid(places[cell], card_drawn(text, cell), cell == HOME, DEVOURED in text) for cell, text in land.items()
        ),
        tuple(places[cell] for cell, text in land.items() if COVERED in text),
        tuple(Portal(places[cell], places[cell + 1]) for cell, text in land.items() if JOINED in text),
        tuple(City(worth, place_of(first), place_of(second)) for worth, first, second in given["cities"]),
        tuple(
            Standing(TRAVELLERS[guest // WIDTH].lower(), guest % WIDTH, wish(known, guest // WIDTH, guest % WIDTH))
            for guest in known.guests
        ),
        given["side"] or "",
    )


def hand_drawn(facts: Mapping[str, Any], seat: int, open_hand: bool) -> tuple[Card | None, ...]:
    """The cards of a hand, face up for whoever may see them."""
    if not open_hand:
        return (None,) * int(facts["held"][seat])
    hand = facts["hand"]
    return tuple(Card(card, hand[:i].count(card)) for i, card in enumerate(hand))


def set_aside(facts: Mapping[str, Any]) -> frozenset[int]:
    """Places in the looker's hand of the cards that it has chosen to pass on."""
    draft = facts["draft"]
    if draft is None or facts["phase"] not in ("keep", "pass"):
        return frozenset()
    chosen = draft["kept"] if facts["phase"] == "keep" else draft["passed"]
    if chosen is None:
        return frozenset()
    place = facts["hand"].index(chosen)
    return frozenset(i for i in range(3) if (i == place) == (facts["phase"] == "pass"))


def pile_drawn(pile: Mapping[str, Any]) -> Pile:
    """A pile of the solo game."""
    return Pile(Card(pile["top"]) if pile["top"] else None, pile["cards"] if pile["top"] else 0)


def ghost_of(facts: Mapping[str, Any], text: str) -> World:
    """What a move that is being considered would add to the looker's world."""
    move = MOVE_OF[plain(text)]
    if LAY_MOVES <= move < JOIN_MOVES:
        cell = (move - LAY_MOVES) % CELLS
        card = card_drawn(LAND[(move - LAY_MOVES) // CELLS], cell)
        return World(cards=(Laid((COLUMN[cell], ROW[cell]), card),))
    if WELCOME_MOVES <= move < DECLINE:
        choice = move - WELCOME_MOVES
        who = Standing(TRAVELLERS[choice // 4].lower(), upper_row(facts, choice % 2))
        return World(travellers=(who,), side=SIDES[choice // 2 % 2])
    if ERUPT_MOVES <= move < FOUND_MOVES:
        cell = move - ERUPT_MOVES
        return World(fumaroles=((COLUMN[cell], ROW[cell]),))
    return World()


def upper_row(facts: Mapping[str, Any], reach: int) -> int:
    """The upper row of a traveller that comes by the portal in question."""
    row = ROW[CELL_OF[facts["focus"]]] if facts["focus"] else ROW[HOME]
    return row if reach == BELOW else row - 1


# ---------------------------------------------------------------------- what is touched


def touched(view: SeenBy, move: int) -> tuple[str, ...]:
    """What a player touches to make a move: in the first pass the two cards that go, not the one that stays."""
    facts = view.facts
    if move < PILE_MOVES:
        return (direction_target(SIDES[move - SUN_MOVES]),)
    if move < KEEP_MOVES:
        return (pile_target(move - PILE_MOVES),)
    if move < PASS_MOVES:
        kept = in_hand(facts, move - KEEP_MOVES)
        return tuple(hand_target(i) for i in range(len(facts["hand"] or ())) if [i] != kept)
    if move < LAY_MOVES:
        return tuple(hand_target(i) for i in in_hand(facts, move - PASS_MOVES))
    if move < JOIN_MOVES:
        cards = tuple(hand_target(i) for i in in_hand(facts, (move - LAY_MOVES) // CELLS))
        return (*cards, touched_cell((move - LAY_MOVES) % CELLS))
    if move < WELCOME_MOVES:
        return (touched_cell(move - JOIN_MOVES),)
    if move < DECLINE:
        choice = move - WELCOME_MOVES
        slot = slot_target(SIDES[choice // 2 % 2], upper_row(facts, choice % 2))
        return traveller_target(TRAVELLERS[choice // 4].lower()), slot
    if move == DECLINE:
        return (TO_DECLINE,)
    return (touched_cell(move - (ERUPT_MOVES if move < FOUND_MOVES else FOUND_MOVES)),)


def in_hand(facts: Mapping[str, Any], face: int) -> list[int]:
    """Where a card is in the looker's hand; of equal ones the first."""
    hand = facts["hand"] or []
    return [hand.index(LAND[face])] if LAND[face] in hand else []


def touched_cell(cell: int) -> str:
    """A cell of the looker's world."""
    return cell_target((COLUMN[cell], ROW[cell]))
