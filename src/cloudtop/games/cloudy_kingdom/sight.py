"""The field as a view shows it: cards with what they join, and roads from castle to castle."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from cloudtop.games.cloudy_kingdom.pieces import BOX, SIDES

AHEAD: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
POINTS: Final = {"h": "W", "v": "N"}
"""Where end a points on a card that half a turn does not change."""

Cell = tuple[int, int]
"""Column from the left and row from the top, counted from 0."""


class Design(NamedTuple):
    """A card that can lie in the field."""

    name: str
    joins: tuple[str, ...]
    fireproof: bool
    custom: bool = False


class SeenCard(NamedTuple):
    """A card as it lies."""

    design: Design
    a: str
    """The side where its end a points."""

    @property
    def flat(self) -> bool:
        """Whether it lies west-east."""
        return self.a in "WE"

    def side(self, end: str) -> str:
        """The side where an end or long side points."""
        return SIDES[(SIDES.index(self.a) + "albr".index(end)) % 4]

    def joined(self) -> list[str]:
        """The groups of sides that its centre joins, clockwise from the north, if all sides have arms."""
        groups = [{self.side(end) for end in group} for group in self.design.joins]
        return sorted("".join(side for side in SIDES if side in group) for group in groups)


class Stretch(NamedTuple):
    """A piece of road within one cell."""

    cell: Cell
    sides: str


def designs(facts: Mapping[str, Any]) -> dict[str, Design]:
    """Every card that can lie in the field, by its code."""
    found = {route.code: Design(route.name, route.joins, False) for route in BOX.routes}
    for side in BOX.magic:
        if side.laid:
            found[side.laid.code] = Design(side.name, side.laid.joins, side.laid.fireproof)
    for name, entry in facts.get("custom", {}).items():
        if entry["joins"] is not None:
            found[name] = Design(name, tuple(entry["joins"]), entry["fireproof"], custom=True)
    return found


def cell_of(name: str) -> Cell:
    """A cell by its name: `b2` is (1, 1)."""
    return "abcd".index(name[0]), int(name[1]) - 1


class SeenField:
    """The stacks and castles of a view."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.size: int = facts["size"]
        self.castles: Mapping[str, str] = facts["castles"]
        known = designs(facts)
        self.stacks: dict[Cell, list[SeenCard]] = {}
        for name, cards in facts["field"].items():
            parts = [card.split(":") for card in cards]
            seen = [SeenCard(known[code], POINTS.get(way) or way.upper()) for code, way in parts]
            self.stacks[cell_of(name)] = seen

    def arms(self, cell: Cell) -> str:
        """The sides where a cell has arms."""
        lying = {card.flat for card in self.stacks.get(cell, [])}
        return "".join(side for side in SIDES if (side in "EW") in lying)

    def groups(self, cell: Cell) -> list[str]:
        """The groups of sides that a cell joins."""
        cards = self.stacks.get(cell, [])
        arms = self.arms(cell)
        groups = [[side for side in group if side in arms] for group in (cards[-1].joined() if cards else [])]
        return ["".join(group) for group in groups if len(group) > 1]

    def leads(self, cell: Cell, entry: str) -> str:
        """The sides that the road entering a cell leads on to."""
        group = next((group for group in self.groups(cell) if entry in group), "")
        return group.replace(entry, "")

    def gate(self, side: str, place: int) -> Cell:
        """The cell in front of a castle."""
        last = self.size - 1
        return {"N": (place, 0), "S": (place, last), "W": (0, place), "E": (last, place)}[side]

    def inside(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return all(0 <= along < self.size for along in cell)

    def lies(self, cell: Cell) -> set[bool]:
        """How a card may come to lie on a cell, west-east (True) or north-south: crosswise, or touching something."""
        cards = self.stacks.get(cell)
        if cards:
            return {not cards[-1].flat}
        found = set()
        for side, (right, down) in AHEAD.items():
            beyond = (cell[0] + right, cell[1] + down)
            if not self.inside(beyond) or side in self.arms(beyond):
                found.add(side in "EW")
        return found

    def road(self, family: str, pair: str) -> list[Stretch]:
        """A shortest road between two castles of a family, from cell to cell; empty if nothing joins them."""
        first, last = pair[0], pair[1]
        start = self.gate(first, self.castles[first].index(family)), first
        goal = self.gate(last, self.castles[last].index(family))
        came: dict[tuple[Cell, str], tuple[tuple[Cell, str], str] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            cell, entry = here
            for exit_side in self.leads(cell, entry):
                if cell == goal and exit_side == last:
                    return self._traced(came, here, exit_side)
                following = (cell[0] + AHEAD[exit_side][0], cell[1] + AHEAD[exit_side][1])
                onward = following, SIDES[(SIDES.index(exit_side) + 2) % 4]
                if self.inside(following) and onward not in came:
                    came[onward] = here, exit_side
                    queue.append(onward)
        return []

    @staticmethod
    def _traced(
        came: Mapping[tuple[Cell, str], tuple[tuple[Cell, str], str] | None], here: tuple[Cell, str], exit_side: str
    ) -> list[Stretch]:
        stretches = [Stretch(here[0], here[1] + exit_side)]
        step = came[here]
        while step is not None:
            (cell, entry), exit_side = step
            stretches.insert(0, Stretch(cell, entry + exit_side))
            step = came[(cell, entry)]
        return stretches

    def reach(self, family: str, side: str) -> list[Stretch]:
        """All of the road that grows from a family's castle; an arm that leads nowhere is a stretch of one side."""
        gate = self.gate(side, self.castles[side].index(family))
        found: list[Stretch] = []
        seen: set[tuple[Cell, str]] = set()
        queue = deque([(gate, side)])
        while queue:
            cell, entry = queue.popleft()
            if not self.inside(cell) or entry not in self.arms(cell) or (cell, entry) in seen:
                continue
            onward = self.leads(cell, entry)
            seen |= {(cell, each) for each in entry + onward}
            found.append(Stretch(cell, entry + onward))
            for each in onward:
                following = (cell[0] + AHEAD[each][0], cell[1] + AHEAD[each][1])
                queue.append((following, SIDES[(SIDES.index(each) + 2) % 4]))
        return found
