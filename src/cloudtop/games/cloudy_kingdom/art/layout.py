"""Where each panel goes in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cloudtop.games.cloudy_kingdom.art.measures import PITCH, ROOM
from cloudtop.games.cloudy_kingdom.art.sketch import sketched
from cloudtop.games.cloudy_kingdom.art.table import Player
from cloudtop.stage.picture import placed
from cloudtop.stage.scene import Box, Panel
from cloudtop.stage.sky import CANVAS

WIDTH, HEIGHT = CANVAS
EDGE, SPACE, COLUMN = 10.0, 8.0, 252.0
"""Distance from the picture's border, between panels, and the width of the columns beside the field."""
PLAYER, PILES, DRAFT = 330.0, 300.0, 440.0
"""How wide the panels of places are sketched."""
FOOT = WIDTH - 2 * EDGE - SPACE
"""How wide one's own cards are together, hand and magic."""


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


def frames(panels: Sequence[Panel], players: Sequence[Player], size: int) -> Iterator[tuple[Panel, Box]]:
    """Every panel with its frame: the field in the middle, its owner's cards along the foot."""
    by_name = {panel.name: panel for panel in panels}
    floor = HEIGHT - EDGE
    if "hand" in by_name:
        hand, magic = by_name["hand"], by_name["magic"]
        wide = FOOT * (0.16 + 0.08 * min(len(hand.slots), 3))
        own = next(player for player in players if player.seat == hand.seat)
        drawn = sketched(hand, wide, player=own)
        high = drawn.box[3]
        yield drawn, (EDGE, floor - high, wide, high)
        told = sketched(magic, FOOT - wide)
        yield told, (EDGE + wide + SPACE, floor - told.box[3], FOOT - wide, told.box[3])
        floor -= high + SPACE / 2
    board = by_name["board"]
    width = WIDTH - 2 * (EDGE + COLUMN)
    high = min(floor - 2, height_at(board, width))
    around = (EDGE + COLUMN, 2 + (floor - 2 - high) / 2, width, high)
    yield board, around
    by_seat = {player.seat: player for player in players}
    others = [panel for panel in panels if panel.name.startswith("player:")]
    yield from column(
        [sketched(panel, PLAYER, columns=3, player=by_seat[panel.seat]) for panel in others if panel.seat is not None],
        EDGE,
        floor - EDGE,
    )
    yield from column([sketched(by_name["piles"], PILES)], WIDTH - EDGE - COLUMN, floor - EDGE)
    if "draft" in by_name:
        draft = sketched(by_name["draft"], DRAFT, columns=4)
        left, top, side = cells(board, around, size)
        height = min(height_at(draft, side), side)
        yield draft, (left, top + (side - height) / 2, side, height)


def cells(board: Panel, around: Box, size: int) -> tuple[float, float, float]:
    """Where the cells lie on the screen: before the first turn they leave room for the draft."""
    left, top, width, height = around
    scale = height / board.box[3]
    side = size * PITCH * scale
    return left + (width - side) / 2, top - board.box[1] * scale - side / 2, side


def composed(panels: Sequence[Panel], players: Sequence[Player], size: int) -> str:
    """All panels in their frames."""
    return "".join(placed(panel, ROOM, frame) for panel, frame in frames(panels, players, size))
