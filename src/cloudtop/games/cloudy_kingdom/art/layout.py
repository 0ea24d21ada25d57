"""Where each panel goes in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cloudtop.games.cloudy_kingdom.art.measures import PITCH, ROOM
from cloudtop.stage.picture import placed
from cloudtop.stage.scene import Box, Panel
from cloudtop.stage.sky import CANVAS

WIDTH, HEIGHT = CANVAS
EDGE, SPACE, COLUMN = 10.0, 8.0, 252.0
"""Distance from the picture's border, between panels, and the width of the columns beside the field."""


def height_at(panel: Panel, width: float) -> float:
    """How high a panel is at this width."""
    return panel.box[3] * width / panel.box[2]


def column(panels: Sequence[Panel], left: float, room: float) -> Iterator[tuple[Panel, Box]]:
    """Panels one below the other, narrower where they would be higher than the room."""
    spaces = SPACE * (len(panels) - 1)
    total = sum(height_at(panel, COLUMN) for panel in panels)
    share = min(1.0, (room - spaces) / total) if panels else 1.0
    y = EDGE
    for panel in panels:
        height = height_at(panel, COLUMN) * share
        yield panel, (left, y, COLUMN, height)
        y += height + SPACE


def frames(panels: Sequence[Panel], seat: int | None, size: int) -> Iterator[tuple[Panel, Box]]:
    """Every panel with its frame: the field in the middle, its owner's cards along the foot."""
    by_name = {panel.name: panel for panel in panels}
    own = by_name.get(f"player:{seat}")
    others = [panel for panel in panels if panel.name.startswith("player:") and panel is not own]
    beside = [by_name[name] for name in ("table", "written") if name in by_name]
    floor = HEIGHT - EDGE
    if own is not None:
        height = height_at(own, WIDTH - 2 * EDGE)
        floor -= height + SPACE / 2
        yield own, (EDGE, HEIGHT - EDGE / 2 - height, WIDTH - 2 * EDGE, height)
    board = by_name["board"]
    width = WIDTH - 2 * (EDGE + COLUMN)
    high = min(floor - 2, height_at(board, width))
    around = (EDGE + COLUMN, 2 + (floor - 2 - high) / 2, width, high)
    yield board, around
    yield from column(others, EDGE, floor - EDGE)
    yield from column(beside, WIDTH - EDGE - COLUMN, floor - EDGE)
    if "draft" in by_name:
        draft = by_name["draft"]
        left, top, side = cells(board, around, size)
        height = min(height_at(draft, side), side)
        yield draft, (left, top + (side - height) / 2, side, height)


def cells(board: Panel, around: Box, size: int) -> tuple[float, float, float]:
    """Where the cells lie on the screen: before the first turn they leave room for the draft."""
    left, top, width, height = around
    scale = height / board.box[3]
    side = size * PITCH * scale
    return left + (width - side) / 2, top - board.box[1] * scale - side / 2, side


def composed(panels: Sequence[Panel], seat: int | None, size: int) -> str:
    """All panels in their frames."""
    return "".join(placed(panel, ROOM, frame) for panel, frame in frames(panels, seat, size))
