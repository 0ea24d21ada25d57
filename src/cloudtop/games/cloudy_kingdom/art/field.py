"""The field with its castles: cards in stacks, roads in light, places to choose.

Whatever stays the same from move to move is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import UPON
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.art.castles import KEEP_SHIFT
from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.faces import UPRIGHT
from cloudtop.games.cloudy_kingdom.art.ground import (
    BADGE,
    CELL,
    GHOST,
    KEEP,
    NAME,
    PLOT,
    TARGET,
    Ground,
    Layer,
    ground_of,
)
from cloudtop.games.cloudy_kingdom.art.island import island
from cloudtop.games.cloudy_kingdom.art.lights import GOLDEN, castle_lights, lights
from cloudtop.games.cloudy_kingdom.art.marks import badge_name, sign_name
from cloudtop.games.cloudy_kingdom.art.measures import (
    CASTLE_DEPTH,
    CASTLE_GAP,
    PITCH,
    ROOM,
    SIDES,
    lies_west_east,
    lift,
)
from cloudtop.games.cloudy_kingdom.art.naming import in_a_row
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES, SCENERY
from cloudtop.games.cloudy_kingdom.art.table import Board, Card, Crown, Ghost, Place, Stack, cell_target
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.scene import Item, Panel, back_to_front

GHOST_LIFT = 9.0
PEEP = (2.5, -2.0, 1.5, -2.5)
"""How far covered cards peep out sideways, so that a stack looks laid by hand."""
MARGIN = (26.0, 42.0, 32.0)
"""Room beside the castles, above them, where their roofs and flags stand out, and below; clouds run out of it."""


# ------------------------------------------------------------------------------------------- in words


def way(turn: int, words: Words) -> str:
    """In words, how a card lies."""
    return words("way.west-east" if lies_west_east(turn) else "way.north-south")


def design_name(design: str, words: Words) -> str:
    """In words, what a card shows."""
    return words("design.charm" if design.startswith("charm-") else f"design.{design}")


# ----------------------------------------------------------------------------------- ground and castles


@lru_cache(maxsize=1024)
def cell_item(ground: Ground, cell: Cell, target: str, empty: bool, words: Words) -> Item:
    """A cell, empty or not; what lies upon it lets taps through, or answers for it."""
    label = words("cell.empty", cell=str(cell)) if empty else ""
    return Item(f"cell-{cell}", f"{ROOM}-cell", *ground.centre(cell), CELL, target, label)


class Surroundings(NamedTuple):
    """What never changes in a game, back to front."""

    floor: tuple[Item, ...]
    """Behind all cards: the names of the cells, and the ground of the castles."""
    castles: tuple[Item, ...]
    """Before them: the castles themselves."""


@lru_cache(maxsize=256)
def surroundings(ground: Ground, castles: tuple[tuple[Side, str], ...], families: str, words: Words) -> Surroundings:
    """The names of the cells, and the castles around them."""
    cells = [Cell(column, row) for row in range(ground.size) for column in range(ground.size)]
    found = [Item(f"name-{cell}", f"{ROOM}-name-{cell}", *ground.centre(cell), NAME) for cell in cells]
    for side, letters in castles:
        for index, letter in enumerate(letters):
            found += castle(ground, side, index, letter, letter in families, words)
    painted = back_to_front(found)
    first = next((number for number, item in enumerate(painted) if item.depth > 0), len(painted))
    return Surroundings(painted[:first], painted[first:])


def castle(ground: Ground, side: Side, index: int, letter: str, lived_in: bool, words: Words) -> Iterator[Item]:
    """One castle on its card; that of a family that nobody plays carries no banner."""
    family = FAMILIES[letter] if lived_in else SCENERY
    x, y = ground.castle_place(side, index)
    seen = ground.seen_side(side)
    turn = (SIDES.index(seen) - SIDES.index("N")) % 4
    name = f"castle-{side}{index + 1}"
    where = words(f"side.{side}", number=index + 1)
    key = "castle" if lived_in else "castle.scenery"
    label = words(key, family=words(f"family.{FAMILIES[letter].key}"), where=where)
    body = "plot-h" if lies_west_east(turn) else "plot-v"
    yield Item(f"{name}-body", f"{ROOM}-{body}", x, y, PLOT)
    yield Item(name, f"{ROOM}-plot-{family.key}", x, y, PLOT + 20, "", label, turn)
    shift_x, shift_y = KEEP_SHIFT[seen]
    # A castle in a lower row stands before the one above it.
    near = KEEP + y / 1000
    sprite = f"{ROOM}-castle-{family.key}-{seen}" if lived_in else f"{ROOM}-castle-{family.key}"
    yield Item(f"{name}-keep", sprite, x + shift_x, y + shift_y, near)


# ----------------------------------------------------------------------------------------------- stacks


@lru_cache(maxsize=1 << 13)
def stack_items(ground: Ground, stack: Stack, drafted: bool, words: Words) -> tuple[Item, ...]:
    """All cards of one stack, bottom first, and what stands on them."""
    found: list[Item] = []
    shown = (stack.crown.flat, stack.crown.upright)
    top = len(stack.cards) - 1
    for level, card in enumerate(stack.cards[:-1]):
        found += card_items(ground, stack.cell, level, card, level in shown, "", "")
    label, state = stack_label(stack, words), "ghost" if drafted else ""
    found += card_items(ground, stack.cell, top, stack.cards[top], True, label, state)
    if upright := standing_on(stack.cards[top]):
        x, y = ground.centre(stack.cell)
        depth = ground.depth(top, Layer.UPRIGHT, stack.cell)
        name = f"card-{stack.cell}-{top}-upright"
        found.append(Item(name, f"{ROOM}-{upright}", x, y - lift(top), depth, state=state))
    return tuple(found)


@lru_cache(maxsize=8192)
def card_items(
    ground: Ground, cell: Cell, level: int, card: Card, shown: bool, label: str, state: str
) -> tuple[Item, ...]:
    """A card of a stack: its body, and its face where that is shown."""
    x, y = ground.centre(cell)
    raised, name = y - lift(level), f"card-{cell}-{level}"
    aside = 0 if shown else PEEP[level % len(PEEP)]
    depth = ground.depth(level, Layer.BODY, cell)
    body = Item(f"{name}-body", ground.body(card.turn), x + aside, raised, depth, state=state)
    if not shown:
        return (body,)
    turn, depth = ground.seen(card.turn), ground.depth(level, Layer.FACE, cell)
    return body, Item(name, f"{ROOM}-{card.design}", x, raised, depth, "", label, turn, state)


@lru_cache(maxsize=1024)
def badge(ground: Ground, cell: Cell, height: int) -> Item:
    """The height of a stack."""
    x, y = ground.centre(cell)
    return Item(f"badge-{cell}", f"{ROOM}-{badge_name(height)}", x + 43, y - 43, ground.mark(BADGE, cell))


def stack_label(stack: Stack, words: Words) -> str:
    """In words, what lies on a cell."""
    card = stack.cards[-1]
    key = "cell.sealed" if card.sealed or card.design == "burning-crossing" else "cell.stack"
    lies = {"design": design_name(card.design, words), "way": way(card.turn, words)}
    return words(key, cell=str(stack.cell), count=len(stack.cards), **lies)


def standing_on(card: Card) -> str:
    """What stands on a card when it lies on top, if anything does."""
    return UPRIGHT.get(card.design, "seal" if card.sealed else "")


# ---------------------------------------------------------------------------------------------- choices


@lru_cache(maxsize=1 << 12)
def last_item(ground: Ground, cell: Cell, crown: Crown | None) -> Item:
    """The brackets around what the last move changed."""
    x, y = ground.centre(cell)
    name = f"last-{cell}"
    if crown is None:
        return Item(name, f"{ROOM}-last-cell", x, y, TARGET - 1, state="last")
    shape = "last-h" if lies_west_east(ground.seen(crown.top.turn)) else "last-v"
    return Item(name, f"{ROOM}-{shape}", x, y - lift(crown.level), TARGET - 1, state="last")


def drafted_item(ground: Ground, cell: Cell, crown: Crown) -> Item:
    """The frame around a card that is decided on, but not sent."""
    x, y = ground.centre(cell)
    turn, depth = ground.seen(crown.top.turn), ground.mark(TARGET - 2, cell)
    return Item(f"drafted-{cell}", f"{ROOM}-ghost", x, y - lift(crown.level), depth, rotation=turn % 2)


@lru_cache(maxsize=1 << 13)
def place_items(ground: Ground, place: Place, height: int, turns: tuple[int, ...], words: Words) -> tuple[Item, ...]:
    """What answers for a cell that may be chosen, upon a stack of that height: frames for each of these ways to lie.

    It covers the whole cell, which stays as it is from turn to turn.
    """
    cell, laid = place.cell, place.act == "lay"
    target, (x, y) = cell_target(cell), ground.centre(cell)
    # All of it is a target, so that all of it goes out where nothing may go; only one thing has a name.
    look, state = ("chosen", "") if place.chosen else ("target", "target")
    ways = sorted({turn % 2 for turn in turns})
    upon, depth = f"{UPON}cell-{cell}", ground.mark(TARGET, cell)
    if not ways:
        return (Item(upon, f"{ROOM}-whole-cell", x, y, depth, target),)
    lies = words("place.or").join([way(one, words) for one in ways])
    label = words(f"place.{place.act}", cell=str(cell), way=lies)
    shapes = "".join(sorted(["h" if lies_west_east(ground.seen(each)) else "v" for each in ways]))
    level = max(height if laid else height - 1, 0)
    sign = Item(upon, f"{ROOM}-{sign_name(look, shapes, level)}", x, y, depth, target, label, 0, state)
    if laid or not height:
        return (sign,)
    act = f"{ROOM}-act-{place.act}"
    return sign, Item(f"act-{cell}", act, x, y - lift(level), ground.mark(TARGET + 1, cell), target, state=state)


def ghost_items(ground: Ground, ghost: Ghost, crown: Crown | None, words: Words) -> Iterator[Item]:
    """The card about to be laid, or turned, hovering over its place."""
    x, y = ground.centre(ghost.cell)
    y -= lift((0 if crown is None else crown.level + 1) - (not ghost.laid)) + GHOST_LIFT
    turn = ground.seen(ghost.card.turn)
    lies = {"design": design_name(ghost.card.design, words), "way": way(ghost.card.turn, words)}
    label = words("ghost", cell=str(ghost.cell), **lies)
    yield Item("ghost-body", ground.body(ghost.card.turn), x, y, GHOST, state="ghost")
    yield Item("ghost", f"{ROOM}-{ghost.card.design}", x, y, GHOST + 0.2, "", label, turn, "ghost")
    if upright := standing_on(ghost.card):
        yield Item("ghost-upright", f"{ROOM}-{upright}", x, y, GHOST + 0.3, state="ghost")
    yield Item("ghost-frame", f"{ROOM}-ghost", x, y, GHOST + 0.4, rotation=turn % 2)


# ---------------------------------------------------------------------------------------------- the panel


class Lying(NamedTuple):
    """What lies on the field for all who look from one side, none of which may be chosen; each back to front."""

    cells: tuple[Item, ...]
    """Row by row."""
    cards: tuple[Item, ...]
    badges: tuple[Item, ...]
    crowns: dict[Cell, Crown]
    """What the stacks look like from above; nobody may change it."""


@lru_cache(maxsize=2048)
def lying(ground: Ground, stacks: tuple[Stack, ...], drafted: tuple[Cell, ...], words: Words) -> Lying:
    """All cells and cards; the uppermost ones on some cells are decided on, but not sent."""
    cards, badges = list[Item](), list[Item]()
    for stack in stacks:
        cards += stack_items(ground, stack, stack.cell in drafted, words)
        if len(stack.cards) > 1:
            badges.append(badge(ground, stack.cell, len(stack.cards)))
    crowns = {stack.cell: stack.crown for stack in stacks}
    cells = bare_cells(ground, tuple(crowns), words)
    return Lying(cells, back_to_front(cards), tuple(badges), crowns)


@lru_cache(maxsize=1 << 12)
def bare_cells(ground: Ground, filled: tuple[Cell, ...], words: Words) -> tuple[Item, ...]:
    """All cells, row by row, none of which may be chosen."""
    cells = [Cell(column, row) for row in range(ground.size) for column in range(ground.size)]
    return tuple([cell_item(ground, cell, "", cell not in filled, words) for cell in cells])


def board_items(board: Board, words: Words, designs: Designs) -> tuple[Item, ...]:
    """Everything on the field, back to front."""
    ground = ground_of(board.size, board.camera % 4)
    around = surroundings(ground, board.castles, board.families, words)
    lain = lying(ground, board.stacks, board.drafted, words)
    joined = [
        item
        for family, _, castles, state, _ in board.roads
        if state in GOLDEN
        for item in castle_lights(ground, family, castles, state)
    ]
    return (
        *(taken_back(board, ground, lain, words) if board.drafted else lain.cells),
        *(back_to_front([*around.floor, *joined]) if joined else around.floor),
        *back_to_front([*lain.cards, *lights(ground, board.roads, lain.crowns, designs)]),
        *around.castles,
        *back_to_front(marks(board, ground, lain.crowns, words)),
        *lain.badges,
    )


def taken_back(board: Board, ground: Ground, lain: Lying, words: Words) -> list[Item]:
    """All cells, row by row; those whose card is decided on, but not sent, answer when they are touched."""
    found = [*lain.cells]
    for cell in board.drafted:
        item = cell_item(ground, cell, cell_target(cell), cell not in lain.crowns, words)
        found[cell.row * board.size + cell.column] = item
    return found


def marks(board: Board, ground: Ground, crowns: Mapping[Cell, Crown], words: Words) -> list[Item]:
    """What lies on all cards: where the last move was, where something is decided or may be chosen, the ghost."""
    found = [drafted_item(ground, cell, crowns[cell]) for cell in board.drafted if cell in crowns]
    if board.last is not None:
        found.append(last_item(ground, board.last, crowns.get(board.last)))
    for place in board.places:
        crown = crowns.get(place.cell)
        turns = place.turns if place.act == "lay" or crown is None else (crown.top.turn,)
        found += place_items(ground, place, 0 if crown is None else crown.level + 1, turns, words)
    if board.ghost is not None:
        found += ghost_items(ground, board.ghost, crowns.get(board.ghost.cell), words)
    return found


def description(board: Board, words: Words) -> str:
    """The lit roads in words."""
    return roads_told(tuple([(family, castles, state) for family, _, castles, state, _ in board.roads]), words)


@lru_cache(maxsize=2048)
def roads_told(roads: tuple[tuple[str, tuple[tuple[Side, int], ...], str], ...], words: Words) -> str:
    """The same, by what it depends on: roads change more often than what is said of them."""
    return in_a_row(words, [road_told(*road, words) for road in roads])


@lru_cache(maxsize=512)
def road_told(letter: str, castles: tuple[tuple[Side, int], ...], state: str, words: Words) -> str:
    """One of them."""
    ends = words("text.and").join(words(f"side.{side}", number=index + 1) for side, index in castles)
    family = words(f"family.{FAMILIES[letter].key}")
    return words(f"road.{'reach' if state in ('own', 'rival') else state}", family=family, ends=ends)


def board_panel(board: Board, words: Words, designs: Designs) -> Panel:
    """The field as a panel."""
    half = board.size * PITCH / 2 + CASTLE_DEPTH + CASTLE_GAP
    beside, above, below = MARGIN
    return Panel(
        "board",
        None,
        words("board.title"),
        (-half - beside, -half - above, 2 * (half + beside), 2 * half + above + below),
        board_items(board, words, designs),
        backdrop(board.size),
        description(board, words),
    )


@lru_cache(maxsize=2)
def backdrop(size: int) -> str:
    """The cloud that carries a field."""
    return island(size)
