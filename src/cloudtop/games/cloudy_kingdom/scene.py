"""What a view of Cloudy Kingdom shows: it is translated into the terms of `art`, which draws it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Final, Literal, NamedTuple

from cloudtop.core.scene import Panel, Part, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom import art
from cloudtop.games.cloudy_kingdom.art.beside import (
    TURNS,
    Known,
    draft_of,
    face_key,
    faces_of,
    hand_of,
    known_of,
    laid_now,
    magic_row,
    magic_told,
    offered,
    player_of,
)
from cloudtop.games.cloudy_kingdom.art.designs import designs_of, has_face
from cloudtop.games.cloudy_kingdom.art.table import RoadState
from cloudtop.games.cloudy_kingdom.board import Card, card_of, field_seen, road_seen
from cloudtop.games.cloudy_kingdom.fast import Tables
from cloudtop.games.cloudy_kingdom.moves import (
    CELL,
    CELL_NAMED,
    POINTS,
    Cell,
    Cut,
    Discard,
    Keep,
    Lay,
    Move,
    Pick,
    PlayMagic,
    Swap,
    Turn,
)
from cloudtop.games.cloudy_kingdom.pieces import Box, Design, Side, Step
from cloudtop.games.cloudy_kingdom.prose import current_step
from cloudtop.games.cloudy_kingdom.view import KEPT, Facts, Seen, Stretch, nearest, reaches, seen_in, ways_to_lie
from cloudtop.stage.latest import latest
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg

TURN_TARGETS: Final = tuple(f"turn:{turn}" for turn in range(4))
TURN_OF: Final = {way: TURN_TARGETS[TURNS.index(side)] for way, side in POINTS.items()}
LIES_FLAT: Final = {way: side in ("W", "E") for way, side in POINTS.items()}
TARGET_OF: Final = {cell: f"cell:{cell}" for cell in CELL}
NOWHERE_OF: Final = {cell: f"none:{cell}" for cell in CELL}
NO_WAY: Final = (False, False)
"""How a card can lie outside of the field."""

# ---------------------------------------------------------------------- from a view to what is drawn


def drawn_card(card: Card) -> art.Card:
    """A card as it lies."""
    sealed = card.design.fireproof and not has_face(card.design)
    return art.Card(face_key(card.design), TURNS.index(card.a), sealed)


@lru_cache(maxsize=1024)
def card_drawn(box: Box, written: str) -> art.Card:
    """A card as it lies, by what is written of it."""
    return drawn_card(card_of(box, written))


@lru_cache(maxsize=1 << 13)
def stack_drawn(box: Box, name: str, cards: tuple[str, ...]) -> art.Stack:
    """A stack as it is drawn; the very same one wherever it lies so."""
    return art.Stack(CELL_NAMED[name], tuple([card_drawn(box, card) for card in cards]))


@lru_cache(maxsize=KEPT)
def stacks_drawn(box: Box, seen: Seen) -> tuple[art.Stack, ...]:
    """All stacks of a field."""
    return tuple([stack_drawn(box, name, cards) for name, cards in seen.stacks])


# ---------------------------------------------------------------------- the board


class Growing(NamedTuple):
    """A road that grows from a castle."""

    family: str
    stretches: tuple[Stretch, ...]
    castles: tuple[tuple[Side, int], ...]
    """The castle alone that it grows from."""


@lru_cache(maxsize=KEPT)
def growing(tables: Tables, seen: Seen) -> tuple[Growing, ...]:
    """The roads that grow from castles."""
    castles = dict(seen.castles)
    found = reaches(tables, seen).items()
    return tuple([Growing(key[0], road, ((key[1], castles[key[1]].index(key[0])),)) for key, road in found if road])


def roads_of(
    tables: Tables, seen: Seen, joined: tuple[str, ...], winners: tuple[int, ...] | None, seat: int | None
) -> tuple[art.Road, ...]:
    """Roads that have won or wait, and how far all others have grown: one's own, and in lanes those of the others."""
    families, found = seen.families, list[art.Road]()
    for pair in joined:
        letter, sides = pair.split(":")
        won = families.index(letter) in (winners or ())
        if won or winners is None:
            castles = dict(seen.castles)
            ends = tuple((side, castles[side].index(letter)) for side in TURNS if side in sides)
            road = road_seen(tables.book.box, seen, letter, sides)
            found.append(art.Road(letter, road, ends, "won" if won else "waiting"))
    if winners is not None:
        return tuple(found)
    lit = {road.family for road in found}
    seen_as = shines(families, seat)
    # Some eight are made for everybody who looks: to call the type would take twice as long.
    found += [
        tuple.__new__(art.Road, (family, stretches, ends, *seen_as[family]))
        for family, stretches, ends in growing(tables, seen)
        if family not in lit
    ]
    return tuple(found)


@lru_cache(maxsize=256)
def shines(families: str, seat: int | None) -> dict[str, tuple[RoadState, int]]:
    """How a seat sees the growing roads of each family: as its own, or as another one's in a lane."""
    own = "" if seat is None else families[seat]
    found: dict[str, tuple[RoadState, int]] = {own: ("own", 0)}
    for lane, family in enumerate(families.replace(own, "")):
        found[family] = ("rival", lane)
    return found


def places(tables: Tables, step: Step | None, seen: Seen, staging: Staging[Move]) -> tuple[art.Place, ...]:
    """The cells that may be chosen, or are."""
    offers, chosen = staging.targets, staging.chosen
    ways = ways_by_target(tables, seen)
    found = [target for target in ways if target in offers or target in chosen]
    if not found:
        return ()
    if step is not None and step.verb in ("cut", "turn"):
        act: Literal["cut", "turn"] = "cut" if step.verb == "cut" else "turn"
        return tuple([place(target, (), act, target in chosen) for target in found])
    turns = [turn for turn in range(4) if TURN_TARGETS[turn] in offers or TURN_TARGETS[turn] in chosen] or [0, 1]
    flat, upright = tuple([turn for turn in turns if not turn % 2]), tuple([turn for turn in turns if turn % 2])
    fitting = {(True, True): tuple(turns), (True, False): upright, (False, True): flat, (False, False): ()}
    return tuple([place(target, fitting[ways[target]], "lay", target in chosen) for target in found])


@lru_cache(maxsize=KEPT)
def ways_by_target(tables: Tables, seen: Seen) -> dict[str, tuple[bool, bool]]:
    """How a card could come to lie on each cell, by the target that the cell answers to; nobody may change it."""
    return {TARGET_OF[cell]: ways for cell, ways in ways_to_lie(tables, seen).items()}


@lru_cache(maxsize=1024)
def place(target: str, turns: tuple[int, ...], act: Literal["lay", "cut", "turn"], chosen: bool) -> art.Place:
    """A cell that may be chosen, the very same one whenever it may be so."""
    return art.Place(CELL_NAMED[target.removeprefix("cell:")], turns, act, chosen)


def ghost_of(box: Box, seen: Seen, move: Move | None) -> art.Ghost | None:
    """A card as it would lie after a move that is considered."""
    if isinstance(move, Lay):
        return art.Ghost(move.cell, drawn_card(Card(box.by_code[move.card], POINTS[move.way])))
    if isinstance(move, Turn) and (top := field_seen(box, seen).top(move.cell)) is not None:
        return art.Ghost(move.cell, drawn_card(top.turned(1)), laid=False)
    return None


class OnField(NamedTuple):
    """All that the picture of the field depends on."""

    seen: Seen
    joined: tuple[str, ...]
    winners: tuple[int, ...] | None
    seat: int | None
    camera: int
    last: Cell | None
    places: tuple[art.Place, ...]
    ghost: art.Ghost | None
    drafted: tuple[Cell, ...]


def on_field(tables: Tables, view: View[Facts], staging: Staging[Move]) -> OnField:
    """What a view shows on the field."""
    box, facts = tables.book.box, view.facts
    seen = seen_in(facts)
    shown = (
        seen,
        facts.joined,
        facts.winners,
        view.seat,
        staging.side % 4,
        CELL_NAMED[facts.last.partition("@")[2][:2]] if facts.last else None,
        places(tables, current_step(box, facts), seen, staging) if staging.targets or staging.chosen else (),
        None if staging.ghost is None else ghost_of(box, seen, staging.ghost),
        cells_drafted(staging.drafted) if staging.drafted else (),
    )
    # Twice as fast as to call the type.
    return tuple.__new__(OnField, shown)


def cells_drafted(moves: Sequence[Move]) -> tuple[Cell, ...]:
    """The cells that moves changed which are decided on, but not sent."""
    return tuple(sorted({move.cell for move in moves if isinstance(move, Lay | Turn)}))


def board_of(tables: Tables, shown: OnField) -> art.Board:
    """The same in the terms of the art."""
    seen = shown.seen
    return art.Board(
        len(seen.castles[0][1]),
        seen.castles,
        seen.families,
        shown.camera,
        stacks_drawn(tables.book.box, seen),
        roads_of(tables, seen, shown.joined, shown.winners, shown.seat),
        shown.last,
        shown.places,
        shown.ghost,
        shown.drafted,
    )


def board_drawn(tables: Tables, shown: OnField, words: Words) -> Panel:
    """The field as a panel."""
    return art.board_panel(board_of(tables, shown), words, designs_in(tables.book.box))


def piles_part(box: Box, facts: Facts, words: Words, staging: Staging[Move]) -> Part:
    """The piles as they lie."""
    targets: tuple[str, ...] = ()
    if staging.targets or staging.chosen:
        targets = tuple([target for target in ("stack", "discard") if offered(target, staging)])
    shown = facts.stack, facts.discard, facts.removed, targets
    return Part("piles", shown, partial(piles_drawn, box, shown, words))


def piles_drawn(box: Box, shown: tuple[int, Sequence[str], Sequence[str], tuple[str, ...]], words: Words) -> Panel:
    """The piles as a panel."""
    stack, discard, removed, targets = shown
    return art.piles_panel(
        art.Piles(stack, faces_of(box, discard), faces_of(box, removed), targets), words, designs_in(box)
    )


# ---------------------------------------------------------------------- what the house asks


def parts(tables: Tables, view: View[Facts], words: Words, staging: Staging[Move]) -> list[Part]:
    """The field, the draft while magic is chosen, one's own cards, the other players, the piles."""
    box, facts, seat = tables.book.box, view.facts, view.seat
    if staging.targets or staging.chosen:
        staging = staging._replace(targets=frozenset(staging.targets), chosen=frozenset(staging.chosen))
    shown = on_field(tables, view, staging)
    found = [Part("board", shown, partial(board_drawn, tables, shown, words))]
    if seat is not None and facts.magic[seat] is None and seat in facts.turn:
        draft = draft_of(box, seat, staging)
        found.append(Part("draft", draft, lambda: art.draft_panel(draft, words, magic_in(box, words))))
    players = players_of(tables, view, staging.names, words)
    if seat is not None:
        hand, row, own = hand_of(box, view, seat, staging), magic_row(box, view, seat, staging), players.pop(0)
        found.append(Part("hand", (hand, own), lambda: art.hand_panel(hand, player_of(box, own), words)))
        found.append(Part("magic", row, lambda: art.magic_panel(row, words, magic_in(box, words))))
    for player in players:
        found.append(Part(f"player:{player.seat}", player, partial(player_drawn, box, player, words)))
    found.append(piles_part(box, facts, words, staging))
    return found


def player_drawn(box: Box, player: Known, words: Words) -> Panel:
    """A player as a panel."""
    return art.player_panel(player_of(box, player), words, magic_in(box, words))


def players_of(tables: Tables, view: View[Facts], names: Sequence[str], words: Words) -> list[Known]:
    """All players: from the looking seat on, or in the order of the seats."""
    facts, first = view.facts, view.seat or 0
    lacks = nearest(tables, seen_in(facts))
    order = [*range(first, len(facts.families)), *range(first)]
    return [known_of(tables.book.box, facts, seat, names, lacks[seat], words) for seat in order]


@lru_cache(maxsize=256)
def magic_in(box: Box, words: Words) -> Callable[[str], art.Magic]:
    """The magic cards of a box in the words of a language, by their names."""
    return lambda name: magic_told(box, name, words)


@lru_cache(maxsize=64)
def designs_in(box: Box) -> dict[str, Design]:
    """All cards of a box that can lie on the field, by what they are drawn as."""
    return designs_of(box)


def draw(tables: Tables, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """The field above the clouds as a complete SVG picture."""
    panels = [each.draw() for each in parts(tables, view, words, staging)]
    box = tables.book.box
    players = [player_of(box, player) for player in players_of(tables, view, staging.names, words)]
    designs = designs_in(box)
    return art.picture(panels, players, view.facts.size, designs, words("title"), theme_named(theme))


@cache
def reserved_names() -> frozenset[str]:
    """Names under which something else is drawn than a route card."""
    return frozenset(name.removeprefix(f"{art.ROOM}-") for name in art.sprites({}))


def sprites(box: Box) -> str:
    """The cards and castles, drawn once."""
    return sprites_svg(art.sprites(designs_of(box)), [art.PALETTE])


def paints() -> str:
    """Sky, stalks and banners by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- what is touched


def touched(tables: Tables, view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move: a card, a cell and a way to turn it; magic cards; a pile.

    Moves that nobody could mean now touch things that are nowhere on the table, so that a thing that is touched in vain
    stands for those moves alone that were meant: a cell for laying one's own card as it may lie there, a magic card for
    playing it.
    """
    if isinstance(move, Lay):
        cards, ways = laying(view, tables)
        code, cell, way = move
        card, target, turn = cards.get(code), TARGET_OF[cell], TURN_OF[way]
        if card is None or ways is None:
            return card or f"none:{code}", NOWHERE_OF[cell], turn
        lies = ways.get(target, NO_WAY)
        # Where no way is left every way is meant.
        return card, target if lies[LIES_FLAT[way]] or not any(lies) else NOWHERE_OF[cell], turn
    facts = view.facts
    step = current_step(tables.book.box, facts)
    verb = step.verb if step is not None else ""
    choosing = None in facts.magic
    match move:
        case Cut(cell) | Turn(cell):
            # Only magic cuts and turns; as long as it does not, this says what a turn is to whoever touches the stack.
            return (TARGET_OF[cell],) if verb == move.verb else ("stack",) if verb != "swap" else (f"none:{move}",)
        case Discard(code):
            card = in_hand(view, code)
            return card, "discard" if not card.startswith("none:") else f"none:{move}"
        case PlayMagic(name):
            return (f"magic:{name}" if not choosing else f"none:{name}",)
        case Pick(three):
            return tuple(f"magic:{name}" if choosing else f"none:{name}" for name in three)
        case Keep() if verb == "swap" and view.seat is not None:
            return tuple(f"hand:{code}" for code in facts.hands[view.seat])
        case Keep():
            return ("none:keep",)
        case Swap():
            return ("stack",) if verb == "swap" else ("none:swap",)
        case _:
            return ()


def in_hand(view: View[Facts], code: str) -> str:
    """A card of the hand of the seat that looks on, by its code, so that it is the same after others are laid."""
    hand = () if view.seat is None else view.facts.hands[view.seat]
    return f"hand:{code}" if code in hand else f"none:{code}"


class Laying(NamedTuple):
    """What laying a card depends on in a view, whichever card it is."""

    cards: dict[str, str]
    """By its code, what is touched to lay a card: one of the hand, or the magic card that is itself to be laid now."""
    ways: dict[str, tuple[bool, bool]] | None
    """How a card could come to lie on each cell of the field, by its target; None while cards are cut or turned."""


@latest
def laying(view: View[Facts], tables: Tables) -> Laying:
    """The same, found once for a view: whoever looks asks about many moves, one after the other."""
    box, facts = tables.book.box, view.facts
    step, magic = current_step(box, facts), laid_now(box, facts)
    hand = () if view.seat is None else facts.hands[view.seat]
    cards = {code: f"hand:{code}" for code in hand if code is not None}
    if magic is not None and magic.laid is not None:
        cards[magic.laid.code] = f"magic:{magic.name}"
    meant = step is None or step.verb not in ("cut", "turn")
    return Laying(cards, ways_by_target(tables, seen_in(facts)) if meant else None)
