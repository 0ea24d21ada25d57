"""Hands of cards or tiles: places beside the board in a page, rows under their owners' names in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cloudtop.core.scene import Part, Picture, Slot
from cloudtop.stage.pieces import INK_OF, MARK_OF, MARKS, Piece, Printed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.scene import Box, Item, Panel
from cloudtop.stage.sky import CANVAS
from cloudtop.stage.svg import group, path, translate, use

NO_BOX: Box = (0, 0, 0, 0)
AIR = 6.0
"""Around a piece in its place."""
PLATE_ROW, HAND_ROW = 858.0, 752.0
"""In a picture: the heights of the name plates and of what is held above them."""
HELD_HIGH = 118.0
"""In a picture: how high a piece in a hand is."""


class Hand(NamedTuple):
    """What one seat holds."""

    seat: int
    name: str
    """What its player is called."""
    pieces: tuple[Piece, ...] = ()
    """Those that lie face down need a label too."""
    title: str = ""
    """The heading above it; without one, the name."""
    hue: str = "blue"
    """The colour of its name plate; `Game.hues` tells the seat's."""
    tally: str = ""
    """What stands on the name plate beside the name: points, or what is left."""
    to_play: bool = False


def hand_part(printed: Printed, hand: Hand) -> Part:
    """A hand as a row of places for a page, called `hand:SEAT`."""
    return Part(f"hand:{hand.seat}", hand, lambda: hand_panel(printed, hand))


def hand_panel(printed: Printed, hand: Hand) -> Panel:
    """A hand as a panel of slots."""
    slots = tuple(
        Slot(piece.id or f"piece-{place}", piece.label, alone(printed, piece.face), piece.target)
        for place, piece in enumerate(hand.pieces)
    )
    return Panel(f"hand:{hand.seat}", hand.seat, hand.title or hand.name, NO_BOX, (), kind="slots", slots=slots)


def alone(printed: Printed, face: str) -> Picture:
    """A piece by itself."""
    wide, high = printed.half
    box = (-wide - AIR, -high - AIR, 2 * (wide + AIR), 2 * (high + AIR))
    return Picture(box, (Item("piece", printed.sprite(face), 0, 0, 0),))


def hands_picture(printed: Printed, hands: Sequence[Hand]) -> str:
    """All hands side by side at the foot of a picture, each above the plate of its owner."""
    share = CANVAS[0] / max(len(hands), 1)
    return "".join(
        group(row(printed, hand.pieces, share - 60), transform=translate((place + 0.5) * share, HAND_ROW))
        + group(plate(hand), transform=translate((place + 0.5) * share, PLATE_ROW))
        for place, hand in enumerate(hands)
    )


def row(printed: Printed, pieces: Sequence[Piece], room: float) -> str:
    """Pieces side by side around the origin; where there is no room for that, each covers a part of the one before."""
    scale = HELD_HIGH / (2 * printed.half[1])
    wide = 2 * printed.half[0] * scale
    step = min(wide + 8, (room - wide) / max(len(pieces) - 1, 1))
    left = -step * (len(pieces) - 1) / 2
    return "".join(
        use(printed.sprite(piece.face), transform=f"{translate(left + place * step, 0)} scale({scale:.3g})")
        for place, piece in enumerate(pieces)
    )


def plate(hand: Hand) -> str:
    """The name plate of a hand's owner, with the sign of the hue."""
    emblem = path(MARKS[MARK_OF[hand.hue]], "#ffffff", transform="scale(.8)")
    return name_plate(hand.name, INK_OF[hand.hue][0], emblem, hand.tally, hand.to_play, 220)
