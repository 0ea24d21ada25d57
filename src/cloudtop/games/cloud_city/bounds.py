"""How long, how wide and how high a game of Cloud City can get, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping

from cloudtop.core.game import Bounds, Value
from cloudtop.games.cloud_city.board import LONGEST, VALUE
from cloudtop.games.cloud_city.pieces import BOX
from cloudtop.games.cloud_city.rules import HAND
from cloudtop.games.cloud_city.score import (
    FIVE_VALUES,
    MAJORITY,
    PER_CIRCUIT,
    PER_CROSSING,
    PER_LIGHT,
    PER_SOLO,
    UNBALANCED,
)

ROUNDS = {"square": 8, "rectangle": 11}
WIDEST_FRONTIER = {"square": 8, "rectangle": 13}
"""The most cells a tile can be laid on, over all shapes a growing city can have; the tests go through them all."""


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """What no game under these terms exceeds.

    A building carries at most two walkways and a walkway has two ends, so a city has no more walkways than
    buildings. A decision is widest when three different tiles can be laid on every open cell in four rotations:
    a building has at most four links, which never makes as many.
    """
    city = str(options["city"])
    buildings = 2 * (ROUNDS[city] + 1)
    cards = int(options["requests"])
    lays_and_draws = 2 * ROUNDS[city] * players
    return Bounds(
        moves=lays_and_draws + min(buildings * players, sum(BOX.walkways)),
        legal=HAND * 4 * WIDEST_FRONTIER[city],
        lowest=sum(worst_requests(buildings, options["crossing"] == "points")[:cards]),
        highest=best_walkways(buildings) + sum(best_requests(buildings)[:cards]),
    )


def best_walkways(count: int) -> int:
    """The votes of the most valuable walkways in the box."""
    values = [VALUE[piece % LONGEST + 1] for piece, left in enumerate(BOX.walkways) for _ in range(left)]
    return sum(sorted(values, reverse=True)[:count])


def best_requests(buildings: int) -> list[int]:
    """The most that each gaining request can bring, the greatest first; a loop takes at least four walkways."""
    gains = [MAJORITY] * 4 + [FIVE_VALUES, PER_CIRCUIT * (buildings // 4), PER_LIGHT * buildings]
    return sorted(gains, reverse=True)


def worst_requests(buildings: int, points: bool) -> list[int]:
    """The most that each losing request can cost, the greatest first.

    Only walkways of different levels cross; with n walkways there are most such pairs when each level has a third
    of them: n x n / 3.
    """
    crossings = buildings * buildings // 3 if points else buildings
    return sorted([PER_CROSSING * crossings, PER_SOLO * buildings, UNBALANCED])
