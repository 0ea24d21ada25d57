"""Written positions, spoilt at random: an impossible one is refused, an accepted one can be played to its end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from cloudtop.core.chance import below, pick
from cloudtop.core.errors import BadPosition, ContractBreach
from cloudtop.core.game import Game
from cloudtop.testing.conformance import all_terms
from cloudtop.testing.promises import check_end, check_outcome, check_position, check_turn

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    99,
    10**12,
    1.0,
    "",
    "?",
    "a1",
    [],
    [[]],
    {},
    ["a1"],
    {"a1": 1},
)
"""What never belongs anywhere, or nearly."""
HEAD = ("game", "rules", "players", "options")
CLOSE = 12
"""One in so many of the accepted positions is put through every check; the others are played on."""


class Fuzzed(NamedTuple):
    """What came of many spoilt positions."""

    refused: int
    accepted: int
    unchanged: int
    """Spoilt in a way that makes no difference."""


def fuzz(game: Game, count: int, seed: int = 0) -> Fuzzed:
    """Spoil so many positions; raises `ContractBreach` with the first one that is neither refused nor playable."""
    rng = Random(seed)
    refused = accepted = unchanged = 0
    dumps = positions(game, rng)
    for _ in range(count):
        dump, other = next(dumps)
        spoilt = copy.deepcopy(dump)
        for _ in range(1 + below(rng, 3)):
            spoil_one(spoilt, other, rng)
        try:
            state = game.load(copy.deepcopy(spoilt))
        except BadPosition:
            refused += 1
            continue
        except Exception as error:
            raise ContractBreach(f"{game.name}: load fails with {error!r} instead of BadPosition: {spoilt}") from error
        if state.dump() == dump:
            unchanged += 1
            continue
        accepted += 1
        try:
            play_on(game, spoilt, rng, closely=accepted % CLOSE == 0)
        except Exception as error:
            raise ContractBreach(f"{game.name}: accepted, but {error!r}: {spoilt}") from error
    return Fuzzed(refused, accepted, unchanged)


def positions(game: Game, rng: Random) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Positions of random games under random terms, each with another of the same game."""
    terms = list(all_terms(game))
    while True:
        players, options = pick(rng, terms)
        state = game.deal(players, int(rng.random() * 1e9), options)
        dumps = [state.dump()]
        while state.turn():
            seat = pick(rng, state.turn())
            state.apply(seat, pick(rng, state.legal(seat)))
            dumps.append(state.dump())
        for _ in range(8):
            yield pick(rng, dumps), pick(rng, dumps)
        yield dumps[-1], pick(rng, dumps)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in plain data."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands there."""
    for step in path:
        value = value[step]
    return value


def spoil_one(dump: dict[str, Any], other: dict[str, Any], rng: Random) -> None:
    """Change one thing in a position."""
    found = [path for path in places(dump) if path[0] not in HEAD]
    if not found:
        return
    path = pick(rng, found)
    holder, last = at(dump, path[:-1]), path[-1]
    here = holder[last]
    way = below(rng, 8)
    if way == 0:
        holder[last] = copy.deepcopy(pick(rng, STRANGE))
    elif way == 1:
        del holder[last]
    elif way == 2 and isinstance(holder, list):
        holder.insert(below(rng, len(holder) + 1), copy.deepcopy(here))
    elif way == 3 and isinstance(here, list):
        here.reverse()
    elif way == 4 and isinstance(here, int) and not isinstance(here, bool):
        holder[last] = here + pick(rng, (-1, 1))
    elif way == 5:
        # The same place of another position of the game.
        if path in set(places(other)):
            holder[last] = copy.deepcopy(at(other, path))
    else:
        # Something of the same kind from elsewhere in the position, in exchange or as a copy.
        alike = [place for place in found if type(at(dump, place)) is type(here) and place[: len(path)] != path]
        alike = [place for place in alike if path[: len(place)] != place]
        if alike:
            place = pick(rng, alike)
            holder[last] = copy.deepcopy(at(dump, place))
            if way == 6:
                at(dump, place[:-1])[place[-1]] = here


def play_on(game: Game, dump: dict[str, Any], rng: Random, closely: bool) -> None:
    """Play a position to its end at random, holding the game to its promises."""
    state = game.load(dump)
    bounds = game.bounds(state.players, state.options)
    if closely and state.turn():
        check_position(state, Random(0), bounds)
    moves = 0
    while state.turn():
        check_turn(state, bounds)
        seat = pick(rng, state.turn())
        state.play(seat, pick(rng, state.legal(seat)))
        moves += 1
        if moves > bounds.moves:
            raise ContractBreach(f"broken promise: no game is longer than declared: {bounds.moves}")
    check_outcome(state)
    check_end(state, bounds)
