"""The pieces that wait in the trays: whose they are, where they lie, which may be picked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cloudtop.core.scene import Item, Panel, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.layout import pickable
from cloudtop.games.skybridge.art.measures import STOREY
from cloudtop.games.skybridge.art.naming import capital
from cloudtop.games.skybridge.art.trays import (
    COLUMNS,
    NEUTRAL_SOCKETS,
    ROOF_PILE,
    SOCKETS,
    WIDE_COLUMNS,
    bridge_ends,
    socket,
)
from cloudtop.games.skybridge.moves import Move
from cloudtop.games.skybridge.pieces import BRIDGE, COLOUR_NAMES, PIECES, ROOF, Box, Piece
from cloudtop.games.skybridge.prose import piece_name
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.scene import back_to_front
from cloudtop.stage.svg import Point, use

TRAY_REACH = {COLUMNS: 430.0, WIDE_COLUMNS: 476.0}
TRAY_TOP, TRAY_FOOT = -330.0, 410.0
LIFT = 46.0
"""How far a chosen piece is lifted out of its socket."""


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
    title: str
    panel: str
    left: dict[Piece, int]
    columns: int
    deciding: bool
    """Whether its seat is to play: neutral blocks of the same name lie in other trays too."""
    to_play: bool
    """Whether its colour may be played as well."""

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


def trays_of(box: Box, view: View[Facts], words: Words, names: Sequence[str]) -> Iterator[Tray]:
    """The trays of all seats; two players have two each."""
    for seat, hand in enumerate(view.facts.hands):
        own = box.own_colours(view.players, seat)
        deciding = seat in view.facts.turn
        for number in own:
            key = COLOUR_NAMES[number]
            colour = words(f"colour.{key}")
            name = names[seat] if seat < len(names) else capital(colour)
            alone = len(own) == 1
            held = (number, box.neutral) if view.players == 3 else (number,)
            yield Tray(
                box,
                seat,
                number,
                name,
                title=name if alone or not names else words("hand.title", name=name, colour=colour),
                panel=f"hand:{seat}" if alone else f"hand:{seat}:{key}",
                left={PIECES[piece]: count for piece, count in hand.items() if PIECES[piece].colour in held},
                columns=WIDE_COLUMNS if view.players == 3 else COLUMNS,
                deciding=deciding,
                to_play=deciding and view.facts.colour in (None, key[0]),
            )


def kind_items(tray: Tray, piece: Piece, words: Words, staging: Staging[Move]) -> Iterator[Item]:
    """The pieces of one kind in a tray; the foremost speaks for all of them, and is the first to leave."""
    name = capital(piece_name(tray.box, piece, words))
    target = pickable(f"hand:{piece}", staging) if tray.deciding else ""
    picked = bool(target) and target in staging.chosen
    label = words("hand.chosen", piece=name) if picked else words("hand.piece", piece=name, count=tray.left[piece])
    pieces = tray.pieces(piece)
    for i, lying in enumerate(pieces):
        foremost = i == len(pieces) - 1
        for part, (shape, (x, ground)) in enumerate(lying.shapes):
            speaks = foremost and part == len(lying.shapes) - 1
            key = f"{piece}-{i}-{part}"
            y, depth = ground - lying.base, ground + lying.level
            if target and foremost:
                yield Item(f"ring-{key}", f"skybridge-{'chosen' if picked else 'target'}", x, y, depth - 0.5)
            yield Item(
                key,
                f"skybridge-{piece.colour_name}-{shape}",
                x,
                y - LIFT if picked and foremost else y,
                depth,
                target,
                label if speaks else "",
                0,
                "target" if target and speaks else "",
            )


def tray_panel(tray: Tray, words: Words, staging: Staging[Move]) -> Panel:
    """One tray with the pieces it still holds."""
    items = [item for piece in tray.left for item in kind_items(tray, piece, words, staging)]
    counts = [
        words("hand.piece", piece=piece_name(tray.box, piece, words), count=count) for piece, count in tray.left.items()
    ]
    half, top = TRAY_REACH[tray.columns], TRAY_TOP - tray.headroom
    return Panel(
        tray.panel,
        tray.seat,
        tray.title,
        (-half, top, 2 * half, TRAY_FOOT - top),
        back_to_front(items),
        use("skybridge-tray" if tray.columns == COLUMNS else "skybridge-wide-tray"),
        "\n".join(map(capital, counts)) or words("hand.empty"),
    )
