"""The pieces that players have left: places in a row that stay for the whole game, each with its count."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.core.board import cached
from cloudtop.core.scene import Box as Frame
from cloudtop.core.scene import Item, Panel, Picture, Slot, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.measures import LID_SUMMIT, STOREY
from cloudtop.games.skybridge.art.naming import capital
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.board import Board, Hand
from cloudtop.games.skybridge.moves import Move, Pass
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3, BRIDGE, COLOUR_NAMES, PIECES, ROOF, Box, Piece
from cloudtop.games.skybridge.prose import piece_name

SHOWN = (BLOCK3, BLOCK2, BRIDGE, ROOF)
"""The kinds of pieces in the order in which a hand shows them."""
NO_BOX: Frame = (0.0, 0.0, 0.0, 0.0)


# ---------------------------------------------------------------------------------------- one piece as a picture

WIDE, TALLEST = 176.0, 176.0
"""The frame around a piece; that of a bridge is wider."""
BRIDGE_FRAME: Frame = (-132.0, -118.0, 264.0, 236.0)


@cached
def piece_picture(box: Box, piece: Piece) -> Picture:
    """A piece by itself; blocks and roofs are drawn to one scale."""
    if piece.kind == BRIDGE:
        ends = [("rear", spot((0, 1))), ("front", spot((1, 1)))]
        middle = (ends[0][1][0] + ends[1][1][0]) / 2, (ends[0][1][1] + ends[1][1][1]) / 2
        halves = tuple(
            Item(end, f"skybridge-{piece.colour_name}-bridge-x-{end}", x - middle[0], y - middle[1], float(depth))
            for depth, (end, (x, y)) in enumerate(ends)
        )
        return Picture(BRIDGE_FRAME, halves)
    rise = ROOF_SUMMIT if piece.kind == ROOF else STOREY * box.storeys_of(piece) + LID_SUMMIT
    size = max(WIDE, rise + LID_SUMMIT + 24)
    middle_y = (LID_SUMMIT - rise) / 2
    item = Item("piece", f"skybridge-{piece.colour_name}-{piece.kind_name}", 0.0, 0.0, 0.0)
    return Picture((-size / 2, middle_y - size / 2, size, size), (item,))


# ---------------------------------------------------------------------------------------- a hand

NONE = frozenset[str]()


class Picks(NamedTuple):
    """Marks on a hand while its player chooses."""

    targets: frozenset[str] = NONE
    """The pieces that answer to a tap."""
    held: frozenset[str] = NONE
    """Pieces that a draft has put on the board, still to be placed."""


NO_PICKS = Picks()


def picks(board: Board, hand: Hand, staging: Staging[Move]) -> Picks:
    """The marks on one hand."""
    mine = hand.seat == (board.turn if board.seat is None else board.seat)
    targets, held = NONE, NONE
    if staging.targets or staging.chosen:
        # The others of three players have neutral blocks of the same name, which are not meant.
        colours = (*hand.colours, hand.box.neutral) if mine and board.players == 3 else hand.colours
        picked = [target[5:] for target in (*staging.targets, *staging.chosen) if target[:5] == "hand:"]
        targets = frozenset([name for name in picked if PIECES[name].colour in colours])
    if mine and (staging.drafted or staging.ghost is not None):
        moves = (*staging.drafted, staging.ghost)
        held = frozenset([str(move.piece) for move in moves if move is not None and not isinstance(move, Pass)])
    return Picks(targets, held) if targets or held else NO_PICKS


@cached
def places(box: Box, players: int, seat: int) -> tuple[tuple[Piece, str, bool], ...]:
    """Every kind of piece a seat can have, with its name, and whether it is the first of its colour."""
    found = [[Piece(colour, kind) for kind in SHOWN] for colour in box.own_colours(players, seat)]
    if players == 3:
        found.append([Piece(box.neutral, kind) for kind in SHOWN if box.kinds[kind].neutral])
    return tuple([(piece, str(piece), piece is pieces[0]) for pieces in found for piece in pieces])


def neutral(hand: Hand, piece: Piece) -> bool:
    """Whether a piece scores for no player."""
    return hand.players == 3 and piece.colour == hand.box.neutral


@cached
def slots(hand: Hand, words: Words, must_play: int | None, chosen: Picks) -> tuple[Slot, ...]:
    """A slot for every kind of piece. With `must_play`, the seat's other colours have to wait."""
    box, players, left, found = hand.box, hand.players, hand.pieces, list[Slot]()
    for piece, name, first in places(box, players, hand.seat):
        count = left.get(piece, 0)
        # The last one of its kind is gone from the hand while it stands on the board.
        state = "held" if name in chosen.held and count <= 1 else "" if count else "none"
        target = f"hand:{name}" if name in chosen.targets else ""
        above = heading(hand, piece, must_play, words) if first else ""
        found.append(slot(box, piece, players, words, target, state, count, above))
    return tuple(found)


@cached
def slot(box: Box, piece: Piece, players: int, words: Words, target: str, state: str, count: int, above: str) -> Slot:
    """The slot of one kind of piece, shared by all hands with equally many of it."""
    label, picture = slot_name(box, piece, players, words), piece_picture(box, piece)
    sign = f"skybridge-sign-{piece.colour_name}" if above else ""
    return Slot(str(piece), label, picture, target, state, count, group=above, sign=sign)


def slot_name(box: Box, piece: Piece, players: int, words: Words) -> str:
    """What a place is called: by its kind, and its colour where that does not tell it apart."""
    if players == 2:
        return capital(piece_name(box, piece, words))
    key = f"{'neutral' if players == 3 and piece.colour == box.neutral else 'piece'}.{piece.kind_name}"
    return capital(words(key, storeys=box.storeys_of(piece)))


def heading(hand: Hand, piece: Piece, must_play: int | None, words: Words) -> str:
    """What stands above the pieces of one colour; it waits where another one of its seat must play."""
    name = words(f"colour.{piece.colour_name}")
    if neutral(hand, piece):
        return capital(words("hand.neutral", colour=name))
    return capital(name if must_play in (None, piece.colour) else words("hand.waits", colour=name))


@cached
def in_words(hand: Hand, words: Words) -> str:
    """The pieces that are left, a line for each kind."""
    box, left = hand.box, hand.pieces
    pieces = [piece for piece, _, _ in places(box, hand.players, hand.seat) if piece in left]
    lines = [counted(box, piece, left[piece], words) for piece in pieces]
    return "\n".join(lines) or words("hand.empty")


@cached
def counted(box: Box, piece: Piece, count: int, words: Words) -> str:
    """How many of a piece are left, in words."""
    return capital(words("hand.piece", piece=piece_name(box, piece, words), count=count))


def hand_panel(words: Words, hand: Hand, name: str, must_play: int | None, chosen: Picks) -> Panel:
    """The pieces a seat has left, under the name of its player or else of its colours."""
    if not name:
        colours = [words(f"colour.{COLOUR_NAMES[colour]}") for colour in hand.colours]
        name = capital(words("about.comma").join(colours))
    shown = slots(hand, words, must_play, chosen)
    return Panel(f"hand:{hand.seat}", hand.seat, name, NO_BOX, (), "", in_words(hand, words), "slots", shown)
