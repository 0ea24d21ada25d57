"""What stays the same from move to move is the very same thing, so that a page finds at once what has changed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.board import POOL
from cloudtop.core.scene import Item, Slot, Staging

MOVES = 30
SELDOM = 0.03
"""So much may be drawn anew: what is rare is not kept by itself."""


def drawn(name: str, seed: int) -> list[dict[tuple[str, str], Item | Slot]]:
    """All items and slots that a spectator sees, position by position of a random game."""
    game, rng = cloudtop.game(name), Random(seed)
    state = game.deal(2, seed)
    found: list[dict[tuple[str, str], Item | Slot]] = []
    while state.turn() and len(found) < MOVES:
        panels = game.scene(state.view(None), game.words(), Staging()).panels
        things: dict[tuple[str, str], Item | Slot] = {}
        for panel in panels:
            things |= {(panel.name, item.id): item for item in panel.items}
            things |= {(panel.name, slot.id): slot for slot in panel.slots}
        found.append(things)
        seat = state.turn()[0]
        state.apply(seat, rng.choice(state.legal(seat)))
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_what_has_not_changed_is_the_very_same(name: str) -> None:
    # A pool that other tests have filled would drop components meanwhile.
    POOL.clear()
    positions = drawn(name, 3)
    stayed = [
        (before[key], after[key])
        for before, after in pairwise(positions)
        for key in before.keys() & after.keys()
        if before[key] == after[key]
    ]
    anew = [before for before, after in stayed if before is not after]
    assert len(stayed) > 400
    assert len(anew) <= SELDOM * len(stayed), anew
