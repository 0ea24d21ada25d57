"""The sizes of Skybridge's pieces, on the ground and on the screen."""

from __future__ import annotations

from cloudtop.stage.projection import Projection

# High enough above the horizon for the towers at the back to look over those in front.
CAMERA = Projection(elevation=49)

SIZE = 3
"""Foundations per side."""
CELL = 162.0
"""From one foundation's centre to the next."""
HALF = 46.0
"""Half the edge of a block."""
CORNER = 6.0
"""Rounding of a block's upright edges."""
STOREY = 18.0
"""Height of one storey on the screen."""
LID_SUMMIT = HALF * 2 * CAMERA.down
"""How far the far corner of a tower's top lies above its middle on the screen."""
PLATE_HALF, PLATE_RISE = 60.0, 5.0
BOARD_HALF, BOARD_CORNER, BOARD_DEPTH = 270.0, 26.0, 26.0
BOARD_REACH = BOARD_HALF * 2 * CAMERA.across
"""How far the board reaches to each side on the screen."""
BOARD_TOP = -BOARD_HALF * 2 * CAMERA.down
BOARD_FOOT = -BOARD_TOP + PLATE_RISE + BOARD_DEPTH
"""How far it reaches up and down; the cloud it rests in may be cut off."""
MARGIN = 24.0
"""What a panel leaves free around that which stands on it."""

Seen = tuple[int, int]
"""Column and row of a foundation as the camera sees it, counted from 0."""
