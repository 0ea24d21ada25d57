"""The trays in which the players' pieces wait, one socket for each."""

from __future__ import annotations

from cloudtop.games.skybridge.art.board import near_edge
from cloudtop.games.skybridge.art.bridge import SPAN
from cloudtop.games.skybridge.art.measures import CAMERA
from cloudtop.games.skybridge.art.palette import FELT, INK, PALETTE, WALNUT
from cloudtop.games.skybridge.art.wood import slab
from cloudtop.stage.sky import cloud_bank
from cloudtop.stage.svg import Point, centred_rect, group, rect

PITCH = 128.0
"""From one socket to the next."""
ROWS = 3
COLUMNS, WIDE_COLUMNS = 4, 5
"""Sockets in a row; a fifth column holds the neutral blocks of each of three players."""

SOCKETS = {
    "block3": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "block2": ((0, 1), (1, 1), (2, 1), (3, 1)),
    "roof": ((2, 2), (3, 2)),
    "bridge": ((0, 2), (1, 2)),
}
"""Column and row of every socket, in the order in which they are filled; the bridge lies across two.

A box with more pieces has them piled up."""
NEUTRAL_SOCKETS = {"block3": ((4, 0),), "block2": ((4, 1),)}
ROOF_PILE = 34.0
"""How far a roof lies above the one it is piled on."""


def socket(columns: int, column: float, row: int) -> Point:
    """The screen point, from the tray's centre, of a socket's middle."""
    return CAMERA.point((column - (columns - 1) / 2) * PITCH, (row - (ROWS - 1) / 2) * PITCH)


def bridge_ends(columns: int) -> tuple[Point, Point]:
    """The screen points of the bridge's two halves in its long socket."""
    reach = SPAN / PITCH
    return socket(columns, 0.5 - reach, 2), socket(columns, 0.5 + reach, 2)


def tray(columns: int) -> str:
    """An empty tray with that many columns of sockets."""
    half = (columns / 2 * PITCH + 14, ROWS / 2 * PITCH + 14)
    singles = [place for kind in ("block3", "block2", "roof") for place in SOCKETS[kind]]
    singles += [place for places in NEUTRAL_SOCKETS.values() for place in places] if columns == WIDE_COLUMNS else []
    left, top = -columns / 2 * PITCH, -ROWS / 2 * PITCH
    hollows = [
        rect(left + column * PITCH + 7, top + row * PITCH + 7, PITCH - 14, PITCH - 14, rx=12) for column, row in singles
    ]
    hollows.append(rect(left + 2, top + 2 * PITCH + 7, 2 * PITCH - 4, PITCH - 14, rx=12))
    return (
        slab(half, 24, 36, WALNUT)
        + group(
            group(*hollows, fill=FELT, stroke=INK, stroke_opacity=0.5, stroke_width=5),
            centred_rect(half[0] - 2, half[1] - 2, 22, fill="none", stroke=PALETTE["brass"], stroke_width=4),
            transform=CAMERA.ground(),
        )
        + cloud_bank(near_edge((columns / 2 * PITCH, ROWS / 2 * PITCH), 74, 2 * columns + 3), 92)
    )


def trays() -> dict[str, str]:
    """The tray of one colour, and the wider one that also holds neutral blocks."""
    return {"tray": tray(COLUMNS), "wide-tray": tray(WIDE_COLUMNS)}
