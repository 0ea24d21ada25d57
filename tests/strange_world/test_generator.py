"""The quick move generator against a slow one that reads like the brief."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from tests.strange_world.maps import GAME

from cloudtop.core.chance import pick
from cloudtop.games.strange_world.board import NOBODY, columns_that_fit, rows_that_fit
from cloudtop.games.strange_world.game import WIDEST
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.rules_world import spread

Place = tuple[int, int]
GRID = list(product(range(7), range(7)))


def place(name: str) -> Place:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def name_of(at: Place) -> str:
    return "abcdefg"[at[0]] + str(at[1] + 1)


def around(at: Place) -> list[Place]:
    return [(at[0] + x, at[1] + y) for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))]


def fits(cells: set[Place], rows: set[int], side: str | None, new: Place) -> bool:
    """Whether some frame of four by four holds everything, and nothing lies beyond the travellers."""
    columns = [x for x, _ in cells]
    if (side == "left" and new[0] < min(columns)) or (side == "right" and new[0] > max(columns)):
        return False
    everything = cells | {new}
    return any(
        all(left <= x < left + 4 and top <= y < top + 4 for x, y in everything)
        and all(top <= row < top + 4 for row in rows)
        for left, top in product(range(-3, 7), range(-3, 7))
    )


def slow_lays(dump: dict[str, Any], seat: int) -> set[str]:
    """Every card of the hand on every cell that the brief allows."""
    world = dump["worlds"][seat]
    grid = {place(name): card for name, card in world["land"].items()}
    rows = {row - 1 + i for _, row in world["travellers"] for i in (0, 1)}
    open_cells = [
        at
        for at in GRID
        if at not in grid and any(near in grid for near in around(at)) and fits(set(grid), rows, world["side"], at)
    ]
    hot = [at for at in open_cells if dump["fumaroles"] and any("#" not in grid.get(near, "#") for near in around(at))]
    found = set()
    for card in dump["hands"][seat]:
        found |= {f"{card}@{name_of(at)}" for at in (hot or open_cells if card[0] == "V" else open_cells)}
    return found


def slow_welcomes(dump: dict[str, Any], seat: int) -> set[str]:
    """Every traveller on offer in every place that the brief allows."""
    world = dump["worlds"][seat]
    cells = [place(name) for name in world["land"]]
    row = place(dump["focus"])[1]
    used = {y for _, y in cells} | {upper - 1 + i for _, upper in world["travellers"] for i in (0, 1)}
    valid = [
        (reach, upper)
        for reach, upper in (("above", row - 1), ("below", row))
        if max(used | {upper + 1}) - min(used | {upper}) < 4
    ]
    taken = [upper - 1 for _, upper in world["travellers"]]
    free = [slot for slot in valid if slot[1] not in taken]
    sides = [world["side"]] if world["side"] else ["left", "right"]
    return {f"{name}@{side}-{reach}" for name in dump["travellers"] for side in sides for reach, _ in free or valid} | {
        "decline"
    }


def slow_answers(dump: dict[str, Any], seat: int) -> set[str]:
    """The cells that answer a question."""
    world = dump["worlds"][seat]
    grid = {place(name): card for name, card in world["land"].items()}
    focus = place(dump["focus"])
    if dump["phase"] == "portal":
        beside = [(focus[0] - 1, focus[1]), (focus[0] + 1, focus[1])]
        return {f"portal@{name_of(at)}" for at in beside}
    if dump["phase"] == "fumarole":
        return {f"fumarole@{name_of(at)}" for at in around(focus) if at in grid and "#" not in grid[at]}
    used = {place(name) for city in world["cities"] for name in city[1:]}
    return {f"city@{name_of(at)}" for at in around(focus) if "#" in grid.get(at, "") and at not in used}


def slow_moves(dump: dict[str, Any], seat: int) -> set[str]:
    """All legal moves of a seat, from the dump alone."""
    phase = dump["phase"]
    if seat not in dump["turn"]:
        return set()
    if phase == "sun":
        return {"sun-left", "sun-right"}
    if phase in ("keep", "pass"):
        return {f"{phase}-{card}" for card in dump["hands"][seat]}
    if phase == "pile":
        return {f"pile-{number}" for number, pile in enumerate(dump["piles"], 1) if len(pile) == 3}
    if phase == "lay":
        return slow_lays(dump, seat)
    return slow_welcomes(dump, seat) if phase == "traveller" else slow_answers(dump, seat)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_generators_find_the_same_moves(players: int) -> None:
    asked = set()
    for seed in range(24 // players):
        rng = Random(seed)
        state = GAME.deal(players=players, seed=seed, options={"portal_adjacency": ("all", "sideways")[seed % 2]})
        while state.turn():
            dump = state.dump()
            asked.add(dump["phase"])
            for seat in range(players):
                assert {GAME.text(move) for move in state.legal(seat)} == slow_moves(dump, seat)
            seat = pick(rng, state.turn())
            state.play(seat, pick(rng, state.legal(seat)))
    assert {"lay", "traveller", "fumarole"} <= asked


def test_why_not_refuses_exactly_what_is_not_legal() -> None:
    for players in (1, 3):
        rng = Random(players)
        state = GAME.deal(players=players, seed=players)
        while state.turn():
            for seat in range(players):
                legal = [move for move in range(GAME.actions) if state.why_not(seat, move) is None]
                assert legal == state.legal(seat)
            for _ in range(4):
                if state.turn():
                    seat = pick(rng, state.turn())
                    state.play(seat, pick(rng, state.legal(seat)))


def test_no_shape_has_more_open_cells_around_it_than_promised() -> None:
    """The widest decision is to lay one of three cards: wider than to welcome one of eight travellers."""
    widest = 0
    # Every shape that touches the first row and the first column of a square of four by four.
    for shape in range(1, 2**16):
        rows = [shape >> 4 * row & 15 for row in range(4)]
        columns = rows[0] | rows[1] | rows[2] | rows[3]
        if not (rows[0] and columns & 1):
            continue
        occupied = sum(row * 2 ** (7 * number + 8) for number, row in enumerate(rows))
        height, width = max(number for number in range(4) if rows[number]) + 1, columns.bit_length()
        frame = rows_that_fit(1, height) & columns_that_fit(1, width, NOBODY)
        found = (spread(occupied) & ~occupied & frame).bit_count()
        if found > widest and joined({(x, y) for x, y in product(range(4), range(4)) if rows[y] >> x & 1}):
            widest = found
    assert widest == WIDEST
    assert GAME.bounds(4, {}).legal == 3 * widest > 4 * len(TRAVELLERS) + 1


def joined(cells: set[Place]) -> bool:
    """Whether all cells hang together."""
    waiting = set(cells)
    edge = [waiting.pop()]
    while edge:
        near = set(around(edge.pop())) & waiting
        waiting -= near
        edge += near
    return not waiting
