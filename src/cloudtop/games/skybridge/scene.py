"""Skybridge on stage: the board in its two forms, and what the players have left, made from a view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cloudtop.core.scene import Panel, Part, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import PALETTE, drawings, page_drawings
from cloudtop.games.skybridge.art.hands import Row, hand_panel, picked_rows, rows
from cloudtop.games.skybridge.art.layout import PLAN, Shown, shown, towers_panel
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED
from cloudtop.games.skybridge.art.plan import plan_panel
from cloudtop.games.skybridge.art.standing import standing_now
from cloudtop.games.skybridge.art.trays import COLUMNS, Tray, tray_panel, trays_of
from cloudtop.games.skybridge.moves import Bridge, Move, Pass
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.latest import latest
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import document, framed, placed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import sprites_svg
from cloudtop.stage.svg import Point, group, translate, use

ROOM = "skybridge"


class Laid:
    """What all see alike who look at a table."""

    def __init__(self, box: Box, facts: Facts) -> None:
        self.box, self.facts = box, facts
        self.built = standing_now(box, facts)
        self.read: dict[Words, list[Row]] = {}

    def rows(self, words: Words) -> list[Row]:
        """What every seat has left, while nobody picks any of it."""
        if words not in self.read:
            self.read[words] = rows(self.box, self.facts, words)
        return self.read[words]


@latest
def laid_out(facts: Facts, box: Box) -> Laid:
    """The table that some facts are about; found once for all who look at it, as they share what everybody knows."""
    return Laid(box, facts)


def parts(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
    """What a view shows: the board, then what every seat has left."""
    laid = laid_out(view.facts, box)
    board = shown(laid.built, view.facts.last, staging)
    left_over = laid.rows(words)
    if staging.targets or staging.chosen or staging.drafted or staging.ghost is not None:
        left_over = picked_rows(box, view, words, staging, left_over)
    found = [Part("board", board, lambda: board_panel(words, board))]
    for seat, left in enumerate(left_over):
        name = staging.names[seat] if seat < len(staging.names) else ""
        found.append(hand_part(box, words, view.players, seat, name, left))
    return found


def board_panel(words: Words, board: Shown) -> Panel:
    """The board in the form that is asked for."""
    return (plan_panel if board.form == PLAN else towers_panel)(words, board)


HANDS = [f"hand:{seat}" for seat in range(4)]
"""The panel of every seat."""


def hand_part(box: Box, words: Words, players: int, seat: int, name: str, left: Row) -> Part:
    """What one seat has left."""
    return Part(HANDS[seat], (name, left), lambda: hand_panel(box, words, players, seat, name, left))


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """A piece of the hand, then the cell, or the two cells of a bridge.

    What can never be placed has nothing to do with the tower that somebody taps: a piece that the seat has not got is
    only itself, and a bridge between no neighbours is nothing.
    """
    piece, found = targets_of(move)
    seat, facts = view.seat, view.facts
    if not found or seat is None:
        return found
    playable = piece in facts.hands[seat] and (facts.colour is None or facts.colour == piece[0])
    return found if playable else found[:1]


@lru_cache(1024)
def targets_of(move: Move) -> tuple[str, tuple[str, ...]]:
    """The piece of a move, and what is touched where it may be placed."""
    if isinstance(move, Pass) or (isinstance(move, Bridge) and not move.near.beside(move.far)):
        return "", ()
    return str(move.piece), (f"hand:{move.piece}", *[f"cell:{cell}" for cell in move.cells])


def sprites(box: Box) -> str:
    """The pieces, drawn once."""
    return sprites_svg(page_drawings(box), [PALETTE])


def paints() -> str:
    """Lacquer and wood by day and at dusk."""
    return stylesheet([PALETTE])


# ---------------------------------------------------------------------------------------------- picture

LEFT, RIGHT, UPPER, LOWER = 158.0, 1122.0, 205.0, 690.0
CORNERS = ((LEFT, UPPER), (RIGHT, UPPER), (RIGHT, LOWER), (LEFT, LOWER))
TRAY_CORNERS = {2: (0, 3, 1, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players, the corner of each tray: clockwise, or with the two of one player on one side."""
TRAY_SCALE = 0.36
WIDE_INWARD = 16.0
PLATE_DROP = 124.0
BOARD_FRAME = (234.0, 18.0, 812.0, 800.0)
PLAN_PLACES = {2: (LEFT, 448.0, 0.26), 3: (LEFT, 680.0, 0.36), 4: (LEFT, 448.0, 0.26)}
"""Where the plan's middle lies and how large it is; three players leave it a corner."""


def tray_picture(tray: Tray, panel: Panel, corner: Point) -> str:
    """A tray in its corner of the picture, above the plate of whoever owns it."""
    x, y = corner
    colour = COLOUR_NAMED[tray.colour_name]
    emblem = use(f"{ROOM}-glyph-{colour.key}", transform="scale(.82)")
    plate = name_plate(tray.name, colour.lacquer, emblem, str(sum(tray.left.values())), tray.to_play)
    inward = 0.0 if tray.columns == COLUMNS else WIDE_INWARD if x < CANVAS[0] / 2 else -WIDE_INWARD
    return placed(panel, ROOM, framed(panel.box, x + inward, y, TRAY_SCALE)) + group(
        plate, transform=translate(x, y + PLATE_DROP), aria_hidden="true", pointer_events="none"
    )


def draw(box: Box, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A view as a complete SVG picture: the board in the middle, the trays around it under one sky."""
    board = shown(standing_now(box, view.facts), view.facts.last, staging)
    plan = plan_panel(words, board)._replace(name="plan")
    corners = (CORNERS[corner] for corner in TRAY_CORNERS[view.players])
    owned = zip(trays_of(box, view, words, staging.names), corners, strict=True)
    content = (
        sky()
        + "".join(tray_picture(tray, tray_panel(tray, words), corner) for tray, corner in owned)
        + placed(plan, ROOM, framed(plan.box, *PLAN_PLACES[view.players]))
        + placed(towers_panel(words, board), ROOM, BOARD_FRAME)
    )
    return document(words("title"), CANVAS, content, drawings(box), (PALETTE,), theme)
