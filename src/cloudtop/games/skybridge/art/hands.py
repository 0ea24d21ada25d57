"""The pieces that players have left: places in a row that stay for the whole game, each with its count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cloudtop.core.scene import Box as Frame
from cloudtop.core.scene import Item, Panel, Picture, Slot, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.measures import LID_SUMMIT, STOREY
from cloudtop.games.skybridge.art.naming import capital
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.moves import Move, Pass
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3, BRIDGE, COLOUR_NAMES, ROOF, Box, Piece
from cloudtop.games.skybridge.prose import piece_name
from cloudtop.games.skybridge.view import Facts

SHOWN = (BLOCK3, BLOCK2, BRIDGE, ROOF)
"""The kinds of pieces in the order in which a hand shows them."""
NO_BOX: Frame = (0.0, 0.0, 0.0, 0.0)


# ---------------------------------------------------------------------------------------- one piece as a picture

WIDE, TALLEST = 176.0, 176.0
"""The frame around a piece; that of a bridge is wider."""
BRIDGE_FRAME: Frame = (-132.0, -118.0, 264.0, 236.0)


@lru_cache(128)
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


@dataclass(eq=False, slots=True)
class Row:
    """What a seat has left: known by itself, the very same one for all who see it, whatever they call its owner."""

    told: str
    places: tuple[Slot, ...]
    """One for every piece, taken or not."""


NONE = frozenset[str]()


def rows(box: Box, facts: Facts, words: Words) -> list[Row]:
    """What is shown of the pieces of every seat while nobody picks any."""
    return [row_of(box, facts, words, seat, NONE, NONE) for seat in range(len(facts.hands))]


def row_of(box: Box, facts: Facts, words: Words, seat: int, targets: frozenset[str], held: frozenset[str]) -> Row:
    """What is shown of the pieces of one seat."""
    colour = facts.colour if seat in facts.turn else None
    return row(box, words, len(facts.hands), seat, (*facts.hands[seat].items(),), colour, targets, held)


def picked_rows(box: Box, view: View[Facts], words: Words, staging: Staging[Move], untouched: list[Row]) -> list[Row]:
    """The same with what may be picked, and with what stands on the board already."""
    facts, players = view.facts, view.players
    picked, held = NONE, NONE
    if staging.targets or staging.chosen:
        picks = (*staging.targets, *staging.chosen)
        picked = frozenset([target[5:] for target in picks if target[:5] == "hand:"])
    if staging.drafted or staging.ghost is not None:
        moves = (*staging.drafted, staging.ghost)
        held = frozenset([str(move.piece) for move in moves if move is not None and not isinstance(move, Pass)])
    found = [*untouched]
    for seat in range(players):
        mine = view.seat == seat or (view.seat is None and seat in facts.turn)
        targets = answering(box, players, seat, mine).intersection(picked)
        if targets or (mine and held):
            found[seat] = row_of(box, facts, words, seat, targets, held if mine else NONE)
    return found


@lru_cache(1 << 12)
def row(
    box: Box,
    words: Words,
    players: int,
    seat: int,
    left: tuple[tuple[str, int], ...],
    colour: str | None,
    targets: frozenset[str],
    held: frozenset[str],
) -> Row:
    """The row of a seat: so many of each piece are left, and one colour must play, if the seat's others have to wait.

    Targets answer to a tap, and what is held stands on the board, but has not been placed.
    """
    counts = dict(left)
    places: list[Slot] = []
    for piece, name, first in pieces_of(box, players, seat):
        count = counts.get(name, 0)
        # The last one of its kind is gone from the hand while it stands on the board.
        state = "held" if name in held and count <= 1 else "" if count else "none"
        above = heading(box, players, piece.colour, colour, words) if first else ""
        places.append(slot(box, piece, players, f"hand:{name}" if name in targets else "", state, count, above, words))
    return Row(in_words(box, words, players, seat, left), tuple(places))


@lru_cache(1 << 11)
def in_words(box: Box, words: Words, players: int, seat: int, left: tuple[tuple[str, int], ...]) -> str:
    """How many of each piece are left, a line for each."""
    counts = dict(left)
    pieces = pieces_of(box, players, seat)
    lines = [counted(box, piece, counts[name], words) for piece, name, _ in pieces if name in counts]
    return "\n".join(lines) or words("hand.empty")


@lru_cache(128)
def answering(box: Box, players: int, seat: int, mine: bool) -> frozenset[str]:
    """The pieces of a hand that are meant when one of that name is touched."""
    own = [(piece, name) for piece, name, _ in pieces_of(box, players, seat)]
    # The others of three players have neutral blocks of the same name, which are not meant.
    return frozenset([name for piece, name in own if mine or players != 3 or piece.colour != box.neutral])


@lru_cache(64)
def pieces_of(box: Box, players: int, seat: int) -> tuple[tuple[Piece, str, bool], ...]:
    """The pieces of a hand with their names: all kinds of its own colours, and what there is of the neutral one.

    The first of each colour is told.
    """
    found = [[Piece(colour, kind) for kind in SHOWN] for colour in box.own_colours(players, seat)]
    if players == 3:
        found.append([Piece(box.neutral, kind) for kind in SHOWN if box.kinds[kind].neutral])
    return tuple([(piece, str(piece), piece is pieces[0]) for pieces in found for piece in pieces])


@lru_cache(1024)
def slot_name(box: Box, piece: Piece, players: int, words: Words) -> str:
    """What a place is called: by its kind, and its colour where that does not tell it apart."""
    if players == 2:
        return capital(piece_name(box, piece, words))
    neutral = players == 3 and piece.colour == box.neutral
    key = f"{'neutral' if neutral else 'piece'}.{piece.kind_name}"
    return capital(words(key, storeys=box.storeys_of(piece)))


@lru_cache(256)
def heading(box: Box, players: int, colour: int, must_play: str | None, words: Words) -> str:
    """What stands above the pieces of one colour; it waits where another one of its seat must play."""
    name = words(f"colour.{COLOUR_NAMES[colour]}")
    if players == 3 and colour == box.neutral:
        return capital(words("hand.neutral", colour=name))
    return capital(name if must_play in (None, COLOUR_NAMES[colour][0]) else words("hand.waits", colour=name))


@lru_cache(4096)
def slot(box: Box, piece: Piece, players: int, target: str, state: str, count: int, above: str, words: Words) -> Slot:
    """The place of one piece; the first of a colour has its heading above it."""
    sign = f"skybridge-sign-{piece.colour_name}" if above else ""
    name, picture = slot_name(box, piece, players, words), piece_picture(box, piece)
    return Slot(str(piece), name, picture, target, state, count, group=above, sign=sign)


@lru_cache(1024)
def counted(box: Box, piece: Piece, count: int, words: Words) -> str:
    """How many of a piece are left, in words."""
    return capital(words("hand.piece", piece=piece_name(box, piece, words), count=count))


def hand_panel(box: Box, words: Words, players: int, seat: int, name: str, left: Row) -> Panel:
    """The pieces a seat has left, under the name of its player or else of its colours."""
    if not name:
        colours = [words(f"colour.{COLOUR_NAMES[colour]}") for colour in box.own_colours(players, seat)]
        name = capital(words("about.comma").join(colours))
    return Panel(f"hand:{seat}", seat, name, NO_BOX, (), "", left.told, "slots", left.places)
