"""The panels of Skybridge: the board in two forms, and a hand for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from cloudtop.core.scene import Panel, Part, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import PALETTE, drawings, page_drawings
from cloudtop.games.skybridge.art.hands import hand_panel, picks
from cloudtop.games.skybridge.art.layout import PLAN, TARGETS, display, towers_panel
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED
from cloudtop.games.skybridge.art.plan import plan_panel
from cloudtop.games.skybridge.art.trays import COLUMNS, Tray, tray_panel, trays_of
from cloudtop.games.skybridge.board import Board
from cloudtop.games.skybridge.moves import PLACEMENTS, Bridge, Move, Pass
from cloudtop.games.skybridge.pieces import Box, Piece
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import document, framed, placed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import sprites_svg
from cloudtop.stage.svg import Point, group, translate, use

ROOM = "skybridge"


def parts(board: Board, words: Words, staging: Staging[Move]) -> Sequence[Part]:
    """The parts of a page: the board, then the hand of every seat."""
    shown = display(board, staging)
    draw = plan_panel if shown.form == PLAN else towers_panel
    found = [Part("board", shown, draw, (words, shown))]
    for hand in board.hands:
        seat = hand.seat
        name = staging.names[seat] if seat < len(staging.names) else ""
        must_play = board.colour if seat == board.turn else None
        key = (hand, name, must_play, picks(board, hand, staging))
        found.append(Part(HANDS[seat], key, hand_panel, (words, *key)))
    return found


HANDS = [f"hand:{seat}" for seat in range(4)]
"""The panel of every seat."""


def touched(board: Board, move: Move) -> tuple[str, ...]:
    """A piece of the hand, then the cell, or the two cells of a bridge.

    What can never be placed has nothing to do with the tower that somebody taps: a piece that the seat has not got is
    only itself, and a bridge between no neighbours is nothing.
    """
    piece, found = TOUCHED[move]
    if piece is None or board.seat is None:
        return found
    playable = piece in board.hands[board.seat].pieces and board.colour in (None, piece.colour)
    return found if playable else found[:1]


def targets_of(move: Move) -> tuple[Piece | None, tuple[str, ...]]:
    """The piece of a move, and what is touched where it may be placed."""
    if isinstance(move, Pass) or (isinstance(move, Bridge) and not move.near.beside(move.far)):
        return None, ()
    return move.piece, (f"hand:{move.piece}", *[TARGETS[cell] for cell in move.cells])


TOUCHED = {move: targets_of(move) for move in (*PLACEMENTS, Pass())}


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


def draw(board: Board, words: Words, theme: str, staging: Staging[Move]) -> str:
    """A complete SVG picture: the board in the middle, the trays around it under one sky."""
    shown = display(board, staging)
    plan = plan_panel(words, shown)._replace(name="plan")
    corners = (CORNERS[corner] for corner in TRAY_CORNERS[board.players])
    owned = zip(trays_of(board, words, staging.names), corners, strict=True)
    content = (
        sky()
        + "".join(tray_picture(tray, tray_panel(tray, words), corner) for tray, corner in owned)
        + placed(plan, ROOM, framed(plan.box, *PLAN_PLACES[board.players]))
        + placed(towers_panel(words, shown), ROOM, BOARD_FRAME)
    )
    return document(words("title"), CANVAS, content, drawings(board.box), (PALETTE,), theme)
