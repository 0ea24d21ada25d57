"""A position as plain data: what each seat knows, the whole of it, and the way back.

A tile is written as in `pieces.toml`, a laid one and a walkway as the move that laid it.
"""

from __future__ import annotations

from typing import Any

from cloudtop.games.cloud_city.board import LONGEST
from cloudtop.games.cloud_city.notation import TEXTS
from cloudtop.games.cloud_city.pieces import LEVELS, TILE_NAMES
from cloudtop.games.cloud_city.rules import EMPTY, CloudCity
from cloudtop.games.cloud_city.score import REQUESTS

HIDDEN = "?"
"""A hand tile whose face the viewer does not know."""


def names(tiles: list[int]) -> list[str]:
    """Tiles in notation."""
    return [TILE_NAMES[tile] for tile in tiles]


def hand(state: CloudCity, owner: int, seat: int | None) -> list[str]:
    """A hand as a seat knows it: its own, or the tiles that were taken face up and a mark for each other one."""
    if owner == seat:
        return names(state.hands[owner])
    known = state.known[owner]
    return names(known) + [HIDDEN] * (len(state.hands[owner]) - len(known))


def facts(state: CloudCity, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, knows of a position."""
    shown = common(state)
    shown["hands"] = [hand(state, owner, seat) for owner in range(state.seats)]
    shown["stack"] = len(state.stack) - state.drawn
    shown["supply"] = {
        level: state.supply[LONGEST * number : LONGEST * (number + 1)] for number, level in enumerate(LEVELS)
    }
    shown["round"] = min(state.turns // state.seats + 1, state.rounds)
    shown["rounds"] = state.rounds
    shown["scores"] = state.scores()
    return shown


def position(state: CloudCity) -> dict[str, Any]:
    """The whole position, secrets included."""
    whole = common(state)
    whole["hands"] = [names(tiles) for tiles in state.hands]
    whole["stack"] = names(state.stack[state.drawn :])
    return whole


def common(state: CloudCity) -> dict[str, Any]:
    """What everybody knows and cannot be worked out from the rest."""
    return {
        "starter": state.starter,
        "requests": [REQUESTS[request] for request in state.requests],
        "turn": state.turn(),
        "step": None if state.seat < 0 else "build" if state.building else "lay",
        "cities": [
            {
                "tiles": [TEXTS[tile] for tile in city.tiles],
                "walkways": [TEXTS[walkway] for walkway in city.walkways],
            }
            for city in state.cities
        ],
        "known": [names(tiles) for tiles in state.known],
        "market": [None if tile == EMPTY else TILE_NAMES[tile] for tile in state.market],
        "last": None if state.last < 0 else TEXTS[state.last],
    }
