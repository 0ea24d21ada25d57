"""The pieces that wait in the trays: whose they are, where they lie, which may be picked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cloudtop.core.scene import Item, Panel, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.layout import pickable
from cloudtop.games.skybridge.art.naming import capital
from cloudtop.games.skybridge.art.trays import COLUMNS, NEUTRAL_SOCKETS, SOCKETS, WIDE_COLUMNS, bridge_ends, socket
from cloudtop.games.skybridge.moves import Move
from cloudtop.games.skybridge.pieces import BOX, BRIDGE, NEUTRAL, PIECES, Piece, own_colours
from cloudtop.games.skybridge.prose import piece_name
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage.scene import back_to_front
from cloudtop.stage.svg import Point, use

TRAY_REACH = {COLUMNS: 430.0, WIDE_COLUMNS: 476.0}
LIFT = 46.0
"""How far a chosen piece is lifted out of its socket."""


class Tray(NamedTuple):
    """A seat's tray of one colour, with the neutral blocks it may hold as well."""

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
        return BOX.colours[self.colour]

    def pieces(self, piece: Piece) -> list[list[tuple[str, Point]]]:
        """The pieces of one kind that are left, each as its shapes and where they lie."""
        kind = piece.kind_name
        if piece.kind == BRIDGE:
            return [list(zip(("bridge-x-rear", "bridge-x-front"), bridge_ends(self.columns), strict=True))]
        sockets = SOCKETS[kind] if piece.colour == self.colour else (NEUTRAL_SOCKETS[kind],)
        return [[(kind, socket(self.columns, *place))] for place in sockets[: self.left[piece]]]


def trays_of(view: View[Facts], words: Words, names: Sequence[str]) -> Iterator[Tray]:
    """The trays of all seats; two players have two each."""
    for seat, hand in enumerate(view.facts.hands):
        own = own_colours(view.players, seat)
        deciding = seat in view.facts.turn
        for number in own:
            key = BOX.colours[number]
            colour = words(f"colour.{key}")
            name = names[seat] if seat < len(names) else capital(colour)
            alone = len(own) == 1
            held = (number, NEUTRAL) if view.players == 3 else (number,)
            yield Tray(
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
    name = capital(piece_name(piece, words))
    target = pickable(f"hand:{piece}", staging) if tray.deciding else ""
    picked = bool(target) and target in staging.chosen
    label = words("hand.chosen", piece=name) if picked else words("hand.piece", piece=name, count=tray.left[piece])
    pieces = tray.pieces(piece)
    for i, shapes in enumerate(pieces):
        foremost = i == len(pieces) - 1
        for part, (shape, (x, y)) in enumerate(shapes):
            speaks = foremost and part == len(shapes) - 1
            key = f"{piece}-{i}-{part}"
            if target and foremost:
                yield Item(f"ring-{key}", f"skybridge-{'chosen' if picked else 'target'}", x, y, y - 0.5)
            yield Item(
                key,
                f"skybridge-{piece.colour_name}-{shape}",
                x,
                y - LIFT if picked and foremost else y,
                y,
                target,
                label if speaks else "",
                0,
                "target" if target and speaks else "",
            )


def tray_panel(tray: Tray, words: Words, staging: Staging[Move]) -> Panel:
    """One tray with the pieces it still holds."""
    items = [item for piece in tray.left for item in kind_items(tray, piece, words, staging)]
    counts = [words("hand.piece", piece=piece_name(piece, words), count=count) for piece, count in tray.left.items()]
    half = TRAY_REACH[tray.columns]
    return Panel(
        tray.panel,
        tray.seat,
        tray.title,
        (-half, -330.0, 2 * half, 740.0),
        back_to_front(items),
        use("skybridge-tray" if tray.columns == COLUMNS else "skybridge-wide-tray"),
        "\n".join(map(capital, counts)) or words("hand.empty"),
    )
