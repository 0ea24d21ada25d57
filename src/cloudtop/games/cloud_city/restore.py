"""From a written position to a state, with a reason for everything that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cloudtop.core.errors import BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.cloud_city.board import BIT, DRAWS, FAR, LAYS, NEAR, PER_KIND, SLOTS
from cloudtop.games.cloud_city.notation import MOVE_OF, TEXTS
from cloudtop.games.cloud_city.pieces import BOX, KIND_OF, TILE_NAMES
from cloudtop.games.cloud_city.rules import EMPTY, HAND, CloudCity, first_position
from cloudtop.games.cloud_city.rules_city import City
from cloudtop.games.cloud_city.score import REQUESTS

KEYS = ("starter", "requests", "turn", "step", "cities", "hands", "known", "market", "stack", "last")
NEEDED = ("starter", "turn", "cities", "hands", "market", "stack")


def restored(terms: Terms, position: Mapping[str, Any]) -> CloudCity:
    """The state of a written position, or `BadPosition` with what is impossible about it.

    The stack may be shorter than it would be in a game, so that a puzzle need not list tiles nobody will see.
    """
    unknown = sorted(set(position) - set(KEYS))
    if unknown:
        raise BadPosition(f"a position of cloud-city has no key {unknown[0]!r}; it has {', '.join(KEYS)}")
    missing = [key for key in NEEDED if key not in position]
    if missing:
        raise BadPosition(f"a position of cloud-city needs the key {missing[0]!r}")
    starter = read_starter(terms, position["starter"])
    state = first_position(
        terms, starter, list(BOX.start), BOX.stack(), list(BOX.walkways), read_requests(terms, position)
    )
    read_cities(state, position["cities"])
    read_tiles(state, position)
    read_turn(state, position)
    check_hands(state)
    check_tiles(state)
    read_last(state, position.get("last"))
    return state


def rows(given: object, seats: int, key: str) -> list[Any]:
    """What a key gives for each seat."""
    if not isinstance(given, list) or len(given) != seats:
        raise BadPosition(f"{key!r} is a list with one entry for each of {seats} seats")
    return given


def tiles_of(given: object, where: str) -> list[int]:
    """A list of tiles."""
    if not isinstance(given, list):
        raise BadPosition(f"{where}: expected a list of tiles such as 'bg' or 'b/g'")
    for name in given:
        if not isinstance(name, str) or name not in KIND_OF:
            raise BadPosition(f"{name!r} in {where} is no tile; the tiles are {', '.join(TILE_NAMES)}")
    return [KIND_OF[name] for name in given]


def read_starter(terms: Terms, starter: object) -> int:
    """The seat that began."""
    if type(starter) is not int or starter not in range(terms.players):
        raise BadPosition(f"'starter' is a seat from 0 to {terms.players - 1}, not {starter!r}")
    return starter


def read_requests(terms: Terms, position: Mapping[str, Any]) -> list[int]:
    """The request cards in play, as many as the option says."""
    cards = position.get("requests", [])
    if not isinstance(cards, list) or any(card not in REQUESTS for card in cards) or len(set(cards)) != len(cards):
        raise BadPosition(f"'requests' is a list of different cards out of {', '.join(REQUESTS)}")
    count = terms.options["requests"]
    if len(cards) != count:
        raise BadPosition(f"the option requests says {count}, but 'requests' has {len(cards)} cards")
    return [REQUESTS.index(card) for card in cards]


# ---------------------------------------------------------------------- cities


def read_cities(state: CloudCity, given: object) -> None:
    """Lay every tile and build every walkway again."""
    for seat, entry in enumerate(rows(given, state.seats, "cities")):
        if not isinstance(entry, Mapping) or not set(entry) <= {"tiles", "walkways"} or "tiles" not in entry:
            raise BadPosition(f"the city of seat {seat} has the keys 'tiles' and 'walkways'")
        lay_tiles(state, seat, entry["tiles"])
        build_walkways(state, seat, entry.get("walkways", []))


def moves_of(given: object, where: str, first: int, end: int, example: str) -> list[int]:
    """A list of moves in notation, all between two numbers."""
    if not isinstance(given, list):
        raise BadPosition(f"{where}: expected a list of moves such as {example!r}")
    for text in given:
        if not isinstance(text, str) or not first <= MOVE_OF.get(text, -1) < end:
            raise BadPosition(f"{text!r} does not belong in {where}; expected moves such as {example!r}")
    return [MOVE_OF[text] for text in given]


def lay_tiles(state: CloudCity, seat: int, given: object) -> None:
    """The tiles of a city in the order they were laid, the start tile first; a frame holds one for each round."""
    city = state.cities[seat]
    where = f"the tiles of seat {seat}"
    tiles = moves_of(given, where, 0, LAYS, "bg1@g9")
    start = city.tiles[0]
    if not tiles or tiles[0] != start:
        raise BadPosition(f"{where} begin with its start tile, {TEXTS[start]}")
    for tile in tiles[1:]:
        rule = why_no_place(city, tile)
        if rule:
            raise BadPosition(f"{TEXTS[tile]} of seat {seat} cannot have been laid: it breaks the rule {rule}")
        city.lay(tile)


def why_no_place(city: City, tile: int) -> str:
    """The first rule that laying a tile there breaks, nothing if it breaks none."""
    cell = tile % PER_KIND // 4
    if not city.place_free(cell):
        return "cloud-city/place-free"
    if not city.place_touch(cell):
        return "cloud-city/place-touch"
    return "" if city.place_frame(cell) else "cloud-city/place-frame"


def build_walkways(state: CloudCity, seat: int, given: object) -> None:
    """The walkways of a city, each taken from the supply."""
    for walkway in moves_of(given, f"the walkways of seat {seat}", LAYS, DRAWS, "g7-l7"):
        rule = state.why_no_walkway(seat, NEAR[walkway], FAR[walkway])
        if rule:
            raise BadPosition(f"{TEXTS[walkway]} of seat {seat} cannot have been built: it breaks the rule {rule}")
        state.build(seat, walkway)


# ---------------------------------------------------------------------- tiles that are not laid


def read_tiles(state: CloudCity, position: Mapping[str, Any]) -> None:
    """Hands, what is known of them, the face-up slots and the stack."""
    hands = rows(position["hands"], state.seats, "hands")
    known = rows(position.get("known", [[] for _ in range(state.seats)]), state.seats, "known")
    for seat in range(state.seats):
        state.hands[seat] = sorted(tiles_of(hands[seat], f"the hand of seat {seat}"))
        state.known[seat] = sorted(tiles_of(known[seat], f"what is known of seat {seat}"))
        extra = Counter(state.known[seat]) - Counter(state.hands[seat])
        if extra:
            name = TILE_NAMES[min(extra)]
            raise BadPosition(f"seat {seat} is known to have the tile {name}, but does not have it in hand")
    market = position["market"]
    if not isinstance(market, list) or len(market) != SLOTS:
        raise BadPosition(f"'market' is a list of {SLOTS} tiles, null for an empty slot")
    state.stack = tiles_of(position["stack"], "the stack")
    state.drawn = 0
    state.sources = 1 if state.stack else 0
    for slot, name in enumerate(market):
        if name is None:
            if state.stack:
                raise BadPosition(f"slot {slot + 1} is empty, but the stack is not: a slot is refilled at once")
            state.market[slot] = EMPTY
        else:
            state.market[slot] = tiles_of([name], "the market")[0]
            state.sources |= BIT[1 + slot]


def check_tiles(state: CloudCity) -> None:
    """Refuse more tiles of a kind than there are."""
    found = Counter(tile for tile in state.market if tile != EMPTY) + Counter(state.stack)
    for city, tiles in zip(state.cities, state.hands, strict=True):
        found += Counter(tiles) + Counter(tile // PER_KIND for tile in city.tiles[1:])
    box = Counter(BOX.stack())
    for kind, count in sorted(found.items()):
        if count > box[kind]:
            name = TILE_NAMES[kind]
            raise BadPosition(f"there are {count} tiles {name} besides the start tiles, but the box has {box[kind]}")


def check_hands(state: CloudCity) -> None:
    """Refuse a hand that is too large, or that will run out before the last round."""
    left = len(state.stack) + sum(tile != EMPTY for tile in state.market)
    sizes = [len(tiles) for tiles in state.hands]
    for seat, size in enumerate(sizes):
        most = HAND - 1 if state.building and seat == state.seat else HAND
        if size > most:
            raise BadPosition(f"seat {seat} has {size} tiles in hand, but can have at most {most} now")
    if state.building:
        sizes[state.seat] += 1
    for turn in range(state.turns, state.rounds * state.seats):
        seat = (state.starter + turn) % state.seats
        if sizes[seat] == 0:
            raise BadPosition(f"seat {seat} will run out of tiles before the last round")
        sizes[seat] += (left > 0) - 1
        left -= 1


# ---------------------------------------------------------------------- whose turn


def read_turn(state: CloudCity, position: Mapping[str, Any]) -> None:
    """Whose turn it is and what comes next; both must fit the tiles that were laid."""
    laid = [len(city.tiles) - 1 for city in state.cities]
    over = sum(laid) == state.rounds * state.seats and position["turn"] == []
    step = position.get("step", None if over else "lay")
    if step not in (("lay", "build") if not over else (None,)):
        raise BadPosition("'step' is 'lay' or 'build', null when the game is over")
    state.building = step == "build"
    state.turns = sum(laid) - state.building
    if state.turns < 0:
        raise BadPosition("'step' is 'build', but no tile has been laid yet")
    round_number, ahead = divmod(state.turns, state.seats)
    for seat in range(state.seats):
        place = (seat - state.starter) % state.seats
        due = round_number + (place < ahead or (state.building and place == ahead))
        if laid[seat] != due:
            raise BadPosition(
                f"seat {seat} has laid {laid[seat]} tiles; after {state.turns} turns from seat {state.starter} on "
                f"it is {due}"
            )
    turn = [] if over else [(state.starter + state.turns) % state.seats]
    if position["turn"] != turn:
        raise BadPosition(f"'turn' is {turn} after {state.turns} turns, not {position['turn']!r}")
    state.seat = turn[0] if turn else -1


def read_last(state: CloudCity, last: object) -> None:
    """The last move, if it is told."""
    if last is None:
        return
    move = MOVE_OF.get(last, -1) if isinstance(last, str) else -1
    if state.building:
        city = state.cities[state.seat]
        fits = move in city.walkways or move == city.tiles[-1]
    else:
        fits = move >= DRAWS and state.turns > 0
    if not fits:
        raise BadPosition(f"'last' is the last move in notation, or null; it cannot be {last!r} here")
    state.last = move
