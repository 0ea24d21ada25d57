"""Promises about what learners see; they need the extra `lab`."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from random import Random

from cloudtop.core.game import Game, Value
from cloudtop.core.observe import WIDTH, Observer, observation
from cloudtop.core.state import State
from cloudtop.testing.breach import promise


def check_observer(
    game: Game, players: int, options: Mapping[str, Value], seed: int = 1, observer: Observer | None = None
) -> int:
    """Play a random game and hold its observer to its promises, in every third position for all seats.

    Returns how often something hidden was redrawn.
    """
    terms = game.terms(players, options)
    watched = game.observer(terms) if observer is None else observer
    rng = Random(seed)
    state = game.begin(terms, game.shuffle(terms, rng))
    redrawn = moves = 0
    while (mover := state.mover()) >= 0:
        for seat in range(players) if moves % 3 == 0 else ():
            redrawn += check_observation(watched, state, seat, rng)
        moves += 1
        before = observation(watched, state, mover)
        legal = state.legal(mover)
        state.apply(mover, legal[int(rng.random() * len(legal))])
        promise(observation(watched, state, mover) != before, "a seat sees that it has moved", mover)
    for seat in range(players):
        check_observation(watched, state, seat, rng)
    return redrawn


def check_observation(observer: Observer, state: State, seat: int, rng: Random) -> bool:
    """Look at one observation; returns whether a position that differs was imagined to compare it with."""
    layout = observer.layout
    seen = observation(observer, state, seat)
    promise(len(seen) == WIDTH * layout.size, "an observation is as long as its layout says", len(seen))
    numbers = struct.unpack(f"<{layout.size}h", seen)
    for entry in layout.entries:
        part = numbers[layout.slices[entry.name]]
        within = entry.lowest <= min(part) and max(part) <= entry.highest
        promise(within, f"numbers of {entry.name} lie within their bounds", (min(part), max(part)))
    promise(observation(observer, state.copy(), seat) == seen, "a copy looks the same", seat)
    imagined = state.imagine(seat, rng)
    promise(observation(observer, imagined, seat) == seen, "what a seat cannot know changes nothing that it sees", seat)
    return imagined.dump() != state.dump()
