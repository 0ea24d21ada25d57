"""From writing to a state: a deal, and a position, by a dump or by hand. Whatever is impossible is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from cloudtop.core.errors import BadDeal, BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.cloudy_kingdom import effects, rules
from cloudtop.games.cloudy_kingdom.board import field_of
from cloudtop.games.cloudy_kingdom.fast import BIT, Tables, step_moves
from cloudtop.games.cloudy_kingdom.moves import CELL_NAMED, NUMBER_OF, Cell, Cut, Lay, Turn
from cloudtop.games.cloudy_kingdom.pieces import SIDES, Box, Castles, incomplete
from cloudtop.games.cloudy_kingdom.score import (
    PAIRS_OF,
    SEAT_PAIRS,
    castle_bits,
    joined_from_castles,
    pairs_in_words,
)
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom, empty_table, first_position
from cloudtop.games.cloudy_kingdom.view import Position, families_of, position, seated

REASONS: Final = ("win", "win-active-first", "win-magic-other", "win-delayed", "deck-out")
CHANGES: Final = ("play", "lay", "cut", "turn")
"""Steps that change the field."""
DECISIONS: Final = (*CHANGES, "discard", "swap")
"""Steps that ask for a decision; cards are drawn and taken without one."""


def why_no_castles(castles: object, letters: str) -> str | None:
    """What is wrong with written castles; None if nothing is."""
    if not isinstance(castles, Mapping) or set(castles) != set(SIDES):
        return "castles are given for the sides N, E, S and W"
    if not all(isinstance(row, str) for row in castles.values()):
        return "the castles of a side are a text of letters"
    wrong = incomplete(castles, letters)
    if wrong is None and rules.layout(castles):
        return "castles of a family never face each other and never meet at a corner"
    return wrong


# ---------------------------------------------------------------------- a deal


def begin(terms: Terms, tables: Tables, deal: Mapping[str, Any]) -> CloudyKingdom:
    """An empty field, one card each from the top of the stack, and the starter to play."""
    box = tables.book.box
    keys = {"stack", "starter"}
    keys |= {"castles"} if terms.options["layout"] == "random" else set()
    keys |= {"magic"} if terms.options["magic"] == "random" else set()
    if not isinstance(deal, Mapping) or set(deal) != keys:
        raise BadDeal(f"a deal of cloudy-kingdom with these options has the keys {', '.join(sorted(keys))}")
    starter = terms.dealt_seat("starter", deal["starter"])
    castles: Castles = deal.get("castles", box.layouts[box.size(terms.players)])
    wrong = why_no_castles(castles, box.in_play(terms.players))
    if wrong is not None:
        raise BadDeal(f"the castles of a deal: {wrong}")
    stack = deal["stack"]
    if not isinstance(stack, list) or sorted(map(str, stack)) != sorted(box.deck):
        raise BadDeal(f"the stack of a deal has every route card of the box, {len(box.deck)} in all, the top first")
    numbers = {route.code: number for number, route in enumerate(box.routes)}
    deck = [numbers[code] for code in stack]
    magic = dealt_magic(terms, tables, deal.get("magic", list(box.first_game)))
    return first_position(terms, tables, castle_bits(castles, families_of(box, terms)), deck, starter, magic)


def dealt_magic(terms: Terms, tables: Tables, given: object) -> list[int]:
    """The magic that everybody gets; none where it is chosen."""
    if terms.options["magic"] == "choose":
        return []
    names = [side.name for side in tables.book.box.printed]
    known = isinstance(given, list) and all(name in names for name in given)
    sides = sorted(names.index(name) for name in given) if known and isinstance(given, list) else []
    if sides not in tables.book.threes:
        raise BadDeal(f"the magic of a deal is three different magic cards, one side of each, not {given!r}")
    return sides


# ---------------------------------------------------------------------- a position


def restore(terms: Terms, tables: Tables, written: Position) -> CloudyKingdom:
    """The state of a written position, or `BadPosition` with what is impossible about it."""
    box = tables.book.box
    castles = castle_bits(read_castles(terms, box, written), families_of(box, terms))
    state = empty_table(terms, tables, castles, [], terms.written_seat("active", written.active), [])
    state.picks = []
    for key, given in (("hands", written.hands), ("magic", written.magic), ("used", written.used)):
        if given:
            terms.check_rows(key, given)
    read_field(state, written)
    state.discards = designs_of(state, "discard", written.discard)
    state.removed = designs_of(state, "removed", written.removed, cut=True)
    read_magic(state, written)
    read_hands(state, written)
    read_spell(state, written)
    read_stack(state, written)
    read_joined(state, written)
    read_last(state, written)
    read_turn(state, written)
    check_magic_laid(state, written)
    return state


def number_of(key: str, given: int, least: int, most: int) -> int:
    """A number that can be so small and so large."""
    if not least <= given <= most:
        raise BadPosition(f"{key!r} is a number from {least} to {most}, not {given!r}")
    return given


def cell_of(state: CloudyKingdom, name: str) -> Cell:
    """A cell of the field."""
    inside = [cell for cell in CELL_NAMED if max(CELL_NAMED[cell]) < state.field.size]
    if name not in inside:
        raise BadPosition(f"there is no cell {name!r} in the field; there are {', '.join(inside)}")
    return CELL_NAMED[name]


def designs_of(state: CloudyKingdom, key: str, codes: Iterable[str], cut: bool = False) -> list[int]:
    """Cards of a pile: route cards; those that were `cut`, also magic cards that are not fireproof."""
    designs = state.tables.book.designs
    known = [design.code for design in designs if design.copies or (cut and not design.fireproof)]
    numbers = {design.code: number for number, design in enumerate(designs)}
    for code in codes:
        if code not in known:
            raise BadPosition(f"{code!r} in {key!r} is no card; expected one of {', '.join(known)}")
    return [numbers[code] for code in codes]


def sides_of(state: CloudyKingdom, key: str, names: Iterable[str]) -> list[int]:
    """Numbers of magic sides, in ascending order, each once."""
    known = [side.name for side in state.tables.book.box.magic]
    if any(name not in known for name in names):
        raise BadPosition(f"{key!r} has lists of magic cards out of {', '.join(known)}, not {list(names)!r}")
    sides = sorted(known.index(name) for name in names)
    if len(set(sides)) != len(sides):
        raise BadPosition(f"{key!r} names a magic card twice: {list(names)!r}")
    return sides


def read_castles(terms: Terms, box: Box, written: Position) -> Castles:
    """The castles around the field."""
    size = box.size(terms.players)
    if written.size not in (0, size):
        raise BadPosition(f"'size' is {size} with {terms.players} players")
    families = box.seated(terms.players, terms.options["families"])
    if written.families not in ("", families):
        raise BadPosition(f"'families' is {families!r}, as the option says, not {written.families!r}")
    fixed = box.layouts[size]
    castles = written.castles or fixed
    wrong = why_no_castles(castles, box.in_play(terms.players))
    if wrong is not None:
        raise BadPosition(f"'castles': {wrong}")
    if terms.options["layout"] == "fixed" and castles != fixed:
        raise BadPosition("'castles' differs from the fixed layout; play with the option layout = random")
    return castles


def read_field(state: CloudyKingdom, written: Position) -> None:
    """The stacks of cards, each crosswise to the one beneath."""
    for name, cards in written.field.items():
        cell = NUMBER_OF[cell_of(state, name)]
        if not cards:
            raise BadPosition(f"the stack on {name} is a list of cards such as 't:n', bottom first")
        for card in cards:
            face = state.tables.book.face_named.get(card)
            if face is None:
                raise BadPosition(f"{card!r} on {name} is no card; expected a code and a way such as 't:n' or 's:h'")
            put(state, cell, face, f"{card} on {name}")


def put(state: CloudyKingdom, cell: int, face: int, what: str) -> None:
    """Lay one card of a written position."""
    field, tables = state.field, state.tables
    covers = field.taken & BIT[cell] != 0
    magic = tables.book.box.maker.get(tables.book.designs[tables.design[face]].code)
    place = next((step.place for step in magic.steps if step.verb == "lay"), "") if magic else ""
    if field.fire & BIT[cell]:
        raise BadPosition(f"{what} lies on a fireproof card, which nothing may cover")
    if covers and not field.cross_places(tables.lying[face]) & BIT[cell]:
        raise BadPosition(f"{what} does not lie crosswise to the card beneath")
    if not covers and place in ("crosswise", "crosswise on last"):
        raise BadPosition(f"{what} lies on nothing, but it is laid crosswise on a card")
    if covers and place == "on empty":
        raise BadPosition(f"{what} lies on a card, but it is laid on an empty cell")
    field.lay(cell, face)


def read_magic(state: CloudyKingdom, written: Position) -> None:
    """The magic cards of each seat, those that are spent, and choices not yet shown."""
    box, threes = state.tables.book.box, state.tables.book.threes
    option = state.options["magic"]
    given = written.magic or (box.first_game,) * state.seats
    allowed = threes if option == "choose" else [three for three in threes if max(three) < len(box.printed)]
    held = [None if names is None else sides_of(state, "magic", names) for names in given]
    for seat, sides in enumerate(held):
        if sides is not None and sides not in allowed:
            raise BadPosition(f"seat {seat} has three different magic cards, one side of each, not {given[seat]!r}")
    if None in held:
        if option != "choose":
            raise BadPosition("'magic' is still chosen (null) only with the option magic = choose")
        state.picks = [-1 if sides is None else threes.index(sides) for sides in held]
    else:
        state.magic = [side for sides in held for side in sides or ()]
        if option != "choose" and any(sides != held[0] for sides in held):
            raise BadPosition("'magic' is the same for all seats unless everybody chooses")
        if option == "first-game" and held[0] != sides_of(state, "magic", box.first_game):
            raise BadPosition(f"'magic' of a first game is {', '.join(box.first_game)}")
    for seat, names in enumerate(written.used):
        for side in sides_of(state, "used", names):
            slot = state.slot(seat, side)
            if slot < 0:
                raise BadPosition(f"seat {seat} cannot have used {box.magic[side].name}: it never had it")
            state.used[seat] |= BIT[slot]


def read_hands(state: CloudyKingdom, written: Position) -> None:
    """The route cards in the hands; the active seat may hold several while it carries out magic."""
    for seat, codes in enumerate(written.hands):
        cards = designs_of(state, "hands", codes)
        if written.spell is not None and seat == state.active:
            state.drawn = cards
        elif len(cards) > 1:
            raise BadPosition(f"seat {seat} holds one route card, not {len(cards)}")
        elif cards:
            state.hands[seat] = cards[0]


def read_spell(state: CloudyKingdom, written: Position) -> None:
    """The magic that is being carried out."""
    spell = written.spell
    if spell is None:
        return
    state.spell = sides_of(state, "spell", [spell.magic])[0]
    magic = state.tables.book.box.magic[state.spell]
    state.step = number_of("step", spell.step, 0, len(magic.steps) - 1)
    slot = state.slot(state.active, state.spell)
    if slot < 0 or not state.used[state.active] & BIT[slot]:
        raise BadPosition(f"'used' must have {spell.magic} for seat {state.active}, who is playing it")
    if not state.discards:
        raise BadPosition("'discard' is empty, but magic is played after discarding the route card")
    done = [step.verb for step in magic.steps[: state.step]]
    # Since the active seat's own, at most every swap and every step before this one can have discarded a card.
    asked = [*done, magic.steps[state.step].verb].count("swap") * (state.seats - 1)
    count, most = len(state.discards), 1 + asked + done.count("discard") + done.count("play")
    older = count - 1 if spell.older is None else spell.older
    state.older = number_of("older", older, max(0, count - most), count - 1)
    if spell.fresh is not None:
        state.fresh = NUMBER_OF[cell_of(state, spell.fresh)]
        laid = [step.verb for step in magic.steps[: state.step + (written.reason is not None)]]
        if not state.field.taken & BIT[state.fresh] or not {"play", "lay"} & set(laid):
            raise BadPosition(f"'fresh' is null or the cell of a card that the magic has laid, not {spell.fresh!r}")
    state.shown = designs_of(state, "shown", spell.shown)
    for card in state.shown:
        if card not in state.drawn:
            code = state.tables.book.designs[card].code
            raise BadPosition(f"seat {state.active} does not hold {code}, which 'shown' names")
        state.drawn.remove(card)
    if len(state.shown) > done.count("take"):
        raise BadPosition(f"'shown' has cards taken from the discard pile: {done.count('take')} at most by now")


def read_stack(state: CloudyKingdom, written: Position) -> None:
    """The stack, the top first; left out, it is the rest of the cards in the order of the box. All must add up."""
    routes = state.tables.book.box.routes
    faces = [face for cell in NUMBER_OF.values() for face in state.field.stack(cell)]
    seen = Counter(state.discards + state.drawn + state.shown + state.removed)
    seen.update(card for card in state.hands if card >= 0)
    seen.update(state.tables.design[face] for face in faces)
    rest = [design for design, route in enumerate(routes) for _ in range(route.copies - seen[design])]
    state.deck = rest if written.stack is None else designs_of(state, "stack", written.stack)
    seen.update(state.deck)
    for design, route in enumerate(routes):
        if seen[design] != route.copies:
            raise BadPosition(f"there are {route.copies} cards {route.code} in the box, not {seen[design]}")


def read_joined(state: CloudyKingdom, written: Position) -> None:
    """The pairs of castles that are joined."""
    state.linked = joined_from_castles(state.field) & SEAT_PAIRS[state.seats]
    joined = pairs_in_words(state.linked, seated(state))
    if written.joined is not None and list(written.joined) != joined:
        raise BadPosition(f"'joined' does not fit the field: joined are {joined}")


def read_last(state: CloudyKingdom, written: Position) -> None:
    """The last move that changed the field, which must show there."""
    if written.last is None:
        return
    book = state.tables.book
    moves = {str(move): number for number, move in enumerate(book.values) if isinstance(move, Lay | Cut | Turn)}
    if written.last not in moves:
        raise BadPosition(f"'last' is null or a move in the field such as 't@b2n', not {written.last!r}")
    state.last = moves[written.last]
    move = book.values[state.last]
    assert isinstance(move, Lay | Cut | Turn)
    stack = written.field.get(str(cell_of(state, str(move.cell))), ())
    burns = state.field.fire & BIT[NUMBER_OF[move.cell]] != 0
    if isinstance(move, Lay) and (not stack or stack[-1] != f"{move.card}:{move.way}"):
        raise BadPosition(f"'last' is {move}, but no such card lies on top there")
    if isinstance(move, Turn) and (not stack or burns):
        raise BadPosition(f"'last' is {move}, but there is no stack that could have been turned")
    if isinstance(move, Cut) and (not state.removed or burns):
        raise BadPosition(f"'last' is {move}, but no card can have been cut there")
    verb = "turn" if isinstance(move, Turn) else "cut" if isinstance(move, Cut) else ""
    if verb and not steps_played(state, verb, written):
        raise BadPosition(f"'last' is {move}, but no magic in 'used' does that")


def steps_played(state: CloudyKingdom, verb: str, written: Position) -> int:
    """The steps of one kind that all magic played so far has, those still to come included."""
    magic = {each.name: each for each in state.tables.book.box.magic}
    return sum(step.verb == verb for names in written.used for name in names for step in magic[name].steps)


def check_magic_laid(state: CloudyKingdom, written: Position) -> None:
    """Refuse more magic cards in the field, or cut from it, than were played and laid."""
    lying = Counter(card.partition(":")[0] for cards in written.field.values() for card in cards)
    lying.update(written.removed)
    spell = written.spell
    for code, magic in state.tables.book.box.maker.items():
        played = sum(magic.name in names for names in written.used)
        if spell is not None and spell.magic == magic.name:
            # A step that waits is still to come; one that has won is done.
            done = magic.steps[: spell.step + (state.seat < 0)]
            played -= all(step.verb != "lay" for step in done)
        if lying[code] > played:
            raise BadPosition(f"{lying[code]} cards {code} were laid, but {played} were played")


# ---------------------------------------------------------------------- whose turn it is, and how it ended


def read_turn(state: CloudyKingdom, written: Position) -> None:
    """Who has to decide, or has won; refuse a position in which nobody could be asked that."""
    state.last_turns = number_of("last_turns", written.last_turns, 0, state.seats)
    if state.picks:
        check_choosing(state, written)
    elif written.winners is not None or written.reason is not None:
        read_end(state, written)
    elif state.spell >= 0:
        read_step(state, written)
    else:
        check_route_turn(state)
    if written.turn is not None and list(written.turn) != state.turn():
        raise BadPosition(f"'turn' says {list(written.turn)}, but the seats to decide are {state.turn()}")


def check_choosing(state: CloudyKingdom, written: Position) -> None:
    """Magic is being chosen: nothing else has happened."""
    dealt = any(card >= 0 for card in state.hands)
    if state.field.taken or state.discards or state.removed or dealt:
        raise BadPosition("'magic' is still chosen (null) only before route cards are dealt")
    if state.spell >= 0 or state.last_turns or state.last >= 0 or written.reason or written.winners is not None:
        raise BadPosition("'magic' is still chosen (null) only before the first turn")
    state.seat = state.turn()[0]


def check_route_turn(state: CloudyKingdom) -> None:
    """A turn begins: everybody holds a card, unless the last turns are being played."""
    if (state.last_turns > 0) != (not state.deck):
        raise BadPosition("'last_turns' counts the turns to come once the stack is empty, and is 0 before")
    if state.hands[state.active] < 0:
        raise BadPosition(f"seat {state.active} has no card to play, so it is not its turn")
    check_hands(state)
    if state.linked & PAIRS_OF[state.active]:
        raise BadPosition(f"castles of seat {state.active} are joined at the start of its turn: it has won already")
    check_waiting(state, others_of(state))
    state.seat = state.active


def others_of(state: CloudyKingdom) -> list[int]:
    """The seats but the active one, clockwise from it; in the last turns, only those whose turn is still to come."""
    turns = state.last_turns or state.seats
    return [(state.active + after) % state.seats for after in range(1, turns)]


def check_hands(state: CloudyKingdom) -> None:
    """Refuse a seat but the active one without a card, and, of those whose last turn is over, one with a card.

    Only who emptied the stack by magic, and so plays last, may have none.
    """
    others = others_of(state)
    for seat in range(state.seats):
        holds = state.hands[seat] >= 0
        if seat in others and not holds and not (state.last_turns and seat == others[-1]):
            raise BadPosition(f"seat {seat} has no route card")
        if seat != state.active and seat not in others and holds:
            raise BadPosition(f"seat {seat} has had its last turn, but still holds a card")


def check_waiting(state: CloudyKingdom, seats: Iterable[int]) -> None:
    """Refuse joined castles, unless by magic that one of these seats has played: all others have won already."""
    for seat in range(state.seats):
        if state.linked & PAIRS_OF[seat] and not (seat in seats and state.used[seat]):
            raise BadPosition(f"castles of seat {seat} are joined, but not by magic of its own: it has won already")


def read_step(state: CloudyKingdom, written: Position) -> None:
    """A step of magic waits for a decision."""
    magic = state.tables.book.box.magic[state.spell]
    verb, place = magic.steps[state.step]
    if verb not in DECISIONS:
        raise BadPosition(f"'spell': step {state.step} of {magic.name} asks for no decision here")
    check_spell(state, magic.holds(state.step))
    if place.endswith("on last") and state.fresh < 0 and magic.room is not None:
        raise BadPosition("'fresh' is the cell of the card that the magic has laid, not null")
    state.seat = state.active
    asked = None
    if verb == "swap":
        first = (state.active + 1) % state.seats
        state.seat = state.terms.written_seat("turn", (written.turn or (first,))[0])
        asked = (state.active - state.seat) % state.seats
        if state.seat == state.active or not state.deck:
            raise BadPosition("another seat is asked whether it swaps, and only while there are cards in the stack")
    if len(state.deck) < magic.draws(state.seats, state.step, asked):
        raise BadPosition(f"there are not cards enough in the stack for the steps of {magic.name} that are left")
    if state.older < magic.takes(state.step):
        raise BadPosition(f"there are not discards enough for the steps of {magic.name} that are left")
    if not step_moves(state) or (verb == "discard" and len(state.held(state.active)) < 2):
        raise BadPosition(f"'spell': step {state.step} of {magic.name} asks for no decision here")
    changed = any(step.verb in CHANGES for step in magic.steps[: state.step])
    check_waiting(state, [*others_of(state), *([state.active] if changed else [])])


def check_spell(state: CloudyKingdom, expected: int) -> None:
    """Refuse magic in the last turns, a hand that its steps do not lead to, and others without a card."""
    name = state.tables.book.box.magic[state.spell].name
    if state.last_turns:
        raise BadPosition("there is no magic in the last turns")
    held = len(state.drawn) + len(state.shown)
    if held != expected:
        raise BadPosition(f"seat {state.active} holds {expected} cards at this step of {name}, not {held}")
    if any(state.hands[seat] < 0 for seat in others_of(state)):
        raise BadPosition("everybody else holds a route card while magic is played")


def read_end(state: CloudyKingdom, written: Position) -> None:
    """How the game ended; refuse an end that the position contradicts."""
    winners, reason = written.winners, written.reason
    if winners is None or reason is None:
        raise BadPosition("'winners' and 'reason' are both null, or both say how the game ended")
    if list(winners) != sorted({state.terms.written_seat("winners", winner) for winner in winners}):
        raise BadPosition(f"'winners' has each seat once, in order, not {list(winners)}")
    if reason not in REASONS or (winners == ()) != (reason == "deck-out"):
        raise BadPosition(f"'reason' is one of {', '.join(REASONS)}, and only deck-out has no winners")
    for winner in winners:
        if not state.linked & PAIRS_OF[winner]:
            raise BadPosition(f"seat {winner} cannot have won: no two of its castles are joined")
    check_last_hands(state, reason)
    claimed = rules.Ending(frozenset(winners), reason)
    if not any(ending == claimed for ending in possible_endings(state, reason)):
        raise BadPosition(f"the game cannot have ended by {reason} with these winners")
    effects.end(state, sum(BIT[winner] for winner in winners), reason)


def check_last_hands(state: CloudyKingdom, reason: str) -> None:
    """Refuse hands and a stack with which the game does not end by that rule."""
    if (reason == "win-magic-other") != (state.spell >= 0):
        raise BadPosition("magic is being carried out where the game ends by win-magic-other, and nowhere else")
    if state.spell >= 0:
        magic = state.tables.book.box.magic[state.spell]
        verb = magic.steps[state.step].verb
        if verb not in CHANGES:
            raise BadPosition(f"step {state.step} of {magic.name} changes nothing in the field, and so wins nothing")
        check_spell(state, magic.holds(state.step + 1 if verb == "play" else state.step))
        return
    if (state.last_turns > 0) != (not state.deck and reason != "deck-out"):
        raise BadPosition("'last_turns' counts the turns to come once the stack is empty, and is 0 before and after")
    if reason == "deck-out" and (state.deck or max(state.hands) >= 0):
        raise BadPosition("at the end by deck-out there are no cards in the stack and in the hands")
    if reason in ("win", "win-active-first") and state.hands[state.active] >= 0:
        raise BadPosition(f"seat {state.active} holds a card, but it has just laid one and drawn none")
    if reason == "win-delayed" and state.hands[state.active] < 0 and state.last_turns != 1:
        raise BadPosition(f"seat {state.active} has no route card")
    if reason != "deck-out":
        check_hands(state)


def possible_endings(state: CloudyKingdom, reason: str) -> Iterator[rules.Ending | None]:
    """Every end to which the position can have come, as far as the last move is known."""
    box = state.tables.book.box
    field = field_of(box, position(state))
    letters = seated(state)
    joined = [seat for seat in range(state.seats) if state.linked & PAIRS_OF[seat]]
    last = state.tables.book.values[state.last] if state.last >= 0 else None
    if reason == "deck-out":
        yield None if joined else rules.Ending(frozenset(), reason)
    elif reason == "win-delayed":
        yield rules.ending_at_start(field, letters, state.active) if state.used[state.active] else None
    elif isinstance(last, Lay) or (isinstance(last, Turn) and state.spell >= 0):
        yield rules.ending(rules.linked(field.before(last), field, letters), state.active, state.spell >= 0)
    elif last is None or state.spell >= 0:
        # By a card that was cut, or a move that is not written, any of those who are joined can have been linked.
        for count in range(1, len(joined) + 1):
            for linked in combinations(joined, count):
                yield rules.ending(frozenset(linked), state.active, state.spell >= 0)
