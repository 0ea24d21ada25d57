"""The rulebook: every rule of it counts, what a card sets off follows it, and no decision is wider than promised."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.support.strange_world.maps import phase, play, shown, solo

from cloudtop.core.chance import pick
from cloudtop.core.errors import ContractBreach
from cloudtop.core.rulebook import Rule, Rulebook, rule_id
from cloudtop.games.strange_world.board import table
from cloudtop.games.strange_world.fast import NOBODY, columns_that_fit, rows_that_fit, spread
from cloudtop.games.strange_world.game import GAME, WIDEST, StrangeWorldGame
from cloudtop.games.strange_world.moves import Move
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.rules import RULEBOOK, end
from cloudtop.games.strange_world.state import StrangeWorld
from cloudtop.testing.promises import check_rulebook

# ---------------------------------------------------------------------- every rule counts

EACH = [(kind, rule) for kind, rules in RULEBOOK.rules.items() for rule in rules if rule is not end]
"""All but `end`: without it a move after the end is refused all the same, for want of a question."""
TELLING = [
    solo("*Ma TM MMg WM", "Wd"),
    solo("Tf# *Ma\n.   MMg", "Vb"),
    solo("Pe= PM *Ma", "Pf"),
    solo("Tf MMg .\n.  *Ma .\n.  Pe= PM", "Wc", travellers="Burk 4"),
    play(solo("Tf\nMMg\n*Ma\nPe", "Ph"), "Ph@e5"),
    play(solo("*Ma Pe= PM\nPf  .   .", "Ph", travellers="Burk 4", side="right"), "Ph@c5"),
]
"""Positions in which each rule of laying and of travellers forbids something that no other one does."""


def positions(players: int, seed: int) -> Iterator[StrangeWorld]:
    """Some positions of a random game, the last one included."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed)
    while state.turn():
        if rng.random() < 0.3:
            yield state
        seat = pick(rng, state.turn())
        state.play(seat, pick(rng, state.legal(seat)))
    yield state


def check(*states: StrangeWorld) -> None:
    """Compare the rulebook with the quick generator, over all moves of all seats."""
    for state in states:
        for seat in range(state.players):
            check_rulebook(state, seat, state.legal(seat))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_rulebook_and_the_quick_generator_agree(players: int) -> None:
    asked = set()
    for seed in range(9 // players):
        for state in positions(players, seed):
            asked.add(phase(state))
            check(state)
    assert {"lay", "traveller", "fumarole", "over"} <= asked


@pytest.mark.parametrize(("kind", "rule"), EACH, ids=[f"{kind.__name__}-{rule_id(rule)}" for kind, rule in EACH])
def test_without_any_one_rule_the_two_disagree(kind: type[Any], rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {**RULEBOOK.rules, kind: tuple(other for other in RULEBOOK.rules[kind] if other is not rule)}
    broken: Rulebook[StrangeWorld, Move] = Rulebook("strange-world", table, rules)
    monkeypatch.setattr(StrangeWorldGame, "rulebook", broken)
    with pytest.raises(ContractBreach, match="legal moves are those that break no rule"):
        check(*TELLING)


# ---------------------------------------------------------------------- what becomes of a card

Place = tuple[int, int]


def place(name: str) -> Place:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def around(at: Place) -> list[Place]:
    return [(at[0] + x, at[1] + y) for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))]


def slow_fate(dump: dict[str, Any], seat: int, card: str, at: Place) -> str:
    """What becomes of a card that is laid: devoured, settled, or the question it raises."""
    world = dump["worlds"][seat]
    grid = {place(name): text for name, text in world["land"].items()}
    seen = {where: text[0] for where, text in grid.items() if not set(text) & set("#!")}
    used = {(x + i, y) for (x, y), text in grid.items() if "=" in text for i in (0, 1)}
    near, beside = around(at), [(at[0] - 1, at[1]), (at[0] + 1, at[1])]
    bare = [where for where in near if where in grid and "#" not in grid[where]]
    portal_sides = near if dump["options"]["portal_adjacency"] == "all" else beside
    devoured = {
        "W": any(seen.get(where) == "W" for where in near),
        "T": any(kind == "T" for (_, row), kind in seen.items() if row == at[1]),
        "P": any(where in seen and where in used for where in portal_sides),
        "V": not bare or not dump["fumaroles"],
    }
    if devoured.get(card[0]):
        return "devoured"
    partners = [where for where in beside if seen.get(where) == "P" and where not in used]
    if card[0] == "P" and partners:
        return "portal" if len(partners) > 1 else "traveller"
    if card[0] == "V":
        return "fumarole" if len(bare) > 1 else slow_city(dump, seat, bare[0])
    return "settled"


def slow_city(dump: dict[str, Any], seat: int, at: Place) -> str:
    """Whether a new fumarole raises the question with which other one it founds a city."""
    world = dump["worlds"][seat]
    taken = {place(name) for city in world["cities"] for name in city[1:]}
    free = {place(name) for name, text in world["land"].items() if "#" in text} - taken
    return "city" if len(free & set(around(at))) > 1 else "settled"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_becomes_of_a_card_is_what_the_brief_says(players: int) -> None:
    fates = set()
    for seed in range(48 // players):
        rng = Random(seed)
        state = GAME.deal(players=players, seed=seed, options={"portal_adjacency": ("all", "sideways")[seed % 2]})
        while state.turn():
            dump, seat = state.dump(), pick(rng, state.turn())
            text = GAME.text(action := pick(rng, state.legal(seat)))
            state.play(seat, action)
            if dump["phase"] == "lay":
                card, _, cell = text.partition("@")
                fate = slow_fate(dump, seat, card, place(cell))
                devoured = shown(state, cell, seat).endswith("!")
                asked = phase(state) if state.asking() else "settled"
                assert ("devoured" if devoured else asked) == fate
                fates.add(fate)
    assert {"devoured", "settled", "traveller", "fumarole"} <= fates


# ---------------------------------------------------------------------- how wide a decision is


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
        frame = rows_that_fit(1, height) & columns_that_fit(NOBODY, 1, width)
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
