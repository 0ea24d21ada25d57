"""What roofs and bridges are worth. Compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudtop.core.state import ScoreLine, ScoreSheet
from cloudtop.games.skybridge.fast import COLOURS
from cloudtop.games.skybridge.moves import CELL_OF, COLOUR_OF, FAR_CELL_OF, KIND_OF
from cloudtop.games.skybridge.pieces import BRIDGE, ROOF

if TYPE_CHECKING:
    from cloudtop.games.skybridge.state import Skybridge


def bridges_laid(state: Skybridge) -> list[int]:
    """By colour, the move that laid its bridge; -1 where it is still in hand."""
    found = [-1] * COLOURS
    for action in state.placed:
        if KIND_OF[action] == BRIDGE:
            found[COLOUR_OF[action]] = action
    return found


def far_end(bridge: int, cell: int) -> int:
    """The cell at the other end of a bridge that lies on a tower, -1 if it does not. One bridge, one far tower."""
    if bridge < 0:
        return -1
    if CELL_OF[bridge] == cell:
        return FAR_CELL_OF[bridge]
    return CELL_OF[bridge] if FAR_CELL_OF[bridge] == cell else -1


def roof_points(state: Skybridge, bridge: int, cell: int) -> int:
    """`score`: a roof brings its tower's storeys, and those at the far end of the bridge of its own colour."""
    far = far_end(bridge, cell)
    return state.heights[cell] if far < 0 else state.heights[cell] + state.heights[far]


def colour_points(state: Skybridge) -> list[int]:
    """Points per colour, as if the game ended now."""
    points = [0] * COLOURS
    bridges = bridges_laid(state)
    for action in state.placed:
        if KIND_OF[action] == ROOF:
            colour = COLOUR_OF[action]
            points[colour] += roof_points(state, bridges[colour], CELL_OF[action])
    return points


def seat_points(state: Skybridge) -> list[int]:
    """Points per seat; with `two-players` a seat adds up its two colours, with `three-players` one is nobody's."""
    points = colour_points(state)
    order = state.setup.order
    if state.terms.players == 2:
        return [points[order[0]] + points[order[2]], points[order[1]] + points[order[3]]]
    return [points[order[seat]] for seat in range(state.terms.players)]


def score_sheet(state: Skybridge, seat: int) -> ScoreSheet:
    """A line for each tower the seat roofs and one for each far tower that its own bridge adds, roof by roof."""
    own = state.setup.box.own_colours(state.terms.players, seat)
    bridges = bridges_laid(state)
    lines: list[ScoreLine] = []
    for action in state.placed:
        colour, cell = COLOUR_OF[action], CELL_OF[action]
        if KIND_OF[action] == ROOF and colour in own:
            far = far_end(bridges[colour], cell)
            lines.append(score_line("score.tower", colour, cell, -1, state.heights[cell]))
            if far >= 0:
                lines.append(score_line("score.bridge", colour, cell, far, state.heights[far]))
    return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))


def score_line(key: str, colour: int, cell: int, far: int, points: int) -> ScoreLine:
    """One line of a sheet; `far` is -1 where the roofed tower itself counts."""
    return ScoreLine("skybridge/score", key, {"colour": colour, "cell": cell, "far": far}, points)
