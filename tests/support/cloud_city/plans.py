"""Positions of Cloud City, written as plans."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.support.cloud_city.playing import Table

from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.state import CloudCity


def tile_of(block: str) -> str:
    """The tile and rotation of a block of 2 x 2 spaces, row by row: `B..G` is `b/g0`."""
    around = block[0] + block[1] + block[3] + block[2]
    sites = [i for i in range(4) if around[i] != "."]
    assert len(sites) == 2, f"a tile has two sites: {block}"
    first, second = sites
    if second - first == 2:
        if "BGS".index(around[first]) > "BGS".index(around[second]):
            first, second = second, first
        return f"{around[first]}/{around[second]}{first}".lower()
    if second - first == 3:
        first, second = second, first
    return f"{around[first]}{around[second]}{first}".lower()


def tiles_of(plan: str) -> list[str]:
    """The tiles of a plan in an order in which they can have been laid, from the start tile on."""
    head, *rows = [line.split() for line in plan.strip().splitlines()]
    spaces = {
        (ord(letter) - 97, int(row[0]) - 1): mark for row in rows for letter, mark in zip(head, row[1:], strict=True)
    }
    blocks = {}
    for column, row in spaces:
        if column % 2 == 0 and row % 2 == 0:
            block = "".join(spaces[column + dx, row + dy] for dy in (0, 1) for dx in (0, 1))
            if block != "____":
                blocks[column, row] = block
    order = [(6, 6)]
    for column, row in order:
        for beside in ((column + 2, row), (column - 2, row), (column, row + 2), (column, row - 2)):
            if beside in blocks and beside not in order:
                order.append(beside)
    assert len(order) == len(blocks), "the plan falls apart"
    return [f"{tile_of(blocks[column, row])}@{chr(97 + column)}{row + 1}" for column, row in order]


@pytest.fixture
def table() -> Table:
    """`table(plan, plan, walkways=["g7-l7", ""])`: a plan for each seat, seat 0 begins.

    A plan names columns above and rows at the left; `B`, `G` and `S` are buildings, `.` is a tile without one and
    `_` no tile. The start tile lies at g7. It is the turn of seat 0: to build if it has laid a tile more than the
    others, or if `step` says so. Tiles that are not given are those left in the box, kind by kind.
    """

    def build(*plans: str, walkways: str | list[str] = "", **more: Any) -> CloudCity:
        cities = [{"tiles": tiles_of(plan), "walkways": []} for plan in plans]
        for city, built in zip(cities, [walkways] if isinstance(walkways, str) else walkways, strict=False):
            city["walkways"] = built.split()
        options = {name: more.pop(name) for name in ("city", "crossing") if name in more}
        requests = more.get("requests", [])
        counts = [len(city["tiles"]) for city in cities]
        step = more.pop("step", "build" if counts[0] > min(counts) or (len(plans) == 1 and counts[0] > 1) else "lay")
        left = Counter(GAME.deal_of()["tiles"])
        for city in cities:
            left -= Counter(tile.split("@")[0][:-1] for tile in city["tiles"][1:])
        hands = more.pop("hands", None)
        if hands is None:
            hands = [take(left, 3 - (seat == 0 and step == "build")) for seat in range(len(plans))]
        else:
            left -= Counter(tile for hand in hands for tile in hand)
        if "market" in more:
            left -= Counter(tile for tile in more["market"] if tile)
        market = more.pop("market", None) or take(left, 3)
        stack = more.pop("stack", None)
        return GAME.load(
            {
                "players": len(plans),
                "options": {**options, "requests": len(requests)},
                "starter": 0,
                "turn": [0],
                "step": step,
                "cities": cities,
                "hands": hands,
                "market": market,
                "stack": sorted(left.elements()) if stack is None else stack,
                **more,
            }
        )

    return build


def take(left: Counter[str], count: int) -> list[str]:
    """Take some of the tiles that are left."""
    taken = sorted(left.elements())[:count]
    left -= Counter(taken)
    return taken
