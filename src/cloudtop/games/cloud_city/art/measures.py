"""The camera, the three building heights, and the sizes of Cloud City's pieces, in spaces."""

from __future__ import annotations

from math import cos, radians
from typing import NamedTuple

from cloudtop.games.cloud_city.pieces import COLOURS
from cloudtop.stage.projection import Projection

ELEVATION = 43
UNIT = 100.0
"""Screen length of one space's side, seen from straight above."""
CAMERA = Projection(ELEVATION, UNIT, rise=UNIT * cos(radians(ELEVATION)))


class Level(NamedTuple):
    """One of the three building heights."""

    key: str
    height: float
    floors: int


RIVER = Level("river", 0.80, 1)
FOREST = Level("forest", 1.52, 2)
SAND = Level("sand", 2.24, 4)
LEVELS = (RIVER, FOREST, SAND)
LEVEL_OF = dict(zip(COLOURS, LEVELS, strict=True))

SHAFT, CORNICE = 0.295, 0.35
"""Half the width of a building's walls, and of its roof and plinth."""
CORNICE_DEPTH, PLINTH_HEIGHT = 0.14, 0.09
TILE_HALF, TILE_CORNER = 0.965, 0.22
TILE_THICKNESS = 16.0
"""On the screen."""
DECK_HALF, DECK_THICKNESS, RAILING = 0.165, 0.085, 0.10
WALKWAY_FROM = 0.29
"""How far from a building's centre its walkways begin: on the cornice, clear of the roof's sign."""
SUN_LEAN = (-0.05, 0.34)
"""Where a shadow's tip falls for each unit of height: the sun stands behind the right shoulder."""
LETTER = 28.0
"""The lettering along the edges of a plan, on the screen."""
