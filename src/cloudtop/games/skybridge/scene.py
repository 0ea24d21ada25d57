"""Skybridge on stage: the board, a plan of it, and the trays, made from a view."""

from __future__ import annotations

from cloudtop.core.scene import Panel, Scene, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import PALETTE, drawings
from cloudtop.games.skybridge.art.hands import Tray, tray_panel, trays_of
from cloudtop.games.skybridge.art.layout import Layout
from cloudtop.games.skybridge.art.palette import COLOUR_NAMED
from cloudtop.games.skybridge.art.plan import plan_panel
from cloudtop.games.skybridge.art.trays import COLUMNS
from cloudtop.games.skybridge.moves import Move, Pass
from cloudtop.games.skybridge.pieces import Box
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import document, framed, placed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.sprites import sprites_svg
from cloudtop.stage.svg import Point, group, translate, use

ROOM = "skybridge"


def scene(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Scene:
    """What a view shows: the board, its plan and the trays."""
    return Scene(
        (
            Layout(box, view.facts, words, staging).panel(),
            plan_panel(box, view.facts, words, staging),
            *(tray_panel(tray, words, staging) for tray in trays_of(box, view, words, staging.names)),
        )
    )


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """A piece of the hand, then the cell, or the two cells of a bridge."""
    if isinstance(move, Pass):
        return ()
    return (f"hand:{move.piece}", *(f"cell:{cell}" for cell in move.cells))


def sprites(box: Box) -> str:
    """The pieces, drawn once."""
    return sprites_svg(drawings(box), [PALETTE])


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
BOARD_FRAME = (190.0, 18.0, 900.0, 878.0)
PLAN_PLACES = {2: (LEFT, 448.0, 1.0), 3: (LEFT, 670.0, 1.35), 4: (LEFT, 448.0, 1.0)}
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
    board, plan, *trays = scene(box, view, words, staging).panels
    corners = (CORNERS[corner] for corner in TRAY_CORNERS[view.players])
    owned = zip(trays_of(box, view, words, staging.names), trays, corners, strict=True)
    content = (
        sky()
        + "".join(tray_picture(tray, panel, corner) for tray, panel, corner in owned)
        + placed(plan, ROOM, framed(plan.box, *PLAN_PLACES[view.players]))
        + placed(board, ROOM, BOARD_FRAME)
    )
    return document(words("title"), CANVAS, content, drawings(box), (PALETTE,), theme)
