"""A position written down, by a dump or by hand: every key is checked before a game goes on from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from cloudtop.core.errors import BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.cloudy_kingdom.board import BIT, CELLS, FIELD, STEP_SWAP, Book
from cloudtop.games.cloudy_kingdom.notation import CELL_NAMES, CELL_OF, Notation
from cloudtop.games.cloudy_kingdom.pieces import BOX, FAMILIES, why_no_layout
from cloudtop.games.cloudy_kingdom.rules import CloudyKingdom, first_position
from cloudtop.games.cloudy_kingdom.rules_field import Field
from cloudtop.games.cloudy_kingdom.rules_table import NO_CARD, PAIRS_OF, SEAT_PAIRS
from cloudtop.games.cloudy_kingdom.view import castle_bits, custom_magic, pairs_in_words

KEYS: Final = (
    "size",
    "castles",
    "field",
    "hands",
    "stack",
    "discard",
    "removed",
    "magic",
    "used",
    "active",
    "turn",
    "spell",
    "last_turns",
    "joined",
    "last",
    "winners",
    "reason",
    "custom",
)
REASONS: Final = ("win", "win-active-first", "win-magic-other", "win-delayed", "deck-out")


class Reader(NamedTuple):
    """What a written position is read with."""

    terms: Terms
    book: Book
    notation: Notation
    position: Mapping[str, Any]

    def get(self, key: str, default: Any) -> Any:
        """The value of a key, or what holds where it is left out."""
        return self.position.get(key, default)

    def seat(self, key: str, given: object) -> int:
        """A seat at this table."""
        if type(given) is not int or given not in range(self.terms.players):
            raise BadPosition(f"{key!r} is a seat from 0 to {self.terms.players - 1}, not {given!r}")
        return given

    def number(self, key: str, given: object, most: int) -> int:
        """A number from 0 to the most there can be."""
        if type(given) is not int or not 0 <= given <= most:
            raise BadPosition(f"{key!r} is a number from 0 to {most}, not {given!r}")
        return given

    def per_seat(self, key: str, given: object) -> list[Any]:
        """A list with one entry for each seat."""
        if not isinstance(given, list) or len(given) != self.terms.players:
            raise BadPosition(f"{key!r} is a list with one entry for each of the {self.terms.players} seats")
        return given

    def cards(self, key: str, given: object, magic: bool = False) -> list[int]:
        """Designs of a list of codes: route cards, with `magic` also magic cards that lay in the field."""
        known = self.book.codes if magic else self.book.codes[: self.book.routes]
        if not isinstance(given, list):
            raise BadPosition(f"{key!r} is a list of cards such as 't'")
        for code in given:
            if code not in known:
                raise BadPosition(f"{code!r} in {key!r} is no card; expected one of {', '.join(known)}")
        return [known.index(code) for code in given]

    def sides(self, key: str, given: object) -> list[int]:
        """Numbers of magic sides, in ascending order."""
        names = [side.name for side in self.book.magic]
        if not isinstance(given, list) or any(name not in names for name in given):
            raise BadPosition(f"{key!r} has lists of magic cards out of {', '.join(names)}, not {given!r}")
        return sorted(names.index(name) for name in given)


def restored(terms: Terms, book: Book, notation: Notation, position: Mapping[str, Any]) -> CloudyKingdom:
    """The state of a written position, or `BadPosition` with what is impossible about it."""
    unknown = sorted(set(position) - set(KEYS))
    if unknown:
        raise BadPosition(f"a position of cloudy-kingdom has no key {unknown[0]!r}; it has {', '.join(KEYS)}")
    if "active" not in position:
        raise BadPosition("a position of cloudy-kingdom says whose turn it is: the key 'active' is missing")
    reader = Reader(terms, book, notation, position)
    if reader.get("custom", {}) != custom_magic(book):
        raise BadPosition("'custom' names other magic cards than this game is played with")
    active = reader.seat("active", position["active"])
    state = first_position(terms, book, castle_bits(read_castles(reader)), [], active, [])
    state.picks = []
    read_field(reader, state.field)
    read_piles(reader, state)
    read_magic(reader, state)
    read_hands(reader, state)
    read_spell(reader, state)
    read_stack(reader, state)
    read_end(reader, state)
    read_turn(reader, state)
    check_magic_laid(state)
    return state


def read_castles(reader: Reader) -> dict[str, str]:
    """The castles around the field."""
    size = 4 if reader.terms.players == 4 else 3
    if reader.get("size", size) != size:
        raise BadPosition(f"'size' is {size} with {reader.terms.players} players")
    fixed = BOX.layouts[size]
    castles = reader.get("castles", fixed)
    wrong = why_no_layout(castles, FAMILIES[:size])
    if wrong is not None:
        raise BadPosition(f"'castles': {wrong}")
    if reader.terms.options["layout"] == "fixed" and castles != fixed:
        raise BadPosition("'castles' differs from the fixed layout; play with the option layout = random")
    return dict(castles)


def read_field(reader: Reader, field: Field) -> None:
    """The stacks of cards, each crosswise to the one beneath."""
    given = reader.get("field", {})
    if not isinstance(given, Mapping):
        raise BadPosition("'field' is a mapping from a cell such as 'b2' to its cards, bottom first")
    inside = [name for name in CELL_NAMES if FIELD[field.size] & BIT[CELL_OF[name]]]
    for name, cards in given.items():
        if name not in inside:
            raise BadPosition(f"there is no cell {name!r} in the field; there are {', '.join(inside)}")
        if not isinstance(cards, list) or not cards:
            raise BadPosition(f"the stack on {name} is a list of cards such as 't:n', bottom first")
        for card in cards:
            face = reader.notation.face_of(card)
            if face < 0:
                raise BadPosition(f"{card!r} on {name} is no card; expected a code and a way such as 't:n' or 's:h'")
            put(field, CELL_OF[name], face, f"{card} on {name}")


def put(field: Field, cell: int, face: int, what: str) -> None:
    """Lay one card of a written position."""
    bit = BIT[cell]
    if field.fire & bit:
        raise BadPosition(f"{what} lies on a fireproof card, which nothing may cover")
    if field.taken & bit and not field.route_cross(field.book.lying[face]) & bit:
        raise BadPosition(f"{what} does not lie crosswise to the card beneath")
    field.lay(cell, face)


def read_piles(reader: Reader, state: CloudyKingdom) -> None:
    """The discard pile and the cards that were cut."""
    state.discards = reader.cards("discard", reader.get("discard", []))
    state.removed = reader.cards("removed", reader.get("removed", []), magic=True)


def read_magic(reader: Reader, state: CloudyKingdom) -> None:
    """The magic cards of each seat, those that are spent, and choices not yet shown."""
    first = [state.book.magic[side].name for side in BOX.first_game]
    option = reader.terms.options["magic"]
    given = reader.per_seat("magic", reader.get("magic", [first] * state.seats))
    choosing = None in given
    for seat, names in enumerate(given):
        if names is not None:
            sides = reader.sides("magic", names)
            allowed = state.book.picks[:32] if option != "choose" else state.book.picks
            if sides not in allowed:
                raise BadPosition(f"seat {seat} has three different magic cards, one side of each, not {names!r}")
            state.magic[3 * seat : 3 * seat + 3] = sides
    if choosing:
        if option != "choose":
            raise BadPosition("'magic' is still chosen (null) only with the option magic = choose")
        state.picks = [
            state.book.picks.index(state.magic[3 * seat : 3 * seat + 3]) if given[seat] is not None else -1
            for seat in range(state.seats)
        ]
        state.magic = [-1] * (3 * state.seats)
    elif option != "choose" and any(names != given[0] for names in given):
        raise BadPosition("'magic' is the same for all seats unless everybody chooses")
    elif option == "first-game" and state.magic[:3] != sorted(BOX.first_game):
        raise BadPosition(f"'magic' of a first game is {', '.join(first)}")
    for seat, names in enumerate(reader.per_seat("used", reader.get("used", [[]] * state.seats))):
        for side in reader.sides("used", names):
            slot = state.slot(seat, side)
            if slot < 0:
                raise BadPosition(f"seat {seat} cannot have used {state.book.magic[side].name}: it never had it")
            state.used[seat] |= BIT[slot]


def read_hands(reader: Reader, state: CloudyKingdom) -> None:
    """The route cards in the hands; the active seat may hold several while it carries out magic."""
    given = reader.per_seat("hands", reader.get("hands", [[] for _ in range(state.seats)]))
    magic = reader.get("spell", None) is not None
    state.hands = [NO_CARD] * state.seats
    for seat in range(state.seats):
        cards = reader.cards("hands", given[seat])
        if magic and seat == state.active:
            state.drawn = cards
        elif len(cards) > 1:
            raise BadPosition(f"seat {seat} holds one route card, not {len(cards)}")
        elif cards:
            state.hands[seat] = cards[0]


def read_spell(reader: Reader, state: CloudyKingdom) -> None:
    """The magic that is being carried out."""
    given = reader.get("spell", None)
    if given is None:
        return
    keys = {"magic", "step", "older", "fresh", "shown"}
    if not isinstance(given, Mapping) or not {"magic", "step"} <= set(given) <= keys:
        raise BadPosition("'spell' is null, or has 'magic' and 'step', and perhaps 'older', 'fresh' and 'shown'")
    state.spell = reader.sides("spell", [given["magic"]])[0]
    verbs = state.book.verbs[state.spell]
    state.step = reader.number("step", given["step"], len(verbs) - 1)
    if state.slot(state.active, state.spell) < 0 or not state.magic_once(state.active, state.spell):
        raise BadPosition(f"'used' must have {given['magic']} for seat {state.active}, who is playing it")
    if not state.discards:
        raise BadPosition("'discard' is empty, but magic is played after discarding the route card")
    state.older = reader.number("older", given.get("older", len(state.discards) - 1), len(state.discards) - 1)
    fresh = given.get("fresh")
    if fresh is not None:
        if fresh not in CELL_OF or not state.field.taken & BIT[CELL_OF[fresh]]:
            raise BadPosition(f"'fresh' is null or a cell with a card, not {fresh!r}")
        state.fresh = CELL_OF[fresh]
    state.shown = reader.cards("shown", given.get("shown", []))
    for card in state.shown:
        if card not in state.drawn:
            raise BadPosition(f"seat {state.active} does not hold {state.book.codes[card]}, which 'shown' names")
        state.drawn.remove(card)


def read_stack(reader: Reader, state: CloudyKingdom) -> None:
    """The stack, the top first; left out, it is the rest of the cards in the order of the box. All must add up."""
    book = state.book
    seen = Counter(state.discards + state.drawn + state.shown)
    seen.update(card for card in state.hands if card >= 0)
    seen.update(card for card in state.removed if card < book.routes)
    faces = [face for cell in range(CELLS) for face in state.field.stack(cell)]
    seen.update(book.design[face] for face in faces if book.design[face] < book.routes)
    rest = [design for design, route in enumerate(BOX.routes) for _ in range(route.copies - seen[design])]
    state.deck = reader.cards("stack", reader.get("stack", [book.codes[card] for card in rest]))
    seen.update(state.deck)
    for design, route in enumerate(BOX.routes):
        if seen[design] != route.copies:
            raise BadPosition(f"there are {route.copies} cards {route.code} in the box, not {seen[design]}")


def read_end(reader: Reader, state: CloudyKingdom) -> None:
    """The roads that are joined, the last turns, and how the game ended."""
    state.linked = state.field.joined_from_castles() & SEAT_PAIRS[state.seats]
    if reader.get("joined", pairs_in_words(state.linked)) != pairs_in_words(state.linked):
        raise BadPosition(f"'joined' does not fit the field: joined are {pairs_in_words(state.linked)}")
    state.last_turns = reader.number("last_turns", reader.get("last_turns", 0), state.seats)
    last = reader.get("last", None)
    if last is not None:
        if last not in reader.notation.moves or state.book.cell[reader.notation.moves[last]] < 0:
            raise BadPosition(f"'last' is null or a move in the field such as 't@b2n', not {last!r}")
        state.last = reader.notation.moves[last]
    winners, reason = reader.get("winners", None), reader.get("reason", None)
    if (winners is None) != (reason is None):
        raise BadPosition("'winners' and 'reason' are both null, or both say how the game ended")
    if winners is None:
        return
    if not isinstance(winners, list) or reason not in REASONS or (winners == []) != (reason == "deck-out"):
        raise BadPosition(f"'reason' is one of {', '.join(REASONS)}, and only deck-out has no winners")
    bits = 0
    for winner in winners:
        bits |= BIT[reader.seat("winners", winner)]
        if not state.linked & PAIRS_OF[winner]:
            raise BadPosition(f"seat {winner} cannot have won: no two of its castles are joined")
    state.end(bits, reason)


def read_turn(reader: Reader, state: CloudyKingdom) -> None:
    """Who has to decide; refuse a position in which nobody could be asked that."""
    if state.reason:
        pass
    elif state.picks:
        read_choosing(state)
    elif state.spell >= 0:
        read_step(reader, state)
    else:
        read_route_turn(state)
    turn = reader.get("turn", state.turn())
    if turn != state.turn():
        raise BadPosition(f"'turn' says {turn!r}, but the seats to decide are {state.turn()}")


def read_choosing(state: CloudyKingdom) -> None:
    """Magic is being chosen: nothing else has happened."""
    if state.field.taken or state.discards or state.removed or any(card >= 0 for card in state.hands):
        raise BadPosition("'magic' is still chosen (null) only before route cards are dealt")
    if state.spell >= 0 or state.last_turns:
        raise BadPosition("'magic' is still chosen (null) only before the first turn")
    state.seat = state.turn()[0]


def read_route_turn(state: CloudyKingdom) -> None:
    """A turn begins: everybody holds a card, unless the last turns are being played."""
    if (state.last_turns > 0) != (not state.deck):
        raise BadPosition("'last_turns' counts the turns to come once the stack is empty, and is 0 before")
    if not state.last_turns and any(card < 0 for card in state.hands):
        raise BadPosition(f"seat {state.hands.index(NO_CARD)} has no route card")
    if state.hands[state.active] < 0:
        raise BadPosition(f"seat {state.active} has no card to play, so it is not its turn")
    if state.linked & PAIRS_OF[state.active]:
        raise BadPosition(f"castles of seat {state.active} are joined at the start of its turn: it has won already")
    state.seat = state.active


def read_step(reader: Reader, state: CloudyKingdom) -> None:
    """A step of magic waits for a decision."""
    side = state.book.magic[state.spell]
    if state.last_turns:
        raise BadPosition("there is no magic in the last turns")
    steps = side.steps[: state.step]
    expected = sum(step.verb in ("draw", "take") for step in steps) - sum(
        step.verb in ("play", "discard") for step in steps
    )
    held = len(state.drawn) + len(state.shown)
    if held != expected:
        raise BadPosition(f"seat {state.active} holds {expected} cards at this step of {side.name}, not {held}")
    if any(state.hands[seat] < 0 for seat in range(state.seats) if seat != state.active):
        raise BadPosition("everybody else holds a route card while magic is played")
    state.seat = state.active
    if state.verb() == STEP_SWAP:
        turn = reader.get("turn", [(state.active + 1) % state.seats])
        state.seat = reader.seat("turn", turn[0] if isinstance(turn, list) and turn else None)
        if state.seat == state.active or not state.deck:
            raise BadPosition("another seat is asked whether it swaps, and only while there are cards in the stack")
    if not state.step_moves():
        raise BadPosition(f"step {state.step} of {side.name} asks for no decision here")


def check_magic_laid(state: CloudyKingdom) -> None:
    """Refuse more magic cards in the field, or cut from it, than were played."""
    book = state.book
    lying = Counter(book.design[face] for cell in range(CELLS) for face in state.field.stack(cell))
    lying.update(state.removed)
    for magic, design in enumerate(book.laid_design):
        played = sum(state.slot(seat, magic) >= 0 and state.magic_once(seat, magic) for seat in range(state.seats))
        if design >= 0 and lying[design] > played:
            raise BadPosition(f"{lying[design]} cards {book.codes[design]} were laid, but {played} were played")
