"""The pieces that players have left: places in a row that stay for the whole game, each with its count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

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


class Hand(NamedTuple):
    """What a seat's panel shows: all that it depends on, besides language and box."""

    seat: int
    players: int
    name: str
    left: tuple[tuple[str, int], ...]
    """How many of each piece are left."""
    waiting: tuple[str, ...]
    """The colours whose turn it is not, where they alternate."""
    targets: frozenset[str]
    """What answers to a tap."""
    held: frozenset[str]
    """What stands on the board, but has not been placed."""


def hand(box: Box, view: View[Facts], staging: Staging[Move], seat: int) -> Hand:
    """What is shown of a seat's pieces."""
    facts = view.facts
    own = first_hand(box, view.players, seat)
    mine = view.seat == seat or (view.seat is None and seat in facts.turn)
    if view.players == 3 and not mine:
        # The others have neutral blocks of the same name, which are not meant.
        own = own.difference(neutral_pieces(box))
    targets, held = UNTOUCHED, UNTOUCHED
    if staging.targets or staging.chosen:
        targets = own.intersection(
            [target[5:] for target in (*staging.targets, *staging.chosen) if target[:5] == "hand:"]
        )
    if mine and (staging.drafted or staging.ghost is not None):
        moves = (*staging.drafted, staging.ghost)
        held = frozenset([str(move.piece) for move in moves if move is not None and not isinstance(move, Pass)])
    waits = facts.colour is not None and seat in facts.turn
    return Hand(
        seat,
        view.players,
        staging.names[seat] if seat < len(staging.names) else "",
        tuple(facts.hands[seat].items()),
        waiting(box, view.players, seat, facts.colour) if waits else (),
        targets,
        held,
    )


UNTOUCHED = frozenset[str]()


@lru_cache(256)
def waiting(box: Box, players: int, seat: int, colour: str | None) -> tuple[str, ...]:
    """The colours of a seat whose turn it is not."""
    own = [COLOUR_NAMES[colour] for colour in box.own_colours(players, seat)]
    return tuple([name for name in own if name[0] != colour])


@lru_cache(64)
def first_hand(box: Box, players: int, seat: int) -> frozenset[str]:
    """The names of all places of a hand."""
    return frozenset(str(piece) for _, pieces in groups(box, players, seat) for piece in pieces)


@lru_cache(16)
def neutral_pieces(box: Box) -> frozenset[str]:
    """The names of the pieces that three players share."""
    return frozenset(str(Piece(box.neutral, kind)) for kind in SHOWN)


@lru_cache(64)
def groups(box: Box, players: int, seat: int) -> tuple[tuple[int, tuple[Piece, ...]], ...]:
    """The places of a hand by colour: all four kinds of its own, and what there is of the neutral one."""
    found = [(colour, tuple(Piece(colour, kind) for kind in SHOWN)) for colour in box.own_colours(players, seat)]
    neutral = tuple(Piece(box.neutral, kind) for kind in SHOWN if box.kinds[kind].neutral)
    if players == 3 and neutral:
        found.append((box.neutral, neutral))
    return tuple(found)


@lru_cache(1024)
def slot_name(box: Box, piece: Piece, players: int, words: Words) -> str:
    """What a place is called: by its kind, and its colour where that does not tell it apart."""
    if players == 2:
        return capital(piece_name(box, piece, words))
    neutral = players == 3 and piece.colour == box.neutral
    key = f"{'neutral' if neutral else 'piece'}.{piece.kind_name}"
    return capital(words(key, storeys=box.storeys_of(piece)))


def heading(box: Box, colour: int, shown: Hand, words: Words) -> str:
    """What stands above the pieces of one colour."""
    name = words(f"colour.{COLOUR_NAMES[colour]}")
    if shown.players == 3 and colour == box.neutral:
        return capital(words("hand.neutral", colour=name))
    return capital(words("hand.waits", colour=name) if COLOUR_NAMES[colour] in shown.waiting else name)


def slots(box: Box, words: Words, shown: Hand) -> Iterator[Slot]:
    """A place for every piece, taken or not."""
    left: Mapping[str, int] = dict(shown.left)
    for colour, pieces in groups(box, shown.players, shown.seat):
        above = heading(box, colour, shown, words)
        for piece in pieces:
            key = str(piece)
            count = left.get(key, 0)
            # The last one of its kind is gone from the hand while it stands on the board.
            state = "held" if key in shown.held and count <= 1 else "" if count else "none"
            target = f"hand:{key}" if key in shown.targets else ""
            yield slot(box, piece, shown.players, target, state, count, above if piece is pieces[0] else "", words)


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


@lru_cache(1024)
def lying(box: Box, words: Words, nameless: Hand) -> tuple[str, tuple[Slot, ...]]:
    """A hand in words, and its places: the same for all who see it, whatever they call its owner."""
    left = dict(nameless.left)
    places = [piece for _, pieces in groups(box, nameless.players, nameless.seat) for piece in pieces]
    counts = [counted(box, piece, left[name], words) for piece in places if (name := str(piece)) in left]
    return "\n".join(counts) or words("hand.empty"), tuple(slots(box, words, nameless))


def hand_panel(box: Box, words: Words, shown: Hand) -> Panel:
    """The pieces a seat has left."""
    told, places = lying(box, words, shown._replace(name=""))
    colours = [words(f"colour.{COLOUR_NAMES[colour]}") for colour in box.own_colours(shown.players, shown.seat)]
    return Panel(
        f"hand:{shown.seat}",
        shown.seat,
        shown.name or capital(words("about.comma").join(colours)),
        NO_BOX,
        (),
        "",
        told,
        "slots",
        places,
    )
