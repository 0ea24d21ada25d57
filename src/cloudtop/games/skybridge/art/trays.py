"""The trays of a picture, in which the players' pieces wait, one socket for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cloudtop.core.scene import Item, Panel
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import near_edge
from cloudtop.games.skybridge.art.bridge import SPAN
from cloudtop.games.skybridge.art.measures import CAMERA, STOREY
from cloudtop.games.skybridge.art.naming import capital
from cloudtop.games.skybridge.art.palette import FELT, INK, PALETTE, WALNUT
from cloudtop.games.skybridge.art.wood import slab
from cloudtop.games.skybridge.board import Board
from cloudtop.games.skybridge.pieces import BRIDGE, COLOUR_NAMES, ROOF, Box, Piece
from cloudtop.games.skybridge.prose import piece_name
from cloudtop.stage.scene import back_to_front
from cloudtop.stage.sky import cloud_bank
from cloudtop.stage.svg import Point, centred_rect, group, rect, use

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


# ---------------------------------------------------------------------------------------- what lies in them

TRAY_REACH = {COLUMNS: 430.0, WIDE_COLUMNS: 476.0}
TRAY_TOP, TRAY_FOOT = -330.0, 410.0


class Lying(NamedTuple):
    """A piece in its socket, or on a pile there."""

    shapes: list[tuple[str, Point]]
    """Its shapes, each with the screen point of the socket's middle."""
    level: int = 0
    """How many pieces are below it."""
    base: float = 0.0
    """How far it lies above the tray on the screen."""


class Tray(NamedTuple):
    """A seat's tray of one colour, with the neutral blocks it may hold as well."""

    box: Box
    seat: int
    colour: int
    name: str
    left: dict[Piece, int]
    columns: int
    to_play: bool
    """Whether its seat and its colour are to play."""

    @property
    def colour_name(self) -> str:
        """What its colour is called."""
        return COLOUR_NAMES[self.colour]

    def pieces(self, piece: Piece) -> list[Lying]:
        """The pieces of one kind that are left."""
        kind = piece.kind_name
        if piece.kind == BRIDGE:
            return [Lying(list(zip(("bridge-x-rear", "bridge-x-front"), bridge_ends(self.columns), strict=True)))]
        sockets = self.sockets(piece)
        lying = []
        for number in range(self.left[piece]):
            level, place = divmod(number, len(sockets))
            lying.append(Lying([(kind, socket(self.columns, *sockets[place]))], level, level * self.thickness(piece)))
        return lying

    def sockets(self, piece: Piece) -> Sequence[tuple[int, int]]:
        """The sockets for pieces of one kind."""
        return (SOCKETS if piece.colour == self.colour else NEUTRAL_SOCKETS)[piece.kind_name]

    def thickness(self, piece: Piece) -> float:
        """How far a piece lies above another that it is piled on."""
        return ROOF_PILE if piece.kind == ROOF else STOREY * self.box.storeys_of(piece)

    @property
    def headroom(self) -> float:
        """How high its highest pile was before the first move, beyond a single piece."""
        players = 3 if self.columns == WIDE_COLUMNS else 4
        first = self.box.first_hand(players, self.box.order.index(self.colour))
        levels = {piece: (count - 1) // len(self.sockets(piece)) for piece, count in first.items()}
        return max(level * self.thickness(piece) for piece, level in levels.items())


def trays_of(board: Board, words: Words, names: Sequence[str]) -> Iterator[Tray]:
    """The trays of all seats; two players have two each."""
    box = board.box
    for hand in board.hands:
        seat = hand.seat
        for number in box.own_colours(board.players, seat):
            held = (number, box.neutral) if board.players == 3 else (number,)
            yield Tray(
                box,
                seat,
                number,
                names[seat] if seat < len(names) else capital(words(f"colour.{COLOUR_NAMES[number]}")),
                left={piece: count for piece, count in hand.pieces.items() if piece.colour in held},
                columns=WIDE_COLUMNS if board.players == 3 else COLUMNS,
                to_play=seat == board.turn and board.colour in (None, number),
            )


def kind_items(tray: Tray, piece: Piece, words: Words) -> Iterator[Item]:
    """The pieces of one kind in a tray; the foremost speaks for all of them."""
    label = capital(words("hand.piece", piece=piece_name(tray.box, piece, words), count=tray.left[piece]))
    pieces = tray.pieces(piece)
    for i, lying in enumerate(pieces):
        for part, (shape, (x, ground)) in enumerate(lying.shapes):
            speaks = i == len(pieces) - 1 and part == len(lying.shapes) - 1
            sprite = f"skybridge-{piece.colour_name}-{shape}"
            depth = ground + lying.level
            key = f"{piece}-{i}-{part}"
            yield Item(key, sprite, x, ground - lying.base, depth, label=label if speaks else "")


def tray_panel(tray: Tray, words: Words) -> Panel:
    """One tray with the pieces it still holds."""
    items = [item for piece in tray.left for item in kind_items(tray, piece, words)]
    half, top = TRAY_REACH[tray.columns], TRAY_TOP - tray.headroom
    return Panel(
        f"tray:{tray.seat}:{tray.colour_name}",
        tray.seat,
        tray.name,
        (-half, top, 2 * half, TRAY_FOOT - top),
        back_to_front(items),
        use("skybridge-tray" if tray.columns == COLUMNS else "skybridge-wide-tray"),
    )
