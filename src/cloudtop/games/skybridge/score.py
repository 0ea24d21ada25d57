"""What towers and bridges are worth. This module is compiled."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.skybridge.board import BRIDGE, CELL, CELLS, COLOUR, COLOURS, FAR_CELL, KIND, ROOF


class Worth(NamedTuple):
    """Why a colour scores: a tower it roofs, or the tower at the far end of its bridge from there."""

    colour: int
    roofed: int
    far: int
    """The cell at the other end of the bridge, -1 for the roofed tower itself."""
    points: int


def worths(placed: list[int], heights: list[int]) -> list[Worth]:
    """Everything that scores, as if the game ended now (`score`).

    A roofed tower gives its storeys to the roof's colour (`roof-owns`), and for a bridge of that colour at the
    tower the storeys at the bridge's other end, whoever roofed them. One bridge, one far tower: no chains.
    """
    near_end = [-1] * COLOURS
    far_end = [-1] * COLOURS
    for move in placed:
        if KIND[move] == BRIDGE:
            near_end[COLOUR[move]] = CELL[move]
            far_end[COLOUR[move]] = FAR_CELL[move]
    found: list[Worth] = []
    for move in placed:
        if KIND[move] == ROOF:
            colour, cell = COLOUR[move], CELL[move]
            found.append(Worth(colour, cell, -1, heights[cell]))
            if near_end[colour] == cell:
                found.append(Worth(colour, cell, far_end[colour], heights[far_end[colour]]))
            elif far_end[colour] == cell:
                found.append(Worth(colour, cell, near_end[colour], heights[near_end[colour]]))
    return found


def colour_scores(placed: list[int], heights: list[int]) -> list[int]:
    """Points per colour, as if the game ended now; the same sum as `worths`, without the reasons."""
    roof_owner = [-1] * CELLS
    points = [0] * COLOURS
    for move in placed:
        if KIND[move] == ROOF:
            roof_owner[CELL[move]] = COLOUR[move]
            points[COLOUR[move]] += heights[CELL[move]]
    for move in placed:
        if KIND[move] == BRIDGE:
            colour = COLOUR[move]
            if roof_owner[CELL[move]] == colour:
                points[colour] += heights[FAR_CELL[move]]
            if roof_owner[FAR_CELL[move]] == colour:
                points[colour] += heights[CELL[move]]
    return points
