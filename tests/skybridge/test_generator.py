"""The quick move generator against a slow one that reads like the brief."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import cloudtop
from cloudtop.games.skybridge.rules import Skybridge
from cloudtop.testing.conformance import all_terms

GAME = cloudtop.game("skybridge")
CELLS = [column + row for row in "123" for column in "abc"]
STOREYS = {"3": 3, "2": 2, "b": 1, "r": 0}


def naive_moves(state: Skybridge) -> set[str]:
    """All placements, from the dump alone."""
    dump = state.dump()
    towers = {cell: dump["towers"].get(cell, []) for cell in CELLS}
    height = {cell: sum(STOREYS[piece[1]] for piece in stack) for cell, stack in towers.items()}
    top = {cell: stack[-1] if stack else ".." for cell, stack in towers.items()}
    open_cells = [cell for cell in CELLS if top[cell][1] != "r"]
    found = set()
    for piece in dump["hands"][state.seat]:
        colour, kind = piece
        if dump["colour"] not in (None, colour):
            continue
        free = [cell for cell in open_cells if top[cell][0] != colour]
        if kind in "32" and free:
            lowest = min(height[cell] for cell in free)
            found |= {f"{piece}@{cell}" for cell in free if height[cell] == lowest}
        elif kind == "r":
            found |= {f"{piece}@{cell}" for cell in free if towers[cell] or dump["options"]["roof_on_foundation"]}
        elif kind == "b":
            for near, far in combinations(free, 2):
                apart = abs(ord(near[0]) - ord(far[0])) + abs(int(near[1]) - int(far[1]))
                bare = not towers[near] or not towers[far]
                one_bridge = top[near] == top[far] and top[near][1] == "b"
                fits = apart == 1 and height[near] == height[far] and not one_bridge
                if fits and (not bare or dump["options"]["bridge_on_foundation"]):
                    found.add(f"{piece}@{near}-{far}")
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_generators_find_the_same_moves(players: int) -> None:
    checked = 0
    for number, (count, options) in enumerate(all_terms(GAME)):
        if count != players:
            continue
        for seed in range(6):
            rng = Random(100 * number + seed)
            state = GAME.deal(players=players, seed=seed, options=options)
            assert isinstance(state, Skybridge)
            while state.turn():
                legal = state.legal(state.seat)
                assert {GAME.text(action) for action in legal} == naive_moves(state)
                state.play(state.seat, legal[int(rng.random() * len(legal))])
                checked += 1
    assert checked > 1500


def test_turns_pass_to_the_next_seat_that_can_place() -> None:
    for seed in range(40):
        rng = Random(seed)
        state = GAME.deal(players=4, seed=seed)
        assert isinstance(state, Skybridge)
        while state.turn():
            seat = state.seat
            legal = state.legal(seat)
            state.play(seat, legal[int(rng.random() * len(legal))])
            expected = -1
            for step in range(1, 5):
                probe = state.copy()
                probe.seat = (seat + step) % 4
                if naive_moves(probe):
                    expected = probe.seat
                    break
            assert state.seat == expected
