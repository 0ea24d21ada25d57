"""The sizes of Cloudy Kingdom's cards and the directions on its field."""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.pieces import Side

ROOM = "cloudy-kingdom"
"""What all sprites and paints of this room begin with."""

SIDES: tuple[Side, ...] = ("W", "N", "E", "S")
"""Sides of a cell in clockwise order; a quarter turn moves an end to the next."""
ENDS = "albr"
"""Short ends `a`, `b` and long sides `l`, `r` of a card, in the order of `SIDES` at turn 0."""

PITCH = 120.0
"""From one cell's centre to the next."""
LONG, SHORT = 118.0, 62.0
"""Size of a card; its arms are what remains beside the square centre."""
HALF_LONG, HALF = LONG / 2, SHORT / 2
CASTLE_DEPTH = 84.0
"""Short size of a castle card; its long side, as long as a card, faces the field."""
CASTLE_GAP = 2.0
CORNER = 8.0
CARD_EDGE = 4.5
"""Visible thickness of a card."""
ROAD_END = PITCH / 2
"""Roads run a little past the short edge, so that neighbours meet without a seam."""
OVERHANG = 5.0
"""How far a road hangs over a long side, on to the arm of the card beneath."""
LIFT_LIMIT, LIFT_DECAY = 12.0, 0.74
"""A stack rises ever more slowly, so that the roads of high and low stacks still meet."""


def lift(level: int) -> float:
    """How far up the screen a card at this level of a stack is moved."""
    return float(LIFT_LIMIT * (1 - LIFT_DECAY**level))


def lies_west_east(turn: int) -> bool:
    """Whether a card turned so far lies west-east; the others lie north-south."""
    return turn % 2 == 0
