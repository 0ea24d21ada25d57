"""From writing back to a state: deals and positions; whatever cannot be is refused with what is wrong about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from cloudtop.core.errors import BadDeal, BadPosition
from cloudtop.core.rulebook import Rule, rule_id
from cloudtop.core.state import Terms
from cloudtop.games.cloud_city import effects
from cloudtop.games.cloud_city.board import City, Table
from cloudtop.games.cloud_city.fast import EMPTY, Setup
from cloudtop.games.cloud_city.moves import MOVES, NOTHING, SLOT_NAMES, STACK, TILE_NUMBER, TILE_OF, Draw, Lay, Walkway
from cloudtop.games.cloud_city.pieces import FRAMES, HAND, SLOTS, TILE_NAMED, TILE_NAMES, Box
from cloudtop.games.cloud_city.rules import WALKWAY, place_frame, place_free, place_touch
from cloudtop.games.cloud_city.state import CloudCity, first_position
from cloudtop.games.cloud_city.view import Deal, Position, WrittenCity

PLACE = (place_free, place_touch, place_frame)
"""What a tile that lies in a city has kept, whoever laid it."""
NUMBERED = {name: TILE_NUMBER[tile] for name, tile in TILE_NAMED.items()}
"""By name, the numbers of the tiles."""
ANY = "any"
"""A draw of which nobody says where from."""

# ---------------------------------------------------------------------- deals


def begin(setup: Setup, terms: Terms, deal: Mapping[str, Any]) -> CloudCity:
    """The first position of a deal; `BadDeal` if no shuffle gives it."""
    try:
        given = msgspec.convert(deal, Deal)
    except msgspec.ValidationError as error:
        raise BadDeal(f"this is no deal of cloud-city: {error}") from None
    terms.dealt_seat("starter", given.starter)
    if sorted(given.tiles) != setup.tiles:
        for name in given.tiles:
            if name not in NUMBERED:
                raise BadDeal(f"{name!r} is no tile; the tiles are {', '.join(TILE_NAMES)}")
        found, box = Counter(given.tiles), Counter(setup.tiles)
        name = next(name for name in TILE_NAMES if found[name] != box[name])
        raise BadDeal(f"a deal has {box[name]} tiles {name} besides the start tiles, not {found[name]}")
    if wrong := wrong_requests(setup.box, given.requests, terms):
        raise BadDeal(f"the requests of a deal {wrong}")
    tiles = [NUMBERED[name] for name in given.tiles]
    return first_position(setup, terms, starter=given.starter, tiles=tiles, requests=list(given.requests))


def wrong_requests(box: Box, cards: Sequence[str], terms: Terms) -> str:
    """What is wrong about the request cards in play; nothing if they are as many as the option says."""
    count = terms.options["requests"]
    if any(card not in box.requests for card in cards):
        return f"are cards out of {', '.join(box.requests)}"
    if len(set(cards)) != len(cards):
        return "are different cards"
    return "" if len(cards) == count else f"are {len(cards)}, but the option requests says {count}"


# ---------------------------------------------------------------------- positions


def restore(setup: Setup, terms: Terms, position: Position) -> CloudCity:
    """The state of a written position; `BadPosition` says what is impossible about it.

    The stack may be shorter than it would be in a game, so that a puzzle need not list tiles nobody will see.
    """
    terms.written_seat("starter", position.starter)
    if wrong := wrong_requests(setup.box, position.requests, terms):
        refuse(f"'requests' {wrong}")
    known = ((),) * terms.players if position.known is msgspec.UNSET else position.known
    for key, rows in (("cities", position.cities), ("hands", position.hands), ("known", known)):
        terms.check_rows(key, rows)
    tiles = [TILE_NUMBER[tile] for tile in setup.box.stack()]
    state = first_position(setup, terms, starter=position.starter, tiles=tiles, requests=list(position.requests))
    fill_cities(state, position.cities)
    for seat in range(state.seats):
        state.hands[seat] = tiles_in(position.hands[seat], f"the hand of seat {seat}")
        state.known[seat] = tiles_in(known[seat], f"what is known of seat {seat}")
    fill_market(state, position)
    set_turn(state, position)
    idle = idle_turns(state)
    check_hands_last(state)
    check_tiles(state)
    check_known(state)
    set_last(state, position.last, idle)
    check_history(state, idle)
    return state


def refuse(reason: str) -> NoReturn:
    """Refuse a position."""
    raise BadPosition(reason)


def tiles_in(names: Iterable[str], where: str) -> list[int]:
    """Tiles in the order of their numbers."""
    return sorted(tile_number(name, where) for name in names)


def tile_number(name: str, where: str) -> int:
    """The number of a tile."""
    if name not in NUMBERED:
        refuse(f"{name!r} in {where} is no tile; the tiles are {', '.join(TILE_NAMES)}")
    return NUMBERED[name]


# ---------------------------------------------------------------------- cities


def fill_cities(state: CloudCity, cities: Sequence[WrittenCity]) -> None:
    """Lay every tile and build every walkway again, each by the rules."""
    box = state.setup.box
    supply = dict(box.walkways)
    for seat, written in enumerate(cities):
        city = City(FRAMES[state.options["city"]], table=Table(supply=supply), box=box)
        lay_tiles(state, seat, city, written.tiles)
        for text in written.walkways:
            walkway = MOVES.written(text)
            if not isinstance(walkway, Walkway):
                refuse(f"{text!r} does not belong in the walkways of seat {seat}; expected moves such as 'g7-l7'")
            if rule := first_broken(WALKWAY, city, walkway):
                refuse(f"{text} of seat {seat} cannot have been built: it breaks the rule {rule}")
            supply[city.buildings[walkway.near], walkway.length] -= 1
            city.build(walkway)
            effects.build(state, seat, MOVES.number(walkway))


def lay_tiles(state: CloudCity, seat: int, city: City, texts: Sequence[str]) -> None:
    """The tiles of a city in the order they were laid, the start tile first."""
    start = MOVES[state.cities[seat].tiles[0]]
    if not texts or texts[0] != str(start):
        refuse(f"the tiles of seat {seat} begin with its start tile, {start}")
    for number, text in enumerate(texts):
        lay = MOVES.written(text)
        if not isinstance(lay, Lay):
            refuse(f"{text!r} does not belong in the tiles of seat {seat}; expected moves such as 'bg1@g9'")
        if number > 0:
            if rule := first_broken(PLACE, city, lay):
                refuse(f"{text} of seat {seat} cannot have been laid: it breaks the rule {rule}")
            state.cities[seat].lay(MOVES.number(lay))
        city.lay(lay)


def first_broken(rules: Iterable[Rule], city: City, move: Lay | Walkway) -> str:
    """The first of some rules that a move breaks; nothing if it breaks none."""
    return next((f"cloud-city/{rule_id(rule)}" for rule in rules if rule(city, move)), "")


# ---------------------------------------------------------------------- tiles that are not laid


def fill_market(state: CloudCity, position: Position) -> None:
    """The face-up slots and the stack."""
    if len(position.market) != SLOTS:
        refuse(f"'market' is a list of {SLOTS} tiles, null for an empty slot")
    state.stack = [tile_number(name, "the stack") for name in position.stack]
    state.drawn = 0
    state.sources = 1 if state.stack else 0
    for slot, name in enumerate(position.market):
        if name is not None:
            state.market[slot] = tile_number(name, "the market")
            state.sources |= 2 << slot
        elif state.stack:
            refuse(f"slot {slot + 1} is empty, but the stack is not: a slot is refilled at once")
        else:
            state.market[slot] = EMPTY


def check_tiles(state: CloudCity) -> None:
    """Refuse more tiles of a kind than there are."""
    found = Counter(tile for tile in state.market if tile != EMPTY) + Counter(state.stack)
    for city, tiles in zip(state.cities, state.hands, strict=True):
        found += Counter(tiles) + Counter(TILE_OF[lay] for lay in city.tiles[1:])
    box = Counter(TILE_NUMBER[tile] for tile in state.setup.box.stack())
    for tile, count in sorted(found.items()):
        if count > box[tile]:
            name = TILE_NAMES[tile]
            refuse(f"there are {count} tiles {name} besides the start tiles, but the box has {box[tile]}")


# ---------------------------------------------------------------------- whose turn


def set_turn(state: CloudCity, position: Position) -> None:
    """Whose turn it is and what comes next; both must fit the tiles that were laid."""
    laid = [len(city.tiles) - 1 for city in state.cities]
    over = sum(laid) == state.setup.rounds * state.seats and position.turn == ()
    step = position.step
    if step is msgspec.UNSET:
        step = None if over else "lay"
    if (step is None) != over:
        refuse("'step' is 'lay' or 'build', null when the game is over")
    state.building = step == "build"
    state.turns = sum(laid) - state.building
    if state.turns < 0:
        refuse("'step' is 'build', but no tile has been laid yet")
    for seat in range(state.seats):
        due = turns_of(state, seat) + (state.building and seat == on_turn(state))
        if laid[seat] != due:
            refuse(
                f"seat {seat} has laid {laid[seat]} tiles; after {state.turns} turns from seat {state.starter} on "
                f"it is {due}"
            )
    turn = () if over else (on_turn(state),)
    if position.turn != turn:
        refuse(f"'turn' is {list(turn)} after {state.turns} turns, not {list(position.turn)}")
    state.seat = -1 if over else on_turn(state)


def on_turn(state: CloudCity, ago: int = 0) -> int:
    """Who plays after the turns that are over, or played so many turns ago."""
    return (state.starter + state.turns - ago) % state.seats


def turns_of(state: CloudCity, seat: int, last: int | None = None) -> int:
    """How many of all turns that are over, or of the last few, were a seat's."""
    count = state.turns if last is None else last
    return sum(on_turn(state, ago) == seat for ago in range(1, count + 1))


def idle_turns(state: CloudCity) -> int:
    """How many turns ended without a tile, as there was none; it shows in the hands, which are full before that."""
    missing = []
    for seat, tiles in enumerate(state.hands):
        full = HAND - 1 if state.building and seat == state.seat else HAND
        if len(tiles) > full:
            refuse(f"seat {seat} has {len(tiles)} tiles in hand, but can have at most {full} now")
        missing.append(full - len(tiles))
    idle = sum(missing)
    for seat, count in enumerate(missing):
        if count != turns_of(state, seat, idle) or (idle and state.sources) or idle > state.turns:
            refuse(f"seat {seat} has {len(state.hands[seat])} tiles in hand, but one was drawn for each that was laid")
    return idle


def check_hands_last(state: CloudCity) -> None:
    """Refuse a position in which a hand runs out before the last round."""
    left = len(state.stack) + sum(tile != EMPTY for tile in state.market)
    sizes = [len(tiles) for tiles in state.hands]
    if state.building:
        sizes[state.seat] += 1
    for turn in range(state.turns, state.setup.rounds * state.seats):
        seat = (state.starter + turn) % state.seats
        if sizes[seat] == 0:
            refuse(f"seat {seat} will run out of tiles before the last round")
        sizes[seat] += (left > 0) - 1
        left -= 1


# ---------------------------------------------------------------------- what happened before


def set_last(state: CloudCity, text: str | None, idle: int) -> None:
    """The last move, if it is told."""
    if text is None:
        return
    move = MOVES.written(text)
    if isinstance(move, Draw):
        fits = not state.building and state.turns > 0 and may_have_been_drawn(state, move, idle)
    else:
        fits = state.building and move is not None and may_have_been_built(state, move)
    if move is None or not fits:
        refuse(f"'last' is the last move in notation, or null; it cannot be {text!r} here")
    state.last = MOVES.number(move)


def may_have_been_built(state: CloudCity, move: Lay | Walkway) -> bool:
    """Whether a tile or walkway was the last of the city that is being built.

    A walkway that needs the last tile was built after it.
    """
    city = state.cities[state.seat]
    walkways = [walkway for number in city.walkways if isinstance(walkway := MOVES[number], Walkway)]
    if isinstance(move, Walkway):
        return move in walkways[-1:]
    needed = {space.cell for walkway in walkways for space in (*walkway.ends, *walkway.between)}
    return move == MOVES[city.tiles[-1]] and move.cell not in needed


def may_have_been_drawn(state: CloudCity, draw: Draw, idle: int) -> bool:
    """Whether the last turn can have ended with such a draw: nothing is drawn only when there is nothing.

    A slot stays empty only once the stack is empty: with another empty slot, the last one taken is not full again.
    """
    if draw.source == NOTHING or idle:
        return draw.source == NOTHING and idle > 0
    all_full = EMPTY not in state.market
    if draw.source == STACK:
        return all_full and state.hidden_tiles(on_turn(state, 1)) != []
    taken = state.market[SLOT_NAMES.index(draw.source)]
    return (all_full or taken == EMPTY) and state.known[on_turn(state, 1)] != []


def check_known(state: CloudCity) -> None:
    """Refuse tiles that are known to be in a hand, but are not there."""
    for seat, known in enumerate(state.known):
        extra = Counter(known) - Counter(state.hands[seat])
        if extra:
            refuse(f"seat {seat} is known to have the tile {TILE_NAMES[min(extra)]}, but does not have it in hand")


def check_history(state: CloudCity, idle: int) -> None:
    """Refuse tiles that are known to be in a hand, but cannot have been taken face up and kept."""
    for seat, known in enumerate(state.known):
        lays = [TILE_OF[lay] for lay in state.cities[seat].tiles[1:]]
        if not may_be_known(known, lays, draws_of(state, seat, idle)):
            names = ", ".join(TILE_NAMES[tile] for tile in known)
            refuse(f"seat {seat} cannot have taken all of this face up and have it still: {names}")


def draws_of(state: CloudCity, seat: int, idle: int) -> list[str]:
    """How each turn of a seat that is over ended, as far as it can be told: a source, or `ANY`."""
    without = turns_of(state, seat, idle)
    draws = [ANY] * (turns_of(state, seat) - without) + [NOTHING] * without
    last = None if state.last < 0 else MOVES[state.last]
    if isinstance(last, Draw) and seat == on_turn(state, 1):
        draws[-1] = last.source
    return draws


def may_be_known(known: Sequence[int], lays: Sequence[int], draws: Sequence[str]) -> bool:
    """Whether a seat that laid these tiles and drew in this way can have shown all the tiles it is known to have.

    Looked at backwards: `sets` are the tiles that may have been known at that time. Each of them was taken face up at
    some draw; and who lays a tile like a known one is known to have one less.
    """
    sets = {tuple(known)}
    for turn in reversed(range(len(lays))):
        if turn < len(draws):
            sets = {before for after in sets for before in before_draw(after, draws[turn])}
        sets = {tuple(sorted((*after, lays[turn]))) if lays[turn] in after else after for after in sets}
    return () in sets


def before_draw(known: tuple[int, ...], source: str) -> list[tuple[int, ...]]:
    """What may have been known before a draw: all of it, or, if that was face up, all but the tile that was taken."""
    if source == NOTHING:
        return [known]
    secret = [known] if len(known) < HAND and source in (STACK, ANY) else []
    if source == STACK:
        return secret
    return secret + [known[:index] + known[index + 1 :] for index in range(len(known))]
