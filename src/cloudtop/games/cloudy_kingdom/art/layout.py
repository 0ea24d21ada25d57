"""Where each panel goes in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cloudtop.games.cloudy_kingdom.art.measures import ROOM
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


def frames(panels: Sequence[Panel], seat: int | None) -> Iterator[tuple[Panel, Box]]:
    """Every panel with its frame: the field in the middle, its owner's cards along the foot."""
    by_name = {panel.name: panel for panel in panels}
    own = by_name.get(f"player:{seat}")
    others = [panel for panel in panels if panel.name.startswith("player:") and panel is not own]
    beside = [by_name[name] for name in ("table", "written") if name in by_name]
    floor = HEIGHT - EDGE
    if own is not None:
        height = height_at(own, WIDTH - 2 * EDGE)
        floor -= height + SPACE / 2
    width = WIDTH - 2 * (EDGE + COLUMN)
    high = min(floor - 2, height_at(by_name["board"], width))
    field = (EDGE + COLUMN, 2 + (floor - 2 - high) / 2, width, high)
    yield by_name["board"], field
    yield from column(others, EDGE, floor - EDGE)
    yield from column(beside, WIDTH - EDGE - COLUMN, floor - EDGE)
    if own is not None:
        yield own, (EDGE, HEIGHT - EDGE / 2 - height, WIDTH - 2 * EDGE, height)
    if "draft" in by_name:
        yield by_name["draft"], inner(field, by_name["draft"])


def inner(field: Box, panel: Panel) -> Box:
    """The middle of the field's frame, over the cells that are still empty."""
    left, top, width, height = field
    wide = min(width * 0.72, 620.0)
    high = min(height_at(panel, wide), height * 0.76)
    return left + (width - wide) / 2, top + (height - high) / 2, wide, high


def composed(panels: Sequence[Panel], seat: int | None) -> str:
    """All panels in their frames."""
    return "".join(placed(panel, ROOM, frame) for panel, frame in frames(panels, seat))
